//! A moment of a trace or a reduction, as it is shown on a terminal or printed.

use std::borrow::Cow;
use std::ops::Range;

use crate::Ordinary;
use crate::lessons::{Frame, Happening, MAX_EVENTS, ParseNode, Recording, Reduction, StepFrame};
use crate::tracer::{Lookahead, PestGrammar, TraceError};
use crate::words::shorten;
use unicode_width::UnicodeWidthChar;

use super::reduction::{Label, done, end, joined, not_done};
use super::trace::{column, seen_words};
use super::{Block, Document, Line, Role};

/// The columns of a printed text; of a longer one, what is around the part is
/// printed.
const PRINTED: usize = 76;

/// How many rows of a list are printed.
pub const PRINTED_ROWS: usize = 12;

/// How many characters of a rule's text are shown.
const LONGEST: usize = 60;

/// What there is to see at a moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// The moment's number, from 1, and of how many.
    pub number: usize,
    pub total: usize,
    /// What happened.
    pub sentence: Line,
    /// The text, and where it says more the text after.
    pub texts: Vec<Marked>,
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

/// A marked text, cut to some columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strip {
    pub before: String,
    pub part: String,
    pub after: String,
    /// What stands in the row below.
    pub marks: String,
}

/// A frame of a trace, with at most so many rows in a list.
pub fn trace_view(recording: &Recording<'_>, frame: &Frame<'_>, rows: usize) -> View {
    let (text, names) = (recording.text(), recording.grammar().rules());
    let total = recording.len();
    let mut sentence = sentence(text, names, frame);
    if frame.index + 1 == total && recording.result() == Err(&TraceError::Stopped) {
        let end = format!("; it goes on, but only {MAX_EVENTS} events are kept");
        sentence = sentence.and(Role::Wrong, end);
    }
    let points = frame.part.is_empty() || frame.happening.is_failure();
    let marked = Marked { text: text.to_owned(), part: frame.part.clone(), points };
    let stack = List::last("open rules", frame.stack, rows, |(rule, at)| {
        let began = format!(" from {}", column(text, *at));
        Line::new(Role::Heading, names.name(*rule)).and(Role::Note, began)
    });
    let lists = vec![stack, tree(text, names, frame, rows)];
    View { number: frame.index + 1, total, sentence, texts: vec![marked], lists }
}

fn tree(text: &str, names: &PestGrammar, frame: &Frame<'_>, rows: usize) -> List {
    // What stands far in would stand outside.
    let shown = &frame.tree[frame.tree.len().saturating_sub(rows)..];
    let least = shown.iter().map(|node| node.depth).min().unwrap_or(0);
    let is_open = |node: &ParseNode| {
        frame.open.binary_search_by_key(&node.call, |&index| frame.tree[index].call).is_ok()
    };
    List::last("tree so far", frame.tree, rows, |node| {
        let line = Line::new(Role::Plain, " ".repeat(node.depth.saturating_sub(least)))
            .and(Role::Heading, names.name(node.rule));
        if is_open(node) {
            line.and(Role::Note, " …")
        } else {
            line.and(Role::Expression, format!(" {}", excerpt(text, &node.span)))
        }
    })
}

/// A part of the text.
fn excerpt(text: &str, span: &Range<usize>) -> String {
    shorten(&text.get(span.clone()).unwrap_or_default().replace('\t', " "), LONGEST)
}

/// What happened at a frame, in plain words.
fn sentence(text: &str, names: &PestGrammar, frame: &Frame<'_>) -> Line {
    let Range { start, end } = frame.part;
    let at = column(text, start);
    let found = || match excerpt(text, &frame.part) {
        empty if empty.is_empty() => "nothing".to_owned(),
        found => format!("`{found}`"),
    };
    let stop = || format!("at column {}: {}", column(text, end), saw(text, end));
    let line = match frame.happening {
        Happening::Begins(rule) => {
            Line::new(Role::Plain, format!("`{}` begins at column {at}", names.name(rule)))
        }
        Happening::Matched(rule) => {
            Line::new(Role::Plain, format!("`{}` matched {}", names.name(rule), found()))
        }
        Happening::GaveUp(rule) => {
            Line::new(Role::Wrong, format!("`{}` gave up {}", names.name(rule), stop()))
        }
        Happening::Found(terminal) => {
            Line::new(Role::Plain, format!("{terminal} matched {}", found()))
        }
        Happening::Missed(terminal) => {
            Line::new(Role::Wrong, format!("{terminal} is not there {}", stop()))
        }
        Happening::GivenUp => {
            Line::new(Role::Wrong, format!("what was matched since column {at} is given up"))
        }
    };
    match frame.lookahead {
        Lookahead::No => line,
        Lookahead::Positive => line.and(Role::Note, " (only looked at)"),
        Lookahead::Negative => line.and(Role::Note, " (it must not be there)"),
    }
}

fn saw(text: &str, at: usize) -> String {
    let words = seen_words(text, at);
    if words.starts_with("saw") { format!("it {words}") } else { words }
}

/// A frame of a reduction, with at most so many rows in a list; `frames` are
/// all of them.
pub fn step_view(
    reduction: &Reduction,
    frames: &[StepFrame<'_>],
    index: usize,
    rows: usize,
) -> View {
    let so_far = &frames[..frames.len().min(index + 1)];
    let sentence = so_far.last().map(|frame| told(reduction, frame)).unwrap_or_default();
    let texts = so_far.last().map(|frame| texts(frame)).unwrap_or_default();
    let lists = vec![List::last("so far", so_far, rows, |frame| told(reduction, frame))];
    View { number: index + 1, total: frames.len(), sentence, texts, lists }
}

fn told(reduction: &Reduction, frame: &StepFrame<'_>) -> Line {
    match frame {
        StepFrame::Done { step, .. } => labelled(done(step)),
        StepFrame::ZeroDivision { failed, .. } => {
            let line = labelled(not_done(&reduction.parse.text, failed));
            // Where ordinary arithmetic has no value either, that says all.
            match end(reduction) {
                Some(end) if matches!(reduction.parse.ordinary(), Ordinary::Value(_)) => {
                    joined(line.and(Role::Plain, "; "), end)
                }
                _ => line,
            }
        }
        StepFrame::Value { .. } => {
            joined(Line::new(Role::Plain, "the value is "), end(reduction).unwrap_or_default())
        }
    }
}

fn labelled(Label { operation, result }: Label<'_>) -> Line {
    joined(Line::new(Role::Expression, operation).and(Role::Plain, " "), result)
}

fn texts(frame: &StepFrame<'_>) -> Vec<Marked> {
    let marked = |text: &str, part: &Range<usize>| Marked {
        text: text.to_owned(),
        part: part.clone(),
        points: false,
    };
    match frame {
        StepFrame::Done { before, step } => {
            vec![marked(before, &step.part.span), marked(&step.left, &step.result)]
        }
        StepFrame::ZeroDivision { before, failed } => vec![marked(before, &failed.part.span)],
        StepFrame::Value { left, .. } => vec![marked(left, &(0..left.len()))],
    }
}

impl List {
    /// The last of `items`, at most so many.
    fn last<T>(title: &'static str, items: &[T], rows: usize, row: impl Fn(&T) -> Line) -> Self {
        let left_out = items.len().saturating_sub(rows);
        Self { title, left_out, rows: items[left_out..].iter().map(row).collect() }
    }

    /// What fits so many rows: the last, and in the first how many there are
    /// before them.
    pub fn within(&self, room: usize) -> impl Iterator<Item = Cow<'_, Line>> {
        let is_cut = self.left_out > 0 || self.rows.len() > room;
        let kept = room.saturating_sub(usize::from(is_cut));
        let from = self.rows.len().saturating_sub(kept);
        let more = self.left_out + from;
        let more = Line::new(Role::Note, format!("… {more} before"));
        let more = (is_cut && room > 0).then_some(Cow::Owned(more));
        more.into_iter().chain(self.rows[from..].iter().map(Cow::Borrowed))
    }
}

impl Marked {
    /// What of it is in sight where there are so many columns: all, or what is
    /// around the place where the part ends.
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

/// A moment as it is printed where there is no terminal.
pub fn document(view: &View) -> Document {
    let number = format!("{} of {}: ", view.number, view.total);
    let mut blocks = vec![joined(Line::new(Role::Note, number), view.sentence.clone())];
    for marked in &view.texts {
        let Strip { before, part, after, marks } = marked.strip(PRINTED);
        blocks.push(Line::new(Role::Expression, before + &part + &after));
        blocks.push(Line::new(Role::Plain, marks));
    }
    for list in view.lists.iter().filter(|list| !list.rows.is_empty()) {
        blocks.push(Line::new(Role::Note, format!("  {}", list.title)));
        let indent = || Line::new(Role::Plain, "    ");
        let rows = list.within(PRINTED_ROWS);
        blocks.extend(rows.map(|row| joined(indent(), row.into_owned())));
    }
    Document(blocks.into_iter().map(Block::Line).collect())
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
        let list = List::last("", &items, 6, |item| Line::new(Role::Plain, item.to_string()));
        let shown = |room| -> Vec<String> {
            list.within(room).map(|row| row.0.iter().map(|it| &*it.1).collect()).collect()
        };
        assert_eq!(shown(4), ["… 6 before", "7", "8", "9"]);
        assert_eq!(shown(1), ["… 9 before"]);
        assert_eq!(shown(0), [""; 0]);
        assert_eq!(shown(20)[0], "… 3 before");
    }
}
