//! The two trees as a picture.

use railroad::svg::Element;

use super::super::svg::{
    allowed, length, line, picture, rect, sentence_width, text_of, text_width,
};
use super::graph::{Drawing, Figure, Node};
use super::layout;
use crate::lessons::{NodeMark, Reading};

const MARGIN: i64 = 30;
/// The gap between the two trees.
const BETWEEN: i64 = 64;
const GAP: i64 = 14;
const DROP: i64 = 26;
/// The padding around the words of a node.
const PADDING: i64 = 10;
const LINE: i64 = 18;
/// The font sizes.
const LETTERS: i64 = 14;
const RULE: i64 = 13;
const TITLE: i64 = 20;
/// The place of the trees' titles.
const TOP: i64 = 78;
/// The height of a tree's title.
const HEAD: i64 = 34;
/// The ratio of width to height that is exceeded only if there is no other way.
const WIDEST: i64 = 2;

const STYLE: &str = include_str!("svg.css");

/// The styles of marked nodes in a text that does not parse.
const MARKS: &str = include_str!("marks.css");

/// Draws the trees side by side, or one below the other if the picture would be too wide or the
/// text does not parse.
pub fn svg(reading: &Reading) -> String {
    let Drawing { title, notes, figures } = Drawing::of(reading);
    if let Reading::Failed(_) = reading {
        return stacked(&title, &notes, figures);
    }
    let mut figures = figures.into_iter();
    let rules = Layout::new(figures.next().expect("the parse tree is always drawn"), Room::TIGHT);
    let expression = figures.next().map(|figure| {
        // The expression tree has fewer levels, so each level gets more room.
        let room = Room::to_fill(rules.height, &figure.nodes);
        Layout::new(figure, room)
    });
    let (mut width, mut height) = (rules.width, HEAD + rules.height);
    let mut place = (MARGIN, TOP);
    if let Some(expression) = &expression {
        let side_by_side = rules.width + BETWEEN + expression.width;
        let highest = rules.height.max(expression.height);
        if side_by_side <= WIDEST * (HEAD + highest) {
            place.0 += rules.width + BETWEEN;
            (width, height) = (side_by_side, HEAD + highest);
        } else {
            place.1 += height + DROP;
            width = rules.width.max(expression.width);
            height += DROP + HEAD + expression.height;
        }
    }
    let width = width.max(text_width(&title, TITLE)) + 2 * MARGIN;
    let picture = picture("parse", &title, STYLE, (width, TOP + height + MARGIN))
        .add(text_of("title", TITLE, (MARGIN, MARGIN + TITLE), &title))
        .add(rules.draw((MARGIN, TOP)));
    expression.iter().map(|it| it.draw(place)).fold(picture, Element::add).to_string()
}

/// Draws a text that does not parse: the messages and the trees, one below another.
fn stacked(title: &str, notes: &[String], figures: Vec<Figure>) -> String {
    let mut width = text_width(title, TITLE);
    let mut top = TOP;
    let mut parts = vec![text_of("title", TITLE, (MARGIN, MARGIN + TITLE), title)];
    for note in notes {
        width = width.max(sentence_width(note, LETTERS));
        parts.push(text_of("note", LETTERS, (MARGIN, top), note));
        top += LINE;
    }
    top += MARGIN;
    for figure in figures {
        let layout = Layout::new(figure, Room::TIGHT);
        width = width.max(layout.width).max(sentence_width(&layout.figure.title, LETTERS));
        parts.push(layout.draw((MARGIN, top)));
        top += HEAD + layout.height + BETWEEN;
    }
    let size = (width + 2 * MARGIN, top - BETWEEN + MARGIN);
    let picture = picture("parse", title, &format!("{STYLE}{MARKS}"), size);
    parts.into_iter().fold(picture, Element::add).to_string()
}

/// The space between the nodes of a tree.
#[derive(Clone, Copy)]
struct Room {
    /// The gap between a node and the next node on its level.
    gap: i64,
    /// The gap between a node and the nodes below it.
    drop: i64,
}

impl Room {
    const TIGHT: Self = Self { gap: GAP, drop: DROP };
    /// The largest gaps at which the nodes of a tree still look connected.
    const WIDE: Self = Self { gap: 3 * GAP, drop: 4 * DROP };

    /// Returns the space that makes a tree of these nodes `height` high.
    fn to_fill(height: i64, nodes: &[Node]) -> Self {
        let levels = levels(nodes);
        let drops = length(levels.len().saturating_sub(1)).max(1);
        let drop = ((height - levels.iter().sum::<i64>()) / drops)
            .clamp(Self::TIGHT.drop, Self::WIDE.drop);
        let more = (Self::WIDE.gap - Self::TIGHT.gap) * (drop - Self::TIGHT.drop);
        Self { gap: Self::TIGHT.gap + more / (Self::WIDE.drop - Self::TIGHT.drop), drop }
    }
}

/// A tree with the places of its nodes, which do not overlap.
struct Layout {
    figure: Figure,
    /// The middle and the top of each node.
    places: Vec<(i64, i64)>,
    /// The distance from the bends of the lines to the node below.
    bend: i64,
    width: i64,
    height: i64,
}

impl Layout {
    fn new(figure: Figure, Room { gap, drop }: Room) -> Self {
        let nodes = &figure.nodes;
        let levels = levels(nodes);
        let mut height = -drop;
        let tops = levels.iter().map(|level| {
            height += level + drop;
            height - level
        });
        let tops: Vec<i64> = tops.collect();
        let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
        let widths: Vec<i64> = nodes.iter().map(width).collect();
        let (middles, tree) = layout::middles(&parents, &widths, gap);
        let width = tree.max(text_width(&figure.title, LETTERS));
        let indent = (width - tree) / 2;
        let places = middles.iter().map(|middle| indent + middle);
        let places = places.zip(nodes.iter().map(|node| tops[node.depth])).collect();
        Self { figure, places, bend: drop / 2, width, height }
    }

    /// Draws the title and the tree below it. The argument is the upper left corner.
    fn draw(&self, (left, top): (i64, i64)) -> Element {
        let Figure { name, title, nodes } = &self.figure;
        let mut lines = Element::new("g");
        let mut boxes = Element::new("g");
        let at = |(x, y): (i64, i64)| (left + x, top + HEAD + y);
        for (node, &(middle, top)) in nodes.iter().zip(&self.places) {
            if let Some(parent) = node.parent {
                let (above, parent_top) = self.places[parent];
                let start = parent_top + height(&nodes[parent]);
                let bend = top - self.bend;
                let points = [(above, start), (above, bend), (middle, bend), (middle, top)];
                lines = lines.add(line("branch", &points.map(at)));
            }
            boxes = boxes.add(drawn(node, at((middle, top))));
        }
        let heading = text_of("name", LETTERS, (left, top + LETTERS), title);
        Element::new("g").set("class", *name).add(heading).add(lines).add(boxes)
    }
}

/// Returns the height of the highest node of every level.
fn levels(nodes: &[Node]) -> Vec<i64> {
    let mut levels: Vec<i64> = Vec::new();
    for node in nodes {
        levels.resize(levels.len().max(node.depth + 1), 0);
        levels[node.depth] = levels[node.depth].max(height(node));
    }
    levels
}

/// Draws the rules, and below them the text that they matched.
fn drawn(node: &Node, (middle, top): (i64, i64)) -> Element {
    let corner = (middle - width(node) / 2, top);
    let frame = rect("node", corner, (width(node), height(node))).set("rx", &6);
    let group = match class(node.mark) {
        "" => Element::new("g"),
        class => Element::new("g").set("class", class),
    };
    let group = group.add(Element::new("title").text(&allowed(&node.whole))).add(frame);
    let rules = node.rules.iter().map(|rule| ("rule", RULE, rule));
    let mut baseline = top + PADDING / 2;
    rules.chain([("read", LETTERS, &node.text)]).fold(group, |group, (class, size, line)| {
        baseline += LINE;
        group.add(text_of(class, size, (middle, baseline - 4), line))
    })
}

/// Marks an unmatched node by its frame.
const fn class(mark: NodeMark) -> &'static str {
    match mark {
        NodeMark::Matched => "",
        NodeMark::Open => "open",
        NodeMark::Failure => "failure",
        NodeMark::PutIn | NodeMark::TakenOut => "edit",
    }
}

fn width(node: &Node) -> i64 {
    let widths = node.lines().map(|line| text_width(line, LETTERS));
    widths.max().expect("its text is a line") + 2 * PADDING
}

fn height(node: &Node) -> i64 {
    (length(node.rules.len()) + 1) * LINE + PADDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    fn number(node: roxmltree::Node, name: &str) -> i64 {
        node.attribute(name).unwrap().parse().unwrap()
    }

    /// Returns the left, top, right and bottom edges of every node.
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
    fn no_tree_node_overlaps_another_or_leaves_the_page() {
        let chain = vec!["1234567"; 40].join("-");
        for text in ["7", "8/(3-8/3)", "1*(2-(3*4-5/6)/((7+8)*9))-10+11*12", &chain] {
            for grammar in [Grammar::Left, Grammar::Scala, Grammar::Flat] {
                let svg = svg(&Reading::new(text, &grammar));
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
    fn the_frames_of_open_failed_and_corrected_nodes_differ() {
        let classes = |text: &str| {
            let svg = svg(&Reading::new(text, &Grammar::Left));
            let document = roxmltree::Document::parse(&svg).unwrap();
            let boxes = boxes(&document);
            for (index, [left, top, right, bottom]) in boxes.iter().enumerate() {
                let page = document.root_element();
                assert!(*left >= MARGIN && *right <= number(page, "width") - MARGIN);
                assert!(*bottom <= number(page, "height") - MARGIN);
                assert!(boxes[..index].iter().all(|it| {
                    it[2] <= *left || *right <= it[0] || it[3] <= *top || *bottom <= it[1]
                }));
            }
            let class = |node: roxmltree::Node| node.attribute("class").map(str::to_owned);
            let marks = document.descendants().filter_map(class);
            marks.filter(|it| ["open", "failure", "edit"].contains(&&**it)).collect::<Vec<_>>()
        };
        assert_eq!(classes("(8-4"), ["open", "failure", "edit"]);
        assert_eq!(classes("8-4)"), ["open", "failure", "edit"]);
        assert_eq!(classes("8-"), ["open", "open", "failure"]);
        // Beyond a limit there is no tree.
        assert!(classes(&"(".repeat(5000)).is_empty());
    }

    #[test]
    fn the_tree_picture_names_every_rule_and_every_number() {
        let svg = svg(&Reading::new(" 8 / ( 3 - 8/3 ) ", &Grammar::Left));
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
                "8 / ( 3 - 8/3 )", "8", "( 3 - 8/3 )", "3 - 8/3", "3", "8/3", "8", "3", "/", "8",
                "-", "3", "/", "8", "3"
            ]
        );
    }
}
