//! The leaves of an expression: numbers, and slots of a template.

use std::fmt;

use crate::number::Rational;

/// A place for a card in a template: its index among the slots, from 0.
///
/// ```
/// use bracket24::{Slot, Template};
///
/// let template: Template = "N*(N-N)".parse()?;
/// assert!(template.expression().leaves().eq(&[Slot(0), Slot(1), Slot(2)]));
/// let letters = |slot: &Slot| ["a", "b", "c"][slot.0].to_owned();
/// assert_eq!(template.expression().to_text(letters), "a*(b-c)");
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub usize);

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("N")
    }
}

/// The value of a card by its letter, in either case: `A` is 1, `T` 10, `J` 11,
/// `Q` 12, `K` 13. `None` for any other character.
pub(crate) const fn letter_value(letter: char) -> Option<i64> {
    Some(match letter.to_ascii_uppercase() {
        'A' => 1,
        'T' => 10,
        'J' => 11,
        'Q' => 12,
        'K' => 13,
        _ => return None,
    })
}

/// A leaf that can be read from a text: a number, or a slot of a template.
pub(crate) trait Leaf: Sized {
    /// Whether it is a slot, and no number.
    const IS_SLOT: bool;

    /// The leaf for a number written as `digits`, or why there can be none.
    fn number(digits: &str) -> Result<Self, LeafError>;

    /// The leaf for a card of this value that is given by its letter, or why there
    /// can be none.
    fn card(value: i64) -> Result<Self, LeafError>;

    /// The leaf for the slot with this index, or why there can be none.
    fn slot(index: usize) -> Result<Self, LeafError>;
}

/// Why a leaf has no place in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeafError {
    /// A slot `N` where only numbers have a value.
    SlotAmongNumbers,
    /// A number in a template.
    NumberAmongSlots,
    /// A number of too many digits; how many it has.
    TooManyDigits(usize),
}

impl fmt::Display for LeafError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlotAmongNumbers => f.write_str("a slot among numbers"),
            Self::NumberAmongSlots => f.write_str("a number in a template"),
            Self::TooManyDigits(digits) => write!(f, "a number of {digits} digits"),
        }
    }
}

impl std::error::Error for LeafError {}

impl Leaf for Rational {
    const IS_SLOT: bool = false;

    fn number(digits: &str) -> Result<Self, LeafError> {
        Self::from_digits(digits).ok_or(LeafError::TooManyDigits(digits.len()))
    }

    fn card(value: i64) -> Result<Self, LeafError> {
        Ok(Self::from(value))
    }

    fn slot(_: usize) -> Result<Self, LeafError> {
        Err(LeafError::SlotAmongNumbers)
    }
}

impl Leaf for Slot {
    const IS_SLOT: bool = true;

    fn number(_: &str) -> Result<Self, LeafError> {
        Err(LeafError::NumberAmongSlots)
    }

    fn card(_: i64) -> Result<Self, LeafError> {
        Err(LeafError::NumberAmongSlots)
    }

    fn slot(index: usize) -> Result<Self, LeafError> {
        Ok(Self(index))
    }
}
