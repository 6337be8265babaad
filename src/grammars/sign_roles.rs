//! Operators that have no rules of their own: a sign with its right operand after it.
//!
//! `term ~ (("+" | "-") ~ term)*`, as textbooks write it, says by its signs what the
//! rules `add` and `subtract` say by their names. For the fold such a grammar is
//! written again with rules around the right operands, `term ~ ("+" ~ add | "-" ~
//! subtract)*`: it reads the same texts, in the same way, and so groups them as
//! they are written. Trees and traces are of the grammar itself.

use pest::iterators::Pair;
use pest_meta::parser::{self, Rule};

use super::roles::operator_rule;
use crate::syntax::Operator;
use crate::tracer::RuleOutline;

/// A grammar written again with a rule for each operator that is told by its sign.
#[derive(Debug)]
pub(super) struct SignRoles {
    /// The text of the grammar.
    pub(super) source: String,
    /// The rules that were put in, and what they are.
    pub(super) rules: Vec<(String, Operator)>,
}

impl SignRoles {
    /// The grammar of `source`, which pest can read, with rules for those of
    /// `operators` that stand before their right operands.
    pub(super) fn of(source: &str, own: &[RuleOutline], operators: &[Operator]) -> Self {
        let mut writer = Writer { own, operators, rules: Vec::new(), definitions: String::new() };
        let mut text = String::with_capacity(source.len());
        let mut end = 0;
        let pairs = parser::parse(Rule::grammar_rules, source).into_iter().flatten();
        for rule in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
            for part in rule.into_inner().filter(|part| part.as_rule() == Rule::expression) {
                text += &source[end..part.as_span().start()];
                end = part.as_span().end();
                text += &writer.expression(part, false);
            }
        }
        text += &source[end..];
        text += &writer.definitions;
        Self { source: text, rules: writer.rules }
    }

    /// Whether an operator is told by its sign.
    pub(super) fn have(&self, operator: Operator) -> bool {
        self.rules.iter().any(|(_, known)| *known == operator)
    }
}

struct Writer<'a> {
    own: &'a [RuleOutline],
    operators: &'a [Operator],
    rules: Vec<(String, Operator)>,
    definitions: String,
}

impl Writer<'_> {
    /// An expression; one that `follows` an operand may begin with a sign.
    fn expression(&mut self, expression: Pair<'_, Rule>, follows: bool) -> String {
        let mut text = String::new();
        let mut terms: Vec<Pair<'_, Rule>> = Vec::new();
        for part in expression.into_inner() {
            match part.as_rule() {
                Rule::term => terms.push(part),
                Rule::choice_operator => {
                    if !terms.is_empty() {
                        text += &self.sequence(std::mem::take(&mut terms), follows);
                    }
                    text += " | ";
                }
                _ => {}
            }
        }
        text + &self.sequence(terms, follows)
    }

    /// The terms of a sequence.
    fn sequence(&mut self, terms: Vec<Pair<'_, Rule>>, follows: bool) -> String {
        let mut written: Vec<String> = Vec::with_capacity(terms.len());
        let mut has_operand = follows;
        let mut terms = terms.into_iter().peekable();
        let is_operand = |term: &Pair<'_, Rule>| self::signs(term).is_empty();
        while let Some(term) = terms.next() {
            let signs = signs(&term);
            let are_known = signs.iter().all(|sign| self.operators.contains(sign));
            if has_operand && !signs.is_empty() && are_known && terms.peek().is_some_and(is_operand)
            {
                let mut operand = Vec::new();
                while let Some(part) = terms.next_if(is_operand) {
                    operand.push(self.term(&part, false));
                }
                let operand = operand.join(" ~ ");
                let ways = signs.into_iter().map(|sign| {
                    let rule = self.rule(sign, &operand);
                    format!("\"{sign}\" ~ {rule}")
                });
                let ways: Vec<String> = ways.collect();
                written.push(format!("({})", ways.join(" | ")));
            } else {
                let may_be_operand = has_name(&term);
                written.push(self.term(&term, has_operand));
                has_operand |= may_be_operand;
            }
        }
        written.join(" ~ ")
    }

    /// A term; a group that `follows` an operand may begin with a sign.
    fn term(&mut self, term: &Pair<'_, Rule>, follows: bool) -> String {
        let source = term.as_str();
        let start = term.as_span().start();
        let Some(inner) = term.clone().into_inner().find(|it| it.as_rule() == Rule::expression)
        else {
            return source.to_owned();
        };
        let span = inner.as_span();
        let (before, after) = (&source[..span.start() - start], &source[span.end() - start..]);
        [before, &self.expression(inner, follows), after].concat()
    }

    /// A new rule around the right operand of an operator.
    fn rule(&mut self, operator: Operator, operand: &str) -> String {
        let role = operator_rule(operator);
        let names = (1..).map(|number| format!("{role}_{number}"));
        let is_free = |name: &String| {
            self.own.iter().all(|rule| rule.name != *name)
                && self.rules.iter().all(|(known, _)| known != name)
        };
        let name = { names }.find(is_free).expect("there are more numbers than rules");
        self.definitions.extend(["\n", &name, " = { ", operand, " }"]);
        self.rules.push((name.clone(), operator));
        name
    }
}

/// The operators that a term is the sign of: one, or a choice of several.
fn signs(term: &Pair<'_, Rule>) -> Vec<Operator> {
    let mut parts = term.clone().into_inner();
    let first = parts.next();
    let of_string = |string: &Pair<'_, Rule>| {
        let is_sign = |operator: &Operator| string.as_str() == format!("\"{operator}\"");
        Operator::FOUR.into_iter().find(is_sign)
    };
    match first {
        Some(string) if string.as_rule() == Rule::string && parts.next().is_none() => {
            of_string(&string).into_iter().collect()
        }
        Some(paren) if paren.as_rule() == Rule::opening_paren => {
            let Some(inner) = parts.next() else { return Vec::new() };
            if parts.next().is_none_or(|it| it.as_rule() != Rule::closing_paren)
                || parts.next().is_some()
            {
                return Vec::new();
            }
            let mut found = Vec::new();
            for part in inner.into_inner() {
                match part.as_rule() {
                    Rule::choice_operator => {}
                    Rule::term => match &signs(&part)[..] {
                        [] => return Vec::new(),
                        several => found.extend_from_slice(several),
                    },
                    _ => return Vec::new(),
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

/// Whether a rule is named in a term, so that it may be an operand.
fn has_name(term: &Pair<'_, Rule>) -> bool {
    term.clone().into_inner().flatten().any(|it| it.as_rule() == Rule::identifier)
}
