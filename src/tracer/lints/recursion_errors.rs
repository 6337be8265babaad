//! What is said of left recursion: where it is, and the rule without it.

use std::iter::once;

use super::change::changed;
use super::left_recursion::{Cycle, leading};
use super::repetition::{Mended, mended};
use super::shortest::Shortest;
use crate::tracer::error::GrammarError;
use crate::tracer::syntax::{Kind, Syntax};
use crate::words::{list_and, ticked};

/// The error for a cycle. A change of the rules is advised where `works` says so of
/// the text of the changed grammar, with the texts that a rule of it should match.
pub(in crate::tracer) fn recursion_error(
    source: &str,
    syntax: &Syntax<'_>,
    cycle: &Cycle,
    works: impl Fn(&str, &[(&str, &[String])]) -> bool,
) -> GrammarError {
    let shortest = Shortest::new(syntax);
    let first = &syntax.rules[cycle.rules[0]];
    let next = cycle.rules.get(1).map_or(first.name, |&next| syntax.rules[next].name);
    let leading = leading(&first.body, &shortest);
    let place = leading.iter().find(|node| matches!(node.kind, Kind::Rule(name) if name == next));
    let span = place.map_or(first.name_span.clone(), |node| node.span.clone());
    let way = cycle.rules.iter().chain([&cycle.rules[0]]);
    let way = ticked(way.map(|&rule| syntax.rules[rule].name)).collect::<Vec<_>>().join(" -> ");
    let message = format!("rule `{}` is left-recursive ({way})", first.name);
    let advice = mended(syntax, cycle)
        .filter(|mended| {
            let texts = mended.iter().flat_map(|it| {
                let own = (it.rule, it.texts.clone());
                once(own).chain(around(cycle.rules[0], it, &shortest))
            });
            let texts: Vec<(usize, Vec<String>)> = texts.collect();
            let texts: Vec<(&str, &[String])> =
                texts.iter().map(|(rule, texts)| (syntax.rules[*rule].name, &**texts)).collect();
            works(&with_changes(source, syntax, mended), &texts)
        })
        .map(|mended| advice(syntax, &mended));
    let advice = advice.unwrap_or_else(|| {
        let begins =
            format!("`{}` would have to match itself before it reads anything", first.name);
        format!("{begins}; begin every way to match it with something else")
    });
    GrammarError::new(message, span, advice)
}

/// What the first rule of the cycle, by which others come in, reads that begins with a
/// text of another that is mended: the repetition there must leave it its own.
fn around(
    first: usize,
    mended: &Mended<'_>,
    shortest: &Shortest<'_, '_>,
) -> impl Iterator<Item = (usize, Vec<String>)> {
    let places = if first == mended.rule { Vec::new() } else { shortest.occurrences(first) };
    let begins = places.into_iter().filter(|it| it.rule == mended.rule && it.before.is_empty());
    begins.map(move |it| {
        let longer = mended.texts.iter().map(|text| [text, &*it.after].concat());
        (first, longer.collect())
    })
}

fn with_changes(source: &str, syntax: &Syntax<'_>, mended: &[Mended<'_>]) -> String {
    let changes = mended.iter().map(|it| {
        let rule = &syntax.rules[it.rule];
        (rule.span.clone(), written(syntax, it).join("\n"))
    });
    changed(source, changes)
}

/// The rule anew, and the one that it needs besides.
fn written(syntax: &Syntax<'_>, mended: &Mended<'_>) -> Vec<String> {
    let rule = syntax.rules[mended.rule].with_body(&mended.body);
    let operand =
        mended.operand.iter().map(|(name, body)| format!("{name} = _{{ {} }}", body.written()));
    [rule].into_iter().chain(operand).collect()
}

fn advice(syntax: &Syntax<'_>, mended: &[Mended<'_>]) -> String {
    let rules: Vec<String> = mended.iter().flat_map(|it| written(syntax, it)).collect();
    format!("say it with a repetition: {}", list_and(ticked(rules).collect::<Vec<_>>()))
}
