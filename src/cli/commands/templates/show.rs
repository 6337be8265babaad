//! `bracket24 templates show`

use bracket24::present::templates::Played;
use bracket24::reports::TemplateReport;
use bracket24::{Deck, MAX_TEMPLATE_SLOTS};
use clap::Args;

use crate::cli::grammar_options::GrammarOption;
use crate::cli::options::{TargetOption, TemplateArgument, ValuesOption};
use crate::cli::progress::{Progress, during};
use crate::cli::{Defaults, Failure, Format, Formats, Outcome, Output, OutputOptions, input};

/// Show one template: its tree, its class and what it solves
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates show 'N/(N-N/N)' --deck 0..9 --target 10
  bracket24 templates show N-N-N --grammar scala --json",
    after_help = "\
The slots are called a, b, c … from left to right. The class is the canonical
template that is the same rational function, except for these names; the
derivation leads to it, each step by the law beside it. Other canonical
templates are those of other classes, always in ordinary arithmetic.

With --json: `template`, `cards`, `tree`, `class`, `rewrites` (each a `rule` and
its `result`), `orders` that are essentially different, `undefined` (the
conditions under which it is), the number of `hands` it solves, and `alone`, of
those that no other canonical template solves:
  $ bracket24 templates show 'N-(N-N)' --json
  {\"template\":\"N-(N-N)\",\"cards\":3,\"tree\":\"(- a (- b c))\",\"class\":\"N+N-N\",
  \"rewrites\":[{\"rule\":\"a-(b-c) is a-b+c\",\"result\":\"a-b+c\"},…],\"orders\":3,
  \"undefined\":[],\"hands\":2,\"alone\":2}"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    template: TemplateArgument,

    #[command(flatten)]
    grammar: GrammarOption,

    #[command(flatten)]
    values: ValuesOption,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Markdown];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let defaults = Defaults::of(None);
    let (grammar, target) = (&arguments.grammar.or_left()?, &arguments.target.or(&defaults));
    let template = input::template(&arguments.template.template, grammar)?;
    let cards = template.slots();
    let report = during("finding its class", || TemplateReport::new(template, grammar));
    let report = report.ok_or_else(|| {
        Failure::plain(format!(
            "the template has {cards} slots; hands have at most {MAX_TEMPLATE_SLOTS} cards"
        ))
    })?;
    let deck = Deck::new(arguments.values.or(&defaults), cards, false)?;
    let mut progress = Progress::new(deck.len())?;
    let tally = report.tally(&deck, target, || progress.advance());
    progress.finish();
    let Some(tally) = tally else {
        output.discard_file();
        return Ok(Outcome::Interrupted);
    };
    let played = Played { report: &report, deck: &deck, target, tally };
    output.report(format, &played)?;
    Ok(Outcome::Yes)
}
