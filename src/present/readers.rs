//! One text parsed by four readers.

pub(super) mod moment;

use std::ops::Range;

use itertools::Itertools;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::csv::or_empty;
use super::explanation::{divergence_block, mark_of};
use super::explanation_words::{convention_in_words, worth};
use super::value::value;
use super::{Annotated, Block, Csv, Document, Line, Report, Table, markup as m, parse, tree};
use crate::lessons::readers::{
    Action, Arrived, BindingPower, Item, Moment, OperatorTable, Reader, ReaderRun, Readers, Stack,
    StepKind, Stop, StopReason,
};
use crate::lessons::{Convention, Parse};
use crate::serial::{self, ParseFields, object, serialize_object};
use crate::words::{place, ticked};
use crate::{Named, Operator};

pub use moment::moment_view;

/// The number of columns in the table: six, and one for each kind of step.
const COLUMNS: usize = 6 + StepKind::ALL.len();

/// The reason why a row has [`COLUMNS`] cells, for `expect`.
const WIDTH: &str = "six cells come before one for each kind of step";

impl Report for Readers {
    /// Shows each reader with its tree and its work, and then all readers in a table. At the end,
    /// shows where a table of binding powers and the grammar group the text differently.
    fn document(&self) -> Document {
        let text = Annotated { text: self.text.clone(), ..Annotated::default() };
        let mut blocks: Vec<Block> = vec![text.into()];
        for run in &self.readings {
            blocks.push(Block::Blank);
            blocks.extend(reading_blocks(self, run));
        }
        blocks.extend([Block::Blank, comparison(self).into()]);
        blocks.extend(divergence_blocks(self));
        Document(blocks)
    }

    /// Makes a row for every reader. If a reader does not count a kind of step, the cell for this
    /// kind is empty.
    fn table(&self) -> Option<Csv> {
        let rows = self.readings.iter().map(|run| {
            let parse = run.outcome.as_ref().ok();
            let tree = parse.map(|parse: &Parse| parse.expression().to_s_expression());
            let count = |step: &StepKind| {
                let count = run.counts.iter().find(|it| it.step == *step);
                or_empty(count.map(|it| it.number))
            };
            let cells = [
                self.text.clone(),
                self.grammar.to_string(),
                run.reader.to_string(),
                or_empty(tree),
                or_empty(parse.and_then(worth)),
                or_empty(self.has_same_tree(run)),
            ];
            cells.into_iter().chain(StepKind::ALL.iter().map(count)).collect_array().expect(WIDTH)
        });
        let header = ["expression", "grammar", "reader", "tree", "value", "same_tree"];
        let header = header.into_iter().chain(StepKind::ALL.iter().map(Named::name));
        let header: [_; COLUMNS] = header.collect_array().expect(WIDTH);
        Some(Csv::new(header, rows))
    }
}

fn reading_blocks(readers: &Readers, reading: &ReaderRun) -> Vec<Block> {
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
        blocks.extend(readers.table.iter().map(|table| table_of_powers(table).into()));
    }
    let drawn = match (&reading.outcome, reading.reader) {
        (Ok(parse), Reader::Peg) => parse::drawn(parse.tree(), Some(&parse.written())),
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

/// Writes the table of binding powers in a line.
fn table_of_powers(table: &OperatorTable) -> Line {
    let level = |level: &BindingPower| {
        let signs = ticked(&level.operators).collect::<Vec<_>>().join(" ");
        format!("{signs} {} {}", level.word(), level.power)
    };
    let levels: Vec<_> = table.levels().iter().map(level).collect();
    m::note(format!("  binding powers: {}", levels.join(", ")))
}

/// Describes where and why a reader stops; `None` if the reader parses the text.
pub fn stopped(text: &str, reading: &ReaderRun) -> Option<String> {
    reading.outcome.as_ref().err().map(|stop| said_of(stop, text))
}

fn said_of(stop: &Stop, text: &str) -> String {
    match stop.reason {
        StopReason::NoTrace | StopReason::NoTable(_) => stop.reason.to_string(),
        _ => format!("stopped at {}: {}", place(text, stop.span.start), stop.reason),
    }
}

fn counts(reading: &ReaderRun) -> String {
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
        StepKind::Found => "found",
        StepKind::Store => "stored",
        StepKind::Token => "token",
        StepKind::Comparison => "comparison",
        StepKind::Push => "push",
        StepKind::Pop => "pop",
    }
}

/// Shows the readers side by side.
fn comparison(readers: &Readers) -> Table {
    let rows = readers.readings.iter().map(|reading| {
        let worth = match &reading.outcome {
            Ok(parse) => value(parse),
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

fn same_tree(readers: &Readers, reading: &ReaderRun) -> &'static str {
    match (reading.reader, readers.has_same_tree(reading)) {
        (Reader::Peg, _) => "",
        (_, None) if reading.outcome.is_err() => "",
        (_, None) => "none to compare",
        (_, Some(true)) => "the same",
        (_, Some(false)) => "another",
    }
}

/// Shows the text, and below it the operands that the table and the grammar take where they
/// diverge.
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

serialize_object! { Readers, self:
    let runs = self.readings.iter().map(|run| Run { readers: self, run }).collect::<Vec<_>>();
    "expression" => self.text,
    "grammar" => self.grammar,
    "readers" => runs,
    "binding_powers" => self.table.as_ref().ok().map(OperatorTable::levels),
    "agree" => self.agree(),
    "same_trees" => self.same_trees(),
}

serialize_object! { BindingPower, self:
    let operators = self.operators.iter().map(|it| it.symbol()).collect::<Vec<_>>();
    "operators" => operators,
    "kind" => self.word(),
    "power" => self.power,
}

/// The result of one reader on the text.
struct Run<'a> {
    readers: &'a Readers,
    run: &'a ReaderRun,
}

impl Serialize for Run<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { readers, run } = self;
        let stop = run.outcome.as_ref().err();
        let ParseFields { tree, value, error, .. } = match &run.outcome {
            Ok(parse) => parse.into(),
            Err(stop) => ParseFields::failed(stop.reason.to_string()),
        };
        let all = run.moments.all().iter();
        let moments: Vec<_> = all.map(|moment| DuringRun { readers, run, moment }).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("reader", run.reader.name())?;
        map.serialize_entry("tree", &tree)?;
        map.serialize_entry("value", &value)?;
        if let Some(error) = error {
            map.serialize_entry("error", &error)?;
        }
        if let Some(stop) = stop {
            map.serialize_entry("error_at", &stop.span.start)?;
        }
        map.serialize_entry("same_tree", &readers.has_same_tree(run))?;
        map.serialize_entry("steps", &run.steps())?;
        for count in &run.counts {
            map.serialize_entry(count.step.name(), &count.number)?;
        }
        map.serialize_entry("moments", &moments)?;
        map.serialize_entry("cut", &run.moments.is_cut())?;
        map.end()
    }
}

/// A moment, which is a step of a reader, and the stacks after it.
struct DuringRun<'a> {
    readers: &'a Readers,
    run: &'a ReaderRun,
    moment: &'a Moment,
}

impl Serialize for DuringRun<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { run, moment, .. } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("action", action(moment.action))?;
        self.details(&mut map)?;
        map.serialize_entry("at", &moment.span.start)?;
        map.serialize_entry("end", &moment.span.end)?;
        for &stack in run.moments.stacks() {
            let name = match stack {
                // The report has only the number of open rules.
                Stack::OpenRules => "depth",
                Stack::Memo => "memo",
                Stack::Lists => "lists",
                Stack::Operands => "operands",
                Stack::Calls => "calls",
                Stack::Operators => "operators",
            };
            if matches!(stack, Stack::OpenRules | Stack::Memo) {
                map.serialize_entry(name, &run.moments.height(moment, stack))?;
            } else {
                // The top item comes last.
                let mut items: Vec<&Item> = run.moments.stack(moment, stack).collect();
                items.reverse();
                map.serialize_entry(name, &items)?;
            }
        }
        map.end()
    }
}

impl DuringRun<'_> {
    fn details<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self.moment.action {
            Action::Enter(rule) | Action::Match(rule) | Action::Fail(rule) => {
                map.serialize_entry("rule", self.readers.grammar.rules().name(rule))
            }
            Action::LookUp { rule, matched } => {
                map.serialize_entry("rule", self.readers.grammar.rules().name(rule))?;
                map.serialize_entry("matched", &matched)
            }
            Action::LookAt(operator) => {
                map.serialize_entry("operator", &operator.map(Operator::symbol))
            }
            Action::Compare { next, power, minimum } => {
                map.serialize_entry("operator", &next.map(Operator::symbol))?;
                map.serialize_entry("power", &power)?;
                map.serialize_entry("minimum", &minimum)?;
                map.serialize_entry("taken", &(power > minimum))
            }
            Action::Join(operator)
            | Action::PushOperator(operator)
            | Action::TakePrefix(operator) => map.serialize_entry("operator", &operator.symbol()),
            Action::Apply { operator, before } => {
                map.serialize_entry("operator", &operator.symbol())?;
                let before = match before {
                    Arrived::Operator(next) => Some(next.symbol()),
                    Arrived::ClosingBracket => Some(")"),
                    Arrived::End | Arrived::Nothing => None,
                };
                map.serialize_entry("before", &before)
            }
            Action::Backtrack
            | Action::TakeOperand
            | Action::OpenList
            | Action::CloseList
            | Action::PushOperand
            | Action::PushBracket
            | Action::DropBracket
            | Action::Stop => Ok(()),
        }
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Operand(span) | Self::Rest(span) => serial::span(span, serializer),
            Self::Operator(operator, _) => serializer.serialize_str(operator.symbol()),
            Self::Bracket(_) => serializer.serialize_str("("),
            Self::Call { minimum, left } => {
                object!(serializer, { "minimum" => minimum, "left" => left.as_ref().map(Part) })
            }
            Self::Rule { .. } | Self::Result { .. } => unreachable!("they are counted alone"),
        }
    }
}

/// A part of the text.
struct Part<'a>(&'a Range<usize>);

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serial::span(self.0, serializer)
    }
}

/// Returns the name of the action in the output for programs.
const fn action(action: Action) -> &'static str {
    match action {
        Action::Enter(_) => "enter",
        Action::Match(_) => "match",
        Action::Fail(_) => "fail",
        Action::Backtrack => "backtrack",
        Action::LookUp { .. } => "look_up",
        Action::TakeOperand => "take_operand",
        Action::OpenList => "open_list",
        Action::CloseList => "close_list",
        Action::TakePrefix(_) => "take_prefix",
        Action::LookAt(_) => "look_at",
        Action::Compare { .. } => "compare",
        Action::Join(_) => "join",
        Action::PushOperand => "push_operand",
        Action::PushOperator(_) => "push_operator",
        Action::PushBracket => "push_bracket",
        Action::Apply { .. } => "apply",
        Action::DropBracket => "drop_bracket",
        Action::Stop => "stop",
    }
}
