//! Threads for what takes long, so many at once; and giving up what nobody waits for.

use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use bracket24::tracer::while_wanted;
use hyper::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::Problem;

/// How long an answer may take, which is asked for between its parts. Each part has
/// limits of its own.
const TIME: Duration = Duration::from_secs(10);

/// How long what may take long is tried among the quick ones: most of it is easy, and kept
/// waiting by nothing that is hard.
const EASY: Duration = Duration::from_millis(30);

/// How long a request waits for its turn.
const WAIT: Duration = Duration::from_secs(20);

/// How many quick answers are made at once: so many that a few which are not quick, such
/// as on a grammar that never ends, keep nobody waiting.
const QUICK: usize = 100;

/// How long an answer usually takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// Milliseconds.
    Quick,
    /// Perhaps seconds: of such there are only as many at once as there are processors.
    /// It may be begun twice.
    Slow,
    /// As long, and begun once: it runs a program.
    Once,
}

/// The places for work.
#[derive(Debug)]
pub(super) struct Work {
    quick: Arc<Semaphore>,
    slow: Arc<Semaphore>,
}

/// Whether somebody still waits for an answer, and may.
#[derive(Debug, Clone)]
pub(super) struct Patience {
    waiting: Weak<()>,
    until: Instant,
}

impl Patience {
    /// Whether to go on.
    pub(super) fn lasts(&self) -> bool {
        self.waiting.strong_count() > 0 && Instant::now() < self.until
    }

    /// Goes on, or says that it takes too long.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self.lasts() {
            return Ok(());
        }
        let message = format!("given up after {} seconds", TIME.as_secs());
        Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, message))
    }
}

impl Work {
    pub(super) fn new() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        let places = |number| Arc::new(Semaphore::new(number));
        Self { quick: places(QUICK), slow: places(processors.max(2)) }
    }

    /// The most threads that work at the same time.
    pub(super) fn threads(&self) -> usize {
        self.quick.available_permits() + self.slow.available_permits()
    }

    /// Does `job` on a thread once there is a place. If the request is given up
    /// meanwhile, its patience ends.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        pace: Pace,
        job: impl Fn(&Patience) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let job = Arc::new(job);
        let (start, time) = (Instant::now(), if pace == Pace::Quick { TIME } else { EASY });
        if pace == Pace::Once {
            return run_in(&self.slow, TIME, job).await;
        }
        let done = run_in(&self.quick, time, Arc::clone(&job)).await;
        if pace == Pace::Quick || done.is_ok() || start.elapsed() < time {
            return done;
        }
        run_in(&self.slow, TIME, job).await
    }
}

/// Does a job on one of these places, for so long at most.
async fn run_in<T: Send + 'static>(
    places: &Arc<Semaphore>,
    time: Duration,
    job: Arc<impl Fn(&Patience) -> Result<T, Problem> + Send + Sync + 'static>,
) -> Result<T, Problem> {
    let Ok(place) = timeout(WAIT, Arc::clone(places).acquire_owned()).await else {
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too much is asked at once");
        return Err(problem.with_help("ask again"));
    };
    let place = place.expect("the places are never closed");
    // It is dropped with the request, also where that is given up.
    let waiting = Arc::new(());
    let patience = Patience { waiting: Arc::downgrade(&waiting), until: Instant::now() + time };
    let work = spawn_blocking(move || {
        let _place = place;
        let asked = patience.clone();
        while_wanted(move || asked.lasts(), || job(&patience))
    });
    let done = work.await;
    drop(waiting);
    done.unwrap_or_else(|_| {
        let message = "the program has a mistake here: please report what you asked";
        Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}
