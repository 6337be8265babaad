//! What makes a plain grammar arithmetic: its own rules, changed and added to as they
//! are written, and tried.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::lacks::{Lacks, MissingRole};
use super::operator_sites::with_operator;
use super::required_rules::missing;
use super::role_names::{self, RoleNames};
use super::rule_role::{EXPRESSION, RuleRole};
use super::user_grammar::UserGrammar;
use crate::syntax::Operator;
use crate::tracer::{self, GrammarError, RuleOutline};
use crate::words::{list_and, ticked};

/// What makes a plain grammar arithmetic. It was tried: with all of it done, the
/// grammar has every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// A line for the top of the file, which gives roles to rules with other names.
    pub roles_line: Option<String>,
    /// The rules that are to read otherwise: their names, and all of their text.
    pub changed: Vec<(String, String)>,
    /// The rules to add.
    pub added: Vec<String>,
    /// The text of the file with all that done.
    pub source: String,
}

impl Completion {
    /// What makes `grammar`, which lacks these roles, arithmetic, where a way is found
    /// in this time.
    pub(super) fn of(grammar: &UserGrammar, lacks: &Lacks, time: Duration) -> Option<Self> {
        let Lacks::Roles(roles) = lacks else { return None };
        Self::found(grammar.name(), grammar.source(), roles, Instant::now() + time)
    }

    /// What makes the text of a grammar that lacks these `roles` arithmetic.
    pub(super) fn found(
        name: &str,
        source: &str,
        roles: &[MissingRole],
        until: Instant,
    ) -> Option<Self> {
        let line = |is_used: fn(&&MissingRole) -> bool| {
            let given = roles.iter().filter(is_used);
            let given: Vec<String> = given.filter_map(MissingRole::given).collect();
            (!given.is_empty()).then(|| role_names::line(&given))
        };
        let all = line(|_| true);
        let number = line(|it| it.role == RuleRole::Number.rule());
        let mended = Operator::FOUR
            .into_iter()
            .try_fold(with_line(source, all.as_deref()), |text, it| with_operator(&text, it))
            .map(|text| (all, text));
        let added = with_expression(&with_line(source, number.as_deref()));
        let ways = [mended, added.map(|text| (number, text))].into_iter().flatten();
        { ways }.find_map(|(roles_line, text)| {
            let time = until.checked_duration_since(Instant::now())?;
            let read = UserGrammar::read_within(name, &text, time).ok()?;
            read.lacks().is_none().then(|| Self::between(source, text, roles_line)).flatten()
        })
    }

    /// What makes `text` of `source`, rule by rule.
    fn between(source: &str, text: String, roles_line: Option<String>) -> Option<Self> {
        let [old, new] = [source, &text].map(|it| tracer::outline(it).ok());
        let (old, new) = (old?, new?);
        let body = |rule: &RuleOutline| rule.text.trim_end().to_owned();
        let (mut changed, mut added) = (Vec::new(), Vec::new());
        for rule in &new {
            match old.iter().find(|it| it.name == rule.name) {
                None => added.push(body(rule)),
                Some(before) if before.text != rule.text => {
                    changed.push((rule.name.clone(), body(rule)));
                }
                Some(_) => {}
            }
        }
        Some(Self { roles_line, changed, added, source: text })
    }

    /// What to do, in the words of a sentence.
    pub fn advice(&self) -> String {
        let line = self.roles_line.iter().map(|line| {
            let given = line.split_whitespace().filter_map(|it| it.split_once('='));
            let named = given.map(|(role, rule)| format!("`{rule}` to `{role}`"));
            format!("rename {}, or write `{line}` at the top of the file", list_and(named))
        });
        let changed: Vec<String> =
            ticked(self.changed.iter().map(|(_, rule)| flat(rule))).collect();
        let noun = if changed.len() == 1 { "rule" } else { "rules" };
        let changed =
            (!changed.is_empty()).then(|| format!("rewrite the {noun} as {}", list_and(changed)));
        let added: Vec<String> = ticked(self.added.iter().map(|it| flat(it))).collect();
        let added = (!added.is_empty()).then(|| format!("add {}", list_and(added)));
        line.chain(changed).chain(added).collect::<Vec<_>>().join("; ")
    }
}

/// The mistakes in a file that cannot be read, with what would mend them as far as
/// that is a matter of roles.
pub(super) fn told(
    name: &str,
    source: &str,
    errors: &[GrammarError],
    time: Duration,
) -> Option<Vec<GrammarError>> {
    let until = Instant::now() + time;
    let own = tracer::outline(source).ok()?;
    let names = RoleNames::read(source, &own).ok()?;
    let mut errors = errors.to_vec();
    names.explain(source, &mut errors);
    let mut lacking = missing(source, &own, &names);
    lacking.retain(|role| errors.iter().any(|it| *it == role.error()));
    if lacking.len() == errors.len()
        && let Some(completion) = Completion::found(name, source, &lacking, until)
    {
        // One that is there under another name has advice of its own, if not all are.
        let first = lacking.iter().position(|it| it.meant.is_none()).unwrap_or(0);
        errors[first].advice = completion.advice();
    }
    Some(errors)
}

/// The text of a rule on one line.
fn flat(rule: &str) -> String {
    rule.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `source` with one more line at the top.
fn with_line(source: &str, line: Option<&str>) -> String {
    line.map_or_else(|| source.to_owned(), |line| format!("{line}\n{source}"))
}

/// The text with an expression of its own, of four operators on two levels, where it
/// has none.
fn with_expression(source: &str) -> Option<String> {
    let own = tracer::outline(source).ok()?;
    let is_own = |name: &str| own.iter().any(|rule| rule.name == name);
    let names = RoleNames::read(source, &own).ok()?;
    if is_own(names.rule(EXPRESSION)) {
        return None;
    }
    // All grammars share a rule for operands, brackets among them.
    let operand = if is_own("operand") { names.rule(RuleRole::Number.rule()) } else { "operand" };
    let product = free_name("product", &own);
    Some(format!(
        "{}\n\n{}\n{}\n",
        source.trim_end(),
        repetition(EXPRESSION, &product, [Operator::Add, Operator::Subtract]),
        repetition(&product, operand, [Operator::Multiply, Operator::Divide]),
    ))
}

/// A rule for operands with one of two signs between them.
pub(super) fn repetition(name: &str, operand: &str, [one, other]: [Operator; 2]) -> String {
    format!("{name} = {{ {operand} ~ ((\"{one}\" | \"{other}\") ~ {operand})* }}")
}

/// A name like this that no rule has.
pub(super) fn free_name(name: &str, own: &[RuleOutline]) -> String {
    let names = (2..).map(|number| format!("{name}_{number}"));
    let mut names = [name.to_owned()].into_iter().chain(names);
    names.find(|name| own.iter().all(|it| it.name != *name)).expect("there are numbers enough")
}

/// `source` with other texts at some of its places.
pub(super) fn replaced(source: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let (mut text, mut end) = (String::with_capacity(source.len()), 0);
    for (span, new) in edits {
        text.extend([&source[end..span.start], &new]);
        end = span.end;
    }
    text + &source[end..]
}
