//! The arguments of `bracket24 survey`.

use std::path::PathBuf;

use bracket24::Rational;
use clap::{Args, ValueEnum};

use super::engine::SurveyEngine;
use super::shard::Shard;
use super::targets::{self, Targets};
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions, PlotOption};
use crate::cli::method::SourceOptions;
use crate::cli::options::{DeckOptions, DistinctOption, LikeOption, by_name, whole_number};

/// Count the hands of a deck that have a solution
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
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
    pub(super) deck: DeckOptions,

    /// The value to reach [default: 24]
    ///
    /// A whole number or a fraction, such as `10`, `-5` or `1/2`; with
    /// `--engine reach` also several: the whole numbers `LO..HI`.
    #[arg(short, long, value_name = "T", allow_hyphen_values = true, value_parser = targets::read)]
    pub(super) target: Option<Targets>,

    #[command(flatten)]
    pub(super) source: SourceOptions,

    #[command(flatten)]
    pub(super) distinct: DistinctOption,

    #[command(flatten)]
    pub(super) like: LikeOption,

    /// What finds the solutions [default: compiled]
    ///
    /// The engines `strings` and `compiled` fill templates; the others search
    /// without them. For `--unsolvable` none is needed unless it is named.
    #[arg(short, long, value_parser = by_name::<SurveyEngine>())]
    pub(super) engine: Option<SurveyEngine>,

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
    pub(super) by: Option<By>,

    /// List the N hands that are hardest for people, the hardest first
    #[arg(
        long,
        hide_short_help = true,
        value_name = "N",
        value_parser = whole_number(1..=usize::MAX),
        conflicts_with_all = ["distinct", "engine", "each", "solvable", "unsolvable", "shard", "merge", "plot"]
    )]
    pub(super) hardest: Option<usize>,

    /// List every hand with its number of solutions
    #[arg(long, overrides_with_all = ["solvable", "unsolvable"])]
    pub(super) each: bool,

    /// List the hands that have a solution
    #[arg(long, overrides_with_all = ["each", "unsolvable"])]
    pub(super) solvable: bool,

    /// List the hands that have no solution
    #[arg(long, overrides_with_all = ["each", "solvable"])]
    pub(super) unsolvable: bool,

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
    pub(super) min_new: bool,

    /// Do only a part of the deck: part I of N
    #[arg(long, hide_short_help = true, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// Join the parts in these files
    ///
    /// Each has at most 16 MiB, and a part about a thousand bytes.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["shard", "each", "solvable", "unsolvable", "deck", "cards", "ordered", "target", "templates", "grammar", "distinct", "like", "engine", "operators", "depth"]
    )]
    pub(super) merge: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) plot: PlotOption,

    /// Do not ask before more than 10000 targets, ten minutes, or many templates
    #[arg(long, hide_short_help = true)]
    pub(super) yes: bool,

    #[command(flatten)]
    pub(super) output: OutputOptions<Self>,
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
    pub(super) const fn lists_hands(&self) -> bool {
        self.each || self.solvable || self.unsolvable
    }

    /// Whether every hand has a place in a list.
    pub(super) const fn lists_every_hand(&self) -> bool {
        !self.solvable && !self.unsolvable
    }

    /// Whether a hand with `solutions` solutions is listed.
    pub(super) const fn lists(&self, solutions: u64) -> bool {
        self.each || (if solutions > 0 { self.solvable } else { self.unsolvable })
    }

    /// The value to reach, where only one is meant.
    pub(super) fn single_target(&self, defaults: &Defaults) -> Result<Rational, Failure> {
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
