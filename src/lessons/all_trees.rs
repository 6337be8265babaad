//! All trees that an ambiguous grammar allows for a text.

use itertools::Itertools;
use num_bigint::BigUint;

use super::Parse;
use crate::{Expression, Grammar, NoValue, NodeKind, Operator, Rational, evaluate};

/// The trees of a text under this ambiguous grammar:
///
/// ```text
/// E → E + E | E - E | E * E | E / E | ( E ) | number
/// ```
///
/// The grammar does not say which operators bind more tightly, or from which side a chain is
/// grouped. A parsing expression grammar gives one of these trees: it is never ambiguous, because
/// the first alternative that matches wins.
///
/// A chain of `n` numbers has as many trees as there are binary trees with `n` leaves. This number
/// is the Catalan number C(n-1): 1, 1, 2, 5, 14, 42, … (Richard P. Stanley, *Catalan Numbers*,
/// 2015). Each pair of brackets contains a chain of its own. So the number of trees of a text is
/// the product of these numbers over its chains.
#[derive(Debug, Clone)]
pub struct AllTrees {
    /// The text, parsed in ordinary arithmetic.
    pub parse: Parse,
    /// The number of trees.
    pub count: BigUint,
    /// The first trees, and those that the grammars produce.
    pub trees: Vec<PossibleTree>,
    /// The grammars that reject the text.
    pub refused_by: Vec<Grammar>,
}

crate::serial::serialize_object! { AllTrees, self:
    "expression" => self.parse.text(),
    "count" => crate::serial::number(&self.count),
    "trees" => self.trees,
    "refused_by" => self.refused_by,
}

/// A tree that the ambiguous grammar allows.
#[derive(Debug, Clone)]
pub struct PossibleTree {
    /// The tree written with all its brackets, and with the numbers as typed.
    pub text: String,
    /// The tree. Its nodes have no meaningful places, because most of these trees come from no
    /// parse.
    pub expression: Expression<Rational>,
    /// The exact value of the tree.
    pub value: Result<Rational, NoValue>,
    /// The grammars that produce this tree.
    pub taken_by: Vec<Grammar>,
}

crate::serial::serialize_object! { PossibleTree, self:
    let error = self.value.as_ref().err();
    "text" => self.text,
    "tree" => self.expression.to_s_expression(),
    "value" => self.value.as_ref().ok(),
    "error" if error.is_some() => error.map(ToString::to_string),
    "taken_by" => self.taken_by,
}

/// Numbers and bracketed parts, with the operators between them.
#[derive(Default)]
struct Chain {
    operands: Vec<Operand>,
    operators: Vec<Operator>,
}

enum Operand {
    Number(Rational),
    Brackets(Chain),
}

impl AllTrees {
    /// Finds at most `limit` trees of a text, the left-associative ones first, and also the trees
    /// that the `grammars` produce. `parse` is the text in ordinary arithmetic.
    ///
    /// # Panics
    ///
    /// If the text has operators other than `+-*/`, which the ambiguous grammar does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, Named, lessons::{AllTrees, Parse}};
    ///
    /// let parse = Parse::new("8-4-2-1", &Grammar::Left)?;
    /// let all = AllTrees::of(parse, Grammar::BASIC, 100);
    /// assert_eq!((all.trees.len(), all.count), (5, 5u32.into()));
    /// assert!(all.trees[0].taken_by.contains(&Grammar::Left));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(parse: Parse, grammars: &[Grammar], limit: usize) -> Self {
        assert!(parse.expression().operators().all(Operator::is_of_field), "only +-*/ are known");
        let chain = Chain::of(&parse);
        let count = chain.count();
        let written = parse.written();
        let possible = |expression: Expression<Rational>| {
            let mut leaves = written.leaves();
            let text = expression
                .to_full_text(|_| leaves.next().expect("it has the same numbers").clone());
            let value = evaluate(&expression);
            PossibleTree { text, expression, value, taken_by: Vec::new() }
        };
        let mut trees: Vec<PossibleTree> = chain.trees(limit).into_iter().map(possible).collect();
        let mut refused_by = Vec::new();
        for grammar in grammars {
            let Ok(taken) = grammar.parse(parse.text()) else {
                refused_by.push(grammar.clone());
                continue;
            };
            let at = trees.iter().position(|tree| tree.expression.is_grouped_as(&taken));
            let at = at.unwrap_or_else(|| {
                trees.push(possible(taken));
                trees.len() - 1
            });
            trees[at].taken_by.push(grammar.clone());
        }
        Self { parse, count, trees, refused_by }
    }
}

impl Chain {
    /// Builds the chain of a text. The expression tree has the places of the numbers. Between them,
    /// the text has only operators, brackets and blanks.
    fn of(parse: &Parse) -> Self {
        let numbers = parse.expression().nodes().iter().filter_map(|node| match &node.kind {
            NodeKind::Leaf(value) => Some((value, &node.span)),
            NodeKind::Operation(_) => None,
        });
        let mut open = vec![Self::default()];
        let mut end = 0;
        let read = |part: &str, open: &mut Vec<Self>| {
            for character in part.chars() {
                let is_it = |it: &Operator| it.symbol().chars().eq([character]);
                match (character, Operator::FOUR.into_iter().find(is_it)) {
                    ('(', _) => open.push(Self::default()),
                    (')', _) => {
                        let inner = open.pop().expect("a bracket that closes was opened");
                        innermost(open).operands.push(Operand::Brackets(inner));
                    }
                    (_, Some(operator)) => innermost(open).operators.push(operator),
                    _ => {}
                }
            }
        };
        for (value, span) in numbers {
            read(&parse.text()[end..span.start], &mut open);
            innermost(&mut open).operands.push(Operand::Number(value.clone()));
            end = span.end;
        }
        read(&parse.text()[end..], &mut open);
        open.pop().expect("the text itself is a chain")
    }

    fn count(&self) -> BigUint {
        let inside = self.operands.iter().map(|operand| match operand {
            Operand::Number(_) => BigUint::from(1_u32),
            Operand::Brackets(chain) => chain.count(),
        });
        // The Catalan number C(n), by C(n+1) = C(n)·2(2n+1)/(n+2).
        let catalan = |count, n| count * (2 * (2 * n + 1)) / (n + 2);
        inside.product::<BigUint>() * (0..self.operators.len()).fold(BigUint::from(1_u32), catalan)
    }

    fn trees(&self, limit: usize) -> Vec<Expression<Rational>> {
        trees(&self.operands, &self.operators, limit)
    }
}

fn innermost(open: &mut [Chain]) -> &mut Chain {
    open.last_mut().expect("the text itself is a chain")
}

/// The first `limit` trees of a chain. They are ordered by the operator that they evaluate last:
/// the rightmost operator comes first.
fn trees(operands: &[Operand], operators: &[Operator], limit: usize) -> Vec<Expression<Rational>> {
    match operands {
        _ if limit == 0 => return Vec::new(),
        [Operand::Number(value)] => return vec![Expression::leaf(value.clone())],
        [Operand::Brackets(chain)] => return chain.trees(limit),
        _ => {}
    }
    let mut found = Vec::new();
    for last in (0..operators.len()).rev() {
        let missing = limit - found.len();
        if missing == 0 {
            break;
        }
        let lefts = trees(&operands[..=last], &operators[..last], missing);
        let rights = trees(&operands[last + 1..], &operators[last + 1..], missing);
        found.extend(lefts.iter().cartesian_product(&rights).take(missing).map(|(left, right)| {
            Expression::operation(operators[last], left.clone(), right.clone())
        }));
    }
    found
}
