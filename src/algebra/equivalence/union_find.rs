//! Union-find with path halving (R. E. Tarjan, J. van Leeuwen, "Worst-case analysis
//! of set union algorithms", Journal of the ACM 31, 1984).

/// Disjoint sets of numbers, joined two at a time.
#[derive(Debug, Clone, Default)]
pub(super) struct UnionFind {
    /// For each number a smaller one of its set, or itself where it is the
    /// least.
    parents: Vec<usize>,
}

impl UnionFind {
    /// Adds the next number, in a set of its own.
    pub(super) fn add(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    /// Joins the sets of the two.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.compress(a), self.compress(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The least number of the set.
    pub(super) fn find(&self, mut number: usize) -> usize {
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    /// The number of sets.
    pub(super) fn count(&self) -> usize {
        self.parents.iter().enumerate().filter(|&(number, parent)| number == *parent).count()
    }

    /// As [`find`](Self::find), and halves the path for the next time.
    fn compress(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }
}
