//! The templates of a set.

use crate::reports::TemplateEntry;

use super::{Block, Document, Line, Role, Table};

/// The templates for people.
pub fn document(entries: &[TemplateEntry]) -> Document {
    let rows = entries.iter().map(|entry| {
        vec![
            Line::new(Role::Template, &*entry.template),
            Line::new(Role::Plain, entry.cards.to_string()),
            Line::new(Role::Plain, entry.orders.to_string()),
            Line::new(Role::Template, &*entry.class),
        ]
    });
    let table = Table {
        header: vec!["template", "cards", "orders", "class"],
        right: vec![1, 2],
        rows: rows.collect(),
    };
    Document(vec![Block::Table(table)])
}
