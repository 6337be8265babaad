//! Expressions as text: with the fewest brackets, with all, and in prefix
//! notation.

use std::fmt;

use super::expression::{Expression, Node, NodeKind};
use super::operator::{Associativity, Operator};

impl<L> Expression<L> {
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
    pub fn to_full_text(&self, leaf: impl FnMut(&L) -> String) -> String {
        let operand = |index: usize| match self.nodes[index].kind {
            NodeKind::Leaf(_) => [None, Some(Piece::Part(index)), None],
            NodeKind::Operation(_) => {
                [Some(Piece::Sign('(')), Some(Piece::Part(index)), Some(Piece::Sign(')'))]
            }
        };
        self.to_text_of_pieces(leaf, |operator, left, right| {
            let sign = [Some(Piece::Sign(operator.symbol()))];
            operand(left).into_iter().chain(sign).chain(operand(right)).flatten().collect()
        })
    }

    /// The text that comes of writing, for each operation, its `pieces`.
    fn to_text_of_pieces(
        &self,
        mut leaf: impl FnMut(&L) -> String,
        pieces: impl Fn(Operator, usize, usize) -> Vec<Piece>,
    ) -> String {
        let begins = self.begins();
        let mut text = String::new();
        let mut waiting = vec![Piece::Part(self.nodes.len() - 1)];
        while let Some(piece) = waiting.pop() {
            match piece {
                Piece::Sign(sign) => text.push(sign),
                Piece::Part(index) => match &self.nodes[index].kind {
                    NodeKind::Leaf(it) => text += &leaf(it),
                    NodeKind::Operation(operator) => {
                        let right = index - 1;
                        let left = begins[right] - 1;
                        waiting.extend(pieces(*operator, left, right).into_iter().rev());
                    }
                },
            }
        }
        text
    }

    /// Writes the expression as [`to_text`](Self::to_text) does to the end of
    /// `text`, and returns what ordinary arithmetic reads there: a sum or product
    /// that lost its brackets is grouped from the left. `leaf` writes a leaf and
    /// says what stands for it.
    pub(crate) fn write<M>(
        &self,
        text: &mut String,
        mut leaf: impl FnMut(&L, &mut String) -> M,
    ) -> Expression<M> {
        let surroundings = self.surroundings();
        let mut read = Vec::with_capacity(self.nodes.len());
        // The operators whose right operands are not complete yet, after `None`
        // those in brackets: the shunting-yard, which reads what is written.
        let mut waiting: Vec<Option<Sign>> = Vec::with_capacity(surroundings.len());
        for (it, around) in self.leaves().zip(surroundings) {
            for _ in 0..around.opening {
                text.push('(');
                waiting.push(None);
            }
            let start = text.len();
            let kind = NodeKind::Leaf(leaf(it, text));
            read.push(Node { kind, span: start..text.len() });
            for _ in 0..around.closing {
                text.push(')');
                while let Some(sign) = waiting.pop().flatten() {
                    read.push(sign.node());
                }
            }
            let Some(operator) = around.operator else { continue };
            while let Some(Some(sign)) = waiting.last()
                && sign.operator.precedence() >= operator.precedence()
            {
                read.push(sign.node());
                waiting.pop();
            }
            waiting.push(Some(Sign { operator, start: text.len() }));
            text.push(operator.symbol());
        }
        read.extend(waiting.into_iter().rev().flatten().map(Sign::node));
        Expression { nodes: read }
    }

    /// What is written before and after each leaf, with the fewest brackets.
    fn surroundings(&self) -> Vec<Surroundings> {
        let leaves = self.nodes.len() / 2 + 1;
        let mut surroundings = vec![Surroundings::default(); leaves];
        // The operands that wait for their operator.
        let mut waiting: Vec<Operand> = Vec::with_capacity(leaves);
        let mut next = 0;
        for node in &self.nodes {
            let operand = match node.kind {
                NodeKind::Leaf(_) => {
                    next += 1;
                    Operand { first: next - 1, last: next - 1, root: None }
                }
                NodeKind::Operation(operator) => {
                    let (Some(right), Some(left)) = (waiting.pop(), waiting.pop()) else {
                        unreachable!("an operator has its two operands before it");
                    };
                    let precedence = operator.precedence();
                    let is_lower = |root: Operator| root.precedence() < precedence;
                    let is_alike = |root: Operator| {
                        root.precedence() == precedence
                            && operator.associativity() == Associativity::Left
                    };
                    left.bracket_if(is_lower, &mut surroundings);
                    right.bracket_if(|root| is_lower(root) || is_alike(root), &mut surroundings);
                    surroundings[left.last].operator = Some(operator);
                    Operand { first: left.first, last: right.last, root: Some(operator) }
                }
            };
            waiting.push(operand);
        }
        surroundings
    }

    /// The expression as an S-expression: `(* (- 5 (/ 1 5)) 5)`.
    pub fn to_s_expression(&self) -> String
    where
        L: fmt::Display,
    {
        self.to_text_of_pieces(ToString::to_string, |operator, left, right| {
            let [open, blank, close] = ['(', ' ', ')'].map(Piece::Sign);
            let sign = Piece::Sign(operator.symbol());
            vec![open, sign, blank, Piece::Part(left), blank, Piece::Part(right), close]
        })
    }
}

/// What an operation is written with.
#[derive(Clone, Copy)]
enum Piece {
    Sign(char),
    /// The part that ends with this node.
    Part(usize),
}

/// What is written around a leaf.
#[derive(Clone, Copy, Default)]
struct Surroundings {
    /// How many brackets are opened before it, and closed after it.
    opening: usize,
    closing: usize,
    /// The operator after these, unless the leaf is the last.
    operator: Option<Operator>,
}

/// An operand, by its first and its last leaf and its operator.
struct Operand {
    first: usize,
    last: usize,
    root: Option<Operator>,
}

impl Operand {
    /// Puts it in brackets if its operator needs them.
    fn bracket_if(&self, needs: impl Fn(Operator) -> bool, surroundings: &mut [Surroundings]) {
        if self.root.is_some_and(needs) {
            surroundings[self.first].opening += 1;
            surroundings[self.last].closing += 1;
        }
    }
}

/// An operator and where it was written.
#[derive(Clone, Copy)]
struct Sign {
    operator: Operator,
    start: usize,
}

impl Sign {
    fn node<L>(self) -> Node<L> {
        let Self { operator, start } = self;
        let kind = NodeKind::Operation(operator);
        Node { kind, span: start..start + operator.symbol().len_utf8() }
    }
}

impl<L: fmt::Display> fmt::Display for Expression<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(ToString::to_string))
    }
}
