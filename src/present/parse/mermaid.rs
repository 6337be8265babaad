//! The two trees as a flowchart for Mermaid.

use std::fmt::Write;

use super::Trees;
use super::graph::{self, Figure};
use crate::lessons::NodeMark;

/// The trees side by side, each in a subgraph.
pub fn mermaid(parse: &impl Trees) -> String {
    written(&graph::title(parse), &graph::figures(parse))
}

/// These trees in the same way.
pub(super) fn written(title: &str, figures: &[Figure]) -> String {
    // JSON's strings are strings of the YAML that a title is written in.
    let title = serde_json::Value::from(title);
    let mut chart = format!("---\ntitle: {title}\n---\nflowchart TB\n");
    // Mermaid puts the later one on the left.
    for figure in figures.iter().rev() {
        subgraph(&mut chart, figure);
    }
    chart
}

fn subgraph(chart: &mut String, Figure { name, title, nodes }: &Figure) {
    // Writing to a string does not fail.
    let _ = writeln!(chart, "  subgraph {name}[\"{}\"]", escaped(title));
    *chart += "    direction TB\n";
    for (index, node) in nodes.iter().enumerate() {
        let lines: Vec<String> = node.lines().map(escaped).collect();
        let _ = writeln!(chart, "    {name}_{index}[\"{}\"]", lines.join("<br>"));
        if let Some(parent) = node.parent {
            let _ = writeln!(chart, "    {name}_{parent} --- {name}_{index}");
        }
        if let Some(style) = style(node.mark) {
            let _ = writeln!(chart, "    style {name}_{index} {style}");
        }
    }
    *chart += "  end\n";
}

/// What is not read stands out by its frame.
const fn style(mark: NodeMark) -> Option<&'static str> {
    match mark {
        NodeMark::Matched => None,
        NodeMark::Open => Some("stroke-dasharray:2 3"),
        NodeMark::Failure => Some("stroke-width:4px"),
        NodeMark::PutIn | NodeMark::TakenOut => Some("stroke-dasharray:7 4"),
    }
}

/// Every character that could mean something in a label, as Mermaid's number
/// for it; a sign at the start of a line would begin a list.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_a_label_is_escaped() {
        assert_eq!(escaped("a_1 \"<b>#;`-"), "a_1 #34;#60;b#62;#35;#59;#96;#45;");
    }
}
