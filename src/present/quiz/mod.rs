//! Quizzes: questions, worksheets and their keys, verdicts, and what settles each.

mod json;
mod latex;
mod marked;
mod question;
mod settled;
mod sheet;

pub use json::ItemJson;
pub use latex::write_key_latex;
pub use marked::{Score, marked, verdict};
pub use question::question;
pub use sheet::{Room, key, sheet};
