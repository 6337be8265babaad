//! The farthest failure of a parse: the last place at which a terminal failed, and
//! the terminals that were tried there (B. Ford, "Packrat Parsing", 2002).
//!
//! pest's own error names the rules that failed and drops what they were
//! looking for. A trace knows every terminal that was tried: those that failed
//! at the farthest place are all that can stand there.

use std::ops::ControlFlow;

use super::built_in::Grammar;
use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, Terminal, What};

/// The farthest place of a text that a grammar came to.
pub(crate) struct FarthestFailure<'g> {
    grammar: &'g PestGrammar,
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
        let rules = grammar.rules();
        let mut farthest =
            Self { grammar: rules, at: 0, attempts: Vec::new(), rule_stack: Vec::new() };
        let mut open: Vec<(RuleId, usize)> = Vec::new();
        let parsed = rules.trace(grammar.start(), text, |event| {
            match (event.what, event.outcome) {
                (What::Rule(rule), Outcome::Enter) => open.push((rule, event.at)),
                (What::Rule(_), Outcome::Match { .. } | Outcome::Fail) => {
                    open.pop();
                }
                (What::Terminal(terminal), Outcome::Fail) => farthest.add(terminal, event, &open),
                (What::Terminal(_) | What::Sequence, _) => {}
            }
            ControlFlow::Continue(())
        });
        // Read or not, or cut short by a limit: what was farthest so far stands.
        let _ = parsed;
        farthest
    }

    fn add(&mut self, terminal: &'g Terminal, event: Event<'_>, rule_stack: &[(RuleId, usize)]) {
        // What must not be there is not what could be.
        if event.at < self.at || event.lookahead == Lookahead::Negative {
            return;
        }
        if event.at > self.at || self.attempts.is_empty() {
            self.at = event.at;
            self.attempts.clear();
            self.rule_stack = rule_stack.to_vec();
        }
        // What may stand between all others is no help, unless it has begun.
        let is_implicit = |&&(rule, begin): &&(RuleId, usize)| {
            begin == event.at && ["WHITESPACE", "COMMENT"].contains(&self.grammar.name(rule))
        };
        if rule_stack.iter().any(|it| is_implicit(&it)) {
            return;
        }
        let common = self.rule_stack.iter().zip(rule_stack).take_while(|(a, b)| a == b).count();
        self.rule_stack.truncate(common);
        let tried = Attempt { terminal, inside: rule_stack.last().copied() };
        if !self.attempts.contains(&tried) {
            self.attempts.push(tried);
        }
    }
}
