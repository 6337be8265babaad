//! Rules that are of no use: never reached from the start, or unable to match.

use std::collections::HashSet;

use super::first_set::FirstSets;
use super::subject::Subject;
use crate::tracer::error::GrammarError;
use crate::tracer::syntax::{Kind, Syntax};
use crate::words::{list_and, ticked};

/// Rules that are used without being named.
const IMPLICIT: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// The rule that texts are likely meant to be read by, where it is not the start, and
/// the warning that says so: a file may begin with its smallest rule.
pub(super) fn likely_start(subject: &Subject<'_, '_>) -> Option<(usize, GrammarError)> {
    let syntax = subject.syntax;
    let unreached = unreached_rules(subject, &[]);
    let [root] = *roots(syntax, &unreached) else { return None };
    if !reached(syntax, [root]).contains(&subject.start) {
        return None;
    }
    let (name, rule) = (subject.rule(subject.start).name, subject.rule(root));
    let message = format!("texts are read by `{name}`, but `{}` leads to all rules", rule.name);
    let choose = format!("choose it with `--start {}`", rule.name);
    // Where it is first and not the start, the name of the start comes before that.
    let advice = match root {
        0 => format!("{choose}, or give `{name}` another name"),
        _ => format!("put `{}` first, or {choose}", rule.name),
    };
    Some((root, GrammarError::new(message, rule.name_span.clone(), advice)))
}

/// The warnings for rules that the start does not lead to.
pub(super) fn unreached(subject: &Subject<'_, '_>, entries: &[&str]) -> Vec<GrammarError> {
    let warning = |rule: usize| {
        let rule = subject.rule(rule);
        let message = format!("rule `{}` is never used", rule.name);
        let advice = "leave it out, or let a rule that is used lead to it";
        GrammarError::new(message, rule.name_span.clone(), advice)
    };
    unreached_rules(subject, entries).into_iter().map(warning).collect()
}

fn unreached_rules(subject: &Subject<'_, '_>, entries: &[&str]) -> Vec<usize> {
    let rules = 0..subject.syntax.rules.len();
    let is_used = |name: &str| IMPLICIT.contains(&name) || entries.contains(&name);
    let entries = rules.clone().filter(|&rule| is_used(subject.rule(rule).name));
    let reached = reached(subject.syntax, entries.chain([subject.start]));
    rules.filter(|rule| !reached.contains(rule)).collect()
}

/// Those of `rules` that none of the others names.
fn roots(syntax: &Syntax<'_>, rules: &[usize]) -> Vec<usize> {
    let mut named = HashSet::new();
    for &rule in rules {
        let others = syntax.rules[rule].body.names().filter_map(|name| syntax.index(name));
        named.extend(others.filter(|&other| other != rule));
    }
    rules.iter().copied().filter(|rule| !named.contains(rule)).collect()
}

/// The rules that these lead to, and these.
pub(super) fn reached(
    syntax: &Syntax<'_>,
    from: impl IntoIterator<Item = usize>,
) -> HashSet<usize> {
    let mut waiting: Vec<usize> = from.into_iter().collect();
    let mut reached: HashSet<usize> = waiting.iter().copied().collect();
    while let Some(rule) = waiting.pop() {
        for next in syntax.rules[rule].body.names().filter_map(|name| syntax.index(name)) {
            if reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}

/// The warnings for what cannot match any text.
pub(super) fn never_matching(subject: &Subject<'_, '_>) -> Vec<GrammarError> {
    let syntax = subject.syntax;
    let is_empty = |rule: usize| subject.shortest.never_matches(&syntax.rules[rule].body);
    let never: Vec<usize> = (0..syntax.rules.len()).filter(|&rule| is_empty(rule)).collect();
    let mut warnings = Vec::new();
    for &rule in &never {
        let below = reached(syntax, [rule]);
        // Where it only needs another such rule, that one is the cause.
        let causes = never.iter().filter(|&&other| other != rule && below.contains(&other));
        if causes.clone().any(|&other| !reached(syntax, [other]).contains(&rule)) {
            continue;
        }
        let all: Vec<&str> = causes.map(|&other| syntax.rules[other].name).collect();
        let rule = &syntax.rules[rule];
        let (why, advice) = if rule.body.names().any(|name| name == rule.name) {
            let why = format!("every way to match it needs `{}` again", rule.name);
            (why, "let one way end without it")
        } else if all.is_empty() {
            ("it asks for what no text has".to_owned(), "see whether a range is upside down")
        } else {
            let why = format!("it needs {}, and so itself again", list_and(ticked(all)));
            (why, "let one way end without them")
        };
        let message = format!("rule `{}` can never match: {why}", rule.name);
        warnings.push(GrammarError::new(message, rule.name_span.clone(), advice));
    }
    let mut first_sets = FirstSets::new(syntax);
    for node in syntax.rules.iter().flat_map(|rule| rule.body.all()) {
        let Kind::Sequence(items) = &node.kind else { continue };
        for pair in items.windows(2) {
            let Kind::Lookahead { positive: false, body } = &pair[0].kind else { continue };
            let refused = first_sets.of(body);
            if **body == pair[1] || refused.shadows(&first_sets.of(&pair[1])) {
                let before = &subject.source[pair[0].span.clone()];
                let message =
                    format!("this can never match: `{before}` refuses what it begins with");
                let advice = "leave one of the two out";
                warnings.push(GrammarError::new(message, pair[1].span.clone(), advice));
            }
        }
    }
    warnings
}
