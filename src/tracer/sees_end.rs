//! Whether what a terminal did depends on where the text ends.

use super::{Outcome, Terminal};

impl Terminal {
    /// Whether it might have done otherwise at `at` if more stood after `text`. A parse
    /// of which that holds of no terminal comes to the same on every longer text.
    pub(crate) fn sees_end(&self, text: &str, at: usize, outcome: Outcome) -> bool {
        let rest = &text[at..];
        match self {
            Self::Literal(literal) => is_begun(literal, rest, |a, b| a == b),
            Self::Insensitive(literal) => is_begun(literal, rest, <[u8]>::eq_ignore_ascii_case),
            Self::Range(..) | Self::Class(_) | Self::Property(_) | Self::Any | Self::End => {
                rest.is_empty()
            }
            // One of the ends might begin where it stopped, and go on after the text.
            Self::Until(ends) => {
                let longest = ends.iter().map(String::len).max().unwrap_or(0);
                !matches!(outcome, Outcome::Match { end } if end + longest <= text.len())
            }
            Self::Start | Self::EmptyStack(_) => false,
            // What is on the stack is not known here.
            Self::Stack(_) => true,
        }
    }
}

/// Whether `rest` is the beginning of `literal` and not all of it.
fn is_begun(literal: &str, rest: &str, is_same: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    let begin = literal.as_bytes().get(..rest.len()).filter(|_| rest.len() < literal.len());
    begin.is_some_and(|begin| is_same(begin, rest.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_sees_the_end_where_it_is_begun_and_not_whole() {
        let sees = |terminal: Terminal| {
            ["", "a", "A", "b", "ab", "abc", "ax"]
                .map(|text| terminal.sees_end(text, 0, Outcome::Fail))
        };
        let exact = sees(Terminal::Literal("ab".to_owned()));
        assert_eq!(exact, [true, true, false, false, false, false, false]);
        let in_any_case = sees(Terminal::Insensitive("ab".to_owned()));
        assert_eq!(in_any_case, [true, true, true, false, false, false, false]);
    }

    #[test]
    fn a_search_that_found_its_end_sees_no_further_and_one_that_did_not_does() {
        let search = Terminal::Until(vec!["*/".to_owned()]);
        assert!(!search.sees_end("ab*/", 0, Outcome::Match { end: 2 }));
        assert!(search.sees_end("ab*", 0, Outcome::Match { end: 3 }));
        assert!(search.sees_end("ab", 0, Outcome::Fail));
    }
}
