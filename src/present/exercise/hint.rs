//! Hints.

use crate::exercises::Hint;
use crate::reports::{DiffReading, GrammarDifference};
use crate::words::counted;

use super::super::grammar_diff::trees;
use super::super::grammar_examples::{cell, line};
use super::graded::side;
use super::{Block, Document, m, paragraph};

/// A hint, the number of it from 1, and of how many.
pub fn hint(hint: &Hint<'_>, number: usize, of: usize) -> Document {
    let mut blocks = vec![m::heading(format!("hint {number} of {of}")).into(), Block::Blank];
    match hint {
        Hint::Text(difference) => {
            blocks.extend([m::plain("The shortest text that goes wrong:").into(), Block::Blank]);
            blocks.push(cell(&difference.text).into());
        }
        Hint::Trees(difference) => blocks.extend(of_trees(difference)),
        Hint::Written(text) => blocks.push(paragraph(text).into()),
    }
    let left = match of - number {
        0 => "this was the last one".to_owned(),
        left => format!("{} left", counted(left, "hint")),
    };
    blocks.extend([Block::Blank, m::note(left).into()]);
    Document(blocks)
}

/// What both make of a text: two trees, or why there is one alone.
fn of_trees(difference: &GrammarDifference) -> Vec<Block> {
    const NAMES: [&str; 2] = ["reference", "yours"];
    let text = &difference.text;
    let mut blocks = vec![m::plain("What is to become of it, and what does:").into()];
    blocks.extend([Block::Blank, cell(text).into(), Block::Blank]);
    blocks.push(Block::Trees(trees(difference, NAMES)));
    let refused = difference.parses.iter().zip(NAMES).filter(|(parse, _)| parse.is_err());
    blocks.extend(
        refused
            .map(|(parse, name)| Block::Item(m::heading(format!("{name}: ")), side(parse, text))),
    );
    blocks
}

/// A hint in a line, for programs.
pub(super) fn hint_words(hint: &Hint<'_>) -> String {
    match hint {
        Hint::Text(difference) => line(&difference.text).into_owned(),
        Hint::Trees(difference) => {
            let [reference, yours] = difference.parses.each_ref().map(|parse| {
                parse.as_ref().map_or_else(ToString::to_string, DiffReading::to_s_expression)
            });
            format!("reference: {reference}; yours: {yours}")
        }
        Hint::Written(text) => paragraph(text).to_string(),
    }
}
