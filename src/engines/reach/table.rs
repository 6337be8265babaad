//! The values of all sub-hands of one size.

use indexmap::IndexSet;

use super::fraction::{Fraction, Value, join};

/// The values of all pairs, or of all triples, of a deck.
#[derive(Debug)]
pub(super) struct Table {
    /// The distinct values.
    pub(super) values: Values,
    /// The values of the first sub-hand, then those of the second, and so on.
    entries: Vec<Entry>,
    /// The start of each sub-hand's entries, and the end of the last.
    starts: Vec<usize>,
}

/// The number of a value, and whether it is [`subtracted`](Value::subtracted).
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry(u32);

impl Entry {
    fn new(number: usize, subtracted: bool) -> Self {
        let twice = u32::try_from(number * 2)
            .expect("the tables of a deck that is not refused have fewer values");
        Self(twice | u32::from(subtracted))
    }

    pub(super) const fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) const fn is_subtracted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Table {
    fn new() -> Self {
        Self { values: Values::default(), entries: Vec::new(), starts: vec![0] }
    }

    /// Makes the table of all pairs of `cards`, including each card paired with itself.
    pub(super) fn of_pairs(cards: &[Fraction]) -> Self {
        let mut table = Self::new();
        for (j, &b) in cards.iter().enumerate() {
            for &a in &cards[..=j] {
                join(Value::plain(a), Value::plain(b), |value| table.push(value));
                table.starts.push(table.entries.len());
            }
        }
        table.values.lay_grid();
        table
    }

    /// Makes the table of all triples of `cards`. The values of two cards are joined with the
    /// third.
    pub(super) fn of_triples(cards: &[Fraction], pairs: &Self) -> Self {
        let mut table = Self::new();
        // Many pairs have the same value, so join each distinct value with each card only once.
        let mut joined = Vec::new();
        for fraction in pairs.values.fractions() {
            for &card in cards {
                let start = joined.len();
                join(Value::plain(fraction), Value::plain(card), |value| {
                    joined.push(Entry::new(table.values.insert(value.fraction), value.subtracted));
                });
                // `join` makes at most five values. If there are fewer, duplicates fill the five
                // entries.
                joined.resize(start + 5, joined[start]);
            }
        }
        for k in 0..cards.len() {
            for j in 0..=k {
                for i in 0..=j {
                    let splits = [(pair(i, j), k), (pair(i, k), j), (pair(j, k), i)];
                    for (number, &(rest, card)) in splits.iter().enumerate() {
                        if splits[..number].contains(&(rest, card)) {
                            continue;
                        }
                        for entry in pairs.entries(rest) {
                            let start = (entry.number() * cards.len() + card) * 5;
                            let subtracted = u32::from(entry.is_subtracted());
                            let five = &joined[start..start + 5];
                            table.entries.extend(five.iter().map(|it| Entry(it.0 | subtracted)));
                        }
                    }
                    table.starts.push(table.entries.len());
                }
            }
        }
        table
    }

    fn push(&mut self, value: Value) {
        self.entries.push(Entry::new(self.values.insert(value.fraction), value.subtracted));
    }

    /// Returns the number of sub-hands.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(super) fn entries(&self, sub_hand: usize) -> &[Entry] {
        &self.entries[self.starts[sub_hand]..self.starts[sub_hand + 1]]
    }

    /// Returns the values of a sub-hand.
    pub(super) fn values_of(&self, sub_hand: usize) -> impl Iterator<Item = Value> + Clone + '_ {
        self.entries(sub_hand).iter().map(|entry| Value {
            fraction: self.values.fractions[entry.number()],
            subtracted: entry.is_subtracted(),
        })
    }

    /// Returns, for every value, the sub-hands that have it. The second table has only the
    /// sub-hands that have the value with a subtraction.
    pub(super) fn owners(&self) -> [Rows; 2] {
        let mut owners = [(); 2].map(|()| Rows::new(self.values.len(), self.len()));
        for sub_hand in 0..self.len() {
            for entry in self.entries(sub_hand) {
                owners[0].set(entry.number(), sub_hand);
                if entry.is_subtracted() {
                    owners[1].set(entry.number(), sub_hand);
                }
            }
        }
        owners
    }

    /// Returns, for every sub-hand, the bitwise or of the rows of its values. The rows of values
    /// with a subtraction come from `free`, the rows of the others from `bound`.
    pub(super) fn gather(&self, free: &Rows, bound: &Rows) -> Rows {
        let mut gathered = Rows::new(self.len(), free.columns);
        for sub_hand in 0..self.len() {
            let sum = gathered.row_mut(sub_hand);
            for entry in self.entries(sub_hand) {
                add(sum, if entry.is_subtracted() { free } else { bound }.row(entry.number()));
            }
        }
        gathered
    }
}

/// Returns the number of a pair of cards, `i <= j`.
#[inline]
pub(super) const fn pair(i: usize, j: usize) -> usize {
    j * (j + 1) / 2 + i
}

/// Returns the number of a triple of cards, `i <= j <= k`.
#[inline]
pub(super) const fn triple(i: usize, j: usize, k: usize) -> usize {
    k * (k + 1) * (k + 2) / 6 + pair(i, j)
}

/// Distinct fractions, numbered from 0 and found by hashing.
#[derive(Debug, Default)]
pub(super) struct Values {
    fractions: IndexSet<Fraction, foldhash::fast::RandomState>,
    /// The largest numerator, and the largest denominator.
    limits: [u64; 2],
    /// For every numerator and denominator up to `limits`, the number of the fraction. Empty if
    /// this grid would be too large.
    grid: Vec<u32>,
}

/// The maximum number of places of a grid, so that it fits the processor's nearest cache.
const MAX_GRID: usize = 1 << 13;

impl Values {
    pub(super) fn len(&self) -> usize {
        self.fractions.len()
    }

    pub(super) fn fractions(&self) -> impl Iterator<Item = Fraction> + '_ {
        self.fractions.iter().copied()
    }

    /// Returns the number of `fraction`, if the table contains it.
    #[inline]
    pub(super) fn find(&self, fraction: Fraction) -> Option<usize> {
        // Many of the fractions looked up are far too large, so reject these without hashing.
        (fraction.numer <= self.limits[0] && fraction.denom <= self.limits[1]).then_some(())?;
        self.fractions.get_index_of(&fraction)
    }

    /// Builds the grid if it is not too large. No fraction may be inserted afterwards.
    pub(super) fn lay_grid(&mut self) {
        let number = |number| u32::try_from(number).expect("a grid has few places");
        let [width, height] = self.limits;
        let size = (width + 1).checked_mul(height + 1).and_then(|size| usize::try_from(size).ok());
        if let Some(size) = size.filter(|&size| size < MAX_GRID) {
            self.grid = vec![number(self.len()); size + 1];
            for (at, &fraction) in self.fractions.iter().enumerate() {
                let place = self.place(fraction);
                self.grid[place] = number(at);
            }
        }
    }

    /// Returns the place of `fraction` in the grid. For a fraction beyond its limits, returns the
    /// last place, where there is no fraction.
    #[inline]
    fn place(&self, Fraction { numer, denom }: Fraction) -> usize {
        let [width, height] = self.limits;
        let inside = numer <= width && denom <= height;
        let place = denom.wrapping_mul(width + 1).wrapping_add(numer);
        let last = self.grid.len() - 1;
        let place = if inside { place } else { last as u64 };
        usize::try_from(place).expect("a place inside the grid is below its length")
    }

    /// Returns the number of `fraction`, or the count of all fractions if the table lacks it. With
    /// a grid, this needs no branch; the processor could not predict one.
    #[inline]
    pub(super) fn find_or_len(&self, fraction: Fraction) -> usize {
        if self.grid.is_empty() {
            return self.find(fraction).unwrap_or(self.len());
        }
        self.grid[self.place(fraction)] as usize
    }

    /// Returns the number of `fraction`, and inserts it if it is new.
    #[inline]
    pub(super) fn insert(&mut self, fraction: Fraction) -> usize {
        self.limits = [self.limits[0].max(fraction.numer), self.limits[1].max(fraction.denom)];
        self.fractions.insert_full(fraction).0
    }
}

/// Rows with the same number of bits.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    pub(super) columns: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64).max(1);
        Self { columns, words, bits: vec![0; rows * words] }
    }

    #[inline]
    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    #[inline]
    pub(super) fn has(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// Sets all bits of a row.
    pub(super) fn fill(&mut self, row: usize) {
        self.row_mut(row).fill(u64::MAX);
    }
}

/// Sets each bit of `sum` that is set in `row`.
#[inline]
pub(super) fn add(sum: &mut [u64], row: &[u64]) {
    sum.iter_mut().zip(row).for_each(|(sum, word)| *sum |= word);
}
