//! The ways to a value: how soon one of them is found, and how many are of a kind.

use super::rate::Rate;
use super::term::{Counts, Step, points};
use super::ways::Tally;
use crate::syntax::FieldOperator;

/// The ways to a value, in numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// The rates of all of them together.
    pub(super) rate: Rate,
    pub(super) ways: Ways,
}

/// How many ways there are, and how many of them do without what makes one hard.
/// At `u64::MAX` they stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) all: u64,
    /// Those whose results before the last are whole numbers.
    pub(super) whole: u64,
    /// Those that divide nothing but a value by itself.
    pub(super) undivided: u64,
    /// Those whose results before the last are at most [`Ways::LARGE`].
    pub(super) small: u64,
    /// Those that end in a product of two numbers from 3 to 9.
    pub(super) familiar: u64,
}

impl Ways {
    /// From here on a result is large.
    pub(super) const LARGE: i64 = 100;

    fn each(self, other: Self, act: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            all: act(self.all, other.all),
            whole: act(self.whole, other.whole),
            undivided: act(self.undivided, other.undivided),
            small: act(self.small, other.small),
            familiar: act(self.familiar, other.familiar),
        }
    }
}

impl Tally for Summary {
    fn of_card(terms: &Counts) -> Self {
        let ways = Ways { all: 1, whole: 1, undivided: 1, small: 1, familiar: 1 };
        Self { rate: Rate::of(-points(terms)), ways }
    }

    fn join(&self, other: &Self, step: &Step<'_>) -> Self {
        let mut ways = self.ways.each(other.ways, u64::saturating_mul);
        let keep = |ways: &mut u64, holds: bool| *ways = if holds { *ways } else { 0 };
        keep(&mut ways.whole, step.last || step.value.is_integer());
        let divided = step.operator == FieldOperator::Divide && step.left.value != step.right.value;
        keep(&mut ways.undivided, !divided);
        keep(&mut ways.small, step.last || *step.value <= Ways::LARGE.into());
        keep(&mut ways.familiar, !step.last || step.is_familiar());
        Self { rate: self.rate * other.rate * Rate::of(-points(&step.terms())), ways }
    }

    fn add(&mut self, other: Self) {
        self.rate += other.rate;
        self.ways = self.ways.each(other.ways, u64::saturating_add);
    }
}
