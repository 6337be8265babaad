//! Bracket templates, and the named sets of them.

mod derive;
mod set;
mod template;

pub use derive::canonical_texts;
pub use set::{
    LineError, LineErrorKind, MAX_DERIVED_TEMPLATES, MAX_TEMPLATE_SLOTS, SetError, SetName,
    TemplateSet,
};
pub(crate) use template::{Digit, fill_slots};
pub use template::{FillError, Template};
