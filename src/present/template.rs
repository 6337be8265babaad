//! One template.

use crate::reports::{TemplateReport, TemplateTally};
use crate::words::counted;
use crate::{Deck, Rational};
use serde::Serialize;

use super::markup as m;
use super::{Block, Document, Line, Table, tree};

/// A template, and what it does over a deck.
#[derive(Debug, Serialize)]
pub struct Played<'a> {
    /// The template.
    #[serde(flatten)]
    pub report: &'a TemplateReport,
    /// The deck.
    #[serde(skip)]
    pub deck: &'a Deck,
    /// What the cards are to make.
    #[serde(skip)]
    pub target: &'a Rational,
    /// How many of the hands it solves.
    #[serde(flatten)]
    pub tally: TemplateTally,
}

/// The template for people.
pub fn document(played: &Played) -> Document {
    let report = played.report;
    let entry = &report.entry;
    let heading = m::heading(&*entry.template);
    let heading = if report.is_canonical() {
        heading.and(m::plain(" is canonical itself"))
    } else {
        heading.and(m::plain(" is of the class ")).and(m::template(&*entry.class))
    };
    let mut blocks = vec![heading.into(), Block::Blank];
    blocks.push(Block::Trees(vec![tree::of_expression(&report.expression)]));
    if entry.cards > 1 {
        blocks.extend([Block::Blank, indented(report.expression.to_s_expression())]);
    }
    if !report.is_canonical() {
        let start = vec![m::expression(&*report.start)];
        let steps = report
            .rewrites
            .iter()
            .map(|step| vec![m::expression(&*step.result), m::note(step.law.to_string())]);
        let rows = std::iter::once(start).chain(steps);
        let title = m::plain("Rewriting to its canonical form:");
        blocks.extend([Block::Blank, title.into(), Block::Blank, Table::of(rows).into()]);
    }
    blocks.push(Block::Blank);
    blocks.extend([orders(report), domain(report)].map(Block::Line));
    blocks.extend(solved(played));
    Document(blocks)
}

fn indented(text: impl AsRef<str>) -> Block {
    Block::Line(m::expression(format!("  {}", text.as_ref())))
}

fn orders(report: &TemplateReport) -> Line {
    let (all, essential) = (report.all_orders, report.entry.orders);
    let text = match (all, essential) {
        (1, _) => "1 order".to_owned(),
        _ if all == essential => format!("{all} orders, all essentially different"),
        _ => format!("{all} orders, {essential} of them essentially different"),
    };
    m::plain(text)
}

fn domain(report: &TemplateReport) -> Line {
    if report.divisors.is_empty() {
        return m::plain("defined everywhere");
    }
    let mut line = m::plain("undefined where ");
    for (index, condition) in report.conditions().enumerate() {
        if index > 0 {
            line = line.and(m::plain(" or "));
        }
        line = line.and(m::expression(condition));
    }
    line
}

fn solved(played: &Played) -> Vec<Block> {
    let Played { deck, target, tally, .. } = played;
    let solved = if tally.hands == 0 { "none".to_owned() } else { tally.hands.to_string() };
    let alone = match (tally.hands, tally.alone) {
        (0, _) => None,
        (_, 0) => Some("other canonical templates solve all of these too".to_owned()),
        (hands, alone) if hands == alone => {
            Some("no other canonical template solves any of these".to_owned())
        }
        (_, alone) => Some(format!("no other canonical template solves {alone} of these")),
    };
    let (low, high) = (deck.values().start(), deck.values().end());
    let (hands, cards) = (deck.len(), counted(deck.cards(), "card"));
    let ordered = if deck.is_ordered() { "ordered " } else { "" };
    let hands = format!("{hands} {ordered}hands ({cards} from {low}..{high})");
    std::iter::once(format!("makes {target} from {solved} of the {hands}"))
        .chain(alone)
        .map(|text| Block::Line(m::plain(text)))
        .collect()
}
