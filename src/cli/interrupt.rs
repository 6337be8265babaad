//! Ctrl-C, for work that can be ended early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;

/// Set by Ctrl-C, once it is watched for; else why it cannot be.
static INTERRUPTED: OnceLock<Result<Arc<AtomicBool>, String>> = OnceLock::new();

/// Forgets a Ctrl-C that ended something else before.
pub(crate) fn forget() {
    if let Some(Ok(interrupted)) = INTERRUPTED.get() {
        interrupted.store(false, Ordering::Relaxed);
    }
}

/// From now on Ctrl-C does not end the process but sets the flag that is returned.
pub(crate) fn watch() -> Result<&'static AtomicBool, String> {
    let watched = INTERRUPTED.get_or_init(|| {
        let interrupted = Arc::new(AtomicBool::new(false));
        match signal_hook::flag::register(SIGINT, Arc::clone(&interrupted)) {
            Ok(_) => Ok(interrupted),
            Err(error) => Err(format!("cannot watch for Ctrl-C: {error}")),
        }
    });
    watched.as_deref().map_err(Clone::clone)
}
