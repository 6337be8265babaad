//! Builds all mutants of the core into one program, and counts those that no test catches:
//! `mutants [ROOM...]`, with rooms such as `engines`. cargo-mutants lists the mutants, but would
//! build the program anew for each of them, which takes weeks. Needs a Unix shell.

mod instrumented;
mod runs;
mod sites;

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use runs::Verdict;

/// A small change to the source, as cargo-mutants describes it.
#[derive(Debug, Clone)]
struct Mutant {
    id: u32,
    file: String,
    /// The place, the change and the function.
    name: String,
    genre: String,
    replacement: String,
    /// The first changed byte of the file.
    start: usize,
}

impl Mutant {
    /// The folder of its file.
    fn room(&self) -> &str {
        let room = self.file.strip_prefix("src/").unwrap_or(&self.file);
        room.split(['/', '.']).next().expect("a split text has a part")
    }
}

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let rooms: Vec<String> = env::args().skip(1).collect();
    let mut mutants = listed(&root)?;
    mutants.retain(|it| rooms.is_empty() || rooms.iter().any(|room| room == it.room()));
    ensure!(!mutants.is_empty(), "no mutants in {rooms:?}");
    let tree = root.join("target/mutants");
    let built = instrumented::all(&root, &tree, &mutants)?;
    eprintln!("{} of {} mutants compile", built.len(), mutants.len());
    let tests = runs::Tests::of(&tree)?;
    let mut by_room: BTreeMap<&str, Count> = BTreeMap::new();
    for (verdict, seconds, at) in tests.try_all(&built) {
        let count = by_room.entry(built[at].room()).or_default();
        count.seconds += seconds;
        *match verdict {
            Verdict::Caught => &mut count.caught,
            Verdict::Endless => &mut count.endless,
            Verdict::Missed => &mut count.missed,
        } += 1;
    }
    for (room, count) in by_room {
        let all = mutants.iter().filter(|it| it.room() == room).count();
        count.record(&root, room, all)?;
    }
    Ok(())
}

/// How many mutants of a room the tests caught.
#[derive(Default)]
struct Count {
    caught: usize,
    endless: usize,
    missed: usize,
    /// How long the tests ran, together.
    seconds: f64,
}

impl Count {
    /// Writes the row of the room. `all` counts the mutants that do not compile, too.
    fn record(&self, root: &Path, room: &str, all: usize) -> Result<()> {
        let Self { caught, endless, missed, seconds } = *self;
        let tried = caught + endless + missed;
        #[expect(clippy::cast_precision_loss, reason = "there are some thousands")]
        let share = 100.0 * (caught + endless) as f64 / tried as f64;
        let result =
            format!("{share:.1} % of {tried}: {caught} caught, {endless} endless, {missed} missed");
        println!("{room}: {result}, {} do not compile", all - tried);
        let row =
            [format!("mutants of `{room}`"), result, "the tests".into(), format!("{seconds:.0} s")];
        let status = Command::new(root.join(".ci/record")).args(row).status()?;
        ensure!(status.success(), "the row was not written");
        Ok(())
    }
}

/// The mutants of the project, which `.cargo/mutants.toml` selects.
fn listed(root: &Path) -> Result<Vec<Mutant>> {
    #[derive(Deserialize)]
    struct Listed {
        file: String,
        name: String,
        genre: String,
        replacement: String,
        span: Span,
    }
    #[derive(Deserialize)]
    struct Span {
        start: Place,
    }
    #[derive(Deserialize)]
    struct Place {
        line: usize,
        column: usize,
    }
    let output =
        Command::new("cargo").args(["mutants", "--list", "--json"]).current_dir(root).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`cargo install --locked cargo-mutants` may help: {said}");
    let listed: Vec<Listed> = serde_json::from_slice(&output.stdout)?;
    let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mutants = (0..).zip(listed).map(|(id, it)| {
        let path = root.join(&it.file);
        if !texts.contains_key(&path) {
            let text = std::fs::read_to_string(&path).with_context(|| it.file.clone())?;
            texts.insert(path.clone(), text);
        }
        let text = &texts[&path];
        let Place { line, column } = it.span.start;
        let line: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let before: usize = text[line..].chars().take(column - 1).map(char::len_utf8).sum();
        let start = line + before;
        let Listed { file, name, genre, replacement, .. } = it;
        Ok(Mutant { id, file, name, genre, replacement, start })
    });
    mutants.collect()
}
