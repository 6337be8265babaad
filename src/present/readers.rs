//! One text parsed by four readers.

pub(super) mod moment;

use itertools::Itertools;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::explanation::{divergence_block, mark_of};
use super::explanation_words::{convention_in_words, worth};
use super::value::value;
use super::{Annotated, Block, Csv, Document, Report, Table, markup as m, parse, tree};
use crate::lessons::Convention;
use crate::lessons::readers::{
    Action, Arrived, BindingPower, Count, Item, Moment, OperatorTable, Reader, ReaderRun, Readers,
    Stack, StepKind, Stop, StopReason,
};
use crate::serial::{self, Fields, Object, ParseFields, fields, object, serialize_object};
use crate::words::{list_and, place, ticked};
use crate::{Named, Operator};

pub use moment::moment_view;

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
            let mut row = fields! {
                "expression" => self.text,
                "grammar" => self.grammar,
                "reader" => run.reader.name(),
                "tree" => parse.map(|parse| parse.expression().to_s_expression()),
                "value" => parse.and_then(worth),
                "same_tree" => self.has_same_tree(run),
            };
            let count = |step| run.counts.iter().find(|it| it.step == step).map(|it| it.number);
            row.0.extend(StepKind::ALL.iter().map(|step| (step.name(), count(*step).into())));
            row
        });
        let header = ["expression", "grammar", "reader", "tree", "value", "same_tree"];
        Some(Csv::new(header.into_iter().chain(StepKind::ALL.iter().map(Named::name)), rows))
    }
}

fn reading_blocks(readers: &Readers, reading: &ReaderRun) -> Vec<Block> {
    let grammar = &readers.grammar;
    let what: &str = match reading.reader {
        Reader::Peg => &format!("the pest grammar {grammar}, a parsing expression grammar"),
        Reader::Packrat => "the same grammar with a memo of every result",
        Reader::Pratt => "pest's PrattParser on a flat list",
        Reader::ShuntingYard => "Dijkstra's two stacks",
    };
    let title = m::heading(reading.reader.name()).and(m::note(format!(": {what}")));
    let mut blocks: Vec<Block> = vec![title.into()];
    if reading.reader == Reader::Pratt
        && let Ok(table) = &readers.table
    {
        let level = |level: &BindingPower| {
            let signs = ticked(&level.operators).join(" ");
            format!("{signs} {} {}", level.word(), level.power)
        };
        let levels = table.levels().iter().map(level).join(", ");
        blocks.push(m::note(format!("  binding powers: {levels}")).into());
        let rejected = list_and(ticked(table.rejected_chains(&readers.grammar)));
        if !rejected.is_empty() {
            blocks.push(m::note(format!("  but the grammar rejects {rejected}")).into());
        }
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
    let kept = format!("; the first {} moments are kept", reading.moments.all.len());
    let kept = if reading.moments.is_cut { kept } else { String::new() };
    blocks.push(m::note(format!("  {}{kept}", counts(reading))).into());
    blocks
}

/// Describes where and why a reader stops; `None` if the reader parses the text.
pub fn stopped(text: &str, reading: &ReaderRun) -> Option<String> {
    reading.outcome.as_ref().err().map(|stop| said_of(stop, text))
}

fn said_of(stop: &Stop, text: &str) -> String {
    match stop.reason {
        StopReason::NoTrace | StopReason::NoTree | StopReason::NoTable(_) => {
            stop.reason.to_string()
        }
        _ => format!("stopped at {}: {}", place(text, stop.span.start), stop.reason),
    }
}

fn counts(reading: &ReaderRun) -> String {
    let count = |it: &Count| match it.number {
        1 => format!("1 {}", it.step.summary().trim_end_matches("es").trim_end_matches('s')),
        number => format!("{number} {}", it.step.summary()),
    };
    reading.counts.iter().map(count).join(", ")
}

/// Shows the readers side by side.
fn comparison(readers: &Readers) -> Table {
    let rows = readers.readings.iter().map(|reading| {
        vec![
            m::plain(reading.reader.name()),
            reading.outcome.as_ref().map_or_else(|_| m::wrong("not read"), value),
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
    "expression" => self.text,
    "grammar" => self.grammar,
    "readers" => self.readings.iter().map(|run| Run { readers: self, run }).collect::<Vec<_>>(),
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

serialize_object! { Run<'_>, self:
    let &Self { readers, run } = self;
    let stop = run.outcome.as_ref().err();
    let failed = |stop: &Stop| ParseFields::failed(stop.reason.to_string());
    let parsed = run.outcome.as_ref().map_or_else(failed, ParseFields::from);
    let moments = run.moments.all.iter().map(|moment| DuringRun { readers, run, moment });
    "reader" => run.reader.name(),
    ..parsed,
    "error_at" if stop.is_some() => stop.map(|it| it.span.start),
    "same_tree" => readers.has_same_tree(run),
    "steps" => run.steps(),
    ..run.counts[..],
    "moments" => moments.collect::<Vec<_>>(),
    "cut" => run.moments.is_cut,
}

/// The counts, by the names of the steps.
impl Fields for [Count] {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        self.iter().try_for_each(|it| object.serialize_entry(it.step.name(), &it.number))
    }
}

/// A moment, which is a step of a reader, and the stacks after it.
struct DuringRun<'a> {
    readers: &'a Readers,
    run: &'a ReaderRun,
    moment: &'a Moment,
}

serialize_object! { DuringRun<'_>, self:
    let (action, details) = self.action();
    "action" => action,
    ..details,
    "at" => self.moment.span.start,
    "end" => self.moment.span.end,
    ..Stacks(self)
}

/// The stacks after a moment: for each, either the number of its items, or the items themselves
/// with the top one last.
struct Stacks<'a>(&'a DuringRun<'a>);

impl Fields for Stacks<'_> {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let DuringRun { run, moment, .. } = self.0;
        for &stack in run.moments.stacks {
            let (name, is_counted) = match stack {
                Stack::OpenRules => ("depth", true),
                Stack::Memo => ("memo", true),
                Stack::Lists => ("lists", false),
                Stack::Operands => ("operands", false),
                Stack::Calls => ("calls", false),
                Stack::Operators => ("operators", false),
            };
            if is_counted {
                object.serialize_entry(name, &run.moments.height(moment, stack))?;
            } else {
                let mut items: Vec<&Item> = run.moments.stack(moment, stack).collect();
                items.reverse();
                object.serialize_entry(name, &items)?;
            }
        }
        Ok(())
    }
}

impl DuringRun<'_> {
    /// Returns the name of the action in the output for programs, and its details.
    fn action(&self) -> (&'static str, Object) {
        let none = Object::default;
        let rule = |rule| fields! { "rule" => self.readers.grammar.rules().name(rule) };
        let sign = |operator: Operator| fields! { "operator" => operator.symbol() };
        match self.moment.action {
            Action::Enter(called) => ("enter", rule(called)),
            Action::Match(called) => ("match", rule(called)),
            Action::Fail(called) => ("fail", rule(called)),
            Action::Backtrack => ("backtrack", none()),
            Action::LookUp { rule: called, matched } => {
                let name = self.readers.grammar.rules().name(called);
                ("look_up", fields! { "rule" => name, "matched" => matched })
            }
            Action::TakeOperand => ("take_operand", none()),
            Action::OpenList => ("open_list", none()),
            Action::CloseList => ("close_list", none()),
            Action::TakePrefix(operator) => ("take_prefix", sign(operator)),
            Action::LookAt(next) => {
                ("look_at", fields! { "operator" => next.map(Operator::symbol) })
            }
            Action::Compare { next, power, minimum } => {
                let details = fields! {
                    "operator" => next.map(Operator::symbol),
                    "power" => power,
                    "minimum" => minimum,
                    "taken" => power > minimum,
                };
                ("compare", details)
            }
            Action::Join(operator) => ("join", sign(operator)),
            Action::PushOperand => ("push_operand", none()),
            Action::PushOperator(operator) => ("push_operator", sign(operator)),
            Action::PushBracket => ("push_bracket", none()),
            Action::Apply { operator, before } => {
                let before = match before {
                    Arrived::Operator(next) => Some(next.symbol()),
                    Arrived::ClosingBracket => Some(")"),
                    Arrived::End | Arrived::Nothing => None,
                };
                ("apply", fields! { "operator" => operator.symbol(), "before" => before })
            }
            Action::DropBracket => ("drop_bracket", none()),
            Action::Stop => ("stop", none()),
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
                let left = left.as_ref().map(|it| fields! { "at" => it.start, "end" => it.end });
                object!(serializer, { "minimum" => minimum, "left" => left })
            }
            Self::Rule { .. } | Self::Result { .. } => unreachable!("they are counted alone"),
        }
    }
}
