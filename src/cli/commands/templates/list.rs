//! `bracket24 templates list`

use bracket24::Deck;
use bracket24::reports::{ClassesReport, TemplateEntry};

use crate::cli::method::MethodOptions;
use crate::cli::options::{ValuesOption, cards};
use crate::cli::stdin::{LONG_ANSWER, confirm};
use crate::cli::{Defaults, Ended, Formats, Outcome, Output, Progress, during, estimate};

const DECK: &str = "With --classes, the values of the cards [default: 1..13]";
const TARGET: &str = "With --classes, the target [default: 24]";

/// List the templates of a set
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("deck", |it| it.requires("classes").hide_short_help(true).help(DECK).long_help(DECK)),
    mut_arg("target", |it| it.requires("classes").hide_short_help(true).help(TARGET))
)]
pub(crate) struct Arguments {
    /// Number of cards [default: 4; for a file, all]
    #[arg(short = 'n', long, value_name = "N", value_parser = cards())]
    cards: Option<usize>,

    #[command(flatten)]
    method: MethodOptions,

    /// Group the templates by class
    #[arg(long)]
    classes: bool,

    #[command(flatten)]
    values: ValuesOption,

    /// Do not ask for confirmation before long work
    #[arg(long, hide_short_help = true)]
    yes: bool,
}

impl Formats for Arguments {}

/// The maximum number of rows in a table. A longer list becomes several tables, each with its own
/// column widths.
const TABLE: usize = 10_000;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let defaults = Defaults::of(None);
    let method = arguments.method.resolve(None, &defaults)?;
    let set = method.templates.listed(arguments.cards)?;
    if arguments.classes {
        let decks = ClassesReport::decks(set, &arguments.values.or(&defaults))?;
        let time = estimate::every_hand(set, &decks);
        let what = "filling every template with every hand of the deck";
        let quick = Some("choose a smaller range with `--deck`");
        confirm(what, (time, LONG_ANSWER), [arguments.yes, true], quick)?;
        let mut progress = Progress::new(decks.iter().map(Deck::len).fold(0, u64::saturating_add))?;
        let report = ClassesReport::new(set, decks, method.target, || progress.advance());
        progress.finish();
        let Some(report) = report else { return Ok(Outcome::Interrupted) };
        output.report(&report)?;
        return Ok(Outcome::Yes);
    }
    for templates in set.templates().chunks(TABLE) {
        let entries = || templates.iter().filter_map(TemplateEntry::new).collect::<Vec<_>>();
        output.report(&during("finding the class of every template", entries)[..])?;
    }
    Ok(Outcome::Yes)
}
