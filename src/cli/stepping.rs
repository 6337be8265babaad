//! `--step` shows one state after another. On a terminal, keys move between the states. Elsewhere,
//! the command prints them.

use bracket24::lessons::readers::{Action, Reader, ReaderRun, Readers};
use bracket24::lessons::{Extent, MAX_PRINTED_STATES, Recording, Reduction};
use bracket24::present::readers::moment_view;
use bracket24::tracer::{Outcome as Came, PestGrammar, RuleId, What};

#[cfg(feature = "tui")]
use super::tui::play_by_keys;
use super::{Ended, Failure, Outcome, Output};
use bracket24::present::snapshot::{PRINTED_ROWS, SnapshotView, document, step_view, trace_view};
use bracket24::present::{Line, Role};

/// A list of states, which keys can show in any order.
#[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "only keys look for rules"))]
pub(super) trait Steppable {
    /// The number of states.
    fn len(&self) -> usize;

    /// Whether there were more states than the list has.
    fn is_cut(&self) -> bool {
        false
    }

    /// The view of a state, with at most `rows` rows in a list. `flipped` shows the tree as pairs
    /// instead of calls, or the other way round.
    fn view(&self, index: usize, rows: usize, flipped: bool) -> Option<SnapshotView>;

    /// The state of the farthest failure, if the parse failed.
    fn furthest(&self) -> Option<usize> {
        None
    }

    /// The grammar with the rules that the states are about, so that keys can search for a rule.
    fn rules(&self) -> Option<&PestGrammar> {
        None
    }

    /// The rule that a state is about, if any, and whether something matches (`true`) or fails
    /// (`false`) there.
    fn tried(&self, _index: usize) -> (Option<RuleId>, Option<bool>) {
        (None, None)
    }

    /// Whether something fails at a state.
    fn fails(&self, index: usize) -> bool {
        self.tried(index).1 == Some(false)
    }

    /// The name of the rule that a state is about.
    fn rule(&self, index: usize) -> Option<&str> {
        self.rules().zip(self.tried(index).0).map(|(rules, rule)| rules.name(rule))
    }

    /// Whether the rule with this name matches at a state.
    fn matches(&self, index: usize, rule: &str) -> bool {
        self.tried(index).1 == Some(true) && self.rule(index) == Some(rule)
    }

    /// The rule with the name `typed`, otherwise the first rule whose name begins with `typed`.
    fn find_rule(&self, typed: &str) -> Option<&str> {
        let rules = self.rules()?;
        let names = || rules.rules().map(|rule| rules.name(rule));
        names().find(|name| *name == typed).or_else(|| names().find(|name| name.starts_with(typed)))
    }
}

/// On a terminal, lets keys show the states. Elsewhere, and for a batch, prints the states. Returns
/// `outcome`, unless Ctrl-C ends the command.
pub(super) fn play(states: &dyn Steppable, outcome: Outcome, output: &mut Output) -> Ended {
    output.flush()?;
    let by_keys = if output.in_batch { None } else { play_by_keys(states) };
    match by_keys {
        Some(played) => Ok(played?.max(outcome)),
        None => print(states, output).map(|()| outcome),
    }
}

/// Returns `None`: without the feature `tui`, there are no keys.
#[cfg(not(feature = "tui"))]
fn play_by_keys(_: &dyn Steppable) -> Option<Ended> {
    None
}

fn print(states: &dyn Steppable, output: &mut Output) -> Result<(), Failure> {
    for view in (0..MAX_PRINTED_STATES).map_while(|index| states.view(index, PRINTED_ROWS, false)) {
        output.document(&document(&view))?;
    }
    if let Some(more @ 1..) = states.len().checked_sub(MAX_PRINTED_STATES) {
        let and_more = if states.is_cut() { ", and the trace goes on after them" } else { "" };
        let more = format!("{more} more are not printed; on a terminal, keys show all{and_more}");
        output.separate()?.line(Line::new(Role::Wrong, more))?;
    }
    Ok(())
}

/// The states are the events of a trace.
impl Steppable for Recording<'_> {
    fn len(&self) -> usize {
        self.len()
    }

    fn is_cut(&self) -> bool {
        self.extent == Extent::Beginning
    }

    fn view(&self, index: usize, rows: usize, flipped: bool) -> Option<SnapshotView> {
        trace_view(self, index, rows, self.grammar.lacks().is_some() != flipped)
    }

    fn furthest(&self) -> Option<usize> {
        self.furthest_failure()
    }

    fn rules(&self) -> Option<&PestGrammar> {
        Some(self.grammar.rules())
    }

    fn tried(&self, index: usize) -> (Option<RuleId>, Option<bool>) {
        let Some(event) = self.event(index) else { return (None, None) };
        let rule = if let What::Rule(rule) = event.what { Some(rule) } else { None };
        (rule, (event.outcome != Came::Enter).then_some(event.outcome != Came::Fail))
    }
}

/// The states are the steps of an evaluation, and its end.
impl Steppable for Reduction<'_> {
    fn len(&self) -> usize {
        self.steps.len() + 1
    }

    fn view(&self, index: usize, rows: usize, _: bool) -> Option<SnapshotView> {
        step_view(self, index, rows)
    }
}

/// The moments (states) of all readers, or of one reader, one run after another.
pub(super) struct ReaderMoments<'r> {
    readers: &'r Readers,
    readings: Vec<&'r ReaderRun>,
}

impl<'r> ReaderMoments<'r> {
    pub(super) fn new(readers: &'r Readers, only: Option<Reader>) -> Self {
        let is_wanted = |reading: &&ReaderRun| only.is_none_or(|only| only == reading.reader);
        Self { readers, readings: readers.readings.iter().filter(is_wanted).collect() }
    }

    /// The run that a state belongs to, and the number of the state in this run.
    fn at(&self, mut index: usize) -> Option<(&'r ReaderRun, usize)> {
        for reading in &self.readings {
            let count = reading.moments.all.len();
            if index < count {
                return Some((reading, index));
            }
            index -= count;
        }
        None
    }
}

impl Steppable for ReaderMoments<'_> {
    fn len(&self) -> usize {
        self.readings.iter().map(|run| run.moments.all.len()).sum()
    }

    fn is_cut(&self) -> bool {
        self.readings.iter().any(|run| run.moments.is_cut)
    }

    fn view(&self, index: usize, rows: usize, _: bool) -> Option<SnapshotView> {
        let (run, at) = self.at(index)?;
        let view = moment_view(self.readers, run, at, rows)?;
        Some(SnapshotView { number: index + 1, total: self.len(), is_cut: self.is_cut(), ..view })
    }

    fn rules(&self) -> Option<&PestGrammar> {
        Some(self.readers.grammar.rules())
    }

    fn tried(&self, index: usize) -> (Option<RuleId>, Option<bool>) {
        match self.at(index).map(|(run, at)| run.moments.all[at].action) {
            Some(Action::Enter(rule)) => (Some(rule), None),
            Some(Action::Match(rule)) => (Some(rule), Some(true)),
            Some(Action::Fail(rule)) => (Some(rule), Some(false)),
            Some(Action::LookUp { rule, matched }) => (Some(rule), Some(matched)),
            Some(Action::Stop) => (None, Some(false)),
            _ => (None, None),
        }
    }
}
