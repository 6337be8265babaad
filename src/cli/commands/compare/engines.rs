//! All engines at the same work: hands, a deck, or a typical hand of each size.

use std::ops::RangeInclusive;
use std::time::Duration;

use bracket24::bench::{Competitor, repetitions};
use bracket24::present::compare::{CSV_HEADER, csv_rows, document};
use bracket24::present::{growth, growth_plot};
use bracket24::reports::Comparison;
use bracket24::{Card, Deck, EquivalenceError, Hand};

use super::Arguments;
use super::field::Field;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::confirm::{confirm_long_answer, confirm_long_run};
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::input;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, Spinner, called, during};

/// The cards of the hand that grows: no two are equal, few results are, and the
/// first two make 24.
const TYPICAL: [u32; 7] = [3, 8, 5, 11, 13, 7, 2];

pub(super) fn hands(
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let can_ask = arguments.hand.hand != [batch::BATCH];
    arguments.hand.for_each(output, |text, output| {
        let hand = input::hand(text)?;
        let cards = hand.cards().len();
        let sets = field.sets(cards)?;
        let competitors = field.competitors(&sets);
        field.check(&competitors, cards)?;
        let estimate = during("estimating the time", || estimate(&hand, &competitors, field));
        let what = format!("comparing {}", called(&hand));
        let quick = (competitors.len() > 1).then_some("`--engine` chooses quicker ones");
        confirm_long_answer(&what, estimate, arguments.yes, can_ask, quick)?;
        let comparison = compare(&hand, &competitors, field)?;
        show(&comparison, format, output)?;
        Ok(Outcome::from(comparison.agree()))
    })
}

pub(super) fn deck(
    cards: usize,
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let values = arguments.values.or(&field.defaults);
    let ordered = arguments.ordered.ordered || field.defaults.ordered;
    let deck = Deck::new(values, cards, ordered)?;
    let hands = deck.len();
    let sets = field.sets(cards)?;
    let competitors = field.competitors(&sets);
    field.check(&competitors, cards)?;
    let each = competitors
        .iter()
        .map(|it| it.estimate(&spread_hand(&deck), &field.options.target))
        .fold(Duration::ZERO, Duration::saturating_add);
    // Once by the clock, and once to hold the answers against each other.
    let nanoseconds = each.as_nanos().saturating_mul(2 * u128::from(hands));
    // What no `Duration` holds is asked about as the longest that one does.
    let estimate =
        u64::try_from(nanoseconds / 1_000_000_000).map_or(Duration::MAX, Duration::from_secs);
    confirm_long_run(&format!("{hands} {deck}"), estimate, arguments.yes, true)?;
    let mut progress = Progress::new(hands)?;
    let comparison =
        Comparison::of_deck(&deck, &competitors, field.options.clone(), || progress.advance())?;
    progress.finish();
    show(&comparison, format, output)?;
    Ok(if comparison.partial { Outcome::Interrupted } else { Outcome::from(comparison.agree()) })
}

/// A hand of the deck whose cards are as different as can be.
fn spread_hand(deck: &Deck) -> Hand {
    let (low, high) = (u64::from(*deck.values().start()), u64::from(*deck.values().end()));
    let count = deck.cards() as u64;
    let card = |index: u64| low + (high - low) * (index + 1) / (count + 1);
    let cards = (0..count).map(|index| {
        Card::from(u32::try_from(card(index)).expect("it is between two cards of the deck"))
    });
    Hand::new(cards.collect())
}

pub(super) fn grow(
    sizes: RangeInclusive<usize>,
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let plot = arguments.plot.create(arguments.output.read_only())?;
    let hands: Vec<Hand> = sizes
        .map(|size| Hand::new(TYPICAL[..size].iter().copied().map(Card::from).collect()))
        .collect();
    let sets =
        hands.iter().map(|hand| field.sets(hand.cards().len())).collect::<Result<Vec<_>, _>>()?;
    let mut estimates = Duration::ZERO;
    let mut work = Vec::new();
    for (hand, sets) in hands.iter().zip(&sets) {
        let competitors = field.competitors(sets);
        field.check(&competitors, hand.cards().len())?;
        let time = during("estimating the time", || estimate(hand, &competitors, field));
        estimates = estimates.saturating_add(time);
        work.push((hand, competitors));
    }
    confirm_long_run("this", estimates, arguments.yes, true)?;
    let comparisons = work
        .iter()
        .map(|(hand, competitors)| Ok((*hand, compare(hand, competitors, field)?)))
        .collect::<Result<Vec<_>, EquivalenceError>>()?;
    if let Some(plot) = plot {
        plot.finish(growth_plot::svg(&comparisons).as_bytes())?;
    }
    match format {
        Format::Text => output.document(&growth::document(&comparisons)),
        Format::Markdown => output.markdown(&growth::document(&comparisons)),
        Format::Svg => output.text(&growth_plot::svg(&comparisons)),
        _ => comparisons.iter().try_for_each(|(_, comparison)| show(comparison, format, output)),
    }?;
    Ok(Outcome::from(comparisons.iter().all(|(_, comparison)| comparison.agree())))
}

/// How long `competitors` take for `hand`, repeated and outside the clock.
fn estimate(hand: &Hand, competitors: &[Competitor<'_>], field: &Field) -> Duration {
    let times = competitors.iter().map(|it| it.estimate(hand, &field.options.target));
    times.fold(Duration::ZERO, |sum, time| {
        sum.saturating_add(time.saturating_mul(1 + repetitions(time)))
    })
}

/// Has every competitor solve `hand`, and says who is at it.
fn compare(
    hand: &Hand,
    competitors: &[Competitor<'_>],
    field: &Field,
) -> Result<Comparison, EquivalenceError> {
    let name = |competitor: &Competitor<'_>| match competitor.templates() {
        Some(set) => format!("{} with {set}", competitor.name()),
        None => competitor.name().to_string(),
    };
    let spinner = Spinner::after_a_while(called(hand));
    Comparison::of_hand(hand, competitors, field.options.clone(), |runs, next| {
        let next = next.map_or_else(String::new, |next| format!(", next {}", name(next)));
        spinner.name(format!("{}: {}{next}", called(hand), name(runs)));
    })
}

/// Writes one of several comparisons.
fn show(comparison: &Comparison, format: Format, output: &mut Output) -> Result<(), Failure> {
    match format {
        Format::Text => output.document(&document(comparison)),
        Format::Markdown => output.markdown(&document(comparison)),
        Format::Json => output.json(comparison),
        Format::Csv => output.csv(CSV_HEADER, csv_rows(comparison)),
        other => unreachable!("`compare` does not offer {other} of a hand or a deck"),
    }
}
