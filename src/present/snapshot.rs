//! The state after an event of a trace or at a step of an evaluation, for a terminal or for print.

mod states;

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::{Block, Document, Line, markup as m};

pub(super) use states::{excerpt, excerpt_in_words, saw};
pub use states::{step_view, trace_view};

/// The maximum number of columns of a printed text. If a text is longer, only the surroundings of
/// the marked part are printed.
const PRINTED: usize = 76;

/// The maximum number of printed rows of a list.
pub const PRINTED_ROWS: usize = 12;

/// The view of the state after an event or at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotView {
    /// The number of the event or step, from 1, and the total number.
    pub number: usize,
    pub total: usize,
    /// Whether the trace has more events, which are not stored.
    pub is_cut: bool,
    /// The action, in a sentence.
    pub sentence: Line,
    /// The text and, if a step of an evaluation changes it, the text after the step.
    pub texts: Vec<Marked>,
    /// The definition of the current rule, with the tried part marked; `None` if the definition is
    /// unknown.
    pub definition: Option<Marked>,
    /// Further lists, side by side.
    pub lists: Vec<List>,
}

impl SnapshotView {
    /// Writes `3 of 12`, or `3 of the first 1000000` if the trace has more events.
    pub fn place(&self) -> String {
        format!("{} of {}{}", self.number, if self.is_cut { "the first " } else { "" }, self.total)
    }
}

/// Presents the state for print, if there is no terminal.
pub fn document(view: &SnapshotView) -> Document {
    let mut blocks = vec![m::note(format!("{}: ", view.place())).and(view.sentence.clone()).into()];
    for marked in &view.texts {
        let Strip { before, part, after, marks } = marked.strip(PRINTED);
        blocks.push(Block::Verbatim(m::expression(before + &part + &after)));
        blocks.push(Block::Verbatim(m::plain(marks)));
    }
    for list in view.lists.iter().filter(|list| !list.rows.is_empty()) {
        blocks.push(m::note(format!("  {}", list.title)).into());
        let indent = || m::plain("    ");
        blocks.extend(list.within(PRINTED_ROWS).map(|row| Block::Item(indent(), row.into_owned())));
    }
    Document(blocks)
}

/// Rows under a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    pub title: &'static str,
    /// The number of earlier rows that are left out.
    pub(super) left_out: usize,
    pub(super) rows: Vec<Line>,
}

impl List {
    /// Makes a list of the top `rows` items of a stack of this `height`. The top item is the last
    /// row.
    pub(in crate::present) fn stack<'i, T: 'i>(
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

    /// Returns at most `room` rows: the last rows and, if some are left out, a row above with their
    /// number.
    pub fn within(&self, room: usize) -> impl Iterator<Item = Cow<'_, Line>> {
        let is_cut = self.left_out > 0 || self.rows.len() > room;
        let kept = room.saturating_sub(usize::from(is_cut));
        let from = self.rows.len().saturating_sub(kept);
        let more = self.left_out + from;
        let more = m::note(format!("… {more} before"));
        let more = (is_cut && room > 0).then_some(Cow::Owned(more));
        let kept = &self.rows[from..];
        // All kept rows begin with lines of levels that are left out. These lines are removed, too.
        let margin = if is_cut { kept.iter().map(margin).min().unwrap_or(0) } else { 0 };
        let kept = kept.iter().map(move |row| {
            let mut row = Cow::Borrowed(row);
            if margin > 0 {
                let (_, before) = &mut row.to_mut().0[0];
                *before = before.chars().skip(margin).collect();
            }
            row
        });
        more.into_iter().chain(kept)
    }
}

/// Counts the blanks and vertical lines at the start of a row of a tree.
fn margin(row: &Line) -> usize {
    let before = row.0.first().map_or("", |(_, text)| text);
    before.chars().take_while(|it| [' ', '│'].contains(it)).count()
}

/// A text with a part of it marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    pub text: String,
    /// The bytes of the part.
    pub part: Range<usize>,
    /// Whether a mark points at the place after the part.
    pub points: bool,
}

/// A marked text, cut to a number of columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strip {
    pub before: String,
    pub part: String,
    pub after: String,
    /// The row of marks below the text.
    pub marks: String,
}

impl Marked {
    /// Joins the lines of a text into one, without the indentation.
    pub(super) fn in_a_line(text: &str, part: &Range<usize>) -> Self {
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

    /// Returns the line of `text` in which `part` ends, and the portion of the part in that line.
    pub(in crate::present) fn line(text: &str, part: &Range<usize>, points: bool) -> Self {
        let start = text[..part.end].rfind('\n').map_or(0, |at| at + 1);
        let end = text[part.end..].find('\n').map_or(text.len(), |at| part.end + at);
        let part = part.start.max(start) - start..part.end - start;
        Self { text: text[start..end].to_owned(), part, points }
    }

    /// Returns the whole text if it fits `width` columns, otherwise the surroundings of the end of
    /// the part.
    pub fn strip(&self, width: usize) -> Strip {
        let cells = self.cells();
        let focus = cells.partition_point(|cell| cell.at < self.part.end);
        // A mark may point at the place after the end of the text.
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
            let shown = |column| Cell { at, character: (column == 0).then_some(character) };
            cells.extend((0..width).map(shown));
        }
        cells
    }
}

/// A column of a text.
struct Cell {
    /// The byte at which its character begins.
    at: usize,
    /// `None` in the second column of a wide character.
    character: Option<char>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_shows_how_many_rows_it_omits() {
        let items: Vec<usize> = (1..=9).collect();
        let list = List::stack("", items.len(), items.iter().rev(), 6, |item| m::plain(item));
        let shown = |room| -> Vec<String> {
            list.within(room).map(|row| row.0.iter().map(|it| &*it.1).collect()).collect()
        };
        assert_eq!(shown(4), ["… 6 before", "7", "8", "9"]);
        assert_eq!(shown(1), ["… 9 before"]);
        assert_eq!(shown(0), [""; 0]);
        assert_eq!(shown(20)[0], "… 3 before");
    }

    fn strip(text: &str, part: Range<usize>, points: bool, width: usize) -> (String, String) {
        let strip = Marked { text: text.to_owned(), part, points }.strip(width);
        (strip.before + &strip.part + &strip.after, strip.marks)
    }

    #[test]
    fn the_snapshot_marks_a_part_in_the_row_below() {
        let pair = |text: &str, marks: &str| (text.to_owned(), marks.to_owned());
        assert_eq!(strip("8-4-2", 2..3, false, 20), pair("8-4-2", "  ─"));
        assert_eq!(strip("8-4-2", 2..3, true, 20), pair("8-4-2", "  ─^"));
        assert_eq!(strip("8-", 2..2, true, 20), pair("8-", "  ^"));
        assert_eq!(strip("８-4", 3..5, false, 20), pair("８-4", "  ──"), "a wide digit");
        assert_eq!(strip("8\t4\u{1b}", 2..3, true, 20), pair("8 4\u{fffd}", "  ─^"));
        assert_eq!(strip("", 0..0, true, 20), pair("", "^"));
    }

    #[test]
    fn a_snapshot_of_a_long_text_shows_the_surroundings_of_the_part() {
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
}
