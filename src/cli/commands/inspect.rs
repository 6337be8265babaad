//! `bracket24 inspect`

use bracket24::reports::Inspection;

use crate::cli::estimate::{self, Readings};
use crate::cli::method::MethodOptions;
use crate::cli::options::{HandArgument, whole_number};
use crate::cli::progress::called;
use crate::cli::stdin::{LONG_ANSWER, confirm};
use crate::cli::{Defaults, Ended, Formats, Outcome, Output, during, input};

/// Show the solutions and near misses of a hand, and its difficulty
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    method: MethodOptions,

    /// The number of near misses to show
    #[arg(long, value_name = "K", default_value = "5", value_parser = whole_number(0..=usize::MAX))]
    nearest: usize,

    /// Do not ask for confirmation before long work
    #[arg(long, hide_short_help = true)]
    yes: bool,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let method = arguments.method.resolve(None, &Defaults::of(None))?;
    let mut readings = Readings::default();
    arguments.hand.for_each(output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let set = method.templates.for_cards(hand.cards().len())?;
        let time = estimate::inspecting(set, &hand, &mut readings);
        let quick = "`solve` finds only the solutions, and is quicker";
        let quick = (!estimate::is_read(set.grammar())).then_some(quick);
        let agreed = [arguments.yes, !output.in_batch];
        confirm("inspecting this hand", (time, LONG_ANSWER), agreed, quick)?;
        let inspection = during(format!("{}: filling every template", called(&hand)), || {
            Inspection::new(hand.clone(), &method.target, set, arguments.nearest)
        });
        output.report(&inspection)?;
        Ok(Outcome::from(!inspection.solving.is_empty()))
    })
}
