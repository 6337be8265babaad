//! `bracket24 templates coverage`

use bracket24::present::compare_grammars::OfSet;
use bracket24::reports::CoverageCount;
use clap::Args;

use crate::cli::format::PlotOption;
use crate::cli::method::MethodOptions;
use crate::cli::options::DeckOptions;
use crate::cli::progress::{Progress, during};
use crate::cli::{Defaults, Failure, Format, Formats, Outcome, Output, OutputOptions};

/// Count the hands of a deck that each template solves
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 templates coverage
  bracket24 templates coverage --templates scala --plot coverage.svg
  bracket24 templates coverage --deck 0..9 --target 10 --json",
    after_help = "\
`hands` is the number of hands that a template solves, whatever the order of
the cards, and `only` the number of those that no other template solves. In the
list of the fewest (a minimum set cover, found by branch and bound), `alone` is
the number of hands that no other template of the list solves; `needed for` is
the first.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 templates coverage --cards 2 --target 2 --deck 1..3 --json
  {\"hands\":6,\"solvable\":3,\"live\":4,\"templates\":[{\"template\":\"N*N\",\"hands\":1,
  \"only\":0},{\"template\":\"N+N\",\"hands\":1,\"only\":1},{\"template\":\"N-N\",\"hands\":1,
  \"only\":1},{\"template\":\"N/N\",\"hands\":1,\"only\":0}],\"dead\":[],
  \"cover\":{\"size\":3,\"proven\":true,\"templates\":[\"N*N\",\"N+N\",\"N-N\"]}}

CSV columns: template, hands, only, in_cover.

Exit codes: 0 a hand is solvable, 1 none is, 2 bad input, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    deck: DeckOptions,

    #[command(flatten)]
    method: MethodOptions,

    #[command(flatten)]
    plot: PlotOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = Format::OF_PLOTS;
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let defaults = Defaults::of(None);
    let method = arguments.method.resolve(None, &defaults)?;
    let deck = arguments.deck.deck(&defaults)?;
    let set = method.templates.for_cards(deck.cards())?;
    let format = arguments.output.open(output)?;
    let plot = arguments.plot.create(arguments.output.read_only())?;

    let mut progress = Progress::new(deck.len())?;
    let count = CoverageCount::new(deck, set, method.target, || progress.advance());
    progress.hide();
    let coverage =
        during("searching for a minimum cover", || count.report(|| progress.is_interrupted()));
    progress.finish();

    let report = OfSet { report: &coverage, set: &method.templates.name() };
    output.plotted(format, &report, plot, coverage.partial)?;
    let any = coverage.solvable > 0;
    Ok(if coverage.partial { Outcome::Interrupted } else { Outcome::from(any) })
}
