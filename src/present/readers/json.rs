//! One text read in four ways, as JSON.

use std::ops::Range;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::lessons::readers::{
    Action, Arrived, BindingPower, Count, Item, Moment, Readers, Reading, Stack,
};
use crate::serial::ParseFields;
use crate::{Named, Operator};

/// The readings for programs.
#[derive(Debug, Serialize)]
pub struct ReadersJson<'a> {
    expression: &'a str,
    grammar: String,
    readers: Vec<ReadingJson<'a>>,
    binding_powers: Vec<PowerJson>,
    agree: bool,
    same_trees: bool,
}

#[derive(Debug, Serialize)]
struct PowerJson {
    operators: Vec<&'static str>,
    power: u32,
}

/// What one reader made of the text.
#[derive(Debug, Serialize)]
struct ReadingJson<'a> {
    reader: &'a str,
    #[serde(flatten)]
    parse: ParseFields,
    /// Where it stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_at: Option<usize>,
    same_tree: Option<bool>,
    steps: u64,
    #[serde(flatten)]
    counts: Counts<'a>,
    moments: Vec<MomentJson<'a>>,
    /// Whether there are more moments, which are not kept.
    cut: bool,
}

/// Each under its own name.
#[derive(Debug)]
struct Counts<'a>(&'a [Count]);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|it| (it.step.name(), it.number)))
    }
}

/// A moment, and the stacks after it.
#[derive(Debug)]
struct MomentJson<'a> {
    readers: &'a Readers,
    reading: &'a Reading,
    moment: &'a Moment,
}

/// A part of the text.
#[derive(Serialize)]
struct Part {
    at: usize,
    end: usize,
}

/// A call of the Pratt parser.
#[derive(Serialize)]
struct Call {
    minimum: u32,
    left: Option<Part>,
}

impl<'a> From<&'a Readers> for ReadersJson<'a> {
    fn from(readers: &'a Readers) -> Self {
        let power = |level: BindingPower| PowerJson {
            operators: level.operators.into_iter().map(Operator::symbol).collect(),
            power: level.power,
        };
        let reading = |reading: &'a Reading| ReadingJson {
            reader: reading.reader.name(),
            parse: match &reading.outcome {
                Ok(parse) => parse.into(),
                Err(stop) => ParseFields::failed(stop.reason.to_string()),
            },
            error_at: reading.outcome.as_ref().err().map(|stop| stop.span.start),
            same_tree: readers.has_same_tree(reading),
            steps: reading.steps(),
            counts: Counts(&reading.counts),
            moments: {
                let moments = reading.moments.all().iter();
                moments.map(|moment| MomentJson { readers, reading, moment }).collect()
            },
            cut: reading.moments.is_cut(),
        };
        Self {
            expression: &readers.text,
            grammar: readers.grammar.to_string(),
            readers: readers.readings.iter().map(reading).collect(),
            binding_powers: BindingPower::table().into_iter().map(power).collect(),
            agree: readers.agree(),
            same_trees: readers.same_trees(),
        }
    }
}

impl Serialize for MomentJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let moment = self.moment;
        map.serialize_entry("action", action(moment.action))?;
        self.details(&mut map)?;
        map.serialize_entry("at", &moment.span.start)?;
        map.serialize_entry("end", &moment.span.end)?;
        for &stack in self.reading.moments.stacks() {
            self.stack(stack, &mut map)?;
        }
        map.end()
    }
}

impl MomentJson<'_> {
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
            Action::Join(operator) | Action::PushOperator(operator) => {
                map.serialize_entry("operator", &operator.symbol())
            }
            Action::Apply { operator, before } => {
                map.serialize_entry("operator", &operator.symbol())?;
                let before = match before {
                    Arrived::Operator(next) => Some(next.symbol()),
                    Arrived::ClosingBracket => Some(")"),
                    Arrived::End => None,
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

    /// A stack, the uppermost item last; of the rules that are open, and of the memo,
    /// how many there are.
    fn stack<M: SerializeMap>(&self, stack: Stack, map: &mut M) -> Result<(), M::Error> {
        let moments = &self.reading.moments;
        let mut items: Vec<&Item> = match stack {
            Stack::OpenRules | Stack::Memo => Vec::new(),
            _ => moments.stack(self.moment, stack).collect(),
        };
        items.reverse();
        let parts = items.iter().filter_map(|item| match item {
            Item::Operand(span) | Item::Rest(span) => Some(Part::from(span)),
            _ => None,
        });
        match stack {
            Stack::OpenRules => map.serialize_entry("depth", &moments.height(self.moment, stack)),
            Stack::Memo => map.serialize_entry("memo", &moments.height(self.moment, stack)),
            Stack::Lists => map.serialize_entry("lists", &parts.collect::<Vec<_>>()),
            Stack::Operands => map.serialize_entry("operands", &parts.collect::<Vec<_>>()),
            Stack::Calls => {
                let calls = items.iter().filter_map(|item| match item {
                    Item::Call { minimum, left } => {
                        Some(Call { minimum: *minimum, left: left.as_ref().map(Part::from) })
                    }
                    _ => None,
                });
                map.serialize_entry("calls", &calls.collect::<Vec<_>>())
            }
            Stack::Operators => {
                let signs = items.iter().map(|item| match item {
                    Item::Operator(operator, _) => operator.symbol(),
                    _ => "(",
                });
                map.serialize_entry("operators", &signs.collect::<Vec<_>>())
            }
        }
    }
}

impl From<&Range<usize>> for Part {
    fn from(span: &Range<usize>) -> Self {
        Self { at: span.start, end: span.end }
    }
}

/// The name that programs know it by.
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
