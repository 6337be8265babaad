//! Lines and columns of a text, found at once however long it is.

/// The lines and columns of the bytes of a text.
#[derive(Debug)]
pub(super) struct Places {
    /// The byte at which each line begins.
    starts: Vec<usize>,
    /// How many characters stand before each byte; nothing where they are bytes.
    characters: Vec<u32>,
}

impl Places {
    pub(super) fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        let mut characters = Vec::new();
        if !text.is_ascii() {
            characters.reserve(text.len() + 1);
            for (count, character) in (0..).zip(text.chars()) {
                characters.extend(std::iter::repeat_n(count, character.len_utf8()));
            }
            characters.push(characters.last().map_or(0, |last| last + 1));
        }
        Self { starts, characters }
    }

    /// Whether there are several lines.
    pub(super) const fn are_lines(&self) -> bool {
        self.starts.len() > 1
    }

    /// The line and the column of the byte `at`, from 1.
    pub(super) fn line_and_column(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[line - 1];
        (line, self.count(at) - self.count(start) + 1)
    }

    fn count(&self, at: usize) -> usize {
        self.characters.get(at).map_or(at, |&count| count as usize)
    }

    /// The place of the byte `at`: `17`, or of several lines `2:17`.
    pub(super) fn short(&self, at: usize) -> String {
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
