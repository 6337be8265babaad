//! The farthest failure of a parse: the place farthest into the text where a terminal failed, and
//! the terminals that failed there (B. Ford, "Packrat Parsing", 2002).
//!
//! pest's own error names the rules that failed, but not the terminals that they tried. A trace
//! reports every terminal that the parser tries. The terminals that fail at the farthest place are
//! exactly those that could have continued the match there.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::built_in::Grammar;
use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, Terminal, What};

/// The farthest place that a grammar reached in a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FarthestFailure<'g> {
    /// The farthest byte at which a terminal failed.
    pub(crate) at: usize,
    /// The end of the match, if the start rule matches.
    pub(crate) matched: Option<usize>,
    /// The terminals that failed at `at`, each once.
    pub(crate) attempts: Vec<Attempt<'g>>,
    /// The rules that were open at every failure at `at`, outermost first, each with its start.
    pub(crate) rule_stack: Vec<(RuleId, usize)>,
}

/// A terminal that failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Attempt<'g> {
    pub(crate) terminal: &'g Terminal,
    /// The rule that tried the terminal, and where the rule began.
    pub(crate) inside: Option<(RuleId, usize)>,
    /// The end of the text that a `!` forbids; for other terminals, the byte at which the terminal
    /// failed.
    pub(crate) end: usize,
}

impl<'g> FarthestFailure<'g> {
    /// Parses `text` from the start rule of `grammar`.
    pub(crate) fn of(grammar: &'g Grammar, text: &str) -> Self {
        Self::by(grammar.rules(), grammar.start(), text)
    }

    /// Parses `text` from the rule `start`.
    pub(super) fn by(rules: &'g PestGrammar, start: RuleId, text: &str) -> Self {
        // Storing results costs more than parsing a little of the text again, so first try without
        // it.
        let mut rest = EVENTS_A_BYTE * (text.len() + 1);
        let direct = Self::followed(rules, text, None, |listener| {
            let counted = |event| {
                rest = rest.checked_sub(1).map_or(ControlFlow::Break(()), ControlFlow::Continue)?;
                listener(event)
            };
            // The events count whether or not the text matches.
            let _ = rules.trace(start, text, counted);
        });
        if rest > 0 { direct } else { Self::remembered(rules, start, text) }
    }

    /// Like [`by`](Self::by), but stores results, so that the time is linear in the length of the
    /// text.
    fn remembered(rules: &'g PestGrammar, start: RuleId, text: &str) -> Self {
        let calls = Some(Calls::default());
        Self::followed(rules, text, calls, |listener| {
            // The events count whether or not the text matches.
            let _ = rules.trace_once(start, text, rules.stack_rules(start), listener);
        })
    }

    /// Follows a trace of `text`. `calls` is needed if the trace reports a repeated call without
    /// the events inside it.
    fn followed(
        rules: &PestGrammar,
        text: &str,
        mut calls: Option<Calls>,
        trace: impl FnOnce(&mut dyn FnMut(Event<'g>) -> ControlFlow<()>),
    ) -> Self {
        let mut farthest =
            Self { at: 0, matched: None, attempts: Vec::new(), rule_stack: Vec::new() };
        let mut place = FarthestEvent::new(rules, text);
        let mut kept = KeptStack::default();
        // The end of the last match inside a `!`.
        let mut forbidden = 0;
        // The farthest place counts even if the parse fails or a limit stops it.
        trace(&mut |event| {
            let attempted = place.add(event, 0);
            if let Outcome::Match { end } = event.outcome {
                if event.depth == 0 {
                    farthest.matched = Some(end);
                }
                if event.lookahead == Lookahead::Negative {
                    forbidden = end;
                }
            }
            match event.what {
                What::Terminal(terminal) => {
                    kept.try_terminal(attempted, &place.open);
                    let is_not = matches!(terminal, Terminal::Not(_));
                    let end = if is_not { forbidden.max(event.at) } else { event.at };
                    let inside = place.open.last().copied();
                    farthest.add(Attempt { terminal, inside, end }, attempted);
                    let innermost = calls.as_mut().and_then(|it| it.open.last_mut());
                    if let (Attempted::First | Attempted::Another, Some(innermost)) =
                        (attempted, innermost)
                    {
                        *innermost = Some(event.at);
                    }
                }
                What::Rule(_) if event.outcome == Outcome::Enter => {
                    if let Some(calls) = &mut calls {
                        calls.open.push(None);
                    }
                }
                What::Rule(rule) => {
                    // If the rule matched although its `!` failed, the `!` only ended a repetition,
                    // and does not count.
                    farthest.attempts.retain(|it| {
                        !matches!(it.terminal, Terminal::Not(_))
                            || event.outcome == Outcome::Fail
                            || it.inside != Some((rule, event.at))
                    });
                    kept.leave((rule, event.at), &place.open);
                    let call = (rule, event.at, event.lookahead);
                    if calls.as_mut().and_then(|it| it.leave(call)) == Some(place.at) {
                        kept.try_call((rule, event.at), &place.open);
                    }
                }
                What::Sequence => {}
            }
            ControlFlow::Continue(())
        });
        farthest.at = place.at;
        farthest.rule_stack = kept.left.into_iter().rev().collect();
        farthest
    }

    fn add(&mut self, attempt: Attempt<'g>, tried: Attempted) {
        match tried {
            Attempted::Elsewhere => return,
            Attempted::First | Attempted::Implicit => self.attempts.clear(),
            Attempted::Another => {}
        }
        // In an error, blanks and comments are no help, unless one has begun.
        if tried != Attempted::Implicit && !self.attempts.contains(&attempt) {
            self.attempts.push(attempt);
        }
    }
}

/// The maximum number of events per byte. If a parse exceeds it, the tracer parses again and stores
/// results.
const EVENTS_A_BYTE: usize = 200;

/// The rules that were open at every failure at the farthest place. The outer ones are still open,
/// and the inner ones have ended since. Only those that have ended are copied, so that deep nesting
/// costs little.
#[derive(Default)]
struct KeptStack {
    /// The number of rules that are still open.
    open: usize,
    /// The rules that have ended since, innermost first.
    left: Vec<(RuleId, usize)>,
}

impl KeptStack {
    fn try_terminal(&mut self, tried: Attempted, open: &[(RuleId, usize)]) {
        match tried {
            Attempted::Elsewhere => {}
            Attempted::First | Attempted::Implicit => {
                self.left.clear();
                self.open = open.len();
            }
            Attempted::Another => self.truncate(self.common(open)),
        }
    }

    /// Records that `call` has just ended, and that its terminals failed at the farthest place
    /// again.
    fn try_call(&mut self, call: (RuleId, usize), open: &[(RuleId, usize)]) {
        let common = self.common(open);
        let next = self.left.iter().rev().nth(common - self.open);
        // If the call is a kept rule, and so are all rules around it, the kept rules inside it
        // stay, too.
        if common < open.len() || next != Some(&call) {
            self.truncate(common);
        }
    }

    fn leave(&mut self, call: (RuleId, usize), open: &[(RuleId, usize)]) {
        if self.open > open.len() {
            self.left.push(call);
            self.open = open.len();
        }
    }

    /// Counts the kept rules that `open` contains, from the outermost to the first difference.
    fn common(&self, open: &[(RuleId, usize)]) -> usize {
        let left = self.left.iter().rev().zip(&open[self.open..]);
        self.open + left.take_while(|(a, b)| a == b).count()
    }

    fn truncate(&mut self, length: usize) {
        let left = length - self.open;
        self.left.drain(..self.left.len() - left);
    }
}

/// A call of a rule at a place.
type Call = (RuleId, usize, Lookahead);

/// For each call, the farthest failure inside it. A failure counts only if no earlier failure of
/// the whole parse was farther into the text.
#[derive(Default)]
struct Calls {
    /// The farthest failures in the open calls, outermost first.
    open: Vec<Option<usize>>,
    known: HashMap<Call, usize>,
}

impl Calls {
    /// Ends the innermost open rule. If the trace reported no terminal inside this call, returns
    /// the farthest failure of an earlier call.
    fn leave(&mut self, call: Call) -> Option<usize> {
        let came = self.open.pop().expect("a rule that is left was entered");
        let before = self.known.get(&call).copied();
        if let Some(at) = came {
            self.known.insert(call, at);
        }
        let far = came.or(before)?;
        if let Some(around) = self.open.last_mut() {
            *around = (*around).max(Some(far));
        }
        before.filter(|_| came.is_none())
    }
}

/// The relation of a failed terminal to the farthest failure so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempted {
    /// The first failure at a new farthest place.
    First,
    /// Another failure at the farthest place.
    Another,
    /// The failure of a blank or a comment that could begin at a new farthest place. In an error,
    /// it is no help.
    Implicit,
    /// None of these.
    Elsewhere,
}

/// Follows the events of a trace to its farthest failure.
///
/// Of all failures at the farthest place, the one with the fewest open rules counts, because the
/// inner rules have matched by then. If several have equally few, the last one counts, up to the
/// moment when the parser backtracks over text before the place.
#[derive(Debug)]
pub(crate) struct FarthestEvent<'t> {
    text: &'t str,
    /// The rules for blanks and comments.
    implicit: Vec<RuleId>,
    /// The open rules, each with its start.
    pub(crate) open: Vec<(RuleId, usize)>,
    /// The farthest place.
    pub(crate) at: usize,
    /// The number of the failure's event; `None` if no terminal failed.
    pub(crate) event: Option<usize>,
    /// The number of open rules at the failure.
    depth: usize,
    /// Whether only blanks and comments have failed at the farthest place so far.
    is_implicit: bool,
    /// Whether the text before the farthest place has stayed matched since the failure.
    stands: bool,
}

impl<'t> FarthestEvent<'t> {
    pub(crate) fn new(rules: &PestGrammar, text: &'t str) -> Self {
        let implicit = rules.between.clone();
        let (open, at, event, depth) = (Vec::new(), 0, None, 0);
        Self { text, implicit, open, at, event, depth, is_implicit: true, stands: true }
    }

    /// Adds the next event of the trace. `number` is the event's number, or that of the last stored
    /// event before it.
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
        // A text inside a `!` must not match, so it is not expected.
        if at < self.at || event.lookahead == Lookahead::Negative {
            return Attempted::Elsewhere;
        }
        let mut begun_here = self.open.iter().rev().take_while(|(_, begin)| *begin == at);
        let is_implicit = begun_here.any(|(rule, _)| self.implicit.contains(rule));
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

    /// Records that the parser backtracked to `start`.
    fn discard(&mut self, start: usize) {
        self.stands &= self.text.get(start..self.at).is_none_or(|it| it.trim().is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracer::TraceError;

    fn of_all_events<'g>(rules: &'g PestGrammar, start: RuleId, text: &str) -> FarthestFailure<'g> {
        FarthestFailure::followed(rules, text, None, |listener| {
            // The events count whether or not the text matches.
            let _ = rules.trace(start, text, listener);
        })
    }

    #[test]
    fn the_farthest_failure_is_the_same_when_memoized() {
        let mut rng = crate::Random::seeded(24);
        let mut random = |signs: &str, length: usize| -> String {
            let signs: Vec<char> = signs.chars().collect();
            (0..rng.below(length)).map(|_| *rng.pick(&signs).expect("there are some")).collect()
        };
        for grammar in Grammar::BASIC.iter().chain(Grammar::EXTENDED) {
            for _ in 0..200 {
                let text = random("(()+-*/ 12N", 12);
                let expected = of_all_events(grammar.rules(), grammar.start(), &text);
                let found = FarthestFailure::remembered(grammar.rules(), grammar.start(), &text);
                assert_eq!(found, expected, "{grammar}: {text}");
            }
        }
        let sources = [
            "a = { b ~ \"x\" | c | !d ~ e } b = { \"1\" ~ \"2\"? } c = { b ~ \"y\" }
             d = { b ~ b } e = { (b | \"x\")* ~ b ~ \"z\" } WHITESPACE = _{ \" \" }",
            "a = { b ~ EOI | c ~ EOI } b = @{ d ~ b? } c = { d ~ c | d } d = { e ~ e? | e ~ \"x\" }
             e = { \"1\" ~ \"2\" | \"y\" } COMMENT = _{ \"z\" ~ \"x\" } WHITESPACE = _{ \" \" }",
            "a = { PUSH(\"1\" | \"2\") ~ b ~ POP | b ~ \"x\" } b = { \"x\" ~ a? ~ PEEK | \"y\" }",
            // `c` and `d` do not use the stack.
            "a = { PUSH(c) ~ b ~ POP | b ~ \"x\" | d ~ c } b = { c ~ d ~ PEEK | d ~ a? ~ c | \"y\" }
             c = { d ~ \"2\" | d } d = { \"1\" | \"x\" ~ \"2\"? } WHITESPACE = _{ \" \" }",
        ];
        for source in sources {
            let rules = PestGrammar::read(source).expect("pest accepts it");
            let start = rules.rule("a").expect("it is there");
            for _ in 0..2_000 {
                let text = random("112xyz ", 9);
                let expected = of_all_events(&rules, start, &text);
                let found = FarthestFailure::remembered(&rules, start, &text);
                assert_eq!(found, expected, "{source}: {text}");
            }
        }
    }

    #[test]
    fn the_work_for_a_repeatedly_parsed_text_grows_with_its_length() {
        let grammar = Grammar::RightSlow;
        let events = |brackets: usize| {
            let mut events = 0;
            let text = "(".repeat(brackets) + "8]";
            let listener = |_| {
                events += 1;
                ControlFlow::Continue(())
            };
            let (rules, start) = (grammar.rules(), grammar.start());
            let traced = rules.trace_once(start, &text, rules.stack_rules(start), listener);
            assert!(matches!(traced, Err(TraceError::Syntax(_))));
            events
        };
        let (few, many) = (events(8), events(80));
        assert!(many < few * 11, "{few} and {many}");
    }
}
