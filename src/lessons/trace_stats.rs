//! Counts of rule calls, and of those that memoization (packrat) would save.

use std::ops::ControlFlow;

use super::recording::TraceRefusal;
use crate::grammars::Grammar;
use crate::tracer::{Event, Outcome, RuleId, TraceError, What};

/// Counts of rule calls: all of them, and those at a place for the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStats {
    /// All calls of rules of the grammar. Built-in rules such as `EOI` are
    /// terminals and not counted.
    pub rule_calls: u64,
    /// The different pairs of a rule and a place among them: the calls that are
    /// left with memoization (packrat parsing), which keeps the result of each.
    pub distinct: u64,
    /// The same of each rule that was tried, in the order of the grammar.
    pub rules: Vec<RuleStats>,
}

/// Counts of the calls of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleStats {
    /// Its name.
    pub rule: String,
    /// The number of its calls.
    pub calls: u64,
    /// The number of calls that matched.
    pub matched: u64,
    /// At how many places.
    pub distinct: u64,
}

impl TraceStats {
    /// Counts while `text` is read with `grammar`; no event is kept.
    ///
    /// # Errors
    ///
    /// As [`Recording::new`](super::Recording::new), but for the number of calls, which is not
    /// limited.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::TraceStats};
    ///
    /// let stats = TraceStats::new("(((((((1)))))))", &Grammar::RightSlow)?;
    /// assert_eq!((stats.rule_calls, stats.distinct), (305_831, 49));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, TraceRefusal> {
        grammar.check_limits(text).map_err(TraceRefusal::Syntax)?;
        let rules = grammar.rules();
        let mut counts: Vec<RuleCount> = Vec::new();
        let traced = grammar.trace(text, |event| {
            if let What::Rule(rule) = event.what {
                if counts.len() <= rule.index() {
                    counts.resize_with(rule.index() + 1, RuleCount::default);
                }
                counts[rule.index()].add(event, text.len());
            }
            ControlFlow::Continue(())
        });
        if let Err(error) = traced
            && !matches!(error, TraceError::Syntax(_))
        {
            return Err(TraceRefusal::Trace(error));
        }
        let named = |rule: RuleId| {
            let count = counts.get(rule.index()).filter(|count| count.calls > 0)?;
            let rule = rules.name(rule).to_owned();
            let RuleCount { calls, matched, distinct, .. } = *count;
            Some(RuleStats { rule, calls, matched, distinct })
        };
        Ok(Self {
            rule_calls: counts.iter().map(|it| it.calls).sum(),
            distinct: counts.iter().map(|it| it.distinct).sum(),
            rules: rules.rules().filter_map(named).collect(),
        })
    }

    /// The number of calls that tried a rule again at the same place, which memoization
    /// (packrat) would save.
    pub const fn repeated(&self) -> u64 {
        self.rule_calls - self.distinct
    }
}

/// The counts of one rule.
#[derive(Default)]
struct RuleCount {
    calls: u64,
    matched: u64,
    distinct: u64,
    /// For each place, whether it was tried there; as long as the text once it
    /// was tried at all.
    places: Vec<bool>,
}

impl RuleCount {
    fn add(&mut self, event: Event<'_>, length: usize) {
        match event.outcome {
            Outcome::Enter => {
                self.calls += 1;
                if self.places.is_empty() {
                    self.places = vec![false; length + 1];
                }
                self.distinct += u64::from(!std::mem::replace(&mut self.places[event.at], true));
            }
            Outcome::Match { .. } => self.matched += 1,
            Outcome::Fail => {}
        }
    }
}
