//! A line of pieces with roles, broken into several.

use textwrap::core::Fragment;
use textwrap::wrap_algorithms::wrap_first_fit;

use super::super::{Line, Role};
use crate::syntax::Operator;

/// What is not broken: a word, or a part of an expression that is longer than a
/// line; and the blanks after it.
#[derive(Debug, Default)]
pub(super) struct Word {
    pub(super) word: Line,
    blanks: Line,
}

impl Fragment for Word {
    fn width(&self) -> f64 {
        columns(self.word.width())
    }

    fn whitespace_width(&self) -> f64 {
        columns(self.blanks.width())
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

fn columns(width: usize) -> f64 {
    // No line is so long that it matters.
    u32::try_from(width).map_or(f64::MAX, f64::from)
}

/// `line` in rows, the first of which has `first` columns and the others `rest`.
/// They end at blanks; an expression that is longer than a row goes on in the
/// next one at an operator.
pub(super) fn wrap(line: &Line, first: usize, rest: usize) -> Vec<Line> {
    let words = words(line).into_iter().flat_map(|word| fitting(word, rest)).collect::<Vec<_>>();
    if words.is_empty() {
        return vec![Line::default()];
    }
    let widths = [first, rest].map(columns);
    // What is too long for the first row alone is not.
    let rows = match words.first() {
        Some(word) if word.word.width() > first && first < rest => {
            let mut rows = vec![&words[..0]];
            rows.extend(wrap_first_fit(&words, &widths[1..]));
            rows
        }
        _ => wrap_first_fit(&words, &widths),
    };
    rows.into_iter().map(joined).collect()
}

/// The words without the blanks after the last one.
fn joined(words: &[Word]) -> Line {
    let mut row = Line::default();
    for (index, word) in words.iter().enumerate() {
        row = row.and(word.word.clone());
        if index + 1 < words.len() {
            row = row.and(word.blanks.clone());
        }
    }
    row
}

/// The words of a line.
pub(super) fn words(line: &Line) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut current = Word::default();
    for (role, text) in &line.0 {
        for piece in split_inclusive(text) {
            let word = piece.trim_end_matches(' ');
            let blanks = &piece[word.len()..];
            if !word.is_empty() {
                if !current.blanks.is_empty() {
                    words.push(std::mem::take(&mut current));
                }
                current.word.0.push((*role, word.to_owned()));
            }
            if !blanks.is_empty() {
                current.blanks.0.push((*role, blanks.to_owned()));
            }
        }
    }
    if !current.word.is_empty() {
        words.push(current);
    }
    words
}

/// The words of a text, each with the blanks after it.
fn split_inclusive(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let word = rest.find(' ').unwrap_or(rest.len());
        let blanks = rest[word..].len() - rest[word..].trim_start_matches(' ').len();
        let (piece, after) = rest.split_at(word + blanks);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// `word`, and if it is longer than a row its parts, each of which begins with an
/// operator.
fn fitting(word: Word, width: usize) -> Vec<Word> {
    let is_cut = |role: Role| matches!(role, Role::Expression | Role::Template);
    if word.word.width() <= width || !word.word.0.iter().any(|(role, _)| is_cut(*role)) {
        return vec![word];
    }
    let operators = Operator::infix_signs();
    let mut parts = vec![Word::default()];
    for (role, text) in &word.word.0 {
        let pieces =
            if is_cut(*role) { crate::words::pieces(text, &operators) } else { vec![&**text] };
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                parts.push(Word::default());
            }
            let last = parts.last_mut().expect("there is one from the start");
            last.word.0.push((*role, piece.to_owned()));
        }
    }
    parts.last_mut().expect("there is one from the start").blanks = word.blanks;
    parts
}
