//! Which part of a text is the divisor that is zero.

use super::evaluate::DivisionByZero;

impl DivisionByZero {
    /// What cannot be done, and what is zero there; `text` is what was
    /// evaluated.
    ///
    /// ```
    /// use bracket24::{Grammar, evaluate};
    ///
    /// let error = evaluate(&Grammar::Left.parse("1/(3-3)")?).unwrap_err();
    /// assert_eq!(error.in_text("1/(3-3)"), "division by zero: 3-3 is 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_text(&self, text: &str) -> String {
        match divisor(text, self) {
            Some("0") | None => self.to_string(),
            Some(divisor) => format!("{self}: {divisor} is 0"),
        }
    }
}

/// What is zero, with the brackets that belong to it: from its first to its last
/// number there may be one of a pair alone.
fn divisor<'a>(text: &'a str, error: &DivisionByZero) -> Option<&'a str> {
    let numbers = text.get(error.divisor.clone())?;
    // How many close that were not opened, and how many stay open.
    let (mut before, mut after) = (0_usize, 0_usize);
    for byte in numbers.bytes() {
        match byte {
            b'(' => after += 1,
            b')' if after > 0 => after -= 1,
            b')' => before += 1,
            _ => {}
        }
    }
    let start = match before.checked_sub(1) {
        Some(more) => text[..error.divisor.start].rmatch_indices('(').nth(more)?.0,
        None => error.divisor.start,
    };
    let end = match after.checked_sub(1) {
        Some(more) => {
            error.divisor.end + text[error.divisor.end..].match_indices(')').nth(more)?.0 + 1
        }
        None => error.divisor.end,
    };
    text.get(start..end)
}
