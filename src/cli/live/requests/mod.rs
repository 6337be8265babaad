//! What can be asked, one file each.
//!
//! # How to add a request
//!
//! Its file, with what it takes, read from JSON, and `answer`; a line in the table
//! below; and who asks for it, in `present/live/`.

mod difference;
mod exercise;
mod files;
mod grammar;
mod hand;
mod hand_out;
mod lines;
mod read;
mod tests;

use hyper::body::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Live;
use super::problem::Problem;
use super::work::{Pace, Patience};

/// What answers a request.
pub(super) struct Handler {
    pub(super) pace: Pace,
    pub(super) answer: fn(&Live, &Bytes, &Patience) -> Result<Answered, Problem>,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) kind: &'static str,
    pub(super) content: Vec<u8>,
}

impl Answered {
    fn json(answer: &impl Serialize) -> Self {
        let content = serde_json::to_vec(answer).expect("an answer is JSON");
        Self { kind: "application/json", content }
    }
}

/// What is given where nothing need be said.
#[derive(Deserialize)]
struct Nothing {}

/// Makes a table of requests: the last part of their path, how long they take, and what
/// answers them.
macro_rules! requests {
    ($($name:literal $pace:ident $answer:path;)+) => {
        /// What answers the requests of this name.
        pub(super) fn named(name: &str) -> Option<Handler> {
            match name {
                $($name => Some(Handler {
                    pace: Pace::$pace,
                    answer: |live, body, patience| $answer(live, &given(body)?, patience),
                }),)+
                _ => None,
            }
        }
    };
}

requests! {
    "read" Quick read::answer;
    "grammar" Quick grammar::answer;
    "lines" Quick lines::answer;
    "tests" Slow tests::answer;
    "difference" Slow difference::answer;
    "hand" Slow hand::answer;
    "hand_out" Quick hand_out::answer;
    "files" Quick files::list;
    "file" Quick files::file;
    "save" Quick files::save;
    "exercises" Quick exercise::list;
    "exercise" Quick exercise::start;
    "exercise_check" Slow exercise::check;
    "exercise_hint" Slow exercise::hint;
}

/// What a request has.
fn given<T: DeserializeOwned>(body: &Bytes) -> Result<T, Problem> {
    serde_json::from_slice(body)
        .map_err(|error| Problem::bad(format!("the request cannot be read: {error}")))
}
