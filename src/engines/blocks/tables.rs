//! Tables of all values of some cards, kept for later hands that have these cards too.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};
use indexmap::IndexMap;
use indexmap::map::Entry;
use itertools::Itertools;

use super::Arranged;
use crate::number::Rational;
use crate::syntax::{Expression, FieldOperator, Operands, Operator, OperatorSet, operate};

/// The values of some cards.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The cards, in ascending order.
    cards: Vec<Rational>,
    /// All values.
    pub(super) all: Values,
    /// The values of expressions whose last operation is neither a field operation nor a sign.
    pub(super) opaque: Values,
}

/// Some of the cards of a hand: their positions in the hand, and their table.
pub(super) struct Part {
    pub(super) positions: Vec<usize>,
    pub(super) table: Arc<Table>,
}

/// The values in the kept tables of all searches.
static KEPT: AtomicUsize = AtomicUsize::new(0);

/// With more than this many values, about a gigabyte, a search forgets its tables before it keeps
/// another. Hands that follow each other share most of their cards, so it soon has them again.
const MOST_KEPT: usize = if cfg!(test) { 2_000 } else { 5_000_000 };

/// The tables of the sets of cards requested so far.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) set: OperatorSet,
    /// The operators of `set` that have two operands, except `+ - * /`.
    pub(super) of_two: Vec<Operator>,
    by_cards: Mutex<HashMap<Vec<Rational>, Arc<Table>>>,
}

impl Drop for Tables {
    fn drop(&mut self) {
        forget(self.by_cards.get_mut().unwrap_or_else(PoisonError::into_inner));
    }
}

fn forget(kept: &mut HashMap<Vec<Rational>, Arc<Table>>) {
    KEPT.fetch_sub(kept.drain().map(|(_, table)| table.all.len()).sum(), Relaxed);
}

impl Tables {
    pub(super) fn new(set: OperatorSet) -> Self {
        // The remainder comes last, because people think of it last among expressions of the same
        // length.
        let of_two = set.of_two().sorted_by_key(|it| *it == Operator::Remainder).collect();
        Self { set, of_two, by_cards: Mutex::new(HashMap::new()) }
    }

    /// Returns the table of `cards`, which must be in ascending order.
    pub(super) fn of(&self, cards: &[Rational]) -> Arc<Table> {
        // Only complete tables are inserted, so the map is valid even after a panic of another
        // thread.
        let tables = || self.by_cards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables().get(cards) {
            return Arc::clone(table);
        }
        let table = Arc::new(self.make(cards));
        let mut kept = tables();
        if KEPT.load(Relaxed) > MOST_KEPT {
            forget(&mut kept);
        }
        Arc::clone(kept.entry(cards.to_vec()).or_insert_with(|| {
            KEPT.fetch_add(table.all.len(), Relaxed);
            table
        }))
    }

    /// Returns the part of a hand that has the cards that `bits` selects.
    pub(super) fn part(&self, cards: &[Rational], positions: &[usize], bits: u8) -> Part {
        Part { positions: chosen(positions, bits), table: self.of(&chosen(cards, bits)) }
    }

    fn make(&self, cards: &[Rational]) -> Table {
        let mut table = Table { cards: cards.to_vec(), ..Table::default() };
        if let [card] = cards {
            offer(&mut table.all, card.clone(), 0, || Way::Card);
        } else {
            for (left, right) in splits(cards) {
                self.add_split(&mut table, left, right);
            }
            if self.set.has(Operator::Join) {
                for (value, order) in joined(cards) {
                    let beyond = u32::try_from(order.len() - 1).expect("a hand has few cards");
                    offer(&mut table.opaque, value.clone(), beyond, || Way::Joined(order.clone()));
                    offer(&mut table.all, value, beyond, || Way::Joined(order));
                }
            }
        }
        self.add_of_one(&mut table);
        table
    }

    fn add_split(&self, table: &mut Table, left: u8, right: u8) {
        let sides = [left, right].map(|side| (side, self.of(&chosen(&table.cards, side))));
        let [(left, lefts), (right, rights)] = &sides;
        for (at, (one, way)) in lefts.all.iter().enumerate() {
            for (other_at, (other, other_way)) in rights.all.iter().enumerate() {
                let beyond = way.beyond + other_way.beyond;
                let one = (Side { cards: *left, place: at }, one);
                let other = (Side { cards: *right, place: other_at }, other);
                for (operator, is_swapped) in FieldOperator::SIX {
                    let (one, other) = if is_swapped { (other, one) } else { (one, other) };
                    if let Some(value) = operator.of_values(one.1, other.1) {
                        let way = || Way::Two(operator.into(), one.0, other.0);
                        offer(&mut table.all, value, beyond, way);
                    }
                }
                for &operator in &self.of_two {
                    for (one, other) in [(one, other), (other, one)] {
                        let Ok(value) = operate(operator, Operands::Two(one.1, other.1)) else {
                            continue;
                        };
                        let way = || Way::Two(operator, one.0, other.0);
                        offer(&mut table.opaque, value.clone(), beyond + 1, way);
                        offer(&mut table.all, value, beyond + 1, way);
                    }
                }
            }
        }
    }

    /// Adds the negatives of all values, their roots and factorials, the negatives of these, and so
    /// on, up to the depth of the set.
    fn add_of_one(&self, table: &mut Table) {
        self.add_negatives(table, 0);
        let mut from = 0;
        for _ in 0..self.set.depth() {
            let end = table.all.len();
            for place in from..end {
                for operator in self.set.of_one() {
                    let operand = Operands::One(&table.all.keys()[place]);
                    let Ok(value) = operate(operator, operand) else { continue };
                    let beyond = table.all[place].beyond + 1;
                    let way = || Way::One(operator, place);
                    offer(&mut table.opaque, value.clone(), beyond, way);
                    table.all.entry(value).or_insert_with(|| Made { way: way(), beyond });
                }
            }
            self.add_negatives(table, end);
            from = end;
        }
    }

    fn add_negatives(&self, table: &mut Table, from: usize) {
        if !self.set.has(Operator::Negate) {
            return;
        }
        for place in from..table.all.len() {
            let (negative, beyond) = (-&table.all.keys()[place], table.all[place].beyond + 1);
            let way = Way::One(Operator::Negate, place);
            table.all.entry(negative).or_insert(Made { way, beyond });
        }
    }

    /// Returns the expression that makes a value of `table` in this `way`. `positions` are the
    /// positions of the table's cards in the hand.
    pub(super) fn expression(&self, table: &Table, way: &Way, positions: &[usize]) -> Arranged {
        let leaf = |card: usize| Expression::leaf(positions[card]);
        let side = |side: &Side| {
            let inner = self.of(&chosen(&table.cards, side.cards));
            self.expression(&inner, &inner.all[side.place].way, &chosen(positions, side.cards))
        };
        match way {
            Way::Card => leaf(0),
            Way::Joined(order) => joined_expression(order.iter().map(|card| positions[*card])),
            Way::One(operator, place) => {
                let operand = &table.all[*place].way;
                let operand = self.expression(table, operand, positions);
                Expression::of_operands(*operator, Operands::One(operand))
            }
            Way::Two(operator, left, right) => {
                Expression::operation(*operator, side(left), side(right))
            }
        }
    }
}

/// Returns the expression that joins the cards at `positions` as the digits of one number.
pub(super) fn joined_expression(positions: impl Iterator<Item = usize>) -> Arranged {
    let join = |left, right| Expression::operation(Operator::Join, left, right);
    positions.map(Expression::leaf).reduce(join).expect("two digits or more are joined")
}

/// Returns the numbers whose digits are the cards, each with the order of the cards in it.
pub(super) fn joined(cards: &[Rational]) -> Vec<(Rational, Vec<usize>)> {
    let numbers = (0..cards.len()).permutations(cards.len()).filter_map(|order| {
        let first = cards[*order.first()?].clone();
        // `join` checks that the others are digits.
        first.to_i64_pair().filter(|pair| matches!(pair, (1..=9, 1)))?;
        let number = order[1..].iter().try_fold(first, |number, &card| number.join(&cards[card]));
        Some((number.ok()?, order))
    });
    numbers.unique_by(|(number, _)| number.clone()).collect()
}

/// Returns the cards that `bits` selects.
pub(super) fn chosen<T: Clone>(cards: &[T], bits: u8) -> Vec<T> {
    let is_chosen = |index: &usize| bits & (1 << index) != 0;
    (0..cards.len()).filter(is_chosen).map(|index| cards[index].clone()).collect()
}

/// Returns the ways to divide `cards` into two parts, each as the bits of its cards. Two parts are
/// returned in one order only. If two ways differ only by equal cards, one of them is returned.
pub(super) fn splits(cards: &[Rational]) -> Vec<(u8, u8)> {
    let full = (1_u8 << cards.len()) - 1;
    // The first card is in the left part.
    let both = (1..full).filter(|left| left & 1 != 0).map(|left| (left, full ^ left));
    let parts = |&(left, right): &(u8, u8)| {
        [left, right].into_iter().map(|part| chosen(cards, part)).sorted().collect_vec()
    };
    both.unique_by(parts).collect()
}

/// Distinct values, each with one way to make it. The *place* of a value is its index.
pub(super) type Values = IndexMap<Rational, Made, foldhash::fast::RandomState>;

/// A way to make a value of some cards.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) way: Way,
    /// The number of operators other than `+ - * /` in this way.
    beyond: u32,
}

/// Adds `value` if it is new. If it is known, the new way replaces the known way only if it has
/// fewer operators other than `+ - * /`.
fn offer(values: &mut Values, value: Rational, beyond: u32, way: impl FnOnce() -> Way) {
    match values.entry(value) {
        Entry::Occupied(known) if known.get().beyond <= beyond => {}
        Entry::Occupied(mut known) => *known.get_mut() = Made { way: way(), beyond },
        Entry::Vacant(vacant) => _ = vacant.insert(Made { way: way(), beyond }),
    }
}

/// The last operation of a way to make a value.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// The only card.
    Card,
    /// The cards as digits of one number, in this order.
    Joined(Vec<usize>),
    /// An operation on one value of the same cards, given by its place.
    One(Operator, usize),
    /// An operation on values of two parts of the cards.
    Two(Operator, Side, Side),
}

/// A value of some of the cards: the cards as bits, and the value's place among all values of
/// these cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub(super) cards: u8,
    pub(super) place: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::evaluate;

    #[test]
    fn every_way_in_the_tables_has_its_stated_value_and_count_of_extra_operators() {
        for (set, cards) in
            [("all", &[2, 4][..]), ("^,√", &[2, 3, 9]), ("join,negate", &[1, 2, 3]), ("√,!", &[4])]
        {
            let tables = Tables::new(
                set.parse::<OperatorSet>().expect("a test writes operators").with_depth(2),
            );
            let cards: Vec<Rational> = cards.iter().copied().map(Rational::from).collect();
            let places: Vec<usize> = (0..cards.len()).collect();
            let table = tables.of(&cards);
            for values in [&table.all, &table.opaque] {
                for (value, made) in values {
                    let expression = tables.expression(&table, &made.way, &places);
                    let expression = expression.map(|&card| cards[card].clone());
                    assert_eq!(evaluate(&expression).as_ref(), Ok(value), "{expression}");
                    let beyond = expression.operators().filter(|it| !it.is_of_field()).count();
                    assert_eq!(made.beyond as usize, beyond, "{expression}");
                }
            }
        }
    }

    #[test]
    fn tables_beyond_the_limit_are_forgotten_and_made_again_the_same() {
        let tables = Tables::new("^".parse().expect("it is an operator"));
        let of = |low: i64| tables.of(&[low, low + 1, low + 2].map(Rational::from));
        let first = of(2);
        let mut largest = 0;
        for low in 3..20 {
            largest = largest.max(of(low).all.len());
            let kept = tables.by_cards.lock().unwrap();
            let kept: usize = kept.values().map(|table| table.all.len()).sum();
            assert!(kept <= MOST_KEPT + largest, "{kept} values");
        }
        let again = of(2);
        assert!(!Arc::ptr_eq(&first, &again));
        assert_eq!(format!("{first:?}"), format!("{again:?}"));
    }

    #[test]
    fn the_first_way_with_the_fewest_extra_operators_is_kept() {
        let mut values = Values::default();
        let offers = [(3, 3, 0), (4, 3, 0), (2, 2, 2), (2, 2, 2), (3, 2, 2), (0, 0, 5)];
        for (place, (beyond, least, kept)) in offers.into_iter().enumerate() {
            offer(&mut values, 5.into(), beyond, || Way::One(Operator::Root, place));
            let Made { way: Way::One(_, place), beyond } = values[0] else {
                unreachable!("only roots are offered: {values:?}")
            };
            assert_eq!((values.len(), beyond, place), (1, least, kept));
        }
    }
}
