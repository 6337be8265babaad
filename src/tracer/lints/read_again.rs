//! Rules that read the same text again and again, so that the work is multiplied at
//! every level at which a text nests.

use std::collections::HashMap;

use super::growth::Growth;
use super::nested::{Nesting, nestings};
use super::read_once::rewritings;
use super::subject::{Subject, id, shown};
use super::trial::{self, watched};
use super::unused::reached;
use crate::tracer::error::GrammarError;
use crate::tracer::{Outcome, PestGrammar, RuleId, What};

/// The most calls that are made to find such rules.
const MOST_CALLS: u64 = 1_000_000;

/// What may stand after a text where a grammar has blanks of its own.
const BLANKS: [&str; 3] = ["", " ", "\n"];

/// The depth of the text that is shown.
const SHOWN_DEPTH: usize = 4;

/// What is read again, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Rereading {
    /// The rule whose alternatives or repetitions come back to it.
    within: usize,
    /// The rule that is read again at the same place.
    what: usize,
}

/// The warnings for rules that take exponential time, each with what it costs.
pub(super) fn rereadings(subject: &Subject<'_, '_>) -> Vec<GrammarError> {
    let mut worst: Vec<(Rereading, Nesting, Growth)> = Vec::new();
    let mut calls = 0;
    let used = reached(subject.syntax, [subject.start]);
    for nesting in nestings(subject).into_iter().filter(|it| used.contains(&it.rule)) {
        if calls > MOST_CALLS {
            break;
        }
        let Some(growth) = Growth::of(subject.grammar, &nesting) else { continue };
        calls += growth.calls.iter().sum::<u64>();
        if !growth.is_exponential() {
            continue;
        }
        for rereading in causes(subject.grammar, &nesting, growth.calls.len() - 1) {
            // What does not nest is read again often where something around it is.
            if !reached(subject.syntax, [rereading.what]).contains(&rereading.within) {
                continue;
            }
            let known = worst.iter_mut().find(|(it, ..)| it.within == rereading.within);
            match known {
                None => worst.push((rereading, nesting.clone(), growth.clone())),
                // The shortest text says it best.
                Some(known) if nesting.text(1).len() < known.1.text(1).len() => {
                    *known = (rereading, nesting.clone(), growth.clone());
                }
                Some(_) => {}
            }
        }
    }
    let mut warnings: Vec<GrammarError> = worst
        .iter()
        .map(|(what, nesting, growth)| warning(subject, *what, nesting, growth))
        .collect();
    warnings.sort_by_key(|it| it.span.start);
    warnings
}

fn warning(
    subject: &Subject<'_, '_>,
    rereading: Rereading,
    nesting: &Nesting,
    growth: &Growth,
) -> GrammarError {
    let rule = subject.rule(rereading.within);
    let (name, again) = (rule.name, subject.rule(rereading.what).name);
    let depth = SHOWN_DEPTH.min(growth.calls.len() - 1);
    let (text, count) = (shown(&nesting.text(depth)), growth.calls[depth]);
    let factor = growth.factor();
    let message = format!(
        "`{name}` reads `{again}` again where it has read it already: `{text}` takes {count} calls \
         of rules, and each further level {factor:.0} times as many"
    );
    let rewritten = rewritings(subject.source, &rule.body).into_iter().find_map(|it| {
        let grammar = subject.changed([(it.span.clone(), it.text.clone())])?;
        let mended = Growth::of(&grammar, nesting)?;
        let is_better = mended.factor() < factor * 0.8;
        let reads_alike = (0..=depth).all(|depth| {
            let text = nesting.text(depth);
            let end = trial::matched(&grammar, id(nesting.rule), &text);
            end == subject.matched(nesting.rule, &text)
        });
        let mut texts = rule.body.all().filter_map(|node| subject.shortest.text(node)).take(50);
        // Before a part that may be missing the rule would take the blanks as well.
        let reads_alike = reads_alike
            && texts.all(|text| {
                BLANKS.into_iter().all(|blank| {
                    let text = text.clone() + blank;
                    let end = trial::matched(&grammar, id(rereading.within), &text);
                    end == subject.matched(rereading.within, &text)
                })
            });
        let text = nesting.text(depth);
        let calls = trial::tried(&grammar, id(nesting.rule), &text).calls;
        (is_better && reads_alike).then_some((it, calls))
    });
    if let Some((rewriting, calls)) = rewritten {
        let advice = format!("read it once: `{}` (then {calls} calls)", rewriting.text);
        return GrammarError::new(message, rewriting.span, advice);
    }
    let advice = format!("read `{again}` once, and choose after it what follows");
    GrammarError::new(message, rule.name_span.clone(), advice)
}

/// The rules that make most of the work, the worst first.
fn causes(grammar: &PestGrammar, nesting: &Nesting, depth: usize) -> Vec<Rereading> {
    let mut counts: HashMap<Rereading, u64> = HashMap::new();
    let mut last_calls: HashMap<(RuleId, usize), u64> = HashMap::new();
    // The open rules: each with its number, and whether it is read again.
    let mut open: Vec<(RuleId, u64, bool)> = Vec::new();
    let text = nesting.text(depth);
    // Blanks are looked for everywhere.
    let is_implicit = |rule| ["WHITESPACE", "COMMENT"].contains(&grammar.name(rule));
    watched(grammar, id(nesting.rule), &text, |event| match (event.what, event.outcome) {
        (What::Rule(rule), _) if is_implicit(rule) => {}
        (What::Rule(rule), Outcome::Enter) => {
            let before = last_calls.insert((rule, event.at), event.call);
            // What was open already, and is open still, came back to it.
            let around = before.map(|before| open.partition_point(|(_, call, _)| *call < before));
            let is_again = match around {
                Some(around) if around > 0 => {
                    let is_first = open[around..].iter().all(|(.., is_again)| !is_again);
                    let (within, what) = (open[around - 1].0.index(), rule.index());
                    if let (true, Some(within), Some(what)) =
                        (is_first, within.checked_sub(1), what.checked_sub(1))
                    {
                        *counts.entry(Rereading { within, what }).or_default() += 1;
                    }
                    true
                }
                _ => false,
            };
            open.push((rule, event.call, is_again));
        }
        (What::Rule(_), _) => drop(open.pop()),
        _ => {}
    });
    let mut counts: Vec<(Rereading, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(it, count)| (std::cmp::Reverse(*count), it.within, it.what));
    let most = counts.first().map_or(0, |(_, count)| *count);
    let counts = counts.into_iter().filter(|(_, count)| *count * 10 > most);
    counts.map(|(it, _)| it).collect()
}
