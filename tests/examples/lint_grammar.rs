//! Lints a pest grammar, as the build script of a crate would: copy `lint` into `build.rs`,
//! and have bracket24 among the build-dependencies with `default-features = false`. Try it with
//! `cargo run --example lint_grammar -- tests/grammars/plain/json.pest json`.

// Cargo reads the output of a build script.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::{env, fs};

use bracket24::tracer::{Findings, GrammarError};

/// Warns of likely mistakes in a grammar whose texts the rule `start` matches; fails if pest would
/// refuse the grammar. Each warning, and each line of the error, begins with the file and the line.
pub(crate) fn lint(path: &str, start: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let source = fs::read_to_string(path)?;
    let placed = |finding: &GrammarError| {
        let line = source[..finding.span.start].matches('\n').count() + 1;
        let GrammarError { message, advice, kind, .. } = finding;
        let advice = if advice.is_empty() { String::new() } else { format!(", {advice}") };
        format!("{path}:{line}: {message}{advice} ({})", kind.name())
    };
    match Findings::of(&source, start) {
        Ok(found) => Ok(found.errors.iter().chain(&found.warnings).map(placed).collect()),
        Err(errors) => Err(errors.iter().map(placed).collect::<Vec<_>>().join("\n").into()),
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, start] = &arguments[..] else { return Err("usage: lint_grammar FILE RULE".into()) };
    println!("cargo::rerun-if-changed={path}");
    match lint(path, start) {
        Ok(warnings) => warnings.iter().for_each(|it| println!("cargo::warning={it}")),
        // Cargo prints these lines, and the build fails. If `main` returned the error, Rust would
        // print it by `Debug`, on a single line.
        Err(error) => error.to_string().lines().for_each(|it| println!("cargo::error={it}")),
    }
    Ok(())
}
