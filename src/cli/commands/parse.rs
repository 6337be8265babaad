//! `bracket24 parse`

use std::path::{Path, PathBuf};
use std::slice;

use bracket24::lessons::Parsing;
use bracket24::present::page::View;
use bracket24::present::parsing;
use clap::{Args, ValueEnum};

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::file::{Content, WholeFile};
use crate::cli::input::{ascii_signs, unreadable};
use crate::cli::options::ExpressionArguments;
use crate::cli::output::Output;
use crate::cli::page;

/// What an expression is read as: the rules of the grammar, and the tree
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 parse '8/(3-8/3)'
  bracket24 parse 8-4-2 --grammar scala
  bracket24 parse '(8-3/8)*3' --json
  bracket24 parse '8/(3-8/3)' --format svg --output tree.svg
  bracket24 parse '8/(3-8/3)' --format dot | dot -Tpdf > tree.pdf
  bracket24 parse '8/(3-8/3)' --format html --output parse.html",
    after_help = "\
On the left stand the rules that read the text, those that leave no mark too,
each with what it read, without the blanks around it. Rules in one line, as in
`term › operand`, read the same, one inside the other. On the right stands the
expression: each operator above its two operands.

Graphs for Graphviz may be as many as a batch has lines; a picture and a flowchart
for Mermaid show one expression.

JSON: {\"expression\":…,\"grammar\":\"left\",\"tree\":\"(* (- 8 (/ 3 8)) 3)\",
\"value\":\"183/8\",\"fewest\":…,\"full\":…,\"rules\":[{\"rule\":\"line\",\"depth\":0,
\"at\":0,\"end\":9},…]}; `fewest` has the brackets that ordinary arithmetic
needs whatever the numbers are, `full` has all, so that every grammar reads it alike. A rule
read from byte `at` to byte `end`. Where a division by zero stops it,
\"value\":null and \"error\". Under another grammar than `left` also \"ordinary\",
the value in ordinary arithmetic; where it has none null, and \"ordinary_error\".

Exit codes: 0 every expression has a value, 1 one divides by zero, 2 bad input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    read: ExpressionArguments,

    /// How to print the trees
    #[arg(long, value_enum, default_value_t)]
    format: ParseFormat,

    /// Write the page, the picture or the graphs into this file
    /// [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print JSON, an object a line
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ParseFormat {
    /// For people
    #[default]
    Text,
    /// An object a line, as `--json`
    Json,
    /// A graph for Graphviz
    Dot,
    /// A flowchart for Mermaid
    Mermaid,
    /// A picture
    Svg,
    /// A page to hand out, that shows how it is read, and worked out after that
    Html,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { read, format, json, output: path } = arguments;
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
