//! Measures the cost of whole jobs in time, instructions and memory: in process, as a command, and
//! with mhfan/inrust for comparison.
//!
//! ```text
//! cargo run --manifest-path tests/benches/Cargo.toml --bin costs [-- --release --built] [WORD…]
//! ```
//!
//! With words it measures only the jobs whose names contain one of them. It builds the programs
//! with the profile `dist`, or for a quick look with `release`; with `--built` it does not build
//! them again. Without valgrind it counts no instructions, without GNU time it measures no memory,
//! and inrust takes part if `INRUST` names its program. The figures are kept in the target
//! directory; `cargo run` writes them to `RESULTS.md`.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use bracket24::{EngineName, Equivalence, Named};
use bracket24_benches::cost::{Cost, Costs, target_dir};
use bracket24_benches::cost_tables::CARDS;
use bracket24_benches::job::{Job, deck, one_hand};
use bracket24_benches::peer::{Inrust, solutions, solutions_of_hands};
use bracket24_benches::process::{FirstRun, Process};
use bracket24_benches::words::{duration, instructions};
use serde_json::Value;

/// Instructions are not counted for jobs that take more nanoseconds than this: under
/// valgrind they would take a hundred times as long.
const COUNTED: f64 = 1e10;

/// If a hand takes more nanoseconds than this, no hand with one more card is tried.
const TRIED: f64 = 7e9;

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If this fails too, there is no way left to report it.
            let _ = writeln!(io::stderr(), "costs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<(), Box<dyn Error>> {
    let (flags, words): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|it| it.starts_with("--"));
    let flag = |name: &str| flags.iter().any(|it| it == name);
    if let Some(other) = flags.iter().find(|it| !["--release", "--built"].contains(&it.as_str())) {
        return Err(format!("found `{other}`; the flags are `--release` and `--built`").into());
    }
    let profile = if flag("--release") { "release" } else { "dist" };
    if !flag("--built") {
        build(profile)?;
    }
    let inrust = Inrust::named(&target_dir())?;
    let programs = target_dir().join(profile);
    let mut bench = Bench { programs, words, inrust, start: None, costs: Costs::read()? };
    bench.all()?;
    writeln!(io::stdout(), "kept; `cargo run` in tests/benches writes them to RESULTS.md")?;
    Ok(())
}

/// Builds the command and the program that does the jobs.
fn build(profile: &str) -> Result<(), Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (manifest, program) in
        [(package.join("Cargo.toml"), "do_job"), (package.join("../../Cargo.toml"), "bracket24")]
    {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["build", "--profile", profile, "--bin", program, "--manifest-path"]);
        if !command.arg(manifest).status()?.success() {
            return Err(format!("`{program}` could not be built").into());
        }
    }
    Ok(())
}

struct Bench {
    /// The directory of the programs that were built.
    programs: PathBuf,
    /// Words that select jobs by their names; without any, all jobs are measured.
    words: Vec<String>,
    inrust: Option<Inrust>,
    /// The cost of starting and ending inrust.
    start: Option<Start>,
    costs: Costs,
}

#[derive(Clone, Copy)]
struct Start {
    nanoseconds: f64,
    instructions: Option<u64>,
}

impl Bench {
    fn all(&mut self) -> Result<(), Box<dyn Error>> {
        self.meet_inrust()?;
        for cards in [4, 5, 6] {
            self.in_process(Job::Deck(EngineName::Split, cards, Equivalence::Function))?;
            self.deck_by_inrust(cards)?;
        }
        for (cards, distinct) in
            [(4, Equivalence::Symbol), (4, Equivalence::FourNums), (5, Equivalence::FourNums)]
        {
            self.in_process(Job::Deck(EngineName::Split, cards, distinct))?;
        }
        for engine in [EngineName::Compiled, EngineName::Strings] {
            self.in_process(Job::Deck(engine, 4, Equivalence::Function))?;
        }
        self.in_process(Job::Coverage)?;
        for cards in [4, 5, 6] {
            self.in_process(Job::Reach(cards))?;
        }
        for &engine in EngineName::ALL {
            self.hands(engine)?;
        }
        self.hands_by_inrust()?;
        for cards in [6, 7] {
            self.solve(cards)?;
        }
        self.batch()?;
        self.surveys()?;
        for engine in ["compiled", "strings"] {
            self.cardgaming(engine)?;
        }
        Ok(())
    }

    fn wants(&self, job: &str, by: &str) -> bool {
        let name = format!("{job} by {by}");
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word))
    }

    /// Stores a cost and prints it.
    fn keep(&mut self, mut cost: Cost) -> Result<(), Box<dyn Error>> {
        cost.load = load();
        if cost.note.is_none() {
            cost.note = match (cost.instructions, cost.kibibytes) {
                (Some(_), Some(_)) => None,
                (Some(_), None) => Some("no memory: there is no GNU time".to_owned()),
                (None, Some(_)) => Some("not counted: there is no valgrind".to_owned()),
                (None, None) => Some("there is neither valgrind nor GNU time".to_owned()),
            };
        }
        let time = cost.nanoseconds.map_or("no time".to_owned(), duration);
        let count = cost.instructions.map_or("not counted".to_owned(), instructions);
        let note = cost.note.as_deref().unwrap_or("");
        writeln!(io::stdout(), "{} by {}: {time}, {count} {note}", cost.job, cost.by)?;
        self.costs.keep(cost);
        self.costs.write()
    }

    /// Measures a job in process.
    fn in_process(&mut self, job: Job) -> Result<(), Box<dyn Error>> {
        let (name, by) = names(job);
        if !self.wants(&name, &by) {
            return Ok(());
        }
        let arguments = job.to_string();
        let mode = |mode: &str| {
            let words: Vec<&str> = [mode].into_iter().chain(arguments.split(' ')).collect();
            Process::new(&self.programs.join("do_job"), &words)
        };
        let first = mode("clock").first_run()?;
        let printed: Value = serde_json::from_str(&first.printed)?;
        let mut cost = Cost::empty(&name, &by);
        if let Some(refused) = printed["refused"].as_str() {
            cost.note = Some(refused.to_owned());
            return self.keep(cost);
        }
        cost.nanoseconds = printed["nanoseconds"].as_f64();
        cost.solutions = printed["solutions"].as_u64();
        cost.kibibytes = first.kibibytes;
        if is_counted(&mut cost) {
            let (once, before) = (mode("once").instructions()?, mode("prepare").instructions()?);
            cost.instructions = once.zip(before).map(|(once, before)| once - before);
        }
        self.keep(cost)
    }

    /// Measures one hand of each size with `engine` until one takes too long.
    fn hands(&mut self, engine: EngineName) -> Result<(), Box<dyn Error>> {
        for cards in CARDS {
            if !self.is_in_vain(cards, engine.name())? {
                self.in_process(Job::Hand(engine, cards))?;
            }
        }
        Ok(())
    }

    /// Returns whether a hand with one card fewer took too long for this one to be tried, and if so
    /// notes it.
    fn is_in_vain(&mut self, cards: usize, by: &str) -> Result<bool, Box<dyn Error>> {
        let fewer = self.costs.of(&format!("hand {}", cards - 1), by);
        let fewer = fewer.filter(|_| cards > *CARDS.start()).cloned();
        let job = format!("hand {cards}");
        let mut cost = Cost::empty(&job, by);
        match fewer {
            Some(Cost { nanoseconds: Some(time), .. }) if time > TRIED => {
                let note = format!("not tried: a card fewer takes {}", duration(time));
                cost.note = Some(note);
            }
            Some(Cost { note: Some(note), .. }) if note.starts_with("not tried") => {
                cost.note = Some(note);
            }
            _ => return Ok(false),
        }
        if self.wants(&job, by) {
            self.keep(cost)?;
        }
        Ok(true)
    }

    /// Asks inrust for its name, and measures its start and end.
    fn meet_inrust(&mut self) -> Result<(), Box<dyn Error>> {
        let Some(inrust) = &self.inrust else {
            writeln!(io::stdout(), "no inrust: `INRUST` does not name its program")?;
            return Ok(());
        };
        let asked = inrust.asked([].into_iter())?;
        let start = Start {
            nanoseconds: asked.nanoseconds(&asked.first_run()?)?,
            instructions: asked.instructions()?,
        };
        self.start = Some(start);
        self.costs.inrust = Some(inrust.version()?);
        Ok(())
    }

    /// Measures inrust with all hands of this many cards.
    fn deck_by_inrust(&mut self, cards: usize) -> Result<(), Box<dyn Error>> {
        let (Some(inrust), Some(start)) = (self.inrust.clone(), self.start) else { return Ok(()) };
        let job = format!("deck {cards}");
        if !self.wants(&job, "inrust") {
            return Ok(());
        }
        let its_own = cards == 4;
        let asked =
            if its_own { inrust.all_hands_of_four() } else { inrust.asked(deck(cards).hands())? };
        let first = asked.first_run()?;
        let found = if its_own { solutions_of_hands } else { solutions };
        let mut cost = Cost::empty(&job, "inrust");
        cost.nanoseconds = Some(asked.nanoseconds(&first)? - start.nanoseconds);
        cost.solutions = Some(found(&first.printed));
        count_inrust(&mut cost, &asked, &first, start)?;
        self.keep(cost)
    }

    /// Measures inrust with one hand of each size.
    fn hands_by_inrust(&mut self) -> Result<(), Box<dyn Error>> {
        let (Some(inrust), Some(start)) = (self.inrust.clone(), self.start) else { return Ok(()) };
        for cards in CARDS {
            let job = format!("hand {cards}");
            if self.is_in_vain(cards, "inrust")? || !self.wants(&job, "inrust") {
                continue;
            }
            let one = [one_hand(cards)];
            let first = inrust.asked(one.clone().into_iter())?.first_run()?;
            let time = time_of_one(&inrust, cards, start)?;
            // The input file is written anew, because the timing filled it with many hands.
            let asked = inrust.asked(one.into_iter())?;
            let mut cost = Cost::empty(&job, "inrust");
            cost.nanoseconds = Some(time);
            count_inrust(&mut cost, &asked, &first, start)?;
            cost.solutions = Some(solutions(&first.printed));
            self.keep(cost)?;
        }
        Ok(())
    }

    /// Measures the whole command that prints all solutions, and inrust's.
    fn solve(&mut self, cards: usize) -> Result<(), Box<dyn Error>> {
        let hand = one_hand(cards);
        let job = format!("solve {cards}");
        if self.wants(&job, "bracket24") {
            let cards: Vec<String> = hand.cards().iter().map(ToString::to_string).collect();
            let cards = cards.join(" ");
            // The solutions are printed as text, as inrust does.
            let process = self.command(&["solve", &cards, "--engine", "split"]);
            self.whole(&job, "bracket24", &process, |printed| {
                Some(printed.lines().filter(|line| line.starts_with("  ")).count() as u64)
            })?;
        }
        if let Some(inrust) = self.inrust.clone().filter(|_| self.wants(&job, "inrust")) {
            let process = inrust.told(&hand);
            self.whole(&job, "inrust", &process, |printed| Some(solutions(printed)))?;
        }
        Ok(())
    }

    /// Measures the command that solves all hands of four from standard input.
    fn batch(&mut self) -> Result<(), Box<dyn Error>> {
        if !self.wants("batch", "bracket24") {
            return Ok(());
        }
        let file = target_dir().join("hands-of-four");
        let hands: Vec<String> = deck(4).hands().map(|hand| format!("{hand}\n")).collect();
        fs::write(&file, hands.concat())?;
        let process = self.command(&["solve", "-", "--engine", "split"]).reading(&file);
        // Some hands have no solution.
        self.whole("batch", "bracket24", &process.ending_with(1), |printed| {
            Some(printed.lines().filter(|line| line.starts_with("  ")).count() as u64)
        })
    }

    /// Measures the command that surveys hands of four cards from 1 up to several highest values.
    fn surveys(&mut self) -> Result<(), Box<dyn Error>> {
        for highest in [13, 50, 100] {
            let job = format!("survey {highest}");
            if self.wants(&job, "bracket24") {
                let deck = format!("1..{highest}");
                let process = self.command(&["survey", "--deck", &deck, "--json"]);
                self.whole(&job, "bracket24", &process, |printed| {
                    let printed: Value = serde_json::from_str(printed).ok()?;
                    printed["solutions"].as_u64()
                })?;
            }
        }
        Ok(())
    }

    /// Measures the survey of the CardGaming document on all processors.
    fn cardgaming(&mut self, engine: &str) -> Result<(), Box<dyn Error>> {
        let job = format!("cardgaming {engine}");
        if !self.wants(&job, "bracket24") {
            return Ok(());
        }
        let process = self
            .command(&["survey", "--like", "cardgaming", "--engine", engine, "--json"])
            .on_all_processors();
        self.whole(&job, "bracket24", &process, |printed| {
            let printed: Value = serde_json::from_str(printed).ok()?;
            printed["solutions"].as_u64()
        })
    }

    fn command(&self, arguments: &[&str]) -> Process {
        Process::new(&self.programs.join("bracket24"), arguments)
    }

    /// Measures a process from start to end; its output tells what it found.
    fn whole(
        &mut self,
        job: &str,
        by: &str,
        process: &Process,
        found: impl Fn(&str) -> Option<u64>,
    ) -> Result<(), Box<dyn Error>> {
        let first = process.first_run()?;
        let mut cost = Cost::empty(job, by);
        let found = found(&first.printed).ok_or_else(|| format!("`{job}` printed no number"))?;
        cost.solutions = Some(found);
        cost.nanoseconds = Some(process.nanoseconds(&first)?);
        cost.kibibytes = first.kibibytes;
        if is_counted(&mut cost) {
            cost.instructions = process.instructions()?;
        }
        self.keep(cost)
    }
}

/// Splits a job into its name without the engine, and the engine.
fn names(job: Job) -> (String, String) {
    match job {
        Job::Hand(engine, cards) => (format!("hand {cards}"), engine.to_string()),
        Job::Deck(engine, cards, distinct) => {
            (format!("deck {cards} {distinct}"), engine.to_string())
        }
        Job::Coverage => ("coverage".to_owned(), "compiled".to_owned()),
        Job::Reach(cards) => (format!("reach {cards}"), "reach".to_owned()),
    }
}

/// Returns the time that inrust takes for one hand, without its start: it gets the same hand so
/// often that this takes far longer than the start.
fn time_of_one(inrust: &Inrust, cards: usize, start: Start) -> Result<f64, Box<dyn Error>> {
    let mut times = 1_u32;
    loop {
        let asked = inrust.asked((0..times).map(|_| one_hand(cards)))?;
        let time = asked.nanoseconds(&asked.first_run()?)? - start.nanoseconds;
        if time > 2e8 || times > 100_000 {
            return Ok(time / f64::from(times));
        }
        times *= 4;
    }
}

/// Returns the load of the machine in the last minute, or `None` if the machine does not say.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Adds memory and instructions to a cost of inrust.
fn count_inrust(
    cost: &mut Cost,
    asked: &Process,
    first: &FirstRun,
    start: Start,
) -> Result<(), Box<dyn Error>> {
    cost.kibibytes = first.kibibytes;
    if is_counted(cost) {
        let counts = asked.instructions()?.zip(start.instructions);
        cost.instructions = counts.map(|(all, start)| all.saturating_sub(start));
    }
    Ok(())
}

/// Returns whether instructions are counted; if not, adds a note that says so.
fn is_counted(cost: &mut Cost) -> bool {
    let is_short = cost.nanoseconds.is_some_and(|time| time <= COUNTED);
    if !is_short {
        cost.note = Some(format!("not counted: it takes longer than {}", duration(COUNTED)));
    }
    is_short
}
