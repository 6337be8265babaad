//! Minimum set cover, exactly: the fewest columns that together cover all rows.
//!
//! 1. *Reductions*: a row with one column makes that column essential. A row that has all columns
//!    of another row is dominated: a cover of the other row also covers this one. A column is
//!    dominated if another column has all of its rows: a cover can use the other column instead.
//! 2. *Components*: the remaining table splits into parts that share no column.
//! 3. *Branch and bound* in each part: the search takes the row with the fewest columns, and tries
//!    each of these columns. It prunes a branch if a lower bound shows that the branch has no
//!    smaller cover. One bound counts rows that share no column. The other is the Lagrangian bound:
//!    it relaxes the constraint of every row, and moves the row's multiplier by subgradient ascent.
//!    This bound also removes columns that are in no smaller cover.
//!
//! The reductions, the Lagrangian bound and the fixing by reduced costs are those of J. E. Beasley,
//! "An algorithm for set covering problem", European Journal of Operational Research 31 (1987); the
//! subgradient method is due to M. Held and R. M. Karp, "The traveling-salesman problem and minimum
//! spanning trees: Part II", Mathematical Programming 1 (1971). In this program, a branch of the
//! search starts with the multipliers of its parent, and the divisor of the step grows by one each
//! time the bound does not rise.
//!
//! All arithmetic is in whole numbers, so that rounding cannot invalidate a proof.

use std::cmp::Reverse;

use itertools::Itertools;

use crate::bit_set::{self, BitSet, is_subset_within};

/// A cover, and a lower bound on the number of columns in any cover.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cover {
    /// The columns, in order.
    pub columns: Vec<usize>,
    /// No cover has fewer columns than this.
    pub at_least: usize,
}

/// Returns the fewest columns that cover every row. Each row lists the columns that cover it; rows
/// without columns are skipped.
///
/// If several covers have the fewest columns, returns the one whose list of columns comes first in
/// lexicographic order. After `limit` steps of the search, or once `stop` returns true, returns the
/// best cover found so far, in which no column is redundant. The same problem with the same limit
/// always has the same answer.
///
/// # Examples
///
/// ```
/// use bracket24::minimum_cover;
///
/// // Column 1 covers the most rows, and yet it is in no smallest cover.
/// let rows = [vec![0, 1], vec![0, 1], vec![0], vec![1, 2], vec![1, 2], vec![2]];
/// let cover = minimum_cover(&rows, 1000, || false);
/// assert_eq!(cover.columns, [0, 2]);
/// assert_eq!(cover.columns.len(), cover.at_least, "there is no smaller cover");
/// ```
pub fn minimum_cover(rows: &[Vec<usize>], limit: u64, stop: impl Fn() -> bool) -> Cover {
    let table = Table::new(rows);
    let mut cover = Cover::default();
    let (fewer_than, best, enough) = (0, None, 0);
    let mut search = Search { table: &table, left: limit, stop: &stop, fewer_than, best, enough };
    for part in table.parts() {
        let found = search.cover(&part);
        cover.columns.extend(found.columns);
        cover.at_least += found.at_least;
    }
    cover.columns.sort_unstable();
    cover
}

/// The number of subgradient steps at each node of the search.
const ROUNDS: usize = 20;

struct Search<'a> {
    table: &'a Table,
    /// The remaining budget of steps.
    left: u64,
    stop: &'a dyn Fn() -> bool,
    /// The search looks only for covers with fewer columns than this.
    fewer_than: usize,
    best: Option<Vec<usize>>,
    /// No cover has fewer columns than this, so the search ends when it finds one of this size.
    enough: usize,
}

impl Search<'_> {
    fn cover(&mut self, part: &Rest) -> Cover {
        let mut rest = part.clone();
        let _ = rest.reduce(self.table);
        let mut best = rest.clone().greedy(self.table);
        let mut at_least = rest.chosen.len() + rest.lower_bound(self.table);
        while at_least < best.len()
            && rest.clone().is_hopeless(self.table, at_least + 1, 10 * ROUNDS)
        {
            at_least += 1;
        }
        best = self.smaller(rest, best.len(), at_least).unwrap_or(best);
        best.sort_unstable();
        if self.left > 0 {
            best = self.earliest(part, best);
            Cover { at_least: best.len(), columns: best }
        } else {
            self.drop_redundant(part, &mut best);
            Cover { columns: best, at_least }
        }
    }

    /// Removes redundant columns from `cover`: in `part`, the other columns cover all of their
    /// rows.
    fn drop_redundant(&self, part: &Rest, cover: &mut Vec<usize>) {
        for column in cover.clone() {
            let is_alone = |row: usize| {
                cover.iter().all(|&it| it == column || !self.table.rows[row].contains(it))
            };
            if !self.table.columns[column].intersection(&part.rows).any(is_alone) {
                cover.retain(|&it| it != column);
            }
        }
    }

    /// Returns the smallest cover of `rest` with fewer columns than `fewer_than`; `enough` columns
    /// are few enough. If no steps are left, the search was cut short, and there may be smaller
    /// ones.
    fn smaller(&mut self, rest: Rest, fewer_than: usize, enough: usize) -> Option<Vec<usize>> {
        (self.fewer_than, self.enough) = (fewer_than, enough);
        self.branch(rest);
        self.best.take()
    }

    /// Returns the first, in lexicographic order, of all covers of `part` with as many columns as
    /// `best`.
    fn earliest(&mut self, part: &Rest, mut best: Vec<usize>) -> Vec<usize> {
        let mut rest = part.clone();
        for column in part.columns.ones() {
            if self.table.columns[column].is_disjoint(&rest.rows) {
                continue;
            }
            let mut with = rest.clone();
            with.choose(self.table, column);
            if !best.contains(&column) {
                let found = self.smaller(with.clone(), best.len() + 1, best.len());
                if self.left == 0 {
                    break;
                }
                let Some(found) = found else {
                    rest.columns.remove(column);
                    continue;
                };
                best = found;
            }
            rest = with;
        }
        best.sort_unstable();
        best
    }

    fn branch(&mut self, mut rest: Rest) {
        if self.left.is_multiple_of(64) && (self.stop)() {
            self.left = 0;
        }
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        if rest.reduce(self.table).is_none() || rest.chosen.len() >= self.fewer_than {
            return;
        }
        if rest.rows.is_clear() {
            self.fewer_than = rest.chosen.len();
            self.best = Some(rest.chosen);
            return;
        }
        if rest.chosen.len() + rest.lower_bound(self.table) >= self.fewer_than
            || rest.is_hopeless(self.table, self.fewer_than, ROUNDS)
        {
            return;
        }
        let table = self.table;
        let fewest = |&row: &usize| table.rows[row].intersection_count(&rest.columns);
        let row = rest.rows.ones().min_by_key(fewest).expect("there is a row left");
        let hits = |&column: &usize| Reverse(table.columns[column].intersection_count(&rest.rows));
        for column in table.rows[row].intersection(&rest.columns).sorted_by_key(hits) {
            let mut with = rest.clone();
            with.choose(table, column);
            self.branch(with);
            if self.left == 0 || self.fewer_than <= self.enough {
                return;
            }
            // The search has already tried all covers with this column.
            rest.columns.remove(column);
        }
    }
}

/// The rows and columns, with the columns that cover each row.
struct Table {
    /// The columns of each row.
    rows: Vec<BitSet>,
    /// The rows of each column.
    columns: Vec<BitSet>,
}

impl Table {
    /// Makes the table without dominated rows, which have all the columns of another row.
    fn new(rows: &[Vec<usize>]) -> Self {
        let size = rows.iter().flatten().max().map_or(0, |last| last + 1);
        let sets = rows
            .iter()
            .filter(|row| !row.is_empty())
            .map(|row| bit_set::of(size, row.iter().copied()))
            // The sort is stable, so the first of several equal rows stays.
            .sorted_by_cached_key(|set| set.count_ones(..));
        let mut kept: Vec<BitSet> = Vec::new();
        // The kept rows, by first column. A row can have all columns of a kept row only if it has
        // the first column of that row.
        let mut by_first: Vec<Vec<usize>> = vec![Vec::new(); size];
        for set in sets {
            let is_smaller = |&row: &usize| kept[row].is_subset(&set);
            if set.ones().any(|column| by_first[column].iter().any(is_smaller)) {
                continue;
            }
            if let Some(first) = set.minimum() {
                by_first[first].push(kept.len());
            }
            kept.push(set);
        }
        let mut columns = vec![BitSet::with_capacity(kept.len()); size];
        for (row, set) in kept.iter().enumerate() {
            set.ones().for_each(|column| columns[column].insert(row));
        }
        Self { rows: kept, columns }
    }

    /// Divides the table into parts that share no column.
    fn parts(&self) -> Vec<Rest> {
        let mut left = bit_set::of(self.rows.len(), 0..self.rows.len());
        let mut parts = Vec::new();
        while let Some(first) = left.minimum() {
            let mut columns = self.rows[first].clone();
            let mut rows = bit_set::of(self.rows.len(), [first]);
            left.remove(first);
            // Rows that share a column with the part belong to it.
            while let Some(row) = left.ones().find(|&row| !self.rows[row].is_disjoint(&columns)) {
                left.remove(row);
                rows.insert(row);
                columns.union_with(&self.rows[row]);
            }
            // At the start, the multipliers of a column's rows add up to at most the column's cost.
            let multiplier = |row: usize| {
                let sizes = self.rows[row].ones().map(|it| self.columns[it].count_ones(..));
                let largest = sizes.max().expect("a row without columns is not in the table");
                WHOLE / i64::try_from(largest).expect("a column has fewer rows")
            };
            let multipliers = (0..self.rows.len()).map(multiplier).collect();
            parts.push(Rest { rows, columns, chosen: Vec::new(), multipliers });
        }
        parts
    }
}

/// The cost of a column; multipliers are fractions of it.
const WHOLE: i64 = 1 << 20;

/// The rows still to cover, and the columns that may be chosen for them.
#[derive(Clone)]
struct Rest {
    rows: BitSet,
    columns: BitSet,
    chosen: Vec<usize>,
    /// The Lagrangian multiplier of each row; see [`Rest::is_hopeless`].
    multipliers: Vec<i64>,
}

impl Rest {
    fn choose(&mut self, table: &Table, column: usize) {
        self.chosen.push(column);
        self.columns.remove(column);
        self.rows.difference_with(&table.columns[column]);
    }

    /// Chooses essential columns and removes dominated rows and columns. Returns `None` if a row
    /// can no longer be covered.
    fn reduce(&mut self, table: &Table) -> Option<()> {
        let size = |it: &Self| it.rows.count_ones(..) + it.columns.count_ones(..);
        loop {
            let before = size(self);
            self.choose_essential(table)?;
            self.drop_dominated_rows(table);
            self.drop_dominated_columns(table);
            if size(self) == before {
                return Some(());
            }
        }
    }

    /// Chooses each column that is the only one of a row. Returns `None` if a row has none.
    fn choose_essential(&mut self, table: &Table) -> Option<()> {
        for row in self.rows.clone().ones() {
            if !self.rows.contains(row) {
                continue;
            }
            let mut columns = table.rows[row].intersection(&self.columns);
            let (first, second) = (columns.next()?, columns.next());
            if second.is_none() {
                self.choose(table, first);
            }
        }
        Some(())
    }

    /// Removes dominated rows: a cover of another row also covers them.
    fn drop_dominated_rows(&mut self, table: &Table) {
        for row in self.rows.clone().ones() {
            let columns = &table.rows[row];
            let covered = self.rows.ones().any(|other| {
                let smaller = &table.rows[other];
                other != row
                    && is_subset_within(smaller, columns, &self.columns)
                    && (other < row || !is_subset_within(columns, smaller, &self.columns))
            });
            if covered {
                self.rows.remove(row);
            }
        }
    }

    /// Removes dominated columns: another column has all of their rows.
    fn drop_dominated_columns(&mut self, table: &Table) {
        for column in self.columns.clone().ones() {
            let rows = &table.columns[column];
            let needless = match rows.intersection(&self.rows).next() {
                None => true,
                // A column that has all these rows is also a column of the first row.
                Some(first) => table.rows[first].intersection(&self.columns).any(|other| {
                    let larger = &table.columns[other];
                    other != column
                        && is_subset_within(rows, larger, &self.rows)
                        && (other < column || !is_subset_within(larger, rows, &self.rows))
                }),
            };
            if needless {
                self.columns.remove(column);
            }
        }
    }

    /// Returns a cover that takes, at each step, the column with the most rows still to cover.
    fn greedy(mut self, table: &Table) -> Vec<usize> {
        while !self.rows.is_clear() {
            let most = self.columns.ones().max_by_key(|&column| {
                (table.columns[column].intersection_count(&self.rows), Reverse(column))
            });
            self.choose(table, most.expect("a row that is left has a column"));
        }
        self.chosen
    }

    /// Returns a lower bound on the number of further columns: the number of rows that share no
    /// column.
    fn lower_bound(&self, table: &Table) -> usize {
        let sized = |row: usize| (table.rows[row].intersection_count(&self.columns), row);
        let mut taken = BitSet::with_capacity(table.columns.len());
        let mut bound = 0;
        for (_, row) in self.rows.ones().map(sized).sorted_unstable() {
            if table.rows[row].intersection(&self.columns).all(|column| !taken.contains(column)) {
                taken.union_with(&table.rows[row]);
                bound += 1;
            }
        }
        bound
    }

    /// Whether the Lagrangian bound shows that every cover has at least `fewer_than` columns. If
    /// not, removes some columns that are in no cover with fewer columns.
    ///
    /// A column's reduced cost is its cost minus the multipliers of its rows. The bound is the sum
    /// of all multipliers and of all negative reduced costs. No cover costs less than the bound,
    /// whatever the multipliers are. Subgradient ascent changes the multipliers so that the bound
    /// rises. It raises the multiplier of a row that no column of negative reduced cost covers, and
    /// lowers that of a row that several such columns cover. If the bound and the reduced cost of a
    /// column together exceed the limit, no smaller cover has this column.
    fn is_hopeless(&mut self, table: &Table, fewer_than: usize, rounds: usize) -> bool {
        let whole = |count: usize| WHOLE * i64::try_from(count).expect("a cover has fewer columns");
        // The maximum cost of the columns that complete a cover with fewer than `fewer_than`
        // columns.
        let limit = whole(fewer_than - 1) - whole(self.chosen.len());
        let (mut highest, mut shorter) = (0, 1);
        for _ in 0..rounds {
            let mut bound: i64 = self.rows.ones().map(|row| self.multipliers[row]).sum();
            let mut costs: Vec<(usize, i64)> = Vec::new();
            for column in self.columns.ones() {
                let rows = table.columns[column].intersection(&self.rows);
                let cost = WHOLE - rows.map(|row| self.multipliers[row]).sum::<i64>();
                bound += cost.min(0);
                costs.push((column, cost));
            }
            if bound > limit {
                return true;
            }
            // For each row, 1 minus the number of columns of negative reduced cost that cover it.
            let mut uncovered = vec![1; table.rows.len()];
            for &(column, cost) in &costs {
                if cost > 0 && bound + cost > limit {
                    self.columns.remove(column);
                } else if cost < 0 {
                    for row in table.columns[column].intersection(&self.rows) {
                        uncovered[row] -= 1;
                    }
                }
            }
            if bound > highest {
                highest = bound;
            } else {
                shorter += 1;
            }
            let norm: i64 = self.rows.ones().map(|row| uncovered[row] * uncovered[row]).sum();
            let step = (limit + WHOLE - bound) / norm.max(1) / shorter;
            if step == 0 {
                break;
            }
            for row in self.rows.ones() {
                self.multipliers[row] =
                    (self.multipliers[row] + step * uncovered[row]).clamp(0, WHOLE);
            }
        }
        false
    }
}
