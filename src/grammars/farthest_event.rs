//! The event of a trace at which a parse came farthest: its state is that of the
//! farthest failure.

use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, What};

/// What a failed terminal is to the farthest failure so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempted {
    /// The first one at a place farther than all before.
    First,
    /// One more at the farthest place.
    Another,
    /// A blank or comment at a place farther than all before, where it may stand
    /// but is no help.
    Implicit,
    /// None of these.
    Elsewhere,
}

/// Follows a trace, event by event, to its farthest failure.
///
/// Of the terminals that fail at the farthest place, one counts around which the
/// fewest rules are open: the others have been read to their end. Of several the
/// last one counts that was tried before anything that leads to the place was
/// backtracked over.
#[derive(Debug)]
pub(crate) struct FarthestEvent<'t> {
    text: &'t str,
    /// The rules that may stand between all others.
    implicit: [Option<RuleId>; 2],
    /// The rules that are open, and where each began.
    open: Vec<(RuleId, usize)>,
    at: usize,
    event: Option<usize>,
    /// The number of rules that are open at it.
    depth: usize,
    /// Whether nothing else but blanks and comments failed there so far.
    is_implicit: bool,
    /// Whether all that leads to the place is still matched since then.
    stands: bool,
}

impl<'t> FarthestEvent<'t> {
    pub(crate) fn new(rules: &PestGrammar, text: &'t str) -> Self {
        let implicit = ["WHITESPACE", "COMMENT"].map(|name| rules.rule(name));
        let (open, at, event, depth) = (Vec::new(), 0, None, 0);
        Self { text, implicit, open, at, event, depth, is_implicit: true, stands: true }
    }

    /// Adds the next event of the trace. A failed terminal belongs to the event
    /// with this number: its own, or the last one before it that is kept.
    pub(crate) fn add(&mut self, event: Event<'_>, number: usize) -> Attempted {
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => self.open.push((rule, event.at)),
            (What::Rule(_), Outcome::Match { .. }) => {
                self.open.pop();
            }
            (What::Rule(_), Outcome::Fail) => {
                self.open.pop();
                self.discard(event.at);
            }
            (What::Sequence, _) => self.discard(event.at),
            (What::Terminal(_), Outcome::Fail) => return self.fail(event, number),
            (What::Terminal(_), _) => {}
        }
        Attempted::Elsewhere
    }

    fn fail(&mut self, event: Event<'_>, number: usize) -> Attempted {
        let at = event.at;
        // What must not be there is not what could be.
        if at < self.at || event.lookahead == Lookahead::Negative {
            return Attempted::Elsewhere;
        }
        let begun_here = self.open.iter().rev().take_while(|(_, begin)| *begin == at);
        let is_implicit =
            begun_here.map(|(rule, _)| Some(*rule)).any(|rule| self.implicit.contains(&rule));
        let is_first = at > self.at || self.event.is_none();
        let attempted = match (is_implicit, is_first || self.is_implicit) {
            (true, _) if is_first => Attempted::Implicit,
            (true, _) => return Attempted::Elsewhere,
            (false, true) => Attempted::First,
            (false, false) => Attempted::Another,
        };
        if attempted != Attempted::Another {
            (self.at, self.is_implicit) = (at, is_implicit);
        }
        let depth = self.open.len();
        if attempted != Attempted::Another || depth < self.depth {
            (self.event, self.depth, self.stands) = (Some(number), depth, true);
        } else if self.stands && depth == self.depth {
            self.event = Some(number);
        }
        attempted
    }

    /// What was read from `start` on is given up.
    fn discard(&mut self, start: usize) {
        let leads_there = self.text.get(start..self.at).is_some_and(|it| !it.trim().is_empty());
        self.stands &= !leads_there;
    }

    /// The farthest place.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The number of its event; `None` where no terminal failed.
    pub(crate) const fn event(&self) -> Option<usize> {
        self.event
    }

    /// The rules that are open now, outermost first, and where each began.
    pub(crate) fn open(&self) -> &[(RuleId, usize)] {
        &self.open
    }
}
