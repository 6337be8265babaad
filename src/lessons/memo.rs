//! The results of a trace that a memo (packrat parsing) can store.

use std::collections::HashSet;

use foldhash::HashMap;

use crate::grammars::Grammar;
use crate::tracer::{Event, Outcome, RuleId, What};

/// A rule and a place where it is tried.
pub(super) type Try = (RuleId, usize);

/// The calls of all rules so far, with their results. Every view of a trace learns from this which
/// results a memo can store.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// The calls of a rule at `PAGE` places in a row, by the rule and the number of the page.
    pages: HashMap<(RuleId, usize), Box<[Calls; PAGE]>>,
    /// The rules and places that had different results at different times, because they also depend
    /// on the stack or on whether the enclosing rules are atomic, or that changed the stack more than
    /// once. No memo can store these results.
    pub(super) unsteady: HashSet<Try>,
    /// For each rule of the grammar, whether it changes the stack.
    changing: Vec<bool>,
}

/// The number of places in a page. A page without calls takes no memory.
const PAGE: usize = 1024;

/// The calls of one rule at one place.
#[derive(Debug, Clone, Copy, Default)]
struct Calls {
    number: u32,
    /// The first result: 0 before there is one, 1 for a failure, or else 2 more than the length of
    /// the match.
    result: usize,
}

impl Results {
    pub(super) fn new(grammar: &Grammar) -> Self {
        Self { changing: grammar.rules().changing_rules(), ..Self::default() }
    }

    /// Adds an event. Returns whether it enters a rule that was called at this place before.
    pub(super) fn add(&mut self, event: Event<'_>) -> bool {
        let What::Rule(rule) = event.what else { return false };
        let tried = (rule, event.at);
        match event.outcome {
            Outcome::Enter => return self.enter(tried),
            Outcome::Match { end } => self.leave(tried, Some(end)),
            Outcome::Fail => self.leave(tried, None),
        }
        false
    }

    /// Counts a call, and returns whether the rule was called at this place before.
    pub(super) fn enter(&mut self, tried: Try) -> bool {
        let calls = self.calls(tried);
        calls.number += 1;
        let is_again = calls.number > 1;
        if is_again && tried.0.index().checked_sub(1).is_some_and(|rule| self.changing[rule]) {
            self.unsteady.insert(tried);
        }
        is_again
    }

    /// Adds the result of a call: the end of the match, or `None` if the rule failed.
    pub(super) fn leave(&mut self, tried: Try, end: Option<usize>) {
        let result = end.map_or(1, |end| end - tried.1 + 2);
        let calls = self.calls(tried);
        if calls.result == 0 {
            calls.result = result;
        } else if calls.result != result {
            self.unsteady.insert(tried);
        }
    }

    fn calls(&mut self, (rule, at): Try) -> &mut Calls {
        let page = self.pages.entry((rule, at / PAGE));
        &mut page.or_insert_with(|| Box::new([Calls::default(); PAGE]))[at % PAGE]
    }

    /// The places where a rule was called more than once, each with the number of its calls.
    pub(super) fn repeated(&self) -> impl Iterator<Item = (Try, u32)> {
        let numbered = self.pages.iter().flat_map(|(&(rule, page), calls)| {
            (page * PAGE..).map(move |at| (rule, at)).zip(calls.map(|it| it.number))
        });
        numbered.filter(|(_, number)| *number > 1)
    }
}
