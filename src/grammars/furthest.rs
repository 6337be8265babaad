//! How far a text can be read, and what could have stood there.
//!
//! pest's own error names the rules that failed and drops what they were
//! looking for. A trace knows every terminal that was tried: those that failed
//! at the furthest place are all that can stand there.

use std::ops::ControlFlow;

use super::LINE;
use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, Terminal, What};

/// The furthest place of a text that a grammar came to.
pub(crate) struct Furthest<'g> {
    /// The byte that nothing matched.
    pub(crate) at: usize,
    /// What was looked for there, each once.
    pub(crate) tries: Vec<Try<'g>>,
    /// The rules that are being read whatever comes next, and where each
    /// began, outermost first: those open around every try.
    pub(crate) path: Vec<(RuleId, usize)>,
}

/// A terminal that did not match.
#[derive(PartialEq, Eq)]
pub(crate) struct Try<'g> {
    pub(crate) terminal: &'g Terminal,
    /// The rule it stands in, and where that began.
    pub(crate) inside: Option<(RuleId, usize)>,
}

impl<'g> Furthest<'g> {
    /// Reads `text` as one line.
    pub(crate) fn of_line(grammar: &'g PestGrammar, text: &str) -> Self {
        let Some(start) = grammar.rule(LINE) else { unreachable!("every grammar has lines") };
        let mut furthest = Self { at: 0, tries: Vec::new(), path: Vec::new() };
        let mut open: Vec<(RuleId, usize)> = Vec::new();
        let parsed = grammar.trace(start, text, |event| {
            match (event.what, event.outcome) {
                (What::Rule(rule), Outcome::Enter) => open.push((rule, event.at)),
                (What::Rule(_), Outcome::Match { .. } | Outcome::Fail) => {
                    open.pop();
                }
                (What::Terminal(terminal), Outcome::Fail) => furthest.add(terminal, event, &open),
                (What::Terminal(_) | What::Sequence, _) => {}
            }
            ControlFlow::Continue(())
        });
        // What a limit cut short was furthest so far.
        let (Ok(_) | Err(_)) = parsed;
        furthest
    }

    fn add(&mut self, terminal: &'g Terminal, event: Event<'_>, path: &[(RuleId, usize)]) {
        // What must not be there is not what could be.
        if event.at < self.at || event.lookahead == Lookahead::Negative {
            return;
        }
        if event.at > self.at || self.tries.is_empty() {
            self.at = event.at;
            self.tries.clear();
            self.path = path.to_vec();
        }
        let common = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.path.truncate(common);
        let tried = Try { terminal, inside: path.last().copied() };
        if !self.tries.contains(&tried) {
            self.tries.push(tried);
        }
    }
}
