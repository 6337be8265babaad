//! Shows the progress of a long run, and lets Ctrl-C stop it.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, Once};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bracket24::words::shorten_with;
use bracket24::{Hand, for_each_hand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal::{can_redraw_stderr, say, stderr_layout};
use super::{Failure, Outcome, Output, interrupt};

/// Work that takes no longer than this shows no progress.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// For this many hands or more, a message gives their number and the time left, even if the
/// terminal cannot show a bar.
const MANY: u64 = 1_000_000;

/// For fewer hands, the message comes after this time, and only if the whole run takes longer than
/// [`LONG_WAIT`].
const SOME_WAIT: Duration = Duration::from_secs(4);

/// The template of a progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} {msg}";

/// A run over many hands. Standard error shows it once it has taken a while, and Ctrl-C ends it
/// early.
pub(crate) struct Progress {
    total: u64,
    things: &'static str,
    done: u64,
    start: Instant,
    /// The time when the first hands were done, and their number. The estimate of the time left
    /// counts from this time, because earlier work, such as making tables, is done only once.
    first: Option<(Instant, u64)>,
    sign: Spinner,
    announced: bool,
    interrupted: &'static AtomicBool,
}

impl Progress {
    /// A run over `total` hands.
    pub(crate) fn new(total: u64) -> Result<Self, Failure> {
        Self::over(total, "hands")
    }

    /// A run over `total` things, which `things` names.
    pub(crate) fn over(total: u64, things: &'static str) -> Result<Self, Failure> {
        let interrupted = interrupt::watch().map_err(Failure::plain)?;
        let sign = Spinner::of(ProgressBar::new(total), BAR);
        sign.start(things);
        let start = Instant::now();
        Ok(Self { total, things, done: 0, start, first: None, sign, announced: false, interrupted })
    }

    /// A run that lists its results. If the list goes to a terminal, no bar is shown.
    pub(crate) fn of_list(total: u64, output: &Output) -> Result<Self, Failure> {
        let progress = Self::new(total)?;
        if output.is_seen() {
            progress.hide();
        }
        Ok(progress)
    }

    /// Calls `work` with every hand, on all processors, and `take` with the results, in the order
    /// of the hands. Stops at an error or at Ctrl-C.
    pub(crate) fn through<T: Send, E: Into<Failure> + Send>(
        &mut self,
        hands: impl IntoIterator<Item = Hand>,
        work: impl Fn(&Hand) -> Result<T, E> + Sync,
        mut take: impl FnMut(Hand, T) -> Result<(), Failure>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut failed = None;
        let flow = for_each_hand(hands, work, |hand, result| {
            if let Err(failure) = result.map_err(Into::into).and_then(|it| take(hand, it)) {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            self.advance()
        });
        self.finish();
        failed.map_or(Ok(flow), Err)
    }

    /// Counts one more hand as done. Returns `Break` after Ctrl-C.
    pub(crate) fn advance(&mut self) -> ControlFlow<()> {
        self.advance_to(self.done + 1)
    }

    /// Counts `done` hands as done. Returns `Break` after Ctrl-C.
    pub(crate) fn advance_to(&mut self, done: u64) -> ControlFlow<()> {
        let is_first = self.done == 0;
        self.done = done;
        self.go_on()?;
        if is_first {
            // The first hand gives the first estimate of the time left.
            self.sign.bar.set_style(style(&format!("{BAR}, {{eta}} left")));
        }
        self.sign.bar.set_position(self.done);
        let (since, before) = *self.first.get_or_insert_with(|| (Instant::now(), done));
        if !self.announced && done > before {
            let left = since.elapsed().as_millis() * u128::from(self.total - done)
                / u128::from(done - before);
            let elapsed = self.start.elapsed();
            let is_long = elapsed > SOME_WAIT && elapsed.as_millis() + left > LONG_WAIT.as_millis();
            if is_long || (self.total >= MANY && elapsed > MAX_WAIT) {
                self.announced = true;
                let (total, things, left) = (self.total, self.things, spoken(left / 1000));
                self.sign.bar.suspend(|| say(&format!("{total} {things}, about {left} more\n")));
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns `Break` after Ctrl-C, even in the middle of a hand.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The outcome of the run. `any` says whether the run found something.
    pub(crate) fn outcome(&self, any: bool) -> Outcome {
        if self.is_interrupted() { Outcome::Interrupted } else { Outcome::from(any) }
    }

    /// Removes the bar.
    pub(crate) fn hide(&self) {
        self.sign.stop();
    }

    /// Removes the bar, and prints where an interrupted run ended.
    pub(crate) fn finish(&self) {
        self.sign.stop();
        if self.is_interrupted() {
            let Self { done, total, things, .. } = self;
            say(&format!("interrupted: only the first {done} of {total} {things}\n"));
        }
    }
}

/// A spinner on a terminal that names long work while it runs. One spinner can show many
/// pieces of work, one after another.
pub(crate) struct Spinner {
    bar: ProgressBar,
    /// The thread that draws the bar, if there is a terminal.
    drawing: Option<Drawing>,
}

struct Drawing {
    /// The start of work that the terminal does not show yet.
    begun: Arc<Mutex<Option<Instant>>>,
    thread: JoinHandle<()>,
    /// Dropping this sender ends the thread.
    done: Sender<()>,
}

/// How often the thread checks whether work has taken a while.
const LOOK: Duration = Duration::from_millis(100);

/// The start of work that the terminal cannot show, and its message.
static UNDRAWN: Mutex<Option<(Instant, String)>> = Mutex::new(None);

/// Starts the thread that watches it.
static WATCH: Once = Once::new();

/// The time after which a message names it.
const LONG_WAIT: Duration = Duration::from_secs(30);

/// Says what the program works on if that takes longer than [`LONG_WAIT`].
fn watch() {
    loop {
        std::thread::sleep(LOOK);
        let mut undrawn = UNDRAWN.lock().expect(DRAWS);
        if let Some((_, message)) = undrawn.take_if(|(start, _)| start.elapsed() >= LONG_WAIT) {
            say(&format!("still working: {message}\n"));
        }
    }
}

/// Why the lock and the thread cannot fail.
const DRAWS: &str = "drawing does not fail";

impl Spinner {
    /// A spinner for work that has not begun yet and whose length is unknown.
    pub(crate) fn idle() -> Self {
        Self::of(ProgressBar::no_length(), "{spinner} {wide_msg}")
    }

    fn of(bar: ProgressBar, template: &str) -> Self {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        bar.set_style(style(template));
        if !can_redraw_stderr() {
            return Self { bar, drawing: None };
        }
        let (done, is_done) = mpsc::channel();
        let begun = Arc::<Mutex<Option<Instant>>>::default();
        let (drawn, seen) = (bar.clone(), Arc::clone(&begun));
        let thread = std::thread::spawn(move || {
            // The channel never gets a message: it only closes.
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let mut begun = seen.lock().expect(DRAWS);
                if begun.take_if(|start| start.elapsed() >= MAX_WAIT).is_some() {
                    drawn.set_draw_target(ProgressDrawTarget::stderr());
                    drawn.enable_steady_tick(LOOK);
                }
            }
        });
        Self { bar, drawing: Some(Drawing { begun, thread, done }) }
    }

    /// Begins work, and shows `message` if the work takes a long time. If the terminal cannot show
    /// it, standard error gets the message once, unless a [`Progress`] gives an estimate there.
    pub(crate) fn start(&self, message: impl Into<Cow<'static, str>>) {
        self.name(message);
        if let Some(Drawing { begun, .. }) = &self.drawing {
            *begun.lock().expect(DRAWS) = Some(Instant::now());
        } else if self.bar.length().is_none() {
            *UNDRAWN.lock().expect(DRAWS) = Some((Instant::now(), self.bar.message()));
            WATCH.call_once(|| drop(std::thread::spawn(watch)));
        }
    }

    /// Replaces the message.
    pub(crate) fn name(&self, message: impl Into<Cow<'static, str>>) {
        self.bar.set_message(message);
    }

    /// Stops showing the work.
    pub(crate) fn stop(&self) {
        let Some(Drawing { begun, .. }) = &self.drawing else {
            *UNDRAWN.lock().expect(DRAWS) = None;
            return;
        };
        // While `begun` is locked, the thread cannot draw.
        let mut begun = begun.lock().expect(DRAWS);
        *begun = None;
        if !self.bar.is_hidden() {
            self.bar.disable_steady_tick();
            self.bar.finish_and_clear();
            self.bar.set_draw_target(ProgressDrawTarget::hidden());
            self.bar.reset();
        }
    }

    /// Runs `work`, and shows `message` if the work takes a long time.
    pub(crate) fn during<T>(
        &self,
        message: impl Into<Cow<'static, str>>,
        work: impl FnOnce() -> T,
    ) -> T {
        self.start(message);
        let done = work();
        self.stop();
        done
    }
}

/// Runs `work`, and shows `message` if the work takes a long time.
pub(crate) fn during<T>(message: impl Into<Cow<'static, str>>, work: impl FnOnce() -> T) -> T {
    Spinner::idle().during(message, work)
}

/// The text of a hand for a message, shortened if necessary: cards of hundreds of digits would
/// leave no room for the rest of the message.
pub(crate) fn called(hand: &Hand) -> String {
    shorten_with(&hand.to_string(), LONGEST_NAME, "...")
}

/// The maximum number of columns of a hand in a message.
const LONGEST_NAME: usize = 30;

impl Drop for Spinner {
    fn drop(&mut self) {
        self.stop();
        if let Some(Drawing { thread, done, .. }) = self.drawing.take() {
            drop(done);
            thread.join().expect(DRAWS);
        }
    }
}

/// The style of a bar, in characters that the locale has.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    if stderr_layout().ascii { style.tick_chars("|/-\\ ").progress_chars("#>-") } else { style }
}

/// Spells a time in words.
pub(crate) fn spoken(seconds: u128) -> String {
    match seconds {
        0..2 => "a second".to_owned(),
        2..120 => format!("{seconds} seconds"),
        120..7200 => format!("{} minutes", seconds / 60),
        7200..172_800 => format!("{} hours", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}
