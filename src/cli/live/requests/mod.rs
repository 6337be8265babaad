//! What can be asked, and the grammars that are asked about.
//!
//! # How to add a request
//!
//! In one of these files what it takes, read from JSON, and what answers it; a line in
//! the table below; and who asks for it, in `present/live/`.

mod course;
mod files;
mod texts;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bracket24::exercises::Grade;
use bracket24::grammars::UserGrammar;
use bracket24::tracer::GrammarErrors;
use bracket24::{Grammar, Named};
use hyper::body::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::View;
use super::answer::Problem;
use super::folder::Folder;
use super::work::{Pace, Patience};
use crate::cli::grammar_options::known_rule;

/// How many bytes of grammars are kept for the next key, and what each counts beside its own:
/// some for each of a large class, and few that are large.
const MOST: usize = 4 << 20;
const EACH: usize = 20_000;

/// What a grammar of the user's own is called that has no name.
const UNNAMED: &str = "yours.pest";

/// What a request is answered with.
type Answer = Result<Answered, Problem>;

/// What answers a request.
pub(super) type Handler = Box<dyn Fn(&Context<'_>, &Bytes) -> Answer + Send + Sync>;

/// What a request is answered from, and how long somebody waits for it.
pub(super) struct Context<'a> {
    pub(super) kept: &'a Kept,
    pub(super) view: &'a View,
    pub(super) patience: &'a Patience,
}

/// What answers the requests of this name, and how long that takes.
pub(super) fn named(name: &str) -> Option<(Pace, Handler)> {
    use Pace::{Once, Quick, Slow};

    Some(match name {
        "read" => (Quick, handler(texts::read)),
        "grammar" => (Quick, handler(texts::grammar)),
        "lines" => (Quick, handler(texts::lines)),
        "tests" => (Slow, handler(texts::tests)),
        "difference" => (Slow, handler(texts::difference)),
        "hand" => (Slow, handler(texts::hand)),
        "hand_out" => (Quick, handler(texts::hand_out)),
        "files" => (Quick, handler(files::list)),
        "file" => (Quick, handler(files::file)),
        "save" => (Quick, handler(files::save)),
        "exercises" => (Quick, handler(files::exercises)),
        "exercise" => (Quick, handler(files::start_exercise)),
        "exercise_check" => (Slow, handler(files::check_exercise)),
        "exercise_hint" => (Slow, handler(files::hint_at_exercise)),
        "lessons" => (Quick, handler(course::list)),
        "lesson" => (Quick, handler(course::lesson)),
        "command" => (Once, handler(course::command)),
        "quiz" => (Slow, handler(course::quiz)),
        _ => return None,
    })
}

/// What answers requests of the kind `R`, once they are read.
fn handler<R: DeserializeOwned + 'static>(answer: fn(&Context<'_>, &R) -> Answer) -> Handler {
    Box::new(move |context, body| {
        let request = serde_json::from_slice(body)
            .map_err(|error| Problem::bad(format!("the request cannot be read: {error}")))?;
        answer(context, &request)
    })
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) kind: &'static str,
    pub(super) content: Vec<u8>,
}

impl Answered {
    #[expect(clippy::unnecessary_wraps, reason = "every request ends with an answer")]
    fn json(answer: &(impl Serialize + ?Sized)) -> Answer {
        let content = serde_json::to_vec(answer).expect("an answer is JSON");
        Ok(Self { kind: "application/json", content })
    }
}

/// The request that has no fields.
#[derive(Deserialize)]
struct Nothing {}

/// A grammar as a request gives it: the name of a built-in one; or a text.
#[derive(Debug, Clone, Deserialize)]
struct GivenGrammar {
    name: Option<String>,
    source: Option<String>,
    /// The rule to begin with.
    start: Option<String>,
}

impl GivenGrammar {
    /// What it is called.
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(UNNAMED)
    }

    /// The grammar, beginning with the rule that is given.
    fn starting(&self, grammar: Grammar) -> Result<Grammar, Problem> {
        let Some(start) = self.start.as_deref().filter(|it| !it.is_empty()) else {
            return Ok(grammar);
        };
        known_rule(&grammar, start)?;
        Ok(grammar.starting_at(start).expect("it has such a rule"))
    }
}

/// A grammar, or the mistakes in its text.
type Read = Result<Grammar, GrammarErrors>;

/// What was made of the last grammars, by their names and texts, the last one first.
#[derive(Debug)]
struct Last<T>(Mutex<Vec<(String, String, T)>>);

impl<T> Default for Last<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Last<T> {
    /// What is known of a grammar, or what `make` makes of it.
    fn or_made(
        &self,
        name: &str,
        source: &str,
        make: impl FnOnce() -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let take = |mut all: MutexGuard<'_, Vec<(String, String, T)>>| {
            let known = all.iter().position(|(a, b, _)| a == name && b == source)?;
            Some(all.remove(known).2)
        };
        let made = take(all()).map_or_else(make, Ok)?;
        let mut all = all();
        all.insert(0, (name.to_owned(), source.to_owned(), made.clone()));
        let mut bytes = 0;
        all.retain(|(_, source, _)| {
            bytes += source.len() + EACH;
            bytes <= MOST
        });
        Ok(made)
    }
}

/// What is kept between requests.
#[derive(Debug, Default)]
pub(super) struct Kept {
    grammars: Last<Read>,
    /// Of answers to exercises: a class gives the same ones.
    grades: Last<Grade>,
}

impl Context<'_> {
    /// The grammar that is given, with its text.
    fn read(&self, given: &GivenGrammar) -> Result<(String, Read), Problem> {
        let Some(source) = &given.source else {
            let grammar = Grammar::by_name(given.name()).map_err(|error| {
                Problem::missing(error.to_string()).with_help("`source` takes a text of your own")
            })?;
            return Ok((grammar.whole_source(), Ok(given.starting(grammar)?)));
        };
        let read = self.kept.grammars.or_made(given.name(), source, || {
            let own = UserGrammar::read(given.name(), source);
            // What was read while nobody waited any more may be cut short.
            self.patience.check()?;
            Ok(own.map(|own| Grammar::User(Arc::new(own))))
        })?;
        let read = match read {
            Ok(grammar) => Ok(given.starting(grammar)?),
            errors => errors,
        };
        Ok((source.clone(), read))
    }

    /// The grammar that is given, which has to be one.
    fn usable(&self, given: &GivenGrammar) -> Result<Grammar, Problem> {
        let (_, read) = self.read(given)?;
        read.map_err(|errors| {
            let first = errors.first().map_or("", |error| &error.message);
            Problem::bad(format!("{} cannot be read: {first}", given.name()))
        })
    }

    /// The files that can be edited.
    fn folder(&self) -> Result<&Folder, Problem> {
        self.view.folder.as_deref().ok_or_else(|| {
            Problem::missing("no folder was named")
                .with_help("`bracket24 serve --folder DIR` names one")
        })
    }
}
