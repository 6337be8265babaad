//! Random choices that a seed reproduces on every machine and in every version.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// A random number generator with a seed.
///
/// The generator is PCG32 (PCG-XSH-RR 64/32, M. E. O'Neill, 2014) on its own default stream.
/// `below` uses Lemire's multiplication with rejection (2019). `shuffle` is the Fisher-Yates
/// shuffle, starting at the end. Any change to these algorithms needs a new [`Random::NAME`].
/// Printed quizzes and deals show this name next to their seed.
///
/// ```
/// use bracket24::Random;
///
/// let mut random = Random::seeded(7);
/// let throws: Vec<usize> = (0..6).map(|_| 1 + random.below(6)).collect();
/// assert_eq!(throws, [2, 6, 3, 6, 1, 4]);
/// ```
#[derive(Debug, Clone)]
pub struct Random(Pcg32);

impl Random {
    /// The name of the generator and the version of the algorithms that use it.
    pub const NAME: &'static str = "pcg32-1";

    /// The number of the stream. At every step, the generator adds the odd number `2 * STREAM + 1`,
    /// here the default of the reference implementation.
    const STREAM: u64 = 1_442_695_040_888_963_407 >> 1;

    /// Makes the generator for a seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Pcg32::new(seed, Self::STREAM))
    }

    /// Returns a whole number from 0 up to, but not including, `bound`.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0 or more than `u32::MAX`.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("nothing here has so many to choose from");
        assert!(bound > 0, "there is something to choose from");
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let (low, high) = (product & u64::from(u32::MAX), product >> 32);
            if low >= u64::from(threshold) {
                return usize::try_from(high).expect("it is below a bound that fitted");
            }
        }
    }

    /// Returns one of `items`; `None` if there are none.
    ///
    /// # Panics
    ///
    /// Panics if there are more than `u32::MAX` items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }

    /// Shuffles `items`.
    ///
    /// # Panics
    ///
    /// Panics if there are more than `u32::MAX` items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        (1..items.len()).rev().for_each(|last| items.swap(last, self.below(last + 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_numbers() {
        let mut random = Random::seeded(42);
        let numbers: Vec<usize> = (0..8).map(|_| random.below(1000)).collect();
        assert_eq!(numbers, [761, 418, 448, 266, 959, 409, 796, 835]);
        let mut items: Vec<u32> = (0..10).collect();
        Random::seeded(42).shuffle(&mut items);
        assert_eq!(items, [6, 0, 4, 9, 2, 5, 1, 8, 3, 7]);
    }

    #[test]
    fn random_numbers_below_a_bound_are_about_equally_frequent() {
        let mut random = Random::seeded(1);
        let mut times = [0; 7];
        for _ in 0..7000 {
            times[random.below(7)] += 1;
        }
        assert!(times.iter().all(|times| (900..1100).contains(times)), "{times:?}");
    }

    #[test]
    fn picking_from_an_empty_list_returns_none() {
        assert_eq!(Random::seeded(1).pick::<u8>(&[]), None);
    }
}
