//! Left recursion: a rule that calls itself before it has consumed a character, and so never ends.
//! This module finds the cycles of such calls, and rewrites the rules without them.
//!
//! pest refuses most left recursion, but not all. In `(a | "") ~ "."`, for example, pest does not
//! follow `a`, because the first item always matches. If `a` leads back to this rule, the parser
//! overflows the stack.

use std::collections::{HashMap, HashSet};
use std::iter::{once, successors};

use itertools::Itertools;

use super::repetition::{Mended, mended};
use super::rereading::is_exponential;
use super::shortest::Shortest;
use super::subject::{Changes, Subject, all_match, named};
use crate::bit_set::BitSet;
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind, RuleDefinition, RuleModifier};
use crate::tracer::check::accepted;
use crate::tracer::error::{GrammarError, GrammarErrorKind};
use crate::tracer::rules::{Rules, reversed};
use crate::words::{list_and, ticked};

/// A cycle of rules: each may call the next one before it has consumed a character, and the last
/// one may call the first. The first is defined before the others.
pub(crate) type Cycle = Vec<usize>;

/// The left-recursive cycles, each once.
pub(crate) fn cycles(rules: &Rules) -> Vec<Cycle> {
    let next = called_first(rules);
    let mut found: Vec<Cycle> = Vec::new();
    let candidates = on_cycles(&next);
    for rule in (0..next.len()).filter(|&rule| candidates[rule]) {
        if found.iter().all(|cycle| !cycle.contains(&rule)) {
            found.extend(way_back(rule, &next));
        }
    }
    found
}

/// For each rule, the rules that it may call before it has consumed a character.
pub(crate) fn called_first(rules: &Rules) -> Vec<Vec<usize>> {
    let shortest = Shortest::new(rules);
    let of_rule = |rule: &RuleDefinition| {
        let leading = leading(&rule.body, &shortest).into_iter();
        leading.filter_map(|part| rules.index(part.name()?)).collect()
    };
    rules.rules.iter().map(of_rule).collect()
}

/// The parts of `node` that name the rules which `node` may call before it has consumed a
/// character.
pub(crate) fn leading<'s>(node: &'s Body, shortest: &Shortest<'_>) -> Vec<&'s Body> {
    let all = |parts: &'s [Body]| parts.iter().flat_map(|it| leading(it, shortest)).collect();
    match &node.kind {
        BodyKind::Rule(_) => vec![node],
        BodyKind::Sequence(items) => {
            let reads = items.iter().position(|it| !shortest.may_be_empty(it));
            all(&items[..reads.map_or(items.len(), |at| at + 1)])
        }
        _ => all(node.parts()),
    }
}

/// The rules that `node` may call before it has consumed a character, directly or through others.
pub(super) fn led(node: &Body, rules: &Rules, shortest: &Shortest<'_>) -> BitSet {
    let mut led = BitSet::with_capacity(rules.rules.len());
    let mut waiting = leading(node, shortest);
    while let Some(node) = waiting.pop() {
        let index = node.name().and_then(|name| rules.index(name));
        if let Some(index) = index.filter(|it| !led.put(*it)) {
            waiting.extend(leading(&rules.rules[index].body, shortest));
        }
    }
    led
}

/// Marks the rules on a cycle, or on a path from one cycle to another. Removes, again and again,
/// the rules that lead to no remaining rule, and then those to which no remaining rule leads.
pub(super) fn on_cycles(next: &[Vec<usize>]) -> Vec<bool> {
    let previous = reversed(next);
    let mut is_left = vec![true; next.len()];
    for (ahead, behind) in [(next, &*previous), (&*previous, next)] {
        let degree = |rule: usize| ahead[rule].iter().filter(|&&other| is_left[other]).count();
        let mut degrees: Vec<usize> = (0..ahead.len()).map(degree).collect();
        let mut waiting: Vec<usize> =
            (0..ahead.len()).filter(|&rule| is_left[rule] && degrees[rule] == 0).collect();
        while let Some(rule) = waiting.pop() {
            is_left[rule] = false;
            for &other in &behind[rule] {
                degrees[other] = degrees[other].saturating_sub(1);
                if is_left[other] && degrees[other] == 0 {
                    waiting.push(other);
                }
            }
        }
    }
    is_left
}

/// The shortest path from the rule `start` back to itself.
pub(crate) fn way_back(start: usize, next: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut came_from: HashMap<usize, usize> = HashMap::new();
    let mut waiting = std::collections::VecDeque::from([start]);
    while let Some(rule) = waiting.pop_front() {
        for &other in &next[rule] {
            if other == start {
                let way = successors(Some(rule), |it| came_from.get(it).copied());
                let mut way: Vec<usize> = way.collect();
                way.reverse();
                return Some(way);
            }
            came_from.entry(other).or_insert_with(|| {
                waiting.push_back(other);
                rule
            });
        }
    }
    None
}

/// The maximum number of parts of rules to read in search of fixes. The search reads the whole
/// grammar for each cycle, and again for each rule of a cycle. Later cycles, and cycles of too many
/// rules, have errors without a fix.
const MOST_PARTS: usize = 50_000;

/// The errors for `cycles`, each with the index of its cycle. Leaves out errors that the fix for
/// another error fixes, too. Suggests a fix only if `works` accepts the text of the changed
/// grammar, together with the texts that its rules should match.
pub(crate) fn recursion_errors(
    rules: &Rules,
    cycles: &[Cycle],
    works: impl Fn(&Cycle, &str, &[(&str, &[String])]) -> bool,
) -> Vec<(usize, GrammarError)> {
    let (shortest, most) = (Shortest::new(rules), MOST_PARTS / (1 + rules.parts().count()));
    let error = |(index, cycle): (usize, &Cycle)| {
        let works = |changed: &str, texts: &[(&str, &[String])]| works(cycle, changed, texts);
        let mended = (index + cycle.len() <= most).then(|| mended(rules, cycle)).flatten();
        (index, recursion_error(rules, &shortest, cycle, mended, works))
    };
    let found = cycles.iter().enumerate().map(error).collect_vec();
    let changed = found.iter().filter(|(_, (_, changes))| !changes.is_empty());
    let changed = changed.filter_map(|(index, (_, changes))| {
        let changed = Rules::parse(&rules.changed(changes.clone())).ok()?;
        let on_cycles = self::cycles(&changed).into_iter().flatten();
        Some((*index, on_cycles.map(|rule| changed.rules[rule].name.clone()).collect()))
    });
    let changed: Vec<(usize, HashSet<String>)> = changed.collect();
    let is_reported = |(index, (_, changes)): &(usize, (_, Changes))| {
        let name = &rules.rules[cycles[*index][0]].name;
        // If each of two fixes removes both cycles, report only the first.
        let mut others = changed.iter().filter(|(it, _)| it < index || changes.is_empty());
        others.all(|(_, on_cycles)| on_cycles.contains(name))
    };
    let reported = found.iter().filter(|it| is_reported(it));
    reported.map(|(index, (error, _))| (*index, error.clone())).collect()
}

/// The error for `cycle`, and the changes that remove the cycle, if `mended` has rules that work.
/// The error suggests them only if the pairs of no more than one rule are lost.
fn recursion_error(
    rules: &Rules,
    shortest: &Shortest<'_>,
    cycle: &[usize],
    mended: Option<Vec<Mended>>,
    works: impl Fn(&str, &[(&str, &[String])]) -> bool,
) -> (GrammarError, Changes) {
    let first = &rules.rules[cycle[0]];
    let next = cycle.get(1).map_or(&first.name, |&next| &rules.rules[next].name);
    let place = leading(&first.body, shortest);
    let place = place.iter().find(|node| node.name() == Some(next));
    let span = place.map_or(first.name_span.clone(), |node| node.span.clone());
    let way = cycle.iter().chain([&cycle[0]]);
    let way = ticked(way.map(|&rule| &rules.rules[rule].name)).collect::<Vec<_>>().join(" -> ");
    let message = format!("rule `{}` is left-recursive ({way})", first.name);
    // The fixed rule must not call another rule that begins with the fixed rule: this call would
    // consume the text that should follow the fixed rule.
    let begins_with = |named: usize, rule: usize| {
        let name = Some(&*rules.rules[rule].name);
        named != rule
            && leading(&rules.rules[named].body, shortest).iter().any(|it| it.name() == name)
    };
    let is_taken = |it: &Mended| {
        let mut named = it.body.names().filter_map(|name| rules.index(name));
        named.any(|named| begins_with(named, it.rule))
    };
    let mended = mended.filter(|mended| {
        if mended.iter().any(is_taken) {
            return false;
        }
        let texts = mended
            .iter()
            .flat_map(|it| once((it.rule, it.texts.clone())).chain(around(cycle[0], it, shortest)));
        let texts: Vec<(usize, Vec<String>)> = texts.collect();
        let texts: Vec<(&str, &[String])> =
            texts.iter().map(|(rule, texts)| (&*rules.rules[*rule].name, &**texts)).collect();
        works(&rules.changed(changes(rules, mended)), &texts)
    });
    let atomic = cycle.iter().filter(|&&it| rules.rules[it].modifier.is_atomic()).count();
    let mut lost = Vec::new();
    let (advice, changes) = if let Some(mended) = mended {
        lost = lost_pairs(rules, &mended);
        (advice(rules, &mended, &lost), changes(rules, &mended))
    } else {
        let name = &first.name;
        let advice = if shortest.never_matches(&first.body) {
            format!(
                "no text can match `{name}`: every way to match it calls a rule that needs itself \
                 again; add an alternative without such a call"
            )
        } else {
            let why =
                "; a repetition cannot express this, since only some of the rules skip blanks";
            let why = if (1..cycle.len()).contains(&atomic) { why } else { "" };
            format!(
                "`{name}` would have to match itself before it consumes anything; begin each \
                 alternative with something else{why}"
            )
        };
        (advice, Vec::new())
    };
    let error = GrammarError::new(GrammarErrorKind::LeftRecursion, message, span, advice);
    (error.with_mend(if lost.is_empty() { changes.clone() } else { Vec::new() }), changes)
}

/// Whether the rules of a changed grammar match their texts, without exponential work.
pub(crate) fn is_mended(grammar: &PestGrammar, texts: &[(&str, &[String])]) -> bool {
    let mut rules = texts.iter().filter_map(|(name, _)| grammar.rule(name));
    all_match(grammar, texts) && !rules.any(|rule| is_exponential(grammar, rule))
}

/// Texts for the rule `first` of the cycle, which other rules call. If `first` begins with the
/// fixed rule `mended`, each text is a text of `mended`, followed by the text that comes after it
/// in `first`. The repetition in the fixed rule must not consume this second text.
fn around(
    first: usize,
    mended: &Mended,
    shortest: &Shortest<'_>,
) -> impl Iterator<Item = (usize, Vec<String>)> {
    let places = if first == mended.rule { Vec::new() } else { shortest.occurrences(first) };
    let begins = places.into_iter().filter(|it| it.rule == mended.rule && it.before.is_empty());
    begins.map(move |it| {
        (first, mended.texts.iter().map(|text| [text, &*it.after].concat()).collect())
    })
}

fn changes(rules: &Rules, mended: &[Mended]) -> Changes {
    let change = |it: &Mended| (rules.rules[it.rule].span.clone(), written(rules, it).join("\n"));
    mended.iter().map(change).collect()
}

/// The new rule, with the operand rule that it needs.
fn written(rules: &Rules, mended: &Mended) -> Vec<String> {
    let operand = mended.operand.iter().map(|(name, body)| format!("{name} = _{{ {body} }}"));
    [rules.rules[mended.rule].with_body(&mended.body)].into_iter().chain(operand).collect()
}

/// The rules that the fixed rules no longer call, although pest returns pairs for them; empty if
/// there is only one. Without the pairs of several rules, a program cannot tell these apart.
fn lost_pairs<'r>(rules: &'r Rules, mended: &[Mended]) -> Vec<&'r str> {
    let called = |it: &Mended, name: &str| {
        let operand = it.operand.as_ref().map(|(_, body)| body);
        once(&it.body).chain(operand).any(|body| body.names().any(|it| it == name))
    };
    let lost = mended.iter().flat_map(|it| {
        let before = rules.rules[it.rule].body.names().filter_map(|name| rules.index(name));
        let pairs =
            before.map(|rule| &rules.rules[rule]).filter(|it| it.modifier != RuleModifier::Silent);
        let gone = pairs.filter(|rule| !mended.iter().any(|it| called(it, &rule.name)));
        gone.filter(move |rule| *rule.name != *rules.rules[it.rule].name)
    });
    let lost: Vec<&str> = lost.map(|rule| &*rule.name).unique().collect();
    if lost.len() > 1 { lost } else { Vec::new() }
}

fn advice(rules: &Rules, mended: &[Mended], lost: &[&str]) -> String {
    let written = ticked(mended.iter().flat_map(|it| written(rules, it)));
    let says = format!("write it with a repetition: {}", list_and(written));
    if !lost.is_empty() {
        let lost = list_and(ticked(lost));
        return format!(
            "{says}; to keep the pairs of {lost}, name them in the repetition, and let each match \
             only its part of a round"
        );
    }
    says + match mended.iter().find_map(|it| grouped_by_pratt(&rules.rules[it.rule])) {
        Some(true) => "; then pest's PrattParser groups the operators by precedence",
        Some(false) => {
            "; give each operator a rule of its own, and pest's PrattParser groups them by \
             precedence"
        }
        None => "",
    }
}

/// Whether each infix operator of a rule has a pair of its own, so that pest's `PrattParser` can
/// group the operators by precedence, which a repetition does not. `None` if the rule has fewer
/// than two infix operators, or has a prefix operator, which would still take everything after it.
pub(crate) fn grouped_by_pratt(rule: &RuleDefinition) -> Option<bool> {
    let is_itself = |it: &Body| it.name() == Some(&*rule.name);
    let ends_so = |way: &&Body| way.items().len() > 1 && way.items().last().is_some_and(is_itself);
    let ways = || rule.body.alternatives().iter().filter(ends_so).map(Body::items);
    let is_infix = ways().all(|items| items.len() > 2 && is_itself(&items[0]));
    let has_pair = |items: &[Body]| items.len() == 3 && items[1].name().is_some();
    (is_infix && ways().count() > 1).then(|| ways().all(has_pair))
}

/// The errors for rules that call themselves before they have consumed a character, each with a
/// text that shows the mistake.
pub(super) fn hidden_recursion(subject: &Subject<'_>) -> Vec<GrammarError> {
    let reason = |cycle: &Cycle| {
        cycle.iter().find_map(|&rule| {
            let bodies = subject.rule(rule).body.all();
            let texts = bodies.filter_map(|node| subject.shortest.text(node));
            let mut texts = [String::new()].into_iter().chain(texts).take(20);
            let text = texts.find(|text| subject.tried(rule, text).is_endless)?;
            let (text, name) = (named(&text), &subject.rule(rule).name);
            Some(format!("; pest does not detect this, and `{name}` never ends on {text}"))
        })
    };
    let endless = cycles(subject.rules).into_iter().filter_map(|it| Some((reason(&it)?, it)));
    let (reasons, cycles): (Vec<String>, Vec<Cycle>) = endless.unzip();
    let mut errors = recursion_errors(subject.rules, &cycles, |_, changed, texts| {
        accepted(changed).is_some_and(|grammar| is_mended(&grammar, texts))
    });
    for (index, error) in &mut errors {
        error.message += &reasons[*index];
    }
    errors.into_iter().map(|(_, error)| error).collect()
}
