//! The parse tree and the expression tree as graphs.

use crate::lessons::NodeMark;
use crate::words::shorten;

use super::super::tree;
use super::{Trees, on_one_line};

/// Longer texts are cut, so that no node is wider than the tree below it.
const LONGEST: usize = 28;

/// A node of a tree; parents come before their children, in order.
#[derive(Clone)]
pub(super) struct Node {
    /// The rules, the outermost first; none in the tree of the expression.
    pub(super) rules: Vec<String>,
    /// The text that they matched, or an operator or a number.
    pub(super) text: String,
    /// The same without a cut.
    pub(super) whole: String,
    /// The node above, as an index.
    pub(super) parent: Option<usize>,
    /// What it is, of a text that is not read.
    pub(super) mark: NodeMark,
}

impl Node {
    /// A node whose text is cut where it is long.
    pub(super) fn new(rules: Vec<String>, text: &str, parent: Option<usize>) -> Self {
        let whole = on_one_line(text);
        Self { rules, text: shorten(&whole, LONGEST), whole, parent, mark: NodeMark::Matched }
    }

    /// The lines of its label.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().chain([&self.text]).map(String::as_str)
    }
}

/// One tree of a drawing.
pub(super) struct Figure {
    /// A name that no other tree of the drawing has.
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) nodes: Vec<Node>,
}

/// The parse tree and, unless the grammar is plain, the expression tree.
pub(super) fn figures(parse: &impl Trees) -> Vec<Figure> {
    let rules = Figure { name: "rules", title: rules_title(parse), nodes: rules(parse) };
    let expression = expression(parse).map(|nodes| {
        let title = EXPRESSION_TITLE.to_owned();
        Figure { name: "expression", title, nodes }
    });
    [rules].into_iter().chain(expression).collect()
}

/// The rules and what they read.
pub(super) fn rules(parse: &impl Trees) -> Vec<Node> {
    let chains = parse.unit_rules().into_iter();
    chains.map(|chain| Node::new(chain.rules, &parse.text()[chain.span], chain.parent)).collect()
}

/// The operators and their operands; `None` under a plain grammar.
pub(super) fn expression(parse: &impl Trees) -> Option<Vec<Node>> {
    let mut open: Vec<usize> = Vec::new();
    let nodes = tree::nodes(&parse.written()?).into_iter().enumerate();
    let nodes = nodes.map(|(index, (depth, label))| {
        open.truncate(depth);
        let parent = open.last().copied();
        open.push(index);
        Node::new(Vec::new(), &label, parent)
    });
    Some(nodes.collect())
}

/// The title of the drawing: the expression and its value.
pub(super) fn title(parse: &impl Trees) -> String {
    let text = shorten(on_one_line(parse.text()).trim(), 2 * LONGEST);
    let claim = parse.claim().0.into_iter().map(|(_, text)| shorten(&text, 2 * LONGEST));
    text + &claim.collect::<String>()
}

/// The title of the parse tree.
pub(super) fn rules_title(parse: &impl Trees) -> String {
    format!("read by the grammar {}", parse.grammar())
}

/// The title of the expression tree.
pub(super) const EXPRESSION_TITLE: &str = "the expression";
