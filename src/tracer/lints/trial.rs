//! Texts tried on a grammar, within a bound: a grammar under suspicion may take for
//! ever.

use std::ops::ControlFlow;

use crate::tracer::{Event, Outcome, PestGrammar, RuleId, TraceError, What};

/// The most events of a trial.
const MOST_EVENTS: u64 = 100_000;

/// Up to where a rule matches a text, from its start.
pub(crate) fn matched(grammar: &PestGrammar, rule: RuleId, text: &str) -> Option<usize> {
    tried(grammar, rule, text).matched
}

/// Whether the rules match the whole of the texts that belong to them.
pub(in crate::tracer) fn all_match(grammar: &PestGrammar, texts: &[(&str, &[String])]) -> bool {
    texts.iter().all(|(rule, texts)| {
        let matches = |rule, text: &String| matched(grammar, rule, text) == Some(text.len());
        grammar.rule(rule).is_some_and(|rule| texts.iter().all(|text| matches(rule, text)))
    })
}

/// What came of a trial.
#[derive(Debug, Default)]
pub(in crate::tracer) struct Trial {
    /// Up to where the rule matches.
    pub(in crate::tracer) matched: Option<usize>,
    /// How many rules were called.
    pub(in crate::tracer) calls: u64,
    /// Whether it was given up: rules were open without end.
    pub(in crate::tracer) is_endless: bool,
    /// Whether all was tried.
    pub(in crate::tracer) is_whole: bool,
}

pub(in crate::tracer) fn tried(grammar: &PestGrammar, rule: RuleId, text: &str) -> Trial {
    watched(grammar, rule, text, |_| {})
}

/// Tries a text, and tells `listener` of the events.
pub(in crate::tracer) fn watched(
    grammar: &PestGrammar,
    rule: RuleId,
    text: &str,
    mut listener: impl FnMut(Event<'_>),
) -> Trial {
    let (mut trial, mut events) = (Trial::default(), 0_u64);
    let traced = grammar.trace(rule, text, |event| {
        events += 1;
        listener(event);
        match (event.what, event.outcome) {
            (What::Rule(_), Outcome::Enter) => trial.calls += 1,
            (What::Rule(_), Outcome::Match { end }) if event.depth == 0 => {
                trial.matched = Some(end);
            }
            _ => {}
        }
        if events < MOST_EVENTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    trial.is_endless = matches!(traced, Err(TraceError::TooManyOpenRules));
    trial.is_whole = matches!(traced, Ok(_) | Err(TraceError::Syntax(_)));
    trial
}
