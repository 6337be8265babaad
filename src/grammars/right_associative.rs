//! The parser of `grammar/right_associative.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/right_associative.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct RightAssociative;

super::roles!(term);
