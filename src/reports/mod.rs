//! What the engines find, put together for whoever shows it: data only.

mod calculate;
mod listing;
mod solve;

pub use calculate::{CalculateError, Calculation};
pub use listing::TemplateEntry;
pub use solve::{Found, SolveOptions, SolveReport};
