//! Runs the tests on each mutant: only those that reach it, until one fails.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::iter;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::Mutant;
use super::instrumented::FLAGS;

/// The longest test that is used, in seconds.
const LONGEST: f64 = 5.0;

/// The longest that all tests of a mutant may take without it, in seconds.
const MOST: f64 = 20.0;

/// A mutant that takes so many times as long as the original is taken for endless.
const PATIENCE: f64 = 4.0;

/// The most memory of a test, in KiB.
const MEMORY: u32 = 8 << 20;

/// A test that reads the source of the library, which differs in the copy.
const READS_SOURCE: &str = "examples::the_tracer_does_not_depend_on_the_card_game";

/// How a run of tests ended.
#[derive(PartialEq, Eq)]
enum Ended {
    Passed,
    Failed,
    /// It took too long.
    Stopped,
}

/// The verdict of the tests about a mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Caught,
    Endless,
    Missed,
}

struct Test {
    program: PathBuf,
    name: String,
    /// How long it takes.
    seconds: f64,
    /// The mutants that it reaches.
    reached: HashSet<u32>,
}

pub(super) struct Tests {
    tree: PathBuf,
    all: Vec<Test>,
}

impl Tests {
    /// Builds the tests and runs each once, without a mutant.
    pub(super) fn of(tree: &Path) -> Result<Self> {
        let mut listed = Vec::new();
        for program in programs(tree)? {
            let said = Command::new(&program).args(["--list", "--format=terse"]).output()?;
            for line in String::from_utf8(said.stdout)?.lines() {
                if let Some(name) = line.strip_suffix(": test").filter(|it| *it != READS_SOURCE) {
                    listed.push((program.clone(), name.to_owned()));
                }
            }
        }
        let mut tests = Self { tree: tree.to_owned(), all: Vec::new() };
        for test in in_parallel(listed.len(), |at| tests.test(&listed[at], at)) {
            tests.all.extend(test?);
        }
        let seconds: f64 = tests.all.iter().map(|it| it.seconds).sum();
        let slow = listed.len() - tests.all.len();
        eprintln!("{} tests take {seconds:.0} s; {slow} take too long", tests.all.len());
        Ok(tests)
    }

    /// Runs a test without a mutant. `None` if it takes too long.
    fn test(&self, (program, name): &(PathBuf, String), at: usize) -> Result<Option<Test>> {
        let reached = self.tree.join(format!("reached-{at}.txt"));
        fs::write(&reached, "")?;
        let file = reached.to_str().context("the path is not Unicode")?;
        let started = Instant::now();
        let ended = self.run(program, &[name], ("REACHED", file), LONGEST);
        let seconds = started.elapsed().as_secs_f64();
        ensure!(ended != Ended::Failed, "it fails without a mutant: {name}");
        let text = fs::read_to_string(&reached)?;
        fs::remove_file(&reached)?;
        let reached = text.lines().map(str::parse).collect::<Result<_, _>>();
        let reached = reached.context("a line is not a number")?;
        let test = Test { program: program.clone(), name: name.clone(), seconds, reached };
        Ok((ended == Ended::Passed).then_some(test))
    }

    /// Returns what the tests say about each mutant. Prints the mutants that the tests miss.
    pub(super) fn try_all(&self, mutants: &[&Mutant]) -> Vec<Verdict> {
        let files: HashMap<u32, &str> = mutants.iter().map(|it| (it.id, &*it.file)).collect();
        let reached = |it: &Test| -> HashMap<&str, u32> {
            let mut counts = HashMap::new();
            for file in it.reached.iter().filter_map(|id| files.get(id)) {
                *counts.entry(*file).or_default() += 1;
            }
            counts
        };
        let reached: Vec<_> = self.all.iter().map(reached).collect();
        in_parallel(mutants.len(), |at| {
            let verdict = self.verdict(mutants[at], &reached);
            if verdict == Verdict::Missed {
                println!("{}", mutants[at].name);
            }
            if at % 100 == 0 {
                eprintln!("{at} of {}", mutants.len());
            }
            verdict
        })
    }

    /// Tries the tests that reach a mutant. `by_file` has the number of mutants that each test
    /// reaches, by file: a test that reaches many of the same file in a short time goes first.
    fn verdict(&self, mutant: &Mutant, by_file: &[HashMap<&str, u32>]) -> Verdict {
        let reaching = self.all.iter().zip(by_file);
        let reaching = reaching.filter(|(it, _)| it.reached.contains(&mutant.id));
        let cost = |(test, counts): &(&Test, &HashMap<&str, u32>)| {
            test.seconds / f64::from(counts[&*mutant.file])
        };
        let mut reaching: Vec<_> = reaching.collect();
        reaching.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
        let mut total = 0.0;
        let units = reaching.into_iter().map(|(it, _)| it).filter(|it| {
            let is_time = total + it.seconds <= MOST;
            total += if is_time { it.seconds } else { 0.0 };
            is_time
        });
        let mut units = units.peekable();
        // One process for several tests, and each time for more of them.
        let mut most = 0.1;
        while let Some(first) = units.next() {
            let (mut names, mut seconds) = (vec![&*first.name], first.seconds);
            while let Some(it) =
                units.next_if(|it| it.program == first.program && seconds + it.seconds < most)
            {
                names.push(&it.name);
                seconds += it.seconds;
            }
            let limit = 5.0 + PATIENCE * seconds;
            let id = mutant.id.to_string();
            match self.run(&first.program, &names, ("MUTANT", &id), limit) {
                Ended::Passed => {}
                Ended::Failed => return Verdict::Caught,
                Ended::Stopped => return Verdict::Endless,
            }
            most *= 2.0;
        }
        Verdict::Missed
    }

    /// Runs tests for at most `limit` seconds.
    fn run(&self, program: &Path, names: &[&str], variable: (&str, &str), limit: f64) -> Ended {
        let script = format!("ulimit -v {MEMORY}; exec timeout -s KILL {limit:.1} \"$0\" \"$@\"");
        let status = Command::new("sh")
            .args(["-c", &script])
            .arg(program)
            .args(["--exact", "--include-ignored", "--test-threads=1"])
            .args(names)
            .env(variable.0, variable.1)
            // Each run tries the same values, and leaves no file for the next one.
            .envs([("PROPTEST_RNG_SEED", "24"), ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")])
            .env_remove("SNAPSHOTS")
            .current_dir(&self.tree)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("a Unix system has a shell");
        match (status.success(), status.signal()) {
            (true, _) => Ended::Passed,
            // `timeout` has killed the tests, and itself.
            (_, Some(9)) => Ended::Stopped,
            _ => Ended::Failed,
        }
    }
}

/// Calls `work` with each number below `count`, on all cores. Returns the results in order.
fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let numbers = iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let numbers = numbers.take_while(|at| *at < count);
        numbers.map(|at| (at, work(at))).collect::<Vec<_>>()
    };
    let mut all = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let results = workers.into_iter().map(|it| it.join().expect("no worker panics"));
        results.flatten().collect::<Vec<_>>()
    });
    all.sort_by_key(|it| it.0);
    all.into_iter().map(|it| it.1).collect()
}

/// Builds the tests, and returns their programs.
fn programs(tree: &Path) -> Result<BTreeSet<PathBuf>> {
    #[derive(Deserialize)]
    struct Line {
        executable: Option<PathBuf>,
        profile: Option<Profile>,
    }
    #[derive(Deserialize)]
    struct Profile {
        test: bool,
    }
    let built = Command::new("cargo")
        .args(["test", "--no-run", "--lib", "--test=library", "--message-format=json"])
        .env(FLAGS.0, FLAGS.1)
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "1")
        // The files that tests compare with are those of the copy.
        .env("CARGO_RUSTC_CURRENT_DIR", tree)
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(built.status.success(), "the tests do not compile");
    let lines = String::from_utf8(built.stdout)?;
    let read = lines.lines().filter_map(|it| serde_json::from_str(it).ok());
    let tests = read.filter(|it: &Line| it.profile.as_ref().is_some_and(|it| it.test));
    Ok(tests.filter_map(|it| it.executable).collect())
}
