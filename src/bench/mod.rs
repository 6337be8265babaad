//! Engines by the clock: what takes part in a comparison, and how its time is
//! measured. What comes of it is a report; see
//! [`reports::Comparison`](crate::reports::Comparison).

mod clock;
mod competitor;

pub(crate) use clock::median;
pub use clock::repetitions;
pub use competitor::Competitor;
