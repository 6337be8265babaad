//! Lints a pest grammar, as the build script of a crate would: copy `lint` into `build.rs`,
//! and have bracket24 among the build-dependencies with `default-features = false`. Try it with
//! `cargo run --example lint_grammar -- tests/grammars/plain/json.pest json`.

// Cargo reads the output of a build script.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::{env, fs};

use bracket24::tracer::Findings;

/// Warns of likely mistakes in a grammar whose texts the rule `start` matches; fails if pest would
/// refuse the grammar.
pub(crate) fn lint(path: &str, start: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let source = fs::read_to_string(path)?;
    let found = Findings::of(&source, start)?;
    let told = found.errors.iter().chain(&found.warnings).map(|finding| {
        let line = source[..finding.span.start].matches('\n').count() + 1;
        format!("{path}:{line}: {} ({})", finding.message, finding.kind.name())
    });
    Ok(told.collect())
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, start] = &arguments[..] else { return Err("usage: lint_grammar FILE RULE".into()) };
    println!("cargo::rerun-if-changed={path}");
    for warning in lint(path, start)? {
        println!("cargo::warning={warning}");
    }
    Ok(())
}
