//! How far a learner has come, as a file that a person can read.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::name::named_enum;
use crate::words::{list_or, ticked};

named_enum! {
    /// How far a learner has come with an exercise.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum State: "state" {
        /// It is not begun.
        #[default]
        New = "new": "not begun",
        /// It is begun, and not right yet.
        Started = "started": "begun, and not right yet",
        /// The answer was right when it was last checked.
        Done = "done": "right when it was last checked",
    }
}

/// What is written above the lines.
const HEAD: &str = "# exercise, state, hints shown\n";

/// How far a learner has come with every exercise, by the names of their folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress(BTreeMap<String, Noted>);

/// How far a learner has come with an exercise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Noted {
    /// What came of it so far.
    pub state: State,
    /// How many hints were shown.
    pub hints: usize,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Progress {
    /// Reads what [`to_text`](Self::to_text) wrote, and says which line is the first
    /// that is none of its lines. The others are read all the same.
    pub fn read(text: &str) -> (Self, Option<ProgressError>) {
        let (mut entries, mut first_error) = (BTreeMap::new(), None);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match entry(line) {
                Ok((name, entry)) => _ = entries.insert(name, entry),
                Err(message) if first_error.is_none() => {
                    first_error = Some(ProgressError { line: index + 1, message });
                }
                Err(_) => {}
            }
        }
        (Self(entries), first_error)
    }

    /// A line for every exercise that is not new.
    pub fn to_text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (name, Noted { state, hints }) in &self.0 {
            writeln!(text, "{name} {state} {hints}").expect("a string takes all");
        }
        text
    }

    /// How far the learner has come with the exercise of a folder.
    pub fn of(&self, folder: &str) -> Noted {
        self.0.get(folder).copied().unwrap_or_default()
    }

    /// The same, to be noted.
    pub fn of_mut(&mut self, folder: &str) -> &mut Noted {
        self.0.entry(folder.to_owned()).or_default()
    }
}

/// The name and the entry of a line.
fn entry(line: &str) -> Result<(String, Noted), String> {
    let mut words = line.split_whitespace().rev();
    let (Some(hints), Some(state)) = (words.next(), words.next()) else {
        return Err(format!("`{line}` is not a name, a state and a number"));
    };
    let hints = hints.parse().map_err(|_| format!("`{hints}` is no number of hints"))?;
    let state = state.parse().map_err(|_| {
        format!("`{state}` is no state: expected {}", list_or(ticked(<State as crate::Named>::ALL)))
    })?;
    let name: Vec<&str> = words.rev().collect();
    if name.is_empty() {
        return Err(format!("`{line}` has no name of an exercise"));
    }
    Ok((name.join(" "), Noted { state, hints }))
}

impl fmt::Display for ProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ProgressError {}
