//! `bracket24 survey needs`

use bracket24::present::solvable::{NEEDS_COLUMNS, needs_row};
use bracket24::reports::OperatorNeeds;
use clap::Args;

use super::{DeckAndTarget, list};
use crate::cli::options::OperatorsOption;
use crate::cli::progress::Progress;
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions};

/// List the hands that need operators beyond the four
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 survey needs --deck 1..4 --operators '^,!'
  bracket24 survey needs --deck 1..3 --operators % --csv",
    after_help = "\
Of the operators of `--operators` those are listed with which a hand has a
solution, and with no fewer, and one such solution.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 survey needs --deck 2..3 --cards 3 --operators '^,√,!' --json
  {\"hand\":[2,2,2],\"needs\":[\"root\",\"factorial\"],\"expression\":\"(2+√(2+2))!\"}
  …

CSV columns: hand, needs, expression.

Exit codes: 0 a hand needs some of them, 1 none does, 2 bad input,
130 interrupted.",
    mut_arg("operators", |it| it.required(true).hide_short_help(false))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hands: DeckAndTarget,

    #[command(flatten)]
    operators: OperatorsOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let operators = arguments.operators.set();
    if operators.is_of_field() {
        return Err(Failure::with_help(
            "hands need operators beyond `+-*/` or none, and there are none here",
            "name some, such as `--operators +-*/^!`",
        ));
    }
    let (deck, target) = arguments.hands.without_templates("which operators a hand needs")?;
    let needs = OperatorNeeds::new(operators);
    let mut progress = Progress::of_list(deck.len(), "hands", output)?;
    list::begin(format, NEEDS_COLUMNS, output)?;
    let mut any = false;
    let flow = progress.through(
        deck.hands(),
        |hand| needs.of(hand, &target).map_err(|error| super::reach::beyond_search(&deck, error)),
        |hand, found| match found.filter(|it| !it.operators.is_of_field()) {
            Some(found) => {
                any = true;
                list::add(&needs_row(hand, &found), format, output)
            }
            None => Ok(()),
        },
    )?;
    Ok(if flow.is_break() { Outcome::Interrupted } else { Outcome::from(any) })
}
