//! Options that several commands have.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bracket24::{Deck, Distinct, Grammar, MAX_CARDS, Named, Rational};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::cli::file::html_file;
use crate::cli::grammar_file::GrammarParser;
use crate::cli::input;
use crate::cli::preset::Bundle;
use crate::cli::templates::TemplateSource;

/// What is to be made, of which templates, read how.
#[derive(Debug, Args)]
pub(in crate::cli) struct MethodOptions {
    /// What the cards are to make: a whole number or a fraction `p/q`
    /// [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(in crate::cli) target: Option<Rational>,

    /// Which templates to fill: `canonical`, `scala`, `five`, `seven`, or a file
    /// with a template a line [default: canonical]
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplateSource::parse)]
    pub(in crate::cli) templates: Option<TemplateSource>,

    /// What reads the filled templates [default: left]
    #[arg(long, value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(in crate::cli) grammar: Option<Grammar>,
}

/// When two solutions are the same.
#[derive(Debug, Args)]
pub(in crate::cli) struct DistinctOption {
    /// When two solutions are the same; only the first counts
    /// [default: function]
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<Distinct>())]
    pub(in crate::cli) distinct: Option<Distinct>,
}

/// Which hands.
#[derive(Debug, Args)]
pub(in crate::cli) struct DeckOptions {
    /// The values a card can have [default: 1..13]
    #[arg(long, value_name = "LO..HI", value_parser = values)]
    pub(in crate::cli) deck: Option<RangeInclusive<u32>>,

    /// How many cards a hand has
    #[arg(long, value_name = "N", default_value = "4", value_parser = cards())]
    pub(in crate::cli) cards: usize,
}

impl DeckOptions {
    /// The hands, with the values of `bundle` where none are given.
    pub(in crate::cli) fn deck(&self, bundle: &Bundle, ordered: bool) -> Deck {
        let values = self.deck.clone().unwrap_or_else(|| bundle.values.clone());
        Deck { values, cards: self.cards, ordered }
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
pub(in crate::cli) struct PageOptions {
    /// Write the page of `--format html` into this file [default: standard output]
    #[arg(long, short, value_name = "FILE.html", value_parser = html_file)]
    pub(in crate::cli) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ShapeOptions {
    /// How to print what is found
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,

    /// Print JSON, an object a line
    #[arg(long, overrides_with = "format")]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum Format {
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
