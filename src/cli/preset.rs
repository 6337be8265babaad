//! Bundles of options that work like a known program.

use std::ops::RangeInclusive;

use bracket24::{Distinct, Grammar, Named, Rational, SetName};

use super::templates::TemplateSource;

/// A known program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preset {
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
pub(super) struct Bundle {
    pub(super) target: Rational,
    pub(super) templates: TemplateSource,
    pub(super) grammar: Grammar,
    pub(super) distinct: Distinct,
    pub(super) values: RangeInclusive<u32>,
    pub(super) ordered: bool,
}

impl Bundle {
    /// What is meant where nothing is said, or as the preset says.
    pub(super) fn of(preset: Option<Preset>) -> Self {
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
