//! From the options of a command to what it works with.

use bracket24::{EngineName, Grammar, Named, Rational, SetName};
use clap::Args;

use super::defaults::Defaults;
use super::failure::Failure;
use super::options::{GrammarOption, TargetOption, TemplatesOption};
use super::template_source::{TemplateSource, Templates};

/// The value to reach, the templates to fill, and the grammar that reads them.
#[derive(Debug, Args)]
pub(crate) struct MethodOptions {
    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    source: SourceOptions,
}

/// The templates to fill, and the grammar that reads them.
#[derive(Debug, Args)]
pub(crate) struct SourceOptions {
    #[command(flatten)]
    templates: TemplatesOption,

    #[command(flatten)]
    grammar: GrammarOption,
}

/// [`MethodOptions`] with nothing left open.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) target: Rational,
    pub(crate) grammar: Grammar,
    pub(crate) templates: Templates,
}

impl MethodOptions {
    /// The options, and `defaults` where none are given.
    pub(crate) fn resolve(&self, defaults: &Defaults) -> Result<Method, Failure> {
        self.source.resolve(self.target.or(defaults), defaults)
    }

    /// As [`resolve`](Self::resolve), for `engine`, which may have no use for
    /// templates and grammars.
    pub(crate) fn resolve_for(
        &self,
        engine: EngineName,
        defaults: &Defaults,
    ) -> Result<Method, Failure> {
        self.source.resolve_for(engine, self.target.or(defaults), defaults)
    }
}

impl SourceOptions {
    fn resolve(&self, target: Rational, defaults: &Defaults) -> Result<Method, Failure> {
        let grammar = self.grammar(defaults);
        Ok(Method {
            target,
            grammar: grammar.clone(),
            templates: self.source(defaults).open(grammar)?,
        })
    }

    /// As [`MethodOptions::resolve_for`], to reach `target`.
    pub(crate) fn resolve_for(
        &self,
        engine: EngineName,
        target: Rational,
        defaults: &Defaults,
    ) -> Result<Method, Failure> {
        if !engine.has_templates() {
            self.refuse_for_search(engine.name(), defaults)?;
        }
        self.resolve(target, defaults)
    }

    /// Whether templates or a grammar are asked for, by an option or by `defaults`.
    pub(crate) fn is_chosen(&self, defaults: &Defaults) -> bool {
        let canonical = TemplateSource::Named(SetName::Canonical);
        let has_templates = self.templates.templates.is_some() || defaults.templates != canonical;
        has_templates || *self.grammar(defaults) != Grammar::Left
    }

    /// Refuses templates and grammars, for which a search has no use.
    pub(crate) fn refuse_for_search(
        &self,
        engine: &str,
        defaults: &Defaults,
    ) -> Result<(), Failure> {
        if self.is_chosen(defaults) {
            return Err(Failure::with_help(
                format!("the engine `{engine}` uses no templates or grammars"),
                "`--engine compiled` and `--engine strings` do",
            ));
        }
        Ok(())
    }

    /// The templates read by every grammar, or by ordinary arithmetic and the one
    /// given; ordinary arithmetic comes first.
    pub(crate) fn resolve_for_grammars(
        &self,
        defaults: &Defaults,
    ) -> Result<(TemplateSource, Vec<Templates>), Failure> {
        let source = self.source(defaults);
        let all = source.open_with_all(self.grammar.grammar.as_slice())?;
        Ok((source.clone(), all))
    }

    fn grammar<'a>(&'a self, defaults: &'a Defaults) -> &'a Grammar {
        self.grammar.grammar.as_ref().unwrap_or(&defaults.grammar)
    }

    fn source<'a>(&'a self, defaults: &'a Defaults) -> &'a TemplateSource {
        self.templates.templates.as_ref().unwrap_or(&defaults.templates)
    }
}
