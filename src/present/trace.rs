//! The events of a trace, as lines or JSON objects.

use crate::grammars;
use crate::lessons::{Call, FurthestFailure, Recording, TraceDetail};
use crate::serial::serialize_object;
use crate::tracer::{Alternative, Event, Lookahead, Outcome, What};
use crate::words::{cardinal, counted, list_or, ordinal, shorten_with};
use unicode_width::UnicodeWidthStr;

use super::page::Units;
use super::{Block, Layout, Line, Role, markup as m};

/// The maximum number of columns for the matched text, in the widest and in the narrowest layout.
const WIDE: usize = 40;
const NARROW: usize = 10;

/// The number of columns for the name of a rule and its outcome. If they are longer, they continue
/// below.
const NAME: usize = 24;

/// The minimum number of levels that are drawn as dots. If a rule is deeper, a number replaces
/// some of the dots.
const LEVELS: usize = 4;

/// The sign for a level around a rule.
const DOT: &str = "· ";

/// The gap between the parts of a line.
const GAP: usize = 2;

/// Writes the events of a trace as lines.
#[derive(Debug)]
pub struct TraceFormatter<'a> {
    recording: &'a Recording<'a>,
    text: &'a str,
    places: Places,
    /// The width of the whole text in columns.
    width: usize,
    /// The width of the column numbers.
    digits: usize,
    /// The number of columns for the matched text.
    wide: usize,
    /// The number of levels drawn as dots.
    levels: usize,
    layout: Layout,
}

impl<'a> TraceFormatter<'a> {
    /// Makes a formatter for lines that fit `layout`.
    pub fn new(recording: &'a Recording<'_>, layout: Layout) -> Self {
        let text = recording.text();
        let places = Places::of(text);
        let (lines, columns) = (text.lines(), |line: &str| line.chars().count());
        let (last, _) = places.line_and_column(text.len());
        let widest = (lines.map(columns).max().unwrap_or(0) + 1).to_string().len();
        let digits = if places.are_lines() { last.to_string().len() + 1 + widest } else { widest };
        let wide = layout.width.saturating_sub(WIDE).clamp(NARROW, WIDE);
        let width = text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
        // If the text has several lines, the matched text is not at its place in its line.
        let wide = if places.are_lines() { wide.min(width) } else { wide };
        let place = 2 * digits + 1 + GAP + width.min(wide) + GAP;
        let levels = (layout.width.saturating_sub(place + NAME) / DOT.chars().count()).max(LEVELS);
        Self { recording, text, places, width, digits, wide, levels, layout }
    }

    /// Returns the line of an event, with its outcome. The event tries a terminal in `call`, or is
    /// the beginning or the end of `call` itself.
    pub fn line(&self, event: Event<'_>, call: &Call) -> Block {
        let end = match (event.what, event.outcome) {
            (What::Rule(_), _) => call.end(),
            (_, Outcome::Match { end }) => Some(end),
            (_, Outcome::Enter | Outcome::Fail) => None,
        };
        let line = self.place(event.at, end);
        let start = line.and(Line::new(Role::Note, self.indent(event.depth)));
        let (role, name) = match event.what {
            What::Rule(rule) => {
                (Role::Heading, self.recording.grammar.rules().name(rule).to_owned())
            }
            What::Terminal(terminal) => (Role::Plain, terminal.to_string()),
            What::Sequence => (Role::Wrong, "backtracked to here".to_owned()),
        };
        let line = Line::new(role, name);
        let rest = match (event.what, end) {
            (What::Terminal(terminal), None) => {
                let seen = seen_words(self.text, event.at);
                m::wrong("wanted ")
                    .and(m::plain(grammars::wanted(terminal)))
                    .and(m::wrong(format!(", {seen}")))
            }
            (What::Rule(_), None) => {
                let stopped = if call.reached() == event.at {
                    String::new()
                } else {
                    let (line, column) = self.places.line_and_column(call.reached());
                    if self.places.are_lines() {
                        format!(" at line {line}, column {column}")
                    } else {
                        format!(" at column {column}")
                    }
                };
                let seen = seen_words(self.text, call.reached());
                line.and(m::wrong(format!(": failed{stopped}, {seen}")))
            }
            (What::Rule(_), Some(_)) if !call.is_kept() => match call.lookahead {
                Lookahead::No => line.and(m::wrong(" (backtracked)")),
                Lookahead::Positive | Lookahead::Negative => line.and(m::note(" (lookahead)")),
            },
            (What::Rule(_) | What::Terminal(_), Some(_)) | (What::Sequence, _) => line,
        };
        Block::Item(start, rest.and(Line::new(Role::Note, self.part(&event, call))))
    }

    /// Describes whether a memo would know the result. If the trace includes terminals, also
    /// describes which part of a rule the parser tries.
    fn part(&self, event: &Event<'_>, call: &Call) -> String {
        let mut tried = Tried::new(self.recording, event, call);
        if self.recording.detail == TraceDetail::Rules {
            (tried.alternative, tried.round) = (None, 0);
        }
        let part = tried.in_short();
        if part.is_empty() { part } else { format!("  ({part})") }
    }

    /// Returns the line of the farthest failure with the tokens expected there.
    pub fn furthest(&self, furthest: &FurthestFailure) -> Block {
        let start = self.place(furthest.at(), None).and(m::note(self.indent(furthest.stack.len())));
        Block::Item(start, m::wrong(format!("farthest failure: {}", wanted(self.text, furthest))))
    }

    /// Returns a dot for every level. If there is no room, a number replaces most of the dots.
    fn indent(&self, depth: usize) -> String {
        if depth <= self.levels {
            return DOT.repeat(depth);
        }
        let left_out = depth / self.levels * self.levels;
        format!("{left_out} {}", DOT.repeat(depth - left_out))
    }

    /// Returns the column numbers of the matched text, and the matched text. If there is room for
    /// the whole text, the matched text appears at its position within that text.
    fn place(&self, at: usize, end: Option<usize>) -> Line {
        let (from, end, digits) = (self.places.short(at), end.unwrap_or(at), self.digits);
        let read = &self.text[at..end];
        let last = read.char_indices().next_back().map_or(at, |(last, _)| at + last);
        let columns = if last == at {
            format!("{from:>digits$} {:digits$}", "")
        } else {
            format!("{from:>digits$}–{:<digits$}", self.places.short(last))
        };
        // Only this much is visible, so a long match need not be copied.
        let read = read.chars().take(self.wide.max(self.width.min(WIDE)) * 4);
        let read: String = read.map(|it| if it.is_control() { ' ' } else { it }).collect();
        let width = self.width;
        let shown = if width <= self.wide && !self.places.are_lines() {
            let before = self.text[..at].width();
            let after = width.saturating_sub(before + read.width());
            format!("{}{read}{}", " ".repeat(before), " ".repeat(after))
        } else {
            let shown = shorten_with(&read, self.wide, self.layout.ellipsis());
            let padding = " ".repeat(self.wide.saturating_sub(shown.width()));
            shown + &padding
        };
        Line::new(Role::Note, columns) + "  " + Line::new(Role::Expression, shown) + "  "
    }
}

/// Returns the column of the byte `at`, from 1.
pub(super) fn column(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).chars().count() + 1
}

/// Describes the character at the byte `at`, where nothing matched.
pub(super) fn seen_words(text: &str, at: usize) -> String {
    match seen(text, at) {
        Some(character @ ('"' | '\'' | '\\')) => format!("saw `{character}`"),
        Some(character) => format!("saw `{}`", character.escape_debug()),
        None => "the text ends".to_owned(),
    }
}

/// Describes the tokens expected at the farthest failure, and the character there.
pub(super) fn wanted(text: &str, furthest: &FurthestFailure) -> String {
    let seen = seen_words(text, furthest.at());
    match furthest.expected() {
        [] => format!("{}, {seen}", furthest.error.advice()),
        expected => format!("wanted {}, {seen}", list_or(expected)),
    }
}

fn seen(text: &str, at: usize) -> Option<char> {
    text[at..].chars().next()
}

/// Returns the line below a trace: the number of calls, and the number of those that are shown.
pub fn footer(told: usize, recording: &Recording<'_>) -> Line {
    let all = recording.calls.len();
    let matched = recording.calls.iter().filter(|call| call.end().is_some()).count();
    m::note(format!("{}, {matched} matched, {told} shown", counted(all, "rule call")))
}

/// An event of a trace, for programs.
#[derive(Debug)]
pub struct EventJson<'a> {
    pub recording: &'a Recording<'a>,
    pub event: Event<'a>,
    pub call: &'a Call,
    pub in_batch: bool,
}

serialize_object! { EventJson<'_>, self:
    let Self { recording, event, call, in_batch } = self;
    let (rule, terminal) = match event.what {
        What::Rule(rule) => (Some(recording.grammar.rules().name(rule)), None),
        What::Terminal(terminal) => (None, Some(terminal.to_string())),
        What::Sequence => (None, None),
    };
    let (name, end) = match event.outcome {
        Outcome::Enter => ("enter", None),
        Outcome::Match { end } => ("match", Some(end)),
        Outcome::Fail => ("fail", None),
    };
    let (is_rule, failed) = (rule.is_some(), event.outcome == Outcome::Fail);
    let stopped = if is_rule { call.reached() } else { event.at };
    let seen = if failed { seen(recording.text(), stopped) } else { None };
    let Tried { alternative, round, is_again } = Tried::new(recording, event, call);
    "event" => name,
    "rule" if is_rule => rule,
    "terminal" if terminal.is_some() => terminal,
    "depth" => event.depth,
    "at" => event.at,
    "end" if end.is_some() => end,
    // Only for a rule that matched and is not part of the tree.
    "kept" if is_rule && end.is_some() && !call.is_kept() => false,
    "stopped" if failed && is_rule => stopped,
    "seen" if seen.is_some() => seen,
    "alternative" if alternative.is_some() => alternative.map(|it| it.number),
    "alternatives" if alternative.is_some() => alternative.map(|it| it.count),
    "round" if round > 0 => round,
    "again" if is_again => true,
    "expression" if *in_batch => recording.text(),
}

/// The farthest failure in the trace of `text`, for programs.
#[derive(Debug)]
pub struct FurthestJson<'a> {
    pub text: &'a str,
    pub furthest: &'a FurthestFailure,
    pub in_batch: bool,
}

serialize_object! { FurthestJson<'_>, self:
    let Self { text, furthest, in_batch } = self;
    let seen = seen(text, furthest.at());
    "event" => "furthest_failure",
    "depth" => furthest.stack.len(),
    "at" => furthest.at(),
    "expected" => furthest.expected(),
    "seen" if seen.is_some() => seen,
    "expression" if *in_batch => text,
}

/// The part of a rule's definition that the parser tries, and whether a memo would know the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tried {
    pub(super) alternative: Option<Alternative>,
    /// The round of a repetition, from 1; 0 outside repetitions.
    pub(super) round: u32,
    pub(super) is_again: bool,
}

impl Tried {
    /// Describes an event of `call`, or an event inside `call`. The end of a rule has no
    /// description, because the beginning of the rule has one.
    pub(super) fn new(recording: &Recording<'_>, event: &Event<'_>, call: &Call) -> Self {
        let is_start = match event.what {
            What::Rule(_) => event.outcome == Outcome::Enter,
            What::Terminal(_) => true,
            What::Sequence => false,
        };
        if !is_start {
            return Self { alternative: None, round: 0, is_again: false };
        }
        let sites = recording.grammar.rules().sites(event.site);
        Self {
            alternative: sites.first().and_then(|site| site.alternative),
            round: event.round,
            is_again: matches!(event.what, What::Rule(_)) && call.is_again,
        }
    }

    /// Writes "second of three alternatives, first time round; again: a memo would know".
    pub(super) fn in_words(self) -> String {
        let alternative = self.alternative.map(|Alternative { number, count }| {
            format!("{} of {} alternatives", ordinal(number), cardinal(count))
        });
        let round =
            (self.round > 0).then(|| format!("{} time round", ordinal(self.round as usize)));
        let part: Vec<String> = alternative.into_iter().chain(round).collect();
        let again = self.is_again.then(|| "again: a memo would know".to_owned());
        let part = Some(part.join(", ")).filter(|part| !part.is_empty());
        part.into_iter().chain(again).collect::<Vec<_>>().join("; ")
    }

    /// Writes "2 of 3, round 1, again", for a line with little room.
    pub(super) fn in_short(self) -> String {
        let alternative =
            self.alternative.map(|Alternative { number, count }| format!("{number} of {count}"));
        let round = (self.round > 0).then(|| format!("round {}", self.round));
        let again = self.is_again.then(|| "again".to_owned());
        [alternative, round, again].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The lines and columns of the bytes of a text.
#[derive(Debug)]
struct Places {
    /// The byte at which each line begins.
    starts: Vec<usize>,
    characters: Units,
}

impl Places {
    fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        Self { starts, characters: Units::counting(text, |_| 1) }
    }

    /// Whether the text has several lines.
    const fn are_lines(&self) -> bool {
        self.starts.len() > 1
    }

    /// Returns the line and the column of the byte `at`, from 1.
    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= at);
        (line, self.characters.at(at) - self.characters.at(self.starts[line - 1]) + 1)
    }

    /// Writes the place of the byte `at`: `17`, or `2:17` if the text has several lines.
    fn short(&self, at: usize) -> String {
        let (line, column) = self.line_and_column(at);
        if self.are_lines() { format!("{line}:{column}") } else { column.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::place;

    #[test]
    fn a_place_is_counted_in_characters_from_the_start_of_its_line() {
        for text in ["", "8-4", "８-4", "a\n\nbc\n", "größe\n😀x\ny"] {
            let places = Places::of(text);
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let (line, column) = places.line_and_column(at);
                let said = if places.are_lines() {
                    format!("line {line}, column {column}")
                } else {
                    format!("column {column}")
                };
                assert_eq!(said, place(text, at), "{text:?} at {at}");
            }
        }
    }
}
