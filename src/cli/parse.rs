//! `bracket24 parse`

use std::slice;

use bracket24::lessons::Parsing;

use super::Outcome;
use super::arguments::{ParseArguments, ParseFormat};
use super::batch;
use super::failure::Failure;
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use crate::present::parsing;

pub(super) fn run(arguments: &ParseArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let ParseArguments { read, format, json } = arguments;
    let format = if *json { ParseFormat::Json } else { *format };
    batch::for_each(slice::from_ref(&read.expression), output, |text, output| {
        let text = ascii_signs(text);
        let parsing = Parsing::new(&text, &read.grammar)
            .map_err(|error| unreadable(&text, &read.grammar, &error))?;
        match format {
            ParseFormat::Json => output.json(&parsing::ParsingJson::from(&parsing))?,
            ParseFormat::Text => output.document(&parsing::document(&parsing))?,
        }
        Ok(if parsing.value.is_ok() { Outcome::Yes } else { Outcome::No })
    })
}
