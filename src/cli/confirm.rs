//! Work that takes long, and asking before it is begun.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use super::failure::Failure;
use super::progress::spoken;

/// What takes no longer than this is done without asking.
const LONG: Duration = Duration::from_secs(600);

/// Whether work of about so long is to be done: yes if it is not long, if `yes`
/// says so, or if a person does.
pub(super) fn long_work(
    what: &str,
    estimate: Duration,
    yes: bool,
    can_ask: bool,
) -> Result<(), Failure> {
    if yes || estimate <= LONG {
        return Ok(());
    }
    let message = format!("{what} would take some {}", spoken(estimate.as_secs().into()));
    if can_ask && io::stdin().is_terminal() && is_told_to(&message) {
        return Ok(());
    }
    Err(Failure::with_help(message, "`--yes` does it all the same"))
}

/// Asks the person at the terminal.
fn is_told_to(message: &str) -> bool {
    let mut stream = anstream::stderr().lock();
    // Who cannot be asked has not agreed.
    if write!(stream, "{message}. Go on? [y/N] ").and_then(|()| stream.flush()).is_err() {
        return false;
    }
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
