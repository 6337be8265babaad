//! Joins an answer in steps, such as `5+7=12, 8-6=2, 12*2=24`, into one expression: `(5+7)*(8-6)`.

use std::fmt::Write;

use super::Parse;
use super::answer::claim;
use crate::{Grammar, NodeKind, Rational};

/// A step whose claimed value is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongStep {
    /// The expression of the step.
    pub expression: String,
    /// Its value; `None` if it has none.
    pub value: Option<Rational>,
    /// The claimed value.
    pub claimed: Rational,
}

/// Joins the steps of `text` into one expression: if a step uses the result of an earlier step, the
/// earlier step replaces the result, once. `None` if `text` does not consist of steps. The error is
/// the first step that claims a wrong value.
pub(super) fn joined(text: &str, grammar: &Grammar) -> Option<Result<String, WrongStep>> {
    let parts = parts(text);
    let (last, steps) = parts.split_last()?;
    let is_claim = |step: &&str| step.contains('=');
    if steps.is_empty() || !steps.iter().all(is_claim) || last.parse::<Rational>().is_ok() {
        return None;
    }
    let mut results: Vec<(Rational, String)> = Vec::new();
    for part in parts {
        let (step, claimed) = claim(part)?;
        let mut step = step.to_owned();
        // A fraction such as `8/3` is an operation in the parsed step, not a number. So replace it
        // in the text.
        results.retain(|(result, earlier)| {
            let fraction = result.to_string();
            let is_used = !result.is_integer() && step.contains(&fraction);
            if is_used {
                step = step.replacen(&fraction, &format!("({earlier})"), 1);
            }
            !is_used
        });
        let parse = Parse::new(&step, grammar).ok()?;
        let value = parse.value().ok().cloned();
        if let Some(claimed) = claimed.filter(|claimed| value.as_ref() != Some(claimed)) {
            let expression = parse.text().to_owned();
            return Some(Err(WrongStep { expression, value, claimed }));
        }
        let (mut written, mut end) = (String::new(), 0);
        for node in parse.expression().nodes() {
            let NodeKind::Leaf(leaf) = &node.kind else { continue };
            let Some(earlier) = results.iter().rposition(|(result, _)| result == leaf) else {
                continue;
            };
            written += &parse.text()[end..node.span.start];
            write!(written, "({})", results.remove(earlier).1).expect("a string takes all");
            end = node.span.end;
        }
        written += &parse.text()[end..];
        results.push((value.unwrap_or_else(|| 0.into()), written));
    }
    let (_, expression) = results.pop()?;
    Some(Ok(Parse::new(&expression, grammar).ok()?.written().to_string()))
}

/// The steps of `text`. A step ends at a comma or a semicolon, or at the blank or line break after
/// its claimed value.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, found) in text.char_indices() {
        let (step, next) = (&text[from..at], at + found.len_utf8());
        let is_operand = |it: char| it == '(' || it.is_alphanumeric();
        let is_next = found.is_whitespace() && text[next..].starts_with(is_operand);
        if ",;".contains(found) || is_next && matches!(claim(step), Some((_, Some(_)))) {
            parts.push(step.trim());
            from = next;
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|it| !it.is_empty());
    parts
}
