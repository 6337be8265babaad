//! What the brackets of an expression are for.

use crate::Reading;
use crate::lessons::{BracketPair, Brackets, Necessity};
use serde::Serialize;

use super::value::{reason, value};
use super::{Block, Document, Line, Role, Table};

/// The pairs for people, each drawn below the expression.
pub fn document(brackets: &Brackets) -> Document {
    let text = brackets.text.replace('\t', " ");
    let (role, worth) = value(&brackets.text, &brackets.reading.value);
    let mut rows = vec![vec![
        Line::new(Role::Expression, &*text),
        Line::new(Role::Plain, "= ").and(role, worth),
    ]];
    rows.extend(brackets.pairs.iter().map(|pair| {
        let drawn = " ".repeat(pair.open) + "(" + &" ".repeat(pair.close - pair.open - 1) + ")";
        vec![Line::new(Role::Expression, drawn), judgement(pair)]
    }));
    if brackets.pairs.is_empty() {
        rows.push(vec![Line::default(), Line::new(Role::Note, "no brackets")]);
    }
    let mut blocks = vec![Block::Table(Table { rows, ..Table::default() })];
    let loose = brackets.pairs.iter().filter(|pair| pair.necessity > Necessity::Value);
    if loose.count() > 1 {
        let note = "each pair judged alone, all others left standing";
        blocks.extend([Block::Blank, Block::Line(Line::new(Role::Note, note))]);
    }
    Document(blocks)
}

/// What happens without the pair.
fn judgement(pair: &BracketPair) -> Line {
    match (pair.necessity, &pair.reading) {
        (Necessity::Nothing, _) => Line::new(Role::Note, "changes nothing"),
        (Necessity::Tree, Ok(reading)) => Line::new(Role::Plain, "changes only the tree: ")
            .and(Role::Expression, reading.expression.to_s_expression())
            .and(Role::Plain, " without it"),
        (_, Ok(reading)) => {
            let start = if reading.value.is_ok() { "needed: worth " } else { "needed: " };
            let (role, worth) = value(&pair.without, &reading.value);
            Line::new(Role::Plain, start).and(role, worth).and(Role::Plain, " without it")
        }
        (_, Err(_)) => Line::new(Role::Plain, "needed: cannot be read without it"),
    }
}

/// The pairs for programs.
#[derive(Serialize)]
pub struct BracketsJson<'a> {
    expression: &'a str,
    grammar: String,
    #[serde(flatten)]
    reading: ReadingJson,
    brackets: Vec<PairJson<'a>>,
}

#[derive(Serialize)]
struct PairJson<'a> {
    open: usize,
    close: usize,
    needed: &'static str,
    without: &'a str,
    #[serde(flatten)]
    reading: ReadingJson,
}

/// What a text was read as.
#[derive(Serialize)]
struct ReadingJson {
    tree: Option<String>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl ReadingJson {
    fn new(text: &str, reading: &Reading) -> Self {
        Self {
            tree: Some(reading.expression.to_s_expression()),
            value: reading.value.as_ref().ok().map(ToString::to_string),
            error: reading.value.as_ref().err().map(|error| reason(text, error)),
        }
    }
}

impl<'a> From<&'a Brackets> for BracketsJson<'a> {
    fn from(brackets: &'a Brackets) -> Self {
        Self {
            expression: &brackets.text,
            grammar: brackets.grammar.to_string(),
            reading: ReadingJson::new(&brackets.text, &brackets.reading),
            brackets: brackets.pairs.iter().map(PairJson::from).collect(),
        }
    }
}

impl<'a> From<&'a BracketPair> for PairJson<'a> {
    fn from(pair: &'a BracketPair) -> Self {
        Self {
            open: pair.open,
            close: pair.close,
            needed: match pair.necessity {
                Necessity::Reading => "reading",
                Necessity::Value => "value",
                Necessity::Tree => "tree",
                Necessity::Nothing => "nothing",
            },
            without: &pair.without,
            reading: match &pair.reading {
                Ok(reading) => ReadingJson::new(&pair.without, reading),
                Err(error) => {
                    ReadingJson { tree: None, value: None, error: Some(error.to_string()) }
                }
            },
        }
    }
}
