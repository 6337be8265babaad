//! Expressions over numbers or slots, and printing them.

use std::fmt;
use std::ops::Range;

use crate::rational::Rational;

/// One of the four operators of ordinary arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

impl Operator {
    /// All four, in the order `+ - * /`.
    pub const ALL: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    /// The character it is written as.
    pub const fn symbol(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
        }
    }

    /// Whether it is `*` or `/`, which bind tighter than `+` and `-`.
    const fn is_tight(self) -> bool {
        matches!(self, Self::Multiply | Self::Divide)
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// A place for a card in a template: its index among the slots, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub usize);

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("N")
    }
}

/// What one node of an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<L> {
    /// A number or a slot.
    Leaf(L),
    /// An operator; its two operands stand before it.
    Operation(Operator),
}

/// A node and where its number, slot or operator sign stands in the text it
/// was read from, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<L> {
    /// Leaf or operator.
    pub kind: Kind<L>,
    /// The bytes of the number, the slot or the operator's sign alone.
    pub span: Range<usize>,
}

/// An expression as a grammar grouped it.
///
/// The nodes stand in postfix order: both operands, then their operator. So
/// nothing that walks an expression recurses, however deep it is. There is
/// always at least one node, and every operator has its two operands: the only
/// way to make one is to read it with a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<L> {
    nodes: Vec<Node<L>>,
}

/// Makes an expression from its nodes in postfix order, and can be used again.
#[derive(Debug)]
pub(crate) struct Builder<L> {
    expression: Expression<L>,
    /// How many operands wait for an operator.
    waiting: usize,
}

impl<L> Builder<L> {
    /// A builder with room for so many nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self { expression: Expression { nodes: Vec::with_capacity(nodes) }, waiting: 0 }
    }

    /// Forgets all nodes and keeps their room.
    pub(crate) fn clear(&mut self) {
        self.expression.nodes.clear();
        self.waiting = 0;
    }

    /// Adds an operand.
    pub(crate) fn leaf(&mut self, leaf: L, span: Range<usize>) {
        self.expression.nodes.push(Node { kind: Kind::Leaf(leaf), span });
        self.waiting += 1;
    }

    /// Joins the last two operands.
    pub(crate) fn operation(&mut self, operator: Operator, span: Range<usize>) {
        debug_assert!(self.waiting >= 2, "an operator follows its two operands");
        self.expression.nodes.push(Node { kind: Kind::Operation(operator), span });
        self.waiting -= 1;
    }

    /// The expression made since the last [`clear`](Self::clear).
    pub(crate) fn expression(&self) -> &Expression<L> {
        debug_assert!(self.waiting == 1, "all operands are joined");
        &self.expression
    }

    /// The expression itself.
    pub(crate) fn into_expression(self) -> Expression<L> {
        debug_assert!(self.waiting == 1, "all operands are joined");
        self.expression
    }
}

impl<L> Expression<L> {
    /// A single operand, which was not read from any text.
    pub(crate) fn of_leaf(leaf: L) -> Self {
        Self { nodes: vec![Node { kind: Kind::Leaf(leaf), span: 0..0 }] }
    }

    /// Two expressions joined, not read from any text.
    pub(crate) fn joined(operator: Operator, left: Self, right: Self) -> Self {
        let mut nodes = left.nodes;
        nodes.extend(right.nodes);
        nodes.push(Node { kind: Kind::Operation(operator), span: 0..0 });
        Self { nodes }
    }

    /// The nodes in postfix order; the last one is the root.
    pub fn nodes(&self) -> &[Node<L>] {
        &self.nodes
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = &L> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Leaf(leaf) => Some(leaf),
            Kind::Operation(_) => None,
        })
    }

    /// Works the expression out from the leaves up: `leaf` says what a leaf
    /// is, `join` what an operation makes of its two operands.
    ///
    /// # Errors
    ///
    /// The first error of `leaf` or `join`.
    pub fn try_fold<T, E>(
        &self,
        mut leaf: impl FnMut(&L, &Node<L>) -> Result<T, E>,
        mut join: impl FnMut(Operator, T, T, &Node<L>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut stack = Vec::with_capacity(self.nodes.len() / 2 + 1);
        for node in &self.nodes {
            let value = match &node.kind {
                Kind::Leaf(it) => leaf(it, node)?,
                Kind::Operation(operator) => {
                    let (Some(right), Some(left)) = (stack.pop(), stack.pop()) else {
                        unreachable!("an operator has its two operands before it");
                    };
                    join(*operator, left, right, node)?
                }
            };
            stack.push(value);
        }
        match stack.pop() {
            Some(value) => Ok(value),
            None => unreachable!("an expression has at least one node"),
        }
    }

    /// As [`try_fold`](Self::try_fold), where nothing can go wrong.
    pub fn fold<T>(
        &self,
        mut leaf: impl FnMut(&L) -> T,
        mut join: impl FnMut(Operator, T, T) -> T,
    ) -> T {
        let done: Result<T, std::convert::Infallible> = self.try_fold(
            |it, _| Ok(leaf(it)),
            |operator, left, right, _| Ok(join(operator, left, right)),
        );
        match done {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }

    /// The same expression with other leaves.
    pub fn map<M>(&self, mut leaf: impl FnMut(&L) -> M) -> Expression<M> {
        self.map_nodes(|node| {
            let kind = match &node.kind {
                Kind::Leaf(it) => Kind::Leaf(leaf(it)),
                Kind::Operation(operator) => Kind::Operation(*operator),
            };
            (kind, node.span.clone())
        })
    }

    /// The same expression with other leaves and places; operators stay
    /// operators.
    pub(crate) fn map_nodes<M>(
        &self,
        mut change: impl FnMut(&Node<L>) -> (Kind<M>, Range<usize>),
    ) -> Expression<M> {
        let nodes = self.nodes.iter().map(|node| {
            let (kind, span) = change(node);
            Node { kind, span }
        });
        Expression { nodes: nodes.collect() }
    }

    /// The parts of the expression that are operations, itself among them, in
    /// the order in which they can be worked out.
    pub fn operations(&self) -> Vec<Self>
    where
        L: Clone,
    {
        // Where the part that ends at a node begins.
        let mut begins = Vec::new();
        let mut parts = Vec::new();
        for (end, node) in self.nodes.iter().enumerate() {
            let begin = match node.kind {
                Kind::Leaf(_) => end,
                Kind::Operation(_) => {
                    begins.pop();
                    let begin = begins.pop().unwrap_or(end);
                    parts.push(Self { nodes: self.nodes[begin..=end].to_vec() });
                    begin
                }
            };
            begins.push(begin);
        }
        parts
    }

    /// The expression written in ordinary arithmetic with the fewest brackets.
    ///
    /// Brackets that change neither the value nor where the expression is
    /// defined are left out: `5+(8-7)` is written `5+8-7`, while `5-(8-7)`
    /// keeps its brackets.
    pub fn to_text(&self, mut leaf: impl FnMut(&L) -> String) -> String {
        let (text, _) = self.fold(
            |it| (leaf(it), None),
            |operator, (left, left_root), (right, right_root)| {
                let looser = |root: Option<Operator>| {
                    operator.is_tight() && root.is_some_and(|root| !root.is_tight())
                };
                let same_level =
                    right_root.is_some_and(|root: Operator| root.is_tight() == operator.is_tight());
                let inverse = matches!(operator, Operator::Subtract | Operator::Divide);
                let left = bracket_if(looser(left_root), left);
                let right = bracket_if(looser(right_root) || (inverse && same_level), right);
                (format!("{left}{operator}{right}"), Some(operator))
            },
        );
        text
    }

    /// The expression as an S-expression: `(* (- 5 (/ 1 5)) 5)`.
    pub fn to_s_expression(&self) -> String
    where
        L: fmt::Display,
    {
        self.fold(ToString::to_string, |operator, left, right| {
            format!("({operator} {left} {right})")
        })
    }
}

fn bracket_if(needed: bool, text: String) -> String {
    if needed { format!("({text})") } else { text }
}

impl<L: fmt::Display> fmt::Display for Expression<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(ToString::to_string))
    }
}

/// A leaf that can be read from a text: a number, or a slot of a template.
pub(crate) trait Leaf: Sized {
    /// What such a leaf looks like, in characters to type.
    const EXPECTED: &'static str;

    /// The leaf for a number written as `digits`, or why there can be none.
    fn number(digits: &str) -> Result<Self, LeafError>;

    /// The leaf for the slot with this index, or why there can be none.
    fn slot(index: usize) -> Result<Self, LeafError>;
}

/// Why a leaf has no place in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeafError {
    /// A slot `N` where only numbers have a value.
    SlotAmongNumbers,
    /// A number in a template.
    NumberAmongSlots,
    /// A number of too many digits; how many it has.
    TooManyDigits(usize),
}

impl Leaf for Rational {
    const EXPECTED: &'static str = "a number";

    fn number(digits: &str) -> Result<Self, LeafError> {
        Self::from_digits(digits).ok_or(LeafError::TooManyDigits(digits.len()))
    }

    fn slot(_: usize) -> Result<Self, LeafError> {
        Err(LeafError::SlotAmongNumbers)
    }
}

impl Leaf for Slot {
    const EXPECTED: &'static str = "`N`";

    fn number(_: &str) -> Result<Self, LeafError> {
        Err(LeafError::NumberAmongSlots)
    }

    fn slot(index: usize) -> Result<Self, LeafError> {
        Ok(Self(index))
    }
}
