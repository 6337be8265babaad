//! The parse tree and the expression tree of a text.

mod failed;
mod graph;
mod layout;
mod svg;

use serde::{Serialize, Serializer};

use super::value::{csv_values, under, value};
use super::{Block, Csv, Document, Line, Report, Role, Table, Tree, TreeNode, markup as m, tree};
use crate::lessons::{
    FailedParse, MendedParse, NodeMark, ParseNode, ParseTree, Reading, UnitRules,
};
use crate::serial::{OrdinaryFields, ParseFields, fields, object, serialize_object};
use crate::words::{place, shorten};
use crate::{Expression, stack};

pub(crate) use failed::{advice, facts, mended_text, open_rules, reason_and_place, span};
pub use graph::{dot, latex, mermaid};
pub use svg::svg;

/// Shows the trees and their values. If the text does not parse, shows the trees up to the failure.
pub fn document(reading: &Reading) -> Document {
    let written = reading.written();
    let rows = match (reading, &written) {
        (Reading::Failed(failed), _) => return failed::document(failed),
        (_, Some(written)) => results(reading, written),
        // This grammar gives no values, so the report does not mention them.
        (_, None) => unread(reading.tree()).into_iter().collect(),
    };
    let mut blocks = vec![drawn(reading.tree(), written.as_ref())];
    if !rows.is_empty() {
        blocks.extend([Block::Blank, Table::of(rows).into()]);
    }
    Document(blocks)
}

/// Describes the rest of a text, as the cells of a row, if only its beginning matched.
pub fn unread(tree: &ParseTree) -> Option<Vec<Line>> {
    let unread = Some(tree.unread()).filter(|it| !it.is_empty())?;
    let place = place(&tree.text, unread.start);
    let start = tree.grammar.rules().name(tree.grammar.start());
    let why = format!(" from {place} on: `{start}` does not require the end (`EOI`)");
    let rest = m::expression(shorten(&on_one_line(&tree.text[unread]), LONGEST_REST));
    Some(vec![m::wrong("not read"), rest.and(m::wrong(why))])
}

/// The maximum number of characters of the unmatched rest that are shown.
const LONGEST_REST: usize = 30;

/// Draws the parse tree and the expression tree side by side.
pub(super) fn drawn(rules: &ParseTree, written: Option<&Expression<String>>) -> Block {
    let view = match (rules.has_silent(), rules.grammar.lacks()) {
        (false, _) => "pairs",
        (true, None) => "every rule call",
        (true, Some(_)) => "every rule call; pest returns no pair for those in brackets",
    };
    let is_titled = written.is_some() || rules.has_silent();
    let title = |title: &str| if is_titled { m::heading(title) } else { Line::default() };
    let written = written
        .map(|written| Tree { title: title("expression tree"), ..tree::of_expression(written) });
    let rules = Tree { title: title(view), ..rules_of(rules) };
    Block::Trees(std::iter::once(rules).chain(written).collect())
}

/// Draws the rules of a tree, with the texts that they matched.
pub(super) fn rules_of(tree: &ParseTree) -> Tree {
    rules_tree(&tree.text, tree.unit_rules(), None)
}

/// Draws the rules that matched `text`. `failed` is set if the text does not parse.
fn rules_tree(text: &str, chains: Vec<UnitRules>, failed: Option<&FailedParse>) -> Tree {
    let node = |chain: UnitRules| {
        let (name, read) = failed::named(text, &chain, failed);
        let (name, text) = match chain.mark {
            NodeMark::Failure => (m::wrong(name), m::wrong(read)),
            NodeMark::PutIn | NodeMark::TakenOut => (m::value(name), m::expression(read)),
            NodeMark::Matched => (names(&chain), Line::new(Role::Expression, read)),
            NodeMark::Open => (m::plain(name), m::expression(read)),
        };
        TreeNode { depth: chain.depth, name, text }
    };
    Tree { title: Line::default(), nodes: chains.into_iter().map(node).collect(), lines_up: true }
}

/// Returns the names of the rules in a chain. The names of rules for which pest returns no pair are
/// faint.
fn names(chain: &UnitRules) -> Line {
    let mut line = Line::default();
    for (index, (rule, is_pair)) in chain.rules.iter().zip(&chain.pairs).enumerate() {
        let role = if *is_pair { Role::Plain } else { Role::Note };
        line = line.and(m::note(if index > 0 { " › " } else { "" })).and(Line::new(role, rule));
    }
    line
}

/// Replaces control characters in `text` by blanks, because they would break the line or the
/// columns.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns the values of the trees.
fn results(reading: &Reading, written: &Expression<String>) -> Vec<Vec<Line>> {
    let mut fewest = m::expression(written);
    if !reading.grammar().is_ordinary() {
        fewest = fewest.and(m::note(" in ordinary arithmetic"));
    }
    if reading.is_regrouped() {
        fewest = fewest.and(m::note(", grouped differently, same value"));
    }
    let full = written.to_full_text(Clone::clone);
    let rows = [
        ("tree", m::plain(written.to_s_expression())),
        ("value", worth(reading)),
        ("fewest brackets", fewest),
        ("all brackets", m::expression(full)),
    ];
    rows.map(|(name, line)| vec![m::note(name), line]).into()
}

/// Returns the value of a text, or says that the text has none. If the value in ordinary arithmetic
/// differs, adds that value.
fn worth(reading: &Reading) -> Line {
    match reading {
        Reading::Expression(parse) => under(value(parse), parse),
        Reading::Template(..) => m::note("none until its slots are filled"),
        Reading::Plain(_) | Reading::Failed(_) => m::note("none"),
    }
}

/// Returns the words that follow the text in a title, such as ` = 24`.
fn claim(reading: &Reading) -> Line {
    match reading {
        Reading::Expression(parse) => {
            let start = if parse.value().is_ok() { " = " } else { ": " };
            start + under(value(parse), parse)
        }
        Reading::Template(..) => m::plain(": a template"),
        Reading::Plain(_) | Reading::Failed(_) => Line::default(),
    }
}

/// Writes the expression tree as an S-expression, with the cards as numbers. If the grammar is not
/// arithmetic, writes the parse tree. Returns an empty string if the text does not parse.
pub fn sexpr(reading: &Reading) -> String {
    match reading {
        Reading::Expression(parse) => parse.expression().to_s_expression(),
        Reading::Template(_, slots) => slots.to_s_expression(),
        Reading::Plain(tree) => tree.to_s_expression(),
        Reading::Failed(_) => String::new(),
    }
}

/// The trees of a text, or the reason why the text does not parse.
#[derive(Debug)]
pub struct ParseReport<'a>(pub &'a Reading);

serialize_object! { ParseReport<'_>, self:
    let (written, tree, failed) = (self.0.written(), self.0.tree(), self.0.failed());
    let unread = tree.unread();
    let is_cut = matches!(self.0, Reading::Plain(_)) && !unread.is_empty();
    "expression" => self.0.text(),
    "grammar" => self.0.grammar(),
    ..ParseFields::from(self.0),
    ..self.0.parse().map(OrdinaryFields::from),
    ..failed.map(FailedParse::diagnosis),
    "mended" if failed.is_some() => failed.and_then(FailedParse::mended).map(Mended),
    "fewest" if written.is_some() => written.as_ref().map(ToString::to_string),
    "full" if written.is_some() => written.as_ref().map(|it| it.to_full_text(Clone::clone)),
    "unread" if is_cut => unread.start,
    "parse_tree" if !tree.nodes.is_empty() => Nested::of(tree),
}

/// The fixed text with its trees.
struct Mended<'a>(&'a MendedParse);

serialize_object! { Mended<'_>, self:
    ..self.0,
    "parse_tree" => Nested::of(self.0.reading.tree()),
}

impl Report for ParseReport<'_> {
    fn document(&self) -> Document {
        document(self.0)
    }

    /// Makes a row for the expression tree, with its value and its value in ordinary arithmetic. If
    /// the grammar is not arithmetic, makes a row for the pairs. A text that does not parse has no
    /// row.
    fn table(&self) -> Option<Csv> {
        let Self(reading) = self;
        let [value, ordinary] = reading.parse().map_or_else(Default::default, csv_values);
        let row = fields! {
            "text" => reading.text(),
            "expression" => reading.text(),
            "grammar" => reading.grammar(),
            "tree" => sexpr(reading),
            "value" => value,
            "ordinary" => ordinary,
        };
        let header: &[_] = match reading.grammar().lacks() {
            Some(_) => &["text", "grammar", "tree"],
            None => &["expression", "grammar", "tree", "value", "ordinary"],
        };
        Some(Csv::new(header.iter().copied(), reading.failed().is_none().then_some(row)))
    }
}

/// A rule with all the nodes inside it. The rule is the first of the `nodes`.
#[derive(Debug)]
struct Nested<'a> {
    tree: &'a ParseTree,
    nodes: &'a [ParseNode],
}

impl<'a> Nested<'a> {
    /// Makes the root rule of `tree`, which must have a rule.
    fn of(tree: &'a ParseTree) -> Self {
        Self { tree, nodes: &tree.nodes }
    }

    /// Returns the rules directly inside this rule.
    fn children(&self) -> Vec<Self> {
        let mut children = Vec::new();
        let mut rest = &self.nodes[1..];
        while let [child, others @ ..] = rest {
            let inside = others.iter().take_while(|it| it.depth > child.depth).count();
            let (nodes, after) = rest.split_at(1 + inside);
            children.push(Self { tree: self.tree, nodes });
            rest = after;
        }
        children
    }
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ParseNode { rule, span, is_pair, is_open, .. } = &self.nodes[0];
        // In a text of 500 operators, rules are nested a thousand levels deep.
        stack::for_level(|| {
            object!(serializer, {
                "rule" => self.tree.grammar.rules().name(*rule),
                "at" => span.start,
                "end" => span.end,
                "pair" if !*is_pair => is_pair,
                "open" if *is_open => is_open,
                "children" => self.children(),
            })
        })
    }
}
