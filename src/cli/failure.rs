//! Errors of the command line, with advice on how to correct them.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use bracket24::lessons::Diagnosis;
use bracket24::present::ascii;
use bracket24::reports::SolveError;
use bracket24::tracer::GrammarError;
use bracket24::words::list_and;
use bracket24::{DeckError, Equivalence, EquivalenceError, SyntaxError};

use super::terminal::stderr_layout;

/// Why a command or one line of a batch could not be done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something wrong in a text that was given.
    Text(Box<TextFailure>),
    /// Mistakes in the lines of a file.
    Texts(Vec<TextFailure>),
    /// Something else.
    Plain {
        message: String,
        /// Advice on how to correct it.
        help: Option<String>,
    },
    /// Mistakes in a grammar's file.
    Grammar(GrammarFailure),
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
    /// The file or argument, and the line in it, that the text comes from.
    pub(crate) origin: Option<(String, usize)>,
}

/// The mistakes in a grammar's file.
#[derive(Debug)]
pub(crate) struct GrammarFailure {
    pub(crate) path: String,
    pub(crate) source: String,
    pub(crate) errors: Vec<GrammarError>,
    pub(crate) warnings: Vec<GrammarError>,
}

/// Writes something to standard error that is worth knowing and no failure, and
/// what to do about it.
pub(crate) fn note(message: &str, help: &str) {
    let title = Level::NOTE.primary_title(message);
    let group = Group::with_title(title).element(Level::HELP.message(help));
    // With standard error closed there is nobody to tell.
    let _ = anstream::stderr().lock().write_all(rendered(&[group]).as_bytes());
}

/// What is written of `groups` for standard error.
fn rendered(groups: &[Group<'_>]) -> String {
    let styled = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let layout = stderr_layout();
    let text = renderer.term_width(layout.width).render(groups) + "\n";
    if layout.ascii { ascii(&text).into_owned() } else { text }
}

/// The most mistakes of one file that are reported.
const MOST: usize = 10;

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

    /// What is wrong with `what`, whose text is `text`.
    pub(crate) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        TextFailure::syntax(what, text, error).into()
    }

    /// What is wrong with an expression for ordinary arithmetic, where a
    /// grammar that is to be compared with it, called `reader`, reads it.
    pub(crate) fn beyond_ordinary(text: &str, error: &SyntaxError, reader: &str) -> Self {
        let message = format!(
            "{reader} reads the expression, but ordinary arithmetic (left), with which every \
             grammar is compared, does not: {}",
            error.message(),
        );
        let help = Some(format!("`parse` and `trace` show what {reader} alone makes of it"));
        let failure = TextFailure::new(message, text, error.span.clone(), error.advice());
        TextFailure { help, ..failure }.into()
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

    /// Writes the failure to standard error; `line` is the line of standard
    /// input it is about.
    pub(crate) fn report(&self, line: Option<usize>) {
        let text = self.rendered(line);
        // With standard error closed there is nobody to tell.
        let _ = anstream::stderr().lock().write_all(text.as_bytes());
    }

    /// The failure as it is written.
    pub(crate) fn rendered(&self, line: Option<usize>) -> String {
        rendered(&self.groups(line))
    }

    fn groups(&self, line: Option<usize>) -> Vec<Group<'_>> {
        match self {
            Self::Text(failure) => failure.groups(line),
            Self::Texts(failures) => {
                let told = failures.iter().take(MOST).flat_map(|failure| failure.groups(line));
                told.chain(rest(failures.len())).collect()
            }
            Self::Plain { message, help } => {
                let message = match line {
                    Some(number) => format!("standard input, line {number}: {message}"),
                    None => message.clone(),
                };
                let group = Group::with_title(Level::ERROR.primary_title(message));
                vec![match help {
                    Some(help) => group.element(Level::HELP.message(help)),
                    None => group,
                }]
            }
            Self::Grammar(failure) => failure.groups(),
            Self::ClosedPipe => vec![Group::with_title(Level::ERROR.primary_title("closed pipe"))],
        }
    }
}

impl GrammarFailure {
    fn groups(&self) -> Vec<Group<'_>> {
        let shown = Printable::lines(&self.source);
        let errors = self.errors.iter().map(|error| (Level::ERROR, error));
        let warnings = self.warnings.iter().map(|warning| (Level::WARNING, warning));
        let told = errors.chain(warnings).take(MOST).map(|(level, error)| {
            let place = AnnotationKind::Primary.span(shown.span(&error.span));
            let source = snippet(&shown, Some((&*self.path, 1)));
            let source = source.annotation(place.label(&error.advice));
            level.primary_title(&error.message).element(source)
        });
        told.chain(rest(self.errors.len() + self.warnings.len())).collect()
    }
}

/// What is said of those of `all` mistakes that are not reported.
fn rest(all: usize) -> Option<Group<'static>> {
    let more = all.checked_sub(MOST).filter(|&more| more > 0)?;
    Some(Group::with_title(Level::NOTE.secondary_title(format!("and {more} more"))))
}

impl From<TextFailure> for Failure {
    fn from(failure: TextFailure) -> Self {
        Self::Text(Box::new(failure))
    }
}

impl TextFailure {
    /// A mistake at `span` of `text`, with `label` under it.
    pub(crate) fn new(message: String, text: &str, span: Range<usize>, label: String) -> Self {
        let text = text.to_owned();
        Self { message, text, span, label, diagnosis: None, help: None, origin: None }
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

    fn groups(&self, line: Option<usize>) -> Vec<Group<'_>> {
        let shown = Printable::new(&self.text);
        let origin = match &self.origin {
            Some((origin, number)) => Some((&**origin, *number)),
            None => line.map(|number| ("standard input", number)),
        };
        let place = AnnotationKind::Primary.span(shown.span(&self.span)).label(&self.label);
        let mut source = snippet(&shown, origin).annotation(place);
        let Some(diagnosis) = &self.diagnosis else {
            let group = Level::ERROR.primary_title(&self.message).element(source);
            let help = self.help.iter().map(|help| Level::HELP.message(&**help));
            return vec![group.elements(help)];
        };
        // A slip that has a name needs no more explanation.
        let is_explained = diagnosis.slip.is_some();
        if let Some(at) = diagnosis.open_bracket.filter(|_| !is_explained) {
            let length = self.text[at..].chars().next().map_or(0, char::len_utf8);
            let bracket = AnnotationKind::Context.span(shown.span(&(at..at + length)));
            source = source.annotation(bracket.label("this bracket is still open"));
        }
        let mut group = Level::ERROR.primary_title(&self.message).element(source);
        if !diagnosis.path.is_empty() && !is_explained {
            let rules: Vec<&str> = diagnosis.path.iter().map(|open| &*open.rule).collect();
            let note = format!("the rules still open there: {}", rules.join(" › "));
            group = group.element(Level::NOTE.message(note));
        }
        let mut groups = vec![group];
        if let Some(fix) = &diagnosis.fix {
            let title = match (fix.span.is_empty(), fix.replacement.is_empty()) {
                (true, _) => "it can be read with this inserted",
                (false, true) => "it can be read without this",
                (false, false) => "it can be read with this in its place",
            };
            let patch = Patch::new(shown.span(&fix.span), &*fix.replacement);
            let fixed = snippet(&shown, origin).patch(patch);
            groups.push(Level::HELP.secondary_title(title).element(fixed));
        }
        groups
    }
}

/// `text` at its place in what it comes from.
fn snippet<'a, T: Clone>(shown: &Printable, origin: Option<(&'a str, usize)>) -> Snippet<'a, T> {
    let snippet = Snippet::source(shown.text.clone());
    match origin {
        Some((path, line)) => snippet.path(path).line_start(line),
        None => snippet,
    }
}

/// A text with control characters replaced.
struct Printable {
    text: String,
    /// Where each byte of the original text stands, and its end.
    places: Vec<usize>,
}

impl Printable {
    /// One line.
    fn new(original: &str) -> Self {
        Self::with(original, |_| false)
    }

    /// A text of several lines.
    fn lines(original: &str) -> Self {
        Self::with(original, |character| character == '\n')
    }

    fn with(original: &str, is_kept: impl Fn(char) -> bool) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut places = Vec::with_capacity(original.len() + 1);
        for character in original.chars() {
            places.extend(std::iter::repeat_n(text.len(), character.len_utf8()));
            // A tab would move the caret; other controls could do anything.
            text.push(match character {
                '\t' => ' ',
                character if is_kept(character) => character,
                character if character.is_control() => '\u{fffd}',
                character => character,
            });
        }
        places.push(text.len());
        Self { text, places }
    }

    fn span(&self, original: &Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at).copied().unwrap_or(self.text.len());
        place(original.start)..place(original.end)
    }
}

impl From<DeckError> for Failure {
    fn from(error: DeckError) -> Self {
        Self::with_help(error.to_string(), "`--deck` takes fewer values")
    }
}
