//! The rational function that an expression of slots defines, as polynomials.
//!
//! An expression is a rational function if every operator in it is a field operation: `+`, `-`, `*`
//! or `/`.

use std::collections::BTreeSet;

use crate::grammars::MAX_OPERATORS;
use crate::syntax::{Expression, FieldOperator, Operands, Operator, Ring, Slot, cross_multiply};

/// The maximum number of slots that an expression may have to become a [`RationalFunction`].
pub const MAX_OPERANDS: usize = 7;

/// The rational function of an expression in which every slot occurs once. It has a numerator and a
/// denominator. Each of the two is a sum of different products of slots, with the coefficients 1
/// and -1.
///
/// Equal functions are equal values of this type, because a function has only one numerator and
/// denominator. The proof is by induction. Every slot occurs once, so no polynomial has a slot
/// squared, and the two operands of an operation share no slot. Then numerator and denominator have
/// no product of slots in common and no common divisor. For example, in the sum of `p1/q1` and
/// `p2/q2`, a divisor of `q1` that divides `p1*q2 + p2*q1` would also divide `p1`, because `q2` has
/// other slots. So nothing cancels, and no coefficient becomes 2. Only the common sign remains: it
/// is chosen so that the first product of the denominator is positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RationalFunction {
    numerator: Polynomial,
    denominator: Polynomial,
}

/// A sum of products of slots. A product is a number below 128 whose bits are its slots: number 5
/// is slot 0 times slot 2. Bit `n` of `products` is 1 if product `n` occurs. Bit `n` of `negative`
/// is 1 if the coefficient of product `n` is -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Polynomial {
    products: u128,
    negative: u128,
}

impl Polynomial {
    const ONE: Self = Self { products: 1, negative: 0 };

    fn slot(Slot(index): Slot) -> Self {
        Self { products: 1 << (1_u32 << index), negative: 0 }
    }

    fn negated(self) -> Self {
        Self { negative: self.products & !self.negative, ..self }
    }

    /// The products, each with whether its coefficient is -1.
    fn iter(self) -> impl Iterator<Item = (u32, bool)> {
        let mut left = self.products;
        std::iter::from_fn(move || {
            let product = left.trailing_zeros();
            left &= left.checked_sub(1)?;
            Some((product, self.negative >> product & 1 == 1))
        })
    }

    /// The polynomial with the sign that makes its first product positive.
    fn with_sign(self) -> Self {
        let first = self.products & self.products.wrapping_neg();
        if self.negative & first == 0 { self } else { self.negated() }
    }

    /// The factors of the polynomial: each slot that all products have, and the remaining factor
    /// unless it is 1.
    fn factors(self) -> impl Iterator<Item = Self> {
        let common = self.iter().fold(!0, |common, (product, _)| common & product);
        let slots = (0..MAX_OPERANDS).filter(move |slot| common >> slot & 1 == 1);
        let rest = self.iter().fold(Self { products: 0, negative: 0 }, |rest, (product, sign)| {
            let product = product & !common;
            rest.plus(&Self { products: 1 << product, negative: u128::from(sign) << product })
        });
        let rest = Some(rest.with_sign()).filter(|it| *it != Self::ONE);
        slots.map(|slot| Self::slot(Slot(slot))).chain(rest)
    }

    /// The polynomial with every product `n` replaced by `products[n]`.
    fn renamed(self, products: &[u8]) -> Self {
        self.iter().fold(Self { products: 0, negative: 0 }, |sum, (product, negative)| {
            let product = products[product as usize];
            sum.plus(&Self { products: 1 << product, negative: u128::from(negative) << product })
        })
    }
}

impl Ring for Polynomial {
    /// The sum of two polynomials that have no product in common.
    fn plus(&self, other: &Self) -> Self {
        Self { products: self.products | other.products, negative: self.negative | other.negative }
    }

    /// The product of two polynomials that have no slot in common.
    fn times(&self, other: &Self) -> Self {
        let mut result = Self { products: 0, negative: 0 };
        for (a, a_negative) in self.iter() {
            for (b, b_negative) in other.iter() {
                result.products |= 1 << (a | b);
                result.negative |= u128::from(a_negative != b_negative) << (a | b);
            }
        }
        result
    }

    /// The difference of two polynomials that have no product in common.
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
}

impl RationalFunction {
    /// Returns the function that `expression` defines.
    ///
    /// # Errors
    ///
    /// [`NotRational`] if `expression` has more than [`MAX_OPERANDS`] slots, if its slots are not
    /// 0, 1, 2 … with each used once, or if an operator is not a field operation.
    pub fn of(expression: &Expression<Slot>) -> Result<Self, NotRational> {
        Self::of_parts(expression, |_| ())
    }

    /// Like [`of`](Self::of), but also passes all divisors to `divided_by`.
    fn of_parts(
        expression: &Expression<Slot>,
        mut divided_by: impl FnMut(&Self),
    ) -> Result<Self, NotRational> {
        let mut slots: Vec<usize> = expression.leaves().map(|slot| slot.0).collect();
        slots.sort_unstable();
        if slots.len() > MAX_OPERANDS {
            return Err(NotRational(Reason::Operands(slots.len())));
        }
        if !slots.iter().copied().eq(0..slots.len()) {
            return Err(NotRational(Reason::Slots));
        }
        let function = fold(
            expression,
            |&slot| Self { numerator: Polynomial::slot(slot), denominator: Polynomial::ONE },
            |operator, left, right| {
                if operator == FieldOperator::Divide {
                    divided_by(&right);
                }
                let (left, right) =
                    ((&left.numerator, &left.denominator), (&right.numerator, &right.denominator));
                let (numerator, denominator) = cross_multiply(operator, left, right);
                Self { numerator, denominator }
            },
        )?;
        Ok(function.with_sign())
    }

    /// Makes the first product of the denominator positive: if it is negative, negates numerator
    /// and denominator.
    fn with_sign(self) -> Self {
        let Self { numerator, denominator } = self;
        let negated = Self { numerator: numerator.negated(), denominator: denominator.negated() };
        if denominator.with_sign() == denominator { self } else { negated }
    }

    /// The function with its slots renamed.
    #[must_use]
    pub fn renamed(&self, renaming: &Renaming) -> Self {
        let [numerator, denominator] =
            [self.numerator, self.denominator].map(|it| it.renamed(&renaming.products));
        Self { numerator, denominator }.with_sign()
    }
}

/// The factors of all divisors of an expression. The expression has a value exactly if none of
/// these polynomials is 0. Each has the sign that makes its first product positive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Divisors(BTreeSet<Polynomial>);

impl Divisors {
    /// The divisors of `expression`.
    ///
    /// # Errors
    ///
    /// The same as those of [`RationalFunction::of`].
    pub(super) fn of(expression: &Expression<Slot>) -> Result<Self, NotRational> {
        let mut factors = BTreeSet::new();
        RationalFunction::of_parts(expression, |it| factors.extend(it.numerator.factors()))?;
        Ok(Self(factors))
    }

    /// The divisors of the expression with its slots renamed.
    pub(super) fn renamed(&self, renaming: &Renaming) -> Self {
        Self(self.0.iter().map(|it| it.renamed(&renaming.products).with_sign()).collect())
    }
}

/// A permutation of slots, stored in a table so that renaming many functions is quick.
#[derive(Debug, Clone)]
pub struct Renaming {
    /// The new product for every product of slots.
    products: [u8; 1 << MAX_OPERANDS],
}

impl Renaming {
    /// Makes the permutation that renames each slot `n` to slot `order[n]`. Slots from
    /// `order.len()` on keep their numbers. `None` if `order` is not a permutation of at most
    /// [`MAX_OPERANDS`] slots.
    pub fn new(order: &[usize]) -> Option<Self> {
        let is_order =
            order.len() <= MAX_OPERANDS && (0..order.len()).all(|it| order.contains(&it));
        is_order.then_some(())?;
        let mut products = [0; 1 << MAX_OPERANDS];
        for product in 1..products.len() {
            let slot = product.trailing_zeros() as usize;
            let renamed = order.get(slot).copied().unwrap_or(slot);
            products[product] = products[product & (product - 1)] | 1 << renamed;
        }
        Some(Self { products })
    }
}

/// The kind of a group of operands: the terms of a sum, or the factors of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// Terms are added or subtracted.
    Sum,
    /// Factors are multiplied, or are divisors.
    Product,
}

impl Kind {
    /// The operation that adds an operand to the group: `+` or `*`. If `inverse`, the operation is
    /// `-` or `/`.
    pub(crate) const fn operator(self, inverse: bool) -> FieldOperator {
        match (self, inverse) {
            (Self::Sum, false) => FieldOperator::Add,
            (Self::Sum, true) => FieldOperator::Subtract,
            (Self::Product, false) => FieldOperator::Multiply,
            (Self::Product, true) => FieldOperator::Divide,
        }
    }

    /// The kind of group that `operator` makes, and whether it subtracts or divides by its right
    /// operand.
    pub(crate) const fn of(operator: FieldOperator) -> (Self, bool) {
        match operator {
            FieldOperator::Add => (Self::Sum, false),
            FieldOperator::Subtract => (Self::Sum, true),
            FieldOperator::Multiply => (Self::Product, false),
            FieldOperator::Divide => (Self::Product, true),
        }
    }
}

/// Folds `expression` from the leaves up, like [`Expression::fold`]. Rejects an expression with
/// more than [`MAX_OPERATORS`] operators: functions that recurse into its result would need too
/// much stack.
pub(crate) fn fold<L, T>(
    expression: &Expression<L>,
    mut leaf: impl FnMut(&L) -> T,
    mut join: impl FnMut(FieldOperator, T, T) -> T,
) -> Result<T, NotRational> {
    NotRational::check_size(expression)?;
    expression.try_fold(
        |it, _| Ok(leaf(it)),
        |operator, operands, _| match (FieldOperator::of(operator), operands) {
            (Some(operator), Operands::Two(left, right)) => Ok(join(operator, left, right)),
            _ => Err(NotRational(Reason::Operator(operator))),
        },
    )
}

/// The reason why an expression cannot be compared as a rational function of its operands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct NotRational(pub(super) Reason);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Reason {
    /// The expression has this many operands, more than [`MAX_OPERANDS`].
    #[error(
        "an expression of {0} operands is too large to compare as a rational function: at \
         most {MAX_OPERANDS} are allowed"
    )]
    Operands(usize),
    /// The expression has this many operators, more than [`MAX_OPERATORS`].
    #[error(
        "an expression of {0} operators is too large to compare as a rational function: at \
         most {MAX_OPERATORS} are allowed"
    )]
    Operators(usize),
    /// The expression has this operator, which is not a field operation.
    #[error("an expression with the operator `{}` is not a rational function", .0.name())]
    Operator(Operator),
    /// The slots of the expression are not 0, 1, 2 … with each used once.
    #[error("the expression does not use every slot exactly once")]
    Slots,
}

impl NotRational {
    /// Checks that `expression` is small enough: the recursion into a tree made from a larger
    /// expression would need too much stack.
    pub(in crate::algebra) fn check_size<L>(expression: &Expression<L>) -> Result<(), Self> {
        // If all operators are binary, every other node is an operator.
        let operators = expression.nodes().len() / 2;
        if operators > MAX_OPERATORS { Err(Self(Reason::Operators(operators))) } else { Ok(()) }
    }
}
