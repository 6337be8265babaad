//! What the 4nums site calls the same beyond equal functions.

use super::super::normal_form::{Factor, NormalForm, Shape, Term};
use crate::number::Rational;

/// `form` without what changes no value: factors 1 and terms 0, wherever they
/// stand. What 0 is multiplied with is only multiplied, and its sign is lost.
///
/// So A/1 and A*1 leave A, and so do A-0 and A+0; 0/A becomes 0*A. One 1 or one
/// 0 stays where nothing else would.
pub(super) fn without_idle_cards(form: &NormalForm<Rational>) -> NormalForm<Rational> {
    let stripped = of_shape(&form.shape);
    negated_if(form.negative, stripped)
}

fn of_shape(shape: &Shape<Rational>) -> NormalForm<Rational> {
    match shape {
        Shape::Leaf(_) => NormalForm { negative: false, shape: shape.clone() },
        Shape::Sum(terms) => of_sum(terms),
        Shape::Product(factors) => of_product(factors),
    }
}

fn of_sum(terms: &[Term<Rational>]) -> NormalForm<Rational> {
    let (mut parts, mut zeros) = (Vec::new(), Vec::new());
    for term in terms {
        let stripped = negated_if(term.negative, of_shape(&term.shape));
        for term in stripped.into_terms(false) {
            if is_zero_product(&term.shape) {
                // Its sign means nothing, neither here nor for the whole sum.
                zeros.push(Term { negative: false, ..term });
            } else if !is_leaf(&term.shape, 0) {
                parts.push(term);
            }
        }
    }
    let rest = match parts.len() {
        0 => None,
        1 => parts.pop().map(|Term { shape, negative }| NormalForm { negative, shape }),
        _ => Some(NormalForm::from_terms(parts)),
    };
    match (rest, zeros.len()) {
        (Some(rest), 0) => rest,
        (Some(NormalForm { negative, shape }), _) => {
            let mut terms = match shape {
                Shape::Sum(terms) => terms,
                shape => vec![Term { shape, negative: false }],
            };
            terms.append(&mut zeros);
            terms.sort();
            NormalForm { negative, shape: Shape::Sum(terms) }
        }
        (None, 1) => NormalForm { negative: false, shape: zeros.remove(0).shape },
        (None, 0) => NormalForm { negative: false, shape: Shape::Leaf(Rational::from(0)) },
        (None, _) => {
            zeros.sort();
            NormalForm { negative: false, shape: Shape::Sum(zeros) }
        }
    }
}

fn of_product(factors: &[Factor<Rational>]) -> NormalForm<Rational> {
    let mut negative = false;
    let mut parts: Vec<Factor<Rational>> = Vec::new();
    for factor in factors {
        let stripped = of_shape(&factor.shape);
        negative ^= stripped.negative;
        if is_leaf(&stripped.shape, 1) {
            continue;
        }
        parts.extend(stripped.shape.into_factors(factor.inverse));
    }
    if parts.iter().any(|factor| is_leaf(&factor.shape, 0)) {
        negative = false;
        for factor in &mut parts {
            factor.inverse = false;
        }
    }
    if parts.iter().all(|factor| factor.inverse) {
        // Something has to stand above the line.
        parts.push(Factor { shape: Shape::Leaf(Rational::from(1)), inverse: false });
    }
    match parts.len() {
        1 => negated_if(negative, NormalForm { negative: false, shape: parts.remove(0).shape }),
        _ => NormalForm::from_factors(negative, parts),
    }
}

fn negated_if(negate: bool, form: NormalForm<Rational>) -> NormalForm<Rational> {
    // The sign of 0, or of what is its own negative, is none.
    let negative = (form.negative != negate)
        && !form.shape.is_own_negative()
        && !is_zero_product(&form.shape)
        && !is_leaf(&form.shape, 0);
    NormalForm { negative, shape: form.shape }
}

fn is_zero_product(shape: &Shape<Rational>) -> bool {
    matches!(shape, Shape::Product(factors) if factors.iter().any(|factor| is_leaf(&factor.shape, 0)))
}

fn is_leaf(shape: &Shape<Rational>, value: i64) -> bool {
    matches!(shape, Shape::Leaf(leaf) if *leaf == Rational::from(value))
}
