//! Dealt hands: as lines, and as a sheet to print, with its key.

mod drawing;

use std::io::{self, Write};

use itertools::Itertools;

use super::html::{escape, write_head};
use super::latex::{BEGIN, END, escaped};
use super::svg::{self, style};
use super::text::ascii;
use super::{Block, Csv, Document, Line, Table, markup as m};
use crate::difficulty::{Difficulty, Level};
use crate::games::{DealOptions, Dealt, Sheet};
use crate::name::named_enum;
use crate::reports::Inspection;
use crate::words::{and_more, counted};
use crate::{Card, Hand, Named};
use drawing::{STYLE, size};

pub use drawing::svg;

/// The maximum number of solutions of a hand to show in the key.
const MOST: usize = 6;

/// Makes a row for each hand; without a rating, the level and the points are empty.
pub fn table(Sheet { options, hands }: &Sheet) -> Csv {
    let rows = hands.iter().map(|dealt| {
        let rated = dealt.difficulty.as_ref();
        let (level, points) = (rated.and_then(Difficulty::known_level), rated.map(|it| it.points));
        (&dealt.hand, &options.target, level, points)
    });
    Csv::new(["hand", "target", "level", "difficulty"], rows)
}

/// Returns the sheet as a table.
pub fn document(sheet: &Sheet, faces: Faces) -> Document {
    let rows = sheet.hands.iter().zip(1..).map(|(dealt, number)| {
        vec![
            m::plain(number),
            m::plain(faces.of_hand(&dealt.hand, number)),
            m::plain(dots(dealt, &sheet.options, "●", "○")),
            Line::default(),
        ]
    });
    let table = Table::of(rows).titled(["", "hand", "", "answer"]).right([0]);
    let task = m::plain(task(&sheet.options));
    let mut blocks: Vec<Block> = vec![m::heading(title(sheet)).into(), task.into(), Block::Blank];
    blocks.extend([table.into(), Block::Blank]);
    blocks.extend(faces.note(sheet).map(|note| m::note(note).into()));
    blocks.push(m::expression(origin(sheet)).into());
    Document(blocks)
}

/// Returns the solutions of the hands of a sheet.
pub fn key(sheet: &Sheet, solutions: &[Inspection]) -> Document {
    let rows = solutions.iter().zip(1..).map(|(inspection, number): (_, usize)| {
        // The cards stay on one line, however long the answers are.
        let hand = inspection.hand.to_string().replace(' ', "\u{a0}");
        vec![m::plain(format!("{number}.")), m::plain(hand), answers(inspection, &sheet.options)]
    });
    let hands = counted(sheet.hands.len(), "hand");
    Document(vec![
        m::heading(format!("Make {}: solutions of {hands}", sheet.options.target)).into(),
        Block::Blank,
        Table::of(rows).right([0]).into(),
        Block::Blank,
        m::expression(origin(sheet)).into(),
    ])
}

/// Returns the solutions of a hand, the plainest first.
fn answers(inspection: &Inspection, options: &DealOptions) -> Line {
    let all = options.ways(inspection);
    if all.is_empty() {
        return "no solution".into();
    }
    let shown = all.iter().take(MOST).map(|way| inspection.hand.written(way.solution.text()));
    let line = shown.map(m::expression).reduce(|line, next| line + ", " + next);
    let more = and_more(all.len(), MOST).map(|more| m::note(format!(" {more}")));
    line.into_iter().chain(more).fold(Line::default(), Line::and)
}

/// Returns the title of a sheet.
pub fn title(sheet: &Sheet) -> String {
    format!("Make {}: {}", sheet.options.target, counted(sheet.hands.len(), "hand"))
}

/// Describes the task.
fn task(options: &DealOptions) -> String {
    let DealOptions { target, wanted, .. } = options;
    let signs = options.signs().replace('-', "−").replace('*', "×").replace('/', "÷");
    let none = if wanted.unsolvable { " Write “none” if it cannot be done." } else { "" };
    format!("Make {target} from all the cards of a hand with {signs} and brackets.{none}")
}

/// Describes how to deal the same hands again.
fn origin(Sheet { options, hands }: &Sheet) -> String {
    format!("bracket24 deal --count {} {options}", hands.len())
}

/// Returns the level as a row of dots; more are filled for harder levels.
fn dots(dealt: &Dealt, options: &DealOptions, filled: &str, empty: &str) -> String {
    let level = self::filled(dealt, options);
    level.map_or_else(String::new, |level| filled.repeat(level) + &empty.repeat(LEVELS - level))
}

/// The number of levels.
const LEVELS: usize = Level::ALL.len();

/// Returns the number of the level, from 1, if the hands of this deal have levels.
fn filled(dealt: &Dealt, options: &DealOptions) -> Option<usize> {
    dealt.difficulty.as_ref().filter(|_| options.has_levels()).map(|it| it.level as usize + 1)
}

named_enum! {
    /// The faces of the cards on a sheet.
    pub enum Faces: "kind of faces" {
        /// Playing cards: A, J, Q and K, and a suit.
        Suits = "suits": "playing cards, with A, J, Q and K",
        /// Numbers alone.
        Plain = "plain": "numbers alone",
    }
}

/// A suit of playing cards: its sign, its name in LaTeX, its colour and its shape. Pictures draw
/// the shape, because fonts draw the sign differently.
#[derive(Clone, Copy)]
struct Suit {
    sign: &'static str,
    latex: &'static str,
    colour: &'static str,
    path: &'static str,
}

/// The letters of playing cards.
const LETTERS: [(&str, &str); 4] = [("1", "A"), ("11", "J"), ("12", "Q"), ("13", "K")];

impl Faces {
    /// Returns the text on a card.
    fn text(self, card: &Card) -> String {
        let text = card.value().to_string();
        let letter = LETTERS.iter().find(|(value, _)| self == Self::Suits && *value == text);
        letter.map_or(text, |&(_, letter)| letter.to_owned())
    }

    /// Returns the suit of the card at `index` of the hand with this `number`. Up to four cards
    /// have different suits, because in a real deck cards of the same value have different suits.
    fn suit(self, number: usize, index: usize) -> Option<Suit> {
        let mut suits = include_str!("suits.txt").lines().skip(1).cycle().skip(number + index);
        let (sign, latex, colour, path) = suits.next()?.splitn(4, ' ').collect_tuple()?;
        (self == Self::Suits).then_some(Suit { sign, latex, colour, path })
    }

    /// Returns the cards of a hand in a line.
    fn of_hand(self, hand: &Hand, number: usize) -> String {
        let card = |(index, card): (usize, &Card)| {
            let suit = self.suit(number, index);
            self.text(card) + suit.map_or("", |suit| suit.sign)
        };
        hand.iter().enumerate().map(card).join("  ")
    }

    /// Explains the letters on the cards of `sheet`.
    fn note(self, sheet: &Sheet) -> Option<String> {
        let cards = || sheet.hands.iter().flat_map(|dealt| dealt.hand.iter());
        let letters = LETTERS.iter().filter(|(_, own)| cards().any(|it| self.text(it) == *own));
        let meanings = letters.map(|(value, letter)| format!("{letter} is {value}")).join(", ");
        (!meanings.is_empty()).then_some(meanings)
    }
}

const PAGE: &str = include_str!("sheet.css");

/// Writes the sheet as a page; no hand is divided between two sheets of paper.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_html(sheet: &Sheet, faces: Faces, out: &mut dyn Write) -> io::Result<()> {
    let (title, cards) = (title(sheet), sheet.options.deck.cards());
    write_head(&title, &[PAGE, &style(STYLE)].concat(), out)?;
    writeln!(out, "<h1>{}</h1>\n<p>{}</p>", escape(&title), escape(&task(&sheet.options)))?;
    let class = if cards > 4 { "wide" } else { "hands" };
    writeln!(out, r#"<main class="{class}">"#)?;
    let (width, height) = size(cards);
    for (dealt, number) in sheet.hands.iter().zip(1..) {
        let drawn = svg::drawing("deal", (-2, 0), (width + 4, height))
            .set("aria-label", &format!("{number}. {}", dealt.hand))
            .add(drawing::hand(dealt, number, &sheet.options, faces));
        writeln!(out, "{drawn}")?;
    }
    writeln!(out, "</main>")?;
    if let Some(note) = faces.note(sheet) {
        writeln!(out, "<p>{note}</p>")?;
    }
    writeln!(out, "<p><small>{}</small></p>\n</html>", escape(&origin(sheet)))
}

/// The LaTeX command that draws a card: a frame around the text of the card. Cards with and without
/// a suit have the same height.
const LATEX_CARD: &str =
    "\\newcommand{\\card}[1]{\\framebox[2.6em]{\\rule[-1.4em]{0pt}{3.6em}#1}}\n";

/// Writes the sheet as an article that needs only amsmath and longtable, two hands in a row, or one
/// of more than four cards.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_latex(sheet: &Sheet, faces: Faces, out: &mut dyn Write) -> io::Result<()> {
    let options = &sheet.options;
    let (title, target) = (escaped(&title(sheet)), escaped(&options.target.to_string()));
    let none = if options.wanted.unsolvable { " Write ``none'' if it cannot be done." } else { "" };
    writeln!(out, "{BEGIN}{LATEX_CARD}\\textbf{{{title}}}\\par")?;
    writeln!(out, "Make ${target}$ from all the cards of a hand with")?;
    let signs = options.signs().replace('*', "\\times").replace('/', "\\div");
    let signs = signs.split_whitespace().map(|sign| format!("${sign}$")).join(" ");
    writeln!(out, "{signs} and brackets.{none}\\par\\bigskip")?;
    let is_wide = options.deck.cards() > 4;
    for (dealt, number) in sheet.hands.iter().zip(1..) {
        let dots = dots(dealt, options, "\\bullet", "\\circ");
        let dots = if dots.is_empty() { dots } else { format!("${dots}$") };
        let width = if is_wide { "" } else { "0.5" };
        writeln!(out, "\\parbox{{{width}\\textwidth}}{{\\vspace{{1.5em}}")?;
        writeln!(out, "{number}.\\hfill {dots}\\hspace*{{2em}}\\\\[0.3em]")?;
        let cards = dealt.hand.iter().enumerate();
        let cards = cards.map(|(index, it)| latex_card(it, faces, faces.suit(number, index)));
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

fn latex_card(card: &Card, faces: Faces, suit: Option<Suit>) -> String {
    let number = faces.text(card);
    let plain = || format!("\\card{{\\Large {number}}}");
    let suited = |it| format!("\\card{{\\shortstack{{\\Large {number}\\\\${it}$}}}}");
    suit.map(|suit| suit.latex).map_or_else(plain, suited)
}
