//! Work that takes long, and asking before it is begun.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use super::failure::Failure;
use super::progress::spoken;
use super::said::laid_out;
use super::terminal::stderr_layout;

/// Work that takes no longer than this is done without asking.
const LONG: Duration = Duration::from_secs(600);

/// More lines than these are asked about.
const MANY: u64 = 10_000;

/// Makes sure that work of about this length is wanted: it is not long, `yes` says
/// so, or a person does.
pub(crate) fn confirm_long_run(
    what: &str,
    estimate: Duration,
    yes: bool,
    can_ask: bool,
) -> Result<(), Failure> {
    if yes || !is_long(estimate) { Ok(()) } else { confirm(what, estimate, can_ask) }
}

/// One answer that takes no longer than this is worked out without asking.
const LONG_ANSWER: Duration = Duration::from_secs(60);

/// Makes sure that an answer that takes about this long is wanted: it is not long, `yes`
/// says so, or a person does. `quick` says how to have it sooner.
pub(crate) fn confirm_long_answer(
    what: &str,
    estimate: Duration,
    yes: bool,
    can_ask: bool,
    quick: Option<&str>,
) -> Result<(), Failure> {
    if yes || estimate <= LONG_ANSWER {
        return Ok(());
    }
    let message = format!("{what} would take about {}", spoken(estimate.as_secs().into()));
    let quick = quick.map_or_else(String::new, |quick| format!("{quick}; "));
    ask_or(message, can_ask, format!("{quick}use `--yes` to run it anyway"))
}

/// Makes sure that work on so many things, each of which has a line, is wanted: they
/// are no more than [`MANY`] and it is not long, or a person wants it.
pub(crate) fn confirm_many(what: &str, number: u64, estimate: Duration) -> Result<(), Failure> {
    if number <= MANY && !is_long(estimate) { Ok(()) } else { confirm(what, estimate, true) }
}

/// Whether work of this length is asked about.
pub(crate) fn is_long(estimate: Duration) -> bool {
    estimate > LONG
}

fn confirm(what: &str, estimate: Duration, can_ask: bool) -> Result<(), Failure> {
    ask(format!("{what} would take about {}", spoken(estimate.as_secs().into())), can_ask)
}

/// Makes sure that what `message` says is wanted by a person.
pub(crate) fn ask(message: String, can_ask: bool) -> Result<(), Failure> {
    ask_or(message, can_ask, "use `--yes` to run it anyway".to_owned())
}

/// Asks, or fails with the message and this help.
fn ask_or(message: String, can_ask: bool, help: String) -> Result<(), Failure> {
    if can_ask && io::stdin().is_terminal() && is_told_to(&message) {
        return Ok(());
    }
    Err(Failure::with_help(message, help))
}

/// Asks the person at the terminal.
fn is_told_to(message: &str) -> bool {
    // Who cannot be asked has not agreed.
    let asked = laid_out(&format!("{message}. Go on? [y/N] "), stderr_layout());
    let mut stream = anstream::stderr().lock();
    if stream.write_all(asked.as_bytes()).and_then(|()| stream.flush()).is_err() {
        return false;
    }
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
