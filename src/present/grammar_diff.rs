//! The texts that two grammars parse differently.

use crate::Named;
use crate::lessons::Parse;
use crate::reports::{GrammarDiff, GrammarDifference, GrammarDifferenceKind, MAX_ANY_TEXT};
use itertools::Itertools;

use super::markup as m;
use super::value::{csv_values, value};
use super::{Block, Document, Line, Table};

/// Up to `limit` of the differences, for people.
pub fn document(diff: &GrammarDiff, limit: usize) -> Document {
    let names = diff.grammars.each_ref().map(Named::name);
    let mut blocks = vec![m::heading(heading(diff, names)).into()];
    let shown = diff.differences.iter().take(limit);
    for (kind, differences) in &shown.chunk_by(|it| it.kind) {
        let title = Block::Line(m::plain(title(kind)));
        let table = table(differences, names);
        blocks.extend([Block::Blank, title, Block::Blank, table.into()]);
    }
    let more = diff.differences.len().saturating_sub(limit);
    if more > 0 {
        let text = format!("{more} more; --limit {} shows them", diff.differences.len());
        blocks.extend([Block::Blank, m::note(text).into()]);
    }
    blocks.extend([Block::Blank, m::note(tried(diff)).into()]);
    Document(blocks)
}

fn heading(diff: &GrammarDiff, [a, b]: [&str; 2]) -> String {
    let GrammarDiff { tried, length, .. } = diff;
    let only_grouping =
        diff.differences.iter().all(|it| it.kind == GrammarDifferenceKind::Grouping);
    if diff.is_equal() {
        format!(
            "{a} and {b} read numbers, + - * / and ( ) alike: none of the {tried} texts \
             tried, of up to {length} tokens, tells them apart"
        )
    } else if only_grouping {
        format!(
            "{a} and {b} group differently, but none of the {tried} texts tried, of up to \
             {length} tokens, has a different value"
        )
    } else {
        format!("{a} and {b} differ; these are the shortest texts that show it")
    }
}

const fn title(kind: GrammarDifferenceKind) -> &'static str {
    match kind {
        GrammarDifferenceKind::Accepted => "Accepted by only one:",
        GrammarDifferenceKind::Value => "Parsed differently, different values:",
        GrammarDifferenceKind::Grouping => "Parsed differently, same value:",
    }
}

fn table<'a>(differences: impl Iterator<Item = &'a GrammarDifference>, [a, b]: [&str; 2]) -> Table {
    let rows = differences.map(|it| {
        let expression = m::expression(&*it.text);
        let cells = it.parses.iter().flat_map(|parse| cells(parse.as_ref().ok()));
        std::iter::once(expression).chain(cells).collect()
    });
    Table::of(rows).titled(["expression", a, "value", b, "value"])
}

/// Tree and value.
fn cells(parse: Option<&Parse>) -> [Line; 2] {
    let Some(parse) = parse else {
        return [m::wrong("no expression"), Line::default()];
    };
    let (role, value) = value(parse);
    [m::expression(parse.expression().to_s_expression()), Line::new(role, value)]
}

fn tried(diff: &GrammarDiff) -> String {
    let GrammarDiff { tried, length, .. } = diff;
    if *length <= MAX_ANY_TEXT {
        return format!("tried: all {tried} texts of up to {length} tokens");
    }
    format!(
        "tried: all texts of up to {MAX_ANY_TEXT} tokens and all expressions of up to {length}, \
         {tried} in all"
    )
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 7] =
    ["expression", "a", "a_tree", "a_value", "b", "b_tree", "b_value"];

/// A row for each of up to `limit` differences; a grammar that does not accept
/// the text has no tree and no value.
pub fn csv_rows(diff: &GrammarDiff, limit: usize) -> impl Iterator<Item = [String; 7]> {
    let [a, b] = diff.grammars.each_ref().map(|grammar| grammar.name().to_owned());
    diff.differences.iter().take(limit).map(move |it| {
        let cells = it.parses.each_ref().map(|parse| match parse {
            Ok(parse) => {
                let [value, _] = csv_values(parse);
                [parse.expression().to_s_expression(), value]
            }
            Err(_) => Default::default(),
        });
        let [[a_tree, a_value], [b_tree, b_value]] = cells;
        [it.text.clone(), a.clone(), a_tree, a_value, b.clone(), b_tree, b_value]
    })
}
