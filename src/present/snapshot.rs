//! The state after an event of a trace or at a step of an evaluation, as it is shown
//! on a terminal or printed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::grammars::{self, Ordinary};
use crate::lessons::{Call, Extent, MAX_EVENTS, Recording, Reduction, Snapshot, StepSnapshot};
use crate::tracer::{Lookahead, Outcome, What};
use crate::words::{place, shorten};
use unicode_width::UnicodeWidthChar;

use super::markup as m;
use super::reduction::{Label, done, end, not_done};
use super::text::{Branch, branches};
use super::trace::{column, seen_words, wanted};
use super::tried::Tried;
use super::{Block, Document, Line};

/// The columns of a printed text; of a longer one, what is around the part is
/// printed.
const PRINTED: usize = 76;

/// The most rows of a list that are printed.
pub const PRINTED_ROWS: usize = 12;

/// The calls that are looked at for a row of a tree, which can be several in a chain.
const CALLS_OF_A_ROW: usize = 4;

/// The most levels of a tree that are drawn, before it begins at the left again.
const MOST_LEVELS: usize = 12;

/// The most characters of a rule's text that are shown.
const LONGEST: usize = 60;

/// The view of the state after an event or at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotView {
    /// Its number, from 1, and of how many.
    pub number: usize,
    pub total: usize,
    /// Whether these are the first of more, which are not kept.
    pub is_cut: bool,
    /// The work that was done.
    pub sentence: Line,
    /// The text, and where it says more the text after.
    pub texts: Vec<Marked>,
    /// The definition of the rule that is being read, with the part of it marked
    /// that is tried; empty where that is not told.
    pub definition: Option<Marked>,
    /// What else there is, side by side.
    pub lists: Vec<List>,
}

/// A text with a part of it marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    pub text: String,
    /// The part, in bytes.
    pub part: Range<usize>,
    /// Whether to point at what follows the part.
    pub points: bool,
}

/// Rows under a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    pub title: &'static str,
    /// How many there are that are left out, all of them before the others.
    left_out: usize,
    rows: Vec<Line>,
}

/// A marked text, cut to a number of columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strip {
    pub before: String,
    pub part: String,
    pub after: String,
    /// The row below it.
    pub marks: String,
}

/// The state after an event that is kept, with at most `rows` rows in a list.
pub fn trace_view(recording: &Recording<'_>, index: usize, rows: usize) -> Option<SnapshotView> {
    let (text, names) = (recording.text(), recording.grammar().rules());
    let snapshot = recording.state_at(index)?;
    let furthest = recording.furthest().filter(|it| it.event == index);
    let mut sentence = match furthest {
        Some(furthest) => {
            let place = place(text, furthest.at());
            m::wrong(format!("furthest failure at {place}: {}", wanted(text, furthest)))
        }
        None => trace_sentence(recording, &snapshot).and(tried(recording, &snapshot)),
    };
    let total = recording.len();
    if index + 1 == total && recording.extent() == Extent::Beginning {
        let end = format!("; it goes on, but only {MAX_EVENTS} events are kept");
        sentence = sentence.and(m::wrong(end));
    }
    let points = snapshot.part.is_empty() || snapshot.event.outcome == Outcome::Fail;
    let marked = match furthest {
        Some(furthest) => Marked::line(text, &(furthest.at()..furthest.at()), true),
        None => Marked::line(text, &snapshot.part, points),
    };
    let stack = List::last("open rules", &snapshot.stack, rows, |&call| {
        let call = &recording.calls()[call];
        let began = if text.contains('\n') {
            format!(" from {}", place(text, call.at()))
        } else {
            format!(" from {}", column(text, call.at()))
        };
        m::heading(names.name(call.rule())).and(m::note(began))
    });
    let definition = recording.definition_at(&snapshot.event);
    let definition = definition.map(|(text, part)| Marked::in_a_line(text, &part));
    let lists = vec![stack, tree(recording, index, snapshot.tree_size, rows)];
    let is_cut = recording.extent() == Extent::Beginning;
    let texts = vec![marked];
    Some(SnapshotView { number: index + 1, total, is_cut, sentence, texts, definition, lists })
}

impl SnapshotView {
    /// `3 of 12`; `3 of the first 1000000` where there are more that are not kept.
    pub fn place(&self) -> String {
        let the_first = if self.is_cut { "the first " } else { "" };
        format!("{} of {the_first}{}", self.number, self.total)
    }
}

/// Which part of a rule an event is about, after its sentence.
fn tried(recording: &Recording<'_>, snapshot: &Snapshot<'_>) -> Line {
    let part = call_of(recording, snapshot)
        .map_or_else(String::new, |call| Tried::new(recording, &snapshot.event, call).in_words());
    if part.is_empty() { Line::default() } else { m::note(format!(" ({part})")) }
}

/// The call that an event enters or leaves, or in which something is tried.
fn call_of<'r>(recording: &'r Recording<'_>, snapshot: &Snapshot<'_>) -> Option<&'r Call> {
    let calls = recording.calls();
    match snapshot.event.what {
        What::Rule(_) => calls.get(usize::try_from(snapshot.event.call).ok()?),
        What::Terminal(_) | What::Sequence => calls.get(*snapshot.stack.last()?),
    }
}

/// The tree after an event, with every chain of unit rules that matched as one, as
/// `parse` draws it.
fn tree(recording: &Recording<'_>, event: usize, size: usize, rows: usize) -> List {
    let calls = recording.calls();
    let mut last: Vec<usize> =
        recording.tree_at(event).rev().take(rows.saturating_mul(CALLS_OF_A_ROW)).collect();
    last.reverse();
    let mut chains: Vec<Chain> = Vec::new();
    // The chain that each call is part of.
    let mut chain_of: HashMap<usize, usize> = HashMap::with_capacity(last.len());
    for &call in &last {
        let around = calls[call].parent().and_then(|parent| chain_of.get(&parent).copied());
        let is_open = calls[call].is_open_at(event);
        let span = calls[call].at()..calls[call].reached();
        let goes_on = around.filter(|&chain| {
            let Chain { calls, span: whole, is_open: is_whole_open, .. } = &chains[chain];
            !is_open && !is_whole_open && *whole == span && calls.last() == last_before(&last, call)
        });
        if let Some(chain) = goes_on {
            chains[chain].calls.push(call);
            chain_of.insert(call, chain);
        } else {
            let depth = around.map_or(calls[call].depth(), |around| chains[around].depth + 1);
            chain_of.insert(call, chains.len());
            chains.push(Chain { calls: vec![call], depth, span, is_open });
        }
    }
    let shown = &chains[chains.len().saturating_sub(rows)..];
    // A deep node would be outside the screen.
    let indent = shown.iter().map(|chain| chain.depth).min().unwrap_or(0);
    let depths: Vec<usize> = shown.iter().map(|chain| chain.depth - indent).collect();
    let row = |(chain, branch): (&Chain, Branch)| {
        let name = |&call: &usize| recording.grammar().rules().name(calls[call].rule());
        let names: Vec<&str> = chain.calls.iter().map(name).collect();
        let line = m::note(branch.first).and(m::heading(names.join(" › ")));
        if chain.is_open {
            line.and(m::note(" …"))
        } else {
            line.and(m::expression(format!(" {}", excerpt(recording.text(), &chain.span))))
        }
    };
    let rows: Vec<Line> = shown.iter().zip(branches(&depths, MOST_LEVELS)).map(row).collect();
    let told: usize = shown.iter().map(|chain| chain.calls.len()).sum();
    List { title: "tree so far", left_out: size.saturating_sub(told), rows }
}

/// Calls that match the same text, each alone in the one before.
struct Chain {
    calls: Vec<usize>,
    depth: usize,
    span: Range<usize>,
    is_open: bool,
}

/// The call that stands before this one in a tree.
fn last_before(tree: &[usize], call: usize) -> Option<&usize> {
    let at = tree.binary_search(&call).ok()?;
    tree.get(at.checked_sub(1)?)
}

/// A part of the text.
pub(super) fn excerpt(text: &str, span: &Range<usize>) -> String {
    shorten(&text[span.clone()].replace(char::is_control, " "), LONGEST)
}

/// A sentence about an event.
fn trace_sentence(recording: &Recording<'_>, snapshot: &Snapshot<'_>) -> Line {
    let (text, names) = (recording.text(), recording.grammar().rules());
    let Range { start, end } = snapshot.part;
    let at = place(text, start);
    let matched = || match excerpt(text, &snapshot.part) {
        empty if empty.is_empty() => "nothing".to_owned(),
        matched => format!("`{matched}`"),
    };
    let stop = || format!("at {}: {}", place(text, end), saw(text, end));
    let name = match snapshot.event.what {
        What::Rule(rule) => format!("`{}`", names.name(rule)),
        What::Terminal(terminal) => terminal.to_string(),
        What::Sequence => String::new(),
    };
    let line = match (snapshot.event.what, snapshot.event.outcome) {
        (What::Sequence, _) => m::wrong(format!("backtracked to {at}")),
        (_, Outcome::Enter) => m::plain(format!("{name} begins at {at}")),
        (_, Outcome::Match { .. }) => m::plain(format!("{name} matched {}", matched())),
        (What::Terminal(terminal), Outcome::Fail) => {
            m::wrong(format!("wanted {} {}", grammars::wanted(terminal), stop()))
        }
        (_, Outcome::Fail) => m::wrong(format!("{name} failed {}", stop())),
    };
    match snapshot.event.lookahead {
        Lookahead::No => line,
        Lookahead::Positive => line.and(m::note(" (lookahead)")),
        Lookahead::Negative => line.and(m::note(" (negative lookahead)")),
    }
}

/// What stands at the byte `at`, where nothing matched.
pub(super) fn saw(text: &str, at: usize) -> String {
    let words = seen_words(text, at);
    if words.starts_with("saw") { format!("it {words}") } else { words }
}

/// A step of a reduction, or its end, with at most `rows` rows in a list.
pub fn step_view(reduction: &Reduction<'_>, index: usize, rows: usize) -> Option<SnapshotView> {
    let so_far: Vec<StepSnapshot<'_>> =
        (0..=index).map_while(|step| reduction.state_at(step)).collect();
    let now = reduction.state_at(index)?;
    let lists = vec![List::last("so far", &so_far, rows, |state| step_sentence(reduction, state))];
    Some(SnapshotView {
        number: index + 1,
        total: reduction.steps.len() + 1,
        is_cut: false,
        definition: None,
        sentence: step_sentence(reduction, &now),
        texts: texts(&now),
        lists,
    })
}

fn step_sentence(reduction: &Reduction<'_>, state: &StepSnapshot<'_>) -> Line {
    match state {
        StepSnapshot::Done { step, .. } => labelled(done(step)),
        StepSnapshot::ZeroDivision { failed, .. } => {
            let line = labelled(not_done(reduction.parse.text(), failed));
            // Where ordinary arithmetic has no value either, that says all.
            match end(reduction) {
                Some(end) if matches!(reduction.parse.ordinary(), Ordinary::Value(_)) => {
                    line.and(m::plain("; ")).and(end)
                }
                _ => line,
            }
        }
        StepSnapshot::Value { .. } => {
            m::plain("the value is ").and(end(reduction).expect("the last state has a value"))
        }
    }
}

fn labelled(Label { operation, result }: Label<'_>) -> Line {
    m::expression(operation).and(m::plain(" ")).and(result)
}

fn texts(state: &StepSnapshot<'_>) -> Vec<Marked> {
    let marked = |text: &str, part: &Range<usize>| Marked {
        text: text.to_owned(),
        part: part.clone(),
        points: false,
    };
    match state {
        StepSnapshot::Done { before, step } => {
            vec![marked(before, &step.part.span), marked(&step.left, &step.result)]
        }
        StepSnapshot::ZeroDivision { before, failed } => vec![marked(before, &failed.part.span)],
        StepSnapshot::Value { left, .. } => vec![marked(left, &(0..left.len()))],
    }
}

impl List {
    /// The uppermost `rows` items of a stack of this `height`, the uppermost last.
    pub(super) fn stack<'i, T: 'i>(
        title: &'static str,
        height: usize,
        items: impl Iterator<Item = &'i T>,
        rows: usize,
        row: impl Fn(&T) -> Line,
    ) -> Self {
        let mut rows: Vec<Line> = items.take(rows).map(row).collect();
        rows.reverse();
        Self { title, left_out: height.saturating_sub(rows.len()), rows }
    }

    /// The last of `items`, at most `rows`.
    fn last<T>(title: &'static str, items: &[T], rows: usize, row: impl Fn(&T) -> Line) -> Self {
        let left_out = items.len().saturating_sub(rows);
        Self { title, left_out, rows: items[left_out..].iter().map(row).collect() }
    }

    /// What fits `room` rows: the last ones, below a row with the number of
    /// those before them.
    pub fn within(&self, room: usize) -> impl Iterator<Item = Cow<'_, Line>> {
        let is_cut = self.left_out > 0 || self.rows.len() > room;
        let kept = room.saturating_sub(usize::from(is_cut));
        let from = self.rows.len().saturating_sub(kept);
        let more = self.left_out + from;
        let more = m::note(format!("… {more} before"));
        let more = (is_cut && room > 0).then_some(Cow::Owned(more));
        let kept = &self.rows[from..];
        // The levels that are left out take no room either.
        let margin = if is_cut { kept.iter().map(margin).min().unwrap_or(0) } else { 0 };
        let row = move |row| match margin {
            0 => Cow::Borrowed(row),
            _ => Cow::Owned(without_margin(row, margin)),
        };
        more.into_iter().chain(kept.iter().map(row))
    }
}

/// The columns before a node of a tree, and before what is drawn to it.
fn margin(row: &Line) -> usize {
    let before = row.0.first().map_or("", |(_, text)| text);
    before.chars().take_while(|it| [' ', '│'].contains(it)).count()
}

fn without_margin(row: &Line, margin: usize) -> Line {
    let mut row = row.clone();
    if let Some((_, before)) = row.0.first_mut() {
        *before = before.chars().skip(margin).collect();
    }
    row
}

impl Marked {
    /// A text without a part.
    /// A text of several lines as one, without what is indented.
    fn in_a_line(text: &str, part: &Range<usize>) -> Self {
        let flat = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let [before, after] = [char::is_whitespace; 2];
            let start = if text.starts_with(before) { " " } else { "" };
            let end = if text.ends_with(after) && !words.is_empty() { " " } else { "" };
            format!("{start}{}{end}", words.join(" "))
        };
        let before = flat(&text[..part.start]);
        let inside = flat(&text[part.clone()]);
        let after = flat(&text[part.end..]);
        let part = before.len()..before.len() + inside.len();
        Self { text: before + &inside + &after, part, points: false }
    }

    /// The line of `text` in which `part` ends, and what of it is in that line.
    pub(super) fn line(text: &str, part: &Range<usize>, points: bool) -> Self {
        let start = text[..part.end].rfind('\n').map_or(0, |at| at + 1);
        let end = text[part.end..].find('\n').map_or(text.len(), |at| part.end + at);
        let part = part.start.max(start) - start..part.end - start;
        Self { text: text[start..end].to_owned(), part, points }
    }

    /// What fits `width` columns: all, or what is around the place where the part
    /// ends.
    pub fn strip(&self, width: usize) -> Strip {
        let cells = self.cells();
        let focus = cells.partition_point(|cell| cell.at < self.part.end);
        // A place after the end can be pointed at.
        let columns = cells.len() + usize::from(self.points);
        let start = match columns {
            0.. if columns <= width => 0,
            _ => focus.saturating_sub(width / 2).min(columns - width),
        };
        let end = cells.len().min(start + width);
        let mut strip = Strip::default();
        for (index, cell) in cells.iter().enumerate().take(end).skip(start) {
            let cut = (index == start && start > 0) || (index + 1 == end && end < cells.len());
            let (of_text, mark) = if cell.at < self.part.start {
                (&mut strip.before, ' ')
            } else if cell.at < self.part.end {
                (&mut strip.part, '─')
            } else {
                (&mut strip.after, if self.points && index == focus { '^' } else { ' ' })
            };
            of_text.extend(if cut { Some('…') } else { cell.character });
            strip.marks.push(mark);
        }
        if self.points && focus == cells.len() && focus < start + width {
            strip.marks.push('^');
        }
        strip.marks.truncate(strip.marks.trim_end().len());
        strip
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(self.text.len());
        for (at, character) in self.text.char_indices() {
            let (character, width) = match character.width() {
                _ if character == '\t' => (' ', 1),
                None => ('\u{fffd}', 1),
                Some(width) => (character, width),
            };
            for column in 0..width {
                cells.push(Cell { at, character: (column == 0).then_some(character) });
            }
        }
        cells
    }
}

/// A column of a text.
struct Cell {
    /// The byte of its character.
    at: usize,
    /// Nothing in the second column of a wide character.
    character: Option<char>,
}

/// The state as it is printed where there is no terminal.
pub fn document(view: &SnapshotView) -> Document {
    let number = format!("{}: ", view.place());
    let mut blocks = vec![m::note(number).and(view.sentence.clone()).into()];
    for marked in &view.texts {
        let Strip { before, part, after, marks } = marked.strip(PRINTED);
        blocks.push(Block::Verbatim(m::expression(before + &part + &after)));
        blocks.push(Block::Verbatim(m::plain(marks)));
    }
    for list in view.lists.iter().filter(|list| !list.rows.is_empty()) {
        blocks.push(m::note(format!("  {}", list.title)).into());
        let indent = || m::plain("    ");
        let rows = list.within(PRINTED_ROWS);
        blocks.extend(rows.map(|row| Block::Item(indent(), row.into_owned())));
    }
    Document(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str, part: Range<usize>, points: bool, width: usize) -> (String, String) {
        let strip = Marked { text: text.to_owned(), part, points }.strip(width);
        (strip.before + &strip.part + &strip.after, strip.marks)
    }

    #[test]
    fn a_part_is_marked_in_the_row_below() {
        let pair = |text: &str, marks: &str| (text.to_owned(), marks.to_owned());
        assert_eq!(strip("8-4-2", 2..3, false, 20), pair("8-4-2", "  ─"));
        assert_eq!(strip("8-4-2", 2..3, true, 20), pair("8-4-2", "  ─^"));
        assert_eq!(strip("8-", 2..2, true, 20), pair("8-", "  ^"));
        assert_eq!(strip("８-4", 3..5, false, 20), pair("８-4", "  ──"), "a wide digit");
        assert_eq!(strip("8\t4\u{1b}", 2..3, true, 20), pair("8 4\u{fffd}", "  ─^"));
        assert_eq!(strip("", 0..0, true, 20), pair("", "^"));
    }

    #[test]
    fn of_a_long_text_what_is_around_the_part_is_seen() {
        let text = "1+2+3+4+5+6+7+8+9";
        let shown = |part, width| strip(text, part, true, width);
        assert_eq!(shown(0..1, 7), ("1+2+3+…".to_owned(), "─^".to_owned()));
        assert_eq!(shown(8..9, 7), ("…+5+6+…".to_owned(), "  ─^".to_owned()));
        assert_eq!(shown(17..17, 7), ("…7+8+9".to_owned(), "      ^".to_owned()));
        for width in 0..20 {
            for end in 0..=text.len() {
                let (seen, marks) = strip(text, end / 2..end, true, width);
                assert!(seen.chars().count() <= width && marks.chars().count() <= width);
            }
        }
    }

    #[test]
    fn a_list_says_how_many_of_its_rows_are_left_out() {
        let items: Vec<usize> = (1..=9).collect();
        let list = List::last("", &items, 6, |item| m::plain(item.to_string()));
        let shown = |room| -> Vec<String> {
            list.within(room).map(|row| row.0.iter().map(|it| &*it.1).collect()).collect()
        };
        assert_eq!(shown(4), ["… 6 before", "7", "8", "9"]);
        assert_eq!(shown(1), ["… 9 before"]);
        assert_eq!(shown(0), [""; 0]);
        assert_eq!(shown(20)[0], "… 3 before");
    }
}
