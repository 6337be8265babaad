//! The rules of an own grammar that have a meaning: whether they are there,
//! leave their marks and can be reached.

use super::definitions::{RuleBody, RuleDefinition, RuleModifier};
use super::{LINE, RuleRole};
use crate::tracer::{GrammarError, RuleOutline};

/// The rule that a line leads to.
pub(super) const EXPRESSION: &str = "expression";

/// What must be defined, and what it holds.
const NEEDED: [(&str, &str); 5] = [
    (EXPRESSION, "what a line holds"),
    ("add", "what is added, the operand after `+`"),
    ("subtract", "what is subtracted, the operand after `-`"),
    ("multiply", "what is multiplied by, the operand after `*`"),
    ("divide", "what is divided by, the operand after `/`"),
];

/// The rules with a meaning that a file does not define.
pub(super) fn missing(source: &str, own: &[RuleOutline]) -> Vec<GrammarError> {
    let end = source.trim_end().len();
    let missing = NEEDED.iter().filter(|(name, _)| own.iter().all(|rule| rule.name != *name));
    let error = |(name, what): &(&str, &str)| {
        GrammarError::new(format!("there is no rule `{name}`"), end..end, format!("add it: {what}"))
    };
    missing.map(error).collect()
}

/// The rules with a meaning that leave no mark, or cannot be reached.
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
    for rule in definitions.iter().filter(|rule| RuleRole::named(&rule.name).produces_node()) {
        let name = &rule.name;
        if rule.modifier == RuleModifier::Silent {
            let message = format!("the rule `{name}` leaves no mark");
            errors.push(GrammarError::new(message, place(name), "leave out the `_`"));
        } else if name != "slot" && !reached.contains(&&**name) {
            let message = format!("the rule `{name}` is never tried");
            errors.push(GrammarError::new(message, place(name), "let `expression` lead to it"));
        }
    }
    errors.sort_by_key(|error| error.span.start);
    errors
}

/// The rules that `line` leads to.
fn reached(definitions: &[RuleDefinition]) -> Vec<&str> {
    let mut reached = vec![LINE];
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
