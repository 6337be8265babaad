//! `bracket24 survey --unsolvable` where no engine is asked for: that a hand has no
//! solution can be said without looking for one.

use bracket24::reports::SolvableDeck;

use super::reach::{SEARCHING, tables};
use super::{Arguments, hands};
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};

/// Lists the hands that have no solution; `None` where only an engine can tell
/// them: one that is named, or one that fills other templates than the canonical,
/// which are complete, or reads them by another grammar; or where the deck is too
/// large.
pub(super) fn run(
    arguments: &Arguments,
    format: Format,
    output: &mut Output,
) -> Result<Option<Outcome>, Failure> {
    let defaults = Defaults::of(arguments.like.like);
    let needs_an_engine = arguments.engine.is_some() || arguments.source.is_chosen(&defaults);
    if !arguments.unsolvable || needs_an_engine {
        return Ok(None);
    }
    let deck = arguments.deck.deck(&defaults)?;
    let target = arguments.single_target(&defaults)?;
    let Ok(deck) = tables(&deck) else { return Ok(None) };
    let len = deck.deck().len();
    let numbers = arguments.shard.map_or(0..len, |shard| shard.numbers(len));
    let of_all = during(SEARCHING, || SolvableDeck::hands(&deck, &target, numbers.clone()));
    let mut progress = Progress::new(numbers.end - numbers.start)?;
    if output.is_seen() {
        // The list goes on where the bar would be.
        progress.hide();
    }
    let mut any = false;
    hands::start(arguments, format, output)?;
    for (hand, is_solvable) in of_all {
        any |= is_solvable;
        if !is_solvable {
            hands::add(arguments, format, &hand, 0, output)?;
        }
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    Ok(Some(match arguments.shard {
        _ if progress.is_interrupted() => Outcome::Interrupted,
        // Whether there is none is for the joined parts to say.
        Some(_) => Outcome::Yes,
        None => Outcome::from(any),
    }))
}
