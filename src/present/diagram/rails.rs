//! The rails of one rule, from its body, and pest's built-in names and syntax in words.

use std::borrow::Cow;
use std::collections::BTreeSet;

use itertools::Itertools;

use crate::tracer::{self, Body, BodyKind, RuleModifier, StackUse};
use railroad::{
    Choice, Comment, Empty, LabeledBox, Link, MultiChoice, Node, NonTerminal, Optional, Repeat,
    Sequence, Stack, Terminal,
};

use super::anchor;

/// A node of a drawing.
pub(super) type Drawn = Box<dyn Node>;

/// The maximum width of a sequence on one line. A wider sequence continues below.
const LONGEST: i64 = 780;
/// The maximum number of alternatives in one column.
const MOST_WAYS: usize = 12;

/// Draws the rules of one grammar.
pub(super) struct Rails<'a> {
    /// The rules to which a link can lead.
    names: &'a BTreeSet<&'a str>,
    built_in: BTreeSet<String>,
    /// The number of labelled boxes around the part that is drawn.
    boxes: usize,
}

/// The maximum number of nested boxes. Each further box would double the drawing time, and would be
/// illegible.
const MOST_BOXES: usize = 4;

impl<'a> Rails<'a> {
    /// Makes rails for a grammar with rules of these names.
    pub(super) const fn new(names: &'a BTreeSet<&'a str>) -> Self {
        Self { names, built_in: BTreeSet::new(), boxes: 0 }
    }

    /// Returns the names of pest's own rules that were drawn.
    pub(super) fn built_in(&self) -> impl Iterator<Item = &str> {
        self.built_in.iter().map(|name| &**name)
    }

    /// Draws the rails for `body`.
    pub(super) fn draw(&mut self, body: &Body) -> Drawn {
        match &body.kind {
            BodyKind::Terminal(terminal) => compared(terminal),
            BodyKind::Rule(name) => self.rule(name),
            BodyKind::Sequence(parts) => sequence(self.all(parts)),
            BodyKind::Choice(ways) => choice(self.all(ways)),
            BodyKind::Repeat { body, least, most, .. } => repeat(self.draw(body), *least, *most),
            BodyKind::Lookahead { body, positive: true } => {
                self.labelled(body, "must follow, but is not consumed")
            }
            BodyKind::Lookahead { body, positive: false } => self.labelled(body, "must not follow"),
            BodyKind::Push(body) => self.labelled(body, "put on the stack"),
            BodyKind::Unknown(_) => unreachable!("no grammar that is drawn has it"),
        }
    }

    /// Draws `body` in a labelled box. Inside [`MOST_BOXES`] boxes, draws only the label.
    fn labelled(&mut self, body: &Body, label: &str) -> Drawn {
        if self.boxes == MOST_BOXES {
            return Box::new(Comment::new(format!("{label}: …")));
        }
        self.boxes += 1;
        let drawn = labelled(self.draw(body), label);
        self.boxes -= 1;
        drawn
    }

    fn all(&mut self, parts: &[Body]) -> Vec<Drawn> {
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

/// Draws a terminal.
fn compared(what: &tracer::Terminal) -> Drawn {
    let set = |text: &str| Box::new(Terminal::new(terminal(text).into_owned()));
    match what {
        tracer::Terminal::Literal(text) => set(text),
        tracer::Terminal::Insensitive(text)
            if matches!(text.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z']) =>
        {
            let [capital, small] = [text.to_ascii_uppercase(), text.to_ascii_lowercase()];
            Box::new(Terminal::new(format!("{capital} or {small}")))
        }
        tracer::Terminal::Insensitive(text) => labelled(set(text), "capitals or small letters"),
        tracer::Terminal::Range(first, last) => {
            let [first, last] = [first, last].map(ToString::to_string);
            Box::new(Terminal::new(format!("{} … {}", terminal(&first), terminal(&last))))
        }
        tracer::Terminal::Stack(StackUse::PeekSlice(start, end)) => {
            let end = end.map_or_else(String::new, |end| end.to_string());
            let name = NonTerminal::new(format!("PEEK[{start}..{end}]"));
            labelled(Box::new(name), "the texts of this part of the stack, again")
        }
        _ => unreachable!("a grammar writes the others as the names of rules"),
    }
}

fn labelled(inner: Drawn, label: &str) -> Drawn {
    Box::new(LabeledBox::new(inner, Comment::new(label.to_owned())))
}

/// Draws the parts one after another, on as many lines as they need.
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
    let columns = ways.into_iter().chunks(MOST_WAYS);
    Box::new(MultiChoice::new(columns.into_iter().map(Vec::from_iter).collect::<Vec<_>>()))
}

fn repeat(inner: Drawn, least: u32, most: Option<u32>) -> Drawn {
    let repeated: Drawn = match (most, count(least, most)) {
        (Some(0 | 1), _) => inner,
        (_, Some(count)) => Box::new(Repeat::new(inner, Comment::new(count))),
        (_, None) => Box::new(Repeat::new(inner, Empty)),
    };
    if least == 0 { Box::new(Optional::new(repeated)) } else { repeated }
}

/// Returns the word for a modifier, and its meaning.
pub(super) fn modifier(modifier: RuleModifier) -> Option<(&'static str, &'static str)> {
    let mut lines = include_str!("modifiers.txt").lines().filter_map(|it| it.split_once(' '));
    lines.find(|(sign, _)| *sign == modifier.sign())?.1.split_once(": ")
}

/// Describes the text that a rule built into pest matches.
pub(super) fn meaning(name: &str) -> &'static str {
    let mut meanings = include_str!("built_in.txt").lines().filter_map(|line| line.split_once(' '));
    let found = meanings.find(|(rule, _)| *rule == name);
    found.map_or("a character with this Unicode property", |(_, meaning)| meaning)
}

/// Returns a literal text; invisible characters are written as in pest.
fn terminal(text: &str) -> Cow<'_, str> {
    let is_plain = |character: char| character.is_ascii_graphic() || character.is_alphanumeric();
    if !text.is_empty() && text.chars().all(is_plain) && !text.contains(['"', '\\']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("\"{}\"", text.escape_debug()))
}

/// Describes how often a part is repeated; `None` if there are no limits.
fn count(least: u32, most: Option<u32>) -> Option<String> {
    match (least, most) {
        (0 | 1, None) => None,
        (least, None) => Some(format!("{least} times or more")),
        (least, Some(most)) if least == most => Some(format!("{most} times")),
        (0 | 1, Some(most)) => Some(format!("up to {most} times")),
        (least, Some(most)) => Some(format!("{least} to {most} times")),
    }
}
