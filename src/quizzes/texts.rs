//! Expressions at random, small enough to be worked out in the head.

use super::QuizLevel;
use crate::lessons::{Parse, Reduction};
use crate::number::Rational;
use crate::random::Random;
use crate::syntax::{Expression, Operands, Operator};

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

/// The operators beside two powers.
const BESIDE_POWERS: [Operator; 6] = [
    Operator::Add,
    Operator::Subtract,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Negate,
    Operator::Negate,
];

/// The largest number on the way to a value, and the largest denominator.
const MOST: i64 = 60;
const MOST_PARTS: i64 = 6;

/// The largest number where there are powers: 2^3^2 is 512.
const MOST_OF_POWERS: i64 = 600;

/// An expression of this level, of every shape.
pub(super) fn expression(level: QuizLevel, random: &mut Random) -> Expression<Rational> {
    match level {
        QuizLevel::Six => with_powers(level.operators() - 2, random),
        _ => of_the_four(level.operators(), random),
    }
}

/// A number from 1 to `most`.
fn number(most: usize, random: &mut Random) -> Expression<Rational> {
    let number = 1 + random.below(most);
    Expression::leaf(Rational::from(i64::try_from(number).expect("it is small")))
}

/// A power of a power, and so many operators around it.
fn with_powers(operators: usize, random: &mut Random) -> Expression<Rational> {
    let power = |base, exponent| Expression::operation(Operator::Power, base, exponent);
    let exponent = power(number(3, random), number(3, random));
    let base = number(3, random);
    (0..operators).fold(power(base, exponent), |inner, _| {
        let operator = *random.pick(&BESIDE_POWERS).expect("there are some");
        if operator.arity() == 1 {
            return Expression::of_operands(operator, Operands::One(inner));
        }
        let other = number(9, random);
        match random.below(2) {
            0 => Expression::operation(operator, inner, other),
            _ => Expression::operation(operator, other, inner),
        }
    })
}

/// An expression of so many of the four operators.
fn of_the_four(operators: usize, random: &mut Random) -> Expression<Rational> {
    if operators == 0 {
        return number(9, random);
    }
    let operator = *random.pick(&OPERATORS).expect("there are some");
    let left = random.below(operators);
    let (left, right) = (of_the_four(left, random), of_the_four(operators - 1 - left, random));
    Expression::operation(operator, left, right)
}

/// A text of this level, as ordinary arithmetic writes it with the fewest brackets.
pub(super) fn text(level: QuizLevel, random: &mut Random) -> Option<String> {
    let text = expression(level, random).to_string();
    level.pairs().contains(&text.matches('(').count()).then_some(text)
}

/// Whether the value of `parse` can be worked out in the head: there is one, and on
/// the way to it no number is large. Whole numbers only, or at the last level some
/// fraction.
pub(super) fn is_for_the_head(parse: &Parse, level: QuizLevel) -> bool {
    let Ok(Reduction { steps, value: Ok(_), .. }) = Reduction::of(parse) else { return false };
    let is_small = |value: &Rational| {
        let most = if level == QuizLevel::Six { MOST_OF_POWERS } else { MOST };
        let (most, parts) = (Rational::from(most), Rational::from(MOST_PARTS));
        Rational::from(value.numer()).abs() <= most && Rational::from(value.denom()) <= parts
    };
    let mut values = steps.iter().map(|step| &step.value);
    let has_fraction = values.clone().any(|value| !value.is_integer());
    values.all(is_small) && has_fraction == (level == QuizLevel::Five)
}

/// What the grammars of a level make of `text`, in their order, if all read it.
pub(super) fn parses(level: QuizLevel, text: &str) -> Option<Vec<Parse>> {
    level.grammars().iter().map(|grammar| Parse::new(text, grammar).ok()).collect()
}
