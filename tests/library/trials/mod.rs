//! Any number of trials, compared with code that is independent of the library. They run only on
//! request, and report their inputs:
//!
//! ```text
//! TRIALS=1000000 SEED=7 cargo test --release --test library trials -- --ignored --nocapture
//! ```
//!
//! `.ci/trials` runs them all, and writes `tests/TRIALS.md`.

pub(crate) mod answers;
mod brute_force;
mod decks;
mod engines;
mod traces;
mod values;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// The number in an environment variable, or the usual one.
fn number(variable: &str, usual: u32) -> u32 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => usual,
    }
}

/// Runs `trial` on `TRIALS` values, or on the usual number of them.
fn hold<S: Strategy>(
    usual: u32,
    strategy: &S,
    trial: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let (trials, seed) = (number("TRIALS", usual), number("SEED", 24));
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(trials) };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(config, rng).run(strategy, trial).unwrap();
}

/// Reports the trials to the person who asked for them.
#[allow(clippy::print_stdout)]
fn tell(tried: &str) {
    println!("{tried}");
}
