//! Writes handout pages, for `--format html`, and makes the data of the live page.

#[cfg(feature = "serve")]
use bracket24::Named;
use bracket24::grammars::Ordinary;
use bracket24::lessons::readers::{Reader, Readers};
use bracket24::lessons::{Explanation, MAX_PAGE_EVENTS, Parse, ParseUnder, Reading, Walkthrough};
use bracket24::present::page::{self, PageData, View, write_page};
use bracket24::{Grammar, Operator};

use super::{Failure, Output};

/// Writes the page of one parse. If the parse failed, also ends the output, because only an error
/// follows. A text beyond the limits gets no page.
pub(crate) fn of_one(view: View, reading: &Reading, output: &mut Output) -> Result<(), Failure> {
    let Ok(walkthrough) = Walkthrough::of(reading, MAX_PAGE_EVENTS) else { return Ok(()) };
    reading.parse().map_or(Ok(()), check_ordinary)?;
    check_text(reading.text(), reading.grammar())?;
    write(&page::of_one(&walkthrough, view), output)?;
    if reading.failed().is_some() { output.finish() } else { Ok(()) }
}

/// Writes the page that shows how each grammar parses `text`, or why every grammar rejects it. For
/// a parse with too many events the page shows only the parse tree. A rejected text beyond the
/// limits gets no page.
pub(crate) fn of_all(
    text: &str,
    explained: Result<&Explanation, &[ParseUnder]>,
    output: &mut Output,
) -> Result<(), Failure> {
    match with_grammars(text, explained, MAX_PAGE_EVENTS, |data| write(data, output)) {
        Err(_) if explained.is_err() => Ok(()),
        written => written?,
    }
}

/// Calls `then` with the data of the page that shows the parses of `text`, or why every grammar
/// rejects it, with at most `limit` events in total.
fn with_grammars<T>(
    text: &str,
    explained: Result<&Explanation, &[ParseUnder]>,
    limit: usize,
    then: impl FnOnce(&PageData<'_>) -> T,
) -> Result<T, Failure> {
    check_text(text, &Grammar::Left)?;
    let mut left = limit;
    let mut walkthroughs = Vec::new();
    for it in explained.map_or_else(|refusals| refusals, |explanation| &explanation.parses) {
        let walkthrough = Walkthrough::of(&it.reading, left)
            .map_err(|error| Failure::syntax("expression", text, &error))?;
        left = left.saturating_sub(walkthrough.recording.len());
        walkthroughs.push(walkthrough);
    }
    Ok(then(&match explained {
        Ok(explanation) => page::of_explanation(explanation, &walkthroughs),
        Err(_) => page::of_refusals(text, &walkthroughs),
    }))
}

/// Writes the page that shows how all readers parse a text.
pub(crate) fn of_readers(readers: &Readers, output: &mut Output) -> Result<(), Failure> {
    with_readers(readers, MAX_PAGE_EVENTS, |data| write(data, output))?
}

/// Calls `then` with the data of the page that shows how all readers parse a text.
fn with_readers<T>(
    readers: &Readers,
    limit: usize,
    then: impl FnOnce(&PageData<'_>) -> T,
) -> Result<T, Failure> {
    check_text(&readers.text, &Grammar::Left)?;
    let reading = Reading::new(&readers.text, &readers.grammar);
    let mut walkthroughs = Vec::new();
    for run in &readers.readings {
        let parse = run.outcome.as_ref().ok();
        parse.map_or(Ok(()), check_ordinary)?;
        walkthroughs.push(match (run.reader, reading.failed()) {
            // The page shows where the rules fail.
            (Reader::Peg | Reader::Packrat, Some(_)) => Walkthrough::of(&reading, limit / 2).ok(),
            _ => parse.map(|it| Walkthrough::of_parse(it, limit / 2)),
        });
    }
    Ok(then(&page::of_readers(readers, &walkthroughs)))
}

/// The part of the live page beside the parse of a text.
#[cfg(feature = "serve")]
#[derive(Debug, Clone, Copy, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Beside {
    #[default]
    #[serde(rename = "")]
    Nothing,
    /// The parses of the built-in grammars.
    Grammars,
    /// The other readers.
    Readers,
}

/// Rejects a parse whose text ordinary arithmetic rejects, because a page writes its steps in
/// ordinary arithmetic.
fn check_ordinary(parse: &Parse) -> Result<(), Failure> {
    let Ordinary::NotRead(error) = parse.ordinary() else { return Ok(()) };
    Err(Failure::not_ordinary("a page", parse.text(), error))
}

/// Rejects an expression with characters beyond ASCII, because the page would show wrong columns.
fn check_text(text: &str, grammar: &Grammar) -> Result<(), Failure> {
    let other = text.chars().find(|it| !it.is_ascii());
    let Some(other) = other.filter(|_| grammar.lacks().is_none()) else { return Ok(()) };
    let message = format!("a page supports ASCII only, and the expression has `{other}`");
    let is_root = Operator::Root.symbol().contains(other);
    let advice = if is_root { "write `sqrt` in its place" } else { "write it with ASCII" };
    Err(Failure::with_help(message, advice))
}

fn write(data: &PageData<'_>, output: &mut Output) -> Result<(), Failure> {
    output.write(|writer| write_page(data, writer))
}

/// Calls `then` with the data of the live page for `text`, even if `grammar` rejects `text`. The
/// data have at most `limit` events, and the grammars or readers that `beside` selects.
///
/// # Errors
///
/// Returns an error if there is nothing to show, as for a text beyond the limits.
#[cfg(feature = "serve")]
pub(crate) fn with_data<T>(
    text: &str,
    grammar: &Grammar,
    beside: Beside,
    limit: usize,
    then: impl FnOnce(&PageData<'_>) -> T,
) -> Result<T, Failure> {
    let text = &*super::input::signs_for(grammar, text);
    match beside {
        Beside::Nothing => {}
        Beside::Readers => {
            let readers = Readers::new(text, grammar)
                .map_err(|error| Failure::syntax("expression", text, &error))?;
            return with_readers(&readers, limit, then);
        }
        Beside::Grammars => {
            let others = Grammar::ALL.iter().chain([grammar]).cloned().collect::<Vec<_>>();
            let explained = Explanation::or_refusals(text, &others, 24.into());
            let explained = explained.as_ref().map_err(|refusals| &refusals[..]);
            return with_grammars(text, explained, limit, then);
        }
    }
    let reading = Reading::new(text, grammar);
    if reading.parse().is_some() {
        check_text(text, grammar)?;
    }
    let walkthrough =
        Walkthrough::of(&reading, limit).map_err(|error| Failure::syntax("text", text, &error))?;
    Ok(then(&page::of_one(&walkthrough, View::Parse)))
}
