//! `bracket24 parse`

use std::path::Path;
use std::slice;

use bracket24::lessons::Parsing;

use super::Outcome;
use super::arguments::{ExpressionArguments, ParseArguments, ParseFormat};
use super::batch;
use super::failure::Failure;
use super::file::{Content, WholeFile};
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use super::page;
use bracket24::present::page::View;
use bracket24::present::parsing;

pub(super) fn run(arguments: &ParseArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let ParseArguments { read, format, json, output: path } = arguments;
    let format = if *json { ParseFormat::Json } else { *format };
    let path = path.as_deref();
    if format == ParseFormat::Html {
        page::check(true, &read.expression, path)?;
        let has_value = page::of_one(View::Parse, &read.expression, &read.grammar, path, output)?;
        return Ok(Outcome::from(has_value));
    }
    let is_single = matches!(format, ParseFormat::Mermaid | ParseFormat::Svg);
    if is_single && read.expression == batch::BATCH {
        return Err(Failure::with_help(
            "a picture shows a single expression",
            "give the expression itself, or choose `--format dot` for a graph each",
        ));
    }
    match path.map(|path| file(format, path)).transpose()? {
        Some(file) => {
            let mut drawn = String::new();
            let outcome = each(read, output, |parsing, _| {
                drawn.extend(drawing(parsing, format));
                Ok(())
            })?;
            file.finish(drawn.as_bytes())?;
            Ok(outcome)
        }
        None => each(read, output, |parsing, output| print(parsing, format, output)),
    }
}

/// The file for pictures and graphs.
fn file(format: ParseFormat, path: &Path) -> Result<WholeFile, Failure> {
    match format {
        ParseFormat::Svg => Content::Picture.create(path),
        ParseFormat::Dot | ParseFormat::Mermaid => Content::Graph.create(path),
        _ => Err(Failure::with_help(
            "`--output` is the file of a page, a picture or a graph, and none is asked for",
            "add `--format html`, `--format svg`, `--format dot` or `--format mermaid`",
        )),
    }
}

/// Does `show` with what each expression is read as.
fn each(
    read: &ExpressionArguments,
    output: &mut Output,
    mut show: impl FnMut(&Parsing, &mut Output) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    batch::for_each(slice::from_ref(&read.expression), output, |text, output| {
        let text = ascii_signs(text);
        let parsing = Parsing::new(&text, &read.grammar)
            .map_err(|error| unreadable(&text, &read.grammar, &error))?;
        show(&parsing, output)?;
        Ok(Outcome::from(parsing.value.is_ok()))
    })
}

/// The picture or the graph; `None` for what is no drawing.
fn drawing(parsing: &Parsing, format: ParseFormat) -> Option<String> {
    match format {
        ParseFormat::Dot => Some(parsing::dot(parsing)),
        ParseFormat::Mermaid => Some(parsing::mermaid(parsing)),
        ParseFormat::Svg => Some(parsing::svg(parsing)),
        ParseFormat::Text | ParseFormat::Json | ParseFormat::Html => None,
    }
}

fn print(parsing: &Parsing, format: ParseFormat, output: &mut Output) -> Result<(), Failure> {
    match drawing(parsing, format) {
        Some(drawing) => Ok(output.writer().write_all(drawing.as_bytes())?),
        None if format == ParseFormat::Json => output.json(&parsing::ParsingJson::from(parsing)),
        None => output.document(&parsing::document(parsing)),
    }
}
