//! Values, compared with an independent evaluator.

use std::cell::Cell;

use bracket24::{Grammar, Named, Undefined, evaluate};
use num_rational::BigRational;
use proptest::prelude::*;

use crate::independent::convention;
use crate::operators;
use crate::tree::texts;

/// A trial is a text under the six grammars of the four operators, and an expression of
/// all operators.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn values_agree_with_an_independent_evaluator() {
    let (values, undefined) = (Cell::new(0_u64), Cell::new(0_u64));
    super::hold(50_000, &(texts(), operators::expressions()), |(text, expression)| {
        for grammar in Grammar::BASIC {
            let value = evaluate(&grammar.parse(&text).unwrap());
            let value = value.as_ref().ok().map(BigRational::from);
            values.set(values.get() + 1);
            undefined.set(undefined.get() + u64::from(value.is_none()));
            let convention = convention(grammar.name()).expect("it has the four operators");
            prop_assert_eq!(Ok(value), convention.value(&text), "{} by {}", text, grammar);
        }
        if let Some(value) = operators::value(&expression) {
            values.set(values.get() + 1);
            let read = Grammar::Extended.parse(&expression.to_string()).unwrap();
            match evaluate(&read) {
                Ok(found) => prop_assert_eq!(BigRational::from(found), value, "{}", expression),
                // The independent evaluator has no such limit.
                Err(none) => prop_assert!(matches!(none.reason, Undefined::TooManyDigits(_))),
            }
        }
        Ok(())
    });
    super::tell(&format!("{} values, {} undefined", values.get(), undefined.get()));
}
