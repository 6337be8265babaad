//! How far a long run is, and stopping it.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::failure::Failure;

/// What takes no longer than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// From how many hands on a person is told how many there are, and how long it
/// will take, even where no bar can be drawn.
const MANY: u64 = 1_000_000;

/// A run over many hands: shown on standard error once it takes long, and
/// ended early by Ctrl-C.
pub(super) struct Progress {
    total: u64,
    done: u64,
    start: Instant,
    bar: Option<ProgressBar>,
    announced: bool,
    interrupted: Arc<AtomicBool>,
}

impl Progress {
    /// A run over `total` hands.
    pub(super) fn new(total: u64) -> Result<Self, Failure> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
            .map_err(|error| Failure::plain(format!("cannot watch for Ctrl-C: {error}")))?;
        Ok(Self { total, done: 0, start: Instant::now(), bar: None, announced: false, interrupted })
    }

    /// One hand more is done; breaks off where the person wants to stop.
    pub(super) fn advance(&mut self) -> ControlFlow<()> {
        self.done += 1;
        if self.is_interrupted() {
            return ControlFlow::Break(());
        }
        match &self.bar {
            Some(bar) => bar.set_position(self.done),
            None if self.done.is_multiple_of(64) && self.start.elapsed() > PATIENCE => {
                self.announce();
            }
            None => {}
        }
        ControlFlow::Continue(())
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn announce(&mut self) {
        if !self.announced && self.total >= MANY {
            let hands = u128::from(self.total - self.done);
            let left = self.start.elapsed().as_millis() * hands / u128::from(self.done) / 1000;
            anstream::eprintln!("{} hands, some {} more", self.total, spoken(left));
        }
        self.announced = true;
        if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(self.total).with_position(self.done);
            if let Ok(style) =
                ProgressStyle::with_template("{wide_bar} {pos}/{len} hands, {eta} left")
            {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
    }
}

/// So many seconds in words.
fn spoken(seconds: u128) -> String {
    match seconds {
        0..120 => format!("{seconds} seconds"),
        120..7200 => format!("{} minutes", seconds / 60),
        _ => format!("{} hours", seconds / 3600),
    }
}
