//! A text with a part of it marked, cut to the columns there are.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// A text with a part of it marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    pub text: String,
    /// The part, in bytes.
    pub part: Range<usize>,
    /// Whether to point at what follows the part.
    pub points: bool,
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

impl Marked {
    /// A text of several lines as one, without what is indented.
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

    /// The line of `text` in which `part` ends, and what of it is in that line.
    pub(in crate::present) fn line(text: &str, part: &Range<usize>, points: bool) -> Self {
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
}
