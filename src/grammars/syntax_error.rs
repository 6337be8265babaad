//! Syntax errors: the reason, the place, and the expected tokens as characters to type.

use std::ops::Range;

use itertools::Itertools;

use super::built_in::Grammar;
use super::farthest_failure::{Attempt, FarthestFailure};
use super::missing_roles::Lacks;
use super::roles::RuleRole;
use crate::number::MAX_DIGITS;
use crate::syntax::{Leaf, LeafError, Operator};
use crate::tracer::{PestGrammar, RuleId, StackUse, Terminal};
use crate::words::list_or;

/// A text that a grammar rejects: the reason and the place.
///
/// `Display` prints both on one line; `span` lets a caller draw a caret under the place.
///
/// ```
/// use bracket24::Grammar;
///
/// let error = Grammar::Left.parse("8/(3-)").unwrap_err();
/// assert_eq!((error.span.clone(), error.message()), (5..6, "unexpected `)`".to_owned()));
/// assert_eq!(error.advice(), "expected a number or `(`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} at byte {}: {}", self.message(), self.span.start, self.advice())]
pub struct SyntaxError {
    /// The kind of error.
    pub kind: SyntaxErrorKind,
    /// The bytes that the error is about; empty at the end of the text.
    pub span: Range<usize>,
}

/// The kinds of syntax errors. `Display` prints the message, without the advice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The parser expected something else here.
    #[error("{}", unexpected(*found))]
    Unexpected {
        /// The character here; `None` at the end of the text.
        found: Option<char>,
        /// The expected tokens, as characters to type.
        expected: Vec<String>,
        /// A sentence about the `!` of the grammar that forbids the text here, if there is one.
        forbidden: Option<String>,
    },
    /// The leaf is of the wrong kind or too long.
    #[error("{0}")]
    Leaf(LeafError),
    /// A sign, a point or a slash in a card: cards are whole numbers, 0 or more.
    #[error("`{0}` in a card")]
    NoWholeNumber(char),
    /// More brackets are open at once than this limit allows.
    #[error("brackets too deep")]
    TooDeep(usize),
    /// There are more operators than this limit allows.
    #[error("too many operators")]
    TooManyOperators(usize),
    /// There are more bytes than this limit allows.
    #[error("the text is too long")]
    TooLong(usize),
    /// More rules are open at once than this limit allows.
    #[error("the text is nested too deeply")]
    TooManyOpenRules(usize),
    /// pest panics here, because this use of the stack finds the stack empty.
    #[error("pest panics at `{0}` on an empty stack")]
    EmptyStack(StackUse),
    /// The parse exceeded the grammar's limits; holds the reason.
    #[error("parsing takes too long")]
    GivenUp(String),
    /// The grammar accepts the text, but its nodes make no expression; holds the reason.
    #[error("the parse yields no expression tree")]
    NoTree(String),
    /// The grammar groups a template differently once cards fill it; holds a filled text.
    #[error("with cards in its slots, the template is grouped differently")]
    FilledOtherwise(String),
    /// The grammar is plain and makes no expressions; holds the reason.
    #[error("a plain grammar makes no expressions")]
    NoExpressions(Lacks),
}

impl SyntaxError {
    pub(crate) fn unexpected(text: &str, at: usize, expected: Vec<String>) -> Self {
        let found = text[at..].chars().next();
        let kind = SyntaxErrorKind::Unexpected { found, expected, forbidden: None };
        Self { kind, span: at..at + found.map_or(0, char::len_utf8) }
    }

    /// Whether the parse ended without a result: at a limit of the tracer, or where pest panics.
    pub const fn is_given_up(&self) -> bool {
        use SyntaxErrorKind::{EmptyStack, GivenUp, TooManyOpenRules};
        matches!(self.kind, GivenUp(_) | TooManyOpenRules(_) | EmptyStack(_))
    }

    /// Whether the text has a slot, although an expression of numbers is expected.
    pub(crate) const fn is_of_slot(&self) -> bool {
        matches!(self.kind, SyntaxErrorKind::Leaf(LeafError::SlotAmongNumbers))
    }

    /// The expected tokens, as characters to type; empty for other kinds of errors.
    pub(crate) fn expected(&self) -> &[String] {
        if let SyntaxErrorKind::Unexpected { expected, .. } = &self.kind { expected } else { &[] }
    }

    /// The advice, as a label under the place: the expected tokens, the limit, or the reason.
    pub fn advice(&self) -> String {
        match &self.kind {
            SyntaxErrorKind::Unexpected { expected, forbidden: None, .. }
                if expected.is_empty() =>
            {
                "the grammar cannot go on from here".to_owned()
            }
            SyntaxErrorKind::Unexpected { expected, forbidden, .. } => {
                let expected =
                    (!expected.is_empty()).then(|| format!("expected {}", list_or(expected)));
                expected.iter().chain(forbidden).join("; ")
            }
            SyntaxErrorKind::Leaf(LeafError::SlotAmongNumbers) => {
                "expected a number; a slot has a value only once it is filled".to_owned()
            }
            SyntaxErrorKind::Leaf(LeafError::NumberAmongSlots) => {
                "expected `N`; a template has slots where the numbers go".to_owned()
            }
            SyntaxErrorKind::Leaf(LeafError::TooManyDigits(_)) => {
                format!("expected at most {MAX_DIGITS} digits")
            }
            SyntaxErrorKind::NoWholeNumber(_) => "cards are whole numbers, 0 or more".to_owned(),
            SyntaxErrorKind::TooDeep(limit) => {
                format!("expected at most {limit} brackets open at once")
            }
            SyntaxErrorKind::TooManyOpenRules(limit) => {
                format!("given up with {limit} rules open at once")
            }
            SyntaxErrorKind::EmptyStack(what) => {
                let instead = if *what == StackUse::Pop { " ~ DROP" } else { "" };
                format!("let a `PUSH` come first, or write `PEEK[-1..]{instead}`, which only fails")
            }
            SyntaxErrorKind::TooManyOperators(limit) => {
                format!("expected at most {limit} operators")
            }
            SyntaxErrorKind::TooLong(limit) => format!("expected at most {limit} bytes"),
            SyntaxErrorKind::NoExpressions(lacks) => lacks.to_string(),
            SyntaxErrorKind::FilledOtherwise(filled) => {
                format!("as in `{filled}`: let no rule distinguish a slot from a number")
            }
            SyntaxErrorKind::NoTree(why) | SyntaxErrorKind::GivenUp(why) => why.clone(),
        }
    }

    /// The message and the [advice](Self::advice), without the place.
    pub fn message_and_advice(&self) -> String {
        match self.advice() {
            advice if advice.is_empty() => self.message(),
            advice => format!("{}, {advice}", self.message()),
        }
    }

    /// The message, without the place.
    pub fn message(&self) -> String {
        match &self.kind {
            SyntaxErrorKind::Unexpected { found: None, .. } if self.span.start == 0 => {
                "the text is empty".to_owned()
            }
            kind => kind.to_string(),
        }
    }
}

/// The message for a character that is not expected; `None` is the end of the text.
fn unexpected(found: Option<char>) -> String {
    match found {
        None => "the text ends too early".to_owned(),
        Some('\n' | '\r') => "unexpected line end".to_owned(),
        Some(it) if is_invisible(it) => format!("unexpected character U+{:04X}", u32::from(it)),
        Some(it) => format!("unexpected `{it}`"),
    }
}

/// Whether a character is invisible, or looks like another.
fn is_invisible(character: char) -> bool {
    let formatting = ['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{206f}'];
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || character == '\u{feff}'
        || formatting.iter().any(|range| range.contains(&character))
}

/// The error with which `grammar` rejects `text` as an expression of leaves `L`.
pub(crate) fn syntax_error<L: Leaf>(grammar: &Grammar, text: &str) -> SyntaxError {
    if grammar.lacks().is_none() {
        return error_by::<L>(grammar.rules(), grammar.start(), text);
    }
    at_farthest(text, grammar.rules(), &FarthestFailure::of(grammar, text), expected_by_plain)
}

/// The error with which `rules`, from `start`, reject `text` as an expression of leaves `L`.
pub(super) fn error_by<L: Leaf>(rules: &PestGrammar, start: RuleId, text: &str) -> SyntaxError {
    at_farthest(text, rules, &FarthestFailure::by(rules, start, text), expected::<L>)
}

/// The error at the farthest place, with the expected tokens and the text that a `!` forbids.
fn at_farthest(
    text: &str,
    rules: &PestGrammar,
    farthest: &FarthestFailure<'_>,
    expected: impl Fn(&str, &PestGrammar, &FarthestFailure<'_>) -> Vec<String>,
) -> SyntaxError {
    let before = &text[..farthest.at];
    let mut error = SyntaxError::unexpected(text, farthest.at, expected(before, rules, farthest));
    let mut attempts = farthest.attempts.iter();
    if let SyntaxErrorKind::Unexpected { forbidden, .. } = &mut error.kind {
        *forbidden = attempts.find(|it| matches!(it.terminal, Terminal::Not(_))).map(|it| {
            let (rule, begin) = it.inside.expect("a terminal is in a rule");
            let quoted = |place: Range<usize>| {
                let text = text[place].trim_end();
                let is_short = (1..=MOST_QUOTED).contains(&text.chars().count());
                (is_short && !text.contains('\n')).then(|| format!("`{text}`"))
            };
            let next = Terminal::Literal(text[farthest.at..it.end].to_owned());
            let next = blank(&next).map(ToOwned::to_owned).or_else(|| quoted(farthest.at..it.end));
            let next = next.unwrap_or_else(|| "the text".to_owned());
            let place = quoted(begin..farthest.at);
            let place = place.map_or("here".to_owned(), |read| format!("after {read}"));
            format!("`{}` in `{}` forbids {next} {place}", it.terminal, rules.name(rule))
        });
    }
    error
}

/// The maximum length of a quoted part of a text, in characters.
const MOST_QUOTED: usize = 30;

/// The maximum number of tokens that are listed for one rule. If more of its tokens could come
/// next, the message names the rule instead.
const MOST_WORDS: usize = 2;

/// The expected tokens at the farthest place of a text, under a plain grammar, in the order in
/// which the parser tried them. If a rule could begin there with many tokens, the list has the name
/// of the rule instead.
fn expected_by_plain(
    before: &str,
    grammar: &PestGrammar,
    farthest: &FarthestFailure<'_>,
) -> Vec<String> {
    let attempts = farthest.attempts.iter().filter_map(|it| {
        let begins = it.inside.filter(|(_, begin)| *begin == farthest.at).map(|(rule, _)| rule);
        let word = description(it.terminal, is_more(before, it))?;
        // A `!` does not tell how its rule can begin.
        let is_word = begins.is_some() || !matches!(it.terminal, Terminal::Not(_));
        is_word.then_some((begins, word, it.terminal))
    });
    let attempts: Vec<_> = attempts.collect();
    let words_of = |rule: RuleId| attempts.iter().filter(|it| it.0 == Some(rule)).count();
    let shown = attempts.iter().map(|(begins, word, terminal)| {
        let named = begins.filter(|&rule| {
            let words = words_of(rule);
            words > MOST_WORDS || matches!(terminal, Terminal::Property(_) | Terminal::Not(_))
        });
        named.map_or_else(|| word.clone(), |rule| with_article(grammar.name(rule)))
    });
    let mut expected: Vec<String> = shown.unique().collect();
    let again = expected.iter().filter_map(|it| it.strip_prefix("another "));
    let again: Vec<String> = again.map(|it| format!("a {it}")).collect();
    expected.retain(|it| !again.contains(it));
    let blanks = farthest.attempts.iter().filter_map(|it| blank(it.terminal)).unique();
    let blanks: Vec<&str> = blanks.collect();
    let is_each = blanks.len() < 2 || blanks.contains(&"the end of a line");
    let blanks = if is_each { blanks } else { vec!["a blank"] };
    expected.extend(blanks.into_iter().map(str::to_owned));
    // The end goes last.
    expected.sort_by_key(|word| word == "the end");
    expected
}

/// Abbreviations that are common in the names of rules, but are not words.
const SHORTENED: [&str; 10] =
    ["args", "attr", "char", "decl", "elem", "expr", "func", "ident", "prop", "seq"];

/// The name of a rule as a noun with its article, such as `a number`, if the name is made of words.
fn with_article(rule: &str) -> String {
    let noun = rule.trim_matches('_').replace('_', " ");
    let is_word = |it: &str| {
        it.len() > 2
            && it.to_lowercase().contains(['a', 'e', 'i', 'o', 'u'])
            && !SHORTENED.contains(&it)
    };
    if !noun.split(' ').all(is_word) {
        return format!("the rule `{rule}`");
    }
    let lower = noun.to_lowercase();
    // A unit, a union, a user.
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !lower.starts_with("uni")
        && !lower.starts_with("us");
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The expected tokens at the farthest place, in the order of their ranks. Blanks are left out,
/// because they are allowed almost anywhere.
fn expected<L: Leaf>(
    before: &str,
    grammar: &PestGrammar,
    farthest: &FarthestFailure<'_>,
) -> Vec<String> {
    let words = farthest.attempts.iter().filter_map(|it| word::<L>(before, grammar, it));
    words.sorted_by_key(|(rank, _)| *rank).map(|(_, word)| word).unique().collect()
}

/// The order in which a message lists the expected tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Operand,
    OpeningBracket,
    Operator(Operator),
    Other,
    ClosingBracket,
    End,
    /// Another character of the same kind as the one before it.
    More,
}

impl Rank {
    fn of_literal(text: &str) -> Self {
        match text {
            "(" => Self::OpeningBracket,
            ")" => Self::ClosingBracket,
            _ => Operator::spelled(text).map_or(Self::Other, Self::Operator),
        }
    }
}

/// Whether the rule of a failed terminal began before the place, and the terminal matches the
/// character before it.
fn is_more(before: &str, it: &Attempt<'_>) -> bool {
    let last =
        before.chars().next_back().filter(|_| it.inside.is_some_and(|(_, at)| at < before.len()));
    it.terminal.characters().zip(last).is_some_and(|(matches, last)| matches(last))
}

/// The word for a terminal that failed after `before`, and its rank.
fn word<L: Leaf>(before: &str, grammar: &PestGrammar, it: &Attempt<'_>) -> Option<(Rank, String)> {
    let at = before.len();
    match it.inside.map(|(rule, begin)| (RuleRole::named(grammar.name(rule)), begin)) {
        Some((Some(RuleRole::Number | RuleRole::CardLetter), begin)) if begin == at => {
            return (!L::IS_SLOT).then(|| (Rank::Operand, "a number".to_owned()));
        }
        Some((Some(RuleRole::Slot), begin)) if begin == at => {
            return L::IS_SLOT.then(|| (Rank::Operand, "`N`".to_owned()));
        }
        _ => {}
    }
    let rank = match it.terminal {
        Terminal::Not(_) => return None,
        Terminal::Literal(text) => Rank::of_literal(text),
        Terminal::End => Rank::End,
        _ if is_more(before, it) => Rank::More,
        _ => Rank::Other,
    };
    description(it.terminal, rank == Rank::More).map(|word| (rank, word))
}

/// The text that a terminal expects, in words: "a digit", "`+`".
pub(crate) fn wanted(terminal: &Terminal) -> String {
    let description = || description(terminal, false);
    blank(terminal).map(ToOwned::to_owned).or_else(description).unwrap_or_else(|| {
        if matches!(terminal, Terminal::Until(_)) { "any characters" } else { "nothing" }.to_owned()
    })
}

/// A terminal that matches only blanks, in words.
fn blank(terminal: &Terminal) -> Option<&'static str> {
    let (Terminal::Literal(text) | Terminal::Insensitive(text)) = terminal else { return None };
    match &**text {
        " " => Some("a space"),
        "\t" => Some("a tab"),
        "\n" | "\r" | "\r\n" => Some("the end of a line"),
        _ => (!text.is_empty() && text.trim().is_empty()).then_some("blanks"),
    }
}

/// A character in words: in backticks, or as its number if it is invisible.
fn shown(character: char) -> String {
    // Beyond the first plane, most characters are unassigned, or fonts lack them.
    if is_invisible(character) || character == ' ' || character > '\u{ffff}' {
        format!("U+{:04X}", u32::from(character))
    } else {
        format!("`{character}`")
    }
}

/// A terminal in words; with `more`, a character of the same kind comes right before the place.
fn description(terminal: &Terminal, more: bool) -> Option<String> {
    let a = if more { "another" } else { "a" };
    Some(match terminal {
        Terminal::Literal(text) | Terminal::Insensitive(text) if text.trim().is_empty() => {
            return None;
        }
        Terminal::Literal(text) | Terminal::Insensitive(text) => format!("`{text}`"),
        Terminal::Range('0', '9') => format!("{a} digit"),
        Terminal::Range(first, last) => {
            let [first, last] = [first, last].map(|it| shown(*it));
            format!("{a} character from {first} to {last}")
        }
        Terminal::Class(class) => {
            let mut all =
                include_str!("class_words.txt").lines().filter_map(|it| it.split_once(' '));
            let (_, words) = all.find(|it| it.0 == class.name).expect("each class has words");
            words.strip_prefix('a').map_or_else(|| words.to_owned(), |rest| a.to_owned() + rest)
        }
        Terminal::Property(name) => {
            format!("{a} character of the kind {}", name.to_lowercase().replace('_', " "))
        }
        Terminal::Any => "any character".to_owned(),
        Terminal::Start => "the start of the text".to_owned(),
        Terminal::End => "the end".to_owned(),
        Terminal::Stack(StackUse::Drop) => "a text on the stack, which is empty".to_owned(),
        Terminal::Stack(_) => "the text that was pushed before".to_owned(),
        Terminal::Not(_) => format!("`{terminal}`"),
        // It always matches, so it is never expected.
        Terminal::Until(_) => return None,
    })
}

#[cfg(test)]
#[cfg(feature = "present")]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_expected_blanks() {
        for (text, words) in [
            ("+", "`+`"),
            (" ", "a space"),
            ("\t", "a tab"),
            ("\n", "the end of a line"),
            ("\r\n", "the end of a line"),
            ("", "nothing"),
            ("  ", "blanks"),
        ] {
            assert_eq!(wanted(&Terminal::Literal(text.to_owned())), words, "{text:?}");
        }
        assert_eq!(wanted(&Terminal::Until(Vec::new())), "any characters");
    }
}
