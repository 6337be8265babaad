//! `--step`: one moment after another, by keys on a terminal, else printed.

use bracket24::lessons::{Happening, Player, Recording, Reduction, StepFrame};
use bracket24::tracer::PestGrammar;

use super::Outcome;
use super::batch::BATCH;
use super::failure::Failure;
use super::output::Output;
#[cfg(feature = "tui")]
use super::tui::play_by_keys;
use bracket24::present::frames::{PRINTED_ROWS, View, document, step_view, trace_view};
use bracket24::present::{Line, Role};

/// How many moments are printed: some megabytes.
const MAX_PRINTED: usize = 10_000;

/// Moments that can be gone through in any order; there is at least one.
#[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "only keys look for rules"))]
pub(super) trait Script {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether something fails at a moment.
    fn fails(&self, index: usize) -> bool;

    /// The name of the rule that a moment is about.
    fn rule(&self, index: usize) -> Option<&str>;

    /// Whether the rule with this name matches at a moment.
    fn matches(&self, index: usize, rule: &str) -> bool;

    /// The rule that a person means: the one with this name, else the first
    /// whose name begins so.
    fn find_rule(&self, typed: &str) -> Option<&str>;

    /// What there is to see at a moment, with at most so many rows in a list.
    fn view(&mut self, index: usize, rows: usize) -> View;
}

/// Goes through the moments of `argument` by keys where a person can, else
/// prints them: those of a batch always. The outcome is `outcome` unless it is
/// ended by Ctrl-C.
pub(super) fn play(
    argument: &str,
    script: &mut dyn Script,
    outcome: Outcome,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    output.flush()?;
    let by_keys = if argument == BATCH { None } else { play_by_keys(script) };
    match by_keys {
        Some(played) => Ok(played?.and(outcome)),
        None => print(script, output).map(|()| outcome),
    }
}

/// Whoever has no terminal in the command has no keys.
#[cfg(not(feature = "tui"))]
fn play_by_keys(_: &mut dyn Script) -> Option<Result<Outcome, Failure>> {
    None
}

fn print(script: &mut dyn Script, output: &mut Output) -> Result<(), Failure> {
    for index in 0..script.len().min(MAX_PRINTED) {
        output.document(&document(&script.view(index, PRINTED_ROWS)))?;
    }
    if let Some(more @ 1..) = script.len().checked_sub(MAX_PRINTED) {
        let more = format!("{more} more are not printed; keys on a terminal lead to all");
        output.separate()?;
        output.line(Line::new(Role::Wrong, more))?;
    }
    Ok(())
}

/// The events of a trace.
pub(super) struct TraceScript<'a> {
    recording: &'a Recording<'a>,
    player: Player<'a>,
}

impl<'a> TraceScript<'a> {
    pub(super) fn new(recording: &'a Recording<'a>) -> Self {
        Self { recording, player: recording.player() }
    }
}

impl Script for TraceScript<'_> {
    fn len(&self) -> usize {
        self.recording.len()
    }

    fn fails(&self, index: usize) -> bool {
        self.recording.happening(index).is_some_and(|it| it.is_failure())
    }

    fn rule(&self, index: usize) -> Option<&str> {
        let rule = self.recording.happening(index)?.rule()?;
        Some(self.recording.grammar().rules().name(rule))
    }

    fn matches(&self, index: usize, rule: &str) -> bool {
        matches!(self.recording.happening(index), Some(Happening::Matched(_)))
            && self.rule(index) == Some(rule)
    }

    fn find_rule(&self, typed: &str) -> Option<&str> {
        chosen(self.recording.grammar().rules(), typed)
    }

    fn view(&mut self, index: usize, rows: usize) -> View {
        match self.player.frame(index) {
            Some(frame) => trace_view(self.recording, &frame, rows),
            None => View::default(),
        }
    }
}

/// The steps of a reduction.
pub(super) struct StepScript<'a> {
    reduction: &'a Reduction<'a>,
    frames: Vec<StepFrame<'a>>,
}

impl<'a> StepScript<'a> {
    pub(super) fn new(reduction: &'a Reduction<'a>) -> Self {
        Self { reduction, frames: reduction.frames() }
    }

    /// The rule that holds the operands of a step together, and that of the
    /// operation.
    fn rules(&self, index: usize) -> Option<(&str, &str)> {
        let part = match self.frames.get(index)? {
            StepFrame::Done { step, .. } => &step.part,
            StepFrame::ZeroDivision { failed, .. } => &failed.part,
            StepFrame::Value { .. } => return None,
        };
        part.rule.as_ref().map(|rule| (&*rule.enclosing_rule, &*rule.operator_rule))
    }
}

impl Script for StepScript<'_> {
    fn len(&self) -> usize {
        self.frames.len()
    }

    fn fails(&self, index: usize) -> bool {
        matches!(self.frames.get(index), Some(StepFrame::ZeroDivision { .. }))
    }

    fn rule(&self, index: usize) -> Option<&str> {
        self.rules(index).map(|(_, operation)| operation)
    }

    fn matches(&self, index: usize, rule: &str) -> bool {
        self.rules(index).is_some_and(|(level, operation)| [level, operation].contains(&rule))
    }

    fn find_rule(&self, typed: &str) -> Option<&str> {
        chosen(self.reduction.parse.grammar.rules(), typed)
    }

    fn view(&mut self, index: usize, rows: usize) -> View {
        step_view(self.reduction, &self.frames, index, rows)
    }
}

fn chosen<'a>(rules: &'a PestGrammar, typed: &str) -> Option<&'a str> {
    let names = || rules.rules().map(|rule| rules.name(rule));
    let exact = names().find(|name| *name == typed);
    exact.or_else(|| names().find(|name| name.starts_with(typed)))
}
