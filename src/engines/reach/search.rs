//! What a target asks of the tables.

use super::bits::{self, Rows};
use super::fraction::{Value, anything, complete, join};
use super::table::{Table, pair, triple};
use super::values::Values;
use super::{Cards, Reach};

/// A search for one target.
pub(super) struct Search<'a> {
    reach: &'a Reach,
    target: Value,
    /// Whether the target is negative, so that a subtraction is needed.
    negative: bool,
    /// For every card what the rest must be, with that card, to make the
    /// target.
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

    /// For every pair the cards that make the target with it.
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

    /// For every pair, or every triple, the pairs that make the target with it.
    pub(super) fn with_pairs(&self, table: &Table) -> Rows {
        let mut meeting = Meeting::new(table, self.reach.pairs.len(), self.negative);
        self.with_pair(|pair, needed| match needed {
            Some(value) => meeting.add(pair, value),
            None => meeting.always.set(0, pair),
        });
        meeting.finish()
    }

    /// Hands on what the rest must be, with the cards of a pair, to make the
    /// target: these joined first, or one after the other. `None` where
    /// anything will do.
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

    /// For every triple the triples whose values make the target with one of
    /// its own.
    pub(super) fn triples_and_triples(&self, triples: &Table, owners: &[Rows; 2]) -> Rows {
        let values = triples.values.fractions();
        let [mut free, mut bound] = [(); 2].map(|()| Rows::new(values.len(), triples.len()));
        for (number, &value) in values.iter().enumerate() {
            let value = Value::plain(value);
            if anything(self.target, value) {
                free.fill(number);
                bound.fill(number);
            }
            complete(self.target, value, |other| {
                let Some(other_number) = triples.values.find(other.fraction) else { return };
                bits::add(free.row_mut(number), owners[0].row(other_number));
                if self.negative {
                    let owners = &owners[usize::from(!other.subtracted)];
                    bits::add(bound.row_mut(number), owners.row(other_number));
                }
            });
        }
        triples.gather(&free, if self.negative { &bound } else { &free })
    }

    /// Whether two pairs joined make what is needed with the fifth card: the
    /// trees that do not come apart into three leaves and three.
    pub(super) fn by_two_pairs(&self, hand: &Cards) -> bool {
        (0..5).any(|last| {
            if last > 0 && hand[last] == hand[last - 1] {
                return false;
            }
            let needed = &self.with_card[hand[last]];
            let mut rest = (0..5).filter(|&it| it != last).map(|it| hand[it]);
            let rest = [(); 4].map(|()| rest.next().unwrap_or_default());
            self.joined_pairs(&rest, |value| {
                needed.iter().any(|needed| {
                    value.fraction == needed.fraction && self.suffices(value, *needed)
                })
            })
        })
    }

    /// Whether `is_it` for a value of two pairs joined, whichever they are.
    fn joined_pairs(&self, [a, b, c, d]: &[usize; 4], is_it: impl Fn(Value) -> bool) -> bool {
        let pairs = &self.reach.pairs;
        let splits = [[(a, b), (c, d)], [(a, c), (b, d)], [(a, d), (b, c)]];
        splits.iter().any(|split| {
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

    /// Whether a value that can be made meets one that is needed: for a negative
    /// target one of the two must have a subtraction.
    const fn suffices(&self, made: Value, needed: Value) -> bool {
        !self.negative || made.subtracted || needed.subtracted
    }
}

/// The values of a table looked up among those that are needed.
struct Meeting<'a> {
    table: &'a Table,
    /// For every value of the table the columns it meets.
    free: Rows,
    /// Those that it meets without a subtraction of its own, for a negative
    /// target.
    bound: Option<Rows>,
    /// The columns that everything meets.
    always: Rows,
}

impl<'a> Meeting<'a> {
    fn new(table: &'a Table, columns: usize, negative: bool) -> Self {
        let rows = || Rows::new(table.values.len(), columns);
        let bound = negative.then(rows);
        Self { table, free: rows(), bound, always: Rows::new(1, columns) }
    }

    /// With `column` the rest must be `needed`.
    #[inline]
    fn add(&mut self, column: usize, needed: Value) {
        if let Some(number) = self.table.values.find(needed.fraction) {
            self.free.set(number, column);
            if needed.subtracted
                && let Some(bound) = &mut self.bound
            {
                bound.set(number, column);
            }
        }
    }

    /// For every sub-hand of the table the columns that one of its values meets.
    fn finish(self) -> Rows {
        let mut met = self.table.gather(&self.free, self.bound.as_ref().unwrap_or(&self.free));
        for sub_hand in 0..self.table.len() {
            bits::add(met.row_mut(sub_hand), self.always.row(0));
        }
        met
    }
}

/// What is left of six cards where no two triples do: the trees in which the
/// target is with fewer of them.
pub(super) struct Rest<'a> {
    search: &'a Search<'a>,
    triples: &'a Table,
    owners: &'a [Rows; 2],
    /// For every pair what the other four must be.
    needed: Vec<Vec<Value>>,
    /// The pairs for which anything will do.
    always: Vec<bool>,
    /// All that is needed, and for every such value the pairs it is needed with;
    /// the second with a subtraction.
    values: Values,
    pairs: [Rows; 2],
}

impl<'a> Rest<'a> {
    pub(super) fn new(search: &'a Search<'a>, triples: &'a Table, owners: &'a [Rows; 2]) -> Self {
        let count = search.reach.pairs.len();
        let limit = search.reach.limits[4];
        let (mut needed, mut always) = (vec![Vec::new(); count], vec![false; count]);
        let mut values = Values::new();
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
            // Each value once with a subtraction and once without at most.
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
        Self { search, triples, owners, needed, always, values, pairs }
    }

    pub(super) fn solves(&self, hand: &Cards) -> bool {
        (1..6).any(|j| (0..j).any(|i| self.solves_with(hand, i, j)))
    }

    /// Whether the pair of the cards at `i` and `j` stands beside the target, or
    /// is joined with what the target is, one card further.
    fn solves_with(&self, hand: &Cards, i: usize, j: usize) -> bool {
        let here = pair(hand[i], hand[j]);
        if self.always[here] {
            return true;
        }
        let mut others = (0..6).filter(|&it| it != i && it != j).map(|it| hand[it]);
        let others @ [a, b, c, d] = [(); 4].map(|()| others.next().unwrap_or_default());
        let splits = [
            (a, triple(b, c, d)),
            (b, triple(a, c, d)),
            (c, triple(a, b, d)),
            (d, triple(a, b, c)),
        ];
        let plain = |card: usize| Value::plain(self.search.reach.cards[card]);
        let pair_values = self.search.reach.pairs.values_of(here);
        splits.iter().any(|&(card, triple)| {
            // The triple, joined with the card, then with the pair's cards.
            self.needed[here].iter().any(|&whole| self.completes(whole, plain(card), triple))
                // The triple, joined with the pair, then with the card.
                || self.search.with_card[card]
                    .iter()
                    .any(|&whole| pair_values.clone().any(|it| self.completes(whole, it, triple)))
        }) || self.search.joined_pairs(&others, |value| {
            let number = self.values.find(value.fraction);
            number.is_some_and(|number| {
                self.pairs[usize::from(self.search.negative && !value.subtracted)].has(number, here)
            })
        })
    }

    /// Whether a value of `triple` joined with `part` makes `whole`.
    fn completes(&self, whole: Value, part: Value, triple: usize) -> bool {
        let mut found = anything(whole, part);
        complete(whole, part, |value| {
            found = found
                || self.triples.values.find(value.fraction).is_some_and(|number| {
                    self.owners[usize::from(self.search.negative && !value.subtracted)]
                        .has(number, triple)
                });
        });
        found
    }
}
