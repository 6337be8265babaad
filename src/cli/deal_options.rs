//! Which hands are dealt, for `deal` and `play`.

use bracket24::difficulty::Level;
use bracket24::games::{Deal, DealError, DealOptions, Need, Wanted};
use clap::Args;

use super::defaults::Defaults;
use super::failure::Failure;
use super::options::{DeckOptions, SeedOption, TargetOption, by_name};
use super::progress::during;

/// Which hands are dealt, and in which order.
#[derive(Debug, Args)]
pub(crate) struct DealArguments {
    /// Only hands of this difficulty
    #[arg(short, long, value_name = "LEVEL", value_parser = by_name::<Level>())]
    level: Option<Level>,

    /// Only hands that can be done without a fraction
    #[arg(long, hide_short_help = true, conflicts_with = "needs")]
    no_fractions: bool,

    /// Only hands that cannot be done without this
    #[arg(long, hide_short_help = true, value_name = "WHAT", value_parser = by_name::<Need>())]
    needs: Option<Need>,

    #[command(flatten)]
    seed: SeedOption,

    #[command(flatten)]
    deck: DeckOptions,

    #[command(flatten)]
    target: TargetOption,
}

impl DealArguments {
    /// The deal that is asked for, and whether its seed was chosen for it.
    pub(crate) fn deal(&self, unsolvable: bool) -> Result<(Deal, bool), Failure> {
        let defaults = Defaults::of(None);
        let Self { level, no_fractions, needs, .. } = *self;
        let options = DealOptions {
            deck: self.deck.deck(&defaults)?,
            target: self.target.or(&defaults),
            wanted: Wanted { level, no_fractions, needs, unsolvable },
            seed: self.seed.or_new(),
        };
        let deal = during(format!("{}: looking for those that are wanted", options.deck), || {
            Deal::new(options)
        });
        let deal = deal.map_err(|error| match error {
            DealError::TooManyHands(_) => {
                Failure::with_help(error.to_string(), "`--deck` takes fewer values")
            }
            error => Failure::plain(error.to_string()),
        })?;
        Ok((deal, self.seed.seed.is_none()))
    }
}
