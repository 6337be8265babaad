//! Writes the mutants into a copy of the project, and leaves out those that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::Mutant;
use super::sites::Sites;

/// The module that chooses the active mutant.
const ACTIVE: &str = include_str!("active.rs");

/// Nothing in a mutant is worth a warning.
pub(super) const FLAGS: (&str, &str) = ("RUSTFLAGS", "-Awarnings --cap-lints=warn");

/// The farthest from an error that a mutant which causes it begins, in bytes.
const FARTHEST: usize = 3000;

/// Copies the project from `root` to `tree`, and writes the mutants into the copy. Returns those
/// that compile.
pub(super) fn all<'m>(root: &Path, tree: &Path, mutants: &'m [Mutant]) -> Result<Vec<&'m Mutant>> {
    ensure!(mutants.len() < 1 << 15, "`active.rs` has no room for so many mutants");
    let mut texts = BTreeMap::new();
    for it in mutants {
        if !texts.contains_key(&*it.file) {
            texts.insert(&*it.file, fs::read_to_string(root.join(&it.file))?);
        }
    }
    copy(root, tree)?;
    let lib = tree.join("src/lib.rs");
    fs::write(&lib, fs::read_to_string(&lib)? + ACTIVE)?;
    let mut left: HashMap<u32, &Mutant> = mutants.iter().map(|it| (it.id, it)).collect();
    let mut constant: HashSet<String> = HashSet::new();
    loop {
        for (file, text) in &texts {
            let own = mutants.iter().filter(|it| it.file == **file);
            let sites = Sites::of(text, own, &constant).with_context(|| (*file).to_owned())?;
            for id in sites.missing() {
                left.remove(&id);
            }
            write(&tree.join(file), &sites.written(&left))?;
        }
        let errors = errors(tree)?;
        if errors.is_empty() {
            return Ok(mutants.iter().filter(|it| left.contains_key(&it.id)).collect());
        }
        let before = (left.len(), constant.len());
        for error in &errors {
            match error.constant_function() {
                Some(name) => _ = constant.insert(name),
                None => left.retain(|id, _| !error.cause.contains(id)),
            }
        }
        ensure!(
            (left.len(), constant.len()) != before,
            "no mutant causes this:\n{}",
            errors[0].text
        );
        eprintln!("{} mutants left", left.len());
    }
}

/// Writes a file unless it has the text already, so that cargo does not compile it again.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path)? != text {
        fs::write(path, text)?;
    }
    Ok(())
}

/// Copies the files of the project, as they are now. Keeps only what cargo built in the copy.
fn copy(root: &Path, tree: &Path) -> Result<()> {
    for old in ["src", "tests", "grammar"].map(|it| tree.join(it)).iter().filter(|it| it.exists()) {
        fs::remove_dir_all(old)?;
    }
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output()?;
    ensure!(listed.status.success(), "git lists no files");
    for file in String::from_utf8(listed.stdout)?.split_terminator('\0') {
        let to = tree.join(file);
        fs::create_dir_all(to.parent().expect("it is in the tree"))?;
        fs::copy(root.join(file), to).with_context(|| file.to_owned())?;
    }
    Ok(())
}

/// An error of the compiler.
struct Error {
    text: String,
    code: String,
    /// The mutants that may be the cause.
    cause: BTreeSet<u32>,
}

impl Error {
    /// The name of a function that must be constant, if this is the error.
    fn constant_function(&self) -> Option<String> {
        let path = self.text.split('`').nth(1).filter(|_| self.code == "E0015")?;
        // The path may end in the values of type parameters.
        path.rsplit("::").find(|it| !it.ends_with('>')).map(str::to_owned)
    }
}

/// Compiles the library, and returns the errors.
fn errors(tree: &Path) -> Result<Vec<Error>> {
    #[derive(Deserialize)]
    struct Line {
        message: Option<Message>,
    }
    #[derive(Deserialize)]
    struct Message {
        level: String,
        code: Option<Code>,
        spans: Vec<Span>,
        rendered: String,
    }
    #[derive(Deserialize)]
    struct Code {
        code: String,
    }
    #[derive(Deserialize)]
    struct Span {
        file_name: String,
        byte_start: usize,
        byte_end: usize,
    }
    let checked = Command::new("cargo")
        .args(["check", "--lib", "--message-format=json"])
        .env(FLAGS.0, FLAGS.1)
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()?;
    let mut errors = Vec::new();
    for line in String::from_utf8(checked.stdout)?.lines() {
        let Ok(Line { message: Some(it) }) = serde_json::from_str(line) else { continue };
        if it.level != "error" || it.spans.is_empty() {
            continue;
        }
        // The nearest mutant first.
        let mut near = BTreeSet::new();
        for Span { file_name, byte_start, byte_end } in it.spans {
            let Ok(text) = fs::read_to_string(tree.join(file_name)) else { continue };
            near.extend(around(&text, &(byte_start..byte_end)));
        }
        let cause = match near.first() {
            Some((0, _)) => near.iter().take_while(|it| it.0 == 0).map(|it| it.1).collect(),
            first => first.map(|it| it.1).into_iter().collect(),
        };
        let code = it.code.map_or(String::new(), |it| it.code);
        errors.push(Error { text: it.rendered, code, cause });
    }
    if errors.is_empty() && !checked.status.success() {
        bail!("the library does not compile, and the compiler shows no place");
    }
    Ok(errors)
}

/// The mutants near `place`, each with its distance: 0 if `place` is within it.
fn around(text: &str, place: &Range<usize>) -> Vec<(usize, u32)> {
    let marks = text.match_indices("/*<").filter_map(|(start, mark)| {
        let digits = &text[start + mark.len()..];
        let id: u32 = digits[..digits.find("*/")?].parse().ok()?;
        let end = start + text[start..].find(&format!("/*{id}>*/"))?;
        let is_within = start <= place.start && place.end <= end;
        let distance = if is_within { 0 } else { start.abs_diff(place.start).max(1) };
        Some((distance, id))
    });
    marks.filter(|it| it.0 < FARTHEST).collect()
}
