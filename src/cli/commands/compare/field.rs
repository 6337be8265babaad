//! The engines and templates of a comparison.

use bracket24::bench::Competitor;
use bracket24::reports::{CompareOptions, SolutionStream};
use bracket24::words::{counted, list_and};
use bracket24::{
    EngineName, Equivalence, Grammar, Named, OperatorSet, Refusal, Split, TemplateSet,
};
use itertools::Itertools;

use super::Arguments;
use crate::cli::templates::{TemplateSource, Templates, only_the_four};
use crate::cli::{Defaults, Failure};

/// Whether engines can agree on solutions at this level. At a finer level, engines disagree even if
/// they only spell the same solution differently.
fn is_comparable(level: Equivalence) -> bool {
    level.contains(Equivalence::Function)
}

/// The engines, the templates and the options of a comparison.
pub(super) struct Field<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) defaults: Defaults,
    engines: Vec<EngineName>,
    /// The names or files of `sets`.
    sources: Vec<TemplateSource>,
    sets: Vec<Templates>,
    pub(super) options: CompareOptions,
    operators: OperatorSet,
}

/// Whether the engine supports all operators.
fn has_any_operators(engine: EngineName) -> bool {
    engine.refusal(OperatorSet::all(), 0) != Some(Refusal::Operators)
}

impl<'a> Field<'a> {
    pub(super) fn of(arguments: &'a Arguments) -> Result<Self, Failure> {
        let defaults = Defaults::of(arguments.like.like);
        let operators = arguments.operators.set();
        let able: Vec<EngineName> =
            EngineName::ALL.iter().copied().filter(|it| has_any_operators(*it)).collect();
        let engines = match &arguments.engine[..] {
            [] if operators.is_of_field() => defaults.engines,
            [] => &able,
            given => given,
        };
        if !operators.is_of_field() {
            if let Some(engine) = engines.iter().find(|it| !has_any_operators(**it)) {
                return Err(only_the_four(*engine, operators));
            }
            if !arguments.templates.is_empty() {
                let help = "leave out `--templates` or `--operators`";
                return Err(Failure::with_help("`--operators` makes templates of its own", help));
            }
        }
        let engines = engines.iter().copied().unique().collect();
        let made = [TemplateSource::Operators(operators)];
        let sources = match &arguments.templates[..] {
            [] if operators.is_of_field() => &defaults.compared,
            [] => &made[..],
            given => given,
        };
        // Ignore a set that is given twice.
        let sources = sources.iter().cloned().unique_by(TemplateSource::name).collect_vec();
        let (grammar, usual) = if operators.is_of_field() {
            (&Grammar::Left, Equivalence::Function)
        } else {
            (&Grammar::Extended, Equivalence::Value)
        };
        let sets = sources.iter().map(|it| it.open(grammar)).collect::<Result<Vec<_>, _>>()?;
        let distinct = arguments.distinct.distinct.unwrap_or(usual);
        if !is_comparable(distinct) {
            let levels = list_and(Equivalence::ALL.iter().filter(|level| is_comparable(**level)));
            return Err(Failure::with_help(
                format!(
                    "`--distinct {distinct}` is too fine to compare engines: they write the same \
                     solution differently"
                ),
                format!("the levels at which engines can be compared are {levels}"),
            ));
        }
        let options = CompareOptions {
            target: arguments.target.or(&defaults),
            // The level of `--like` does not matter here: it says which solutions the imitated
            // program merged, not whether two engines agree.
            distinct,
        };
        Ok(Self { arguments, defaults, engines, sources, sets, options, operators })
    }

    /// The competitors for hands of `cards` cards, or an error if none of them can solve such
    /// hands.
    pub(super) fn competitors(&self, cards: usize) -> Result<Vec<Competitor<'_>>, Failure> {
        let all = Competitor::with_operators(&self.engines, &self.sets(cards)?, self.operators);
        let all = all.expect("engines that refuse the operators were refused before");
        self.check(&all, cards)?;
        Ok(all)
    }

    /// The templates for hands of `cards` cards, with the names of their sets.
    fn sets(&self, cards: usize) -> Result<Vec<(String, &TemplateSet)>, Failure> {
        let is_made = !self.operators.is_of_field();
        let has_templates = self.engines.iter().any(|it| it.has_templates());
        let names = self.sources.iter().map(TemplateSource::name);
        if is_made && !has_templates {
            return Ok(Vec::new());
        }
        let sets = self.sets.iter();
        let sets = sets.map(|it| if is_made { it.for_cards(cards) } else { Ok(it.of_size(cards)) });
        names.zip(sets).map(|(name, set)| Ok((name, set?))).collect()
    }

    /// Returns an error if `compare` cannot compare `competitors` on hands of `cards` cards.
    fn check(&self, competitors: &[Competitor<'_>], cards: usize) -> Result<(), Failure> {
        let most = SolutionStream::MAX_HELD;
        if cards > most {
            let message = format!(
                "`compare` takes hands of up to {most} cards, because it keeps all solutions in memory"
            );
            let mend = if cards > Split::MAX_CARDS {
                format!("no engine takes hands of more than {} cards", Split::MAX_CARDS)
            } else {
                "`solve --engine split` lists the solutions of hands of up to nine cards".to_owned()
            };
            return Err(Failure::with_help(message, mend));
        }
        let check = self.options.distinct.check(cards);
        check.map_err(|error| Failure::level(&error, is_comparable))?;
        let refusal = |it: &Competitor| Some(format!("`{}`: {}", it.name, it.refusal(cards)?));
        let refusals: Option<Vec<String>> = competitors.iter().map(refusal).collect();
        let Some(mut refusals) = refusals else { return Ok(()) };
        refusals.dedup();
        let all = self.engines.len() == EngineName::ALL.len();
        let none = if all { "no engine" } else { "none of the chosen engines" };
        let message = format!("{none} can solve a hand of {}", counted(cards, "card"));
        Err(Failure::with_help(message, refusals.join("; ")))
    }
}
