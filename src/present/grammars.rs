//! The grammars: a list of them, and the text of one.

use crate::lessons::Parse;
use crate::tracer::GrammarError;
use crate::{Grammar, Named};
use serde::Serialize;

use super::markup as m;
use super::value::{csv_values, value};
use super::{Block, Document, Line, Table};
use crate::serial::ParseFields;

/// The grammars for people, each with what it makes of a text.
pub fn document(parses: &[Parse]) -> Document {
    let rows = parses.iter().map(|parse| {
        vec![
            m::heading(parse.grammar().name()),
            m::plain(parse.grammar().summary()),
            tree_and_value(parse),
        ]
    });
    Document(vec![Table::of(rows).into()])
}

/// `8-4-2 is (- (- 8 4) 2) = 2`
fn tree_and_value(parse: &Parse) -> Line {
    let (role, worth) = value(parse);
    m::expression(parse.text())
        .and(m::plain(" is "))
        .and(m::expression(parse.written().to_s_expression()))
        .and(m::plain(" = "))
        .and(Line::new(role, worth))
}

/// A grammar for programs, with what it makes of a text.
#[derive(Debug, Serialize)]
pub struct ListedJson<'a> {
    grammar: &'a str,
    summary: &'a str,
    expression: &'a str,
    #[serde(flatten)]
    parse: ParseFields,
}

impl<'a> From<&'a Parse> for ListedJson<'a> {
    fn from(parse: &'a Parse) -> Self {
        Self {
            grammar: parse.grammar().name(),
            summary: parse.grammar().summary(),
            expression: parse.text(),
            parse: parse.into(),
        }
    }
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 5] = ["grammar", "summary", "expression", "tree", "value"];

/// A row for every grammar.
pub fn csv_rows(parses: &[Parse]) -> impl Iterator<Item = [String; 5]> {
    parses.iter().map(|parse| {
        let [value, _] = csv_values(parse);
        let (grammar, summary) = (parse.grammar().name(), parse.grammar().summary());
        let tree = parse.expression().to_s_expression();
        [grammar.to_owned(), summary.to_owned(), parse.text().to_owned(), tree, value]
    })
}

/// A grammar file for people, to the letter.
pub fn source(file: &str) -> Document {
    Document(file.lines().map(|line| Block::Verbatim(source_line(line))).collect())
}

pub(super) fn source_line(line: &str) -> Line {
    if line.trim_start().starts_with("//") {
        return m::note(line);
    }
    match line.split_once(" = ") {
        Some((rule, body)) if !rule.contains(['"', ' ']) => {
            m::heading(rule).and(m::plain(format!(" = {body}")))
        }
        _ => m::plain(line),
    }
}

/// A grammar file for programs.
#[derive(Debug, Serialize)]
pub struct SourceJson<'a> {
    pub grammar: &'a str,
    pub source: &'a str,
}

/// What there is to say of a file without mistakes, and `advice` on what would give its
/// texts values.
pub fn checked(path: &str, grammar: &Grammar, advice: Option<&str>) -> Document {
    let rules = grammar.definitions().len();
    let line = m::plain(path).and(m::plain(": a grammar of ")).and(m::value(rules.to_string()));
    let line = line.and(m::plain(if rules == 1 { " rule" } else { " rules" }));
    let lacks = grammar.lacks().map(|lacks| m::note(format!("its texts have no values: {lacks}")));
    let advice = advice.map(|advice| m::note(format!("to have values: {advice}")));
    let flat = grammar.is_flat().then(|| {
        m::note(
            "its operators stand in a flat list, which has no precedence: pest's PrattParser \
             groups it as ordinary arithmetic does",
        )
    });
    let said = [lacks, advice, flat].into_iter().flatten();
    Document([line].into_iter().chain(said).map(Block::from).collect())
}

/// Whether a file is a grammar.
#[derive(Debug, Serialize)]
pub struct CheckJson<'a> {
    file: &'a str,
    /// How many there are, once there is no error.
    rules: Option<usize>,
    /// What it lacks to be arithmetic.
    lacks: Option<String>,
    errors: Vec<GrammarErrorJson<'a>>,
    warnings: Vec<GrammarErrorJson<'a>>,
}

/// A mistake in a grammar, for programs.
#[derive(Debug, Serialize)]
pub(super) struct GrammarErrorJson<'a> {
    line: usize,
    column: usize,
    message: &'a str,
    advice: &'a str,
}

impl<'a> GrammarErrorJson<'a> {
    /// A mistake with its line and its column, which `place` gives.
    pub(super) fn new(
        error: &'a GrammarError,
        place: impl Fn(&GrammarError) -> (usize, usize),
    ) -> Self {
        let (line, column) = place(error);
        Self { line, column, message: &error.message, advice: &error.advice }
    }
}

impl<'a> CheckJson<'a> {
    /// Every error and every warning comes with its line and its column, which
    /// `place` gives.
    pub fn new(
        file: &'a str,
        grammar: Option<&Grammar>,
        errors: &'a [GrammarError],
        warnings: &'a [GrammarError],
        place: impl Fn(&GrammarError) -> (usize, usize),
    ) -> Self {
        let json = |error: &'a GrammarError| GrammarErrorJson::new(error, &place);
        let all = |errors: &'a [GrammarError]| errors.iter().map(json).collect();
        let rules = grammar.map(|it| it.definitions().len());
        let lacks = grammar.and_then(Grammar::lacks).map(ToString::to_string);
        Self { file, rules, lacks, errors: all(errors), warnings: all(warnings) }
    }
}
