//! The templates of a set.

use crate::reports::TemplateEntry;

use super::markup as m;
use super::{Document, Table};

/// The templates for people.
pub fn document(entries: &[TemplateEntry]) -> Document {
    let rows = entries.iter().map(|entry| {
        vec![
            m::template(&*entry.template),
            m::plain(entry.cards.to_string()),
            m::plain(entry.orders.to_string()),
            m::template(&*entry.class),
        ]
    });
    let table = Table {
        header: vec!["template", "cards", "orders", "class"],
        right: vec![1, 2],
        rows: rows.collect(),
    };
    Document(vec![table.into()])
}
