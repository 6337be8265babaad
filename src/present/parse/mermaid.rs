//! The two trees as a flowchart for Mermaid.

use std::fmt::Write;

use super::Trees;
use super::graph::{self, Node};

/// The trees side by side, each in a subgraph.
pub fn mermaid(parse: &impl Trees) -> String {
    // JSON's strings are strings of the YAML that a title is written in.
    let title = serde_json::Value::from(graph::title(parse));
    let mut chart = format!("---\ntitle: {title}\n---\nflowchart TB\n");
    // Mermaid puts the later one on the left.
    if let Some(expression) = graph::expression(parse) {
        subgraph(&mut chart, "expression", graph::EXPRESSION_TITLE, &expression);
    }
    subgraph(&mut chart, "rules", &graph::rules_title(parse), &graph::rules(parse));
    chart
}

fn subgraph(chart: &mut String, name: &str, title: &str, nodes: &[Node]) {
    // Writing to a string does not fail.
    let _ = writeln!(chart, "  subgraph {name}[\"{}\"]", escaped(title));
    *chart += "    direction TB\n";
    for (index, node) in nodes.iter().enumerate() {
        let lines: Vec<String> =
            node.rules.iter().chain([&node.text]).map(|line| escaped(line)).collect();
        let _ = writeln!(chart, "    {name}_{index}[\"{}\"]", lines.join("<br>"));
        if let Some(parent) = node.parent {
            let _ = writeln!(chart, "    {name}_{parent} --- {name}_{index}");
        }
    }
    *chart += "  end\n";
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
