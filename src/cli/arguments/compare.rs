//! What is done by every method.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bracket24::{EngineName, Grammar, MAX_CARDS, Rational};
use clap::Args;

use super::HELP;
use super::options::{DistinctOption, by_name, grammar, values};
use crate::cli::file::svg_file;
use crate::cli::input;
use crate::cli::preset::Preset;
use crate::cli::templates::TemplateSource;

/// The same work done by every method: what each does, how long it takes, and
/// whether they find the same
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 compare 5 6 7 8
  bracket24 compare 1 2 7 7 --templates scala --engine compiled --engine split
  bracket24 compare --deck 1..13 --cards 3
  bracket24 compare --like cardgaming
  bracket24 compare --cards 2..6 --plot growth.svg
  bracket24 compare --grammars 5 6 7 8
  bracket24 compare --grammars --grammar mine.pest 5 6 7 8",
    after_help = "\
All is ordinary arithmetic, except with --grammars. The time of a hand is the
median of repeated runs on one processor, that of a deck is one run over all its
hands. It includes writing out the solutions, not counting and comparing them.
`strings` fills, parses and evaluates every string; `compiled` has its templates
read and its orders made beforehand; a search takes nothing but the cards.
`pairs` and `shapes` write a solution once for every way that leads to it,
`split` once for each function of the cards, and so do templates of `canonical`.

--like takes the deck, the target, the templates and the order from a known
program; `cardgaming` and `point24` hold its templates (`compiled`) against
search (`pairs`), `--engine strings` parses each of its strings.

With --json: `lacking` has the solutions that not all find, with the canonical
template that gives them; of a deck those of the first hand that differs.

Exit codes: 0 they agree, 1 they differ, 2 bad input, 130 interrupted."
)]
pub(in crate::cli) struct CompareArguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(allow_negative_numbers = true, value_name = "HAND", conflicts_with_all = ["deck", "cards", "ordered"])]
    pub(in crate::cli) hand: Vec<String>,

    /// In place of a hand all hands, with cards of these values
    #[arg(long, value_name = "LO..HI", value_parser = values)]
    pub(in crate::cli) deck: Option<RangeInclusive<u32>>,

    /// How many cards a hand of the deck has [default: 4]; without a deck, from
    /// how many to how many a typical hand grows
    #[arg(long, value_name = "N|LO..HI", value_parser = Sizes::parse)]
    pub(in crate::cli) cards: Option<Sizes>,

    /// Every order of the same cards is a hand of its own
    #[arg(long)]
    pub(in crate::cli) ordered: bool,

    /// What the cards are to make: a whole number or a fraction `p/q`
    /// [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(in crate::cli) target: Option<Rational>,

    /// Which templates to fill, each set in a row of its own: `canonical`,
    /// `scala`, `five`, `seven`, or a file with a template a line [default:
    /// canonical and scala]
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplateSource::parse)]
    pub(in crate::cli) templates: Vec<TemplateSource>,

    #[command(flatten)]
    pub(in crate::cli) distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    pub(in crate::cli) like: Option<Preset>,

    /// Which engine takes part; all unless told
    #[arg(long, value_parser = by_name::<EngineName>())]
    pub(in crate::cli) engine: Vec<EngineName>,

    /// Read the templates with every grammar, and say what each finds, loses
    /// and gets wrong
    #[arg(long, requires = "hand", conflicts_with_all = ["engine", "plot", "deck", "cards", "ordered"])]
    pub(in crate::cli) grammars: bool,

    /// With --grammars, read them with ordinary arithmetic and this one alone;
    /// may be given several times
    #[arg(long, value_name = "NAME|FILE.pest", requires = "grammars", value_parser = grammar())]
    pub(in crate::cli) grammar: Vec<Grammar>,

    /// Draw how the time grows with the hand
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub(in crate::cli) plot: Option<PathBuf>,

    /// Do what takes more than ten minutes without asking
    #[arg(long)]
    pub(in crate::cli) yes: bool,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(in crate::cli) json: bool,

    /// Print CSV: a row for every engine
    #[arg(long, conflicts_with_all = ["json", "grammars"])]
    pub(in crate::cli) csv: bool,

    /// Print Markdown
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub(in crate::cli) markdown: bool,
}

/// How many cards: so many, or from so many to so many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Sizes {
    One(usize),
    Range(RangeInclusive<usize>),
}

impl Sizes {
    /// No search does more cards; templates there are for up to [`MAX_CARDS`].
    const MOST: usize = MAX_CARDS + 1;

    fn parse(text: &str) -> Result<Self, String> {
        let expected = || {
            let most = Self::MOST;
            format!("expected a number from 1 to {most}, or a range such as 2..6")
        };
        let read = |number: &str| {
            let number = number.trim().parse::<usize>().map_err(|_| expected())?;
            if (1..=Self::MOST).contains(&number) { Ok(number) } else { Err(expected()) }
        };
        let Some((low, high)) = text.split_once("..") else { return Ok(Self::One(read(text)?)) };
        let (low, high) = (read(low)?, read(high.strip_prefix('=').unwrap_or(high))?);
        if low > high {
            return Err(format!("the range is empty: {low} is more than {high}"));
        }
        Ok(Self::Range(low..=high))
    }
}
