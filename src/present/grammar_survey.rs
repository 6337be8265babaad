//! A deck surveyed by grammar.

use crate::reports::{GrammarSurvey, GrammarTally};
use crate::{Deck, Rational};

use super::compare_grammars::readers;
use super::markup as m;
use super::{Block, Document, Table};

/// The survey for people; `templates` is what the set is called.
pub fn document(
    survey: &GrammarSurvey,
    deck: &Deck,
    target: &Rational,
    templates: &str,
) -> Document {
    let readers = readers(survey.tallies.iter().map(|tally| &tally.grammar));
    let mut heading = m::heading(format!("{deck} → {target}"))
        .and(m::plain(format!(": the templates of {templates}, read by {readers}")));
    if survey.partial {
        heading = heading.and(m::wrong(" (interrupted: only what was done so far)"));
    }
    let number = |number: u64| m::value(number.to_string());
    let rows = survey.tallies.iter().map(|tally| {
        vec![
            m::plain(tally.grammar.to_string()),
            number(tally.solutions),
            number(tally.false_ones),
            number(tally.lost),
        ]
    });
    let titles = ["grammar", "solutions", "false", "lost"];
    let table = Table::of(rows).titled(titles).right(1..4).keys(1);
    let note = format!(
        "{} hands; every template filled with every order of the cards, each text counted once",
        survey.hands
    );
    Document(vec![heading.into(), Block::Blank, table.into(), Block::Blank, m::note(note).into()])
}

/// The header of the rows of [`csv_row`].
pub const CSV_HEADER: [&str; 5] = ["grammar", "hands", "solutions", "false", "lost"];

/// A grammar as a row.
pub fn csv_row(survey: &GrammarSurvey, tally: &GrammarTally) -> [String; 5] {
    let GrammarTally { grammar, solutions, false_ones, lost } = tally;
    let numbers = [survey.hands, *solutions, *false_ones, *lost].map(|it| it.to_string());
    let [hands, solutions, false_ones, lost] = numbers;
    [grammar.to_string(), hands, solutions, false_ones, lost]
}
