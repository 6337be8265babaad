//! What the library promises.

mod brackets;
mod canonical;
mod compare;
mod coverage;
mod derivations;
mod engines;
mod exact;
mod explanation;
mod fournums;
mod grammar_diff;
mod grammars;
mod hands;
mod parse;
mod parse_tree;
mod reach;
mod recording;
mod reduction;
mod sameness;
mod set_cover;
mod survey;
mod templates;
mod tracer;
mod tree;
mod tutorial;
mod user_grammars;
mod walkthrough;
