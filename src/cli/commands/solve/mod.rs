//! `bracket24 solve`

mod stream;

use bracket24::EngineName;
use bracket24::present::solve::{listing, write_latex};
use bracket24::reports::{Found, SolveOptions, SolveReport};

use crate::cli::estimate::{self, Readings};
use crate::cli::method::{Engines, MethodOptions};
use crate::cli::options::{DistinctOption, HandArgument, LikeOption, by_name};
use crate::cli::progress::{Spinner, called};
use crate::cli::stdin::{LONG_ANSWER, confirm};
use crate::cli::{Defaults, Ended, Failure, Format, Outcome, Output, formats, input};

/// Find all solutions of a hand
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    method: MethodOptions,

    #[command(flatten)]
    distinct: DistinctOption,

    #[command(flatten)]
    like: LikeOption,

    /// The engine to solve with [default: strings]
    #[arg(short, long, value_parser = by_name::<EngineName>())]
    engine: Option<EngineName>,

    /// Stop at the first solution
    #[arg(long)]
    first: bool,

    /// Say why bracket24 omits other solutions
    ///
    /// Shows, law by law, how each of them equals a solution in the list.
    #[arg(long, conflicts_with = "first")]
    why: bool,

    /// Do not ask for confirmation before long work or millions of solutions
    #[arg(long, hide_short_help = true)]
    yes: bool,
}

formats!(Arguments: Text, Json, Csv, Markdown, Latex, Listing);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let format = output.format;
    if arguments.why && matches!(format, Format::Csv | Format::Latex | Format::Listing) {
        return Err(Failure::with_help(
            format!("the derivations of `--why` are not printed as {format}"),
            "leave out `--why`, or choose `--format json`",
        ));
    }
    let defaults = Defaults::of(arguments.like.like);
    let is_of_field = arguments.method.operators.set().is_of_field();
    let usual = if is_of_field { EngineName::Strings } else { EngineName::Pairs };
    let engine = arguments.engine.unwrap_or(usual);
    let method = arguments.method.resolve(Some(engine), &defaults)?;
    let options = SolveOptions {
        target: method.target.clone(),
        distinct: method.distinct(arguments.distinct.distinct, &defaults),
        first: arguments.first,
        why: arguments.why,
    };
    let mut readings = Readings::default();
    let mut engines = Engines::new(&method, engine);
    let spinner = Spinner::idle();
    arguments.hand.for_each(output, |text, output| {
        let agreed = [arguments.yes, !output.in_batch];
        let hand = input::hand(text)?;
        if engine.has_templates() {
            input::check_size(text, &hand)?;
        }
        let (set, solver) = engines.of(hand.cards().len())?;
        if is_of_field {
            let time = estimate::solving(engine, set, &hand, &mut readings);
            let quick = match engine {
                EngineName::Strings if !estimate::is_read(set.grammar()) => {
                    Some("`--engine compiled` is quicker")
                }
                EngineName::Pairs => Some("`--engine split` is quicker"),
                _ => None,
            };
            let what = format_args!("solving this hand with `{engine}`");
            confirm(what, (time, LONG_ANSWER), agreed, quick)?;
        }
        if let Some(stream) = stream::of(&hand, &options, solver, format, agreed)? {
            return stream::print(&stream, &spinner, output);
        }
        let is_slow = engine == EngineName::Strings && is_of_field;
        let faster = if is_slow { "; `--engine split` is faster" } else { "" };
        let message = format!("{}: solving it with {engine}{faster}", called(&hand));
        let report = spinner.during(message, || SolveReport::new(hand, solver, options.clone()))?;
        match format {
            Format::Latex => output.separate()?.write(|writer| write_latex(&report, writer)),
            Format::Listing => {
                let rows = report.solutions.iter().map(|Found { solution, .. }| solution);
                output.text(&listing(&report.hand, rows.map(|it| [it.text(), it.template()])))
            }
            _ => output.report(&report),
        }?;
        Ok(Outcome::from(!report.solutions.is_empty()))
    })
}
