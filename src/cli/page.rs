//! A page to hand out, in place of what a command prints.

use bracket24::Grammar;
use bracket24::lessons::{Explanation, Extent, MAX_PAGE_EVENTS, Parse, Recording, Walkthrough};

use super::batch::BATCH;
use super::failure::Failure;
use super::input::{ascii_signs, unreadable, without_value};
use super::output::Output;
use bracket24::present::page::{
    PageData, View, of_explanation, of_recording, of_walkthrough, write_page,
};

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
pub(crate) fn of_one(
    view: View,
    expression: &str,
    grammar: &Grammar,
    output: &mut Output,
) -> Result<bool, Failure> {
    if grammar.lacks().is_some() {
        return of_plain(view, expression, grammar, output).map(|()| true);
    }
    let text = ascii_signs(expression);
    let parse =
        Parse::new(&text, grammar).map_err(|error| without_value(expression, grammar, &error))?;
    let walkthrough = walkthrough(&parse, MAX_PAGE_EVENTS)?;
    check_text(&text)?;
    check_extent(&walkthrough.recording, "choose another grammar, or leave out brackets")?;
    write(&of_walkthrough(&walkthrough, view), output)?;
    Ok(walkthrough.reduction.value.is_ok())
}

/// Writes the page of how a plain `grammar` reads `text`.
fn of_plain(view: View, text: &str, grammar: &Grammar, output: &mut Output) -> Result<(), Failure> {
    let recording = Recording::of_read(text, grammar, MAX_PAGE_EVENTS)
        .map_err(|error| unreadable(text, grammar, &error))?;
    check_extent(&recording, "choose a shorter text")?;
    write(&of_recording(&recording, view), output)
}

/// Makes sure that a recording has all events.
fn check_extent(recording: &Recording<'_>, advice: &str) -> Result<(), Failure> {
    if recording.extent() != Extent::Tree {
        return Ok(());
    }
    let (grammar, calls) = (recording.grammar(), recording.tree().calls());
    Err(Failure::with_help(
        format!(
            "{grammar} needs {calls} rule calls to read the expression: a page has at most \
             {MAX_PAGE_EVENTS} events"
        ),
        format!("{advice}; `trace --stats` counts the calls"),
    ))
}

/// Writes the page of what every grammar of `explanation` makes of its text. Of
/// one that tries too much it shows the parse tree alone.
pub(crate) fn of_all(explanation: &Explanation, output: &mut Output) -> Result<(), Failure> {
    check_text(&explanation.text)?;
    let mut left = MAX_PAGE_EVENTS;
    let mut walkthroughs = Vec::new();
    for parse in explanation.parses.iter().filter_map(|it| it.parse.as_ref().ok()) {
        let walkthrough = walkthrough(parse, left)?;
        left = left.saturating_sub(walkthrough.recording.len());
        walkthroughs.push(walkthrough);
    }
    write(&of_explanation(explanation, &walkthroughs), output)
}

/// What the page shows of `parse`, with at most `limit` events.
fn walkthrough(parse: &Parse, limit: usize) -> Result<Walkthrough<'_>, Failure> {
    let refused = |error| Failure::not_ordinary("a page", parse.text(), &error);
    Walkthrough::of(parse, limit).map_err(refused)
}

/// A grammar of the user's own may read other signs than those of ASCII, of
/// which the page cannot tell the columns.
fn check_text(text: &str) -> Result<(), Failure> {
    match text.chars().find(|it| !it.is_ascii()) {
        None => Ok(()),
        Some(other) => {
            let message = format!("a page supports ASCII only, and the expression has `{other}`");
            Err(Failure::with_help(message, "leave out `--format html`"))
        }
    }
}

fn write(data: &PageData<'_>, output: &mut Output) -> Result<(), Failure> {
    output.write(|writer| write_page(data, writer))
}
