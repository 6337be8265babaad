//! `bracket24 templates coverage`

use bracket24::present::compare_grammars::OfSet;
use bracket24::reports::CoverageCount;

use crate::cli::format::PlotOption;
use crate::cli::method::MethodOptions;
use crate::cli::options::DeckOptions;
use crate::cli::{Defaults, Ended, Outcome, Output, Progress, during, formats};

/// Count the hands that each template solves
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    deck: DeckOptions,

    #[command(flatten)]
    method: MethodOptions,

    #[command(flatten)]
    plot: PlotOption,
}

formats!(Arguments: Text, Json, Csv, Markdown, Svg);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let defaults = Defaults::of(None);
    let method = arguments.method.resolve(None, &defaults)?;
    let deck = arguments.deck.deck(&defaults)?;
    let set = method.templates.for_cards(deck.cards())?;
    let plot = arguments.plot.create(output)?;

    let mut progress = Progress::new(deck.len())?;
    let count = CoverageCount::new(deck, set, method.target, || progress.advance());
    progress.hide();
    let coverage =
        during("searching for a minimum cover", || count.report(|| progress.is_interrupted()));
    progress.finish();

    let report = OfSet { report: &coverage, set: &method.templates.name() };
    output.plotted(&report, plot, coverage.partial)?;
    Ok(if coverage.partial { Outcome::Interrupted } else { Outcome::from(coverage.solvable > 0) })
}
