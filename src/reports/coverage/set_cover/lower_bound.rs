//! Lower bounds of what is left to cover.

use super::rest::Rest;
use super::table::Table;
use crate::bit_set::BitSet;

/// The cost of a column; multipliers are fractions of it.
pub(super) const WHOLE: i64 = 1 << 20;

impl Rest {
    /// How many more columns are needed at least: as many as there are rows of
    /// which no two share one.
    pub(super) fn lower_bound(&self, table: &Table) -> usize {
        let mut rows: Vec<(usize, usize)> =
            self.rows.iter().map(|row| (table.rows[row].len_within(&self.columns), row)).collect();
        rows.sort_unstable();
        let mut taken = BitSet::new(table.columns.len());
        let mut bound = 0;
        for (_, row) in rows {
            if table.rows[row].iter_within(&self.columns).all(|column| !taken.contains(column)) {
                taken.insert_all(&table.rows[row]);
                bound += 1;
            }
        }
        bound
    }

    /// Whether no cover has fewer columns than `fewer_than`, as far as the
    /// Lagrangian bound tells; leaves out columns that no such cover has.
    ///
    /// The bound is the sum of the multipliers of all rows and of the reduced
    /// costs below zero, a column's reduced cost being its cost without the
    /// multipliers of its rows: no cover costs less, whatever the multipliers
    /// are. Subgradient ascent moves them to where the bound is highest: up for
    /// rows that columns of negative cost do not cover, down for rows that they
    /// cover more than once. A column with a reduced cost above what the bound
    /// leaves is in no such cover.
    pub(super) fn is_hopeless(&mut self, table: &Table, fewer_than: usize, rounds: usize) -> bool {
        let whole = |count: usize| WHOLE * i64::try_from(count).expect("a cover has fewer columns");
        // What is left to pay for a cover that is still of interest.
        let limit = whole(fewer_than - 1) - whole(self.chosen.len());
        let (mut highest, mut shorter) = (0, 1);
        for _ in 0..rounds {
            let mut bound: i64 = self.rows.iter().map(|row| self.multipliers[row]).sum();
            let mut costs: Vec<(usize, i64)> = Vec::new();
            for column in self.columns.iter() {
                let rows = table.columns[column].iter_within(&self.rows);
                let cost = WHOLE - rows.map(|row| self.multipliers[row]).sum::<i64>();
                bound += cost.min(0);
                costs.push((column, cost));
            }
            if bound > limit {
                return true;
            }
            // 1 where nothing covers a row, 0 where one column does, and so on.
            let mut uncovered = vec![1; table.rows.len()];
            for &(column, cost) in &costs {
                if cost > 0 && bound + cost > limit {
                    self.columns.remove(column);
                } else if cost < 0 {
                    for row in table.columns[column].iter_within(&self.rows) {
                        uncovered[row] -= 1;
                    }
                }
            }
            if bound > highest {
                highest = bound;
            } else {
                shorter += 1;
            }
            let norm: i64 = self.rows.iter().map(|row| uncovered[row] * uncovered[row]).sum();
            let step = (limit + WHOLE - bound) / norm.max(1) / shorter;
            if step == 0 {
                break;
            }
            for row in self.rows.iter() {
                self.multipliers[row] =
                    (self.multipliers[row] + step * uncovered[row]).clamp(0, WHOLE);
            }
        }
        false
    }
}
