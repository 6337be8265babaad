//! `bracket24 templates show`

use bracket24::present::templates::Played;
use bracket24::reports::TemplateReport;
use bracket24::{Deck, MAX_TEMPLATE_SLOTS};

use crate::cli::grammar_options::GrammarOption;
use crate::cli::options::{TargetOption, TemplateArgument, ValuesOption};
use crate::cli::{Defaults, Ended, Failure, Outcome, Output, Progress, during, formats, input};

/// Show the tree and the class of one template, and count its hands
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    template: TemplateArgument,

    #[command(flatten)]
    grammar: GrammarOption,

    #[command(flatten)]
    values: ValuesOption,

    #[command(flatten)]
    target: TargetOption,
}

formats!(Arguments: Text, Json, Markdown);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let defaults = Defaults::of(None);
    let (grammar, target) = (&arguments.grammar.or_left()?, &arguments.target.or(&defaults));
    let template = input::template(&arguments.template.template, grammar)?;
    let cards = template.slots();
    let report = during("finding its class", || TemplateReport::new(template, grammar));
    let report = report.ok_or_else(|| {
        let most = MAX_TEMPLATE_SLOTS;
        Failure::plain(format!("the template has {cards} slots; at most {most} are allowed"))
    })?;
    let deck = Deck::new(arguments.values.or(&defaults), cards, false)?;
    let mut progress = Progress::new(deck.len())?;
    let tally = report.tally(&deck, target, || progress.advance());
    progress.finish();
    let Some(tally) = tally else { return Ok(Outcome::Interrupted) };
    output.report(&Played { report: &report, deck: &deck, target, tally })?;
    Ok(Outcome::Yes)
}
