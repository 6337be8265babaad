//! The common part of the searches: the engines that need no templates, because they go through all
//! expressions of ordinary arithmetic.
//!
//! A search computes with `i64` if no value of the hand can overflow, and otherwise with numbers of
//! any size.

use std::fmt;

use super::large::Large;
use super::{Arranged, Effort, Engine, Found, Refusal, Solved};
use crate::syntax::{Expression, FieldOperator, cross_multiply};
use crate::{Card, Hand, Rational};

/// The maximum number of cards that a search accepts. With one more, the search through pairs would
/// have 168 times as many complete results.
pub(super) const MAX_SEARCH_CARDS: usize = 7;

/// An engine that searches without templates. It works with any type of number, so that the caller
/// can choose a type that is safe for the hand.
pub(super) trait Search: fmt::Debug + Send + Sync {
    /// See [`Engine::refusal`].
    fn refusal(cards: usize) -> Option<Refusal> {
        (cards > MAX_SEARCH_CARDS).then_some(Refusal::AtMost(MAX_SEARCH_CARDS))
    }

    /// Like [`Engine::solve`], with the values of the cards of `hand` and the target as numbers of
    /// one type. Must not be called for a hand that the engine refuses.
    fn search<N: Number>(hand: &Hand, cards: &[N], target: &N, found: &mut Found<'_>) -> Effort;
}

impl<S: Search> Engine for S {
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        S::refusal(cards)
    }

    fn solve(&self, hand: &Hand, target: &Rational, found: &mut Found<'_>) -> Solved {
        S::refusal(hand.cards().len()).map_or(Ok(()), Err)?;
        Ok(if let Some((cards, target)) = small(hand, target) {
            S::search(hand, &cards, &target, found)
        } else {
            let cards: Vec<Large> = hand.iter().map(|card| card.value().into()).collect();
            S::search(hand, &cards, &target.into(), found)
        })
    }
}

/// An exact value of some of the cards.
pub(super) trait Number: Clone {
    /// Returns the result of an operation; `None` for a division by zero.
    fn join(operator: FieldOperator, left: &Self, right: &Self) -> Option<Self>;

    /// Whether the number is exactly the target.
    fn reaches(&self, target: &Self) -> bool;
}

/// One of the [six](FieldOperator::SIX) operators.
pub(super) type Six = (FieldOperator, bool);

/// Returns the result of one of the [six operations](FieldOperator::SIX), in which `-` and `/` may
/// swap their operands. Counts a division by zero in `effort`.
pub(super) fn join_six<N: Number>(
    (operator, swapped): Six,
    a: &N,
    b: &N,
    effort: &mut Effort,
) -> Option<N> {
    let joined = if swapped { N::join(operator, b, a) } else { N::join(operator, a, b) };
    effort.zero_divisions += u64::from(joined.is_none());
    joined
}

/// Returns the expression of one of the six operations.
pub(super) fn operation_of_six((operator, swapped): Six, a: Arranged, b: Arranged) -> Arranged {
    let (left, right) = if swapped { (b, a) } else { (a, b) };
    Expression::operation(operator.into(), left, right)
}

/// A fraction, not necessarily in lowest terms. The cards must be so small that nothing overflows:
/// see [`small`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Fraction {
    pub(super) numer: i64,
    /// The denominator is not zero, but may be negative.
    pub(super) denom: i64,
}

impl Number for Fraction {
    #[inline]
    fn join(operator: FieldOperator, left: &Self, right: &Self) -> Option<Self> {
        if operator == FieldOperator::Divide && right.numer == 0 {
            return None;
        }
        let (left, right) = ((&left.numer, &left.denom), (&right.numer, &right.denom));
        let (numer, denom) = cross_multiply(operator, left, right);
        Some(Self { numer, denom })
    }

    #[inline]
    fn reaches(&self, target: &Self) -> bool {
        self.numer * target.denom == target.numer * self.denom
    }
}

impl Number for Large {
    fn join(operator: FieldOperator, left: &Self, right: &Self) -> Option<Self> {
        Self::joined(operator, left, right)
    }

    fn reaches(&self, target: &Self) -> bool {
        self == target
    }
}

/// Returns the cards and the target as small fractions; `None` if a value times the target's
/// numerator or denominator could overflow.
pub(super) fn small(hand: &Hand, target: &Rational) -> Option<(Vec<Fraction>, Fraction)> {
    let (cards, bound) = small_cards(hand)?;
    let (numer, denom) = target.to_i64_pair()?;
    // Leave room for the sum of two such products.
    bound.checked_mul(numer.checked_abs()?.max(denom))?.checked_mul(2)?;
    let cards = cards.into_iter().map(|numer| Fraction { numer, denom: 1 }).collect();
    Some((cards, Fraction { numer, denom }))
}

/// Returns the cards as `i64`, and a bound of all values; `None` if a value of an expression that
/// uses each card once could overflow.
///
/// The numerator and the denominator of such an expression, and of every part of it, are sums of
/// distinct products of its cards with the coefficients 1 and -1 (see
/// [`RationalFunction`](crate::algebra::RationalFunction)). So neither exceeds the bound, which is
/// the product of all cards with one added to each: 4 * 4 * 9 * 9 for 3 3 8 8.
pub(super) fn small_cards(hand: &Hand) -> Option<(Vec<i64>, i64)> {
    let value = |card: &Card| card.value().to_i64_pair().map(|(value, _)| value);
    let cards = hand.iter().map(value).collect::<Option<Vec<i64>>>()?;
    let bound = cards.iter().try_fold(1_i64, |all, card| all.checked_mul(card.checked_add(1)?))?;
    Some((cards, bound))
}
