//! Texts as they are shown, with places in them.

use std::ops::Range;

use bracket24::present::Layout;
use bracket24::words::width;

/// A text with control characters replaced, and signs that are made of several
/// characters without those that would take columns of their own.
pub(super) struct Printable {
    pub(super) text: String,
    /// Where each byte of the original text stands, and its end.
    places: Vec<usize>,
}

impl Printable {
    /// One line.
    pub(super) fn new(original: &str, layout: Layout) -> Self {
        Self::with(original, layout, |_| false)
    }

    /// A text of several lines.
    pub(super) fn lines(original: &str, layout: Layout) -> Self {
        Self::with(original, layout, |character| character == '\n')
    }

    fn with(original: &str, layout: Layout, is_kept: impl Fn(char) -> bool) -> Self {
        let unknown = if layout.ascii { '?' } else { '\u{fffd}' };
        let mut text = String::with_capacity(original.len());
        let mut places = Vec::with_capacity(original.len() + 1);
        let mut characters = original.chars().peekable();
        // What is one sign on the screen, so far.
        let mut sign = Sign::default();
        while let Some(character) = characters.next() {
            places.extend(std::iter::repeat_n(text.len(), character.len_utf8()));
            if sign.takes(character) {
                continue;
            }
            // A tab would move the caret; other controls could do anything.
            text.push(match character {
                '\t' => ' ',
                '\r' if is_kept('\n') && characters.peek() == Some(&'\n') => ' ',
                character if is_kept(character) => character,
                character if character.is_control() => unknown,
                character => character,
            });
        }
        places.push(text.len());
        Self { text, places }
    }

    /// The text, or if it takes more than these columns the part of it around
    /// `span`, and where that stands in it.
    pub(super) fn around(&self, span: Range<usize>, columns: usize) -> (String, Range<usize>) {
        const CUT: &str = "...";
        if width(&self.text) <= columns {
            return (self.text.clone(), span);
        }
        let columns = columns.saturating_sub(2 * CUT.len());
        let fits = |part: &str, columns: usize| width(part) <= columns;
        let before = &self.text[..span.start];
        let mut starts = before.char_indices().map(|(at, _)| at).chain([span.start]);
        let start =
            starts.find(|&at| fits(&before[at..], columns / 2)).expect("an empty text always fits");
        let after = &self.text[span.end..];
        let rest = columns.saturating_sub(width(&self.text[start..span.end]));
        let ends = after.char_indices().map(|(at, _)| at).chain([after.len()]);
        let end = ends.take_while(|&at| fits(&after[..at], rest)).last();
        let end = span.end + end.expect("an empty text always fits");
        let cut = |is_cut: bool| if is_cut { CUT } else { "" };
        let (first, last) = (cut(start > 0), cut(end < self.text.len()));
        let moved = |at: usize| at + first.len() - start;
        let text = format!("{first}{}{last}", &self.text[start..end]);
        (text, moved(span.start)..moved(span.end))
    }

    pub(super) fn span(&self, original: &Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at).copied().unwrap_or(self.text.len());
        place(original.start)..place(original.end)
    }
}

/// What is one sign on the screen: a character, and those that change it.
#[derive(Default)]
struct Sign(String);

/// The most bytes of a sign; what is longer is no sign that anybody has drawn.
const LONGEST_SIGN: usize = 64;

impl Sign {
    /// Whether a character becomes a part of the sign before it. Whoever draws a text
    /// counts columns for it, but on the screen it has none: `👍🏽` takes two.
    fn takes(&mut self, character: char) -> bool {
        let columns = width(&self.0);
        self.0.push(character);
        let is_part = columns > 0 && width(&self.0) <= columns && !character.is_ascii();
        if !is_part || self.0.len() > LONGEST_SIGN {
            self.0.clear();
            self.0.push(character);
        }
        is_part && width(character.encode_utf8(&mut [0; 4])) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_of_several_characters_is_as_wide_as_its_first() {
        for (text, shown) in [
            ("👍🏽x", "👍x"),
            ("e\u{301}1", "e\u{301}1"),
            ("👨\u{200d}👩+", "👨\u{200d}+"),
            ("日本", "日本"),
        ] {
            let printable = Printable::new(text, Layout::default());
            assert_eq!(printable.text, shown);
            let last = text.char_indices().last().expect("it is not empty").0;
            let columns = width(&shown[..printable.span(&(last..text.len())).start]);
            assert_eq!(columns, width(&text[..last]), "{text}");
        }
    }
}
