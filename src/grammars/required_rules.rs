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
        let advice = format!("define `{name}`: {what}");
        GrammarError::new(format!("there is no rule `{name}`"), end..end, advice)
    };
    missing.map(error).collect()
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
