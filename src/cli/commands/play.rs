//! `bracket24 play`

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bracket24::games::{Game, Reply};
use bracket24::present::game::{document, rules, score};
use bracket24::typed_signs;

use super::deal::DealArguments;
use crate::cli::options::whole_number;
use crate::cli::stdin::Prompt;
use crate::cli::{Ended, Outcome, Output, formats};

/// Play the card game: solve one hand after another
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// End after this many minutes, at most 1440
    #[arg(long, value_name = "M", value_parser = whole_number(1..=MOST_MINUTES))]
    minutes: Option<usize>,

    #[command(flatten)]
    deal: DealArguments,
}

formats!(Arguments:);

/// The number of minutes in a day.
const MOST_MINUTES: usize = 24 * 60;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let (deal, _) = arguments.deal.deal()?;
    let options = deal.options().clone();
    let mut game = Game::new(deal);
    let prompt = Prompt::new()?;
    let start = Instant::now();
    let minutes = arguments.minutes.map(|minutes| Duration::from_secs(60 * minutes as u64));
    let end = minutes.map(|minutes| start + minutes);
    output.rows(&rules(&options))?;
    output.rows(&document(&game.begin(), &options))?;
    let outcome = loop {
        let line = match prompt.ask(end, output)? {
            ControlFlow::Continue(line) => line,
            ControlFlow::Break(outcome) => break outcome,
        };
        for reply in game.feed(&typed_signs(&line)) {
            if !matches!(reply, Reply::Over(_)) {
                output.rows(&document(&reply, &options))?;
            }
        }
        if game.is_over {
            break Outcome::Yes;
        }
    };
    output.rows(&score(game.score, start.elapsed().as_secs()))?;
    Ok(outcome)
}
