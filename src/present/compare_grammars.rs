//! The template method under every grammar.

use crate::reports::{GrammarComparison, GrammarEntry};
use crate::words::list_and;
use crate::{Grammar, Hand, Solution};

use super::csv::numbers;
use super::markup as m;
use super::value::falsity;
use super::{Block, Document, Line, Table};

/// How many solutions of a kind are shown at most.
const SHOWN: usize = 6;

/// The comparison for people; `templates` is what the set is called.
pub fn document(comparison: &GrammarComparison, templates: &str) -> Document {
    let GrammarComparison { hand, options, entries } = comparison;
    let readers = readers(entries.iter().map(|entry| &entry.grammar));
    let heading = m::heading(format!("{hand} → {}", options.target))
        .and(m::plain(format!(": the templates of {templates}, read by {readers}")));
    let number = |number: u64| m::value(number.to_string());
    let rows = entries.iter().map(|entry| {
        vec![
            m::plain(entry.grammar.to_string()),
            number(entry.solutions),
            number(entry.false_ones.len() as u64),
            number(entry.lost.len() as u64),
        ]
    });
    let titles = ["grammar", "solutions", "false", "lost"];
    let table = Table::of(rows).titled(titles).right(1..4).keys(1);
    let mut blocks = vec![heading.into(), Block::Blank, table.into(), Block::Blank];
    for alike in alike(entries) {
        blocks.extend(differences(hand, &alike));
    }
    let verdict = if comparison.agree() {
        "No grammar loses a solution, and none gives a false one."
    } else {
        "A text counts for what it says in ordinary arithmetic, whatever the grammar read."
    };
    blocks.push(m::note(verdict).into());
    Document(blocks)
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 6] = ["hand", "target", "grammar", "solutions", "false", "lost"];

/// A row for every grammar.
pub fn csv_rows(comparison: &GrammarComparison) -> impl Iterator<Item = [String; 6]> {
    let GrammarComparison { hand, options, entries } = comparison;
    entries.iter().map(move |entry| {
        let GrammarEntry { grammar, solutions, false_ones, lost } = entry;
        [
            numbers(hand),
            options.target.to_string(),
            grammar.to_string(),
            solutions.to_string(),
            false_ones.len().to_string(),
            lost.len().to_string(),
        ]
    })
}

/// What templates were read by, in words.
pub(super) fn readers<'a>(grammars: impl Iterator<Item = &'a Grammar> + Clone) -> String {
    if Grammar::BASIC.iter().all(|one| grammars.clone().any(|it| it == one)) {
        return "every grammar".to_owned();
    }
    list_and(grammars)
}

/// The texts that are false under a grammar, and those that are lost.
fn texts(entry: &GrammarEntry) -> [Vec<&str>; 2] {
    let false_ones = entry.false_ones.iter().map(|found| found.solution.text());
    [false_ones.collect(), entry.lost.iter().map(Solution::text).collect()]
}

/// The grammars that get something wrong, those together that get the same
/// wrong.
fn alike(entries: &[GrammarEntry]) -> Vec<Vec<&GrammarEntry>> {
    let mut all: Vec<Vec<&GrammarEntry>> = Vec::new();
    for entry in entries.iter().filter(|it| !it.false_ones.is_empty() || !it.lost.is_empty()) {
        match all.iter_mut().find(|alike| texts(alike[0]) == texts(entry)) {
            Some(alike) => alike.push(entry),
            None => all.push(vec![entry]),
        }
    }
    all
}

/// What grammars, of which there is one at least, all get wrong, and what they
/// do not find.
fn differences(hand: &Hand, alike: &[&GrammarEntry]) -> Vec<Block> {
    let entry = alike[0];
    let names = list_and(alike.iter().map(|entry| &entry.grammar));
    let name = |position: usize| hand.cards()[position].to_string();
    let false_ones = entry
        .false_ones
        .iter()
        .filter_map(|found| Some((&found.solution, m::wrong(falsity(&found.ordinary)?))));
    let lost = entry.lost.iter().map(|solution| (solution, m::note("lost")));
    let mut rows = Vec::new();
    let more = |count: usize| {
        let more = count.saturating_sub(SHOWN);
        (more > 0).then(|| vec![m::note(format!("and {more} more"))])
    };
    let row = |(solution, what): (&crate::Solution, Line)| {
        vec![m::expression(solution.text_with(name)), m::template(solution.template()), what]
    };
    rows.extend(false_ones.take(SHOWN).map(row));
    rows.extend(more(entry.false_ones.len()));
    rows.extend(lost.take(SHOWN).map(row));
    rows.extend(more(entry.lost.len()));
    vec![m::plain(format!("{names}:")).into(), Block::Blank, Table::of(rows).into(), Block::Blank]
}
