//! The two trees as a graph for Graphviz.

use std::fmt::Write;

use super::Trees;
use super::graph::{self, Node};

/// The trees side by side, each in a cluster.
pub fn dot(parse: &impl Trees) -> String {
    let mut dot = format!(
        "digraph parse {{
  label={};
  labelloc=t;
  fontname=\"sans-serif\";
  node [fontname=\"monospace\", shape=box, style=rounded];
  edge [arrowhead=none];
",
        quoted(&graph::title(parse))
    );
    cluster(&mut dot, "rules", &graph::rules_title(parse), &graph::rules(parse));
    if let Some(expression) = graph::expression(parse) {
        cluster(&mut dot, "expression", graph::EXPRESSION_TITLE, &expression);
    }
    dot + "}\n"
}

fn cluster(dot: &mut String, name: &str, title: &str, nodes: &[Node]) {
    let title = quoted(title);
    // Children stand in the order of the text.
    let start = format!("  subgraph cluster_{name} {{\n    label={title};\n    ordering=out;\n");
    *dot += &start;
    for (index, node) in nodes.iter().enumerate() {
        let lines: Vec<&str> = node.rules.iter().chain([&node.text]).map(String::as_str).collect();
        let label = quoted(&lines.join("\n"));
        // Writing to a string does not fail.
        let _ = writeln!(dot, "    {name}_{index} [label={label}];");
        if let Some(parent) = node.parent {
            let _ = writeln!(dot, "    {name}_{parent} -> {name}_{index};");
        }
    }
    *dot += "  }\n";
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
