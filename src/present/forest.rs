//! Every tree that the rules of a grammar allow for a text, drawn one below another, and the search
//! for the shortest text with two trees.

use super::{Block, Csv, Document, Report, Table, Tree, markup as m, parse};
use crate::lessons::{AllTrees, Ambiguity, Forest, ParseTree};
use crate::serial::{fields, serialize_object};
use crate::words::{counted, in_thousands, list_and, ticked};
use num_bigint::BigUint;

impl Report for Forest {
    fn document(&self) -> Document {
        let text = &self.trees[0].text;
        let count = match self.count() {
            _ if self.is_endless => {
                " has infinitely many trees: a rule calls itself and consumes nothing".to_owned()
            }
            Some(count) => format!(" has {}", counted(count, "tree")),
            None => format!(" has more than {}", counted(self.trees.len(), "tree")),
        };
        // Invisible characters are written as in a grammar.
        let is_seen = !text.is_empty() && !text.contains(char::is_control);
        let shown = if is_seen { text.to_owned() } else { format!("{text:?}") };
        let heading = m::expression(shown) + count + " when the alternatives have no order";
        let mut blocks: Vec<Block> = vec![heading.into()];
        for (index, tree) in self.trees.iter().enumerate() {
            let taken = if self.is_taken(tree) { ", which pest returns" } else { "" };
            let title = m::heading(index + 1) + m::value(taken);
            let drawn = Tree { title, ..parse::rules_of(&tree.as_pairs()) };
            blocks.extend([Block::Blank, Block::Trees(vec![drawn])]);
        }
        if let Some(unread) = parse::unread(&self.trees[0]) {
            blocks.extend([Block::Blank, Table::of([unread]).into()]);
        }
        let mut notes = Vec::new();
        if self.has_more {
            let kept = self.trees.len();
            notes.push(format!("{kept} of them are shown; `parse --all --limit` shows more."));
        } else if self.is_endless {
            notes.push("Only the trees without such a call are shown.".to_owned());
        }
        if self.taken.is_none() {
            let is_refused = self.trees.iter().any(|tree| tree.grammar.is_left_recursive());
            let refused = if is_refused { "this grammar" } else { "this text" };
            notes.push(format!("pest returns none of them: it refuses {refused}."));
        } else if !self.trees.iter().any(|tree| self.is_taken(tree)) {
            notes.push("The tree that pest returns is not among those shown.".to_owned());
        }
        notes.extend(beyond(&self.beyond));
        if !notes.is_empty() {
            blocks.push(Block::Blank);
        }
        blocks.extend(notes.into_iter().map(|note| Block::from(m::note(note))));
        Document(blocks)
    }

    /// Makes a row for every shown tree.
    fn table(&self) -> Option<Csv> {
        let rows = self.trees.iter().map(|tree| {
            let taken = if self.is_taken(tree) { "yes" } else { "no" };
            (&tree.text, tree.as_pairs().to_s_expression(), taken)
        });
        Some(Csv::new(["text", "tree", "taken"], rows))
    }
}

/// Describes the rules that go beyond context-free grammars.
fn beyond(rules: &[String]) -> Option<String> {
    let rules = Some(list_and(ticked(rules))).filter(|_| !rules.is_empty())?;
    Some(format!(
        "This grammar looks ahead in {rules}, which context-free grammars cannot: the part of a \
         lookahead matches here if any choice of alternatives does."
    ))
}

serialize_object! { Forest, self:
    let tree = |tree: &ParseTree| fields! {
        "tree" => tree.as_pairs().to_s_expression(),
        "taken" => self.is_taken(tree),
    };
    "text" => self.trees[0].text,
    "count" => self.count(),
    "endless" if self.is_endless => true,
    "unread" if !self.trees[0].unread().is_empty() => self.trees[0].unread().start,
    "trees" => self.trees.iter().map(tree).collect::<Vec<_>>(),
    "beyond" => self.beyond,
}

/// Shows the shortest text with two trees, or the extent of the search for one.
impl Report for Ambiguity {
    fn document(&self) -> Document {
        if let Some(forest) = &self.found {
            let title = "A text with several trees; no shorter text that was tried has several:";
            let mut document = forest.document();
            document.0.splice(..0, [m::heading(title).into(), Block::Blank]);
            return document;
        }
        let mut notes = Vec::new();
        if let Some(error) = &self.refused {
            notes.push(format!("Cannot search for a text with two trees: {error}."));
        } else {
            let Self { length, texts, is_whole, .. } = self;
            let characters = counted(*length as u64, "character");
            let plural = if *texts == 1 { "" } else { "s" };
            let texts = in_thousands(texts);
            let rest = if *is_whole {
                "all other texts are made of the same tokens"
            } else {
                "a longer text may, or one with other tokens"
            };
            let tried =
                format!("Of {texts} text{plural} of up to {characters}, blanks not counted,");
            notes.push(format!("{tried} none has two trees; {rest}."));
        }
        notes.extend(beyond(&self.beyond));
        Document(notes.into_iter().map(|note| m::plain(note).into()).collect())
    }
}

serialize_object! { Ambiguity, self:
    "found" => self.found,
    "length" => self.length,
    "texts" => self.texts,
    "whole" => self.is_whole,
    "refused" => self.refused.as_ref().map(ToString::to_string),
    "beyond" => self.beyond,
}

/// Every tree of an expression, with the grammars that give it.
impl Report for AllTrees {
    /// Shows the number of trees, and how the number is computed. Each tree has a row with its
    /// value and the grammars that build the tree.
    fn document(&self) -> Document {
        let AllTrees { parse, count, trees, refused_by } = self;
        let many = if *count == BigUint::from(1_u32) { "tree" } else { "trees" };
        let has = format!(" has {count} {many} under the ambiguous grammar");
        let grammar = m::note("  E → E + E | E - E | E * E | E / E | ( E ) | number");
        let head = m::expression(parse.text()) + has;
        let mut blocks = vec![head.into(), grammar.into(), Block::Blank];
        let rows = trees.iter().map(|tree| {
            let worth = tree.value.as_ref().map_or_else(m::wrong, m::value);
            vec![m::expression(&tree.text), worth, m::plain(list_and(&tree.taken_by))]
        });
        let table = Table::of(rows).titled(["tree", "value", "grammars"]).keys(1);
        blocks.extend([table.into(), Block::Blank]);
        if BigUint::from(trees.len()) < *count {
            let kept =
                format!("{} of them are shown; `parse --all --limit` shows more.", trees.len());
            blocks.push(m::note(kept).into());
        }
        if !refused_by.is_empty() {
            blocks.push(m::note(format!("Not accepted by {}.", list_and(refused_by))).into());
        }
        let why = if parse.text().contains('(') {
            "Each part in brackets has its own trees, and their counts are multiplied."
        } else if parse.expression().leaves().count() == 4 {
            "Four numbers without brackets: these are the five bracket shapes that the templates are \
             made from."
        } else {
            "Chains of 1, 2, 3, … numbers have 1, 1, 2, 5, 14, 42, … trees: the Catalan numbers."
        };
        blocks.push(m::note(why).into());
        Document(blocks)
    }

    /// Makes a row for every shown tree; a missing value leaves its cell empty.
    fn table(&self) -> Option<Csv> {
        let (text, trees) = (self.parse.text(), self.trees.iter());
        let rows = trees.map(|it| (text, &it.text, it.value.as_ref().ok(), &it.taken_by));
        Some(Csv::new(["expression", "tree", "value", "taken_by"], rows))
    }
}
