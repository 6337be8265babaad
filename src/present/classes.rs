//! The templates of a set by class, and what the set lacks.

use crate::reports::{ClassEntry, ClassesReport, MissedHands};
use crate::words::counted;

use super::markup as m;
use super::{Block, Document, Line, Table};

/// So many hands are shown where a set misses more.
const SHOWN: usize = 20;

/// The classes for people.
pub fn document(report: &ClassesReport) -> Document {
    let (lacking, present): (Vec<_>, Vec<_>) =
        report.classes.iter().partition(|entry| entry.is_lacking());
    let mut blocks = Vec::new();
    if !present.is_empty() {
        let rows = present
            .into_iter()
            .map(|entry| vec![m::template(&*entry.class), m::plain(entry.templates.join("  "))]);
        let table = Table::of(rows).titled(["class", "templates"]);
        blocks.extend([table.into(), Block::Blank]);
    }
    blocks.push(summary(report, lacking.len()).into());
    blocks.extend(lacking_blocks(&lacking));
    for missed in &report.missed {
        if !lacking.is_empty() {
            blocks.push(Block::Blank);
        }
        blocks.extend(missed_blocks(report, missed));
    }
    Document(blocks)
}

fn summary(report: &ClassesReport, lacking: usize) -> Line {
    let ClassesReport { templates, classes, .. } = report;
    let present = report.present();
    let line = format!("{} in {}", counted(*templates, "template"), counted(present, "class"));
    let rest = match lacking {
        0 => format!("; no canonical template of the {} is missing", classes.len()),
        _ => format!("; of the {} canonical templates {lacking} are missing:", classes.len()),
    };
    m::plain(line + &rest)
}

/// The classes that the set lacks: those it misses hands for, then the others.
fn lacking_blocks(lacking: &[&ClassEntry]) -> Vec<Block> {
    let (costly, others): (Vec<&ClassEntry>, Vec<&ClassEntry>) =
        lacking.iter().partition(|entry| !entry.missed.is_empty());
    let mut blocks = Vec::new();
    if !costly.is_empty() {
        let rows = costly.iter().map(|entry| {
            vec![m::template(&*entry.class), m::plain(entry.missed.len().to_string())]
        });
        let table = Table::of(rows).titled(["class", "missed hands it solves"]).right([1]);
        blocks.extend([Block::Blank, table.into()]);
    }
    if !others.is_empty() {
        if !costly.is_empty() {
            let text = "and those that solve no missed hand:";
            blocks.extend([Block::Blank, m::plain(text).into()]);
        }
        let classes = others.iter().map(|entry| m::template(&*entry.class));
        blocks.extend([Block::Blank, Block::Grid(classes.collect())]);
    }
    blocks
}

fn missed_blocks(report: &ClassesReport, hands: &MissedHands) -> Vec<Block> {
    let MissedHands { deck, solvable, missed } = hands;
    let count = if missed.is_empty() { "none".to_owned() } else { missed.len().to_string() };
    let end = if missed.is_empty() { "" } else { ":" };
    let text = format!("misses {count} of the {solvable} {deck} that make {}{end}", report.target);
    let mut blocks = vec![m::plain(text).into()];
    if missed.is_empty() {
        return blocks;
    }
    let shown = missed.iter().take(SHOWN);
    let hands = shown.map(|hand| m::heading(hand.to_string()));
    blocks.extend([Block::Blank, Block::Grid(hands.collect())]);
    if let Some(more) = missed.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        blocks.push(m::note(format!("  … and {more} more")).into());
    }
    blocks
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 4] = ["class", "cards", "templates", "missed"];

/// A row for every class: its canonical template, the templates of the set, and
/// the number of hands that it solves and the set does not.
pub fn csv_rows(report: &ClassesReport) -> impl Iterator<Item = [String; 4]> {
    report.classes.iter().map(|entry| {
        let ClassEntry { class, cards, templates, missed } = entry;
        [class.clone(), cards.to_string(), templates.join(" "), missed.len().to_string()]
    })
}
