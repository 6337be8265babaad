//! Every tree of a text.

use crate::lessons::AllTrees;
use num_bigint::BigUint;

use super::{Block, Csv, Document, Report, Table, markup as m};
use crate::words::list_and;

impl Report for AllTrees {
    /// Shows the number of trees, and how the number is computed. Each tree has a row with its
    /// value and the grammars that build the tree.
    fn document(&self) -> Document {
        let AllTrees { parse, count, trees, refused_by } = self;
        let many = if *count == BigUint::from(1_u32) { "tree" } else { "trees" };
        let has = format!(" has {count} {many} under the ambiguous grammar");
        let grammar = m::note("  E → E + E | E - E | E * E | E / E | ( E ) | number");
        let mut blocks = vec![(m::expression(parse.text()) + has).into(), grammar.into()];
        blocks.push(Block::Blank);
        let rows = trees.iter().map(|tree| {
            let worth = tree.value.as_ref().map_or_else(m::wrong, m::value);
            vec![m::expression(&tree.text), worth, m::plain(list_and(&tree.taken_by))]
        });
        blocks.push(Table::of(rows).titled(["tree", "value", "grammars"]).keys(1).into());
        blocks.push(Block::Blank);
        if BigUint::from(trees.len()) < *count {
            let kept = format!("{} of them are shown; `--limit` shows more.", trees.len());
            blocks.push(m::note(kept).into());
        }
        if !refused_by.is_empty() {
            blocks.push(m::note(format!("Not accepted by {}.", list_and(refused_by))).into());
        }
        let why = if self.is_bracket_shapes() {
            "Four numbers without brackets: these are the five bracket shapes that the templates are \
             made from."
        } else if parse.text().contains('(') {
            "Each part in brackets has its own trees, and their counts are multiplied."
        } else {
            "Chains of 1, 2, 3, … numbers have 1, 1, 2, 5, 14, 42, … trees: the Catalan numbers."
        };
        blocks.push(m::note(why).into());
        Document(blocks)
    }

    /// Makes a row for every shown tree; a missing value leaves its cell empty.
    fn table(&self) -> Option<Csv> {
        let rows = self
            .trees
            .iter()
            .map(|tree| (self.parse.text(), &tree.text, tree.value.as_ref().ok(), &tree.taken_by));
        Some(Csv::new(["expression", "tree", "value", "taken_by"], rows))
    }
}
