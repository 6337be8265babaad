//! Operators that only a sign shows: a sign followed by its right operand, or by its only one.
//!
//! Textbooks write `term ~ (("+" | "-") ~ term)*`. Such a grammar has no rules `add` and
//! `subtract`, or they match only their sign, as in `term ~ ((add | subtract) ~ term)*`. To build
//! expressions, the program gives it rules around the right operands:
//! `term ~ ("+" ~ add_1 | "-" ~ subtract_1)*`. The new grammar matches the same texts in the same
//! way, unless one sign begins with another, so it groups them as the original does. Trees and traces still use the original grammar.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use super::roles::{RoleNames, operator_rule};
use crate::syntax::{Operator, Position};
use crate::tracer::{Body, BodyKind, RuleDefinition, RuleModifier, Rules};

/// The maximum number of calls to follow to the body of a rule.
const DEEPEST: usize = 20;

/// The operators between two operands that have a sign.
fn infix() -> impl Iterator<Item = Operator> {
    let is_infix = |it: &Operator| it.position() == Position::Infix && *it != Operator::Join;
    Operator::ALL.into_iter().filter(is_infix)
}

/// The rules of a grammar, with a new rule for each operator that is recognized by its sign.
#[derive(Debug)]
pub(super) struct SignRoles {
    /// All rules.
    pub(super) rules: Vec<RuleDefinition>,
    /// The roles and the names of the new rules.
    pub(super) added: Vec<(&'static str, String)>,
}

/// The sign of an operator, and the part that matches it: a quoted text, or a call of the rule.
type Sign = (Operator, Body);

/// The rules that match only signs of operators: `add = { "+" }`, `infix = { add | subtract }`.
type Named<'a> = BTreeMap<&'a str, Vec<Sign>>;

impl SignRoles {
    /// Adds a rule for each operator that has none, or whose rule matches only its sign, if the
    /// sign comes right before its right or only operand.
    pub(super) fn of(own: &Rules, names: &RoleNames) -> Self {
        let rule = |it: &Operator| own.rule(names.rule(operator_rule(*it)));
        let operators = || infix().chain([Operator::Negate, Operator::Root]);
        let mut named = Named::new();
        for (operator, rule) in operators().filter_map(|it| Some((it, rule(&it)?))) {
            let has_sign = rule.literals().any(|(it, _)| operator.signs().any(|sign| sign == it));
            // A lookahead may restrict what is beside the sign, as in `"mod" ~ !ASCII_ALPHA`.
            let is_read = |it: &&Body| !matches!(it.kind, BodyKind::Lookahead { .. });
            let mut read = rule.body.items().iter().filter(is_read).flat_map(Body::names);
            if has_sign && read.next().is_none() {
                named.insert(&rule.name, vec![(operator, Body::rule(&rule.name))]);
            }
        }
        // Most grammars define `infix` before its alternatives.
        for rule in own.rules.iter().rev() {
            let signs = signs(&rule.body, &named);
            if !signs.is_empty() && signs.iter().all(is_call) {
                named.entry(&rule.name).or_insert(signs);
            }
        }
        // One rule calls all operators between two operands: a flat list, which has no levels.
        let calls = |rule: &RuleDefinition, it: &Operator| {
            rule.body.names().filter_map(|name| named.get(name)).flatten().any(|sign| sign.0 == *it)
        };
        let is_named = |it: &Operator| rule(it).is_some_and(|it| named.contains_key(&*it.name));
        let infix: Vec<Operator> = infix().filter(is_named).collect();
        let calls_all = |rule: &RuleDefinition| infix.iter().all(|it| calls(rule, it));
        let is_list = infix.starts_with(&Operator::FOUR) && own.rules.iter().any(calls_all);
        let is_free = |it: &Operator| rule(it).is_none() || !is_list && is_named(it);
        let operators = operators().filter(is_free).collect();
        let (added, definitions) = (Vec::new(), Vec::new());
        let mut writer = Writer { own, operators, named, added, definitions, last: 0 };
        let mut rules = own.rules.clone();
        for rule in &mut rules {
            if !writer.named.contains_key(&*rule.name) {
                writer.rewrite(&mut rule.body, false);
            }
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
    /// The operators that a sign may mean.
    operators: Vec<Operator>,
    named: Named<'a>,
    added: Vec<(&'static str, String)>,
    definitions: Vec<RuleDefinition>,
    /// The last number in the name of a new rule.
    last: usize,
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
        while let Some(mut item) = items.next() {
            // A sign before its only operand may be optional or repeated.
            let (part, times) = match &item.kind {
                BodyKind::Repeat { body, operator, .. } if ["?", "*"].contains(&&**operator) => {
                    (&**body, &**operator)
                }
                _ => (&item, ""),
            };
            let mut found = signs(part, &self.named);
            // Without an operand before it, a minus is a sign, unless its rule is `subtract`.
            if let [sign @ (Operator::Subtract, _)] = &mut *found
                && !has_operand
                && !is_call(sign)
                && self.operators.contains(&sign.0)
            {
                sign.0 = Operator::Negate;
            }
            let is_infix = |it: &Sign| !is_prefix(it) && (has_operand || is_call(it));
            let is_joint =
                found.iter().all(is_prefix) || times.is_empty() && found.iter().all(is_infix);
            let is_operand = |it: &Body| signs(it, &self.named).iter().all(is_prefix);
            if let Some(power) = found.iter().map(|it| it.0.binding_power()).min()
                && is_joint
                && found.iter().all(|it| self.operators.contains(&it.0))
                && let Some(first) = items.next_if(is_operand)
            {
                let mut operand = vec![first];
                let goes_on = |it: &Body| is_operand(it) && !self.joins(it, power);
                operand.extend(std::iter::from_fn(|| items.next_if(goes_on)));
                let operand = Body::sequence(self.sequence(operand, false));
                written.push(self.joint(part, times, found, operand));
                has_operand = true;
            } else {
                // A named rule may be an operand.
                let has_name = item.names().next().is_some() && !self.is_optional(&item);
                self.rewrite(&mut item, has_operand);
                written.push(item);
                has_operand |= has_name;
            }
        }
        written
    }

    /// Whether a repeated part begins with an operator that binds its left operand no more tightly
    /// than `power`, so that the part does not belong to this operand.
    fn joins(&self, part: &Body, power: u32) -> bool {
        let BodyKind::Repeat { body, .. } = &self.resolved(part).kind else { return false };
        let (mut waiting, mut seen) = (vec![&**body], BTreeSet::new());
        while let Some(part) = waiting.pop() {
            let is_loose = |it: &Sign| !is_prefix(it) && it.0.binding_power() <= power;
            if signs(part, &self.named).iter().any(is_loose) {
                return true;
            }
            let first = match &part.kind {
                BodyKind::Sequence(all) => {
                    all.iter().take_while(|it| self.is_optional(it)).count() + 1
                }
                _ => usize::MAX,
            };
            let rule = part.name().filter(|it| seen.insert(*it)).and_then(|it| self.own.rule(it));
            waiting.extend(part.parts().iter().take(first).chain(rule.map(|it| &it.body)));
        }
        false
    }

    /// Rewrites `part`, which matches one of `signs`, as many times as `times` says, and the operand
    /// after it.
    fn joint(&mut self, part: &Body, times: &str, signs: Vec<Sign>, operand: Body) -> Body {
        let name = self.free_name("operand");
        let mut ways = Vec::new();
        for (operator, sign) in signs {
            let role = operator_rule(operator);
            let rule = self.free_name(role);
            let body = Body::rule(&name);
            self.definitions.push(RuleDefinition::new(&rule, RuleModifier::Normal, body));
            self.added.push((role, rule.clone()));
            ways.push(Body::sequence([sign, Body::rule(rule)]));
        }
        let rest = |it| Body::sequence([Body::lookahead(false, part.clone()), it]);
        let (joint, operand) = match times {
            "*" => (Body::rule(&name), Body::choice(ways.into_iter().chain([rest(operand)]))),
            "?" => (Body::choice(ways.into_iter().chain([rest(Body::rule(&name))])), operand),
            _ => (Body::choice(ways), operand),
        };
        self.definitions.push(RuleDefinition::new(name, RuleModifier::Silent, operand));
        joint
    }

    /// A name for a new rule of this kind.
    fn free_name(&mut self, kind: &str) -> String {
        loop {
            self.last += 1;
            let name = format!("{kind}_{}", self.last);
            if self.own.rule(&name).is_none() {
                return name;
            }
        }
    }

    /// The body of the rule that `part` calls, or `part` itself.
    fn resolved<'b>(&'b self, part: &'b Body) -> &'b Body {
        let called =
            |it: &&'b Body| it.name().and_then(|name| self.own.rule(name)).map(|it| &it.body);
        std::iter::successors(Some(part), called).take(DEEPEST).last().unwrap_or(part)
    }

    /// Whether a part may match nothing, as blanks between operands may.
    fn is_optional(&self, part: &Body) -> bool {
        matches!(self.resolved(part).kind, BodyKind::Repeat { least: 0, .. })
    }
}

/// The operators of a rule that matches nothing but one of their signs: `sign = { "+" | "-" }`.
pub(super) fn sign_choice(rule: &RuleDefinition) -> Option<Vec<Operator>> {
    let sign =
        |it: &Body| Operator::FOUR.into_iter().find(|sign| it.literal() == Some(sign.symbol()));
    let signs: Option<Vec<_>> = rule.body.alternatives().iter().map(sign).collect();
    signs.filter(|it| it.len() > 1)
}

/// A text in a choice with signs of operators that is itself the sign of none.
pub(super) fn unknown_sign(own: &Rules) -> Option<&str> {
    let is_sign = |it: &&str| {
        Operator::ALL.into_iter().any(|operator| operator.signs().any(|sign| sign == *it))
    };
    own.rules.iter().flat_map(|rule| rule.body.all()).find_map(|part| {
        let texts: Option<Vec<_>> = part.alternatives().iter().map(Body::literal).collect();
        texts.filter(|it| it.iter().any(is_sign))?.into_iter().find(|it| !is_sign(it))
    })
}

fn is_prefix((operator, _): &Sign) -> bool {
    operator.position() == Position::Prefix
}

fn is_call((_, sign): &Sign) -> bool {
    sign.name().is_some()
}

/// The signs that a part matches: one, or a choice of several.
fn signs(part: &Body, named: &Named<'_>) -> Vec<Sign> {
    if let BodyKind::Choice(parts) = &part.kind {
        let all: Vec<Vec<Sign>> = parts.iter().map(|it| signs(it, named)).collect();
        return if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() };
    }
    let has_sign =
        |it: &Operator| part.literal().is_some_and(|text| it.signs().any(|sign| sign == text));
    let operator = infix().find(has_sign);
    let signs = part.name().and_then(|name| named.get(name).cloned());
    signs.unwrap_or_else(|| operator.map(|it| (it, part.clone())).into_iter().collect())
}
