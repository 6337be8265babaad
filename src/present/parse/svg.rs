//! The two trees as a picture.

use crate::lessons::Parse;
use railroad::svg::Element;

use super::super::svg::{length, line, picture, rect, text, text_width};
use super::graph::{self, Node};

const MARGIN: i64 = 30;
/// Between the two trees.
const BETWEEN: i64 = 50;
/// Between a node and the next one beside it.
const GAP: i64 = 14;
/// Between a node and those below it.
const DROP: i64 = 26;
/// Around the words of a node.
const PADDING: i64 = 10;
const LINE: i64 = 18;
/// The sizes of letters.
const LETTERS: i64 = 14;
const TITLE: i64 = 20;
/// Where the trees begin.
const TOP: i64 = 110;

const STYLE: &str = "
svg.parse .ground { fill: $ground$; }
svg.parse path { stroke: $edge$; stroke-width: 1.5px; fill: none; }
svg.parse rect.node { stroke: $edge$; stroke-width: 1.5px; fill: $box$; }
svg.parse .expression rect.node { stroke: $green$; fill: $green-box$; }
svg.parse text { font: 14px monospace; text-anchor: middle; fill: $ink$; }
svg.parse text.rule { font: italic 13px sans-serif; fill: $faint$; }
svg.parse text.read { font: bold 14px monospace; }
svg.parse text.title { font: bold 20px sans-serif; text-anchor: start; }
svg.parse text.name { font: 14px sans-serif; text-anchor: start; fill: $faint$; }
";

/// The picture of the trees side by side.
pub fn svg(parse: &Parse) -> String {
    let (title, rules_title) = (graph::title(parse), graph::rules_title(parse));
    let rules = Layout::new(graph::rules(parse), &rules_title);
    let expression = Layout::new(graph::expression(parse), graph::EXPRESSION_TITLE);
    let beside = MARGIN + rules.width + BETWEEN;
    let width = (beside + expression.width).max(MARGIN + text_width(&title, TITLE)) + MARGIN;
    let height = TOP + rules.height.max(expression.height) + MARGIN;
    picture("parse", &title, STYLE, (width, height))
        .add(text("title", (MARGIN, MARGIN + LINE), &title))
        .add(rules.draw("rules", &rules_title, MARGIN))
        .add(expression.draw("expression", graph::EXPRESSION_TITLE, beside))
        .to_string()
}

/// A tree and the places of its nodes, which do not overlap: what stands below
/// a node has a part of the width of its own.
struct Layout {
    nodes: Vec<Node>,
    /// The middle and the top of each node.
    places: Vec<(i64, i64)>,
    width: i64,
    height: i64,
}

impl Layout {
    fn new(nodes: Vec<Node>, title: &str) -> Self {
        let widths = widths(&nodes);
        let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
        // The height of the highest node of every level.
        let mut levels: Vec<i64> = Vec::new();
        for node in &nodes {
            let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
            depths.push(depth);
            levels.resize(levels.len().max(depth + 1), 0);
            levels[depth] = levels[depth].max(height(node));
        }
        let tops: Vec<i64> = levels
            .iter()
            .scan(0, |top, height| {
                *top += height + DROP;
                Some(*top - height - DROP)
            })
            .collect();
        // Where the next node below each one begins: in the middle, all of them.
        let below = sums(&nodes, &widths);
        let mut next: Vec<i64> = Vec::with_capacity(nodes.len());
        let mut places = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let left = match node.parent {
                Some(parent) => {
                    let left = next[parent];
                    next[parent] += widths[index] + GAP;
                    left
                }
                None => 0,
            };
            next.push(left + (widths[index] - below[index]) / 2);
            places.push((left + widths[index] / 2, tops[depths[index]]));
        }
        let width = widths.first().copied().unwrap_or(0).max(text_width(title, LETTERS));
        let height = levels.iter().map(|height| height + DROP).sum::<i64>() - DROP;
        Self { nodes, places, width, height }
    }

    fn draw(&self, class: &str, title: &str, left: i64) -> Element {
        let mut lines = Element::new("g");
        let mut boxes = Element::new("g");
        for (node, &(middle, top)) in self.nodes.iter().zip(&self.places) {
            if let Some(parent) = node.parent {
                let (above, parent_top) = self.places[parent];
                let start = parent_top + height(&self.nodes[parent]);
                let bend = top - DROP / 2;
                let points = [(above, start), (above, bend), (middle, bend), (middle, top)];
                let points = points.map(|(x, y)| (left + x, TOP + y));
                lines = lines.add(line("branch", &points));
            }
            boxes = boxes.add(drawn(node, left + middle, TOP + top));
        }
        let name = text("name", (left, TOP - LINE), title);
        Element::new("g").set("class", class).add(name).add(lines).add(boxes)
    }
}

/// The width of each node with its subtree.
fn widths(nodes: &[Node]) -> Vec<i64> {
    let mut widths: Vec<i64> = nodes.iter().map(width).collect();
    let mut below = vec![-GAP; nodes.len()];
    for index in (0..nodes.len()).rev() {
        widths[index] = widths[index].max(below[index]);
        if let Some(parent) = nodes[index].parent {
            below[parent] += widths[index] + GAP;
        }
    }
    widths
}

/// The width of the subtree below each node.
fn sums(nodes: &[Node], widths: &[i64]) -> Vec<i64> {
    let mut below = vec![-GAP; nodes.len()];
    for (node, width) in nodes.iter().zip(widths) {
        if let Some(parent) = node.parent {
            below[parent] += width + GAP;
        }
    }
    below
}

/// The rules, and below them what they read.
fn drawn(node: &Node, middle: i64, top: i64) -> Element {
    let corner = (middle - width(node) / 2, top);
    let frame = rect("node", corner, (width(node), height(node))).set("rx", &6);
    let group = Element::new("g").add(Element::new("title").text(&node.whole)).add(frame);
    let lines = node.rules.iter().map(|rule| ("rule", rule)).chain([("read", &node.text)]);
    let mut baseline = top + PADDING / 2;
    lines.fold(group, |group, (class, line)| {
        baseline += LINE;
        group.add(text(class, (middle, baseline - 4), line))
    })
}

fn width(node: &Node) -> i64 {
    let lines = node.rules.iter().chain([&node.text]);
    lines.map(|line| text_width(line, LETTERS)).max().unwrap_or(0) + 2 * PADDING
}

fn height(node: &Node) -> i64 {
    let lines = length(node.rules.len()) + 1;
    lines * LINE + PADDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    fn number(node: roxmltree::Node, name: &str) -> i64 {
        node.attribute(name).unwrap().parse().unwrap()
    }

    /// Left, top, right and bottom of every node.
    fn boxes(document: &roxmltree::Document) -> Vec<[i64; 4]> {
        let nodes = document.descendants();
        let frames = nodes.filter(|node| node.attribute("class") == Some("node"));
        let corners = |node| {
            let (left, top) = (number(node, "x"), number(node, "y"));
            [left, top, left + number(node, "width"), top + number(node, "height")]
        };
        frames.map(corners).collect()
    }

    #[test]
    fn no_node_lies_on_another_or_beside_the_page() {
        let chain = vec!["1234567"; 40].join("-");
        for text in ["7", "8/(3-8/3)", "1*(2-(3*4-5/6)/((7+8)*9))-10+11*12", &chain] {
            for grammar in [Grammar::Left, Grammar::Scala, Grammar::Flat] {
                let svg = svg(&Parse::new(text, &grammar).unwrap());
                let document = roxmltree::Document::parse(&svg).unwrap();
                let page = document.root_element();
                let boxes = boxes(&document);
                for (index, [left, top, right, bottom]) in boxes.iter().enumerate() {
                    assert!(*left >= MARGIN && *right <= number(page, "width") - MARGIN);
                    assert!(*top >= TOP && *bottom <= number(page, "height") - MARGIN);
                    let apart = |other: &[i64; 4]| {
                        other[2] <= *left
                            || *right <= other[0]
                            || other[3] <= *top
                            || *bottom <= other[1]
                    };
                    assert!(boxes[..index].iter().all(apart), "{text} under {grammar}");
                }
            }
        }
    }

    #[test]
    fn every_rule_and_every_number_is_written() {
        let svg = svg(&Parse::new(" 8 / ( 3 - 8/3 ) ", &Grammar::Left).unwrap());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts = |class| {
            let nodes = document.descendants();
            let nodes = nodes.filter(move |node| node.attribute("class") == Some(class));
            nodes.filter_map(|node| node.text()).map(str::trim).collect::<Vec<_>>()
        };
        assert_eq!(texts("title"), ["8 / ( 3 - 8/3 ) = 24"]);
        assert_eq!(texts("rule").iter().filter(|rule| **rule == "number").count(), 4);
        assert_eq!(
            texts("read"),
            [
                "8 / ( 3 - 8/3 )",
                "8",
                "( 3 - 8/3 )",
                "3 - 8/3",
                "3",
                "8/3",
                "8",
                "3",
                "/",
                "8",
                "-",
                "3",
                "/",
                "8",
                "3"
            ]
        );
    }
}
