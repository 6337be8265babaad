//! A sheet as a LaTeX article.

use std::io::{self, Write};

use super::super::latex::{BEGIN, END, escaped};
use super::super::text::ascii;
use super::faces::Suit;
use super::{Faces, LEVELS, filled, origin, title};
use crate::Card;
use crate::games::{Dealt, Sheet};

/// A card: a frame around what stands on it, as high without a suit.
const CARD: &str = "\\newcommand{\\card}[1]{\\framebox[2.6em]{\\rule[-1.4em]{0pt}{3.6em}#1}}\n";

/// Writes the sheet as an article that needs the package amsmath alone, two hands in
/// a row.
///
/// # Errors
///
/// Those of `out`.
pub fn write_latex(sheet: &Sheet, faces: Faces, out: &mut dyn Write) -> io::Result<()> {
    let options = &sheet.options;
    let (title, target) = (escaped(&title(sheet)), escaped(&options.target.to_string()));
    let none =
        if options.wanted.unsolvable { " Write ``none'' where it cannot be done." } else { "" };
    writeln!(out, "{BEGIN}{CARD}\\textbf{{{title}}}\\par")?;
    writeln!(out, "Make ${target}$ of all the cards of a hand with")?;
    writeln!(out, "$+$ $-$ $\\times$ $\\div$ and brackets.{none}\\par\\bigskip")?;
    let is_wide = options.deck.cards() > 4;
    for (dealt, number) in sheet.hands.iter().zip(1..) {
        let width = if is_wide { "" } else { "0.5" };
        writeln!(out, "\\parbox{{{width}\\textwidth}}{{\\vspace{{1.5em}}")?;
        writeln!(out, "{number}.\\hfill {}\\hspace*{{2em}}\\\\[0.3em]", dots(dealt))?;
        let cards = dealt.hand.iter().enumerate();
        let cards = cards.map(|(index, it)| card(it, faces, faces.suit(number, index)));
        writeln!(out, "{}\\\\[1.6em]", cards.collect::<Vec<_>>().join("\\ "))?;
        writeln!(out, "\\rule{{9em}}{{0.4pt}} $= {target}$}}%")?;
        if is_wide || number % 2 == 0 {
            writeln!(out, "\n\\filbreak")?;
        }
    }
    if let Some(note) = faces.note(sheet) {
        writeln!(out, "\n\\bigskip {note}\\par")?;
    }
    writeln!(out, "\n\\bigskip {{\\small {}}}\\par", escaped(&ascii(&origin(sheet))))?;
    write!(out, "{END}")
}

fn card(card: &Card, faces: Faces, suit: Option<Suit>) -> String {
    let number = faces.text(card);
    match suit {
        Some(suit) => {
            format!("\\card{{\\shortstack{{\\Large {number}\\\\${}$}}}}", sign(suit))
        }
        None => format!("\\card{{\\Large {number}}}"),
    }
}

const fn sign(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "\\spadesuit",
        Suit::Hearts => "\\heartsuit",
        Suit::Clubs => "\\clubsuit",
        Suit::Diamonds => "\\diamondsuit",
    }
}

fn dots(dealt: &Dealt) -> String {
    let Some(filled) = filled(dealt) else { return String::new() };
    format!("${}{}$", "\\bullet".repeat(filled), "\\circ".repeat(LEVELS - filled))
}
