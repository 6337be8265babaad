//! The diagnosis of a syntax error: the bracket that is open, and a correction.

use std::ops::Range;

use crate::grammars::{FarthestFailure, Grammar, SyntaxError, SyntaxErrorKind};
use crate::number::Rational;
use crate::syntax::{Leaf, Slot};

/// Why a text cannot be read, and what would fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The error and its place.
    pub error: SyntaxError,
    /// The byte of the innermost bracket that is still open there.
    pub open_bracket: Option<usize>,
    /// The rules that are being read there whatever comes next, outermost
    /// first.
    pub path: Vec<OpenRule>,
    /// One edit after which the text can be read.
    pub fix: Option<SuggestedFix>,
}

/// A rule that is not read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRule {
    /// Its name.
    pub rule: String,
    /// The byte where it begins.
    pub at: usize,
}

/// An edit of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuggestedFix {
    /// The bytes that are replaced; empty where something is only put in.
    pub span: Range<usize>,
    /// Their replacement; empty if they are only removed.
    pub replacement: &'static str,
    /// The text after that.
    pub text: String,
}

impl Diagnosis {
    /// Why `text` is no expression of numbers; `None` where it is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::Diagnosis};
    ///
    /// let diagnosis = Diagnosis::of_expression("(5-8-7*6", &Grammar::Left).unwrap();
    /// assert_eq!(diagnosis.open_bracket, Some(0));
    /// assert_eq!(diagnosis.fix.unwrap().text, "(5-8-7*6)");
    /// ```
    pub fn of_expression(text: &str, grammar: &Grammar) -> Option<Self> {
        Self::of::<Rational>(text, grammar)
    }

    /// Why `text` is no expression of slots; `None` where it is one.
    pub fn of_template(text: &str, grammar: &Grammar) -> Option<Self> {
        Self::of::<Slot>(text, grammar)
    }

    fn of<L: Leaf>(text: &str, grammar: &Grammar) -> Option<Self> {
        let error = grammar.read::<L>(text).err()?;
        if !matches!(error.kind, SyntaxErrorKind::Unexpected { .. }) {
            return Some(Self { error, open_bracket: None, path: Vec::new(), fix: None });
        }
        let rules = grammar.rules();
        let farthest = FarthestFailure::of_line(rules, text);
        let open = |&(rule, at)| OpenRule { rule: rules.name(rule).to_owned(), at };
        let path = farthest.rule_stack.iter().map(open).collect();
        let open_bracket = open_bracket(text.get(..farthest.at).unwrap_or(text));
        let reads = |text: &str| grammar.read::<L>(text).is_ok();
        let fix = fix(text, error.span.start, reads);
        Some(Self { error, open_bracket, path, fix })
    }
}

/// The innermost bracket that `text` leaves open.
fn open_bracket(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// The first of some edits at or before the byte `at` after which the text can
/// be read. None of them changes a number.
fn fix(text: &str, at: usize, reads: impl Fn(&str) -> bool) -> Option<SuggestedFix> {
    let found = text[at..].chars().next();
    let here = at..at + found.map_or(0, char::len_utf8);
    // The last that was read, blanks apart.
    let before = text[..at].trim_end_matches([' ', '\t']).char_indices().next_back();
    let before = before.map(|(start, last)| start..start + last.len_utf8());
    let mut edits: Vec<(Range<usize>, &'static str)> = Vec::new();
    if let Some(meant) = found.and_then(meant) {
        edits.push((here.clone(), meant));
    }
    // A sign before a number: 0-3 is what -3 means where nothing stands before.
    let first = text[..at].trim_end_matches([' ', '\t']);
    if found == Some('-') && (first.is_empty() || first.ends_with('(')) {
        edits.push((at..at, "0"));
    }
    // What stands side by side is multiplied, if one of the two is in brackets.
    let sign = if beside_bracket(text, at) { "*" } else { "+" };
    // In the place of a blank between two numbers, if there is one.
    let gap = if text[..at].ends_with(' ') { at - 1..at } else { at..at };
    edits.extend([(at..at, ")"), (gap, sign)]);
    let can_go = |span: &Range<usize>| !span.is_empty() && !holds_numbers_apart(text, span);
    edits.extend([Some(here), before].into_iter().flatten().filter(can_go).map(|it| (it, "")));
    edits.into_iter().find_map(|(span, replacement)| {
        let fixed = [&text[..span.start], replacement, &text[span.end..]].concat();
        reads(&fixed).then_some(SuggestedFix { span, replacement, text: fixed })
    })
}

/// What was meant by a character that looks like another, or means the same
/// elsewhere.
const fn meant(character: char) -> Option<&'static str> {
    Some(match character {
        '（' | '[' | '{' | '［' | '｛' | '⟨' => "(",
        '）' | ']' | '}' | '］' | '｝' | '⟩' => ")",
        'x' | 'X' | '×' | '·' | '∙' | '⋅' | '∗' | '＊' | '✕' => "*",
        ':' | '÷' | '／' | '⁄' | '∕' | '\\' => "/",
        '−' | '–' | '—' | '‐' | '－' => "-",
        '＋' => "+",
        '０' => "0",
        '１' => "1",
        '２' => "2",
        '３' => "3",
        '４' => "4",
        '５' => "5",
        '６' => "6",
        '７' => "7",
        '８' => "8",
        '９' => "9",
        _ => return None,
    })
}

/// Whether a bracket closes before `at` or opens at it: 2(3), (2)3, (2)(3).
fn beside_bracket(text: &str, at: usize) -> bool {
    text[..at].trim_end().ends_with(')') || text[at..].trim_start().starts_with('(')
}

/// Whether `span` is of a number, or all that keeps two apart.
fn holds_numbers_apart(text: &str, span: &Range<usize>) -> bool {
    let is_digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    is_digit(text[span.start..].chars().next())
        || (is_digit(text[..span.start].chars().next_back())
            && is_digit(text[span.end..].chars().next()))
}
