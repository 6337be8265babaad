//! Operators that there are not, and signs that look like those there are.

use super::numbers::fraction;
use super::operand::{
    BLANKS, before_operand, in_brackets, is_changed_by, is_digit, operand_length, starts_operand,
};
use super::{Mend, Place};
use crate::syntax::letter_value;

pub(super) fn function(place: Place<'_>) -> Option<Mend> {
    let span = place.word();
    if place.found() == Some('√') || place.text[span.clone()].eq_ignore_ascii_case("sqrt") {
        let span = if span.is_empty() { place.at..place.end() } else { span };
        let advice = "only +, -, * and / are known; the grammar `extended` has roots";
        return Some(Mend::named(span, "there is no square root", advice, None));
    }
    let is_called = place.text[span.end..].trim_start_matches(BLANKS).starts_with('(');
    if !is_called || place.text[span.clone()].chars().count() < 2 {
        return None;
    }
    let is_cards = place.text[span.clone()].chars().all(|it| letter_value(it).is_some());
    (!is_cards)
        .then(|| Mend::named(span, "there are no functions", "only +, -, * and / are known", None))
}

pub(super) fn factorial(place: Place<'_>) -> Option<Mend> {
    if place.found() != Some('!') {
        return None;
    }
    let (span, message) = (place.at..place.end(), "there is no factorial");
    let rest = place.before().trim_end_matches(is_digit);
    let number = place.before()[rest.len()..].parse::<u64>();
    let is_alone = !rest.ends_with(['.', ',', '!']) && !place.after().starts_with(['!', '=']);
    let Some(number) = number.ok().filter(|&it| it <= 10 && is_alone) else {
        return Some(Mend::named(
            span,
            message,
            "write the product, such as `4*3*2*1`; the grammar `extended` has factorials",
            None,
        ));
    };
    let factors: Vec<String> = (1..=number.max(1)).rev().map(|it| it.to_string()).collect();
    let all = rest.len()..place.end();
    let product = place.written(&all, &factors.join("*"));
    let advice = format!("write `{product}`");
    Some(Mend::named(span, message, advice, Some(place.with(all, &product))))
}

pub(super) fn power(place: Place<'_>) -> Option<Mend> {
    let found = place.found()?;
    let start = match found {
        '*' if place.before().ends_with('*') => place.at - 1,
        '^' => place.at,
        _ if superscript(found).is_some() => place.at,
        _ => return None,
    };
    let (exponent, end) = if let Some(exponent) = superscript(found) {
        (Some(exponent), place.end())
    } else {
        let digits = place.after().trim_start_matches(BLANKS);
        let length = digits.len() - digits.trim_start_matches(is_digit).len();
        let end = place.text.len() - digits.len() + length;
        (digits[..length].parse::<usize>().ok(), end)
    };
    let span = start..place.end();
    let base = before_operand(&place.text[..start]);
    let mended = exponent.zip(base).and_then(|(exponent, rest)| {
        let base = place.text[rest.len()..start].trim_matches(BLANKS);
        let after = &place.text[end..];
        let is_plain = (1..=9).contains(&exponent)
            && base.len() <= 40
            && !is_changed_by(after)
            && !after.starts_with(['.', ','])
            && !rest.ends_with(['.', ',']);
        let all = rest.len()..end;
        is_plain.then(|| (place.written(&all, &vec![base; exponent].join("*")), all))
    });
    let message = "there are no powers";
    Some(match mended {
        Some((product, all)) => {
            let advice = format!("write `{product}`");
            Mend::named(span, message, advice, Some(place.with(all, &product)))
        }
        None => Mend::named(
            span,
            message,
            "write a product, such as `2*2*2`; the grammar `extended` has powers",
            None,
        ),
    })
}

pub(super) const fn superscript(character: char) -> Option<usize> {
    Some(match character {
        '¹' => 1,
        '²' => 2,
        '³' => 3,
        '⁴' => 4,
        '⁵' => 5,
        '⁶' => 6,
        '⁷' => 7,
        '⁸' => 8,
        '⁹' => 9,
        _ => return None,
    })
}

pub(super) fn equals(place: Place<'_>) -> Option<Mend> {
    if place.found() != Some('=') {
        return None;
    }
    let left = place.before();
    let right = place.text[place.at..].trim_start_matches('=');
    let is_number = |text: &str| {
        let text = text.trim_matches(BLANKS);
        text.trim_start_matches('-').chars().all(|it| is_digit(it) || "/.,?".contains(it))
    };
    let (kept, span) = if is_number(right) {
        (left, place.at..place.text.len())
    } else if is_number(left) {
        (right, 0..place.text.len() - right.len())
    } else {
        let advice = "give one of the two sides";
        return Some(Mend::named(place.at..place.end(), NO_EQUATIONS, advice, None));
    };
    let advice = format!("leave out `{}`", place.text[span.clone()].trim_matches(BLANKS));
    let kept = kept.trim_matches(BLANKS).to_owned();
    Some(Mend::named(span, NO_EQUATIONS, advice, Some(kept)))
}

pub(super) const NO_EQUATIONS: &str = "an expression has no `=`";

/// A sign before a number: no grammar reads one.
pub(super) fn sign(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(|it| matches!(it, '+' | '-'))?;
    let before = place.before().trim_end_matches(BLANKS);
    if !before.is_empty() && !before.ends_with(['(', '+', '-', '*', '/']) {
        return None;
    }
    let length = operand_length(place.after())?;
    let span = place.at..place.end();
    if found == '+' {
        let text = place.with(span.clone(), "");
        return Some(Mend::named(span, "a number has no sign", "leave out the `+`", Some(text)));
    }
    let message = "there are no negative numbers";
    let (number, end) = (place.after()[..length].trim_matches(BLANKS), place.end() + length);
    let is_changed = is_changed_by(&place.text[end..]);
    let difference = format!("0-{}", unsigned(number));
    if place.is_ordinary && (before.is_empty() || before.ends_with('(')) {
        let text = if is_changed {
            place.with(place.at..place.at, "0")
        } else {
            place.with(place.at..end, &difference)
        };
        return Some(Mend::named(span, message, format!("write `{difference}`"), Some(text)));
    }
    let text = (!is_changed).then(|| place.with(place.at..end, &in_brackets(&difference)));
    Some(Mend::named(span, message, format!("write `({difference})`"), text))
}

/// An operand with signs before it, as it can be read after a minus.
pub(super) fn unsigned(operand: &str) -> String {
    if let Some(rest) = operand.strip_prefix('-') {
        return in_brackets(&format!("0-{}", unsigned(rest.trim_start_matches(BLANKS))));
    }
    if let Some(rest) = operand.strip_prefix('+') {
        return unsigned(rest.trim_start_matches(BLANKS));
    }
    let decimal = operand.split_once(['.', ',']).filter(|_| !operand.starts_with('('));
    match decimal.and_then(|(whole, decimals)| fraction(whole, decimals)) {
        Some(fraction) => in_brackets(&fraction),
        None => operand.to_owned(),
    }
}

/// A character that looks like another, or means the same elsewhere.
pub(super) fn look_alike(place: Place<'_>) -> Option<Mend> {
    let found = place.found()?;
    // Between two operands, an x is a sign and no unknown.
    let is_between = before_operand(place.before()).is_some() && starts_operand(place.after());
    if matches!(found, 'x' | 'X') && !is_between {
        return None;
    }
    let text = place.with(place.at..place.end(), meant(found)?);
    Some(Mend::unnamed(text))
}

/// What was meant by a character.
pub(super) const fn meant(character: char) -> Option<&'static str> {
    Some(match character {
        '（' => "(",
        '）' => ")",
        'x' | 'X' | '×' | '·' | '∙' | '⋅' | '∗' | '＊' | '✕' => "*",
        ':' | '÷' | '／' | '⁄' | '∕' | '\\' => "/",
        '−' | '–' | '—' | '‐' | '－' => "-",
        '＋' => "+",
        '０' => "0",
        '１' => "1",
        '２' => "2",
        '３' => "3",
        '４' => "4",
        '５' => "5",
        '６' => "6",
        '７' => "7",
        '８' => "8",
        '９' => "9",
        _ => return None,
    })
}

/// What stands side by side is multiplied, if one of the two is in brackets; but
/// after a `/` people disagree how much is the divisor.
pub(super) fn product(place: Place<'_>) -> Option<Mend> {
    let before = place.before().trim_end_matches(BLANKS);
    let rest = before_operand(before)?.trim_end_matches(BLANKS);
    let is_beside = before.ends_with(')') || place.found() == Some('(');
    let is_known = is_beside
        && starts_operand(&place.text[place.at..])
        && !rest.ends_with(['/', ')'])
        && !rest.ends_with(|it| is_digit(it) || letter_value(it).is_some());
    is_known.then(|| Mend::unnamed(place.with(before.len()..place.at, "*")))
}
