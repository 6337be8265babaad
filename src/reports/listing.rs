//! The templates of a set and the classes they belong to.

use crate::algebra::NormalForm;
use crate::algebra::Symmetries;
use crate::templates::Template;

/// A template and what it is up to renaming its slots.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateEntry {
    /// Its text.
    pub template: String,
    /// The number of its slots.
    pub cards: usize,
    /// The number of essentially different orders in which different cards go in.
    pub orders: usize,
    /// The canonical template of its class.
    pub class: String,
}

impl TemplateEntry {
    /// The entry of a template, which has no more slots than those of a set.
    pub fn new(template: &Template) -> Self {
        let cards = template.slots();
        // No template of a set or a report has more slots than the factorial
        // allows for.
        let all: usize = (1..=cards).product();
        Self {
            template: template.text().to_string(),
            cards,
            orders: all / Symmetries::of(template.expression()).count(),
            class: class(template),
        }
    }
}

/// The canonical template that is the same rational function as `template` up
/// to renaming; one that is no rational function is a class of its own.
pub(super) fn class(template: &Template) -> String {
    NormalForm::of(template.expression(), |_| ())
        .map_or_else(|_| template.to_string(), |form| form.to_text(&|()| "N".to_owned()))
}
