//! Errors of the command line, with advice on how to correct them.

mod drawing;
mod printable;

use std::fmt;
use std::ops::Range;
use std::path::Path;

use bracket24::lessons::Diagnosis;
use bracket24::reports::SolveError;
use bracket24::tracer::GrammarError;
use bracket24::words::list_and;
use bracket24::{DeckError, Equivalence, EquivalenceError, SyntaxError};

pub(crate) use drawing::note;

/// Why a command or one line of a batch could not be done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something wrong in a text that was given.
    Text(Box<TextFailure>),
    /// Mistakes in the lines of a file: the first of them, and the number of all.
    Texts(Vec<TextFailure>, usize),
    /// Something else.
    Plain {
        message: String,
        /// Advice on how to correct it.
        help: Option<String>,
    },
    /// Mistakes in a grammar's file.
    Grammar(GrammarFailure),
    /// Arguments that cannot be understood.
    Arguments(clap::Error),
    /// Whoever read the output went away; no error.
    ClosedPipe,
}

/// A mistake at a place in a text.
#[derive(Debug)]
pub(crate) struct TextFailure {
    pub(crate) message: String,
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    /// What stands under the place.
    pub(crate) label: String,
    /// What else there is to say of it.
    pub(crate) diagnosis: Option<Diagnosis>,
    /// What to do about it, where that is not a matter of the text.
    pub(crate) help: Option<String>,
    /// What else is worth knowing.
    pub(crate) notes: Vec<String>,
    /// The file or argument, and the line in it, that the text comes from.
    pub(crate) origin: Option<(String, usize)>,
    /// Whether the command goes on without the text.
    pub(crate) is_warning: bool,
}

/// The mistakes in a grammar's file.
#[derive(Debug)]
pub(crate) struct GrammarFailure {
    pub(crate) path: String,
    pub(crate) source: String,
    pub(crate) errors: Vec<GrammarError>,
    pub(crate) warnings: Vec<GrammarError>,
}

impl Failure {
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self::Plain { message: message.into(), help: None }
    }

    pub(crate) fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Plain { message: message.into(), help: Some(help.into()) }
    }

    /// Why a level of equivalence cannot be had, and those of the others that can
    /// and `will_do`.
    pub(crate) fn level(error: &EquivalenceError, will_do: impl Fn(Equivalence) -> bool) -> Self {
        let levels: Vec<String> = error
            .alternatives()
            .filter(|&level| will_do(level))
            .map(|level| format!("`--distinct {level}`"))
            .collect();
        let help = match &levels[..] {
            [] => return Self::plain(error.to_string()),
            [only] => format!("{only} can"),
            several => format!("{} can", list_and(several)),
        };
        Self::with_help(error.to_string(), help)
    }

    /// Why there will be no file at `path`.
    pub(crate) fn cannot_write(path: &Path, why: impl fmt::Display) -> Self {
        Self::plain(format!("cannot write {}: {why}", path.display()))
    }

    /// Why the file at `path` cannot be read.
    pub(crate) fn cannot_read(path: &Path, why: impl fmt::Display) -> Self {
        Self::plain(format!("cannot read {}: {why}", path.display()))
    }

    /// Mistakes in the lines of a file, of which the first few are told.
    pub(crate) fn texts(failures: impl ExactSizeIterator<Item = TextFailure>) -> Self {
        let all = failures.len();
        Self::Texts(failures.take(drawing::MOST).collect(), all)
    }

    /// What is wrong with `what`, whose text is `text`.
    pub(crate) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        TextFailure::syntax(what, text, error).into()
    }

    /// The same, and below the text what else is worth knowing of it.
    pub(crate) fn with_notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        if let Self::Text(failure) = &mut self {
            failure.notes.extend(notes);
        }
        self
    }

    /// What is wrong with an expression for ordinary arithmetic, which `what`
    /// needs to accept it too.
    pub(super) fn not_ordinary(what: &str, text: &str, error: &SyntaxError) -> Self {
        let message = format!(
            "the grammar accepts it, but {what} needs an expression that ordinary arithmetic \
             accepts too"
        );
        TextFailure::new(message, text, error.span.clone(), error.advice()).into()
    }
}

impl TextFailure {
    /// A mistake at `span` of `text`, with `label` under it.
    pub(crate) fn new(message: String, text: &str, span: Range<usize>, label: String) -> Self {
        let (text, notes) = (text.to_owned(), Vec::new());
        let (diagnosis, help, origin) = (None, None, None);
        Self { message, text, span, label, diagnosis, help, notes, origin, is_warning: false }
    }

    /// What is wrong with `what`, whose text is `text`.
    pub(crate) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        let message = format!("cannot read the {what}: {}", error.message());
        Self::new(message, text, error.span.clone(), error.advice())
    }

    /// What is wrong with `what`, whose text is `text`, and what would fix it.
    pub(crate) fn diagnosis(what: &str, text: &str, diagnosis: Diagnosis) -> Self {
        let mut failure = Self::syntax(what, text, &diagnosis.error);
        if let Some(slip) = &diagnosis.slip {
            failure.message = format!("cannot read the {what}: {}", slip.message);
            failure.span = slip.span.clone();
            failure.label.clone_from(&slip.advice);
        }
        failure.diagnosis = Some(diagnosis);
        failure
    }
}

impl From<EquivalenceError> for Failure {
    fn from(error: EquivalenceError) -> Self {
        Self::level(&error, |_| true)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Equivalence(error) => error.into(),
            other => Self::plain(other.to_string()),
        }
    }
}

impl From<TextFailure> for Failure {
    fn from(failure: TextFailure) -> Self {
        Self::Text(Box::new(failure))
    }
}

impl From<DeckError> for Failure {
    fn from(error: DeckError) -> Self {
        Self::with_help(error.to_string(), "`--deck` takes fewer values")
    }
}
