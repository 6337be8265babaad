//! `bracket24 templates coverage`

use std::path::PathBuf;

use bracket24::present::coverage::{CoverageJson, document, write_csv};
use bracket24::present::coverage_plot;
use bracket24::reports::CoverageCount;
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::file::{WholeFile, svg_file};
use crate::cli::method::{Bundle, MethodOptions};
use crate::cli::options::DeckOptions;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, Spinner};

/// Over every hand of a deck: what each template solves, what only it solves,
/// and the fewest that still solve all
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 templates coverage
  bracket24 templates coverage --templates scala --plot coverage.svg
  bracket24 templates coverage --deck 0..9 --target 10 --json",
    after_help = "\
`hands` is how many hands a template solves, in however many orders, and `only`
how many of them no other template does. In the list of the fewest, `alone` is
how many of its hands no other of the list solves; `needed for` is the first.

Exit codes: 0 a hand is solvable, 1 none is, 2 bad input, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    deck: DeckOptions,

    /// Count every order of the same cards as a hand of its own
    #[arg(long)]
    ordered: bool,

    #[command(flatten)]
    method: MethodOptions,

    /// Draw the templates as bars, for a wall, into this file
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    plot: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Print CSV: a row for every template
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let bundle = Bundle::of(None);
    let method = arguments.method.resolve(&bundle)?;
    let deck = arguments.deck.deck(&bundle, arguments.ordered)?;
    let set = method.templates.for_cards(deck.cards())?;
    let plot = arguments.plot.as_deref().map(WholeFile::create).transpose()?;

    let mut progress = Progress::new(deck.len())?;
    let count = CoverageCount::new(deck, set, method.target, || progress.advance());
    let spinner = Spinner::after_a_while("looking for the fewest templates that do");
    let report = count.report(|| progress.is_interrupted());
    drop(spinner);
    progress.finish();

    if arguments.json {
        output.json(&CoverageJson::from(&report))?;
    } else if arguments.csv {
        write_csv(&report, output.writer())?;
    } else {
        output.document(&document(&report, &method.grammar))?;
    }
    if report.partial {
        // A picture of a part of the deck would pass for one of the whole.
        return Ok(Outcome::Interrupted);
    }
    if let Some(file) = plot {
        file.finish(coverage_plot::svg(&report, &method.grammar)?.as_bytes())?;
    }
    Ok(Outcome::from(report.solvable > 0))
}
