//! `bracket24 solve`

use bracket24::reports::{SolveOptions, SolveReport};
use bracket24::{Distinct, Grammar};

use super::Outcome;
use super::arguments::{Format, Preset, SolveArguments};
use super::batch;
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::templates::TemplateSource;
use crate::present::solve::{SolveJson, document, write_listing};

/// The preset's choice where the person made none.
fn preset(like: Option<Preset>) -> (Grammar, TemplateSource, Distinct) {
    match like {
        Some(Preset::Scala) => {
            (Grammar::Scala, TemplateSource::Named(bracket24::SetName::Scala), Distinct::Text)
        }
        None => Default::default(),
    }
}

pub(super) fn run(arguments: &SolveArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let (grammar, templates, distinct) = preset(arguments.like);
    let grammar = arguments.grammar.unwrap_or(grammar);
    let templates = arguments.templates.as_ref().unwrap_or(&templates).open(grammar)?;
    let options = SolveOptions {
        target: arguments.target.target.clone(),
        grammar,
        distinct: arguments.distinct.unwrap_or(distinct),
        first: arguments.first,
    };
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let set = templates.for_cards(hand.cards().len())?;
        let report = SolveReport::new(hand, &set, options.clone());
        if arguments.shape.json {
            output.json(&SolveJson::from(&report))?;
        } else if arguments.shape.format == Format::Listing {
            write_listing(&report, output.writer())?;
        } else {
            output.document(&document(&report))?;
        }
        Ok(if report.solutions.is_empty() { Outcome::No } else { Outcome::Yes })
    })
}
