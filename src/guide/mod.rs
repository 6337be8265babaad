//! Guides to read beside the reference.

/// Defines a page of the reference for each guide.
macro_rules! guides {
    ($($name:ident)+) => {
        $(#[doc = include_str!(concat!(stringify!($name), ".md"))]
        pub mod $name {})+
    };
}

guides! {
    solving surveys comparing speed templates operators equivalences grammars tracing
    practice live output glossary asked machines
}

#[doc(inline)]
pub use crate::course::lessons;
