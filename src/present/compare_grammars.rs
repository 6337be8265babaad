//! The template method under every grammar, for a hand and over a deck.

use serde::Serialize;

use crate::reports::{Found, GrammarComparison, GrammarEntry, GrammarSurvey};
use crate::words::{and_more, list_and};
use crate::{Grammar, Hand, Solution};

use super::compare::groups;
use super::survey::interrupted;
use super::value::{falsity, written};
use super::{Block, Csv, Document, Line, Report, Table, markup as m};

/// The maximum number of solutions to show of each kind.
const SHOWN: usize = 6;

/// A report on the solutions of templates, with the name of their set.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct OfSet<'a, R> {
    /// The report.
    pub report: &'a R,
    /// The name of the set.
    #[serde(skip)]
    pub set: &'a str,
}

/// Makes a table with the number of solutions that each grammar finds, and with the numbers of
/// false and of lost solutions.
fn tallies<'a>(rows: impl Iterator<Item = (&'a Grammar, [u64; 3])>) -> Table {
    let rows = rows.map(|(grammar, counts)| {
        std::iter::once(m::plain(grammar)).chain(counts.map(m::value)).collect()
    });
    Table::of(rows).titled(["grammar", "solutions", "false", "lost"]).right(1..4).keys(1)
}

fn counts(entry: &GrammarEntry) -> [u64; 3] {
    [entry.solutions, entry.false_ones.len() as u64, entry.lost.len() as u64]
}

impl Report for OfSet<'_, GrammarComparison> {
    fn document(&self) -> Document {
        let GrammarComparison { hand, options, entries } = self.report;
        let grammars = entries.iter().map(|entry| &entry.grammar);
        let heading = heading(format!("{hand} → {}", options.target), self.set, grammars);
        let table = tallies(entries.iter().map(|entry| (&entry.grammar, counts(entry))));
        let mut blocks = vec![heading.into(), Block::Blank, table.into(), Block::Blank];
        let wrong = |entry: &GrammarEntry| !entry.false_ones.is_empty() || !entry.lost.is_empty();
        // Grammars with the same mistakes are grouped.
        for (_, alike) in groups(entries, |it| wrong(it).then(|| texts(it))) {
            blocks.extend(differences(hand, &alike));
        }
        let verdict = if self.report.agree() {
            "No grammar loses a solution, and none gives a false one."
        } else {
            "A solution is false if its value in ordinary arithmetic is not the target."
        };
        blocks.push(m::note(verdict).into());
        Document(blocks)
    }

    fn table(&self) -> Option<Csv> {
        let GrammarComparison { hand, options, entries } = self.report;
        let rows = entries.iter().map(|entry| {
            let [solutions, false_ones, lost] = counts(entry);
            (hand, &options.target, &entry.grammar, solutions, false_ones, lost)
        });
        Some(Csv::new(["hand", "target", "grammar", "solutions", "false", "lost"], rows))
    }
}

impl Report for OfSet<'_, GrammarSurvey> {
    fn document(&self) -> Document {
        let GrammarSurvey { deck, target, tallies: all } = self.report;
        let grammars = all.iter().map(|tally| &tally.grammar);
        let heading = heading(format!("{deck} → {target}"), self.set, grammars);
        let heading = interrupted(heading, self.report.partial());
        let counts = all.iter().map(|it| (&it.grammar, [it.solutions, it.false_ones, it.lost]));
        let note = format!(
            "{} hands; every template filled with every order of the cards, each text counted once",
            self.report.hands()
        );
        let table = tallies(counts).into();
        Document(vec![heading.into(), Block::Blank, table, Block::Blank, m::note(note).into()])
    }

    fn table(&self) -> Option<Csv> {
        Some(Csv::new(["grammar", "hands", "solutions", "false", "lost"], &self.report.tallies))
    }
}

/// Says what was solved, with the templates of which set, and names the grammars that parsed them.
fn heading<'a>(it: String, set: &str, all: impl Iterator<Item = &'a Grammar> + Clone) -> Line {
    let is_every = Grammar::BASIC.iter().all(|one| all.clone().any(|it| it == one));
    let readers = if is_every { "every grammar".to_owned() } else { list_and(all) };
    m::heading(it) + format!(": the templates of {set}, parsed by {readers}")
}

/// Returns the texts of the false solutions under a grammar, and those of the lost solutions.
fn texts(entry: &GrammarEntry) -> [Vec<&str>; 2] {
    let false_ones = entry.false_ones.iter().map(|found| found.solution.text());
    [false_ones.collect(), entry.lost.iter().map(Solution::text).collect()]
}

/// Describes the false and the lost solutions that one or more grammars share.
fn differences(hand: &Hand, alike: &[&GrammarEntry]) -> Vec<Block> {
    let entry = alike[0];
    let names = list_and(alike.iter().map(|entry| &entry.grammar));
    let why = |it: &Found| falsity(&it.ordinary).map(m::wrong);
    let false_ones = entry.false_ones.iter().filter_map(|it| Some((&it.solution, why(it)?)));
    let lost = entry.lost.iter().map(|solution| (solution, m::note("lost")));
    let more = |count: usize| and_more(count, SHOWN).map(|more| vec![m::note(more)]);
    let row = |(solution, what): (&Solution, Line)| {
        vec![m::expression(written(solution, hand)), m::template(solution.template()), what]
    };
    let false_ones = false_ones.take(SHOWN).map(row).chain(more(entry.false_ones.len()));
    let rows = false_ones.chain(lost.take(SHOWN).map(row)).chain(more(entry.lost.len()));
    vec![m::plain(format!("{names}:")).into(), Block::Blank, Table::of(rows).into(), Block::Blank]
}
