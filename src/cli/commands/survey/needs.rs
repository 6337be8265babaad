//! `bracket24 survey needs`

use bracket24::present::solvable::{NEEDS_COLUMNS, needs_row};
use bracket24::reports::OperatorNeeds;

use super::{DeckAndTarget, list};
use crate::cli::options::OperatorsOption;
use crate::cli::{Ended, Failure, Outcome, Output, Progress, formats};

/// List the hands that need operators besides + - * /
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("operators", |it| it.required(true).hide_short_help(false).help("Such as `^!`"))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hands: DeckAndTarget,

    #[command(flatten)]
    operators: OperatorsOption,
}

formats!(Arguments: Text, Json, Csv);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let operators = arguments.operators.set();
    if operators.is_of_field() {
        return Err(Failure::with_help(
            "`survey needs` looks for operators beyond `+-*/`, and `--operators` names none",
            "name some, such as `--operators +-*/^!`",
        ));
    }
    let (deck, target) = arguments.hands.without_templates("which operators a hand needs")?;
    let needs = OperatorNeeds::new(operators);
    let mut progress = Progress::of_list(deck.len(), output)?;
    list::begin(NEEDS_COLUMNS, output)?;
    let mut any = false;
    let flow = progress.through(
        deck.hands(),
        |hand| needs.of(hand, &target).map_err(|error| super::reach::beyond_search(&deck, error)),
        |hand, found| {
            let beyond = found.filter(|it| !it.operators.is_of_field());
            any |= beyond.is_some();
            beyond.map_or(Ok(()), |found| list::add(&needs_row(&hand, &found), output))
        },
    )?;
    Ok(if flow.is_break() { Outcome::Interrupted } else { Outcome::from(any) })
}
