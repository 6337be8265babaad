//! Finds the strings, the comments and the other characters in the text of a grammar. This module
//! does not use pest's grammar parser, which runs only if these marks allow it.
//!
//! A `/*` inside a comment begins an inner comment if the inner one is closed, and is plain text
//! otherwise. pest's parser tries the inner comment and backtracks, and does so again for every
//! comment around it. This module visits every place once.

use std::str::CharIndices;

/// A mark in the text of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A string or a character in these quotes, the number of its escapes, and the place of the
    /// closing quote if there is one.
    Quoted { quote: char, escapes: usize, end: Option<usize> },
    /// A comment between `/*` and `*/`.
    Comment(Comment),
    /// Any other character.
    Sign(char),
}

/// The marks of `source` with their places: those that pest's parser finds before it stops.
pub(super) fn marks(source: &str) -> impl Iterator<Item = (usize, Mark)> {
    let comments = source.contains("/*").then(|| comments(source));
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            let character = source[start..].chars().next()?;
            let rest = &source[start + character.len_utf8()..];
            at = source.len() - rest.len();
            let mark = match character {
                '/' if rest.starts_with('*') => {
                    let comment = comments.as_ref().expect("there is a comment")(start);
                    // pest's parser reads nothing after a comment that is not closed.
                    at = comment.end.map_or(source.len(), |end| end as usize);
                    Mark::Comment(comment)
                }
                '/' if rest.starts_with('/') => {
                    at += rest.find('\n').map_or(rest.len(), |end| end + 1);
                    continue;
                }
                '"' | '\'' => {
                    let mut inside = source[at..].char_indices();
                    let quoted = quoted(character, at, &mut inside);
                    at = source.len() - inside.as_str().len();
                    quoted
                }
                other => Mark::Sign(other),
            };
            return Some((start, mark));
        }
    })
}

/// Reads a string or character after its opening quote, up to the closing quote. `rest` begins at
/// `from`.
fn quoted(quote: char, from: usize, rest: &mut CharIndices<'_>) -> Mark {
    let (mut escapes, mut is_first) = (0, true);
    while let Some((at, inside)) = rest.next() {
        // In `'''`, the second quote is the quoted character.
        if inside == quote && (quote == '"' || !is_first) {
            return Mark::Quoted { quote, escapes, end: Some(from + at) };
        }
        if inside == '\\' {
            escapes += 1;
            rest.next();
        }
        is_first = false;
    }
    Mark::Quoted { quote, escapes, end: None }
}

/// The maximum number of steps that pest's parser may take for a comment: a few tenths of a second.
const MOST_STEPS: u32 = 1 << 22;

/// The start of the comment that makes `source` unfit for pest's parser, and whether comments
/// inside it are open. Either the comment is not closed, or so many comments inside it are not
/// closed that pest's parser would take forever.
pub(super) fn unclosed_comment(source: &str) -> Option<(usize, bool)> {
    marks(source).find_map(|(at, mark)| match mark {
        Mark::Comment(Comment { end: None, has_open, .. }) => Some((at, has_open)),
        Mark::Comment(Comment { steps, .. }) if steps > MOST_STEPS => Some((at, true)),
        _ => None,
    })
}

/// A comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Comment {
    /// The end of the comment; `None` if it is not closed.
    pub(super) end: Option<u32>,
    /// The number of steps that pest's parser takes to find the end, at most `u32::MAX`.
    pub(super) steps: u32,
    /// The nesting depth of the comments that the parser tries.
    pub(super) depth: u32,
    /// Whether a comment inside it is not closed.
    pub(super) has_open: bool,
}

/// The outcome at the end of the text.
const AT_END: Comment = Comment { end: None, steps: 1, depth: 0, has_open: false };

/// Returns a function that looks up the comment that begins with the `/*` at a place of `source`,
/// which must be smaller than 4 GiB.
fn comments(source: &str) -> impl Fn(usize) -> Comment + use<> {
    let source = source.as_bytes();
    let place = |at: usize| u32::try_from(at).expect("a grammar has at most a megabyte");
    // For every place, the outcome of a comment that is still open there. A `/*` may be at the
    // end of the text, so the list has two more entries.
    let mut inside = vec![AT_END; source.len() + 2];
    for at in (0..source.len()).rev() {
        let next = inside[at + 1];
        inside[at] = if source[at..].starts_with(b"/*") {
            let tried = inside[at + 2];
            let after = tried.end.map_or(next, |end| inside[end as usize]);
            Comment {
                end: after.end,
                steps: tried.steps.saturating_add(after.steps).saturating_add(1),
                depth: after.depth.max(tried.depth.saturating_add(1)),
                has_open: after.has_open || tried.has_open || tried.end.is_none(),
            }
        } else if source[at..].starts_with(b"*/") {
            Comment { end: Some(place(at + 2)), ..AT_END }
        } else {
            Comment { steps: next.steps.saturating_add(1), ..next }
        };
    }
    move |start| {
        let inside = inside[start + 2];
        Comment { depth: inside.depth + 1, ..inside }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_comment_ends_at_the_same_place_as_in_pest(
            pieces in prop::collection::vec(
                prop::sample::select(vec!["/*", "*/", "/", "*", "a", " ", "é", "\n"]),
                0..24,
            ),
        ) {
            let source = format!("a = {{ \"x\" }} /*{}", pieces.concat());
            let comments = comments(&source);
            let mut at = source.find("/*").expect("it has one");
            // Blanks and other comments may follow a comment.
            let is_read = loop {
                let rest = &source[at..];
                if rest.starts_with("//") {
                    return Ok(());
                }
                if rest.starts_with("/*") {
                    let Some(end) = comments(at).end else { break false };
                    at = end as usize;
                } else if rest.starts_with([' ', '\n']) {
                    at += 1;
                } else {
                    break rest.is_empty();
                }
            };
            let parsed = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, &source);
            prop_assert_eq!(parsed.is_ok(), is_read, "{}", source);
        }
    }

    #[test]
    fn each_unclosed_comment_doubles_the_steps() {
        let steps = |open: usize| comments(&"/* ".repeat(open))(0).steps;
        assert!(steps(20) > 1 << 19 && steps(12) < 1 << 14);
        assert_eq!(steps(100), u32::MAX);
        let closed = "/*".repeat(100) + &"*/".repeat(100);
        let Comment { end, steps, depth, has_open } = comments(&closed)(0);
        assert_eq!((end, depth, has_open), (Some(400), 100, false));
        assert!(steps <= 200, "{steps}");
    }
}
