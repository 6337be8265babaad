//! A parse of a template: its trees, without a value.

use std::ops::Range;

use super::{ParseNode, ParseTree, PlainParse, UnitRules};
use crate::grammars::{Grammar, SyntaxError};
use crate::syntax::{Expression, Slot};

/// A template that a grammar accepts, and what it makes of it. It has a value
/// only once its slots are filled.
#[derive(Debug, Clone)]
pub struct TemplateParse {
    read: PlainParse,
    expression: Expression<Slot>,
}

impl TemplateParse {
    /// Parses `text` with `grammar`.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse_slots`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::TemplateParse};
    ///
    /// let parse = TemplateParse::new("N-N-N", &Grammar::Scala)?;
    /// assert_eq!(parse.expression().to_s_expression(), "(- N (- N N))");
    /// assert_eq!(parse.unit_rules()[0].rules, ["line", "expression", "difference"]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse_slots(text)?;
        Ok(Self { read: PlainParse::of(text, grammar), expression })
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.read.text()
    }

    /// The grammar that accepts it.
    pub const fn grammar(&self) -> &Grammar {
        self.read.grammar()
    }

    /// Its expression tree.
    pub const fn expression(&self) -> &Expression<Slot> {
        &self.expression
    }

    /// The parse tree: every rule, silent ones too.
    pub const fn tree(&self) -> &ParseTree {
        self.read.tree()
    }

    /// What `node` matched, without the blanks around it.
    pub fn span(&self, node: &ParseNode) -> Range<usize> {
        self.read.span(node)
    }

    /// The parse tree with every chain of unit rules as one, as
    /// [`Parse::unit_rules`](super::Parse::unit_rules).
    pub fn unit_rules(&self) -> Vec<UnitRules> {
        self.read.unit_rules()
    }

    /// Whether ordinary arithmetic groups it otherwise once it is written with
    /// the fewest brackets.
    pub fn is_regrouped(&self) -> bool {
        let read = self.expression.write(&mut String::new(), |leaf, _| *leaf);
        !read.is_grouped_as(&self.expression)
    }
}
