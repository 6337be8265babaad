//! What the brackets of an expression are for.

use crate::lessons::{BracketPair, Brackets, Necessity};
use serde::Serialize;

use super::value::{ParseJson, value};
use super::{Block, Document, Line, Role, Table};

/// The pairs for people, each drawn below the expression.
pub fn document(brackets: &Brackets) -> Document {
    let Brackets { parse, pairs } = brackets;
    let text = parse.text.replace('\t', " ");
    let (role, worth) = value(&parse.text, &parse.value);
    let mut rows = vec![vec![
        Line::new(Role::Expression, &*text),
        Line::new(Role::Plain, "= ").and(role, worth),
    ]];
    rows.extend(pairs.iter().map(|pair| {
        let drawn = " ".repeat(pair.open) + "(" + &" ".repeat(pair.close - pair.open - 1) + ")";
        vec![Line::new(Role::Expression, drawn), judgement(pair)]
    }));
    if pairs.is_empty() {
        rows.push(vec![Line::default(), Line::new(Role::Note, "no brackets")]);
    }
    let mut blocks = vec![Block::Table(Table { rows, ..Table::default() })];
    let loose = pairs.iter().filter(|pair| pair.necessity > Necessity::Value);
    if loose.count() > 1 {
        let note = "each pair judged alone, all others left standing";
        blocks.extend([Block::Blank, Block::Line(Line::new(Role::Note, note))]);
    }
    Document(blocks)
}

/// What happens without the pair.
fn judgement(pair: &BracketPair) -> Line {
    let Ok(parse) = &pair.parse else {
        return Line::new(Role::Plain, "needed: cannot be read without it");
    };
    match pair.necessity {
        Necessity::Nothing => Line::new(Role::Note, "changes nothing"),
        Necessity::Tree => Line::new(Role::Plain, "changes only the tree: ")
            .and(Role::Expression, parse.expression.to_s_expression())
            .and(Role::Plain, " without it"),
        Necessity::Reading | Necessity::Value => {
            let start = if parse.value.is_ok() { "needed: worth " } else { "needed: " };
            let (role, worth) = value(&pair.without, &parse.value);
            Line::new(Role::Plain, start).and(role, worth).and(Role::Plain, " without it")
        }
    }
}

/// The pairs for programs.
#[derive(Serialize)]
pub struct BracketsJson<'a> {
    expression: &'a str,
    grammar: String,
    #[serde(flatten)]
    parse: ParseJson,
    brackets: Vec<PairJson<'a>>,
}

#[derive(Serialize)]
struct PairJson<'a> {
    open: usize,
    close: usize,
    needed: Necessity,
    without: &'a str,
    #[serde(flatten)]
    parse: ParseJson,
}

impl<'a> From<&'a Brackets<'_>> for BracketsJson<'a> {
    fn from(Brackets { parse, pairs }: &'a Brackets) -> Self {
        Self {
            expression: &parse.text,
            grammar: parse.grammar.to_string(),
            parse: ParseJson::from(*parse),
            brackets: pairs.iter().map(PairJson::from).collect(),
        }
    }
}

impl<'a> From<&'a BracketPair> for PairJson<'a> {
    fn from(pair: &'a BracketPair) -> Self {
        Self {
            open: pair.open,
            close: pair.close,
            needed: pair.necessity,
            without: &pair.without,
            parse: (&pair.parse).into(),
        }
    }
}
