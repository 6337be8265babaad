//! How many threads work.

use std::thread::available_parallelism;

/// What the library that shares the work out is told by.
const ASKED: &str = "RAYON_NUM_THREADS";

/// Has no more threads than the machine runs at once, whatever the environment asks
/// for: thousands of them take longer to begin than the work.
pub(crate) fn limit() {
    let asked = std::env::var(ASKED).ok().and_then(|text| text.parse::<usize>().ok());
    let (Some(asked), Ok(most)) = (asked, available_parallelism()) else { return };
    if asked > most.get() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(most.get());
        // It fails only where there is one already, or no thread can be had; then
        // the work says so.
        let _ = pool.build_global();
    }
}
