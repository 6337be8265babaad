//! Railroad diagrams of a grammar's rules.

mod rails;
mod words;

use std::collections::BTreeSet;

use crate::grammars::RuleDefinition;
use crate::words::wrap;

use super::svg;
use railroad::svg::{Element, HDir};
use railroad::{End, Node, Sequence, Start};

use rails::{Drawn, Rails};
use words::{meaning, modifier};

const MARGIN: i64 = 30;
/// Between one rule and the next.
const GAP: i64 = 34;
const NAME_HEIGHT: i64 = 24;
const LINE_HEIGHT: i64 = 18;
/// The most characters in a line of a comment.
const COMMENT_WIDTH: usize = 96;
/// The sizes of letters.
const TITLE: i64 = 20;
const NAME: i64 = 17;
const MODIFIER: i64 = 14;
const WORDS: i64 = 13;

const STYLE: &str = "
svg.railroad .ground { fill: $ground$; }
svg.railroad path { stroke: $rail$; stroke-width: 2px; fill: none; }
svg.railroad text { font: 14px monospace; text-anchor: middle; fill: $ink$; }
svg.railroad text.name { font: bold 17px monospace; text-anchor: start; }
svg.railroad text.words { font: 13px sans-serif; text-anchor: start; fill: $faint$; }
svg.railroad text.title { font: bold 20px sans-serif; text-anchor: start; }
svg.railroad tspan.modifier { font: italic 14px sans-serif; fill: $faint$; }
svg.railroad text.comment { font: italic 12px sans-serif; fill: $faint$; }
svg.railroad .terminal rect { stroke: $green$; stroke-width: 2px; fill: $green-box$; }
svg.railroad .nonterminal rect {
    stroke: $edge$; stroke-width: 2px; stroke-dasharray: 5 3; fill: $box$;
}
svg.railroad .link .nonterminal rect {
    stroke: $blue$; stroke-dasharray: none; fill: $blue-box$;
}
svg.railroad .link text { fill: $blue-ink$; }
svg.railroad .link:hover rect { stroke-width: 3px; }
svg.railroad g.labeledbox > rect {
    stroke: $thin$; stroke-width: 1px; stroke-dasharray: 4 4; fill: none;
}
";

/// The picture of `rules`, with links from rule to rule.
pub fn svg(title: &str, rules: &[RuleDefinition]) -> String {
    let names: BTreeSet<&str> = rules.iter().map(|rule| &*rule.name).collect();
    let mut page = Page { elements: Vec::new(), bottom: MARGIN, right: 0 };
    page.text("title", title, 26);
    let mut rails = Rails::new(&names);
    for rule in rules {
        page.bottom += GAP;
        let drawn = rails.draw(&rule.body);
        page.rule(rule, drawn);
    }
    page.bottom += GAP;
    for line in notes(rules, &rails) {
        page.words(&line);
    }
    page.finish(title)
}

/// The drawing so far, from the top.
struct Page {
    elements: Vec<Element>,
    bottom: i64,
    right: i64,
}

impl Page {
    fn text(&mut self, class: &str, text: &str, height: i64) {
        self.elements.push(svg::text(class, (MARGIN, self.bottom + height - 8), text));
        self.bottom += height;
        self.reach(svg::text_width(text, if class == "words" { WORDS } else { TITLE }));
    }

    fn reach(&mut self, width: i64) {
        self.right = self.right.max(MARGIN + width);
    }

    /// A paragraph of words.
    fn words(&mut self, text: &str) {
        for line in wrap(text.split(' '), " ", COMMENT_WIDTH) {
            self.text("words", &line, LINE_HEIGHT);
        }
    }

    fn rule(&mut self, rule: &RuleDefinition, drawn: Drawn) {
        let word = modifier(rule.modifier).map_or("", |(word, _)| word);
        let name = svg::text("name", (MARGIN, self.bottom + NAME_HEIGHT - 8), &rule.name)
            .set("id", &anchor(&rule.name));
        let modifier = Element::new("tspan").set("class", "modifier").set("dx", "12").text(word);
        self.elements.push(if word.is_empty() { name } else { name.add(modifier) });
        self.bottom += NAME_HEIGHT;
        self.reach(svg::text_width(&rule.name, NAME) + 12 + svg::text_width(word, MODIFIER));
        self.words(&rule.comment);

        let line = Sequence::<Drawn>::new(vec![Box::new(Start), drawn, Box::new(End)]);
        self.bottom += LINE_HEIGHT / 2;
        self.elements.push(line.draw(MARGIN, self.bottom, HDir::LTR));
        self.bottom += line.height();
        self.reach(line.width());
    }

    fn finish(self, title: &str) -> String {
        let (width, height) = (self.right + MARGIN, self.bottom + MARGIN);
        let svg = svg::picture("railroad", title, STYLE, (width, height));
        self.elements.into_iter().fold(svg, Element::add).to_string()
    }
}

/// The anchor to which a link to a rule leads.
fn anchor(rule: &str) -> String {
    format!("rule-{rule}")
}

/// The legend of the picture.
fn notes(rules: &[RuleDefinition], rails: &Rails) -> Vec<String> {
    let modifiers: BTreeSet<_> = rules.iter().map(|rule| rule.modifier).collect();
    let modifiers = modifiers.into_iter().filter_map(modifier);
    let modifiers = modifiers.map(|(word, meaning)| format!("{word}: {meaning}"));
    let built_in = rails.built_in().map(|name| format!("{name}: {}", meaning(name)));
    let between = ["WHITESPACE", "COMMENT"]
        .into_iter()
        .filter(|name| rules.iter().any(|rule| rule.name == *name));
    let between = between.map(|name| {
        format!("{name} may also stand between the parts of a rule that is not atomic")
    });
    modifiers.chain(built_in).chain(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::{RuleBody, RuleModifier};

    fn text(text: &str) -> RuleBody {
        RuleBody::Literal(text.to_owned())
    }

    fn repeat(least: u32, most: Option<u32>) -> RuleBody {
        RuleBody::Repeat { body: Box::new(text("x")), least, most }
    }

    /// A rule of every kind, with every construct in it.
    fn every_construct() -> Vec<RuleDefinition> {
        let name = |name: &str| RuleBody::Rule(name.to_owned());
        let lookahead = |positive| RuleBody::Lookahead { body: Box::new(text("<&>")), positive };
        let bodies = [
            RuleBody::Sequence((0..40).map(|part| text(&format!("part{part}"))).collect()),
            RuleBody::Choice((0..30).map(|way| text(&format!("way{way}"))).collect()),
            RuleBody::Sequence(vec![
                RuleBody::Insensitive("select".to_owned()),
                RuleBody::Range("a".to_owned(), "z".to_owned()),
                lookahead(true),
                lookahead(false),
                text("\"\t\n"),
            ]),
            RuleBody::Sequence(vec![
                RuleBody::Push(Box::new(RuleBody::Choice(vec![name("Normal"), name("ANY")]))),
                RuleBody::PeekSlice { start: -2, end: None },
                name("POP"),
                name("LATIN"),
            ]),
            RuleBody::Sequence(
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
        let rule = |(body, modifier)| RuleDefinition {
            name: format!("{modifier:?}"),
            modifier,
            comment: "What it is for, & why it is < than \"others\".".to_owned(),
            body,
        };
        bodies.into_iter().zip(modifiers).map(rule).collect()
    }

    #[test]
    fn every_construct_is_drawn_with_its_words() {
        let svg = svg("all & everything", &every_construct());

        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts: Vec<&str> =
            document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
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
            "LATIN: a character with this Unicode property",
            "POP: what was put on the stack last, again; it is taken off",
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
    fn nothing_is_drawn_beside_the_page() {
        let svg = svg("a", &every_construct());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let number = |node: roxmltree::Node, name| -> i64 {
            node.attribute(name).map_or(0, |number| number.parse().unwrap())
        };
        let page = document.root_element();
        let (width, height) = (number(page, "width"), number(page, "height"));
        for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
            assert!(number(node, "x") + number(node, "width") <= width);
            assert!(number(node, "y") + number(node, "height") <= height);
        }
        assert!(width < 1100, "long rules go on below: {width}");
    }
}
