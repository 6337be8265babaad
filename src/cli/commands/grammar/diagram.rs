//! `bracket24 grammar diagram`

use std::path::PathBuf;

use bracket24::present::diagram;
use bracket24::{Grammar, Named};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::file::{WholeFile, svg_file};
use crate::cli::options::grammar;
use crate::cli::output::Output;

/// The rules of a grammar drawn as railways, as an SVG
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar diagram left --output left.svg
  bracket24 grammar diagram scala > scala.svg",
    after_help = "\
Any way along the rails is a text that the rule reads; where they part, pest
takes the first way that goes on. A click on a rule goes to its own drawing."
)]
pub(crate) struct Arguments {
    /// The grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    grammar: Grammar,

    /// Write it into this file [default: standard output]
    #[arg(long, short, value_name = "FILE.svg", value_parser = svg_file)]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { grammar, output: path } = arguments;
    let file = path.as_deref().map(WholeFile::create).transpose()?;
    let title = format!("{}: {}", grammar.name(), grammar.summary());
    let svg = diagram::svg(&title, &grammar.definitions());
    match file {
        Some(file) => file.finish(svg.as_bytes())?,
        None => output.writer().write_all(svg.as_bytes())?,
    }
    Ok(Outcome::Yes)
}
