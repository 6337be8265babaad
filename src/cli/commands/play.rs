//! `bracket24 play`

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bracket24::ascii_signs;
use bracket24::games::{Game, Reply};
use bracket24::present::Document;
use bracket24::present::game::{document, rules, score};
use clap::Args;

use super::deal::DealArguments;
use crate::cli::options::whole_number;
use crate::cli::stdin::Prompt;
use crate::cli::{Failure, Outcome, Output};

/// Play: answer hands as they are dealt, with hints and reasons
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 play
  bracket24 play --level easy --minutes 5
  bracket24 play --cards 3 --deck 1..9 --target 10
  bracket24 play --unsolvable
  printf '8/(3-8/3)\\nskip\\n' | bracket24 play --seed 7",
    after_help = "\
A line is an answer, such as `8/(3-8/3)`, or one of these words:
  none   the hand has no solution
  hint   a hint, and each time the next
  why    why the last answer is wrong, or how hard the hand is
  skip   show the solutions and go on
  help   what can be typed
  quit   show the score and end

Any answer counts that uses every card once and has the right value, however it
is written. The score is also shown where the input ends, and at Ctrl-C.

Exit codes: 0 the game is over, 2 bad input, 130 ended by Ctrl-C."
)]
pub(crate) struct Arguments {
    /// End after so many minutes
    #[arg(long, value_name = "M", value_parser = whole_number(1..=MOST_MINUTES))]
    minutes: Option<usize>,

    /// Also deal hands without a solution
    ///
    /// `none` is the right answer to them.
    #[arg(short, long)]
    unsolvable: bool,

    #[command(flatten)]
    deal: DealArguments,
}

/// A day.
const MOST_MINUTES: usize = 24 * 60;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let (deal, _) = arguments.deal.deal(arguments.unsolvable)?;
    let options = deal.options().clone();
    let mut game = Game::new(deal);
    let prompt = Prompt::new()?;
    let start = Instant::now();
    let minutes = arguments.minutes.map(|minutes| Duration::from_secs(60 * minutes as u64));
    let end = minutes.map(|minutes| start + minutes);
    say(&rules(&options), output)?;
    say(&document(&game.begin(), &options), output)?;
    let outcome = loop {
        let line = match prompt.ask(end, output)? {
            ControlFlow::Continue(line) => line,
            ControlFlow::Break(outcome) => break outcome,
        };
        for reply in game.feed(&ascii_signs(&line)) {
            if !matches!(reply, Reply::Over(_)) {
                say(&document(&reply, &options), output)?;
            }
        }
        if game.is_over() {
            break Outcome::Yes;
        }
    };
    say(&score(game.score(), start.elapsed().as_secs()), output)?;
    Ok(outcome)
}

fn say(document: &Document, output: &mut Output) -> Result<(), Failure> {
    document.0.iter().try_for_each(|block| output.line(block.clone()))
}
