//! Prints the solutions of a hand while the engine finds them, because memory may be too small for
//! all of them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bracket24::present::Block;
use bracket24::present::solve::{
    StreamRows, listing, names, stream_end, stream_heading, stream_table,
};
use bracket24::reports::{SolutionStream, SolveOptions};
use bracket24::{Card, Engine, Equivalence, Hand, Rational};
use itertools::Itertools;

use crate::cli::progress::Spinner;
use crate::cli::stdin::ask;
use crate::cli::{Ended, Failure, Format, Outcome, Output};

/// The number of solutions in a group that is printed at once.
const AT_ONCE: usize = 1000;

/// The time after which a terminal shows a group even if it has fewer solutions.
const SOON: Duration = Duration::from_millis(100);

/// The maximum number of cards in a hand whose solutions are printed as one text table. The
/// solutions of larger hands are printed in groups, and the widths of columns may differ between
/// groups.
const MAX_CARDS_AT_ONCE: usize = 6;

/// Returns a stream of the solutions of `hand`. Returns `None` if the user wants only the first
/// solution, if an option needs all solutions in memory and they fit, or if the engine may find a
/// solution twice.
///
/// # Errors
///
/// Returns an error if an option needs all solutions in memory and the hand has too many cards.
/// Returns an error, too, if the hand may have millions of solutions and the user does not agree:
/// `yes` agrees in advance, and `can_ask` says whether the program can ask.
pub(super) fn of<'e>(
    hand: &'e Hand,
    options: &'e SolveOptions,
    engine: &'e dyn Engine,
    format: Format,
    [yes, can_ask]: [bool; 2],
) -> Result<Option<SolutionStream<'e>>, Failure> {
    let SolveOptions { target, distinct, first, why } = options;
    let cards = hand.cards().len();
    let streams = |level| cards <= SolutionStream::MAX_HELD || level == Equivalence::Function;
    distinct.check(cards).map_err(|error| Failure::level(&error, streams))?;
    let obstacle = match format {
        _ if *why => Some(("`--why`".to_owned(), "leave out `--why`")),
        _ if *distinct != Equivalence::Function => {
            Some((format!("`--distinct {distinct}`"), "leave out `--distinct`"))
        }
        Format::Text | Format::Json | Format::Csv | Format::Listing => None,
        _ => Some(("a table of this format".to_owned(), "choose `--format csv`")),
    };
    if *first || cards <= SolutionStream::MAX_HELD && obstacle.is_some() {
        return Ok(None);
    }
    if let Some((obstacle, mend)) = obstacle {
        let most = SolutionStream::MAX_HELD;
        let message = format!(
            "{obstacle} keeps all solutions in memory, so hands may have up to {most} cards"
        );
        return Err(Failure::with_help(message, mend));
    }
    if has_millions(hand, target) && !yes {
        ask(&format!("{hand} can have millions of solutions, gigabytes of text"), can_ask, None)?;
    }
    Ok(SolutionStream::new(hand, target, engine, *distinct))
}

/// Whether a hand may have tens of millions of solutions. Such a hand has at least three different
/// cards. It has nine cards, or eight cards with a zero if the target is zero.
fn has_millions(hand: &Hand, target: &Rational) -> bool {
    let different = || hand.ranks().iter().unique().count();
    let has_zero = || hand.iter().any(|card| card.value().is_zero());
    match hand.cards().len() {
        9 => different() > 2,
        8 => different() > 2 && has_zero() && target.is_zero(),
        _ => false,
    }
}

/// Prints the solutions of a stream.
pub(super) fn print(stream: &SolutionStream<'_>, spinner: &Spinner, output: &mut Output) -> Ended {
    spinner.start(format!("{}: solving it", stream.hand));
    let printed = match output.format {
        Format::Json => output.json(stream),
        _ => print_rows(stream, spinner, output),
    };
    spinner.stop();
    printed?;
    Ok(Outcome::from(stream.found() > 0))
}

/// Prints solutions in groups, or as one text table for a hand of few cards.
fn print_rows(
    stream: &SolutionStream<'_>,
    spinner: &Spinner,
    output: &mut Output,
) -> Result<(), Failure> {
    let SolutionStream { hand, target, .. } = stream;
    let is_text = output.format == Format::Text;
    let is_at_once = is_text && hand.cards().len() <= MAX_CARDS_AT_ONCE;
    let names = if is_text { names(hand) } else { hand.iter().map(Card::digits).collect() };
    if is_text && !is_at_once {
        output.document(&stream_heading(&names, target, None))?;
        output.flush()?;
    }
    let is_seen = output.is_seen();
    let mut last = Instant::now();
    let mut waiting = StreamRows::default();
    let print = |waiting: &mut StreamRows, output: &mut Output| {
        match output.format {
            Format::Text => output.stream_rows(waiting),
            Format::Csv => output.table(&stream_table(hand, target, waiting)),
            Format::Listing => output.text(&listing(hand, waiting.iter())),
            special => unreachable!("no stream is written as {special}"),
        }?;
        waiting.clear();
        Ok(())
    };
    let mut printed = Ok(());
    let effort = stream.each(&mut |outline| {
        waiting.add(outline, &names);
        let is_awaited = is_seen && last.elapsed() > SOON;
        if is_at_once || waiting.iter().len() < AT_ONCE && !is_awaited {
            return ControlFlow::Continue(());
        }
        if is_seen {
            // The printed solutions show the progress, so the spinner is not needed.
            spinner.stop();
        }
        last = Instant::now();
        printed = print(&mut waiting, output).and_then(|()| output.flush());
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    printed?;
    spinner.stop();
    let found = stream.found();
    if is_at_once {
        output.document(&stream_heading(&names, target, Some(found)))?;
    }
    // Print the last group. Without solutions, CSV still has a header, and a listing says so.
    if waiting.iter().len() > 0 || !is_text && found == 0 {
        print(&mut waiting, output)?;
    }
    if !is_text {
        return Ok(());
    }
    if is_at_once && found > 0 {
        output.line(Block::Blank)?;
    }
    output.rows(&stream_end((!is_at_once).then_some(found), effort))
}
