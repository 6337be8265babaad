//! Counts the work of a trace: the calls of each rule, the calls that memoization (packrat parsing)
//! would save, and the terminals that the parser tries in each stack of open rules.

use std::cmp::Reverse;
use std::collections::HashMap;
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
    /// The number of different combinations of a rule and a place. With memoization (packrat
    /// parsing), which stores the result of each combination, this would be the number of calls.
    pub distinct: u64,
    /// The number of calls that tried a rule again at the same place. Memoization would save them.
    pub repeated: u64,
    /// The number of characters that terminals matched in the repeated calls.
    pub read_again: u64,
    /// The counts of each rule that was tried, in the order of the grammar.
    pub rules: Vec<RuleStats>,
    /// The places where a rule was tried repeatedly, the most frequent first; at most ten.
    pub places: Vec<PlaceStats>,
    /// The limit that ended the trace, if one did.
    #[cfg_attr(feature = "present", serde(skip))]
    pub ended: Option<Ended>,
}

/// Counts of the calls of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct RuleStats {
    /// The name of the rule.
    pub rule: String,
    /// The number of its calls.
    #[cfg_attr(feature = "present", serde(rename = "rule_calls"))]
    pub calls: u64,
    /// The number of different places at which it was called.
    pub distinct: u64,
    /// The number of calls that matched.
    pub matched: u64,
    /// The number of characters that its terminals matched, including lookaheads.
    pub read: u64,
    /// The number of characters that its terminals matched again: in calls after the first at a
    /// place.
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

/// The limit that ended a trace, and the rule that was entered last.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// The limit.
    pub error: TraceError,
    /// The rule that was entered last.
    pub rule: String,
    /// The place where it was entered, in bytes.
    pub at: usize,
}

impl Ended {
    /// Combines `error` with `last`, the rule that was entered last and its place. `None` if no
    /// limit ended the trace: a syntax error only means that the text did not match.
    fn of(
        grammar: &Grammar,
        error: Option<TraceError>,
        last: Option<(RuleId, usize)>,
    ) -> Option<Self> {
        let error = error.filter(|error| !matches!(error, TraceError::Syntax(_)))?;
        let (rule, at) = last?;
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
        let rules = grammar.rules();
        let mut counter = Counter { text, rules: Vec::new(), open: Vec::new(), last: None };
        let traced = grammar.trace(text, |event| {
            counter.add(event);
            ControlFlow::Continue(())
        });
        let Counter { rules: counts, last, .. } = counter;
        let name = |rule: RuleId| rules.name(rule).to_owned();
        let ended = Ended::of(grammar, traced.err(), last);
        let named = |rule: RuleId| {
            let count = counts.get(rule.index()).filter(|count| count.calls > 0)?;
            let &RuleCount { calls, matched, distinct, read, read_again, .. } = count;
            Some(RuleStats { rule: name(rule), calls, matched, distinct, read, read_again })
        };
        let places = rules.rules().zip(counts.iter().skip(1)).flat_map(|(rule, count)| {
            count.places.repeated().map(move |(at, calls)| (Reverse(calls), at, rule))
        });
        let place = |(Reverse(calls), at, rule): (Reverse<u32>, usize, RuleId)| PlaceStats {
            rule: name(rule),
            at,
            calls: calls.into(),
        };
        let sum = |of: fn(&RuleCount) -> u64| counts.iter().map(of).sum::<u64>();
        let (rule_calls, distinct) = (sum(|it| it.calls), sum(|it| it.distinct));
        Ok(Self {
            rule_calls,
            distinct,
            repeated: rule_calls - distinct,
            read_again: sum(|it| it.read_again),
            rules: rules.rules().filter_map(named).collect(),
            places: itertools::Itertools::k_smallest(places, MOST_PLACES).map(place).collect(),
            ended,
        })
    }
}

/// The counts so far.
struct Counter<'t> {
    text: &'t str,
    /// The counts by the index of the rule.
    rules: Vec<RuleCount>,
    /// The open rules, and whether each was tried at its place before.
    open: Vec<(RuleId, bool)>,
    /// The rule that was entered last, and its place.
    last: Option<(RuleId, usize)>,
}

/// The counts of one rule.
#[derive(Default)]
struct RuleCount {
    calls: u64,
    matched: u64,
    distinct: u64,
    read: u64,
    read_again: u64,
    places: Places,
}

impl Counter<'_> {
    fn add(&mut self, event: Event<'_>) {
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                if self.rules.len() <= rule.index() {
                    self.rules.resize_with(rule.index() + 1, RuleCount::default);
                }
                let count = &mut self.rules[rule.index()];
                let is_again = count.places.add(event.at) > 0;
                count.calls += 1;
                count.distinct += u64::from(!is_again);
                self.open.push((rule, is_again));
                self.last = Some((rule, event.at));
            }
            (What::Rule(rule), outcome) => {
                self.open.pop();
                let is_match = matches!(outcome, Outcome::Match { .. });
                self.rules[rule.index()].matched += u64::from(is_match);
            }
            (What::Terminal(_), Outcome::Match { end }) => {
                let Some(&(rule, is_again)) = self.open.last() else { return };
                let read = self.text[event.at..end].chars().count() as u64;
                let count = &mut self.rules[rule.index()];
                count.read += read;
                count.read_again += if is_again { read } else { 0 };
            }
            (What::Terminal(_) | What::Sequence, _) => {}
        }
    }
}

/// The number of places in a page of `Places`.
const PAGE: usize = 1024;

/// The number of calls at each place, in pages of `PAGE` places. A page without calls takes no
/// memory.
#[derive(Debug, Default)]
struct Places {
    pages: Vec<Option<Box<[u32; PAGE]>>>,
}

impl Places {
    /// Counts one more call at `at`, and returns the number of calls there before.
    fn add(&mut self, at: usize) -> u32 {
        let page = at / PAGE;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let count = &mut self.pages[page].get_or_insert_with(|| Box::new([0; PAGE]))[at % PAGE];
        let before = *count;
        *count = count.saturating_add(1);
        before
    }

    /// The places with more than one call, each with the number of its calls.
    fn repeated(&self) -> impl Iterator<Item = (usize, u32)> {
        let pages = self.pages.iter().enumerate();
        pages
            .filter_map(|(page, counts)| Some((page, counts.as_deref()?)))
            .flat_map(|(page, counts)| {
                counts.iter().enumerate().map(move |(index, &count)| (page * PAGE + index, count))
            })
            .filter(|(_, count)| *count > 1)
    }
}

/// The maximum depth of a stack. The terminals that deeper rules try are counted for the stack at
/// this depth.
const MAX_DEPTH: usize = 100;

/// The maximum number of stacks. If all are in use, the terminals that a rule in a new stack tries
/// are counted for the stack of its caller.
const MAX_STACKS: usize = 100_000;

/// The number of terminals that the parser tried in each stack of open rules: the input of flame
/// graphs.
///
/// # Examples
///
/// ```
/// use bracket24::{Grammar, lessons::CallStacks};
///
/// let stacks = CallStacks::new("8", &Grammar::Left)?;
/// let (rules, tried) = stacks.iter().last().expect("there is one");
/// assert_eq!((rules, tried), (vec!["line", "expression", "term", "operand", "number"], 2));
/// # Ok::<(), bracket24::lessons::TraceRefusal>(())
/// ```
#[derive(Debug)]
pub struct CallStacks<'g> {
    grammar: &'g Grammar,
    /// The stacks, parents before children.
    stacks: Vec<Stack>,
    /// The limit that ended the trace, if one did.
    pub ended: Option<Ended>,
}

#[derive(Debug)]
struct Stack {
    rule: RuleId,
    /// The stack without its last rule.
    parent: Option<usize>,
    /// The number of terminals that the last rule itself tried.
    tried: u64,
}

impl<'g> CallStacks<'g> {
    /// Counts the terminals that `grammar` tries in `text`.
    ///
    /// # Errors
    ///
    /// If the text is too deep or too long.
    pub fn new(text: &str, grammar: &'g Grammar) -> Result<Self, TraceRefusal> {
        grammar.check_limits(text).map_err(TraceRefusal::Syntax)?;
        let mut stacks: Vec<Stack> = Vec::new();
        let mut children: HashMap<(Option<usize>, RuleId), usize> = HashMap::new();
        // The stack of each open rule.
        let mut open: Vec<usize> = Vec::new();
        let mut last = None;
        let traced = grammar.trace(text, |event| {
            match (event.what, event.outcome) {
                (What::Rule(rule), Outcome::Enter) => {
                    last = Some((rule, event.at));
                    let parent = open.last().copied();
                    let is_full = open.len() >= MAX_DEPTH || stacks.len() >= MAX_STACKS;
                    let known = children.get(&(parent, rule)).copied();
                    let stack = match (known, parent) {
                        (Some(known), _) => known,
                        (None, Some(parent)) if is_full => parent,
                        _ => {
                            children.insert((parent, rule), stacks.len());
                            stacks.push(Stack { rule, parent, tried: 0 });
                            stacks.len() - 1
                        }
                    };
                    open.push(stack);
                }
                (What::Rule(_), _) => {
                    open.pop();
                }
                (What::Terminal(_), _) => {
                    if let Some(&stack) = open.last() {
                        stacks[stack].tried += 1;
                    }
                }
                (What::Sequence, _) => {}
            }
            ControlFlow::Continue(())
        });
        let ended = Ended::of(grammar, traced.err(), last);
        Ok(Self { grammar, stacks, ended })
    }

    /// The stacks whose last rule tried terminals: the names of the rules, the outermost first, and
    /// the number of these terminals.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<&str>, u64)> {
        let tried = self.stacks.iter().filter(|stack| stack.tried > 0);
        tried.map(|stack| {
            let around = |stack: &&Stack| stack.parent.map(|parent| &self.stacks[parent]);
            let rules = std::iter::successors(Some(stack), around);
            let mut names: Vec<&str> =
                rules.map(|stack| self.grammar.rules().name(stack.rule)).collect();
            names.reverse();
            (names, stack.tried)
        })
    }
}
