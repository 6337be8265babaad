//! What is to be made, of which templates, read how: presets, options and what
//! holds where nothing is said.

use std::ops::RangeInclusive;

use bracket24::{Distinct, EngineName, Grammar, Named, Rational, SetName};
use clap::Args;

use super::failure::Failure;
use super::input;
use super::options::grammar;
use super::template_source::{TemplateSource, Templates};

/// A known program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preset {
    Scala,
    Point24,
    CardGaming,
    Make10,
}

impl Named for Preset {
    const KIND: &'static str = "known program";
    const ALL: &'static [Self] = &[Self::Scala, Self::Point24, Self::CardGaming, Self::Make10];

    fn name(&self) -> &'static str {
        match self {
            Self::Scala => "scala",
            Self::Point24 => "point24",
            Self::CardGaming => "cardgaming",
            Self::Make10 => "make10",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Self::Scala => "a Scala tutorial: its 73 templates, its grammar, every text",
            Self::Point24 => "the \"point 24\" article: 5 full bracket shapes, every text",
            Self::CardGaming => {
                "the CardGaming article: 7 bracket forms, every text, ordered hands"
            }
            Self::Make10 => "the Ten Puzzle: digits 0 to 9, target 10",
        }
    }
}

/// The options that were not given.
#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    pub(crate) target: Rational,
    pub(crate) templates: TemplateSource,
    pub(crate) grammar: Grammar,
    pub(crate) distinct: Distinct,
    pub(crate) values: RangeInclusive<u32>,
    pub(crate) ordered: bool,
}

impl Bundle {
    /// What is meant where nothing is said, or as the preset says.
    pub(crate) fn of(preset: Option<Preset>) -> Self {
        let usual = Self {
            target: Rational::from(24),
            templates: TemplateSource::default(),
            grammar: Grammar::default(),
            distinct: Distinct::default(),
            values: 1..=13,
            ordered: false,
        };
        let every_text = |set| Self {
            templates: TemplateSource::Named(set),
            distinct: Distinct::Text,
            ..usual.clone()
        };
        match preset {
            None => usual,
            Some(Preset::Scala) => Self { grammar: Grammar::Scala, ..every_text(SetName::Scala) },
            Some(Preset::Point24) => every_text(SetName::Five),
            Some(Preset::CardGaming) => Self { ordered: true, ..every_text(SetName::Seven) },
            Some(Preset::Make10) => Self { target: Rational::from(10), values: 0..=9, ..usual },
        }
    }
}

/// What is to be made, of which templates, read how.
#[derive(Debug, Args)]
pub(crate) struct MethodOptions {
    /// What the cards are to make: a whole number or a fraction `p/q`
    /// [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    pub(crate) target: Option<Rational>,

    /// Which templates to fill: `canonical`, `scala`, `five`, `seven`, or a file
    /// with a template a line [default: canonical]
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplateSource::parse)]
    pub(crate) templates: Option<TemplateSource>,

    /// What reads the filled templates [default: left]
    #[arg(long, value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(crate) grammar: Option<Grammar>,
}

/// What is to be made, of which templates, read how: all said.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) target: Rational,
    pub(crate) grammar: Grammar,
    pub(crate) templates: Templates,
}

impl MethodOptions {
    /// As [`resolve`](Self::resolve), where `engine` is to do the work.
    pub(crate) fn resolve_for(
        &self,
        engine: EngineName,
        bundle: &Bundle,
    ) -> Result<Method, Failure> {
        let canonical =
            |source: &TemplateSource| matches!(source, TemplateSource::Named(SetName::Canonical));
        let has_templates = self.templates.is_some() || !canonical(&bundle.templates);
        let grammar = self.grammar.as_ref().unwrap_or(&bundle.grammar);
        if !engine.has_templates() && (has_templates || *grammar != Grammar::Left) {
            return Err(Failure::with_help(
                format!("the engine `{engine}` searches: it uses neither templates nor grammars"),
                "`--engine compiled` and `--engine strings` do",
            ));
        }
        self.resolve(bundle)
    }

    /// The options, with those of `bundle` where none are given.
    pub(crate) fn resolve(&self, bundle: &Bundle) -> Result<Method, Failure> {
        let grammar = self.grammar.as_ref().unwrap_or(&bundle.grammar);
        let templates = self.templates.as_ref().unwrap_or(&bundle.templates);
        Ok(Method {
            target: self.target.clone().unwrap_or_else(|| bundle.target.clone()),
            grammar: grammar.clone(),
            templates: templates.open(grammar)?,
        })
    }
}
