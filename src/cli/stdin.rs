//! Standard input, line by line: from a file, or from a person at a prompt.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, IsTerminal, Read as _, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bracket24::present::markup as m;

use super::file::BOM;
use super::on_request::OnRequest;
use super::progress::spoken;
use super::terminal::{laid_out, say, stderr_layout};
use super::{Ended, Failure, Format, Outcome, Output, interrupt};

/// The argument for a batch.
pub(crate) const BATCH: &str = "-";

/// Prints the answer for one text.
pub(crate) trait Each: FnMut(&str, &mut Output) -> Ended {}

impl<F: FnMut(&str, &mut Output) -> Ended> Each for F {}

/// Calls `each` with the text of `arguments`, or, for a single `-`, with every line of
/// standard input.
///
/// `read` returns the text of a line; `None` skips the line. If a line fails, reports it by its
/// number, and goes on. Refuses a batch in a format for a single text.
pub(crate) fn for_each(
    arguments: &[String],
    read: TextOfLine,
    output: &mut Output,
    mut each: impl Each,
) -> Ended {
    if arguments != [BATCH] {
        return each(&arguments.join(" "), output);
    }
    match output.format {
        Format::Html => Err(Failure::with_help(
            "a page shows one expression, not a batch",
            "give the expression in place of `-`",
        )),
        Format::Mermaid | Format::Svg => Err(Failure::with_help(
            "a picture shows a single expression",
            "give the expression itself, or choose `--format dot` for a graph of each",
        )),
        _ => Ok(()),
    }?;
    output.in_batch = true;
    each_line(read, output, |text, output| each(text, output).map(ControlFlow::Continue))
}

/// A function that returns the text of a line, or `None` for a line without one.
type TextOfLine = fn(&str) -> Option<Cow<'_, str>>;

/// Skips blank lines and lines that begin with `#`.
pub(crate) fn trimmed(line: &str) -> Option<Cow<'_, str>> {
    Some(line.trim()).filter(|it| !it.is_empty() && !it.starts_with('#')).map(Cow::Borrowed)
}

/// The outcome of a line; breaks if no other line is read after it.
pub(crate) type Flow = Result<ControlFlow<Outcome, Outcome>, Failure>;

/// Calls `each` with every line of standard input as [`for_each`] does, until `each` breaks.
pub(crate) fn each_line(
    read_line: TextOfLine,
    output: &mut Output,
    mut each: impl FnMut(&str, &mut Output) -> Flow,
) -> Ended {
    if io::stdin().is_terminal() {
        say("type one on each line; Ctrl-D on an empty line ends\n");
    }
    // Standard input stays unlocked, because `each` may use it too.
    let mut lines = Lines::of(BufReader::new(io::stdin()));
    let mut outcome = Outcome::Yes;
    let mut line = Vec::new();
    for number in 1.. {
        if lines.input.buffer().is_empty() {
            // The program that writes the next line may need the answers so far.
            output.flush()?;
        }
        let read = lines.read(&mut line).map_err(unreadable)?;
        let bytes = if number == 1 {
            line.strip_prefix(BOM.to_string().as_bytes()).unwrap_or(&line)
        } else {
            &line
        };
        let done = match std::str::from_utf8(bytes) {
            _ if read == Read::End => break,
            _ if read == Read::TooLong => Err(too_long()),
            Ok(line) => match read_line(line) {
                Some(text) => each(&text, output),
                None => continue,
            },
            Err(error) => Err(Failure::plain(format!(
                "the line is not UTF-8: byte {} is 0x{:02x}",
                error.valid_up_to() + 1,
                bytes[error.valid_up_to()],
            ))),
        };
        outcome = outcome.max(match done {
            Ok(ControlFlow::Continue(outcome)) => outcome,
            Ok(ControlFlow::Break(last)) => return Ok(outcome.max(last)),
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                // On a terminal, earlier output must come before the error.
                output.flush()?;
                failure.report(Some(number));
                Outcome::BadInput
            }
        });
    }
    Ok(outcome)
}

/// The maximum number of bytes in a line. The program rejects a longer line, and skips the bytes
/// after these.
const LONGEST: usize = 1 << 16;

/// The maximum number of bytes to skip in a line. An input with a longer line does not consist of
/// lines of text.
const LONGEST_REST: u64 = 64 << 20;

/// How much of a line was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    Line,
    /// Only the start of the line, because it is too long.
    TooLong,
    /// Nothing, because the input has ended.
    End,
    /// Nothing, because no prompt wants it any more.
    Withdrawn,
}

/// Lines of an input, each at most [`LONGEST`] bytes long.
struct Lines<R> {
    input: BufReader<R>,
    /// Whether the rest of a line that was too long comes next.
    is_amid: bool,
}

impl<R: io::Read> Lines<R> {
    const fn of(input: BufReader<R>) -> Self {
        Self { input, is_amid: false }
    }

    /// Puts the next line into `line`, or the start of a line that is too long. Does not wait for
    /// the end of such a line, which may never come.
    fn read(&mut self, line: &mut Vec<u8>) -> io::Result<Read> {
        line.clear();
        if std::mem::take(&mut self.is_amid) {
            let rest = self.input.by_ref().take(LONGEST_REST + 1).skip_until(b'\n')?;
            if rest as u64 > LONGEST_REST {
                return Err(io::Error::other(format!("a line has more than {LONGEST_REST} bytes")));
            }
        }
        let length = self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', line)?;
        self.is_amid = length > LONGEST && line.last() != Some(&b'\n');
        Ok(match length {
            0 => Read::End,
            _ if self.is_amid => Read::TooLong,
            _ => Read::Line,
        })
    }
}

/// The failure of a line that is too long.
fn too_long() -> Failure {
    Failure::plain(format!("the line has more than {LONGEST} bytes"))
}

fn edited() -> Failure {
    let advice = "type the line again; Backspace removes the last character";
    Failure::with_help("the arrow keys do not work here", advice)
}

/// The failure to read another line.
#[expect(clippy::needless_pass_by_value, reason = "it is made for `map_err`")]
fn unreadable(error: io::Error) -> Failure {
    Failure::plain(format!("cannot read standard input: {error}"))
}

/// The longest time until a prompt notices Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

const PROMPT: &[u8] = b"> ";

/// Whether a prompt waits for a line.
static IS_WANTED: AtomicBool = AtomicBool::new(false);

type ReadLine = io::Result<(Read, Vec<u8>)>;

/// The lines that prompts read. One prompt may have read a part of the next line.
static LINES: LazyLock<Mutex<OnRequest<ReadLine>>> = LazyLock::new(|| {
    let mut input = Lines::of(BufReader::new(io::stdin()));
    let read = move || {
        let mut line = Vec::new();
        let is_ready = !input.input.buffer().is_empty() || is_ready();
        Ok((if is_ready { input.read(&mut line)? } else { Read::Withdrawn }, line))
    };
    Mutex::new(OnRequest::start(read))
});

/// Waits until there is something to read, or no prompt wants it any more. Returns whether it is
/// wanted.
#[cfg(unix)]
fn is_ready() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let (input, tick) = (io::stdin(), Timespec { tv_sec: 0, tv_nsec: 50_000_000 });
    while IS_WANTED.load(Ordering::Relaxed) {
        let polled = poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&tick));
        if !matches!(polled, Ok(0) | Err(rustix::io::Errno::INTR)) {
            return IS_WANTED.load(Ordering::Relaxed);
        }
    }
    false
}

/// A prompt that gives up waiting leaves a request, so the next line goes to the next prompt.
#[cfg(not(unix))]
const fn is_ready() -> bool {
    true
}

/// A prompt that reads standard input line by line.
pub(crate) struct Prompt {
    interrupted: &'static AtomicBool,
    /// Whether the terminal shows the typed lines itself.
    is_seen: bool,
}

impl Prompt {
    pub(crate) fn new() -> Result<Self, Failure> {
        let interrupted = interrupt::watch().map_err(Failure::plain)?;
        Ok(Self { interrupted, is_seen: io::stdin().is_terminal() })
    }

    /// Asks for a line and returns it without blanks at its ends. Returns `Break` at the end of the
    /// input, at Ctrl-C and at the time `end`. If the input is not a terminal, prints the line, so
    /// that the output shows the answers, too.
    pub(crate) fn ask(
        &self,
        end: Option<Instant>,
        output: &mut Output,
    ) -> Result<ControlFlow<Outcome, String>, Failure> {
        IS_WANTED.store(true, Ordering::Relaxed);
        let line = self.line(end, output);
        IS_WANTED.store(false, Ordering::Relaxed);
        let line = match line? {
            ControlFlow::Continue(line) => String::from_utf8_lossy(&line).trim().to_owned(),
            ControlFlow::Break(outcome) => return Ok(ControlFlow::Break(outcome)),
        };
        if !self.is_seen {
            let shown: String = line.chars().filter(|it| !it.is_control()).collect();
            output.text(&format!("{shown}\n"))?;
        }
        Ok(ControlFlow::Continue(line))
    }

    fn line(
        &self,
        end: Option<Instant>,
        output: &mut Output,
    ) -> Result<ControlFlow<Outcome, Vec<u8>>, Failure> {
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        output.styled(PROMPT)?;
        output.flush()?;
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                output.text("\n")?;
                return Ok(ControlFlow::Break(Outcome::Interrupted));
            }
            if end.is_some_and(|end| end <= Instant::now()) {
                output.text("\n")?;
                output.line(m::plain("time is up"))?;
                return Ok(ControlFlow::Break(Outcome::Yes));
            }
            let Some(read) = lines.next(TICK) else { continue };
            // What a terminal sends for an arrow key.
            let is_arrow = |it: &[u8]| matches!(it, [b'\x1b', b'[' | b'O', b'A'..=b'D']);
            let refused = match read.map_err(unreadable)? {
                (Read::Withdrawn, _) => continue,
                (Read::End, _) => {
                    output.text("\n")?;
                    return Ok(ControlFlow::Break(Outcome::Yes));
                }
                (Read::TooLong, _) => too_long(),
                (Read::Line, line) if line.windows(3).any(is_arrow) => edited(),
                (Read::Line, line) => return Ok(ControlFlow::Continue(line)),
            };
            output.text("\n")?;
            output.flush()?;
            refused.report(None);
            output.styled(PROMPT)?;
            output.flush()?;
        }
    }
}

/// Work that takes at most this long needs no confirmation.
pub(crate) const LONG: Duration = Duration::from_secs(600);

/// A single answer that takes at most this long needs no confirmation.
pub(crate) const LONG_ANSWER: Duration = Duration::from_secs(60);

/// Allows work that takes about `estimate` if that is at most `limit`, if `yes` is given, or if
/// the program `can_ask` the user and the user agrees. `quick` is advice on a faster way.
pub(crate) fn confirm(
    what: impl Display,
    (estimate, limit): (Duration, Duration),
    [yes, can_ask]: [bool; 2],
    quick: Option<&str>,
) -> Result<(), Failure> {
    if yes || estimate <= limit {
        return Ok(());
    }
    ask(&format!("{what} would take about {}", spoken(estimate.as_secs().into())), can_ask, quick)
}

/// Asks the user to confirm `message`. If the user does not, or cannot be asked, returns `message`
/// as an error with advice.
pub(crate) fn ask(message: &str, can_ask: bool, quick: Option<&str>) -> Result<(), Failure> {
    if can_ask && io::stdin().is_terminal() {
        let asked = laid_out(&format!("{message}. Go on? [y/N] "), stderr_layout());
        let mut stream = anstream::stderr().lock();
        let asked = stream.write_all(asked.as_bytes()).and_then(|()| stream.flush());
        let mut answer = String::new();
        // A failed question counts as a no.
        let answered = asked.and_then(|()| io::stdin().lock().read_line(&mut answer));
        if answered.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str()) {
            return Ok(());
        }
    }
    let quick = quick.map_or_else(String::new, |quick| format!("{quick}; "));
    Err(Failure::with_help(message, format!("{quick}use `--yes` to run it anyway")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_after_a_too_long_line_are_read() {
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
    fn an_endless_line_is_first_too_long_and_then_an_error() {
        let mut lines = Lines::of(BufReader::with_capacity(1 << 20, io::repeat(0)));
        let mut line = Vec::new();
        let first = lines.read(&mut line).expect("bytes can be read");
        assert_eq!(first, Read::TooLong);
        let error = lines.read(&mut line).expect_err("it goes on for too long");
        assert_eq!(error.to_string(), "a line has more than 67108864 bytes");
    }
}
