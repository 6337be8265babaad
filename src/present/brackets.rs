//! The brackets of an expression, and whether they are needed.

use super::value::value;
use super::{Annotated, Block, Document, Line, Mark, Report, Shape, markup as m};
use crate::lessons::{BracketPair, Brackets, Necessity};

impl Report for Brackets<'_> {
    /// Shows the pairs, each drawn below the expression.
    fn document(&self) -> Document {
        let Brackets { parse, pairs } = self;
        let mark = |span, label| Mark { span, shape: Shape::Brackets, labels: vec![label] };
        let none = pairs.is_empty().then(|| mark(0..0, m::note("no brackets")));
        let pair = |it: &BracketPair| mark(it.open..it.close + 1, judgement(it));
        let marks = pairs.iter().map(pair).chain(none).collect();
        let (text, beside) = (parse.text().to_owned(), "= " + value(parse));
        let mut blocks =
            vec![Annotated { text, indent: 2, beside, around: None, marks, lines_up: true }.into()];
        if pairs.iter().filter(|pair| pair.necessity > Necessity::Value).count() > 1 {
            let alone = "each pair is judged on its own, with all others in place";
            blocks.extend([Block::Blank, m::note(alone).into()]);
        }
        Document(blocks)
    }
}

/// Describes the effect of removing the pair.
fn judgement(pair: &BracketPair) -> Line {
    let Ok(parse) = &pair.parse else { return "needed: does not parse without it".into() };
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
