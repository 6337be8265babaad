//! Tokens that may contain skipped blanks: if the grammar has `WHITESPACE`, the rule `number = {
//! ASCII_DIGIT+ }` matches `1 2` as one number.

use super::shortest::Shortest;
use super::subject::{Subject, id, reads_all, shown};
use super::{Found, finding};
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;
use crate::tracer::terminal::{Terminal, built_in};

/// Warns about rules that match characters one by one and allow blanks between them.
pub(super) fn falling_apart(subject: &Subject<'_>) -> Vec<GrammarError> {
    // Unlike `subject.shortest`, this puts no blanks between words, because a token must not
    // contain blanks.
    let shortest = Shortest::new(subject.rules);
    subject.shortest.spaced.iter().filter_map(|&rule| warning(subject, rule, &shortest)).collect()
}

/// The warning about one rule, if it matches a token with blanks inside.
pub(super) fn warning(subject: &Subject<'_>, rule: usize, shortest: &Shortest<'_>) -> Found {
    let between = subject.blank()?;
    let tokens = tokens(subject, rule, shortest);
    let (mend, put) = subject.with_modifier(rule, subject.atomic_sign(rule));
    let mended = tokens.first().and_then(|_| subject.changed(mend.clone()))?;
    let apart = tokens.into_iter().find_map(|(close, at)| {
        let apart = [&close[..at], &between, &close[at..]].concat();
        let reads = |text: &str| reads_all(&mended, id(rule), text);
        let both = subject.matches(rule, &close) && subject.matches(rule, &apart);
        (both && reads(&close) && !reads(&apart)).then_some(apart)
    })?;
    let written = subject.rule(rule);
    let text = shown(&apart);
    let message =
        format!("blanks are allowed inside `{}`: `{text}` is read as one token", written.name);
    let own = "put its characters into a rule of their own that has `@`";
    let (advice, mend) = match subject.rules.named_by(rule).find(|it| subject.needs_blanks(*it)) {
        Some(inner) => {
            let spaced = &subject.rule(inner).name;
            (format!("{own}, so that blanks are still allowed in `{spaced}`"), Vec::new())
        }
        None if has_signs(subject, rule) || begins_with_word(subject, rule) => {
            (format!("{own}; if all of `{}` is one token, {put}", written.name), Vec::new())
        }
        None => (format!("{put}, so that it skips no blanks"), mend),
    };
    Some(finding(message, written.name_span.clone(), advice).with_mend(mend))
}

/// Whether an alternative of the rule begins with a word, as in `"line" ~ ASCII_DIGIT+`: a blank may
/// come after it.
fn begins_with_word(subject: &Subject<'_>, rule: usize) -> bool {
    let is_word = |it: &str| it.chars().count() > 1 && it.chars().all(char::is_alphabetic);
    let alternatives = subject.rule(rule).body.alternatives();
    alternatives.iter().any(|it| it.items()[0].literal().is_some_and(is_word))
}

/// Whether a sign comes after characters, as in `ASCII_DIGIT+ ~ "+"`: then the rule may be one of
/// several tokens. The point of a number and the sign of its exponent belong to one token.
fn has_signs(subject: &Subject<'_>, rule: usize) -> bool {
    let is_sign = |it: char| !(it.is_alphanumeric() || it.is_whitespace() || "._".contains(it));
    let (mut is_after_characters, mut waiting) = (false, vec![&subject.rule(rule).body]);
    while let Some(part) = waiting.pop() {
        let is_character = is_class(part, subject.rules) == Some(true);
        if !is_character && !part.parts().is_empty() {
            waiting.extend(part.parts().iter().rev());
            continue;
        }
        let first = subject.shortest.text(part).and_then(|it| it.chars().next());
        let has_sign = !is_character && first.is_some_and(is_sign);
        if is_after_characters && has_sign {
            return true;
        }
        let is_called = part.name().is_some() && first.is_some();
        is_after_characters = is_character || is_called && !has_sign;
    }
    false
}

/// Texts that may be tokens, each with an index at which no blank belongs: between repeated
/// characters, or before a decimal point.
fn tokens(subject: &Subject<'_>, rule: usize, shortest: &Shortest<'_>) -> Vec<(String, usize)> {
    let body = &subject.rule(rule).body;
    let mut tokens = Vec::new();
    // A rule for numbers is never recursive. A recursive rule with a `.` is probably one for
    // members, such as `a.b.c`.
    let is_flat = !subject.rules.reached(subject.rules.named_by(rule)).contains(rule);
    for node in body.all() {
        let repeated = repeated_character(node, subject.rules);
        let is_point = is_flat && node.literal() == Some(".");
        // `around` visits the whole rule, so call it only if needed.
        let is_looked_at = repeated.is_some() || is_point;
        let around = is_looked_at.then(|| shortest.around(rule, repeated.unwrap_or(node)));
        let Some((before, after)) = around.flatten() else { continue };
        if let (Some(repeated), Some(whole)) = (repeated, shortest.text(body)) {
            let Some(one) = shortest.text(repeated) else { continue };
            // The repetition may need other characters before it.
            let ends = [[&*one, &one], [&*whole, &one], [&*one, &whole]].map(|it| it.concat());
            let first = |it: &String| it.chars().next().map_or(0, char::len_utf8);
            tokens.extend(ends.into_iter().map(|it| (it.clone(), first(&it))));
            // Or it may need a prefix, such as `#` before the digits of a colour.
            let is_sign = before.chars().count() < 3 && !before.ends_with(['(', '[', '{', '<']);
            if is_sign && after.chars().all(char::is_alphanumeric) {
                let (at, more) = (before.len() + one.len(), [&*one, ""]);
                tokens.extend(more.map(|more| ([&*before, &one, more, &after].concat(), at)));
            }
        } else if is_point {
            let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
            if is_number(&before) && is_number(&after) {
                tokens.push((format!("{before}.{after}"), before.len()));
            }
        }
    }
    tokens.retain(|(text, at)| (1..text.len()).contains(at));
    tokens
}

/// The repeated part of `node`, if it matches one character out of several.
pub(super) fn repeated_character<'s>(node: &'s Body, rules: &Rules) -> Option<&'s Body> {
    let BodyKind::Repeat { body, most, .. } = &node.kind else { return None };
    (*most != Some(1) && is_class(body, rules) == Some(true)).then_some(body)
}

/// Whether a part matches one character out of several, as in words and numbers. `None` if a match
/// may have more than one character, or if the part leads to very many others.
pub(super) fn is_class(node: &Body, rules: &Rules) -> Option<bool> {
    is_class_within(node, rules, &mut 1000)
}

/// [`is_class`], for at most `left` parts.
fn is_class_within(node: &Body, rules: &Rules, left: &mut usize) -> Option<bool> {
    *left = left.checked_sub(1)?;
    match &node.kind {
        BodyKind::Terminal(Terminal::Range(first, last)) if first < last => Some(true),
        BodyKind::Terminal(Terminal::Literal(text)) => (text.chars().count() == 1).then_some(false),
        BodyKind::Rule(name) => match (rules.rule(name), built_in(name).as_deref()) {
            (Some(rule), _) => is_class_within(&rule.body, rules, left),
            (None, Some([Terminal::Class(_) | Terminal::Property(_)])) => Some(true),
            _ => None,
        },
        BodyKind::Choice(parts) => {
            let mut each = parts.iter().map(|it| is_class_within(it, rules, left));
            each.try_fold(false, |any, it| Some(it? || any))
        }
        _ => None,
    }
}
