//! The parse tree and the expression tree of a text.

mod dot;
mod graph;
mod json;
mod latex;
mod layout;
mod mermaid;
mod svg;
mod trees;

use crate::Grammar;
use crate::lessons::UnitRules;

pub use dot::dot;
pub use json::TreesJson;
pub use latex::latex;
pub use mermaid::mermaid;
pub use svg::svg;
pub use trees::Trees;

use super::markup as m;
use super::{Block, Document, Line, Table, Tree, TreeNode, tree};

/// The trees for people, and what they come to.
pub fn document(parse: &impl Trees) -> Document {
    let trees = vec![rules(parse), tree::of_expression(&parse.written())];
    let results = Table::of(results(parse));
    Document(vec![Block::Trees(trees), Block::Blank, results.into()])
}

/// The rules and what they read.
fn rules(parse: &impl Trees) -> Tree {
    let node = |chain: UnitRules| TreeNode {
        depth: chain.depth,
        name: m::plain(chain.rules.join(" › ")),
        text: m::expression(on_one_line(&parse.text()[chain.span])),
    };
    Tree { nodes: parse.unit_rules().into_iter().map(node).collect(), lines_up: true }
}

/// `text` with a blank for every character that would move what stands after
/// it.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The values of the trees.
fn results(parse: &impl Trees) -> Vec<Vec<Line>> {
    let mut fewest = m::expression(parse.written().to_string());
    if *parse.grammar() != Grammar::Left {
        fewest = fewest.and(m::note(" in ordinary arithmetic"));
    }
    if parse.is_regrouped() {
        fewest = fewest.and(m::note(", grouped differently, same value"));
    }
    let full = parse.written().to_full_text(Clone::clone);
    let rows = [
        ("tree", m::plain(parse.written().to_s_expression())),
        ("value", parse.worth()),
        ("fewest brackets", fewest),
        ("all brackets", m::expression(full)),
    ];
    rows.map(|(name, line)| vec![m::note(name), line]).into()
}

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 5] = ["expression", "grammar", "tree", "value", "ordinary"];

/// The expression tree as a row, with its value and that in ordinary
/// arithmetic; one that there is not is left out.
pub fn csv_row(parse: &impl Trees) -> [String; 5] {
    let [value, ordinary] = parse.csv_values();
    [parse.text().to_owned(), parse.grammar().to_string(), sexpr(parse), value, ordinary]
}

/// The expression tree as an S-expression.
pub fn sexpr(parse: &impl Trees) -> String {
    parse.s_expression()
}
