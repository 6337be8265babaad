//! Tokens that implicit blanks let fall apart: with `WHITESPACE` in the grammar,
//! `number = { ASCII_DIGIT+ }` reads `1 2` as one number.

use super::subject::{Subject, id, shown};
use super::trial;
use crate::tracer::error::GrammarError;
use crate::tracer::expr::{Expr, Terminal, built_in};
use crate::tracer::syntax::{Kind, Node, Syntax};

/// The warnings for rules that read characters one by one, with blanks between them.
pub(super) fn falling_apart(subject: &Subject<'_, '_>) -> Vec<GrammarError> {
    let between = ["WHITESPACE", "COMMENT"].into_iter().find_map(|name| {
        let text = subject.shortest.of_rule(subject.syntax.index(name)?)?;
        (!text.is_empty()).then_some(text)
    });
    let Some(between) = between else { return Vec::new() };
    let in_rules = spaced_rules(subject);
    in_rules.into_iter().filter_map(|rule| warning(subject, rule, &between)).collect()
}

fn warning(subject: &Subject<'_, '_>, rule: usize, between: &str) -> Option<GrammarError> {
    let syntax = &subject.rule(rule);
    let repeated = syntax.body.all().find_map(|node| repeated_character(node, subject.syntax))?;
    let one = subject.shortest.text(repeated)?;
    // Before what is repeated there may have to be something else.
    let whole = subject.shortest.text(&syntax.body)?;
    let candidates = [format!("{one}{one}"), format!("{whole}{one}"), format!("{one}{whole}")];
    candidates.into_iter().find_map(|close| {
        let at = close.char_indices().nth(1)?.0;
        let apart = [&close[..at], between, &close[at..]].concat();
        if !subject.matches(rule, &close) || !subject.matches(rule, &apart) {
            return None;
        }
        let modifier = if has_nodes(&syntax.body, subject.syntax) { "$" } else { "@" };
        let changed = format!("{} = {modifier}{}", syntax.name, braces(subject, rule));
        let grammar = subject.changed([(syntax.span.clone(), changed)])?;
        let matched = |text: &str| trial::matched(&grammar, id(rule), text);
        if matched(&close) != Some(close.len()) || matched(&apart) == Some(apart.len()) {
            return None;
        }
        let text = shown(&apart);
        let message = format!("blanks may stand inside `{}`: `{text}` is read as one", syntax.name);
        let place = match syntax.modifier {
            "" => "before its `{`".to_owned(),
            other => format!("in place of its `{other}`"),
        };
        let advice = format!("put `{modifier}` {place}, and it is read as it stands");
        Some(GrammarError::new(message, syntax.name_span.clone(), advice))
    })
}

/// The rule from its brace on.
fn braces<'i>(subject: &Subject<'_, 'i>, rule: usize) -> &'i str {
    let syntax = subject.rule(rule);
    let text = &subject.source[syntax.span.clone()];
    text.find('{').map_or("", |at| &text[at..])
}

/// Something repeated that is a single character out of several.
fn repeated_character<'s, 'i>(node: &'s Node<'i>, syntax: &Syntax<'i>) -> Option<&'s Node<'i>> {
    let Kind::Repeat { body, most, .. } = &node.kind else { return None };
    let is_class = characters(body, syntax, 0) == Some(Characters::Class);
    (*most != Some(1) && is_class).then_some(body)
}

/// How many different characters a part matches, which is always one at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Characters {
    Some,
    /// Those that words and numbers are made of.
    Class,
}

/// `None` where more than one character may be read at once.
fn characters(node: &Node<'_>, syntax: &Syntax<'_>, depth: usize) -> Option<Characters> {
    const DEEPEST: usize = 8;
    match &node.kind {
        Kind::Terminal(Terminal::Range(first, last), _) if first < last => Some(Characters::Class),
        Kind::Terminal(Terminal::Literal(text), _) => {
            (text.chars().count() == 1).then_some(Characters::Some)
        }
        Kind::Rule(name) => match (syntax.rule(name), built_in(name)) {
            (Some(rule), _) if depth < DEEPEST => characters(&rule.body, syntax, depth + 1),
            (None, Some(Expr::Terminal(Terminal::Class(_) | Terminal::Property(_), _))) => {
                Some(Characters::Class)
            }
            _ => None,
        },
        Kind::Choice(parts) => {
            let all: Option<Vec<Characters>> =
                parts.iter().map(|part| characters(part, syntax, depth)).collect();
            let is_class = all?.contains(&Characters::Class);
            Some(if is_class { Characters::Class } else { Characters::Some })
        }
        _ => None,
    }
}

/// Whether rules in it produce nodes.
fn has_nodes(node: &Node<'_>, syntax: &Syntax<'_>) -> bool {
    node.names().any(|name| syntax.rule(name).is_some_and(|rule| rule.modifier != "_"))
}

/// The rules within which blanks are skipped, by the ways that lead from the start.
fn spaced_rules(subject: &Subject<'_, '_>) -> Vec<usize> {
    let syntax = subject.syntax;
    let mut is_spaced = vec![false; syntax.rules.len()];
    let mut is_atomic = vec![false; syntax.rules.len()];
    let mut waiting = vec![(subject.start, true)];
    while let Some((rule, around)) = waiting.pop() {
        let inside = match syntax.rules[rule].modifier {
            "@" | "$" => false,
            "!" => true,
            _ => around,
        };
        let seen = if inside { &mut is_spaced } else { &mut is_atomic };
        if std::mem::replace(&mut seen[rule], true) {
            continue;
        }
        let names = syntax.rules[rule].body.names();
        waiting.extend(names.filter_map(|name| syntax.index(name)).map(|next| (next, inside)));
    }
    (0..syntax.rules.len()).filter(|&rule| is_spaced[rule]).collect()
}
