//! What is done with a whole deck.

use std::path::PathBuf;

use bracket24::EngineName;
use clap::{Args, ValueEnum};

use super::HELP;
use super::options::{DeckOptions, DistinctOption, MethodOptions, by_name};
use crate::cli::file::svg_file;
use crate::cli::preset::Preset;
use crate::cli::shard::Shard;

/// How every hand of a deck fares
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 survey
  bracket24 survey --like make10 --unsolvable
  bracket24 survey --cards 3 --each --csv > hands.csv
  bracket24 survey --cards 5 --shard 3/16 --json > part3.json
  bracket24 survey --merge part*.json
  bracket24 survey --by grammar
  bracket24 survey --by grammar --grammar mine.pest",
    after_help = "\
A part of a deck (`--shard`) is written with `--json`; `--merge` joins the files
of all parts to what one run gives. Lists (`--each`, `--unsolvable`) are joined
by writing them one after the other. A part without a solvable hand exits 0.

With `--by grammar` every template is filled with every order of the cards, and
every text counts: it is asked of each grammar whether that is the target; with
`--grammar` of that one and of ordinary arithmetic.

Exit codes: 0 a hand has a solution, 1 none has, 2 bad input, 130 interrupted
(what was done so far is printed and marked as partial)."
)]
pub(in crate::cli) struct SurveyArguments {
    #[command(flatten)]
    pub(in crate::cli) deck: DeckOptions,

    /// Every order of the same cards is a hand of its own; `--like cardgaming`
    /// always has it so
    #[arg(long)]
    pub(in crate::cli) ordered: bool,

    #[command(flatten)]
    pub(in crate::cli) method: MethodOptions,

    #[command(flatten)]
    pub(in crate::cli) distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    pub(in crate::cli) like: Option<Preset>,

    /// What does the work; `strings` parses every string, the last three search
    /// without templates
    #[arg(long, default_value = "compiled", value_parser = by_name::<EngineName>())]
    pub(in crate::cli) engine: EngineName,

    /// Say of every grammar how many filled templates it takes for solutions,
    /// how many of these are false, and how many true ones it loses
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        conflicts_with_all = ["distinct", "engine", "each", "unsolvable", "shard", "merge", "plot"]
    )]
    pub(in crate::cli) by: Option<By>,

    /// List every hand with the number of its solutions
    #[arg(long)]
    pub(in crate::cli) each: bool,

    /// List the hands that have no solution
    #[arg(long, overrides_with = "each")]
    pub(in crate::cli) unsolvable: bool,

    /// Do only a part of the deck: part I of N
    #[arg(long, value_name = "I/N")]
    pub(in crate::cli) shard: Option<Shard>,

    /// Join the parts in these files
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["shard", "each", "unsolvable", "deck", "cards", "ordered", "target", "templates", "grammar", "distinct", "like", "engine"]
    )]
    pub(in crate::cli) merge: Vec<PathBuf>,

    /// Draw how many hands have how many solutions
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file, conflicts_with_all = ["each", "unsolvable", "shard"])]
    pub(in crate::cli) plot: Option<PathBuf>,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(in crate::cli) json: bool,

    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub(in crate::cli) csv: bool,
}

/// What the solutions of a deck are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum By {
    /// What reads the filled templates
    Grammar,
}

impl SurveyArguments {
    /// Whether hands are listed.
    pub(in crate::cli) const fn lists_hands(&self) -> bool {
        self.each || self.unsolvable
    }

    /// Whether a hand with so many solutions is listed.
    pub(in crate::cli) const fn lists(&self, solutions: u64) -> bool {
        self.each || (self.unsolvable && solutions == 0)
    }
}
