//! Rational functions whose variables are the distinct values of a hand.

use std::hash::{Hash, Hasher};

use foldhash::HashMap;
use itertools::Itertools;

use super::at_point;
use crate::algebra::rational_function::{NotRational, fold};
use crate::algebra::{Atom, ExtendedForm};
use crate::number::{Rational, Residue, Undefined};
use crate::syntax::{Expression, Operands, Operator, Ring, Value, cross_multiply, operate_on};

/// A rational function in which equal cards are the same variable.
///
/// Two values of this type are equal if they are the same function, even if their expressions
/// differ. To compare `p1/q1` with `p2/q2`, the program compares the polynomials `p1*q2` and
/// `p2*q1`.
#[derive(Debug, Clone)]
pub(super) struct ValueFunction {
    expression: Expression<Rational>,
    /// The values of all cards, sorted. The variable of a card is the first index of the card's
    /// value.
    values: Vec<Rational>,
    /// The value of the expression at `POINT`; `None` if the expression divides by zero there.
    at_point: Option<Residue>,
}

impl ValueFunction {
    /// Makes the function of `expression`, which has at most
    /// [`MAX_OPERANDS`](crate::algebra::MAX_OPERANDS) cards.
    ///
    /// # Errors
    ///
    /// If `expression` is not a rational function.
    pub(super) fn of(expression: Expression<Rational>) -> Result<Self, NotRational> {
        let values = expression.leaves().cloned().sorted().collect_vec();
        let at_point = at_point(&expression, |value| variable(&values, value))?;
        Ok(Self { expression, values, at_point })
    }

    /// Returns its numerator and its denominator, not necessarily in lowest terms.
    fn fraction(&self) -> (Polynomial, Polynomial) {
        let fraction = fold(
            &self.expression,
            |value| (Polynomial::variable(variable(&self.values, value)), Polynomial::one()),
            |operator, (a, b): (Polynomial, _), (c, d)| {
                cross_multiply(operator, (&a, &b), (&c, &d))
            },
        );
        fraction.expect("it is a rational function, as it was when it was made")
    }
}

fn variable(values: &[Rational], value: &Rational) -> usize {
    values.iter().position(|it| it == value).expect("the values are those of all leaves")
}

impl PartialEq for ValueFunction {
    fn eq(&self, other: &Self) -> bool {
        match (self.at_point, other.at_point) {
            (Some(one), Some(another)) if one != another => false,
            _ => {
                let ((a, b), (c, d)) = (self.fraction(), other.fraction());
                b.is_zero() == d.is_zero() && a.times(&d) == c.times(&b)
            }
        }
    }
}

impl Eq for ValueFunction {}

impl Hash for ValueFunction {
    /// Hashes nothing. Equal functions must have equal hashes, but a function can have one
    /// expression that divides by zero at the point and another that has a value there.
    /// [`ValueClasses`] finds equal functions faster.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Functions divided into classes of equal functions.
#[derive(Debug, Clone, Default)]
pub(super) struct ValueClasses {
    /// The first function of each class, with its index, by its value at the point. The value is
    /// `None` for a function that divides by zero there.
    firsts: HashMap<Option<Residue>, Vec<(ValueFunction, usize)>>,
    /// The number of different functions.
    pub(super) count: usize,
}

impl ValueClasses {
    /// Adds `function`, whose index is `index`, and returns the index of the first function equal
    /// to it. A function with a value at the point is compared only with functions that have the
    /// same value there or divide by zero there. A function that divides by zero there is compared
    /// with all the others.
    pub(super) fn first(&mut self, function: ValueFunction, index: usize) -> usize {
        let same = |(first, _): &&(ValueFunction, usize)| *first == function;
        let found = match function.at_point {
            None => self.firsts.values().flatten().find(same),
            at => [at, None].iter().filter_map(|it| self.firsts.get(it)).flatten().find(same),
        };
        if let Some(&(_, first)) = found {
            return first;
        }
        self.count += 1;
        self.firsts.entry(function.at_point).or_default().push((function, index));
        index
    }
}

/// A sum of products of powers of variables: the products, sorted, each with its nonzero
/// coefficient. A product is a number. Its lowest four bits are the exponent of variable 0, the
/// next four that of variable 1, and so on.
#[derive(PartialEq, Eq)]
struct Polynomial(Vec<(u64, i64)>);

const BITS: usize = 4;

impl Polynomial {
    fn one() -> Self {
        Self(vec![(0, 1)])
    }

    fn variable(index: usize) -> Self {
        Self(vec![(1 << (BITS * index), 1)])
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds up `products`, given with their coefficients. A product may occur several times.
    fn sum(mut products: Vec<(u64, i64)>) -> Self {
        products.sort_unstable_by_key(|&(powers, _)| powers);
        products.dedup_by(|next, kept| {
            let is_equal = next.0 == kept.0;
            if is_equal {
                kept.1 += next.1;
            }
            is_equal
        });
        products.retain(|&(_, coefficient)| coefficient != 0);
        Self(products)
    }
}

impl Ring for Polynomial {
    fn plus(&self, other: &Self) -> Self {
        Self::sum(self.0.iter().chain(&other.0).copied().collect())
    }

    fn times(&self, other: &Self) -> Self {
        // No exponent overflows its four bits: a hand has at most seven cards, and at most two
        // functions are multiplied, so an exponent is at most 14.
        let pairs = self.0.iter().cartesian_product(&other.0);
        Self::sum(pairs.map(|(&(a, x), &(b, y))| (a + b, x * y)).collect())
    }

    fn minus(&self, other: &Self) -> Self {
        let negated = other.0.iter().map(|&(powers, coefficient)| (powers, -coefficient));
        Self::sum(self.0.iter().copied().chain(negated).collect())
    }
}

/// A number in a form: a card, or some cards joined by operators other than `+ - * /`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NumberOfCards {
    value: Rational,
    /// In ascending order.
    cards: Vec<Rational>,
}

/// A form in which every operation other than `+ - * /` counts as a single number.
pub(super) type ValueForm = ExtendedForm<NumberOfCards>;

/// A part of an expression.
struct Part {
    form: ValueForm,
    /// The value, or the reason why there is none.
    value: Value,
    cards: Vec<Rational>,
}

/// The form of `expression`, which must not have more operators than a form may have.
///
/// # Errors
///
/// If a part that must become one number has no value, returns the reason.
pub(super) fn value_form(expression: &Expression<Rational>) -> Result<ValueForm, Undefined> {
    let part = expression.try_fold(
        |card, _| {
            let number = NumberOfCards { value: card.clone(), cards: vec![card.clone()] };
            let form = ExtendedForm::atom(Atom::Leaf(number));
            Ok(Part { form, value: Ok(card.clone()), cards: vec![card.clone()] })
        },
        |operator, operands, _| Part::of(operator, operands),
    )?;
    Ok(part.form)
}

impl Part {
    fn of(operator: Operator, operands: Operands<Self>) -> Result<Self, Undefined> {
        let value = operate_on(operator, &operands.first().value, &operands.last().value);
        let mut cards = Vec::new();
        let is_field = operator.is_of_field() || operator == Operator::Negate;
        let forms = operands.map(|part| {
            cards.extend(part.cards);
            part.form
        });
        cards.sort();
        let form = if is_field {
            ExtendedForm::operation(operator, forms)
        } else {
            ExtendedForm::number(value.clone()?, &cards)
        };
        Ok(Self { form, value, cards })
    }
}

impl ValueForm {
    /// The form of a part that counts as one number: `value`, made of `cards`. A value between -1
    /// and 1 becomes a division by its inverse.
    fn number(value: Rational, cards: &[Rational]) -> Self {
        let is_below = !value.is_zero() && value.abs() < Rational::from(1);
        let value = if is_below { Rational::from(1) / value } else { value };
        let is_unit = value.abs() == Rational::from(1);
        let number = NumberOfCards { value, cards: cards.to_vec() };
        // A part of a single card, such as `√1`, counts like a card, so multiplying by it and
        // dividing by it are different functions.
        let is_own_inverse = is_unit && cards.len() > 1;
        let atom = if is_own_inverse { Atom::Unit(number) } else { Atom::Leaf(number) };
        let form = Self::atom(atom);
        if is_below { form.inverse() } else { form }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;

    #[test]
    fn a_division_by_zero_is_never_equivalent_to_a_defined_value() {
        let function = |text: &str| {
            let read = Grammar::Left.parse(text).expect("it is an expression");
            ValueFunction::of(read).expect("it has only the four operators")
        };
        // `(3-3)/(4-4)` is 0/0, and 0 times anything is 0.
        let mut classes = ValueClasses::default();
        let texts = ["(3-3)/(4-4)", "3+3+4+4", "(3-3)*(4-4)", "(4-4)/(3-3)"];
        let firsts = texts.iter().enumerate().map(|(index, text)| {
            let first = classes.first(function(text), index);
            (first, classes.count)
        });
        assert_eq!(firsts.collect_vec(), [(0, 1), (1, 2), (2, 3), (0, 3)]);
    }
}
