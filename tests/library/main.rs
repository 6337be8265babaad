//! What the library promises.

mod canonical;
mod exact;
mod grammars;
mod hands;
mod rewrites;
mod sameness;
mod templates;
mod tree;
mod tutorial;
