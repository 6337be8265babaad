//! The texts that two grammars parse differently.

use crate::Named;
use crate::reports::{DiffReading, GivenUp, GrammarDiff, GrammarDifference, GrammarDifferenceKind};
use crate::sentences::Part;
use crate::serial::fields;
use crate::words::{counted, list_first};
use itertools::Itertools;

use super::grammar_texts::{cell, shown};
use super::value::value;
use super::{Block, Csv, Document, Line, Report, Table, Tree, markup as m, tree};

impl Report for GrammarDiff {
    fn document(&self) -> Document {
        let names = self.grammars.each_ref().map(Named::name);
        let has_values = self.is_arithmetic();
        let mut blocks = vec![m::heading(heading(self, names)).into()];
        for (kind, differences) in &self.differences.iter().chunk_by(|it| it.kind) {
            blocks.extend([Block::Blank, m::plain(title(kind, has_values)).into()]);
            if kind == GrammarDifferenceKind::Accepted {
                blocks.extend([Block::Blank, table(differences, names, has_values).into()]);
            } else {
                for it in differences {
                    blocks.extend([Block::Blank, text_of(it).into(), Block::Blank]);
                    blocks.push(Block::Trees(trees(it, names)));
                }
            }
        }
        if !self.left_out.is_empty() {
            let (more, all) = (self.left_out.len(), self.all_differences().count());
            let text = format!("{more} more; --limit {all} shows them");
            blocks.extend([Block::Blank, m::note(text).into()]);
        }
        if self.tried > 0 {
            blocks.extend([Block::Blank, m::note(tried(self)).into()]);
        }
        blocks.extend(self.given_up.as_ref().map(|it| m::wrong(given_up(it, names)).into()));
        for (grammar, parts) in names.into_iter().zip(&self.uncovered) {
            blocks.extend((!parts.is_empty()).then(|| m::wrong(uncovered(grammar, parts)).into()));
        }
        Document(blocks)
    }

    /// Makes a row for each difference. If a grammar does not accept the text, its tree and its
    /// value are missing. A grammar that is not arithmetic never has a value.
    fn table(&self) -> Option<Csv> {
        let [a, b] = self.grammars.each_ref().map(Named::name);
        let rows = self.differences.iter().map(|it| {
            let parses = it.parses.each_ref().map(|parse| parse.as_ref().ok());
            let [a_tree, b_tree] = parses.map(|it| it.map(DiffReading::to_s_expression));
            let [a_value, b_value] = parses.map(|it| match it {
                Some(DiffReading::Expression(parse)) => parse.value().ok(),
                _ => None,
            });
            fields! {
                "text" => it.text,
                "expression" => it.text,
                "a" => a,
                "a_tree" => a_tree,
                "a_value" => a_value,
                "b" => b,
                "b_tree" => b_tree,
                "b_value" => b_value,
            }
        });
        let header: &[_] = if self.is_arithmetic() {
            &["expression", "a", "a_tree", "a_value", "b", "b_tree", "b_value"]
        } else {
            &["text", "a", "a_tree", "b", "b_tree"]
        };
        Some(Csv::new(header.iter().copied(), rows))
    }
}

fn heading(diff: &GrammarDiff, [a, b]: [&str; 2]) -> String {
    let GrammarDiff { tried, length, .. } = diff;
    let is_arithmetic = diff.is_arithmetic();
    let unit = if is_arithmetic { "tokens" } else { "characters" };
    let only_grouping = diff.all_differences().all(|it| it.kind == GrammarDifferenceKind::Grouping);
    if diff.is_equal() && diff.tried > 0 && !diff.is_settled() {
        format!("no text tells {a} and {b} apart, but not everything was tried")
    } else if *tried == 0 {
        format!("{a} and {b} have the same rules")
    } else if diff.is_equal() {
        format!("none of {tried} texts of up to {length} {unit} tells {a} and {b} apart")
    } else if only_grouping && is_arithmetic {
        format!(
            "{a} and {b} group differently, but none of the {tried} texts tried, of up to \
             {length} {unit}, has a different value"
        )
    } else if only_grouping {
        format!("of {tried} texts tried, {a} and {b} accept the same, but parse some differently")
    } else {
        format!("{a} and {b} differ; these are the shortest texts found that show it")
    }
}

const fn title(kind: GrammarDifferenceKind, is_arithmetic: bool) -> &'static str {
    match kind {
        GrammarDifferenceKind::Accepted => "Accepted by only one:",
        GrammarDifferenceKind::Value => "Parsed differently, different values:",
        GrammarDifferenceKind::Grouping if is_arithmetic => "Parsed differently, same value:",
        GrammarDifferenceKind::Grouping => "Parsed differently:",
        GrammarDifferenceKind::Refused => "Refused by both, at different places:",
    }
}

/// Writes the number of texts on which the program gave up, the first such text, and why.
fn given_up(given_up: &GivenUp, names: [&str; 2]) -> String {
    let first = &given_up.first;
    let mut why = names.into_iter().zip(&first.parses).filter_map(|(name, parse)| {
        let error = parse.as_ref().err().filter(|error| error.is_given_up())?;
        Some(format!("with {name}, {}", error.message()))
    });
    let first = if first.text.is_empty() { "(empty)".into() } else { shown(&first.text) };
    let last = if given_up.ended_it() { "; after so many, the search stopped" } else { "" };
    let (texts, were) =
        (counted(given_up.texts, "text"), if given_up.texts == 1 { "was" } else { "were" });
    format!("{texts} {were} given up; the first: {first}; {}{last}", why.join("; "))
}

/// The maximum number of unused parts to name.
const NAMED: usize = 5;

fn uncovered(grammar: &str, parts: &[Part]) -> String {
    format!("no text was found for these parts of {grammar}: {}", list_first(parts, NAMED))
}

/// Shows a text, and the number of other texts that differ from it only in blanks.
fn text_of(difference: &GrammarDifference) -> Line {
    let text = cell(&difference.text);
    match difference.other_blanks.len() {
        0 => text,
        more if difference.is_of_blanks() => {
            text.and(m::note(format!("  +{more} whose trees differ only in blanks")))
        }
        more => text.and(m::note(format!("  +{more} with other blanks"))),
    }
}

/// Draws the trees of a text, under the grammars that accept it.
pub(super) fn trees(difference: &GrammarDifference, names: [&str; 2]) -> Vec<Tree> {
    let readings = difference.parses.iter().zip(names);
    let titles = readings.clone().map(|(parse, name)| match parse {
        Ok(DiffReading::Expression(parse)) => m::heading(name) + ": " + value(parse),
        _ => m::heading(name),
    });
    let titles: Vec<Line> = titles.collect();
    match (difference.divergence(), <[Line; 2]>::try_from(titles)) {
        (Some((parses, divergence)), Ok(titles)) => tree::diverging(parses, titles, &divergence),
        _ => readings.filter_map(|(parse, name)| Some(drawn(parse.as_ref().ok()?, name))).collect(),
    }
}

/// Draws the tree of the rules, or of the expression.
fn drawn(reading: &DiffReading, name: &str) -> Tree {
    let title = m::heading(name);
    match reading {
        DiffReading::Expression(parse) => Tree { title, ..tree::of_expression(&parse.written()) },
        DiffReading::Rules { rules, unread, .. } => {
            let more = if unread.is_empty() { "" } else { ", not read to its end" };
            Tree { title: title.and(m::wrong(more)), ..tree::of_pairs(rules) }
        }
    }
}

/// Presents the differences with their trees as S-expressions.
pub fn sexpr_document(diff: &GrammarDiff) -> Document {
    let names = diff.grammars.each_ref().map(Named::name);
    Document(vec![table(&diff.differences, names, diff.is_arithmetic()).into()])
}

fn table<'a>(
    differences: impl IntoIterator<Item = &'a GrammarDifference>,
    [a, b]: [&str; 2],
    has_values: bool,
) -> Table {
    let rows = differences.into_iter().map(|it| {
        let cells = it.parses.iter().flat_map(|parse| cells(parse.as_ref().ok(), has_values));
        std::iter::once(text_of(it)).chain(cells).collect()
    });
    let titles: &[&str] =
        if has_values { &["expression", a, "value", b, "value"] } else { &["text", a, b] };
    Table::of(rows).titled(titles.iter().copied())
}

/// Makes the cell of the tree and, if `has_values` is set, the cell of the value.
fn cells(reading: Option<&DiffReading>, has_values: bool) -> Vec<Line> {
    match reading {
        None if has_values => vec![m::wrong("no expression"), Line::default()],
        None => vec![m::wrong("refused")],
        Some(DiffReading::Expression(parse)) => {
            vec![m::expression(parse.expression().to_s_expression()), value(parse)]
        }
        Some(DiffReading::Rules { tree, unread, .. }) => {
            let more = if unread.is_empty() { "" } else { " and no more" };
            let tree = m::expression(tree).and(m::wrong(more));
            if has_values { vec![tree, m::note("none")] } else { vec![tree] }
        }
    }
}

fn tried(diff: &GrammarDiff) -> String {
    let GrammarDiff { tried, length, longest_of_all, .. } = diff;
    if !diff.is_arithmetic() {
        return format!(
            "tried: {tried} texts of up to {length} characters: combinations of the characters and \
             literals in both grammars, texts that use every part of either, changes of these by a \
             character or a literal, and random texts"
        );
    }
    if length <= longest_of_all {
        return format!("tried: {tried} texts, among them all of up to {length} tokens");
    }
    format!(
        "tried: {tried} texts, among them all of up to {longest_of_all} tokens and all expressions \
         of up to {length}"
    )
}
