//! Guides to read beside the reference.

#[doc = include_str!("solving.md")]
pub mod solving {}

#[doc = include_str!("surveys.md")]
pub mod surveys {}

#[doc = include_str!("comparing.md")]
pub mod comparing {}

#[doc = include_str!("speed.md")]
pub mod speed {}

#[doc = include_str!("templates.md")]
pub mod templates {}

#[doc = include_str!("operators.md")]
pub mod operators {}

#[doc = include_str!("equivalences.md")]
pub mod equivalences {}

#[doc = include_str!("grammars.md")]
pub mod grammars {}

#[doc = include_str!("tracing.md")]
pub mod tracing {}

#[doc = include_str!("practice.md")]
pub mod practice {}

#[doc = include_str!("live.md")]
pub mod live {}

#[doc = include_str!("output.md")]
pub mod output {}

#[doc = include_str!("glossary.md")]
pub mod glossary {}

#[doc = include_str!("asked.md")]
pub mod asked {}

#[doc = include_str!("machines.md")]
pub mod machines {}

#[doc(inline)]
pub use crate::course::lessons;
