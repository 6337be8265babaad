//! The construct of a text that only one of two grammars accepts, and the pattern of a text, in which
//! words and numbers do not matter.

use std::collections::HashSet;

use itertools::Itertools;

use crate::grammars::Grammar;
use crate::reports::rule_tree::RuleReading;
use crate::tracer::{Body, BodyKind, RuleModifier, Rules, Terminal};

/// Returns the innermost rule of a reading at a place, and the longest literal of the grammars
/// there, or the character. A blank is the same construct in all rules.
pub(super) fn construct(grammars: [&Grammar; 2], reading: &RuleReading<'_>, at: usize) -> String {
    let rest = &reading.text[at..];
    if rest.starts_with(char::is_whitespace) {
        return String::new();
    }
    let here = reading.tree.nodes.iter().filter(|it| it.span.start <= at && at <= it.span.end);
    let innermost = here.max_by_key(|it| (at < it.span.end, it.depth)).map_or("", |it| &it.rule);
    let literals = grammars.iter().flat_map(|it| own_literals(&it.rules().written, innermost));
    let is_here = |it: &&str| {
        let here = rest.get(..it.len());
        it.chars().count() > 1 && here.is_some_and(|here| here.eq_ignore_ascii_case(it))
    };
    let literal = literals.filter(is_here).max_by_key(|it| it.len());
    let first = rest.chars().next().map(or_one);
    format!("{innermost} {literal:?} {first:?}")
}

/// Returns the literals that a rule matches itself or through silent rules.
fn own_literals<'r>(rules: &'r Rules, name: &str) -> Vec<&'r str> {
    let mut waiting: Vec<&Body> = rules.rule(name).map(|it| &it.body).into_iter().collect();
    let (mut literals, mut called) = (Vec::new(), HashSet::new());
    while let Some(part) = waiting.pop() {
        match &part.kind {
            BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) => {
                literals.push(&**text);
            }
            BodyKind::Rule(name) if called.insert(name) => {
                let rule = rules.rule(name).filter(|it| it.modifier == RuleModifier::Silent);
                waiting.extend(rule.map(|it| &it.body));
            }
            BodyKind::Lookahead { .. } => {}
            _ => waiting.extend(part.parts()),
        }
    }
    literals
}

/// Returns `1` for any letter, digit or `_`, and any other character itself.
pub(super) fn or_one(character: char) -> char {
    if character.is_alphanumeric() || character == '_' { '1' } else { character }
}

/// Returns the text with `1` in place of every word and number: `a1+(23)` becomes `1+(1)`. A text
/// that is a single word without digits stays as it is.
pub(super) fn pattern(text: &str) -> String {
    let one_for_each = text.chars().map(or_one);
    let pattern: String = one_for_each.dedup_by(|a, b| (*a, *b) == ('1', '1')).collect();
    if pattern == "1" && !text.contains(|it: char| it.is_ascii_digit()) {
        text.to_owned()
    } else {
        pattern
    }
}
