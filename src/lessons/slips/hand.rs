//! Hands as they are written elsewhere.

use itertools::Itertools;

use super::numbers::letter_for_digit;
use super::operand::is_digit;
use super::{Mend, Place};
use crate::cards::Hand;
use crate::syntax::letter_value;

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

/// Whether a hand's cards have suits, and the hand without them.
pub(super) fn suits(text: &str) -> Option<String> {
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
pub(super) fn other_separator(place: Place<'_>) -> Option<Mend> {
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
pub(super) fn names_of_cards(text: &str) -> Option<String> {
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
pub(in crate::lessons) fn in_hand(place: Place<'_>) -> Option<Mend> {
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
