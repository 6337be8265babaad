//! The form of an expression in which what is none of a field counts as one number.

use crate::algebra::{Atom, ExtendedForm};
use crate::number::{Rational, Undefined};
use crate::syntax::{Expression, Operands, Operator, operate};

/// A number of a form: a card, or what operators beyond the four make of some cards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NumberOfCards {
    value: Rational,
    /// In ascending order.
    cards: Vec<Rational>,
}

/// Its parts, up to those that are no field operation of the rest.
pub(super) type ValueForm = ExtendedForm<NumberOfCards>;

/// A part of an expression.
struct Part {
    form: ValueForm,
    /// Its value; `None` where it has none.
    value: Result<Rational, Undefined>,
    cards: Vec<Rational>,
}

/// The form of `expression`, which is small enough to be made into one.
///
/// # Errors
///
/// Why a part has no value that must be one number.
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
        let value = match &operands {
            Operands::One(one) => match &one.value {
                Ok(one) => operate(operator, Operands::One(one)),
                Err(reason) => Err(*reason),
            },
            Operands::Two(left, right) => match (&left.value, &right.value) {
                (Ok(left), Ok(right)) => operate(operator, Operands::Two(left, right)),
                (Err(reason), _) | (_, Err(reason)) => Err(*reason),
            },
        };
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
    /// The form of a value of some cards: it, or its inverse divided by.
    fn number(value: Rational, cards: &[Rational]) -> Self {
        let is_below = !value.is_zero() && value.abs() < Rational::from(1);
        let value = if is_below { Rational::from(1) / value } else { value };
        let is_unit = value.abs() == Rational::from(1);
        let number = NumberOfCards { value, cards: cards.to_vec() };
        // A part of a single card that is worth as much is that card, and times a card
        // is another function than divided by it.
        let is_own_inverse = is_unit && cards.len() > 1;
        let atom = if is_own_inverse { Atom::Unit(number) } else { Atom::Leaf(number) };
        let form = Self::atom(atom);
        if is_below { form.inverse() } else { form }
    }
}
