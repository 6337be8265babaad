//! `bracket24 survey --by difficulty` and `--hardest`

use bracket24::present::difficulty::{CSV_HEADER, csv_row, deck_document};
use bracket24::reports::{HandsByDifficulty, RatedHand};

use super::Arguments;
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::Progress;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    if matches!(format, Format::Svg | Format::Html) {
        return Err(Failure::with_help(
            format!("hands by difficulty are not written as {format}"),
            "choose `--format text`, `json`, `csv` or `md`",
        ));
    }
    let defaults = Defaults::of(arguments.like.like);
    let deck = arguments.deck.deck(&defaults)?;
    let target = arguments.single_target(&defaults)?;
    if arguments.source.is_chosen(&defaults) {
        return Err(Failure::with_help(
            "how hard a hand is for people does not depend on templates or a grammar",
            "leave out `--templates`, `--grammar` and a `--like` that brings them",
        ));
    }
    let mut progress = Progress::new(deck.len())?;
    let hands = HandsByDifficulty::new(&deck, &target, || progress.advance());
    progress.finish();
    let listed: Vec<&RatedHand> = match arguments.hardest {
        Some(most) => hands.hardest().take(most).collect(),
        None => hands.rated.iter().collect(),
    };
    let show = || deck_document(&hands, listed.iter().copied(), &deck, &target);
    match format {
        Format::Text => output.document(&show()),
        Format::Markdown => output.markdown(&show()),
        // The hardest of a part of the deck would pass for those of the whole.
        _ if hands.partial => {
            output.discard_file();
            Ok(())
        }
        Format::Json => listed.iter().try_for_each(|rated| output.json(rated)),
        Format::Csv => output.csv(CSV_HEADER, listed.iter().map(|rated| csv_row(rated))),
        other => unreachable!("`survey --by difficulty` does not offer {other}"),
    }?;
    if hands.partial {
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::from(!hands.rated.is_empty()))
}
