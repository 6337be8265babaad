//! A sheet as an HTML page, to be printed on A4 or Letter.

use std::io::{self, Write};

use railroad::svg::Element;

use super::super::html::{escape, write_head};
use super::super::svg::style;
use super::drawing::{STYLE, hand, size};
use super::{Faces, origin, task, title};
use crate::games::Sheet;

const PAGE: &str = include_str!("sheet.css");

/// Writes the sheet as a page: no hand is divided between two sheets of paper.
///
/// # Errors
///
/// Those of `out`.
pub fn write_html(sheet: &Sheet, faces: Faces, out: &mut dyn Write) -> io::Result<()> {
    let (title, cards) = (title(sheet), sheet.options.deck.cards());
    write_head(&title, &[PAGE, &style(STYLE)].concat(), out)?;
    let task = task(&sheet.options);
    writeln!(out, "<h1>{}</h1>\n<p>{}</p>", escape(&title), escape(&task))?;
    let class = if cards > 4 { "wide" } else { "hands" };
    writeln!(out, r#"<main class="{class}">"#)?;
    let (width, height) = size(cards);
    for (dealt, number) in sheet.hands.iter().zip(1..) {
        let drawn = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("class", "deal")
            .set("role", "img")
            .set("aria-label", &format!("{number}. {}", dealt.hand))
            .set("viewBox", &format!("-2 0 {} {height}", width + 4))
            .add(hand(dealt, number, &sheet.options, faces));
        writeln!(out, "{drawn}")?;
    }
    writeln!(out, "</main>")?;
    if let Some(note) = faces.note(sheet) {
        writeln!(out, "<p>{note}</p>")?;
    }
    writeln!(out, "<p><small>{}</small></p>\n</html>", escape(&origin(sheet)))
}
