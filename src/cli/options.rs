//! Options that several commands have, each defined once.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bracket24::present::grammar_texts::text_of_line;
use bracket24::{
    Card, Deck, DeckError, Equivalence, MAX_TEMPLATE_SLOTS, Named, OperatorSet, Rational,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ColorChoice, Command};
use itertools::Itertools;

use super::defaults::{Defaults, Preset};
use super::file::ReadOnly;
use super::templates::{TemplateSource, template_source};
use super::{Ended, Output, failure, input, stdin};

/// Whether the output has colors.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ColorOption {
    /// Use color
    // A shell alias and the command line may both have this option: the last one wins.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t = ColorChoice::Auto,
        global = true,
        overrides_with = "color",
        display_order = 1000,
        hide_short_help = true
    )]
    pub(crate) color: ColorChoice,
}

impl ColorOption {
    /// Applies the choice to all output from now on.
    pub(crate) fn apply(self) {
        let choice = match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// A hand, or a batch of them.
#[derive(Debug, Args)]
pub(crate) struct HandArgument {
    /// The cards: `3 3 8 8`, `3388` or `A J Q K`; `-` for standard input
    ///
    /// Separate cards with blanks or commas; without them each character is a card.
    /// A, T, J, Q and K, in either case, are 1, 10, 11, 12 and 13.
    ///
    /// `-` reads one per line, skips blank lines and lines that begin with `#`, and exits with 2 if
    /// it rejected a line.
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    pub(crate) hand: Vec<String>,
}

impl HandArgument {
    /// Calls `each` with the hand, or with every hand of a batch.
    ///
    /// Prints a note if the user may have meant a hand other than the one typed, but not for the
    /// lines of a batch.
    pub(crate) fn for_each(&self, output: &mut Output, each: impl stdin::Each) -> Ended {
        if let [typed] = &self.hand[..]
            && let Some((message, help)) = input::doubt(typed)
        {
            failure::note(&message, &help);
        }
        stdin::for_each(&self.hand, stdin::trimmed, output, each)
    }
}

/// An expression, or a batch of them.
#[derive(Debug, Args)]
pub(crate) struct ExpressionArgument {
    /// The expression, such as `8/(3-8/3)`; `-` for standard input
    ///
    /// Quote it, or the shell interprets its brackets and `*`; `3 + 5` needs no quotes.
    /// `×`, `÷` and `−` mean `*`, `/` and `-`.
    ///
    /// `-` reads one per line, skips blank lines and lines that begin with `#` (except
    /// `#"…"`, quoted), and exits with 2 if it rejects one.
    #[arg(value_name = "EXPR", allow_hyphen_values = true, required = true)]
    first: Option<String>,

    /// The rest of the expression, if you typed it as several arguments
    #[arg(hide = true, allow_negative_numbers = true)]
    rest: Vec<String>,
}

impl ExpressionArgument {
    /// Calls `each` with the expression, or with every expression of a batch.
    pub(crate) fn for_each(&self, output: &mut Output, each: impl stdin::Each) -> Ended {
        let typed = [self.first.as_slice(), &self.rest].concat().join(" ");
        stdin::for_each(&[typed], text_of_line, output, each)
    }
}

/// A template.
#[derive(Debug, Args)]
pub(crate) struct TemplateArgument {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    pub(crate) template: String,
}

/// The value that solutions have.
#[derive(Debug, Args)]
pub(crate) struct TargetOption {
    /// The target, such as 10 or -1/2 [default: 24]
    #[arg(short, long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(crate) target: Option<Rational>,
}

impl TargetOption {
    /// The target that the user gives, or that of `defaults`.
    pub(crate) fn or(&self, defaults: &Defaults) -> Rational {
        self.target.clone().unwrap_or_else(|| defaults.target.clone())
    }
}

/// The templates to fill.
#[derive(Debug, Args)]
pub(crate) struct TemplatesOption {
    /// The templates to fill [default: canonical]
    ///
    /// A file has one template per line, such as `(N-N/N)*N`; it may hold at most 1000000 templates
    /// and be at most 64 MiB in size. bracket24 skips blank lines and lines that begin with `#`.
    #[arg(long, value_name = "NAME|FILE", value_parser = template_source())]
    pub(crate) templates: Option<TemplateSource>,
}

/// The operators that solutions may have.
#[derive(Debug, Args)]
pub(crate) struct OperatorsOption {
    /// Operators besides +-*/, such as `^!` [default: none]
    ///
    /// `all`, or a list of signs and names, such as `^!,join`; separate names by commas: `^` power,
    /// `root` root, `!` factorial, `%` remainder, `log` logarithm to a base, `join` digits written
    /// together, `negate` a sign before an operand.
    ///
    /// With these operators, bracket24 makes templates that contain them, and the defaults become
    /// `--grammar extended`, `--distinct value` and `--engine pairs`; the engines `strings` and
    /// `compiled` support them too.
    #[arg(long, hide_short_help = true, value_name = "SET", allow_hyphen_values = true)]
    pub(crate) operators: Option<OperatorSet>,

    /// How many roots and factorials to nest, as in (√9)! [default: 1]
    #[arg(
        long,
        hide_short_help = true,
        value_name = "N",
        requires = "operators",
        value_parser = whole_number(1..=OperatorSet::MAX_DEPTH)
    )]
    depth: Option<usize>,
}

impl OperatorsOption {
    /// The operators that the user gives, or `+-*/`.
    pub(crate) fn set(&self) -> OperatorSet {
        let Some(set) = self.operators else { return OperatorSet::default() };
        self.depth.map_or(set, |depth| set.with_depth(depth))
    }
}

/// Which solutions count as the same.
#[derive(Debug, Args)]
pub(crate) struct DistinctOption {
    /// When two solutions count as one [default: function]
    #[arg(long, hide_short_help = true, value_name = "LEVEL", value_parser = by_name::<Equivalence>())]
    pub(crate) distinct: Option<Equivalence>,
}

/// A known program to imitate.
#[derive(Debug, Args)]
pub(crate) struct LikeOption {
    /// Imitate a known program; other options override it
    #[arg(long, hide_short_help = true, value_name = "NAME", value_enum)]
    pub(crate) like: Option<Preset>,
}

/// The values of the cards.
#[derive(Debug, Args)]
pub(crate) struct ValuesOption {
    /// The values of the cards [default: 1..13]
    ///
    /// `1..13`, `1-13` and `A..K` mean the same.
    #[arg(short, long, value_name = "LO..HI", value_parser = values)]
    pub(crate) deck: Option<RangeInclusive<u32>>,
}

impl ValuesOption {
    /// The values that the user gives, or those of `defaults`.
    pub(crate) fn or(&self, defaults: &Defaults) -> RangeInclusive<u32> {
        self.deck.clone().unwrap_or_else(|| defaults.values.clone())
    }
}

/// The order of the cards of a hand.
#[derive(Debug, Args)]
pub(crate) struct OrderedOption {
    /// Count each order of the same cards as a separate hand
    #[arg(long, hide_short_help = true)]
    pub(crate) ordered: bool,
}

// Whether to replace a read-only file. This is not a doc comment, because clap would print it as
// the description of a command that has no other.
#[derive(Debug, Default, Args)]
pub(crate) struct ForceOption {
    /// Replace a read-only file, which stays read-only
    #[arg(long, hide_short_help = true)]
    force: bool,
}

impl ForceOption {
    /// How to treat a read-only file.
    pub(crate) const fn read_only(&self) -> ReadOnly {
        if self.force { ReadOnly::Replaced } else { ReadOnly::Kept("`--force` replaces it") }
    }
}

/// The seed of a random choice.
#[derive(Debug, Args)]
pub(crate) struct SeedOption {
    /// The random seed, 0 or more [default: a new one]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
}

fn seed(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

impl SeedOption {
    /// The seed that the user gives, or a new random seed, with few digits so that the user can
    /// type it again.
    pub(crate) fn or_new(&self) -> u64 {
        let random = || getrandom::u64().expect("the system has random numbers for hash maps too");
        self.seed.unwrap_or_else(|| random() % 1_000_000)
    }
}

/// The hands of a deck.
#[derive(Debug, Args)]
pub(crate) struct DeckOptions {
    #[command(flatten)]
    values: ValuesOption,

    /// The number of cards in a hand [default: 4]
    #[arg(short = 'n', long, value_name = "N", value_parser = cards())]
    cards: Option<usize>,

    #[command(flatten)]
    ordered: OrderedOption,
}

impl DeckOptions {
    /// The hands; options that the user does not give come from `defaults`.
    pub(crate) fn deck(&self, defaults: &Defaults) -> Result<Deck, DeckError> {
        let ordered = self.ordered.ordered || defaults.ordered;
        Deck::new(self.values.or(defaults), self.cards.unwrap_or(defaults.cards), ordered)
    }
}

/// Parses a range of cards, `LO..HI`. Its ends are numbers or letters, as in `A..K`.
fn values(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = "expected the lowest and the highest card, such as 1..13";
    let card = |text: &str| match text.chars().exactly_one().ok().and_then(Card::from_name) {
        Some(card) => card.value().to_string().parse().ok(),
        None => text.parse().ok(),
    };
    input::range(text, card, expected, "the deck is empty").unwrap_or_else(|| Err(expected.into()))
}

/// Parses the number of cards in a hand.
pub(crate) fn cards() -> impl TypedValueParser<Value = usize> {
    whole_number(1..=MAX_TEMPLATE_SLOTS)
}

/// Parses a whole number in `range`.
pub(crate) fn whole_number(range: RangeInclusive<usize>) -> impl TypedValueParser<Value = usize> {
    move |text: &str| {
        let number = text.trim().parse().ok().filter(|it| range.contains(it));
        number.ok_or_else(|| match (range.start(), range.end()) {
            (low, &usize::MAX) => format!("expected a whole number, {low} or more"),
            (low, high) => format!("expected a whole number from {low} to {high}"),
        })
    }
}

/// Parses a name of a `T`. clap suggests and completes these names.
pub(crate) fn by_name<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(named::<T>()).try_map(|name| T::by_name(&name))
}

/// Parses the words that `read` accepts. clap completes `names`, and lists them in the error for any
/// other word.
#[derive(Clone)]
pub(crate) struct OneOf<T> {
    pub(crate) names: fn() -> Vec<PossibleValue>,
    pub(crate) read: fn(&OsStr) -> Option<T>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        word: &OsStr,
    ) -> Result<T, clap::Error> {
        let names = PossibleValuesParser::new((self.names)());
        let refused = || names.parse_ref(command, argument, word).expect_err("names are accepted");
        (self.read)(word).ok_or_else(refused)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

/// The path in a word that is no name: it has a character that no name has, or it is a file's.
pub(crate) fn path(word: &OsStr) -> Option<PathBuf> {
    let is_path = word.to_string_lossy().contains(['.', '/', '\\']) || Path::new(word).exists();
    is_path.then(|| word.into())
}

/// All names of `T`, with their summaries.
pub(crate) fn named<T: Named>() -> impl Iterator<Item = PossibleValue> {
    T::ALL.iter().map(|it| PossibleValue::new(it.name()).help(it.summary()))
}

#[cfg(test)]
mod tests {
    use bracket24::OperatorSet;
    use clap::{Args, Command};

    use super::OperatorsOption;

    /// Checks step 7 of the instructions for adding an operator.
    #[test]
    fn the_help_names_every_extra_operator() {
        let mut command = OperatorsOption::augment_args(Command::new("solve"));
        let help = command.render_long_help().to_string();
        for operator in OperatorSet::all().beyond() {
            let is_named = [operator.symbol(), operator.name()]
                .iter()
                .any(|it| help.contains(&format!("`{it}`")));
            assert!(is_named, "step 7 of how to add an operator: {}", operator.name());
        }
    }
}
