//! Expressions with their values, to which the rules are applied.

use std::rc::Rc;

use bracket24::{Grammar, Operands, Operator};

use Operator::{Add, Divide, Multiply, Subtract};

/// An expression with its value.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) value: (i128, i128),
    pub(super) kind: Kind,
    pub(super) size: usize,
}

#[derive(Debug)]
pub(super) enum Kind {
    Card(i128),
    Join(Operator, Tree, Tree),
}

pub(super) type Tree = Rc<Part>;

pub(super) fn card(value: i128) -> Tree {
    Rc::new(Part { value: (value, 1), kind: Kind::Card(value), size: 1 })
}

pub(super) fn value_of(
    operator: Operator,
    (a, b): (i128, i128),
    (c, d): (i128, i128),
) -> Option<(i128, i128)> {
    let (numer, denom) = match operator {
        Add => (a * d + c * b, b * d),
        Subtract => (a * d - c * b, b * d),
        Multiply => (a * c, b * d),
        Divide if c == 0 => return None,
        Divide => (a * d, b * c),
        other => unreachable!("`{}` is none of the four", other.name()),
    };
    let (mut common, mut rest) = (denom, numer);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    let common = common.abs() * denom.signum();
    Some((numer / common, denom / common))
}

/// The two parts joined by the operator; `None` if that divides by zero.
pub(super) fn join(operator: Operator, left: &Tree, right: &Tree) -> Option<Tree> {
    Some(Rc::new(Part {
        value: value_of(operator, left.value, right.value)?,
        kind: Kind::Join(operator, left.clone(), right.clone()),
        size: left.size + right.size,
    }))
}

pub(super) fn tree(text: &str) -> Tree {
    Grammar::Left.parse(text).unwrap().fold(
        |leaf| card(leaf.to_string().parse().unwrap()),
        |operator, operands| match operands {
            Operands::Two(left, right) => join(operator, &left, &right).unwrap(),
            Operands::One(_) => unreachable!("the four operators have two operands"),
        },
    )
}

impl Part {
    pub(super) fn is_zero(&self) -> bool {
        self.value.0 == 0
    }

    pub(super) fn is_one(&self) -> bool {
        self.value == (1, 1)
    }

    pub(super) fn is_negative(&self) -> bool {
        self.value.0 < 0
    }

    /// The two operands, if the operator is this one.
    pub(super) fn operands(&self, operator: Operator) -> Option<(&Tree, &Tree)> {
        match &self.kind {
            Kind::Join(it, left, right) if *it == operator => Some((left, right)),
            _ => None,
        }
    }

    pub(super) fn cards(&self) -> Vec<i128> {
        match &self.kind {
            Kind::Card(value) => vec![*value],
            Kind::Join(_, left, right) => [left.cards(), right.cards()].concat(),
        }
    }

    pub(super) fn to_text(&self) -> String {
        match &self.kind {
            Kind::Card(value) => value.to_string(),
            Kind::Join(operator, left, right) => {
                format!("({}{operator}{})", left.to_text(), right.to_text())
            }
        }
    }
}
