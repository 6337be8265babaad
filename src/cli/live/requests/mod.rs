//! The requests of the page, and the grammars in them.
//!
//! # How to add a request
//!
//! In one of these files, write a type for the JSON of the request and a function for the answer.
//! Add a line to the table below, and send the request from `present/live/`.

mod course;
mod files;
mod texts;

use std::fmt::{self, Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bracket24::exercises::Grade;
use bracket24::grammars::UserGrammar;
use bracket24::tracer::GrammarErrors;
use bracket24::{Grammar, Named};
use hyper::body::Bytes;
use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::View;
use super::answer::Problem;
use super::folder::Folder;
use super::work::{Pace, Patience};
use crate::cli::grammar_options::starting_at;

/// The maximum number of bytes of results to keep for later requests, besides the latest. A result
/// counts as twice its output for debugging, which has all that it owns: measured ones took up to
/// 1.4 times as much. The maximum is enough for a large class with small grammars.
const MOST: usize = 8 << 20;

/// The maximum number of bytes of an answer in JSON.
const MOST_BYTES: usize = 16 << 20;

/// The name of a grammar that a request sends without a name.
const UNNAMED: &str = "yours.pest";

/// The answer to a request, or the reason why there is none.
type Answer = Result<Answered, Problem>;

/// A function that answers a request.
pub(super) type Handler = Box<dyn Fn(&Context<'_>, &Bytes) -> Answer + Send + Sync>;

/// The data that a handler needs besides the request. `patience` says whether the client is still
/// waiting.
pub(super) struct Context<'a> {
    pub(super) kept: &'a Kept,
    pub(super) view: &'a View,
    pub(super) patience: &'a Patience,
}

/// The handler of the requests called `name`, and how long it usually takes.
pub(super) fn named(name: &str) -> Option<(Pace, Handler)> {
    use Pace::{Large, Once, Quick, Slow};

    Some(match name {
        "read" => (Large, handler(texts::read)),
        "grammar" => (Large, handler(texts::grammar)),
        "lines" => (Large, handler(texts::lines)),
        "tests" => (Slow, handler(texts::tests)),
        "difference" => (Slow, handler(texts::difference)),
        "hand" => (Slow, handler(texts::hand)),
        "hand_out" => (Large, handler(texts::hand_out)),
        "files" => (Quick, handler(files::list)),
        "file" => (Quick, handler(files::file)),
        "save" => (Quick, handler(files::save)),
        "exercises" => (Quick, handler(files::exercises)),
        "exercise" => (Quick, handler(files::start_exercise)),
        "exercise_check" => (Slow, handler(files::check_exercise)),
        "exercise_hint" => (Once, handler(files::hint_at_exercise)),
        "lessons" => (Quick, handler(course::list)),
        "lesson" => (Quick, handler(course::lesson)),
        "command" => (Once, handler(course::command)),
        "quiz" => (Slow, handler(course::quiz)),
        _ => return None,
    })
}

/// A handler that parses a request as an `R` and calls `answer`.
fn handler<R: DeserializeOwned + 'static>(answer: fn(&Context<'_>, &R) -> Answer) -> Handler {
    Box::new(move |context, body| {
        let request = serde_json::from_slice(body)
            .map_err(|error| Problem::bad(format!("the request cannot be read: {error}")))?;
        answer(context, &request)
    })
}

/// The content of an answer, and its content type.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) kind: &'static str,
    pub(super) content: Vec<u8>,
}

impl Answered {
    fn json(answer: &(impl Serialize + ?Sized)) -> Answer {
        let content = serde_json::to_vec(answer).expect("an answer is JSON");
        let is_short = content.len() <= MOST_BYTES;
        is_short.then_some(Self { kind: "application/json", content }).ok_or_else(too_long)
    }
}

/// The problem of an answer with more than [`MOST_BYTES`].
fn too_long() -> Problem {
    Problem::bad("the answer is too long").with_help("send fewer or shorter texts")
}

/// A request without fields.
#[derive(Deserialize)]
struct Nothing {}

/// A grammar in a request: the name of a built-in grammar, or the text of another one.
#[derive(Debug, Clone, Deserialize)]
struct GivenGrammar {
    name: Option<String>,
    source: Option<String>,
    /// The start rule.
    start: Option<String>,
}

impl GivenGrammar {
    /// The name of the grammar, or [`UNNAMED`].
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(UNNAMED)
    }

    /// The grammar with the start rule of the request.
    fn starting(&self, grammar: Grammar) -> Result<Grammar, Problem> {
        Ok(starting_at(grammar, self.start.as_deref().filter(|it| !it.is_empty()))?)
    }
}

/// A grammar, or the mistakes in its text.
type Read = Result<Grammar, GrammarErrors>;

/// The results for the grammars that were used last, each with the name and the text of its
/// grammar, and the number of bytes. The latest is first.
type Last<T> = Mutex<IndexMap<(String, String), (usize, T)>>;

/// Counts the bytes of a text that is written to it.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// The result for a grammar that `last` keeps, or the result of `make`.
fn kept_or_made<T: Clone + Debug>(
    last: &Last<T>,
    name: &str,
    source: &str,
    make: impl FnOnce() -> Result<T, Problem>,
) -> Result<T, Problem> {
    let lock = || last.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (name.to_owned(), source.to_owned());
    let counted = |made| {
        let mut length = Length(0);
        write!(length, "{made:?}").expect("counting cannot fail");
        (name.len() + source.len() + 2 * length.0, made)
    };
    let found = lock().shift_remove(&key);
    let latest = found.map_or_else(|| make().map(counted), Ok)?;
    let mut all = lock();
    while all.values().map(|(bytes, _)| bytes).sum::<usize>() > MOST {
        all.pop();
    }
    all.shift_insert(0, key, latest.clone());
    Ok(latest.1)
}

/// The results to keep between requests.
#[derive(Debug, Default)]
pub(super) struct Kept {
    grammars: Last<Read>,
    /// The grades of exercises: in a class, many learners give the same answer.
    grades: Last<Grade>,
}

impl Context<'_> {
    /// Reads the given grammar, and returns it with its text.
    fn read(&self, given: &GivenGrammar) -> Result<(String, Read), Problem> {
        let Some(source) = &given.source else {
            let grammar = Grammar::by_name(given.name()).map_err(|error| {
                Problem::missing(error.to_string()).with_help("`source` takes a text of your own")
            })?;
            return Ok((grammar.whole_source(), Ok(given.starting(grammar)?)));
        };
        let read = kept_or_made(&self.kept.grammars, given.name(), source, || {
            let own = UserGrammar::read(given.name(), source);
            // If the client no longer waits, `UserGrammar::read` may have stopped early, so do not
            // keep its result.
            self.patience.check()?;
            Ok(own.map(|own| Grammar::User(Arc::new(own))))
        })?;
        let read = read.map_or_else(|errors| Ok(Err(errors)), |it| given.starting(it).map(Ok))?;
        Ok((source.clone(), read))
    }

    /// Reads the given grammar, and fails if it has mistakes.
    fn usable(&self, given: &GivenGrammar) -> Result<Grammar, Problem> {
        let (_, read) = self.read(given)?;
        read.map_err(|errors| {
            let first = errors.first().map_or("", |error| &error.message);
            Problem::bad(format!("{} cannot be read: {first}", given.name()))
        })
    }

    /// The folder of files to edit.
    fn folder(&self) -> Result<&Folder, Problem> {
        self.view.folder.as_deref().ok_or_else(|| {
            Problem::missing("no folder was named")
                .with_help("`bracket24 serve --folder DIR` names one")
        })
    }
}
