//! What an edit of a grammar changes.

use serde::Serialize;

use crate::lessons::Parse;
use crate::reports::{DiffReading, GrammarDifference, GrammarDifferenceKind};
use crate::serial::ParseFields;
use crate::syntax::NodeKind;

/// The shortest text that two grammars read differently, and their trees of it.
#[derive(Debug, Serialize)]
pub struct DifferenceJson<'a> {
    expression: &'a str,
    kind: &'static str,
    a: SideJson,
    b: SideJson,
}

/// What one of them makes of it.
#[derive(Debug, Serialize)]
struct SideJson {
    #[serde(flatten)]
    parse: ParseFields,
    /// The tree, parents before children; nothing where the text is refused.
    nodes: Vec<NodeJson>,
}

/// A node of a tree to draw.
#[derive(Debug, Serialize)]
pub(super) struct NodeJson {
    label: String,
    text: String,
    parent: Option<usize>,
}

impl<'a> From<&'a GrammarDifference> for DifferenceJson<'a> {
    fn from(difference: &'a GrammarDifference) -> Self {
        let [a, b] = difference.parses.each_ref().map(|parse| SideJson {
            parse: parse.into(),
            nodes: parse.as_ref().map_or_else(|_| Vec::new(), nodes),
        });
        let kind = match difference.kind {
            GrammarDifferenceKind::Accepted => "accepted",
            GrammarDifferenceKind::Value => "value",
            GrammarDifferenceKind::Grouping => "grouping",
            GrammarDifferenceKind::Refused => "refused",
        };
        Self { expression: &difference.text, kind, a, b }
    }
}

fn nodes(reading: &DiffReading) -> Vec<NodeJson> {
    match reading {
        DiffReading::Expression(parse) => expression_nodes(parse),
        DiffReading::Rules { rules, .. } => {
            let mut open: Vec<usize> = Vec::new();
            let node = |(index, (depth, rule, text)): (usize, &(usize, String, String))| {
                open.truncate(*depth);
                let parent = open.last().copied();
                open.push(index);
                NodeJson { label: rule.clone(), text: text.clone(), parent }
            };
            rules.iter().enumerate().map(node).collect()
        }
    }
}

/// The nodes of an expression tree, parents before children and these from the left.
pub(super) fn expression_nodes(parse: &Parse) -> Vec<NodeJson> {
    let written = parse.written();
    let mut operands: Vec<Vec<usize>> = Vec::new();
    // In postfix order the operands of an operator are the last that wait for one.
    let mut waiting: Vec<usize> = Vec::new();
    for (index, node) in written.nodes().iter().enumerate() {
        let arity = match node.kind {
            NodeKind::Leaf(_) => 0,
            NodeKind::Operation(operator) => operator.arity(),
        };
        operands.push(waiting.split_off(waiting.len() - arity));
        waiting.push(index);
    }
    let mut made = Vec::new();
    let mut left: Vec<(usize, Option<usize>)> = waiting.into_iter().map(|it| (it, None)).collect();
    while let Some((index, parent)) = left.pop() {
        let label = match &written.nodes()[index].kind {
            NodeKind::Leaf(leaf) => leaf.clone(),
            NodeKind::Operation(operator) => operator.to_string(),
        };
        let place = Some(made.len());
        made.push(NodeJson { label, text: String::new(), parent });
        left.extend(operands[index].iter().rev().map(|&operand| (operand, place)));
    }
    made
}
