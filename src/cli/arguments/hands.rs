//! What is done with single hands.

use bracket24::{EngineName, Grammar, Rational};
use clap::Args;

use super::HELP;
use super::options::{DistinctOption, MethodOptions, ShapeOptions, by_name, grammar};
use crate::cli::input;
use crate::cli::preset::Preset;

/// Which filled templates make the target from a hand
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 solve 3 3 8 8
  bracket24 solve A J Q K --target 25 --json
  bracket24 solve 5 6 7 8 --templates scala --why
  bracket24 solve --like scala --format listing 5 6 7 8
  printf '1 2 3 4\\n5 6 7 8\\n' | bracket24 solve -",
    after_help = "\
Exit codes: 0 every hand has a solution, 1 a hand has none, 2 bad input."
)]
pub(in crate::cli) struct SolveArguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(in crate::cli) hand: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) method: MethodOptions,

    #[command(flatten)]
    pub(in crate::cli) distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    pub(in crate::cli) like: Option<Preset>,

    /// What does the work; `strings` parses every string, `compiled` is faster,
    /// the others search without templates
    #[arg(long, default_value = "strings", value_parser = by_name::<EngineName>())]
    pub(in crate::cli) engine: EngineName,

    /// Stop at the first solution
    #[arg(long)]
    pub(in crate::cli) first: bool,

    /// Say of every solution that is left out which one it equals, and why
    #[arg(long)]
    pub(in crate::cli) why: bool,

    #[command(flatten)]
    pub(in crate::cli) shape: ShapeOptions,
}

/// Which templates solve a hand, and which come nearest
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 inspect 1 5 5 5
  bracket24 inspect 4 4 7 7 --templates scala --nearest 10
  bracket24 inspect 2 3 5 --target 1/2 --json",
    after_help = "\
A template is marked where each of its solutions has a fraction, or a negative
number, on the way.

Exit codes: 0 a template solves every hand, 1 none solves one, 2 bad input."
)]
pub(in crate::cli) struct InspectArguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(in crate::cli) hand: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) method: MethodOptions,

    /// How many templates that come nearest to show
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub(in crate::cli) nearest: usize,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// What one template is worth, the cards filled in as they are given
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 calculate '(N-N/N)*N' 5 1 5 5
  bracket24 calculate N/N*N+N 9 6 10 9 --target 24 --json
  bracket24 calculate N-N-N 8 4 2 --grammar scala",
    after_help = "\
Exit codes: 0 it has a value (with --target: that one), 1 it has none (or
another), 2 bad input."
)]
pub(in crate::cli) struct CalculateArguments {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    pub(in crate::cli) template: String,

    /// The cards in the order they go in; `-` reads a hand a line from standard
    /// input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(in crate::cli) hand: Vec<String>,

    /// Say by the exit code whether it is worth this: a whole number or a
    /// fraction `p/q`
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(in crate::cli) target: Option<Rational>,

    /// What reads the filled template
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    pub(in crate::cli) grammar: Grammar,

    #[command(flatten)]
    pub(in crate::cli) shape: ShapeOptions,
}
