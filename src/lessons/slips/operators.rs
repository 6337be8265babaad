//! Unknown operators, characters that look like known ones, and brackets.

use itertools::Itertools;

use super::numbers::{fraction, spoken};
use super::{
    BLANKS, Mend, Place, before_operand, in_brackets, is_changed_by, is_digit, operand_length,
    starts_operand,
};
use crate::syntax::{letter_value, typed_signs};

pub(super) fn function(place: Place<'_>) -> Option<Mend> {
    let span = place.word();
    if place.found() == Some('√') || place.text[span.clone()].eq_ignore_ascii_case("sqrt") {
        let span = if span.is_empty() { place.here() } else { span };
        let advice = "only +, -, * and / are known; the grammar `extended` has roots";
        return Some(Mend::named(span, "square roots are not allowed", advice));
    }
    let is_called = place.text[span.end..].trim_start_matches(BLANKS).starts_with('(');
    (is_called && place.text[span.clone()].chars().count() >= 2).then_some(())?;
    let word = &place.text[span.clone()];
    let is_cards = word.chars().all(|it| letter_value(it).is_some());
    let advice = "only +, -, * and / are known; the grammar `extended` has `log(2, 8)`";
    (!is_cards && spoken(word).is_none())
        .then(|| Mend::named(span, "there are no functions", advice))
}

pub(super) fn factorial(place: Place<'_>) -> Option<Mend> {
    place.found().filter(|it| *it == '!')?;
    let (span, message) = (place.here(), "factorials are not allowed");
    let rest = place.before().trim_end_matches(is_digit);
    let number = place.before()[rest.len()..].parse::<u64>();
    let is_alone = !rest.ends_with(['.', ',', '!']) && !place.after().starts_with(['!', '=']);
    let Some(number) = number.ok().filter(|&it| it <= 10 && is_alone) else {
        let advice = "write the product, such as `4*3*2*1`; the grammar `extended` has factorials";
        return Some(Mend::named(span, message, advice));
    };
    let all = rest.len()..place.end();
    let product = place.written(&all, &(1..=number.max(1)).rev().join("*"));
    Some(place.rewritten(span, message, all, &product))
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
        (digits[..length].parse::<usize>().ok(), place.text.len() - digits.len() + length)
    };
    let (span, message) = (start..place.end(), "powers are not allowed");
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
        let product = || place.written(&all, &vec![base; exponent].join("*"));
        is_plain.then(|| place.rewritten(span.clone(), message, all.clone(), &product()))
    });
    let advice = "write a product, such as `2*2*2`; the grammar `extended` has powers";
    Some(mended.unwrap_or_else(|| Mend::named(span, message, advice)))
}

pub(super) fn superscript(character: char) -> Option<usize> {
    "¹²³⁴⁵⁶⁷⁸⁹".chars().position(|it| it == character).map(|at| at + 1)
}

pub(super) fn equals<'t>(place: Place<'t>) -> Option<Mend> {
    place.found().filter(|it| *it == '=')?;
    let message = "an expression has no `=`";
    let left = place.before();
    let right = place.text[place.at..].trim_start_matches('=');
    let of_number = |it: char| is_digit(it) || "/.,? \t".contains(it);
    let after_number =
        |text: &'t str| text.trim_start_matches(['-', ' ', '\t']).trim_start_matches(of_number);
    let is_number = |it: &'t str| after_number(it).is_empty() && !it.trim_end().ends_with('/');
    let rest = after_number(right);
    let is_odd = |it: char| !it.is_alphanumeric() && !"+-*/(".contains(it);
    let (kept, span) = if right.contains('=') {
        let message = "an expression does not have several `=`";
        let advice = "`check` takes steps with commas between them: `5+7=12, 8-6=2, 12*2=24`";
        return Some(Mend::named(place.here(), message, advice));
    } else if is_number(right) {
        (left, place.at..place.text.len())
    } else if is_number(left) {
        (right, 0..place.text.len() - right.len())
    } else if rest.len() < right.trim_start().len() && rest.starts_with(is_odd) {
        let span = place.text.len() - rest.len()..place.text.len();
        let advice = format!("leave out `{}`", rest.trim_end());
        return Some(Mend::named(span, "only a number may follow `=`", advice));
    } else {
        let message = "this `=` is not between an expression and its value";
        return Some(Mend::named(place.here(), message, "give one of the two sides"));
    };
    let advice = format!("leave out `{}`", place.text[span.clone()].trim_matches(BLANKS));
    Some(Mend::named(span, message, advice).giving(kept.trim_matches(BLANKS)))
}

/// A `+` or `-` before an operand, where the grammar accepts no sign.
pub(super) fn sign(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(|it| matches!(it, '+' | '-'))?;
    let before = place.before().trim_end_matches(BLANKS);
    (before.is_empty() || before.ends_with(['(', '+', '-', '*', '/'])).then_some(())?;
    let length = operand_length(place.after())?;
    let span = place.here();
    if found == '+' {
        let mend = Mend::named(span.clone(), "a number has no sign", "leave out the `+`");
        return Some(mend.giving(place.with(span, "")));
    }
    let message = "negative numbers are not allowed";
    let (number, end) = (place.after()[..length].trim_matches(BLANKS), place.end() + length);
    let is_changed = is_changed_by(&place.text[end..]);
    let difference = format!("0-{}", unsigned(number));
    let is_first = place.is_ordinary && (before.is_empty() || before.ends_with('('));
    let written = if is_first { difference } else { in_brackets(&difference) };
    let has_power = is_changed && (!is_first || number.starts_with(['+', '-']));
    let advice = if has_power {
        "write `0-` and a product in brackets, as in `(0-(3*3))`; the grammar `extended` has \
         negation, powers and factorials"
            .to_owned()
    } else {
        format!("write `{written}`")
    };
    let mend = Mend::named(span, message, advice);
    Some(match (is_changed, is_first) {
        (false, _) => mend.giving(place.with(place.at..end, &written)),
        (true, true) => mend.giving(place.with(place.at..place.at, "0")),
        (true, false) => mend,
    })
}

/// Rewrites an operand so that it can follow `0-`: a minus before it becomes a difference, as `-3`
/// becomes `(0-3)`, and a decimal becomes a fraction.
fn unsigned(operand: &str) -> String {
    if let Some(rest) = operand.strip_prefix('-') {
        return in_brackets(&format!("0-{}", unsigned(rest.trim_start_matches(BLANKS))));
    }
    if let Some(rest) = operand.strip_prefix('+') {
        return unsigned(rest.trim_start_matches(BLANKS));
    }
    let decimal = operand.split_once(['.', ',']).filter(|_| !operand.starts_with('('));
    let fraction = decimal.and_then(|(whole, decimals)| fraction(whole, decimals));
    fraction.map_or_else(|| operand.to_owned(), |fraction| in_brackets(&fraction))
}

/// A character that looks like a character of the grammar, such as `−` for `-`, or that has the
/// same meaning elsewhere, such as `:` for `/`.
pub(super) fn look_alike(place: Place<'_>) -> Option<Mend> {
    let found = place.found()?;
    // Between two operands, an x is a multiplication sign, not an unknown.
    let is_between = before_operand(place.before()).is_some() && starts_operand(place.after());
    (!matches!(found, 'x' | 'X') || is_between).then_some(())?;
    // The grammar has powers: otherwise this would be a slip of another kind.
    let power = superscript(found).map(|exponent| format!("^{exponent}"));
    let written = power.or_else(|| meant(found).map(String::from))?;
    Some(Mend::unnamed(place.with(place.here(), &written)))
}

/// The character of the grammar that `character` means: `*` for `×`.
fn meant(character: char) -> Option<char> {
    let meant = match character {
        'x' | 'X' => '*',
        '\\' => '/',
        other => typed_signs(other.encode_utf8(&mut [0; 4])).chars().next()?,
    };
    (meant != character).then_some(meant)
}

/// A missing `*`: if one of two adjacent operands is in brackets, as in `2(3+4)`, people multiply
/// them. After a `/`, as in `8/2(3+4)`, people disagree on the divisor, so this is not treated as a
/// slip.
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

pub(super) fn bracket(place: Place<'_>) -> Option<Mend> {
    let round = |it: char| match it {
        '[' | '{' | '［' | '｛' | '⟨' => Some('('),
        ']' | '}' | '］' | '｝' | '⟩' => Some(')'),
        _ => None,
    };
    place.found().and_then(round)?;
    let text: String = place.text.chars().map(|it| round(it).unwrap_or(it)).collect();
    let mend = Mend::named(place.here(), "only round brackets are allowed", "write `(` and `)`");
    Some(mend.giving(text))
}

/// Brackets that are still open when a text ends too early.
pub(super) fn bracket_left_open(place: Place<'_>) -> Option<Mend> {
    before_operand(place.text)?;
    let open = open_brackets(place.text);
    (place.found().is_none() && !open.is_empty())
        .then(|| Mend::unnamed(place.text.to_owned() + &")".repeat(open.len())))
}

/// The places of the brackets that `text` leaves open, the innermost last.
pub(in crate::lessons) fn open_brackets(text: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open.push(at),
            b')' | b']' | b'}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// A character to remove: a bracket that closes nothing, a quote or a semicolon around an
/// expression, or an invisible character.
pub(super) fn stray(place: Place<'_>) -> Option<Mend> {
    let follows_operand = before_operand(place.before()).is_some();
    let is_outside = place.before().trim().is_empty() || place.after().trim().is_empty();
    let is_needless = match place.found()? {
        ')' => follows_operand && open_brackets(place.before()).is_empty(),
        '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | ';' | '?' => {
            is_outside
        }
        // The character is invisible, so nobody meant to type it.
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => {
            !(place.before().ends_with(is_digit) && place.after().starts_with(is_digit))
        }
        _ => false,
    };
    is_needless.then(|| Mend::unnamed(place.with(place.here(), "")))
}
