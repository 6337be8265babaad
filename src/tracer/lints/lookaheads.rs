//! Lookaheads that never hold, or after which what follows can never match.
//!
//! A lookahead reads nothing (B. Ford 2004, section 3): what follows it begins at the same
//! place, so what it refuses there cannot follow, and nothing else than what it asks for.

use super::finding;
use super::first_set::FirstSets;
use super::subject::{Subject, id, matched, shown};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;

/// The warnings for them, each with a text that is read without the lookahead.
pub(super) fn never_holding(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(subject.rules);
    let mut warnings = Vec::new();
    for (rule, row) in subject.rules.rows() {
        let items = row.items();
        for (at, look) in items.iter().enumerate() {
            let BodyKind::Lookahead { positive, body } = &look.kind else { continue };
            let mut after = items[at + 1..].iter();
            let next = after.find(|it| !matches!(it.kind, BodyKind::Lookahead { .. }));
            let ahead = first_sets.of(body);
            let [written, what] = [look, body].map(|it| subject.rules.slice(&it.span));
            let (message, place) = match (positive, next) {
                (false, _) if ahead.non_failing => {
                    (format!("`{written}` never holds: `{what}` matches everywhere"), look)
                }
                (false, Some(next)) if **body == *next || ahead.shadows(&first_sets.of(next)) => {
                    let why = "refuses what it begins with";
                    (format!("this can never match: `{written}` {why}"), next)
                }
                (true, Some(next)) if ahead.excludes(&first_sets.of(next)) => {
                    let why = "asks for what it does not begin with";
                    (format!("this can never match: `{written}` {why}"), next)
                }
                _ => continue,
            };
            let span = match items.get(at + 1) {
                Some(next) => look.span.start..next.span.start,
                None => items[at - 1].span.end..look.span.end,
            };
            let mend = vec![(span, String::new())];
            let text = read_without(subject, rule, row, at);
            if let Some(text) = text.filter(|_| subject.mends(&mend, rule, &[], &[])) {
                let advice = format!("leave the lookahead out, and `{}` is read", shown(&text));
                warnings.push(finding(message, place.span.clone(), advice).with_mend(mend));
            }
        }
    }
    warnings
}

/// A text that the rule reads only without one of the items of a sequence, if that sequence is
/// all that the rule has.
fn read_without(subject: &Subject<'_>, rule: usize, row: &Body, without: usize) -> Option<String> {
    let items = row.items().iter().enumerate();
    let rest = Body::sequence(items.filter(|(at, _)| *at != without).map(|(_, it)| it.clone()));
    let place = subject.rule(rule).body.span.clone();
    let alone = |text: String| subject.changed([(place.clone(), text)]);
    let [with, mended] =
        [alone(subject.rules.slice(&row.span).to_owned())?, alone(rest.to_string())?];
    let matches = |it: &PestGrammar, text: &str| matched(it, id(rule), text) == Some(text.len());
    let text = subject.shortest.text(&rest).filter(|text| matches(&mended, text))?;
    // Before what follows there may be something that is skipped.
    let between = subject.rules.between().filter_map(|it| subject.shortest.of_rule(it));
    let mut texts = between.map(|it| it + &text).chain([text.clone()]);
    texts.all(|it| !matches(&with, &it)).then_some(text)
}
