//! The solutions of a hand that has too many to be held, printed as they are
//! found.

use std::ops::ControlFlow;

use bracket24::present::solve::{
    CSV_HEADER, csv_row, csv_row_without_solution, stream_end, stream_heading, stream_rows,
    write_listed, write_no_result,
};
use bracket24::reports::{Found, SolutionStream, SolveOptions};
use bracket24::{Engine, EngineName, Equivalence, Hand};

use crate::cli::Outcome;
use crate::cli::confirm::ask;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::Spinner;

/// How many solutions are printed at once.
const AT_ONCE: usize = 1000;

/// From this many cards on a hand can have millions of solutions.
const MILLIONS: usize = 9;

/// The solutions of `hand` as they are found, where nothing asks for all of them at
/// once; `None` where something does, and they can well be held.
///
/// # Errors
///
/// Where something asks for them and they are too many, and where they are so
/// many that nobody may want them; `yes` says that somebody does.
pub(super) fn of<'e>(
    hand: &Hand,
    options: &SolveOptions,
    engine: &'e dyn Engine,
    format: Format,
    yes: bool,
) -> Result<Option<SolutionStream<'e>>, Failure> {
    let SolveOptions { target, distinct, first, why } = options;
    let cards = hand.cards().len();
    let obstacle = if *why {
        Some("`--why`".to_owned())
    } else if *distinct != Equivalence::Function {
        Some(format!("`--distinct {distinct}`"))
    } else if matches!(format, Format::Markdown | Format::Latex) {
        Some(format!("`--format {format}`"))
    } else {
        None
    };
    if *first || cards <= SolutionStream::MAX_HELD && (obstacle.is_some() || format == Format::Text)
    {
        return Ok(None);
    }
    let stream = SolutionStream::new(hand.clone(), target.clone(), engine, *distinct);
    match (stream, obstacle) {
        (_, Some(obstacle)) => {
            let most = SolutionStream::MAX_HELD;
            let message =
                format!("{obstacle} holds all solutions at once, for hands of up to {most} cards");
            Err(Failure::with_help(message, format!("leave out {obstacle}")))
        }
        (Some(stream), None) if cards >= MILLIONS && !yes => {
            let message =
                format!("a hand of {cards} can have 20 million solutions, gigabytes of text");
            ask(message, true).map(|()| Some(stream))
        }
        (stream, None) => Ok(stream),
    }
}

/// Prints the solutions of a stream.
pub(super) fn print(
    stream: &SolutionStream<'_>,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let name = format!("{}: solving it with {}", stream.hand, EngineName::Split);
    // Where the solutions are seen, they are the sign of life.
    let spinner = (!output.is_seen()).then(|| Spinner::after_a_while(name));
    if format == Format::Json {
        output.json(stream)?;
    } else {
        print_rows(stream, format, output)?;
    }
    drop(spinner);
    Ok(Outcome::from(stream.found() > 0))
}

/// Prints solutions, some at a time.
fn print_rows(
    stream: &SolutionStream<'_>,
    format: Format,
    output: &mut Output,
) -> Result<(), Failure> {
    let SolutionStream { hand, target, .. } = stream;
    if format == Format::Text {
        output.document(&stream_heading(stream))?;
    }
    let mut waiting: Vec<Found> = Vec::with_capacity(AT_ONCE);
    let print = |waiting: &mut Vec<Found>, output: &mut Output| {
        match format {
            Format::Text => output.rows(&stream_rows(stream, waiting)),
            Format::Csv => {
                output.csv(CSV_HEADER, waiting.iter().map(|found| csv_row(hand, target, found)))
            }
            Format::Listing => output.write(|writer| {
                waiting.iter().try_for_each(|found| write_listed(hand, found, writer))
            }),
            other => unreachable!("`solve` does not print as {other} what is found"),
        }?;
        waiting.clear();
        output.flush()
    };
    let mut printed = Ok(());
    let effort = stream.each(&mut |found| {
        waiting.push(found);
        if waiting.len() < AT_ONCE {
            return ControlFlow::Continue(());
        }
        printed = print(&mut waiting, output);
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    printed?;
    if !waiting.is_empty() {
        print(&mut waiting, output)?;
    }
    match format {
        Format::Text => output.rows(&stream_end(stream.found(), effort)),
        Format::Csv if stream.found() == 0 => {
            output.csv(CSV_HEADER, [csv_row_without_solution(hand, target)])
        }
        Format::Listing if stream.found() == 0 => {
            output.write(|writer| write_no_result(hand, writer))
        }
        _ => Ok(()),
    }
}
