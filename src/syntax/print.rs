//! Expressions as text: with the fewest brackets, with all, and in prefix
//! notation.

use std::fmt;
use std::ops::Range;

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
    /// gives it another tree, because brackets were left out.
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
            NodeKind::Leaf(it) => {
                (self.leaf)(it, self.text);
                self.spans[index] = start..self.text.len();
            }
            NodeKind::Operation(operator) => {
                let right = index - 1;
                let left = self.begins[right] - 1;
                let precedence = operator.precedence();
                let is_chain = matches!(
                    self.nodes[right].kind,
                    NodeKind::Operation(root) if root.precedence() == precedence
                );
                let groups_right_alike = match operator.associativity() {
                    Associativity::Both => true,
                    Associativity::Left => false,
                };
                self.regrouped |= is_chain && groups_right_alike;
                self.write_operand(left, |root| root.precedence() < precedence);
                let start = self.text.len();
                self.text.push(operator.symbol());
                self.spans[index] = start..self.text.len();
                self.write_operand(right, |root| {
                    root.precedence() < precedence
                        || (root.precedence() == precedence && !groups_right_alike)
                });
            }
        }
    }

    fn write_operand(&mut self, index: usize, needs_brackets: impl Fn(Operator) -> bool) {
        let brackets =
            matches!(self.nodes[index].kind, NodeKind::Operation(root) if needs_brackets(root));
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
