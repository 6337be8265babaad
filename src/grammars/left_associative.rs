//! The parser of `grammar/left_associative.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/left_associative.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct LeftAssociative;

super::roles!(term);
