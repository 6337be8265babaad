//! Threads for what takes long, so many at once; and giving up what nobody waits for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use bracket24::tracer::while_wanted;
use hyper::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::problem::Problem;

/// How long an answer may take, which is asked for between its parts. Each part has
/// limits of its own.
const TIME: Duration = Duration::from_secs(10);

/// How long a request waits for its turn.
const WAIT: Duration = Duration::from_secs(20);

/// How long a quick answer keeps the place of a quick one.
const QUICK: Duration = Duration::from_millis(200);

/// How many quick answers may take longer than that without keeping others waiting.
const LATE: usize = 100;

/// How long an answer usually takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// Milliseconds.
    Quick,
    /// Perhaps seconds: such never take the places of the others.
    Slow,
}

/// The places for work.
#[derive(Debug)]
pub(super) struct Work {
    quick: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    /// For quick ones that are not, such as one that comes upon a grammar that never
    /// ends: they make room for the others.
    late: Arc<Semaphore>,
}

/// The place that a thread has while it works.
type Place = Mutex<OwnedSemaphorePermit>;

/// Whether somebody still waits for an answer, and may.
#[derive(Debug, Clone)]
pub(super) struct Patience {
    is_gone: Arc<AtomicBool>,
    until: Instant,
}

impl Patience {
    fn new() -> Self {
        Self { is_gone: Arc::default(), until: Instant::now() + TIME }
    }

    /// Whether to go on.
    pub(super) fn lasts(&self) -> bool {
        !self.is_gone.load(Ordering::Relaxed) && Instant::now() < self.until
    }

    /// Goes on, or says that it takes too long.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self.lasts() { Ok(()) } else { Err(too_long()) }
    }
}

/// Why an answer is given up.
pub(super) fn too_long() -> Problem {
    let message = format!("given up after {} seconds", TIME.as_secs());
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, message)
}

/// Tells the work, when it is dropped, that nobody waits any more.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Work {
    pub(super) fn new() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        let [quick, slow, late] = [2 * processors.max(2), processors.max(2), LATE]
            .map(|places| Arc::new(Semaphore::new(places)));
        Self { quick, slow, late }
    }

    /// The most threads that work at the same time.
    pub(super) fn threads(&self) -> usize {
        [&self.quick, &self.slow, &self.late].map(|it| it.available_permits()).iter().sum()
    }

    /// Does `job` on a thread once there is a place. If the request is given up
    /// meanwhile, its patience ends.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        pace: Pace,
        job: impl FnOnce(&Patience) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let places = match pace {
            Pace::Quick => &self.quick,
            Pace::Slow => &self.slow,
        };
        let Ok(turn) = timeout(WAIT, Arc::clone(places).acquire_owned()).await else {
            let problem =
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too much is asked at once");
            return Err(problem.with_help("ask again"));
        };
        let turn = Arc::new(Place::new(turn.expect("the places are never closed")));
        let patience = Patience::new();
        let waiting = Waiting(Arc::clone(&patience.is_gone));
        let kept = Arc::clone(&turn);
        let mut work = spawn_blocking(move || {
            let waits = patience.clone();
            let done = while_wanted(move || waits.lasts(), || job(&patience));
            drop(kept);
            done
        });
        let done = if let Ok(done) = timeout(QUICK, &mut work).await {
            done
        } else {
            if let (Pace::Quick, Ok(late)) = (pace, Arc::clone(&self.late).try_acquire_owned()) {
                *turn.lock().unwrap_or_else(PoisonError::into_inner) = late;
            }
            work.await
        };
        drop(waiting);
        done.unwrap_or_else(|_| {
            let message = "the program has a mistake here: please report what you asked";
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message))
        })
    }
}
