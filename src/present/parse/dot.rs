//! The two trees as a graph for Graphviz.

use std::fmt::Write;

use super::Trees;
use super::graph::{self, Figure};
use crate::lessons::NodeMark;

/// The trees side by side, each in a cluster.
pub fn dot(parse: &impl Trees) -> String {
    written(&graph::title(parse), &graph::figures(parse))
}

/// These trees in the same way.
pub(super) fn written(title: &str, figures: &[Figure]) -> String {
    let mut dot = format!(
        "digraph parse {{
  label={};
  labelloc=t;
  fontname=\"sans-serif\";
  node [fontname=\"monospace\", shape=box, style=rounded];
  edge [arrowhead=none];
",
        quoted(title)
    );
    for figure in figures {
        cluster(&mut dot, figure);
    }
    dot + "}\n"
}

fn cluster(dot: &mut String, Figure { name, title, nodes }: &Figure) {
    let title = quoted(title);
    // Children stand in the order of the text.
    let start = format!("  subgraph cluster_{name} {{\n    label={title};\n    ordering=out;\n");
    *dot += &start;
    for (index, node) in nodes.iter().enumerate() {
        let lines: Vec<&str> = node.lines().collect();
        let label = quoted(&lines.join("\n"));
        let style = style(node.mark);
        // Writing to a string does not fail.
        let _ = writeln!(dot, "    {name}_{index} [label={label}{style}];");
        if let Some(parent) = node.parent {
            let _ = writeln!(dot, "    {name}_{parent} -> {name}_{index};");
        }
    }
    *dot += "  }\n";
}

/// What is not read stands out by its frame.
const fn style(mark: NodeMark) -> &'static str {
    match mark {
        NodeMark::Matched => "",
        NodeMark::Open => ", style=\"rounded,dotted\"",
        NodeMark::Failure => ", shape=octagon, style=bold",
        NodeMark::PutIn | NodeMark::TakenOut => ", style=\"rounded,dashed\"",
    }
}

/// A string as Graphviz reads it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_a_string_is_escaped() {
        assert_eq!(quoted("a\"b\\n\nc"), r#""a\"b\\n\nc""#);
    }
}
