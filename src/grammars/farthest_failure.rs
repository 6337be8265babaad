//! The farthest failure of a parse: the last place at which a terminal failed, and
//! the terminals that were tried there (B. Ford, "Packrat Parsing", 2002).
//!
//! pest's own error names the rules that failed and drops what they were
//! looking for. A trace knows every terminal that was tried: those that failed
//! at the farthest place are all that can stand there.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::built_in::Grammar;
use super::farthest_event::{Attempted, FarthestEvent};
use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, Terminal, What};

/// The farthest place of a text that a grammar came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FarthestFailure<'g> {
    /// The byte that nothing matched.
    pub(crate) at: usize,
    /// The terminals that failed there, each once.
    pub(crate) attempts: Vec<Attempt<'g>>,
    /// The rules that are being read whatever comes next, and where each
    /// began, outermost first: those open around every try.
    pub(crate) rule_stack: Vec<(RuleId, usize)>,
}

/// A terminal that did not match.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Attempt<'g> {
    pub(crate) terminal: &'g Terminal,
    /// The rule it stands in, and where that began.
    pub(crate) inside: Option<(RuleId, usize)>,
}

impl<'g> FarthestFailure<'g> {
    /// Reads `text` by the rule that `grammar` begins with.
    pub(crate) fn of(grammar: &'g Grammar, text: &str) -> Self {
        Self::by(grammar.rules(), grammar.start(), text)
    }

    /// Reads `text` by the rule `start`.
    pub(super) fn by(rules: &'g PestGrammar, start: RuleId, text: &str) -> Self {
        Self::followed(rules, text, |listener| rules.trace_once(start, text, listener))
    }

    /// Follows a trace of `text`, which may tell what is tried again by its outcome alone.
    fn followed(
        rules: &PestGrammar,
        text: &str,
        trace: impl FnOnce(&mut dyn FnMut(Event<'g>) -> ControlFlow<()>),
    ) -> Self {
        let mut farthest = Self { at: 0, attempts: Vec::new(), rule_stack: Vec::new() };
        let mut place = FarthestEvent::new(rules, text);
        let mut calls = Calls::default();
        // Read or not, or cut short by a limit: what was farthest so far stands.
        trace(&mut |event| {
            let attempted = place.add(event, 0);
            match event.what {
                What::Terminal(terminal) => {
                    farthest.add(terminal, attempted, place.open());
                    if matches!(attempted, Attempted::First | Attempted::Another) {
                        calls.came_to(event.at);
                    }
                }
                What::Rule(_) if event.outcome == Outcome::Enter => calls.enter(),
                What::Rule(rule) => {
                    if calls.leave((rule, event.at, event.lookahead)) == Some(place.at()) {
                        farthest.keep_common(place.open(), (rule, event.at));
                    }
                }
                What::Sequence => {}
            }
            ControlFlow::Continue(())
        });
        farthest.at = place.at();
        farthest
    }

    fn add(&mut self, terminal: &'g Terminal, tried: Attempted, rule_stack: &[(RuleId, usize)]) {
        match tried {
            Attempted::Elsewhere => return,
            Attempted::First | Attempted::Implicit => {
                self.attempts.clear();
                self.rule_stack = rule_stack.to_vec();
            }
            Attempted::Another => self.rule_stack.truncate(common(&self.rule_stack, rule_stack)),
        }
        let attempt = Attempt { terminal, inside: rule_stack.last().copied() };
        // What may stand between all others is no help, unless it has begun.
        if tried != Attempted::Implicit && !self.attempts.contains(&attempt) {
            self.attempts.push(attempt);
        }
    }

    /// The terminals of `call`, inside the rules of `around`, fail at the farthest place
    /// once more.
    fn keep_common(&mut self, around: &[(RuleId, usize)], call: (RuleId, usize)) {
        let common = common(&self.rule_stack, around);
        // What follows the call has not changed since it was tried first.
        if common < around.len() || self.rule_stack.get(common) != Some(&call) {
            self.rule_stack.truncate(common);
        }
    }
}

/// How many of the first are the same.
fn common(one: &[(RuleId, usize)], other: &[(RuleId, usize)]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// A rule at a place.
type Call = (RuleId, usize, Lookahead);

/// To where the rules came that were tried, as far as that was the farthest place then.
#[derive(Default)]
struct Calls {
    /// Of those that are open, outermost first.
    open: Vec<Option<usize>>,
    known: HashMap<Call, usize>,
}

impl Calls {
    fn enter(&mut self) {
        self.open.push(None);
    }

    /// A terminal of the innermost open rule failed here.
    fn came_to(&mut self, at: usize) {
        if let Some(innermost) = self.open.last_mut() {
            *innermost = Some(at);
        }
    }

    /// The innermost open rule is left. Where it came to when it was tried before, if
    /// nothing is known of what is inside it now.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of_all_events<'g>(rules: &'g PestGrammar, start: RuleId, text: &str) -> FarthestFailure<'g> {
        FarthestFailure::followed(rules, text, |listener| {
            // Read or not, its events are what is asked for.
            let _ = rules.trace(start, text, listener);
        })
    }

    #[test]
    fn it_is_the_same_where_nothing_is_read_twice() {
        let mut rng = fastrand::Rng::with_seed(24);
        let mut random = |signs: &str, length: usize| -> String {
            let signs: Vec<char> = signs.chars().collect();
            (0..rng.usize(..length)).map(|_| *rng.choice(&signs).expect("there are some")).collect()
        };
        for grammar in Grammar::BASIC.iter().chain(Grammar::EXTENDED) {
            for _ in 0..200 {
                let text = random("(()+-*/ 12N", 12);
                let expected = of_all_events(grammar.rules(), grammar.start(), &text);
                assert_eq!(FarthestFailure::of(grammar, &text), expected, "{grammar}: {text}");
            }
        }
        let sources = [
            "a = { b ~ \"x\" | c | !d ~ e } b = { \"1\" ~ \"2\"? } c = { b ~ \"y\" }
             d = { b ~ b } e = { (b | \"x\")* ~ b ~ \"z\" } WHITESPACE = _{ \" \" }",
            "a = { b ~ EOI | c ~ EOI } b = @{ d ~ b? } c = { d ~ c | d } d = { e ~ e? | e ~ \"x\" }
             e = { \"1\" ~ \"2\" | \"y\" } COMMENT = _{ \"z\" ~ \"x\" } WHITESPACE = _{ \" \" }",
            "a = { PUSH(\"1\" | \"2\") ~ b ~ POP | b ~ \"x\" } b = { \"x\" ~ a? ~ PEEK | \"y\" }",
        ];
        for source in sources {
            let rules = PestGrammar::read(source).expect("pest accepts it");
            let start = rules.rule("a").expect("it is there");
            for _ in 0..2_000 {
                let text = random("112xyz ", 9);
                let expected = of_all_events(&rules, start, &text);
                assert_eq!(FarthestFailure::by(&rules, start, &text), expected, "{source}: {text}");
            }
        }
    }

    #[test]
    fn the_work_for_a_text_that_is_read_again_and_again_is_that_of_its_length() {
        let grammar = Grammar::RightSlow;
        let events = |brackets: usize| {
            let mut events = 0;
            let text = "(".repeat(brackets) + "8]";
            grammar.rules().trace_once(grammar.start(), &text, |_| {
                events += 1;
                ControlFlow::Continue(())
            });
            events
        };
        let (few, many) = (events(8), events(80));
        assert!(many < few * 11, "{few} and {many}");
    }
}
