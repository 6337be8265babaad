//! Who takes part in a comparison, and in what.

use bracket24::bench::Competitor;
use bracket24::reports::{CompareOptions, SolutionStream};
use bracket24::words::list_and;
use bracket24::{EngineName, Equivalence, Grammar, Named, Split, TemplateSet};
use itertools::Itertools;

use super::Arguments;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::template_source::{TemplateSource, Templates};

/// Whether what engines find can be compared at this level: at a finer one, how a
/// solution is written decides too.
fn is_comparable(level: Equivalence) -> bool {
    level.contains(Equivalence::Function)
}

/// Who takes part, and in what.
pub(super) struct Field {
    pub(super) defaults: Defaults,
    pub(super) engines: Vec<EngineName>,
    /// The sets of templates as they were given.
    pub(super) sources: Vec<TemplateSource>,
    pub(super) sets: Vec<Templates>,
    pub(super) options: CompareOptions,
}

impl Field {
    pub(super) fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let defaults = Defaults::of(arguments.like.like);
        let engines = match &arguments.engine[..] {
            [] => defaults.engines,
            given => given,
        };
        let engines = engines.iter().copied().unique().collect();
        let sources = match &arguments.templates[..] {
            [] => &defaults.compared,
            given => given,
        };
        // A set given twice does not take part twice.
        let sources: Vec<TemplateSource> =
            sources.iter().cloned().unique_by(TemplateSource::name).collect();
        // Grammars read the templates each for itself.
        let of_engines = sources.iter().filter(|_| !arguments.grammars);
        let sets = of_engines.map(|it| it.open(&Grammar::Left)).collect::<Result<Vec<_>, _>>()?;
        let distinct = arguments.distinct.distinct.unwrap_or_default();
        if !is_comparable(distinct) && !arguments.grammars {
            let levels = list_and(Equivalence::ALL.iter().filter(|level| is_comparable(**level)));
            return Err(Failure::with_help(
                format!(
                    "`--distinct {distinct}` is too fine to compare engines: they write the same \
                     solution differently"
                ),
                format!("the levels that compare engines are {levels}"),
            ));
        }
        let options = CompareOptions {
            target: arguments.target.or(&defaults),
            // What a program takes for the same does not decide whether two agree.
            distinct,
        };
        Ok(Self { defaults, engines, sources, sets, options })
    }

    /// The templates for hands of `cards` cards, with the names of their sets.
    pub(super) fn sets(&self, cards: usize) -> Vec<(String, &TemplateSet)> {
        let names = self.sources.iter().map(TemplateSource::name);
        names.zip(self.sets.iter().map(|set| set.of_size(cards))).collect()
    }

    /// Fails if no engine can do hands of `cards` cards.
    pub(super) fn check(
        &self,
        competitors: &[Competitor<'_>],
        cards: usize,
    ) -> Result<(), Failure> {
        let most = SolutionStream::MAX_HELD;
        if cards > most {
            let message =
                format!("`compare` does hands of up to {most} cards: it holds all answers at once");
            let mend = if cards > Split::MAX_CARDS {
                format!("no engine does hands of more than {} cards", Split::MAX_CARDS)
            } else {
                "the command `solve` lists the solutions of larger hands".to_owned()
            };
            return Err(Failure::with_help(message, mend));
        }
        let check = self.options.distinct.check(cards);
        check.map_err(|error| Failure::level(&error, is_comparable))?;
        let refusals: Option<Vec<String>> = competitors
            .iter()
            .map(|it| it.refusal(cards).map(|why| format!("`{}`: {why}", it.name())))
            .collect();
        let Some(mut refusals) = refusals else { return Ok(()) };
        refusals.dedup();
        let chosen = if self.engines.len() == EngineName::ALL.len() { "" } else { " chosen" };
        Err(Failure::with_help(
            format!("no{chosen} engine can do a hand of {cards}"),
            refusals.join("; "),
        ))
    }
}
