//! How far a text can be read, and what could have stood there.
//!
//! pest's own error names the rules that failed and drops what they were
//! looking for. A trace knows every terminal that was tried: those that failed
//! at the furthest place are all that can stand there.

use std::ops::ControlFlow;

use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, Terminal, What};

/// The furthest place of a text that a grammar came to.
pub(crate) struct Furthest<'g> {
    /// The byte that nothing matched.
    pub(crate) at: usize,
    /// What was looked for there, each once.
    pub(crate) tries: Vec<Try<'g>>,
    /// Whether the whole text was read.
    pub(crate) is_read: bool,
}

/// A terminal that did not match.
pub(crate) struct Try<'g> {
    pub(crate) terminal: &'g Terminal,
    /// The rules that were open around it and where each began, outermost
    /// first.
    pub(crate) path: Vec<(RuleId, usize)>,
}

impl<'g> Furthest<'g> {
    /// Reads `text` by the rule `start`.
    pub(crate) fn of(grammar: &'g PestGrammar, start: RuleId, text: &str) -> Self {
        let mut furthest = Self { at: 0, tries: Vec::new(), is_read: false };
        let mut open: Vec<(RuleId, usize)> = Vec::new();
        let parsed = grammar.trace(start, text, |event| {
            match (event.what, event.outcome) {
                (What::Rule(rule), Outcome::Enter) => open.push((rule, event.at)),
                (What::Rule(_), Outcome::Match { .. } | Outcome::Fail) => {
                    open.pop();
                }
                (What::Terminal(terminal), Outcome::Fail) => furthest.add(terminal, event, &open),
                (What::Terminal(_), Outcome::Enter | Outcome::Match { .. }) => {}
            }
            ControlFlow::Continue(())
        });
        furthest.is_read = parsed.is_ok();
        furthest
    }

    fn add(&mut self, terminal: &'g Terminal, event: Event<'_>, path: &[(RuleId, usize)]) {
        // What must not be there is not what could be.
        if event.at < self.at || event.lookahead == Lookahead::Negative {
            return;
        }
        if event.at > self.at {
            self.at = event.at;
            self.tries.clear();
        }
        if !self.tries.iter().any(|it| it.terminal == terminal && it.path == path) {
            self.tries.push(Try { terminal, path: path.to_vec() });
        }
    }
}
