//! Estimates of how long work will take, from the number of templates to fill and evaluate
//! and from the digits of the cards.
//!
//! The times were measured on a machine a few years old, and are accurate to within a factor of
//! about two. This is enough to tell seconds from hours.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use bracket24::{Deck, EngineName, Grammar, Hand, Template, TemplateSet};

/// The nanoseconds to fill a template and parse the string. Each digit of the cards takes [`DIGIT`]
/// more.
const STRING: u64 = 1_500;
const DIGIT: u64 = 25;

/// The nanoseconds for each event when the tracer parses a text: a rule or a terminal begins or
/// ends.
const EVENT: u64 = 30;

/// The maximum number of events to count. Counting that many takes a third of a second. After that,
/// every template is assumed to have the average number of events of those before.
const MOST_EVENTS: u64 = 10_000_000;

/// The nanoseconds to evaluate a template with one order of the cards, in a batch.
const EVALUATION: u64 = 2;

/// The nanoseconds to evaluate a template that has operators beyond `+-*/`. These templates are not
/// evaluated in batches.
const GENERAL: u64 = 1_200;

/// The nanoseconds to combine one last pair of values in a search with small cards. [`LARGE_PAIR`]
/// is the same for large cards.
const PAIR: u64 = 10;
const LARGE_PAIR: u64 = 350;

/// Cards count as small if they have at most this many digits in total.
const SMALL_DIGITS: u64 = 18;

/// Returns how long `engine` takes for `hand`, or zero if the engine is always quick.
pub(crate) fn solving(
    engine: EngineName,
    set: &TemplateSet,
    hand: &Hand,
    readings: &mut Readings,
) -> Duration {
    match engine {
        // The grammar may parse a part of a text many times, so that the length of the text says
        // little about the time.
        EngineName::Strings if matches!(set.grammar(), Grammar::RightSlow | Grammar::User(_)) => {
            readings.time(set, hand)
        }
        EngineName::Strings => times(set.count_of_fillings(hand), STRING + DIGIT * digits(hand)),
        // The engine parses every solution, and every filled template may be a solution.
        EngineName::Compiled if is_read(set.grammar()) => readings.time(set, hand),
        EngineName::Compiled if set.is_of_field() => {
            times(set.count_of_fillings(hand), 8 * EVALUATION)
        }
        EngineName::Compiled => times(set.count_of_fillings(hand), GENERAL),
        EngineName::Pairs => {
            let pair = if digits(hand) > SMALL_DIGITS { LARGE_PAIR } else { PAIR };
            times(ends(hand.cards().len() as u64), pair)
        }
        _ => Duration::ZERO,
    }
}

/// Returns how long it takes to find the near misses among all values of `hand`. The time to reduce
/// a value to lowest terms grows with the square of its digits.
pub(crate) fn inspecting(set: &TemplateSet, hand: &Hand, readings: &mut Readings) -> Duration {
    let digits = digits(hand);
    let nanoseconds = if digits > SMALL_DIGITS { 500 * digits + digits * digits / 10 } else { 500 };
    let reading = if is_read(set.grammar()) { readings.time(set, hand) } else { Duration::ZERO };
    times(set.count_of_fillings(hand), nanoseconds).saturating_add(reading)
}

/// Returns how long it takes to fill the templates of `set` with every hand of `decks`.
pub(crate) fn every_hand(set: &TemplateSet, decks: &[Deck]) -> Duration {
    let of_deck = |deck: &Deck| {
        let cards = deck.cards();
        let templates = set.iter().filter(|it| it.slots() == cards).count() as u64;
        let evaluations = templates.saturating_mul(product(1..=cards as u64));
        let nanoseconds = if set.is_of_field() { EVALUATION } else { GENERAL };
        times(deck.len().saturating_mul(evaluations), nanoseconds)
    };
    decks.iter().map(of_deck).fold(Duration::ZERO, Duration::saturating_add)
}

/// Whether every engine parses the filled templates, because `grammar` may reject some of them.
pub(crate) const fn is_read(grammar: &Grammar) -> bool {
    matches!(grammar, Grammar::User(_))
}

/// For each number of cards, the number of parse events of each template.
#[derive(Default)]
pub(crate) struct Readings(HashMap<usize, Vec<u64>>);

impl Readings {
    /// Returns how long it takes to parse the templates of `set` filled with the cards of `hand`.
    fn time(&mut self, set: &TemplateSet, hand: &Hand) -> Duration {
        let cards = hand.cards().len();
        let events = self.0.entry(cards).or_insert_with(|| events(set, cards));
        let digits = digits(hand);
        let of_template = |(index, fillings): (usize, u64)| {
            let bytes = set.templates()[index].text().len() as u64;
            // Scale the events to the length of the filled text: the parser reads every digit as
            // often as the slot of its card.
            let events = events[index].saturating_mul(bytes - cards as u64 + digits) / bytes;
            times(fillings, STRING.saturating_add(EVENT.saturating_mul(events)))
        };
        set.fillings(hand).map(of_template).fold(Duration::ZERO, Duration::saturating_add)
    }
}

/// The number of parse events of each template of `set` with `cards` slots, counted up to
/// [`MOST_EVENTS`].
fn events(set: &TemplateSet, cards: usize) -> Vec<u64> {
    let (mut all, mut read) = (0_u64, 0_u64);
    let of_template = |template: &Template| {
        if template.slots() != cards {
            return 0;
        }
        if all >= MOST_EVENTS {
            return all / read;
        }
        let mut events = 0;
        // The listener ends a parse with too many events, which is not an error here.
        let _ = set.grammar().trace(template.text(), |_| {
            events += 1;
            if events < MOST_EVENTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        all += events;
        read += 1;
        events
    };
    set.iter().map(of_template).collect()
}

/// The number of last pairs in a search in which each step replaces two values by one of their six
/// results.
fn ends(cards: u64) -> u64 {
    product((2..=cards).map(|cards| 3 * cards * (cards - 1)))
}

fn product(factors: impl Iterator<Item = u64>) -> u64 {
    factors.fold(1, u64::saturating_mul)
}

/// The number of digits of all cards.
fn digits(hand: &Hand) -> u64 {
    hand.iter().map(|card| card.value().to_decimal_pair().0.len() as u64).sum()
}

pub(crate) fn times(number: u64, nanoseconds: u64) -> Duration {
    Duration::from_nanos(number.saturating_mul(nanoseconds))
}

#[cfg(test)]
mod tests {
    use bracket24::{Grammar, Named, SetName};

    use super::*;

    fn canonical(cards: usize) -> TemplateSet {
        TemplateSet::named(SetName::Canonical, cards, &Grammar::Left)
    }

    fn hand(text: &str) -> Hand {
        text.parse().expect("a test writes hands")
    }

    #[test]
    fn the_estimate_for_the_pairs_engine_counts_its_ends_exactly() {
        assert_eq!([4, 6].map(ends), [3888, 20_995_200]);
    }

    /// Checks step 3 of the instructions for adding an engine: [`solving`] gives an estimate for an
    /// engine that can take a long time.
    #[test]
    fn only_engines_that_are_always_quick_have_no_time_estimate() {
        let (set, hand) = (canonical(6), hand("1 2 3 4 5 6"));
        let time = |engine| solving(engine, &set, &hand, &mut Readings::default());
        let quick = EngineName::ALL.iter().copied().filter(|it| time(*it).is_zero());
        let quick: Vec<EngineName> = quick.collect();
        assert_eq!(
            quick,
            [EngineName::Shapes, EngineName::Split],
            "step 3 of how to add an engine: an estimate in `solving`, or its name here"
        );
    }

    #[test]
    fn the_estimate_is_short_for_small_cards_and_hours_for_huge_ones() {
        let different =
            |digits: usize| hand(&["1", "2", "3", "4", "5"].map(|it| it.repeat(digits)).join(" "));
        let set = canonical(5);
        let seconds = |estimate: Duration| estimate.as_secs();
        let solving_it =
            |engine, hand: &Hand| solving(engine, &set, hand, &mut Readings::default());
        for engine in [EngineName::Strings, EngineName::Compiled, EngineName::Pairs] {
            assert_eq!(seconds(solving_it(engine, &different(2))), 0, "{engine}");
        }
        assert_eq!(seconds(inspecting(&set, &different(2), &mut Readings::default())), 0);
        assert!((2..8).contains(&seconds(solving_it(EngineName::Strings, &different(1000)))));
        assert!((60..300).contains(&seconds(inspecting(
            &set,
            &different(1000),
            &mut Readings::default()
        ))));
    }

    #[test]
    fn the_estimate_includes_the_time_of_repeated_template_parsing() {
        let seconds = |brackets: usize, grammar: &Grammar| {
            let text = format!("{}N{}+N+N+N+N+N", "(".repeat(brackets), ")".repeat(brackets));
            let set = TemplateSet::from_lines(&text, grammar).expect("it is a template");
            let (hand, mut readings) = (hand("1 2 3 4 5 6"), Readings::default());
            solving(EngineName::Strings, &set, &hand, &mut readings).as_secs()
        };
        assert_eq!(seconds(1, &Grammar::RightSlow), 0);
        assert!((8..40).contains(&seconds(7, &Grammar::RightSlow)));
        assert!(seconds(9, &Grammar::RightSlow) > 60);
        assert_eq!(seconds(9, &Grammar::Right), 0);
    }
}
