//! Operators without rules of their own: a sign followed by its right operand, or by its only one.
//!
//! Textbooks write `term ~ (("+" | "-") ~ term)*`. Such a grammar has no rules `add` and
//! `subtract`: only the signs show which operator is meant. To build expressions, the program gives
//! it rules around the right operands: `term ~ ("+" ~ add | "-" ~ subtract)*`. The new grammar
//! matches the same texts in the same way, so it groups them as the original does. Trees and traces
//! still use the original grammar.

use std::collections::BTreeMap;
use std::mem;

use super::roles::{RoleNames, operator_rule};
use crate::syntax::Operator;
use crate::tracer::{Body, BodyKind, RuleDefinition, RuleModifier, Rules};

/// The operators between two operands that are recognized by their signs.
const INFIX: [Operator; 6] = [
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Divide,
    Operator::Power,
    Operator::Remainder,
];

/// The rules of a grammar, with a new rule for each operator that is recognized by its sign.
#[derive(Debug)]
pub(super) struct SignRoles {
    /// All rules.
    pub(super) rules: Vec<RuleDefinition>,
    /// The roles and the names of the new rules.
    pub(super) added: Vec<(&'static str, String)>,
}

impl SignRoles {
    /// Adds a rule for each operator that has none, if its sign comes right before its right
    /// or only operand.
    pub(super) fn of(own: &Rules, names: &RoleNames) -> Self {
        let has_none = |it: &Operator| own.rule(names.rule(operator_rule(*it))).is_none();
        let operators = INFIX.into_iter().chain([Operator::Negate]).filter(has_none);
        let operators = operators.collect();
        let (added, definitions, last) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut writer = Writer { own, operators, added, definitions, last };
        let mut rules = own.rules.clone();
        for rule in &mut rules {
            writer.rewrite(&mut rule.body, false);
        }
        rules.append(&mut writer.definitions);
        Self { rules, added: writer.added }
    }

    /// Whether an operator is recognized by its sign.
    pub(super) fn have(&self, operator: Operator) -> bool {
        self.added.iter().any(|(role, _)| *role == operator_rule(operator))
    }
}

struct Writer<'a> {
    own: &'a Rules,
    operators: Vec<Operator>,
    added: Vec<(&'static str, String)>,
    definitions: Vec<RuleDefinition>,
    /// The number of the last new rule for each role.
    last: BTreeMap<&'static str, usize>,
}

impl Writer<'_> {
    /// Rewrites a part of a rule; a part that `follows` an operand may begin with a sign.
    fn rewrite(&mut self, part: &mut Body, follows: bool) {
        if let BodyKind::Sequence(items) = &mut part.kind {
            *items = self.sequence(mem::take(items), follows);
        } else {
            part.parts_mut().iter_mut().for_each(|it| self.rewrite(it, follows));
        }
    }

    /// Rewrites the items of a sequence.
    fn sequence(&mut self, items: Vec<Body>, follows: bool) -> Vec<Body> {
        let mut written: Vec<Body> = Vec::with_capacity(items.len());
        let mut has_operand = follows;
        let mut items = items.into_iter().peekable();
        let is_operand = |item: &Body| signs(item).is_empty();
        while let Some(mut item) = items.next() {
            let mut signs = signs(&item);
            // Without an operand before it, a minus is a sign, unless its rule is `subtract`.
            let is_prefix = !has_operand
                && signs == [Operator::Subtract]
                && self.operators.contains(&Operator::Subtract);
            if is_prefix {
                signs = vec![Operator::Negate];
            }
            let are_known = signs.iter().all(|sign| self.operators.contains(sign));
            if (has_operand || is_prefix)
                && !signs.is_empty()
                && are_known
                && items.peek().is_some_and(is_operand)
            {
                let mut operand = Vec::new();
                while let Some(mut part) = items.next_if(is_operand) {
                    self.rewrite(&mut part, false);
                    operand.push(part);
                }
                let operand = Body::sequence(operand);
                let ways = signs.into_iter().map(|sign| {
                    let rule = self.rule(sign, &operand);
                    Body::sequence([Body::text(sign.symbol()), Body::rule(rule)])
                });
                written.push(Body::choice(ways.collect::<Vec<_>>()));
            } else {
                // A named rule may be an operand.
                let has_name = item.names().next().is_some();
                self.rewrite(&mut item, has_operand);
                written.push(item);
                has_operand |= has_name;
            }
        }
        written
    }

    /// Adds a rule around the right operand of an operator, and returns its name.
    fn rule(&mut self, operator: Operator, operand: &Body) -> String {
        let prefix = operator_rule(operator);
        let last = self.last.entry(prefix).or_default();
        let name = loop {
            *last += 1;
            let name = format!("{prefix}_{last}");
            if self.own.rule(&name).is_none() {
                break name;
            }
        };
        let rule = RuleDefinition::new(name.clone(), RuleModifier::Normal, operand.clone());
        self.definitions.push(rule);
        self.added.push((prefix, name.clone()));
        name
    }
}

/// The operators whose signs a part matches: one, or a choice of several.
fn signs(part: &Body) -> Vec<Operator> {
    if let BodyKind::Choice(parts) = &part.kind {
        let all: Vec<Vec<Operator>> = parts.iter().map(signs).collect();
        return if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() };
    }
    let is_sign = |it: &Operator| part.literal() == Some(it.symbol());
    INFIX.into_iter().find(is_sign).into_iter().collect()
}
