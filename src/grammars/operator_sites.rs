//! Where an operator that a grammar lacks goes: beside the other one of its
//! precedence, or on a level of its own.

use std::ops::Range;

use super::completion::{free_name, repetition, replaced};
use super::role_names::RoleNames;
use super::rule_role::{EXPRESSION, operator_rule};
use super::sign_roles::SignRoles;
use crate::syntax::Operator;
use crate::tracer::{self, RuleOutline};

const SUMS: [Operator; 2] = [Operator::Add, Operator::Subtract];
const PRODUCTS: [Operator; 2] = [Operator::Multiply, Operator::Divide];

/// In how many places the sign of an operator may stand; for each the text is read again.
const MOST_SIGNS: usize = 16;

/// The text of a grammar with `operator`, which it may have already; `None` where no
/// place for it is found.
pub(super) fn with_operator(source: &str, operator: Operator) -> Option<String> {
    let own = tracer::outline(source).ok()?;
    let names = RoleNames::read(source, &own).ok()?;
    let text = Text { source, own: &own, names: &names };
    if text.has(operator) {
        return Some(source.to_owned());
    }
    let level = if SUMS.contains(&operator) { SUMS } else { PRODUCTS };
    let beside = level.into_iter().find(|&it| text.has(it));
    match beside {
        Some(known) => text.beside(known, operator),
        None if level == SUMS => text.above(),
        None => text.below(),
    }
}

/// The text of a grammar.
struct Text<'t> {
    source: &'t str,
    own: &'t [RuleOutline],
    names: &'t RoleNames,
}

impl<'t> Text<'t> {
    fn rule(&self, name: &str) -> Option<&'t RuleOutline> {
        self.own.iter().find(|rule| rule.name == name)
    }

    /// The rule of an operator, where it has one.
    fn rule_of(&self, operator: Operator) -> Option<&'t RuleOutline> {
        self.rule(self.names.rule(operator_rule(operator)))
    }

    /// Whether the operator has a rule, or is told by its sign.
    fn has(&self, operator: Operator) -> bool {
        self.rule_of(operator).is_some() || self.is_told(operator)
    }

    /// Whether the sign of an operator without a rule stands before its right operand.
    fn is_told(&self, operator: Operator) -> bool {
        let is_missing = |it: &Operator| self.rule_of(*it).is_none();
        let missing: Vec<Operator> = Operator::FOUR.into_iter().filter(is_missing).collect();
        SignRoles::of(self.source, self.own, &missing).have(operator)
    }

    /// With `new` wherever `known` is read.
    fn beside(&self, known: Operator, new: Operator) -> Option<String> {
        match self.rule_of(known) {
            Some(rule) => self.beside_rule(rule, known, new),
            None => self.beside_sign(known, new),
        }
    }

    /// With a rule for `new` as there is one for `known`.
    fn beside_rule(&self, rule: &RuleOutline, known: Operator, new: Operator) -> Option<String> {
        let name = self.names.rule(operator_rule(new));
        let [old_sign, sign] = [known, new].map(quoted);
        let has_sign = rule.literals.iter().any(|it| self.source[it.clone()] == old_sign);
        let mut edits = Vec::new();
        for (_, span) in self.references(&rule.name) {
            let before = self.source[..span.start].trim_end().strip_suffix('~');
            let before = before.and_then(|it| it.trim_end().strip_suffix(&*old_sign));
            let (span, text) = match before {
                Some(before) => {
                    let known = &self.source[before.len()..span.end];
                    (before.len()..span.end, format!("{known} | {sign} ~ {name}"))
                }
                None if has_sign => (span.clone(), format!("{} | {name}", rule.name)),
                None => return None,
            };
            edits.push((span.clone(), self.alternatives(&span, text)));
        }
        let text = rule.text.trim_end();
        let copy = text[rule.name.len()..].replace(&old_sign, &sign);
        let end = rule.name_span.start + text.len();
        edits.push((end..end, format!("\n{name}{copy}")));
        Some(replaced(self.source, edits))
    }

    /// With the sign of `new` as one more choice wherever that of `known` joins
    /// operands.
    fn beside_sign(&self, known: Operator, new: Operator) -> Option<String> {
        let [old_sign, sign] = [known, new].map(quoted);
        let literals = self.own.iter().flat_map(|it| &it.literals);
        let edit = |span: &Range<usize>| {
            let text = self.alternatives(span, format!("{old_sign} | {sign}"));
            (span.clone(), text)
        };
        let joins = |edit: &(Range<usize>, String)| {
            let text = replaced(self.source, vec![edit.clone()]);
            tracer::outline(&text)
                .is_ok_and(|own| Text { source: &text, own: &own, names: self.names }.is_told(new))
        };
        let signs: Vec<_> = literals.filter(|it| self.source[(*it).clone()] == old_sign).collect();
        if signs.len() > MOST_SIGNS {
            return None;
        }
        let edits: Vec<_> = signs.into_iter().map(edit).filter(joins).collect();
        (!edits.is_empty()).then(|| replaced(self.source, edits))
    }

    /// With sums of what is the whole expression, or all products.
    fn above(&self) -> Option<String> {
        let known = PRODUCTS.into_iter().find(|&it| self.has(it));
        let rule = match known {
            Some(known) => self.rule_that_reads(known)?,
            None => self.rule(self.names.rule(EXPRESSION))?,
        };
        if rule.references.iter().any(|(name, _)| *name == rule.name) {
            // Which of its places are sums is for the author to say.
            return None;
        }
        let name = free_name(if known.is_some() { "product" } else { "term" }, self.own);
        let text = rule.text.trim_end();
        let (header, body) = text.split_once('{')?;
        let sums = repetition("", &name, SUMS);
        let (_, sums) = sums.split_once('{')?;
        let new = format!("{header}{{{sums}\n{name} = {{{body}");
        let start = rule.name_span.start;
        Some(replaced(self.source, vec![(start..start + text.len(), new)]))
    }

    /// With products in place of the operands of sums.
    fn below(&self) -> Option<String> {
        let known = SUMS.into_iter().find(|&it| self.has(it))?;
        let reader = self.rule_that_reads(known)?;
        let of_signs = SUMS.into_iter().filter_map(|it| self.rule_of(it));
        let sums: Vec<&RuleOutline> = [reader].into_iter().chain(of_signs).collect();
        let is_sum = |name: &str| sums.iter().any(|it| it.name == name);
        let mut operands = sums.iter().flat_map(|it| &it.references);
        let (operand, _) =
            operands.find(|(name, _)| self.rule(name).is_some() && !is_sum(name)).or_else(
                || sums.iter().flat_map(|it| &it.references).find(|(name, _)| !is_sum(name)),
            )?;
        let name = free_name("product", self.own);
        let mut edits: Vec<_> = self
            .references(operand)
            .filter(|(rule, _)| is_sum(&rule.name))
            .map(|(_, span)| (span.clone(), name.clone()))
            .collect();
        let end = reader.name_span.start + reader.text.trim_end().len();
        edits.push((end..end, format!("\n{}", repetition(&name, operand, PRODUCTS))));
        Some(replaced(self.source, edits))
    }

    /// The rule that reads an operator after its left operand.
    fn rule_that_reads(&self, operator: Operator) -> Option<&'t RuleOutline> {
        if let Some(rule) = self.rule_of(operator) {
            return self.references(&rule.name).next().map(|(reader, _)| reader);
        }
        let sign = quoted(operator);
        let has_sign =
            |rule: &&RuleOutline| rule.literals.iter().any(|it| self.source[it.clone()] == sign);
        self.own.iter().find(has_sign)
    }

    /// Where rules name this one.
    fn references<'n>(
        &self,
        name: &'n str,
    ) -> impl Iterator<Item = (&'t RuleOutline, &'t Range<usize>)> + use<'t, 'n> {
        let own = self.own;
        own.iter().flat_map(move |rule| {
            let named = rule.references.iter().filter(move |(it, _)| it == name);
            named.map(move |(_, span)| (rule, span))
        })
    }

    /// A choice to stand at `span`: in brackets, but where alternatives stand anyway.
    fn alternatives(&self, span: &Range<usize>, choice: String) -> String {
        let before = self.source[..span.start].trim_end().ends_with(['(', '{', '|']);
        let after = self.source[span.end..].trim_start().starts_with([')', '}', '|']);
        if before && after { choice } else { format!("({choice})") }
    }
}

fn quoted(operator: Operator) -> String {
    format!("\"{operator}\"")
}
