//! What the library promises.

mod canonical;
mod exact;
mod grammars;
mod hands;
mod sameness;
mod tree;
mod tutorial;
