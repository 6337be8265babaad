//! `bracket24 survey --by grammar`

use bracket24::TemplateSet;
use bracket24::present::grammar_survey::{CSV_HEADER, csv_row, document};
use bracket24::reports::{GrammarSurvey, SolveError};

use super::Arguments;
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::Progress;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    if matches!(format, Format::Svg | Format::Html) {
        return Err(Failure::with_help(
            format!("what grammars find is not written as {format}"),
            "leave out `--by`",
        ));
    }
    let defaults = Defaults::of(arguments.like.like);
    let deck = arguments.deck.deck(&defaults)?;
    let target = arguments.single_target(&defaults)?;
    let (source, all) = arguments.source.resolve_for_grammars(&defaults)?;
    let sets: Vec<&TemplateSet> =
        all.iter().map(|it| it.for_cards(deck.cards())).collect::<Result<_, _>>()?;
    let mut progress = Progress::new(deck.len())?;
    let survey = GrammarSurvey::new(&deck, sets[0], &sets, &target, || progress.advance())
        .map_err(SolveError::from)?;
    progress.finish();
    let tallies = &survey.tallies;
    let show = || document(&survey, &deck, &target, &source.name());
    match format {
        Format::Text => output.document(&show()),
        Format::Markdown => output.markdown(&show()),
        Format::Json => survey.by_grammar().try_for_each(|tally| output.json(&tally)),
        Format::Csv => output.csv(CSV_HEADER, tallies.iter().map(|it| csv_row(&survey, it))),
        other => unreachable!("`survey --by grammar` does not offer {other}"),
    }?;
    if survey.partial {
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::from(survey.tallies.iter().any(|tally| tally.solutions > 0)))
}
