//! What people and programs see: reports as documents and as JSON.

pub(crate) mod calculate;
pub(crate) mod classes;
pub(crate) mod coverage;
pub(crate) mod coverage_plot;
mod document;
pub(crate) mod inspect;
pub(crate) mod json;
pub(crate) mod listing;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod survey_plot;
pub(crate) mod template;
mod text;

pub(crate) use document::{Block, Document, Line, Role, Table};
pub(crate) use text::write_text;
