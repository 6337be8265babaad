//! `bracket24 survey`

use std::ops::ControlFlow;

use bracket24::reports::{Counter, Survey};
use bracket24::{Deck, Hand, for_each_hand};

use super::Outcome;
use super::arguments::SurveyArguments;
use super::failure::Failure;
use super::file::WholeFile;
use super::output::Output;
use super::preset::Bundle;
use super::progress::Progress;
use super::shard::{self, Shard};
use bracket24::present::survey::{HandJson, NO_TEMPLATES, Run, SurveyJson, document};
use bracket24::present::survey_plot;

pub(super) fn run(arguments: &SurveyArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let plot = arguments.plot.as_deref().map(WholeFile::create).transpose()?;
    let (survey, run, interrupted) = if arguments.merge.is_empty() {
        survey(arguments, output)?
    } else {
        let (survey, run) = shard::merge(&arguments.merge)?;
        (survey, run, false)
    };
    // A picture of a part of the deck would pass for one of the whole.
    if let Some(plot) = plot.filter(|_| !interrupted) {
        plot.finish(survey_plot::svg(&survey, &run)?.as_bytes())?;
    }
    if !arguments.lists_hands() {
        let json = SurveyJson::new(&survey, interrupted);
        if let (Some(shard), true) = (arguments.shard, arguments.json) {
            output.json(&json.part_of(&survey, shard.part, shard.of, run))?;
        } else if arguments.json {
            output.json(&json)?;
        } else if arguments.csv {
            output.csv(["hands", "solvable", "solutions", "single", "most_hand", "most"])?;
            let most = survey.most.as_ref();
            output.csv([
                survey.hands.to_string(),
                survey.solvable.to_string(),
                survey.solutions.to_string(),
                survey.single.to_string(),
                most.map_or_else(String::new, |(hand, _)| hand.to_string()),
                most.map_or(0, |(_, solutions)| *solutions).to_string(),
            ])?;
        } else {
            let part = arguments.shard.map(|shard| (shard.part, shard.of));
            output.document(&document(&survey, &run, part, interrupted))?;
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
    arguments: &SurveyArguments,
    output: &mut Output,
) -> Result<(Survey, Run, bool), Failure> {
    let bundle = Bundle::of(arguments.like);
    let deck = arguments.deck.deck(&bundle, arguments.ordered || bundle.ordered);
    let method = arguments.method.resolve_for(arguments.engine, &bundle)?;
    let distinct = arguments.distinct.distinct.unwrap_or(bundle.distinct);
    let set = method.templates.for_engine(arguments.engine, deck.cards)?;
    let engine = arguments.engine.engine(set);
    let counter = Counter::new(&*engine, &method.target, distinct);
    let numbers = numbers(&deck, arguments.shard)?;
    let mut progress = Progress::new(numbers.end - numbers.start)?;

    let mut survey = Survey::default();
    let mut failed = None;
    // So that the lists of all parts, one after the other, are that of the whole.
    if arguments.lists_hands() && arguments.csv && arguments.shard.is_none_or(|it| it.part == 1) {
        output.csv(["hand", "solutions"])?;
    }
    let flow = for_each_hand(
        deck.part(numbers),
        |hand| counter.count(hand),
        |hand, (solutions, effort)| {
            if arguments.lists(solutions)
                && let Err(failure) = list(arguments, &hand, solutions, output)
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
    let run = Run {
        deck: format!("{}..{}", deck.values.start(), deck.values.end()),
        cards: deck.cards,
        ordered: deck.ordered,
        target: method.target.to_string(),
        templates: if arguments.engine.has_templates() {
            method.templates.description()
        } else {
            NO_TEMPLATES.to_owned()
        },
        grammar: method.grammar.to_string(),
        distinct: distinct.to_string(),
    };
    Ok((survey, run, flow.is_break() && progress.is_interrupted()))
}

/// Which hands of the deck, counted from 0.
fn numbers(deck: &Deck, shard: Option<Shard>) -> Result<std::ops::Range<u64>, Failure> {
    let total =
        deck.len().ok_or_else(|| Failure::plain(format!("there are too many {deck} to count")))?;
    Ok(shard.map_or(0..total, |shard| shard.numbers(total)))
}

fn list(
    arguments: &SurveyArguments,
    hand: &Hand,
    solutions: u64,
    output: &mut Output,
) -> Result<(), Failure> {
    if arguments.json {
        return output.json(&HandJson::new(hand, solutions));
    }
    if arguments.csv {
        return output.csv([hand.to_string(), solutions.to_string()]);
    }
    let writer = output.writer();
    if arguments.unsolvable {
        writeln!(writer, "{hand}")?;
    } else {
        writeln!(writer, "{hand}: {solutions}")?;
    }
    Ok(())
}
