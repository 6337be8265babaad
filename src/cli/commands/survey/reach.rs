//! `bracket24 survey reach`

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use bracket24::present::Plotted;
use bracket24::present::solvable::{
    MAX_COLUMNS, OneTarget, REACHED_COLUMNS, SEARCHED_COLUMNS, SolvableCounts, TARGET_COLUMNS,
    reached_row, searched_row, target_row,
};
use bracket24::reports::{OperatorNeeds, SearchedCount, SolvableCount, SolvableDeck};
use bracket24::{Deck, Rational, ReachError, Refusal};

use super::{HandsOption, list, refuse_templates};
use crate::cli::estimate::times;
use crate::cli::format::PlotOption;
use crate::cli::options::{DeckOptions, LikeOption, OperatorsOption};
use crate::cli::stdin::{LONG, confirm};
use crate::cli::{
    Defaults, Ended, Failure, Format, Outcome, Output, Progress, during, formats, input,
};

/// Find out which hands have a solution
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("operators", |it| it.conflicts_with_all(["solvable", "unsolvable", "plot"])),
    mut_arg("plot", |it| it.conflicts_with_all(["solvable", "unsolvable"]))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    deck: DeckOptions,

    /// The target, or a range such as 1..100 [default: 24]
    #[arg(
        short,
        long,
        value_name = "T|LO..HI",
        allow_hyphen_values = true,
        value_parser = Targets::read
    )]
    target: Option<Targets>,

    #[command(flatten)]
    operators: OperatorsOption,

    #[command(flatten)]
    like: LikeOption,

    #[command(flatten)]
    hands: HandsOption,

    #[command(flatten)]
    plot: PlotOption,

    /// Do not ask for confirmation before 10000 targets or ten minutes of work
    #[arg(long, hide_short_help = true)]
    yes: bool,
}

formats!(Arguments: Text, Json, Csv, Markdown, Svg);

/// One target or a range.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Targets {
    One(Rational),
    /// Whole numbers.
    Range(RangeInclusive<i64>),
}

impl Targets {
    /// Parses `T` or `LO..HI`.
    fn read(text: &str) -> Result<Self, String> {
        let expected = "expected the lowest and the highest of whole numbers, such as 1..100";
        input::range(text, |text: &str| text.parse::<i64>().ok(), expected, "there are no targets")
            .map_or_else(|| input::target(text).map(Self::One), |range| range.map(Self::Range))
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let defaults = Defaults::of(arguments.like.like);
    let target = arguments.target.clone().unwrap_or(Targets::One(defaults.target.clone()));
    check(arguments, &target, output.format)?;
    refuse_templates(&defaults, "which hands have a solution")?;
    let deck = arguments.deck.deck(&defaults)?;
    if !arguments.operators.set().is_of_field() {
        return search(arguments, &deck, target, output);
    }
    let has_many = matches!(target, Targets::Range(_));
    let deck = tables(&deck).map_err(|error| beyond_reach(&deck, error, has_many))?;
    let target = match target {
        Targets::Range(targets) => return several(arguments, &deck, targets, output),
        Targets::One(target) => target,
    };
    if arguments.hands.is_given() {
        return list(arguments, &deck, &target, output);
    }
    let mut progress = Progress::new(deck.deck.len())?;
    let count = deck.count_while(target, |done| progress.advance_to(done));
    progress.finish();
    let (deck, partial) = (&deck.deck, progress.is_interrupted());
    output.so_far(&OneTarget { count: &count, deck, partial }, partial)?;
    Ok(progress.outcome(count.solvable > 0))
}

/// Makes the tables that say which hands of a deck have a solution.
fn tables(deck: &Deck) -> Result<SolvableDeck, ReachError> {
    during("finding the values that a few cards make", || SolvableDeck::new(deck.clone()))
}

/// The error for a deck that is too large. The advice depends on whether the user gives many
/// targets.
fn beyond_reach(deck: &Deck, error: ReachError, has_many: bool) -> Failure {
    let advice = match (error, has_many) {
        (ReachError::TooManyHands(_), _) => "choose fewer with `--deck` and `--cards`",
        (_, false) => "`survey --engine split` goes through the hands one by one",
        (_, true) => "choose smaller cards, or fewer of them, with `--deck` and `--cards`",
    };
    Failure::with_help(format!("`survey reach` cannot check {deck}: {error}"), advice)
}

/// The error for a deck that the search with operators rejects.
pub(super) fn beyond_search(deck: &Deck, refusal: Refusal) -> Failure {
    let message = format!("the engine cannot search {deck}: {refusal}");
    Failure::with_help(message, "choose fewer cards with `--cards`")
}

/// The maximum number of targets in one run, which keeps all their counts in memory.
const MAX_TARGETS: u64 = 100_000;

/// The number of targets that the error suggests if there are too many. A run with more targets
/// than this always needs a confirmation.
const SOME_TARGETS: u32 = 10_000;

/// Rejects formats that the result does not have, and too many targets to compute or to draw.
fn check(arguments: &Arguments, target: &Targets, format: Format) -> Result<(), Failure> {
    let is_drawn = format == Format::Svg || arguments.plot.is_given();
    if arguments.hands.is_given() || !arguments.operators.set().is_of_field() {
        list::check(format)?;
    }
    let Targets::Range(targets) = target else {
        let why = "the picture shows how many hands reach each of several targets";
        let advice = "give a range of them, such as `--target 1..100`";
        return if is_drawn { Err(Failure::with_help(why, advice)) } else { Ok(()) };
    };
    if arguments.hands.is_given() {
        let advice = "give one, such as `--target 24`";
        return Err(Failure::with_help("a list of hands needs a single target", advice));
    }
    let (low, high) = (*targets.start(), *targets.end());
    let number = u128::from(low.abs_diff(high)) + 1;
    let most = if is_drawn { MAX_COLUMNS as u64 } else { MAX_TARGETS };
    if number <= u128::from(most) {
        return Ok(());
    }
    let (limit, some) = if number <= u128::from(MAX_TARGETS) {
        (format!("a picture has room for {most}"), 100)
    } else {
        (format!("one run takes at most {MAX_TARGETS}"), SOME_TARGETS.into())
    };
    Err(Failure::with_help(
        format!("there are {number} targets, and {limit}"),
        // `some` is less than the number of targets, so the sum is below `high` and cannot
        // overflow.
        format!("give fewer, such as `--target {low}..{}`", low + some - 1),
    ))
}

/// Lists the hands that have a solution or have none. The outcome is yes if any of all has one.
fn list(
    arguments: &Arguments,
    deck: &SolvableDeck,
    target: &Rational,
    output: &mut Output,
) -> Ended {
    list::begin(REACHED_COLUMNS, output)?;
    let mut progress = Progress::of_list(deck.deck.len(), output)?;
    let find = || deck.hands(target, 0..deck.deck.len());
    let mut any = false;
    for (hand, is_solvable) in during("finding which hands have a solution", find) {
        any |= is_solvable;
        if arguments.hands.lists(is_solvable) {
            list::add(&reached_row(&hand, is_solvable), output)?;
        }
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    Ok(progress.outcome(any))
}

/// Counts the hands that reach each target, and prints the counts.
fn several(
    arguments: &Arguments,
    deck: &SolvableDeck,
    targets: RangeInclusive<i64>,
    output: &mut Output,
) -> Ended {
    let plot = arguments.plot.create(output)?;
    let number = targets.start().abs_diff(*targets.end()) + 1;
    let probes =
        [*targets.start(), i64::midpoint(*targets.start(), *targets.end()), *targets.end()];
    agree(arguments, &deck.deck, [number, 1], probes.map(|it| move || deck.count(it.into())))?;
    let mut progress = Progress::over(number, "targets")?;
    let mut counts = Vec::new();
    let is_list = matches!(output.format, Format::Json | Format::Csv);
    list::begin(TARGET_COLUMNS, output)?;
    for target in targets {
        let count = deck.count_while(target.into(), |_| progress.go_on());
        if count.hands < deck.deck.len() {
            // An interrupted count says nothing about the target.
            break;
        }
        if is_list {
            output.report(&target_row(&count))?;
        }
        counts.push(count);
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    let partial = progress.is_interrupted();
    let report = SolvableCounts { counts: &counts, deck: &deck.deck, partial };
    if !is_list {
        output.plotted(&report, plot, partial)?;
    } else if let Some(plot) = plot.filter(|_| !partial) {
        plot.finish(report.svg().as_bytes())?;
    }
    Ok(progress.outcome(counts.iter().any(|count| count.solvable > 0)))
}

/// Asks for confirmation before very many targets or long work: so many targets, each with so many
/// steps. The estimate is the time of the slowest of the `probes`, each a step, for every step.
fn agree<T>(
    arguments: &Arguments,
    deck: &Deck,
    [targets, steps]: [u64; 2],
    probes: [impl FnOnce() -> T; 3],
) -> Result<(), Failure> {
    let number = targets.saturating_mul(steps);
    // So few steps take no longer than an estimate.
    if arguments.yes || number <= probes.len() as u64 {
        return Ok(());
    }
    let mut time = Duration::ZERO;
    during("estimating the time", || {
        for probe in probes {
            let start = Instant::now();
            std::hint::black_box(probe());
            let spent = start.elapsed().as_nanos().try_into().expect("it took no centuries");
            time = time.max(times(number, spent));
            if time > LONG {
                break;
            }
        }
    });
    let limit = if targets > u64::from(SOME_TARGETS) { Duration::ZERO } else { LONG };
    let what = format_args!("{targets} targets for {} {deck}", deck.len());
    confirm(what, (time, limit), [false, true], None)
}

/// Counts the hands that reach each target with operators beyond the basic four.
fn search(arguments: &Arguments, deck: &Deck, target: Targets, output: &mut Output) -> Ended {
    let needs = OperatorNeeds::new(arguments.operators.set());
    let targets: Vec<Rational> = match target {
        Targets::One(target) => vec![target],
        Targets::Range(targets) => targets.map(Rational::from).collect(),
    };
    if let [_, .., last] = &*targets {
        let hands = [0, 1, 2].map(|it| deck.len() / 3 * it).map(|it| deck.range(it..it + 1));
        let probes = hands.map(|it| || it.map(|hand| needs.of(&hand, last)).collect::<Vec<_>>());
        agree(arguments, deck, [targets.len() as u64, deck.len()], probes)?;
    }
    list::begin(SEARCHED_COLUMNS, output)?;
    let mut any = false;
    for target in targets {
        let (mut hands, mut solvable, mut expression) = (0, 0, None);
        let flow = Progress::of_list(deck.len(), output)?.through(
            deck.hands(),
            |hand| needs.of(hand, &target).map_err(|refusal| beyond_search(deck, refusal)),
            |_, found| {
                hands += 1;
                solvable += u64::from(found.is_some());
                expression = found.map(|it| it.solution.text().to_owned());
                Ok(())
            },
        )?;
        any |= solvable > 0;
        let count = SolvableCount { target, hands, solvable };
        if hands < deck.len() {
            // A row would look like that of the whole deck.
            output.so_far(&OneTarget { count: &count, deck, partial: true }, true)?;
            return Ok(Outcome::Interrupted);
        }
        // An expression for one of many hands would not apply to the others.
        let expression = expression.filter(|_| deck.len() == 1);
        list::add(&searched_row(&SearchedCount { count, expression }), output)?;
        if flow.is_break() {
            return Ok(Outcome::Interrupted);
        }
    }
    Ok(Outcome::from(any))
}
