//! The result of parsing a text: an expression, a template, only a parse tree, or an error.

use std::ops::Range;
use std::sync::OnceLock;

use super::{FailedParse, ParseTree};
use crate::grammars::{Grammar, Ordinary, SyntaxError, SyntaxErrorKind};
use crate::{Expression, NoValue, NodeKind, Rational, Slot, evaluate};

/// The result of parsing a text with a grammar. It is computed once, and shown in many ways.
#[derive(Debug, Clone)]
pub enum Reading {
    /// The text is an expression.
    Expression(Box<Parse>),
    /// The text is a template, which has a value only after its slots are filled.
    Template(ParseTree, Expression<Slot>),
    /// The grammar is plain: it matches texts, but builds no expressions. So there is only a parse
    /// tree, which may cover only the beginning of the text.
    Plain(ParseTree),
    /// The grammar rejects the text.
    Failed(Box<FailedParse>),
}

impl Reading {
    /// Parses `text` with `grammar`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::Reading};
    ///
    /// let read = |text| Reading::new(text, &Grammar::Scala);
    /// assert!(matches!(read("8-4-2"), Reading::Expression(parse) if parse.value() == Ok(&6.into())));
    /// assert!(matches!(read("N-N-N"), Reading::Template(..)));
    /// assert!(matches!(read("8-"), Reading::Failed(failed) if failed.at() == 2));
    /// let written = read("N-N-N").written().map(|it| it.to_s_expression());
    /// assert_eq!(written.as_deref(), Some("(- N (- N N))"));
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Self {
        Self::read(text, grammar).unwrap_or_else(|error| {
            match error.is_of_slot().then(|| grammar.parse_slots(text)) {
                Some(Ok(slots)) => Self::Template(ParseTree::of(text, grammar), slots),
                _ => Self::Failed(Box::new(FailedParse::of(text, grammar, error))),
            }
        })
    }

    /// Like [`new`](Self::new), but rejects a template.
    pub fn of_numbers(text: &str, grammar: &Grammar) -> Self {
        Self::read(text, grammar)
            .unwrap_or_else(|error| Self::Failed(Box::new(FailedParse::of(text, grammar, error))))
    }

    fn read(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        if grammar.lacks().is_some() {
            return ParseTree::new(text, grammar).map(Self::Plain);
        }
        Ok(Parse::new(text, grammar)?.into())
    }

    /// Parses a text with `grammar`, like [`of_numbers`](Self::of_numbers). `ordinary` is the parse
    /// of the same text in ordinary arithmetic, so the ordinary value is already known.
    pub(super) fn beside(ordinary: &Parse, grammar: &Grammar) -> Self {
        let mut reading = Self::of_numbers(&ordinary.text, grammar);
        if let Self::Expression(parse) = &mut reading {
            let compared = Ordinary::compared(ordinary.value.clone(), &parse.value);
            parse.ordinary = OnceLock::from(compared);
        }
        reading
    }

    /// Parses the text in ordinary arithmetic: with the grammar `extended` if only `extended`
    /// accepts the text, otherwise with `left`.
    pub(super) fn ordinarily(text: &str) -> Self {
        match Grammar::read_ordinarily(text) {
            (grammar, Ok(expression)) => Parse::of(text, &grammar, expression).into(),
            (grammar, Err(error)) => Self::Failed(Box::new(FailedParse::of(text, &grammar, error))),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Self::Expression(parse) => parse.text(),
            Self::Template(tree, _) | Self::Plain(tree) => &tree.text,
            Self::Failed(failed) => failed.text(),
        }
    }

    /// The grammar that accepted the text, or rejected it.
    pub fn grammar(&self) -> &Grammar {
        match self {
            Self::Expression(parse) => parse.grammar(),
            Self::Template(tree, _) | Self::Plain(tree) => &tree.grammar,
            Self::Failed(failed) => failed.grammar(),
        }
    }

    /// Returns the reading with a tree that has only the [pairs](ParseTree::as_pairs). The tree of
    /// a rejected text has the pairs up to the error.
    #[must_use]
    pub fn of_pairs(self) -> Self {
        self.with_tree(&ParseTree::as_pairs)
    }

    /// Returns the reading with a tree that has every rule, silent ones too, and every `EOI`.
    #[must_use]
    pub fn of_calls(self) -> Self {
        self.with_tree(&ParseTree::as_calls)
    }

    pub(super) fn with_tree(self, make: &dyn Fn(&ParseTree) -> ParseTree) -> Self {
        match self {
            Self::Expression(parse) => parse.with_tree(make).into(),
            Self::Template(tree, slots) => Self::Template(make(&tree), slots),
            Self::Plain(tree) => Self::Plain(make(&tree)),
            Self::Failed(failed) => Self::Failed(Box::new(failed.with_tree(make))),
        }
    }

    /// The parse tree; for a rejected text, the tree up to the error.
    pub fn tree(&self) -> &ParseTree {
        match self {
            Self::Expression(parse) => parse.tree(),
            Self::Template(tree, _) | Self::Plain(tree) => tree,
            Self::Failed(failed) => failed.tree(),
        }
    }

    /// The parse, if the text is an expression of numbers.
    pub fn parse(&self) -> Option<&Parse> {
        if let Self::Expression(parse) = self { Some(parse) } else { None }
    }

    /// The failed parse, if the text was rejected.
    pub fn failed(&self) -> Option<&FailedParse> {
        if let Self::Failed(failed) = self { Some(failed) } else { None }
    }

    /// The reason why the text has no expression; `None` if it has one. A plain grammar builds no
    /// expressions.
    pub fn error(&self) -> Option<SyntaxError> {
        match self {
            Self::Expression(_) | Self::Template(..) => None,
            Self::Plain(tree) => {
                let lacks = tree.grammar.lacks().expect("it is plain").clone();
                let kind = SyntaxErrorKind::NoExpressions(lacks);
                Some(SyntaxError { kind, span: 0..tree.text.len() })
            }
            Self::Failed(failed) => Some(failed.error().clone()),
        }
    }

    /// The expression tree with every leaf as typed; `None` if there is no expression.
    pub fn written(&self) -> Option<Expression<String>> {
        match self {
            Self::Expression(parse) => Some(parse.written()),
            Self::Template(_, slots) => Some(slots.map(ToString::to_string)),
            Self::Plain(_) | Self::Failed(_) => None,
        }
    }

    /// Whether the tree changes if the expression is written with the fewest brackets, as
    /// [`Expression::to_text`] writes it, and the result is then parsed as ordinary arithmetic. For
    /// example, `5+(8-7)` is written `5+8-7`. The value stays the same, but the tree is that of
    /// `(5+8)-7`.
    pub fn is_regrouped(&self) -> bool {
        self.written().is_some_and(|written| {
            !written.write(&mut String::new(), |leaf, _| leaf.clone()).is_grouped_as(&written)
        })
    }
}

impl From<Parse> for Reading {
    fn from(parse: Parse) -> Self {
        Self::Expression(Box::new(parse))
    }
}

/// An expression that a grammar accepts, with its tree and its value.
///
/// The parse tree, and the value in ordinary arithmetic, are computed on first use.
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

    /// Makes the parse of `text` from the `expression` that `grammar` built.
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

    /// The grammar that parsed the text.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The expression tree.
    pub const fn expression(&self) -> &Expression<Rational> {
        &self.expression
    }

    /// The exact value.
    ///
    /// # Errors
    ///
    /// The operation that has no value.
    pub const fn value(&self) -> Result<&Rational, &NoValue> {
        self.value.as_ref()
    }

    /// The expression tree with every leaf as typed: a card as its letter, any other leaf as its
    /// number.
    pub fn written(&self) -> Expression<String> {
        self.expression.map_nodes(|node| {
            let kind = match &node.kind {
                NodeKind::Leaf(value) => NodeKind::Leaf(self.leaf(value, &node.span)),
                NodeKind::Operation(operator) => NodeKind::Operation(*operator),
            };
            (kind, node.span.clone())
        })
    }

    /// The leaf at `span` as typed: a card as its letter, any other leaf as the number `value`.
    pub(super) fn leaf(&self, value: &Rational, span: &Range<usize>) -> String {
        match &self.text[span.clone()] {
            letter if letter.starts_with(|it: char| it.is_ascii_alphabetic()) => letter.to_owned(),
            _ => value.to_string(),
        }
    }

    /// The parse tree: every rule, including silent ones.
    pub fn tree(&self) -> &ParseTree {
        self.tree.get_or_init(|| ParseTree::of(&self.text, &self.grammar))
    }

    /// Returns the same parse with its tree changed by `make`.
    pub(super) fn with_tree(self, make: &dyn Fn(&ParseTree) -> ParseTree) -> Self {
        Self { tree: make(self.tree()).into(), ..self }
    }

    /// Stores the parse tree of a recording, so that the text is not traced again.
    pub(super) fn keep_tree(&self, tree: ParseTree) -> &ParseTree {
        self.tree.get_or_init(|| tree)
    }

    /// The value of the text in ordinary arithmetic, compared with its value under this grammar.
    pub fn ordinary(&self) -> &Ordinary {
        self.ordinary.get_or_init(|| Ordinary::of(&self.text, &self.grammar, &self.value))
    }

    /// Whether both parses have the same value, or neither has a value.
    pub fn is_worth(&self, other: &Self) -> bool {
        self.value().ok() == other.value().ok()
    }
}
