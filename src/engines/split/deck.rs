//! Counts the solutions of all hands of a deck at once, instead of searching hand by hand.
//!
//! A *sub-hand* is some of the cards of a hand. The hands of a deck share their sub-hands:
//! 4,421,275 hands of four cards from 1 to 100 are made of 5050 pairs. So the functions of all
//! sub-hands of up to half of a hand's cards are listed once, sorted by their values. A function of
//! a hand joins two functions of sub-hands. The function with fewer cards is listed. Its value and
//! the target leave six possible values for the other function. Functions with these values are
//! looked up in a list, or found by joining smaller functions in the same way. The work is
//! proportional to the number of solutions, not to the number of hands.
//!
//! The module `canonical` decides which joins count, so that every function is found once. A head
//! has the lowest card of its function. So for each kind of the other part (a card, a sum or a
//! product), the search knows beforehand which lowest cards it can have.

use std::cmp::Ordering;
use std::ops::{Range, RangeInclusive};

use foldhash::HashMap;
use itertools::Itertools;

use super::canonical::{Form, Kind, Sign, Traits};
use super::shape::{Groups, Part, Shape};
use super::value::small_target;
use crate::cards::Deck;
use crate::engines::{Effort, Flow, GO_ON};
use crate::number::{Rational, Residue};

/// Counts the solutions of all hands of a deck at once.
///
/// For every hand, the count equals the number of solutions that [`Split`](super::Split) finds, but
/// takes a fraction of the work. The source of this module explains the algorithm.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Deck, DeckJoin};
///
/// let deck = Deck::new(1..=13, 4, false)?;
/// let join = DeckJoin::new(&deck).expect("a small deck");
/// let go_on = &mut || ControlFlow::Continue(());
/// let (counts, effort) = join.counts(&24.into(), 0..deck.len(), go_on).expect("it goes on");
/// assert_eq!(counts.iter().filter(|&&count| count > 0).count(), 1362);
/// assert_eq!(counts.iter().map(|&count| u64::from(count)).sum::<u64>(), effort.evaluated);
/// # Ok::<(), bracket24::DeckError>(())
/// ```
#[derive(Debug)]
pub struct DeckJoin {
    deck: Deck,
    /// A bound of the numerators and denominators of all values that the hands make: see the module
    /// `value`.
    bound: u64,
    /// The listed functions: at index n, the functions of all sub-hands of n + 1 cards, up to half
    /// of the cards of a hand.
    listed: Vec<Listed>,
    places: Places,
}

/// Some cards as one number. Each card has eight bits with its rank in the deck, counted from 1.
/// The highest card has the highest bits. Of two multisets of cards, the one with more of the
/// highest card is the larger number.
type Cards = u64;

/// The number of bits per card.
const BITS: u32 = 8;

/// The bits of the highest card.
const FIRST: Cards = 0xff << (Cards::BITS - BITS);

/// The maximum number of cards in a hand.
const MAX_CARDS: usize = 6;

/// The most distinct values of a card.
const MAX_VALUES: u32 = (1 << BITS) - 1;

/// The maximum number of hands: their counts take 32 MiB.
const MAX_HANDS: u64 = 1 << 23;

/// The number of pairs of parts that meet between two calls of `go_on`.
const ASKED: u64 = 1 << 16;

/// A function of some cards.
#[derive(Debug, Clone, Copy)]
struct Function {
    class: Class,
    /// The class of the function's first term, or of its first factor.
    head: Class,
    traits: Traits,
    lowest: u8,
}

/// A function and its negative, which are in the same class: their cards, and their place in the
/// shape of these cards. The place is 0 if the cards have no shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    cards: Cards,
    place: u16,
}

/// A listed function with its value.
#[derive(Debug, Clone, Copy)]
struct Entry {
    value: Residue,
    /// The reciprocal; zero if there is none.
    inverse: Residue,
    function: Function,
}

/// The functions of all sub-hands of one size.
#[derive(Debug)]
struct Listed {
    /// The functions, sorted by value. Functions of equal value are sorted by their lowest card.
    entries: Vec<Entry>,
    /// The index of the first entry with each value.
    first: HashMap<Residue, usize>,
}

/// The lowest cards that a function may have: a range for cards, a range for sums, and a range for
/// products.
#[derive(Debug, Clone)]
struct Allowed([Lowest; 3]);

type Lowest = RangeInclusive<u8>;

impl DeckJoin {
    /// Makes the tables of a deck. Returns `None` if the deck is ordered, if it has hands of no card
    /// or of more than 6 cards, more than 2^23 hands or more than 255 values, or if its values are
    /// so large that residues cannot distinguish the results.
    pub fn new(deck: &Deck) -> Option<Self> {
        let (size, values) = (deck.cards(), deck.values());
        let fits = (1..=MAX_CARDS).contains(&size) && (1..=MAX_HANDS).contains(&deck.len());
        (!deck.is_ordered() && fits && values.end() - values.start() < MAX_VALUES).then_some(())?;
        let largest = u64::from(*values.end()) + 1;
        let bound = (0..size).try_fold(1_u64, |product, _| product.checked_mul(largest))?;
        // The numerator and the denominator of the target may be as large as the bound.
        bound.checked_mul(bound)?.checked_mul(2).filter(|&it| it < Residue::PRIME)?;
        let values = values.clone().map(|value| Residue::of(value.into())).collect_vec();
        let listed = listed(&values, (size / 2).max(1));
        Some(Self { deck: deck.clone(), bound, listed, places: Places::new(deck) })
    }

    /// Counts the rational functions with the value `target` for each of the hands with these
    /// `numbers`. Returns the counts and the work done. Hands are numbered in the order of
    /// [`Deck::hands`]. Calls `go_on` now and then, and returns `None` if `go_on` returns `Break`.
    ///
    /// In the work, `nodes` counts the pairs of parts that meet. So the nodes of several ranges of
    /// numbers add up to the nodes of the whole deck.
    pub fn counts(
        &self,
        target: &Rational,
        numbers: Range<u64>,
        go_on: &mut dyn FnMut() -> Flow,
    ) -> Option<(Vec<u32>, Effort)> {
        let numbers = numbers.start..numbers.end.min(self.deck.len());
        let [start, end] = [numbers.start, numbers.end]
            .map(|it| usize::try_from(it).expect("the hands of a deck are counted in memory"));
        let mut counts = vec![0; end.saturating_sub(start)];
        let mut effort = Effort::default();
        let is_whole = numbers == (0..self.deck.len());
        let (Some(lowest), Some(wanted)) = (self.lowest(numbers), self.wanted(target)) else {
            // There is no hand in the range, or the target is too large for every hand.
            return Some((counts, effort));
        };
        let mut found = |cards: &dyn Fn() -> Cards, is_solution| {
            if is_solution || !is_whole {
                // The search knows only the lowest card of a hand, so the hand may be outside the
                // range.
                let place = self.places.number(cards()).wrapping_sub(start);
                let Some(count) = counts.get_mut(place) else { return GO_ON };
                *count += u32::from(is_solution);
            }
            effort.evaluated += u64::from(is_solution);
            effort.nodes += 1;
            if effort.nodes % ASKED == 0 { go_on() } else { GO_ON }
        };
        let size = self.deck.cards();
        let allowed = Allowed([(); 3].map(|()| lowest.clone()));
        let flow = if let Some(listed) = self.listed.get(size - 1) {
            listed.find(wanted, &allowed).try_for_each(|it| found(&|| it.class.cards, true))
        } else {
            self.meetings(size, wanted, &allowed, &mut |form, head, rest| {
                let traits = Function::traits(form, head, rest);
                found(&|| merged(head.class.cards, rest.class.cards), traits.is_some())
            })
        };
        flow.is_continue().then_some((counts, effort))
    }

    /// Returns the range of the lowest cards of the hands with these numbers; `None` if there are
    /// no such hands.
    fn lowest(&self, numbers: Range<u64>) -> Option<Lowest> {
        let lowest = |number| {
            let hand = self.deck.range(number..number + 1).next()?;
            let (value, _) = hand.cards().first()?.value().to_i64_pair()?;
            u8::try_from(value - i64::from(*self.deck.values().start()) + 1).ok()
        };
        Some(lowest(numbers.start)?..=lowest(numbers.end.checked_sub(1)?)?)
    }

    /// Returns the target as a residue; `None` if the target is too large for every hand.
    fn wanted(&self, target: &Rational) -> Option<Residue> {
        let (numer, denom) = target.to_i64_pair()?;
        let reaches = numer.unsigned_abs().max(denom.unsigned_abs()) <= self.bound;
        reaches.then(|| small_target(self.bound, target).expect("their bound is small enough"))
    }
}

/// A table to compute the number of a hand, in the order of the deck's hands.
#[derive(Debug)]
struct Places {
    /// The number of all hands.
    all: usize,
    /// For each card of a hand, from the highest down, the number that each rank adds to the number
    /// of the hand. The additions wrap.
    by_card: Vec<[usize; 1 << BITS]>,
}

impl Places {
    fn new(deck: &Deck) -> Self {
        let values = usize::try_from(deck.values().end() - deck.values().start())
            .expect("a deck has at most 255 values");
        // Counts the multisets of `cards` cards with ranks from `rank` up.
        let multisets = |rank: usize, cards: usize| {
            let values = values + 2 - rank;
            (0..cards).fold(1, |count, chosen| count * (values + chosen) / (chosen + 1))
        };
        let by_card = (0..deck.cards()).map(|above| {
            let mut row = [0_usize; 1 << BITS];
            for (rank, adds) in row.iter_mut().enumerate().skip(1).take(values + 1) {
                let of_higher = if above == 0 { 0 } else { multisets(rank, above) };
                *adds = of_higher.wrapping_sub(multisets(rank, above + 1));
            }
            row
        });
        Self { all: multisets(1, deck.cards()), by_card: by_card.collect() }
    }

    /// Returns the number of a hand, to which each of its cards adds a part.
    fn number(&self, cards: Cards) -> usize {
        let (mut number, mut left) = (self.all, cards);
        for row in &self.by_card {
            left = left.rotate_left(BITS);
            number = number.wrapping_add(row[usize::from(left.to_le_bytes()[0])]);
        }
        number
    }
}

/// Returns the functions of all sub-hands of up to `most` cards, one list for each size. `values`
/// are the values of the cards, by rank.
fn listed(values: &[Residue], most: usize) -> Vec<Listed> {
    let highest = u8::try_from(values.len()).expect("a deck has at most 255 values");
    let mut made = Made::default();
    let of_size = |size| {
        let (mut functions, first) = (Vec::new(), made.values.len());
        for cards in (1..=highest).combinations_with_replacement(size) {
            let shape = Shape::of(Groups::new(&cards.iter().map(|&it| it.into()).collect_vec()));
            made.starts.insert(packed(&cards, ALL), made.values.len());
            for (place, function) in shape.functions.iter().enumerate() {
                let own = Class { cards: packed(&cards, ALL), place: shape.place_of_class(place) };
                let (value, head) = match shape.parts(place) {
                    None => (Some(values[usize::from(cards[0]) - 1]), own),
                    Some((form, [head, rest])) => {
                        let of =
                            |part: &Part| made.starts[&packed(&cards, part.cards)] + part.place;
                        let place = head.shape.place_of_class(head.place);
                        let class = Class { cards: packed(&cards, head.cards), place };
                        (made.joined(form, of(&head), of(&rest)), class)
                    }
                };
                made.values.push(value);
                let (traits, lowest) = (function.traits, cards[0]);
                functions.push(Function { class: own, head, traits, lowest });
            }
        }
        // Like zero, a missing value has no inverse.
        let values = made.values[first..].iter().map(|value| value.unwrap_or(Residue::ZERO));
        made.inverses.extend(Residue::inverses(&values.collect_vec()));
        let entries = functions.into_iter().zip(first..).filter_map(|(function, index)| {
            let inverse = made.inverses[index].unwrap_or(Residue::ZERO);
            Some(Entry { value: made.values[index]?, inverse, function })
        });
        Listed::new(entries.collect())
    };
    (1..=most).map(of_size).collect()
}

/// The bits of all cards.
const ALL: usize = usize::MAX;

/// Packs those of the `cards` that have a bit in `part` into one number. `cards` must be sorted.
fn packed(cards: &[u8], part: usize) -> Cards {
    let taken = cards.iter().enumerate().filter(|(place, _)| part >> place & 1 == 1);
    // The highest card gets the highest bits.
    taken.fold(0, |packed, (_, &card)| packed >> BITS | Cards::from(card) << (Cards::BITS - BITS))
}

/// The values of all functions of smaller sub-hands, from which those of larger sub-hands are made.
#[derive(Default)]
struct Made {
    /// For each sub-hand, the index of its first value.
    starts: HashMap<Cards, usize>,
    values: Vec<Option<Residue>>,
    inverses: Vec<Option<Residue>>,
}

impl Made {
    fn joined(&self, form: Form, head: usize, rest: usize) -> Option<Residue> {
        let (x, y) = (self.values[head]?, self.values[rest]?);
        form.value(&x, &y, || self.inverses[head], || self.inverses[rest])
    }
}

impl Listed {
    fn new(mut entries: Vec<Entry>) -> Self {
        entries.sort_by_key(|it| (it.value.number(), it.function.lowest));
        let places = entries.iter().enumerate().rev();
        let first = places.map(|(place, entry)| (entry.value, place)).collect();
        Self { entries, first }
    }

    /// The functions with this value whose lowest card is allowed.
    fn find(&self, value: Residue, allowed: &Allowed) -> impl Iterator<Item = &Function> {
        let first = self.first.get(&value).map_or(self.entries.len(), |it| *it);
        let entries = self.entries[first..].iter().take_while(move |it| it.value == value);
        entries.map(|it| &it.function).filter(|it| allowed.has(it))
    }
}

/// The empty range.
#[allow(clippy::reversed_empty_ranges)] // empty on purpose
const NO_CARD: Lowest = 1..=0;

impl Allowed {
    const NONE: Self = Self([NO_CARD; 3]);

    fn has(&self, function: &Function) -> bool {
        self.0[function.traits.kind as usize].contains(&function.lowest)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(Lowest::is_empty)
    }
}

impl Function {
    /// Returns the traits of the function that joins `head` and `rest` in this form; `None` if that
    /// is not its canonical form.
    #[inline]
    fn traits(form: Form, head: &Self, rest: &Self) -> Option<Traits> {
        let order = if head.lowest == rest.lowest {
            let is_alike = rest.traits.kind == Kind::of(form);
            head.class.cmp(if is_alike { &rest.head } else { &rest.class })
        } else {
            Ordering::Less
        };
        Traits::joined(form, head.traits, rest.traits, order)
    }

    /// Returns the function that joins `head` and `rest` in this form; `None` if that is not its
    /// canonical form.
    fn joined(form: Form, head: &Self, rest: &Self) -> Option<Self> {
        let traits = Self::traits(form, head, rest)?;
        let class = Class { cards: merged(head.class.cards, rest.class.cards), place: 0 };
        Some(Self { class, head: head.class, traits, lowest: head.lowest })
    }
}

/// Merges the cards of two sub-hands.
fn merged(one: Cards, other: Cards) -> Cards {
    let (mut one, mut other) = (one, other);
    let (mut merged, mut shift) = (0, 0);
    while one | other != 0 {
        // The larger number has the higher first card, or both have the same.
        let next = if one > other { &mut one } else { &mut other };
        merged |= (*next & FIRST) >> shift;
        *next <<= BITS;
        shift += BITS;
    }
    merged
}

/// The receiver of functions.
type Each<'a> = dyn FnMut(&Function) -> Flow + 'a;

/// The receiver of a head and a rest that make the wanted value. Several pairs of a head and a rest
/// may make the same function, but only one of these pairs is canonical.
type Meet<'a> = dyn FnMut(Form, &Function, &Function) -> Flow + 'a;

impl DeckJoin {
    /// Passes to `each` every allowed function of `size` cards with the value `wanted`.
    fn find(&self, size: usize, wanted: Residue, allowed: &Allowed, each: &mut Each<'_>) -> Flow {
        if let Some(listed) = self.listed.get(size - 1) {
            return listed.find(wanted, allowed).try_for_each(each);
        }
        self.meetings(size, wanted, allowed, &mut |form, head, rest| {
            Function::joined(form, head, rest).map_or(GO_ON, |function| each(&function))
        })
    }

    /// Passes to `meet` every head and rest that together have `size` cards and make an allowed
    /// function with the value `goal`.
    fn meetings(&self, size: usize, goal: Residue, allowed: &Allowed, meet: &mut Meet<'_>) -> Flow {
        let inverse = goal.inverse();
        (1..=size / 2).try_for_each(|smaller| {
            let split = Split { sizes: [smaller, size - smaller], allowed };
            let mut entries = self.listed[smaller - 1].entries.iter();
            entries.try_for_each(|entry| self.meet(&split, entry, (goal, inverse), meet))
        })
    }

    /// Passes to `meet` every head and rest of a wanted function, if one of the two is `this`.
    fn meet(
        &self,
        split: &Split<'_>,
        this: &Entry,
        (wanted, inverse): (Residue, Option<Residue>),
        meet: &mut Meet<'_>,
    ) -> Flow {
        let Entry { value, inverse: one_over, ref function } = *this;
        let Traits { kind, sign, is_quotient, .. } = function.traits;
        let size = split.sizes[1];
        let mut find = |form, value, others: &Allowed| {
            if others.is_empty() {
                return GO_ON;
            }
            self.find(size, value, others, &mut |other| split.join(form, function, other, meet))
        };
        let of_sums = split.others(function, Kind::Sum);
        find(Form::Plus, wanted - value, &of_sums)?;
        find(Form::Minus, value - wanted, &of_sums)?;
        if sign == Sign::Plain {
            find(Form::MinusHead, wanted + value, &of_sums)?;
        }
        let of_products = split.others(function, Kind::Product);
        if value != Residue::ZERO {
            find(Form::Times, wanted * one_over, &of_products)?;
            if kind != Kind::Product || !is_quotient {
                find(Form::OverHead, wanted * value, &of_products)?;
            }
            if let Some(inverse) = inverse {
                find(Form::Over, value * inverse, &of_products)?;
            }
        } else if wanted == Residue::ZERO && !of_products.is_empty() {
            // `this` is zero: zero times any value is zero, and so is zero divided by any nonzero
            // value.
            self.all(size, &of_products, &mut |other, value| {
                split.join(Form::Times, function, other, meet)?;
                if value == Residue::ZERO {
                    return GO_ON;
                }
                split.join(Form::Over, function, other, meet)
            })?;
        }
        GO_ON
    }

    /// Passes to `each` every allowed function of `size` cards, with its value.
    fn all(
        &self,
        size: usize,
        allowed: &Allowed,
        each: &mut dyn FnMut(&Function, Residue) -> Flow,
    ) -> Flow {
        if let Some(listed) = self.listed.get(size - 1) {
            let mut entries = listed.entries.iter().filter(|it| allowed.has(&it.function));
            return entries.try_for_each(|it| each(&it.function, it.value));
        }
        (1..=size / 2).try_for_each(|smaller| {
            let split = Split { sizes: [smaller, size - smaller], allowed };
            self.listed[smaller - 1].entries.iter().try_for_each(|this| {
                [Form::SUMS, Form::PRODUCTS].into_iter().try_for_each(|forms| {
                    let others = split.others(&this.function, Kind::of(forms[0]));
                    self.all(size - smaller, &others, &mut |other, value| {
                        for form in forms {
                            let one_over_this =
                                || (this.value != Residue::ZERO).then_some(this.inverse);
                            let value =
                                form.value(&this.value, &value, one_over_this, || value.inverse());
                            let Some(value) = value else { continue };
                            split.join(form, &this.function, other, &mut |form, head, rest| {
                                let joined = Function::joined(form, head, rest);
                                joined.map_or(GO_ON, |function| each(&function, value))
                            })?;
                        }
                        GO_ON
                    })
                })
            })
        })
    }
}

/// A way to divide hands in two.
struct Split<'s> {
    /// The size of the smaller part, which is listed, and the size of the other part.
    sizes: [usize; 2],
    /// The allowed functions of both parts together.
    allowed: &'s Allowed,
}

impl Split<'_> {
    /// Whether both parts have the same number of cards. Then each of the two becomes `this` in
    /// turn, so `this` need only be tried as the head.
    const fn is_even(&self) -> bool {
        self.sizes[0] == self.sizes[1]
    }

    /// Returns the functions of the other part that can make an allowed function of this `kind`
    /// with `this`. The head must have the lowest card, and must not be of that kind.
    fn others(&self, this: &Function, kind: Kind) -> Allowed {
        let own = this.lowest;
        let (low, high) = self.allowed.0[kind as usize].clone().into_inner();
        let is_head = this.traits.kind != kind && (low..=high).contains(&own);
        let with_head = if is_head { own..=u8::MAX } else { NO_CARD };
        if self.is_even() {
            return Allowed([(); 3].map(|()| with_head.clone()));
        }
        if own < low {
            return Allowed::NONE;
        }
        // If the other part is the head, its lowest card is at most `own`. If `this` is the head,
        // the other part's lowest card is at least `own`.
        let with_any = low..=if is_head { u8::MAX } else { high.min(own) };
        let mut others = Allowed([(); 3].map(|()| with_any.clone()));
        others.0[kind as usize] = with_head;
        others
    }

    /// Passes `this` and `other` to `meet`: in this form if `this` may be the head, and in the
    /// swapped form if `this` may be the rest.
    fn join(&self, form: Form, this: &Function, other: &Function, meet: &mut Meet<'_>) -> Flow {
        if this.lowest <= other.lowest {
            meet(form, this, other)?;
        }
        if this.lowest >= other.lowest && !self.is_even() {
            meet(form.swapped(), other, this)
        } else {
            GO_ON
        }
    }
}
