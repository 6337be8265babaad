//! The rails of one rule, from its body.

use std::collections::BTreeSet;

use crate::grammars::RuleBody;
use railroad::{
    Choice, Comment, Empty, LabeledBox, Link, MultiChoice, Node, NonTerminal, Optional, Repeat,
    Sequence, Stack, Terminal,
};

use super::anchor;
use super::words::{count, terminal};

/// Any part of a drawing.
pub(super) type Drawn = Box<dyn Node>;

/// A sequence that is longer goes on in a line below.
const LONGEST: i64 = 780;
/// More ways than this stand in columns.
const MOST_WAYS: usize = 12;

/// Draws the rules of one grammar.
pub(super) struct Rails<'a> {
    /// The rules that can be linked to.
    names: &'a BTreeSet<&'a str>,
    built_in: BTreeSet<String>,
    /// How many boxes with a label are open.
    boxes: usize,
}

/// So many boxes stand in one another at most: every further one takes the
/// drawing twice as long, and could not be read.
const MOST_BOXES: usize = 4;

impl<'a> Rails<'a> {
    /// For a grammar with rules of these names.
    pub(super) const fn new(names: &'a BTreeSet<&'a str>) -> Self {
        Self { names, built_in: BTreeSet::new(), boxes: 0 }
    }

    /// The names of pest's own rules that were drawn.
    pub(super) fn built_in(&self) -> impl Iterator<Item = &str> {
        self.built_in.iter().map(|name| &**name)
    }

    /// The rails for `body`.
    pub(super) fn draw(&mut self, body: &RuleBody) -> Drawn {
        match body {
            RuleBody::Literal(text) => Box::new(Terminal::new(terminal(text).into_owned())),
            RuleBody::Insensitive(text) if is_letter(text) => Box::new(Terminal::new(format!(
                "{} or {}",
                text.to_ascii_uppercase(),
                text.to_ascii_lowercase()
            ))),
            RuleBody::Insensitive(text) => labelled(
                Box::new(Terminal::new(terminal(text).into_owned())),
                "capitals or small letters",
            ),
            RuleBody::Range(first, last) => {
                Box::new(Terminal::new(format!("{} … {}", terminal(first), terminal(last))))
            }
            RuleBody::Rule(name) => self.rule(name),
            RuleBody::Sequence(parts) => sequence(self.all(parts)),
            RuleBody::Choice(ways) => choice(self.all(ways)),
            RuleBody::Repeat { body, least, most } => repeat(self.draw(body), *least, *most),
            RuleBody::Lookahead { body, positive: true } => {
                self.labelled(body, "must follow, is not read")
            }
            RuleBody::Lookahead { body, positive: false } => self.labelled(body, "must not follow"),
            RuleBody::Push(body) => self.labelled(body, "put on the stack"),
            RuleBody::PeekSlice { start, end } => {
                let end = end.map_or_else(String::new, |end| end.to_string());
                let name = NonTerminal::new(format!("PEEK[{start}..{end}]"));
                labelled(Box::new(name), "this part of the stack, again")
            }
        }
    }

    /// `body` in a box with a label; too deep, the label alone.
    fn labelled(&mut self, body: &RuleBody, label: &str) -> Drawn {
        if self.boxes == MOST_BOXES {
            return Box::new(Comment::new(format!("{label}: …")));
        }
        self.boxes += 1;
        let drawn = labelled(self.draw(body), label);
        self.boxes -= 1;
        drawn
    }

    fn all(&mut self, parts: &[RuleBody]) -> Vec<Drawn> {
        parts.iter().map(|part| self.draw(part)).collect()
    }

    fn rule(&mut self, name: &str) -> Drawn {
        let drawn = NonTerminal::new(name.to_owned());
        if self.names.contains(name) {
            return Box::new(Link::new(drawn, format!("#{}", anchor(name))));
        }
        self.built_in.insert(name.to_owned());
        Box::new(drawn)
    }
}

/// The drawing without the arrowheads that long rails have and short ones have
/// not.
pub(super) fn without_arrows(svg: &str) -> String {
    // The middle of an arrowhead, between two moves to it and on from it.
    const HEADS: [&str; 4] = [
        " l -5 -5 m 0 10 l 5 -5",
        " l 5 -5 m 0 10 l -5 -5",
        " l -5 -5 m 10 0 l -5 5",
        " l -5 5 m 10 0 l -5 -5",
    ];
    let mut kept = svg.to_owned();
    for head in HEADS {
        let mut parts = kept.split(head);
        let mut without = parts.next().expect("a split text has a first part").to_owned();
        for after in parts {
            let before = without.rfind(" m ").expect("a move leads to an arrowhead");
            without.truncate(before);
            let numbers = after.trim_start_matches(" m ").splitn(3, [' ', '"']);
            let moved: usize = numbers.take(2).map(|number| number.len() + 1).sum();
            without.push_str(&after[" m ".len() + moved - 1..]);
        }
        kept = without;
    }
    kept
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.starts_with(|it: char| it.is_ascii_alphabetic())
}

fn labelled(inner: Drawn, label: &str) -> Drawn {
    Box::new(LabeledBox::new(inner, Comment::new(label.to_owned())))
}

/// The parts one after another, on as many lines as they need.
fn sequence(parts: Vec<Drawn>) -> Drawn {
    let mut lines: Vec<Vec<Drawn>> = Vec::new();
    let mut width = 0;
    for part in parts {
        width += part.width() + 10;
        match lines.last_mut() {
            Some(line) if width <= LONGEST => line.push(part),
            _ => {
                width = part.width() + 10;
                lines.push(vec![part]);
            }
        }
    }
    let mut lines: Vec<Drawn> =
        lines.into_iter().map(|line| Box::new(Sequence::new(line)) as Drawn).collect();
    match lines.pop() {
        Some(only) if lines.is_empty() => only,
        last => Box::new(Stack::new(lines.into_iter().chain(last).collect::<Vec<_>>())),
    }
}

fn choice(ways: Vec<Drawn>) -> Drawn {
    if ways.len() <= MOST_WAYS {
        return Box::new(Choice::new(ways));
    }
    let mut columns: Vec<Vec<Drawn>> = Vec::new();
    for way in ways {
        match columns.last_mut() {
            Some(column) if column.len() < MOST_WAYS => column.push(way),
            _ => columns.push(vec![way]),
        }
    }
    Box::new(MultiChoice::new(columns))
}

fn repeat(inner: Drawn, least: u32, most: Option<u32>) -> Drawn {
    let repeated: Drawn = match (most, count(least, most)) {
        (Some(0 | 1), _) => inner,
        (_, Some(count)) => Box::new(Repeat::new(inner, Comment::new(count))),
        (_, None) => Box::new(Repeat::new(inner, Empty)),
    };
    if least == 0 { Box::new(Optional::new(repeated)) } else { repeated }
}
