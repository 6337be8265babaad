//! What the values on the way of a solution have in them, and the way of writing it
//! that has least of it.

use std::fmt;
use std::ops::BitAnd;

use crate::algebra::Symmetries;
use crate::cards::Hand;
use crate::engines::Solution;
use crate::number::Rational;
use crate::syntax::{Expression, Slot, operate};
use crate::templates::Template;

/// An intermediate result that makes a solution harder to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Detour {
    /// A value that is no whole number.
    #[cfg_attr(feature = "serde", serde(rename = "a fraction"))]
    Fraction,
    /// A value below zero.
    #[cfg_attr(feature = "serde", serde(rename = "a negative number"))]
    Negative,
}

impl fmt::Display for Detour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fraction => "a fraction",
            Self::Negative => "a negative number",
        })
    }
}

/// The detours of a solution, or those that all of some solutions have.
///
/// The order is that of what is easier to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detours {
    /// Whether there is a negative number.
    pub negative: bool,
    /// Whether there is a fraction.
    pub fraction: bool,
}

impl Detours {
    /// Those of no solution at all.
    pub(super) const ALL: Self = Self { negative: true, fraction: true };

    /// None.
    pub(super) const NONE: Self = Self { negative: false, fraction: false };

    /// Those among the values of all operations of `expression` but the last, with `value` for each
    /// leaf; `None` where it divides by zero.
    pub(super) fn of<L>(
        expression: &Expression<L>,
        value: impl Fn(&L) -> Rational,
    ) -> Option<Self> {
        let (mut detours, mut latest) = (Self::NONE, Self::NONE);
        let evaluated = expression.try_fold(
            |leaf, _| Ok(value(leaf)),
            |operator, operands, _| {
                let value = operate(operator, operands.as_ref()).map_err(|_| ())?;
                // The last value is no detour: it is what is to be reached.
                detours.negative |= latest.negative;
                detours.fraction |= latest.fraction;
                latest = Self { negative: value.is_negative(), fraction: !value.is_integer() };
                Ok::<_, ()>(value)
            },
        );
        evaluated.is_ok().then_some(detours)
    }

    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = Detour> {
        let fraction = self.fraction.then_some(Detour::Fraction);
        fraction.into_iter().chain(self.negative.then_some(Detour::Negative))
    }
}

/// What both have.
impl BitAnd for Detours {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self {
            negative: self.negative && other.negative,
            fraction: self.fraction && other.fraction,
        }
    }
}

/// Of the orders that give the same function as `order`, the one that is easiest to
/// follow: (8-5)*(9-1) rather than (5-8)*(1-9).
pub(super) fn plainest(
    template: &Template,
    symmetries: &Symmetries,
    order: &[usize],
    hand: &Hand,
) -> (Solution, Detours) {
    let mut plainest: Option<(Vec<usize>, Detours)> = None;
    for order in symmetries.images(order) {
        let value = |&Slot(slot): &Slot| hand.cards()[order[slot]].value().clone();
        let Some(detours) = Detours::of(&template.expression(), value) else { continue };
        if plainest.as_ref().is_none_or(|(_, least)| detours < *least) {
            plainest = Some((order, detours));
        }
        // Those after it are no easier.
        if detours == Detours::NONE {
            break;
        }
    }
    let (order, detours) = plainest.expect("the order itself is among them and has a value");
    (Solution::of(template, &order, hand), detours)
}
