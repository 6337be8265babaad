//! Why a hand is as hard as it is.

use std::fmt;

use super::summary::Ways;

/// One reason for a rating. It says nothing that would give a solution away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    kind: Kind,
    points: Option<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// In how many ways the target is reached.
    Ways(u64),
    /// What the steps of the ways are like: what is left of the points, to which the
    /// ways that are found first come with most.
    Steps,
    /// What the cards are like.
    Cards,
    /// All ways have a result that is no whole number.
    Fraction,
    /// All ways divide.
    Division,
    /// All ways have a large result.
    Large,
    /// So many ways end in a product from the table of multiplication.
    Familiar(u64),
}

impl Reason {
    /// The points that it adds to [`Difficulty::START`](super::Difficulty::START),
    /// or takes away; `None` where it is in the others already, and stands out.
    pub const fn points(&self) -> Option<i32> {
        self.points
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Ways(1) => f.write_str("a single way reaches the target"),
            Kind::Ways(count) => {
                write!(f, "{count} ways reach the target, equal cards told apart")
            }
            Kind::Steps => f.write_str("the steps, the easiest ways counting most"),
            Kind::Cards => f.write_str("the size of the cards, and each that is 1"),
            Kind::Fraction => f.write_str("every way has a fraction"),
            Kind::Division => f.write_str("every way has a division"),
            Kind::Large => write!(f, "every way has a number above {}", Ways::LARGE),
            Kind::Familiar(1) => f.write_str("a way ends in a product of two digits, from 3 to 9"),
            Kind::Familiar(count) => {
                write!(f, "{count} ways end in a product of two digits, from 3 to 9")
            }
        }
    }
}

/// The reasons of ways that come to these points by their number, their steps and
/// their cards.
pub(super) fn reasons(ways: Ways, [of_ways, of_steps, of_cards]: [i32; 3]) -> Vec<Reason> {
    let counted = |kind, points| Reason { kind, points: Some(points) };
    let mut reasons = vec![
        counted(Kind::Ways(ways.all), of_ways),
        counted(Kind::Steps, of_steps),
        counted(Kind::Cards, of_cards),
    ];
    let stands_out = [
        (ways.whole == 0, Kind::Fraction),
        (ways.undivided == 0, Kind::Division),
        (ways.small == 0, Kind::Large),
        (ways.familiar > 0, Kind::Familiar(ways.familiar)),
    ];
    let outstanding = stands_out.into_iter().filter(|(holds, _)| *holds);
    reasons.extend(outstanding.map(|(_, kind)| Reason { kind, points: None }));
    reasons
}
