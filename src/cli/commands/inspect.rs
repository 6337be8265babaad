//! `bracket24 inspect`

use bracket24::reports::Inspection;
use clap::Args;

use crate::cli::estimate::{self, Readings};
use crate::cli::method::MethodOptions;
use crate::cli::options::{HandArgument, whole_number};
use crate::cli::progress::{called, during};
use crate::cli::stdin::{BATCH, LONG_ANSWER, confirm};
use crate::cli::{Defaults, Failure, Formats, Outcome, Output, OutputOptions, input};

/// Show what solves a hand, what comes near, and how hard it is
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 inspect 1 5 5 5
  bracket24 inspect 4 4 7 7 --templates scala --nearest 10
  bracket24 inspect 2 3 5 --target 1/2 --json",
    after_help = "\
A template is marked if all of its solutions have a fraction, or a negative
number, as an intermediate value. Under a grammar other than `left` a solution
that is false in ordinary arithmetic is marked; JSON has the value of each there
in `ordinary`, beside `expressions`.

The difficulty of a hand that has a solution says how hard it is for people, by
whatever templates: a hundred points more are twice the search. It is the sum of
the points that are shown. A hand is `easy` below 300 points, `medium` below
450, `hard` below 600, else `expert`.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 inspect 2 3 4 --nearest 1 --json
  {\"hand\":[2,3,4],\"target\":\"24\",\"solving\":[{\"template\":\"N*N*N\",
  \"expressions\":[\"2*3*4\"],\"by_way_of\":[]}],\"nearest\":[{\"template\":\"(N+N)*N\",
  \"expression\":\"(2+3)*4\",\"value\":\"20\"}],\"difficulty\":484,\"level\":\"hard\",
  \"reasons\":…,\"extrapolated\":true}

CSV columns: hand, target, template, expression, value, by_way_of. A solution
is a row, and so is each template that comes near.

Exit codes: 0 some template solves each hand, 1 no template solves one of
them, 2 bad input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    method: MethodOptions,

    /// How many near misses to show
    #[arg(long, value_name = "K", default_value = "5", value_parser = whole_number(0..=usize::MAX))]
    nearest: usize,

    /// Do not ask before a minute of work, or before very many templates are made
    #[arg(long, hide_short_help = true)]
    yes: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let mut method = arguments.method.resolve(None, &Defaults::of(None))?;
    method.templates = method.templates.agreed(arguments.yes);
    let can_ask = arguments.hand.hand != [BATCH];
    let mut readings = Readings::default();
    arguments.hand.for_each(output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let set = method.templates.for_cards(hand.cards().len())?;
        let time = estimate::inspecting(set, &hand, &mut readings);
        let quick = "`solve` finds the solutions alone, and is quicker";
        let quick = (!estimate::is_read(set.grammar())).then_some(quick);
        confirm("inspecting this hand", (time, LONG_ANSWER), [arguments.yes, can_ask], quick)?;
        let inspection = during(format!("{}: filling every template", called(&hand)), || {
            Inspection::new(hand.clone(), &method.target, set, arguments.nearest)
        });
        output.report(format, &inspection)?;
        Ok(Outcome::from(!inspection.solving.is_empty()))
    })
}
