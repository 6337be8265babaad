//! Subset dynamic programming: the functions of every part of the hand are made
//! once, from those of its splits in two.
//!
//! Every rational function of some cards is met exactly once. Seen as a sum, it
//! has one term with the lowest card, and what is left is a function of the
//! other cards; seen as a product, one factor with the lowest card. So it
//! suffices to join, for every split, what is no sum (no product) on the side
//! of the lowest card with whatever there is on the other. Two freedoms are
//! taken away: a sign that can be moved into a part is not written before it,
//! and nothing is divided by a quotient, so that every function comes in the
//! way that is defined wherever any is.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use itertools::Itertools;

use super::numbers::Number;
use super::search::{Found, MAX_SEARCH_CARDS, Search};
use super::solution::Solution;
use super::{About, Effort, EngineKind};
use crate::algebra::permutations;
use crate::algebra::{RationalFunction, Renaming};
use crate::cards::Hand;
use crate::syntax::{Builder, Expression, Operator, Slot};

/// Dynamic programming over the subsets of the hand: the values of every part
/// are computed once, and solutions rebuilt from them.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Engine, Hand, Split};
///
/// // It takes a card more than there are templates for.
/// let hand: Hand = (1..=7).collect();
/// let mut solutions = 0;
/// Split.solve(&hand, &5040.into(), &mut |solution| {
///     assert_eq!(solution.order().len(), 7);
///     solutions += 1;
///     if solutions < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(solutions, 3);
/// # Ok::<(), bracket24::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Split;

pub(super) const ABOUT: About = About {
    kind: EngineKind::Search(|| Box::new(Split)),
    summary: "splits the hand in two and keeps the values of every part",
    note: "a solution once for each function of the cards",
};

/// How many functions there are of `n` different cards, for parts of a hand.
const FUNCTIONS: [usize; MAX_SEARCH_CARDS] = [0, 1, 6, 68, 1170, 27142, 793_002];

impl Search for Split {
    const FINDS_NO_FUNCTION_TWICE: bool = true;

    fn search<N: Number>(
        hand: &Hand,
        cards: Vec<N>,
        target: &N::Target,
        found: &mut Found<'_>,
    ) -> Effort {
        let all: Cards = (1 << cards.len()) - 1;
        let mut functions = Functions::of_cards(hand, cards);
        // Parts of a set of cards are smaller numbers than the set.
        for part in (1..all).filter(|part| !part.is_power_of_two()) {
            functions.add(part);
        }
        let mut effort = functions.effort;
        // Broken off or not, what was done is what is told.
        let _ = functions.finish(all, target, &mut effort, found);
        effort
    }
}

/// A set of cards, as bits of their positions.
type Cards = usize;

/// The way in which a function is made.
#[derive(Clone, Copy)]
enum Made {
    Card(u32),
    /// Of two functions, given by their places.
    Joined(Operator, u32, u32),
}

/// What has to be known of a function for none to be made twice.
#[derive(Clone, Copy)]
struct Traits {
    /// Whether its negative is a function of the same cards too.
    negatable: bool,
    /// Of a function and its negative exactly one is.
    principal: bool,
    /// Whether it is a quotient, or a product of one.
    quotient: bool,
}

/// A function of some of the cards.
struct Node<N> {
    value: N,
    made: Made,
    traits: Traits,
}

/// The functions of all sets of cards, those of a set together: first those
/// that are no sum.
struct Functions<'a, N> {
    hand: &'a Hand,
    has_equal_cards: bool,
    nodes: Vec<Node<N>>,
    /// For each set of cards where its functions stand, and its sums.
    places: Vec<Places>,
    effort: Effort,
}

#[derive(Clone, Copy, Default)]
struct Places {
    start: usize,
    sums: usize,
    end: usize,
}

impl Places {
    const fn all(self) -> Range<usize> {
        self.start..self.end
    }

    /// A single card is neither sum nor product.
    const fn is_card(self) -> bool {
        self.end - self.start == 1
    }

    const fn no_sums(self) -> Range<usize> {
        if self.is_card() { self.all() } else { self.start..self.sums }
    }

    const fn no_products(self) -> Range<usize> {
        if self.is_card() { self.all() } else { self.sums..self.end }
    }
}

impl<'a, N: Number> Functions<'a, N> {
    /// Those of single cards, and room for the others.
    fn of_cards(hand: &'a Hand, cards: Vec<N>) -> Self {
        let size = cards.len();
        let room = (1..1_usize << size)
            // The functions of the whole hand are not kept.
            .filter_map(|part| FUNCTIONS.get(part.count_ones() as usize))
            .sum();
        let mut functions = Self {
            hand,
            has_equal_cards: !hand.ranks().iter().all_unique(),
            nodes: Vec::with_capacity(room),
            places: vec![Places::default(); 1 << size],
            effort: Effort::default(),
        };
        for (position, value) in (0..).zip(cards) {
            let start = functions.nodes.len();
            let traits = Traits { negatable: false, principal: true, quotient: false };
            functions.push(Some(value), Made::Card(position), traits);
            functions.places[1 << position] = Places { start, sums: start + 1, end: start + 1 };
        }
        functions
    }

    fn push(&mut self, value: Option<N>, made: Made, traits: Traits) {
        match value {
            Some(value) => self.nodes.push(Node { value, made, traits }),
            None => self.effort.zero_divisions += 1,
        }
    }

    /// Adds the functions of `cards`, made from those of its parts.
    fn add(&mut self, cards: Cards) {
        let start = self.nodes.len();
        let splits = self.splits(cards);
        for &(a, b) in &splits {
            for (i, j) in a.no_products().cartesian_product(b.all()) {
                self.add_products(i, j);
            }
        }
        let sums = self.nodes.len();
        for &(a, b) in &splits {
            for (i, j) in a.no_sums().cartesian_product(b.all()) {
                self.add_sums(i, j);
            }
        }
        self.places[cards] = Places { start, sums, end: self.nodes.len() };
        self.effort.nodes += (self.nodes.len() - start) as u64;
    }

    fn join(&mut self, operator: Operator, left: usize, right: usize, traits: Traits) {
        let value = N::join(operator, &self.nodes[left].value, &self.nodes[right].value);
        let place =
            |it| u32::try_from(it).expect("parts of seven cards have some 6,000,000 functions");
        let (left, right) = (place(left), place(right));
        self.push(value, Made::Joined(operator, left, right), traits);
    }

    /// Adds the sums of a term with the lowest card and the rest. A sign before
    /// a function whose negative is there too is not written.
    fn add_sums(&mut self, i: usize, j: usize) {
        let (a, b) = (self.nodes[i].traits, self.nodes[j].traits);
        let sum = |negatable, principal| Traits { negatable, principal, quotient: false };
        let principal = !(a.negatable && b.negatable) || a.principal;
        self.join(Operator::Add, i, j, sum(a.negatable || b.negatable, principal));
        if !b.negatable {
            self.join(Operator::Subtract, i, j, sum(true, !a.negatable));
        }
        if !a.negatable {
            self.join(Operator::Subtract, j, i, sum(true, false));
        }
    }

    /// Adds the products of a factor with the lowest card and the rest. Where
    /// both have a negative, one of them comes with only one sign; and nothing
    /// is divided by a quotient.
    fn add_products(&mut self, i: usize, j: usize) {
        let (a, b) = (self.nodes[i].traits, self.nodes[j].traits);
        if is_double(a, b) {
            return;
        }
        let negatable = a.negatable || b.negatable;
        let principal = if a.negatable { a.principal } else { b.principal };
        let product = |quotient| Traits { negatable, principal, quotient };
        self.join(Operator::Multiply, i, j, product(b.quotient));
        if !b.quotient {
            self.join(Operator::Divide, i, j, product(true));
        }
        self.join(Operator::Divide, j, i, product(true));
    }

    /// The ways to split `cards` in two, the first part with the lowest card.
    /// Of ways that are the same where equal cards change places there is one.
    fn splits(&self, cards: Cards) -> Vec<(Places, Places)> {
        let lowest = cards & cards.wrapping_neg();
        let others = cards & !lowest;
        let mut seen = Vec::new();
        let mut splits = Vec::with_capacity(1 << others.count_ones());
        let mut chosen = 0;
        while chosen != others {
            let part = chosen | lowest;
            let is_new = !self.has_equal_cards || {
                let values = self.values_of(part);
                let is_new = !seen.contains(&values);
                seen.push(values);
                is_new
            };
            if is_new {
                splits.push((self.places[part], self.places[cards & !part]));
            }
            // The next subset of the others.
            chosen = chosen.wrapping_sub(others) & others;
        }
        splits
    }

    /// How many cards of each value are among `cards`, packed into a number.
    fn values_of(&self, cards: Cards) -> u64 {
        let ranks = self.hand.ranks().iter().enumerate();
        ranks
            .filter(|(position, _)| cards >> position & 1 == 1)
            .map(|(_, rank)| 1 << (4 * rank))
            .sum()
    }

    /// Compares the functions of all cards with the target.
    fn finish(
        &self,
        all: Cards,
        target: &N::Target,
        effort: &mut Effort,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let has_equal_cards = self.has_equal_cards;
        let mut hits =
            Hits { hand: self.hand, has_equal_cards, swaps: None, seen: HashSet::new(), found };
        if all.is_power_of_two() {
            effort.evaluated = 1;
            if self.nodes[0].value.reaches(target) {
                hits.add(&Expression::leaf(0))?;
            }
            return ControlFlow::Continue(());
        }
        for (a, b) in self.splits(all) {
            let others = || b.all().zip(&self.nodes[b.all()]);
            for i in a.no_sums() {
                let (x, is_x_negatable) = (&self.nodes[i].value, self.nodes[i].traits.negatable);
                for (j, Node { value: y, traits, .. }) in others() {
                    let [plus, minus, reversed] = N::sums_reach(x, y, target);
                    let minus = minus && !traits.negatable;
                    let reversed = reversed && !is_x_negatable;
                    effort.evaluated += 3 - u64::from(traits.negatable) - u64::from(is_x_negatable);
                    if plus || minus || reversed {
                        let joined = [
                            (plus, Operator::Add, i, j),
                            (minus, Operator::Subtract, i, j),
                            (reversed, Operator::Subtract, j, i),
                        ];
                        self.hit(joined, &mut hits)?;
                    }
                }
            }
            for i in a.no_products() {
                let x = &self.nodes[i];
                for (j, Node { value: y, traits, .. }) in others() {
                    if is_double(x.traits, *traits) {
                        continue;
                    }
                    let [product, quotient, reversed] = N::products_reach(&x.value, y, target);
                    let quotient = if traits.quotient { Some(false) } else { quotient };
                    let zero_divisions =
                        u64::from(quotient.is_none()) + u64::from(reversed.is_none());
                    effort.evaluated += 3 - u64::from(traits.quotient) - zero_divisions;
                    effort.zero_divisions += zero_divisions;
                    let reaches = [product, quotient, reversed].map(|it| it == Some(true));
                    if reaches != [false; 3] {
                        let joined = [
                            (reaches[0], Operator::Multiply, i, j),
                            (reaches[1], Operator::Divide, i, j),
                            (reaches[2], Operator::Divide, j, i),
                        ];
                        self.hit(joined, &mut hits)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands out those of three results that are marked.
    #[cold]
    fn hit(
        &self,
        joined: [(bool, Operator, usize, usize); 3],
        hits: &mut Hits<'_, '_>,
    ) -> ControlFlow<()> {
        for (reaches, operator, left, right) in joined {
            if reaches {
                hits.add(&self.joined(operator, left, right))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The expression that joins two functions, given by their places.
    fn joined(&self, operator: Operator, left: usize, right: usize) -> Expression<usize> {
        let mut builder = Builder::with_capacity(2 * self.hand.cards().len());
        self.build(left, &mut builder);
        self.build(right, &mut builder);
        builder.operation(operator, 0..0);
        builder.into_expression()
    }

    fn build(&self, place: usize, builder: &mut Builder<usize>) {
        match self.nodes[place].made {
            Made::Card(position) => builder.leaf(position as usize, 0..0),
            Made::Joined(operator, left, right) => {
                self.build(left as usize, builder);
                self.build(right as usize, builder);
                builder.operation(operator, 0..0);
            }
        }
    }
}

/// Whether a product of the two comes up with both of them turned round as well.
const fn is_double(a: Traits, b: Traits) -> bool {
    a.negatable && b.negatable && !b.principal
}

/// The solutions, each handed out once.
struct Hits<'a, 'f> {
    hand: &'a Hand,
    has_equal_cards: bool,
    /// All ways in which equal cards can change places, once they are needed.
    swaps: Option<Vec<&'static Renaming>>,
    seen: HashSet<RationalFunction>,
    found: &'a mut Found<'f>,
}

impl Hits<'_, '_> {
    fn add(&mut self, expression: &Expression<usize>) -> ControlFlow<()> {
        if self.has_equal_cards {
            let swaps = self.swaps.get_or_insert_with(|| swaps_of_equal_cards(self.hand));
            // Functions that become one another where equal cards change places
            // have the same first one among what they become.
            let function = RationalFunction::of(&expression.map(|&position| Slot(position)))
                .expect("a search takes hands of at most seven cards and uses each once");
            let first = swaps.iter().map(|swap| function.renamed(swap)).min();
            let first = first.expect("leaving all cards in place is one of the swaps");
            if !self.seen.insert(first) {
                return ControlFlow::Continue(());
            }
        }
        (self.found)(Solution::new(expression, self.hand))
    }
}

fn swaps_of_equal_cards(hand: &Hand) -> Vec<&'static Renaming> {
    let ranks = hand.ranks();
    permutations(ranks.len())
        .iter()
        .filter(|(order, _)| order.iter().zip(ranks).all(|(&to, rank)| ranks[to] == *rank))
        .map(|(_, renaming)| renaming)
        .collect()
}
