//! Hands drawn as cards, with room for the answer.

use itertools::Itertools;
use railroad::svg::Element;

use super::super::svg::{below_middle, length, line, picture, rect, text, text_of, text_width};
use super::{Faces, LEVELS, Suit, filled, origin, task, title};
use crate::games::{DealOptions, Dealt, Sheet};

/// The size of a card, in dots of the picture.
const CARD: (i64, i64) = (84, 116);
/// The gap between two cards.
const GAP: i64 = 10;
/// The margin around the picture, and between two hands.
const MARGIN: i64 = 36;
/// The room for the number and the level above the cards.
const ABOVE: i64 = 30;
/// The room for the answer below the cards.
const BELOW: i64 = 52;
/// The room above all hands, and below them.
const HEAD: i64 = 92;
const FOOT: i64 = 40;
/// The font size of the words next to a hand.
const WORDS: i64 = 18;
/// The largest font size of a sentence across the whole width.
const SENTENCE: i64 = 17;
/// The smallest font size that is legible.
const SMALLEST: i64 = 8;
/// The largest font size of a number on a card.
const NUMBER: i64 = 46;

pub(super) const STYLE: &str = include_str!("drawing.css");

/// Draws the sheet. A row has two hands, or one hand if it has more than four cards.
pub fn svg(sheet: &Sheet, faces: Faces) -> String {
    let (width, height) = size(sheet.options.deck.cards());
    let columns = if sheet.options.deck.cards() > 4 { 1 } else { 2 };
    let rows = length(sheet.hands.len().div_ceil(columns));
    let whole = length(columns) * (width + MARGIN) + MARGIN;
    let foot = HEAD + rows * (height + MARGIN);
    let room = whole - 2 * MARGIN;
    let (title, task) = (title(sheet), task(&sheet.options));
    let mut svg = picture("deal", &title, STYLE, (whole, foot + FOOT))
        .add(text_of("title", 30, (MARGIN, 44), &title))
        .add(text_of("words", fitting(&task, SENTENCE, room), (MARGIN, 74), &task));
    for (index, dealt) in sheet.hands.iter().enumerate() {
        let (row, column) = (length(index / columns), length(index % columns));
        let place = (MARGIN + column * (width + MARGIN), HEAD + row * (height + MARGIN));
        let hand = hand(dealt, index + 1, &sheet.options, faces);
        svg = svg.add(hand.set("transform", &format!("translate({} {})", place.0, place.1)));
    }
    let note = faces.note(sheet).into_iter().chain([origin(sheet)]).join("; ");
    let size = fitting(&note, SENTENCE, room);
    svg.add(text_of("origin", size, (MARGIN, foot + 8), &note)).to_string()
}

/// Returns the largest font size, up to `largest`, at which `words` fit in the space; [`SMALLEST`]
/// if no size fits.
fn fitting(words: &str, largest: i64, room: i64) -> i64 {
    let mut sizes = (SMALLEST..=largest).rev();
    sizes.find(|&size| text_width(words, size) <= room).unwrap_or(SMALLEST)
}

/// Returns the size of a hand with this number of cards.
pub(super) fn size(cards: usize) -> (i64, i64) {
    let width = length(cards) * (CARD.0 + GAP) - GAP;
    // Even with few cards, the drawing is wide enough for the answer.
    (width.max(3 * (CARD.0 + GAP)), ABOVE + CARD.1 + BELOW)
}

/// Draws a hand with its number, its level, and a line for the answer.
pub(super) fn hand(dealt: &Dealt, number: usize, options: &DealOptions, faces: Faces) -> Element {
    let (width, _) = size(dealt.hand.cards().len());
    let mut drawn = Element::new("g").add(text_of("number", WORDS, (0, 18), &format!("{number}.")));
    if let Some(filled) = filled(dealt, options) {
        for index in 0..LEVELS {
            let class = if index < filled { "dot filled" } else { "dot" };
            drawn = drawn.add(circle(class, (width - length(LEVELS - index) * 16 + 8, 12), 5));
        }
    }
    for (index, it) in dealt.hand.iter().enumerate() {
        let place = (length(index) * (CARD.0 + GAP), ABOVE);
        drawn = drawn.add(card(&faces.text(it), faces.suit(number, index), place));
    }
    let base = ABOVE + CARD.1 + BELOW - 10;
    let target = format!("= {}", options.target);
    let end = width - text_width(&target, WORDS) - GAP;
    let drawn = drawn.add(line("answer", &[(0, base), (end, base)]));
    drawn.add(text_of("target", WORDS, (width, base), &target))
}

/// Draws a card: its number in the middle, above its suit if it has one.
fn card(number: &str, suit: Option<Suit>, (x, y): (i64, i64)) -> Element {
    let (width, height) = CARD;
    let size = fitting(number, NUMBER, width - 8);
    let colour = suit.map_or("black", |suit| suit.colour);
    let middle = if suit.is_some() { y + height * 36 / 100 } else { y + height / 2 };
    let place = (x + width / 2, middle + below_middle(size));
    let number = text(&format!("card {colour}"), place, number).set("font-size", &size);
    let outline = rect("card", (x, y), CARD).set("rx", &8);
    let pip = suit.map(|suit| {
        let (left, top) = (x + width / 2 - 17, y + height * 62 / 100);
        Element::new("path")
            .set("class", colour)
            .set("d", suit.path)
            .set("transform", &format!("translate({left} {top}) scale(0.34)"))
    });
    pip.into_iter().fold(Element::new("g").add(outline).add(number), Element::add)
}

fn circle(class: &str, (x, y): (i64, i64), radius: i64) -> Element {
    Element::new("circle").set("class", class).set("cx", &x).set("cy", &y).set("r", &radius)
}
