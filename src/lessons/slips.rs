//! What people write that is right elsewhere and not here: its name, what to
//! write, and the text with it mended.
//!
//! Each kind of slip is a function in [`SLIPS`]. A mended text has the value that
//! ordinary school arithmetic gives the text as it was typed; where that is not
//! known, nothing is mended.

use std::ops::Range;

use itertools::Itertools;

use crate::cards::Hand;
use crate::syntax::letter_value;

/// A thing that is written elsewhere and has no place here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What there is not: `there is no factorial`.
    pub message: String,
    /// What to write in its place.
    pub advice: String,
}

/// A slip, with its name if it has one, and the text without it.
pub(super) struct Mend {
    pub(super) slip: Option<Slip>,
    pub(super) text: Option<String>,
}

impl Mend {
    fn named(
        span: Range<usize>,
        message: &str,
        advice: impl Into<String>,
        text: Option<String>,
    ) -> Self {
        Self { slip: Some(Slip { span, message: message.to_owned(), advice: advice.into() }), text }
    }

    fn unnamed(text: String) -> Self {
        Self { slip: None, text: Some(text) }
    }
}

/// A text that cannot be read, and where that is.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Whether a minus takes no more than it would in ordinary arithmetic: if not,
    /// what it is put before needs brackets of its own.
    pub(super) is_ordinary: bool,
}

/// The slips that are known, the most particular first.
const SLIPS: [fn(Place<'_>) -> Option<Mend>; 17] = [
    joker,
    function,
    factorial,
    power,
    percent,
    decimal,
    bracket,
    equals,
    sign,
    vulgar_fraction,
    letter_for_digit,
    look_alike,
    unknown,
    product,
    beside,
    bracket_left_open,
    stray,
];

/// The slip at a place, if it is one that is known.
pub(super) fn at(place: Place<'_>) -> Option<Mend> {
    SLIPS.iter().find_map(|slip| slip(place))
}

impl<'t> Place<'t> {
    fn found(self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn end(self) -> usize {
        self.at + self.found().map_or(0, char::len_utf8)
    }

    fn before(self) -> &'t str {
        &self.text[..self.at]
    }

    fn after(self) -> &'t str {
        &self.text[self.end()..]
    }

    /// `text` as it is written at `span`: in brackets, unless it is a number alone
    /// or all there is.
    fn written(self, span: &Range<usize>, text: &str) -> String {
        let is_all = self.text.trim_matches(BLANKS) == self.text[span.clone()].trim_matches(BLANKS);
        if is_all { text.to_owned() } else { in_brackets(text) }
    }

    /// The text with something else at `span`.
    fn with(self, span: Range<usize>, replacement: &str) -> String {
        [&self.text[..span.start], replacement, &self.text[span.end..]].concat()
    }

    /// The letters that stand together here.
    fn word(self) -> Range<usize> {
        let before = self.before();
        let start = before.trim_end_matches(char::is_alphabetic).len();
        let rest = &self.text[self.at..];
        start..self.at + (rest.len() - rest.trim_start_matches(char::is_alphabetic).len())
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// What is left of `text` before the number, letter or brackets at its end,
/// blanks after it apart.
fn before_operand(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(BLANKS);
    let last = text.chars().next_back()?;
    if is_digit(last) {
        return Some(text.trim_end_matches(is_digit));
    }
    let rest = &text[..text.len() - last.len_utf8()];
    if letter_value(last).is_some() || last == 'N' {
        return (!rest.ends_with(char::is_alphabetic)).then_some(rest);
    }
    if last != ')' {
        return None;
    }
    let mut open = 0;
    text.char_indices().rev().find_map(|(at, character)| {
        match character {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        (open == 0).then(|| &text[..at])
    })
}

/// How long the operand at the start of `text` is, with blanks and signs before
/// it.
fn operand_length(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start_matches([' ', '\t', '+', '-']).len();
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let length = if is_digit(first) {
        let whole = rest.len() - rest.trim_start_matches(is_digit).len();
        let decimals = rest[whole..].strip_prefix(['.', ',']);
        let decimals = decimals.map(|it| it.len() - it.trim_start_matches(is_digit).len());
        decimals.filter(|&length| length > 0).map_or(whole, |length| whole + 1 + length)
    } else if letter_value(first).is_some() || first == 'N' {
        1
    } else if first == '(' {
        let mut open = 0;
        let close = rest.char_indices().find(|(_, character)| {
            match character {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            open == 0
        });
        close?.0 + 1
    } else {
        return None;
    };
    (!rest[length..].starts_with(char::is_alphabetic)).then_some(start + length)
}

fn starts_operand(text: &str) -> bool {
    let text = text.trim_start_matches(BLANKS);
    text.starts_with(|it: char| is_digit(it) || letter_value(it).is_some() || it == '(')
}

/// Whether what follows would change an operand that ends here: a power, a
/// factorial, a percentage.
fn is_changed_by(rest: &str) -> bool {
    let rest = rest.trim_start_matches(BLANKS);
    rest.starts_with("**") || rest.starts_with(|it| "^!%".contains(it) || superscript(it).is_some())
}

const fn superscript(character: char) -> Option<usize> {
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

pub(super) fn joker(place: Place<'_>) -> Option<Mend> {
    let word = place.word();
    let is_word = place.text[word.clone()].to_lowercase().contains("joker");
    let span = match place.found() {
        _ if is_word => word,
        Some('\u{1f0cf}' | '\u{1f0bf}' | '\u{1f0df}') => place.at..place.end(),
        _ => return None,
    };
    let advice = "a card is a whole number from 0 up, or A, T, J, Q or K";
    Some(Mend::named(span, "there are no jokers", advice, None))
}

fn function(place: Place<'_>) -> Option<Mend> {
    let span = place.word();
    if place.found() == Some('√') || place.text[span.clone()].eq_ignore_ascii_case("sqrt") {
        let span = if span.is_empty() { place.at..place.end() } else { span };
        let advice = "only +, -, * and / are known";
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

fn factorial(place: Place<'_>) -> Option<Mend> {
    if place.found() != Some('!') {
        return None;
    }
    let (span, message) = (place.at..place.end(), "there is no factorial");
    let rest = place.before().trim_end_matches(is_digit);
    let number = place.before()[rest.len()..].parse::<u64>();
    let is_alone = !rest.ends_with(['.', ',', '!']) && !place.after().starts_with(['!', '=']);
    let Some(number) = number.ok().filter(|&it| it <= 10 && is_alone) else {
        return Some(Mend::named(span, message, "write the product, such as `4*3*2*1`", None));
    };
    let factors: Vec<String> = (1..=number.max(1)).rev().map(|it| it.to_string()).collect();
    let all = rest.len()..place.end();
    let product = place.written(&all, &factors.join("*"));
    let advice = format!("write `{product}`");
    Some(Mend::named(span, message, advice, Some(place.with(all, &product))))
}

/// `text` in brackets unless it is a number alone.
fn in_brackets(text: &str) -> String {
    if text.chars().all(is_digit) { text.to_owned() } else { format!("({text})") }
}

fn power(place: Place<'_>) -> Option<Mend> {
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
        None => Mend::named(span, message, "write a product, such as `2*2*2`", None),
    })
}

fn percent(place: Place<'_>) -> Option<Mend> {
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
fn vulgar_fraction(place: Place<'_>) -> Option<Mend> {
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
fn letter_for_digit(place: Place<'_>) -> Option<Mend> {
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
fn unknown(place: Place<'_>) -> Option<Mend> {
    let found = place.found().filter(char::is_ascii_alphabetic)?;
    let span = place.word();
    let is_alone = span.len() == 1 && found != 'N' && letter_value(found).is_none();
    let advice = "write a number, or A, T, J, Q or K";
    is_alone.then(|| Mend::named(span, "there are no unknowns", advice, None))
}

/// Two numbers with no operator between them, such as the cards of a hand.
fn beside(place: Place<'_>) -> Option<Mend> {
    let before = place.before().trim_end_matches(BLANKS);
    let is_operand = |it: char| is_digit(it) || letter_value(it).is_some();
    let is_beside = before.ends_with(is_operand) && place.text[place.at..].starts_with(is_operand);
    let is_word = place.word().len() > 1
        && !place.text[place.word()].chars().all(|it| letter_value(it).is_some());
    let message = "two numbers with no operator between them";
    let advice = "put +, -, * or / before it; `solve` takes hands";
    (is_beside && !is_word).then(|| Mend::named(place.at..place.end(), message, advice, None))
}

fn decimal(place: Place<'_>) -> Option<Mend> {
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
fn fraction(whole: &str, decimals: &str) -> Option<String> {
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

fn bracket(place: Place<'_>) -> Option<Mend> {
    let round = |it: char| match it {
        '[' | '{' | '［' | '｛' | '⟨' => Some('('),
        ']' | '}' | '］' | '｝' | '⟩' => Some(')'),
        _ => None,
    };
    place.found().and_then(round)?;
    let text = place.text.chars().map(|it| round(it).unwrap_or(it)).collect();
    let (span, advice) = (place.at..place.end(), "write `(` and `)`");
    Some(Mend::named(span, "there are only round brackets", advice, Some(text)))
}

fn equals(place: Place<'_>) -> Option<Mend> {
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

const NO_EQUATIONS: &str = "an expression has no `=`";

/// A sign before a number: no grammar reads one.
fn sign(place: Place<'_>) -> Option<Mend> {
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
fn unsigned(operand: &str) -> String {
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
fn look_alike(place: Place<'_>) -> Option<Mend> {
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
const fn meant(character: char) -> Option<&'static str> {
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
fn product(place: Place<'_>) -> Option<Mend> {
    let before = place.before().trim_end_matches(BLANKS);
    let rest = before_operand(before)?.trim_end_matches(BLANKS);
    let is_beside = before.ends_with(')') || place.found() == Some('(');
    let is_known = is_beside
        && starts_operand(&place.text[place.at..])
        && !rest.ends_with(['/', ')'])
        && !rest.ends_with(|it| is_digit(it) || letter_value(it).is_some());
    is_known.then(|| Mend::unnamed(place.with(before.len()..place.at, "*")))
}

/// The brackets that are still open where a text ends too early.
fn bracket_left_open(place: Place<'_>) -> Option<Mend> {
    before_operand(place.text)?;
    let open = open_brackets(place.text);
    (place.found().is_none() && !open.is_empty())
        .then(|| Mend::unnamed(place.text.to_owned() + &")".repeat(open.len())))
}

/// The brackets that `text` leaves open, the innermost last.
pub(super) fn open_brackets(text: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// A bracket that closes none, and what stands around an expression without a
/// meaning, such as quotes or a semicolon.
fn stray(place: Place<'_>) -> Option<Mend> {
    let found = place.found()?;
    let follows_operand = before_operand(place.before()).is_some();
    let is_outside = place.before().trim().is_empty() || place.after().trim().is_empty();
    let is_needless = match found {
        ')' => follows_operand && open_brackets(place.before()).is_empty(),
        '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | ';' | '?' => {
            is_outside
        }
        // It is not seen, so it is not meant.
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => {
            !(place.before().ends_with(is_digit) && place.after().starts_with(is_digit))
        }
        _ => false,
    };
    is_needless.then(|| Mend::unnamed(place.with(place.at..place.end(), "")))
}

/// The text with a slot in place of each number.
pub(super) fn with_slots(text: &str) -> String {
    let is_number = |it: char| is_digit(it) || letter_value(it).is_some();
    let parts = text.chars().chunk_by(|&it| is_number(it));
    let parts = parts.into_iter();
    parts.map(|(is_number, part)| if is_number { "N".to_owned() } else { part.collect() }).collect()
}

/// Whether a hand's cards have suits, and the hand without them.
fn suits(text: &str) -> Option<String> {
    let is_symbol = |it: char| "♠♥♦♣♤♡♢♧".contains(it);
    // The selector of a coloured sign may follow it.
    let plain = text.replace('\u{fe0f}', "").replace(is_symbol, " ");
    let is_suit = |it: char| "SHDC".contains(it.to_ascii_uppercase());
    let is_letter = |it: &str| it.len() == 1 && it.chars().all(|it| letter_value(it).is_some());
    let is_rank = |it: &str| matches!(it.parse(), Ok(1..=13)) || is_letter(it);
    let cards = plain.split([' ', '\t', ',', ';']).filter(|it| !it.is_empty()).map(|card| {
        let rank = card.strip_suffix(is_suit).or_else(|| card.strip_prefix(is_suit));
        rank.filter(|it| is_rank(it)).unwrap_or(card)
    });
    let cards: Vec<String> = cards.map(str::to_ascii_uppercase).collect();
    let had_suits = text.contains(is_symbol)
        || cards.concat().len() < plain.split([' ', '\t', ',', ';']).map(str::len).sum();
    had_suits.then(|| cards.join(" "))
}

/// A hand whose cards have another sign between them: `3-3-8-8`.
fn other_separator(place: Place<'_>) -> Option<Mend> {
    let sign = place.found().filter(|it| "-/.:|_".contains(*it))?;
    let cards: Vec<&str> = place.text.trim().split(sign).map(str::trim).collect();
    let is_card = |card: &&str| {
        let mut letters = card.chars();
        let is_letter = letters.next().and_then(letter_value).is_some() && letters.next().is_none();
        is_letter || !card.is_empty() && card.chars().all(is_digit)
    };
    // Two may be a difference, a fraction or a decimal.
    (cards.len() > 2 && cards.iter().all(is_card)).then(|| {
        let text = cards.join(" ");
        let message = "blanks or commas stand between cards";
        let span = place.at..place.end();
        Mend::named(span, message, format!("write `{text}`"), Some(text))
    })
}

/// A hand with cards by their English names: `ace king 3 8`.
fn names_of_cards(text: &str) -> Option<String> {
    const NAMES: [(&str, &str); 14] = [
        ("ace", "A"),
        ("king", "K"),
        ("queen", "Q"),
        ("jack", "J"),
        ("ten", "10"),
        ("nine", "9"),
        ("eight", "8"),
        ("seven", "7"),
        ("six", "6"),
        ("five", "5"),
        ("four", "4"),
        ("three", "3"),
        ("two", "2"),
        ("one", "1"),
    ];
    let named = |word: &str| {
        NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, card)| *card)
    };
    let words: Vec<&str> = text.split([' ', '\t', ',', ';']).filter(|it| !it.is_empty()).collect();
    let cards = words.iter().map(|word| named(word).unwrap_or(word)).join(" ");
    // Of other words nothing is known.
    cards.parse::<Hand>().is_ok().then_some(cards)
}

/// The slip in a text that is no hand.
pub(super) fn in_hand(place: Place<'_>) -> Option<Mend> {
    if let Some(mend) = joker(place) {
        return Some(mend);
    }
    if place.found() == Some('=') {
        let value = place.after().trim();
        let value = if value.is_empty() { "24" } else { value };
        let advice = format!("give the value to reach with `--target {value}`");
        let span = place.at..place.text.len();
        return Some(Mend::named(span, "a hand has no `=`", advice, None));
    }
    if let Some(mend) = other_separator(place) {
        return Some(mend);
    }
    if let Some(cards) = names_of_cards(place.text) {
        let advice = format!("write `{cards}`");
        let span = 0..place.text.len();
        return Some(Mend::named(span, "a card is a number or a letter", advice, Some(cards)));
    }
    if let Some(mend) = letter_for_digit(place) {
        return Some(mend);
    }
    let cards = suits(place.text)?;
    let advice = format!("write `{cards}`");
    let span = 0..place.text.len();
    Some(Mend::named(span, "suits do not count", advice, Some(cards)))
}
