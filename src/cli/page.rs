//! A page to hand out, in place of what a command prints.

use bracket24::Grammar;
use bracket24::lessons::{Explanation, Handout, Parse};

use super::batch::BATCH;
use super::failure::Failure;
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use bracket24::present::explanation_words::verdict;
use bracket24::present::handout::{ordinary, reading, reading_among, refused};
use bracket24::present::page::{PageData, View, write_page};

/// How many events a page may have in all: some 5 MB, and a slider that still
/// moves at once.
const MOST_EVENTS: usize = 200_000;

/// Makes sure that a page is of one expression.
pub(crate) fn check(expression: &str) -> Result<(), Failure> {
    if expression == BATCH {
        let message = "a page is of one expression, and `-` stands for a batch";
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
    let text = ascii_signs(expression);
    let parse = Parse::new(&text, grammar).map_err(|error| unreadable(&text, grammar, &error))?;
    let handout = handout(&parse, MOST_EVENTS)?;
    check_text(&text)?;
    if !handout.story.is_whole {
        return Err(Failure::with_help(
            format!(
                "{grammar} takes {} events to read the expression: a page has at most {MOST_EVENTS}",
                2 * parse.tree().calls(),
            ),
            "choose another grammar, or leave out brackets; `trace --stats` counts what is tried",
        ));
    }
    let readings = vec![reading(&handout, ordinary(&handout))];
    write(
        &PageData {
            title: &text,
            expression: &text,
            view,
            verdict: None,
            readings,
            refused: Vec::new(),
        },
        output,
    )?;
    Ok(handout.reduction.value.is_ok())
}

/// Writes the page of what every grammar of `explanation` makes of its text. One
/// that tries too much has only what is left of it in the tree.
pub(crate) fn of_all(explanation: &Explanation, output: &mut Output) -> Result<(), Failure> {
    let text = &explanation.text;
    check_text(text)?;
    let mut left = MOST_EVENTS;
    let mut handouts = Vec::new();
    for it in &explanation.parses {
        let Ok(parse) = &it.parse else { continue };
        let handout = handout(parse, left)?;
        left = left.saturating_sub(handout.story.events.len());
        handouts.push((handout, it));
    }
    let readings = handouts.iter().map(|(handout, it)| reading_among(handout, explanation, it));
    let data = PageData {
        title: text,
        expression: text,
        view: View::Explain,
        verdict: Some(verdict(explanation)),
        readings: readings.collect(),
        refused: refused(explanation),
    };
    write(&data, output)
}

/// What the page shows of `parse`, with at most `limit` events.
fn handout(parse: &Parse, limit: usize) -> Result<Handout<'_>, Failure> {
    Handout::of(parse, limit).map_err(|error| Failure::not_ordinary("a page", &parse.text, &error))
}

/// A grammar of the user's own may read other signs than those of ASCII, of
/// which the page cannot tell the columns.
fn check_text(text: &str) -> Result<(), Failure> {
    match text.chars().find(|it| !it.is_ascii()) {
        None => Ok(()),
        Some(other) => {
            let message = format!("a page shows ASCII alone, and the expression has `{other}`");
            Err(Failure::with_help(message, "leave out `--format html`"))
        }
    }
}

fn write(data: &PageData<'_>, output: &mut Output) -> Result<(), Failure> {
    output.write(|writer| write_page(data, writer))
}
