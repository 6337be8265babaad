//! Repetitions that never end, as a round of them reads nothing: pest refuses what may
//! read nothing by its form, but not what is compared with an empty stack, or with an
//! empty text on it.

use super::subject::{Subject, id, shown};
use super::trial;
use super::ways::Ways;
use crate::tracer::PestGrammar;
use crate::tracer::error::GrammarError;
use crate::tracer::syntax::{Kind, Node};

/// How many rounds more than a text has bytes show that one of them read nothing, and
/// the next will not either.
const MANY_ROUNDS: usize = 1000;

/// How many repetitions are tried: each may take as many events as a trial has.
const MOST_SUSPECTS: usize = 20;

/// The warnings for them, each with a text that shows it.
pub(super) fn endless_repetitions(subject: &Subject<'_, '_>) -> Vec<GrammarError> {
    let mut suspects = Vec::new();
    for (index, rule) in subject.syntax.rules.iter().enumerate() {
        let may_be_endless = |node: &&Node<'_>| match &node.kind {
            Kind::Repeat { body, most: None, .. } => subject.shortest.may_be_empty(body),
            _ => false,
        };
        suspects.extend(rule.body.all().filter(may_be_endless).map(|node| (index, node)));
    }
    suspects.truncate(MOST_SUSPECTS);
    if suspects.is_empty() {
        return Vec::new();
    }
    let mut ways = Ways::new(subject);
    let mut warnings = Vec::new();
    for (rule, node) in suspects {
        let Some(ways) = ways.to(rule) else { break };
        let around = ways.from(subject.start).zip(subject.shortest.around(rule, node));
        let Some(((before, after), (left, right))) = around else { continue };
        let start = before + &left;
        let texts = [start.clone(), [start, right, after].concat()];
        let endless = texts.iter().find(|text| is_endless(subject, subject.grammar, node, text));
        warnings.extend(endless.map(|text| warning(subject, node, text)));
    }
    warnings
}

/// Whether the repetition goes on without end where a text is read.
fn is_endless(
    subject: &Subject<'_, '_>,
    grammar: &PestGrammar,
    repetition: &Node<'_>,
    text: &str,
) -> bool {
    let mut is_endless = false;
    trial::watched(grammar, id(subject.start), text, |event| {
        let is_within = || {
            let mut sites = grammar.sites(event.site).iter();
            let span = &repetition.span;
            sites.any(|site| span.start <= site.span.start && site.span.end <= span.end)
        };
        if !is_endless && event.round as usize > text.len() + MANY_ROUNDS {
            is_endless = is_within();
        }
    });
    is_endless
}

fn warning(subject: &Subject<'_, '_>, repetition: &Node<'_>, text: &str) -> GrammarError {
    let written = &subject.source[repetition.span.clone()];
    let on =
        if text.is_empty() { "an empty text".to_owned() } else { format!("`{}`", shown(text)) };
    let message = format!(
        "`{written}` never ends on {on}: a round compares with nothing of the stack, or with an \
         empty text, and so reads nothing"
    );
    let once = once(subject, repetition).filter(|once| {
        let changed = subject.changed([(repetition.span.clone(), once.clone())]);
        changed.is_some_and(|grammar| trial::tried(&grammar, id(subject.start), text).is_whole)
    });
    let advice = match once {
        Some(once) => format!("let each round read something, or ask for one at most: `{once}`"),
        None => "let each round read something".to_owned(),
    };
    GrammarError::new(message, repetition.span.clone(), advice)
}

/// The same with one round at most.
fn once(subject: &Subject<'_, '_>, repetition: &Node<'_>) -> Option<String> {
    let Kind::Repeat { body, least, .. } = &repetition.kind else { return None };
    let body = &subject.source[body.span.clone()];
    match least {
        0 => Some(format!("{body}?")),
        1 => Some(body.to_owned()),
        _ => None,
    }
}
