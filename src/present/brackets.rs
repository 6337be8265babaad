//! The brackets of an expression, and whether they are needed.

use super::value::value;
use super::{Annotated, Block, Document, Line, Mark, Report, Shape, markup as m};
use crate::lessons::{BracketPair, Brackets, Necessity};

impl Report for Brackets<'_> {
    /// Shows the pairs, each drawn below the expression.
    fn document(&self) -> Document {
        let Brackets { parse, pairs } = self;
        let none =
            Mark { span: 0..0, shape: Shape::Brackets, labels: vec![m::note("no brackets")] };
        let marks = if pairs.is_empty() { vec![none] } else { pairs.iter().map(mark).collect() };
        let annotated = Annotated {
            text: parse.text().to_owned(),
            indent: 2,
            beside: "= " + value(parse),
            marks,
            lines_up: true,
            ..Annotated::default()
        };
        let mut blocks = vec![annotated.into()];
        let loose = pairs.iter().filter(|pair| pair.necessity > Necessity::Value);
        if loose.count() > 1 {
            let alone = "each pair is judged on its own, with all others in place";
            blocks.extend([Block::Blank, m::note(alone).into()]);
        }
        Document(blocks)
    }
}

/// Makes the mark of a pair.
fn mark(pair: &BracketPair) -> Mark {
    Mark { span: pair.open..pair.close + 1, shape: Shape::Brackets, labels: vec![judgement(pair)] }
}

/// Describes the effect of removing the pair.
fn judgement(pair: &BracketPair) -> Line {
    let Ok(parse) = &pair.parse else {
        return m::plain("needed: does not parse without it");
    };
    match pair.necessity {
        Necessity::Nothing => m::note("changes nothing"),
        Necessity::Tree => {
            let tree = m::expression(parse.written().to_s_expression());
            "changes only the tree: " + tree + " without it"
        }
        Necessity::Reading | Necessity::Value => {
            let start = if parse.value().is_ok() { "needed: the value is " } else { "needed: " };
            start + value(parse) + " without it"
        }
    }
}
