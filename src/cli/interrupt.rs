//! Ctrl-C, for work that can be ended early.

use std::io::ErrorKind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the one handler that a process can have is there, else why not.
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// Forgets a Ctrl-C that ended something else before.
pub(crate) fn forget() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

/// From now on Ctrl-C does not end the process but sets what is returned.
pub(crate) fn watch() -> Result<&'static AtomicBool, String> {
    let install = || {
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
            .map_err(|error| format!("cannot watch for Ctrl-C: {}", reason(error)))
    };
    HANDLER.get_or_init(install).clone().map(|()| &INTERRUPTED)
}

/// What it is that fails: of what the system says the error tells only that it says it.
fn reason(error: ctrlc::Error) -> String {
    match error {
        ctrlc::Error::System(error) if error.kind() == ErrorKind::WouldBlock => {
            format!("no thread can be begun, since memory or threads have run out ({error})")
        }
        ctrlc::Error::System(error) => error.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn what_the_system_says_is_told() {
        let said = |kind| reason(ctrlc::Error::System(io::Error::new(kind, "its own words")));
        assert!(said(ErrorKind::WouldBlock).contains("memory or threads have run out"));
        assert_eq!(said(ErrorKind::Other), "its own words");
    }
}
