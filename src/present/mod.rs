//! What people and programs see: reports as documents and as JSON.

pub(crate) mod calculate;
mod document;
pub(crate) mod json;
pub(crate) mod listing;
pub(crate) mod solve;
mod text;

pub(crate) use document::{Block, Document, Line, Role, Table};
pub(crate) use text::write_text;
