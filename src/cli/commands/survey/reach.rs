//! `bracket24 survey --engine reach`

use std::slice;

use bracket24::present::solvable::document;
use bracket24::reports::SolvableDeck;
use bracket24::{Deck, Named, Rational, ReachError, Refusal};
use serde_json::json;

use super::engine::SurveyEngine;
use super::targets::Targets;
use super::{Arguments, hands, many_targets};
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};

/// The columns of a list of hands as CSV.
const HANDS_HEADER: [&str; 2] = ["hand", "solvable"];

/// What takes long once the tables are there.
pub(super) const SEARCHING: &str = "finding which hands have a solution";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let defaults = Defaults::of(arguments.like.like);
    let format = arguments.output.open(output)?;
    check(arguments, format)?;
    let operators = arguments.source.operators();
    if !operators.is_of_field() {
        return Err(Failure::with_help(
            format!("the engine `reach` cannot look for `{operators}`: {}", Refusal::Operators),
            "`--engine pairs` finds solutions with any operators",
        ));
    }
    arguments.source.refuse_for_search(SurveyEngine::Reach.name(), &defaults)?;
    let deck = arguments.deck.deck(&defaults)?;
    let has_many = matches!(arguments.target, Some(Targets::Range(_)));
    let deck = tables(&deck).map_err(|error| beyond_reach(&deck, error, has_many))?;
    let target = match &arguments.target {
        Some(Targets::Range(targets)) => {
            return many_targets::run(&deck, targets.clone(), arguments, format, output);
        }
        Some(Targets::One(target)) => target.clone(),
        None => defaults.target,
    };
    if arguments.lists_hands() {
        return list(&deck, &target, arguments.solvable, format, output);
    }
    let mut progress = Progress::new(deck.deck().len())?;
    let count = deck.count_while(target, |done| progress.advance_to(done));
    progress.finish();
    let is_interrupted = progress.is_interrupted();
    let show = || document(slice::from_ref(&count), deck.deck(), is_interrupted);
    match format {
        Format::Text => output.document(&show()),
        Format::Markdown => output.markdown(&show()),
        Format::Json if is_interrupted => {
            let (hands, solvable) = (count.hands, count.solvable);
            output.json(&json!({ "hands": hands, "solvable": solvable, "partial": true }))
        }
        Format::Json => output.json(&json!({ "hands": count.hands, "solvable": count.solvable })),
        Format::Csv => {
            let row = [count.hands, count.solvable].map(|it| it.to_string());
            output.csv(["hands", "solvable"], [row])
        }
        other => unreachable!("`survey --engine reach` does not offer {other}"),
    }?;
    if is_interrupted {
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::from(count.solvable > 0))
}

/// The tables of a deck.
pub(super) fn tables(deck: &Deck) -> Result<SolvableDeck, ReachError> {
    during("finding what a few cards reach", || SolvableDeck::new(deck.clone()))
}

/// A deck that cannot be done, for one target or for many.
fn beyond_reach(deck: &Deck, error: ReachError, has_many: bool) -> Failure {
    let advice = match (error, has_many) {
        (ReachError::TooManyHands, _) => "choose fewer with `--deck` and `--cards`",
        (_, false) => "`--engine split` goes through the hands one by one",
        (_, true) => "choose smaller cards, or fewer of them, with `--deck` and `--cards`",
    };
    Failure::with_help(format!("the engine `reach` cannot do {deck}: {error}"), advice)
}

/// Refuses what needs solutions or their number, and what has no form here.
fn check(arguments: &Arguments, format: Format) -> Result<(), Failure> {
    let is_given = [
        ("--each", arguments.each),
        ("--distinct", arguments.distinct.distinct.is_some()),
        ("--shard", arguments.shard.is_some()),
        ("--format html", format == Format::Html),
    ];
    if let Some((option, _)) = is_given.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::with_help(
            format!(
                "`{option}` needs solutions; `--engine reach` only decides whether a hand has one"
            ),
            "every other engine does; `--solvable` and `--unsolvable` list hands",
        ));
    }
    let is_drawn = format == Format::Svg || arguments.plot.is_given();
    match &arguments.target {
        Some(Targets::Range(_)) if arguments.lists_hands() => {
            let advice = "give one, such as `--target 24`";
            Err(Failure::with_help("hands are listed for one target", advice))
        }
        _ if arguments.lists_hands() && matches!(format, Format::Markdown | Format::Svg) => {
            Err(hands::no_list_as(format))
        }
        Some(Targets::Range(targets)) => many_targets::check(targets, is_drawn),
        _ if is_drawn => Err(Failure::with_help(
            "`--engine reach` draws how many hands reach each of several targets",
            "give a range of them, such as `--target 1..100`",
        )),
        _ => Ok(()),
    }
}

/// The hands of which it holds that they have a solution, or that they have none.
fn list(
    deck: &SolvableDeck,
    target: &Rational,
    wanted: bool,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if format == Format::Csv {
        output.csv(HANDS_HEADER, [])?;
    }
    let len = deck.deck().len();
    let hands = during(SEARCHING, || deck.hands(target, 0..len));
    let mut progress = Progress::new(len)?;
    if output.is_seen() {
        // The list goes on where the bar would be.
        progress.hide();
    }
    let mut any = false;
    for (hand, is_solvable) in hands {
        any |= is_solvable;
        if is_solvable == wanted {
            match format {
                Format::Text => output.write(|writer| writeln!(writer, "{hand}")),
                Format::Json => output.json(&json!({ "hand": hand, "solvable": wanted })),
                Format::Csv => output.csv(HANDS_HEADER, [[hand.to_string(), wanted.to_string()]]),
                other => unreachable!("`survey --engine reach` does not list hands as {other}"),
            }?;
        }
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    Ok(if progress.is_interrupted() { Outcome::Interrupted } else { Outcome::from(any) })
}
