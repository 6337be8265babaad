//! The parser of `grammar/scala.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/scala.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct Scala;

super::roles!(difference product quotient);
