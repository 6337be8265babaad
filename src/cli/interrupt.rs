//! Ctrl-C, for work that can stop early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;

/// The flag that Ctrl-C sets after a call of [`watch`], or the reason why `watch` fails.
static INTERRUPTED: OnceLock<Result<Arc<AtomicBool>, String>> = OnceLock::new();

/// Clears the flag, which an earlier Ctrl-C may have set.
pub(crate) fn forget() {
    if let Some(Ok(interrupted)) = INTERRUPTED.get() {
        interrupted.store(false, Ordering::Relaxed);
    }
}

/// Lets Ctrl-C set the returned flag from now on, instead of ending the process.
pub(crate) fn watch() -> Result<&'static AtomicBool, String> {
    let watched = INTERRUPTED.get_or_init(|| {
        let interrupted = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(SIGINT, Arc::clone(&interrupted))
            .map_err(|error| format!("cannot watch for Ctrl-C: {error}"))?;
        Ok(interrupted)
    });
    watched.as_deref().map_err(Clone::clone)
}
