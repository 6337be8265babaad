//! `bracket24 survey grammars`

use bracket24::TemplateSet;
use bracket24::present::compare_grammars::OfSet;
use bracket24::reports::{GrammarSurvey, SolveError};

use super::DeckAndTarget;
use crate::cli::grammar_options::{GrammarName, GrammarOption};
use crate::cli::options::TemplatesOption;
use crate::cli::{Ended, Formats, Outcome, Output, Progress};

/// Count the solutions that each grammar finds, invents or loses
#[derive(Debug, clap::Args)]
#[command(mut_arg("grammar", |it| {
    it.help("Grammar besides `left` [default: all for +-*/]").long_help(None::<&str>)
}))]
pub(crate) struct Arguments {
    #[command(flatten)]
    hands: DeckAndTarget,

    #[command(flatten)]
    templates: TemplatesOption,

    #[command(flatten)]
    grammar: GrammarOption,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
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
    output.so_far(&OfSet { report: &survey, set: &source.name() }, survey.partial())?;
    let any = survey.tallies.iter().any(|tally| tally.solutions > 0);
    Ok(if survey.partial() { Outcome::Interrupted } else { Outcome::from(any) })
}
