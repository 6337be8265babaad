//! Options that several commands have.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bracket24::{Deck, DeckError, Distinct, Grammar, MAX_CARDS, Named};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::file::html_file;
use super::grammar_file::GrammarParser;
use super::method::Bundle;

/// When two solutions are the same.
#[derive(Debug, Args)]
pub(crate) struct DistinctOption {
    /// When two solutions are the same; only the first counts
    /// [default: function]
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<Distinct>())]
    pub(crate) distinct: Option<Distinct>,
}

/// Which hands.
#[derive(Debug, Args)]
pub(crate) struct DeckOptions {
    /// The values a card can have [default: 1..13]
    #[arg(long, value_name = "LO..HI", value_parser = values)]
    pub(crate) deck: Option<RangeInclusive<u32>>,

    /// How many cards a hand has
    #[arg(long, value_name = "N", default_value = "4", value_parser = cards())]
    pub(crate) cards: usize,
}

impl DeckOptions {
    /// The hands, with the values of `bundle` where none are given.
    pub(crate) fn deck(&self, bundle: &Bundle, ordered: bool) -> Result<Deck, DeckError> {
        let values = self.deck.clone().unwrap_or_else(|| bundle.values.clone());
        Deck::new(values, self.cards, ordered)
    }
}

/// Reads `LO..HI`.
pub(super) fn values(text: &str) -> Result<RangeInclusive<u32>, String> {
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
pub(super) fn cards() -> impl TypedValueParser<Value = usize> {
    up_to(MAX_CARDS)
}

/// Reads a number from 1 to `most`.
pub(super) fn up_to(most: usize) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64)
        .range(1..=most as u64)
        .map(move |number| usize::try_from(number).unwrap_or(most))
}

/// Where a page goes.
#[derive(Debug, Args)]
pub(crate) struct PageOptions {
    /// Write the page of `--format html` into this file [default: standard output]
    #[arg(long, short, value_name = "FILE.html", value_parser = html_file)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ShapeOptions {
    /// How to print what is found
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Print JSON, an object a line
    #[arg(long, overrides_with = "format")]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// As the Scala tutorial prints it
    Listing,
}

/// Reads one of a few names; the parser suggests and completes them.
pub(super) fn by_name<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|it| PossibleValue::new(it.name()).help(it.summary()));
    PossibleValuesParser::new(values).try_map(|name| T::by_name(&name))
}

/// Reads the name of a grammar, or a file of the user's own.
pub(super) fn grammar() -> impl TypedValueParser<Value = Grammar> {
    GrammarParser { named: by_name::<Grammar>() }
}

/// An expression, or a batch of them, and what reads it.
#[derive(Debug, Args)]
pub(crate) struct ExpressionArguments {
    /// The expression: `8/(3-8/3)`; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) expression: String,

    /// What reads the expression
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    pub(crate) grammar: Grammar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum LessonFormat {
    /// For people
    #[default]
    Text,
    /// A page to hand out, that goes through all events and the steps after them
    Html,
}

/// What the keys of `--step` do, for the help of the commands that have it.
macro_rules! keys {
    () => {
        "\
With --step, on a terminal: → and ← go forward and back (also Space and
Backspace, j and k), PgDn and PgUp ten at once, Home and End (g and G) to the
ends; a number and Enter go there; f and F find the next and the last failure; m
and M the next and the last match of the rule in sight, / and its name the next
of another, n and N that again; q, Esc and Ctrl-C end it. Without a terminal all
is printed, one moment after another.
"
    };
}
pub(crate) use keys;
