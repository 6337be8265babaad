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

/// How far a learner has come with every exercise, by the names of their folders, and
/// how many hints were shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress(BTreeMap<String, (State, usize)>);

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
        for (name, (state, hints)) in &self.0 {
            writeln!(text, "{name} {state} {hints}").expect("a string takes all");
        }
        text
    }

    /// How far the learner has come with the exercise of a folder.
    pub fn state(&self, folder: &str) -> State {
        self.0.get(folder).map_or(State::New, |noted| noted.0)
    }

    /// How many hints to it were shown.
    pub fn hints(&self, folder: &str) -> usize {
        self.0.get(folder).map_or(0, |noted| noted.1)
    }

    /// Notes how far the learner has come with it.
    pub fn set_state(&mut self, folder: &str, state: State) {
        self.0.entry(folder.to_owned()).or_default().0 = state;
    }

    /// Notes how many hints to it were shown.
    pub fn set_hints(&mut self, folder: &str, hints: usize) {
        self.0.entry(folder.to_owned()).or_default().1 = hints;
    }

    /// Forgets an exercise: it is new again.
    pub fn forget(&mut self, folder: &str) {
        self.0.remove(folder);
    }
}

/// The name and the entry of a line.
fn entry(line: &str) -> Result<(String, (State, usize)), String> {
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
    Ok((name.join(" "), (state, hints)))
}

impl fmt::Display for ProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ProgressError {}
