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
}

/// A terminal that did not match.
pub(crate) struct Try<'g> {
    pub(crate) terminal: &'g Terminal,
    /// The rules that were open around it and where each began, outermost
    /// first.
    pub(crate) path: Vec<(RuleId, usize)>,
}

impl<'g> Furthest<'g> {
    /// Reads `text` as one line.
    pub(crate) fn of_line(grammar: &'g PestGrammar, text: &str) -> Self {
        let Some(start) = grammar.rule(LINE) else { unreachable!("every grammar has lines") };
        let mut furthest = Self { at: 0, tries: Vec::new() };
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
        if event.at > self.at {
            self.at = event.at;
            self.tries.clear();
        }
        if !self.tries.iter().any(|it| it.terminal == terminal && it.path == path) {
            self.tries.push(Try { terminal, path: path.to_vec() });
        }
    }

    /// The rules that are being read whatever comes next: those open around
    /// every try.
    pub(crate) fn path(&self) -> &[(RuleId, usize)] {
        let Some((first, rest)) = self.tries.split_first() else { return &[] };
        let common = rest.iter().fold(first.path.len(), |length, it| {
            first.path.iter().zip(&it.path).take(length).take_while(|(a, b)| a == b).count()
        });
        &first.path[..common]
    }
}
