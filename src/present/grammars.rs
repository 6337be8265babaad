//! The grammars: a list of them, and the text of one.

use crate::tracer::GrammarError;
use crate::{Grammar, Named, Reading};
use serde::Serialize;

use super::value::value;
use super::{Block, Document, Line, Role, Table};

/// A grammar and what it makes of a text.
pub struct Listed<'a> {
    pub grammar: &'a Grammar,
    pub text: &'a str,
    pub reading: Reading,
}

/// The grammars for people.
pub fn document(grammars: &[Listed]) -> Document {
    let rows = grammars.iter().map(|Listed { grammar, text, reading }| {
        vec![
            Line::new(Role::Heading, grammar.name()),
            Line::new(Role::Plain, grammar.summary()),
            reading_of(text, reading),
        ]
    });
    Document(vec![Block::Table(Table { rows: rows.collect(), ..Table::default() })])
}

/// `8-4-2 is (- (- 8 4) 2) = 2`
fn reading_of(text: &str, reading: &Reading) -> Line {
    let (role, worth) = value(text, &reading.value);
    Line::new(Role::Expression, text)
        .and(Role::Plain, " is ")
        .and(Role::Expression, reading.expression.to_s_expression())
        .and(Role::Plain, " = ")
        .and(role, worth)
}

/// A grammar for programs.
#[derive(Serialize)]
pub struct ListedJson<'a> {
    grammar: &'a str,
    summary: &'a str,
    expression: &'a str,
    tree: String,
    value: Option<String>,
}

impl<'a> From<&'a Listed<'a>> for ListedJson<'a> {
    fn from(listed: &'a Listed) -> Self {
        Self {
            grammar: listed.grammar.name(),
            summary: listed.grammar.summary(),
            expression: listed.text,
            tree: listed.reading.expression.to_s_expression(),
            value: listed.reading.value.as_ref().ok().map(ToString::to_string),
        }
    }
}

/// A grammar file for people, to the letter.
pub fn source(file: &str) -> Document {
    Document(file.lines().map(|line| Block::Line(source_line(line))).collect())
}

fn source_line(line: &str) -> Line {
    if line.trim_start().starts_with("//") {
        return Line::new(Role::Note, line);
    }
    match line.split_once(" = ") {
        Some((rule, body)) if !rule.contains(['"', ' ']) => {
            Line::new(Role::Heading, rule).and(Role::Plain, format!(" = {body}"))
        }
        _ => Line::new(Role::Plain, line),
    }
}

/// A grammar file for programs.
#[derive(Serialize)]
pub struct SourceJson<'a> {
    pub grammar: &'a str,
    pub source: &'a str,
}

/// What there is to say of a file without mistakes.
pub fn checked(path: &str, rules: usize) -> Document {
    let line = Line::new(Role::Plain, path).and(Role::Plain, ": a grammar of ");
    Document(vec![Block::Line(line.and(Role::Value, rules.to_string()).and(Role::Plain, " rules"))])
}

/// Whether a file is a grammar.
#[derive(Debug, Serialize)]
pub struct CheckJson<'a> {
    file: &'a str,
    /// How many there are, once there is no mistake.
    rules: Option<usize>,
    errors: Vec<GrammarErrorJson<'a>>,
}

#[derive(Debug, Serialize)]
struct GrammarErrorJson<'a> {
    line: usize,
    column: usize,
    message: &'a str,
    advice: &'a str,
}

impl<'a> CheckJson<'a> {
    /// Every mistake comes with its line and its column.
    pub fn new(
        file: &'a str,
        rules: Option<usize>,
        errors: impl Iterator<Item = ((usize, usize), &'a GrammarError)>,
    ) -> Self {
        let error = |((line, column), error): ((usize, usize), &'a GrammarError)| {
            GrammarErrorJson { line, column, message: &error.message, advice: &error.advice }
        };
        Self { file, rules, errors: errors.map(error).collect() }
    }
}
