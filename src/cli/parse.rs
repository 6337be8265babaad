//! `bracket24 parse`

use std::slice;

use bracket24::lessons::Parsing;

use super::Outcome;
use super::arguments::{ParseArguments, ParseFormat};
use super::batch;
use super::failure::Failure;
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use super::page;
use crate::present::page::View;
use crate::present::parsing;

pub(super) fn run(arguments: &ParseArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let ParseArguments { read, format, json, .. } = arguments;
    let format = if *json { ParseFormat::Json } else { *format };
    let is_page = format == ParseFormat::Html;
    let path = arguments.page.output.as_deref();
    page::check(is_page, &read.expression, path)?;
    if is_page {
        let has_value = page::of_one(View::Parse, &read.expression, &read.grammar, path, output)?;
        return Ok(if has_value { Outcome::Yes } else { Outcome::No });
    }
    let is_single = matches!(format, ParseFormat::Mermaid | ParseFormat::Svg);
    if is_single && read.expression == batch::BATCH {
        return Err(Failure::with_help(
            "a picture shows a single expression",
            "give the expression itself, or choose `--format dot` for a graph each",
        ));
    }
    batch::for_each(slice::from_ref(&read.expression), output, |text, output| {
        let text = ascii_signs(text);
        let parsing = Parsing::new(&text, &read.grammar)
            .map_err(|error| unreadable(&text, &read.grammar, &error))?;
        match format {
            ParseFormat::Json => output.json(&parsing::ParsingJson::from(&parsing))?,
            ParseFormat::Dot => output.writer().write_all(parsing::dot(&parsing).as_bytes())?,
            ParseFormat::Mermaid => {
                output.writer().write_all(parsing::mermaid(&parsing).as_bytes())?;
            }
            ParseFormat::Svg => output.writer().write_all(parsing::svg(&parsing).as_bytes())?,
            ParseFormat::Text | ParseFormat::Html => {
                output.document(&parsing::document(&parsing))?;
            }
        }
        Ok(if parsing.value.is_ok() { Outcome::Yes } else { Outcome::No })
    })
}
