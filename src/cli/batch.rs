//! One line after another from standard input.

use std::io::{self, BufRead, BufReader, IsTerminal, Read as _};
use std::ops::ControlFlow;

use super::Outcome;
use super::failure::Failure;
use super::file::BOM;
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
    // It is not locked: what a line asks for may look at it too.
    let mut lines = Lines::of(BufReader::new(io::stdin()));
    let mut outcome = Outcome::Yes;
    let mut line = Vec::new();
    for number in 1.. {
        if lines.are_awaited() {
            // Whoever gives the next line may want to see the answers so far.
            output.flush()?;
        }
        let read = lines.read(&mut line).map_err(unreadable)?;
        let bytes = if number == 1 {
            line.strip_prefix(BOM.to_string().as_bytes()).unwrap_or(&line)
        } else {
            &line
        };
        let done = match std::str::from_utf8(bytes).map(str::trim) {
            _ if read == Read::End => break,
            _ if read == Read::TooLong => Err(too_long()),
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

/// How long a line may be; the rest of a longer one is passed over unread.
const LONGEST: usize = 1 << 16;

/// How long that rest may be: what goes on for longer has no lines.
const LONGEST_REST: u64 = 64 << 20;

/// What there is of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Line,
    /// Its start: it is too long.
    TooLong,
    /// Nothing: there are no more.
    End,
}

/// Lines, each no longer than can be held.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// Whether the rest of a line that is too long comes next.
    is_amid: bool,
}

impl<R: io::Read> Lines<R> {
    pub(super) const fn of(input: BufReader<R>) -> Self {
        Self { input, is_amid: false }
    }

    /// Whether nothing is left of what was read ahead.
    fn are_awaited(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// Puts the next line into `line`, or the start of one that is too long: that is
    /// known before the rest has come, which may be never.
    pub(super) fn read(&mut self, line: &mut Vec<u8>) -> io::Result<Read> {
        line.clear();
        if std::mem::take(&mut self.is_amid) {
            self.pass_over()?;
        }
        let limit = LONGEST as u64 + 1;
        let length = self.input.by_ref().take(limit).read_until(b'\n', line)?;
        self.is_amid = length > LONGEST && line.last() != Some(&b'\n');
        Ok(match length {
            0 => Read::End,
            _ if self.is_amid => Read::TooLong,
            _ => Read::Line,
        })
    }

    /// Passes over the rest of a line.
    fn pass_over(&mut self) -> io::Result<()> {
        let passed = self.input.by_ref().take(LONGEST_REST + 1).skip_until(b'\n')?;
        if passed as u64 > LONGEST_REST {
            let message = format!("a line has more than {LONGEST_REST} bytes");
            return Err(io::Error::other(message));
        }
        Ok(())
    }
}

/// Why a line that is too long is not answered.
pub(super) fn too_long() -> Failure {
    Failure::plain(format!("the line has more than {LONGEST} bytes"))
}

/// Why there are no more lines.
#[expect(clippy::needless_pass_by_value, reason = "it is made for `map_err`")]
pub(super) fn unreadable(error: io::Error) -> Failure {
    Failure::plain(format!("cannot read standard input: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_after_one_that_is_too_long_are_read() {
        let longest = "x".repeat(LONGEST);
        let text = format!("{longest}\n{longest}y\n{longest}{longest}\nz");
        let mut lines = Lines::of(BufReader::new(text.as_bytes()));
        let mut line = Vec::new();
        let mut next = || {
            let read = lines.read(&mut line).expect("bytes can be read");
            (read, line.len())
        };
        assert_eq!(next(), (Read::Line, LONGEST + 1));
        assert_eq!(next(), (Read::TooLong, LONGEST + 1));
        assert_eq!(next(), (Read::TooLong, LONGEST + 1));
        assert_eq!(next(), (Read::Line, 1));
        assert_eq!(next(), (Read::End, 0));
    }

    #[test]
    fn a_line_without_an_end_is_too_long_and_then_an_error() {
        let mut lines = Lines::of(BufReader::with_capacity(1 << 20, io::repeat(0)));
        let mut line = Vec::new();
        let first = lines.read(&mut line).expect("bytes can be read");
        assert_eq!(first, Read::TooLong);
        let error = lines.read(&mut line).expect_err("it goes on for too long");
        assert_eq!(error.to_string(), "a line has more than 67108864 bytes");
    }
}
