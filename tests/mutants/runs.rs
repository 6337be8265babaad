//! Runs the tests on each mutant: only those that reach it, the quickest first, until one fails.

use std::collections::{BTreeSet, HashSet};
use std::fs;
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
const LONGEST: f64 = 10.0;

/// The longest that all tests of a mutant may take without it, in seconds.
const MOST: f64 = 20.0;

/// A mutant that takes so many times as long as the original is taken for endless.
const PATIENCE: f64 = 4.0;

/// The most memory of a test, in KiB.
const MEMORY: u32 = 8 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Caught,
    Endless,
    Missed,
}

/// A test.
struct Unit {
    program: PathBuf,
    name: String,
    /// How long it takes.
    seconds: f64,
    /// The mutants that it reaches.
    reached: HashSet<u32>,
}

pub(super) struct Tests {
    tree: PathBuf,
    units: Vec<Unit>,
}

impl Tests {
    /// Builds the tests and runs each once, without a mutant.
    pub(super) fn of(tree: &Path) -> Result<Self> {
        let mut tests = Self { tree: tree.to_owned(), units: Vec::new() };
        for program in programs(tree)? {
            let listed = Command::new(&program).args(["--list", "--format=terse"]).output()?;
            for line in String::from_utf8(listed.stdout)?.lines() {
                if let Some(name) = line.strip_suffix(": test") {
                    tests.add(&program, name)?;
                }
            }
        }
        tests.units.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let seconds: f64 = tests.units.iter().map(|it| it.seconds).sum();
        eprintln!("{} tests take {seconds:.0} s", tests.units.len());
        Ok(tests)
    }

    /// Runs a test and adds it, unless it takes too long.
    fn add(&mut self, program: &Path, name: &str) -> Result<()> {
        let reached = self.tree.join("reached.txt");
        fs::write(&reached, "")?;
        let file = reached.to_str().context("the path is not Unicode")?;
        let started = Instant::now();
        let end = self.run(program, &[name], ("REACHED", file), LONGEST);
        let seconds = started.elapsed().as_secs_f64();
        if end == Verdict::Caught {
            eprintln!("fails without a mutant, and is left out: {name}");
        } else if end == Verdict::Missed {
            let text = fs::read_to_string(&reached)?;
            let reached = text.lines().map(str::parse).collect::<Result<_, _>>();
            let reached = reached.context("a line is not a number")?;
            self.units.push(Unit { program: program.into(), name: name.into(), seconds, reached });
        }
        Ok(())
    }

    /// Returns for each mutant what the tests say, how long they took, and its index. Prints the
    /// mutants that the tests miss.
    pub(super) fn try_all(&self, mutants: &[&Mutant]) -> Vec<(Verdict, f64, usize)> {
        let (next, threads) = (AtomicUsize::new(0), thread::available_parallelism());
        let work = || {
            let mut done = Vec::new();
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(mutant) = mutants.get(at)
            {
                let started = Instant::now();
                let verdict = self.verdict(mutant);
                if verdict == Verdict::Missed {
                    println!("{}", mutant.name);
                }
                if at % 100 == 0 {
                    eprintln!("{at} of {}", mutants.len());
                }
                done.push((verdict, started.elapsed().as_secs_f64(), at));
            }
            done
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                (0..threads.map_or(1, usize::from)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|it| it.join().expect("no worker panics")).collect()
        })
    }

    fn verdict(&self, mutant: &Mutant) -> Verdict {
        let mut total = 0.0;
        let reaching = self.units.iter().filter(|it| it.reached.contains(&mutant.id));
        let units = reaching.take_while(|it| {
            total += it.seconds;
            total <= MOST
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
            let verdict = self.run(&first.program, &names, ("MUTANT", &id), limit);
            if verdict != Verdict::Missed {
                return verdict;
            }
            most *= 2.0;
        }
        Verdict::Missed
    }

    /// Runs tests for at most `limit` seconds.
    fn run(&self, program: &Path, names: &[&str], variable: (&str, &str), limit: f64) -> Verdict {
        let script = format!("ulimit -v {MEMORY}; exec timeout -s KILL {limit:.1} \"$0\" \"$@\"");
        let status = Command::new("sh")
            .args(["-c", &script])
            .arg(program)
            .args(["--exact", "--include-ignored", "--test-threads=1"])
            .args(names)
            .env(variable.0, variable.1)
            .current_dir(&self.tree)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("a Unix system has a shell");
        match (status.success(), status.signal()) {
            (true, _) => Verdict::Missed,
            // `timeout` has killed the tests, and itself.
            (_, Some(9)) => Verdict::Endless,
            _ => Verdict::Caught,
        }
    }
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
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(built.status.success(), "the tests do not compile");
    let lines = String::from_utf8(built.stdout)?;
    let read = lines.lines().filter_map(|it| serde_json::from_str(it).ok());
    let tests = read.filter(|it: &Line| it.profile.as_ref().is_some_and(|it| it.test));
    Ok(tests.filter_map(|it| it.executable).collect())
}
