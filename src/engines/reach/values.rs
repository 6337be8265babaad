//! The different values of a table, numbered.

use super::fraction::Fraction;

/// Different fractions with numbers from 0, found by hashing: open addressing
/// with linear probing, at most half full.
#[derive(Debug)]
pub(super) struct Values {
    fractions: Vec<Fraction>,
    /// One more than the number of the fraction that lies here; 0 where none
    /// does.
    slots: Vec<u32>,
    /// The largest numerator, and the largest denominator.
    limits: [u64; 2],
    /// For every numerator and denominator the number of the fraction, where
    /// that takes little room.
    grid: Vec<u32>,
}

/// The most places of a grid: what is near a processor holds it.
const MAX_GRID: usize = 1 << 13;

impl Values {
    pub(super) fn new() -> Self {
        Self { fractions: Vec::new(), slots: vec![0; 1 << 10], limits: [0; 2], grid: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.fractions.len()
    }

    pub(super) fn fractions(&self) -> &[Fraction] {
        &self.fractions
    }

    /// The number of `fraction`, if it is here.
    #[inline]
    pub(super) fn find(&self, fraction: Fraction) -> Option<usize> {
        // Much of what is looked for is far too large.
        if fraction.numer > self.limits[0] || fraction.denom > self.limits[1] {
            return None;
        }
        let slot = self.slot(fraction);
        (self.slots[slot] as usize).checked_sub(1)
    }

    /// Lays the grid, if there is room for it; nothing is put in any more.
    pub(super) fn lay_grid(&mut self) {
        let [width, height] = self.limits;
        let size = (width + 1).checked_mul(height + 1).and_then(|size| usize::try_from(size).ok());
        if let Some(size) = size.filter(|&size| size < MAX_GRID) {
            self.grid = vec![number(self.len()); size + 1];
            for (number, &fraction) in (0..).zip(&self.fractions) {
                let place = self.place(fraction);
                self.grid[place] = number;
            }
        }
    }

    /// Where the grid has `fraction`; beyond its bounds the last place, which
    /// has none.
    #[inline]
    fn place(&self, Fraction { numer, denom }: Fraction) -> usize {
        let [width, height] = self.limits;
        let inside = numer <= width && denom <= height;
        let place = denom.wrapping_mul(width + 1).wrapping_add(numer);
        let last = self.grid.len() - 1;
        let place = if inside { place } else { last as u64 };
        usize::try_from(place).expect("what is inside the grid is below its length")
    }

    /// The number of `fraction`, or where it is not here, how many there are.
    /// On the grid there is no branch: which way it goes cannot be predicted.
    #[inline]
    pub(super) fn find_or_len(&self, fraction: Fraction) -> usize {
        if self.grid.is_empty() {
            return self.find(fraction).unwrap_or(self.len());
        }
        self.grid[self.place(fraction)] as usize
    }

    /// The number of `fraction`, which is put in where it is not here yet.
    #[inline]
    pub(super) fn insert(&mut self, fraction: Fraction) -> usize {
        let slot = self.slot(fraction);
        if let Some(number) = (self.slots[slot] as usize).checked_sub(1) {
            return number;
        }
        self.fractions.push(fraction);
        self.limits = [self.limits[0].max(fraction.numer), self.limits[1].max(fraction.denom)];
        self.put(slot, self.fractions.len());
        if self.fractions.len() * 2 > self.slots.len() {
            self.grow();
        }
        self.fractions.len() - 1
    }

    fn put(&mut self, slot: usize, one_more: usize) {
        self.slots[slot] = number(one_more);
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for number in 0..self.fractions.len() {
            let slot = self.slot(self.fractions[number]);
            self.put(slot, number + 1);
        }
    }

    /// Where `fraction` lies or belongs.
    #[inline]
    fn slot(&self, fraction: Fraction) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(fraction) & mask;
        loop {
            match (self.slots[slot] as usize).checked_sub(1) {
                Some(number) if self.fractions[number] != fraction => slot = (slot + 1) & mask,
                _ => return slot,
            }
        }
    }
}

/// Multiplicative hashing (Knuth, volume 3, 6.4): the high bits are the mixed
/// ones.
#[inline]
fn hash(fraction: Fraction) -> usize {
    let Fraction { numer, denom } = fraction;
    let mixed = numer
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(denom)
        .wrapping_mul(0xd1b5_4a32_d192_ed03);
    usize::try_from(mixed >> 32).expect("32 bits are left")
}

/// The number of a value, in half the room.
fn number(number: usize) -> u32 {
    u32::try_from(number).expect("the tables of a deck that is not refused have fewer values")
}
