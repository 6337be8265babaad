//! `bracket24 survey`

mod atlas;
mod by_difficulty;
mod by_grammar;
mod engine;
mod hands;
mod many_targets;
mod new_operators;
mod numbers;
mod plan;
mod reach;
mod shard;
mod targets;
mod unsolvable;

use std::ops::ControlFlow;
use std::path::PathBuf;

use bracket24::present::survey::{CSV_HEADER, csv_row, document};
use bracket24::present::survey_plot;
use bracket24::reports::{Counter, Survey, SurveyRecord, SurveyRun};
use bracket24::{Effort, EngineName, Rational, for_each_hand};
use clap::{Args, ValueEnum};

use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions, PlotOption};
use crate::cli::method::SourceOptions;
use crate::cli::options::{DeckOptions, DistinctOption, HELP, LikeOption, by_name, whole_number};
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};
use engine::SurveyEngine;
use plan::Plan;
use shard::Shard;
use targets::Targets;

/// Count the hands of a deck that have a solution
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 survey
  bracket24 survey --like make10 --unsolvable
  bracket24 survey --format html --output atlas.html
  bracket24 survey --cards 3 --each --csv > hands.csv
  bracket24 survey --cards 3 --shard 1/2 --json > part1.json
  bracket24 survey --cards 3 --shard 2/2 --json > part2.json
  bracket24 survey --merge part*.json
  bracket24 survey --engine reach --target 1..100
  bracket24 survey --hardest 10
  bracket24 survey --by grammar --deck 1..6
  bracket24 survey --by grammar --deck 1..6 --grammar mine.pest",
    after_help = "\
A part of a deck (`--shard`) is written with `--json`; `--merge` joins the
files of all parts into the result of a single run. Lists (`--each`,
`--solvable`, `--unsolvable`) are joined by concatenation. A part without a
solvable hand exits with 0.

`--engine reach` only says which hands have a solution, for the whole deck at
once. It lists hands with `--solvable` and `--unsolvable`, and it takes several
targets, at most 100000, with a line for each; of up to 500 `--plot` and
`--format svg` draw how many hands reach them. What needs solutions, such as
`--each`, `--distinct`, templates and other grammars, is left to the others.

With `--by grammar` every template is filled with every order of the cards, and
every text counts. It is parsed and evaluated by each grammar, or with
`--grammar` by that one and by ordinary arithmetic, and its value compared with
the target.

With `--by difficulty`, and with `--hardest`, hands are listed by how hard they
are for people, as `inspect` explains it for one. No template is asked for.

`--format html` writes an atlas: one page that needs no network, with every hand
of the deck, its solutions and their trees, to search and to sort. It is made of
at most 30000 hands; those of up to five cards are rated by difficulty. It has
room for 150000 solutions, and templates that solve a hand otherwise; of more,
only the first of each hand are there, and the page says how many and what lists
the rest.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 survey --deck 1..3 --cards 2 --target 2 --json
  {\"hands\":6,\"solvable\":3,\"solutions\":4,\"single\":2,\"most\":{\"hand\":[1,2],
  \"solutions\":2}}
  $ bracket24 survey --deck 2..4 --cards 2 --target 8 --each --json
  {\"hand\":[2,2],\"solutions\":0}
  {\"hand\":[2,3],\"solutions\":0}
  …
  $ bracket24 survey -d 1..4 -n 3 -t 6 --by grammar -g scala --json
  {\"grammar\":\"left\",\"hands\":20,\"solutions\":49,\"false\":0,\"lost\":0}
  {\"grammar\":\"scala\",\"hands\":20,\"solutions\":56,\"false\":7,\"lost\":0}

With `--by difficulty` or `--hardest`:
  $ bracket24 survey --hardest 1 --json
  {\"hand\":[2,3,5,12],\"level\":\"expert\",\"difficulty\":1216,\"reasons\":…}

With `--engine reach`, and for several targets:
  $ bracket24 survey --engine reach --json
  {\"hands\":1820,\"solvable\":1362}
  $ bracket24 survey --engine reach --target 24..25 --json
  {\"target\":\"24\",\"hands\":1820,\"solvable\":1362}
  …

With --shard also how the part is written, by which version, and the run to
which it belongs; `histogram` has pairs: a number of solutions, and how many
hands have it. Parts of different runs are not joined, nor one that was changed:
  $ bracket24 survey --cards 2 --shard 1/2 --json
  {\"hands\":45,\"solvable\":3,\"solutions\":3,\"single\":3,\"most\":{\"hand\":[2,12],
  \"solutions\":1},\"format\":\"survey part 1\",\"version\":…,\"shard\":1,\"of\":2,
  \"run\":{\"deck\":\"1..13\",\"cards\":2,\"ordered\":false,\"target\":\"24\",
  \"engine\":\"compiled\",\"templates\":\"canonical\",\"templates_digest\":…,
  \"grammar\":\"left\",\"grammar_digest\":…,\"distinct\":\"function\"},
  \"histogram\":[[0,42],[1,3]],\"effort\":…,\"digest\":…}

CSV columns: hands, solvable, solutions, single, most_hand, most; of a list of
hands: hand, solutions; by difficulty: hand, difficulty, level, reasons,
extrapolated. With `--engine reach`: hands, solvable; of several targets:
target, hands, solvable; of a list of hands: hand, solvable.

Exit codes: 0 a hand has a solution, 1 none has, 2 bad input, 130 interrupted
(what was done so far is printed and marked as partial; a page is not
written, nor a list by difficulty as JSON or CSV).",
    mut_arg("plot", |it| it.conflicts_with_all(["each", "solvable", "unsolvable", "shard"]))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    deck: DeckOptions,

    /// The value to reach [default: 24]
    ///
    /// A whole number or a fraction, such as `10`, `-5` or `1/2`; with
    /// `--engine reach` also several: the whole numbers `LO..HI`.
    #[arg(short, long, value_name = "T", allow_hyphen_values = true, value_parser = targets::read)]
    target: Option<Targets>,

    #[command(flatten)]
    source: SourceOptions,

    #[command(flatten)]
    distinct: DistinctOption,

    #[command(flatten)]
    like: LikeOption,

    /// What finds the solutions [default: compiled]
    ///
    /// The engines `strings` and `compiled` fill templates; the others search
    /// without them. For `--unsolvable` none is needed unless it is named.
    #[arg(short, long, value_parser = by_name::<SurveyEngine>())]
    engine: Option<SurveyEngine>,

    /// Count what each grammar finds, or list the hands by how hard they are
    ///
    /// For every grammar: how many filled templates are solutions by it, how
    /// many of these are false, and how many true ones it loses. By difficulty:
    /// every hand that has a solution, the easiest first.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WHAT",
        value_enum,
        conflicts_with_all = ["distinct", "engine", "each", "solvable", "unsolvable", "shard", "merge", "plot"]
    )]
    by: Option<By>,

    /// List the N hands that are hardest for people, the hardest first
    #[arg(
        long,
        hide_short_help = true,
        value_name = "N",
        value_parser = whole_number(1..=usize::MAX),
        conflicts_with_all = ["distinct", "engine", "each", "solvable", "unsolvable", "shard", "merge", "plot"]
    )]
    hardest: Option<usize>,

    /// List every hand with its number of solutions
    #[arg(long, overrides_with_all = ["solvable", "unsolvable"])]
    each: bool,

    /// List the hands that have a solution
    #[arg(long, overrides_with_all = ["each", "unsolvable"])]
    solvable: bool,

    /// List the hands that have no solution
    #[arg(long, overrides_with_all = ["each", "solvable"])]
    unsolvable: bool,

    /// List the hands that need operators beyond the four, with the fewest
    ///
    /// Of the operators of `--operators`: with which a hand has a solution and with
    /// no fewer, and one such solution.
    #[arg(
        long,
        hide_short_help = true,
        requires = "operators",
        conflicts_with_all = ["distinct", "engine", "each", "solvable", "unsolvable", "shard", "merge", "plot", "by", "hardest", "grammar", "templates"]
    )]
    min_new: bool,

    /// Do only a part of the deck: part I of N
    #[arg(long, hide_short_help = true, value_name = "I/N")]
    shard: Option<Shard>,

    /// Join the parts in these files
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["shard", "each", "solvable", "unsolvable", "deck", "cards", "ordered", "target", "templates", "grammar", "distinct", "like", "engine"]
    )]
    merge: Vec<PathBuf>,

    #[command(flatten)]
    plot: PlotOption,

    /// Do not ask before more than 10000 targets, or ten minutes of them
    #[arg(long, hide_short_help = true)]
    yes: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Svg, Format::Html];
}

/// What a deck is surveyed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// the grammar that parses the filled templates
    Grammar,
    /// how hard the hands are for people
    Difficulty,
}

impl Arguments {
    /// Whether hands are listed.
    const fn lists_hands(&self) -> bool {
        self.each || self.solvable || self.unsolvable
    }

    /// Whether every hand has a place in a list.
    const fn lists_every_hand(&self) -> bool {
        !self.solvable && !self.unsolvable
    }

    /// Whether a hand with `solutions` solutions is listed.
    const fn lists(&self, solutions: u64) -> bool {
        self.each || (if solutions > 0 { self.solvable } else { self.unsolvable })
    }

    /// The value to reach, where only one is meant.
    fn single_target(&self, defaults: &Defaults) -> Result<Rational, Failure> {
        match &self.target {
            None => Ok(defaults.target.clone()),
            Some(Targets::One(target)) => Ok(target.clone()),
            Some(Targets::Range(_)) => Err(Failure::with_help(
                "only `--engine reach` takes several targets",
                "give one, such as `--target 24`, or `--engine reach`",
            )),
        }
    }
}

/// What may take long when all hands are done.
const REACHING: &str = "finding which hands have any solution";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    match (arguments.by, arguments.hardest) {
        (Some(By::Grammar), None) => return by_grammar::run(arguments, output),
        (Some(By::Grammar), Some(_)) => {
            return Err(Failure::with_help(
                "the hardest hands are those by difficulty, not by grammar",
                "leave out `--by` or `--hardest`",
            ));
        }
        (Some(By::Difficulty), _) | (None, Some(_)) => {
            return by_difficulty::run(arguments, output);
        }
        (None, None) => {}
    }
    let engine = match arguments.engine {
        Some(SurveyEngine::Reach) => return reach::run(arguments, output),
        Some(SurveyEngine::Lists(engine)) => engine,
        None if arguments.source.operators().is_of_field() => EngineName::Compiled,
        None => EngineName::Pairs,
    };
    if arguments.min_new {
        return new_operators::run(arguments, output);
    }
    if let Some(Targets::Range(targets)) = &arguments.target
        && !arguments.source.operators().is_of_field()
    {
        return numbers::run(engine, targets.clone(), arguments, output);
    }
    let plot = arguments.plot.create()?;
    let format = arguments.output.open(output)?;
    if format == Format::Html {
        return atlas::run(engine, arguments, plot, output);
    }
    if format == Format::Svg && (arguments.lists_hands() || arguments.shard.is_some()) {
        return Err(Failure::with_help(
            "only the histogram of a whole deck can be drawn",
            "leave out `--each`, `--solvable`, `--unsolvable` and `--shard`",
        ));
    }
    if format == Format::Markdown && arguments.lists_hands() {
        return Err(hands::no_list_as(format));
    }
    if let Some(outcome) = unsolvable::run(arguments, format, output)? {
        return Ok(outcome);
    }
    let (survey, run, interrupted) = if arguments.merge.is_empty() {
        survey(engine, arguments, format, output)?
    } else {
        let (survey, run) = shard::merge(&arguments.merge)?;
        (survey, run, false)
    };
    // Of the whole deck, and so nothing to hold a part against.
    let is_whole = arguments.shard.is_none() && !interrupted && !arguments.lists_hands();
    let reachable = if is_whole { during(REACHING, || run.reachable()) } else { None };
    // A picture of a part of the deck would pass for one of the whole.
    if let Some(plot) = plot.filter(|_| !interrupted) {
        plot.finish(survey_plot::svg(&survey, &run, reachable).as_bytes())?;
    }
    if !arguments.lists_hands() {
        match format {
            Format::Text | Format::Markdown => {
                let part = arguments.shard.map(|shard| (shard.part, shard.of));
                let document = document(&survey, &run, reachable, part, interrupted);
                let is_text = format == Format::Text;
                if is_text { output.document(&document) } else { output.markdown(&document) }?;
            }
            Format::Json => {
                let json = SurveyRecord::new(&survey, interrupted);
                match arguments.shard {
                    Some(Shard { part, of }) => output.json(&json.part_of(&survey, part, of, run)),
                    None => output.json(&json),
                }?;
            }
            Format::Csv => output.csv(CSV_HEADER, [csv_row(&survey)])?,
            Format::Svg if interrupted => output.discard_file(),
            Format::Svg => output.text(&survey_plot::svg(&survey, &run, reachable))?,
            other => unreachable!("`survey` does not offer {other}"),
        }
    }
    Ok(match (interrupted, survey.solvable) {
        (true, _) => Outcome::Interrupted,
        // Whether there is none is for the joined parts to say.
        (false, 0) if arguments.shard.is_none() => Outcome::No,
        (false, _) => Outcome::Yes,
    })
}

/// Surveys a deck, or a part of it, and lists its hands where that is asked for.
fn survey(
    name: EngineName,
    arguments: &Arguments,
    format: Format,
    output: &mut Output,
) -> Result<(Survey, SurveyRun, bool), Failure> {
    let plan = Plan::new(name, arguments)?;
    let (deck, set) = (&plan.deck, plan.set()?);
    let engine = plan.method.engine(name, set);
    let counter = Counter::new(&*engine, &plan.method.target, plan.distinct);
    // Which hands, counted from 0.
    let numbers = arguments.shard.map_or(0..deck.len(), |shard| shard.numbers(deck.len()));
    let mut progress = Progress::new(numbers.end - numbers.start)?;

    if arguments.lists_hands() && output.is_seen() {
        // The list goes on where the bar would be.
        progress.hide();
    }
    let mut survey = Survey::default();
    let mut failed = None;
    // Of hands without a solution it is enough that none is found.
    let is_decided = arguments.unsolvable && !plan.method.operators.is_of_field();
    let any_of = is_decided.then_some(&engine);
    if arguments.lists_hands() {
        hands::start(arguments, format, output)?;
    }
    let flow = for_each_hand(
        deck.range(numbers),
        |hand| match &any_of {
            Some(any_of) => any_of.any_solution(hand, &plan.method.target).map_or_else(
                |refusal| Err(refusal.into()),
                |any| Ok((u64::from(any.is_some()), Effort::default())),
            ),
            None => counter.count(hand),
        },
        |hand, result| {
            let (solutions, effort) = match result {
                Ok(found) => found,
                Err(error) => {
                    failed = Some(error.into());
                    return ControlFlow::Break(());
                }
            };
            if arguments.lists(solutions)
                && let Err(failure) = hands::add(arguments, format, &hand, solutions, output)
            {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            survey.add(hand, solutions, effort);
            progress.advance()
        },
    );
    progress.finish();
    if let Some(failure) = failed {
        return Err(failure);
    }
    Ok((survey, plan.run()?, flow.is_break() && progress.is_interrupted()))
}
