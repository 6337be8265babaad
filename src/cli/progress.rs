//! Progress of a long run, and stopping it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::failure::Failure;
use super::interrupt;
use super::terminal::can_redraw_stderr;

/// Work that takes no longer than this shows no progress.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// From this many hands on a person is told their number and how long they will
/// take, even where no bar can be drawn.
const MANY: u64 = 1_000_000;

/// A run over many hands: shown on standard error once it takes long, and
/// ended early by Ctrl-C.
pub(crate) struct Progress {
    total: u64,
    things: &'static str,
    done: u64,
    start: Instant,
    bar: Option<ProgressBar>,
    announced: bool,
    interrupted: &'static AtomicBool,
}

impl Progress {
    /// A run over `total` hands.
    pub(crate) fn new(total: u64) -> Result<Self, Failure> {
        Self::over(total, "hands")
    }

    /// A run over `total` of what `things` names.
    pub(crate) fn over(total: u64, things: &'static str) -> Result<Self, Failure> {
        let interrupted = interrupt::watch().map_err(Failure::plain)?;
        Ok(Self {
            total,
            things,
            done: 0,
            start: Instant::now(),
            bar: None,
            announced: false,
            interrupted,
        })
    }

    /// One hand more is done; breaks off where the person wants to stop.
    pub(crate) fn advance(&mut self) -> ControlFlow<()> {
        self.done += 1;
        if self.is_interrupted() {
            return ControlFlow::Break(());
        }
        match &self.bar {
            Some(bar) => bar.set_position(self.done),
            None if self.start.elapsed() > MAX_WAIT => {
                self.announce();
            }
            None => {}
        }
        ControlFlow::Continue(())
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Takes the bar away, and says where an interrupted run ended.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.is_interrupted() {
            anstream::eprintln!(
                "interrupted: only the first {} of {} {}",
                self.done,
                self.total,
                self.things
            );
        }
    }

    fn announce(&mut self) {
        if !self.announced && self.total >= MANY {
            let rest = u128::from(self.total - self.done);
            let left = self.start.elapsed().as_millis() * rest / u128::from(self.done) / 1000;
            anstream::eprintln!("{} {}, about {} more", self.total, self.things, spoken(left));
        }
        self.announced = true;
        if can_redraw_stderr() {
            let bar = ProgressBar::new(self.total).with_position(self.done);
            let template = format!("{{wide_bar}} {{pos}}/{{len}} {}, {{eta}} left", self.things);
            bar.set_style(ProgressStyle::with_template(&template).expect("the template is valid"));
            self.bar = Some(bar);
        }
    }
}

/// A sign of life on a terminal where something takes long and nobody knows how
/// long; it goes away when this is dropped.
pub(crate) struct Spinner {
    /// Closed when the work is done.
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Shows `message` once the work has taken long.
    pub(crate) fn after_a_while(message: &'static str) -> Self {
        if !can_redraw_stderr() {
            return Self { done: None, thread: None };
        }
        let (done, is_done) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            if is_done.recv_timeout(MAX_WAIT) == Err(RecvTimeoutError::Timeout) {
                let spinner = ProgressBar::new_spinner().with_message(message);
                spinner.enable_steady_tick(Duration::from_millis(100));
                // Nothing is ever sent.
                let _ = is_done.recv();
                spinner.finish_and_clear();
            }
        });
        Self { done: Some(done), thread: Some(thread) }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A time in words.
pub(crate) fn spoken(seconds: u128) -> String {
    match seconds {
        0..120 => format!("{seconds} seconds"),
        120..7200 => format!("{} minutes", seconds / 60),
        _ => format!("{} hours", seconds / 3600),
    }
}
