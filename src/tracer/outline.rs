//! The rules of a grammar, in the order of its text.

use std::ops::Range;

use pest::iterators::Pair;
use pest_meta::parser::Rule;

use super::error::GrammarError;
use super::limits::check_nesting;
use super::syntax_errors::parsed;

/// A rule as it stands in a file.
pub(crate) struct RuleOutline {
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) name_span: Range<usize>,
    /// The comment before it, line for line.
    pub(crate) comment: String,
    /// All of the rule.
    pub(crate) text: String,
    /// From its name to its closing brace.
    pub(crate) span: Range<usize>,
    /// What is between its braces.
    #[cfg_attr(not(feature = "present"), expect(dead_code, reason = "only pages mark it"))]
    pub(crate) body: Range<usize>,
    /// The names, texts and ranges in its body, one after the other.
    #[cfg_attr(not(feature = "present"), expect(dead_code, reason = "only pages mark them"))]
    pub(crate) leaves: Vec<Range<usize>>,
    /// Where it has a text in quotes.
    pub(crate) literals: Vec<Range<usize>>,
    /// The rules that it names, and where.
    pub(crate) references: Vec<(String, Range<usize>)>,
}

/// The rules that a text defines, in its order.
///
/// # Errors
///
/// Where it is too deep, or no grammar by its form alone.
pub(crate) fn outline(source: &str) -> Result<Vec<RuleOutline>, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let pairs = parsed(source)?;
    let (mut rules, mut comment) = (Vec::new(), String::new());
    for pair in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
        let text = pair.as_str().trim_end();
        match defined_name(&pair) {
            Some(name) => rules.push(RuleOutline {
                name: name.as_str().to_owned(),
                name_span: place(&name),
                comment: std::mem::take(&mut comment),
                text: format!("{text}\n"),
                span: pair.as_span().start()..pair.as_span().start() + text.len(),
                body: body(&pair),
                leaves: leaves(&pair),
                literals: within(&pair, Rule::string).map(|it| place(&it)).collect(),
                references: within(&pair, Rule::identifier)
                    .skip(1)
                    .map(|it| (it.as_str().to_owned(), place(&it)))
                    .collect(),
            }),
            None => comment.extend([text, "\n"]),
        }
    }
    Ok(rules)
}

/// All that is `kind` in a rule, in the order of its text.
fn within<'i>(rule: &Pair<'i, Rule>, kind: Rule) -> impl Iterator<Item = Pair<'i, Rule>> {
    rule.clone().into_inner().flatten().filter(move |it| it.as_rule() == kind)
}

/// What stands between the braces of a rule, without blanks around it.
fn body(rule: &Pair<'_, Rule>) -> Range<usize> {
    let parts = || rule.clone().into_inner();
    let open = parts().find(|it| it.as_rule() == Rule::opening_brace);
    let close = parts().find(|it| it.as_rule() == Rule::closing_brace);
    let around = place(rule);
    let start = open.map_or(around.start, |it| it.as_span().end());
    let end = close.map_or(around.end, |it| it.as_span().start());
    let text = &rule.as_str()[start - around.start..end - around.start];
    let start = start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

/// What a rule is made of in the end, in the order of its text.
fn leaves(rule: &Pair<'_, Rule>) -> Vec<Range<usize>> {
    let mut leaves: Vec<Range<usize>> = Vec::new();
    for part in rule.clone().into_inner().flatten() {
        let is_leaf = matches!(
            part.as_rule(),
            Rule::identifier
                | Rule::string
                | Rule::insensitive_string
                | Rule::range
                | Rule::peek_slice
        );
        // A range is made of characters, and `^"a"` of a text.
        let is_inside = leaves.last().is_some_and(|last| part.as_span().start() < last.end);
        if is_leaf && !is_inside {
            leaves.push(place(&part));
        }
    }
    // The first one is its own name.
    leaves.split_off(1)
}

fn place(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

/// The name that a pair defines, where it is a rule.
pub(super) fn defined_name<'i>(pair: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    if pair.as_rule() != Rule::grammar_rule {
        return None;
    }
    pair.clone().into_inner().next().filter(|name| name.as_rule() == Rule::identifier)
}

#[cfg(all(test, feature = "present"))]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_a_body_without_blanks_and_its_leaves_one_after_the_other() {
        let source = "//! Two rules.\n\n/// The first.\na = ${  ^\"x\" ~ 'a'..'z'* ~ PEEK[1..]  }\n\
                      /// The second.\n/// It is short.\nb = { \"y\" | a }\n";
        let rules = outline(source).expect("it is a grammar");
        let told = |rule: &RuleOutline| {
            let leaves: Vec<&str> = rule.leaves.iter().map(|it| &source[it.clone()]).collect();
            let text = &source[rule.span.clone()];
            assert_eq!(rule.text, format!("{text}\n"));
            (&source[rule.body.clone()], leaves, text.len())
        };
        assert_eq!(rules.len(), 2);
        let (first, second) = (&rules[0], &rules[1]);
        let body = "^\"x\" ~ 'a'..'z'* ~ PEEK[1..]";
        assert_eq!(told(first), (body, vec!["^\"x\"", "'a'..'z'", "PEEK[1..]"], body.len() + 11));
        assert_eq!(told(second), ("\"y\" | a", vec!["\"y\"", "a"], 15));
        assert_eq!(second.comment, "/// The second.\n/// It is short.\n");
        assert_eq!(second.references.len(), 1);
    }
}
