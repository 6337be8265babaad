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

use itertools::Itertools;

use super::SuggestedFix;
use crate::grammars::{Attempt, FarthestFailure, Grammar};
use crate::tracer::{BodyKind, Terminal, is_wanted, terminal_text, within};
use crate::words::is_close;

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
/// less of a guess. What is one word for another, or a word twice, is one change.
const WORD: usize = 0;
const SIGN_PUT_IN: usize = 1;
const REPLACED: usize = 1;
const TAKEN_OUT: usize = 3;
const CHARACTER_PUT_IN: usize = 4;

/// How far before the place a wrong word may be, in words, and how often a quote may be put in.
const MOST_BEFORE: usize = 4;
const MOST_QUOTES: usize = 8;

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
    let keywords = keywords(grammar);
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
        let words = words(&tried, farthest.at, &keywords).into_iter();
        for (span, new, kind) in words.chain(edits(&tried, &farthest)) {
            let fix = SuggestedFix::new(&tried[span.clone()], new.clone());
            let size = if kind == WORD { 1 } else { size(&fix) };
            let text = [&tried[..span.start], &new, &tried[span.end..]].concat();
            if changed + size <= MOST_CHANGED && seen.insert(text.clone()) {
                made += text.len();
                waiting.push(Reverse((changed + size, guess + kind, seen.len(), text, rest)));
            }
        }
    }
    None
}

/// How many characters are changed, without blanks; two that change places are one.
fn size(SuggestedFix { removed, replacement, .. }: &SuggestedFix) -> usize {
    let [old, new] = [removed, replacement].map(|it| it.replace(char::is_whitespace, ""));
    let put_in = new.len().checked_sub(old.len()).filter(|_| new.contains(&old));
    put_in.unwrap_or_else(|| strsim::osa_distance(&old, &new)).max(1)
}

/// The words that `grammar` has in quotes.
fn keywords(grammar: &Grammar) -> Vec<String> {
    let parts = grammar.rules().written().rules.iter().flat_map(|rule| rule.body.all());
    let is_word = |it: &String| it.len() > 1 && it.chars().all(char::is_alphanumeric);
    let words = parts.filter_map(|part| match &part.kind {
        BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) => Some(text),
        _ => None,
    });
    words.filter(|it| is_word(it)).cloned().unique().collect()
}

/// The last words up to the one at a place, each as the keyword that is nearly the same, and
/// taken out where it is there twice.
fn words(text: &str, at: usize, keywords: &[String]) -> Vec<Edit> {
    let mut rest = &text[..at + run(&text[at..])];
    let mut edits = Vec::new();
    let mut behind = (at..at, "");
    for _ in 0..MOST_BEFORE {
        let end = rest.trim_end_matches(|it: char| !it.is_alphanumeric()).len();
        let start = rest[..end].trim_end_matches(char::is_alphanumeric).len();
        let word = &rest[start..end];
        if word == behind.1 && !word.is_empty() {
            edits.push((end..behind.0.end, String::new(), WORD));
        }
        let lower = word.to_lowercase();
        let close = keywords.iter().filter(|it| is_close(&lower, &it.to_lowercase()));
        // The case of the keyword may not matter: then that of the word stays.
        let is_upper = !word.contains(char::is_lowercase);
        let spelled = close.flat_map(|it| [is_upper.then(|| it.to_uppercase()), Some(it.clone())]);
        edits.extend(spelled.flatten().map(|it| (start..end, it, WORD)));
        (rest, behind) = (&rest[..start], (start..end, word));
    }
    edits
}

/// How long the word or the row of signs is that a text begins with.
fn run(text: &str) -> usize {
    let kind = |it: char| (it.is_alphanumeric(), it.is_whitespace());
    let first = text.chars().next().map(kind);
    text.find(|it| Some(kind(it)) != first || it.is_whitespace()).unwrap_or(text.len())
}

/// A change: what is replaced, by what, and its kind.
type Edit = (Range<usize>, String, usize);

/// What may be changed where a text fails.
fn edits(text: &str, farthest: &FarthestFailure<'_>) -> Vec<Edit> {
    let at = farthest.at;
    let (before, after) = text.split_at(at);
    let end = before.trim_end().len();
    let last = before.trim_end().char_indices().next_back().map_or(0, |(at, _)| at);
    // A word that a `!` refuses is no better without its first letter.
    let next = at + after.chars().next().map_or(0, char::len_utf8);
    let next = if farthest.attempts.iter().any(|it| it.end > next) { at } else { next };
    let run = at + run(after);
    // A sign that is there twice is too much.
    let is_sign = !after.starts_with(char::is_alphanumeric);
    let is_twice = end == at && is_sign && text[at..next] == text[last..end];
    let taken_out = if is_twice { SIGN_PUT_IN } else { TAKEN_OUT };
    // One blank is enough.
    let behind = if before[..last].ends_with(' ') { at } else { end };
    let spans = [(at..next, taken_out), (at..run, TAKEN_OUT), (last..behind, taken_out)];
    let mut edits = spans.map(|(span, kind)| (span, String::new(), kind)).to_vec();
    // What goes on with the outermost of the rules comes first.
    let mut quoted = Vec::new();
    let mut attempts: Vec<&Attempt<'_>> = farthest.attempts.iter().collect();
    attempts.sort_by_key(|it| it.inside.map(|(_, begin)| begin));
    for attempt in attempts {
        if let Terminal::Not(_) = attempt.terminal {
            // A blank ends a word, and a word with a sign more is another one.
            edits.push((at..at, " ".to_owned(), SIGN_PUT_IN));
            edits.push((attempt.end..attempt.end, "_".to_owned(), SIGN_PUT_IN));
            continue;
        }
        let Some(new) = terminal_text(attempt.terminal) else { continue };
        let is_text = matches!(attempt.terminal, Terminal::Literal(_) | Terminal::Insensitive(_));
        // What opens something needs more than itself.
        let is_sign =
            is_text && !new.starts_with(|c: char| c.is_alphanumeric() || "_([{".contains(c));
        let put_in = if is_sign { SIGN_PUT_IN } else { CHARACTER_PUT_IN };
        let is_letter = char::is_alphanumeric;
        let is_key = is_text && new.len() > 1 && new.starts_with(is_letter);
        let left = if is_key && before.ends_with(is_letter) { " " } else { "" };
        let spans =
            if new.starts_with(&TIGHT[..7]) { [end..end, at..at] } else { [at..at, end..end] };
        if is_text && !new.starts_with(TIGHT) {
            let right = if end < at || is_key && after.starts_with(is_letter) { " " } else { "" };
            edits.push((at..at, [left, &new, right].concat(), put_in));
        }
        edits.extend(spans.map(|span| (span, new.clone(), put_in)));
        edits.extend([at..next, at..run].map(|span| (span, new.clone(), REPLACED + put_in)));
        quoted.extend(in_quotes(text, at, &new));
    }
    edits.extend(quoted);
    edits.extend(closed(before));
    edits
}

/// The signs that stand right before or behind others.
const TIGHT: [char; 12] = [',', ';', ':', '.', ')', ']', '}', '(', '[', '{', '"', '\''];

fn is_quote(it: char) -> bool {
    matches!(it, '"' | '\'' | '`')
}

/// A quote that was forgotten, before the signs since the last quotes.
fn closed(before: &str) -> Vec<Edit> {
    let quotes = before.rmatch_indices(is_quote).take(2);
    let Some((from, quote)) = quotes.last() else { return Vec::new() };
    let signs = before[from..].match_indices([',', ';', ':', ')', ']', '}', '\n']);
    let put_in = |(at, _)| (from + at..from + at, quote.to_owned(), SIGN_PUT_IN);
    signs.map(put_in).rev().take(MOST_QUOTES).collect()
}

/// What is in other quotes from `at` on, or a word in none, in those that are wanted there.
fn in_quotes(text: &str, at: usize, wanted: &str) -> Option<Edit> {
    let rest = text[at..].trim_start_matches(is_quote);
    let open = text.len() - rest.len();
    let is_end =
        |it: char| if open > at { is_quote(it) || it == '\n' } else { !it.is_alphanumeric() };
    let close = open + rest.find(is_end).unwrap_or(rest.len());
    let other = text[close..].chars().next().filter(|&it| open > at && is_quote(it));
    let kind = if other.is_some() { WORD } else { REPLACED + SIGN_PUT_IN };
    let word = [wanted, &text[open..close], wanted].concat();
    let is_wanted = matches!(wanted, "\"" | "'" | "`") && open < close;
    is_wanted.then_some((at..close + other.map_or(0, char::len_utf8), word, kind))
}
