//! Writes expressions as text: with the fewest brackets, with all brackets, and in prefix notation.

use std::fmt;
use std::ops::Range;

use super::expression::{Expression, Node, NodeKind};
use super::operator::{Associativity, Operator, Position};

impl<L> Expression<L> {
    /// Writes the expression in ordinary arithmetic with the fewest brackets.
    ///
    /// Omits brackets that affect neither the value of the expression nor whether it has one:
    /// `5+(8-7)` is written `5+8-7`, while `5-(8-7)` keeps its brackets. A negation after another
    /// sign gets brackets, and so does a factorial before another, because `5-(-8)` and `(3!)!` are
    /// easier to read than `5--8` and `3!!`. A leaf that is negative or a fraction gets brackets as
    /// an operand: 8 divided by 8/3 is written `8/(8/3)`. A negated product or quotient keeps its
    /// brackets, too: `-(2*3)`.
    pub fn to_text(&self, mut leaf: impl FnMut(&L) -> String) -> String {
        let mut text = String::new();
        self.write(&mut text, |it, text| self.write_leaf(&leaf(it), text));
        text
    }

    /// Writes the expression with brackets around every operation that is an operand of another,
    /// except of a logarithm, whose own brackets enclose it: `8-4-2` is written `(8-4)-2`.
    ///
    /// So no grammar can group the text differently. But if more than
    /// [`MAX_DEPTH`](crate::MAX_DEPTH) brackets are open at once, every grammar rejects it.
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
        let mut text = String::new();
        let write_leaf = |it: &L, text: &mut String| self.write_leaf(&leaf(it), text);
        self.write_with(&mut text, write_leaf, |_, root, _| root != Operator::Join);
        text
    }

    /// Writes a leaf, with brackets if a parser reads it as an operation: as an operand, `8/3` is
    /// written `(8/3)`, and `-2` is written `(-2)`.
    fn write_leaf(&self, leaf: &str, text: &mut String) {
        let is_operand = self.nodes.len() > 1;
        let brackets = if is_operand && leaf.contains(['-', '/']) { ["(", ")"] } else { ["", ""] };
        text.extend([brackets[0], leaf, brackets[1]]);
    }

    /// The operands of the operation that ends with the node at `index`; a single operand counts as
    /// both.
    fn operands(&self, index: usize, operator: Operator, begins: &[usize]) -> [Operand; 2] {
        let operand = |end: usize| {
            let root =
                if let NodeKind::Operation(it) = self.nodes[end].kind { Some(it) } else { None };
            Operand { end, root }
        };
        let mut last = operand(index - 1);
        if operator == Operator::Multiply
            && let Some(root) = last.root
            && self.begins_with_remainder(index - 1, root, begins)
        {
            last.root = Some(Operator::Remainder);
        }
        if operator.arity() == 1 { [last, last] } else { [operand(begins[index - 1] - 1), last] }
    }

    /// Whether the product that ends with the node at `end`, whose operator is `root`, begins with
    /// a remainder, as in `a%b*c`. After `x*` the product needs brackets, since `x*a%b*c` is
    /// `((x*a)%b)*c`.
    fn begins_with_remainder(&self, end: usize, root: Operator, begins: &[usize]) -> bool {
        let (mut end, mut root) = (end, root);
        while matches!(root, Operator::Multiply | Operator::Divide) {
            // The left operand ends right before the right one begins.
            end = begins[end - 1] - 1;
            match self.nodes[end].kind {
                NodeKind::Leaf(_) => return false,
                NodeKind::Operation(operator) => root = operator,
            }
        }
        root == Operator::Remainder
    }

    /// Appends the expression to `text` as [`to_text`](Self::to_text) writes it. Returns the
    /// expression that ordinary arithmetic makes of this text. The result may be grouped
    /// differently: `5+(8-7)` is written as `5+8-7`, which ordinary arithmetic groups as `(5+8)-7`.
    /// `leaf` writes a leaf, and returns the leaf for the result.
    pub(crate) fn write<M>(
        &self,
        text: &mut String,
        leaf: impl FnMut(&L, &mut String) -> M,
    ) -> Expression<M> {
        self.write_with(text, leaf, needs_brackets)
    }

    /// Like [`write`](Self::write), with brackets around an operand if `needs_brackets` returns
    /// true for the operator, the operator of the operand, and the side of the operand.
    fn write_with<M>(
        &self,
        text: &mut String,
        mut leaf: impl FnMut(&L, &mut String) -> M,
        needs_brackets: impl Fn(Operator, Operator, Side) -> bool,
    ) -> Expression<M> {
        let (begins, size) = (self.begins(), self.nodes.len());
        let mut pieces = Pieces(Vec::with_capacity(size));
        pieces.0.push(Piece::Part(size - 1));
        // A shunting-yard parser parses each piece as soon as it is written.
        let mut yard = Yard { read: Vec::with_capacity(size), waiting: Vec::with_capacity(size) };
        let mut is_after_sign = false;
        while let Some(piece) = pieces.0.pop() {
            match piece {
                Piece::Part(index) => match &self.nodes[index].kind {
                    NodeKind::Leaf(it) => {
                        let start = text.len();
                        let kind = NodeKind::Leaf(leaf(it, text));
                        yard.read.push(Node { kind, span: start..text.len() });
                        is_after_sign = false;
                    }
                    // Add brackets, because two signs side by side, as in `5--8`, are easily
                    // misread.
                    NodeKind::Operation(Operator::Negate) if is_after_sign => {
                        pieces.0.extend([Piece::Close, Piece::Part(index), Piece::Open]);
                        is_after_sign = false;
                    }
                    NodeKind::Operation(operator) => {
                        let operands = self.operands(index, *operator, &begins);
                        pieces.push_operation(*operator, operands, &needs_brackets);
                    }
                },
                Piece::Open => {
                    text.push('(');
                    yard.waiting.push(None);
                    is_after_sign = false;
                }
                Piece::Comma => {
                    text.push(',');
                    yard.close();
                    yard.waiting.push(None);
                    is_after_sign = false;
                }
                Piece::Close => {
                    text.push(')');
                    yard.close();
                    // The brackets may hold the operands of a function, which is complete then.
                    yard.complete(|it| it.position() == Position::Function);
                }
                Piece::Sign(operator) => {
                    yard.sign(Sign { operator, start: text.len() });
                    *text += operator.symbol();
                    is_after_sign = true;
                }
            }
        }
        yard.close();
        Expression { nodes: yard.read }
    }

    /// Writes the expression as an S-expression: `(* (- 5 (/ 1 5)) 5)`.
    pub fn to_s_expression(&self) -> String
    where
        L: fmt::Display,
    {
        let begins = self.begins();
        let mut text = String::new();
        // The items still to write, the next one last: a part of the expression (as its last node),
        // or a sign.
        let mut waiting = vec![Ok(self.nodes.len() - 1)];
        while let Some(next) = waiting.pop() {
            match next.map(|end| (end, &self.nodes[end].kind)) {
                Err(sign) => text += sign,
                Ok((_, NodeKind::Leaf(leaf))) => text += &leaf.to_string(),
                Ok((end, NodeKind::Operation(operator))) => {
                    let sign = Some(operator.symbol()).filter(|it| !it.is_empty());
                    text.extend(["(", sign.unwrap_or_else(|| operator.name())]);
                    waiting.extend([Err(")"), Ok(end - 1), Err(" ")]);
                    if operator.arity() == 2 {
                        waiting.extend([Ok(begins[end - 1] - 1), Err(" ")]);
                    }
                }
            }
        }
        text
    }
}

/// A piece to write, or a part of the expression to break into pieces.
#[derive(Clone, Copy)]
enum Piece {
    Open,
    Close,
    Comma,
    Sign(Operator),
    /// The part of the expression that ends with this node.
    Part(usize),
}

/// An operand: its last node, and its operator if it is an operation.
#[derive(Clone, Copy)]
struct Operand {
    end: usize,
    root: Option<Operator>,
}

/// The side of an operator where an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// The remaining pieces, the next one last.
struct Pieces(Vec<Piece>);

impl Pieces {
    /// Pushes the pieces of an operation, with brackets around each operand that needs them on its
    /// side of the operator.
    fn push_operation(
        &mut self,
        operator: Operator,
        [left, right]: [Operand; 2],
        needs_brackets: impl Fn(Operator, Operator, Side) -> bool,
    ) {
        let is_bracketed = |operand: Operand, side| {
            operand.root.is_some_and(|root| needs_brackets(operator, root, side))
        };
        let (position, sign) = (operator.position(), Piece::Sign(operator));
        if position == Position::Function {
            let [left, right] = [left, right].map(|it| Piece::Part(it.end));
            self.0.extend([Piece::Close, right, Piece::Comma, left, Piece::Open, sign]);
            return;
        }
        if position != Position::Postfix {
            self.push_operand(right, is_bracketed(right, Side::Right));
        }
        self.0.push(sign);
        if position != Position::Prefix {
            self.push_operand(left, is_bracketed(left, Side::Left));
        }
    }

    fn push_operand(&mut self, operand: Operand, is_bracketed: bool) {
        let part = Piece::Part(operand.end);
        if is_bracketed {
            self.0.extend([Piece::Close, part, Piece::Open]);
        } else {
            self.0.push(part);
        }
    }
}

/// Whether an operation with the operator `root` needs brackets as an operand of `operator`.
pub(crate) fn needs_brackets(operator: Operator, root: Operator, side: Side) -> bool {
    use Associativity::{Both, Inverse, Left, Right};
    if [operator, root] == [Operator::Factorial; 2] || root.precedence() < operator.precedence() {
        return true;
    }
    root.precedence() == operator.precedence()
        && match (operator.associativity(), side) {
            (Right, Side::Left) | (Inverse | Left, Side::Right) => true,
            (Right, Side::Right) | (_, Side::Left) => false,
            (Both, Side::Right) => !matches!(root.associativity(), Both | Inverse),
        }
}

/// An operator and its place.
#[derive(Clone, Copy)]
struct Sign {
    operator: Operator,
    start: usize,
}

impl Sign {
    fn node<L>(self) -> Node<L> {
        let Self { operator, start } = self;
        Node { kind: NodeKind::Operation(operator), span: start..start + operator.symbol().len() }
    }
}

/// A shunting-yard parser (E. W. Dijkstra, 1961) that reads the written text in ordinary
/// arithmetic.
struct Yard<M> {
    read: Vec<Node<M>>,
    /// The operators whose last operands are incomplete. A `None` is an open bracket: the operators
    /// after it are inside.
    waiting: Vec<Option<Sign>>,
}

impl<M> Yard<M> {
    fn sign(&mut self, sign: Sign) {
        let operator = sign.operator;
        match operator.position() {
            Position::Infix => {
                let own = operator.precedence();
                let is_right = operator.associativity() == Associativity::Right;
                self.complete(|it| it.precedence() > own || it.precedence() == own && !is_right);
                self.waiting.push(Some(sign));
            }
            Position::Prefix | Position::Function => self.waiting.push(Some(sign)),
            Position::Postfix => {
                self.complete(|it| it.precedence() >= operator.precedence());
                self.read.push(sign.node());
            }
        }
    }

    /// Completes waiting operators, the last one first, as long as `is_first` holds for them.
    fn complete(&mut self, is_first: impl Fn(Operator) -> bool) {
        while let Some(Some(sign)) = self.waiting.last()
            && is_first(sign.operator)
        {
            self.read.push(sign.node());
            self.waiting.pop();
        }
    }

    /// Completes the waiting operators up to the last open bracket.
    fn close(&mut self) {
        while let Some(sign) = self.waiting.pop().flatten() {
            self.read.push(sign.node());
        }
    }
}

impl<L: fmt::Display> fmt::Display for Expression<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text(ToString::to_string))
    }
}

/// The place of a part of an expression in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BracketedSpan {
    /// The place of a number, or of an operation with its operands and their brackets.
    pub(crate) inside: Range<usize>,
    /// The same place with all brackets around exactly this part: `((3))` for `3`.
    pub(crate) outside: Range<usize>,
}

impl<L> Expression<L> {
    /// For each node, the place of the part of the expression that ends with this node. The
    /// expression was parsed from `text`.
    pub(crate) fn bracketed_spans(&self, text: &str) -> Vec<BracketedSpan> {
        let mut spans: Vec<BracketedSpan> = Vec::with_capacity(self.nodes().len());
        // The nodes waiting for their operator.
        let mut waiting: Vec<usize> = Vec::new();
        for node in self.nodes() {
            let inside = match node.kind {
                NodeKind::Leaf(_) => node.span.clone(),
                NodeKind::Operation(operator) => {
                    let outside = |node: usize| spans[node].outside.clone();
                    let sign = node.span.clone();
                    let operands = operator.take(&mut waiting).map(outside);
                    let all = operands.first().start..operands.last().end;
                    match operator.position() {
                        Position::Infix => all,
                        Position::Prefix => sign.start..all.end,
                        Position::Postfix => all.start..sign.end,
                        Position::Function => sign.start..with_brackets(text, all).end,
                    }
                }
            };
            waiting.push(spans.len());
            spans.push(BracketedSpan { outside: with_brackets(text, inside.clone()), inside });
        }
        spans
    }
}

/// `span`, extended by all brackets around exactly this part of `text`.
pub(crate) fn with_brackets(text: &str, mut span: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    loop {
        let before = bytes[..span.start].iter().rposition(|&byte| !is_blank(byte));
        let after = bytes[span.end..].iter().position(|&byte| !is_blank(byte));
        match (before, after.map(|gap| span.end + gap)) {
            (Some(open), Some(close)) if bytes[open] == b'(' && bytes[close] == b')' => {
                span = open..close + 1;
            }
            _ => return span,
        }
    }
}

pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use crate::Grammar;

    #[test]
    fn brackets_belong_to_the_operand_that_they_enclose() {
        let text = " ( (1) - 2 )*((3))";
        let expression = Grammar::Left.parse(text).unwrap();
        let spans = expression.bracketed_spans(text);
        let shown: Vec<[&str; 2]> =
            spans.iter().map(|it| [&text[it.inside.clone()], &text[it.outside.clone()]]).collect();
        let expected = [
            ["1", "(1)"],
            ["2", "2"],
            ["(1) - 2", "( (1) - 2 )"],
            ["3", "((3))"],
            ["( (1) - 2 )*((3))", "( (1) - 2 )*((3))"],
        ];
        assert_eq!(shown, expected);
    }
}
