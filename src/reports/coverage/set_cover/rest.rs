//! What is left to cover, and its reductions.

use super::table::Table;
use crate::bit_set::BitSet;

/// The rows that are still to be covered, and the columns for them.
#[derive(Clone)]
pub(super) struct Rest {
    pub(super) rows: BitSet,
    pub(super) columns: BitSet,
    pub(super) chosen: Vec<usize>,
    /// The Lagrangian multiplier of each row; see [`Rest::is_hopeless`].
    pub(super) multipliers: Vec<i64>,
}

impl Rest {
    pub(super) fn choose(&mut self, table: &Table, column: usize) {
        self.chosen.push(column);
        self.columns.remove(column);
        self.rows.remove_all(&table.columns[column]);
    }

    /// The rest with essential columns chosen and dominated rows and columns left
    /// out. `false` where a row cannot be covered any more.
    pub(super) fn reduce(&mut self, table: &Table) -> bool {
        loop {
            let Some(forced) = self.choose_essential(table) else { return false };
            if !(forced | self.drop_dominated_rows(table) | self.drop_dominated_columns(table)) {
                return true;
            }
        }
    }

    fn choose_essential(&mut self, table: &Table) -> Option<bool> {
        let mut forced = false;
        for row in self.rows.clone().iter() {
            if !self.rows.contains(row) {
                continue;
            }
            let mut columns = table.rows[row].iter_within(&self.columns);
            let first = columns.next()?;
            if columns.next().is_none() {
                drop(columns);
                self.choose(table, first);
                forced = true;
            }
        }
        Some(forced)
    }

    /// Leaves out dominated rows: those that are covered with another.
    fn drop_dominated_rows(&mut self, table: &Table) -> bool {
        let mut dropped = false;
        for row in self.rows.clone().iter() {
            let columns = &table.rows[row];
            let covered = self.rows.iter().any(|other| {
                let smaller = &table.rows[other];
                other != row
                    && smaller.is_subset(columns, &self.columns)
                    && (other < row || !columns.is_subset(smaller, &self.columns))
            });
            if covered {
                self.rows.remove(row);
                dropped = true;
            }
        }
        dropped
    }

    /// Leaves out dominated columns: those whose rows another has too.
    fn drop_dominated_columns(&mut self, table: &Table) -> bool {
        let mut dropped = false;
        for column in self.columns.clone().iter() {
            let rows = &table.columns[column];
            let needless = match rows.iter_within(&self.rows).next() {
                None => true,
                // Another that has all its rows has the first.
                Some(first) => table.rows[first].iter_within(&self.columns).any(|other| {
                    let larger = &table.columns[other];
                    other != column
                        && rows.is_subset(larger, &self.rows)
                        && (other < column || !larger.is_subset(rows, &self.rows))
                }),
            };
            if needless {
                self.columns.remove(column);
                dropped = true;
            }
        }
        dropped
    }

    /// A cover of the rest that takes the column with most rows at each step.
    pub(super) fn greedy(mut self, table: &Table) -> Vec<usize> {
        while !self.rows.is_empty() {
            let most = self.columns.iter().max_by_key(|&column| {
                (table.columns[column].len_within(&self.rows), std::cmp::Reverse(column))
            });
            let column = most.expect("a row that is left has a column");
            self.choose(table, column);
        }
        self.chosen
    }
}
