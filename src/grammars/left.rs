//! The parser of `grammar/left.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/left.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct Left;

super::roles!(term);
