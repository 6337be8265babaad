//! Parses a text with a grammar, and finds out how much work a memo would save.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use super::{Action, Item, Moments, Reader, ReaderRun, Stack, StepKind, Stop, StopReason, counts};
use crate::Rational;
use crate::grammars::{Grammar, syntax_error};
use crate::lessons::Parse;
use crate::lessons::parse_tree::TreeBuilder;
use crate::tracer::{Event, Lookahead, Outcome, RuleId, TraceError, What};

/// The end of a rule's match; `None` if it failed.
type Found = Option<usize>;

/// Parses `text` with `grammar`. Returns the actual run of the parser, and the run as it would be
/// with a memo.
pub(super) fn read(text: &str, grammar: &Grammar) -> [ReaderRun; 2] {
    let outcome = Parse::new(text, grammar).map_err(Stop::from);
    let mut plain = Watcher::new(&[Stack::OpenRules], None);
    let varying = grammar.rules().varying_rules(grammar.start());
    let memo = || Some(Memo { varying: varying.clone(), ..Memo::default() });
    let (mut with_memo, mut tree) =
        (Watcher::new(PACKRAT_STACKS, memo()), TreeBuilder::new(text, grammar));
    let traced = grammar.pairs(text, |event| {
        plain.add(event);
        with_memo.add(event);
        tree.add(event, |_| ());
        ControlFlow::Continue(())
    });
    let (pairs, mut traced) = (traced.as_ref().ok().cloned(), traced.map(|_| ()));
    if let Ok(parse) = &outcome {
        parse.keep_tree(tree.finish(pairs));
    }
    let reading = |reader, outcome, counts, moments| ReaderRun { reader, outcome, counts, moments };
    let Watcher { moments, calls, .. } = plain;
    let peg = reading(Reader::Peg, outcome.clone(), counts([(StepKind::RuleCall, calls)]), moments);
    let is_whole = matches!(traced, Ok(()) | Err(TraceError::Syntax(_)));
    if !is_whole {
        // Without a memo the parser reached a limit, so let each rule run only once at each place.
        with_memo = Watcher::new(PACKRAT_STACKS, memo());
        traced = grammar.rules().trace_once(grammar.start(), text, varying.clone(), |event| {
            with_memo.add(event);
            ControlFlow::Continue(())
        });
    }
    let stopped = |reason| Err(Stop { span: 0..text.len(), reason });
    let outcome = match traced {
        _ if is_whole => outcome,
        Err(TraceError::Syntax(_)) => Err(syntax_error::<Rational>(grammar, text).into()),
        // The same trees, but no part of a text is parsed again and again.
        Ok(()) if *grammar == Grammar::RightSlow => {
            Parse::new(text, &Grammar::Right).map_err(Stop::from)
        }
        Ok(()) => stopped(StopReason::NoTree),
        _ => {
            let none = Moments::new(PACKRAT_STACKS);
            return [peg, reading(Reader::Packrat, stopped(StopReason::NoTrace), Vec::new(), none)];
        }
    };
    let Watcher { moments, calls, memo, .. } = with_memo;
    let Memo { lookups, found, kept, .. } = memo.expect("this one has a memo");
    let counts = counts([
        (StepKind::RuleCall, calls),
        (StepKind::Lookup, lookups),
        (StepKind::Found, found),
        (StepKind::Store, kept.len() as u64),
    ]);
    [peg, reading(Reader::Packrat, outcome, counts, moments)]
}

/// The stacks of the parser with a memo.
const PACKRAT_STACKS: &[Stack] = &[Stack::OpenRules, Stack::Memo];

/// Turns the events of a trace into steps.
struct Watcher {
    moments: Moments,
    memo: Option<Memo>,
    /// For each open rule, whether it is inside a `!`, and the farthest place that it reached.
    open: Vec<(Lookahead, usize)>,
    calls: u64,
}

/// The stored results, and those that must not be stored.
#[derive(Default)]
struct Memo {
    /// The number of lookups, and how many of them found a result.
    lookups: u64,
    found: u64,
    kept: HashMap<(RuleId, usize), Found>,
    varying: BTreeSet<RuleId>,
    /// The depth of the call that a lookup currently replaces. The calls inside that call are
    /// skipped too.
    answered: Option<usize>,
}

impl Watcher {
    fn new(stacks: &'static [Stack], memo: Option<Memo>) -> Self {
        Self { moments: Moments::new(stacks), memo, open: Vec::new(), calls: 0 }
    }

    fn add(&mut self, event: Event<'_>) {
        if self.is_answered(event) {
            return;
        }
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                self.calls += 1;
                self.open.push((event.lookahead, event.at));
                if !self.moments.is_cut {
                    self.moments.push(Stack::OpenRules, Item::Rule { rule, at: event.at });
                    self.moments.note(Action::Enter(rule), event.at..event.at);
                }
            }
            (What::Rule(rule), outcome) => self.leave(rule, event.at, outcome),
            (What::Terminal(_), outcome) => {
                self.came_to(outcome.reached(event.at), event.lookahead);
            }
            (What::Sequence, _) => {
                let farthest = self.open.last().map_or(event.at, |(_, farthest)| *farthest);
                self.moments.note(Action::Backtrack, event.at..farthest.max(event.at));
            }
        }
    }

    fn leave(&mut self, rule: RuleId, at: usize, outcome: Outcome) {
        let (lookahead, farthest) = self.open.pop().expect("a rule that ends was entered");
        self.came_to(farthest, lookahead);
        let (action, end, found) = match outcome {
            Outcome::Match { end } => (Action::Match(rule), end, Some(end)),
            Outcome::Enter | Outcome::Fail => (Action::Fail(rule), farthest.max(at), None),
        };
        let is_kept = self.memo.as_mut().is_some_and(|memo| {
            !memo.varying.contains(&rule) && memo.kept.insert((rule, at), found).is_none()
        });
        if self.moments.is_cut {
            return;
        }
        self.moments.pop(Stack::OpenRules);
        if is_kept {
            self.moments.push(Stack::Memo, Item::Result { rule, at, end: found });
        }
        self.moments.note(action, at..end);
    }

    /// Whether an event belongs to a call that a lookup replaces.
    fn is_answered(&mut self, event: Event<'_>) -> bool {
        let Some(memo) = &mut self.memo else { return false };
        let What::Rule(rule) = event.what else { return memo.answered.is_some() };
        if let Some(depth) = memo.answered {
            if depth == event.depth && event.outcome != Outcome::Enter {
                memo.answered = None;
            }
            return true;
        }
        if event.outcome != Outcome::Enter {
            return false;
        }
        memo.lookups += 1;
        let Some(&found) = memo.kept.get(&(rule, event.at)) else { return false };
        memo.answered = Some(event.depth);
        memo.found += 1;
        let action = Action::LookUp { rule, matched: found.is_some() };
        self.moments.note(action, event.at..found.unwrap_or(event.at));
        true
    }

    /// Records that a part of the innermost open rule reached the place `at`, unless only a `!` in
    /// this rule looked there.
    fn came_to(&mut self, at: usize, lookahead: Lookahead) {
        if let Some((around, farthest)) = self.open.last_mut()
            && (lookahead != Lookahead::Negative || *around == lookahead)
        {
            *farthest = at.max(*farthest);
        }
    }
}
