//! Joins an answer in steps, such as `5+7=12, 8-6=2, 12*2=24`, into one expression: `(5+7)*(8-6)`.

use itertools::Itertools;

use super::Parse;
use super::answer::{claim, number};
use crate::{Grammar, Rational};

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
/// earlier step replaces the result, once. `None` if `text` does not consist of steps. If a step
/// claims a wrong value, the expression ends with it.
pub(super) fn joined(text: &str, grammar: &Grammar) -> Option<(String, Option<WrongStep>)> {
    let are_steps = |parts: &Vec<&str>| {
        let Some((last, steps)) = parts.split_last() else { return false };
        let are_claims = steps.iter().all(|step| step.contains('='));
        are_claims && !steps.is_empty() && last.parse::<Rational>().is_err()
    };
    // A comma separates steps, unless one of them would then be only a number: `1/5=0,2; 5-0,2=4,8`.
    let mut separations = [true, false].into_iter().map(|it| parts(text, it));
    let mut results: Vec<(Rational, String)> = Vec::new();
    for part in separations.find(are_steps)? {
        let (step, claimed) = claim(part)?;
        let expression = with_earlier(step, &mut results);
        let value = Parse::new(&expression, grammar).ok()?.value().ok().cloned();
        if let Some(claimed) = claimed.filter(|claimed| value.as_ref() != Some(claimed)) {
            let wrong = WrongStep { expression: step.to_owned(), value, claimed };
            return Some((expression, Some(wrong)));
        }
        results.push((value.unwrap_or_else(|| 0.into()), expression));
    }
    let (_, expression) = results.pop()?;
    Some((Parse::new(&expression, grammar).ok()?.written().to_string(), None))
}

/// Puts earlier steps in place of their results in `step`, and removes them from `results`.
fn with_earlier(step: &str, results: &mut Vec<(Rational, String)>) -> String {
    let mut used = |value: Option<Rational>| {
        let earlier = results.iter().rposition(|(result, _)| Some(result) == value.as_ref())?;
        Some(format!("({})", results.remove(earlier).1))
    };
    let is_sign = |it: char| !(it.is_alphanumeric() || it.is_whitespace() || ".,/".contains(it));
    let mut written = String::new();
    for part in step.split_inclusive(is_sign) {
        let operand = part.strip_suffix(is_sign).unwrap_or(part);
        // The step `8/3` is a division, and in `3-8/3` it may be the result of a division.
        let fraction = || operand.parse().ok().filter(|_| operand.len() < step.len());
        let value = number(operand).or_else(fraction);
        let signed = written.trim_end().strip_suffix('-').map(str::trim_end);
        let is_sign = |it: &&str| it.is_empty() || it.ends_with(['(', '+', '-', '*', '/']);
        let signed = signed.filter(is_sign).map(str::len);
        if let Some(length) = signed
            && let Some(earlier) = used(value.clone().map(|it| -it))
        {
            written.truncate(length);
            written += &earlier;
        } else if let Some(earlier) = used(value) {
            written += &earlier;
        } else {
            let parts = operand.split('/');
            written += &parts.map(|it| used(number(it)).unwrap_or_else(|| it.to_owned())).join("/");
        }
        written += &part[operand.len()..];
    }
    written
}

/// The steps of `text`. A step ends at a separator, or at the blank or line break after its claimed
/// value. A comma between two digits is a separator if `comma_separates`.
fn parts(text: &str, comma_separates: bool) -> Vec<&str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, found) in text.char_indices() {
        let (step, next) = (&text[from..at], at + found.len_utf8());
        let rest = &text[next..];
        let is_digit = |it: char| it.is_ascii_digit();
        let is_decimal = found == ',' && step.ends_with(is_digit) && rest.starts_with(is_digit);
        let is_operand = |it: char| "(-".contains(it) || it.is_alphanumeric();
        // The `2/3` of `2 2/3` is not a step.
        let word = || rest.split([',', ';', ' ', '\n']).next().unwrap_or(rest);
        let is_mixed = || number(&format!("0 {}", word())).is_some_and(|it| it < 1.into());
        let is_next = found.is_whitespace() && rest.starts_with(is_operand);
        let is_claim = || matches!(claim(step), Some((_, Some(_))));
        if ",;|→".contains(found) && (comma_separates || !is_decimal)
            || is_next && is_claim() && !is_mixed()
        {
            parts.push(step.trim());
            from = next;
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|it| !it.is_empty());
    parts
}
