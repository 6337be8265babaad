//! What went wrong, told so that it can be put right.

use std::io;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use bracket24::SyntaxError;

/// Why a command or one line of a batch could not be done.
#[derive(Debug)]
pub(super) enum Failure {
    /// Something wrong in a text that was given.
    Text(Box<TextFailure>),
    /// Something else.
    Plain {
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// Whoever read the output went away; no error.
    ClosedPipe,
}

/// A mistake at a place in a text.
#[derive(Debug)]
pub(super) struct TextFailure {
    pub(super) message: String,
    pub(super) text: String,
    pub(super) span: Range<usize>,
    /// What stands under the place.
    pub(super) label: String,
    /// The file or argument, and the line in it, that the text comes from.
    pub(super) origin: Option<(String, usize)>,
}

impl Failure {
    pub(super) fn plain(message: impl Into<String>) -> Self {
        Self::Plain { message: message.into(), help: None }
    }

    pub(super) fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Plain { message: message.into(), help: Some(help.into()) }
    }

    /// What is wrong with `what`, whose text is `text`.
    pub(super) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        Self::Text(Box::new(TextFailure {
            message: format!("cannot read the {what}: {}", error.message()),
            text: text.to_owned(),
            span: error.span.clone(),
            label: error.advice(),
            origin: None,
        }))
    }

    /// Writes the failure to standard error; `line` is the line of standard
    /// input it is about.
    pub(super) fn report(&self, line: Option<usize>) {
        let stream = anstream::stderr();
        let styled =
            anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let text = renderer.render(&[self.group(line)]);
        // With standard error closed there is nobody to tell.
        let _ = io::Write::write_all(&mut stream.lock(), format!("{text}\n").as_bytes());
    }

    fn group(&self, line: Option<usize>) -> Group<'_> {
        match self {
            Self::Text(failure) => {
                let (text, span) = printable(&failure.text, &failure.span);
                let mut snippet = Snippet::source(text)
                    .annotation(AnnotationKind::Primary.span(span).label(&failure.label));
                if let Some((origin, number)) = &failure.origin {
                    snippet = snippet.path(origin).line_start(*number);
                } else if let Some(number) = line {
                    snippet = snippet.path("standard input").line_start(number);
                }
                Level::ERROR.primary_title(&failure.message).element(snippet)
            }
            Self::Plain { message, help } => {
                let message = match line {
                    Some(number) => format!("standard input, line {number}: {message}"),
                    None => message.clone(),
                };
                let group = Group::with_title(Level::ERROR.primary_title(message));
                match help {
                    Some(help) => group.element(Level::HELP.message(help)),
                    None => group,
                }
            }
            Self::ClosedPipe => Group::with_title(Level::ERROR.primary_title("closed pipe")),
        }
    }
}

/// `text` with control characters replaced, and where `span` lies in it.
fn printable(text: &str, span: &Range<usize>) -> (String, Range<usize>) {
    let mut shown = String::with_capacity(text.len());
    let (mut start, mut end) = (None, None);
    for (at, character) in text.char_indices() {
        if at >= span.start {
            start.get_or_insert(shown.len());
        }
        if at >= span.end {
            end.get_or_insert(shown.len());
        }
        // A tab would move the caret; other controls could do anything.
        shown.push(match character {
            '\t' => ' ',
            character if character.is_control() => '\u{fffd}',
            character => character,
        });
    }
    let place = start.unwrap_or(shown.len())..end.unwrap_or(shown.len());
    (shown, place)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::plain(format!("cannot write the output: {error}"))
        }
    }
}
