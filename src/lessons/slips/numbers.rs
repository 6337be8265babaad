//! Foreign notations for numbers and cards: decimals, percentages, fraction characters, letters,
//! and hands with suits or other separators.

use itertools::Itertools;

use super::{
    BLANKS, Mend, Place, Recogniser, before_operand, is_changed_by, is_digit, starts_operand,
};
use crate::Rational;
use crate::cards::Hand;
use crate::syntax::letter_value;

/// A percentage. It is not fixed: in `5 + 10 %`, some people mean ten percent of the 5, and in `7 %
/// 4` the `%` means a remainder.
pub(super) fn percent(place: Place<'_>) -> Option<Mend> {
    place.found().filter(|it| *it == '%')?;
    let advice = "write `/100` for a percentage; the grammar `extended` has remainders";
    Some(Mend::named(place.here(), "percent signs are not allowed", advice))
}

/// Fraction characters, each followed by its expression.
const FRACTIONS: &str =
    "½1/2,⅓1/3,⅔2/3,¼1/4,¾3/4,⅕1/5,⅖2/5,⅗3/5,⅘4/5,⅙1/6,⅚5/6,⅛1/8,⅜3/8,⅝5/8,⅞7/8";

/// The expression of a fraction character.
pub(in crate::lessons) fn vulgar(found: char) -> Option<&'static str> {
    FRACTIONS.split(',').find_map(|it| it.strip_prefix(found))
}

/// A fraction character, with the whole number before it: `2½`.
pub(super) fn vulgar_fraction(place: Place<'_>) -> Option<Mend> {
    let fraction = vulgar(place.found()?)?;
    let rest = place.before().trim_end_matches(is_digit);
    let whole = &place.before()[rest.len()..];
    let all = rest.len()..place.end();
    let is_alone = !rest.ends_with(['.', ','])
        && before_operand(rest).is_none()
        && !place.after().starts_with(['.', ','])
        && !starts_operand(place.after());
    let message = "a fraction is written with a `/`";
    if !is_alone {
        return Some(Mend::named(place.here(), message, format!("write `{fraction}`")));
    }
    let sum = match whole {
        "" => fraction.to_owned(),
        _ if place.is_ordinary => format!("{whole}+{fraction}"),
        _ => format!("{whole}+({fraction})"),
    };
    // A power after the fraction applies to the whole sum, so the sum needs brackets.
    let is_changed = is_changed_by(place.after());
    let written = if is_changed { format!("({sum})") } else { place.written(&all, &sum) };
    Some(place.rewritten(all.clone(), message, all, &written))
}

/// The letter O instead of a zero.
pub(super) fn letter_for_digit(place: Place<'_>) -> Option<Mend> {
    let is_zero = matches!(place.found(), Some('O' | 'o')) && place.before().ends_with(is_digit);
    let has_more = place.after().starts_with(|it: char| it.is_alphabetic());
    let rest = place.before().trim_end_matches(is_digit).len();
    let digits = || place.before()[rest..].to_owned() + "0";
    let (span, message) = (place.here(), "a letter in a number");
    (is_zero && !has_more).then(|| place.rewritten(span, message, rest..place.end(), &digits()))
}

/// A letter for an unknown number, such as `x`.
pub(super) fn unknown(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(char::is_ascii_alphabetic)?;
    let span = place.word();
    let is_alone = span.len() == 1 && found != 'N' && letter_value(found).is_none();
    let or = if place.has_ace { ", or A, T, J, Q or K" } else { "" };
    is_alone.then(|| Mend::named(span, "unknowns are not allowed", format!("write a number{or}")))
}

/// The words for signs. A `by` may follow them.
const SPOKEN: &str =
    "plus +,add +,minus -,times *,multiplied *,over /,divided /,is =,equals =,gives =,makes =";

/// The words between steps.
const JOINTS: &str = "and ;,then ;,so ;";

/// The English names of cards.
const NAMES: &str = "ace A,king K,queen Q,jack J,ten 10,nine 9,eight 8,seven 7,six 6,five 5,four 4,three 3,two 2,one 1";

/// The sign or the card with this name.
fn written(names: &'static str, word: &str) -> Option<&'static str> {
    let mut pairs = names.split(',').filter_map(|it| it.split_once(' '));
    pairs.find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, text)| text)
}

/// The sign with this name.
pub(super) fn spoken(word: &str) -> Option<&'static str> {
    written(SPOKEN, word)
}

/// `text` with a sign in place of each word for one or between steps, and blanks, so that all places stay the same.
pub(in crate::lessons) fn with_signs(text: &str) -> String {
    let words = text.split(|it: char| !it.is_ascii_alphabetic());
    let sign = |word| spoken(word).or_else(|| written(JOINTS, word));
    let signs = words.filter_map(|word| Some((word, sign(word)?)));
    signs.fold(text.replace(" by ", "    "), |text, (word, sign)| {
        text.replacen(word, &format!("{sign:<0$}", word.len()), 1)
    })
}

/// A word, such as `then` between two steps. If the error is at a `=`, the word may be anywhere.
pub(super) fn word(place: Place<'_>) -> Option<Mend> {
    let all = if place.found()? == '=' { place.all() } else { place.word() };
    let is_card = |it: &str| it.chars().all(|it| letter_value(it).is_some());
    let mut words = place.text[all].split(|it: char| !it.is_alphabetic());
    let word = words.find(|it| it.chars().nth(1).is_some() && !is_card(it))?;
    let at = place.text.find(word)?;
    let message = format!("`{word}` is not part of an expression");
    let sign = spoken(word);
    let rest = &place.text[at + word.len()..];
    // A card beside a digit would make another number.
    let is_apart = !place.text[..at].ends_with(is_digit) && !rest.starts_with(is_digit);
    if let Some(text) = sign.or_else(|| written(NAMES, word).filter(|_| is_apart)) {
        let by = if sign.is_some() && rest.starts_with(" by ") { 3 } else { 0 };
        let span = at..at + word.len() + by;
        return Some(place.rewritten(span.clone(), &message, span, text));
    }
    let advice = match word {
        "mod" => "the grammar `extended` has remainders",
        _ => "write only numbers and signs",
    };
    Some(Mend::named(at..at + word.len(), &message, advice))
}

/// Two numbers without an operator between them, such as the cards of a hand.
pub(super) fn beside(place: Place<'_>) -> Option<Mend> {
    let before = place.before().trim_end_matches(BLANKS);
    let is_operand = |it: char| is_digit(it) || letter_value(it).is_some();
    // The last letter of a function's name is no card.
    let is_named = before.chars().rev().take_while(|it| it.is_alphabetic()).nth(1).is_some();
    let is_beside = before.ends_with(is_operand) && place.text[place.at..].starts_with(is_operand);
    let word = &place.text[place.word()];
    let is_word = word.len() > 1 && !word.chars().all(|it| letter_value(it).is_some());
    let message = "two numbers with no operator between them";
    let advice = "put +, -, * or / before it; `solve` takes hands";
    (is_beside && !is_named && !is_word).then(|| Mend::named(place.here(), message, advice))
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
    let is_alone = !rest.ends_with(['.', ',']) && !place.text[span.end..].starts_with(['.', ',']);
    let message = "decimals are not allowed";
    // `1,000` is a thousand in some countries, and the decimal 1.000 in others.
    if !is_alone || (found == ',' && decimals.len() == 3) {
        let advice = "write whole numbers without a comma, and fractions as `3/2`";
        return Some(Mend::named(span, message, advice));
    }
    let Some(fraction) = fraction(whole, decimals) else {
        return Some(Mend::named(span, message, "write a fraction, such as `3/2`"));
    };
    let written = place.written(&span, &fraction);
    Some(place.rewritten(span.clone(), message, span, &written))
}

/// A decimal number as a fraction in lowest terms; `None` if it is very long.
pub(super) fn fraction(whole: &str, decimals: &str) -> Option<String> {
    let decimals = decimals.trim_end_matches('0');
    let numer: u128 = format!("0{whole}{decimals}").parse().ok()?;
    let denom = 10_u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    Some(num_rational::Ratio::new(numer, denom).to_string())
}

/// The slip in a text that should be a hand but is not.
pub(in crate::lessons) fn in_hand(place: Place<'_>) -> Option<Mend> {
    const SLIPS: [Recogniser; 5] =
        [target, other_separator, names_of_cards, letter_for_digit, suits];
    SLIPS.iter().find_map(|slip| slip(place))
}

/// A hand with its target or with an answer: `3 3 8 8 = 24`, `3 3 8 8: 8/(3-8/3)`.
fn target(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(|it| ":=".contains(*it))?;
    // As in `== 24` and `= 24?`.
    let value = place.after().trim_start_matches('=').trim_matches([' ', '\t', '?', '.', '!']);
    let is_target = value.parse::<Rational>().is_ok();
    let advice = if !is_target && value.contains(['+', '-', '*', '/', '(']) {
        format!("check an answer with `bracket24 check '{}'`", place.text.trim().replace('\'', ""))
    } else if found == '=' {
        format!("set the target with `--target {}`", if is_target { value } else { "24" })
    } else {
        return None;
    };
    Some(Mend::named(place.at..place.text.len(), &format!("a hand has no `{found}`"), advice))
}

/// A hand with another separator: `3-3-8-8`.
fn other_separator(place: Place<'_>) -> Option<Mend> {
    let sign = place.found().filter(|it| "-/.:|_".contains(*it))?;
    let cards: Vec<&str> = place.text.trim().split(sign).map(str::trim).collect();
    let is_card = |card: &&str| {
        let is_letter = card.chars().exactly_one().is_ok_and(|it| letter_value(it).is_some());
        is_letter || !card.is_empty() && card.chars().all(is_digit)
    };
    // With only two numbers, such as `3/8`, the text may be a difference, a fraction or a decimal.
    let is_hand = cards.len() > 2 && cards.iter().all(is_card);
    let message = "separate cards with blanks or commas";
    is_hand.then(|| place.rewritten(place.here(), message, place.all(), &cards.join(" ")))
}

/// Characters that may separate two cards.
const BETWEEN: [char; 4] = [' ', '\t', ',', ';'];

/// A hand with cards by their English names: `ace king 3 8`.
fn names_of_cards(place: Place<'_>) -> Option<Mend> {
    let words = place.text.split(BETWEEN).filter(|it| !it.is_empty());
    let cards = words.map(|given| written(NAMES, given).unwrap_or(given)).collect_vec().join(" ");
    // If any other word is left, the text is not a hand.
    let is_hand = cards.parse::<Hand>().is_ok();
    let message = "a card is a number or a letter";
    is_hand.then(|| place.rewritten(place.all(), message, place.all(), &cards))
}

/// A hand whose cards have suits: `AS KH QD JC`.
fn suits(place: Place<'_>) -> Option<Mend> {
    let is_symbol = |it: char| "♠♥♦♣♤♡♢♧".contains(it);
    // An invisible character may follow a symbol and ask for its coloured form.
    let plain = place.text.replace('\u{fe0f}', "").replace(is_symbol, " ");
    let is_suit = |it: char| "SHDC".contains(it.to_ascii_uppercase());
    let is_letter = |it: &str| it.len() == 1 && it.chars().all(|it| letter_value(it).is_some());
    let is_rank = |it: &str| matches!(it.parse(), Ok(1..=13)) || is_letter(it);
    let cards = plain.split(BETWEEN).filter(|it| !it.is_empty()).map(|card| {
        let rank = card.strip_suffix(is_suit).or_else(|| card.strip_prefix(is_suit));
        rank.filter(|it| is_rank(it)).unwrap_or(card)
    });
    let cards: Vec<String> = cards.map(str::to_ascii_uppercase).collect();
    let had_suits = place.text.contains(is_symbol)
        || cards.concat().len() < plain.split(BETWEEN).map(str::len).sum();
    let (all, message) = (place.all(), "suits do not count");
    had_suits.then(|| place.rewritten(all.clone(), message, all, &cards.join(" ")))
}
