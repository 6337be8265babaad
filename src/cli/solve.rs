//! `bracket24 solve`

use bracket24::EngineName;
use bracket24::reports::{SolveOptions, SolveReport};

use super::Outcome;
use super::arguments::{Format, SolveArguments};
use super::batch;
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::preset::Bundle;
use super::progress::Spinner;
use bracket24::present::solve::{SolveJson, document, write_listing};

pub(super) fn run(arguments: &SolveArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let bundle = Bundle::of(arguments.like);
    let engine = arguments.engine;
    let method = arguments.method.resolve_for(engine, &bundle)?;
    let options = SolveOptions {
        target: method.target,
        distinct: arguments.distinct.distinct.unwrap_or(bundle.distinct),
        first: arguments.first,
        why: arguments.why,
    };
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = if engine.has_templates() { input::solvable_hand } else { input::hand }(text)?;
        let set = method.templates.for_engine(engine, hand.cards().len())?;
        let spinner = Spinner::after_a_while(match engine {
            EngineName::Strings => "still at it; `--engine split` is faster",
            _ => "still at it",
        });
        let report = SolveReport::new(hand, set, &*engine.engine(set), options.clone());
        drop(spinner);
        if arguments.shape.json {
            output.json(&SolveJson::from(&report))?;
        } else if arguments.shape.format == Format::Listing {
            write_listing(&report, output.writer())?;
        } else {
            output.document(&document(&report))?;
        }
        Ok(Outcome::from(!report.solutions.is_empty()))
    })
}
