//! The farthest failure of a parse: the last place at which a terminal failed, and
//! the terminals that were tried there (B. Ford, "Packrat Parsing", 2002).
//!
//! pest's own error names the rules that failed and drops what they were
//! looking for. A trace knows every terminal that was tried: those that failed
//! at the farthest place are all that can stand there.

use std::ops::ControlFlow;

use super::built_in::Grammar;
use super::farthest_event::{Attempted, FarthestEvent};
use crate::tracer::{PestGrammar, RuleId, Terminal, What};

/// The farthest place of a text that a grammar came to.
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
#[derive(PartialEq, Eq)]
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
        let mut farthest = Self { at: 0, attempts: Vec::new(), rule_stack: Vec::new() };
        let mut place = FarthestEvent::new(rules, text);
        let parsed = rules.trace(start, text, |event| {
            let attempted = place.add(event, 0);
            if let What::Terminal(terminal) = event.what {
                farthest.add(terminal, attempted, place.open());
            }
            ControlFlow::Continue(())
        });
        // Read or not, or cut short by a limit: what was farthest so far stands.
        let _ = parsed;
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
            Attempted::Another => {
                let pairs = self.rule_stack.iter().zip(rule_stack);
                let common = pairs.take_while(|(a, b)| a == b).count();
                self.rule_stack.truncate(common);
            }
        }
        let attempt = Attempt { terminal, inside: rule_stack.last().copied() };
        // What may stand between all others is no help, unless it has begun.
        if tried != Attempted::Implicit && !self.attempts.contains(&attempt) {
            self.attempts.push(attempt);
        }
    }
}
