//! The parser of `grammar/flat.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/flat.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct Flat;

super::roles!();
