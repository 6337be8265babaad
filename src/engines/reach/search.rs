//! The search for a target in the tables.

use std::cell::OnceCell;

use super::fraction::{Value, anything, complete, join};
use super::table::{Rows, Table, Values, add, pair, triple};
use super::{Cards, PAIRS, Reach, SIX};

/// A search for one target.
pub(super) struct Search<'a> {
    reach: &'a Reach,
    target: Value,
    /// Whether the target is negative, so that a subtraction is needed.
    negative: bool,
    /// For every card, the values that make the target with this card.
    with_card: Vec<Vec<Value>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(reach: &'a Reach, target: Value, negative: bool) -> Self {
        let with_card = reach.cards.iter().map(|&card| {
            let mut needed = Vec::with_capacity(5);
            complete(target, Value::plain(card), |value| needed.push(value));
            needed
        });
        Self { reach, target, negative, with_card: with_card.collect() }
    }

    /// Returns, for every pair, the cards that make the target with this pair.
    pub(super) fn pairs_and_cards(&self) -> Rows {
        let mut meeting = Meeting::new(&self.reach.pairs, self.reach.cards.len(), self.negative);
        for (card, needed) in self.with_card.iter().enumerate() {
            if anything(self.target, Value::plain(self.reach.cards[card])) {
                meeting.always.set(0, card);
            }
            for &value in needed {
                meeting.add(card, value);
            }
        }
        meeting.finish()
    }

    /// Returns, for every sub-hand of `table`, the pairs that make the target with this sub-hand.
    pub(super) fn with_pairs(&self, table: &Table) -> Rows {
        let mut meeting = Meeting::new(table, self.reach.pairs.len(), self.negative);
        self.with_pair(|pair, needed| match needed {
            Some(value) => meeting.add(pair, value),
            None => meeting.always.set(0, pair),
        });
        meeting.finish()
    }

    /// Calls `each` with every pair and every value that makes the target with this pair. The two
    /// cards are joined with each other first, or are joined with the value one after the other.
    /// The value is `None` if any value will do.
    fn with_pair(&self, mut each: impl FnMut(usize, Option<Value>)) {
        let Reach { cards, pairs, .. } = self.reach;
        let mut step = |pair, whole, part| {
            if anything(whole, part) {
                each(pair, None);
            }
            complete(whole, part, |value| each(pair, Some(value)));
        };
        for j in 0..cards.len() {
            for i in 0..=j {
                let pair = pair(i, j);
                for value in pairs.values_of(pair) {
                    step(pair, self.target, value);
                }
                for &whole in &self.with_card[i] {
                    step(pair, whole, Value::plain(cards[j]));
                }
                if i < j {
                    for &whole in &self.with_card[j] {
                        step(pair, whole, Value::plain(cards[i]));
                    }
                }
            }
        }
    }

    /// Returns, for every triple, the triples that make the target with this triple.
    pub(super) fn triples_and_triples(&self, triples: &Table, owners: &[Rows; 2]) -> Rows {
        let [mut free, mut bound] =
            [(); 2].map(|()| Rows::new(triples.values.len(), triples.len()));
        for (number, value) in triples.values.fractions().enumerate() {
            let value = Value::plain(value);
            if anything(self.target, value) {
                free.fill(number);
                bound.fill(number);
            }
            complete(self.target, value, |other| {
                let Some(other_number) = triples.values.find(other.fraction) else { return };
                add(free.row_mut(number), owners[0].row(other_number));
                if self.negative {
                    let owners = &owners[usize::from(!other.subtracted)];
                    add(bound.row_mut(number), owners.row(other_number));
                }
            });
        }
        triples.gather(&free, if self.negative { &bound } else { &free })
    }

    /// Whether four of the five cards, as two pairs joined with each other, make a value that makes
    /// the target with the fifth card. With the target as a sixth leaf, such a tree cannot be cut
    /// into three and three leaves.
    pub(super) fn by_two_pairs(&self, hand: &Cards) -> bool {
        (0..5).any(|last| {
            if last > 0 && hand[last] == hand[last - 1] {
                return false;
            }
            let needed = &self.with_card[hand[last]];
            let mut rest = (0..5).filter(|&it| it != last).map(|it| hand[it]);
            let rest = [(); 4].map(|()| rest.next().expect("five cards without one are four"));
            self.joined_pairs(&rest, |value| {
                // For a negative target, one of the two values must have a subtraction.
                let is_signed = |it: &Value| !self.negative || value.subtracted || it.subtracted;
                needed.iter().any(|it| it.fraction == value.fraction && is_signed(it))
            })
        })
    }

    /// Whether `is_it` returns true for some value that the four cards make as two pairs joined
    /// with each other, for any division into pairs.
    fn joined_pairs(&self, [a, b, c, d]: &[usize; 4], is_it: impl Fn(Value) -> bool) -> bool {
        let pairs = &self.reach.pairs;
        [[(a, b), (c, d)], [(a, c), (b, d)], [(a, d), (b, c)]].iter().any(|split| {
            let [left, right] = split.map(|(&i, &j)| pairs.values_of(pair(i, j)));
            left.into_iter().any(|left| {
                right.clone().any(|right| {
                    let mut found = false;
                    join(left, right, |value| found = found || is_it(value));
                    found
                })
            })
        })
    }

    /// Returns the index of the table in which to look for a match of `value`. Table 0 has all
    /// values. Table 1 has only values with a subtraction: for a negative target, a `value` without
    /// a subtraction needs such a match.
    fn list(&self, value: Value) -> usize {
        usize::from(self.negative && !value.subtracted)
    }
}

/// Finds the sub-hands of a table that have needed values. The *columns* are the cards or pairs
/// that need these values for the target.
struct Meeting<'a> {
    table: &'a Table,
    /// For every value of the table, the columns that need it. One more row is for all values
    /// outside the table.
    free: Rows,
    /// For a negative target, the rows for values made without a subtraction. They have only the
    /// columns whose needed value has a subtraction.
    bound: Option<Rows>,
    /// The columns for which any value will do.
    always: Rows,
}

impl<'a> Meeting<'a> {
    fn new(table: &'a Table, columns: usize, negative: bool) -> Self {
        let rows = || Rows::new(table.values.len() + 1, columns);
        Self { table, free: rows(), bound: negative.then(rows), always: Rows::new(1, columns) }
    }

    /// Records that `column` needs the value `needed`.
    fn add(&mut self, column: usize, needed: Value) {
        let number = self.table.values.find_or_len(needed.fraction);
        self.free.set(number, column);
        if let Some(bound) = &mut self.bound
            && needed.subtracted
        {
            bound.set(number, column);
        }
    }

    /// Returns, for every sub-hand of the table, the columns that need at least one of its values.
    fn finish(self) -> Rows {
        let mut met = self.table.gather(&self.free, self.bound.as_ref().unwrap_or(&self.free));
        for sub_hand in 0..self.table.len() {
            add(met.row_mut(sub_hand), self.always.row(0));
        }
        met
    }
}

/// The search in hands of six cards that have no solution with two triples joined with each other.
/// It goes through the other trees, in which the target is first joined with one or two cards.
pub(super) struct Rest<'a> {
    search: &'a Search<'a>,
    triples: &'a Table,
    owners: &'a [Rows; 2],
    /// For every pair, the values that make the target with this pair: the other four cards must
    /// make one of them.
    needed: Vec<Vec<Value>>,
    /// For every pair, whether any value will do.
    always: Vec<bool>,
    /// For every triple, the result of `with_triple`, computed on first use.
    rows: Vec<OnceCell<Rows>>,
    /// All values in `needed`.
    values: Values,
    /// For each of these values, the pairs that need it. The second table has only the pairs for
    /// which `needed` has the value with a subtraction.
    pairs: [Rows; 2],
}

impl<'a> Rest<'a> {
    pub(super) fn new(search: &'a Search<'a>, triples: &'a Table, owners: &'a [Rows; 2]) -> Self {
        let count = search.reach.pairs.len();
        let limit = search.reach.limits[4];
        let (mut needed, mut always) = (vec![Vec::new(); count], vec![false; count]);
        let mut values = Values::default();
        search.with_pair(|pair, value| match value {
            Some(value) if value.fraction.numer <= limit && value.fraction.denom <= limit => {
                values.insert(value.fraction);
                needed[pair].push(value);
            }
            Some(_) => {}
            None => always[pair] = true,
        });
        let mut pairs = [(); 2].map(|()| Rows::new(values.len(), count));
        for (pair, needed) in needed.iter_mut().enumerate() {
            // Keep each value at most once with a subtraction and once without.
            needed.retain(|value| {
                let Some(number) = values.find(value.fraction) else { return false };
                let is_new =
                    !pairs[0].has(number, pair) || value.subtracted && !pairs[1].has(number, pair);
                pairs[0].set(number, pair);
                if value.subtracted {
                    pairs[1].set(number, pair);
                }
                is_new
            });
        }
        let rows = vec![OnceCell::new(); triples.len()];
        Self { search, triples, owners, needed, always, rows, values, pairs }
    }

    pub(super) fn solves(&self, hand: &Cards) -> bool {
        let pairs = PAIRS.map(|([i, j], rest)| (pair(hand[i], hand[j]), rest.map(|it| hand[it])));
        pairs.iter().any(|&(pair, _)| self.always[pair])
            || SIX.iter().any(|split| {
                let [left, right] = [split.0, split.1].map(|[i, j, k]| [hand[i], hand[j], hand[k]]);
                self.meets(left, right) || self.meets(right, left)
            })
            || pairs.iter().any(|(pair, others)| self.two_pairs_meet(*pair, others))
    }

    /// Whether the three cards `with` need a value of the triple `made`.
    fn meets(&self, with: [usize; 3], made: [usize; 3]) -> bool {
        let number = |[i, j, k]: [usize; 3]| triple(i, j, k);
        self.rows[number(with)].get_or_init(|| self.with_triple(with)).has(0, number(made))
    }

    /// Returns the triples that make the target with the cards a, b and c, in expressions that do
    /// not join these three cards with each other first.
    fn with_triple(&self, [a, b, c]: [usize; 3]) -> Rows {
        let reach = self.search.reach;
        let mut row = Rows::new(1, self.triples.len());
        let mut step = |whole, part| {
            if anything(whole, part) {
                row.fill(0);
            }
            complete(whole, part, |value| {
                if let Some(number) = self.triples.values.find(value.fraction) {
                    add(row.row_mut(0), self.owners[self.search.list(value)].row(number));
                }
            });
        };
        for (pair, card) in [(pair(a, b), c), (pair(a, c), b), (pair(b, c), a)] {
            for &whole in &self.needed[pair] {
                step(whole, Value::plain(reach.cards[card]));
            }
            for &whole in &self.search.with_card[card] {
                for part in reach.pairs.values_of(pair) {
                    step(whole, part);
                }
            }
        }
        row
    }

    /// Whether the cards `others`, as two pairs joined with each other, make a value that `pair`
    /// needs.
    fn two_pairs_meet(&self, pair: usize, others: &[usize; 4]) -> bool {
        self.search.joined_pairs(others, |value| {
            let number = self.values.find(value.fraction);
            number.is_some_and(|number| self.pairs[self.search.list(value)].has(number, pair))
        })
    }
}
