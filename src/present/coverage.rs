//! The hands that each template of a set solves, as text and CSV.

use crate::reports::{Coverage, SolvedHand};
use crate::words::counted;

use super::compare_grammars::OfSet;
use super::value::{falsity, written};
use super::{Block, Csv, Document, Line, Report, Role, Table, bar, markup as m};

impl Report for OfSet<'_, Coverage> {
    fn document(&self) -> Document {
        let report = self.report;
        let mut blocks = vec![heading(report, self.set).into()];
        if report.partial {
            let note = format!("interrupted: all numbers are for the first {} hands", report.hands);
            blocks.push(m::wrong(note).into());
        }
        if !report.templates.is_empty() {
            blocks.extend([Block::Blank, bars(report).into()]);
        }
        if !report.dead.is_empty() {
            let solve = if report.dead.len() == 1 { "solves" } else { "solve" };
            let title = format!("{} {solve} none:", counted(report.dead.len(), "template"));
            blocks.extend([Block::Blank, m::heading(title).into()]);
            blocks.push(Block::Grid(report.dead.iter().map(m::template).collect()));
        }
        if !report.cover.is_empty() {
            blocks.extend([Block::Blank, cover_heading(report).into(), Block::Blank]);
            blocks.push(cover(report).into());
        }
        Document(blocks)
    }

    /// Makes a row for every template of the set; the templates that solve no hand come last.
    fn table(&self) -> Option<Csv> {
        let live = self.report.templates.iter();
        let live = live.map(|it| (&it.template, it.hands, it.only, it.in_cover));
        let dead = self.report.dead.iter().map(|it| (it, 0, 0, false));
        Some(Csv::new(["template", "hands", "only", "in_cover"], live.chain(dead)))
    }
}

fn heading(report: &Coverage, set: &str) -> Line {
    let (solving, all) = (report.templates.len(), report.templates.len() + report.dead.len());
    let solvable = match report.reachable {
        Some(reachable) if reachable != report.solvable => {
            let hands = report.hands;
            format!("{} of the {reachable} that can be solved (of {hands})", report.solvable)
        }
        _ => format!("{} of {} solvable", report.solvable, report.hands),
    };
    let by = format!("by {solving} of {} of {set}", counted(all, "template"));
    let heading = m::heading(format!("{} → {}", report.deck, report.target));
    let line = heading + format!(": {solvable}, {by}");
    match &report.grammar {
        grammar if grammar.is_ordinary() => line,
        grammar => line + m::note(format!(" under the grammar {grammar}")),
    }
}

fn bars(report: &Coverage) -> Table {
    let most = report.templates.first().map_or(1, |first| first.hands);
    let rows = report.templates.iter().map(|template| {
        let role = if template.in_cover { Role::Value } else { Role::Note };
        let row = [
            m::template(&template.template),
            m::plain(template.hands),
            Line::new(role, bar(template.hands, most)),
            m::plain(template.only),
        ];
        row.into_iter().chain(template.in_cover.then(|| "yes".into())).collect()
    });
    Table::of(rows).titled(["template", "hands", "", "only", "in cover"]).right([1, 3]).bars(2)
}

fn cover_heading(report: &Coverage) -> Line {
    let templates = counted(report.cover.len(), "template");
    let solve = if report.cover.len() == 1 { "solves" } else { "solve" };
    let least = report.cover_at_least;
    let rest = match report.cover.len() {
        1 => ":".to_owned(),
        _ if report.cover_is_proven() => ", and no fewer do:".to_owned(),
        _ => format!("; fewer may suffice, but at least {least} are needed:"),
    };
    m::heading(format!("{templates} {solve} all {}", report.solvable)) + rest
}

fn cover(report: &Coverage) -> Table {
    let rows = report.cover.iter().map(|member| {
        let SolvedHand { hand, solution } = &member.needed_for;
        let why = falsity(&solution.ordinary).map(|why| m::wrong(format!("  {why}")));
        let solution = m::expression(written(&solution.solution, hand)) + why.unwrap_or_default();
        vec![
            m::template(&member.template),
            m::plain(member.hands),
            m::plain(member.alone),
            m::plain(hand),
            solution,
        ]
    });
    Table::of(rows).titled(["template", "hands", "alone", "needed for", "solved as"]).right([1, 2])
}
