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
}

impl Values {
    pub(super) fn new() -> Self {
        Self { fractions: Vec::new(), slots: vec![0; 1 << 10] }
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
        let slot = self.slot(fraction);
        (self.slots[slot] as usize).checked_sub(1)
    }

    /// The number of `fraction`, which is put in where it is not here yet.
    #[inline]
    pub(super) fn insert(&mut self, fraction: Fraction) -> usize {
        let slot = self.slot(fraction);
        if let Some(number) = (self.slots[slot] as usize).checked_sub(1) {
            return number;
        }
        self.fractions.push(fraction);
        self.put(slot, self.fractions.len());
        if self.fractions.len() * 2 > self.slots.len() {
            self.grow();
        }
        self.fractions.len() - 1
    }

    fn put(&mut self, slot: usize, one_more: usize) {
        // Tables have far fewer values.
        self.slots[slot] = u32::try_from(one_more).unwrap_or(0);
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
    usize::try_from(mixed >> 32).unwrap_or(0)
}
