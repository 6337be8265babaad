//! States on a terminal, gone through by keys.

mod draw;
mod keys;
mod stepper;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::panic;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::{execute, style};

use super::Outcome;
use super::failure::Failure;
use super::interrupt;
use super::stepping::Steppable;
use super::terminal_guard::restore_when_ended;
use keys::Keys;
use stepper::{Flow, Stepper};

/// How often to look whether someone wants it ended from outside.
const PATIENCE: Duration = Duration::from_millis(200);

/// Leaves the screen of its own that was drawn on, and shows the cursor.
const LEAVE: &str = "\u{1b}[?1049l\u{1b}[?25h";

/// Whether a signal that ends the run gives the terminal back.
static GUARDED: OnceLock<bool> = OnceLock::new();

/// Lets a person go through `states`; `None` where there is nobody at a terminal
/// that can be drawn on.
pub(super) fn play_by_keys(states: &dyn Steppable) -> Option<Result<Outcome, Failure>> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if is_dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    let failed = |error: io::Error| Failure::plain(format!("cannot use the terminal: {error}"));
    Some(play(states).map_err(failed))
}

fn play(states: &dyn Steppable) -> io::Result<Outcome> {
    let interrupted = interrupt::watch().map_err(io::Error::other)?;
    Screen::open()?.play(states, interrupted)
}

/// The terminal while it is drawn on; it is as it was before once this is
/// dropped.
struct Screen {
    terminal: DefaultTerminal,
    in_colour: bool,
}

impl Screen {
    fn open() -> io::Result<Self> {
        let in_colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        // What was decided here stands, whatever the environment says.
        style::force_color_output(in_colour);
        let guarded = GUARDED.get_or_init(|| restore_when_ended(LEAVE).is_ok());
        if !guarded {
            return Err(io::Error::other("cannot watch for signals"));
        }
        let terminal = ratatui::try_init().inspect_err(|_| restore())?;
        // Nothing is dropped where a panic aborts. The hook set before this one
        // does the rest.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            hook(info);
        }));
        Ok(Self { terminal, in_colour })
    }

    fn play(&mut self, states: &dyn Steppable, interrupted: &AtomicBool) -> io::Result<Outcome> {
        let mut stepper = Stepper::default();
        loop {
            let rows = usize::from(self.terminal.size()?.height);
            // There is nothing to go through in a text that is too long to be traced.
            let Some(view) = states.view(stepper.index(), rows) else { return Ok(Outcome::Yes) };
            let (keys, in_colour) = (Keys::of(states), self.in_colour);
            self.terminal.draw(|frame| draw::draw(frame, &view, (&stepper, keys), in_colour))?;
            let flow = match next_event(interrupted)? {
                Some(Event::Key(key)) if !key.is_release() => stepper.press(key, states),
                Some(_) => Flow::Stay,
                None => Flow::Interrupt,
            };
            match flow {
                Flow::Stay => {}
                Flow::Quit => return Ok(Outcome::Yes),
                Flow::Interrupt => return Ok(Outcome::Interrupted),
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// What is next done by a person; `None` where it is to be ended.
fn next_event(interrupted: &AtomicBool) -> io::Result<Option<Event>> {
    while !interrupted.load(Ordering::Relaxed) {
        if event::poll(PATIENCE)? {
            return event::read().map(Some);
        }
    }
    Ok(None)
}

/// Gives the terminal back, cursor and all.
fn restore() {
    // Where that fails there is nobody left to be told.
    let _ = ratatui::try_restore();
    let _ = execute!(io::stdout(), Show);
}
