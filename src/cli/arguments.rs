//! What can be typed, and the help that says so.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bracket24::{Deck, Distinct, EngineName, Grammar, MAX_CARDS, Named, Rational};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::file::svg_file;
use super::input;
use super::preset::{Bundle, Preset};
use super::shard::Shard;
use super::templates::TemplateSource;

/// Help that shows examples before anything else.
const HELP: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// Which bracket templates make 24 from a hand: filled, parsed, evaluated exactly
#[derive(Debug, Parser)]
#[command(
    name = "bracket24",
    version,
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 solve 3 3 8 8                      which templates make 24 of this hand
  bracket24 inspect 1 5 5 5                    and which come nearest
  bracket24 survey                             how every hand of 1..13 fares
  bracket24 compare 5 6 7 8                    what each method does for it, and how fast
  bracket24 calculate '(N-N/N)*N' 5 1 5 5      what one template is worth
  bracket24 templates list --cards 3           the templates there are",
    after_help = "\
Exit codes: 0 found, 1 none, 2 bad input, 130 interrupted.",
    subcommand_required = true,
    arg_required_else_help = true,
    args_override_self = true,
    disable_help_subcommand = true
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) color: colorchoice_clap::Color,

    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Solve(SolveArguments),
    Inspect(InspectArguments),
    Survey(SurveyArguments),
    Compare(CompareArguments),
    Calculate(CalculateArguments),
    /// The sets of templates
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 templates list --cards 3
  bracket24 templates list --templates scala --classes
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates coverage --plot coverage.svg"
    )]
    Templates {
        #[command(subcommand)]
        command: TemplatesCommand,
    },
    /// Prints a completion script for a shell
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 completions bash > /etc/bash_completion.d/bracket24
  bracket24 completions fish > ~/.config/fish/completions/bracket24.fish"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints a manual page
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 man | man -l -
  bracket24 man templates list > bracket24-templates-list.1"
    )]
    Man {
        /// The command it is about, such as `solve` or `templates list`; the
        /// whole unless told
        command: Vec<String>,
    },
}

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
pub(super) struct SolveArguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(super) hand: Vec<String>,

    #[command(flatten)]
    pub(super) method: MethodOptions,

    #[command(flatten)]
    pub(super) distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    pub(super) like: Option<Preset>,

    /// What does the work; `strings` parses every string, `compiled` is faster,
    /// the others search without templates
    #[arg(long, default_value = "strings", value_parser = by_name::<EngineName>())]
    pub(super) engine: EngineName,

    /// Stop at the first solution
    #[arg(long)]
    pub(super) first: bool,

    /// Say of every solution that is left out which one it equals, and why
    #[arg(long)]
    pub(super) why: bool,

    #[command(flatten)]
    pub(super) shape: ShapeOptions,
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
pub(super) struct InspectArguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(super) hand: Vec<String>,

    #[command(flatten)]
    pub(super) method: MethodOptions,

    /// How many templates that come nearest to show
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub(super) nearest: usize,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(super) json: bool,
}

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
  bracket24 survey --merge part*.json",
    after_help = "\
A part of a deck (`--shard`) is written with `--json`; `--merge` joins the files
of all parts to what one run gives. Lists (`--each`, `--unsolvable`) are joined
by writing them one after the other. A part without a solvable hand exits 0.

Exit codes: 0 a hand has a solution, 1 none has, 2 bad input, 130 interrupted
(what was done so far is printed and marked as partial)."
)]
pub(super) struct SurveyArguments {
    #[command(flatten)]
    pub(super) deck: DeckOptions,

    /// Every order of the same cards is a hand of its own; `--like cardgaming`
    /// always has it so
    #[arg(long)]
    pub(super) ordered: bool,

    #[command(flatten)]
    pub(super) method: MethodOptions,

    #[command(flatten)]
    pub(super) distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    pub(super) like: Option<Preset>,

    /// What does the work; `strings` parses every string, the last three search
    /// without templates
    #[arg(long, default_value = "compiled", value_parser = by_name::<EngineName>())]
    pub(super) engine: EngineName,

    /// List every hand with the number of its solutions
    #[arg(long)]
    pub(super) each: bool,

    /// List the hands that have no solution
    #[arg(long, overrides_with = "each")]
    pub(super) unsolvable: bool,

    /// Do only a part of the deck: part I of N
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// Join the parts in these files
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["shard", "each", "unsolvable", "deck", "cards", "ordered", "target", "templates", "grammar", "distinct", "like", "engine"]
    )]
    pub(super) merge: Vec<PathBuf>,

    /// Draw how many hands have how many solutions
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file, conflicts_with_all = ["each", "unsolvable", "shard"])]
    pub(super) plot: Option<PathBuf>,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(super) json: bool,

    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub(super) csv: bool,
}

impl SurveyArguments {
    /// Whether hands are listed.
    pub(super) const fn lists_hands(&self) -> bool {
        self.each || self.unsolvable
    }

    /// Whether a hand with so many solutions is listed.
    pub(super) const fn lists(&self, solutions: u64) -> bool {
        self.each || (self.unsolvable && solutions == 0)
    }
}

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
  bracket24 compare --grammars 5 6 7 8",
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
pub(super) struct CompareArguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(allow_negative_numbers = true, value_name = "HAND", conflicts_with_all = ["deck", "cards", "ordered"])]
    pub(super) hand: Vec<String>,

    /// In place of a hand all hands, with cards of these values
    #[arg(long, value_name = "LO..HI", value_parser = values)]
    pub(super) deck: Option<RangeInclusive<u32>>,

    /// How many cards a hand of the deck has [default: 4]; without a deck, from
    /// how many to how many a typical hand grows
    #[arg(long, value_name = "N|LO..HI", value_parser = Sizes::parse)]
    pub(super) cards: Option<Sizes>,

    /// Every order of the same cards is a hand of its own
    #[arg(long)]
    pub(super) ordered: bool,

    /// What the cards are to make: a whole number or a fraction `p/q`
    /// [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(super) target: Option<Rational>,

    /// Which templates to fill, each set in a row of its own: `canonical`,
    /// `scala`, `five`, `seven`, or a file with a template a line [default:
    /// canonical and scala]
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplateSource::parse)]
    pub(super) templates: Vec<TemplateSource>,

    #[command(flatten)]
    pub(super) distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    pub(super) like: Option<Preset>,

    /// Which engine takes part; all unless told
    #[arg(long, value_parser = by_name::<EngineName>())]
    pub(super) engine: Vec<EngineName>,

    /// Read the templates with every grammar, and say what each finds, loses
    /// and gets wrong
    #[arg(long, requires = "hand", conflicts_with_all = ["engine", "plot", "deck", "cards", "ordered"])]
    pub(super) grammars: bool,

    /// Draw how the time grows with the hand
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub(super) plot: Option<PathBuf>,

    /// Do what takes more than ten minutes without asking
    #[arg(long)]
    pub(super) yes: bool,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(super) json: bool,

    /// Print CSV: a row for every engine
    #[arg(long, conflicts_with_all = ["json", "grammars"])]
    pub(super) csv: bool,

    /// Print Markdown
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub(super) markdown: bool,
}

/// How many cards: so many, or from so many to so many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sizes {
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
pub(super) struct CalculateArguments {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    pub(super) template: String,

    /// The cards in the order they go in; `-` reads a hand a line from standard
    /// input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(super) hand: Vec<String>,

    /// Say by the exit code whether it is worth this: a whole number or a
    /// fraction `p/q`
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(super) target: Option<Rational>,

    /// What reads the filled template
    #[arg(long, default_value = "left", value_parser = by_name::<Grammar>())]
    pub(super) grammar: Grammar,

    #[command(flatten)]
    pub(super) shape: ShapeOptions,
}

#[derive(Debug, Subcommand)]
pub(super) enum TemplatesCommand {
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
pub(super) struct ListArguments {
    /// Templates for how many cards [default: 4, all of a file]
    #[arg(long, value_name = "N", value_parser = cards())]
    pub(super) cards: Option<usize>,

    /// Which set: `canonical`, `scala`, `five`, `seven`, or a file with a template a
    /// line
    #[arg(long, value_name = "NAME|FILE", default_value = "canonical", value_parser = TemplateSource::parse)]
    pub(super) templates: TemplateSource,

    /// What reads the templates
    #[arg(long, default_value = "left", value_parser = by_name::<Grammar>())]
    pub(super) grammar: Grammar,

    /// Group the templates by class, and say what the set lacks
    #[arg(long)]
    pub(super) classes: bool,

    /// The values a card can have, for the hands that the set misses
    /// [default: 1..13]
    #[arg(long, value_name = "LO..HI", value_parser = values, requires = "classes")]
    pub(super) deck: Option<RangeInclusive<u32>>,

    /// What the hands that the set misses make: a whole number or a fraction
    /// `p/q` [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, requires = "classes", value_parser = input::target)]
    pub(super) target: Option<Rational>,

    /// Print JSON, an object a line
    #[arg(long)]
    pub(super) json: bool,
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
pub(super) struct ShowArguments {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    pub(super) template: String,

    /// What reads the template
    #[arg(long, default_value = "left", value_parser = by_name::<Grammar>())]
    pub(super) grammar: Grammar,

    /// The values a card can have
    #[arg(long, value_name = "LO..HI", value_parser = values, default_value = "1..13")]
    pub(super) deck: RangeInclusive<u32>,

    /// What the cards are to make: a whole number or a fraction `p/q`
    #[arg(long, value_name = "T", allow_hyphen_values = true, default_value = "24", value_parser = input::target)]
    pub(super) target: Rational,

    /// Print a JSON object
    #[arg(long)]
    pub(super) json: bool,
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
pub(super) struct CoverageArguments {
    #[command(flatten)]
    pub(super) deck: DeckOptions,

    /// Count every order of the same cards as a hand of its own
    #[arg(long)]
    pub(super) ordered: bool,

    #[command(flatten)]
    pub(super) method: MethodOptions,

    /// Draw the templates as bars, for a wall, into this file
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub(super) plot: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Print CSV: a row for every template
    #[arg(long, conflicts_with = "json")]
    pub(super) csv: bool,
}

/// What is to be made, of which templates, read how.
#[derive(Debug, Args)]
pub(super) struct MethodOptions {
    /// What the cards are to make: a whole number or a fraction `p/q`
    /// [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(super) target: Option<Rational>,

    /// Which templates to fill: `canonical`, `scala`, `five`, `seven`, or a file
    /// with a template a line [default: canonical]
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplateSource::parse)]
    pub(super) templates: Option<TemplateSource>,

    /// What reads the filled templates [default: left]
    #[arg(long, value_parser = by_name::<Grammar>())]
    pub(super) grammar: Option<Grammar>,
}

/// When two solutions are the same.
#[derive(Debug, Args)]
pub(super) struct DistinctOption {
    /// When two solutions are the same; only the first counts
    /// [default: function]
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<Distinct>())]
    pub(super) distinct: Option<Distinct>,
}

/// Which hands.
#[derive(Debug, Args)]
pub(super) struct DeckOptions {
    /// The values a card can have [default: 1..13]
    #[arg(long, value_name = "LO..HI", value_parser = values)]
    pub(super) deck: Option<RangeInclusive<u32>>,

    /// How many cards a hand has
    #[arg(long, value_name = "N", default_value = "4", value_parser = cards())]
    pub(super) cards: usize,
}

impl DeckOptions {
    /// The hands, with the values of `bundle` where none are given.
    pub(super) fn deck(&self, bundle: &Bundle, ordered: bool) -> Deck {
        let values = self.deck.clone().unwrap_or_else(|| bundle.values.clone());
        Deck { values, cards: self.cards, ordered }
    }
}

/// Reads `LO..HI`.
fn values(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = "expected the lowest and the highest card, such as 1..13";
    let (low, high) = text.split_once("..").ok_or(expected)?;
    let read = |card: &str| card.trim().parse::<u32>().map_err(|_| expected.to_owned());
    let (low, high) = (read(low)?, read(high.strip_prefix('=').unwrap_or(high))?);
    if low > high {
        return Err(format!("the deck is empty: {low} is more than {high}"));
    }
    Ok(low..=high)
}

/// Reads how many cards a hand has.
fn cards() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64)
        .range(1..=MAX_CARDS as u64)
        .map(|cards| usize::try_from(cards).unwrap_or(MAX_CARDS))
}

#[derive(Debug, Args)]
pub(super) struct ShapeOptions {
    /// How to print what is found
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,

    /// Print JSON, an object a line
    #[arg(long, overrides_with = "format")]
    pub(super) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Text,
    /// As the Scala tutorial prints it
    Listing,
}

/// Reads one of a few names; the parser suggests and completes them.
fn by_name<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|it| PossibleValue::new(it.name()).help(it.summary()));
    PossibleValuesParser::new(values).try_map(|name| T::by_name(&name))
}
