//! Builds all mutants of the core into one program, and counts those that no test of the library
//! catches: `mutants [FOLDER...]`, with folders of `src` such as `engines`. Tests of more than five
//! seconds are left out. cargo-mutants lists the mutants, but would build the program anew for each
//! of them, which takes weeks.
//!
//! A mutant is not tried if it does not compile, if it is in a constant or in a constant function
//! that a constant calls, or if it is close to another one that does not compile. Needs a Unix shell
//! with `timeout`.

mod instrumented;
mod runs;
mod sites;

use std::collections::BTreeMap;
use std::env;
use std::fmt;
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
    /// The folder of its file in `src`.
    fn folder(&self) -> &str {
        let folder = self.file.strip_prefix("src/").unwrap_or(&self.file);
        folder.split(['/', '.']).next().expect("a split text has a part")
    }
}

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let folders: Vec<String> = env::args().skip(1).collect();
    let mut mutants = listed(&root)?;
    for it in &folders {
        ensure!(mutants.iter().any(|mutant| mutant.folder() == it), "no mutants in src/{it}");
    }
    mutants.retain(|it| folders.is_empty() || folders.iter().any(|folder| folder == it.folder()));
    let tree = root.join("target/mutants");
    let built = instrumented::all(&root, &tree, &mutants)?;
    eprintln!("{} of {} mutants can be tried", built.len(), mutants.len());
    let mut by_folder: BTreeMap<&str, Count> = BTreeMap::new();
    for it in &mutants {
        by_folder.entry(it.folder()).or_default().all += 1;
    }
    let verdicts = runs::Tests::of(&tree)?.try_all(&built);
    for (mutant, verdict) in built.iter().zip(verdicts) {
        let count = by_folder.get_mut(mutant.folder()).expect("the folders of all are counted");
        match verdict {
            Verdict::Caught => count.caught += 1,
            Verdict::Endless => count.endless += 1,
            Verdict::Missed => count.missed += 1,
        }
    }
    for (folder, count) in by_folder {
        println!("{folder}: {count}");
    }
    Ok(())
}

/// The mutants of a folder.
#[derive(Default)]
struct Count {
    all: usize,
    caught: usize,
    endless: usize,
    missed: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, caught, endless, missed } = self;
        let tried = caught + endless + missed;
        let share = (caught + endless) * 1000 / tried.max(1);
        let untried = all - tried;
        write!(
            f,
            "{}.{} % of {tried} ({endless} endless, {missed} missed, {untried} not tried)",
            share / 10,
            share % 10
        )
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
