//! Meeting in the middle: the value of the smaller part of a hand determines the values that the
//! larger part must have.
//!
//! To make a target T from some cards, split the cards into two parts. For each value x of the
//! smaller part, the other part must have one of six values: T-x, x-T, T+x, T/x, x/T or T*x. If the
//! other part has up to four cards, these values are looked up in a table of all its functions. A
//! larger part is split again. So the work is proportional to the number of solutions: the search
//! never makes the millions of values that a large part can have.
//!
//! The search finds every rational function of the cards exactly once, in its canonical form (see
//! the module `canonical`), even if some cards are equal. So it never compares one solution with
//! another.
//!
//! Meeting in the middle is due to E. Horowitz and S. Sahni, "Computing
//! partitions with applications to the knapsack problem", Journal of the ACM 21
//! (1974).

mod canonical;
mod deck;
mod parts;
mod search;
mod shape;
mod value;
mod writing;

use std::sync::Arc;

use itertools::Itertools;

use super::solution::{Outline, Solution};
use super::{
    About, EachOutline, Effort, Engine, EngineKind, Expressed, Flow, Found, Refusal, Solved,
    counted, of_the_four,
};
use crate::cards::Hand;
use crate::number::{Rational, Residue};
use crate::syntax::{Builder, Expression, Operator};

use parts::{MAX_CARDS, Parts, Shared, Tables};
use search::{Around, Each, Function, Search, Visitor};
use value::{Value, large, small};
use writing::Writing;

pub use deck::DeckJoin;

/// Splits the hand into two parts, and splits a large part again. The value of one part determines
/// the values that the other part must have. The engine looks these up in tables.
///
/// Keeps the tables of parts of up to four cards for later hands, in less than a hundred megabytes.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Engine, Hand, Split};
///
/// // Templates have at most six slots; this engine takes up to nine cards.
/// let hand: Hand = (1..=7).collect();
/// let mut solutions = 0;
/// Split::new().solve(&hand, &5_040.into(), &mut |solution| {
///     assert_eq!(solution.order().len(), 7);
///     solutions += 1;
///     if solutions < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(solutions, 3);
/// # Ok::<(), bracket24::Refusal>(())
/// ```
#[derive(Debug, Default)]
pub struct Split {
    tables: Arc<Shared>,
}

pub(super) const ABOUT: About = About {
    kind: EngineKind::Search(|operators| of_the_four(operators, Split::new())),
    summary: "splits the hand and looks up the values that each part needs of the other",
    note: "a solution once for each function of the cards",
};

impl Split {
    /// The maximum number of cards in a hand. With more, both parts of a split could have more than
    /// four cards, so that neither has a table.
    pub const MAX_CARDS: usize = MAX_CARDS;

    /// Makes an engine that keeps no tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Passes to `found` every function of the cards that has the target as its value.
    fn each(&self, hand: &Hand, target: &Rational, found: &mut EachFound<'_>) -> Solved {
        self.refusal(hand.cards().len()).map_or(Ok(()), Err)?;
        if hand.cards().is_empty() {
            return Ok(Effort::default());
        }
        Ok(if let Some((cards, wanted)) = small(hand, target) {
            let value = |card| Residue::of(card);
            search(&cards, value, &wanted, &|cards, make| self.tables.get(cards, make), found)
        } else {
            let (cards, values, wanted) = large(hand, target);
            let value = |rank| values[usize::try_from(rank).expect("a rank")].clone();
            search(&cards, value, &wanted, &|_, make| Arc::new(make()), found)
        })
    }
}

/// A function found in a hand.
struct InHand<'f> {
    function: &'f Function<'f>,
    /// The positions of the cards in the hand, from the lowest card up.
    places: &'f [usize],
    /// The numbers of the same cards, from the lowest card up.
    sorted: &'f [u64],
}

type EachFound<'a> = dyn FnMut(&InHand<'_>) -> Flow + 'a;

impl InHand<'_> {
    /// Returns the expression of the function, with a leaf for each position in the hand. Equal
    /// cards appear in the expression in their order in the hand.
    fn build<L>(&self, leaf: impl Fn(usize) -> L) -> Expression<L> {
        let builder = Builder::with_capacity(2 * self.places.len());
        let mut building = Building { builder, cards: self.cards(), leaf };
        self.function.walk(None, &mut building);
        building.builder.into_expression()
    }

    /// Overwrites `template` with the template of the function, and `order` with the positions of
    /// its cards.
    fn write(&self, template: &mut String, order: &mut Vec<usize>) {
        template.clear();
        order.clear();
        let mut cards = self.cards();
        let card = |first| cards.take(first);
        self.function.walk(None, &mut Writing { template, order, card });
    }

    const fn cards(&self) -> Taken<'_> {
        Taken { places: self.places, sorted: self.sorted, bits: 0 }
    }
}

/// The cards of a hand. Some of them are taken: an expression uses them already.
struct Taken<'p> {
    places: &'p [usize],
    sorted: &'p [u64],
    /// The bits of the taken cards.
    bits: usize,
}

impl Taken<'_> {
    /// Takes the next card that is equal to the card at index `first`, and returns its position in
    /// the hand.
    fn take(&mut self, first: usize) -> usize {
        let card = first + (self.bits >> first).trailing_ones() as usize;
        debug_assert_eq!(self.sorted[card], self.sorted[first], "equal cards are side by side");
        self.bits |= 1 << card;
        self.places[card]
    }
}

/// An expression under construction.
struct Building<'p, L, F> {
    builder: Builder<L>,
    cards: Taken<'p>,
    leaf: F,
}

impl<L, F: Fn(usize) -> L> Visitor for Building<'_, L, F> {
    fn card(&mut self, first: usize) {
        self.builder.leaf((self.leaf)(self.cards.take(first)), 0..0);
    }

    fn end(&mut self, operator: Operator, _: Around) {
        self.builder.operation(operator, 0..0);
    }
}

/// Passes to `found` every function of `cards` that has the value `target`. Each card is given by a
/// number, for which `value` returns the card's value.
fn search<V: Value>(
    cards: &[u64],
    value: impl Fn(u64) -> V,
    target: &V,
    tables: &Tables<'_, V>,
    found: &mut EachFound<'_>,
) -> Effort {
    let places = (0..cards.len()).sorted_by_key(|&place| cards[place]).collect_vec();
    let sorted = places.iter().map(|&place| cards[place]).collect_vec();
    let values = sorted.iter().map(|&card| value(card)).collect_vec();
    let parts = Parts::new(&sorted, &values, tables);
    let search = Search::new(&parts);
    let mut evaluated = 0;
    let each: &mut Each<'_> = &mut |function| {
        evaluated += 1;
        found(&InHand { function, places: &places, sorted: &sorted })
    };
    // The work is counted even if the receiver stopped the search.
    let _ = search.find(&parts.whole(), target, each);
    // Tables that were made for other hands count as if they were made for this hand.
    let nodes = parts.listed() as u64 + search.wanted();
    Effort { evaluated, zero_divisions: parts.undefined() as u64, nodes, ..Effort::default() }
}

impl Engine for Split {
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        (cards > MAX_CARDS).then_some(Refusal::AtMost(MAX_CARDS))
    }

    fn finds_each_function_once(&self) -> bool {
        true
    }

    fn solve(&self, hand: &Hand, target: &Rational, found: &mut Found<'_>) -> Solved {
        let digits = Solution::digits(hand);
        self.each(hand, target, &mut |function| {
            found(Solution::with_digits(&function.build(|card| card), hand, &digits))
        })
    }

    fn outlines(&self, hand: &Hand, target: &Rational, found: &mut EachOutline<'_>) -> Solved {
        let (mut template, mut order) = (String::new(), Vec::new());
        self.each(hand, target, &mut |function| {
            function.write(&mut template, &mut order);
            found(Outline { template: &template, order: &order })
        })
    }

    fn expressions(&self, hand: &Hand, target: &Rational, found: &mut Expressed<'_>) -> Solved {
        self.each(hand, target, &mut |function| {
            found(function.build(|card| hand.cards()[card].value().clone()))
        })
    }

    fn count(&self, hand: &Hand, target: &Rational) -> Result<(u64, Effort), Refusal> {
        counted(|add| self.each(hand, target, &mut |_| add()))
    }
}
