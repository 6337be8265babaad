//! `bracket24 survey difficulty`

use bracket24::present::difficulty::ListByDifficulty;
use bracket24::reports::HandsByDifficulty;

use super::DeckAndTarget;
use crate::cli::options::whole_number;
use crate::cli::{Ended, Format, Formats, Outcome, Output, Progress};

/// List the hands by difficulty, easiest first
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hands: DeckAndTarget,

    /// List only the N hardest hands, hardest first
    #[arg(long, value_name = "N", value_parser = whole_number(1..=usize::MAX))]
    hardest: Option<usize>,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let (deck, target) = arguments.hands.without_templates("how hard a hand is for people")?;
    let mut progress = Progress::new(deck.len())?;
    let all = HandsByDifficulty::new(&deck, &target, || progress.advance());
    progress.finish();
    let hardest = |most| all.hardest().take(most).collect();
    let listed = arguments.hardest.map_or_else(|| all.rated.iter().collect(), hardest);
    let report = ListByDifficulty { listed, all: &all };
    // In JSON and CSV, the hardest hands of a part of the deck would look like those of the whole
    // deck.
    if !(all.partial && matches!(output.format, Format::Json | Format::Csv)) {
        output.report(&report)?;
    }
    Ok(if all.partial { Outcome::Interrupted } else { Outcome::from(!all.rated.is_empty()) })
}
