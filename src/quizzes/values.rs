//! What is the value of this under that grammar?

use super::texts::{is_for_the_head, parses, text};
use super::{Make, Misread, QuizLevel};
use crate::lessons::Parse;
use crate::number::Rational;
use crate::random::Random;

/// The value of an expression under a grammar, where another grammar gives another.
#[derive(Debug, Clone)]
pub struct ValueQuestion {
    /// The expression, under the grammar that is asked about.
    pub parse: Parse,
}

impl ValueQuestion {
    /// What is right.
    pub fn value(&self) -> &Rational {
        self.parse.value().expect("it was chosen for its value")
    }
}

impl Make for ValueQuestion {
    fn make(level: QuizLevel, random: &mut Random) -> Option<Self> {
        let text = text(level, random)?;
        let mut parses = parses(level, &text)?;
        let asked = random.below(parses.len());
        let is_ordinary = |parse: &Parse| parse.is_worth(&parses[0]);
        // Of ordinary arithmetic any other value is a mistake that can be made; of
        // another grammar the ordinary one is the likely mistake.
        let is_telling = match asked {
            0 => !parses.iter().all(is_ordinary),
            _ => !is_ordinary(&parses[asked]),
        };
        (is_telling && is_for_the_head(&parses[asked], level))
            .then(|| Self { parse: parses.swap_remove(asked) })
    }

    fn subject(&self) -> String {
        self.parse.text().to_owned()
    }

    fn answer(&self) -> String {
        self.value().to_string()
    }

    /// Any text of the same value is right: `1/3`, `2/6`, `0.5`, `- 3`, `(-3)`.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let value = number(given);
        let value = value.ok_or_else(|| Misread::new("a number, such as 6 or -1/3".to_owned()))?;
        Ok(&value == self.value())
    }
}

/// The value of a number as people write it: in brackets, with blanks after its sign
/// or the full stop of a sentence.
fn number(text: &str) -> Option<Rational> {
    let text = text.strip_suffix('.').unwrap_or(text);
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let text = inner.unwrap_or(text).trim();
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let unsigned = unsigned.trim_start();
    if unsigned.starts_with(['+', '-']) {
        return None;
    }
    let value = unsigned.parse().ok().or_else(|| decimal(unsigned))?;
    Some(if is_negative { -value } else { value })
}

/// The value of a decimal without a sign, such as `0.5` or `.5`.
fn decimal(text: &str) -> Option<Rational> {
    let (whole, parts) = text.split_once('.')?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if parts.is_empty() || !is_digits(parts) || !is_digits(whole) {
        return None;
    }
    let digits: Rational = format!("{whole}{parts}").parse().ok()?;
    let scale: Rational = format!("1{}", "0".repeat(parts.len())).parse().ok()?;
    digits.checked_div(&scale)
}
