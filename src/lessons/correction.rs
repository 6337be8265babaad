//! What mends a text that a plain grammar does not read: a few characters put in, taken out
//! or replaced where the parser fails, the smallest change first.
//!
//! Each change is led by the terminals that fail at the farthest place, as in the repair of
//! least cost by R. Corchuelo and others, "Repairing Syntax Errors in LR Parsers" (2002); here
//! no table of states is needed, since the parser itself reads every changed text.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;
use std::time::Duration;

use super::SuggestedFix;
use crate::grammars::{Attempt, FarthestFailure, Grammar};
use crate::tracer::{Terminal, is_wanted, terminal_text, within};

/// The longest text that is mended, in bytes.
const LONGEST: usize = 20_000;

/// The most changed texts that are read, the most bytes of all that are made, and the longest
/// time for that.
const MOST_READ: usize = 150;
const MOST_BYTES: usize = 32 << 20;
const MOST_TIME: Duration = Duration::from_secs(1);

/// The most characters that are changed.
const MOST_CHANGED: usize = 8;

/// The kinds of a change: of two that change as many characters, the lesser one is
/// less of a guess.
const SIGN_PUT_IN: usize = 0;
const REPLACED: usize = 1;
const TAKEN_OUT: usize = 2;
const CHARACTER_PUT_IN: usize = 3;

/// A text that `grammar` reads whole, and that is made of `text`, which it does not read, by
/// the smallest change that is found; `None` where none is found within the bounds above.
pub(super) fn corrected(text: &str, grammar: &Grammar) -> Option<String> {
    let is_short = text.len() <= LONGEST;
    let search = || is_short.then(|| searched(text, grammar))?.filter(|_| is_wanted());
    // That a line end is too much is said better where there is one.
    let is_cut = |found: &String| text.starts_with(&**found) && text.trim_end() == found.trim_end();
    let found = within(MOST_TIME, search).filter(|found| !is_cut(found))?;
    (grammar.recognize(&found) == Ok(found.len())).then_some(found)
}

fn searched(text: &str, grammar: &Grammar) -> Option<String> {
    let mut seen = HashSet::from([text.to_owned()]);
    let mut made = text.len();
    // By what was changed, and how much of a guess that was; then the first that was made.
    let mut waiting = BinaryHeap::from([Reverse((0, 0, 0, text.to_owned(), text.len()))]);
    for _ in 0..MOST_READ {
        let Reverse((changed, guess, _, tried, unread)) = waiting.pop()?;
        let farthest = FarthestFailure::of(grammar, &tried);
        if farthest.matched == Some(tried.len()) {
            return Some(tried);
        }
        // Where it comes no further, the change was of no use.
        let rest = tried.len() - farthest.at;
        if rest > unread || made > MOST_BYTES {
            continue;
        }
        for (span, new, kind) in edits(&tried, &farthest) {
            let fix = SuggestedFix::new(&tried[span.clone()], new.clone());
            let size = size(&fix);
            let text = [&tried[..span.start], &new, &tried[span.end..]].concat();
            if changed + size <= MOST_CHANGED && seen.insert(text.clone()) {
                made += text.len();
                waiting.push(Reverse((changed + size, guess + kind, seen.len(), text, rest)));
            }
        }
    }
    None
}

/// How many characters are changed; two that change places are one.
fn size(SuggestedFix { removed, replacement, .. }: &SuggestedFix) -> usize {
    let [old, new]: [Vec<char>; 2] = [removed, replacement].map(|it| it.chars().collect());
    if replacement.contains(&**removed) {
        return new.len() - old.len();
    }
    match (&*old, &*new) {
        ([a, b], [c, d]) if (a, b) == (d, c) => 1,
        _ if old.len() == new.len() => old.iter().zip(&new).filter(|(old, new)| old != new).count(),
        _ => old.len().max(new.len()),
    }
}

/// What may be changed where a text fails: each change with its place and its kind.
fn edits(text: &str, farthest: &FarthestFailure<'_>) -> Vec<(Range<usize>, String, usize)> {
    let at = farthest.at;
    let (before, after) = text.split_at(at);
    let end = before.trim_end().len();
    let last = before.trim_end().char_indices().next_back().map_or(0, |(at, _)| at);
    let next = at + after.chars().next().map_or(0, char::len_utf8);
    let word = at + after.find(|it: char| !it.is_alphanumeric()).unwrap_or(after.len());
    // A sign that is there twice is too much.
    let is_twice = (end, word) == (at, at) && text[at..next] == text[last..end];
    let taken_out = if is_twice { SIGN_PUT_IN } else { TAKEN_OUT };
    let spans = [(at..next, taken_out), (at..word, TAKEN_OUT), (last..end, taken_out)];
    let mut edits = spans.map(|(span, kind)| (span, String::new(), kind)).to_vec();
    // What goes on with the outermost of the rules comes first.
    let mut quoted = Vec::new();
    let mut attempts: Vec<&Attempt<'_>> = farthest.attempts.iter().collect();
    attempts.sort_by_key(|it| it.inside.map(|(_, begin)| begin));
    for attempt in attempts {
        let Some(new) = terminal_text(attempt.terminal) else { continue };
        let is_text = matches!(attempt.terminal, Terminal::Literal(_) | Terminal::Insensitive(_));
        // What opens something needs more than itself.
        let is_sign =
            is_text && !new.starts_with(|c: char| c.is_alphanumeric() || "([{".contains(c));
        let put_in = if is_sign { SIGN_PUT_IN } else { CHARACTER_PUT_IN };
        edits.extend([end..end, at..at].map(|span| (span, new.clone(), put_in)));
        edits.extend([at..next, at..word].map(|span| (span, new.clone(), REPLACED + put_in)));
        quoted.extend(in_quotes(text, at, &new));
    }
    edits.extend(quoted);
    edits
}

/// The word from `at` on, without quotes or in others, in those that are wanted there.
fn in_quotes(text: &str, at: usize, wanted: &str) -> Option<(Range<usize>, String, usize)> {
    let is_quote = |it: char| matches!(it, '"' | '\'' | '`');
    let rest = text[at..].trim_start_matches(is_quote);
    let open = text.len() - rest.len();
    let close = open + rest.find(|it: char| !it.is_alphanumeric()).unwrap_or(rest.len());
    let other = text[close..].chars().next().filter(|&it| open > at && is_quote(it));
    let kind = if other.is_some() { SIGN_PUT_IN } else { REPLACED };
    let word = [wanted, &text[open..close], wanted].concat();
    let is_wanted = matches!(wanted, "\"" | "'" | "`") && open < close;
    is_wanted.then_some((at..close + other.map_or(0, char::len_utf8), word, kind))
}
