//! What is done with templates.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bracket24::{Grammar, Rational};
use clap::{Args, Subcommand};

use super::HELP;
use super::options::{DeckOptions, MethodOptions, cards, grammar, values};
use crate::cli::file::svg_file;
use crate::cli::input;
use crate::cli::templates::TemplateSource;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TemplatesCommand {
    List(ListArguments),
    Show(ShowArguments),
    Coverage(CoverageArguments),
}

/// The templates of a set, in how many orders each is filled, and what class
/// it belongs to
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 templates list --cards 3
  bracket24 templates list --templates scala
  bracket24 templates list --templates scala --classes
  bracket24 templates list --templates mine.txt --json",
    after_help = "\
`orders` is in how many essentially different ways so many different cards go
in; `class` is the canonical template that is the same but for the names of the
cards.

With --classes: each class with the templates of the set that belong to it, the
classes it has no template of, and the hands of the deck that the set therefore
misses. With --json too, an object for every class, whether the set has it or
not: its canonical template `class`, `cards`, the `templates` of the set, and of
the hands that the set misses those that the canonical template solves,
`missed`."
)]
pub(in crate::cli) struct ListArguments {
    /// Templates for how many cards [default: 4, all of a file]
    #[arg(long, value_name = "N", value_parser = cards())]
    pub(in crate::cli) cards: Option<usize>,

    /// Which set: `canonical`, `scala`, `five`, `seven`, or a file with a template a
    /// line
    #[arg(long, value_name = "NAME|FILE", default_value = "canonical", value_parser = TemplateSource::parse)]
    pub(in crate::cli) templates: TemplateSource,

    /// What reads the templates
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    pub(in crate::cli) grammar: Grammar,

    /// Group the templates by class, and say what the set lacks
    #[arg(long)]
    pub(in crate::cli) classes: bool,

    /// The values a card can have, for the hands that the set misses
    /// [default: 1..13]
    #[arg(long, value_name = "LO..HI", value_parser = values, requires = "classes")]
    pub(in crate::cli) deck: Option<RangeInclusive<u32>>,

    /// What the hands that the set misses make: a whole number or a fraction
    /// `p/q` [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, requires = "classes", value_parser = input::target)]
    pub(in crate::cli) target: Option<Rational>,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// One template: its tree, its class and why, and what it does over a deck
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates show 'N/(N-N/N)' --deck 0..9 --target 10
  bracket24 templates show N-N-N --grammar scala --json",
    after_help = "\
The slots are called a, b, c … from left to right. The class is the canonical
template that is the same rational function but for the names; each step
towards it follows from the law beside it. Other canonical templates are those
of other classes, always in ordinary arithmetic.

With --json: `template`, `cards`, `tree`, `class`, `rewrites` (each a `rule` and
its `result`), `orders` that are essentially different, `undefined` (the
conditions under which it is), `hands` it solves, and of these `alone` those
that no other canonical template solves."
)]
pub(in crate::cli) struct ShowArguments {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    pub(in crate::cli) template: String,

    /// What reads the template
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    pub(in crate::cli) grammar: Grammar,

    /// The values a card can have
    #[arg(long, value_name = "LO..HI", value_parser = values, default_value = "1..13")]
    pub(in crate::cli) deck: RangeInclusive<u32>,

    /// What the cards are to make: a whole number or a fraction `p/q`
    #[arg(long, value_name = "T", allow_hyphen_values = true, default_value = "24", value_parser = input::target)]
    pub(in crate::cli) target: Rational,

    /// Print a JSON object
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Over every hand of a deck: what each template solves, what only it solves,
/// and the fewest that still solve all
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 templates coverage
  bracket24 templates coverage --templates scala --plot coverage.svg
  bracket24 templates coverage --deck 0..9 --target 10 --json",
    after_help = "\
`hands` is how many hands a template solves, in however many orders, and `only`
how many of them no other template does. In the list of the fewest, `alone` is
how many of its hands no other of the list solves; `needed for` is the first.

Exit codes: 0 a hand is solvable, 1 none is, 2 bad input, 130 interrupted."
)]
pub(in crate::cli) struct CoverageArguments {
    #[command(flatten)]
    pub(in crate::cli) deck: DeckOptions,

    /// Count every order of the same cards as a hand of its own
    #[arg(long)]
    pub(in crate::cli) ordered: bool,

    #[command(flatten)]
    pub(in crate::cli) method: MethodOptions,

    /// Draw the templates as bars, for a wall, into this file
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub(in crate::cli) plot: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,

    /// Print CSV: a row for every template
    #[arg(long, conflicts_with = "json")]
    pub(in crate::cli) csv: bool,
}
