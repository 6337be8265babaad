//! Reports on one template, and on the templates of a set: their classes, and the classes that the
//! set lacks.

use serde::Serialize;

use crate::reports::{
    ClassEntry, ClassesReport, MissedHands, TemplateEntry, TemplateReport, TemplateTally,
};
use crate::words::{and_more, counted};
use crate::{Deck, Operator, Rational};

use super::{Block, Csv, Document, Line, Report, Table, markup as m, tree};

/// The templates of a set.
impl Report for [TemplateEntry] {
    fn document(&self) -> Document {
        let rows = self.iter().map(|entry| {
            vec![
                m::template(&entry.template),
                m::plain(entry.cards),
                m::plain(entry.orders),
                m::template(&entry.class),
            ]
        });
        let titles = ["template", "cards", "orders", "class"];
        Document(vec![Table::of(rows).titled(titles).right([1, 2]).into()])
    }

    fn table(&self) -> Option<Csv> {
        Some(Csv::new(["template", "cards", "orders", "class"], self))
    }
}

/// A template, and its results over a deck.
#[derive(Debug, Serialize)]
pub struct Played<'a> {
    /// The template.
    #[serde(flatten)]
    pub report: &'a TemplateReport,
    /// The deck.
    #[serde(skip)]
    pub deck: &'a Deck,
    /// The target.
    #[serde(skip)]
    pub target: &'a Rational,
    /// The number of hands that the template solves.
    #[serde(flatten)]
    pub tally: TemplateTally,
}

impl Report for Played<'_> {
    fn document(&self) -> Document {
        let report = self.report;
        let entry = &report.entry;
        let class = if report.is_canonical() {
            " is canonical itself".into()
        } else {
            " is of the class " + m::template(&entry.class)
        };
        let tree = Block::Trees(vec![tree::of_expression(&report.expression)]);
        let mut blocks = vec![(m::heading(&entry.template) + class).into(), Block::Blank, tree];
        if entry.cards > 1 {
            let tree = format!("  {}", report.expression.to_s_expression());
            blocks.extend([Block::Blank, m::expression(tree).into()]);
        }
        if !report.rewrites.is_empty() {
            let steps = report.rewrites.iter();
            let steps = steps.map(|step| vec![m::expression(&step.result), m::note(&step.law)]);
            let rows = std::iter::once(vec![m::expression(&report.start)]).chain(steps);
            let title = m::plain("Rewriting to its canonical form:");
            blocks.extend([Block::Blank, title.into(), Block::Blank, Table::of(rows).into()]);
        }
        blocks.push(Block::Blank);
        blocks.extend([orders(report), domain(report)].map(Block::Line));
        blocks.extend(solved(self));
        Document(blocks)
    }
}

fn orders(report: &TemplateReport) -> Line {
    let (all, essential) = (report.all_orders, report.entry.orders);
    m::plain(match (all, essential) {
        (1, _) => "1 order".to_owned(),
        _ if all == essential => format!("{all} orders, all essentially different"),
        _ => format!("{all} orders, {essential} of them essentially different"),
    })
}

fn domain(report: &TemplateReport) -> Line {
    let conditions = report.conditions().map(m::expression);
    let is_other =
        report.expression.operators().any(|it| !it.is_of_field() && it != Operator::Negate);
    let other = is_other.then_some("an operator has no value");
    let all = conditions.chain(other.map(m::plain)).reduce(|line, next| line + " or " + next);
    all.map_or_else(|| m::plain("defined everywhere"), |all| "undefined where " + all)
}

fn solved(played: &Played) -> Vec<Block> {
    let Played { deck, target, tally, .. } = played;
    let solved = if tally.hands == 0 { "none".to_owned() } else { tally.hands.to_string() };
    let which = if tally.only == tally.hands { "any".to_owned() } else { tally.only.to_string() };
    let alone = match tally.only {
        0 => "other canonical templates solve all of these too".to_owned(),
        _ => format!("no other canonical template solves {which} of these"),
    };
    let alone = (tally.hands > 0).then_some(alone);
    let (low, high) = (deck.values().start(), deck.values().end());
    let (hands, cards) = (deck.len(), counted(deck.cards(), "card"));
    let ordered = if deck.is_ordered() { "ordered " } else { "" };
    let hands = format!("{hands} {ordered}hands ({cards} from {low}..{high})");
    let makes = format!("makes {target} from {solved} of the {hands}");
    [makes].into_iter().chain(alone).map(|text| Block::Line(m::plain(text))).collect()
}

/// The maximum number of missed hands to show.
const SHOWN: usize = 20;

impl Report for ClassesReport {
    fn document(&self) -> Document {
        let (lacking, present): (Vec<_>, Vec<_>) =
            self.classes.iter().partition(|entry| entry.is_lacking());
        let mut blocks = Vec::new();
        if !present.is_empty() {
            let row =
                |it: &ClassEntry| vec![m::template(&it.class), m::plain(it.templates.join("  "))];
            let table = Table::of(present.into_iter().map(row)).titled(["class", "templates"]);
            blocks.extend([table.into(), Block::Blank]);
        }
        blocks.push(summary(self, lacking.len()).into());
        blocks.extend(lacking_blocks(&lacking));
        for missed in &self.missed {
            if !lacking.is_empty() {
                blocks.push(Block::Blank);
            }
            blocks.extend(missed_blocks(self, missed));
        }
        Document(blocks)
    }

    /// Makes a row for every class: its canonical template, the templates of the set, and the
    /// number of hands that the canonical template solves and the set does not.
    fn table(&self) -> Option<Csv> {
        let rows = self.classes.iter().map(|entry| {
            let ClassEntry { class, cards, templates, missed } = entry;
            (class, cards, templates, missed.len())
        });
        Some(Csv::new(["class", "cards", "templates", "missed"], rows))
    }
}

fn summary(report: &ClassesReport, lacking: usize) -> Line {
    let ClassesReport { templates, canonical, .. } = report;
    let present = report.present();
    let line = format!("{} in {}", counted(*templates, "template"), counted(present, "class"));
    let rest = match lacking {
        0 => format!("; no canonical template of the {canonical} is missing"),
        _ => format!("; of the {canonical} canonical templates {lacking} are missing:"),
    };
    m::plain(line + &rest)
}

/// Lists the classes that the set lacks: first the classes with missed hands, then all others.
fn lacking_blocks(lacking: &[&ClassEntry]) -> Vec<Block> {
    let (costly, others): (Vec<&ClassEntry>, Vec<&ClassEntry>) =
        lacking.iter().partition(|entry| !entry.missed.is_empty());
    let mut blocks = Vec::new();
    if !costly.is_empty() {
        let row = |it: &&ClassEntry| vec![m::template(&it.class), m::plain(it.missed.len())];
        let rows = costly.iter().map(row);
        let table = Table::of(rows).titled(["class", "missed hands it solves"]).right([1]);
        blocks.extend([Block::Blank, table.into()]);
    }
    if !others.is_empty() {
        if !costly.is_empty() {
            blocks.extend([Block::Blank, m::plain("and those that solve no missed hand:").into()]);
        }
        let classes = others.iter().map(|entry| m::template(&entry.class));
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
    blocks.extend([Block::Blank, Block::Grid(missed.iter().take(SHOWN).map(m::heading).collect())]);
    let more = and_more(missed.len(), SHOWN);
    blocks.extend(more.map(|more| m::note(format!("  … {more}")).into()));
    blocks
}
