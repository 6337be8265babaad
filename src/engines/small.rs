//! The numbers that the searches reckon with: small where that is safe, of any
//! size elsewhere.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::expression::Operator;
use crate::hand::Hand;
use crate::rational::Rational;

/// The six results two values can have: the operator, and whether the values
/// change places before it.
pub(super) const SIX: [(Operator, bool); 6] = [
    (Operator::Add, false),
    (Operator::Subtract, false),
    (Operator::Subtract, true),
    (Operator::Multiply, false),
    (Operator::Divide, false),
    (Operator::Divide, true),
];

/// An exact value of some of the cards.
pub(super) trait Value: Clone {
    /// The result, or `None` where it is a division by zero.
    fn join(operator: Operator, left: &Self, right: &Self) -> Option<Self>;

    /// Whether it is exactly `target`.
    fn equals(&self, target: &Rational) -> bool;
}

/// The result of one of the [`SIX`].
pub(super) fn join_six<V: Value>((operator, swapped): (Operator, bool), a: &V, b: &V) -> Option<V> {
    if swapped { V::join(operator, b, a) } else { V::join(operator, a, b) }
}

/// A fraction, not in lowest terms, of cards so small that nothing overflows:
/// see [`small_cards`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Fraction {
    pub(super) numer: i64,
    /// Not zero, but maybe negative.
    pub(super) denom: i64,
}

impl Value for Fraction {
    #[inline]
    fn join(operator: Operator, left: &Self, right: &Self) -> Option<Self> {
        let ((a, b), (c, d)) = ((left.numer, left.denom), (right.numer, right.denom));
        let (numer, denom) = match operator {
            Operator::Add => (a * d + c * b, b * d),
            Operator::Subtract => (a * d - c * b, b * d),
            Operator::Multiply => (a * c, b * d),
            Operator::Divide if c == 0 => return None,
            Operator::Divide => (a * d, b * c),
        };
        Some(Self { numer, denom })
    }

    #[inline]
    fn equals(&self, target: &Rational) -> bool {
        // Only a target of that size can be reached by values of that size.
        target.to_i64_pair().is_some_and(|(numer, denom)| {
            i128::from(self.numer) * i128::from(denom) == i128::from(numer) * i128::from(self.denom)
        })
    }
}

/// A fraction of any size, not in lowest terms.
#[derive(Debug, Clone)]
pub(super) struct Large(BigRational);

impl Value for Large {
    fn join(operator: Operator, Self(left): &Self, Self(right): &Self) -> Option<Self> {
        let ((a, b), (c, d)) = ((left.numer(), left.denom()), (right.numer(), right.denom()));
        let (numer, denom): (BigInt, BigInt) = match operator {
            Operator::Add => (a * d + c * b, b * d),
            Operator::Subtract => (a * d - c * b, b * d),
            Operator::Multiply => (a * c, b * d),
            Operator::Divide if c.is_zero() => return None,
            Operator::Divide => (a * d, b * c),
        };
        Some(Self(BigRational::new_raw(numer, denom)))
    }

    fn equals(&self, target: &Rational) -> bool {
        let target = target.to_big();
        self.0.numer() * target.denom() == target.numer() * self.0.denom()
    }
}

/// The cards as fractions of any size.
pub(super) fn large_values(hand: &Hand) -> Vec<Large> {
    hand.cards().iter().map(|card| Large(card.value().to_big())).collect()
}

/// The cards as small fractions; `None` where something could overflow.
pub(super) fn small_values(hand: &Hand) -> Option<Vec<Fraction>> {
    let cards = small_cards(hand)?;
    Some(cards.into_iter().map(|numer| Fraction { numer, denom: 1 }).collect())
}

/// The cards as numbers so small that no value of an expression that uses each
/// once can overflow; `None` where they are not.
///
/// Numerator and denominator of such an expression, and of every step of it,
/// are sums of different products of its cards with the coefficients 1 and -1
/// (see [`RationalFunction`](crate::RationalFunction)). So neither exceeds the
/// product of all cards plus one each.
pub(super) fn small_cards(hand: &Hand) -> Option<Vec<i64>> {
    let cards = hand
        .cards()
        .iter()
        .map(|card| card.value().to_i64_pair().map(|(value, _)| value))
        .collect::<Option<Vec<i64>>>()?;
    cards.iter().try_fold(1_i64, |bound, card| bound.checked_mul(card.checked_add(1)?))?;
    Some(cards)
}
