//! Solves a list of hands, one on each line of standard input: `printf '3 3 8 8\n1 5 5 5\n' | cargo
//! run --example solve_hands`.

use std::error::Error;
use std::io::{self, BufRead, Write};

use bracket24::{Hand, Rational, solve};

/// Returns the line to print for a hand.
pub(crate) fn line(hand: &str) -> Result<String, Box<dyn Error>> {
    let hand: Hand = hand.parse()?;
    let solutions = solve(&hand, &Rational::from(24))?;
    let first = solutions.first().map_or("no solution".to_owned(), ToString::to_string);
    let noun = if solutions.len() == 1 { "solution" } else { "solutions" };
    Ok(format!("{hand}: {} {noun}, {first}", solutions.len()))
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    for hand in io::stdin().lock().lines() {
        let hand = hand?;
        // One bad line does not stop the others.
        let line = line(&hand).unwrap_or_else(|error| format!("{hand}: {error}"));
        // `println!` would panic if nobody reads the output any more.
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(())
}
