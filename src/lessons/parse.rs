//! A parse: the expression tree that a grammar makes of a text, and its value.

use std::ops::Range;
use std::sync::OnceLock;

use super::{ParseNode, ParseTree, UnitRules};
use crate::grammars::{Grammar, Ordinary, SyntaxError};
use crate::number::Rational;
use crate::syntax::{Expression, NoValue, NodeKind, evaluate};

/// A text that a grammar accepts, and what it makes of it: made once, shown by
/// many.
///
/// The parse tree and what ordinary arithmetic makes of the text are found when
/// they are first asked for.
#[derive(Debug, Clone)]
pub struct Parse {
    text: String,
    grammar: Grammar,
    expression: Expression<Rational>,
    value: Result<Rational, NoValue>,
    tree: OnceLock<ParseTree>,
    ordinary: OnceLock<Ordinary>,
}

impl Parse {
    /// Parses `text` with `grammar`.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, grammars::Ordinary, lessons::Parse};
    ///
    /// let parse = Parse::new("8-4-2", &Grammar::Scala)?;
    /// assert_eq!(parse.expression().to_s_expression(), "(- 8 (- 4 2))");
    /// assert_eq!(parse.expression().to_string(), "8-(4-2)");
    /// assert_eq!(parse.ordinary(), &Ordinary::Value(2.into()));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        Ok(Self::of(text, grammar, grammar.parse(text)?))
    }

    /// The parse in ordinary arithmetic and its grammar: `extended` where only that
    /// accepts the text, else `left`.
    pub(super) fn ordinarily(text: &str) -> (Grammar, Result<Self, SyntaxError>) {
        let (grammar, expression) = Grammar::parse_ordinarily(text);
        let parse = expression.map(|expression| Self::of(text, &grammar, expression));
        (grammar, parse)
    }

    /// As [`new`](Self::new), where it is known what ordinary arithmetic makes
    /// of the text.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`].
    pub(super) fn beside(ordinary: &Self, grammar: &Grammar) -> Result<Self, SyntaxError> {
        if grammar.lacks().is_some() {
            // One that reads it is refused for what it lacks.
            grammar.recognize(&ordinary.text)?;
        }
        let parse = Self::new(&ordinary.text, grammar)?;
        let compared = Ordinary::compared(ordinary.value.clone(), &parse.value);
        Ok(Self { ordinary: OnceLock::from(compared), ..parse })
    }

    /// What `grammar` makes of `text`: `expression`.
    pub(crate) fn of(text: &str, grammar: &Grammar, expression: Expression<Rational>) -> Self {
        Self {
            text: text.to_owned(),
            grammar: grammar.clone(),
            value: evaluate(&expression),
            expression,
            tree: OnceLock::new(),
            ordinary: OnceLock::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grammar that accepts it.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Its expression tree.
    pub const fn expression(&self) -> &Expression<Rational> {
        &self.expression
    }

    /// Its exact value.
    ///
    /// # Errors
    ///
    /// The division that cannot be done, where there is no value.
    pub const fn value(&self) -> Result<&Rational, &NoValue> {
        self.value.as_ref()
    }

    /// Its expression tree with every leaf as it was typed: the letter of a card,
    /// else the number.
    pub fn written(&self) -> Expression<String> {
        self.expression.map_nodes(|node| {
            let kind = match &node.kind {
                NodeKind::Leaf(value) => NodeKind::Leaf(self.leaf(value, &node.span)),
                NodeKind::Operation(operator) => NodeKind::Operation(*operator),
            };
            (kind, node.span.clone())
        })
    }

    /// The leaf at `span`, as it was typed.
    pub(super) fn leaf(&self, value: &Rational, span: &Range<usize>) -> String {
        match &self.text[span.clone()] {
            letter if letter.starts_with(|it: char| it.is_ascii_alphabetic()) => letter.to_owned(),
            _ => value.to_string(),
        }
    }

    /// The parse tree: every rule, silent ones too.
    pub fn tree(&self) -> &ParseTree {
        self.tree.get_or_init(|| ParseTree::of(&self.text, &self.grammar))
    }

    /// Keeps the parse tree that a recording has found, so that the text is not
    /// traced again for it.
    pub(super) fn keep_tree(&self, tree: ParseTree) -> &ParseTree {
        self.tree.get_or_init(|| tree)
    }

    /// The parse of the text in ordinary arithmetic.
    pub fn ordinary(&self) -> &Ordinary {
        self.ordinary.get_or_init(|| Ordinary::of(&self.text, &self.grammar, &self.value))
    }

    /// Whether both have the same value, or both divide by zero.
    pub fn is_worth(&self, other: &Self) -> bool {
        self.value().ok() == other.value().ok()
    }

    /// Whether ordinary arithmetic groups the expression otherwise once it is
    /// written with the fewest brackets, as [`Expression::to_text`] does, which
    /// keep its value and where it is defined.
    pub fn is_regrouped(&self) -> bool {
        let read = self.expression.write(&mut String::new(), |leaf, _| leaf.clone());
        !read.is_grouped_as(&self.expression)
    }

    /// What `node` matched, without the blanks that it takes around it; a rule
    /// that matches blanks alone keeps them.
    pub fn span(&self, node: &ParseNode) -> Range<usize> {
        node.trimmed(&self.text)
    }

    /// The parse tree with every chain of unit rules as one: parents before
    /// children, in the order of the text. Rules that match nothing but blanks
    /// are left out.
    pub fn unit_rules(&self) -> Vec<UnitRules> {
        UnitRules::of(&self.text, &self.grammar, self.tree())
    }
}
