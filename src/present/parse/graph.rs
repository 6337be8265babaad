//! The trees of a text as graphs: for Graphviz, for Mermaid, and for LaTeX with the package
//! forest.

use std::fmt::Write;

use super::super::latex::{escaped as latex_escaped, package};
use super::super::tree;
use super::{claim, failed, on_one_line};
use crate::lessons::{FailedParse, NodeMark, Reading, UnitRules};
use crate::words::shorten;

/// The maximum length of the text of a node. Longer texts are cut, so that a node is not wider than
/// the tree below it.
const LONGEST: usize = 28;

/// A node of a tree. In a list of nodes, parents come before their children, and children are in
/// order.
#[derive(Clone)]
pub(super) struct Node {
    /// The rules, the outermost first; empty in the tree of the expression.
    pub(super) rules: Vec<String>,
    /// The text that they matched, or an operator or a number.
    pub(super) text: String,
    /// The same text, not cut.
    pub(super) whole: String,
    /// The node above, as an index.
    pub(super) parent: Option<usize>,
    /// The number of nodes around it.
    pub(super) depth: usize,
    /// The mark of the node in a text that does not parse.
    pub(super) mark: NodeMark,
}

impl Node {
    /// Makes a node, and cuts a long text.
    fn new(rules: Vec<String>, text: &str, (parent, depth): (Option<usize>, usize)) -> Self {
        let (whole, mark) = (on_one_line(text), NodeMark::Matched);
        Self { rules, text: shorten(&whole, LONGEST), whole, parent, depth, mark }
    }

    /// Returns the lines of the node's label.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().chain([&self.text]).map(String::as_str)
    }
}

/// One tree of a drawing.
pub(super) struct Figure {
    /// A name that is unique in the drawing.
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) nodes: Vec<Node>,
}

/// The trees and messages to draw for a text.
pub(super) struct Drawing {
    /// The text with its value.
    pub(super) title: String,
    /// Messages about a text that does not parse.
    pub(super) notes: Vec<String>,
    pub(super) figures: Vec<Figure>,
}

impl Drawing {
    pub(super) fn of(reading: &Reading) -> Self {
        if let Reading::Failed(failed) = reading {
            return failed::drawing(failed);
        }
        let text = shorten(on_one_line(reading.text()).trim(), 2 * LONGEST);
        let claim = claim(reading).0.into_iter().map(|(_, text)| shorten(&text, 2 * LONGEST));
        let view = if reading.tree().has_silent() { "every rule call," } else { "parsed" };
        let rules = Figure {
            name: "rules",
            title: format!("{} by the grammar {}", view, reading.grammar()),
            nodes: rule_nodes(reading.text(), reading.tree().unit_rules(), None),
        };
        let expression = reading.written().map(|written| {
            let nodes = tree::nodes(&written);
            let places = tree::parents(nodes.iter().map(|(depth, _)| *depth))
                .zip(&nodes)
                .map(|(parent, (depth, label))| Node::new(Vec::new(), label, (parent, *depth)));
            Figure { name: "expression", title: "the expression".into(), nodes: places.collect() }
        });
        let figures = [rules].into_iter().chain(expression).collect();
        Self { title: text + &claim.collect::<String>(), notes: Vec::new(), figures }
    }
}

/// Returns the rules that matched `text`. `failed` is set if the text does not parse.
pub(super) fn rule_nodes(
    text: &str,
    chains: Vec<UnitRules>,
    failed: Option<&FailedParse>,
) -> Vec<Node> {
    let node = |chain: UnitRules| {
        let (name, read) = failed::named(text, &chain, failed);
        let rules = if chain.rules.is_empty() { vec![name] } else { chain.rules };
        let open = if chain.mark == NodeMark::Open { " …" } else { "" };
        let node = Node::new(rules, &read, (chain.parent, chain.depth));
        Node { text: node.text + open, mark: chain.mark, ..node }
    };
    chains.into_iter().map(node).collect()
}

/// Writes the trees of a text as graphs for Graphviz, each in a cluster.
pub fn dot(reading: &Reading) -> String {
    let Drawing { title, figures, .. } = Drawing::of(reading);
    let mut dot = format!(
        "digraph parse {{
  label={};
  labelloc=t;
  fontname=\"sans-serif\";
  node [fontname=\"monospace\", shape=box, style=rounded];
  edge [arrowhead=none];
",
        quoted(&title)
    );
    for Figure { name, title, nodes } in &figures {
        let title = quoted(title);
        // `ordering=out` draws children in the order of the text.
        let start =
            format!("  subgraph cluster_{name} {{\n    label={title};\n    ordering=out;\n");
        dot += &start;
        for (index, node) in nodes.iter().enumerate() {
            let lines: Vec<&str> = node.lines().collect();
            let label = quoted(&lines.join("\n"));
            let [style, _] = styles(node.mark);
            // Writing to a string never fails.
            let _ = writeln!(dot, "    {name}_{index} [label={label}{style}];");
            if let Some(parent) = node.parent {
                let _ = writeln!(dot, "    {name}_{parent} -> {name}_{index};");
            }
        }
        dot += "  }\n";
    }
    dot + "}\n"
}

/// The marks of an unmatched node's frame, in Graphviz and in Mermaid.
const fn styles(mark: NodeMark) -> [&'static str; 2] {
    match mark {
        NodeMark::Matched => ["", ""],
        NodeMark::Open => [", style=\"rounded,dotted\"", "stroke-dasharray:2 3"],
        NodeMark::Failure => [", shape=octagon, style=bold", "stroke-width:4px"],
        NodeMark::PutIn | NodeMark::TakenOut => {
            [", style=\"rounded,dashed\"", "stroke-dasharray:7 4"]
        }
    }
}

/// Quotes a string for Graphviz.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// Writes the trees of a text as a flowchart for Mermaid, each in a subgraph.
pub fn mermaid(reading: &Reading) -> String {
    let Drawing { title, figures, .. } = Drawing::of(reading);
    // A JSON string is also valid in YAML, in which titles are written.
    let title = serde_json::Value::from(title);
    let mut chart = format!("---\ntitle: {title}\n---\nflowchart TB\n");
    // Mermaid draws later subgraphs further to the left, so the figures are reversed.
    for Figure { name, title, nodes } in figures.iter().rev() {
        // Writing to a string never fails.
        let _ = writeln!(chart, "  subgraph {name}[\"{}\"]", escaped(title));
        chart += "    direction TB\n";
        for (index, node) in nodes.iter().enumerate() {
            let lines: Vec<String> = node.lines().map(escaped).collect();
            let _ = writeln!(chart, "    {name}_{index}[\"{}\"]", lines.join("<br>"));
            if let Some(parent) = node.parent {
                let _ = writeln!(chart, "    {name}_{parent} --- {name}_{index}");
            }
            let [_, style] = styles(node.mark);
            if !style.is_empty() {
                let _ = writeln!(chart, "    style {name}_{index} {style}");
            }
        }
        chart += "  end\n";
    }
    chart
}

/// Writes every special character of a label as its character code, as Mermaid expects. Otherwise,
/// a sign such as `-` at the start of a line would begin a list.
fn escaped(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() || matches!(character, ' ' | '_' | '…') {
            label.push(character);
        } else {
            let _ = write!(label, "#{};", u32::from(character));
        }
    }
    label
}

/// Draws the parse tree, and the expression tree next to it, or below it if there is no room.
pub fn latex(reading: &Reading) -> String {
    let Drawing { title, figures, .. } = Drawing::of(reading);
    let mut latex = format!("% {title}\n") + &package("forest");
    for (index, Figure { title, nodes, .. }) in figures.iter().enumerate() {
        latex += if index == 0 { "" } else { "\\qquad\n" };
        let style = "for tree={align=center, base=top, font=\\small}, baseline";
        // Writing to a string never fails.
        let _ = write!(latex, "\\begin{{forest}} % {title}\n  {style}");
        // The package draws a single tree, so several trees need an invisible root.
        let is_several = nodes.iter().filter(|node| node.parent.is_none()).count() > 1;
        latex += if is_several { "\n  [,phantom" } else { "" };
        let mut open = 0;
        for node in nodes {
            latex += &"]".repeat(open - node.depth);
            let _ = write!(latex, "\n{}[{{{}}}", "  ".repeat(node.depth + 1), label(node));
            open = node.depth + 1;
        }
        latex += &"]".repeat(open + usize::from(is_several));
        latex += "\n\\end{forest}\n";
    }
    latex
}

/// Writes the rules, each on a line, and the text that they matched.
fn label(node: &Node) -> String {
    let rules = node.rules.iter().map(|rule| format!("\\textit{{{}}}\\\\", latex_escaped(rule)));
    rules.collect::<String>() + &format!("\\texttt{{{}}}", latex_escaped(&node.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    #[test]
    fn special_characters_in_a_string_are_escaped() {
        assert_eq!(quoted("a\"b\\n\nc"), r#""a\"b\\n\nc""#);
    }

    #[test]
    fn special_characters_in_a_label_are_escaped() {
        assert_eq!(escaped("a_1 \"<b>#;`-"), "a_1 #34;#60;b#62;#35;#59;#96;#45;");
    }

    #[test]
    fn the_latex_tree_closes_all_its_brackets() {
        let latex = latex(&Reading::new("8-4", &Grammar::Left));
        let lines: Vec<&str> = latex.lines().collect();
        assert_eq!(lines[..2], ["% 8-4 = 4", "% \\usepackage{forest}"]);
        assert_eq!(
            lines[lines.len() - 6..],
            [
                "\\begin{forest} % the expression",
                "  for tree={align=center, base=top, font=\\small}, baseline",
                "  [{\\texttt{-}}",
                "    [{\\texttt{8}}]",
                "    [{\\texttt{4}}]]",
                "\\end{forest}",
            ]
        );
        let count = |sign| latex.matches(sign).count();
        assert_eq!(count('['), count(']'));
        assert_eq!(count('{'), count('}'));
    }
}
