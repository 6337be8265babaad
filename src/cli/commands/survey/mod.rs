//! `bracket24 survey`

mod arguments;
mod atlas;
mod by_difficulty;
mod by_grammar;
mod engine;
mod hands;
mod many_targets;
mod new_operators;
mod numbers;
mod plan;
mod reach;
mod shard;
mod targets;
mod unsolvable;

use std::ops::ControlFlow;

use bracket24::present::survey::{CSV_HEADER, csv_row, document};
use bracket24::present::survey_plot;
use bracket24::reports::{Counter, Survey, SurveyRecord, SurveyRun};
use bracket24::{Effort, EngineName, for_each_hand};

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};
pub(crate) use arguments::{Arguments, By};
use engine::SurveyEngine;
use plan::Plan;
use shard::Shard;
use targets::Targets;

/// What may take long when all hands are done.
const REACHING: &str = "finding which hands have any solution";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    match (arguments.by, arguments.hardest) {
        (Some(By::Grammar), None) => return by_grammar::run(arguments, output),
        (Some(By::Grammar), Some(_)) => {
            return Err(Failure::with_help(
                "the hardest hands are those by difficulty, not by grammar",
                "leave out `--by` or `--hardest`",
            ));
        }
        (Some(By::Difficulty), _) | (None, Some(_)) => {
            return by_difficulty::run(arguments, output);
        }
        (None, None) => {}
    }
    let engine = match arguments.engine {
        Some(SurveyEngine::Reach) => return reach::run(arguments, output),
        Some(SurveyEngine::Lists(engine)) => engine,
        None if arguments.source.operators().is_of_field() => EngineName::Compiled,
        None => EngineName::Pairs,
    };
    if arguments.min_new {
        return new_operators::run(arguments, output);
    }
    if let Some(Targets::Range(targets)) = &arguments.target
        && !arguments.source.operators().is_of_field()
    {
        return numbers::run(engine, targets.clone(), arguments, output);
    }
    let plot = arguments.plot.create(arguments.output.read_only())?;
    let format = arguments.output.open(output)?;
    if format == Format::Html {
        return atlas::run(engine, arguments, plot, output);
    }
    if format == Format::Svg && (arguments.lists_hands() || arguments.shard.is_some()) {
        return Err(Failure::with_help(
            "only the histogram of a whole deck can be drawn",
            "leave out `--each`, `--solvable`, `--unsolvable` and `--shard`",
        ));
    }
    if format == Format::Markdown && arguments.lists_hands() {
        return Err(hands::no_list_as(format));
    }
    if let Some(outcome) = unsolvable::run(arguments, format, output)? {
        return Ok(outcome);
    }
    let (survey, run, interrupted) = if arguments.merge.is_empty() {
        survey(engine, arguments, format, output)?
    } else {
        let (survey, run) = shard::merge(&arguments.merge)?;
        (survey, run, false)
    };
    // Of the whole deck, and so nothing to hold a part against.
    let is_whole = arguments.shard.is_none() && !interrupted && !arguments.lists_hands();
    let reachable = if is_whole { during(REACHING, || run.reachable()) } else { None };
    // A picture of a part of the deck would pass for one of the whole.
    if let Some(plot) = plot.filter(|_| !interrupted) {
        plot.finish(survey_plot::svg(&survey, &run, reachable).as_bytes())?;
    }
    if !arguments.lists_hands() {
        match format {
            Format::Text | Format::Markdown => {
                let part = arguments.shard.map(|shard| (shard.part, shard.of));
                let document = document(&survey, &run, reachable, part, interrupted);
                let is_text = format == Format::Text;
                if is_text { output.document(&document) } else { output.markdown(&document) }?;
            }
            Format::Json => {
                let json = SurveyRecord::new(&survey, interrupted);
                match arguments.shard {
                    Some(Shard { part, of }) => output.json(&json.part_of(&survey, part, of, run)),
                    None => output.json(&json),
                }?;
            }
            Format::Csv => output.csv(CSV_HEADER, [csv_row(&survey)])?,
            Format::Svg if interrupted => output.discard_file(),
            Format::Svg => output.text(&survey_plot::svg(&survey, &run, reachable))?,
            other => unreachable!("`survey` does not offer {other}"),
        }
    }
    Ok(match (interrupted, survey.solvable) {
        (true, _) => Outcome::Interrupted,
        // Whether there is none is for the joined parts to say.
        (false, 0) if arguments.shard.is_none() => Outcome::No,
        (false, _) => Outcome::Yes,
    })
}

/// Surveys a deck, or a part of it, and lists its hands where that is asked for.
fn survey(
    name: EngineName,
    arguments: &Arguments,
    format: Format,
    output: &mut Output,
) -> Result<(Survey, SurveyRun, bool), Failure> {
    let plan = Plan::new(name, arguments)?;
    let (deck, set) = (&plan.deck, plan.set()?);
    let engine = plan.method.engine(name, set);
    let counter = Counter::new(&*engine, &plan.method.target, plan.distinct);
    // Which hands, counted from 0.
    let numbers = arguments.shard.map_or(0..deck.len(), |shard| shard.numbers(deck.len()));
    let mut progress = Progress::new(numbers.end - numbers.start)?;

    if arguments.lists_hands() && output.is_seen() {
        // The list goes on where the bar would be.
        progress.hide();
    }
    let mut survey = Survey::default();
    let mut failed = None;
    // Of hands without a solution it is enough that none is found.
    let is_decided = arguments.unsolvable && !plan.method.operators.is_of_field();
    let any_of = is_decided.then_some(&engine);
    if arguments.lists_hands() {
        hands::start(arguments, format, output)?;
    }
    let flow = for_each_hand(
        deck.range(numbers),
        |hand| match &any_of {
            Some(any_of) => any_of.any_solution(hand, &plan.method.target).map_or_else(
                |refusal| Err(refusal.into()),
                |any| Ok((u64::from(any.is_some()), Effort::default())),
            ),
            None => counter.count(hand),
        },
        |hand, result| {
            let (solutions, effort) = match result {
                Ok(found) => found,
                Err(error) => {
                    failed = Some(error.into());
                    return ControlFlow::Break(());
                }
            };
            if arguments.lists(solutions)
                && let Err(failure) = hands::add(arguments, format, &hand, solutions, output)
            {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            survey.add(hand, solutions, effort);
            progress.advance()
        },
    );
    progress.finish();
    if let Some(failure) = failed {
        return Err(failure);
    }
    Ok((survey, plan.run()?, flow.is_break() && progress.is_interrupted()))
}
