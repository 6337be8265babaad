//! A parse by a plain grammar: its parse tree, without an expression.

use std::ops::Range;

use super::{ParseNode, ParseTree, UnitRules};
use crate::grammars::{Grammar, SyntaxError};

/// A text that a grammar reads, and the parse tree alone: what there is to show of
/// it under a plain grammar.
#[derive(Debug, Clone)]
pub struct PlainParse {
    text: String,
    grammar: Grammar,
    tree: ParseTree,
}

impl PlainParse {
    /// Parses `text` with `grammar`.
    ///
    /// # Errors
    ///
    /// As [`Grammar::recognize`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::PlainParse};
    ///
    /// let term = Grammar::Left.starting_at("term").expect("there is such a rule");
    /// let parse = PlainParse::new("8/3+1", &term)?;
    /// assert_eq!(parse.unit_rules()[0].rules, ["term"]);
    /// assert_eq!(parse.unread(), 3..5);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let tree = ParseTree::new(text, grammar)?;
        Ok(Self { text: text.to_owned(), grammar: grammar.clone(), tree })
    }

    /// That of a text that `grammar` reads.
    pub(super) fn of(text: &str, grammar: &Grammar) -> Self {
        let tree = ParseTree::of(text, grammar);
        Self { text: text.to_owned(), grammar: grammar.clone(), tree }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grammar that reads it.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The parse tree: every rule, silent ones too.
    pub const fn tree(&self) -> &ParseTree {
        &self.tree
    }

    /// What `node` matched, without the blanks around it.
    pub fn span(&self, node: &ParseNode) -> Range<usize> {
        node.trimmed(&self.text)
    }

    /// The parse tree with every chain of unit rules as one, as
    /// [`Parse::unit_rules`](super::Parse::unit_rules).
    pub fn unit_rules(&self) -> Vec<UnitRules> {
        UnitRules::of(&self.text, &self.grammar, &self.tree)
    }

    /// What is left of the text after what was read; nothing, where the rule that
    /// the grammar begins with asks for the end.
    pub fn unread(&self) -> Range<usize> {
        let read = self.tree.nodes().first().expect("a text that is read has a tree");
        read.span.end..self.text.len()
    }
}
