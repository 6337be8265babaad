//! Errors of the command line, with advice on how to correct them. An error in a text shows the
//! text with a mark under the mistake. The label is beside the mark, or below the text if the line
//! would be too wide.

use std::ops::Range;
use std::path::Path;
use std::{fmt, io};

use annotate_snippets::{AnnotationKind, Group, Level, Message, Patch, Renderer, Snippet, Title};
use bracket24::lessons::{Diagnosis, SuggestedFix};
use bracket24::present::{Layout, ascii};
use bracket24::reports::SolveError;
use bracket24::tracer::{GrammarError, GrammarErrorKind};
use bracket24::words::{list_or, place as place_in, width};
use bracket24::{DeckError, Equivalence, EquivalenceError, SyntaxError};
use clap::error::ErrorKind;

use super::terminal::{laid_out, message, stderr_layout, write_stderr};

/// Why a command, or one line of a batch, failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A mistake in a given text.
    Text(Box<TextFailure>),
    /// The first mistakes in the lines of a file, and the number of all mistakes.
    Texts(Vec<TextFailure>, usize),
    /// A failure that is not at a place in a text.
    Plain {
        message: String,
        /// Advice on how to correct the mistake.
        help: Option<String>,
    },
    /// Mistakes in a grammar's file.
    Grammar(GrammarFailure),
    /// Arguments that clap rejects.
    Arguments(clap::Error),
    /// The reader of the output closed the pipe, which is not an error.
    ClosedPipe,
}

/// A mistake at a place in a text.
#[derive(Debug, Default)]
pub(crate) struct TextFailure {
    pub(crate) message: String,
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    /// The label of the mark under `span`.
    pub(crate) label: String,
    /// The diagnosis of a syntax error, with its fix.
    pub(crate) diagnosis: Option<Diagnosis>,
    /// The value of the text after the suggested fix.
    pub(crate) worth: Option<String>,
    /// Advice that is not about the text itself.
    pub(crate) help: Option<String>,
    /// Notes to print below the text.
    pub(crate) notes: Vec<String>,
    /// The file or argument that the text comes from, and the number of its line there.
    pub(crate) origin: Option<(String, usize)>,
    /// Whether the command skips the text and goes on.
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

    /// The failure if the options named do not go with the format.
    pub(crate) fn format(message: impl Into<String>, options: &str) -> Self {
        Self::with_help(message, format!("leave out {options}, or choose another format"))
    }

    /// The failure if a level of equivalence is impossible. The advice names the levels that are
    /// possible and for which `will_do` is true.
    pub(crate) fn level(error: &EquivalenceError, will_do: impl Fn(Equivalence) -> bool) -> Self {
        let levels = error.alternatives().filter(|&level| will_do(level));
        let levels = list_or(levels.map(|level| format!("`--distinct {level}`")));
        let help = Some(format!("use {levels}")).filter(|_| !levels.is_empty());
        Self::Plain { message: error.to_string(), help }
    }

    /// The failure to write the file at `path`, with the reason `why`.
    pub(crate) fn cannot_write(path: &Path, why: impl fmt::Display) -> Self {
        Self::plain(format!("cannot write {}: {why}", path.display()))
    }

    /// The failure to read the file at `path`, with the reason `why`.
    pub(crate) fn cannot_read(path: &Path, why: impl fmt::Display) -> Self {
        Self::plain(format!("cannot read {}: {why}", path.display()))
    }

    /// The mistakes in the lines of a file. Only the first [`MOST`] are reported.
    pub(crate) fn texts(failures: impl ExactSizeIterator<Item = TextFailure>) -> Self {
        let all = failures.len();
        Self::Texts(failures.take(MOST).collect(), all)
    }

    /// The failure to read a grammar's file, with the mistakes in it.
    pub(crate) fn grammar(path: String, source: String, errors: Vec<GrammarError>) -> Self {
        Self::Grammar(GrammarFailure { path, source, errors, warnings: Vec::new() })
    }

    /// A syntax error in `text`. The message refers to the text as `what`.
    pub(crate) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        TextFailure::syntax(what, text, error).into()
    }

    /// Adds notes below the text.
    pub(crate) fn with_notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        if let Self::Text(failure) = &mut self {
            failure.notes.extend(notes);
        }
        self
    }

    /// The failure if ordinary arithmetic rejects `text`, but the command `what` needs an
    /// expression of ordinary arithmetic.
    pub(super) fn not_ordinary(what: &str, text: &str, error: &SyntaxError) -> Self {
        let message = format!(
            "the grammar accepts the text, but {what} needs an expression that ordinary \
             arithmetic accepts too"
        );
        TextFailure::new(message, text, error.span.clone(), error.advice()).into()
    }
}

impl TextFailure {
    /// A mistake at `span` of `text`, with `label` under it.
    pub(crate) fn new(message: String, text: &str, span: Range<usize>, label: String) -> Self {
        Self { message, text: text.to_owned(), span, label, ..Self::default() }
    }

    /// A syntax error in `text`. The message refers to the text as `what`.
    pub(crate) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        let message = format!("cannot parse the {what}: {}", error.message());
        Self::new(message, text, error.span.clone(), error.advice())
    }

    /// A syntax error in `text`, with its fix. The message refers to the text as `what`.
    pub(crate) fn diagnosis(what: &str, text: &str, diagnosis: Diagnosis) -> Self {
        let mut failure = Self::syntax(what, text, &diagnosis.error);
        if let Some(slip) = &diagnosis.slip {
            failure.message = format!("cannot parse the {what}: {}", slip.message);
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
        Self::with_help(error.to_string(), "choose a smaller range with `--deck`")
    }
}

/// The columns around a text, for the number of its line and for the marks of omitted parts.
const MARGIN: usize = 14;

/// The help that clap prints for a command without its subcommand.
const HELP_INSTEAD: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

/// The maximum number of mistakes of one file to report.
const MOST: usize = 10;

/// Writes a note with advice to standard error. A note is not a failure.
pub(crate) fn note(message: &str, help: &str) {
    let drawing = Drawing { layout: stderr_layout(), is_beside: true };
    let title = drawing.title(&Level::NOTE, message);
    let group = Group::with_title(title).element(drawing.message(&Level::HELP, help, 0));
    write_stderr(&styled(&[vec![group]], drawing.layout));
}

type Report<'a> = Vec<Group<'a>>;

/// Renders the reports for standard error.
fn styled(reports: &[Report<'_>], layout: Layout) -> String {
    let styled = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let text = drawn(&renderer.term_width(layout.width), reports);
    if layout.ascii { ascii(&text).into_owned() } else { text }
}

/// Renders each report separately, because the renderer joins the reports of one call by a line.
fn drawn(renderer: &Renderer, reports: &[Report<'_>]) -> String {
    reports.iter().map(|report| renderer.render(report) + "\n").collect()
}

impl Failure {
    /// Writes the failure to standard error. `line` is the line of standard input that failed, if
    /// there is one.
    pub(crate) fn report(&self, line: Option<usize>) {
        write_stderr(&self.rendered(line));
    }

    /// Renders the failure for standard error.
    pub(crate) fn rendered(&self, line: Option<usize>) -> String {
        let layout = stderr_layout();
        if let Self::Arguments(error) = self {
            let mut text = error.render().ansi().to_string();
            if let Some(number) = line.filter(|_| error.kind() != HELP_INSTEAD) {
                text = text.replacen(' ', &format!(" standard input, line {number}: "), 1);
            }
            return laid_out(&text, layout);
        }
        let beside = self.reports(line, Drawing { layout, is_beside: true });
        let plain = drawn(&Renderer::plain().term_width(layout.width), &beside);
        if plain.lines().all(|line| width(line) <= layout.width) {
            return styled(&beside, layout);
        }
        styled(&self.reports(line, Drawing { layout, is_beside: false }), layout)
    }

    fn reports(&self, line: Option<usize>, drawing: Drawing) -> Vec<Report<'_>> {
        match self {
            Self::Text(failure) => vec![failure.report(line, drawing)],
            Self::Texts(failures, all) => {
                let told = failures.iter().map(|failure| failure.report(line, drawing));
                told.chain(rest(all - failures.len())).collect()
            }
            Self::Plain { message, help } => {
                let place = line.iter().map(|number| format!("standard input, line {number}: "));
                let message: String = place.chain([message.clone()]).collect();
                let group = Group::with_title(drawing.title(&Level::ERROR, &message));
                let help = help.iter().map(|help| drawing.message(&Level::HELP, help, 0));
                vec![vec![group.elements(help)]]
            }
            Self::Grammar(failure) => failure.reports(drawing),
            Self::Arguments(_) | Self::ClosedPipe => {
                vec![vec![Group::with_title(Level::ERROR.primary_title("closed pipe"))]]
            }
        }
    }
}

/// How to draw a failure.
#[derive(Clone, Copy)]
struct Drawing {
    layout: Layout,
    /// Whether the label of a place is beside its mark instead of below the text.
    is_beside: bool,
}

impl Drawing {
    fn title<'a>(self, level: &Level<'a>, text: &str) -> Title<'a> {
        level.clone().primary_title(self.wrapped(level, text, 0))
    }

    /// A message below a text whose last line has the number `last`.
    fn message<'a>(self, level: &Level<'a>, text: &str, last: usize) -> Message<'a> {
        level.clone().message(self.wrapped(level, text, before(last)))
    }

    /// Returns a label to print below the text, unless labels are beside their marks.
    fn below<'a>(self, text: &str, last: usize) -> Option<Message<'a>> {
        let is_said = !self.is_beside && !text.is_empty();
        is_said.then(|| self.message(&Level::NOTE.no_name(), text, last))
    }

    /// Returns a label to print beside its mark, unless labels are below the text.
    fn beside(self, text: &str) -> Option<String> {
        self.is_beside.then(|| text.to_owned())
    }

    fn wrapped(self, level: &Level<'_>, text: &str, before: usize) -> String {
        let label = [Level::ERROR, Level::WARNING, Level::HELP, Level::NOTE]
            .into_iter()
            .zip(["error: ", "warning: ", "help: ", "note: "])
            .find(|(named, _)| named == level);
        message(text, before + label.map_or(0, |(_, label)| label.len()), self.layout)
    }
}

impl GrammarFailure {
    fn reports(&self, drawing: Drawing) -> Vec<Report<'_>> {
        let errors = self.errors.iter().map(|error| (Level::ERROR, error));
        let warnings = self.warnings.iter().map(|warning| (Level::WARNING, warning));
        let last = self.source.lines().count();
        // Rules in another notation come together: each shows which notation it is.
        let is_form = self.errors.iter().any(|it| it.kind == GrammarErrorKind::Form);
        let most = if is_form { usize::MAX } else { MOST };
        let told = errors.chain(warnings).take(most).map(|(level, error)| {
            let place = AnnotationKind::Primary.span(error.span.clone());
            let source = snippet(&self.source, 0, Some((&*self.path, 1)));
            let mut source = source.annotation(place.label(drawing.beside(&error.advice)));
            let mut below: Vec<_> = drawing.below(&error.advice, last).into_iter().collect();
            if let Some((span, what)) = &error.related {
                let place = AnnotationKind::Context.span(span.clone());
                source = source.annotation(place.label(drawing.beside(what)));
                below.extend(drawing.below(what, last));
            }
            let what = drawing.title(&level, &error.message).element(source).elements(below);
            std::iter::once(what).chain(self.mended(error)).collect()
        });
        let shown = "`bracket24 parse TEXT --grow --grammar FILE` shows how a parser could handle \
                     the left recursion, and `--all` instead of `--grow` shows every tree";
        let is_recursion = |it: &GrammarError| it.kind == GrammarErrorKind::LeftRecursion;
        // Both take the grammar only if it has no other error.
        let shown = (self.errors.iter().map(is_recursion).min() == Some(true)).then_some(shown);
        let shown = shown.map(|it| drawing.wrapped(&Level::HELP, it, 0));
        let shown = shown.map(|it| vec![Group::with_title(Level::HELP.secondary_title(it))]);
        let all = self.errors.len() + self.warnings.len();
        told.chain(rest(all.saturating_sub(most))).chain(shown).collect()
    }

    /// The lines of the file with the change that corrects `error`, if there is such a change.
    fn mended(&self, error: &GrammarError) -> Option<Group<'_>> {
        let patches = error.mend.iter().map(|(span, text)| Patch::new(span.clone(), text.clone()));
        let is_form = error.kind == GrammarErrorKind::Form;
        let title = if is_form { "in pest, write it like this" } else { "this change fixes it" };
        // The drawing of several lines does not mark those that they replace.
        let replaced = || error.mend.iter().filter(|(span, _)| !span.is_empty());
        let start = replaced().map(|(span, _)| span.start).min();
        let end = replaced().map(|(span, _)| span.end).max();
        let old = start.zip(end).map(|(start, end)| &self.source[start..end]);
        let is_long = replaced().map(|(_, new)| &**new).chain(old).any(|it| it.contains('\n'));
        let title = title.to_owned() + if is_long { "; it replaces the old lines" } else { "" };
        let source = snippet(&self.source, 0, Some((&*self.path, 1))).patches(patches);
        (!error.mend.is_empty()).then(|| Level::HELP.secondary_title(title).element(source))
    }
}

/// A note with the number of mistakes that are not reported.
fn rest(more: usize) -> Option<Report<'static>> {
    let note = || vec![Group::with_title(Level::NOTE.secondary_title(format!("and {more} more")))];
    (more > 0).then(note)
}

impl TextFailure {
    fn report(&self, line: Option<usize>, drawing: Drawing) -> Report<'_> {
        let origin = self.origin.as_ref().map(|(origin, number)| (&**origin, *number));
        let origin = origin.or_else(|| line.map(|number| ("standard input", number)));
        let last = origin.map_or(1, |(_, number)| number) + self.text.matches('\n').count();
        let level = if self.is_warning { Level::WARNING } else { Level::ERROR };
        let place = AnnotationKind::Primary.span(self.span.clone());
        let source = snippet(&self.text, self.span.start, origin);
        let mut source = source.annotation(place.label(drawing.beside(&self.label)));
        let mut below: Vec<_> = drawing.below(&self.label, last).into_iter().collect();
        // The message of a known slip needs no further explanation.
        if let Some(diagnosis) = self.diagnosis.as_ref().filter(|it| it.slip.is_none()) {
            if let Some(at) = diagnosis.open_bracket {
                // If the text is too long, the renderer shows only the part around the mistake, so
                // mark the bracket only if it is near.
                let between = width(&self.text[at..self.span.start]);
                if drawing.is_beside || between + MARGIN < drawing.layout.width {
                    let length = self.text[at..].chars().next().map_or(0, char::len_utf8);
                    let bracket = AnnotationKind::Context.span(at..at + length);
                    let label = drawing.beside("this bracket is still open");
                    source = source.annotation(bracket.label(label));
                }
                let text = format!("the bracket at {} is still open", place_in(&self.text, at));
                below.extend(drawing.below(&text, last));
            }
            if !diagnosis.path.is_empty() {
                let rules: Vec<&str> = diagnosis.path.iter().map(|open| &*open.rule).collect();
                let rules = match rules.len().checked_sub(2 * MOST) {
                    Some(more @ 1..) => {
                        let ends = [&rules[..MOST], &rules[MOST + more..]];
                        ends.map(|it| it.join(" › ")).join(&format!(" › … {more} more … › "))
                    }
                    _ => rules.join(" › "),
                };
                let note = format!("the rules still open there: {rules}");
                below.push(drawing.message(&Level::NOTE, &note, last));
            }
        }
        below.extend(self.notes.iter().map(|note| drawing.message(&Level::NOTE, note, last)));
        below.extend(self.help.iter().map(|help| drawing.message(&Level::HELP, help, last)));
        let mut groups = vec![drawing.title(&level, &self.message).element(source).elements(below)];
        let fix = self.diagnosis.as_ref().and_then(|diagnosis| diagnosis.fix.as_ref());
        groups.extend(fix.map(|fix| self.fixed(fix, origin, last, drawing)));
        groups
    }

    /// The suggested fix: the fixed line, or a sentence if the fixed line would be too wide.
    fn fixed<'a>(
        &'a self,
        fix: &'a SuggestedFix,
        origin: Option<(&'a str, usize)>,
        last: usize,
        drawing: Drawing,
    ) -> Group<'a> {
        let title = match (fix.span.is_empty(), fix.replacement.is_empty()) {
            (true, _) => "to make the text parse, insert this",
            (false, true) => "to make the text parse, remove this",
            (false, false) => "to make the text parse, write this instead",
        };
        let worth = self.worth.iter().map(|worth| format!(" (the value is then {worth})"));
        let (old, new) = (&self.text[fix.span.clone()], &*fix.replacement);
        let is_end = fix.span.end == self.text.len() && old.ends_with('\n') && !new.ends_with('\n');
        let end = is_end.then(|| " (and remove the final line break)".to_owned());
        let title = std::iter::once(title.to_owned()).chain(end).chain(worth).collect::<String>();
        let widest = |text: &str| text.split('\n').map(width).max().expect("a first line");
        let is_unseen = new.trim().is_empty() && new.contains(char::is_control);
        // A drawing does not mark the line breaks that go.
        let joins_lines = old[..old.len() - usize::from(is_end)].contains('\n');
        let is_wide = before(last) + widest(&self.text) + widest(new) > drawing.layout.width;
        if is_unseen || joins_lines || is_wide {
            // The text is wrapped, so a line break in it needs a sign.
            let what = if new.is_empty() { old } else { new };
            let what = what.replace('\n', "\\n").replace('\t', "\\t");
            let [start, end] = [fix.span.start, fix.span.end].map(|it| place_in(&self.text, it));
            let end = if start == end { String::new() } else { format!(" up to {end}") };
            let text = format!("{title}, at {start}{end}: `{what}`");
            let text = drawing.wrapped(&Level::HELP, &text, 0);
            return Group::with_title(Level::HELP.secondary_title(text));
        }
        let title = drawing.wrapped(&Level::HELP, &title, 0);
        let source = snippet(&self.text, fix.span.start, origin);
        Level::HELP.secondary_title(title).element(source.patch(Patch::new(fix.span.clone(), new)))
    }
}

/// The width of the line numbers and their margin, if the last line has the number `last`.
fn before(last: usize) -> usize {
    last.checked_ilog10().map_or(0, |digits| digits as usize + 1) + 3
}

/// `text` as a snippet to mark the place `at`, with its file and line if it has them.
fn snippet<'a, T: Clone>(text: &str, at: usize, from: Option<(&'a str, usize)>) -> Snippet<'a, T> {
    // An empty last line is drawn only if it has a blank.
    let blank = if at == text.len() && text.ends_with('\n') { " " } else { "" };
    // These characters could control the terminal. A middle dot has two bytes, as they have, so all
    // places stay the same.
    let text = text.replace(|it| ('\u{80}'..'\u{a0}').contains(&it), "\u{b7}") + blank;
    match from {
        Some((path, line)) => Snippet::source(text).path(path).line_start(line),
        None => Snippet::source(text),
    }
}
