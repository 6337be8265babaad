//! Lookaheads that never succeed, and lookaheads after which the next item can never match.
//!
//! A lookahead consumes nothing (B. Ford 2004, section 3), so the next item begins at the same
//! place. That item cannot match a text that `!` refuses, and must begin with the text that `&`
//! requires.

use std::ops::Range;

use super::finding;
use super::first_set::FirstSets;
use super::shortest::Shortest;
use super::subject::{Changes, Subject, id, named, reads_all, shown};
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;

/// Warns about these lookaheads. Each warning has a text that the rule matches without the
/// lookahead.
pub(super) fn never_holding(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(subject.rules);
    let mut warnings = Vec::new();
    for (rule, row) in subject.rules.rows() {
        let items = row.items();
        for (at, item) in items.iter().enumerate() {
            let Some((look, cut)) = last_lookahead(subject.rules, item, 0) else { continue };
            let BodyKind::Lookahead { positive, body } = &look.kind else { continue };
            let mut after = items[at + 1..].iter();
            let next = after.find(|it| !matches!(it.kind, BodyKind::Lookahead { .. }));
            first_sets.is_atomic = subject.rule(rule).modifier.is_atomic();
            let ahead = first_sets.of(body);
            let follows = next.map(|it| first_sets.of(it)).map(|it| first_sets.or_blanks(it));
            let [written, what] = [look, body].map(|it| subject.rules.slice(&it.span));
            let (message, place) = match (positive, next.zip(follows)) {
                (false, _) if ahead.non_failing => {
                    (format!("`{written}` never holds: `{what}` matches everywhere"), look)
                }
                (false, Some((next, first))) if **body == *next || ahead.shadows(&first) => {
                    let why = "refuses every text with which this can begin";
                    (format!("this can never match: `{written}` {why}"), next)
                }
                (true, Some((next, first))) if ahead.excludes(&first) => {
                    let why = "requires a text with which this cannot begin";
                    (format!("this can never match: `{written}` {why}"), next)
                }
                _ => continue,
            };
            // If the item is a lookahead, or names a rule that is only a lookahead, remove the item
            // from the sequence.
            let cut = match (items.get(at + 1), cut) {
                (_, Some(cut)) => cut,
                (Some(next), None) => item.span.start..next.span.start,
                (None, None) => items[at - 1].span.end..item.span.end,
            };
            let mend = vec![(cut, String::new())];
            let text = read_after(subject, rule, row, &mend);
            // Another part of the row may never match either.
            let all = items[at].span.start..items[items.len() - after.len() - 1].span.end;
            let pair = Body { span: all, ..row.clone() };
            if text.is_none() && next.is_some() && read_after(subject, rule, &pair, &mend).is_some()
            {
                let rule = &subject.rule(rule).name;
                let advice = format!("leave out the lookahead; other parts of `{rule}` fail, too");
                warnings.push(finding(message, place.span.clone(), advice));
            } else if let Some(text) = text.filter(|_| subject.mends(&mend, rule, &[], &[])) {
                let of_rule = item.name().map_or(String::new(), |name| format!(" of `{name}`"));
                let old = format!("leave out the lookahead{of_rule}, and {} is read", named(&text));
                let spaced = item.name().and_then(|_| with_blanks(subject, rule, &text));
                let (advice, mend) = spaced.unwrap_or((old, mend));
                warnings.push(finding(message, place.span.clone(), advice).with_mend(mend));
            }
        }
    }
    warnings
}

/// The advice to let pest skip blanks in the rule, as between a keyword and a name, and its change;
/// `None` unless the rule then matches `text` with a blank inside.
fn with_blanks(subject: &Subject<'_>, rule: usize, text: &str) -> Option<(String, Changes)> {
    let (modifier, name) = (subject.rule(rule).modifier, &subject.rule(rule).name);
    let end = subject.rules.source.len();
    let (put, mend, blank) = match (subject.blank(), modifier.is_atomic()) {
        (Some(blank), true) => {
            let put = format!("leave out the `{}` of `{name}`", modifier.sign());
            (put, subject.with_modifier(rule, "").0, blank)
        }
        (None, false) => {
            let blanks = "WHITESPACE = _{ \" \" }";
            let mend = vec![(end..end, format!("\n{blanks}\n"))];
            (format!("add `{blanks}`"), mend, " ".to_owned())
        }
        _ => return None,
    };
    let changed = subject.changed(mend.clone())?;
    let places = (1..text.len()).filter(|at| text.is_char_boundary(*at));
    let mut spaced = places.map(|at| [&text[..at], &blank, &text[at..]].concat());
    let read = shown(&spaced.find(|it| reads_all(&changed, id(rule), it))?);
    Some((format!("{put}: then pest skips blanks, and `{read}` is read"), mend))
}

/// The lookahead that ends a part. If it is in a rule that the part names, after other items, also
/// returns its place, which includes the `~` before it.
fn last_lookahead<'s>(
    rules: &'s Rules,
    part: &'s Body,
    depth: usize,
) -> Option<(&'s Body, Option<Range<usize>>)> {
    const DEEPEST: usize = 8;
    if let BodyKind::Lookahead { .. } = part.kind {
        return Some((part, None));
    }
    let body = &rules.rule(part.name().filter(|_| depth < DEEPEST)?)?.body;
    let [before @ .., last] = body.items() else { return None };
    let (look, cut) = last_lookahead(rules, last, depth + 1)?;
    Some((look, cut.or(before.last().map(|it| it.span.end..last.span.end))))
}

/// A text that the rule, with the sequence `row` as its whole body, matches only after the change
/// `mend`.
fn read_after(subject: &Subject<'_>, rule: usize, row: &Body, mend: &Changes) -> Option<String> {
    let with = subject.alone(rule, row, &Vec::new())?;
    let mended = subject.alone(rule, row, mend)?;
    let shortest = Shortest::new(&mended.written);
    let text = shortest.of_rule(rule).filter(|text| reads_all(&mended, id(rule), text))?;
    // Blanks or a comment may come before the next item.
    let between = subject.rules.between().filter_map(|it| subject.shortest.of_rule(it));
    let mut texts = between.map(|it| it + &text).chain([text.clone()]);
    texts.all(|it| !reads_all(&with, id(rule), &it)).then_some(text)
}
