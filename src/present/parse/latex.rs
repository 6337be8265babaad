//! The two trees for LaTeX, with the package forest.

use std::fmt::Write;

use super::super::latex::{escaped, package};
use super::Trees;
use super::graph::{self, Figure, Node};

/// The parse tree, and beside it, or below where there is no room, the
/// expression tree.
pub fn latex(parse: &impl Trees) -> String {
    let mut latex = format!("% {}\n", graph::title(parse)) + &package("forest");
    for (index, Figure { title, nodes, .. }) in graph::figures(parse).iter().enumerate() {
        latex += if index == 0 { "" } else { "\\qquad\n" };
        forest(&mut latex, title, nodes);
    }
    latex
}

/// A tree; `title` says which in a comment.
fn forest(latex: &mut String, title: &str, nodes: &[Node]) {
    let style = "for tree={align=center, base=top, font=\\small}, baseline";
    // Writing to a string does not fail.
    let _ = write!(latex, "\\begin{{forest}} % {title}\n  {style}");
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
        let open = depths.last().map_or(0, |last| last + 1);
        *latex += &"]".repeat(open - depth);
        let _ = write!(latex, "\n{}[{{{}}}", "  ".repeat(depth + 1), label(node));
        depths.push(depth);
    }
    *latex += &"]".repeat(depths.last().map_or(0, |last| last + 1));
    *latex += "\n\\end{forest}\n";
}

/// The rules, each in a line, and what they matched.
fn label(node: &Node) -> String {
    let rules = node.rules.iter().map(|rule| format!("\\textit{{{}}}\\\\", escaped(rule)));
    rules.collect::<String>() + &format!("\\texttt{{{}}}", escaped(&node.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;
    use crate::lessons::Parse;

    #[test]
    fn a_tree_is_drawn_with_its_brackets_closed() {
        let parse = Parse::new("8-4", &Grammar::Left).unwrap();
        let latex = latex(&parse);
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
