//! The engine `reach`: it decides which hands of a whole deck have a solution, and nothing else.
//!
//! A *sub-hand* is some of the cards of a hand. The thousands of hands of a deck have few
//! sub-hands: 1820 hands of four cards from 1 to 13 are made of 91 pairs. So the engine computes as
//! much as possible for the sub-hands, only once, and then looks up a few bits for each hand. Four
//! ideas make that fast:
//!
//! 1. *No signs.* If some cards make −v, they also make v: swap the operands of a subtraction. So
//!    the engine stores only absolute values. Two of them give a+b, |a−b|, ab, a/b and b/a. The
//!    cards make −v if and only if some way to make v has a subtraction. Every value has a flag for
//!    this, which matters only for negative targets.
//! 2. *The target is like any other card.* If a and b make t, one of these three values is the sum,
//!    or the product, of the other two. This relation does not say which of the three is the
//!    result. So an expression is a tree without a root: the leaves are the cards and the target,
//!    and three branches meet at every inner node. Given some of the cards of a hand, the engine
//!    finds the values that the other cards must make: it joins the given cards with the target, as
//!    if the target were a card.
//! 3. *Meeting in the middle.* Such a tree can be cut at any branch. The values that the leaves on
//!    one side make must be among the values needed on the other side. For a hand of four the tree
//!    has five leaves: two of the cards always share an inner node, so they can be cut from the
//!    other two cards and the target. A tree of six leaves can be cut into three and three leaves,
//!    or three pairs of leaves meet in its centre. A tree of seven leaves can always be cut into
//!    three and four leaves.
//! 4. *Rows of bits.* Each value has a row with a bit for each sub-hand that needs the value. The
//!    bitwise or of the rows of all values of a sub-hand gives all the sub-hands that make the
//!    target with this sub-hand.
//!
//! Only zero breaks the symmetry of the second idea: no value is divided by zero, and zero times
//! anything is zero. So if zero is needed and some of the cards make zero, it does not matter which
//! value the other cards make.
//!
//! Meeting in the middle is due to E. Horowitz and S. Sahni, "Computing partitions with
//! applications to the knapsack problem", Journal of the ACM 21 (1974). C. Jordan's theorem on
//! centres (1869) says that one vertex or branch of a tree divides its leaves evenly.

mod fraction;
mod search;
mod table;

use std::iter::{once, successors};

use super::{Flow, GO_ON};
use crate::{Deck, Rational};

use fraction::{Fraction, Value};
use search::{Rest, Search};
use table::{Table, pair, triple};

/// The values of all sub-hands of a deck, for any number of targets.
///
/// It decides for every hand of the deck whether the hand has a solution in ordinary arithmetic,
/// without making a solution. [`Split`](crate::Split) also solves the decks that this type refuses,
/// with hands of up to nine cards.
/// The algorithm meets in the middle (Horowitz and Sahni, 1974): rows of bits say, for all hands at
/// once, which sub-hands have values that other sub-hands need for the target.
///
/// ```
/// use bracket24::{Deck, Rational, Reach};
///
/// let deck = Deck::new(1..=13, 4, false)?;
/// let reach = Reach::new(&deck)?;
/// assert_eq!(reach.count(&Rational::from(24)), 1362);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reach {
    size: usize,
    /// The distinct cards.
    cards: Vec<Fraction>,
    pairs: Table,
    triples: Option<Triples>,
    /// Bounds on the numerators and denominators: entry n bounds those of all values that n cards
    /// can make.
    limits: Vec<u64>,
}

/// The values of three cards.
#[derive(Debug)]
struct Triples {
    table: Table,
    /// See [`Table::owners`]; for hands of six only.
    owners: Option<[table::Rows; 2]>,
}

/// A hand: the indices of its cards among the distinct cards of the deck. Hands of fewer cards use
/// only the first entries.
type Cards = [usize; MAX_REACH_CARDS];

/// The maximum number of cards in a hand.
const MAX_REACH_CARDS: usize = 6;

/// The maximum number of hands in a deck: first for hands of three or four cards, which have few
/// pairs, then for hands of other sizes. With more hands, the tables would take more than a few
/// hundred megabytes.
const MAX_HANDS: [u64; 2] = [1 << 23, 1 << 20];

impl Reach {
    /// Makes the tables of a deck.
    ///
    /// # Errors
    ///
    /// Returns an error if the deck is ordered, if its hands have too many cards, if it has too
    /// many hands, or if the values of its cards are too large.
    pub fn new(deck: &Deck) -> Result<Self, ReachError> {
        if deck.is_ordered() {
            return Err(ReachError::Ordered);
        }
        let (size, values) = (deck.cards(), deck.values());
        if size > MAX_REACH_CARDS {
            return Err(ReachError::TooManyCards);
        }
        let most = MAX_HANDS[usize::from(!(3..=4).contains(&size))];
        if deck.len() > most {
            return Err(ReachError::TooManyHands(most));
        }
        let limits = limits(u64::from(*values.end())).ok_or(ReachError::TooLarge)?;
        // The target may be joined with a triple, and the result may be joined with another value.
        let most = limits.get(size).and_then(|it| it.checked_mul(limits[3])?.checked_mul(8));
        most.ok_or(ReachError::TooLarge)?;
        let cards: Vec<Fraction> =
            values.clone().map(|card| Fraction::whole(u64::from(card))).collect();
        let pairs = Table::of_pairs(if size > 1 { &cards } else { &[] });
        let triples = (size > 4).then(|| {
            let table = Table::of_triples(&cards, &pairs);
            Triples { owners: (size > 5).then(|| table.owners()), table }
        });
        Ok(Self { size, cards, pairs, triples, limits })
    }

    /// Returns for each hand, in the order of [`Deck::hands`], whether it has a solution.
    pub fn solvable(&self, target: &Rational) -> Vec<bool> {
        let mut solvable = Vec::new();
        let _ = self.for_each(target, |is_solvable| {
            solvable.push(is_solvable);
            GO_ON
        });
        solvable
    }

    /// Returns the number of hands that have a solution.
    pub fn count(&self, target: &Rational) -> u64 {
        let mut count = 0;
        let _ = self.for_each(target, |is_solvable| {
            count += u64::from(is_solvable);
            GO_ON
        });
        count
    }

    /// Calls `each` for every hand, in the order of [`Deck::hands`], with whether the hand has a
    /// solution. Stops when `each` returns `Break`. The work that all hands share is done before
    /// the first call.
    pub fn for_each(&self, target: &Rational, mut each: impl FnMut(bool) -> Flow) -> Flow {
        let limit = self.limits[self.size];
        let small = target.to_i64_pair().and_then(|(numer, denom)| {
            let (numer, denom) = (numer.unsigned_abs(), denom.unsigned_abs());
            (numer <= limit && denom <= limit).then_some(Fraction { numer, denom })
        });
        let Some(fraction) = small else {
            // No hand makes such a large numerator or denominator.
            return self.for_each_hand(|_| each(false));
        };
        let negative = target.is_negative();
        let search = Search::new(self, Value::plain(fraction), negative);
        match (self.size, &self.triples) {
            (1, _) => self.for_each_hand(|hand| each(!negative && self.cards[hand[0]] == fraction)),
            (2, _) => self.for_each_hand(|&[a, b, ..]| {
                let mut values = self.pairs.values_of(pair(a, b));
                each(values.any(|it| it.fraction == fraction && (it.subtracted || !negative)))
            }),
            (3, _) => {
                let rows = search.pairs_and_cards();
                let meet = |a, b, card| rows.has(pair(a, b), card);
                self.for_each_hand(|&[a, b, c, ..]| {
                    each(meet(a, b, c) || meet(a, c, b) || meet(b, c, a))
                })
            }
            (4, _) => {
                let rows = search.with_pairs(&self.pairs);
                self.for_each_hand(|&[a, b, c, d, ..]| {
                    let splits = [[(a, b), (c, d)], [(a, c), (b, d)], [(a, d), (b, c)]];
                    // Test all splits, even after a match: the processor could not predict the
                    // branch that stops early.
                    each(splits.iter().fold(false, |met, split| {
                        let [left, right] = split.map(|(i, j)| pair(i, j));
                        met | rows.has(left, right) | rows.has(right, left)
                    }))
                })
            }
            (5, Some(triples)) => {
                let rows = search.with_pairs(&triples.table);
                self.for_each_hand(|hand| {
                    let met = FIVE.iter().any(|&([i, j], [k, l, m])| {
                        rows.has(triple(hand[k], hand[l], hand[m]), pair(hand[i], hand[j]))
                    });
                    each(met || search.by_two_pairs(hand))
                })
            }
            (6, Some(Triples { table, owners: Some(owners) })) => {
                let rows = search.triples_and_triples(table, owners);
                let rest = Rest::new(&search, table, owners);
                self.for_each_hand(|hand| {
                    let number = |[i, j, k]: [usize; 3]| triple(hand[i], hand[j], hand[k]);
                    let met = SIX.iter().any(|&(one, other)| rows.has(number(one), number(other)));
                    each(met || rest.solves(hand))
                })
            }
            // Hands without cards have no solution.
            _ => self.for_each_hand(|_| each(false)),
        }
    }

    /// Visits the hands in lexicographic order.
    fn for_each_hand(&self, mut each: impl FnMut(&Cards) -> Flow) -> Flow {
        let mut hand = [0; MAX_REACH_CARDS];
        if self.size > 0 && self.cards.is_empty() {
            return GO_ON;
        }
        loop {
            each(&hand)?;
            let Some(place) =
                (0..self.size).rev().find(|&place| hand[place] + 1 < self.cards.len())
            else {
                return GO_ON;
            };
            let next = hand[place] + 1;
            hand[place..self.size].fill(next);
        }
    }
}

/// Returns bounds on the numerators and denominators: entry n bounds those of all values that n
/// cards can make. The largest results have the form `ad + bc`, which is at most twice the product
/// of the bounds of the two parts.
fn limits(largest: u64) -> Option<Vec<u64>> {
    let of_one = largest.max(1);
    // Bounds that overflow are left out, and `new` refuses decks that need them.
    let of_more = successors(Some(of_one), |last| last.checked_mul(of_one)?.checked_mul(2));
    let limits: Vec<u64> = once(1).chain(of_more).take(MAX_REACH_CARDS + 1).collect();
    (limits.len() > 3).then_some(limits)
}

/// The splits of five cards into two and three, of six into three and three, and of six into two
/// and four. Parts of equal size occur in one order only.
const FIVE: [([usize; 2], [usize; 3]); 10] = splits(1 << 5);
const SIX: [([usize; 3], [usize; 3]); 10] = splits(1 << 5);
const PAIRS: [([usize; 2], [usize; 4]); 15] = splits(1 << 6);

/// Returns the splits of cards into a part of `LEFT` cards and a part of `RIGHT` cards. The bits of
/// the left part must be below `end`.
const fn splits<const LEFT: usize, const RIGHT: usize, const COUNT: usize>(
    end: u32,
) -> [([usize; LEFT], [usize; RIGHT]); COUNT] {
    let mut splits = [([0; LEFT], [0; RIGHT]); COUNT];
    let (mut bits, mut count) = (0_u32, 0);
    while bits < end {
        if bits.count_ones() as usize == LEFT {
            let (mut card, mut left, mut right) = (0, 0, 0);
            while card < LEFT + RIGHT {
                if bits >> card & 1 == 1 {
                    splits[count].0[left] = card;
                    left += 1;
                } else {
                    splits[count].1[right] = card;
                    right += 1;
                }
                card += 1;
            }
            count += 1;
        }
        bits += 1;
    }
    assert!(count == COUNT);
    splits
}

/// The reason why [`Reach`] refuses a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ReachError {
    /// The hands of the deck are ordered, but solutions do not depend on the order.
    #[error("it takes no ordered hands")]
    Ordered,
    /// The hands of the deck have more than six cards.
    #[error("it takes only hands of at most 6 cards")]
    TooManyCards,
    /// The deck has more hands than this limit.
    #[error(
        "with this many cards in a hand, a deck may have at most {0} hands, orders not counted"
    )]
    TooManyHands(u64),
    /// Values of the deck's cards could overflow 64 bits.
    #[error("the values of these cards are too large for it")]
    TooLarge,
}
