//! What is surveyed and how, with nothing left open.

use bracket24::reports::SurveyRun;
use bracket24::{Deck, EngineName, Equivalence, TemplateSet, digest};

use super::Arguments;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::method::Method;
use crate::cli::templates::texts_digest;

/// What is surveyed, and by what.
pub(super) struct Plan {
    pub(super) engine: EngineName,
    pub(super) deck: Deck,
    pub(super) method: Method,
    pub(super) distinct: Equivalence,
}

impl Plan {
    /// What the arguments ask of `engine`.
    pub(super) fn new(engine: EngineName, arguments: &Arguments) -> Result<Self, Failure> {
        let defaults = Defaults::of(arguments.like.like);
        let deck = arguments.deck.deck(&defaults)?;
        let target = arguments.single_target(&defaults)?;
        let mut method = arguments.source.resolve_for(engine, target, &defaults)?;
        method.templates = method.templates.agreed(arguments.yes);
        let distinct = method.distinct(arguments.distinct.distinct, &defaults);
        Ok(Self { engine, deck, method, distinct })
    }

    /// What the engine is given.
    pub(super) fn set(&self) -> Result<&TemplateSet, Failure> {
        self.method.set_for(self.engine, self.deck.cards())
    }

    /// The same for the record.
    pub(super) fn run(&self) -> Result<SurveyRun, Failure> {
        let Self { engine, deck, method, distinct } = self;
        Ok(SurveyRun {
            deck: format!("{}..{}", deck.values().start(), deck.values().end()),
            cards: deck.cards(),
            ordered: deck.is_ordered(),
            target: method.target.to_string(),
            engine: engine.to_string(),
            templates: (engine.has_templates() || !method.operators.is_of_field())
                .then(|| method.templates.description()),
            templates_digest: texts_digest(self.set()?),
            grammar: method.grammar.to_string(),
            grammar_digest: digest(method.grammar.whole_source().bytes()),
            distinct: distinct.to_string(),
        })
    }
}
