//! One text read in four ways, as text, CSV and JSON.

mod json;
pub(super) mod moment;

use crate::lessons::readers::{BindingPower, Reader, Readers, Reading, StepKind, Stop, StopReason};
use crate::lessons::{Convention, Parse};
use crate::{Grammar, Named};

use super::csv::or_empty;
use super::explanation::{divergence_block, mark_of};
use super::explanation_words::{convention_in_words, worth};
use super::markup as m;
use super::value::value;
use super::{Annotated, Block, Document, Line, Table, parse, tree};
use crate::words::{place, ticked};

pub use json::ReadersJson;
pub use moment::moment_view;

/// What each reader is, its tree and what it did; then all of them in a table, and
/// where those with a table of binding powers diverge from the grammar.
pub fn document(readers: &Readers) -> Document {
    let text = Annotated { text: readers.text.clone(), ..Annotated::default() };
    let mut blocks: Vec<Block> = vec![text.into()];
    for reading in &readers.readings {
        blocks.push(Block::Blank);
        blocks.extend(reading_blocks(readers, reading));
    }
    blocks.extend([Block::Blank, comparison(readers).into()]);
    blocks.extend(divergence_blocks(readers));
    Document(blocks)
}

fn reading_blocks(readers: &Readers, reading: &Reading) -> Vec<Block> {
    let what = match reading.reader {
        Reader::Peg => {
            format!("the pest grammar {}, a parsing expression grammar", readers.grammar)
        }
        Reader::Packrat => "the same grammar with a memo of every result".to_owned(),
        Reader::Pratt => "pest's PrattParser on a flat list".to_owned(),
        Reader::ShuntingYard => "Dijkstra's two stacks".to_owned(),
    };
    let title = m::heading(reading.reader.name()).and(m::note(format!(": {what}")));
    let mut blocks: Vec<Block> = vec![title.into()];
    if reading.reader == Reader::Pratt {
        blocks.push(table_of_powers().into());
    }
    let drawn = match (&reading.outcome, reading.reader) {
        (Ok(parse), Reader::Peg) => parse::drawn(parse),
        (Ok(parse), _) => Block::Trees(vec![tree::of_expression(&parse.written())]),
        (Err(stop), _) => m::wrong(format!("  {}", said_of(stop, &readers.text))).into(),
    };
    blocks.push(drawn);
    if reading.counts.is_empty() {
        return blocks;
    }
    let mut did = m::note(format!("  {}", counts(reading)));
    if reading.moments.is_cut() {
        let kept = reading.moments.all().len();
        did = did.and(m::note(format!("; the first {kept} moments are kept")));
    }
    blocks.push(did.into());
    blocks
}

/// The table of binding powers in a line.
fn table_of_powers() -> Line {
    let level = |level: BindingPower| {
        format!("{} {}", ticked(&level.operators).collect::<Vec<_>>().join(" "), level.power)
    };
    let levels: Vec<_> = BindingPower::table().into_iter().map(level).collect();
    m::note(format!("  binding powers, all left-associative: {}", levels.join(", ")))
}

/// Where a reader stops, and why; nothing of one that reads the text.
pub fn stopped(text: &str, reading: &Reading) -> Option<String> {
    reading.outcome.as_ref().err().map(|stop| said_of(stop, text))
}

fn said_of(stop: &Stop, text: &str) -> String {
    match stop.reason {
        StopReason::NoTrace => stop.reason.to_string(),
        _ => format!("stopped at {}: {}", place(text, stop.span.start), stop.reason),
    }
}

fn counts(reading: &Reading) -> String {
    let counts = reading.counts.iter().map(|it| match it.number {
        1 => format!("1 {}", one(it.step)),
        number => format!("{number} {}", it.step.summary()),
    });
    counts.collect::<Vec<_>>().join(", ")
}

const fn one(step: StepKind) -> &'static str {
    match step {
        StepKind::RuleCall => "rule call",
        StepKind::Lookup => "lookup",
        StepKind::Token => "token",
        StepKind::Comparison => "comparison",
        StepKind::Push => "push",
        StepKind::Pop => "pop",
    }
}

/// The readers side by side.
fn comparison(readers: &Readers) -> Table {
    let rows = readers.readings.iter().map(|reading| {
        let worth = match &reading.outcome {
            Ok(parse) => {
                let (role, worth) = value(parse);
                Line::new(role, worth)
            }
            Err(_) => m::wrong("not read"),
        };
        vec![
            m::plain(reading.reader.name()),
            worth,
            m::plain(same_tree(readers, reading)),
            m::plain(counts(reading)),
        ]
    });
    Table::of(rows).titled(["reader", "value", "tree", "steps"]).right([1]).keys(1)
}

fn same_tree(readers: &Readers, reading: &Reading) -> &'static str {
    match (reading.reader, readers.has_same_tree(reading)) {
        (Reader::Peg, _) => "",
        (_, None) if reading.outcome.is_err() => "",
        (_, None) => "none to compare",
        (_, Some(true)) => "the same",
        (_, Some(false)) => "another",
    }
}

/// The text, and below it what the table and the grammar take for the operand at
/// which they diverge.
fn divergence_blocks(readers: &Readers) -> Vec<Block> {
    let Some(divergence) = readers.divergence() else { return Vec::new() };
    let parsed = |reader| readers.reading(reader).outcome.as_ref().ok();
    let (Some(table), Some(first)) = (parsed(Reader::Pratt), parsed(Reader::Peg)) else {
        return Vec::new();
    };
    let [of_table, of_grammar] = &divergence.right_operands;
    let [_, rule] = divergence.rules([table, first]);
    let named = readers.grammar.to_string();
    let marks = vec![
        mark_of(table, of_table, "the table", None),
        mark_of(first, of_grammar, &named, rule.as_ref()),
    ];
    let mut blocks = vec![Block::Blank, divergence_block(&divergence, table.text(), marks)];
    let convention = |convention: &Convention| {
        Block::Line(m::plain(format!("  {named}: {}", convention_in_words(convention))))
    };
    blocks.extend(divergence.conventions.iter().map(convention));
    blocks
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 12] = [
    "expression",
    "grammar",
    "reader",
    "tree",
    "value",
    "same_tree",
    "rule_calls",
    "lookups",
    "tokens",
    "comparisons",
    "pushes",
    "pops",
];

/// A row for every reader; what it does not count is left out.
pub fn csv_rows(readers: &Readers) -> impl Iterator<Item = [String; 12]> + '_ {
    readers.readings.iter().map(|reading| {
        let parse = reading.outcome.as_ref().ok();
        let tree = parse.map(|parse: &Parse| parse.expression().to_s_expression());
        let count = |step| {
            let count = reading.counts.iter().find(|it| it.step == step);
            or_empty(count.map(|it| it.number))
        };
        let grammar = match reading.reader {
            Reader::Peg | Reader::Packrat => readers.grammar.to_string(),
            Reader::Pratt | Reader::ShuntingYard => Grammar::Left.to_string(),
        };
        [
            readers.text.clone(),
            grammar,
            reading.reader.to_string(),
            or_empty(tree),
            or_empty(parse.and_then(worth)),
            or_empty(readers.has_same_tree(reading)),
            count(StepKind::RuleCall),
            count(StepKind::Lookup),
            count(StepKind::Token),
            count(StepKind::Comparison),
            count(StepKind::Push),
            count(StepKind::Pop),
        ]
    })
}
