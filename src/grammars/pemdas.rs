//! The parser of `grammar/pemdas.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/pemdas.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct Pemdas;

super::roles!(sum quotient product);
