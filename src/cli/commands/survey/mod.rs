//! `bracket24 survey`

mod atlas;
mod difficulty;
mod grammars;
mod list;
mod merge;
mod needs;
mod reach;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use bracket24::present::solvable::{COUNT_COLUMNS, count_row};
use bracket24::present::survey::SurveyReport;
use bracket24::reports::{Counter, HandCount, Survey, SurveyPart, SurveyRun};
use bracket24::{
    Deck, DeckJoin, Effort, EngineName, Equivalence, Hand, Rational, SetName, TemplateSet, digest,
};

use super::subcommands;
use crate::cli::file::WholeFile;
use crate::cli::format::PlotOption;
use crate::cli::method::{Method, MethodOptions};
use crate::cli::options::{DeckOptions, DistinctOption, LikeOption, TargetOption, by_name};
use crate::cli::templates::{TemplateSource, texts_digest};
use crate::cli::{Defaults, Ended, Failure, Format, Outcome, Output, Progress, during, formats};

/// Count the hands of a deck that have a solution
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "bracket24 survey [OPTIONS] [COMMAND]",
    mut_arg("templates", |it| it.hide_short_help(true)),
    mut_arg("grammar", |it| it.hide_short_help(true)),
    mut_arg("engine", |it| it.hide_short_help(true)),
    mut_arg("plot", |it| it.conflicts_with_all(["each", "solvable", "unsolvable", "shard"]))
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<SurveyCommand>,

    #[command(flatten)]
    search: SearchOptions,

    /// List each hand with its number of solutions
    #[arg(long, overrides_with_all = ["solvable", "unsolvable"])]
    each: bool,

    #[command(flatten)]
    hands: HandsOption,

    /// Survey only part I of N of the deck
    #[arg(long, hide_short_help = true, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,

    #[command(flatten)]
    plot: PlotOption,
}

subcommands! { SurveyCommand, "../../help/survey/":
    Reach in reach,
    Difficulty in difficulty,
    Grammars in grammars,
    Needs in needs,
    Atlas in atlas,
    Merge in merge,
}

formats!(Arguments: Text, Json, Csv, Markdown, Svg);

/// A deck and a target.
#[derive(Debug, clap::Args)]
pub(crate) struct DeckAndTarget {
    #[command(flatten)]
    deck: DeckOptions,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    like: LikeOption,
}

impl DeckAndTarget {
    fn defaults(&self) -> Defaults {
        Defaults::of(self.like.like)
    }

    /// The deck and the target, for commands that need no templates.
    fn without_templates(&self, what: &str) -> Result<(Deck, Rational), Failure> {
        let defaults = self.defaults();
        refuse_templates(&defaults, what)?;
        Ok((self.deck.deck(&defaults)?, self.target.or(&defaults)))
    }
}

/// Rejects `--like` with a program whose templates are not the canonical ones, since the result
/// that `what` names does not depend on templates.
fn refuse_templates(defaults: &Defaults, what: &str) -> Result<(), Failure> {
    if defaults.templates == TemplateSource::Named(SetName::Canonical) {
        return Ok(());
    }
    let help = "leave out `--like`, which selects them";
    Err(Failure::with_help(format!("{what} does not depend on templates or a grammar"), help))
}

/// The hands to list.
#[derive(Debug, clap::Args)]
pub(crate) struct HandsOption {
    /// List the hands that have a solution
    #[arg(long, overrides_with = "unsolvable")]
    solvable: bool,

    /// List the hands that have no solution
    #[arg(long)]
    unsolvable: bool,
}

impl HandsOption {
    /// Whether the user gives one of these options.
    const fn is_given(&self) -> bool {
        self.solvable || self.unsolvable
    }

    /// Whether the options list hands with a solution, or, if `is_solvable` is false, hands without
    /// one.
    const fn lists(&self, is_solvable: bool) -> bool {
        if is_solvable { self.solvable } else { self.unsolvable }
    }
}

/// How to search for solutions, and which solutions count as one.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchOptions {
    #[command(flatten)]
    deck: DeckOptions,

    #[command(flatten)]
    method: MethodOptions,

    #[command(flatten)]
    like: LikeOption,

    #[command(flatten)]
    distinct: DistinctOption,

    /// The engine to solve with [default: split]
    #[arg(short, long, value_parser = by_name::<EngineName>())]
    engine: Option<EngineName>,
}

/// The deck and the method of a survey, with all defaults filled in.
struct Plan {
    engine: EngineName,
    deck: Deck,
    method: Method,
    distinct: Equivalence,
}

impl SearchOptions {
    /// The plan with the engine that the user names. If the user names none, the plan uses `pairs`
    /// if there are operators other than `+ - * /`; if solutions are only counted, it uses the join
    /// of the deck where that applies, because it is the fastest.
    fn plan(&self, only_counts: bool) -> Result<Plan, Failure> {
        let defaults = Defaults::of(self.like.like);
        let level = self.distinct.distinct.unwrap_or(defaults.distinct);
        let has_join = level == Equivalence::Function && !self.method.is_chosen(&defaults);
        let engine = self.engine.unwrap_or(if !self.method.operators.set().is_of_field() {
            EngineName::Pairs
        } else if only_counts && has_join {
            EngineName::Split
        } else {
            EngineName::Compiled
        });
        let deck = self.deck.deck(&defaults)?;
        let method = self.method.resolve(Some(engine), &defaults)?;
        let distinct = method.distinct(self.distinct.distinct, &defaults);
        Ok(Plan { engine, deck, method, distinct })
    }
}

impl Plan {
    /// The templates for the engine.
    fn set(&self) -> Result<&TemplateSet, Failure> {
        self.method.set_for(self.engine, self.deck.cards())
    }

    /// The join of the deck, if it counts what the user asks for: the different functions that the
    /// engine `split` finds.
    fn join(&self) -> Option<DeckJoin> {
        let is_counted = self.engine == EngineName::Split && self.distinct == Equivalence::Function;
        if is_counted { DeckJoin::new(&self.deck) } else { None }
    }

    /// The description of the run, for the JSON output of a part of the survey.
    fn run(&self) -> Result<SurveyRun, Failure> {
        let Self { engine, deck, method, distinct } = self;
        Ok(SurveyRun {
            deck: format!("{}..{}", deck.values().start(), deck.values().end()),
            cards: deck.cards(),
            ordered: deck.is_ordered(),
            target: method.target.to_string(),
            engine: engine.to_string(),
            templates: (engine.has_templates() || !method.operators.is_of_field())
                .then(|| method.templates.description()),
            templates_digest: texts_digest(self.set()?),
            grammar: method.grammar.to_string(),
            grammar_digest: digest(method.grammar.whole_source().bytes()),
            distinct: distinct.to_string(),
        })
    }
}

/// Parses the number of a part, from 1, and the number of parts.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let expected = "expected a part and the number of parts, such as 3/16";
    let (part, of) = text.split_once('/').ok_or(expected)?;
    let read = |number: &str| number.parse::<u64>().map_err(|_| expected.to_owned());
    let (part, of) = (read(part)?, read(of)?);
    if part == 0 || part > of {
        return Err(format!("there is no part {part} of {of}: {expected}"));
    }
    Ok((part, of))
}

impl Arguments {
    fn lists_hands(&self) -> bool {
        self.each || self.hands.is_given()
    }

    /// The numbers of the hands to survey. The first hand of the deck has the number 0.
    fn numbers(&self, deck: &Deck) -> Range<u64> {
        self.shard.map_or(0..deck.len(), |(part, of)| deck.part(part, of))
    }

    /// Writes the header of the list of hands.
    fn begin_list(&self, output: &mut Output) -> Result<(), Failure> {
        // Only the first part has a header, so that the lists of all parts can be concatenated.
        if self.shard.is_some_and(|(part, _)| part > 1) {
            output.has_header = true;
        }
        list::begin(COUNT_COLUMNS, output)
    }

    /// Writes the row of a hand with this many solutions, if the survey lists it.
    fn list(&self, hand: &Hand, solutions: u64, output: &mut Output) -> Result<(), Failure> {
        if !self.each && !self.hands.lists(solutions > 0) {
            return Ok(());
        }
        if self.hands.unsolvable && output.format == Format::Text {
            return output.write(|writer| writeln!(writer, "{hand}"));
        }
        list::add(&count_row(HandCount { hand: hand.clone(), solutions }), output)
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    if let Some(command) = &arguments.command {
        return command.run(output);
    }
    let plot = arguments.plot.create(output)?;
    if output.format == Format::Svg && (arguments.lists_hands() || arguments.shard.is_some()) {
        let help = "leave out `--each`, `--solvable`, `--unsolvable` and `--shard`";
        return Err(Failure::with_help("a picture shows only the histogram of a whole deck", help));
    }
    if arguments.lists_hands() {
        list::check(output.format)?;
    }
    let (survey, run) = survey(arguments, output)?;
    if !arguments.lists_hands() {
        show(&survey, &run, arguments.shard, plot, output)?;
    }
    Ok(match (survey.partial, survey.solvable) {
        (true, _) => Outcome::Interrupted,
        // Only all parts together can show that no hand has a solution.
        (false, 0) if arguments.shard.is_none() => Outcome::No,
        (false, _) => Outcome::Yes,
    })
}

/// Prints the survey of a deck or of a part of it.
fn show(
    survey: &Survey,
    run: &SurveyRun,
    part: Option<(u64, u64)>,
    plot: Option<WholeFile>,
    output: &mut Output,
) -> Result<(), Failure> {
    // Count the reachable hands only for a whole deck: the survey of a part cannot be compared with
    // all of them.
    let reachable = if part.is_none() && !survey.partial { reachable(run) } else { None };
    let report = SurveyReport { survey, run, reachable, part };
    match part {
        Some((part, of)) if output.format == Format::Json => {
            output.json(&SurveyPart::new(survey, part, of, run.clone()))
        }
        _ => output.plotted(&report, plot, survey.partial),
    }
}

/// Counts the hands that have any solution, even one that no template of the run finds. This may
/// take a long time.
fn reachable(run: &SurveyRun) -> Option<u64> {
    during("finding which hands have any solution", || run.reachable())
}

/// Surveys a deck, or a part of it, and lists its hands if the user asks for a list.
fn survey(arguments: &Arguments, output: &mut Output) -> Result<(Survey, SurveyRun), Failure> {
    let plan = arguments.search.plan(true)?;
    let numbers = arguments.numbers(&plan.deck);
    let number = numbers.end - numbers.start;
    let mut progress = if arguments.lists_hands() {
        arguments.begin_list(output)?;
        Progress::of_list(number, output)
    } else {
        Progress::new(number)
    }?;
    let survey = match plan.join() {
        Some(join) => joined(arguments, &plan, &join, numbers, &progress, output),
        None => hand_by_hand(arguments, &plan, numbers, &mut progress, output),
    }?;
    Ok((survey, plan.run()?))
}

/// Surveys the hands with these numbers by `join`, the join of the deck.
fn joined(
    arguments: &Arguments,
    plan: &Plan,
    join: &DeckJoin,
    numbers: Range<u64>,
    progress: &Progress,
    output: &mut Output,
) -> Result<Survey, Failure> {
    let counts = join.counts(&plan.method.target, numbers.clone(), &mut || progress.go_on());
    progress.finish();
    let Some((counts, effort)) = counts else {
        // The join counts all hands together, so an interrupted join has no count for any hand.
        return Ok(Survey { partial: true, ..Survey::default() });
    };
    if arguments.lists_hands() {
        for (hand, &count) in plan.deck.range(numbers.clone()).zip(&counts) {
            arguments.list(&hand, count.into(), output)?;
        }
    }
    Ok(Survey::of_counts(&plan.deck, numbers.start, &counts, effort))
}

/// The maximum number of hands to remember, so that hands with the same cards are solved once:
/// their numbers and counts take a few hundred megabytes.
const REMEMBERED: usize = 10_000_000;

/// Surveys the hands with these numbers one by one. In an ordered deck, solves hands with the same
/// cards mostly only once, whatever their order.
fn hand_by_hand(
    arguments: &Arguments,
    plan: &Plan,
    numbers: Range<u64>,
    progress: &mut Progress,
    output: &mut Output,
) -> Result<Survey, Failure> {
    let engine = plan.method.engine(plan.engine, plan.set()?);
    let target = &plan.method.target;
    let counter = Counter::new(&*engine, target, plan.distinct);
    // For the list of hands without a solution, one solution is enough to leave a hand out.
    let is_decided = arguments.hands.unsolvable && !plan.method.operators.is_of_field();
    let (sorted, is_ordered) = (plan.deck.sorted(), plan.deck.is_ordered());
    let solved = Mutex::new(HashMap::new());
    let solved = || solved.lock().unwrap_or_else(PoisonError::into_inner);
    let count = |hand: &Hand| {
        if is_decided {
            let any = engine.any_solution(hand, target)?;
            return Ok((u64::from(any.is_some()), Effort::default()));
        } else if !is_ordered {
            return counter.count(hand);
        }
        let number = sorted.number_of(hand).expect("its cards are of the deck");
        if let Some(found) = solved().get(&number) {
            return Ok(*found);
        }
        let found = counter.count(hand)?;
        let mut solved = solved();
        if solved.len() < REMEMBERED {
            solved.insert(number, found);
        }
        Ok(found)
    };
    let mut survey = Survey::default();
    let hands = plan.deck.range(numbers);
    let flow = progress.through(hands, count, |hand, (solutions, effort)| {
        arguments.list(&hand, solutions, output)?;
        survey.add(hand, solutions, effort);
        Ok(())
    })?;
    survey.partial = flow.is_break();
    Ok(survey)
}
