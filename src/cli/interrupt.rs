//! Ctrl-C, for work that can be ended early.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the one handler that a process can have is there, else why not.
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// Forgets a Ctrl-C that ended something else before.
pub(crate) fn forget() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

/// From now on Ctrl-C does not end the process but sets the flag that is returned.
pub(crate) fn watch() -> Result<&'static AtomicBool, String> {
    let install = || {
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
            .map_err(|error| format!("cannot watch for Ctrl-C: {error}"))
    };
    HANDLER.get_or_init(install).clone().map(|()| &INTERRUPTED)
}
