//! Tokens that implicit blanks let fall apart: with `WHITESPACE` in the grammar,
//! `number = { ASCII_DIGIT+ }` reads `1 2` as one number.

use super::finding;
use super::subject::{Subject, id, matched, shown};
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;
use crate::tracer::terminal::{Terminal, built_in};

/// The warnings for rules that read characters one by one, with blanks between them.
pub(super) fn falling_apart(subject: &Subject<'_>) -> Vec<GrammarError> {
    let Some(between) = subject.blank() else { return Vec::new() };
    let in_rules = spaced_rules(subject);
    in_rules.into_iter().filter_map(|rule| warning(subject, rule, &between)).collect()
}

fn warning(subject: &Subject<'_>, rule: usize, between: &str) -> Option<GrammarError> {
    let written = subject.rule(rule);
    let repeated = written.body.all().find_map(|node| repeated_character(node, subject.rules))?;
    let one = subject.shortest.text(repeated)?;
    // The repetition may need something before it.
    let whole = subject.shortest.text(&written.body)?;
    let candidates = [format!("{one}{one}"), format!("{whole}{one}"), format!("{one}{whole}")];
    candidates.into_iter().find_map(|close| {
        let at = close.char_indices().nth(1)?.0;
        let apart = [&close[..at], between, &close[at..]].concat();
        if !subject.matches(rule, &close) || !subject.matches(rule, &apart) {
            return None;
        }
        let modifier = if has_nodes(&written.body, subject.rules) { "$" } else { "@" };
        let changed = format!("{} = {modifier}{}", written.name, braces(subject, rule));
        let grammar = subject.changed([(written.span.clone(), changed)])?;
        let matched = |text: &str| matched(&grammar, id(rule), text);
        if matched(&close) != Some(close.len()) || matched(&apart) == Some(apart.len()) {
            return None;
        }
        let text = shown(&apart);
        let message =
            format!("blanks may stand inside `{}`: `{text}` is read as one", written.name);
        let place = match written.modifier {
            RuleModifier::Normal => "before its `{`".to_owned(),
            other => format!("in place of its `{}`", other.sign()),
        };
        let advice = format!("put `{modifier}` {place}, and it is read as it stands");
        Some(finding(message, written.name_span.clone(), advice))
    })
}

/// The rule from its brace on.
fn braces<'s>(subject: &Subject<'s>, rule: usize) -> &'s str {
    let written = subject.rule(rule);
    let text = subject.rules.slice(&written.span);
    text.find('{').map_or("", |at| &text[at..])
}

/// Something repeated that is a single character out of several.
fn repeated_character<'s>(node: &'s Body, rules: &Rules) -> Option<&'s Body> {
    let BodyKind::Repeat { body, most, .. } = &node.kind else { return None };
    (*most != Some(1) && is_class(body, rules, 0) == Some(true)).then_some(body)
}

/// Whether a part matches a character out of several, as words and numbers have them; `None`
/// where it may read more than one at once.
fn is_class(node: &Body, rules: &Rules, depth: usize) -> Option<bool> {
    const DEEPEST: usize = 8;
    match &node.kind {
        BodyKind::Terminal(Terminal::Range(first, last)) if first < last => Some(true),
        BodyKind::Terminal(Terminal::Literal(text)) => (text.chars().count() == 1).then_some(false),
        BodyKind::Rule(name) => match (rules.rule(name), built_in(name).as_deref()) {
            (Some(rule), _) if depth < DEEPEST => is_class(&rule.body, rules, depth + 1),
            (None, Some([Terminal::Class(_) | Terminal::Property(_)])) => Some(true),
            _ => None,
        },
        BodyKind::Choice(parts) => {
            parts.iter().try_fold(false, |any, it| Some(is_class(it, rules, depth)? || any))
        }
        _ => None,
    }
}

/// Whether rules in it produce nodes.
pub(super) fn has_nodes(node: &Body, rules: &Rules) -> bool {
    node.names()
        .any(|name| rules.rule(name).is_some_and(|rule| rule.modifier != RuleModifier::Silent))
}

/// The rules within which blanks are skipped, by the ways that lead from the start.
pub(super) fn spaced_rules(subject: &Subject<'_>) -> Vec<usize> {
    let rules = subject.rules;
    // By rule, where it is read within others and blanks are skipped, and where they are not.
    let mut seen = vec![[false; 2]; rules.rules.len()];
    let mut waiting = vec![(subject.start, false)];
    while let Some((rule, around)) = waiting.pop() {
        let is_atomic = rules.rules[rule].modifier.is_atomic_in(around);
        if std::mem::replace(&mut seen[rule][usize::from(is_atomic)], true) {
            continue;
        }
        waiting.extend(rules.named_by(rule).map(|next| (next, is_atomic)));
    }
    (0..rules.rules.len()).filter(|&rule| seen[rule][0]).collect()
}
