//! Which part of a rule is being tried, in words.

use crate::lessons::{Call, Recording};
use crate::tracer::{Alternative, Event, Outcome, What};
use crate::words::{cardinal, ordinal};

/// Where in the definition of a rule something is tried, and whether a memo would know
/// what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tried {
    pub(super) alternative: Option<Alternative>,
    /// The time round in a repetition, from 1; 0 outside of any.
    pub(super) round: u32,
    pub(super) is_again: bool,
}

impl Tried {
    /// What there is to say of an event, which is of `call` or in it; nothing of the end
    /// of a rule, of which its beginning has told it.
    pub(super) fn new(recording: &Recording<'_>, event: &Event<'_>, call: &Call) -> Self {
        let is_start = match event.what {
            What::Rule(_) => event.outcome == Outcome::Enter,
            What::Terminal(_) => true,
            What::Sequence => false,
        };
        if !is_start {
            return Self { alternative: None, round: 0, is_again: false };
        }
        let sites = recording.grammar().rules().sites(event.site);
        Self {
            alternative: sites.first().and_then(|site| site.alternative),
            round: event.round,
            is_again: matches!(event.what, What::Rule(_)) && call.is_again(),
        }
    }

    /// As "second of three alternatives, first time round; again: a memo would know".
    pub(super) fn in_words(self) -> String {
        let alternative = self.alternative.map(|Alternative { number, count }| {
            format!("{} of {} alternatives", ordinal(number), cardinal(count))
        });
        let round =
            (self.round > 0).then(|| format!("{} time round", ordinal(self.round as usize)));
        let part: Vec<String> = alternative.into_iter().chain(round).collect();
        let again = self.is_again.then(|| "again: a memo would know".to_owned());
        let part = Some(part.join(", ")).filter(|part| !part.is_empty());
        part.into_iter().chain(again).collect::<Vec<_>>().join("; ")
    }

    /// As "2 of 3, round 1, again", for a line that has little room.
    pub(super) fn in_short(self) -> String {
        let alternative =
            self.alternative.map(|Alternative { number, count }| format!("{number} of {count}"));
        let round = (self.round > 0).then(|| format!("round {}", self.round));
        let again = self.is_again.then(|| "again".to_owned());
        [alternative, round, again].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
