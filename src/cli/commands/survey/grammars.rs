//! `bracket24 survey grammars`

use bracket24::TemplateSet;
use bracket24::present::compare_grammars::OfSet;
use bracket24::reports::{GrammarSurvey, SolveError};
use clap::Args;

use super::DeckAndTarget;
use crate::cli::grammar_options::{GrammarName, GrammarOption};
use crate::cli::options::TemplatesOption;
use crate::cli::progress::Progress;
use crate::cli::{Failure, Formats, Outcome, Output, OutputOptions};

/// Count what each grammar finds, against ordinary arithmetic
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 survey grammars --deck 1..6
  bracket24 survey grammars --deck 1..6 --grammar mine.pest
  bracket24 survey grammars --like scala",
    after_help = "\
Every template is filled with every order of the cards, and every text counts.
It is parsed and evaluated by each grammar, or with `--grammar` by that one and
by ordinary arithmetic, and its value compared with the target: how many texts
are solutions by it, how many of these are false, and how many true ones it
loses.

JSON, one object per line:
  $ bracket24 survey grammars -d 1..4 -n 3 -t 6 -g scala --json
  {\"grammar\":\"left\",\"hands\":20,\"solutions\":49,\"false\":0,\"lost\":0}
  {\"grammar\":\"scala\",\"hands\":20,\"solutions\":56,\"false\":7,\"lost\":0}

CSV columns: grammar, hands, solutions, false, lost.

Exit codes: 0 a grammar finds a solution, 1 none does, 2 bad input,
130 interrupted (what was done so far is printed and marked as partial)."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hands: DeckAndTarget,

    #[command(flatten)]
    templates: TemplatesOption,

    #[command(flatten)]
    grammar: GrammarOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let defaults = arguments.hands.defaults();
    let deck = arguments.hands.deck.deck(&defaults)?;
    let target = arguments.hands.target.or(&defaults);
    let source = arguments.templates.templates.as_ref().unwrap_or(&defaults.templates);
    let given = arguments.grammar.grammar.as_ref().map(GrammarName::arithmetic).transpose()?;
    let all = source.open_with_all(given.as_slice())?;
    let sets: Vec<&TemplateSet> =
        all.iter().map(|it| it.for_cards(deck.cards())).collect::<Result<_, _>>()?;
    let mut progress = Progress::new(deck.len())?;
    let survey = GrammarSurvey::new(&deck, sets[0], &sets, &target, || progress.advance())
        .map_err(SolveError::from)?;
    progress.finish();
    output.report(format, &OfSet { report: &survey, set: &source.name() })?;
    let any = survey.tallies.iter().any(|tally| tally.solutions > 0);
    Ok(if survey.partial() { Outcome::Interrupted } else { Outcome::from(any) })
}
