//! `bracket24 compare`: times all engines on the same hands, on a deck, or on a typical hand of
//! each size.

mod field;
mod grammars;

use std::ops::RangeInclusive;
use std::time::Duration;

use bracket24::bench::{Competitor, repetitions};
use bracket24::present::compare::label;
use bracket24::present::growth::Growth;
use bracket24::reports::Comparison;
use bracket24::{Card, Deck, EngineName, EquivalenceError, Hand, MAX_TEMPLATE_SLOTS};

use super::subcommands;
use crate::cli::format::PlotOption;
use crate::cli::options::{
    DistinctOption, HandArgument, LikeOption, OperatorsOption, OrderedOption, TargetOption,
    ValuesOption, by_name,
};
use crate::cli::progress::{Spinner, called};
use crate::cli::stdin::{LONG, LONG_ANSWER, confirm};
use crate::cli::templates::{TemplateSource, template_source};
use crate::cli::{Ended, Failure, Format, Outcome, Output, Progress, during, formats, input};
use field::Field;

/// Time all engines on the same hands, and compare their solutions
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "bracket24 compare [OPTIONS] [HAND]... [COMMAND]",
    mut_arg("target", |it| it.hide_short_help(true)),
    mut_arg("hand", |it| it.required(false).conflicts_with_all(["deck", "cards", "ordered"]))
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<CompareCommand>,

    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    values: ValuesOption,

    /// The number of cards in a hand [default: 4]
    ///
    /// A range such as `2..6` compares one typical hand of each size.
    #[arg(short = 'n', long, value_name = "N|LO..HI", value_parser = Sizes::parse)]
    cards: Option<Sizes>,

    #[command(flatten)]
    ordered: OrderedOption,

    #[command(flatten)]
    target: TargetOption,

    /// Template sets [default: canonical, scala]
    #[arg(long, value_name = "NAME|FILE", value_parser = template_source())]
    templates: Vec<TemplateSource>,

    #[command(flatten)]
    operators: OperatorsOption,

    #[command(flatten)]
    distinct: DistinctOption,

    #[command(flatten)]
    like: LikeOption,

    /// Engine to time; repeatable [default: all]
    #[arg(short, long, value_parser = by_name::<EngineName>())]
    engine: Vec<EngineName>,

    #[command(flatten)]
    plot: PlotOption,

    /// Do not ask for confirmation, even if one hand takes over a minute, or several hands over ten
    #[arg(long, hide_short_help = true)]
    yes: bool,
}

formats!(Arguments: Text, Json, Csv, Markdown, Svg);

subcommands! { CompareCommand, "../../help/compare/":
    Grammars in grammars,
}

/// The number of cards, or a range of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sizes {
    One(usize),
    Range(RangeInclusive<usize>),
}

impl Sizes {
    /// The maximum number of cards. `compare` keeps all solutions in memory, which is possible for
    /// up to seven cards. Only searches solve such hands: a template has at most
    /// [`MAX_TEMPLATE_SLOTS`] slots.
    const MOST: usize = MAX_TEMPLATE_SLOTS + 1;

    fn parse(text: &str) -> Result<Self, String> {
        let most = Self::MOST;
        let expected = || format!("expected a number from 1 to {most}, or a range such as 2..6");
        let size = |number: &str| {
            let number = number.trim().parse::<usize>().ok();
            number.filter(|number| (1..=Self::MOST).contains(number))
        };
        match input::range(text, size, &expected(), "the range is empty") {
            Some(range) => range.map(Self::Range),
            None => size(text).map(Self::One).ok_or_else(expected),
        }
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    if let Some(command) = &arguments.command {
        return command.run(output);
    }
    let field = &Field::of(arguments)?;
    let has_hand = !arguments.hand.hand.is_empty();
    let has_deck = arguments.values.deck.is_some();
    let is_ordered = arguments.ordered.ordered;
    let grows = !has_hand && !has_deck && matches!(arguments.cards, Some(Sizes::Range(_)));
    if (arguments.plot.is_given() || output.format == Format::Svg) && !grows {
        return Err(Failure::with_help(
            "a picture shows only how the work grows with the size of the hand",
            "give a range of sizes and no hand or deck: `--cards 2..6`",
        ));
    }
    match &arguments.cards {
        _ if has_hand => hands(field, output),
        Some(Sizes::Range(_)) if has_deck => Err(Failure::with_help(
            "with `--deck`, all hands must have the same size",
            "give one number of cards, such as `--cards 4`",
        )),
        Some(Sizes::Range(_)) if is_ordered => Err(Failure::with_help(
            "there is only one hand of each size, so the order does not matter",
            "`--ordered` goes with `--deck`",
        )),
        Some(Sizes::Range(sizes)) => grow(sizes.clone(), field, output),
        Some(Sizes::One(cards)) => deck(*cards, field, output),
        None if has_deck || is_ordered || arguments.like.like.is_some() => deck(4, field, output),
        None => Err(Failure::with_help(
            "there is no hand or deck to compare the engines on",
            "give a hand such as `5 6 7 8`, a deck such as `--deck 1..13`, or sizes such as \
             `--cards 2..6`",
        )),
    }
}

/// The cards of the typical hands: the hand of n cards has the first n. All cards are different,
/// few expressions of them have equal values, and the first two make 24.
const TYPICAL: [u32; 7] = [3, 8, 5, 11, 13, 7, 2];

fn hands(field: &Field<'_>, output: &mut Output) -> Ended {
    let arguments = field.arguments;
    arguments.hand.for_each(output, |text, output| {
        let hand = input::hand(text)?;
        let competitors = field.competitors(hand.cards().len())?;
        let estimate = during("estimating the time", || estimate(&hand, &competitors, field));
        let what = format!("comparing {}", called(&hand));
        let quick = (competitors.len() > 1).then_some("`--engine` chooses quicker ones");
        confirm(&what, (estimate, LONG_ANSWER), [arguments.yes, !output.in_batch], quick)?;
        let comparison = compare(&hand, &competitors, field)?;
        output.report(&comparison)?;
        Ok(Outcome::from(comparison.agree()))
    })
}

fn deck(cards: usize, field: &Field<'_>, output: &mut Output) -> Ended {
    let arguments = field.arguments;
    let values = arguments.values.or(&field.defaults);
    let deck = Deck::new(values, cards, arguments.ordered.ordered || field.defaults.ordered)?;
    let hands = deck.len();
    let competitors = field.competitors(cards)?;
    let hand = spread_hand(&deck);
    let times = competitors.iter().map(|it| it.estimate(&hand, &field.options.target));
    let each = times.fold(Duration::ZERO, Duration::saturating_add);
    // Each engine runs once for the time and once for the comparison of answers.
    let nanoseconds = each.as_nanos().saturating_mul(2 * u128::from(hands));
    // A time that is too long for a `Duration` counts as `Duration::MAX`.
    let estimate =
        u64::try_from(nanoseconds / 1_000_000_000).map_or(Duration::MAX, Duration::from_secs);
    confirm(format_args!("{hands} {deck}"), (estimate, LONG), [arguments.yes, true], None)?;
    let mut progress = Progress::new(hands)?;
    let comparison =
        Comparison::of_deck(&deck, &competitors, field.options.clone(), || progress.advance())?;
    progress.finish();
    output.report(&comparison)?;
    Ok(if comparison.partial { Outcome::Interrupted } else { Outcome::from(comparison.agree()) })
}

/// Returns a hand whose cards are spread evenly over the values of the deck.
fn spread_hand(deck: &Deck) -> Hand {
    let (low, high) = (u64::from(*deck.values().start()), u64::from(*deck.values().end()));
    let count = deck.cards() as u64;
    let card = |index: u64| low + (high - low) * (index + 1) / (count + 1);
    let cards = (0..count).map(|index| {
        Card::from(u32::try_from(card(index)).expect("it is between two cards of the deck"))
    });
    Hand::new(cards.collect())
}

fn grow(sizes: RangeInclusive<usize>, field: &Field<'_>, output: &mut Output) -> Ended {
    let arguments = field.arguments;
    let plot = arguments.plot.create(output)?;
    // The largest size comes first, because only that size may exceed a limit.
    let work = sizes.rev().map(|size| {
        let cards = TYPICAL[..size].iter().copied().map(Card::from);
        Ok((Hand::new(cards.collect()), field.competitors(size)?))
    });
    let work = work.collect::<Result<Vec<_>, Failure>>()?;
    let time = during("estimating the time", || {
        let times = work.iter().map(|(hand, competitors)| estimate(hand, competitors, field));
        times.fold(Duration::ZERO, Duration::saturating_add)
    });
    confirm("this", (time, LONG), [arguments.yes, true], None)?;
    let comparisons = work.iter().rev().map(|(hand, them)| compare(hand, them, field));
    let growth = Growth(comparisons.collect::<Result<_, EquivalenceError>>()?);
    output.plotted(&growth, plot, false)?;
    Ok(Outcome::from(growth.0.iter().all(Comparison::agree)))
}

/// Estimates how long `competitors` take for `hand`. Each runs as often as its measurement needs,
/// and once more, untimed, to compare the solutions.
fn estimate(hand: &Hand, competitors: &[Competitor<'_>], field: &Field<'_>) -> Duration {
    let times = competitors.iter().map(|it| it.estimate(hand, &field.options.target));
    times.fold(Duration::ZERO, |all, it| all.saturating_add(it.saturating_mul(1 + repetitions(it))))
}

/// Lets every competitor solve `hand`. Meanwhile, a spinner names the one that runs.
fn compare(
    hand: &Hand,
    competitors: &[Competitor<'_>],
    field: &Field<'_>,
) -> Result<Comparison, EquivalenceError> {
    let name = |it: &Competitor<'_>| label(it.name, it.templates.as_deref());
    let spinner = Spinner::idle();
    spinner.start(called(hand));
    Comparison::of_hand(hand, competitors, field.options.clone(), |runs, next| {
        let next = next.map_or_else(String::new, |next| format!(", next {}", name(next)));
        spinner.name(format!("{}: {}{next}", called(hand), name(runs)));
    })
}
