//! Every tree of a text, as text, CSV and JSON.

use crate::Rational;
use crate::lessons::{AllTrees, PossibleTree};
use crate::syntax::NoValue;
use num_bigint::BigUint;
use serde::Serialize;

use super::markup as m;
use super::{Block, Document, Line, Table};
use crate::words::list_and;

/// How many trees there are, a row for each with its value and the grammars that
/// take it, and where the number comes from.
pub fn document(all: &AllTrees) -> Document {
    let AllTrees { parse, count, trees, refused_by } = all;
    let many = if *count == BigUint::from(1_u32) { "tree" } else { "trees" };
    let mut blocks: Vec<Block> = vec![
        m::expression(parse.text())
            .and(m::plain(format!(" has {count} {many} under the ambiguous grammar")))
            .into(),
        m::note("  E → E + E | E - E | E * E | E / E | ( E ) | number").into(),
        Block::Blank,
    ];
    let rows = trees.iter().map(|tree| {
        let (bracketed, worth) = (m::expression(full(all, tree)), value(&tree.value));
        vec![bracketed, worth, m::plain(list_and(&tree.taken_by))]
    });
    blocks.push(Table::of(rows).titled(["tree", "value", "taken by"]).keys(1).into());
    blocks.push(Block::Blank);
    if BigUint::from(trees.len()) < *count {
        let kept = format!("{} of them are shown; `--limit` shows more.", trees.len());
        blocks.push(m::note(kept).into());
    }
    if !refused_by.is_empty() {
        blocks.push(m::note(format!("Not read by {}.", list_and(refused_by))).into());
    }
    let why = if all.is_bracket_shapes() {
        "Four numbers without brackets: these are the five bracket shapes that the templates are \
         made from."
            .to_owned()
    } else if parse.text().contains('(') {
        "What stands in brackets has its own trees, and their numbers are multiplied.".to_owned()
    } else {
        "Chains of 1, 2, 3, … numbers have 1, 1, 2, 5, 14, 42, … trees: the Catalan numbers."
            .to_owned()
    };
    blocks.push(m::note(why).into());
    Document(blocks)
}

/// The tree with all its brackets, its numbers as they were typed.
fn full(all: &AllTrees, tree: &PossibleTree) -> String {
    let written = all.parse.written();
    let mut leaves = written.leaves();
    tree.expression.to_full_text(|_| leaves.next().expect("the same numbers").clone())
}

fn value(value: &Result<Rational, NoValue>) -> Line {
    match value {
        Ok(value) => m::value(value.to_string()),
        Err(error) => m::wrong(error.to_string()),
    }
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 4] = ["expression", "tree", "value", "taken_by"];

/// A row for every tree that is shown; one without a value has none there.
pub fn csv_rows(all: &AllTrees) -> impl Iterator<Item = [String; 4]> + '_ {
    all.trees.iter().map(|tree| {
        let value = tree.value.as_ref().map_or_else(|_| String::new(), ToString::to_string);
        let names = tree.taken_by.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        [all.parse.text().to_owned(), full(all, tree), value, names]
    })
}

/// The trees for programs.
#[derive(Debug, Serialize)]
pub struct AllTreesJson<'a> {
    expression: &'a str,
    count: serde_json::Number,
    trees: Vec<TreeJson>,
    refused_by: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TreeJson {
    text: String,
    tree: String,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    taken_by: Vec<String>,
}

impl<'a> From<&'a AllTrees> for AllTreesJson<'a> {
    fn from(all: &'a AllTrees) -> Self {
        let trees = all.trees.iter().map(|tree| TreeJson {
            text: full(all, tree),
            tree: tree.expression.to_s_expression(),
            value: tree.value.as_ref().ok().map(ToString::to_string),
            error: tree.value.as_ref().err().map(ToString::to_string),
            taken_by: tree.taken_by.iter().map(ToString::to_string).collect(),
        });
        Self {
            expression: all.parse.text(),
            count: all.count.to_string().parse().expect("a count is a whole number"),
            trees: trees.collect(),
            refused_by: all.refused_by.iter().map(ToString::to_string).collect(),
        }
    }
}
