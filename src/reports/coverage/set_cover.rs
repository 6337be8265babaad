//! Minimum set cover, exactly: the fewest columns that together cover all rows.
//!
//! 1. *Reductions*: a row with one column makes that column essential; a row
//!    that has all columns of another is dominated, for it is covered with it;
//!    a column whose rows another has too is dominated, for it is never needed.
//! 2. *Components*: what is left falls into parts that share no column.
//! 3. *Branch and bound* in each: the search branches on the columns of the row
//!    that has fewest and prunes where a lower bound says that no smaller cover
//!    follows. One bound counts rows that share no column; the other is
//!    the Lagrangian one, with every row's constraint relaxed and its
//!    multiplier moved by subgradient ascent. By the same bound columns that no
//!    smaller cover has are fixed out.
//!
//! The reductions, the Lagrangian bound and the fixing by reduced costs are
//! those of J. E. Beasley, "An algorithm for set covering problem", European
//! Journal of Operational Research 31 (1987); the subgradient method is due to
//! M. Held and R. M. Karp, "The traveling-salesman problem and minimum spanning
//! trees: Part II", Mathematical Programming 1 (1971). Here a multiplier keeps
//! its value down the tree, and the step is shortened by one more divisor each
//! time the bound does not rise.
//!
//! All is done in whole numbers, so that what is proven is proven.

mod lower_bound;
mod rest;
mod table;

use rest::Rest;
use table::Table;

/// A cover, and how good it is known to be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cover {
    /// The columns, in order.
    pub columns: Vec<usize>,
    /// No cover has fewer columns than this.
    pub at_least: usize,
}

impl Cover {
    /// Whether there is no smaller cover.
    pub fn is_proven(&self) -> bool {
        self.columns.len() == self.at_least
    }
}

/// The fewest columns that cover every row; `rows` are the columns that cover
/// each, and one that has none is passed over.
///
/// Of several such covers it is the one with the earliest columns: the one that
/// is first when they are compared as lists. After `limit` steps of the search,
/// or once `stop` says so, the best cover found so far is given, which covers
/// less without any of its columns; the same problem with the same limit has the
/// same answer.
///
/// # Examples
///
/// ```
/// use bracket24::minimum_cover;
///
/// // The largest column is 1, and yet it is in no smallest cover.
/// let rows = [vec![0, 1], vec![0, 1], vec![0], vec![1, 2], vec![1, 2], vec![2]];
/// let cover = minimum_cover(&rows, 1000, || false);
/// assert_eq!(cover.columns, [0, 2]);
/// assert!(cover.is_proven());
/// ```
pub fn minimum_cover(rows: &[Vec<usize>], limit: u64, stop: impl Fn() -> bool) -> Cover {
    let table = Table::new(rows);
    let mut cover = Cover::default();
    let mut effort = Effort { left: limit, stop: &stop };
    for part in table.parts() {
        let found = Search::new(&table, &mut effort).cover(&part);
        cover.columns.extend(found.columns);
        cover.at_least += found.at_least;
    }
    cover.columns.sort_unstable();
    cover
}

/// The number of subgradient steps at each node of the search.
const ROUNDS: usize = 20;

/// What the searches may still do, all together.
struct Effort<'a> {
    left: u64,
    stop: &'a dyn Fn() -> bool,
}

struct Search<'a, 'b> {
    table: &'a Table,
    effort: &'a mut Effort<'b>,
    /// Only a cover of fewer columns is of interest.
    fewer_than: usize,
    best: Option<Vec<usize>>,
    /// A lower bound: no cover has fewer columns than this.
    enough: usize,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(table: &'a Table, effort: &'a mut Effort<'b>) -> Self {
        Self { table, effort, fewer_than: 0, best: None, enough: 0 }
    }

    fn cover(&mut self, part: &Rest) -> Cover {
        let mut rest = part.clone();
        rest.reduce(self.table);
        let mut best = rest.clone().greedy(self.table);
        let mut at_least = rest.chosen.len() + rest.lower_bound(self.table);
        while at_least < best.len()
            && rest.clone().is_hopeless(self.table, at_least + 1, 10 * ROUNDS)
        {
            at_least += 1;
        }
        let finished = self.improve(&rest, &mut best, at_least);
        best.sort_unstable();
        if finished {
            best = self.earliest(part, best);
            Cover { at_least: best.len(), columns: best }
        } else {
            self.drop_redundant(part, &mut best);
            Cover { columns: best, at_least }
        }
    }

    /// Leaves out of a cover of `part` the columns whose rows others of it cover.
    fn drop_redundant(&self, part: &Rest, cover: &mut Vec<usize>) {
        for column in cover.clone() {
            let is_alone = |row: usize| {
                cover.iter().all(|&it| it == column || !self.table.rows[row].contains(it))
            };
            if !self.table.columns[column].iter_within(&part.rows).any(is_alone) {
                cover.retain(|&it| it != column);
            }
        }
    }

    /// Looks for a cover of `rest` that is smaller than `best` until there is
    /// none; `false` where that could not be seen to the end.
    fn improve(&mut self, rest: &Rest, best: &mut Vec<usize>, at_least: usize) -> bool {
        (self.fewer_than, self.enough) = (best.len(), at_least);
        self.branch(rest.clone());
        if let Some(found) = self.best.take() {
            *best = found;
        }
        self.effort.left > 0
    }

    /// The cover of `part` as small as `best` with the earliest columns.
    fn earliest(&mut self, part: &Rest, mut best: Vec<usize>) -> Vec<usize> {
        let mut rest = part.clone();
        for column in part.columns.iter() {
            if !self.table.columns[column].meets(&rest.rows) {
                continue;
            }
            let mut with = rest.clone();
            with.choose(self.table, column);
            if !best.contains(&column) {
                (self.fewer_than, self.enough) = (best.len() + 1, best.len());
                self.branch(with.clone());
                if self.effort.left == 0 {
                    break;
                }
                let Some(found) = self.best.take() else {
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
        if self.effort.left.is_multiple_of(64) && (self.effort.stop)() {
            self.effort.left = 0;
        }
        if self.effort.left == 0 {
            return;
        }
        self.effort.left -= 1;
        if !rest.reduce(self.table) || rest.chosen.len() >= self.fewer_than {
            return;
        }
        if rest.rows.is_empty() {
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
        let fewest = |&row: &usize| table.rows[row].len_within(&rest.columns);
        let row = rest.rows.iter().min_by_key(fewest).expect("there is a row left");
        let mut columns: Vec<usize> = table.rows[row].iter_within(&rest.columns).collect();
        columns
            .sort_by_key(|&column| std::cmp::Reverse(table.columns[column].len_within(&rest.rows)));
        for column in columns {
            let mut with = rest.clone();
            with.choose(table, column);
            self.branch(with);
            if self.effort.left == 0 || self.fewer_than <= self.enough {
                return;
            }
            // Covers with it have been seen.
            rest.columns.remove(column);
        }
    }
}
