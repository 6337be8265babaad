//! Which columns cover which rows, and the parts that share no column.

use super::lower_bound::WHOLE;
use super::rest::Rest;
use crate::bit_set::BitSet;

/// Which columns cover which rows.
pub(super) struct Table {
    /// The columns of each row.
    pub(super) rows: Vec<BitSet>,
    /// The rows of each column.
    pub(super) columns: Vec<BitSet>,
}

impl Table {
    /// The table of those rows that have not all the columns of another.
    pub(super) fn new(rows: &[Vec<usize>]) -> Self {
        let size = rows.iter().flatten().max().map_or(0, |last| last + 1);
        let mut sets: Vec<(usize, BitSet)> = rows
            .iter()
            .filter(|row| !row.is_empty())
            .map(|row| BitSet::of(size, row.iter().copied()))
            .map(|set| (set.len(), set))
            .collect();
        // Stable, so that of equal rows the first stays.
        sets.sort_by_key(|(size, _)| *size);
        let all = BitSet::of(size, 0..size);
        let mut kept: Vec<BitSet> = Vec::new();
        // The kept rows by their first columns: a row has all columns of
        // another only if it has the first.
        let mut by_first: Vec<Vec<usize>> = vec![Vec::new(); size];
        for (_, set) in sets {
            let is_smaller = |&row: &usize| kept[row].is_subset(&set, &all);
            if set.iter().any(|column| by_first[column].iter().any(is_smaller)) {
                continue;
            }
            if let Some(first) = set.first() {
                by_first[first].push(kept.len());
            }
            kept.push(set);
        }
        let mut columns = vec![BitSet::new(kept.len()); size];
        for (row, set) in kept.iter().enumerate() {
            set.iter().for_each(|column| columns[column].insert(row));
        }
        Self { rows: kept, columns }
    }

    /// Parts of the table that share no column.
    pub(super) fn parts(&self) -> Vec<Rest> {
        let mut left = BitSet::of(self.rows.len(), 0..self.rows.len());
        let mut parts = Vec::new();
        while let Some(first) = left.first() {
            let mut columns = self.rows[first].clone();
            let mut rows = BitSet::of(self.rows.len(), [first]);
            left.remove(first);
            // Rows that share a column with the part belong to it.
            loop {
                let joined = left.iter().find(|&row| self.rows[row].meets(&columns));
                let Some(row) = joined else { break };
                left.remove(row);
                rows.insert(row);
                columns.insert_all(&self.rows[row]);
            }
            // At first no column has rows worth more than itself.
            let largest = |row: usize| self.rows[row].iter().map(|it| self.columns[it].len()).max();
            let multiplier = |row| {
                let largest = largest(row).expect("a row without columns is not in the table");
                WHOLE / i64::try_from(largest).expect("a column has fewer rows")
            };
            let multipliers = (0..self.rows.len()).map(multiplier).collect();
            parts.push(Rest { rows, columns, chosen: Vec::new(), multipliers });
        }
        parts
    }
}
