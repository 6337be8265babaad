//! Texts to read beside the reference.

#[doc = include_str!("glossary.md")]
pub mod glossary {}
