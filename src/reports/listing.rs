//! The templates of a set and the classes they belong to.

use crate::algebra::Symmetries;
use crate::algebra::{ExtendedForm, NormalForm};
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
            orders: all / Symmetries::of(&template.expression()).count(),
            class: class(template),
        }
    }
}

/// The canonical template that is the same rational function as `template` up
/// to renaming; with operators beyond the four, the one that is made for its form.
pub(super) fn class(template: &Template) -> String {
    let slot = || "N".to_owned();
    if let Ok(form) = NormalForm::of(&template.expression(), |_| ()) {
        return form.to_text(&|()| slot());
    }
    ExtendedForm::of_extended(&template.expression(), |_| ())
        .map_or_else(|_| template.to_string(), |form| form.to_expression().to_text(|()| slot()))
}
