//! The engine of a survey by its name.

use bracket24::{EngineName, Named};

/// The engine of a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SurveyEngine {
    /// One that lists the solutions of a hand.
    Lists(EngineName),
    /// [`Reach`](bracket24::Reach), which does a whole deck at once.
    Reach,
}

impl Named for SurveyEngine {
    const KIND: &'static str = EngineName::KIND;
    const ALL: &'static [Self] = &{
        let mut all = [Self::Reach; EngineName::ALL.len() + 1];
        let mut index = 0;
        while index < EngineName::ALL.len() {
            all[index] = Self::Lists(EngineName::ALL[index]);
            index += 1;
        }
        all
    };

    fn name(&self) -> &str {
        match self {
            Self::Lists(engine) => engine.name(),
            Self::Reach => "reach",
        }
    }

    fn summary(&self) -> &str {
        match self {
            Self::Lists(engine) => engine.summary(),
            Self::Reach => "says only which hands have a solution, for the whole deck at once",
        }
    }
}
