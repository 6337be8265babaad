//! The target, templates, grammar and operators that a command's options choose.

use std::collections::HashMap;

use bracket24::words::counted;
use bracket24::{
    Engine, EngineName, Equivalence, Grammar, MAX_TEMPLATE_SLOTS, OperatorSet, Rational, Refusal,
    SetName, Split, TemplateSet,
};

use super::grammar_options::GrammarOption;
use super::options::{OperatorsOption, TargetOption, TemplatesOption};
use super::templates::{TemplateSource, Templates, only_the_four};
use super::{Defaults, Failure};

/// The target, the templates to fill, and the grammar that parses them.
#[derive(Debug, clap::Args)]
pub(crate) struct MethodOptions {
    #[command(flatten)]
    pub(crate) target: TargetOption,

    #[command(flatten)]
    templates: TemplatesOption,

    #[command(flatten)]
    grammar: GrammarOption,

    #[command(flatten)]
    pub(crate) operators: OperatorsOption,
}

/// [`MethodOptions`] with all defaults filled in.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) target: Rational,
    pub(crate) grammar: Grammar,
    pub(crate) templates: Templates,
    pub(crate) operators: OperatorSet,
}

impl Method {
    /// The level `given`, or the default level, which depends on the operators.
    pub(crate) fn distinct(&self, given: Option<Equivalence>, defaults: &Defaults) -> Equivalence {
        given.unwrap_or(match defaults.distinct {
            Equivalence::Function if !self.operators.is_of_field() => Equivalence::Value,
            level => level,
        })
    }

    /// The templates of `engine` for hands of `size` cards: at least one, or none for a search.
    /// Refuses hands that are too large for the engine.
    pub(crate) fn set_for(&self, engine: EngineName, size: usize) -> Result<&TemplateSet, Failure> {
        let Self { templates, operators, .. } = self;
        let set =
            if engine.has_templates() { templates.for_cards(size)? } else { templates.none() };
        let Some(refusal) = engine.refusal(*operators, size) else { return Ok(set) };
        if refusal == Refusal::Operators {
            return Err(only_the_four(engine, *operators));
        }
        let most = Split::MAX_CARDS;
        let help = if !operators.is_of_field() && size > MAX_TEMPLATE_SLOTS {
            format!("only `--engine split` without `--operators` takes hands of up to {most} cards")
        } else if size <= MAX_TEMPLATE_SLOTS {
            format!("`--engine compiled` takes hands of up to {MAX_TEMPLATE_SLOTS} cards")
        } else if size <= most {
            format!("`--engine split` takes hands of up to {most} cards")
        } else {
            format!("no engine takes hands of more than {most} cards")
        };
        let hand = counted(size, "card");
        let message = format!("the engine `{engine}` cannot solve a hand of {hand}: {refusal}");
        Err(Failure::with_help(message, help))
    }

    /// The engine for the templates of `set`.
    pub(crate) fn engine<'a>(
        &self,
        engine: EngineName,
        set: &'a TemplateSet,
    ) -> Box<dyn Engine + 'a> {
        engine.engine_for(set, self.operators).expect("`set_for` has checked the engine")
    }
}

/// The engines of one name, one for each number of cards. Each is built for the first hand with
/// that number of cards and solves all later ones, so that preparation is done once. A search has
/// one engine for all hands.
pub(crate) struct Engines<'a> {
    method: &'a Method,
    name: EngineName,
    by_size: HashMap<usize, Box<dyn Engine + 'a>>,
}

impl<'a> Engines<'a> {
    /// Starts without engines. [`of`](Self::of) builds engines called `name`.
    pub(crate) fn new(method: &'a Method, name: EngineName) -> Self {
        Self { method, name, by_size: HashMap::new() }
    }

    /// The engine for hands of `cards` cards, and its templates.
    pub(crate) fn of(
        &mut self,
        cards: usize,
    ) -> Result<(&'a TemplateSet, &(dyn Engine + 'a)), Failure> {
        let set = self.method.set_for(self.name, cards)?;
        let size = if self.name.has_templates() { cards } else { 0 };
        Ok((set, &**self.by_size.entry(size).or_insert_with(|| self.method.engine(self.name, set))))
    }
}

impl MethodOptions {
    /// Uses `defaults` for the options that the user does not give. Checks that all options suit
    /// `engine`.
    pub(crate) fn resolve(
        &self,
        engine: Option<EngineName>,
        defaults: &Defaults,
    ) -> Result<Method, Failure> {
        let target = self.target.or(defaults);
        let operators = self.operators.set();
        let makes_templates = !operators.is_of_field();
        if makes_templates && self.templates.templates.is_some() {
            return Err(Failure::with_help(
                "`--operators` makes templates of its own, and `--templates` names others",
                "leave out one of them; templates in a file can have all operators of `--grammar`",
            ));
        }
        if let Some(search) = engine.filter(|it| !it.has_templates())
            && self.names_templates(defaults)
        {
            return Err(Failure::with_help(
                format!("the engine `{search}` uses no templates or grammars"),
                "`--engine compiled` and `--engine strings` do",
            ));
        }
        let grammar = match self.grammar.or(&defaults.grammar)? {
            Grammar::Left if makes_templates && self.grammar.grammar.is_none() => Grammar::Extended,
            grammar => grammar,
        };
        let templates = if makes_templates {
            TemplateSource::Operators(operators).open(&grammar)
        } else {
            self.templates.templates.as_ref().unwrap_or(&defaults.templates).open(&grammar)
        }?;
        Ok(Method { target, grammar, templates, operators })
    }

    /// Whether an option or a preset in `defaults` selects templates, a grammar or operators.
    pub(crate) fn is_chosen(&self, defaults: &Defaults) -> bool {
        self.names_templates(defaults) || !self.operators.set().is_of_field()
    }

    fn names_templates(&self, defaults: &Defaults) -> bool {
        let canonical = TemplateSource::Named(SetName::Canonical);
        let has_templates = self.templates.templates.is_some() || defaults.templates != canonical;
        // A search makes texts of ordinary arithmetic.
        let is = |grammar| self.grammar.is(grammar, &defaults.grammar);
        let has_more = !self.operators.set().is_of_field();
        has_templates || !(is(Grammar::Left) || has_more && is(Grammar::Extended))
    }
}

#[cfg(test)]
mod tests {
    use bracket24::Named;

    use super::*;

    #[test]
    fn an_engine_is_built_once_per_hand_size_and_a_search_once_for_all_hands() {
        let templates =
            TemplateSource::Named(SetName::default()).open(&Grammar::Left).expect("it is there");
        let (target, operators) = (Rational::from(24), OperatorSet::default());
        let method = Method { target, grammar: Grammar::Left, templates, operators };
        for &name in EngineName::ALL {
            let mut engines = Engines::new(&method, name);
            let mut of = |cards| {
                let (_, engine) = engines.of(cards).unwrap_or_else(|_| unreachable!("{name}"));
                std::ptr::from_ref(engine).cast::<()>()
            };
            assert_eq!(of(4), of(4), "{name}");
            assert_eq!(engines.by_size.len(), 1, "{name}");
        }
        let mut searches = Engines::new(&method, EngineName::Split);
        for cards in [3, 4, 9] {
            assert!(searches.of(cards).is_ok());
        }
        assert_eq!(searches.by_size.len(), 1);
    }
}
