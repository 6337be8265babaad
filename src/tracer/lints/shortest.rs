//! The shortest texts that the parts of a grammar match.
//!
//! This module treats the rules as a context-free grammar: it ignores positive lookaheads and the
//! order of alternatives. So a text is only a candidate to try, which the part may reject. But a
//! part without a text never matches.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::subject::{Subject, id};
use crate::stack;
use crate::tracer::RuleId;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::rules::Rules;
use crate::tracer::terminal::{StackUse, Terminal, built_in};

/// The maximum length of a text, in bytes. A longer text is measured but not built.
const LONGEST: usize = 1000;

/// The maximum number of rules in which to search for what a text can begin with.
const MOST_RULES: usize = 100;

/// Characters for example texts, in the order in which they are preferred.
const CHARACTERS: &str = "a1A0_b +-*/=<>()[]{},.:;!?'\"#%&@$^~`|\\\n\t";

/// A shortest text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Text {
    /// The length in bytes, without the texts that come from the stack.
    length: u64,
    /// `None` if the text is too long.
    text: Option<String>,
}

impl Text {
    fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { length: text.len() as u64, text: Some(text).filter(|it| it.len() <= LONGEST) }
    }

    fn then(self, blank: &str, next: &Self) -> Self {
        let both = self.text.as_deref().zip(next.text.as_deref());
        let blank = both.map_or("", |(left, right)| between(left, blank, right));
        let text = self.text.zip(next.text.as_ref()).map(|(left, right)| left + blank + right);
        let length = self.length.saturating_add(blank.len() as u64).saturating_add(next.length);
        Self { length, text: text.filter(|it| it.len() <= LONGEST) }
    }

    fn times(&self, times: u32) -> Self {
        let length = self.length.saturating_mul(times.into());
        let times = times as usize;
        let is_short = |it: &&String| it.len().saturating_mul(times) <= LONGEST;
        Self { length, text: self.text.as_ref().filter(is_short).map(|it| it.repeat(times)) }
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::of("")
    }
}

/// The blank between two texts, if they would form one word without it.
fn between<'b>(left: &str, blank: &'b str, right: &str) -> &'b str {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    if left.ends_with(is_word) && right.starts_with(is_word) { blank } else { "" }
}

/// The shortest text of a sequence of parts.
#[derive(Default)]
struct Row<'b> {
    /// The text that separates words.
    blank: &'b str,
    text: Text,
    /// The texts that must not come next, because a preceding `!` forbids them.
    refused: Vec<Text>,
}

impl Row<'_> {
    /// Adds a part. Returns `None` if the part has no finite text.
    fn push(&mut self, shortest: &Shortest<'_>, item: &Body) -> Option<()> {
        if let BodyKind::Lookahead { positive: false, body } = &item.kind {
            self.refused.extend(body.alternatives().iter().filter_map(|it| shortest.of(it)));
            return Some(());
        }
        let starts: Vec<&str> = self.refused.iter().filter_map(|it| it.text.as_deref()).collect();
        let next = shortest.unlike(item, &starts)?;
        if next.length > 0 {
            self.refused.clear();
        }
        self.text = std::mem::take(&mut self.text).then(self.blank, &next);
        Some(())
    }
}

/// The shortest texts of all rules.
pub(crate) struct Shortest<'r> {
    pub(super) rules: &'r Rules,
    /// The text that separates words in the `spaced` rules.
    blank: String,
    /// The rules that skip blanks when reached from the start rule.
    pub(super) spaced: Vec<usize>,
    /// The text that the first `PUSH` pushes, for the parts that compare with the stack.
    pushed: String,
    texts: Vec<Option<Text>>,
}

/// A place in a rule that names another rule, with the shortest texts on both sides.
#[derive(Debug, Clone)]
pub(crate) struct Occurrence {
    pub(crate) rule: usize,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl<'s> Shortest<'s> {
    pub(crate) fn new(rules: &'s Rules) -> Self {
        let texts = vec![None; rules.rules.len()];
        let (blank, pushed) = (String::new(), String::new());
        let mut known = Self { rules, blank, spaced: Vec::new(), pushed, texts };
        known.settle();
        known
    }

    /// The shortest texts. In the rules reachable from `start` that skip blanks, a blank separates
    /// words, because a keyword may have to end there.
    pub(super) fn spaced(rules: &'s Rules, start: usize) -> Self {
        let mut known = Self::new(rules);
        let mut parts = rules.parts().map(|(_, part)| part);
        let push = parts.find(|part| matches!(part.kind, BodyKind::Push(_)));
        known.pushed = push.and_then(|push| known.text(push)).unwrap_or_default();
        if let Some(blank) = known.blank_between() {
            let seen = reached(rules, start);
            known.spaced = (0..seen.len()).filter(|&rule| seen[rule][0]).collect();
            known.blank = blank;
        }
        known.texts.fill(None);
        known.settle();
        known
    }

    /// Uses `text` for a rule, and prefers the ways through this rule.
    pub(super) fn prefer(&mut self, rule: usize, text: String) {
        self.texts.fill(None);
        self.texts[rule] = Some(Text { length: 0, text: Some(text) });
        self.settle();
    }

    fn settle(&mut self) {
        let (rules, known) = (self.rules, self);
        rules.settle(|rule| {
            let found = known.of(&rules.rules[rule].body);
            let before = known.texts[rule].as_ref().map(|it| it.length);
            let is_less =
                found.as_ref().is_some_and(|it| before.is_none_or(|before| it.length < before));
            if is_less {
                known.texts[rule] = found;
            }
            is_less
        });
    }

    /// The shortest text that pest skips between parts, if it is not empty.
    pub(super) fn blank_between(&self) -> Option<String> {
        let mut blanks = self.rules.between().filter_map(|rule| self.of_rule(rule));
        blanks.find(|blank| !blank.is_empty())
    }

    /// The text that separates words in a part of a rule.
    fn blank_in(&self, node: &Body) -> &str {
        let rule = self.rules.rules.partition_point(|it| it.span.end < node.span.end);
        if node.span.is_empty() { "" } else { self.blank_of(rule) }
    }

    /// The text that separates words in a rule.
    fn blank_of(&self, rule: usize) -> &str {
        if self.spaced.binary_search(&rule).is_ok() { &self.blank } else { "" }
    }

    /// The shortest text of a part; `None` if it has no finite text.
    fn of(&self, node: &Body) -> Option<Text> {
        self.unlike(node, &[])
    }

    /// The shortest text of a part; of a terminal, preferably one that does not begin like any of
    /// `refused`.
    fn unlike(&self, node: &Body, refused: &[&str]) -> Option<Text> {
        let of_terminal = |it: &Terminal| of_terminal(it, refused, &self.pushed);
        match &node.kind {
            BodyKind::Rule(name) => match self.rules.index(name) {
                Some(index) => self.texts[index].clone(),
                None => built_in(name)?.iter().filter_map(of_terminal).min_by_key(|it| it.length),
            },
            BodyKind::Terminal(terminal) => of_terminal(terminal),
            BodyKind::Sequence(items) => {
                let mut row = Row { blank: self.blank_in(node), ..Row::default() };
                items.iter().try_for_each(|item| row.push(self, item))?;
                Some(row.text)
            }
            BodyKind::Choice(alternatives) => {
                alternatives.iter().filter_map(|it| self.of(it)).min_by_key(|it| it.length)
            }
            BodyKind::Repeat { body, least: 1.., .. } => {
                Some(self.of(body)?.times(node.least_rounds()))
            }
            BodyKind::Push(body) => self.of(body),
            BodyKind::Repeat { least: 0, .. }
            | BodyKind::Lookahead { .. }
            | BodyKind::Unknown(_) => Some(Text::of("")),
        }
    }

    /// Whether no text matches the part.
    pub(crate) fn never_matches(&self, node: &Body) -> bool {
        self.of(node).is_none()
    }

    /// Whether the part may match without consuming text.
    pub(crate) fn may_be_empty(&self, node: &Body) -> bool {
        self.of(node).is_none_or(|text| text.length == 0)
    }

    /// A shortest text of a part, if it is short enough.
    pub(crate) fn text(&self, node: &Body) -> Option<String> {
        self.of(node)?.text
    }

    /// A shortest text of a rule, if it is short enough.
    pub(crate) fn of_rule(&self, rule: usize) -> Option<String> {
        self.texts[rule].clone()?.text
    }

    /// The places in a rule that name rules of the grammar.
    pub(crate) fn occurrences(&self, rule: usize) -> Vec<Occurrence> {
        let mut found = Vec::new();
        self.each_place(&self.rules.rules[rule].body, "", "", &mut |node, before, after| {
            if let Some(rule) = node.name().and_then(|name| self.rules.index(name)) {
                let (before, after) = (before.to_owned(), after.to_owned());
                found.push(Occurrence { rule, before, after });
            }
        });
        found
    }

    /// The shortest texts before and after a part of a rule.
    pub(crate) fn around(&self, rule: usize, part: &Body) -> Option<(String, String)> {
        self.inside(&self.rules.rules[rule].body, part)
    }

    /// The shortest texts before and after `part` in another part.
    pub(super) fn inside(&self, whole: &Body, part: &Body) -> Option<(String, String)> {
        let mut found = None;
        self.each_place(whole, "", "", &mut |node, before, after| {
            if std::ptr::eq(node, part) {
                found = Some((before.to_owned(), after.to_owned()));
            }
        });
        found
    }

    /// Texts that a part may match: one for each part that can come first in it, directly or inside
    /// a rule that it names.
    pub(super) fn beginnings(&self, part: &Body) -> Vec<String> {
        let (mut texts, mut seen) = (Vec::new(), Vec::new());
        let mut waiting = VecDeque::from([(part, String::new())]);
        while let Some((part, after)) = waiting.pop_front().filter(|_| seen.len() < MOST_RULES) {
            self.each_place(part, "", &after, &mut |part, before, after| {
                let Some(text) = self.text(part).filter(|_| before.is_empty()) else { return };
                texts.push([&*text, between(&text, self.blank_in(part), after), after].concat());
                let rule = part.name().and_then(|name| self.rules.index(name));
                if let Some(rule) = rule.filter(|rule| !seen.contains(rule)) {
                    seen.push(rule);
                    waiting.push_back((&self.rules.rules[rule].body, after.to_owned()));
                }
            });
        }
        texts
    }

    /// For each item, the shortest text of all items after it.
    fn after_each(&self, blank: &str, items: &[Body]) -> Vec<Option<String>> {
        let mut texts = vec![Some(Text::default())];
        for start in (1..items.len()).rev() {
            // Texts that must not come next may change the next item's text.
            let (mut row, mut end) = (Row { blank, ..Row::default() }, start);
            let mut is_finite = true;
            while is_finite && (end == start || end < items.len() && !row.refused.is_empty()) {
                is_finite = row.push(self, &items[end]).is_some();
                end += 1;
            }
            let rest = texts[items.len() - end].as_ref().filter(|_| is_finite);
            texts.push(rest.map(|rest| row.text.then(blank, rest)));
        }
        texts.into_iter().rev().map(|it| it?.text).collect()
    }

    /// Calls `visit` for every part of `node`, with the texts before and after it.
    fn each_place(
        &self,
        node: &Body,
        before: &str,
        after: &str,
        visit: &mut dyn FnMut(&Body, &str, &str),
    ) {
        if before.len() + after.len() > LONGEST {
            return;
        }
        visit(node, before, after);
        match &node.kind {
            BodyKind::Sequence(items) => {
                let blank = self.blank_in(node);
                let mut row = Row { blank, ..Row::default() };
                for (item, right) in items.iter().zip(self.after_each(blank, items)) {
                    if let (Some(left), Some(right)) = (&row.text.text, right) {
                        let own = self.text(item).unwrap_or_default();
                        // Around an optional part there is no blank yet.
                        let [first, last] =
                            [left, &right].map(|it| if it.is_empty() { &own } else { it });
                        let outer = [between(before, blank, first), between(last, blank, after)];
                        let own = [between(left, blank, &own), between(&own, blank, &right)];
                        let left = [before, outer[0], left, own[0]].concat();
                        let right = [own[1], &right, outer[1], after].concat();
                        stack::for_level(|| self.each_place(item, &left, &right, visit));
                    }
                    if row.push(self, item).is_none() {
                        break;
                    }
                }
            }
            BodyKind::Repeat { body, .. } => {
                let more = node.least_rounds().saturating_sub(1);
                let more = self.of(body).and_then(|it| it.times(more).text);
                if let Some(more) = more {
                    self.each_place(body, before, &[&more, after].concat(), visit);
                }
            }
            BodyKind::Choice(_) | BodyKind::Push(_) => {
                for part in node.parts() {
                    self.each_place(part, before, after, visit);
                }
            }
            _ => {}
        }
    }
}

/// For each rule, two answers: whether the start rule reaches it in a context that skips blanks,
/// and whether the start rule reaches it in an atomic context.
pub(super) fn reached(rules: &Rules, start: usize) -> Vec<[bool; 2]> {
    let mut seen = vec![[false; 2]; rules.rules.len()];
    let mut waiting = vec![(start, false)];
    while let Some((rule, around)) = waiting.pop() {
        let is_atomic = rules.rules[rule].modifier.is_atomic_in(around);
        if std::mem::replace(&mut seen[rule][usize::from(is_atomic)], true) {
            continue;
        }
        waiting.extend(rules.named_by(rule).map(|next| (next, is_atomic)));
    }
    seen
}

/// A shortest text of a terminal, which is empty if it depends on the stack; `None` if it has none.
pub(crate) fn terminal_text(terminal: &Terminal) -> Option<String> {
    of_terminal(terminal, &[], "")?.text
}

/// A shortest text of a terminal, preferably one that does not begin like any of `refused`.
fn of_terminal(terminal: &Terminal, refused: &[&str], pushed: &str) -> Option<Text> {
    let one = |holds: &dyn Fn(char) -> bool| {
        let known = || CHARACTERS.chars().filter(|it| holds(*it));
        let is_refused = |it: &char| refused.iter().any(|text| text.starts_with(*it));
        known().find(|it| !is_refused(it)).or_else(|| known().next()).map(Text::of)
    };
    match terminal {
        Terminal::Literal(text) | Terminal::Insensitive(text) => Some(Text::of(text.clone())),
        Terminal::Range(first, last) if first > last => None,
        Terminal::Stack(StackUse::Drop) => Some(Text::of("")),
        // The texts on the stack may be empty, so they count as such.
        Terminal::Stack(_) => Some(Text { length: 0, text: Some(pushed.to_owned()) }),
        _ => {
            let Some(holds) = terminal.characters() else { return Some(Text::of("")) };
            one(&holds).or_else(|| ('\0'..=char::MAX).find(|it| holds(*it)).map(Text::of))
        }
    }
}

/// The maximum number of visits to places where rules are named.
const MOST_LOOKS: usize = 3_000_000;

/// The places where rules name rules, for finding paths of calls.
pub(super) struct Ways<'w> {
    shortest: &'w Shortest<'w>,
    /// The places, grouped by the rule that they are in.
    pub(super) places: Vec<Vec<Occurrence>>,
    /// For each rule: the rules that name it, each with the index of the place.
    users: Vec<Vec<(usize, usize)>>,
    looks: usize,
}

/// The paths of calls to a rule, with the shortest texts around it.
pub(super) struct WaysTo<'w> {
    pub(super) ways: &'w Ways<'w>,
    rule: usize,
    /// For each rule, the index of the place that leads to the target.
    next: Vec<Option<usize>>,
}

impl<'w> Ways<'w> {
    pub(super) fn new(subject: &'w Subject<'_>) -> Self {
        let rules = 0..subject.rules.rules.len();
        let places: Vec<Vec<Occurrence>> =
            rules.map(|rule| subject.shortest.occurrences(rule)).collect();
        let mut users = vec![Vec::new(); places.len()];
        for (rule, all) in places.iter().enumerate() {
            all.iter().enumerate().for_each(|(at, place)| users[place.rule].push((rule, at)));
        }
        Self { shortest: &subject.shortest, places, users, looks: 0 }
    }

    /// Returns the paths to `rule`, or `None` once [`MOST_LOOKS`] is exceeded.
    pub(super) fn to(&mut self, rule: usize) -> Option<WaysTo<'_>> {
        let mut next: Vec<Option<usize>> = vec![None; self.places.len()];
        let mut lengths: Vec<usize> = vec![usize::MAX; self.places.len()];
        let mut waiting = BinaryHeap::from([(Reverse(0), rule)]);
        lengths[rule] = 0;
        while let Some((Reverse(length), at)) = waiting.pop() {
            if length > lengths[at] {
                continue;
            }
            for &(user, index) in &self.users[at] {
                let place = &self.places[user][index];
                let longer = length + 1 + place.before.len() + place.after.len();
                if longer < lengths[user] {
                    lengths[user] = longer;
                    next[user] = Some(index);
                    waiting.push((Reverse(longer), user));
                }
            }
            self.looks += self.users[at].len();
        }
        // Even for a rule that nothing reaches, allocating the lists takes time, so count it.
        self.looks += self.places.len() / 8;
        (self.looks <= MOST_LOOKS).then_some(WaysTo { ways: self, rule, next })
    }
}

impl WaysTo<'_> {
    /// The texts before and after `inside`, a text of the target, on the path from `start`.
    pub(super) fn from(&self, start: usize, inside: &str) -> Option<(String, String)> {
        let (mut way, mut at) = (Vec::new(), start);
        while at != self.rule {
            let place = &self.ways.places[at][self.next[at]?];
            way.push((place, self.ways.shortest.blank_of(at)));
            at = place.rule;
        }
        let (mut before, mut after) = (String::new(), String::new());
        for (place, blank) in way.into_iter().rev() {
            let [first, last] = [&before, &after].map(|it| if it.is_empty() { inside } else { it });
            let gaps = [between(&place.before, blank, first), between(last, blank, &place.after)];
            before = [&place.before, gaps[0], &before].concat();
            after = [&after, gaps[1], &place.after].concat();
        }
        Some((before, after))
    }
}

/// For each rule that makes a node of the parse tree, a text that the start rule matches. The match
/// uses the rule, unless an earlier alternative matches instead.
pub(super) fn texts_by_rule(subject: &Subject<'_>) -> Vec<(RuleId, String)> {
    let mut ways = Ways::new(subject);
    let rules = 0..subject.rules.rules.len();
    let rules = rules.filter(|it| subject.rule(*it).modifier != RuleModifier::Silent);
    let texts = rules.map_while(|rule| {
        let (ways, text) = (ways.to(rule)?, subject.shortest.of_rule(rule));
        Some(text.and_then(|text| {
            let (before, after) = ways.from(subject.start, &text)?;
            Some((rule, [before, text, after].concat()))
        }))
    });
    let read = texts.flatten().filter(|(_, text)| subject.matches(subject.start, text));
    read.map(|(rule, text)| (id(rule), text)).collect()
}

/// The maximum number of parts to make texts for: each text takes a look at the whole rule.
const MOST_PARTS: usize = 2_000;

/// For parts that can be reached from the start rule, texts of that rule with the text of `inside`
/// in place of the part; with `has_gaps`, apart from the words around it. The start rule may refuse
/// them.
pub(super) fn texts_through<'s>(
    subject: &'s Subject<'_>,
    inside: impl Fn(&Body) -> Option<String> + 's,
    has_gaps: bool,
) -> impl Iterator<Item = String> + 's {
    let mut ways = Ways::new(subject);
    let parts =
        subject.rules.parts().filter_map(move |(rule, part)| Some((rule, part, inside(part)?)));
    parts.take(MOST_PARTS).filter_map(move |(rule, part, text)| {
        let (left, right) = subject.shortest.around(rule, part)?;
        let blank = if has_gaps { subject.shortest.blank_in(part) } else { "" };
        let [start, end] = [between(&left, blank, &text), between(&text, blank, &right)];
        let inside = [&*left, start, &text, end, &right].concat();
        let (before, after) = ways.to(rule)?.from(subject.start, &inside)?;
        Some([before, inside, after].concat())
    })
}

/// For each repetition, a text with two rounds and one with three. If it has a maximum above one,
/// as `a{1,3}` has, a text with as many rounds as it allows, and a text with one round more.
pub(super) fn texts_of_rounds(subject: &Subject<'_>) -> Vec<String> {
    let rounds = |more: u32| {
        move |part: &Body| {
            let BodyKind::Repeat { body, most, .. } = &part.kind else { return None };
            let times = most.filter(|&most| most > 1).unwrap_or(2).saturating_add(more);
            let round = subject.shortest.text(body).filter(|it| !it.is_empty())?;
            let blank = between(&round, subject.shortest.blank_in(part), &round);
            let is_short = times as usize <= LONGEST / (round.len() + blank.len());
            is_short.then(|| vec![&*round; times as usize].join(blank))
        }
    };
    [0, 1].into_iter().flat_map(|more| texts_through(subject, rounds(more), true)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_text_has_a_bound_even_if_it_counts_as_empty() {
        let pushed = Text { length: 0, text: Some("#".repeat(LONGEST)) };
        assert_eq!(pushed.times(1).text, pushed.text);
        assert_eq!(pushed.times(190_000).text, None);
    }
}
