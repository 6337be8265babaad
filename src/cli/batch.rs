//! One line after another from standard input.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Stdin};
use std::ops::ControlFlow;

use super::Outcome;
use super::failure::Failure;
use super::in_use::StdinLines;
use super::input::BOM;
use super::output::Output;
use super::said::say;

/// The argument that stands for a batch.
pub(crate) const BATCH: &str = "-";

/// Does `each` with the text of `arguments`, or with every line of standard
/// input where they are a single `-`.
///
/// Blank lines and lines that begin with `#` are skipped. A line that fails is
/// reported with its number, and the rest go on.
pub(crate) fn for_each(
    arguments: &[String],
    output: &mut Output,
    mut each: impl FnMut(&str, &mut Output) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    if arguments != [BATCH] {
        return each(&arguments.join(" "), output);
    }
    each_line(output, |text, output| each(text, output).map(ControlFlow::Continue))
}

/// Does `each` with every line of standard input as [`for_each`] does, until it
/// breaks off.
pub(crate) fn each_line(
    output: &mut Output,
    mut each: impl FnMut(&str, &mut Output) -> Result<ControlFlow<Outcome, Outcome>, Failure>,
) -> Result<Outcome, Failure> {
    if io::stdin().is_terminal() {
        say("type one on each line; Ctrl-D on an empty line ends\n");
    }
    let _taken = StdinLines::take()?;
    // It is not locked: what a line asks for may look at it too.
    let mut input = BufReader::new(io::stdin());
    let mut outcome = Outcome::Yes;
    let mut line = Vec::new();
    for number in 1.. {
        if input_is_awaited(&input) {
            // Whoever gives the next line may want to see the answers so far.
            output.flush()?;
        }
        let length = read_line(&mut input, &mut line)
            .map_err(|error| Failure::plain(format!("cannot read standard input: {error}")))?;
        if length == 0 {
            break;
        }
        let bytes = if number == 1 { line.strip_prefix(BOM).unwrap_or(&line) } else { &line };
        let done = match std::str::from_utf8(bytes).map(str::trim) {
            _ if length > LONGEST => {
                Err(Failure::plain(format!("the line has more than {LONGEST} bytes")))
            }
            Ok(text) if text.is_empty() || text.starts_with('#') => continue,
            Ok(text) => each(text, output),
            Err(error) => Err(Failure::plain(format!(
                "the line is not UTF-8: byte {} is 0x{:02x}",
                error.valid_up_to() + 1,
                bytes[error.valid_up_to()],
            ))),
        };
        outcome = outcome.and(match done {
            Ok(ControlFlow::Continue(outcome)) => outcome,
            Ok(ControlFlow::Break(last)) => return Ok(outcome.and(last)),
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

/// How long a line may be; what is longer is passed over unread.
pub(super) const LONGEST: usize = 1 << 16;

type Input = BufReader<Stdin>;

fn input_is_awaited(input: &Input) -> bool {
    // Nothing is left of what was read ahead.
    input.buffer().is_empty()
}

/// Puts the next line into `line`, up to one byte more than the longest; says
/// how long that is.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let limit = LONGEST as u64 + 1;
    let length = input.by_ref().take(limit).read_until(b'\n', line)?;
    if length > LONGEST && line.last() != Some(&b'\n') {
        while let available = input.fill_buf()?
            && !available.is_empty()
        {
            let end = available.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(available.len(), |end| end + 1);
            input.consume(used);
            if end.is_some() {
                break;
            }
        }
    }
    Ok(length)
}
