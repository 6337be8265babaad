//! `bracket24 templates coverage`

use bracket24::reports::CoverageCount;

use super::Outcome;
use super::arguments::CoverageArguments;
use super::failure::Failure;
use super::file::WholeFile;
use super::output::Output;
use super::preset::Bundle;
use super::progress::{Progress, Spinner};
use bracket24::present::coverage::{CoverageJson, document, write_csv};
use bracket24::present::coverage_plot;

pub(super) fn run(arguments: &CoverageArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let bundle = Bundle::of(None);
    let method = arguments.method.resolve(&bundle)?;
    let deck = arguments.deck.deck(&bundle, arguments.ordered);
    let set = method.templates.for_cards(deck.cards)?;
    let plot = arguments.plot.as_deref().map(WholeFile::create).transpose()?;

    let mut progress = Progress::new(deck.len().unwrap_or(u64::MAX))?;
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
