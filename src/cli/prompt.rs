//! Lines that are asked for one by one, until there are no more or Ctrl-C.

use std::io::{self, BufReader, IsTerminal};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use bracket24::present::markup as m;

use super::Outcome;
use super::batch::{Lines, Read, too_long, unreadable};
use super::failure::Failure;
use super::interrupt;
use super::output::Output;

/// How long Ctrl-C may go unseen.
const TICK: Duration = Duration::from_millis(50);

/// What a line is asked for with.
const PROMPT: &[u8] = b"> ";

/// Standard input, asked line by line.
pub(crate) struct Prompt {
    /// Without the one that is too long.
    lines: Receiver<io::Result<Option<Vec<u8>>>>,
    interrupted: &'static AtomicBool,
    /// Whether what is typed is seen anyway.
    is_seen: bool,
}

impl Prompt {
    pub(crate) fn new() -> Result<Self, Failure> {
        let interrupted = interrupt::watch().map_err(Failure::plain)?;
        // Reading goes on through Ctrl-C; who waits for a line does not.
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            let mut input = Lines::of(BufReader::new(io::stdin().lock()));
            loop {
                let mut line = Vec::new();
                let read = input.read(&mut line).map(|read| match read {
                    Read::Line => Some(Some(line)),
                    Read::TooLong => Some(None),
                    Read::End => None,
                });
                let is_sent = match read.transpose() {
                    Some(line) => sender.send(line).is_ok(),
                    None => false,
                };
                if !is_sent {
                    break;
                }
            }
        });
        let is_seen = io::stdin().is_terminal();
        Ok(Self { lines, interrupted, is_seen })
    }

    /// Asks for a line, without blanks at its ends, until `end` if there is one; breaks
    /// off where there are no more, and at Ctrl-C. One that is not typed on a terminal is
    /// printed there, so that what follows can be understood.
    pub(crate) fn ask(
        &self,
        end: Option<Instant>,
        output: &mut Output,
    ) -> Result<ControlFlow<Outcome, String>, Failure> {
        output.styled(PROMPT)?;
        output.flush()?;
        let line = loop {
            if self.interrupted.load(Ordering::Relaxed) {
                output.text("\n")?;
                return Ok(ControlFlow::Break(Outcome::Interrupted));
            }
            if end.is_some_and(|end| end <= Instant::now()) {
                output.text("\n")?;
                output.line(m::plain("time is up"))?;
                return Ok(ControlFlow::Break(Outcome::Yes));
            }
            match self.lines.recv_timeout(TICK) {
                Ok(line) => {
                    if let Some(line) = line.map_err(unreadable)? {
                        break line;
                    }
                    output.text("\n")?;
                    output.flush()?;
                    too_long().report(None);
                    output.styled(PROMPT)?;
                    output.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    output.text("\n")?;
                    return Ok(ControlFlow::Break(Outcome::Yes));
                }
            }
        };
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if !self.is_seen {
            let shown: String = line.chars().filter(|it| !it.is_control()).collect();
            output.text(&format!("{shown}\n"))?;
        }
        Ok(ControlFlow::Continue(line))
    }
}
