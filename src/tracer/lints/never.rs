//! Useless parts of a grammar: rules that are never used, cannot match or read nothing, and reversed
//! ranges such as `{5,2}`.

use std::iter;

use super::finding;
use super::shortest::{Ways, reached};
use super::subject::{Subject, id, reads_all, shown};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::{GrammarError, GrammarErrorKind};
use crate::tracer::patience::is_wanted;
use crate::tracer::rules::Rules;
use crate::words::{list_and, ticked};

/// Warns about rules that the start rule does not reach. The `entries`, and rules with `SOI` or
/// `EOI`, count as used even if no rule names them. Rules reached only from an unused rule are not
/// reported.
pub(super) fn never_used(rules: &Rules, start: usize, entries: &[&str]) -> Vec<GrammarError> {
    let asks =
        |rule: &usize| rules.rules[*rule].body.names().any(|name| ["SOI", "EOI"].contains(&name));
    let all: Vec<usize> = (0..rules.rules.len()).collect();
    let begun = rules.roots(&all).into_iter().filter(asks);
    let entries = entries.iter().filter_map(|name| rules.index(name));
    let entries: Vec<usize> = entries.chain([start]).chain(begun).collect();
    let skips = entries.iter().any(|&it| reached(rules, it).iter().any(|[skips, _]| *skips));
    let reached = rules.reached(rules.between().filter(|_| skips).chain(entries));
    let unreached: Vec<usize> = all.into_iter().filter(|&rule| !reached.contains(rule)).collect();
    let roots = rules.roots(&unreached);
    let below = rules.reached(roots.iter().copied());
    let warning = |rule: usize| {
        let rule = &rules.rules[rule];
        let message = format!("rule `{}` is never used", rule.name);
        let name = match &*rule.name.to_ascii_uppercase() {
            "WS" | "WHITE_SPACE" => "WHITESPACE".to_owned(),
            name => name.replace("COMMENTS", "COMMENT"),
        };
        let renamed = format!("rename it `{name}`: pest skips what a rule of this name matches");
        let is_skipped = matches!(&*name, "WHITESPACE" | "COMMENT") && rules.index(&name).is_none();
        let advice = match &*rule.name {
            _ if is_skipped => &*renamed,
            "WHITESPACE" | "COMMENT" => "atomic rules skip none: leave out the `@` or `$` of some",
            _ => "remove it, or call it from a rule that is used",
        };
        let kind = GrammarErrorKind::Lint("never-used");
        GrammarError::new(kind, message, rule.name_span.clone(), advice)
    };
    // In an unused cycle no rule is a root, so report all its rules.
    let cycles = unreached.into_iter().filter(|&rule| !below.contains(rule));
    itertools::sorted_unstable(roots.into_iter().chain(cycles)).map(warning).collect()
}

/// The maximum number of other rules to name.
const MOST_NAMES: usize = 10;

/// Warns about parts that cannot match any text.
pub(super) fn never_matching(subject: &Subject<'_>) -> Vec<GrammarError> {
    let rules = subject.rules;
    let is_empty = |rule: usize| subject.shortest.never_matches(&rules.rules[rule].body);
    let never: Vec<usize> = (0..rules.rules.len()).filter(|&rule| is_empty(rule)).collect();
    let reached = |&rule| is_wanted().then(|| (rule, rules.reached([rule])));
    let never: Vec<_> = never.iter().map_while(reached).collect();
    let mut warnings = Vec::new();
    for (rule, below) in &never {
        // If this rule needs another rule that never matches, and the other does not need this one,
        // the other rule is the cause.
        let causes = never.iter().filter(|(other, _)| other != rule && below.contains(*other));
        if causes.clone().any(|(_, other)| !other.contains(*rule)) {
            continue;
        }
        let all = causes.map(|(other, _)| &*rules.rules[*other].name).take(MOST_NAMES);
        let (rule, all): (_, Vec<&str>) = (*rule, all.collect());
        let rule = &rules.rules[rule];
        let (why, advice) = if rule.body.names().any(|name| *name == *rule.name) {
            let why = format!("every way to match it needs `{}` again", rule.name);
            (why, "let one alternative match without it")
        } else if all.is_empty() {
            let why = "it asks for something that no text has".to_owned();
            (why, "check whether a range ends before it begins")
        } else {
            let why = format!("it needs {}, and so needs itself again", list_and(ticked(all)));
            (why, "let one alternative match without them")
        };
        let message = format!("rule `{}` can never match: {why}", rule.name);
        warnings.push(finding(message, rule.name_span.clone(), advice));
    }
    warnings.extend(super::lookaheads::never_holding(subject));
    for (_, row) in rules.rows() {
        let reads = |it: &&Body| !subject.shortest.may_be_empty(it);
        for (at, item) in row.items().iter().enumerate() {
            let (before, after) = (&row.items()[..at], &row.items()[at + 1..]);
            let sides = [
                ("SOI", before.iter().rfind(reads), "before", "begin the rule with it"),
                ("EOI", after.iter().find(reads), "after", "end the rule with it"),
            ];
            let mut sides = sides.into_iter().filter(|it| it.1.is_some());
            let side = sides.find(|it| has_edge(rules, item, it.0));
            let Some((edge, Some(other), when, advice)) = side else { continue };
            let [name, beside] = [item, other].map(|it| rules.slice(&it.span));
            let of = if name == edge { String::new() } else { format!(" of `{name}`") };
            let message = format!(
                "this can never match: `{beside}` {when} `{edge}`{of} reads at least one character"
            );
            let whole = format!(
                "leave `{edge}` out of `{name}`; `whole = {{ SOI ~ {name} ~ EOI }}` has it"
            );
            let advice = if of.is_empty() { advice.to_owned() } else { whole };
            let place = if when == "after" { other.span.clone() } else { item.span.clone() };
            warnings.push(finding(message, place, advice));
        }
    }
    warnings
}

/// Whether the first item of `item` is `SOI`, or the last is `EOI`, also if it calls a rule.
fn has_edge(rules: &Rules, item: &Body, edge: &str) -> bool {
    let inside = |item: &&Body| {
        let items = rules.rules[rules.index(item.name()?)?].body.items();
        if edge == "SOI" { items.first() } else { items.last() }
    };
    let chain = iter::successors(Some(item), inside).take(rules.rules.len() + 1);
    chain.filter_map(Body::name).any(|it| it == edge)
}

/// Warns about rules that only look ahead but still make a pair, which is empty: often `~ ANY` is
/// missing.
pub(super) fn reading_nothing(subject: &Subject<'_>) -> Vec<GrammarError> {
    // Leave out rules that give a name to the start or the end of the text, because they are
    // useful.
    let rules = subject.rules.rules.iter().enumerate();
    let found = rules.filter(|(_, rule)| {
        rule.modifier != RuleModifier::Silent
            && only_looks(&rule.body)
            && !rule.body.names().any(|name| matches!(name, "SOI" | "EOI" | "ANY"))
    });
    let (mut ways, mut warnings) = (None, Vec::new());
    for (index, rule) in found {
        let ways = ways.get_or_insert_with(|| Ways::new(subject)).to(index);
        let Some(ways) = ways else { break };
        let Some((before, after)) = ways.from(subject.start, "") else { continue };
        let text = before + &after;
        let (mend, put) = subject.with_modifier(index, "_");
        let makes_pair = |grammar: &PestGrammar| {
            let is_read = reads_all(grammar, id(subject.start), &text);
            let pairs = is_read.then(|| grammar.parse(id(subject.start), &text).ok()).flatten()?;
            Some(pairs.flatten().any(|pair| pair.as_rule() == id(index)))
        };
        let mended = subject.changed(mend.clone());
        if makes_pair(subject.grammar) == Some(true)
            && mended.is_some_and(|it| makes_pair(&it) == Some(false))
        {
            let what = format!("in `{}` it makes an empty pair", shown(&text));
            let message = format!("`{}` only looks ahead and consumes nothing: {what}", rule.name);
            let advice = format!("let it read a character, with `~ ANY`; or {put}");
            warnings.push(finding(message, rule.name_span.clone(), advice).with_mend(mend));
        }
    }
    warnings
}

fn only_looks(body: &Body) -> bool {
    match &body.kind {
        BodyKind::Lookahead { .. } => true,
        BodyKind::Sequence(parts) | BodyKind::Choice(parts) => parts.iter().all(only_looks),
        _ => false,
    }
}

/// Warns about reversed ranges such as `{5,2}`. pest expands a repetition to as many rounds as its
/// second number says, and requires as many of these as its first number says. So the second number
/// acts as both bounds.
pub(super) fn upside_down(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for node in subject.rules.rules.iter().flat_map(|rule| rule.body.all()) {
        let BodyKind::Repeat { least, most: Some(most), operator, .. } = &node.kind else {
            continue;
        };
        if most < least {
            let message = format!(
                "the first number of `{operator}` is larger than the second: pest reads it as `{{{most}}}`"
            );
            let place = node.span.end - operator.len()..node.span.end;
            let advice = format!("write `{{{most}}}` for that, or `{{{most},{least}}}`");
            let mend = vec![(place.clone(), format!("{{{most},{least}}}"))];
            warnings.push(finding(message, place, advice).with_mend(subject.accepted(mend)));
        }
    }
    warnings
}
