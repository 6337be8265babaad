//! Repairs a text that a plain grammar (one that builds no expressions) rejects. The program
//! inserts, removes or replaces a few characters where the parser fails, and tries the smallest
//! change first.
//!
//! The terminals that fail at the farthest place suggest the changes, as in the least-cost repair
//! of R. Corchuelo and others, "Repairing Syntax Errors in LR Parsers" (2002). That repair needs a
//! table of states. Here the parser itself tries every changed text.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;
use std::time::Duration;

use itertools::Itertools;

use super::SuggestedFix;
use crate::grammars::{FarthestFailure, Grammar};
use crate::tracer::{BodyKind, Terminal, is_wanted, terminal_text, within};
use crate::words::is_close;

/// The longest text to repair, in bytes.
const LONGEST: usize = 20_000;

/// The maximum number of changed texts to parse, the maximum number of bytes of all changed texts,
/// and the maximum time.
const MOST_READ: usize = 150;
const MOST_BYTES: usize = 32 << 20;
const MOST_TIME: Duration = Duration::from_secs(1);

/// The maximum number of characters to change.
const MOST_CHANGED: usize = 8;

/// The kinds of changes. A higher number is a bolder guess: of two texts with equally many changed
/// characters, the search first tries the one whose changes have the lower sum. `WORD` replaces a
/// word or removes a doubled one, which counts as one changed character.
const WORD: usize = 0;
const SIGN_PUT_IN: usize = 1;
const REPLACED: usize = 1;
const TAKEN_OUT: usize = 3;
const CHARACTER_PUT_IN: usize = 4;

/// The maximum number of words to change before the failure, and of places to try for a missing
/// quote.
const MOST_BEFORE: usize = 4;
const MOST_QUOTES: usize = 8;

/// Changes `text`, which `grammar` rejects, into a text that `grammar` accepts, by the smallest
/// change found. `None` if the search reaches one of the limits above first.
pub(super) fn corrected(text: &str, grammar: &Grammar) -> Option<String> {
    let is_short = text.len() <= LONGEST;
    let search = || is_short.then(|| searched(text, grammar))?.filter(|_| is_wanted());
    // If the change only removes blanks at the end, another message explains the error better.
    let is_cut = |found: &String| text.starts_with(&**found) && text.trim_end() == found.trim_end();
    let found = within(MOST_TIME, search).filter(|found| !is_cut(found))?;
    (grammar.recognize(&found) == Ok(found.len())).then_some(found)
}

fn searched(text: &str, grammar: &Grammar) -> Option<String> {
    let keywords = keywords(grammar);
    let mut seen = HashSet::from([text.to_owned()]);
    let mut made = text.len();
    // The changed texts to try, ordered by the size of the change, then by its kinds, then by age.
    let mut waiting = BinaryHeap::from([Reverse((0, 0, 0, text.to_owned(), text.len()))]);
    for _ in 0..MOST_READ {
        let Reverse((changed, guess, _, tried, unread)) = waiting.pop()?;
        let farthest = FarthestFailure::of(grammar, &tried);
        if farthest.matched == Some(tried.len()) {
            return Some(tried);
        }
        // A change is useless if the parser leaves more of the text unread after it than before.
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

/// The number of changed characters, at least 1. Blanks do not count, and a swap of two characters
/// counts as one.
fn size(SuggestedFix { removed, replacement, .. }: &SuggestedFix) -> usize {
    let [old, new] = [removed, replacement].map(|it| it.replace(char::is_whitespace, ""));
    let put_in = new.len().checked_sub(old.len()).filter(|_| new.contains(&old));
    put_in.unwrap_or_else(|| strsim::osa_distance(&old, &new)).max(1)
}

/// The words that `grammar` has in quotes.
fn keywords(grammar: &Grammar) -> Vec<String> {
    let parts = grammar.rules().written.rules.iter().flat_map(|rule| rule.body.all());
    let is_word = |it: &String| it.len() > 1 && it.chars().all(char::is_alphanumeric);
    let words = parts.filter_map(|part| match &part.kind {
        BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) => Some(text),
        _ => None,
    });
    words.filter(|it| is_word(it)).cloned().unique().collect()
}

/// Returns edits of the last words of `text` up to `at`. An edit replaces a word with a similar
/// keyword, or removes a doubled word.
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
        // The grammar may match the keyword in any case. So if the word is in capitals, try the
        // keyword in capitals first.
        let is_upper = !word.contains(char::is_lowercase);
        let spelled = close.flat_map(|it| [is_upper.then(|| it.to_uppercase()), Some(it.clone())]);
        edits.extend(spelled.flatten().map(|it| (start..end, it, WORD)));
        (rest, behind) = (&rest[..start], (start..end, word));
    }
    edits
}

/// The length of the word or run of signs at the start of a text.
fn run(text: &str) -> usize {
    let kind = |it: char| (it.is_alphanumeric(), it.is_whitespace());
    let first = text.chars().next().map(kind);
    text.find(|it| Some(kind(it)) != first || it.is_whitespace()).unwrap_or(text.len())
}

/// A change: the bytes to replace, the new text, and the kind.
type Edit = (Range<usize>, String, usize);

/// The edits to try at the place where a text fails.
fn edits(text: &str, farthest: &FarthestFailure<'_>) -> Vec<Edit> {
    let at = farthest.at;
    let (before, after) = text.split_at(at);
    let end = before.trim_end().len();
    let last = before.trim_end().char_indices().next_back().map_or(0, |(at, _)| at);
    // If a `!` rejects a whole word, removing the first letter of the word does not help.
    let next = at + after.chars().next().map_or(0, char::len_utf8);
    let next = if farthest.attempts.iter().any(|it| it.end > next) { at } else { next };
    let run = at + run(after);
    // If a sign is doubled, one of the two is probably too many.
    let is_sign = !after.starts_with(char::is_alphanumeric);
    let is_twice = end == at && is_sign && text[at..next] == text[last..end];
    let taken_out = if is_twice { SIGN_PUT_IN } else { TAKEN_OUT };
    // If the last character is between blanks, remove the blanks after it too.
    let behind = if before[..last].ends_with(' ') { at } else { end };
    let spans = [(at..next, taken_out), (at..run, TAKEN_OUT), (last..behind, taken_out)];
    let mut edits = spans.map(|(span, kind)| (span, String::new(), kind)).to_vec();
    // Terminals that continue the outermost rule come first.
    let mut quoted = Vec::new();
    for attempt in farthest.attempts.iter().sorted_by_key(|it| it.inside.map(|(_, begin)| begin)) {
        if let Terminal::Not(_) = attempt.terminal {
            // A `!` rejects the text here. A blank before this text ends the word, and a `_` after
            // it makes a different word.
            edits.push((at..at, " ".to_owned(), SIGN_PUT_IN));
            edits.push((attempt.end..attempt.end, "_".to_owned(), SIGN_PUT_IN));
            continue;
        }
        // Between lines, nobody would see a `\r` that the text has nowhere else.
        let is_seen = !text.contains('\n') || text.contains('\r');
        let Some(new) = terminal_text(attempt.terminal) else { continue };
        if !is_seen && new.contains('\r') {
            continue;
        }
        let is_text = matches!(attempt.terminal, Terminal::Literal(_) | Terminal::Insensitive(_));
        // An opening bracket alone is rarely enough, so it does not count as a sign here.
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

/// The signs that people write without blanks around them. An edit puts each of the first seven
/// directly after the text before it, with no blank between.
const TIGHT: [char; 12] = [',', ';', ':', '.', ')', ']', '}', '(', '[', '{', '"', '\''];

fn is_quote(it: char) -> bool {
    matches!(it, '"' | '\'' | '`')
}

/// Returns edits that add a forgotten quote before a sign that comes after the last quote but one
/// (or after the only quote). The sign nearest to the failure comes first.
fn closed(before: &str) -> Vec<Edit> {
    let quotes = before.rmatch_indices(is_quote).take(2);
    let Some((from, quote)) = quotes.last() else { return Vec::new() };
    let signs = before[from..].match_indices([',', ';', ':', ')', ']', '}', '\n']);
    let put_in = |(at, _)| (from + at..from + at, quote.to_owned(), SIGN_PUT_IN);
    signs.map(put_in).rev().take(MOST_QUOTES).collect()
}

/// Puts the text at `at` in the quotes that are expected. The text is a word without quotes, or a
/// text in different quotes. `None` if `wanted` is not a quote.
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
