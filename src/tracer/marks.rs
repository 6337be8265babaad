//! The marks of a grammar's text that stand in no string and no comment, told without
//! pest's reader: it is asked only where they say that it may be.

/// What stands at a place of a grammar's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A string or a character in these quotes, the number of its escapes, and where the
    /// last quote stands if it is closed.
    Quoted { quote: char, escapes: usize, end: Option<usize> },
    /// `/*`, which may stand in another comment.
    CommentStart,
    /// `*/`.
    CommentEnd,
    /// Any other character.
    Sign(char),
}

/// The marks of `source` with their places, which are those that pest's reader finds as
/// far as it gets.
pub(super) fn marks(source: &str) -> impl Iterator<Item = (usize, Mark)> {
    let mut rest = source.char_indices().peekable();
    let mut comments = 0_usize;
    std::iter::from_fn(move || {
        loop {
            let (at, character) = rest.next()?;
            let next = rest.peek().map(|(_, next)| *next);
            let mark = match character {
                '/' if next == Some('*') => {
                    rest.next();
                    comments += 1;
                    Mark::CommentStart
                }
                '*' if comments > 0 && next == Some('/') => {
                    rest.next();
                    comments -= 1;
                    Mark::CommentEnd
                }
                _ if comments > 0 => continue,
                '/' if next == Some('/') => {
                    while rest.next().is_some_and(|(_, it)| it != '\n') {}
                    continue;
                }
                '"' | '\'' => quoted(character, &mut rest),
                other => Mark::Sign(other),
            };
            return Some((at, mark));
        }
    })
}

/// What is open in these quotes.
fn quoted(quote: char, rest: &mut impl Iterator<Item = (usize, char)>) -> Mark {
    let (mut escapes, mut is_first) = (0, true);
    while let Some((at, inside)) = rest.next() {
        // A quote may be a character of its own: '"'.
        if inside == quote && (quote == '"' || !is_first) {
            return Mark::Quoted { quote, escapes, end: Some(at) };
        }
        if inside == '\\' {
            escapes += 1;
            rest.next();
        }
        is_first = false;
    }
    Mark::Quoted { quote, escapes, end: None }
}

/// Where the comment begins in which `source` ends, and whether others are open in it.
pub(super) fn unclosed_comment(source: &str) -> Option<(usize, bool)> {
    let mut open = Vec::new();
    for (at, mark) in marks(source) {
        match mark {
            Mark::CommentStart => open.push(at),
            Mark::CommentEnd => drop(open.pop()),
            Mark::Quoted { .. } | Mark::Sign(_) => {}
        }
    }
    open.first().map(|&first| (first, open.len() > 1))
}
