//! The marks of a grammar's text that stand in no string and no comment, told without
//! pest's reader: it is asked only where they say that it may be.

use std::str::CharIndices;

use super::comments::{Comment, Comments};

/// What stands at a place of a grammar's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A string or a character in these quotes, the number of its escapes, and where the
    /// last quote stands if it is closed.
    Quoted { quote: char, escapes: usize, end: Option<usize> },
    /// A comment between `/*` and `*/`.
    Comment(Comment),
    /// Any other character.
    Sign(char),
}

/// The marks of `source` with their places, which are those that pest's reader finds as
/// far as it gets.
pub(super) fn marks(source: &str) -> impl Iterator<Item = (usize, Mark)> {
    let comments = source.contains("/*").then(|| Comments::of(source));
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            let character = source[start..].chars().next()?;
            let rest = &source[start + character.len_utf8()..];
            at = source.len() - rest.len();
            let mark = match character {
                '/' if rest.starts_with('*') => {
                    let known = comments.as_ref().expect("there is a comment");
                    let comment = known.at(start);
                    // Behind one that is not closed nothing is read.
                    at = comment.end.unwrap_or(source.len());
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

/// What is open in these quotes, with what comes behind them, which begins at `from`.
fn quoted(quote: char, from: usize, rest: &mut CharIndices<'_>) -> Mark {
    let (mut escapes, mut is_first) = (0, true);
    while let Some((at, inside)) = rest.next() {
        // A quote may be a character of its own: '"'.
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

/// How many steps pest's reader may take for a comment: some tenths of a second.
const MOST_STEPS: u32 = 1 << 22;

/// Where the comment begins with which `source` is not to be read, and whether others
/// are open in it: it is not closed, or so many in it are not that it would take pest's
/// reader for ever.
pub(super) fn unclosed_comment(source: &str) -> Option<(usize, bool)> {
    marks(source).find_map(|(at, mark)| match mark {
        Mark::Comment(Comment { end: None, has_open, .. }) => Some((at, has_open)),
        Mark::Comment(Comment { steps, .. }) if steps > MOST_STEPS => Some((at, true)),
        _ => None,
    })
}
