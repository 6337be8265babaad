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
