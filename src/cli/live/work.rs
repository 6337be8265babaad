//! Runs jobs on a limited number of threads, and stops jobs whose results nobody is waiting for.

use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use bracket24::tracer::{while_wanted, with_most_pairs};
use hyper::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::Problem;

/// The maximum time for an answer. A handler checks the time between its steps, and each step has
/// its own limits.
const TIME: Duration = Duration::from_secs(10);

/// The time for which a slow request first runs on a thread for first moments. Most slow requests
/// end within this time, and so do not wait for hard ones.
const EASY: Duration = Duration::from_millis(30);

/// The maximum time that a request waits for a free thread.
const WAIT: Duration = Duration::from_secs(20);

/// The number of threads for quick answers. The number is large, so that a few slow answers, such
/// as for a grammar whose parse does not end, do not delay the others.
const QUICK: usize = 100;

/// The maximum number of nodes of a parse tree. A page cannot show as many, and one tree takes up
/// to 120 MB with them.
const MOST_PAIRS: u64 = 100_000;

/// How long an answer usually takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// The answer takes milliseconds.
    Quick,
    /// The answer may take seconds, so only about one such job per processor runs at a time. The
    /// job may start twice, because it first runs for [`EASY`] on another thread.
    Slow,
    /// Like `Slow`, but the job may take much memory instead of time, and so waits for no slow job.
    Large,
    /// Like `Slow`, but the job starts only once, because it runs a program or counts something.
    Once,
}

/// The threads for jobs. Each semaphore counts the free threads of its kind.
#[derive(Debug)]
pub(super) struct Work {
    quick: Arc<Semaphore>,
    /// For the first moments of slow and large answers: a grammar in any request may take much
    /// memory, so there are few of these threads.
    first: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

/// Says whether the client is still waiting for an answer, and whether there is time left.
#[derive(Debug, Clone)]
pub(super) struct Patience {
    waiting: Weak<()>,
    until: Instant,
}

impl Patience {
    /// Whether the work should go on.
    pub(super) fn lasts(&self) -> bool {
        self.waiting.strong_count() > 0 && Instant::now() < self.until
    }

    /// Returns an error if the work should stop.
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
        let [first, slow, large] = [(); 3].map(|()| places(processors.max(2)));
        Self { quick: places(QUICK), first, slow, large }
    }

    /// The maximum number of threads that work in parallel.
    pub(super) fn threads(&self) -> usize {
        let places = [&self.quick, &self.first, &self.slow, &self.large];
        places.map(|it| it.available_permits()).into_iter().sum()
    }

    /// Runs `job` as soon as a thread is free. If the client drops the request, the patience of the
    /// job ends.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        pace: Pace,
        job: impl Fn(&Patience) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let job = Arc::new(job);
        let first = if pace == Pace::Quick { &self.quick } else { &self.first };
        let then = if pace == Pace::Large { &self.large } else { &self.slow };
        if pace != Pace::Once {
            let (start, time) = (Instant::now(), if pace == Pace::Quick { TIME } else { EASY });
            let done = run_in(first, time, Arc::clone(&job)).await;
            if pace == Pace::Quick || done.is_ok() || start.elapsed() < time {
                return done;
            }
        }
        run_in(then, TIME, job).await
    }
}

/// Runs a job for at most `time`, as soon as one of `places`, the free threads, is available.
async fn run_in<T: Send + 'static>(
    places: &Arc<Semaphore>,
    time: Duration,
    job: Arc<impl Fn(&Patience) -> Result<T, Problem> + Send + Sync + 'static>,
) -> Result<T, Problem> {
    let Ok(place) = timeout(WAIT, Arc::clone(places).acquire_owned()).await else {
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy");
        return Err(problem.with_help("ask again"));
    };
    let place = place.expect("the places are never closed");
    // The future of the request drops `waiting` at its end, and also if the client gives up.
    let waiting = Arc::new(());
    let patience = Patience { waiting: Arc::downgrade(&waiting), until: Instant::now() + time };
    let work = spawn_blocking(move || {
        let _place = place;
        let asked = patience.clone();
        let job = || with_most_pairs(MOST_PAIRS, || job(&patience));
        let done = while_wanted(move || asked.lasts(), job);
        // The results of work that was stopped may be incomplete.
        patience.check().and(done)
    });
    let done = work.await;
    drop(waiting);
    done.unwrap_or_else(|_| {
        let message = "bracket24 has a bug here: please report the request";
        Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}
