//! What the library promises.

mod canonical;
mod exact;
mod grammars;
mod hands;
mod rewrites;
mod sameness;
mod survey;
mod templates;
mod set_cover;
mod tree;
mod tutorial;
