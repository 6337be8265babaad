//! Rows of bits.

/// Rows of as many bits.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    columns: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64).max(1);
        Self { columns, words, bits: vec![0; rows * words] }
    }

    pub(super) const fn columns(&self) -> usize {
        self.columns
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

/// Adds the bits of a row to another.
#[inline]
pub(super) fn add(sum: &mut [u64], row: &[u64]) {
    for (sum, word) in sum.iter_mut().zip(row) {
        *sum |= word;
    }
}
