//! `bracket24 inspect`

use bracket24::reports::Inspection;

use super::Outcome;
use super::arguments::InspectArguments;
use super::batch;
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::preset::Bundle;
use super::progress::Spinner;
use bracket24::present::inspect::{InspectionJson, document};

pub(super) fn run(arguments: &InspectArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let method = arguments.method.resolve(&Bundle::of(None))?;
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let set = method.templates.for_cards(hand.cards().len())?;
        let spinner = Spinner::after_a_while("still at it");
        let inspection = Inspection::new(hand, &method.target, set, arguments.nearest);
        drop(spinner);
        if arguments.json {
            output.json(&InspectionJson::from(&inspection))?;
        } else {
            output.document(&document(&inspection))?;
        }
        Ok(Outcome::from(!inspection.solving.is_empty()))
    })
}
