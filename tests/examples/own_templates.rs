//! Solves hands with your own template set, and counts the work: `cargo run --example
//! own_templates`.

// This is a program, and prints its results.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;

use bracket24::{EngineName, Grammar, Hand, TemplateSet};

/// The templates, one a line.
const TEMPLATES: &str = "(N+N)*(N-N)\n(N-N/N)*N\nN/(N-N/N)\n";

/// Returns the solutions of a hand, and the number of strings filled to find them.
pub(crate) fn solutions(hand: &str) -> Result<(Vec<String>, u64), Box<dyn Error>> {
    let hand: Hand = hand.parse()?;
    let set = TemplateSet::from_lines(TEMPLATES, &Grammar::Left)?;
    let engine = EngineName::Strings.engine(&set);
    let mut found = Vec::new();
    let effort = engine.solve(&hand, &24.into(), &mut |solution| {
        found.push(solution.to_string());
        ControlFlow::Continue(())
    })?;
    Ok((found, effort.filled))
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    for hand in ["5 5 5 1", "3 3 8 8", "5 6 7 8", "1 1 1 1"] {
        let (found, strings) = solutions(hand)?;
        println!("{hand}: {found:?} of {strings} strings");
    }
    Ok(())
}
