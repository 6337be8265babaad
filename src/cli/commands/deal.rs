//! `bracket24 deal`

use std::ffi::OsStr;
use std::path::PathBuf;

use bracket24::Named;
use bracket24::difficulty::Level;
use bracket24::games::{Age, Deal, DealError, DealOptions, Need, Sheet, Wanted};
use bracket24::present::deal::{self, Faces, document, svg, table, title, write_html, write_latex};
use bracket24::present::markup as m;
use bracket24::words::counted;

use crate::cli::options::{
    DeckOptions, OneOf, SeedOption, TargetOption, by_name, named, whole_number,
};
use crate::cli::{Defaults, Failure, Format, Output, during, failure, formats};

/// Deal hands that have a solution, or print them as cards
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The number of hands, at most 100000
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = whole_number(1..=MOST))]
    count: usize,

    #[command(flatten)]
    deal: DealArguments,

    /// The faces of the printed cards
    #[arg(long, hide_short_help = true, value_name = "KIND", default_value = "suits", value_parser = by_name::<Faces>())]
    faces: Faces,

    /// Write the solutions to this file
    ///
    /// The file's extension selects the format: .txt (or none), .md, .html or .tex; `-` is standard
    /// output.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

/// The maximum number of hands to deal at once.
const MOST: usize = 100_000;

formats! { Arguments: Text, Json, Csv, Markdown, Latex, Html, Svg;
    const ALIAS: Option<&'static str> = Some("sheet");
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let format = output.format;
    let key = arguments.key.as_deref().map(|path| output.key(path)).transpose()?;
    let (mut deal, is_chosen) = arguments.deal.deal()?;
    let count = arguments.count;
    let dealing = format!("dealing {}", counted(count, "hand"));
    let sheet = during(dealing, || Sheet::new(&mut deal, count));
    let (seed, faces) = (sheet.options.seed, arguments.faces);
    if is_chosen && matches!(format, Format::Text | Format::Json | Format::Csv) {
        failure::note(&format!("the seed is {seed}"), &format!("`--seed {seed}` deals the same"));
    }
    // Write the key first: a sheet without its key is of no use.
    if let Some(mut beside) = key {
        let solving = format!("solving {}", counted(sheet.hands.len(), "hand"));
        beside.titled(&deal::key(&sheet, &during(solving, || sheet.key())), &title(&sheet))?;
        beside.finish()?;
    }
    let mut hands = sheet.hands.iter();
    match format {
        Format::Text => hands.try_for_each(|it| output.line(m::heading(&it.hand))),
        Format::Json => hands.try_for_each(|it| output.json(it)),
        Format::Csv => output.table(&table(&sheet)),
        Format::Markdown => output.markdown(&document(&sheet, faces)),
        Format::Latex => output.write(|writer| write_latex(&sheet, faces, writer)),
        Format::Html => output.write(|writer| write_html(&sheet, faces, writer)),
        Format::Svg => output.text(&svg(&sheet, faces)),
        other => unreachable!("`deal` does not offer {other}"),
    }
}

/// Which hands to deal, and in which order.
#[derive(Debug, clap::Args)]
pub(crate) struct DealArguments {
    /// Deal for children of this age
    ///
    /// Any other age counts as the next lower one of these, or as 7 if it is lower. Each hand has a solution without
    /// fractions or negative numbers. `--deck`, `--cards` and `--target` override the age; a hand of
    /// fewer than four cards may have a single solution.
    #[arg(long, value_name = "YEARS", value_parser = OneOf { names: || named::<Age>().collect(), read: age })]
    age: Option<Age>,

    /// Deal only hands of this difficulty
    #[arg(short, long, value_name = "LEVEL", value_parser = by_name::<Level>())]
    level: Option<Level>,

    /// Deal only hands that you can solve without fractions
    #[arg(long, hide_short_help = true, conflicts_with = "needs")]
    no_fractions: bool,

    /// Deal only hands that need this
    #[arg(long, hide_short_help = true, value_name = "WHAT", value_parser = by_name::<Need>())]
    needs: Option<Need>,

    /// Also deal hands without a solution, to which the answer is `none`
    ///
    /// The other wishes do not apply to these hands.
    #[arg(short, long, hide_short_help = true)]
    unsolvable: bool,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    deck: DeckOptions,

    #[command(flatten)]
    target: TargetOption,
}

/// The age in `years`, or else the next lower one, or the lowest.
fn age(years: &OsStr) -> Option<Age> {
    let years: u32 = years.to_str()?.parse().ok()?;
    let is_reached = |it: &&Age| it.name().parse().is_ok_and(|it: u32| it <= years);
    Age::ALL.iter().rev().find(is_reached).or(Age::ALL.first()).copied()
}

impl DealArguments {
    /// Returns the deal, and whether bracket24 chose the seed.
    pub(crate) fn deal(&self) -> Result<(Deal, bool), Failure> {
        let mut defaults = Defaults::of(None);
        let Self { age, level, no_fractions, needs, unsolvable, .. } = *self;
        if let Some(age) = age {
            (defaults.values, defaults.cards, defaults.target) = age.table();
        }
        let deck = self.deck.deck(&defaults)?;
        if level.is_some() && deck.cards() < Level::LEAST_CARDS {
            let message = "levels are for hands of four cards or more";
            return Err(Failure::with_help(message, "leave out `--level`"));
        }
        let options = DealOptions {
            deck,
            target: self.target.or(&defaults),
            wanted: Wanted { age, level, no_fractions, needs, unsolvable },
            seed: self.seed.or_new(),
        };
        let deal =
            during(format!("{}: choosing those to deal", options.deck), || Deal::new(options));
        let deal = deal.map_err(|error| match error {
            DealError::TooManyHands(_) => {
                Failure::with_help(error.to_string(), "choose a smaller range with `--deck`")
            }
            DealError::None(none) if none.is_partial() => {
                Failure::with_help(none.to_string(), "choose fewer cards, or another `--seed`")
            }
            error => Failure::plain(error.to_string()),
        })?;
        Ok((deal, self.seed.seed.is_none()))
    }
}
