//! How many threads work.

use std::thread::available_parallelism;

/// What the library that shares the work out is told by: the first of these that is a
/// number. The second is what it was called before.
const ASKED: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// Has no more threads than the machine runs at once, whatever the environment asks
/// for: thousands of them take longer to begin than the work.
pub(crate) fn limit() {
    let number = |name| std::env::var(name).ok()?.parse::<usize>().ok();
    let asked = ASKED.into_iter().find_map(number);
    let (Some(asked), Ok(most)) = (asked, available_parallelism()) else { return };
    if asked > most.get() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(most.get());
        // It fails only where there is one already, or no thread can be had; then
        // the work says so.
        let _ = pool.build_global();
    }
}
