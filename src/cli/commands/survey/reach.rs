//! `bracket24 survey --engine reach`

use std::ops::RangeInclusive;
use std::slice;

use bracket24::present::solvable::document;
use bracket24::reports::SolvableCount;
use bracket24::{Deck, Named, Rational, Reach};
use serde_json::json;

use super::engine::SurveyEngine;
use super::targets::Targets;
use super::{Arguments, no_markdown_of_hands};
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};

/// The columns of several targets as CSV.
const TARGETS_HEADER: [&str; 3] = ["target", "hands", "solvable"];

/// The columns of a list of hands as CSV.
const HANDS_HEADER: [&str; 2] = ["hand", "solvable"];

/// What takes long.
const SEARCHING: &str = "finding which hands have a solution";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let defaults = Defaults::of(arguments.like.like);
    let format = arguments.output.open(output)?;
    check(arguments, format)?;
    arguments.source.refuse_for_search(SurveyEngine::Reach.name(), &defaults)?;
    let deck = arguments.deck.deck(&defaults)?;
    let reach = during("finding what a few cards reach", || Reach::new(&deck));
    let reach = reach.map_err(|error| {
        Failure::with_help(
            format!("the engine `reach` cannot do {deck}: {error}"),
            "`--engine split` goes through the hands one by one",
        )
    })?;
    let target = match &arguments.target {
        Some(Targets::Range(_)) if arguments.lists_hands() => {
            return Err(Failure::with_help(
                "hands are listed for one target",
                "give one, such as `--target 24`",
            ));
        }
        Some(Targets::Range(targets)) => {
            return many(&deck, &reach, targets.clone(), format, output);
        }
        Some(Targets::One(target)) => target.clone(),
        None => defaults.target,
    };
    if arguments.lists_hands() {
        if format == Format::Markdown {
            return Err(no_markdown_of_hands());
        }
        let solvable = during(SEARCHING, || reach.solvable(&target));
        return list(&deck, &solvable, arguments.solvable, format, output);
    }
    let count = during(SEARCHING, || SolvableCount::new(&deck, &reach, target));
    match format {
        Format::Text => output.document(&document(slice::from_ref(&count), &deck, false)),
        Format::Markdown => output.markdown(&document(slice::from_ref(&count), &deck, false)),
        Format::Json => output.json(&json!({ "hands": count.hands, "solvable": count.solvable })),
        Format::Csv => {
            let row = [count.hands, count.solvable].map(|it| it.to_string());
            output.csv(["hands", "solvable"], [row])
        }
        other => unreachable!("`survey --engine reach` does not offer {other}"),
    }?;
    Ok(Outcome::from(count.solvable > 0))
}

/// Refuses what needs solutions or their number.
fn check(arguments: &Arguments, format: Format) -> Result<(), Failure> {
    let is_given = [
        ("--each", arguments.each),
        ("--distinct", arguments.distinct.distinct.is_some()),
        ("--shard", arguments.shard.is_some()),
        ("--plot", arguments.plot.is_given()),
        ("--format svg", format == Format::Svg),
        ("--format html", format == Format::Html),
    ];
    match is_given.into_iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::with_help(
            format!(
                "`{option}` needs solutions; `--engine reach` only decides whether a hand has one"
            ),
            "every other engine does; `--solvable` and `--unsolvable` list hands",
        )),
    }
}

/// A line for every target.
fn many(
    deck: &Deck,
    reach: &Reach,
    targets: RangeInclusive<i64>,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let mut progress = Progress::over(targets.start().abs_diff(*targets.end()) + 1, "targets")?;
    let mut counts = Vec::new();
    if format == Format::Csv {
        output.csv(TARGETS_HEADER, [])?;
    }
    for target in targets.map(Rational::from) {
        let count = SolvableCount::new(deck, reach, target);
        match format {
            Format::Json => output.json(&count)?,
            Format::Csv => {
                let (hands, solvable) = (count.hands.to_string(), count.solvable.to_string());
                output.csv(TARGETS_HEADER, [[count.target.to_string(), hands, solvable]])?;
            }
            _ => {}
        }
        counts.push(count);
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    let is_interrupted = progress.is_interrupted();
    match format {
        Format::Text => output.document(&document(&counts, deck, is_interrupted)),
        Format::Markdown => output.markdown(&document(&counts, deck, is_interrupted)),
        _ => Ok(()),
    }?;
    if is_interrupted {
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::from(counts.iter().any(|count| count.solvable > 0)))
}

/// The hands of which it holds, as `solvable` says in their order, that they
/// have a solution, or that they have none.
fn list(
    deck: &Deck,
    solvable: &[bool],
    wanted: bool,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if format == Format::Csv {
        output.csv(HANDS_HEADER, [])?;
    }
    let hands = deck.hands().zip(solvable).filter(|(_, is_solvable)| **is_solvable == wanted);
    for (hand, _) in hands {
        match format {
            Format::Text => output.write(|writer| writeln!(writer, "{hand}")),
            Format::Json => output.json(&json!({ "hand": hand, "solvable": wanted })),
            Format::Csv => output.csv(HANDS_HEADER, [[hand.to_string(), wanted.to_string()]]),
            other => unreachable!("`survey --engine reach` does not offer {other}"),
        }?;
    }
    Ok(Outcome::from(solvable.contains(&true)))
}
