//! The shortest texts that the parts of a grammar match.
//!
//! They are those of the context-free grammar that has the same rules: neither the
//! order of alternatives nor what lookaheads ask for counts. So a text is a
//! candidate, to be tried; but what has no text here never matches at all.

use std::collections::VecDeque;

use crate::stack;
use crate::tracer::expr::{Expr, Terminal, built_in};
use crate::tracer::syntax::{Kind, Node, Syntax};

/// Texts of more bytes are not made, only measured.
const LONGEST: usize = 1000;

/// Characters to show, those that say the least first.
const CHARACTERS: &str = "a1A0_b +-*/=<>()[]{},.:;!?'\"#%&@$^~`|\\\n\t";

/// A shortest text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tracer) struct Text {
    /// In bytes.
    length: u64,
    /// `None` where it is too long.
    text: Option<String>,
}

impl Text {
    fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { length: text.len() as u64, text: Some(text).filter(|it| it.len() <= LONGEST) }
    }

    fn then(self, next: &Self) -> Self {
        let text = self.text.zip(next.text.as_ref()).map(|(first, next)| first + next);
        let length = self.length.saturating_add(next.length);
        Self { length, text: text.filter(|it| it.len() <= LONGEST) }
    }

    fn times(&self, times: u32) -> Self {
        let length = self.length.saturating_mul(times.into());
        let is_short = length <= LONGEST as u64;
        let text = self.text.as_ref().filter(|_| is_short);
        Self { length, text: text.map(|it| it.repeat(times as usize)) }
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::of("")
    }
}

/// The shortest text of some parts, one after the other.
#[derive(Default)]
struct Row {
    text: Text,
    /// What must not follow.
    refused: Vec<Text>,
}

impl Row {
    /// Adds a part; `None` where it has no finite text.
    fn push<'i>(&mut self, shortest: &Shortest<'_, 'i>, item: &Node<'i>) -> Option<()> {
        if let Kind::Lookahead { positive: false, body } = &item.kind {
            self.refused.extend(body.alternatives().iter().filter_map(|it| shortest.of(it)));
            return Some(());
        }
        let starts: Vec<&str> = self.refused.iter().filter_map(|it| it.text.as_deref()).collect();
        let next = match &item.kind {
            Kind::Terminal(terminal, _) => of_terminal(terminal, &starts)?,
            Kind::Rule(name) if shortest.syntax.index(name).is_none() => match built_in(name) {
                Some(Expr::Terminal(terminal, _)) => of_terminal(&terminal, &starts)?,
                _ => shortest.of(item)?,
            },
            _ => shortest.of(item)?,
        };
        if next.length > 0 {
            self.refused.clear();
        }
        self.text = std::mem::take(&mut self.text).then(&next);
        Some(())
    }
}

/// The shortest text of every rule.
pub(in crate::tracer) struct Shortest<'s, 'i> {
    syntax: &'s Syntax<'i>,
    rules: Vec<Option<Text>>,
}

/// A place in a rule where another rule is named, and the shortest texts that may
/// stand on both sides of it.
#[derive(Debug, Clone)]
pub(in crate::tracer) struct Occurrence {
    pub(in crate::tracer) rule: usize,
    pub(in crate::tracer) before: String,
    pub(in crate::tracer) after: String,
}

impl<'s, 'i> Shortest<'s, 'i> {
    pub(in crate::tracer) fn new(syntax: &'s Syntax<'i>) -> Self {
        let count = syntax.rules.len();
        let mut users = vec![Vec::new(); count];
        for (index, rule) in syntax.rules.iter().enumerate() {
            for named in rule.body.names().filter_map(|name| syntax.index(name)) {
                users[named].push(index);
            }
        }
        let mut shortest = Self { syntax, rules: vec![None; count] };
        // What is named tends to stand after what names it.
        let mut waiting: VecDeque<usize> = (0..count).rev().collect();
        let mut is_waiting = vec![true; count];
        while let Some(index) = waiting.pop_front() {
            is_waiting[index] = false;
            let found = shortest.of(&syntax.rules[index].body);
            let length = |text: &Option<Text>| text.as_ref().map_or(u64::MAX, |it| it.length);
            if length(&found) < length(&shortest.rules[index]) {
                shortest.rules[index] = found;
                for &user in users[index].iter().filter(|&&user| user != index) {
                    if !std::mem::replace(&mut is_waiting[user], true) {
                        waiting.push_back(user);
                    }
                }
            }
        }
        shortest
    }

    /// The shortest text that a part could match; `None` where no text is finite.
    fn of(&self, node: &Node<'i>) -> Option<Text> {
        match &node.kind {
            Kind::Rule(name) => match self.syntax.index(name) {
                Some(index) => self.rules[index].clone(),
                None => built_in(name).and_then(|it| of_built_in(&it)),
            },
            Kind::Terminal(terminal, _) => of_terminal(terminal, &[]),
            Kind::Sequence(items) => self.sequence(items),
            Kind::Choice(alternatives) => {
                alternatives.iter().filter_map(|it| self.of(it)).min_by_key(|it| it.length)
            }
            Kind::Repeat { body, least: 1.., .. } => {
                Some(self.of(body)?.times(node.least_rounds()))
            }
            Kind::Push(body) => self.of(body),
            Kind::Repeat { least: 0, .. } | Kind::Lookahead { .. } | Kind::Unknown(_) => {
                Some(Text::of(""))
            }
        }
    }

    fn sequence(&self, items: &[Node<'i>]) -> Option<Text> {
        let mut row = Row::default();
        items.iter().try_for_each(|item| row.push(self, item))?;
        Some(row.text)
    }

    /// Whether no text matches.
    pub(in crate::tracer) fn never_matches(&self, node: &Node<'i>) -> bool {
        self.of(node).is_none()
    }

    /// Whether it may match without reading anything.
    pub(in crate::tracer) fn may_be_empty(&self, node: &Node<'i>) -> bool {
        self.of(node).is_none_or(|text| text.length == 0)
    }

    /// A shortest text, if there is one that is short enough.
    pub(in crate::tracer) fn text(&self, node: &Node<'i>) -> Option<String> {
        self.of(node)?.text
    }

    /// A shortest text of a rule, if there is one that is short enough.
    pub(in crate::tracer) fn of_rule(&self, rule: usize) -> Option<String> {
        self.rules[rule].clone()?.text
    }

    /// The places in a rule where rules of the grammar are read.
    pub(in crate::tracer) fn occurrences(&self, rule: usize) -> Vec<Occurrence> {
        let mut found = Vec::new();
        self.each_place(&self.syntax.rules[rule].body, "", "", &mut |node, before, after| {
            if let Kind::Rule(name) = node.kind
                && let Some(rule) = self.syntax.index(name)
            {
                let (before, after) = (before.to_owned(), after.to_owned());
                found.push(Occurrence { rule, before, after });
            }
        });
        found
    }

    /// The shortest texts that may stand in a rule before and after a part of it.
    pub(in crate::tracer) fn around(
        &self,
        rule: usize,
        part: &Node<'i>,
    ) -> Option<(String, String)> {
        let mut found = None;
        self.each_place(&self.syntax.rules[rule].body, "", "", &mut |node, before, after| {
            if std::ptr::eq(node, part) {
                found = Some((before.to_owned(), after.to_owned()));
            }
        });
        found
    }

    /// For each of these the shortest text of all that follow on it.
    fn after_each(&self, items: &[Node<'i>]) -> Vec<Option<String>> {
        let mut texts = vec![Some(Text::default())];
        for start in (1..items.len()).rev() {
            // What must not follow may change what is next.
            let (mut row, mut end) = (Row::default(), start);
            let mut is_finite = true;
            while is_finite && (end == start || end < items.len() && !row.refused.is_empty()) {
                is_finite = row.push(self, &items[end]).is_some();
                end += 1;
            }
            let rest = texts[items.len() - end].as_ref().filter(|_| is_finite);
            let text = rest.map(|rest| row.text.then(rest));
            texts.push(text);
        }
        texts.into_iter().rev().map(|it| it?.text).collect()
    }

    /// Shows `visit` every part of `node` with what may stand on both sides of it.
    fn each_place(
        &self,
        node: &Node<'i>,
        before: &str,
        after: &str,
        visit: &mut dyn FnMut(&Node<'i>, &str, &str),
    ) {
        if before.len() + after.len() > LONGEST {
            return;
        }
        visit(node, before, after);
        match &node.kind {
            Kind::Sequence(items) => {
                let mut row = Row::default();
                for (item, right) in items.iter().zip(self.after_each(items)) {
                    if let (Some(left), Some(right)) = (&row.text.text, right) {
                        let (left, right) = ([before, left].concat(), [&right, after].concat());
                        stack::for_level(|| self.each_place(item, &left, &right, visit));
                    }
                    if row.push(self, item).is_none() {
                        break;
                    }
                }
            }
            Kind::Repeat { body, .. } => {
                let more = node.least_rounds().saturating_sub(1);
                let more = self.of(body).and_then(|it| it.times(more).text);
                if let Some(more) = more {
                    self.each_place(body, before, &[&more, after].concat(), visit);
                }
            }
            Kind::Choice(parts) => {
                for part in parts {
                    self.each_place(part, before, after, visit);
                }
            }
            Kind::Push(body) => self.each_place(body, before, after, visit),
            Kind::Rule(_) | Kind::Lookahead { .. } | Kind::Terminal(..) | Kind::Unknown(_) => {}
        }
    }
}

/// That of a built-in rule, which is a terminal or one of several.
fn of_built_in(expr: &Expr) -> Option<Text> {
    match expr {
        Expr::Terminal(terminal, _) => of_terminal(terminal, &[]),
        Expr::Choice(alternatives) => {
            alternatives.iter().filter_map(of_built_in).min_by_key(|it| it.length)
        }
        _ => Some(Text::of("")),
    }
}

/// One that begins like none of `refused`, if there is a choice.
fn of_terminal(terminal: &Terminal, refused: &[&str]) -> Option<Text> {
    let one = |holds: &dyn Fn(char) -> bool| {
        let known = || CHARACTERS.chars().filter(|it| holds(*it));
        let is_refused = |it: &char| refused.iter().any(|text| text.starts_with(*it));
        known().find(|it| !is_refused(it)).or_else(|| known().next()).map(Text::of)
    };
    match terminal {
        Terminal::Literal(text) | Terminal::Insensitive(text) => Some(Text::of(text.clone())),
        Terminal::Range(first, last) if first > last => None,
        Terminal::Range(first, last) => {
            one(&|it| (*first..=*last).contains(&it)).or_else(|| Some(Text::of(*first)))
        }
        Terminal::Class(class) => {
            Some(one(&class.holds).expect("every class has a letter or a digit"))
        }
        Terminal::Any => one(&|_| true),
        Terminal::Property(name) => {
            let holds = pest::unicode::by_name(name)?;
            one(&holds).or_else(|| ('\u{80}'..=char::MAX).find(|it| holds(*it)).map(Text::of))
        }
        // The texts on the stack may be empty.
        Terminal::Until(_)
        | Terminal::Start
        | Terminal::End
        | Terminal::Stack(_)
        | Terminal::EmptyStack(_) => Some(Text::of("")),
    }
}
