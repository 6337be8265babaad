//! Expressions over numbers or slots, and printing them.

use std::fmt;
use std::ops::Range;

use crate::number::Rational;

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

    /// For each node, the first node of the part that ends with it.
    fn begins(&self) -> Vec<usize> {
        let mut begins: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (end, node) in self.nodes.iter().enumerate() {
            let begin = match node.kind {
                Kind::Leaf(_) => end,
                // The right operand ends right before, the left one before that.
                Kind::Operation(_) => begins[begins[end - 1] - 1],
            };
            begins.push(begin);
        }
        begins
    }

    /// For each node, where the part that ends with it stands in the text: from
    /// its first to its last number, without brackets around the whole of it.
    pub(crate) fn spans(&self) -> Vec<Range<usize>> {
        let mut spans: Vec<Range<usize>> = Vec::with_capacity(self.nodes.len());
        for (begin, node) in self.begins().into_iter().zip(&self.nodes) {
            let span = match (&node.kind, spans.last()) {
                (Kind::Operation(_), Some(right)) => self.nodes[begin].span.start..right.end,
                _ => node.span.clone(),
            };
            spans.push(span);
        }
        spans
    }

    /// The parts of the expression that are operations, itself among them, in
    /// the order in which they can be worked out.
    pub fn operations(&self) -> Vec<Self>
    where
        L: Clone,
    {
        let nodes = self.nodes.iter().zip(self.begins()).enumerate();
        nodes
            .filter(|(_, (node, _))| matches!(node.kind, Kind::Operation(_)))
            .map(|(end, (_, begin))| Self { nodes: self.nodes[begin..=end].to_vec() })
            .collect()
    }

    /// The expression written in ordinary arithmetic with the fewest brackets.
    ///
    /// Brackets that change neither the value nor where the expression is
    /// defined are left out: `5+(8-7)` is written `5+8-7`, while `5-(8-7)`
    /// keeps its brackets.
    pub fn to_text(&self, mut leaf: impl FnMut(&L) -> String) -> String {
        let mut text = String::new();
        self.write(&mut text, |it, text| *text += &leaf(it));
        text
    }

    /// The expression with every operation in brackets that is an operand of
    /// another: `8-4-2` is written `(8-4)-2`.
    ///
    /// So no grammar can group it otherwise. It may have more brackets open at
    /// once than [`MAX_DEPTH`](crate::MAX_DEPTH), and is then not read.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// let expression = Grammar::Left.parse("8-4-2*3")?;
    /// assert_eq!(expression.to_full_text(ToString::to_string), "(8-4)-(2*3)");
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn to_full_text(&self, mut leaf: impl FnMut(&L) -> String) -> String {
        let operand = |(text, is_operation): (String, bool)| {
            if is_operation { format!("({text})") } else { text }
        };
        let (text, _) = self.fold(
            |it| (leaf(it), false),
            |operator, left, right| {
                (format!("{}{operator}{}", operand(left), operand(right)), true)
            },
        );
        text
    }

    /// Writes the expression as [`to_text`](Self::to_text) does to the end of
    /// `text`: where in it each node stands, and whether ordinary arithmetic
    /// reads it as grouped otherwise, because brackets were left out.
    pub(crate) fn write(
        &self,
        text: &mut String,
        leaf: impl FnMut(&L, &mut String),
    ) -> (Vec<Range<usize>>, bool) {
        let spans = vec![0..0; self.nodes.len()];
        let begins = self.begins();
        let mut writer = Writer { nodes: &self.nodes, begins, spans, regrouped: false, text, leaf };
        writer.write(self.nodes.len() - 1);
        (writer.spans, writer.regrouped)
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

/// Writes an expression with the fewest brackets.
struct Writer<'a, L, F> {
    nodes: &'a [Node<L>],
    begins: Vec<usize>,
    spans: Vec<Range<usize>>,
    regrouped: bool,
    text: &'a mut String,
    leaf: F,
}

impl<L, F: FnMut(&L, &mut String)> Writer<'_, L, F> {
    fn write(&mut self, index: usize) {
        let start = self.text.len();
        match &self.nodes[index].kind {
            Kind::Leaf(it) => {
                (self.leaf)(it, self.text);
                self.spans[index] = start..self.text.len();
            }
            Kind::Operation(operator) => {
                let right = index - 1;
                let left = self.begins[right] - 1;
                let inverse = matches!(operator, Operator::Subtract | Operator::Divide);
                let is_chain = matches!(
                    self.nodes[right].kind,
                    Kind::Operation(root) if root.is_tight() == operator.is_tight()
                );
                self.regrouped |= is_chain && !inverse;
                self.write_operand(left, |root| operator.is_tight() && !root.is_tight());
                let sign = self.text.len();
                self.text.push(operator.symbol());
                self.spans[index] = sign..sign + 1;
                self.write_operand(right, |root| {
                    (operator.is_tight() && !root.is_tight())
                        || (inverse && operator.is_tight() == root.is_tight())
                });
            }
        }
    }

    fn write_operand(&mut self, index: usize, needs_brackets: impl Fn(Operator) -> bool) {
        let brackets =
            matches!(self.nodes[index].kind, Kind::Operation(root) if needs_brackets(root));
        if brackets {
            self.text.push('(');
        }
        self.write(index);
        if brackets {
            self.text.push(')');
        }
    }
}

impl<L: fmt::Display> fmt::Display for Expression<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(ToString::to_string))
    }
}

/// A leaf that can be read from a text: a number, or a slot of a template.
pub(crate) trait Leaf: Sized {
    /// Whether it is a slot, and no number.
    const IS_SLOT: bool;

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
    const IS_SLOT: bool = false;

    fn number(digits: &str) -> Result<Self, LeafError> {
        Self::from_digits(digits).ok_or(LeafError::TooManyDigits(digits.len()))
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

    fn slot(index: usize) -> Result<Self, LeafError> {
        Ok(Self(index))
    }
}
