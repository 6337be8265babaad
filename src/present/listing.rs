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
    let titles = ["template", "cards", "orders", "class"];
    let table = Table::of(rows).titled(titles).right([1, 2]);
    Document(vec![table.into()])
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 4] = ["template", "cards", "orders", "class"];

/// A row for every template.
pub fn csv_rows(entries: &[TemplateEntry]) -> impl Iterator<Item = [String; 4]> {
    entries.iter().map(|entry| {
        let TemplateEntry { template, cards, orders, class } = entry;
        [template.clone(), cards.to_string(), orders.to_string(), class.clone()]
    })
}
