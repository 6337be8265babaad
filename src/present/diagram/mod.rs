//! Railroad diagrams of a grammar's rules.

mod rails;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::tracer::{RuleDefinition, Rules};
use crate::words::wrap;

use super::svg;
use railroad::svg::{Element, HDir};
use railroad::{End, Node, Sequence, Start};

use rails::{Drawn, Rails, meaning, modifier};

const MARGIN: i64 = 30;
/// The gap between one rule and the next.
const GAP: i64 = 34;
/// The gap between one column and the next.
const GUTTER: i64 = 50;
/// The margin around the rails of a single rule.
const RAIL: i64 = 4;
const NAME_HEIGHT: i64 = 24;
const LINE_HEIGHT: i64 = 18;
/// The maximum number of characters in a line of a comment.
const COMMENT_WIDTH: usize = 66;
/// The font sizes.
const TITLE: i64 = 24;
const APART: i64 = 16;
const NAME: i64 = 17;
const MODIFIER: i64 = 14;
const WORDS: i64 = 13;

/// The printable sizes of landscape A4 and A3 sheets, in dots of 1/96 inch.
const SHEETS: [(i64, i64); 2] = [(1048, 720), (1512, 1048)];

/// The minimum scale, in hundredths. A drawing that would need a smaller scale is not scaled, and
/// takes several sheets.
const SMALLEST: i64 = 60;
/// The minimum scale for the smaller sheet.
const READABLE: i64 = 80;

const MOST_COLUMNS: usize = 6;

const STYLE: &str = include_str!("diagram.css");

/// Draws the `rules`, with links from rule to rule, in the number of columns that fills a sheet
/// best. Rules that parsing never reaches from the rule named `start` come last.
pub fn svg(title: &str, rules: &[RuleDefinition], start: &str) -> String {
    let names: BTreeSet<&str> = rules.iter().map(|rule| &*rule.name).collect();
    let mut rails = Rails::new(&names);
    let used = used(rules, start);
    let (used, others): (Vec<_>, Vec<_>) = rules.iter().partition(|it| used.contains(&*it.name));
    let mut blocks: Vec<Block> = used.iter().map(|it| Block::rule(it, &mut rails, None)).collect();
    let mut apart = Some(format!("Not used by {start}"));
    blocks.extend(others.iter().map(|it| Block::rule(it, &mut rails, apart.take())));
    let mut legend = Block::default();
    for note in notes(rules, &rails) {
        legend.words(&note);
    }
    blocks.push(legend);

    let sizes: Vec<(i64, i64)> = blocks.iter().map(|block| (block.width, block.height)).collect();
    let sheet = Sheet::new(&sizes, svg::text_width(title, TITLE));
    let picture = svg::picture("railroad", title, STYLE, sheet.size)
        .set("width", &sheet.shown.0)
        .set("height", &sheet.shown.1)
        .add(svg::text("title", (MARGIN, MARGIN + TITLE), title));
    let blocks = blocks.into_iter().zip(&sheet.places);
    blocks.flat_map(|(block, &place)| block.draw(place)).fold(picture, Element::add).to_string()
}

/// Draws the rails of a single rule, for a page that has its own colours.
pub(super) fn rails_of(rule: &RuleDefinition) -> String {
    let rails = line_of(rule, &mut Rails::new(&BTreeSet::new()));
    let (width, height) = (rails.width() + 2 * RAIL, rails.height() + 2 * RAIL);
    let picture = svg::drawing("rails", (0, 0), (width, height))
        .set("width", &width)
        .set("height", &height)
        .add(Element::new("title").text(&format!("The rule {}", rule.name)))
        .add(rails.draw(RAIL, RAIL, HDir::LTR));
    picture.to_string()
}

/// Returns the rules that parsing can reach, or all rules if there is no rule named `start`.
fn used<'r>(rules: &'r [RuleDefinition], start: &str) -> BTreeSet<&'r str> {
    let all = Rules::of(String::new(), rules.to_vec());
    let start = all.index(start);
    let used = start.map(|start| all.reached(all.between().chain([start])));
    let is_used = |index: usize| used.as_ref().is_none_or(|used| used.contains(index));
    let rules = rules.iter().enumerate().filter(|(index, _)| is_used(*index));
    rules.map(|(_, rule)| &*rule.name).collect()
}

/// Draws the rails of a rule from its start to its end.
fn line_of(rule: &RuleDefinition, rails: &mut Rails<'_>) -> Sequence<Drawn> {
    Sequence::new(vec![Box::new(Start) as Drawn, rails.draw(&rule.body), Box::new(End)])
}

/// A function that draws a part, given the upper left corner of the block.
type Drawing = Box<dyn FnOnce((i64, i64)) -> Element>;

/// A rule, or the legend: a unit that is never divided.
#[derive(Default)]
struct Block {
    width: i64,
    height: i64,
    parts: Vec<Drawing>,
}

impl Block {
    /// Makes the block of a rule; `apart` is a heading that separates the rule from earlier rules.
    fn rule(rule: &RuleDefinition, rails: &mut Rails<'_>, apart: Option<String>) -> Self {
        let mut block = Self::default();
        if let Some(title) = apart {
            block.add((0, 2 * APART), move |(x, y)| svg::text("apart", (x, y + APART), &title));
        }
        let word = modifier(rule.modifier).map_or("", |(word, _)| word);
        let name = svg::text("name", (0, 0), &rule.name).set("id", &anchor(&rule.name));
        let modifier = Element::new("tspan").set("class", "modifier").set("dx", "12").text(word);
        let name = if word.is_empty() { name } else { name.add(modifier) };
        let width = svg::text_width(&rule.name, NAME) + 12 + svg::text_width(word, MODIFIER);
        block.add((width, NAME_HEIGHT), |(x, y)| name.set("x", &x).set("y", &(y + 16)));
        block.words(&rule.comment);
        let line = line_of(rule, rails);
        let size = (line.width(), LINE_HEIGHT / 2 + line.height());
        block.add(size, move |(x, y)| line.draw(x, y + LINE_HEIGHT / 2, HDir::LTR));
        block
    }

    /// Adds the lines of a comment.
    fn words(&mut self, comment: &str) {
        let mut is_code = false;
        for line in paragraph(comment) {
            let words = prose(&line, &mut is_code);
            self.add((svg::sentence_width(&line, WORDS), LINE_HEIGHT), move |(x, y)| {
                let text = Element::new("text").set("class", "words").set("x", &x);
                text.set("y", &(y + LINE_HEIGHT - 6)).raw_text(&words)
            });
        }
    }

    /// Adds a drawing of this size below the earlier ones.
    fn add(
        &mut self,
        (width, height): (i64, i64),
        draw: impl FnOnce((i64, i64)) -> Element + 'static,
    ) {
        let above = self.height;
        self.parts.push(Box::new(move |(x, y)| draw((x, y + above))));
        self.width = self.width.max(width);
        self.height += height;
    }

    fn draw(self, place: (i64, i64)) -> impl Iterator<Item = Element> {
        self.parts.into_iter().map(move |draw| draw(place))
    }
}

/// Wraps a comment into lines. Backticks stay, because they quote code. If their number is odd,
/// they do not quote code and become apostrophes.
fn paragraph(text: &str) -> Vec<String> {
    let is_odd = text.matches('`').count() % 2 == 1;
    let text = if is_odd { text.replace('`', "'") } else { text.to_owned() };
    wrap(text.split(' ').filter(|word| !word.is_empty()), " ", COMMENT_WIDTH)
}

/// Returns the anchor for links to a rule.
fn anchor(rule: &str) -> String {
    format!("rule-{rule}")
}

/// Returns the legend of the picture.
fn notes(rules: &[RuleDefinition], rails: &Rails) -> Vec<String> {
    let modifiers: BTreeSet<_> = rules.iter().map(|rule| rule.modifier).collect();
    let modifiers = modifiers.into_iter().filter_map(modifier);
    let modifiers = modifiers.map(|(word, meaning)| format!("{word}: {meaning}"));
    let built_in = rails.built_in().map(|name| format!("`{name}`: {}", meaning(name)));
    let is_there = |name: &&str| rules.iter().any(|rule| rule.name == *name);
    let between = ["WHITESPACE", "COMMENT"].into_iter().filter(is_there);
    let between = between.map(|name| {
        format!("`{name}` may also match between the parts of a rule that is not atomic")
    });
    let rails = "Read the rails from the left: a rail that passes above a part skips it, and one \
                 that leads back below a part repeats it.";
    std::iter::once(rails.to_owned()).chain(modifiers).chain(built_in).chain(between).collect()
}

/// Returns a line as the content of an SVG `text`. `is_code` says whether the line begins inside
/// code; the function updates it for the next line.
fn prose(line: &str, is_code: &mut bool) -> String {
    let mut set = String::with_capacity(line.len());
    for (index, piece) in line.split('`').enumerate() {
        if index > 0 {
            *is_code = !*is_code;
        }
        let piece = piece.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        if *is_code && !piece.is_empty() {
            set.extend(["<tspan class=\"code\">", &piece, "</tspan>"]);
        } else {
            set.push_str(&piece);
        }
    }
    set
}

/// The layout of blocks.
struct Sheet {
    /// The size of the drawing.
    size: (i64, i64),
    /// The size at which the drawing is shown and printed.
    shown: (i64, i64),
    /// The upper left corner of each block.
    places: Vec<(i64, i64)>,
}

impl Sheet {
    /// Lays out blocks of these sizes below a title of this width.
    fn new(blocks: &[(i64, i64)], title: i64) -> Self {
        let sheets = (1..=MOST_COLUMNS.min(blocks.len()))
            .map(|columns| Self::of_columns(blocks, title, columns));
        // The best layout has the largest scale in print.
        let best = sheets.max_by_key(|sheet| part(sheet.size, SHEETS[1]));
        let mut sheet = best.expect("there is a legend on every sheet");
        let part = match SHEETS.map(|paper| part(sheet.size, paper).min(100)) {
            [small, _] if small >= READABLE => small,
            [_, large] if large >= SMALLEST => large,
            _ => 100,
        };
        sheet.shown = (sheet.size.0 * part / 100, sheet.size.1 * part / 100);
        sheet
    }

    fn of_columns(blocks: &[(i64, i64)], title: i64, columns: usize) -> Self {
        let top = MARGIN + TITLE + GAP;
        let (mut left, mut height) = (MARGIN, top);
        let mut places = Vec::with_capacity(blocks.len());
        for column in balanced(blocks, columns) {
            let mut bottom = top;
            for (_, height) in &blocks[column.clone()] {
                places.push((left, bottom));
                bottom += height + GAP;
            }
            height = height.max(bottom - GAP);
            let widths = blocks[column].iter().map(|(width, _)| *width);
            left += widths.max().expect("a column begins with a block") + GUTTER;
        }
        let width = (left - GUTTER).max(MARGIN + title) + MARGIN;
        Self { size: (width, height + MARGIN), shown: (0, 0), places }
    }
}

/// Returns the scale, in hundredths, at which a drawing fills the paper.
fn part((width, height): (i64, i64), paper: (i64, i64)) -> i64 {
    (paper.0 * 100 / width).min(paper.1 * 100 / height)
}

/// Divides the blocks into at most `columns` columns, and keeps the longest column as short as
/// possible.
fn balanced(blocks: &[(i64, i64)], columns: usize) -> Vec<Range<usize>> {
    let all: i64 = blocks.iter().map(|(_, height)| height + GAP).sum();
    let (mut too_low, mut enough) = (0, all);
    while enough - too_low > 1 {
        let limit = i64::midpoint(too_low, enough);
        if filled(blocks, limit).len() <= columns { enough = limit } else { too_low = limit }
    }
    filled(blocks, enough)
}

/// Fills columns up to the height `limit`. A block that is higher has a column to itself.
fn filled(blocks: &[(i64, i64)], limit: i64) -> Vec<Range<usize>> {
    let mut columns: Vec<Range<usize>> = Vec::new();
    let mut free = 0;
    for (index, (_, height)) in blocks.iter().enumerate() {
        match columns.last_mut() {
            Some(column) if height + GAP <= free => column.end = index + 1,
            _ => {
                columns.push(index..index + 1);
                free = limit;
            }
        }
        free -= height + GAP;
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracer::{Body, BodyKind, RuleModifier, StackUse, Terminal};

    fn text(text: &str) -> Body {
        Body::text(text)
    }

    fn repeat(least: u32, most: Option<u32>) -> Body {
        let (body, operator) = (Box::new(text("x")), String::new());
        BodyKind::Repeat { body, least, most, operator }.into()
    }

    /// Makes rules of every kind, which together contain every construct.
    fn every_construct() -> Vec<RuleDefinition> {
        let name = |name: &str| Body::rule(name);
        let lookahead = |positive| Body::lookahead(positive, text("<&>"));
        let terminal = |terminal| BodyKind::Terminal(terminal).into();
        let bodies = [
            BodyKind::Sequence((0..40).map(|part| text(&format!("part{part}"))).collect()),
            BodyKind::Choice((0..30).map(|way| text(&format!("way{way}"))).collect()),
            BodyKind::Sequence(vec![
                terminal(Terminal::Insensitive("select".to_owned())),
                terminal(Terminal::Range('a', 'z')),
                lookahead(true),
                lookahead(false),
                text("\"\t\n"),
            ]),
            BodyKind::Sequence(vec![
                BodyKind::Push(Box::new(Body::choice([name("Normal"), name("ANY")]))).into(),
                terminal(Terminal::Stack(StackUse::PeekSlice(-2, None))),
                name("POP"),
                name("LATIN"),
            ]),
            BodyKind::Sequence(
                [
                    (0, None),
                    (1, None),
                    (0, Some(1)),
                    (3, Some(3)),
                    (3, None),
                    (0, Some(5)),
                    (2, Some(5)),
                ]
                .map(|(least, most)| repeat(least, most))
                .to_vec(),
            ),
        ];
        let modifiers = [
            RuleModifier::Normal,
            RuleModifier::Silent,
            RuleModifier::Atomic,
            RuleModifier::CompoundAtomic,
            RuleModifier::NonAtomic,
        ];
        let rule = |(kind, modifier): (BodyKind, _)| RuleDefinition {
            comment: "What it is for, & why it is < than \"others\".".to_owned(),
            ..RuleDefinition::new(format!("{modifier:?}"), modifier, kind.into())
        };
        bodies.into_iter().zip(modifiers).map(rule).collect()
    }

    #[test]
    fn a_diagram_draws_every_construct_with_its_words() {
        let svg = svg("all & everything", &every_construct(), "line");

        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts =
            document.descendants().filter(roxmltree::Node::is_text).filter_map(|it| it.text());
        let texts: Vec<&str> = texts.map(str::trim).collect();
        let expected = [
            "all & everything",
            "compound atomic",
            "part39",
            "way29",
            "select",
            "a … z",
            "<&>",
            "must not follow",
            r#""\"\t\n""#,
            "PEEK[-2..]",
            "put on the stack",
            "3 times",
            "3 times or more",
            "up to 5 times",
            "2 to 5 times",
            "LATIN",
            ": a character with this Unicode property",
            ": the text on top of the stack, which is then taken off",
        ];
        for text in expected {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        let links: Vec<&str> = document
            .descendants()
            .filter_map(|node| node.attribute(("http://www.w3.org/1999/xlink", "href")))
            .collect();
        assert_eq!(links, ["#rule-Normal"]);
    }

    #[test]
    fn a_diagram_sets_code_in_a_comment_as_code() {
        let comment = "The right operand of `+`, & not `a b`.".to_owned();
        let rule = RuleDefinition::new("add", RuleModifier::Normal, text("+"));
        let rule = RuleDefinition { comment, ..rule };
        let svg = svg("a", &[rule], "line");
        let set = "The right operand of <tspan class=\"code\">+</tspan>, &amp; not \
                   <tspan class=\"code\">a b</tspan>.";
        assert!(svg.contains(set), "{svg}");
    }

    #[test]
    fn the_diagram_puts_unused_rules_in_a_separate_part_at_the_end() {
        let of = |name: &str, body| RuleDefinition::new(name, RuleModifier::Normal, body);
        let name = |name: &str| Body::rule(name);
        let rules = [of("lines", name("line")), of("line", name("a")), of("a", text("x"))];
        let svg = svg("a", &rules, "line");
        let place = |words: &str| svg.find(words).unwrap();
        assert!(place("rule-a") < place("Not used by line"));
        assert!(place("Not used by line") < place("id=\"rule-lines"));
        assert!(!super::svg("a", &rules, "lines").contains("Not used"));
    }

    #[test]
    fn a_diagram_draws_nothing_outside_the_page() {
        let svg = svg("a", &every_construct(), "line");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let number = |node: roxmltree::Node, name| -> i64 {
            node.attribute(name).map_or(0, |number| number.parse().unwrap())
        };
        let size = document.root_element().attribute("viewBox").unwrap();
        let size: Vec<i64> = size.split(' ').map(|number| number.parse().unwrap()).collect();
        let (width, height) = (size[2], size[3]);
        for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
            assert!(number(node, "x") + number(node, "width") <= width);
            assert!(number(node, "y") + number(node, "height") <= height);
        }
        let columns = document.descendants().filter(|node| node.attribute("class") == Some("name"));
        let columns: BTreeSet<i64> = columns.map(|node| number(node, "x")).collect();
        let columns = svg::length(columns.len());
        assert!(width < 1000 * columns, "long rules go on below: {width} in {columns} columns");
    }

    #[test]
    fn a_sheet_is_filled_column_by_column_and_no_blocks_overlap() {
        for count in [1, 2, 7, 13, 40] {
            let blocks: Vec<(i64, i64)> =
                (0..count).map(|index| (200 + index % 5 * 60, 80 + index % 3 * 50)).collect();
            let sheet = Sheet::new(&blocks, 300);
            assert!(sheet.places.is_sorted(), "down one column, then down the next");
            for (index, (&(left, top), (width, height))) in
                sheet.places.iter().zip(&blocks).enumerate()
            {
                assert!(left + width <= sheet.size.0 - MARGIN);
                assert!(top + height <= sheet.size.1 - MARGIN);
                for (&(other, above), (_, height)) in sheet.places[..index].iter().zip(&blocks) {
                    assert!(other < left || above + height < top);
                }
            }
            let fits = |paper: (i64, i64)| sheet.shown.0 <= paper.0 && sheet.shown.1 <= paper.1;
            assert!(SHEETS.into_iter().any(fits), "{count}: {:?}", sheet.shown);
        }
    }

    #[test]
    fn code_may_continue_on_the_next_line() {
        let mut is_code = false;
        assert_eq!(prose("see `a", &mut is_code), "see <tspan class=\"code\">a</tspan>");
        assert_eq!(prose("b` <", &mut is_code), "<tspan class=\"code\">b</tspan> &lt;");
        assert!(!is_code);
    }
}
