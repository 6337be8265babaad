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
        let begins = self.begins();
        let mut read = Vec::with_capacity(self.nodes.len());
        let mut tasks = vec![Task::Write { index: self.nodes.len() - 1, follows: None }];
        while let Some(task) = tasks.pop() {
            let start = text.len();
            match task {
                Task::Write { index, follows } => match &self.nodes[index].kind {
                    NodeKind::Leaf(it) => {
                        let kind = NodeKind::Leaf(leaf(it, text));
                        read.push(Node { kind, span: start..text.len() });
                        tasks.extend(follows.map(Task::Join));
                    }
                    NodeKind::Operation(operator) => {
                        let right = index - 1;
                        let left = begins[right] - 1;
                        // What comes before joins the first operand of a chain.
                        let (first, after) = match follows {
                            Some(before) if before.is_as_high_as(*operator) => (follows, None),
                            _ => (None, follows),
                        };
                        tasks.extend(after.map(Task::Join));
                        tasks.push(Task::Sign { operator: *operator, right });
                        self.push_operand(&mut tasks, left, first, |root| {
                            root.precedence() < operator.precedence()
                        });
                    }
                },
                Task::Sign { operator, right } => {
                    text.push(operator.symbol());
                    let sign = Sign { operator, start };
                    let groups_right_alike = match operator.associativity() {
                        Associativity::Both => true,
                        Associativity::Left => false,
                    };
                    self.push_operand(&mut tasks, right, Some(sign), |root| {
                        let precedence = operator.precedence();
                        root.precedence() < precedence
                            || (root.precedence() == precedence && !groups_right_alike)
                    });
                }
                Task::Open => text.push('('),
                Task::Close => text.push(')'),
                Task::Join(Sign { operator, start }) => {
                    let kind = NodeKind::Operation(operator);
                    read.push(Node { kind, span: start..start + operator.symbol().len_utf8() });
                }
            }
        }
        Expression { nodes: read }
    }

    /// Has an operand written, after which the operation of `follows` is complete.
    fn push_operand(
        &self,
        tasks: &mut Vec<Task>,
        index: usize,
        follows: Option<Sign>,
        needs_brackets: impl Fn(Operator) -> bool,
    ) {
        match self.nodes[index].kind {
            NodeKind::Operation(root) if needs_brackets(root) => {
                tasks.extend(follows.map(Task::Join));
                let inside = Task::Write { index, follows: None };
                tasks.extend([Task::Close, inside, Task::Open]);
            }
            _ => tasks.push(Task::Write { index, follows }),
        }
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

/// What is left to do when an expression is written, the next one last.
enum Task {
    /// Write what ends with the node at `index`; the operator that stands before
    /// it takes it, or its first operand, as the right one.
    Write { index: usize, follows: Option<Sign> },
    /// Write an operator, and its right operand after it.
    Sign { operator: Operator, right: usize },
    /// Write `(`.
    Open,
    /// Write `)`.
    Close,
    /// Both operands of an operator are read.
    Join(Sign),
}

/// An operator and where it was written.
#[derive(Clone, Copy)]
struct Sign {
    operator: Operator,
    start: usize,
}

impl Sign {
    fn is_as_high_as(self, operator: Operator) -> bool {
        self.operator.precedence() == operator.precedence()
    }
}

impl<L: fmt::Display> fmt::Display for Expression<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(ToString::to_string))
    }
}
