//! The rules that a grammar for arithmetic needs: whether they are there,
//! produce nodes and can be reached.

use super::definitions::{RuleBody, RuleDefinition, RuleModifier};
use super::rule_role::{EXPRESSION, LINE, RuleRole, operator_rule};
use crate::syntax::Operator;
use crate::tracer::{GrammarError, RuleOutline};

/// The errors for rules that a file has to define and does not.
pub(super) fn missing(source: &str, own: &[RuleOutline]) -> Vec<GrammarError> {
    let end = source.trim_end().len();
    let expression = (EXPRESSION, "the rule that a line consists of".to_owned());
    let operators = Operator::ALL
        .map(|operator| (operator_rule(operator), format!("the right operand of `{operator}`")));
    let required = [expression].into_iter().chain(operators);
    let missing = required.filter(|(name, _)| own.iter().all(|rule| rule.name != *name));
    let error = |(name, what): (&str, String)| {
        let message = format!("there is no rule `{name}`");
        match meant(name, own) {
            Some(rule) => {
                let advice = format!("did you mean `{}`? call it `{name}`: {what}", rule.name);
                GrammarError::new(message, rule.name_span.clone(), advice)
            }
            None => GrammarError::new(message, end..end, format!("define `{name}`: {what}")),
        }
    };
    missing.map(error).collect()
}

/// The rule that has another name than it must have.
fn meant<'r>(name: &str, own: &'r [RuleOutline]) -> Option<&'r RuleOutline> {
    let others: &[&str] = match name {
        EXPRESSION => &["expr", "exp", "calculation", "equation", "formula", "start", "main"],
        "add" => &["plus", "addition"],
        "subtract" => &["minus", "sub", "subtraction"],
        "multiply" => &["times", "mul", "mult", "multiplication"],
        "divide" => &["div", "division", "over"],
        _ => &[],
    };
    let is_meant = |rule: &&RuleOutline| {
        let rule = rule.name.to_ascii_lowercase();
        // With an `s`, in capitals, or begun and broken off.
        others.contains(&&*rule)
            || rule.trim_end_matches('s') == name
            || (rule.len() >= 4 && name.starts_with(&rule))
    };
    own.iter().find(is_meant)
}

/// The warnings for rules that no line leads to, and that have no meaning of their
/// own.
pub(super) fn unused(own: &[RuleOutline], definitions: &[RuleDefinition]) -> Vec<GrammarError> {
    let reached = reached(definitions);
    let has_meaning = |name: &str| {
        RuleRole::named(name).is_some() || ["lines", "WHITESPACE", "COMMENT"].contains(&name)
    };
    let unused =
        own.iter().filter(|rule| !reached.contains(&&*rule.name) && !has_meaning(&rule.name));
    let warning = |rule: &RuleOutline| {
        let message = format!("rule `{}` is never used", rule.name);
        let advice = "leave it out, or let a rule that is used lead to it";
        GrammarError::new(message, rule.name_span.clone(), advice)
    };
    unused.map(warning).collect()
}

/// The errors for rules with a role that produce no node or cannot be reached.
pub(super) fn wrong_roles(
    source: &str,
    own: &[RuleOutline],
    definitions: &[RuleDefinition],
) -> Vec<GrammarError> {
    let place = |name: &str| {
        let rule = own.iter().find(|rule| rule.name == name);
        rule.map_or(source.len()..source.len(), |rule| rule.name_span.clone())
    };
    let reached = reached(definitions);
    let mut errors = Vec::new();
    let needs_node =
        |rule: &&RuleDefinition| RuleRole::named(&rule.name).is_some_and(RuleRole::needs_node);
    for rule in definitions.iter().filter(needs_node) {
        let name = &rule.name;
        if rule.modifier == RuleModifier::Silent {
            let message = format!("rule `{name}` is silent, so the parser produces no node for it");
            errors.push(GrammarError::new(message, place(name), "leave out the `_`"));
        } else if !is_optional(name) && !reached.contains(&&**name) {
            let message = format!("rule `{name}` is never reached");
            errors.push(GrammarError::new(message, place(name), "let `expression` lead to it"));
        }
    }
    errors.sort_by_key(|error| error.span.start);
    errors
}

/// Whether a rule with a role need not be reached: no template, and no letter of a
/// card, is read then.
fn is_optional(name: &str) -> bool {
    matches!(RuleRole::named(name), Some(RuleRole::Slot | RuleRole::CardLetter))
}

/// The rules that `line` leads to, and what may stand between all others.
fn reached(definitions: &[RuleDefinition]) -> Vec<&str> {
    // Blanks and comments are read without being named.
    let mut reached = vec![LINE, "WHITESPACE", "COMMENT"];
    let mut next = 0;
    while let Some(name) = reached.get(next).copied() {
        next += 1;
        let Some(rule) = definitions.iter().find(|rule| rule.name == name) else { continue };
        let mut waiting = vec![&rule.body];
        while let Some(body) = waiting.pop() {
            match body {
                RuleBody::Rule(name) if !reached.contains(&&**name) => reached.push(name),
                other => waiting.extend(other.parts()),
            }
        }
    }
    reached
}
