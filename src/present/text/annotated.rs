//! Lays out a text with marks below it in the available columns.

use std::ops::Range;

use super::super::{Annotated, Line, Mark, Shape};
use super::{Layout, hanging, m, trimmed};
use crate::syntax::Operator;
use crate::words::{pieces, width, wrap};

/// The number of bytes of a long text to show around a place, and how many of them are before the
/// place.
const SHOWN: usize = 32;
const BEFORE: usize = 10;

/// The gap between a text or a mark and its label.
const GAP: usize = 2;

/// A row: a part of a text, with signs for the parts that are left out before and after it.
struct Row<'a> {
    bytes: Range<usize>,
    before: &'a str,
    after: &'a str,
}

/// Returns the rows of the text, each with its marks below.
pub(super) fn lines(annotated: &Annotated, layout: Layout) -> Vec<Line> {
    // A tab would shift the characters after it.
    let text = annotated.text.replace('\t', " ");
    let rows = rows(&text, annotated, layout);
    let last = rows.len() - 1;
    let mut lines = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let drawn = Drawn { text: &text, row, annotated, layout };
        let line = drawn.text_line();
        let beside = if index == last { &annotated.beside } else { &Line::default() };
        lines.extend(drawn.labelled(line, std::slice::from_ref(beside), annotated.indent));
        for mark in &annotated.marks {
            lines.extend(drawn.mark(mark, index == last));
        }
    }
    lines
}

/// Divides the text into rows at operators. If `annotated.around` is set, returns only a row around
/// this place.
fn rows<'a>(text: &str, annotated: &Annotated, layout: Layout) -> Vec<Row<'a>> {
    if let Some(at) = annotated.around {
        return vec![around(text, at, layout)];
    }
    let columns = layout.width.saturating_sub(annotated.indent);
    let mut start = 0;
    let row = |row: String| {
        let bytes = start..start + row.len();
        start = bytes.end;
        Row { bytes, before: "", after: "" }
    };
    wrap(pieces(text, &Operator::infix_signs()), "", columns).into_iter().map(row).collect()
}

/// Returns the whole text if it is short, otherwise the part around the byte `at`.
fn around<'a>(text: &str, at: usize, layout: Layout) -> Row<'a> {
    if text.len() <= SHOWN {
        return Row { bytes: 0..text.len(), before: "", after: "" };
    }
    let boundary = |at: usize| {
        (0..=at).rev().find(|&at| text.is_char_boundary(at)).expect("every text can be cut at 0")
    };
    let start = boundary(at.saturating_sub(BEFORE).min(text.len() - SHOWN));
    let end = boundary(start + SHOWN);
    let mark = |is_cut| if is_cut { layout.ellipsis() } else { "" };
    Row { bytes: start..end, before: mark(start > 0), after: mark(end < text.len()) }
}

/// A row, with the data for drawing its marks.
struct Drawn<'a> {
    text: &'a str,
    row: &'a Row<'a>,
    annotated: &'a Annotated,
    layout: Layout,
}

impl Drawn<'_> {
    fn text_line(&self) -> Line {
        let Row { bytes, before, after } = self.row;
        let text = format!("{before}{}{after}", &self.text[bytes.clone()]);
        m::plain(" ".repeat(self.annotated.indent)) + m::expression(text)
    }

    /// Returns the number of columns before a byte of the row.
    fn column(&self, at: usize) -> usize {
        let before = &self.text[self.row.bytes.start..at];
        self.annotated.indent + width(self.row.before) + width(before)
    }

    /// Returns the lines of a mark, or none if the mark is not below this row.
    fn mark(&self, mark: &Mark, is_last: bool) -> Vec<Line> {
        let bytes = &self.row.bytes;
        let (from, to) = (mark.span.start.max(bytes.start), mark.span.end.min(bytes.end));
        let none = [Line::default()];
        if from >= to {
            // A mark with an empty span is about the whole text, so its label goes below the last
            // row.
            let blank = || self.labelled(Line::default(), &mark.labels, self.annotated.indent);
            return if is_last && mark.span.is_empty() { blank() } else { Vec::new() };
        }
        let ends_here = mark.span.end <= bytes.end || self.annotated.around.is_some();
        let labels = if ends_here { &mark.labels[..] } else { &none };
        let mut line = " ".repeat(self.column(from));
        let columns = self.column(to) - self.column(from);
        match mark.shape {
            Shape::Line => {
                let goes_on = mark.span.end > bytes.end && !self.row.after.is_empty();
                let stroke = if self.layout.ascii { "-" } else { "─" };
                line += &stroke.repeat(columns + usize::from(goes_on));
            }
            Shape::Brackets => {
                let open = mark.span.start >= bytes.start;
                let close = mark.span.end <= bytes.end;
                if !open && !close {
                    return Vec::new();
                }
                let inside = columns.saturating_sub(usize::from(open) + usize::from(close));
                line += if open { "(" } else { "" };
                line += &" ".repeat(inside);
                line += if close { ")" } else { "" };
            }
        }
        self.labelled(m::plain(line.trim_end()), labels, self.column(from))
    }

    /// Appends the first label that fits to `line`. If no label fits, the last one goes below
    /// `line`, from the column `from` on.
    fn labelled(&self, line: Line, labels: &[Line], from: usize) -> Vec<Line> {
        let Some(last) = labels.last().filter(|label| !label.is_empty()) else {
            return vec![trimmed(line)];
        };
        let room = self.layout.width;
        let beside = line.width() + GAP;
        let lined_up = self.text_line().width() + GAP;
        let columns = if self.annotated.lines_up { vec![lined_up, beside] } else { vec![beside] };
        for column in columns {
            if let Some(label) = labels.iter().find(|label| column + label.width() <= room) {
                let gap = " ".repeat(column - line.width());
                return vec![line + gap + label.clone()];
            }
        }
        let indent = from.min(room.saturating_sub(last.width())).max(self.annotated.indent);
        let below = hanging(&m::plain(" ".repeat(indent)), last, indent, room);
        (!line.is_empty()).then(|| trimmed(line)).into_iter().chain(below).collect()
    }
}
