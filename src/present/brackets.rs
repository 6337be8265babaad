//! Which brackets of an expression are needed, as text and JSON.

use crate::lessons::{BracketPair, Brackets, Necessity};
use serde::Serialize;

use super::markup as m;
use super::value::value;
use super::{Block, Document, Line, Table};
use crate::serial::ParseFields;

/// The pairs for people, each drawn below the expression.
pub fn document(brackets: &Brackets) -> Document {
    let Brackets { parse, pairs } = brackets;
    let text = parse.text().replace('\t', " ");
    let (role, worth) = value(parse);
    let mut rows = vec![vec![m::expression(&*text), m::plain("= ").and(Line::new(role, worth))]];
    rows.extend(pairs.iter().map(|pair| {
        let drawn = " ".repeat(pair.open) + "(" + &" ".repeat(pair.close - pair.open - 1) + ")";
        vec![m::expression(drawn), judgement(pair)]
    }));
    if pairs.is_empty() {
        rows.push(vec![Line::default(), m::note("no brackets")]);
    }
    let mut blocks = vec![Table::of(rows).into()];
    let loose = pairs.iter().filter(|pair| pair.necessity > Necessity::Value);
    if loose.count() > 1 {
        let note = "each pair judged alone, all others left standing";
        blocks.extend([Block::Blank, m::note(note).into()]);
    }
    Document(blocks)
}

/// The effect of leaving out the pair.
fn judgement(pair: &BracketPair) -> Line {
    let Ok(parse) = &pair.parse else {
        return m::plain("needed: cannot be read without it");
    };
    match pair.necessity {
        Necessity::Nothing => m::note("changes nothing"),
        Necessity::Tree => m::plain("changes only the tree: ")
            .and(m::expression(parse.written().to_s_expression()))
            .and(m::plain(" without it")),
        Necessity::Reading | Necessity::Value => {
            let start = if parse.value().is_ok() { "needed: the value is " } else { "needed: " };
            let (role, worth) = value(parse);
            m::plain(start).and(Line::new(role, worth)).and(m::plain(" without it"))
        }
    }
}

/// The pairs for programs.
#[derive(Serialize)]
pub struct BracketsJson<'a> {
    expression: &'a str,
    grammar: String,
    #[serde(flatten)]
    parse: ParseFields,
    brackets: Vec<PairJson<'a>>,
}

#[derive(Serialize)]
struct PairJson<'a> {
    open: usize,
    close: usize,
    needed: Necessity,
    without: &'a str,
    #[serde(flatten)]
    parse: ParseFields,
}

impl<'a> From<&'a Brackets<'_>> for BracketsJson<'a> {
    fn from(Brackets { parse, pairs }: &'a Brackets) -> Self {
        Self {
            expression: parse.text(),
            grammar: parse.grammar().to_string(),
            parse: ParseFields::from(*parse),
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
