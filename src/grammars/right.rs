//! The parser of `grammar/right.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/right.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct Right;

super::roles!(term);
