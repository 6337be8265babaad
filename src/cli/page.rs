//! A page to hand out, in place of what a command prints.

#[cfg(feature = "serve")]
mod shown;

use bracket24::lessons::readers::Readers;
use bracket24::lessons::{
    Explanation, FailedParse, MAX_PAGE_EVENTS, Parse, ParseUnder, Recording, Walkthrough,
};
use bracket24::{Grammar, Operator};

use super::batch::BATCH;
use super::failure::Failure;
use super::input::{ascii_signs, template_instead, unreadable, without_value};
use super::output::Output;
use bracket24::present::page::{self, PageData, Shown, View, of_explanation, write_page};

#[cfg(feature = "serve")]
pub(crate) use shown::{Unshown, with_data};

/// Makes sure that a page is of one expression.
pub(crate) fn check(expression: &str) -> Result<(), Failure> {
    if expression == BATCH {
        let message = "a page shows one expression, not a batch";
        return Err(Failure::with_help(message, "give the expression in place of `-`"));
    }
    Ok(())
}

/// Writes the page of what `grammar` makes of `expression`; says whether that
/// has a value.
///
/// # Errors
///
/// Where there is no page; and where it cannot be read, once its page is written.
pub(crate) fn of_one(
    view: View,
    expression: &str,
    grammar: &Grammar,
    output: &mut Output,
) -> Result<bool, Failure> {
    let is_plain = grammar.lacks().is_some();
    let text = if is_plain { expression.into() } else { ascii_signs(expression) };
    if is_plain {
        return match Recording::of_read(&text, grammar, MAX_PAGE_EVENTS) {
            Ok(recording) => {
                write(&page::of_one(&Shown::Plain(&recording), view), output).map(|()| true)
            }
            Err(error) => Err(of_failed(view, &text, grammar, output, || {
                unreadable(expression, grammar, &error)
            })),
        };
    }
    let parse = match Parse::new(&text, grammar) {
        Ok(parse) => parse,
        Err(error)
            if matches!(view, View::Parse | View::Trace)
                && template_instead(&text, grammar, &error).is_some() =>
        {
            // It is read like an expression, and has no value until its slots are filled.
            let recording = Recording::of_any(&text, grammar, MAX_PAGE_EVENTS)
                .map_err(|error| without_value(expression, grammar, &error))?;
            return write(&page::of_one(&Shown::Plain(&recording), view), output).map(|()| true);
        }
        Err(error) => {
            return Err(of_failed(view, &text, grammar, output, || {
                without_value(expression, grammar, &error)
            }));
        }
    };
    let walkthrough = walkthrough(&parse, MAX_PAGE_EVENTS)?;
    check_text(&text, grammar)?;
    write(&page::of_one(&Shown::Read(&walkthrough), view), output)?;
    Ok(walkthrough.reduction.value.is_ok())
}

/// Writes the page of a text that `grammar` cannot read, where there is one, and says
/// why it cannot, which is `failure`.
fn of_failed(
    view: View,
    text: &str,
    grammar: &Grammar,
    output: &mut Output,
    failure: impl FnOnce() -> Failure,
) -> Failure {
    let failed = FailedParse::new(text, grammar);
    let recording = Recording::of_any(text, grammar, MAX_PAGE_EVENTS);
    // A text beyond the limits has nothing to show.
    let (Some(failed), Ok(recording)) = (failed, recording) else { return failure() };
    let written = check_text(text, grammar)
        .and_then(|()| write(&page::of_one(&Shown::Failed(&failed, &recording), view), output))
        .and_then(|()| output.finish());
    written.err().unwrap_or_else(failure)
}

/// What a page shows of one of several grammars.
enum Made<'a> {
    Read(Box<Walkthrough<'a>>),
    Plain(Recording<'a>),
    Failed(Box<FailedParse>, Recording<'a>),
}

impl<'a> Made<'a> {
    /// What it makes of the text, with at most `limit` events.
    fn new(text: &str, it: &'a ParseUnder, limit: usize) -> Result<Self, Failure> {
        let refused = |error| Failure::syntax("expression", text, &error);
        match (&it.parse, FailedParse::new(text, &it.grammar)) {
            (Ok(parse), _) => match walkthrough(parse, limit) {
                Ok(walkthrough) => Ok(Self::Read(Box::new(walkthrough))),
                // Its steps cannot be written in signs of ordinary arithmetic.
                Err(_) => {
                    Recording::of_any(text, &it.grammar, limit).map(Self::Plain).map_err(refused)
                }
            },
            (Err(_), Some(failed)) => {
                let recording = Recording::of_any(text, &it.grammar, limit).map_err(refused)?;
                Ok(Self::Failed(Box::new(failed), recording))
            }
            (Err(_), None) => {
                Recording::of_any(text, &it.grammar, limit).map(Self::Plain).map_err(refused)
            }
        }
    }

    fn shown(&'a self) -> Shown<'a> {
        match self {
            Self::Read(walkthrough) => Shown::Read(walkthrough),
            Self::Plain(recording) => Shown::Plain(recording),
            Self::Failed(failed, recording) => Shown::Failed(failed, recording),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Read(walkthrough) => walkthrough.recording.len(),
            Self::Plain(recording) | Self::Failed(_, recording) => recording.len(),
        }
    }
}

/// Writes the page of what every grammar of `explanation` makes of its text. Of
/// one that tries too much it shows the parse tree alone.
pub(crate) fn of_all(explanation: &Explanation, output: &mut Output) -> Result<(), Failure> {
    let text = &explanation.text;
    let all = made_of(text, &explanation.parses, MAX_PAGE_EVENTS)?;
    let shown: Vec<Shown<'_>> = all.iter().map(Made::shown).collect();
    write(&of_explanation(explanation, &shown), output)
}

/// Writes the page of why no grammar reads `text`; nothing where it is beyond the limits.
pub(crate) fn of_refusals(
    text: &str,
    refusals: &[ParseUnder],
    output: &mut Output,
) -> Result<(), Failure> {
    let Ok(all) = made_of(text, refusals, MAX_PAGE_EVENTS) else { return Ok(()) };
    let shown: Vec<Shown<'_>> = all.iter().map(Made::shown).collect();
    write(&page::of_refusals(text, &shown), output)
}

/// What every grammar makes of a text, with at most as many events together.
fn made_of<'a>(
    text: &str,
    parses: &'a [ParseUnder],
    events: usize,
) -> Result<Vec<Made<'a>>, Failure> {
    check_text(text, &Grammar::Left)?;
    let mut left = events;
    let made = parses.iter().map(|it| {
        let made = Made::new(text, it, left)?;
        left = left.saturating_sub(made.len());
        Ok(made)
    });
    made.collect()
}

/// Writes the page of all readers of a text.
pub(crate) fn of_readers(readers: &Readers, output: &mut Output) -> Result<(), Failure> {
    let text = &readers.text;
    check_text(text, &Grammar::Left)?;
    let mut walkthroughs = Vec::new();
    for reading in &readers.readings {
        let parse = reading.outcome.as_ref().ok();
        walkthroughs.push(parse.map(|it| walkthrough(it, MAX_PAGE_EVENTS / 2)).transpose()?);
    }
    write(&page::of_readers(readers, &walkthroughs), output)
}

/// What the page shows of `parse`, with at most `limit` events.
fn walkthrough(parse: &Parse, limit: usize) -> Result<Walkthrough<'_>, Failure> {
    let refused = |error| Failure::not_ordinary("a page", parse.text(), &error);
    Walkthrough::of(parse, limit).map_err(refused)
}

/// A grammar of the user's own may read other signs than those of ASCII, of
/// which the page cannot tell the columns.
fn check_text(text: &str, grammar: &Grammar) -> Result<(), Failure> {
    if grammar.lacks().is_some() {
        return Ok(());
    }
    match text.chars().find(|it| !it.is_ascii()) {
        None => Ok(()),
        Some(other) => {
            let message = format!("a page supports ASCII only, and the expression has `{other}`");
            let is_root = Operator::Root.symbol().contains(other);
            let advice =
                if is_root { "write `sqrt` in its place" } else { "leave out `--format html`" };
            Err(Failure::with_help(message, advice))
        }
    }
}

fn write(data: &PageData<'_>, output: &mut Output) -> Result<(), Failure> {
    output.write(|writer| write_page(data, writer))
}
