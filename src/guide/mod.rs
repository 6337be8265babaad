//! Texts to read beside the reference.

#[doc = include_str!("glossary.md")]
pub mod glossary {}

#[doc = include_str!("asked.md")]
pub mod asked {}

#[doc = include_str!("machines.md")]
pub mod machines {}

#[doc(inline)]
pub use crate::course::lessons;
