//! Parts of texts that are too long for a line.

use std::ops::Range;

/// The columns of a text that are shown around a place, and how many of them
/// are before it.
const SHOWN: usize = 32;
const BEFORE: usize = 10;

/// A part of a text that is too long to be shown whole.
pub(super) struct Excerpt<'a> {
    text: &'a str,
    shown: Range<usize>,
}

impl<'a> Excerpt<'a> {
    /// The part around the byte `at`.
    pub(super) fn around(text: &'a str, at: usize) -> Self {
        if text.len() <= SHOWN {
            return Self { text, shown: 0..text.len() };
        }
        let start = at.saturating_sub(BEFORE).min(text.len() - SHOWN);
        Self { text, shown: start..start + SHOWN }
    }

    /// The characters shown and where each stands.
    fn characters(&self) -> impl Iterator<Item = (usize, char)> {
        self.text.char_indices().filter(|(at, _)| self.shown.contains(at))
    }

    /// The text before and after the part.
    fn ends(&self) -> [&'static str; 2] {
        let mark = |is_cut| if is_cut { "…" } else { "" };
        [mark(self.shown.start > 0), mark(self.shown.end < self.text.len())]
    }

    /// The part, marked where it is cut.
    pub(super) fn text(&self) -> String {
        let [before, after] = self.ends();
        let shown = self.characters().map(|(_, it)| if it == '\t' { ' ' } else { it });
        format!("{before}{}{after}", shown.collect::<String>())
    }

    /// The columns it takes.
    pub(super) fn width(&self) -> usize {
        self.text().chars().count()
    }

    /// A line below the characters at `span`; it goes on to a mark of what is
    /// left out.
    pub(super) fn underlined(&self, span: &Range<usize>) -> String {
        let [before, _] = self.ends();
        let under = self.characters().map(|(at, _)| if span.contains(&at) { '─' } else { ' ' });
        let drawn = before.replace('…', " ") + &under.collect::<String>();
        let goes_on = if span.end > self.shown.end { "─" } else { "" };
        drawn.trim_end().to_owned() + goes_on
    }
}
