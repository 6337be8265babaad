//! Expressions as a person reads them: terms and factors in a row, and brackets
//! where they stand.
//!
//! What stands here goes down a tree by recursion, so only expressions of at
//! most [`MAX_OPERANDS`](crate::MAX_OPERANDS) operands are made into one.

use std::collections::HashSet;

use super::rewriting::Rule;
use crate::syntax::{Expression, Operator};

/// An operand, by its number, or a group of several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Grouping {
    Operand(usize),
    /// Two or more parts, the first of them not inverse. Any part that is a
    /// group of the same kind has brackets of its own.
    Group(Kind, Vec<Part>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Sum,
    Product,
}

/// A term or a factor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    grouping: Grouping,
    /// Whether it is subtracted or divided by.
    inverse: bool,
}

impl Kind {
    const fn operator(self, inverse: bool) -> Operator {
        match (self, inverse) {
            (Self::Sum, false) => Operator::Add,
            (Self::Sum, true) => Operator::Subtract,
            (Self::Product, false) => Operator::Multiply,
            (Self::Product, true) => Operator::Divide,
        }
    }
}

/// The operands of a group, as the bits of a number.
pub(crate) type Operands = u8;

impl Grouping {
    /// The groups of `expression`, its operands numbered as its leaves say.
    pub(crate) fn of(expression: &Expression<usize>) -> Self {
        expression.fold(|&operand| Self::Operand(operand), Self::join)
    }

    fn join(operator: Operator, left: Self, right: Self) -> Self {
        let (kind, inverse) = match operator {
            Operator::Add => (Kind::Sum, false),
            Operator::Subtract => (Kind::Sum, true),
            Operator::Multiply => (Kind::Product, false),
            Operator::Divide => (Kind::Product, true),
        };
        let mut parts = match left {
            Self::Group(same, parts) if same == kind => parts,
            left => vec![Part { grouping: left, inverse: false }],
        };
        parts.push(Part { grouping: right, inverse });
        Self::Group(kind, parts)
    }

    /// The text, each operand written as `name` says.
    pub(crate) fn to_text(&self, name: &dyn Fn(usize) -> String) -> String {
        let (kind, parts) = match self {
            Self::Operand(operand) => return name(*operand),
            Self::Group(kind, parts) => (*kind, parts),
        };
        let mut text = String::new();
        for part in parts {
            if !text.is_empty() {
                text.push(kind.operator(part.inverse).symbol());
            }
            let inner = part.grouping.to_text(name);
            match &part.grouping {
                Self::Group(of, _) if kind == Kind::Product || *of == kind => {
                    text.extend(["(", &inner, ")"]);
                }
                _ => text += &inner,
            }
        }
        text
    }

    pub(crate) fn operands(&self) -> Operands {
        match self {
            Self::Operand(operand) => 1 << operand,
            Self::Group(_, parts) => {
                parts.iter().fold(0, |operands, part| operands | part.grouping.operands())
            }
        }
    }

    /// Adds the operands of every group that has brackets only to group:
    /// `b-c` of `a-(b-c)`.
    pub(crate) fn bracketed_groups(&self, found: &mut HashSet<Operands>) {
        let Self::Group(kind, parts) = self else { return };
        for part in parts {
            if matches!(&part.grouping, Self::Group(of, _) if of == kind) {
                found.insert(part.grouping.operands());
            }
            part.grouping.bracketed_groups(found);
        }
    }

    /// Takes the first pair of brackets away that only groups, unless it holds
    /// operands of `keep`.
    pub(crate) fn take_brackets_off(&mut self, keep: &HashSet<Operands>) -> Option<Rule> {
        let Self::Group(kind, parts) = self else { return None };
        let bracketed = parts.iter().position(|part| {
            matches!(&part.grouping, Self::Group(of, _) if of == kind)
                && !keep.contains(&part.grouping.operands())
        });
        let Some(index) = bracketed else {
            return parts.iter_mut().find_map(|part| part.grouping.take_brackets_off(keep));
        };
        let outer = parts[index].inverse;
        let Self::Group(_, mut inner) = parts.remove(index).grouping else { return None };
        let rule = Rule::BracketsOff {
            outer: kind.operator(outer),
            inner: kind.operator(inner.iter().any(|part| part.inverse)),
        };
        for part in &mut inner {
            part.inverse ^= outer;
        }
        parts.splice(index..index, inner);
        Some(rule)
    }

    /// Brings the parts of the outermost group that has them otherwise into the
    /// order they have in `model`, which is the same up to such order.
    pub(crate) fn change_places(&mut self, model: &Self) -> Option<Rule> {
        let (Self::Group(kind, parts), Self::Group(_, models)) = (self, model) else {
            return None;
        };
        let place = |part: &Part| {
            let operands = part.grouping.operands();
            models.iter().position(|model| model.grouping.operands() == operands)
        };
        if !parts.is_sorted_by_key(place) {
            parts.sort_by_key(place);
            return Some(match kind {
                Kind::Sum => Rule::TermsChangePlaces,
                Kind::Product => Rule::FactorsChangePlaces,
            });
        }
        let mut pairs = parts.iter_mut().zip(models);
        pairs.find_map(|(part, model)| part.grouping.change_places(&model.grouping))
    }

    /// The same whatever the order of terms and factors.
    pub(crate) fn sorted(&self) -> Self {
        match self {
            Self::Operand(operand) => Self::Operand(*operand),
            Self::Group(kind, parts) => {
                let sorted = |part: &Part| Part { grouping: part.grouping.sorted(), ..*part };
                let mut parts: Vec<Part> = parts.iter().map(sorted).collect();
                parts.sort();
                Self::Group(*kind, parts)
            }
        }
    }

    /// The difference or sum with all signs turned round; `None` where no term
    /// would be left to begin with.
    fn turned(&self) -> Option<Self> {
        let Self::Group(Kind::Sum, terms) = self else { return None };
        let mut terms = terms.clone();
        for term in &mut terms {
            term.inverse ^= true;
        }
        positive_first(&mut terms)?;
        Some(Self::Group(Kind::Sum, terms))
    }

    /// Everything that is one movement of signs away.
    pub(crate) fn sign_moves(&self) -> Vec<(Rule, Self)> {
        let Self::Group(kind, parts) = self else { return Vec::new() };
        let mut moves = match kind {
            Kind::Sum => terms_turned(parts),
            Kind::Product => factors_turned(parts),
        };
        for (index, part) in parts.iter().enumerate() {
            for (rule, grouping) in part.grouping.sign_moves() {
                moves.push((rule, Self::Group(*kind, with_part(parts, index, grouping))));
            }
        }
        moves
    }

    /// Adds what must not be zero: the divisors, or the factors of a divisor
    /// that is a product, in the order in which they are worked out.
    pub(crate) fn divisors<'a>(&'a self, found: &mut Vec<&'a Self>) {
        let Self::Group(kind, parts) = self else { return };
        for part in parts {
            part.grouping.divisors(found);
            if *kind == Kind::Product && part.inverse {
                part.grouping.numerator_factors(found);
            }
        }
    }

    fn numerator_factors<'a>(&'a self, found: &mut Vec<&'a Self>) {
        match self {
            Self::Group(Kind::Product, factors) => {
                let above = factors.iter().filter(|factor| !factor.inverse);
                above.for_each(|factor| factor.grouping.numerator_factors(found));
            }
            divisor => found.push(divisor),
        }
    }
}

/// Puts the positive terms first where the first is negative; `None` where all
/// are.
fn positive_first(terms: &mut [Part]) -> Option<()> {
    if terms.iter().all(|term| term.inverse) {
        return None;
    }
    if terms[0].inverse {
        terms.sort_by_key(|term| term.inverse);
    }
    Some(())
}

fn with_part(parts: &[Part], index: usize, grouping: Grouping) -> Vec<Part> {
    let mut parts = parts.to_vec();
    parts[index].grouping = grouping;
    parts
}

/// The sums in which a factor of a term and the sign before the term are turned.
fn terms_turned(terms: &[Part]) -> Vec<(Rule, Grouping)> {
    let mut moves = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let Grouping::Group(Kind::Product, factors) = &term.grouping else { continue };
        for (place, factor) in factors.iter().enumerate() {
            let Some(turned) = factor.grouping.turned() else { continue };
            let product = Grouping::Group(Kind::Product, with_part(factors, place, turned));
            let mut terms = with_part(terms, index, product);
            terms[index].inverse ^= true;
            let rule = Rule::TermTurned {
                before: (index > 0).then(|| Kind::Sum.operator(term.inverse)),
                divisor: factor.inverse,
            };
            if positive_first(&mut terms).is_some() {
                moves.push((rule, Grouping::Group(Kind::Sum, terms)));
            }
        }
    }
    moves
}

/// The products in which two factors are turned.
fn factors_turned(factors: &[Part]) -> Vec<(Rule, Grouping)> {
    let mut moves = Vec::new();
    for (first, one) in factors.iter().enumerate() {
        for (second, other) in factors.iter().enumerate().skip(first + 1) {
            if let (Some(a), Some(b)) = (one.grouping.turned(), other.grouping.turned()) {
                let factors = with_part(&with_part(factors, first, a), second, b);
                let rule = Rule::FactorsTurned { divisor: one.inverse || other.inverse };
                moves.push((rule, Grouping::Group(Kind::Product, factors)));
            }
        }
    }
    moves
}
