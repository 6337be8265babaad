//! Timing of engines. A [`Competitor`] is an engine with its templates. The report of a comparison
//! is [`reports::Comparison`](crate::reports::Comparison).
//!
//! A measurement repeats short work until it takes far longer than the resolution of the clock. The
//! time of a competitor is the median of several measurements.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::{
    Effort, Engine, EngineKind, EngineName, Hand, OperatorSet, Rational, Refusal, Solution,
    TemplateSet,
};

/// The minimum time of one measurement, far above the resolution of any clock. A measurement
/// repeats work that takes less time.
const MIN_MEASURED: Duration = Duration::from_micros(200);

/// The minimum time of all runs together.
const MIN_TOTAL: Duration = Duration::from_millis(30);

/// The minimum number of runs. Fewer are enough if they take [`MAX_WAIT`] together.
const MIN_RUNS: u32 = 5;

/// No run begins after this time.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Returns the minimum number of runs that measure work, if one run takes `time`.
pub fn repetitions(time: Duration) -> u32 {
    (1..MIN_RUNS).find(|runs| time.saturating_mul(*runs) >= MAX_WAIT).unwrap_or(MIN_RUNS)
}

/// Returns the median time of `work` over many runs.
pub(crate) fn median(mut work: impl FnMut()) -> Duration {
    let mut times = Vec::new();
    let mut spent = Duration::ZERO;
    let mut batch = 1_u32;
    loop {
        let start = Instant::now();
        (0..batch).for_each(|_| work());
        let elapsed = start.elapsed();
        spent += elapsed;
        if elapsed < MIN_MEASURED {
            batch = batch.saturating_mul(2);
            continue;
        }
        times.push(elapsed / batch);
        if spent >= MIN_TOTAL && times.len() >= MIN_RUNS as usize || spent >= MAX_WAIT {
            times.sort_unstable();
            return times[times.len() / 2];
        }
    }
}

/// Returns the shortest time of `work` in up to [`MIN_RUNS`] runs. Other runs may be slower because
/// caches are cold or the machine has other load, which may hold up a short run for longer than
/// [`MIN_TOTAL`]: so only long work runs fewer than three times.
fn sample(mut work: impl FnMut()) -> Duration {
    let (mut least, mut spent) = (Duration::MAX, Duration::ZERO);
    for run in 1..=MIN_RUNS {
        let start = Instant::now();
        work();
        let one = start.elapsed();
        least = least.min(one);
        spent += one;
        if spent > MIN_TOTAL && run >= 3 || spent > MOST_TRIED / 4 {
            break;
        }
    }
    least
}

/// An engine with its templates.
#[derive(Debug)]
pub struct Competitor<'a> {
    /// The name of the engine.
    pub name: EngineName,
    /// The name of the set of templates; `None` for a search.
    pub templates: Option<String>,
    engine: Box<dyn Engine + 'a>,
    /// The operators for which it was made.
    pub(crate) operators: OperatorSet,
}

/// The number of templates to time for an estimate of a larger set.
const TEMPLATES: usize = 32;

/// The maximum time of one trial for an estimate. If [`TEMPLATES`] templates or all cards would
/// take longer, the trial uses fewer of them.
const MOST_TRIED: Duration = Duration::from_secs(1);

/// An upper bound: a second card makes a search at most about this many times slower.
const FIRST_FACTOR: f64 = 10.0;

/// Each card multiplies the time of a search by a factor. The factor of a card is about `GROWTH`
/// times the factor of the card before.
const GROWTH: f64 = 1.5;

impl<'a> Competitor<'a> {
    /// Returns the engines as competitors. An engine that fills templates appears once for each of
    /// the named `sets`.
    pub fn all(engines: &[EngineName], sets: &[(String, &'a TemplateSet)]) -> Vec<Self> {
        let all = Self::with_operators(engines, sets, OperatorSet::default());
        all.expect("the four operators are refused by none")
    }

    /// Like [`all`](Self::all), but each search uses `operators`. The templates of `sets` must have
    /// the same operators.
    ///
    /// # Errors
    ///
    /// Returns the refusal of an engine that does not support `operators`.
    pub fn with_operators(
        engines: &[EngineName],
        sets: &[(String, &'a TemplateSet)],
        operators: OperatorSet,
    ) -> Result<Vec<Self>, Refusal> {
        let mut competitors = Vec::new();
        for &name in engines {
            match name.kind() {
                EngineKind::Templates(make) => {
                    for (set, it) in sets {
                        let templates = Some(set.clone());
                        competitors.push(Self { name, templates, engine: make(it), operators });
                    }
                }
                EngineKind::Search(make) => {
                    let engine = make(operators)?;
                    competitors.push(Self { name, templates: None, engine, operators });
                }
            }
        }
        Ok(competitors)
    }

    /// Returns the reason if the engine refuses hands of `cards` cards.
    pub fn refusal(&self, cards: usize) -> Option<Refusal> {
        self.engine.refusal(cards)
    }

    /// Passes every solution to `found`. Panics if the engine refuses the hand.
    pub(crate) fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        mut found: impl FnMut(Solution),
    ) -> Effort {
        let effort = self.engine.solve(hand, target, &mut |solution| {
            found(solution);
            ControlFlow::Continue(())
        });
        effort.expect("what it refuses is not asked of it")
    }

    /// Solves `hand` and discards the solutions.
    pub(crate) fn run(&self, hand: &Hand, target: &Rational) {
        black_box(self.solve(black_box(hand), target, |solution| drop(black_box(solution))));
    }

    /// Estimates how long the engine takes for `hand`, by timing smaller work of the same kind.
    pub fn estimate(&self, hand: &Hand, target: &Rational) -> Duration {
        let cards = hand.cards().len();
        if self.refusal(cards).is_some() {
            return Duration::ZERO;
        }
        if let (EngineKind::Templates(make), Some(set)) =
            (self.name.kind(), self.engine.templates())
        {
            let set = set.for_cards(cards);
            let time_of = |some: &TemplateSet, hand: &Hand| {
                let (engine, operators) = (make(some), self.operators);
                let engine = Competitor { name: self.name, templates: None, engine, operators };
                sample(|| engine.run(hand, target))
            };
            return estimate_of_templates(&set, hand, time_of);
        }
        let time_of = |cards: usize| {
            let part = Hand::new(hand.cards()[..cards].to_vec());
            sample(|| self.run(&part, target))
        };
        estimate_of_search((1..=cards).filter(|&size| self.refusal(size).is_none()), time_of)
    }
}

/// Estimates the time of a search for a hand of the last of `sizes`. Calls `time_of` for the sizes
/// that are fast enough to try.
fn estimate_of_search(
    mut sizes: impl Iterator<Item = usize>,
    time_of: impl Fn(usize) -> Duration,
) -> Duration {
    let mut time = sizes.next().map_or(Duration::ZERO, &time_of);
    let mut factor = FIRST_FACTOR;
    let mut is_tried = true;
    for size in sizes {
        factor *= GROWTH;
        let expected = longer(time, factor);
        is_tried &= expected < MOST_TRIED;
        if is_tried {
            let tried = time_of(size);
            factor = ratio(tried, time);
            time = tried;
        } else {
            time = expected;
        }
    }
    time
}

/// Returns `long` divided by `short`.
fn ratio(long: Duration, short: Duration) -> f64 {
    // A time below the resolution of the clock counts as a nanosecond.
    long.as_secs_f64() / short.as_secs_f64().max(1e-9)
}

/// Returns `time` multiplied by `factor`; saturates at the longest time.
fn longer(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

/// Estimates the time of all templates of `set` from the time of some of them, which `time_of`
/// measures.
///
/// The time grows with the number of fillings, which differs between templates: `N+N+N+N` needs
/// only one filling, because its slots may change places.
fn estimate_of_templates(
    set: &TemplateSet,
    hand: &Hand,
    time_of: impl Fn(&TemplateSet, &Hand) -> Duration,
) -> Duration {
    if set.templates().is_empty() {
        return Duration::ZERO;
    }
    // Equal cards have a single order, so they fill each template once. The largest card has the
    // most digits and takes the most time.
    let longest = hand.iter().max_by_key(|card| card.value()).expect("its templates have slots");
    let equal = Hand::new(vec![longest.clone(); hand.cards().len()]);
    let mut some = set.spread(1);
    let mut once = time_of(&some, &equal);
    while some.templates().len() < TEMPLATES.min(set.templates().len()) && once < MOST_TRIED / 4 {
        some = set.spread(2 * some.templates().len());
        once = time_of(&some, &equal);
    }
    let each = times(once, some.count_of_fillings(hand), some.count_of_fillings(&equal));
    let measured = if each < MOST_TRIED { time_of(&some, hand) } else { each };
    times(measured, set.count_of_fillings(hand), some.count_of_fillings(hand))
}

/// Scales `time` from `some` fillings to `all` fillings. Both numbers are at least 1.
fn times(time: Duration, all: u64, some: u64) -> Duration {
    let nanoseconds = time.as_nanos().saturating_mul(all.into()) / u128::from(some);
    // An estimate that overflows saturates at the longest time.
    u64::try_from(nanoseconds).map_or(Duration::MAX, Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::grammars::Grammar;
    use crate::templates::SetName;

    #[test]
    fn the_benchmark_estimates_time_from_a_few_templates() {
        let set = TemplateSet::named(SetName::Canonical, 5, &Grammar::Left);
        let hand = Hand::from([1, 2, 3, 4, 5]);
        // One filling takes a few microseconds, or ten seconds.
        for string in [Duration::from_micros(3), Duration::from_secs(10)] {
            let filled = Cell::new(0);
            let time_of = |some: &TemplateSet, hand: &Hand| {
                let strings = some.count_of_fillings(hand);
                filled.set(filled.get() + strings);
                string * u32::try_from(strings).expect("a test has few")
            };
            let estimate = estimate_of_templates(&set, &hand, time_of);
            let all = u32::try_from(set.count_of_fillings(&hand)).expect("a test has few");
            assert_eq!(estimate, string * all);
            let is_long = string > MOST_TRIED;
            assert!(filled.get() <= if is_long { 1 } else { 120 * 64 }, "{}", filled.get());
        }
    }

    #[test]
    fn the_benchmark_estimates_a_long_search_from_smaller_sizes() {
        // A search combines every two values, and replaces the two by each of their results.
        let nanoseconds = |cards: u64| (2..=cards).map(|it| 3 * it * (it - 1)).product::<u64>();
        for scale in [1, 40] {
            let longest = Cell::new(Duration::ZERO);
            let time_of = |size: usize| {
                let time = Duration::from_nanos(scale * nanoseconds(size as u64));
                longest.set(longest.get().max(time));
                time
            };
            let estimate = estimate_of_search(1..=8, time_of);
            let right = Duration::from_nanos(scale * nanoseconds(8));
            assert!(ratio(estimate, right) < 2.0 && ratio(right, estimate) < 2.0, "{estimate:?}");
            assert!(longest.get() < MOST_TRIED, "{longest:?}");
        }
        assert_eq!(estimate_of_search(1..=40, |_| Duration::from_secs(1)), Duration::MAX);
    }
}
