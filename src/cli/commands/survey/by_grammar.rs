//! `bracket24 survey --by grammar`

use bracket24::present::grammar_survey::{CSV_HEADER, TallyJson, csv_row, document};
use bracket24::reports::GrammarSurvey;
use bracket24::{Grammar, TemplateSet};

use super::Arguments;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::method::Bundle;
use crate::cli::output::Output;
use crate::cli::progress::Progress;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let bundle = Bundle::of(arguments.like);
    let deck = arguments.deck.deck(&bundle, arguments.ordered || bundle.ordered)?;
    let source = arguments.method.templates.as_ref().unwrap_or(&bundle.templates);
    let target = arguments.method.target.as_ref().unwrap_or(&bundle.target);
    let ordinary = source.open(&Grammar::Left)?;
    let all = source.open_with_all(arguments.method.grammar.as_slice())?;
    let sets: Vec<&TemplateSet> =
        all.iter().map(|it| it.for_cards(deck.cards())).collect::<Result<_, _>>()?;
    let mut progress = Progress::new(deck.len())?;
    let survey =
        GrammarSurvey::new(&deck, ordinary.for_cards(deck.cards())?, &sets, target, || {
            progress.advance()
        });
    progress.finish();
    if arguments.json {
        for tally in &survey.tallies {
            output.json(&TallyJson::new(&survey, tally))?;
        }
    } else if arguments.csv {
        output.csv(CSV_HEADER)?;
        for tally in &survey.tallies {
            output.csv(csv_row(&survey, tally))?;
        }
    } else {
        output.document(&document(&survey, &deck, target, &source.name()))?;
    }
    if survey.partial {
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::from(survey.tallies.iter().any(|tally| tally.solutions > 0)))
}
