//! The moments of one reader after another, to be gone through.

use bracket24::lessons::readers::{Action, Moment, Reader, Readers, Reading};
use bracket24::present::readers::moment_view;
use bracket24::present::snapshot::SnapshotView;

use super::stepping::{Steppable, chosen};

/// The moments of all readers, or of one.
pub(super) struct ReaderMoments<'r> {
    readers: &'r Readers,
    readings: Vec<&'r Reading>,
}

impl<'r> ReaderMoments<'r> {
    pub(super) fn new(readers: &'r Readers, only: Option<Reader>) -> Self {
        let is_wanted = |reading: &&Reading| only.is_none_or(|only| only == reading.reader);
        Self { readers, readings: readers.readings.iter().filter(is_wanted).collect() }
    }

    /// The reading that a state belongs to, and its number there.
    fn at(&self, mut index: usize) -> Option<(&'r Reading, usize)> {
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
