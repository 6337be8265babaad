//! One line after another from standard input.

use std::io::{self, BufRead};

use super::Outcome;
use super::failure::Failure;
use super::output::Output;

/// The argument that stands for a batch.
const BATCH: &str = "-";

/// Does `each` with the text of `arguments`, or with every line of standard
/// input where they are a single `-`.
///
/// Blank lines and lines that begin with `#` are skipped. A line that fails is
/// reported with its number, and the rest go on.
pub(super) fn for_each(
    arguments: &[String],
    output: &mut Output,
    mut each: impl FnMut(&str, &mut Output) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    if arguments != [BATCH] {
        return each(&arguments.join(" "), output);
    }
    let mut input = io::stdin().lock();
    let mut outcome = Outcome::Yes;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = input
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::plain(format!("cannot read standard input: {error}")))?;
        if length == 0 {
            break;
        }
        let done = match std::str::from_utf8(&line).map(str::trim) {
            Ok(text) if text.is_empty() || text.starts_with('#') => continue,
            Ok(text) => each(text, output),
            Err(error) => Err(Failure::plain(format!(
                "the line is not UTF-8: byte {} is 0x{:02x}",
                error.valid_up_to() + 1,
                line[error.valid_up_to()],
            ))),
        };
        outcome = outcome.and(match done {
            Ok(outcome) => outcome,
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                // What came before stands before it on a terminal.
                output.flush()?;
                failure.report(Some(number));
                Outcome::BadInput
            }
        });
    }
    Ok(outcome)
}
