//! A grammar that is edited: its mistakes where they are, and its rules.

use std::borrow::Cow;

use serde::Serialize;

use crate::Grammar;
use crate::present::diagram::rails_of;
use crate::present::grammars::CheckJson;
use crate::present::page::Units;
use crate::reports::SuiteError;
use crate::tracer::{self, GrammarError};

/// The most bytes that diagrams take of an answer.
const MAX_RAILS: usize = 600_000;

/// A grammar, checked; and its rules, where it can be read.
#[derive(Debug, Serialize)]
pub struct GrammarJson<'a> {
    #[serde(flatten)]
    check: CheckJson<'a>,
    summary: Cow<'a, str>,
    /// The errors, then the warnings.
    marks: Vec<MarkJson<'a>>,
    definitions: Vec<RuleJson>,
}

/// A place of a text with what there is to say of it.
#[derive(Debug, Serialize)]
pub struct MarkJson<'a> {
    kind: &'static str,
    start: usize,
    end: usize,
    message: &'a str,
    advice: &'a str,
}

/// A rule of the text, and its railroad diagram.
#[derive(Debug, Serialize)]
struct RuleJson {
    rule: String,
    start: usize,
    end: usize,
    rails: Option<String>,
}

impl<'a> GrammarJson<'a> {
    /// The grammar of the text `source`, which is called `name`; or its mistakes.
    pub fn new(
        name: &'a str,
        source: &str,
        read: Result<&'a Grammar, &'a [GrammarError]>,
        place: impl Fn(&GrammarError) -> (usize, usize),
    ) -> Self {
        let errors = read.err().unwrap_or(&[]);
        let grammar = read.ok();
        let warnings = match grammar {
            Some(Grammar::User(own)) => own.warnings(),
            _ => &[],
        };
        let check = CheckJson::new(name, grammar, errors, warnings, place);
        let units = Units::of(source);
        let mark = |kind| {
            let units = &units;
            move |error: &'a GrammarError| MarkJson {
                kind,
                start: units.at(error.span.start.min(source.len())),
                end: units.at(error.span.end.min(source.len())),
                message: &error.message,
                advice: &error.advice,
            }
        };
        let marks =
            errors.iter().map(mark("error")).chain(warnings.iter().map(mark("warning"))).collect();
        let summary = grammar.map_or(Cow::Borrowed(""), |it| crate::Named::summary(it).into());
        let definitions = grammar.map_or_else(Vec::new, |it| rules(it, source, &units));
        Self { check, summary, marks, definitions }
    }
}

/// The rules of the text with their diagrams, as far as there is room.
fn rules(grammar: &Grammar, source: &str, units: &Units) -> Vec<RuleJson> {
    let drawn = grammar.definitions();
    let mut room = MAX_RAILS;
    let outline = tracer::outline(source).expect("a grammar is read before it is used");
    let rule = |rule: tracer::RuleOutline| {
        let definition = drawn.iter().find(|it| *it.name == *rule.name);
        let rails = definition.map(rails_of).filter(|picture| {
            let left = room.checked_sub(picture.len());
            room = left.map_or(room, |left| left);
            left.is_some()
        });
        let (start, end) = (units.at(rule.span.start), units.at(rule.span.end));
        RuleJson { rule: rule.name, start, end, rails }
    };
    outline.into_iter().map(rule).collect()
}

impl<'a> MarkJson<'a> {
    /// A mistake in the text `source` of a file of tests.
    pub fn of_tests(source: &str, error: &'a SuiteError) -> Self {
        let units = Units::of(source);
        Self {
            kind: "error",
            start: units.at(error.span.start.min(source.len())),
            end: units.at(error.span.end.min(source.len())),
            message: &error.message,
            advice: &error.advice,
        }
    }
}
