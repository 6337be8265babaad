//! Counts the work of a trace: the calls of each rule, and the calls that memoization (packrat
//! parsing) would save.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::recording::TraceRefusal;
use crate::grammars::Grammar;
use crate::tracer::{Event, Outcome, RuleId, TraceError, What};

/// The maximum number of places to report.
const MOST_PLACES: usize = 10;

/// Counts of all rule calls, and of the calls that memoization would save.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct TraceStats {
    /// The number of calls of all rules. Built-in rules such as `EOI` are terminals, so they are
    /// not counted.
    pub rule_calls: u64,
    /// The number of calls that memoization (packrat parsing) would leave: one for each combination
    /// of a rule and a place or, if the [result of the rule can vary](Self::results_vary), every
    /// call that is not inside a saved call.
    pub distinct: u64,
    /// The number of calls that tried a rule again at the same place, and that memoization would
    /// save.
    pub repeated: u64,
    /// Whether memoization would leave a call of a rule at a place where it was called before,
    /// because [its result there can vary](crate::tracer::PestGrammar::varying_rules): with the
    /// stack, or with whether the rules around it are atomic. A memo of results by rule and place does not store it.
    #[cfg_attr(feature = "present", serde(skip))]
    pub results_vary: bool,
    /// The number of characters that terminals matched in the repeated calls.
    pub read_again: u64,
    /// The counts of each rule that was tried, in the order of the grammar.
    pub rules: Vec<RuleStats>,
    /// The places where a rule was tried repeatedly, the most frequent first; at most ten.
    pub places: Vec<PlaceStats>,
    /// The limit, or the panic in pest, that ended the trace early, if either did.
    #[cfg_attr(feature = "present", serde(skip))]
    pub ended: Option<Ended>,
}

/// Counts of the calls of one rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct RuleStats {
    /// The name of the rule.
    pub rule: String,
    /// The number of its calls.
    #[cfg_attr(feature = "present", serde(rename = "rule_calls"))]
    pub calls: u64,
    /// The number of its calls that memoization would still make; see [`TraceStats::distinct`].
    pub distinct: u64,
    /// The number of calls that matched.
    pub matched: u64,
    /// The number of characters that its terminals matched, including lookaheads.
    pub read: u64,
    /// The number of characters that its terminals matched again: in calls that memoization would
    /// save.
    pub read_again: u64,
}

/// The number of times that one rule was tried at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct PlaceStats {
    /// The name of the rule.
    pub rule: String,
    /// The place, in bytes.
    pub at: usize,
    /// The number of its calls there.
    #[cfg_attr(feature = "present", serde(rename = "rule_calls"))]
    pub calls: u64,
}

/// The limit or the panic of pest that ended a trace early, and the rule that was entered last.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// The limit, or the panic of pest.
    pub error: TraceError,
    /// The rule that was entered last.
    pub rule: String,
    /// The place where it was entered, in bytes.
    pub at: usize,
}

impl Ended {
    /// Combines the error `why` with the rule that was entered last, `at` its place. `None` if the
    /// trace is whole: a syntax error only means that the text did not match.
    fn of(grammar: &Grammar, why: Option<TraceError>, at: Option<(RuleId, usize)>) -> Option<Self> {
        let error = why.filter(|error| !matches!(error, TraceError::Syntax(_)))?;
        let (rule, at) = at?;
        Some(Self { error, rule: grammar.rules().name(rule).to_owned(), at })
    }
}

impl TraceStats {
    /// Counts the calls while `grammar` parses `text`, without storing events. If a limit of the
    /// tracer ends the trace, returns the counts up to that limit.
    ///
    /// # Errors
    ///
    /// [`TraceRefusal::Syntax`] if the text is too deep or too long.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::TraceStats};
    ///
    /// let stats = TraceStats::new("(((((((1)))))))", &Grammar::RightSlow)?;
    /// assert_eq!((stats.rule_calls, stats.distinct), (305_831, 49));
    /// // The innermost number, behind seven brackets.
    /// let [worst, ..] = &*stats.places else { unreachable!("there are some") };
    /// assert_eq!((&*worst.rule, worst.at, worst.calls), ("operand", 7, 65_536));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, TraceRefusal> {
        grammar.check_limits(text).map_err(TraceRefusal::Syntax)?;
        let names = grammar.rules();
        let all = std::iter::once(RuleId::EOI).chain(names.rules()).map(|rule| names.name(rule));
        let rules = all.map(|rule| RuleStats { rule: rule.to_owned(), ..RuleStats::default() });
        let (rules, varying) = (rules.collect(), names.varying_rules(grammar.start()));
        let mut counter = Counter { text, rules, varying, ..Counter::default() };
        let traced = grammar.trace(text, |event| {
            counter.add(event);
            ControlFlow::Continue(())
        });
        let Counter { mut rules, calls, results_vary, last, .. } = counter;
        let ended = Ended::of(grammar, traced.err(), last);
        let places = calls.repeated().map(|(rule, at, calls)| (Reverse(calls), at, rule));
        let place = |(Reverse(calls), at, rule): (Reverse<u32>, usize, RuleId)| PlaceStats {
            rule: rules[rule.index()].rule.clone(),
            at,
            calls: calls.into(),
        };
        let places = itertools::Itertools::k_smallest(places, MOST_PLACES).map(place).collect();
        rules.retain(|it| it.calls > 0);
        let sum = |of: fn(&RuleStats) -> u64| rules.iter().map(of).sum::<u64>();
        let (rule_calls, distinct) = (sum(|it| it.calls), sum(|it| it.distinct));
        Ok(Self {
            rule_calls,
            distinct,
            repeated: rule_calls - distinct,
            results_vary,
            read_again: sum(|it| it.read_again),
            rules,
            places,
            ended,
        })
    }
}

/// The counts so far.
#[derive(Default)]
struct Counter<'t> {
    text: &'t str,
    /// The counts by the index of the rule.
    rules: Vec<RuleStats>,
    calls: Calls,
    /// The rules whose results such a memo does not store.
    varying: BTreeSet<RuleId>,
    /// See [`TraceStats::results_vary`].
    results_vary: bool,
    /// The open rules, and whether a memo would save the call of each.
    open: Vec<(RuleId, bool)>,
    /// The rule that was entered last, and its place.
    last: Option<(RuleId, usize)>,
}

impl Counter<'_> {
    fn add(&mut self, event: Event<'_>) {
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                let is_again = self.calls.enter(rule, event.at);
                let is_saved = self.open.last().is_some_and(|(_, is_saved)| *is_saved)
                    || is_again && !self.varying.contains(&rule);
                self.results_vary |= is_again && !is_saved;
                let count = &mut self.rules[rule.index()];
                count.calls += 1;
                count.distinct += u64::from(!is_saved);
                self.open.push((rule, is_saved));
                self.last = Some((rule, event.at));
            }
            (What::Rule(rule), outcome) => {
                self.open.pop();
                let is_match = matches!(outcome, Outcome::Match { .. });
                self.rules[rule.index()].matched += u64::from(is_match);
            }
            (What::Terminal(_), Outcome::Match { end }) => {
                let Some(&(rule, is_saved)) = self.open.last() else { return };
                let read = self.text[event.at..end].chars().count() as u64;
                let count = &mut self.rules[rule.index()];
                count.read += read;
                count.read_again += if is_saved { read } else { 0 };
            }
            (What::Terminal(_) | What::Sequence, _) => {}
        }
    }
}

/// The numbers of calls of a rule at a place.
#[derive(Default)]
struct Calls(foldhash::HashMap<(RuleId, usize), u32>);

impl Calls {
    /// Counts a call, and returns whether the rule was called at this place before.
    fn enter(&mut self, rule: RuleId, at: usize) -> bool {
        let number = self.0.entry((rule, at)).or_default();
        *number += 1;
        *number > 1
    }

    /// The places where a rule was called more than once, each with the number of its calls.
    fn repeated(&self) -> impl Iterator<Item = (RuleId, usize, u32)> {
        let numbered = self.0.iter().map(|(&(rule, at), &number)| (rule, at, number));
        numbered.filter(|(.., number)| *number > 1)
    }
}
