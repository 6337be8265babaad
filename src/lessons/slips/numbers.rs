//! Numbers as they are written elsewhere: decimals, percentages, fractions in one
//! character, letters.

use super::operand::{BLANKS, before_operand, is_changed_by, is_digit, starts_operand};
use super::{Mend, Place};
use crate::syntax::letter_value;

pub(super) fn percent(place: Place<'_>) -> Option<Mend> {
    if place.found() != Some('%') {
        return None;
    }
    let (span, message) = (place.at..place.end(), "there is no percent sign");
    let mended = before_operand(place.before()).and_then(|rest| {
        let number = place.before()[rest.len()..].trim_matches(BLANKS);
        // Some take ten percent of what it is added to; and `7 % 4` is a remainder.
        let is_known = !rest.trim_end_matches(BLANKS).ends_with(['+', '-', '^', '.', ','])
            && !rest.trim_end_matches(BLANKS).ends_with("**")
            && before_operand(rest).is_none()
            && !starts_operand(place.after())
            && !is_changed_by(place.after());
        let all = rest.len()..place.end();
        is_known.then(|| (place.written(&all, &format!("{number}/100")), all))
    });
    Some(match mended {
        Some((quotient, all)) => {
            let advice = format!("write `{quotient}`");
            Mend::named(span, message, advice, Some(place.with(all, &quotient)))
        }
        None => Mend::named(span, message, "write `/100` for a percentage", None),
    })
}

/// A fraction that is one character, and the whole number before it.
pub(super) fn vulgar_fraction(place: Place<'_>) -> Option<Mend> {
    let fraction = match place.found()? {
        '½' => "1/2",
        '⅓' => "1/3",
        '⅔' => "2/3",
        '¼' => "1/4",
        '¾' => "3/4",
        '⅕' => "1/5",
        '⅖' => "2/5",
        '⅗' => "3/5",
        '⅘' => "4/5",
        '⅙' => "1/6",
        '⅚' => "5/6",
        '⅛' => "1/8",
        '⅜' => "3/8",
        '⅝' => "5/8",
        '⅞' => "7/8",
        _ => return None,
    };
    let rest = place.before().trim_end_matches(is_digit);
    let whole = &place.before()[rest.len()..];
    let all = rest.len()..place.end();
    let is_alone = !rest.ends_with(['.', ','])
        && before_operand(rest).is_none()
        && !place.after().starts_with(['.', ','])
        && !starts_operand(place.after());
    let message = "a fraction is written with a `/`";
    if !is_alone {
        let advice = format!("write `{fraction}`");
        return Some(Mend::named(place.at..place.end(), message, advice, None));
    }
    let sum = match whole {
        "" => fraction.to_owned(),
        _ if place.is_ordinary => format!("{whole}+{fraction}"),
        _ => format!("{whole}+({fraction})"),
    };
    // A power or a factorial of it is not that of its last number.
    let is_changed = is_changed_by(place.after());
    let written = if is_changed { format!("({sum})") } else { place.written(&all, &sum) };
    let advice = format!("write `{written}`");
    Some(Mend::named(all.clone(), message, advice, Some(place.with(all, &written))))
}

/// The letter O in place of a zero.
pub(super) fn letter_for_digit(place: Place<'_>) -> Option<Mend> {
    let is_zero = matches!(place.found(), Some('O' | 'o')) && place.before().ends_with(is_digit);
    let has_more = place.after().starts_with(|it: char| it.is_alphabetic());
    (is_zero && !has_more).then(|| {
        let number = place.before().trim_end_matches(is_digit).len()..place.end();
        let text = place.with(place.at..place.end(), "0");
        let digits = text[number].to_owned();
        let span = place.at..place.end();
        Mend::named(span, "a letter in a number", format!("write `{digits}`"), Some(text))
    })
}

/// A letter that stands for a number that is not known.
pub(super) fn unknown(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(char::is_ascii_alphabetic)?;
    let span = place.word();
    let is_alone = span.len() == 1 && found != 'N' && letter_value(found).is_none();
    let advice = "write a number, or A, T, J, Q or K";
    is_alone.then(|| Mend::named(span, "there are no unknowns", advice, None))
}

/// Two numbers with no operator between them, such as the cards of a hand.
pub(super) fn beside(place: Place<'_>) -> Option<Mend> {
    let before = place.before().trim_end_matches(BLANKS);
    let is_operand = |it: char| is_digit(it) || letter_value(it).is_some();
    let is_beside = before.ends_with(is_operand) && place.text[place.at..].starts_with(is_operand);
    let is_word = place.word().len() > 1
        && !place.text[place.word()].chars().all(|it| letter_value(it).is_some());
    let message = "two numbers with no operator between them";
    let advice = "put +, -, * or / before it; `solve` takes hands";
    (is_beside && !is_word).then(|| Mend::named(place.at..place.end(), message, advice, None))
}

pub(super) fn decimal(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(|it| matches!(it, '.' | ','))?;
    let rest = place.before().trim_end_matches(is_digit);
    let decimals = place.after().len() - place.after().trim_start_matches(is_digit).len();
    let (whole, decimals) = (&place.before()[rest.len()..], &place.after()[..decimals]);
    if whole.is_empty() && decimals.is_empty() || found == ',' && decimals.is_empty() {
        return None;
    }
    let span = rest.len()..place.end() + decimals.len();
    let is_part = |it: &str, end: bool| {
        if end { it.ends_with(['.', ',']) } else { it.starts_with(['.', ',']) }
    };
    let is_alone = !is_part(rest, true) && !is_part(&place.text[span.end..], false);
    let message = "there are no decimals";
    // 1,000 is a thousand to some and one to others.
    if !is_alone || (found == ',' && decimals.len() == 3) {
        let advice = "write whole numbers without a comma, and fractions as `3/2`";
        return Some(Mend::named(span, message, advice, None));
    }
    let Some(fraction) = fraction(whole, decimals) else {
        return Some(Mend::named(span, message, "write a fraction, such as `3/2`", None));
    };
    let written = place.written(&span, &fraction);
    let advice = format!("write `{written}`");
    Some(Mend::named(span.clone(), message, advice, Some(place.with(span, &written))))
}

/// A decimal number as a fraction in lowest terms; `None` if it is very long.
pub(super) fn fraction(whole: &str, decimals: &str) -> Option<String> {
    let decimals = decimals.trim_end_matches('0');
    let numer: u128 = format!("0{whole}{decimals}").parse().ok()?;
    let denom = 10_u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let (mut a, mut b) = (numer, denom);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let (numer, denom) = (numer / a, denom / a);
    Some(if denom == 1 { numer.to_string() } else { format!("{numer}/{denom}") })
}
