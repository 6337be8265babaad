//! Joins an answer in steps, such as `5+7=12, 8-6=2, 12*2=24`, into one expression: `(5+7)*(8-6)`.

use std::ops::Range;

use itertools::Itertools;

use super::Parse;
use super::answer::{claim, number};
use crate::{Grammar, Rational};

/// A step that has no value or a wrong one, or whose value no later step uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongStep {
    /// The expression of the step.
    pub expression: String,
    /// Its value; `None` if it has none.
    pub value: Option<Rational>,
    /// The claimed value, if it is wrong.
    pub claimed: Option<Rational>,
}

/// Joins the steps of `text` into one expression: if a step uses the result of an earlier step, the
/// expression of the earlier step takes the place of that result. Each result is replaced only
/// once. `None` if `text` does not consist of steps. If a step has a wrong value or none, the
/// joining stops after that step.
pub(super) fn joined(text: &str, grammar: &Grammar) -> Option<(String, Option<WrongStep>)> {
    let are_steps = |parts: &Vec<&str>| {
        let are_claims = parts.iter().rev().skip(1).all(|step| step.contains('='));
        are_claims && parts.len() > 1 && number(parts[parts.len() - 1]).is_none()
    };
    // A comma separates steps, unless it is in a decimal such as `0,2`. A decimal that is divided
    // leaves a number that claims nothing.
    let mut separations = [",;|→", ";|→"].into_iter().map(|it| parts(text, it));
    let mut results: Vec<Earlier> = Vec::new();
    for part in separations.find(are_steps)? {
        let (step, claimed) = claim(part)?;
        let expression = with_earlier(step, &mut results);
        let value = Parse::new(&expression, grammar).ok()?.value().ok().cloned();
        let claimed = claimed.filter(|claimed| value.as_ref() != Some(claimed));
        match value {
            Some(value) if claimed.is_none() => {
                results.push(Earlier { step, value, expression });
            }
            value => {
                let wrong = WrongStep { expression: step.to_owned(), value, claimed };
                return Some((expression, Some(wrong)));
            }
        }
    }
    let expression = results.pop()?.expression;
    // People also write the whole expression after its steps.
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let is_used = |it: &Earlier<'_>| dense(&expression).contains(&dense(&it.expression));
    let unused = results.into_iter().find(|it| !is_used(it));
    let unused = unused.map(|Earlier { step, value, .. }| WrongStep {
        expression: step.to_owned(),
        value: Some(value),
        claimed: None,
    });
    Some((Parse::new(&expression, grammar).ok()?.written().to_string(), unused))
}

/// A step whose value no later step has used so far.
struct Earlier<'t> {
    step: &'t str,
    value: Rational,
    /// The step with the expressions of earlier steps in place of their values.
    expression: String,
}

/// Puts earlier steps in place of their results in `step`, and removes them from `results`.
fn with_earlier(step: &str, results: &mut Vec<Earlier<'_>>) -> String {
    let mut earlier: Vec<(Range<usize>, String)> = Vec::new();
    // The `12/1` of `12/1+12` divides, though it has the value of an earlier 12. Only a result that
    // no number has can be written as a fraction, such as the 8/3 of `3-8/3`.
    for in_numbers in ["", "/"] {
        let is_sign = |it: char| {
            let in_number = ".,".contains(it) || in_numbers.contains(it);
            !(in_number || it.is_alphanumeric() || it.is_whitespace())
        };
        let mut from = 0;
        for part in step.split_inclusive(is_sign) {
            let operand = part.strip_suffix(is_sign).unwrap_or(part);
            let (start, end) = (from, from + operand.len());
            from += part.len();
            // The step `8/3` is a division.
            let fraction = || operand.parse().ok().filter(|_| operand.len() < step.len());
            let is_free = earlier.iter().all(|(it, _)| it.end <= start || end <= it.start);
            let Some(value) = number(operand).or_else(fraction).filter(|_| is_free) else {
                continue;
            };
            let negative = step[..start].trim_end().strip_suffix('-').map(str::trim_end);
            let is_sign = |it: &&str| it.is_empty() || it.ends_with(['(', '+', '-', '*', '/']);
            let negative = negative.filter(is_sign).map(|it| (it.len(), -value.clone()));
            for (start, value) in negative.into_iter().chain([(start, value)]) {
                if let Some(result) = results.iter().rposition(|it| it.value == value) {
                    earlier.push((start..end, format!("({})", results.remove(result).expression)));
                    break;
                }
            }
        }
    }
    let (mut written, mut from) = (String::new(), 0);
    for (place, expression) in earlier.into_iter().sorted_by_key(|(place, _)| place.start) {
        written += &step[from..place.start];
        written += &expression;
        from = place.end;
    }
    written + &step[from..]
}

/// The steps of `text`. A step ends at one of `separators`, or at the blank or line break after its
/// claimed value.
fn parts<'t>(text: &'t str, separators: &str) -> Vec<&'t str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, found) in text.char_indices() {
        let (step, rest) = (&text[from..at], &text[at + found.len_utf8()..]);
        let is_operand = |it: char| "(-".contains(it) || it.is_alphanumeric();
        // The `2/3` of `2 2/3` is not a step.
        let word = || rest.split([',', ';', ' ', '\n']).next().unwrap_or(rest);
        let is_mixed = || number(&format!("0 {}", word())).is_some_and(|it| it < 1.into());
        let is_next = found.is_whitespace() && rest.starts_with(is_operand);
        let is_claim = || matches!(claim(step), Some((_, Some(_))));
        if separators.contains(found) || is_next && is_claim() && !is_mixed() {
            parts.push(step.trim());
            from = text.len() - rest.len();
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|it| !it.is_empty());
    // People number their steps: `1. 5+7=12`, `2) 8-6=2`.
    let without_number = |(number, step): (usize, &'t str)| {
        let rest = step.strip_prefix(&*number.to_string())?.strip_prefix(['.', ')'])?;
        rest.starts_with(' ').then(|| rest.trim_start())
    };
    let numbered = (1..).zip(parts);
    numbered.map(|it| without_number(it).unwrap_or(it.1)).collect()
}
