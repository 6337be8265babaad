//! Runs mhfan/inrust as a separate program.
//!
//! It is not built here, and this package contains nothing of it: whoever has the program names it
//! with `INRUST=/path/to/inrust`. It reads hands line by line and prints the solutions of each. Of
//! its four algorithms `0`, its default, needs the fewest instructions.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use bracket24::Hand;

use crate::process::Process;

/// The prompt with which inrust asks for the next hand.
const PROMPT: &str = "Input integers/rationals for 24: ";

/// The program.
#[derive(Debug, Clone)]
pub struct Inrust {
    program: PathBuf,
    /// The file of the hands that inrust reads.
    input: PathBuf,
}

impl Inrust {
    /// Returns the program that the environment names, or `None` if it names none. The hands for it
    /// are written into the directory `scratch`.
    ///
    /// # Errors
    ///
    /// If the environment names something that is not a file.
    pub fn named(scratch: &Path) -> Result<Option<Self>, Box<dyn Error>> {
        let Some(program) = env::var_os("INRUST").map(PathBuf::from) else { return Ok(None) };
        if !program.is_file() {
            let found = program.display();
            return Err(format!("INRUST is `{found}`, which is no file; name its program").into());
        }
        Ok(Some(Self { program, input: scratch.join("inrust-hands.txt") }))
    }

    /// Returns the name and version that the program prints when it starts.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, or prints nothing.
    pub fn version(&self) -> Result<String, Box<dyn Error>> {
        let said = self.asked([].into_iter())?.said()?;
        let name = said.split(',').next().expect("a first piece").trim();
        if name.is_empty() {
            Err("inrust did not say its name".into())
        } else {
            Ok(name.to_owned())
        }
    }

    /// Returns the process that solves these hands one after the other; without hands it starts and
    /// ends.
    ///
    /// # Errors
    ///
    /// If the hands cannot be written.
    pub fn asked(&self, hands: impl Iterator<Item = Hand>) -> Result<Process, Box<dyn Error>> {
        let mut text: String = hands.map(|hand| line(&hand) + "\n").collect();
        text += "quit\n";
        fs::write(&self.input, text)?;
        Ok(Process::new(&self.program, &["-A", "0"]).reading(&self.input))
    }

    /// Returns the process that does inrust's own run through all hands of four cards from 1 to 13,
    /// without input or prompts between them.
    pub fn all_hands_of_four(&self) -> Process {
        Process::new(&self.program, &["-A", "0", "-G", "24"])
    }

    /// Returns the process that solves one hand given on the command line.
    pub fn told(&self, hand: &Hand) -> Process {
        let mut arguments = vec!["-A".to_owned(), "0".to_owned(), "-G".to_owned(), "24".to_owned()];
        arguments.extend(hand.cards().iter().map(ToString::to_string));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Process::new(&self.program, &arguments)
    }
}

/// Counts the solutions that the program printed.
pub fn solutions(printed: &str) -> u64 {
    let texts = printed.lines().map(|line| line.rsplit(PROMPT).next().expect("a last piece"));
    texts.filter(|text| !text.trim().is_empty() && !text.starts_with("###")).count() as u64
}

/// Counts the solutions that its own run through hands printed, one line for each hand.
pub fn solutions_of_hands(printed: &str) -> u64 {
    let hands = printed.lines().filter_map(|line| line.split_once(": "));
    hands.map(|(_, solutions)| solutions.split(", ").count() as u64).sum()
}

fn line(hand: &Hand) -> String {
    let cards: Vec<String> = hand.cards().iter().map(ToString::to_string).collect();
    cards.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{solutions, solutions_of_hands};

    #[test]
    fn the_solutions_of_a_peers_own_run_are_counted_over_all_lines() {
        assert_eq!(solutions_of_hands("  1  1  1  8: (1 + 1 + 1) * 8\n  1 2 3 4: a, b, c\n"), 4);
    }

    #[test]
    fn the_count_of_a_peers_solutions_ignores_its_prompts() {
        let printed = "\n### Solve 24 calculation ###\n\n\
            Input integers/rationals for 24: 4 * (1 + 2 + 3)\n1 * 2 * 3 * 4\n\n\
            Input integers/rationals for 24: \n\
            Input integers/rationals for 24: 8 / (3 - 8 / 3)\n\n\
            Input integers/rationals for 24: ";
        assert_eq!(solutions(printed), 3);
        assert_eq!(solutions("4 * (1 + 2 + 3)\n1 * 2 * 3 * 4\n"), 2);
        assert_eq!(solutions("\n### Solve 24 calculation ###\n\n"), 0);
    }
}
