//! The first operator at which two grammars parse a text differently, and the reason.

use std::ops::Range;

use itertools::Itertools;

use super::pairs::{applies_later_first, has_higher_precedence};
use super::{OperatorRule, Parse};
use crate::{Grammar, NodeKind, Operands, Operator, Position};

/// The first operator from the left that has different operands under two grammars.
///
/// Its right operand always differs: if its left operand differed, the grammars would have diverged
/// at an earlier operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The operator.
    pub operator: Operator,
    /// The place of the operator in the text, in bytes.
    pub operator_span: Range<usize>,
    /// The right operand under each of the two grammars.
    pub right_operands: [RightOperand; 2],
    /// The pairs of operators that the second grammar groups differently from the first, at this
    /// operator and after it, each once. A pair is left out if the second grammar groups the two
    /// differently in another text, so that neither precedence nor associativity is the reason.
    pub regroupings: Vec<Regrouping>,
    /// The conventions of the second grammar that explain the regroupings: as few as possible, in
    /// the same order.
    pub conventions: Vec<Convention>,
}

/// The right operand of an operator under one grammar. Places are in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RightOperand {
    /// The place of the operand in the text, with its brackets.
    pub span: Range<usize>,
    /// The place of the operation, from the first to the last character of its operands.
    pub operation: Range<usize>,
}

/// Two operators that the second grammar applies in another order than the first grammar: the
/// operation that it applies first is part of an operand of the other operation. If this order
/// follows from other operators under the first grammar, a text of only the two decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regrouping {
    /// The two operators, in the order in which the second grammar applies them.
    pub operators: [Operator; 2],
    /// The places of the two operators in the text, in bytes.
    pub at: [usize; 2],
    /// The precedence or associativity that decides their order.
    pub fixity: Fixity,
}

#[cfg(feature = "present")]
crate::serial::serialize_object! { Regrouping, self:
    "first" => self.operators[0].symbol(),
    "then" => self.operators[1].symbol(),
    "order" => self.fixity,
}

/// A convention by which a grammar groups operators in every text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Convention {
    /// For [`Fixity::Precedence`], two operators, the one with higher precedence first. Otherwise
    /// all operators that are grouped from the same side, even in a chain that mixes them, in the
    /// order of [`Operator::ALL`].
    pub operators: Vec<Operator>,
    /// The reason for their order.
    pub fixity: Fixity,
}

/// Why one of two operators is applied first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Fixity {
    /// Both are left-associative, so the first one is applied first.
    #[cfg_attr(feature = "present", serde(rename = "left"))]
    LeftAssociative,
    /// Both are right-associative, so the last one is applied first.
    #[cfg_attr(feature = "present", serde(rename = "right"))]
    RightAssociative,
    /// One has higher precedence than the other.
    #[cfg_attr(feature = "present", serde(rename = "precedence"))]
    Precedence,
}

impl Divergence {
    /// Finds the first operator at which two parses of a text diverge, and the reasons. `None` if
    /// both grammars group the text in the same way.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Divergence, Fixity, Parse}};
    ///
    /// let text = "(5-8-7)*6";
    /// let (left, scala) = (Parse::new(text, &Grammar::Left)?, Parse::new(text, &Grammar::Scala)?);
    /// let divergence = Divergence::between(&left, &scala).unwrap();
    /// assert_eq!(divergence.operator_span, 2..3);
    /// assert_eq!(divergence.right_operands.map(|operand| &text[operand.span]), ["8", "8-7"]);
    /// assert_eq!(divergence.regroupings[0].fixity, Fixity::RightAssociative);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn between(a: &Parse, b: &Parse) -> Option<Self> {
        let operations = [a, b].map(operations);
        let both = operations[0].iter().zip(&operations[1]).map(|(a, b)| [a, b]);
        let first = both.clone().find(|[a, b]| a.right != b.right)?;
        let regrouping = |pair| Regrouping::of(pair, [a, b].map(Parse::grammar));
        let regroupings = both.array_combinations().filter_map(regrouping);
        let regroupings = regroupings.unique_by(Regrouping::convention).collect_vec();
        Some(Self {
            operator: first[0].operator,
            operator_span: first[0].at.clone(),
            right_operands: first.map(|operation| RightOperand {
                span: operation.right.clone(),
                operation: operation.span.clone(),
            }),
            conventions: Convention::of(&regroupings, b.grammar()),
            regroupings,
        })
    }

    /// Finds, for each of the two grammars, the rules that join the operator and its operands;
    /// `None` if the search would take too long. `parses` are the diverging parses.
    pub fn rules(&self, parses: [&Parse; 2]) -> [Option<OperatorRule>; 2] {
        let [a, b] = &self.right_operands;
        [(a, parses[0]), (b, parses[1])]
            .map(|(operand, parse)| OperatorRule::of(self.operator, &operand.operation, parse))
    }
}

impl Regrouping {
    /// Explains why the second of two grammars applies two operators in another order than the
    /// first grammar. `None` if it does not, if the order follows from that of other operators, or
    /// if the second grammar does not always keep it. Each operation is given under both grammars.
    fn of(operations: [[&Operation; 2]; 2], grammars: [&Grammar; 2]) -> Option<Self> {
        let [a, both] = [0, 1].map(|grammar| operations.map(|it| it[grammar]));
        let is_later_first = Operation::is_later_first(both)?;
        let in_first = Operation::is_later_first(a)
            .or_else(|| applies_later_first(grammars[0], both.map(|it| it.operator)));
        (in_first != Some(is_later_first)).then_some(())?;
        let (pair, side) = if is_later_first {
            ([both[1], both[0]], Fixity::RightAssociative)
        } else {
            (both, Fixity::LeftAssociative)
        };
        let operators = pair.map(|operation| operation.operator);
        let is_reason = |it: &Fixity| Convention::new(operators.to_vec(), *it).is_of(grammars[1]);
        let fixity = [side, Fixity::Precedence].into_iter().find(is_reason)?;
        Some(Self { operators, at: pair.map(|operation| operation.at.start), fixity })
    }

    /// The convention that explains this regrouping alone.
    fn convention(&self) -> Convention {
        Convention::new(self.operators.to_vec(), self.fixity)
    }
}

impl Convention {
    /// The conventions of `grammar` that explain the `regroupings`.
    fn of(regroupings: &[Regrouping], grammar: &Grammar) -> Vec<Self> {
        let mut conventions: Vec<Self> = Vec::new();
        for regrouping in regroupings {
            let joined = conventions.iter_mut().find_map(|convention| {
                let fixity = convention.fixity;
                let is_alike = fixity == regrouping.fixity && fixity != Fixity::Precedence;
                let operators = || [&*convention.operators, &regrouping.operators].concat();
                let joined = is_alike.then(|| Self::new(operators(), fixity))?;
                joined.is_of(grammar).then_some((convention, joined))
            });
            if let Some((convention, joined)) = joined {
                *convention = joined;
            } else {
                conventions.push(regrouping.convention());
            }
        }
        conventions
    }

    fn new(mut operators: Vec<Operator>, fixity: Fixity) -> Self {
        if fixity != Fixity::Precedence {
            operators.sort();
            operators.dedup();
        }
        Self { operators, fixity }
    }

    /// Whether the convention holds in `grammar` for any two of its operators, in every text of
    /// only these two.
    fn is_of(&self, grammar: &Grammar) -> bool {
        if let (Fixity::Precedence, &[first, then]) = (self.fixity, &*self.operators) {
            return has_higher_precedence(grammar, [first, then]);
        }
        let is_later_first = Some(self.fixity == Fixity::RightAssociative);
        let is_so = |a, b| applies_later_first(grammar, [a, b]) == is_later_first;
        self.operators.iter().all(|a| self.operators.iter().all(|b| is_so(*a, *b)))
    }
}

/// An operator and its operands.
struct Operation {
    operator: Operator,
    /// The place of the operator.
    at: Range<usize>,
    /// The place from the first to the last character of its operands.
    span: Range<usize>,
    /// The places of its operands: empty before a prefix operator and after a postfix operator.
    left: Range<usize>,
    right: Range<usize>,
}

impl Operation {
    /// Whether the later of two operations is part of an operand of the earlier one, rather than
    /// the opposite. `None` unless the right operand of the earlier one and the left operand of
    /// the later one begin or end together.
    ///
    /// An operator-precedence parser compares exactly these pairs of operators, so their orders are
    /// enough to make the tree.
    fn is_later_first([earlier, later]: [&Self; 2]) -> Option<bool> {
        let [right, left] = [&earlier.right, &later.left];
        let is_compared = right.start == left.start || right.end == left.end;
        is_compared.then(|| right.contains(&later.at.start))
    }
}

/// The operations of an expression in the order of their operators in the text.
fn operations(parse: &Parse) -> Vec<Operation> {
    let spans = parse.expression().bracketed_spans(parse.text());
    let mut operations = Vec::new();
    let mut waiting: Vec<Range<usize>> = Vec::new();
    for (node, span) in parse.expression().nodes().iter().zip(spans) {
        if let NodeKind::Operation(operator) = node.kind {
            let at = node.span.clone();
            let (left, right) = match (operator.take(&mut waiting), operator.position()) {
                (Operands::Two(left, right), _) => (left, right),
                (Operands::One(left), Position::Postfix) => (left, at.end..at.end),
                (Operands::One(right), _) => (at.start..at.start, right),
            };
            operations.push(Operation { operator, at, span: span.inside, left, right });
        }
        waiting.push(span.outside);
    }
    operations.sort_by_key(|operation: &Operation| operation.at.start);
    operations
}
