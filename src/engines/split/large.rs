//! Cards of any size in this search.

use itertools::Itertools;

use super::value::Value;
use crate::cards::Hand;
use crate::engines::large::Large;
use crate::number::Rational;
use crate::syntax::{FieldOperator, Ring};

const NO_DIVISION: &str = "it does not divide";

/// The cards, each different one named by its rank; what each rank is worth; and
/// the target.
pub(super) fn large(hand: &Hand, target: &Rational) -> (Vec<u64>, Vec<Large>, Large) {
    let cards = hand.ranks().iter().map(|&rank| rank as u64).collect();
    let different = hand.iter().zip(hand.ranks()).sorted_by_key(|(_, rank)| **rank);
    let different = different.dedup_by(|(_, a), (_, b)| a == b);
    let values = different.map(|(card, _)| Large::from(card.value())).collect();
    (cards, values, Large::from(target))
}

impl Ring for Large {
    fn plus(&self, other: &Self) -> Self {
        Self::joined(FieldOperator::Add, self, other).expect(NO_DIVISION)
    }

    fn minus(&self, other: &Self) -> Self {
        Self::joined(FieldOperator::Subtract, self, other).expect(NO_DIVISION)
    }

    fn times(&self, other: &Self) -> Self {
        Self::joined(FieldOperator::Multiply, self, other).expect(NO_DIVISION)
    }
}

impl Value for Large {
    fn is_zero(&self) -> bool {
        Self::is_zero(self)
    }

    fn inverses(values: &[Self]) -> Vec<Option<Self>> {
        values.iter().map(Self::inverse).collect()
    }

    fn inverse(&self) -> Option<Self> {
        Self::inverse(self)
    }

    fn spread(&self) -> u64 {
        // Those without a residue are few.
        self.residue().map_or(u64::MAX, |residue| residue.spread())
    }
}
