//! What an expression is read as.

use std::ops::Range;

use super::{ParseNode, ParseTree};
use crate::grammars::{Grammar, Ordinary, SyntaxError};
use crate::number::Rational;
use crate::syntax::Expression;
use crate::syntax::{DivisionByZero, evaluate};

/// A text, the rules that it was read by, and the expression that they make of
/// it.
#[derive(Debug, Clone)]
pub struct Parsing {
    /// The text that was read.
    pub text: String,
    /// The grammar that read it.
    pub grammar: Grammar,
    /// Every rule, silent ones too.
    pub tree: ParseTree,
    /// How it is grouped.
    pub expression: Expression<Rational>,
    /// What it is worth.
    pub value: Result<Rational, DivisionByZero>,
    /// What it is worth in ordinary arithmetic.
    pub ordinary: Ordinary,
    /// The expression with the fewest brackets that keep its value and where it
    /// is defined, in ordinary arithmetic: see [`Expression::to_text`].
    pub fewest: String,
    /// Whether ordinary arithmetic groups that otherwise, for brackets that do
    /// not change the value were left out.
    pub is_regrouped: bool,
    /// The expression with brackets around every operand that is an operation,
    /// so that every grammar groups it alike: see [`Expression::to_full_text`].
    pub full: String,
}

/// Rules that read the same text, each the only one in the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The names of the rules, the outermost first; one at least.
    pub rules: Vec<String>,
    /// What they read, in bytes, without blanks around it.
    pub span: Range<usize>,
    /// The chain around it, as an index; none around the first.
    pub parent: Option<usize>,
    /// How many chains are around it.
    pub depth: usize,
}

impl Parsing {
    /// Reads `text` with `grammar`.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::Parsing};
    ///
    /// let parsing = Parsing::new("8-4-2", &Grammar::Scala)?;
    /// assert_eq!(parsing.expression.to_s_expression(), "(- 8 (- 4 2))");
    /// assert_eq!(parsing.fewest, "8-(4-2)");
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse(text)?;
        let value = evaluate(&expression);
        let mut fewest = String::new();
        let (_, is_regrouped) =
            expression.write(&mut fewest, |leaf, text| *text += &leaf.to_string());
        Ok(Self {
            text: text.to_owned(),
            grammar: grammar.clone(),
            tree: ParseTree::of(text, grammar),
            ordinary: Ordinary::of(text, grammar, &value),
            value,
            fewest,
            is_regrouped,
            full: expression.to_full_text(ToString::to_string),
            expression,
        })
    }

    /// What `node` read, without the blanks that it takes around it; a rule
    /// that reads blanks alone keeps them.
    pub fn span(&self, node: &ParseNode) -> Range<usize> {
        let Some(text) = self.text.get(node.span.clone()) else {
            return node.span.clone();
        };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return node.span.clone();
        }
        let start = node.span.start + (text.len() - text.trim_start().len());
        start..start + trimmed.len()
    }

    /// The parse tree with every run of rules that read the same as one:
    /// parents before children, in the order of the text. Rules that read
    /// nothing but blanks are left out.
    pub fn chains(&self) -> Vec<Chain> {
        let nodes = self.tree.nodes();
        let is_shown = |node: &&ParseNode| {
            let text = self.text.get(node.span.clone()).unwrap_or_default();
            node.parent.is_none() || text.is_empty() || !text.trim().is_empty()
        };
        let mut children = vec![0_usize; nodes.len()];
        for parent in nodes.iter().filter(is_shown).filter_map(|node| node.parent) {
            children[parent] += 1;
        }
        let rules = self.grammar.rules();
        let mut chains: Vec<Chain> = Vec::new();
        // The chain that each node is part of.
        let mut chain_of: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let (name, span) = (rules.name(node.rule).to_owned(), self.span(node));
            let parent = node.parent.map(|parent| chain_of[parent]);
            let goes_on = node.parent.is_some_and(|parent| children[parent] == 1)
                && parent.is_some_and(|parent| chains[parent].span == span);
            if let Some(chain) = parent.filter(|_| !is_shown(&node)) {
                chain_of.push(chain);
            } else if let Some(chain) = parent.filter(|_| goes_on) {
                chains[chain].rules.push(name);
                chain_of.push(chain);
            } else {
                chain_of.push(chains.len());
                let depth = parent.map_or(0, |parent| chains[parent].depth + 1);
                chains.push(Chain { rules: vec![name], span, parent, depth });
            }
        }
        chains
    }
}
