//! One of many texts.

use serde::Serialize;

use crate::grammars::SyntaxError;
use crate::lessons::{Parse, PlainParse};
use crate::present::parse::Trees;
use crate::serial::ParseFields;

/// A text, and what a grammar makes of it.
#[derive(Debug, Serialize)]
pub struct LineJson<'a> {
    text: &'a str,
    got: &'static str,
    #[serde(flatten)]
    parse: ParseFields,
}

impl<'a> LineJson<'a> {
    /// One that has an expression tree.
    pub fn read(text: &'a str, parse: &Parse) -> Self {
        Self { text, got: "read", parse: parse.into() }
    }

    /// One that a plain grammar reads, perhaps in part.
    pub fn plain(text: &'a str, parse: &PlainParse) -> Self {
        let got = if Trees::unread(parse).is_empty() { "read" } else { "begun" };
        Self { text, got, parse: ParseFields::without_value(Trees::s_expression(parse)) }
    }

    /// A template, which has a value once it is filled.
    pub fn template(text: &'a str) -> Self {
        Self { text, got: "read", parse: ParseFields::without_value(text.to_owned()) }
    }

    /// One that is not read; `read` is what the grammar was given of it.
    pub fn refused(text: &'a str, read: &str, error: &SyntaxError) -> Self {
        let column = read[..error.span.start].chars().count() + 1;
        let error = format!("{} at column {column}: {}", error.message(), error.advice());
        Self { text, got: "refused", parse: ParseFields::failed(error) }
    }
}
