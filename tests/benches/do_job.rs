//! Does one job and prints its cost: `do_job MODE NAME`.
//!
//! Other programs count instructions and memory, and only for a whole process. So there are three
//! modes: `prepare` stops before the job, `once` does it once, and `clock` does it again and again
//! and prints the median time.

use std::hint::black_box;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bracket24_benches::job::Job;
use serde_json::json;

/// The job is repeated until this much time is spent.
const ENOUGH: Duration = Duration::from_millis(300);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((mode, job)) = arguments
        .split_first()
        .and_then(|(mode, name)| Some((mode.as_str(), Job::by_name(&name.join(" "))?)))
    else {
        let _ = writeln!(io::stderr(), "expected `do_job prepare|once|clock JOB`: {arguments:?}");
        return ExitCode::from(2);
    };
    let done = job.prepare(|work| match mode {
        "prepare" => json!({}),
        "once" => json!({ "solutions": work() }),
        _ => clock(work),
    });
    let answer = done.unwrap_or_else(|refused| json!({ "refused": refused }));
    match writeln!(io::stdout(), "{answer}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Returns the median time of `work` and the number that it counts. Work shorter than the
/// resolution of the clock is timed many runs at once.
fn clock(work: &mut dyn FnMut() -> u64) -> serde_json::Value {
    let (mut times, mut batch) = (Vec::new(), 1_u32);
    let began = Instant::now();
    let mut solutions;
    loop {
        let start = Instant::now();
        solutions = black_box(work());
        (1..batch).for_each(|_| {
            black_box(work());
        });
        let time = start.elapsed();
        if time < Duration::from_micros(200) {
            batch *= 2;
            continue;
        }
        times.push(time.as_secs_f64() * 1e9 / f64::from(batch));
        if began.elapsed() >= ENOUGH && times.len() >= 3 || began.elapsed() >= 10 * ENOUGH {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    json!({ "solutions": solutions, "nanoseconds": times[times.len() / 2] })
}
