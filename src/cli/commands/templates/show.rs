//! `bracket24 templates show`

use std::ops::RangeInclusive;

use bracket24::present::template;
use bracket24::reports::TemplateReport;
use bracket24::{Deck, Grammar, MAX_CARDS, Rational};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::options::{grammar, values};
use crate::cli::output::Output;
use crate::cli::progress::Progress;

/// One template: its tree, its class and why, and what it does over a deck
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates show 'N/(N-N/N)' --deck 0..9 --target 10
  bracket24 templates show N-N-N --grammar scala --json",
    after_help = "\
The slots are called a, b, c … from left to right. The class is the canonical
template that is the same rational function but for the names; each step
towards it follows from the law beside it. Other canonical templates are those
of other classes, always in ordinary arithmetic.

With --json: `template`, `cards`, `tree`, `class`, `rewrites` (each a `rule` and
its `result`), `orders` that are essentially different, `undefined` (the
conditions under which it is), `hands` it solves, and of these `alone` those
that no other canonical template solves."
)]
pub(crate) struct Arguments {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    template: String,

    /// What reads the template
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    grammar: Grammar,

    /// The values a card can have
    #[arg(long, value_name = "LO..HI", value_parser = values, default_value = "1..13")]
    deck: RangeInclusive<u32>,

    /// What the cards are to make: a whole number or a fraction `p/q`
    #[arg(long, value_name = "T", allow_hyphen_values = true, default_value = "24", value_parser = input::target)]
    target: Rational,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { grammar, target, .. } = arguments;
    let template = input::template(&arguments.template, grammar)?;
    let cards = template.slots();
    let report = TemplateReport::new(template, grammar).ok_or_else(|| {
        Failure::plain(format!(
            "the template has {cards} slots; hands have at most {MAX_CARDS} cards"
        ))
    })?;
    let deck = Deck::new(arguments.deck.clone(), cards, false)?;
    let mut progress = Progress::new(deck.len())?;
    let tally = report.tally(&deck, target, || progress.advance());
    progress.finish();
    let Some(tally) = tally else { return Ok(Outcome::Interrupted) };
    if arguments.json {
        output.json(&template::TemplateJson::new(&report, tally))?;
    } else {
        let played = template::Played { deck: &deck, target, tally };
        output.document(&template::document(&report, &played))?;
    }
    Ok(Outcome::Yes)
}
