//! Expressions at random, small enough to be worked out in the head.

use super::QuizLevel;
use crate::grammars::Grammar;
use crate::lessons::{Parse, Reduction};
use crate::number::Rational;
use crate::random::Random;
use crate::syntax::{Expression, Operator};

/// The grammars that questions are about. A slower one that reads as another is none
/// of them.
pub const QUIZ_GRAMMARS: [Grammar; 5] =
    [Grammar::Left, Grammar::Right, Grammar::Scala, Grammar::Flat, Grammar::Pemdas];

/// The operators to choose from: those whose order matters come more often.
const OPERATORS: [Operator; 7] = [
    Operator::Add,
    Operator::Add,
    Operator::Subtract,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Divide,
    Operator::Divide,
];

/// The largest number on the way to a value, and the largest denominator.
const MOST: i64 = 60;
const MOST_PARTS: i64 = 6;

/// An expression of `operators` operators, of every shape.
pub(super) fn expression(operators: usize, random: &mut Random) -> Expression<Rational> {
    if operators == 0 {
        let number = 1 + random.below(9);
        return Expression::leaf(Rational::from(i64::try_from(number).expect("it is below ten")));
    }
    let operator = *random.pick(&OPERATORS).expect("there are some");
    let left = random.below(operators);
    let (left, right) = (expression(left, random), expression(operators - 1 - left, random));
    Expression::operation(operator, left, right)
}

/// A text of this level, as ordinary arithmetic writes it with the fewest brackets.
pub(super) fn text(level: QuizLevel, random: &mut Random) -> Option<String> {
    let text = expression(level.operators(), random).to_string();
    level.pairs().contains(&text.matches('(').count()).then_some(text)
}

/// Whether the value of `parse` can be worked out in the head: there is one, and on
/// the way to it no number is large. Whole numbers only, or at the last level some
/// fraction.
pub(super) fn is_for_the_head(parse: &Parse, level: QuizLevel) -> bool {
    let Ok(Reduction { steps, value: Ok(_), .. }) = Reduction::of(parse) else { return false };
    let is_small = |value: &Rational| {
        let (most, parts) = (Rational::from(MOST), Rational::from(MOST_PARTS));
        Rational::from(value.numer()).abs() <= most && Rational::from(value.denom()) <= parts
    };
    let mut values = steps.iter().map(|step| &step.value);
    let has_fraction = values.clone().any(|value| !value.is_integer());
    values.all(is_small) && has_fraction == (level == QuizLevel::Five)
}

/// What the grammars make of `text`, in their order, if all read it.
pub(super) fn parses(text: &str) -> Option<Vec<Parse>> {
    QUIZ_GRAMMARS.iter().map(|grammar| Parse::new(text, grammar).ok()).collect()
}
