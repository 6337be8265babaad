//! The standard expression of the "point 24" article.

use crate::number::Rational;
use crate::syntax::{Expression, Operator};

/// An expression with its signed terms and signed factors sorted, brackets left
/// standing.
///
/// Brackets stand where ordinary arithmetic needs them, so `a+(b-c)` and `a+b-c`
/// have one standard expression, and `a-(b-c)` has another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standard {
    /// A card.
    Card(Rational),
    /// Terms, each with whether it is subtracted.
    Sum(Vec<(Self, bool)>),
    /// Factors, each with whether it is divided by.
    Product(Vec<(Self, bool)>),
}

impl Standard {
    /// The standard expression of `expression`.
    pub fn of(expression: &Expression<Rational>) -> Self {
        expression.fold(
            |card| Self::Card(card.clone()),
            |operator, left, right| match operator {
                Operator::Add => Self::Sum(sorted(left.terms(), right.terms())),
                Operator::Subtract => Self::Sum(sorted(left.terms(), vec![(right, true)])),
                Operator::Multiply => Self::Product(sorted(left.factors(), right.factors())),
                Operator::Divide => Self::Product(sorted(left.factors(), vec![(right, true)])),
            },
        )
    }

    fn terms(self) -> Vec<(Self, bool)> {
        match self {
            Self::Sum(terms) => terms,
            other => vec![(other, false)],
        }
    }

    fn factors(self) -> Vec<(Self, bool)> {
        match self {
            Self::Product(factors) => factors,
            other => vec![(other, false)],
        }
    }

    /// The standard expression as the article writes it: every term and every
    /// factor with its sign, sums in brackets where they are factors or
    /// subtracted.
    pub fn to_text(&self) -> String {
        match self {
            Self::Card(card) => card.to_string(),
            Self::Sum(terms) => signed(terms, ['+', '-'], |term| matches!(term, Self::Sum(_))),
            Self::Product(factors) => {
                signed(factors, ['*', '/'], |factor| !matches!(factor, Self::Card(_)))
            }
        }
    }
}

fn sorted(
    mut parts: Vec<(Standard, bool)>,
    mut more: Vec<(Standard, bool)>,
) -> Vec<(Standard, bool)> {
    parts.append(&mut more);
    parts.sort();
    parts
}

fn signed(
    parts: &[(Standard, bool)],
    [plain, inverse]: [char; 2],
    needs_brackets: impl Fn(&Standard) -> bool,
) -> String {
    let mut text = String::new();
    for (part, is_inverse) in parts {
        text.push(if *is_inverse { inverse } else { plain });
        let part_text = part.to_text();
        if needs_brackets(part) {
            text.extend(["(", &part_text, ")"]);
        } else {
            text += &part_text;
        }
    }
    text
}
