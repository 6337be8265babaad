//! `bracket24 hint`

use bracket24::present::hand::HandHint;
use bracket24::reports::{Hint, Inspection};
use bracket24::{Grammar, Rational, SetName, TemplateSet};
use clap::{ArgAction, Args};

use crate::cli::estimate::{self, Readings};
use crate::cli::options::{HandArgument, TargetOption};
use crate::cli::progress::called;
use crate::cli::stdin::{LONG_ANSWER, confirm};
use crate::cli::{Defaults, Ended, Formats, Outcome, Output, during, input};

/// Give hints on a hand, one at a time
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hand: HandArgument,

    /// Give the next hint; repeatable
    #[arg(short, long, action = ArgAction::Count)]
    more: u8,

    #[command(flatten)]
    target: TargetOption,

    /// Do not ask for confirmation before long work
    #[arg(long, hide_short_help = true)]
    yes: bool,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let target = arguments.target.or(&Defaults::of(None));
    arguments.hand.for_each(output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let set = TemplateSet::named(SetName::Canonical, hand.cards().len(), &Grammar::Left);
        let time = estimate::inspecting(&set, &hand, &mut Readings::default());
        let quick = Some("`solve` finds only the solutions, and is quicker");
        let agreed = [arguments.yes, !output.in_batch];
        confirm("looking for hints", (time, LONG_ANSWER), agreed, quick)?;
        let hints = during(format!("{}: filling every template", called(&hand)), || {
            Hint::of(&Inspection::new(hand.clone(), &target, &set, 0))
        });
        let last = hints.len() - 1;
        let index = last.min(arguments.more.into());
        let hint = &hints[index];
        let is_possible = *hint != Hint::Possible(false);
        let next = next(&hand.to_string(), &target, is_possible.then_some(index), last);
        output.report(&HandHint { hand: &hand, hint, target: &target, next })?;
        Ok(Outcome::from(is_possible))
    })
}

/// The line below the hint at `index`: the command for the next hint, or for all solutions after
/// the last hint. Without an `index`, the hand has no solution, only near misses.
fn next(hand: &str, target: &Rational, index: Option<usize>, last: usize) -> String {
    let is_usual = *target == Rational::from(24);
    let target = if is_usual { String::new() } else { format!(" --target {target}") };
    let (words, command, more) = match index {
        None => ("near misses", "inspect", 0),
        Some(index) if index < last => ("the next hint", "hint", index + 1),
        Some(_) => ("no more hints; all solutions", "solve", 0),
    };
    format!("{words}: bracket24 {command} {hand}{target}{}", " --more".repeat(more))
}
