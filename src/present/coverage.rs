//! What each template does over a deck: for people, for programs and as CSV.

use std::io::{self, Write};

use crate::reports::{CoverMember, Coverage, TemplateCoverage};
use crate::words::{counted, wrap};
use crate::{Card, Grammar};

use super::value::falsity;
use super::{Block, Document, Line, Role, Table, bar};

/// How wide a paragraph is.
const WIDTH: usize = 76;

/// The report for people.
pub fn document(report: &Coverage, grammar: &Grammar) -> Document {
    let mut blocks = vec![Block::Line(heading(report, grammar))];
    if report.partial {
        let note = format!("interrupted: what follows is about the first {} hands", report.hands);
        blocks.push(Block::Line(Line::new(Role::Wrong, note)));
    }
    if !report.templates.is_empty() {
        blocks.extend([Block::Blank, Block::Table(bars(report))]);
    }
    if !report.dead.is_empty() {
        let solve = if report.dead.len() == 1 { "solves" } else { "solve" };
        let title = format!("{} {solve} none:", counted(report.dead.len(), "template"));
        blocks.extend([Block::Blank, Block::Line(Line::new(Role::Heading, title))]);
        let lines = wrap(report.dead.iter().map(|template| &**template), "  ", WIDTH);
        let indented = |line| Block::Line(Line::new(Role::Template, format!("  {line}")));
        blocks.extend(lines.into_iter().map(indented));
    }
    if !report.cover.is_empty() {
        blocks.extend([Block::Blank, Block::Line(cover_heading(report)), Block::Blank]);
        blocks.push(Block::Table(cover(report)));
    }
    Document(blocks)
}

fn heading(report: &Coverage, grammar: &Grammar) -> Line {
    let (solving, all) = (report.templates.len(), report.templates.len() + report.dead.len());
    let mut line = Line::new(Role::Heading, format!("{} → {}", report.deck, report.target)).and(
        Role::Plain,
        format!(
            ": {} of {} solvable, by {solving} of {all} templates",
            report.solvable, report.hands,
        ),
    );
    if *grammar != Grammar::Left {
        line = line.and(Role::Note, format!(" under the grammar {grammar}"));
    }
    line
}

fn bars(report: &Coverage) -> Table {
    let most = report.templates.first().map_or(1, |first| first.hands);
    let rows = report.templates.iter().map(|template| {
        let role = if template.in_cover { Role::Value } else { Role::Note };
        let mut row = vec![
            Line::new(Role::Template, &*template.template),
            Line::new(Role::Plain, template.hands.to_string()),
            Line::new(role, bar(template.hands, most)),
            Line::new(Role::Plain, template.only.to_string()),
        ];
        if template.in_cover {
            row.push(Line::new(Role::Plain, "yes"));
        }
        row
    });
    Table {
        header: vec!["template", "hands", "", "only", "in cover"],
        right: vec![1, 3],
        rows: rows.collect(),
    }
}

fn cover_heading(report: &Coverage) -> Line {
    let solve = match report.cover.len() {
        1 => "1 template solves".to_owned(),
        count => format!("{count} templates solve"),
    };
    let line = Line::new(Role::Heading, format!("{solve} all {}", report.solvable));
    if report.cover.len() == 1 {
        line.and(Role::Plain, ":")
    } else if report.cover_is_proven() {
        line.and(Role::Plain, ", and no fewer do:")
    } else {
        let least = report.cover_at_least;
        line.and(Role::Plain, format!("; whether fewer do is open, {least} at least are needed:"))
    }
}

fn cover(report: &Coverage) -> Table {
    Table {
        header: vec!["template", "hands", "alone", "needed for", "solved as"],
        right: vec![1, 2],
        rows: report.cover.iter().map(cover_row).collect(),
    }
}

fn cover_row(member: &CoverMember) -> Vec<Line> {
    let cards = member.needed_for.cards();
    let text = member.solved_by.solution.text_with(|position| Card::name(&cards[position]));
    let mut solution = Line::new(Role::Expression, text);
    if let Some(why) = falsity(&member.solved_by.ordinary) {
        solution = solution.and(Role::Wrong, format!("  {why}"));
    }
    vec![
        Line::new(Role::Template, &*member.template),
        Line::new(Role::Plain, member.hands.to_string()),
        Line::new(Role::Plain, member.alone.to_string()),
        Line::new(Role::Plain, member.needed_for.to_string()),
        solution,
    ]
}

/// Writes a row for every template of the set, those that solve no hand last.
pub fn write_csv(report: &Coverage, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["template", "hands", "only", "in_cover"])?;
    for TemplateCoverage { template, hands, only, in_cover } in &report.templates {
        table.serialize((&**template, hands, only, in_cover))?;
    }
    for template in &report.dead {
        table.serialize((&**template, 0, 0, false))?;
    }
    table.flush()
}
