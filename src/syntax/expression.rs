//! Expression trees, in postfix order.

use std::cmp::Ordering;
use std::ops::Range;

use super::operator::{Operands, Operator};
use crate::number::Rational;

/// The kind of a node of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeKind<L> {
    /// A number or a slot.
    Leaf(L),
    /// An operator; its operands come before it.
    Operation(Operator),
}

/// A node, with the place of its number, slot or operator in the text, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node<L> {
    /// A leaf or an operator.
    pub kind: NodeKind<L>,
    /// The bytes of the number, the slot or the operator alone.
    pub span: Range<usize>,
}

impl<L: Ord> Ord for Node<L> {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |node: &Self| (node.span.start, node.span.end);
        self.kind.cmp(&other.kind).then_with(|| place(self).cmp(&place(other)))
    }
}

impl<L: Ord> PartialOrd for Node<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An expression, parsed by a grammar or built by the caller.
///
/// The nodes are in postfix order: the operands, then their operator. So nothing that prints or
/// evaluates an expression recurses, however deep it is. There is always at least one node, and
/// every operator has its operands.
///
/// Two expressions are equal if they have the same nodes at the same places in their texts;
/// [`is_grouped_as`](Self::is_grouped_as) ignores the places.
///
/// # Examples
///
/// ```
/// use bracket24::{Expression, Grammar, Operands, Operator, Rational, evaluate};
///
/// let read: Expression<Rational> = "8/(3-8/3)".parse()?;
/// assert_eq!(read, Grammar::Left.parse("8/(3-8/3)")?);
///
/// // The same, built from the leaves up.
/// let leaf = |value: i64| Expression::leaf(Rational::from(value));
/// let third = Expression::operation(Operator::Divide, leaf(8), leaf(3));
/// let divisor = Expression::operation(Operator::Subtract, leaf(3), third);
/// let built = Expression::operation(Operator::Divide, leaf(8), divisor);
/// assert!(built.is_grouped_as(&read));
/// assert_eq!(built.to_string(), "8/(3-8/3)");
/// assert_eq!(evaluate(&built)?, Rational::from(24));
///
/// // Every walk through it is a fold.
/// let depth = built.fold(|_| 0, |_, operands| match operands {
///     Operands::One(depth) => depth + 1,
///     Operands::Two(left, right) => left.max(right) + 1,
/// });
/// assert_eq!(depth, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expression<L> {
    pub(super) nodes: Vec<Node<L>>,
}

impl<L: Ord> Ord for Expression<L> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nodes.cmp(&other.nodes)
    }
}

impl<L: Ord> PartialOrd for Expression<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Builds expressions from their nodes in postfix order; reusable.
#[derive(Debug)]
pub(crate) struct Builder<L> {
    expression: Expression<L>,
    /// The number of operands waiting for an operator.
    waiting: usize,
}

impl<L> Builder<L> {
    /// Makes a builder with room for `nodes` nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self { expression: Expression { nodes: Vec::with_capacity(nodes) }, waiting: 0 }
    }

    /// Adds an operand.
    pub(crate) fn leaf(&mut self, leaf: L, span: Range<usize>) {
        self.expression.nodes.push(Node { kind: NodeKind::Leaf(leaf), span });
        self.waiting += 1;
    }

    /// Makes an operation from the last operands, as many as the operator needs.
    pub(crate) fn operation(&mut self, operator: Operator, span: Range<usize>) {
        debug_assert!(self.waiting >= operator.arity(), "an operator follows its operands");
        self.expression.nodes.push(Node { kind: NodeKind::Operation(operator), span });
        self.waiting -= operator.arity() - 1;
    }

    /// Whether the last operand is a leaf that begins in the text right where another leaf ends.
    /// The other leaf is the operand before it, or the last leaf joined to that operand.
    pub(crate) fn ends_in_leaves_side_by_side(&self) -> bool {
        let digits = last_digits(&self.expression.nodes);
        digits.is_some_and(|[one, last]| one.span.end == last.span.start)
    }

    /// The expression itself, with minimal memory, because callers store millions of templates.
    pub(crate) fn into_expression(mut self) -> Expression<L> {
        debug_assert!(self.waiting == 1, "all operands are joined");
        self.expression.nodes.shrink_to_fit();
        self.expression
    }
}

/// The last operand, if it is a leaf and can be joined to the operand before it; and the last leaf
/// of that operand, which is a leaf or joined leaves.
fn last_digits<L>(nodes: &[Node<L>]) -> Option<[&Node<L>; 2]> {
    let [before @ .., last] = nodes else { return None };
    let is_join = |node: &Node<L>| matches!(node.kind, NodeKind::Operation(Operator::Join));
    let digits = [before.iter().rfind(|node| !is_join(node))?, last];
    digits.iter().all(|it| matches!(it.kind, NodeKind::Leaf(_))).then_some(digits)
}

impl<L> Expression<L> {
    /// Makes a single operand, with the place `0..0` because it was not read from a text.
    pub fn leaf(leaf: L) -> Self {
        Self { nodes: vec![Node { kind: NodeKind::Leaf(leaf), span: 0..0 }] }
    }

    /// Makes `left operator right`, with the place `0..0` for the operator.
    ///
    /// The depth is unlimited, but [`algebra`](crate::algebra) returns an error for an expression
    /// with more than [`MAX_OPERATORS`](crate::MAX_OPERATORS) operators, the limit of the grammars.
    ///
    /// # Panics
    ///
    /// If the operator has one operand, or is [`Operator::Join`] with an operand that is neither a
    /// leaf nor, on the left, joined leaves.
    pub fn operation(operator: Operator, left: Self, right: Self) -> Self {
        Self::of_operands(operator, Operands::Two(left, right))
    }

    /// Makes the operation of an operator and its operands, with the place `0..0` for the operator.
    ///
    /// # Panics
    ///
    /// If the operator has a different number of operands, or if [`Operator::Join`] has other operands
    /// than leaves. Its left operand may also be joined leaves.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Expression, Operands, Operator, Rational};
    ///
    /// let four = Expression::leaf(Rational::from(4));
    /// let root = Expression::of_operands(Operator::Root, Operands::One(four));
    /// let factorial = Expression::of_operands(Operator::Factorial, Operands::One(root));
    /// assert_eq!(factorial.to_string(), "(√4)!");
    /// ```
    pub fn of_operands(operator: Operator, operands: Operands<Self>) -> Self {
        let (given, mut nodes) = match operands {
            Operands::One(operand) => (1, operand.nodes),
            Operands::Two(left, right) => {
                let mut nodes = left.nodes;
                nodes.reserve(right.nodes.len() + 1);
                nodes.extend(right.nodes);
                (2, nodes)
            }
        };
        assert_eq!(given, operator.arity(), "wrong number of operands for `{}`", operator.name());
        assert!(operator != Operator::Join || last_digits(&nodes).is_some(), "join takes leaves");
        nodes.push(Node { kind: NodeKind::Operation(operator), span: 0..0 });
        Self { nodes }
    }

    /// The nodes in postfix order; the last one is the root.
    pub fn nodes(&self) -> &[Node<L>] {
        &self.nodes
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = &L> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Leaf(leaf) => Some(leaf),
            NodeKind::Operation(_) => None,
        })
    }

    /// The operators, each after its operands.
    pub fn operators(&self) -> impl Iterator<Item = Operator> {
        self.nodes.iter().filter_map(|node| match node.kind {
            NodeKind::Leaf(_) => None,
            NodeKind::Operation(operator) => Some(operator),
        })
    }

    /// Folds the expression from the leaves up: `leaf` converts a leaf, `join` an operation with
    /// the results of its operands.
    ///
    /// # Errors
    ///
    /// The first error of `leaf` or `join`.
    pub fn try_fold<T, E>(
        &self,
        mut leaf: impl FnMut(&L, &Node<L>) -> Result<T, E>,
        mut join: impl FnMut(Operator, Operands<T>, &Node<L>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut stack = Vec::with_capacity(self.nodes.len() / 2 + 1);
        for node in &self.nodes {
            let value = match &node.kind {
                NodeKind::Leaf(it) => leaf(it, node)?,
                NodeKind::Operation(operator) => join(*operator, operator.take(&mut stack), node)?,
            };
            stack.push(value);
        }
        Ok(stack.pop().expect("an expression has at least one node"))
    }

    /// Like [`try_fold`](Self::try_fold), but without errors.
    pub fn fold<T>(
        &self,
        mut leaf: impl FnMut(&L) -> T,
        mut join: impl FnMut(Operator, Operands<T>) -> T,
    ) -> T {
        let Ok(value) = self.try_fold::<_, std::convert::Infallible>(
            |it, _| Ok(leaf(it)),
            |operator, operands, _| Ok(join(operator, operands)),
        );
        value
    }

    /// The same expression with other leaves.
    pub fn map<M>(&self, mut leaf: impl FnMut(&L) -> M) -> Expression<M> {
        self.map_nodes(|node| {
            let kind = match &node.kind {
                NodeKind::Leaf(it) => NodeKind::Leaf(leaf(it)),
                NodeKind::Operation(operator) => NodeKind::Operation(*operator),
            };
            (kind, node.span.clone())
        })
    }

    /// The same expression with other leaves and places; `change` must return an operator for an
    /// operator.
    pub(crate) fn map_nodes<M>(
        &self,
        mut change: impl FnMut(&Node<L>) -> (NodeKind<M>, Range<usize>),
    ) -> Expression<M> {
        let nodes = self.nodes.iter().map(|node| {
            let (kind, span) = change(node);
            Node { kind, span }
        });
        Expression { nodes: nodes.collect() }
    }

    /// For each node, the index of the first node of the part that ends with it.
    pub(super) fn begins(&self) -> Vec<usize> {
        let mut begins: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (end, node) in self.nodes.iter().enumerate() {
            let begin = match node.kind {
                NodeKind::Leaf(_) => end,
                // The last operand ends right before the operator. The first of two operands ends
                // right before the last one begins.
                NodeKind::Operation(operator) if operator.arity() == 1 => begins[end - 1],
                NodeKind::Operation(_) => begins[begins[end - 1] - 1],
            };
            begins.push(begin);
        }
        begins
    }

    /// The bytes from the first to the last number or sign of the part that ends with the node at
    /// `end`. They lack brackets at its ends.
    pub(super) fn part_span(&self, end: usize) -> Range<usize> {
        let spans = self.nodes[self.begins()[end]..=end].iter().map(|node| &node.span);
        let span = spans.cloned().reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
        span.expect("a part has a number or a slot")
    }

    /// Whether both group the same numbers and operators in the same way, wherever these are in
    /// their texts.
    pub fn is_grouped_as(&self, other: &Self) -> bool
    where
        L: PartialEq,
    {
        self.nodes.iter().map(|node| &node.kind).eq(other.nodes.iter().map(|node| &node.kind))
    }

    /// The operator of each node, `None` for a leaf; joined digits count as one leaf. Expressions
    /// with the same shape group the same operators in the same way.
    pub(crate) fn shape(&self) -> Vec<Option<Operator>> {
        let mut shape = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            match node.kind {
                NodeKind::Leaf(_) => shape.push(None),
                // The second leaf is joined to the one before it.
                NodeKind::Operation(Operator::Join) => drop(shape.pop()),
                NodeKind::Operation(operator) => shape.push(Some(operator)),
            }
        }
        shape
    }

    /// The parts of the expression that are operations, including the whole expression. They are in
    /// an order in which they can be evaluated.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// let expression = Grammar::Left.parse("8/(3-8/3)")?;
    /// let parts: Vec<String> = expression.operations().map(|part| part.to_string()).collect();
    /// assert_eq!(parts, ["8/3", "3-8/3", "8/(3-8/3)"]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn operations(&self) -> impl Iterator<Item = Self>
    where
        L: Clone,
    {
        let nodes = self.nodes.iter().zip(self.begins()).enumerate();
        let nodes = nodes.filter(|it| matches!(it.1.0.kind, NodeKind::Operation(_)));
        nodes.map(|(end, (_, begin))| Self { nodes: self.nodes[begin..=end].to_vec() })
    }
}

/// A place for a card in a template: its index among the slots, from 0.
///
/// ```
/// use bracket24::{Slot, Template};
///
/// let template: Template = "N*(N-N)".parse()?;
/// assert!(template.expression().leaves().eq(&[Slot(0), Slot(1), Slot(2)]));
/// let letters = |slot: &Slot| ["a", "b", "c"][slot.0].to_owned();
/// assert_eq!(template.expression().to_text(letters), "a*(b-c)");
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub usize);

crate::name::display_text!(Slot, |_it| "N");

/// The value of a card by its letter, in either case: `A` is 1, `T` 10, `J` 11, `Q` 12, `K` 13.
/// `None` for any other character.
pub(crate) const fn letter_value(letter: char) -> Option<i64> {
    Some(match letter.to_ascii_uppercase() {
        'A' => 1,
        'T' => 10,
        'J' => 11,
        'Q' => 12,
        'K' => 13,
        _ => return None,
    })
}

/// A leaf that can be read from a text: a number, or a slot of a template.
pub(crate) trait Leaf: Sized {
    /// Whether the leaf is a slot, not a number.
    const IS_SLOT: bool;

    /// The leaf for a number written as `digits`, or the reason why it is impossible.
    fn number(digits: &str) -> Result<Self, LeafError>;

    /// The leaf for a card that was given by its letter and has this value, or the reason why it is
    /// impossible.
    fn card(value: i64) -> Result<Self, LeafError>;

    /// The leaf for the slot with this index, or the reason why it is impossible.
    fn slot(index: usize) -> Result<Self, LeafError>;
}

/// The reason why an expression cannot have a leaf.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LeafError {
    /// A slot `N` in an expression of numbers.
    #[error("a slot among numbers")]
    SlotAmongNumbers,
    /// A number in a template.
    #[error("a number in a template")]
    NumberAmongSlots,
    /// A number with too many digits; holds the number of digits.
    #[error("a number of {0} digits")]
    TooManyDigits(usize),
}

impl Leaf for Rational {
    const IS_SLOT: bool = false;

    fn number(digits: &str) -> Result<Self, LeafError> {
        Self::from_digits(digits).ok_or(LeafError::TooManyDigits(digits.len()))
    }

    fn card(value: i64) -> Result<Self, LeafError> {
        Ok(Self::from(value))
    }

    fn slot(_: usize) -> Result<Self, LeafError> {
        Err(LeafError::SlotAmongNumbers)
    }
}

impl Leaf for Slot {
    const IS_SLOT: bool = true;

    fn number(_: &str) -> Result<Self, LeafError> {
        Err(LeafError::NumberAmongSlots)
    }

    fn card(_: i64) -> Result<Self, LeafError> {
        Err(LeafError::NumberAmongSlots)
    }

    fn slot(index: usize) -> Result<Self, LeafError> {
        Ok(Self(index))
    }
}
