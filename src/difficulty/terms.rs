//! The terms that make a step of a way, or a card, easier or harder.

use crate::number::Rational;
use crate::syntax::FieldOperator;

/// The largest card in the decks that people were timed on.
const LARGEST_CARD: i64 = 13;

/// A step of a way: an operation on two values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) operator: FieldOperator,
    /// The larger operand of a sum, a difference or a product; the dividend of a quotient.
    pub(super) left: Operand<'a>,
    pub(super) right: Operand<'a>,
    pub(super) value: &'a Rational,
    /// Whether this is the last step, which makes the target.
    pub(super) last: bool,
}

/// An operand of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand<'a> {
    pub(super) value: &'a Rational,
    /// Whether it is a card, not the result of a step.
    pub(super) card: bool,
}

/// Defines the terms and their points in one table.
macro_rules! terms {
    ($($(#[$attribute:meta])* $Term:ident: $points:literal,)+) => {
        /// A feature whose occurrences in a way are counted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Term {
            $($(#[$attribute])* $Term,)+
        }

        impl Term {
            pub(super) const NAMES: &'static [&'static str] = &[$(stringify!($Term)),+];
            /// The number of terms.
            pub(super) const COUNT: usize = Self::NAMES.len();
            /// For each term, in the order of the table, the points that it subtracts from the rate
            /// of a way. A product of two values has no term of its own: the other steps are rated
            /// relative to it.
            pub(super) const POINTS: [i32; Self::COUNT] = [$($points),+];
        }
    };
}

// Fitted to people's mean times for 690 hands of cards from 1 to 13, by
// `cargo run --release --example fit_difficulty`.
terms! {
    /// An addition.
    Addition: 91,
    /// A subtraction.
    Subtraction: 53,
    /// A division of two different values.
    Division: 364,
    /// A division of a value by itself.
    Quotient: -90,
    /// A result that is not a whole number.
    Fraction: 128,
    /// Each doubling from 1 up to the sum, the product or the minuend. Adding or subtracting 0 and
    /// multiplying by 1 do not count.
    Size: 48,
    /// The last step is a product.
    LastProduct: 115,
    /// The last step is a product of two numbers from 3 to 9, such as 3*8 or 4*6.
    Familiar: -35,
    /// The last step adds or subtracts a card.
    LastCard: 53,
    /// Each unit of the values of the cards, up to 13 for each card.
    Cards: -8,
    /// A card that is 1.
    One: -135,
}

/// The number of occurrences of each term in a way.
pub(super) type Counts = [i32; Term::COUNT];

/// Returns the terms of a card.
pub(super) fn of_card(card: &Rational) -> Counts {
    let value = card.to_i64_pair().map_or(LARGEST_CARD, |(value, _)| value.min(LARGEST_CARD));
    let mut counts = [0; Term::COUNT];
    counts[Term::Cards as usize] = i32::try_from(value).expect("it is at most 13");
    counts[Term::One as usize] = i32::from(value == 1);
    counts
}

impl Step<'_> {
    /// Counts the terms of the step.
    pub(super) fn terms(&self) -> Counts {
        let Self { operator, left, right, value, last } = *self;
        let mut counts = [0; Term::COUNT];
        let mut add = |term: Term, count: i32| counts[term as usize] += count;
        let idle = match operator {
            FieldOperator::Add | FieldOperator::Subtract => right.value.is_zero(),
            FieldOperator::Multiply => is_one(left.value) || is_one(right.value),
            FieldOperator::Divide => is_one(right.value),
        };
        match operator {
            FieldOperator::Add => add(Term::Addition, 1),
            FieldOperator::Subtract => add(Term::Subtraction, 1),
            FieldOperator::Divide if left.value == right.value => add(Term::Quotient, 1),
            FieldOperator::Divide => add(Term::Division, 1),
            FieldOperator::Multiply => {}
        }
        add(Term::Fraction, i32::from(!value.is_integer()));
        match operator {
            _ if idle => {}
            FieldOperator::Add | FieldOperator::Multiply => add(Term::Size, doublings(value)),
            FieldOperator::Subtract => add(Term::Size, doublings(left.value)),
            FieldOperator::Divide => {}
        }
        match operator {
            _ if !last => {}
            FieldOperator::Add | FieldOperator::Subtract => {
                add(Term::LastCard, i32::from(left.card || right.card));
            }
            FieldOperator::Multiply => {
                add(Term::LastProduct, 1);
                add(Term::Familiar, i32::from(self.is_familiar()));
            }
            FieldOperator::Divide => {}
        }
        counts
    }

    /// Whether it is a product of two numbers from 3 to 9.
    pub(super) fn is_familiar(&self) -> bool {
        let known = |operand: Operand<'_>| {
            let pair = operand.value.to_i64_pair();
            pair.is_some_and(|(value, denom)| denom == 1 && (3..=9).contains(&value))
        };
        self.operator == FieldOperator::Multiply && known(self.left) && known(self.right)
    }
}

fn is_one(value: &Rational) -> bool {
    value.to_i64_pair() == Some((1, 1))
}

/// Counts how often 1 can be doubled without exceeding the value.
fn doublings(value: &Rational) -> i32 {
    let log = match value.to_i64_pair() {
        Some((numer, denom)) => (numer / denom).checked_ilog2().map(u64::from),
        None => (value.numer() / value.denom()).bits().checked_sub(1),
    };
    // A value below 1 has no doublings.
    log.map_or(0, |log| i32::try_from(log).expect("a number of so many digits has no more bits"))
}

/// Returns the total points of terms.
pub(super) fn points(terms: &Counts) -> i32 {
    let points = terms.iter().zip(Term::POINTS).map(|(count, points)| count.saturating_mul(points));
    points.fold(0, i32::saturating_add)
}
