//! Defaults of options, and the presets that imitate known programs.

use std::ops::RangeInclusive;

use bracket24::{EngineName, Equivalence, Grammar, Named, Rational, SetName};
use clap::ValueEnum;

use super::templates::TemplateSource;

/// A known program.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Preset {
    /// a Scala tutorial: 73 templates, its grammar, every text
    Scala,
    /// the "point 24" article: 5 bracket shapes, every text
    Point24,
    /// an article: 7 bracket forms, every text, ordered hands
    #[value(name = "cardgaming")]
    CardGaming,
    /// the Ten Puzzle: digits 0 to 9, target 10
    Make10,
}

/// The values of options that the user does not give.
#[derive(Debug, Clone)]
pub(crate) struct Defaults {
    pub(crate) target: Rational,
    pub(crate) templates: TemplateSource,
    pub(crate) grammar: Grammar,
    pub(crate) distinct: Equivalence,
    pub(crate) values: RangeInclusive<u32>,
    /// The number of cards in a hand.
    pub(crate) cards: usize,
    pub(crate) ordered: bool,
    /// The engines to compare.
    pub(crate) engines: &'static [EngineName],
    /// The sets of templates to compare.
    pub(crate) compared: Vec<TemplateSource>,
}

impl Defaults {
    /// The defaults of `preset`, or the usual ones if there is none.
    pub(crate) fn of(preset: Option<Preset>) -> Self {
        let named = TemplateSource::Named;
        let usual = Self {
            target: Rational::from(24),
            templates: named(SetName::default()),
            grammar: Grammar::default(),
            distinct: Equivalence::default(),
            values: 1..=13,
            cards: 4,
            ordered: false,
            engines: EngineName::ALL,
            compared: vec![named(SetName::Canonical), named(SetName::Scala)],
        };
        let every_text = |set| Self {
            templates: named(set),
            compared: vec![named(set)],
            distinct: Equivalence::Text,
            ..usual.clone()
        };
        // Each of these articles compares two methods: filling templates, and a search.
        let engines = &[EngineName::Compiled, EngineName::Pairs];
        match preset {
            None => usual,
            Some(Preset::Scala) => Self { grammar: Grammar::Scala, ..every_text(SetName::Scala) },
            Some(Preset::Point24) => Self { engines, ..every_text(SetName::Five) },
            Some(Preset::CardGaming) => {
                Self { ordered: true, engines, ..every_text(SetName::Seven) }
            }
            Some(Preset::Make10) => Self { target: Rational::from(10), values: 0..=9, ..usual },
        }
    }
}
