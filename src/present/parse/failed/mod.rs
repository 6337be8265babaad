//! A text that is not read: the tree as far as it stands, and below it that of the
//! text mended.

mod json;
mod words;

use crate::lessons::{FailedParse, MarkedNode, MendedParse, NodeMark};
use crate::words::shorten;

use super::super::{Block, Document, Tree, TreeNode, markup as m, tree};
use super::graph::{Figure, Node};
use super::{dot, mermaid, on_one_line, svg};

pub(crate) use json::FailureFields;
pub use json::FailureJson;
pub(crate) use words::{advice, facts, heading, mended, mended_text, open_rules, reason_and_place};

/// The longest text that a heading shows.
const LONGEST: usize = 60;

/// The trees for people: up to the error, and of the text mended. Without trees
/// where the text is beyond a limit.
pub fn document(failed: &FailedParse) -> Document {
    let nodes = failed.nodes();
    if nodes.is_empty() {
        return Document::default();
    }
    let mut blocks = vec![
        m::wrong(words::heading(failed)).into(),
        Block::Blank,
        Block::Trees(vec![drawn(failed, nodes)]),
        Block::Blank,
        m::plain(words::advice(failed)).into(),
    ];
    if let Some(mended) = failed.mended() {
        let nodes = mended.nodes();
        let trees = vec![drawn(failed, nodes), tree::of_expression(&mended.parse.written())];
        let heading = m::heading(words::mended(failed, &mended.fix) + &claim(mended).to_string());
        blocks.extend([Block::Blank, heading.into(), Block::Blank, Block::Trees(trees)]);
    }
    Document(blocks)
}

/// What the text mended comes to.
fn claim(mended: &MendedParse) -> super::Line {
    let text = shorten(&on_one_line(mended.parse.text()), LONGEST);
    m::expression(text).and(super::Trees::claim(&mended.parse))
}

/// A tree with lines of text.
fn drawn(failed: &FailedParse, nodes: Vec<MarkedNode>) -> Tree {
    let node = |node: MarkedNode| {
        let (name, text) = words::node(failed, &node);
        let (name, text) = match node.mark {
            NodeMark::Failure => (m::wrong(name), m::wrong(text)),
            NodeMark::PutIn | NodeMark::TakenOut => (m::value(name), m::expression(text)),
            _ => (m::plain(name), m::expression(text)),
        };
        TreeNode { depth: node.depth, name, text }
    };
    let nodes = nodes.into_iter().map(node).collect();
    Tree { title: super::Line::default(), nodes, lines_up: true }
}

/// The trees as a picture, one below the other.
pub fn failed_svg(failed: &FailedParse) -> String {
    svg::stacked(&title(failed), &words::notes(failed), &figures(failed))
}

/// The trees as graphs for Graphviz.
pub fn failed_dot(failed: &FailedParse) -> String {
    dot::written(&title(failed), &figures(failed))
}

/// The trees as a flowchart for Mermaid.
pub fn failed_mermaid(failed: &FailedParse) -> String {
    mermaid::written(&title(failed), &figures(failed))
}

fn title(failed: &FailedParse) -> String {
    let text = shorten(on_one_line(failed.text()).trim(), LONGEST);
    let heading = words::heading(failed);
    if text.is_empty() { heading } else { format!("{text}: {heading}") }
}

fn figures(failed: &FailedParse) -> Vec<Figure> {
    let nodes = failed.nodes();
    let up_to = (!nodes.is_empty()).then(|| {
        let title = format!("up to the error, by the grammar {}", failed.grammar());
        Figure { name: "rules", title, nodes: of_marked(failed, nodes) }
    });
    let mended = failed.mended().map(|mended| {
        let title = words::mended(failed, &mended.fix) + &claim(mended).to_string();
        Figure { name: "mended", title, nodes: of_marked(failed, mended.nodes()) }
    });
    up_to.into_iter().chain(mended).collect()
}

fn of_marked(failed: &FailedParse, nodes: Vec<MarkedNode>) -> Vec<Node> {
    let node = |node: MarkedNode| {
        let (name, text) = words::node(failed, &node);
        let rules = if node.rules.is_empty() { vec![name] } else { node.rules };
        let open = if node.mark == NodeMark::Open { " …" } else { "" };
        let drawn = Node::new(rules, &text, node.parent);
        Node { text: drawn.text + open, mark: node.mark, ..drawn }
    };
    nodes.into_iter().map(node).collect()
}
