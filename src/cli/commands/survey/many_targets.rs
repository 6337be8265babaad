//! `bracket24 survey --engine reach --target LO..HI`

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use bracket24::present::solvable::{CSV_HEADER, csv_row, document};
use bracket24::present::solvable_plot;
use bracket24::reports::SolvableDeck;

use super::Arguments;
use crate::cli::Outcome;
use crate::cli::confirm::{confirm_many, is_long};
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};

/// The most targets of one run, whose counts are all in memory.
const MAX_TARGETS: u64 = 100_000;

/// The targets that are advised in place of too many, which are done without asking.
const SOME_TARGETS: i64 = 10_000;

/// Refuses more targets than can be done, or drawn where that is asked for.
pub(super) fn check(targets: &RangeInclusive<i64>, is_drawn: bool) -> Result<(), Failure> {
    let (low, high) = (*targets.start(), *targets.end());
    let number = u128::from(low.abs_diff(high)) + 1;
    // Fewer than there are, so that it does not exceed the highest.
    let first = |some: i64| format!("`--target {low}..{}`", low + some - 1);
    if number > u128::from(MAX_TARGETS) {
        return Err(Failure::with_help(
            format!("there are {number} targets, and one run does at most {MAX_TARGETS}"),
            format!("give fewer, such as {}", first(SOME_TARGETS)),
        ));
    }
    if is_drawn && number > solvable_plot::MAX_COLUMNS as u128 {
        return Err(Failure::with_help(
            format!(
                "there are {number} targets, and a picture has room for {}",
                solvable_plot::MAX_COLUMNS
            ),
            format!("give fewer, such as {}", first(100)),
        ));
    }
    Ok(())
}

/// A line for every target, of which there are as many as [`check`] allows.
pub(super) fn run(
    deck: &SolvableDeck,
    targets: RangeInclusive<i64>,
    arguments: &Arguments,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let plot = arguments.plot.create(arguments.output.read_only())?;
    let number = targets.start().abs_diff(*targets.end()) + 1;
    if !arguments.yes {
        let time = during("estimating the time", || estimate(deck, &targets, number));
        let what = format!("{number} targets for {} {}", deck.deck().len(), deck.deck());
        confirm_many(&what, number, time)?;
    }
    let mut progress = Progress::over(number, "targets")?;
    let mut counts = Vec::new();
    if format == Format::Csv {
        output.csv(CSV_HEADER, [])?;
    }
    for target in targets {
        let count = deck.count_while(target.into(), |_| progress.go_on());
        if count.hands < deck.deck().len() {
            // A part of the hands says nothing of the target.
            break;
        }
        match format {
            Format::Json => output.json(&count)?,
            Format::Csv => output.csv(CSV_HEADER, [csv_row(&count)])?,
            _ => {}
        }
        counts.push(count);
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    let is_interrupted = progress.is_interrupted();
    let draw = || solvable_plot::svg(&counts, deck.deck());
    // A picture of a part of the targets would pass for one of all.
    if let Some(plot) = plot.filter(|_| !is_interrupted) {
        plot.finish(draw().as_bytes())?;
    }
    let show = || document(&counts, deck.deck(), is_interrupted);
    match format {
        Format::Text => output.document(&show()),
        Format::Markdown => output.markdown(&show()),
        Format::Svg if is_interrupted => {
            output.discard_file();
            Ok(())
        }
        Format::Svg => output.text(&draw()),
        _ => Ok(()),
    }?;
    if is_interrupted {
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::from(counts.iter().any(|count| count.solvable > 0)))
}

/// About how long all targets take: what the longest of three does, for each.
fn estimate(deck: &SolvableDeck, targets: &RangeInclusive<i64>, number: u64) -> Duration {
    let (low, high) = (*targets.start(), *targets.end());
    let number = u32::try_from(number).expect("no more targets are allowed");
    let mut longest = Duration::ZERO;
    let probes = [low, i64::midpoint(low, high), high];
    if number as usize <= probes.len() {
        // They are no more work than an estimate of it.
        return longest;
    }
    for target in probes {
        let start = Instant::now();
        std::hint::black_box(deck.count(target.into()));
        longest = longest.max(start.elapsed());
        if is_long(longest.saturating_mul(number)) {
            break;
        }
    }
    longest.saturating_mul(number)
}
