//! `bracket24 templates list`

use std::ops::RangeInclusive;

use bracket24::present::classes;
use bracket24::present::listing::{EntryJson, document};
use bracket24::reports::{ClassesReport, TemplateEntry};
use bracket24::{Grammar, Rational};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::method::Bundle;
use crate::cli::options::{cards, grammar, values};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::template_source::TemplateSource;

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
pub(crate) struct Arguments {
    /// Templates for how many cards [default: 4, all of a file]
    #[arg(long, value_name = "N", value_parser = cards())]
    cards: Option<usize>,

    /// Which set: `canonical`, `scala`, `five`, `seven`, or a file with a template a
    /// line
    #[arg(long, value_name = "NAME|FILE", default_value = "canonical", value_parser = TemplateSource::parse)]
    templates: TemplateSource,

    /// What reads the templates
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    grammar: Grammar,

    /// Group the templates by class, and say what the set lacks
    #[arg(long)]
    classes: bool,

    /// The values a card can have, for the hands that the set misses
    /// [default: 1..13]
    #[arg(long, value_name = "LO..HI", value_parser = values, requires = "classes")]
    deck: Option<RangeInclusive<u32>>,

    /// What the hands that the set misses make: a whole number or a fraction
    /// `p/q` [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, requires = "classes", value_parser = input::target)]
    target: Option<Rational>,

    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    if arguments.classes {
        return by_class(arguments, output);
    }
    let templates = arguments.templates.open(&arguments.grammar)?;
    let set = templates.listed(arguments.cards)?;
    let entries = TemplateEntry::of_set(set);
    if arguments.json {
        for entry in &entries {
            output.json(&EntryJson::from(entry))?;
        }
    } else {
        output.document(&document(&entries))?;
    }
    Ok(Outcome::Yes)
}

fn by_class(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let bundle = Bundle::of(None);
    let templates = arguments.templates.open(&arguments.grammar)?;
    let set = templates.listed(arguments.cards)?;
    let values = arguments.deck.as_ref().unwrap_or(&bundle.values);
    let target = arguments.target.clone().unwrap_or(bundle.target);
    let decks = ClassesReport::decks(set, values)?;
    let hands = decks.iter().try_fold(0_u64, |sum, deck| sum.checked_add(deck.len()));
    let hands = hands.ok_or_else(|| {
        Failure::with_help("there are too many hands to count", "`--deck` takes fewer values")
    })?;
    let mut progress = Progress::new(hands)?;
    let report = ClassesReport::new(set, decks, target, || progress.advance());
    progress.finish();
    let Some(report) = report else { return Ok(Outcome::Interrupted) };
    if arguments.json {
        for entry in &report.classes {
            output.json(&classes::ClassJson::from(entry))?;
        }
    } else {
        output.document(&classes::document(&report))?;
    }
    Ok(Outcome::Yes)
}
