//! How failures are written: what is said of a place stands beside its mark, or
//! below the text where that is too wide.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Message, Patch, Renderer, Snippet, Title};
use bracket24::present::{Layout, ascii};
use bracket24::words::{place, width};

use super::printable::Printable;
use super::{Failure, GrammarFailure, TextFailure};
use crate::cli::said::{message, say};
use crate::cli::terminal::stderr_layout;

/// The columns for what stands before and after a text: its line's number and what
/// is left out of it.
const MARGIN: usize = 14;

/// The most mistakes of one file that are reported.
pub(super) const MOST: usize = 10;

/// Writes something to standard error that is worth knowing and no failure, and
/// what to do about it.
pub(crate) fn note(message: &str, help: &str) {
    let drawing = Drawing { layout: stderr_layout(), is_beside: true };
    let group = Group::with_title(drawing.title(&Level::NOTE, message)).element(drawing.message(
        &Level::HELP,
        help,
        0,
    ));
    // With standard error closed there is nobody to tell.
    let text = rendered(&[vec![group]], drawing.layout);
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// What is said of one mistake.
type Report<'a> = Vec<Group<'a>>;

/// What is written of these for standard error.
fn rendered(reports: &[Report<'_>], layout: Layout) -> String {
    let styled = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    drawn(&renderer.term_width(layout.width), reports)
}

/// Each report for itself: a line would lead from the first to the next.
fn drawn(renderer: &Renderer, reports: &[Report<'_>]) -> String {
    reports.iter().map(|report| renderer.render(report) + "\n").collect()
}

impl Failure {
    /// Writes the failure to standard error; `line` is the line of standard
    /// input it is about.
    pub(crate) fn report(&self, line: Option<usize>) {
        if let Self::Arguments(error) = self {
            let text = error.render().ansi().to_string();
            let place = line.map(|number| format!(" standard input, line {number}: "));
            return say(&place.map_or_else(|| text.clone(), |it| text.replacen(' ', &it, 1)));
        }
        let text = self.rendered(line);
        // With standard error closed there is nobody to tell.
        let _ = anstream::stderr().lock().write_all(text.as_bytes());
    }

    /// The failure as it is written.
    pub(crate) fn rendered(&self, line: Option<usize>) -> String {
        let layout = stderr_layout();
        let beside = self.reports(line, Drawing { layout, is_beside: true });
        let plain = drawn(&Renderer::plain().term_width(layout.width), &beside);
        let reports = if plain.lines().all(|line| width(line) <= layout.width) {
            beside
        } else {
            self.reports(line, Drawing { layout, is_beside: false })
        };
        rendered(&reports, layout)
    }

    fn reports(&self, line: Option<usize>, drawing: Drawing) -> Vec<Report<'_>> {
        match self {
            Self::Text(failure) => vec![failure.report(line, drawing)],
            Self::Texts(failures, all) => {
                let told = failures.iter().map(|failure| failure.report(line, drawing));
                told.chain(rest(*all)).collect()
            }
            Self::Plain { message, help } => {
                let message = match line {
                    Some(number) => format!("standard input, line {number}: {message}"),
                    None => message.clone(),
                };
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

/// How a failure is drawn.
#[derive(Clone, Copy)]
struct Drawing {
    layout: Layout,
    /// Whether what is said of a place stands beside its mark, and not below the
    /// text.
    is_beside: bool,
}

impl Drawing {
    fn title<'a>(self, level: &Level<'a>, text: &str) -> Title<'a> {
        level.clone().primary_title(self.wrapped(level, text, 0))
    }

    /// What is said below a text whose last line has the number `last`.
    fn message<'a>(self, level: &Level<'a>, text: &str, last: usize) -> Message<'a> {
        level.clone().message(self.wrapped(level, text, before(last)))
    }

    /// What is said of a place, below the text.
    fn below<'a>(self, text: &str, last: usize) -> Option<Message<'a>> {
        let is_said = !self.is_beside && !text.is_empty();
        is_said.then(|| self.message(&Level::NOTE.no_name(), text, last))
    }

    /// What is said of a place, beside its mark.
    fn beside(self, text: &str) -> Option<String> {
        let text = if self.layout.ascii { ascii(text).into_owned() } else { text.to_owned() };
        self.is_beside.then_some(text)
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
        let shown = Printable::lines(&self.source, drawing.layout);
        let errors = self.errors.iter().map(|error| (Level::ERROR, error));
        let warnings = self.warnings.iter().map(|warning| (Level::WARNING, warning));
        let last = self.source.lines().count();
        let told = errors.chain(warnings).take(MOST).map(|(level, error)| {
            let place = AnnotationKind::Primary.span(shown.span(&error.span));
            let source = snippet(&shown, Some((&*self.path, 1)));
            let mut source = source.annotation(place.label(drawing.beside(&error.advice)));
            let mut below: Vec<_> = drawing.below(&error.advice, last).into_iter().collect();
            if let Some((span, what)) = &error.related {
                let place = AnnotationKind::Context.span(shown.span(span));
                source = source.annotation(place.label(drawing.beside(what)));
                below.extend(drawing.below(what, last));
            }
            vec![drawing.title(&level, &error.message).element(source).elements(below)]
        });
        told.chain(rest(self.errors.len() + self.warnings.len())).collect()
    }
}

/// What is said of those of `all` mistakes that are not reported.
fn rest(all: usize) -> Option<Report<'static>> {
    let more = all.checked_sub(MOST).filter(|&more| more > 0)?;
    Some(vec![Group::with_title(Level::NOTE.secondary_title(format!("and {more} more")))])
}

impl TextFailure {
    fn report(&self, line: Option<usize>, drawing: Drawing) -> Report<'_> {
        let shown = match self.diagnosis.as_ref().and_then(|it| it.fix.as_ref()) {
            // What would mend it is told of one line.
            Some(_) => Printable::new(&self.text, drawing.layout),
            None => Printable::lines(&self.text, drawing.layout),
        };
        let origin = match &self.origin {
            Some((origin, number)) => Some((&**origin, *number)),
            None => line.map(|number| ("standard input", number)),
        };
        let lines = shown.text.matches('\n').count();
        let last = origin.map_or(1, |(_, number)| number) + lines;
        let primary = AnnotationKind::Primary.span(shown.span(&self.span));
        let mut source =
            snippet(&shown, origin).annotation(primary.label(drawing.beside(&self.label)));
        let below = drawing.below(&self.label, last);
        let level = if self.is_warning { Level::WARNING } else { Level::ERROR };
        let title = drawing.title(&level, &self.message);
        let Some(diagnosis) = &self.diagnosis else {
            let help = self.help.iter().map(|help| drawing.message(&Level::HELP, help, last));
            let group = title.element(source).elements(below);
            return vec![group.elements(self.notes(drawing, last)).elements(help)];
        };
        // A slip that has a name needs no more explanation.
        let is_explained = diagnosis.slip.is_some();
        let open_bracket = diagnosis.open_bracket.filter(|_| !is_explained);
        // A text that is too long is shown around the place.
        let is_shown = |at: &usize| {
            drawing.is_beside
                || width(&self.text[*at..self.span.start]) + MARGIN < drawing.layout.width
        };
        if let Some(at) = open_bracket.filter(is_shown) {
            let length = self.text[at..].chars().next().map_or(0, char::len_utf8);
            let bracket = AnnotationKind::Context.span(shown.span(&(at..at + length)));
            let label = drawing.beside("this bracket is still open");
            source = source.annotation(bracket.label(label));
        }
        let mut group = title.element(source).elements(below);
        if let Some(at) = open_bracket {
            let text = format!("the bracket at {} is still open", place(&self.text, at));
            group = group.elements(drawing.below(&text, last));
        }
        if !diagnosis.path.is_empty() && !is_explained {
            let rules: Vec<&str> = diagnosis.path.iter().map(|open| &*open.rule).collect();
            let note = format!("the rules still open there: {}", rules.join(" › "));
            group = group.element(drawing.message(&Level::NOTE, &note, last));
        }
        group = group.elements(self.notes(drawing, last));
        if let Some(help) = &self.help {
            group = group.element(drawing.message(&Level::HELP, help, last));
        }
        let mut groups = vec![group];
        if let Some(fix) = &diagnosis.fix {
            let title = match (fix.span.is_empty(), fix.replacement.is_empty()) {
                (true, _) => "it can be read with this inserted",
                (false, true) => "it can be read without this",
                (false, false) => "it can be read with this in its place",
            };
            let columns =
                drawing.layout.width.saturating_sub(before(last) + width(&fix.replacement));
            let (text, span) = shown.around(shown.span(&fix.span), columns);
            let patch = Patch::new(span, &*fix.replacement);
            let fixed = placed(Snippet::source(text), origin).patch(patch);
            groups.push(Level::HELP.secondary_title(title).element(fixed));
        }
        groups
    }
}

impl TextFailure {
    fn notes(&self, drawing: Drawing, last: usize) -> impl Iterator<Item = Message<'_>> {
        self.notes.iter().map(move |note| drawing.message(&Level::NOTE, note, last))
    }
}

/// The columns before a line of a text whose last line has the number `last`.
fn before(last: usize) -> usize {
    last.checked_ilog10().map_or(0, |digits| digits as usize + 1) + 3
}

/// `text` at its place in what it comes from.
fn snippet<'a, T: Clone>(shown: &Printable, origin: Option<(&'a str, usize)>) -> Snippet<'a, T> {
    placed(Snippet::source(shown.text.clone()), origin)
}

fn placed<'a, T: Clone>(
    snippet: Snippet<'a, T>,
    origin: Option<(&'a str, usize)>,
) -> Snippet<'a, T> {
    match origin {
        Some((path, line)) => snippet.path(path).line_start(line),
        None => snippet,
    }
}
