//! How long something takes, measured so that it can be relied on.

use std::time::{Duration, Instant};

/// One measurement takes at least so long, far above the grain of any clock;
/// what is shorter is done many times in it.
const MEASURED: Duration = Duration::from_micros(200);

/// It is repeated until so much time is spent …
const ENOUGH: Duration = Duration::from_millis(30);

/// … and so often, …
const LEAST: u32 = 5;

/// … but not beyond this.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often something that takes so long is done to measure it.
pub fn repetitions(time: Duration) -> u32 {
    (1..LEAST).find(|times| time.saturating_mul(*times) >= PATIENCE).unwrap_or(LEAST)
}

/// The median time of `work`, done again and again.
pub(super) fn median(mut work: impl FnMut()) -> Duration {
    let mut times = Vec::new();
    let mut spent = Duration::ZERO;
    let mut batch = 1_u32;
    loop {
        let start = Instant::now();
        (0..batch).for_each(|_| work());
        let elapsed = start.elapsed();
        spent += elapsed;
        if elapsed < MEASURED {
            batch = batch.saturating_mul(2);
            continue;
        }
        times.push(elapsed / batch);
        let is_enough = spent >= ENOUGH && times.len() >= LEAST as usize;
        if is_enough || spent >= PATIENCE {
            times.sort_unstable();
            return times[times.len() / 2];
        }
    }
}

/// The time of `work` the second time it is done, when what it keeps is there;
/// of long work, the first time.
pub(super) fn sample(mut work: impl FnMut()) -> Duration {
    let mut time = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let first = time();
    if first > ENOUGH { first } else { time() }
}
