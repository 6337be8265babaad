//! Solves a list of hands, one in each line of standard input:
//! `printf '3 3 8 8\n1 5 5 5\n' | cargo run --example solve_hands`.

// It is a program, and prints what it finds.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::io::{self, BufRead};

use bracket24::{Hand, Rational, solve};

/// The line that is printed for a hand.
pub(crate) fn line(hand: &str) -> Result<String, Box<dyn Error>> {
    let hand: Hand = hand.parse()?;
    let solutions = solve(&hand, &Rational::from(24))?;
    let first = solutions.first().map_or("no solution".to_owned(), ToString::to_string);
    Ok(format!("{hand}: {} solutions, {first}", solutions.len()))
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    for hand in io::stdin().lock().lines() {
        let hand = hand?;
        // One bad line does not lose the others.
        println!("{}", line(&hand).unwrap_or_else(|error| format!("{hand}: {error}")));
    }
    Ok(())
}
