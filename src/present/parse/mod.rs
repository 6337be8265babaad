//! The parse tree and the expression tree of a text.

mod dot;
mod failed;
mod graph;
mod json;
mod latex;
mod layout;
mod mermaid;
mod svg;
mod trees;

use crate::Expression;
use crate::lessons::UnitRules;

pub use dot::dot;
pub(crate) use failed::{
    FailureFields, advice, facts, heading, mended, mended_text, open_rules, reason_and_place,
};
pub use failed::{
    FailureJson, document as failed_document, failed_dot, failed_mermaid, failed_svg,
};
pub use json::TreesJson;
pub use latex::latex;
pub use mermaid::mermaid;
pub use svg::svg;
pub use trees::Trees;

use super::markup as m;
use super::{Block, Document, Line, Table, Tree, TreeNode, tree};
use crate::words::{place, shorten};

/// The trees for people, and what they come to.
pub fn document(parse: &impl Trees) -> Document {
    let Some(written) = parse.written() else {
        let rows = [vec![m::note("value"), parse.worth()]].into_iter().chain(unread(parse));
        let results = Table::of(rows);
        return Document(vec![drawn(parse), Block::Blank, results.into()]);
    };
    let results = Table::of(results(parse, &written));
    Document(vec![drawn(parse), Block::Blank, results.into()])
}

/// What is said of a text of which only the beginning is read.
fn unread(parse: &impl Trees) -> Option<Vec<Line>> {
    let unread = Some(parse.unread()).filter(|it| !it.is_empty())?;
    let place = place(parse.text(), unread.start);
    let start = parse.grammar().rules().name(parse.grammar().start());
    let why = format!(" from {place} on: `{start}` does not ask for the end (`EOI`)");
    let rest = m::expression(shorten(&on_one_line(&parse.text()[unread]), LONGEST_REST));
    Some(vec![m::wrong("not read"), rest.and(m::wrong(why))])
}

/// The longest text after what was read that is shown.
const LONGEST_REST: usize = 30;

/// The parse tree and the expression tree side by side.
pub(super) fn drawn(parse: &impl Trees) -> Block {
    let expression = parse.written().map(|written| tree::of_expression(&written));
    Block::Trees(std::iter::once(rules(parse)).chain(expression).collect())
}

/// The rules and what they read.
fn rules(parse: &impl Trees) -> Tree {
    let node = |chain: UnitRules| TreeNode {
        depth: chain.depth,
        name: m::plain(chain.rules.join(" › ")),
        text: m::expression(on_one_line(&parse.text()[chain.span])),
    };
    let nodes = parse.unit_rules().into_iter().map(node).collect();
    Tree { title: Line::default(), nodes, lines_up: true }
}

/// `text` with a blank for every character that would move what stands after
/// it.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The values of the trees.
fn results(parse: &impl Trees, written: &Expression<String>) -> Vec<Vec<Line>> {
    let mut fewest = m::expression(written.to_string());
    if !parse.grammar().is_ordinary() {
        fewest = fewest.and(m::note(" in ordinary arithmetic"));
    }
    if parse.is_regrouped() {
        fewest = fewest.and(m::note(", grouped differently, same value"));
    }
    let full = written.to_full_text(Clone::clone);
    let rows = [
        ("tree", m::plain(written.to_s_expression())),
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
    let tree = if parse.written().is_some() { sexpr(parse) } else { String::new() };
    [parse.text().to_owned(), parse.grammar().to_string(), tree, value, ordinary]
}

/// The expression tree as an S-expression; under a plain grammar the parse tree.
pub fn sexpr(parse: &impl Trees) -> String {
    parse.s_expression()
}
