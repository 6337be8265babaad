//! How long something takes, measured so that it can be relied on: the median of
//! several runs, each far longer than the grain of the clock.

use std::time::{Duration, Instant};

/// How long one measurement takes at least, far above the grain of any clock;
/// what is shorter is done many times in it.
const MIN_MEASURED: Duration = Duration::from_micros(200);

/// It is repeated until this time is spent …
const MIN_TOTAL: Duration = Duration::from_millis(30);

/// … and this often, …
const MIN_RUNS: u32 = 5;

/// … but not beyond this.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// How often something that takes `time` is done to measure it.
pub fn repetitions(time: Duration) -> u32 {
    (1..MIN_RUNS).find(|runs| time.saturating_mul(*runs) >= MAX_WAIT).unwrap_or(MIN_RUNS)
}

/// The median time of `work`, done again and again.
pub(crate) fn median(mut work: impl FnMut()) -> Duration {
    let mut times = Vec::new();
    let mut spent = Duration::ZERO;
    let mut batch = 1_u32;
    loop {
        let start = Instant::now();
        (0..batch).for_each(|_| work());
        let elapsed = start.elapsed();
        spent += elapsed;
        if elapsed < MIN_MEASURED {
            batch = batch.saturating_mul(2);
            continue;
        }
        times.push(elapsed / batch);
        let is_enough = spent >= MIN_TOTAL && times.len() >= MIN_RUNS as usize;
        if is_enough || spent >= MAX_WAIT {
            times.sort_unstable();
            return times[times.len() / 2];
        }
    }
}

/// The least time of `work` in some runs, so that what it keeps is there and what else the
/// machine does meanwhile is left out; of long work, the first time.
pub(super) fn sample(mut work: impl FnMut()) -> Duration {
    let mut time = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let (mut least, mut spent) = (Duration::MAX, Duration::ZERO);
    for _ in 0..MIN_RUNS {
        let one = time();
        least = least.min(one);
        spent += one;
        if spent > MIN_TOTAL {
            break;
        }
    }
    least
}
