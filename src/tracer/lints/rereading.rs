//! Rules with which the parser reads the same text again and again. This multiplies the work at
//! each level of nesting.

use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;

use super::finding;
use super::left_recursion::on_cycles;
use super::shortest::Ways;
use super::subject::{Subject, Trial, id, matched, shown, tried, watched};
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;
use crate::tracer::{Outcome, PestGrammar, RuleId, What};

/// The maximum number of calls to spend on finding such rules.
const MOST_CALLS: u64 = 1_000_000;

/// Blanks to add after a text, to test that a changed rule matches exactly as much as before.
const BLANKS: [&str; 3] = ["", " ", "\n"];

/// The nesting depth of the text in the message.
const SHOWN_DEPTH: usize = 4;

/// A rule that is called again at the same place, and the rule that causes this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Rereading {
    /// The rule whose alternatives or repetitions call the other rule again.
    within: usize,
    /// The rule that is called again at the same place.
    what: usize,
}

/// Warns about rules that take exponential time, with the number of calls.
pub(super) fn rereadings(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut worst: Vec<(Rereading, Nesting, Growth)> = Vec::new();
    let mut calls = 0;
    let used = subject.rules.reached([subject.start]);
    for nesting in nestings(subject).into_iter().filter(|it| used.contains(it.rule)) {
        if calls > MOST_CALLS {
            break;
        }
        let Some(growth) = Growth::of(subject.grammar, &nesting) else { continue };
        calls += growth.calls.iter().sum::<u64>();
        if !growth.is_exponential() {
            continue;
        }
        let mut causes = causes(subject.grammar, &nesting, growth.calls.len() - 1);
        // A rule that does not nest is often called again only because a rule around it is called
        // again.
        let nests = |it: &Rereading| subject.rules.reached([it.what]).contains(it.within);
        causes.retain(|it| growth.is_slow || nests(it));
        worst.extend(causes.into_iter().map(|it| (it, nesting.clone(), growth.clone())));
    }
    // The shortest text whose growth is known makes the best example.
    worst.sort_by_key(|(rereading, nesting, growth)| {
        (rereading.within, growth.is_slow, nesting.text(1).len())
    });
    worst.dedup_by_key(|(rereading, ..)| rereading.within);
    let worst = worst.iter();
    let warnings = worst.map(|(what, nesting, growth)| warning(subject, *what, nesting, growth));
    warnings.sorted_by_key(|it| it.span.start).collect()
}

fn warning(
    subject: &Subject<'_>,
    rereading: Rereading,
    nesting: &Nesting,
    growth: &Growth,
) -> GrammarError {
    let rule = subject.rule(rereading.within);
    let [again, outer] = [rereading.what, nesting.rule].map(|it| &subject.rule(it).name);
    let name = &rule.name;
    let depth = SHOWN_DEPTH.min(growth.calls.len() - 1);
    let (text, count) = (shown(&nesting.text(depth)), growth.calls[depth]);
    let factor = growth.factor();
    let times = match format!("{factor:.1}").split_once('.') {
        Some((whole, "0")) => whole.to_owned(),
        _ => format!("about {factor:.1}"),
    };
    let takes = if growth.is_slow {
        format!("at least {count} rule calls")
    } else {
        format!("{count} rule calls, and each further level takes {times} times as many")
    };
    let message = format!(
        "`{name}` calls `{again}` again at the same place: in `{outer}`, `{text}` takes {takes}"
    );
    // The trial of the last text may have been given up.
    let compared = depth + usize::from(!growth.is_slow);
    let rewritten = rewritings(subject.rules, &rule.body).into_iter().find_map(|it| {
        let grammar = subject.changed([it.clone()])?;
        let of_text = |depth| tried(&grammar, id(nesting.rule), &nesting.text(depth));
        let is_better = if growth.is_slow {
            (0..compared).any(|depth| of_text(depth).calls * 5 < growth.calls[depth] * 4)
        } else {
            Growth::of(&grammar, nesting)?.factor() < factor * 0.8
        };
        let is_alike = |rule: usize, text: &str| {
            matched(&grammar, id(rule), text) == subject.matched(rule, text)
        };
        let reads_alike = (0..compared).all(|depth| is_alike(nesting.rule, &nesting.text(depth)));
        let mut texts = rule.body.all().filter_map(|node| subject.shortest.text(node)).take(50);
        // The changed rule might match blanks before a part that has become optional.
        let reads_alike = reads_alike
            && texts.all(|text| {
                BLANKS.iter().all(|blank| is_alike(rereading.within, &(text.clone() + blank)))
            });
        (is_better && reads_alike).then(|| (it, of_text(depth)))
    });
    if let Some(((span, text), Trial { calls, is_whole, .. })) = rewritten {
        let then = if is_whole { format!(" (then {calls} calls)") } else { String::new() };
        let advice = format!("match it once: `{text}`{then}");
        return finding(message, span.clone(), advice).with_mend(vec![(span, text)]);
    }
    let advice = if rule.body.all().any(|it| it.alternatives().len() > 1) {
        format!("match `{again}` once, and make the choice after it")
    } else {
        format!(
            "let `{again}` leave the text after it: an attempt that matches it here fails later"
        )
    };
    finding(message, rule.name_span.clone(), advice)
}

/// Whether nesting texts in the rule multiplies the work at every level.
pub(super) fn is_exponential(grammar: &PestGrammar, rule: RuleId) -> bool {
    let Some(subject) = Subject::new(grammar, rule, &[]) else { return false };
    let nestings = nestings(&subject).into_iter().filter(|it| it.rule == subject.start);
    let mut growths = nestings.filter_map(|it| Growth::of(grammar, &it));
    growths.any(|growth| growth.is_exponential())
}

/// The rereadings that cause most of the work, the worst first.
fn causes(grammar: &PestGrammar, nesting: &Nesting, depth: usize) -> Vec<Rereading> {
    let mut counts: HashMap<Rereading, u64> = HashMap::new();
    let mut last_calls: HashMap<(RuleId, usize), u64> = HashMap::new();
    // The open rules, each with its call number, and whether it was called again.
    let mut open: Vec<(RuleId, u64, bool)> = Vec::new();
    let text = nesting.text(depth);
    // The parser tries blanks everywhere, so ignore them.
    watched(grammar, id(nesting.rule), &text, |event| match (event.what, event.outcome) {
        (What::Rule(rule), _) if grammar.between.contains(&rule) => {}
        (What::Rule(rule), Outcome::Enter) => {
            let before = last_calls.insert((rule, event.at), event.call);
            // The innermost rule that was already open at the first call, and is still open, caused
            // the second call.
            let is_older = |(_, call, _): &(RuleId, u64, bool)| before.is_some_and(|it| *call < it);
            let around = open.partition_point(is_older);
            let is_first = around > 0 && open[around..].iter().all(|(.., is_again)| !is_again);
            let within = is_first.then(|| open[around - 1].0.index().checked_sub(1)).flatten();
            if let (Some(within), Some(what)) = (within, rule.index().checked_sub(1)) {
                *counts.entry(Rereading { within, what }).or_default() += 1;
            }
            open.push((rule, event.call, around > 0));
        }
        (What::Rule(_), _) => drop(open.pop()),
        _ => {}
    });
    let mut counts: Vec<(Rereading, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(it, count)| (std::cmp::Reverse(*count), it.within, it.what));
    let most = counts.first().map_or(0, |(_, count)| *count);
    counts.into_iter().filter(|(_, count)| *count * 10 > most).map(|(it, _)| it).collect()
}

/// The maximum number of paths to try, each from a rule back to itself.
const MOST_NESTINGS: usize = 400;

/// The maximum number of texts to put in the place of others.
const MOST_SWAPS: usize = 100;

/// A path of calls from a rule to itself, with the texts before and after the inner rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Nesting {
    /// The rule.
    pub(super) rule: usize,
    before: String,
    after: String,
    /// The innermost text.
    core: String,
}

impl Nesting {
    /// The text with this nesting depth.
    pub(super) fn text(&self, depth: usize) -> String {
        [&*self.before.repeat(depth), &self.core, &self.after.repeat(depth)].concat()
    }
}

/// The paths from rules to themselves, one for each place where a rule is named. The parser may
/// reject the shortest texts early, as `1` in place of a name, so this also puts the texts of other
/// alternatives in their places.
pub(super) fn nestings(subject: &Subject<'_>) -> Vec<Nesting> {
    let shortest = shortest_nestings(subject);
    let choices = subject.rules.parts().filter(|(_, part)| part.alternatives().len() > 1);
    let swaps = choices.filter_map(|(_, part)| Some((part, subject.shortest.text(part)?)));
    let swaps = swaps.filter(|(_, old)| !old.is_empty()).flat_map(|(part, old)| {
        let texts = part.alternatives().iter().filter_map(|it| subject.shortest.text(it));
        texts.map(move |new| (old.clone(), new))
    });
    let swaps = swaps.sorted_by_key(|(_, new)| new.len()).unique().take(MOST_SWAPS);
    let swapped = swaps.cartesian_product(&shortest).map(|((old, new), nesting)| {
        let [before, after, core] =
            [&nesting.before, &nesting.after, &nesting.core].map(|it| it.replace(&old, &new));
        Nesting { rule: nesting.rule, before, after, core }
    });
    let most = shortest.len().max(MOST_NESTINGS);
    shortest.iter().cloned().chain(swapped).unique().take(most).collect()
}

fn shortest_nestings(subject: &Subject<'_>) -> Vec<Nesting> {
    let mut ways = Ways::new(subject);
    let mut found: Vec<Nesting> = Vec::new();
    let may_nest = on_cycles(&subject.rules.named_rules());
    for rule in (0..subject.rules.rules.len()).filter(|&rule| may_nest[rule]) {
        let Some(core) = subject.shortest.of_rule(rule) else { continue };
        let Some(ways) = ways.to(rule) else { break };
        for first in &ways.ways.places[rule] {
            let Some((before, after)) = ways.from(first.rule, &core) else { continue };
            let before = [&*first.before, &before].concat();
            let after = [&*after, &first.after].concat();
            let nesting = Nesting { rule, before, after, core: core.clone() };
            let is_new = !nesting.before.is_empty() && !found.contains(&nesting);
            if is_new && found.len() < MOST_NESTINGS {
                found.push(nesting);
            }
        }
    }
    found
}

/// The maximum nesting depth to try.
const DEEPEST: usize = 12;

/// Once a text takes more calls than this, deeper texts would show nothing new.
const MOST_CALLS_OF_A_TEXT: u64 = 20_000;

/// The minimum number of calls for each byte of a short text that counts as exponential.
const LEAST_CALLS_PER_BYTE: u64 = 1000;

/// The minimum factor at each level that counts as exponential.
const LEAST_FACTOR: f64 = 1.4;

/// The number of rule calls for texts of each depth.
#[derive(Debug, Clone)]
pub(super) struct Growth {
    /// The calls by depth, from 0.
    calls: Vec<u64>,
    /// Whether the last text, although short, takes so many calls that its trial may have been
    /// given up.
    is_slow: bool,
}

impl Growth {
    /// Returns `None` if the rule does not match such texts.
    pub(super) fn of(grammar: &PestGrammar, nesting: &Nesting) -> Option<Self> {
        let (mut calls, mut is_slow) = (Vec::new(), false);
        for depth in 0..=DEEPEST {
            let text = nesting.text(depth);
            let trial = tried(grammar, id(nesting.rule), &text);
            let is_last = !trial.is_whole || trial.calls > MOST_CALLS_OF_A_TEXT;
            is_slow = is_last
                && calls.len() < 3
                && trial.calls > LEAST_CALLS_PER_BYTE * (text.len() as u64 + 1);
            if !trial.is_whole && !is_slow {
                break;
            }
            (is_slow || trial.matched == Some(text.len())).then_some(())?;
            calls.push(trial.calls);
            if is_last {
                break;
            }
            // If each level adds the same number of calls, the growth is linear.
            if let [.., first, second, third, fourth] = *calls {
                let step = first.abs_diff(second);
                if second.abs_diff(third) == step && third.abs_diff(fourth) == step {
                    break;
                }
            }
        }
        Some(Self { calls, is_slow })
    }

    /// The factor by which each level multiplies the work; 1 if a level only adds to the work, and
    /// infinite if a short text already takes too many calls.
    pub(super) fn factor(&self) -> f64 {
        if self.is_slow {
            return f64::INFINITY;
        }
        let steps = self.calls.windows(2).map(|pair| {
            let step = u32::try_from(pair[1].saturating_sub(pair[0]));
            f64::from(step.expect("a trial is given up long before"))
        });
        let differences: Vec<f64> = steps.collect();
        let factor = match *differences {
            [.., first, second, third] => (second / first).min(third / second),
            [first, second] => second / first,
            _ => return 1.0,
        };
        if factor.is_finite() && factor >= LEAST_FACTOR { factor } else { 1.0 }
    }

    pub(super) fn is_exponential(&self) -> bool {
        self.factor() > 1.0
    }
}

/// The parts of a rule that call something twice at the same place, each with its place and a new
/// text that calls it once.
fn rewritings(rules: &Rules, body: &Body) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for node in body.all() {
        match &node.kind {
            BodyKind::Choice(alternatives) => {
                if let Some(factored) = left_factored(alternatives) {
                    let is_group = rules.slice(&node.span).starts_with('(')
                        && matches!(factored.kind, BodyKind::Choice(_) | BodyKind::Sequence(_));
                    let text = factored.to_string();
                    let text = if is_group { format!("({text})") } else { text };
                    found.push((node.span.clone(), text));
                }
            }
            BodyKind::Sequence(items) => found.extend(repeated_in_front(items)),
            _ => {}
        }
    }
    found
}

/// The alternatives, with the common beginnings of neighbouring alternatives factored out.
fn left_factored(alternatives: &[Body]) -> Option<Body> {
    let mut all: Vec<Body> = Vec::new();
    let mut rest = alternatives;
    while let Some(first) = rest.first() {
        let begins_alike = |it: &&Body| it.items()[0] == first.items()[0];
        let (alike, others) = rest.split_at(rest.iter().take_while(begins_alike).count());
        all.push(factored(alike).unwrap_or_else(|| Body::choice(alike.iter().cloned())));
        rest = others;
    }
    let factored = Body::choice(all);
    (factored.alternatives() != alternatives).then_some(factored)
}

/// Alternatives that all begin alike, as one sequence.
fn factored(alike: &[Body]) -> Option<Body> {
    let [first, _, ..] = alike else { return None };
    let items = first.items();
    let is_common = |it: &usize| alike.iter().all(|one| one.items().starts_with(&items[..*it]));
    let common = (1..=items.len()).take_while(is_common).last()?;
    let mut rests: Vec<&[Body]> = alike.iter().map(|it| &it.items()[common..]).collect();
    // If the last alternative is only the common beginning, the rest is optional. If an earlier
    // alternative is, the alternatives after it are unreachable.
    let is_optional = rests.last().is_some_and(|rest| rest.is_empty());
    if is_optional {
        rests.pop();
    }
    rests.iter().all(|rest| !rest.is_empty()).then_some(())?;
    let rests = rests.into_iter().map(|rest| Body::sequence(rest.iter().cloned()));
    let rest: Vec<Body> = rests.collect();
    let rest = left_factored(&rest).unwrap_or_else(|| Body::choice(rest));
    let rest = if is_optional { rest.repeated("?") } else { rest };
    Some(Body::sequence(items[..common].iter().cloned().chain([rest])))
}

/// Rewrites `(a ~ b)* ~ a`, `(a ~ b)* ~ a?` and `(a ~ b)? ~ a` so that each `a` is matched once.
fn repeated_in_front(items: &[Body]) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let BodyKind::Repeat { body, least: 0, most, .. } = &item.kind else { continue };
        let operator = match most {
            None => "*",
            Some(1) => "?",
            Some(_) => continue,
        };
        let BodyKind::Sequence(inside) = &body.kind else { continue };
        let after = &items[index + 1..];
        let Some(next) = after.first() else { continue };
        let common = inside.iter().zip(after).take_while(|(one, other)| one == other).count();
        let (new, last) = if (1..inside.len()).contains(&common) {
            let (first, between) = inside.split_at(common);
            let more = Body::sequence(between.iter().chain(first).cloned()).repeated(operator);
            (Body::sequence(first.iter().cloned().chain([more])), index + common)
        } else {
            // This is a list that may end with its separator: `(a ~ b)* ~ a?`.
            let BodyKind::Repeat { body: last, least: 0, most: Some(1), .. } = &next.kind else {
                continue;
            };
            let first = last.items();
            if operator != "*" || first.len() >= inside.len() || !inside.starts_with(first) {
                continue;
            }
            let between = &inside[first.len()..];
            let more = Body::sequence(between.iter().chain(first).cloned()).repeated("*");
            let ending = Body::sequence(between.iter().cloned()).repeated("?");
            (Body::sequence(first.iter().cloned().chain([more, ending])).repeated("?"), index + 1)
        };
        found.push((item.span.start..items[last].span.end, new.to_string()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_growth_factor_is_the_smaller_of_the_last_two_or_1_if_linear() {
        for (calls, factor) in [
            (&[1, 3, 9, 27][..], 3.0),
            (&[5, 7, 11, 23], 2.0),
            (&[5, 7, 13, 25], 2.0),
            (&[100, 0, 2, 8, 20], 2.0),
            (&[1, 3, 9], 3.0),
            (&[1, 9], 1.0),
            (&[1], 1.0),
            (&[2, 4, 6, 8], 1.0),
            (&[2, 2, 2], 1.0),
            (&[2, 2, 4], 1.0),
        ] {
            let growth = Growth { calls: calls.to_vec(), is_slow: false };
            assert!((growth.factor() - factor).abs() < 1e-9, "{calls:?}: {}", growth.factor());
            assert_eq!(growth.is_exponential(), factor > 1.0, "{calls:?}");
        }
    }
}
