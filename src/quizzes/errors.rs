//! Questions on errors: where does parsing a text fail, and what is expected there?

use super::readings::text;
use super::{Choices, Misread, Question, QuizKind, QuizLevel};
use crate::lessons::FailedParse;
use crate::{Random, SyntaxErrorKind};

/// An expression with one character too many or too few, which does not parse.
#[derive(Debug, Clone)]
pub struct ErrorQuestion {
    /// The text, and how ordinary arithmetic fails to parse it.
    pub failed: Box<FailedParse>,
    /// The tokens to choose from, of which the expected ones are right; `None` if the question asks
    /// for the column.
    pub tokens: Option<Choices<&'static str>>,
}

/// The tokens offered as choices, each with the names that the parser gives it in its list of
/// expected tokens.
const TOKENS: [(&str, &[&str]); 5] = [
    ("+", &["`+`"]),
    ("(", &["`(`"]),
    (")", &["`)`"]),
    ("7", &["a number", "another digit"]),
    ("the end", &["the end"]),
];

/// The words that people write for a token, longer words first.
const WRITTEN: [(&str, &str); 5] = [
    ("another digit", "7"),
    ("a number", "7"),
    ("a digit", "7"),
    ("number", "7"),
    ("the end", "end"),
];

impl Question for ErrorQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let text = text(level, random)?;
        let at = random.below(text.len());
        let is_twice = random.below(2) == 0;
        let asks_column = random.below(2) == 0;
        let again = if is_twice { &text[at..=at] } else { "" };
        let slipped = [&text[..at], again, again, &text[at + 1..]].concat();
        let failed = FailedParse::new(&slipped, level.grammars().first()?)?;
        let is_unexpected =
            matches!(failed.diagnosis().error.kind, SyntaxErrorKind::Unexpected { .. });
        // If parsing fails right at the mistake, the mistake is easy to find.
        let is_late = level < QuizLevel::Four || failed.at() > at + 1;
        if !is_unexpected || !is_late {
            return None;
        }
        let is_expected = |word: &&str| failed.expected().iter().any(|it| it == word);
        let could_stand = |token: &&str| {
            TOKENS.iter().any(|(it, words)| it == token && words.iter().any(is_expected))
        };
        let choices = || Choices::several(TOKENS.map(|(token, _)| token), could_stand);
        let tokens = (!asks_column).then(choices);
        Some(Self { failed: Box::new(failed), tokens })
    }

    fn subject_and_answer(&self) -> (String, String) {
        let column = || self.column().to_string();
        let answer = self.tokens.as_ref().map_or_else(column, Choices::letters);
        (self.failed.text().to_owned(), answer)
    }

    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let given = given.to_lowercase();
        if let Some(tokens) = &self.tokens {
            let given =
                WRITTEN.iter().fold(given, |given, (words, token)| given.replace(words, token));
            return tokens.mark(&given, "tokens that fit, such as `+, )`", |token, text| {
                token.trim_start_matches("the ") == text
            });
        }
        let column = given.replace("column", "");
        let misread = |_| Misread::new("the number of a column, such as 3");
        let column: usize = column.trim().parse().map_err(misread)?;
        Ok(column == self.column())
    }
}

impl ErrorQuestion {
    /// Returns the column at which parsing fails, from 1.
    pub fn column(&self) -> usize {
        self.failed.text()[..self.failed.at()].chars().count() + 1
    }
}
