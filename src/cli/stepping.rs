//! `--step`: one state after another, by keys on a terminal, else printed.

use bracket24::lessons::readers::{Action, Moment, Reader, ReaderRun, Readers};
use bracket24::lessons::{Extent, MAX_PRINTED_STATES, Recording, Reduction, StepSnapshot};
use bracket24::present::readers::moment_view;
use bracket24::tracer::{Outcome as Came, PestGrammar, What};

use super::Outcome;
use super::failure::Failure;
use super::output::Output;
#[cfg(feature = "tui")]
use super::tui::play_by_keys;
use bracket24::present::snapshot::{PRINTED_ROWS, SnapshotView, document, step_view, trace_view};
use bracket24::present::{Line, Role};

/// States that can be gone through in any order.
#[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "only keys look for rules"))]
pub(super) trait Steppable {
    /// The number of them.
    fn len(&self) -> usize;

    /// Whether these are the first of more, which are not kept.
    fn is_cut(&self) -> bool;

    /// Whether states are about rules, which can be looked for, and may fail.
    fn have_rules(&self) -> bool {
        true
    }

    /// The state of the furthest failure, if the text is not read.
    fn furthest(&self) -> Option<usize> {
        None
    }

    /// Whether something fails at a state.
    fn fails(&self, index: usize) -> bool;

    /// The name of the rule that a state is about.
    fn rule(&self, index: usize) -> Option<&str>;

    /// Whether the rule with this name matches at a state.
    fn matches(&self, index: usize, rule: &str) -> bool;

    /// The rule that a person means: the one with this name, else the first
    /// whose name begins with what was typed.
    fn find_rule(&self, typed: &str) -> Option<&str>;

    /// What there is to see at a state, with at most `rows` rows in a list.
    fn view(&self, index: usize, rows: usize) -> Option<SnapshotView>;
}

/// Goes through the states by keys where a person can, else prints them: those of a
/// batch always. The outcome is `outcome` unless it is ended by
/// Ctrl-C.
pub(super) fn play(
    in_batch: bool,
    states: &dyn Steppable,
    outcome: Outcome,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    output.flush()?;
    let by_keys = if in_batch { None } else { play_by_keys(states) };
    match by_keys {
        Some(played) => Ok(played?.and(outcome)),
        None => print(states, output).map(|()| outcome),
    }
}

/// A command without a terminal has no keys.
#[cfg(not(feature = "tui"))]
fn play_by_keys(_: &dyn Steppable) -> Option<Result<Outcome, Failure>> {
    None
}

fn print(states: &dyn Steppable, output: &mut Output) -> Result<(), Failure> {
    for view in (0..MAX_PRINTED_STATES).map_while(|index| states.view(index, PRINTED_ROWS)) {
        output.document(&document(&view))?;
    }
    if let Some(more @ 1..) = states.len().checked_sub(MAX_PRINTED_STATES) {
        let and_more = if states.is_cut() { ", and the trace goes on after them" } else { "" };
        let more = format!("{more} more are not printed; keys on a terminal lead to all{and_more}");
        output.separate()?;
        output.line(Line::new(Role::Wrong, more))?;
    }
    Ok(())
}

/// The events of a trace.
impl Steppable for Recording<'_> {
    fn len(&self) -> usize {
        self.len()
    }

    fn is_cut(&self) -> bool {
        self.extent() == Extent::Beginning
    }

    fn furthest(&self) -> Option<usize> {
        self.furthest_failure()
    }

    fn fails(&self, index: usize) -> bool {
        self.event(index).is_some_and(|event| event.outcome == Came::Fail)
    }

    fn rule(&self, index: usize) -> Option<&str> {
        match self.event(index)?.what {
            What::Rule(rule) => Some(self.grammar().rules().name(rule)),
            What::Terminal(_) | What::Sequence => None,
        }
    }

    fn matches(&self, index: usize, rule: &str) -> bool {
        self.event(index).is_some_and(|event| matches!(event.outcome, Came::Match { .. }))
            && self.rule(index) == Some(rule)
    }

    fn find_rule(&self, typed: &str) -> Option<&str> {
        chosen(self.grammar().rules(), typed)
    }

    fn view(&self, index: usize, rows: usize) -> Option<SnapshotView> {
        trace_view(self, index, rows)
    }
}

/// The steps of an evaluation, and its end.
impl Steppable for Reduction<'_> {
    fn len(&self) -> usize {
        self.steps.len() + 1
    }

    fn is_cut(&self) -> bool {
        false
    }

    fn have_rules(&self) -> bool {
        false
    }

    fn fails(&self, index: usize) -> bool {
        matches!(self.state_at(index), Some(StepSnapshot::Failed { .. }))
    }

    fn rule(&self, index: usize) -> Option<&str> {
        rules_of(self, index).map(|(_, operator)| operator)
    }

    fn matches(&self, index: usize, rule: &str) -> bool {
        rules_of(self, index)
            .is_some_and(|(enclosing, operator)| [enclosing, operator].contains(&rule))
    }

    fn find_rule(&self, typed: &str) -> Option<&str> {
        chosen(self.parse.grammar().rules(), typed)
    }

    fn view(&self, index: usize, rows: usize) -> Option<SnapshotView> {
        step_view(self, index, rows)
    }
}

/// The innermost rule that contains both operands of a step, and that of the
/// operation.
fn rules_of<'a>(reduction: &'a Reduction<'_>, index: usize) -> Option<(&'a str, &'a str)> {
    let part = match reduction.state_at(index)? {
        StepSnapshot::Done { step, .. } => &step.part,
        StepSnapshot::Failed { failed, .. } => &failed.part,
        StepSnapshot::Value { .. } => return None,
    };
    part.rule.as_ref().map(|rule| (&*rule.enclosing_rule, &*rule.operator_rule))
}

/// The moments of all readers, or of one.
pub(super) struct ReaderMoments<'r> {
    readers: &'r Readers,
    readings: Vec<&'r ReaderRun>,
}

impl<'r> ReaderMoments<'r> {
    pub(super) fn new(readers: &'r Readers, only: Option<Reader>) -> Self {
        let is_wanted = |reading: &&ReaderRun| only.is_none_or(|only| only == reading.reader);
        Self { readers, readings: readers.readings.iter().filter(is_wanted).collect() }
    }

    /// The reading that a state belongs to, and its number there.
    fn at(&self, mut index: usize) -> Option<(&'r ReaderRun, usize)> {
        for reading in &self.readings {
            let count = reading.moments.all().len();
            if index < count {
                return Some((reading, index));
            }
            index -= count;
        }
        None
    }

    fn moment(&self, index: usize) -> Option<&'r Moment> {
        let (reading, index) = self.at(index)?;
        reading.moments.all().get(index)
    }
}

impl Steppable for ReaderMoments<'_> {
    fn len(&self) -> usize {
        self.readings.iter().map(|reading| reading.moments.all().len()).sum()
    }

    fn is_cut(&self) -> bool {
        self.readings.iter().any(|reading| reading.moments.is_cut())
    }

    fn fails(&self, index: usize) -> bool {
        let action = self.moment(index).map(|moment| moment.action);
        matches!(
            action,
            Some(Action::Fail(_) | Action::LookUp { matched: false, .. } | Action::Stop)
        )
    }

    fn rule(&self, index: usize) -> Option<&str> {
        match self.moment(index)?.action {
            Action::Enter(rule)
            | Action::Match(rule)
            | Action::Fail(rule)
            | Action::LookUp { rule, .. } => Some(self.readers.grammar.rules().name(rule)),
            _ => None,
        }
    }

    fn matches(&self, index: usize, rule: &str) -> bool {
        let action = self.moment(index).map(|moment| moment.action);
        matches!(action, Some(Action::Match(_) | Action::LookUp { matched: true, .. }))
            && self.rule(index) == Some(rule)
    }

    fn find_rule(&self, typed: &str) -> Option<&str> {
        chosen(self.readers.grammar.rules(), typed)
    }

    fn view(&self, index: usize, rows: usize) -> Option<SnapshotView> {
        let (reading, at) = self.at(index)?;
        let view = moment_view(self.readers, reading, at, rows)?;
        Some(SnapshotView { number: index + 1, total: self.len(), is_cut: self.is_cut(), ..view })
    }
}

/// The rule called so, or else the first whose name begins so.
fn chosen<'a>(rules: &'a PestGrammar, typed: &str) -> Option<&'a str> {
    let names = || rules.rules().map(|rule| rules.name(rule));
    let exact = names().find(|name| *name == typed);
    exact.or_else(|| names().find(|name| name.starts_with(typed)))
}
