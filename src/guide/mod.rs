//! Guides to read beside the reference.

/// Defines a page of the reference for each guide. A guide links to another file by a label. In the
/// reference the first definition of the label counts, and leads to a page.
macro_rules! guides {
    ($($name:ident)+) => {
        $(/// [machines]: machines
        /// [parsing]: lessons::parsing
        /// [game]: lessons::game
        /// [results]: speed
        ///
        #[doc = include_str!(concat!(stringify!($name), ".md"))]
        pub mod $name {})+
    };
}

guides! {
    solving surveys comparing speed templates operators equivalences grammars tracing
    practice live output glossary asked machines
}

#[doc(inline)]
pub use crate::course::lessons;
