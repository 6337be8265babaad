//! A terminal that is as it was when a signal ends the run.

use std::io;
#[cfg(unix)]
use std::time::Duration;

/// How often to look whether the terminal is still there.
#[cfg(unix)]
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// From now on a run that is ended from outside, by SIGTERM or because its terminal
/// goes away, first sends `sequence` and sets the terminal as it is now; then it ends
/// as it would have. Where the terminal goes away and is not the one that controls the
/// run, it ends as by SIGHUP, which nobody sends then.
#[cfg(unix)]
pub(crate) fn restore_when_ended(sequence: &'static str) -> io::Result<()> {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;

    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // Without a terminal there is nothing to set.
    let before = tcgetattr(io::stdin()).ok();
    let mut signals = Signals::new([SIGTERM, SIGHUP])?;
    if before.is_some() {
        // What waits for a key of such a terminal is told at once, again and again, that
        // there is none, and may never come back.
        std::thread::spawn(|| {
            while tcgetattr(io::stdin()).is_ok() {
                std::thread::sleep(LOOK_AGAIN);
            }
            let _ = emulate_default_handler(SIGHUP);
        });
    }
    std::thread::spawn(move || {
        for signal in &mut signals {
            // Standard output itself is locked by what prints.
            if let Ok(output) = io::stdout().as_fd().try_clone_to_owned() {
                let _ = File::from(output).write_all(sequence.as_bytes());
            }
            if let Some(before) = &before {
                // Where that fails there is no terminal any more.
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
            }
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Nothing: there are no such signals.
#[cfg(not(unix))]
pub(crate) fn restore_when_ended(_sequence: &str) -> io::Result<()> {
    Ok(())
}
