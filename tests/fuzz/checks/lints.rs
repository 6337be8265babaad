//! Checks lints: if a finding says that something never happens, no text makes it happen, and the
//! suggested fix is a grammar.

use std::ops::ControlFlow;

use bracket24::tracer::{
    Event, Findings, GrammarError, GrammarErrorKind, Outcome, PestGrammar, RuleId, What,
};

use super::places::assert_in;

/// The most events of a trace.
const EVENTS: usize = 20_000;

/// Takes a grammar and then texts, each after a line of `====`, as input.
pub fn check(data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let mut parts = input.split("\n====\n");
    let source = parts.next().expect("a split text has a part at least");
    // pest's own reader recurses for every operator of a rule.
    stacker::grow(64 << 20, || {
        let Ok(grammar) = PestGrammar::read(source) else { return };
        let Some(start) = grammar.rules().next() else { return };
        let found = Findings::of(source, grammar.name(start)).expect("it is a grammar");
        for finding in found.errors.iter().chain(&found.warnings) {
            is_mended(source, finding);
        }
        for text in parts {
            never_happens(&grammar, start, text, &found.warnings);
        }
    });
}

/// Makes sure that the changes of a finding lie in its grammar, and make another grammar that pest
/// accepts.
fn is_mended(source: &str, finding: &GrammarError) {
    assert_in(source, &finding.span);
    let (mut text, mut end) = (String::new(), 0);
    for (span, new) in &finding.mend {
        assert_in(source, span);
        text.extend([&source[end..span.start], new]);
        end = span.end;
    }
    text.push_str(&source[end..]);
    let read = PestGrammar::read(&text);
    assert!(read.is_ok(), "{}\n{source}\n--- is mended to\n{text}\n{read:?}", finding.message);
}

fn never_happens(grammar: &PestGrammar, start: RuleId, text: &str, found: &[GrammarError]) {
    let mut events = 0;
    // A trace that takes too long is followed only this far.
    let _ = grammar.trace(start, text, |event| {
        events += 1;
        for finding in found {
            assert!(is_true_of(finding, grammar, &event), "{} in {text:?}", finding.message);
        }
        if events > EVENTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
}

/// Whether a step of the parser contradicts a finding.
fn is_true_of(finding: &GrammarError, grammar: &PestGrammar, event: &Event<'_>) -> bool {
    let GrammarErrorKind::Lint(lint) = finding.kind else { return true };
    let is_match = matches!(event.outcome, Outcome::Match { .. });
    let is_about = |rule| {
        let name = grammar.name(rule);
        finding.message.starts_with(&format!("rule `{name}` "))
            || finding.message.starts_with(&format!("`{name}` "))
    };
    // pest matches the common beginning of several alternatives once, for all of them.
    let sites = grammar.sites(event.site);
    let is_there = !sites.is_empty() && sites.iter().all(|site| site.span == finding.span);
    match (lint, event.what) {
        ("never-used", What::Rule(rule)) => !is_about(rule),
        ("reads-nothing", What::Rule(rule)) if is_match && is_about(rule) => {
            event.outcome == Outcome::Match { end: event.at }
        }
        ("never-matches", What::Rule(rule)) if is_match => !is_about(rule) && !is_there,
        ("never-matches" | "unreachable", _) => !is_match || !is_there,
        _ => true,
    }
}
