//! The rules of a grammar, in the order of its text.

use std::ops::Range;

use pest::iterators::Pair;
use pest_meta::parser::{self, Rule};

use super::error::GrammarError;
use super::limits::check_nesting;
use super::pest_error::grammar_error;

/// A rule as it stands in a file.
pub(crate) struct RuleOutline {
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) name_span: Range<usize>,
    /// The comment before it, line for line.
    pub(crate) comment: String,
    /// All of the rule.
    pub(crate) text: String,
}

/// The rules that a text defines, in its order.
///
/// # Errors
///
/// Where it is too deep, or no grammar by its form alone.
pub(crate) fn outline(source: &str) -> Result<Vec<RuleOutline>, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let pairs = parser::parse(Rule::grammar_rules, source)
        .map_err(|error| vec![grammar_error(source, &error)])?;
    let (mut rules, mut comment) = (Vec::new(), String::new());
    for pair in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
        let text = pair.as_str().trim_end();
        match defined_name(&pair) {
            Some(name) => rules.push(RuleOutline {
                name: name.as_str().to_owned(),
                name_span: name.as_span().start()..name.as_span().end(),
                comment: std::mem::take(&mut comment),
                text: format!("{text}\n"),
            }),
            None => comment.extend([text, "\n"]),
        }
    }
    Ok(rules)
}

/// The name that a pair defines, where it is a rule.
pub(super) fn defined_name<'i>(pair: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    if pair.as_rule() != Rule::grammar_rule {
        return None;
    }
    pair.clone().into_inner().next().filter(|name| name.as_rule() == Rule::identifier)
}
