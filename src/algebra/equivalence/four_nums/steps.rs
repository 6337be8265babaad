//! The rules of the theory as steps from one function to another.
//!
//! A step moves a term of value 0 or a factor of value 1 to the outside of the expression, or
//! applies one of the other rules. These steps are enough, although the rules apply at any place
//! and in either direction. For example, an expression with `A-0` inside and the same expression
//! with `A+0` both lead to `0+…`, so they are in the same class. `Closure` takes the steps from
//! every function of the cards with the same value. So it needs no steps that move something
//! inwards, and none that reverse another step.
//!
//! In a normal form, any subset of the terms of a sum or of the factors of a product is a part,
//! because it can be put in brackets.

use itertools::Itertools;

use super::{Form, FourNumsRule};
use crate::algebra::Kind;
use crate::algebra::normal_form::{Part, TermTree, inverted_if};
use crate::number::Rational;
use crate::syntax::FieldOperator;

/// All steps from `form`, including those that lead back to `form`. If there are none, no rule
/// applies to `form`.
pub(super) fn from(form: &Form) -> Vec<(FourNumsRule, Form)> {
    let mut steps = Vec::new();
    for (kind, neutral, rest) in neutral_parts(&form.shape) {
        let rest = negated_if(form.negative, rest);
        if is_writable(&rest) {
            let is_sum = matches!(kind, Kind::Sum);
            let rule = if is_sum { FourNumsRule::Zero } else { FourNumsRule::One };
            steps.push((rule, Form::join(kind.operator(false), rest, neutral)));
        }
    }
    let heaps = heaps(&form.shape).into_iter().map(|heap| negated_if(form.negative, heap));
    steps.extend(heaps.filter(is_writable).map(|heap| (FourNumsRule::Heap, heap)));
    match &form.shape {
        TermTree::Group(Kind::Sum, terms) => {
            let products = products_of_zeros(terms).into_iter();
            let products = products.map(|product| negated_if(form.negative, product));
            steps.extend(products.filter(is_writable).map(|it| (FourNumsRule::Zeros, it)));
        }
        TermTree::Group(Kind::Product, factors) => {
            let pairs = pairs(form.negative, factors).into_iter();
            steps.extend(pairs.map(|it| (FourNumsRule::Pair, it)));
        }
        TermTree::Leaf(_) => {}
    }
    steps
}

/// The value of a form; `None` if it divides by zero.
pub(super) fn value(form: &Form) -> Option<Rational> {
    let value = shape_value(&form.shape)?;
    Some(if form.negative { &Rational::from(0) - &value } else { value })
}

fn shape_value(shape: &TermTree<Rational>) -> Option<Rational> {
    match shape {
        TermTree::Leaf(card) => Some(card.clone()),
        TermTree::Group(kind, parts) => parts.iter().try_fold(neutral(*kind), |whole, part| {
            kind.operator(part.inverse).of_values(&whole, &shape_value(&part.tree)?)
        }),
    }
}

/// The value of an empty sum or product.
fn neutral(kind: Kind) -> Rational {
    Rational::from(match kind {
        Kind::Sum => 0,
        Kind::Product => 1,
    })
}

/// The value of each subset of `parts`, or `None` if that divides by zero. Subset 5, for example,
/// consists of the parts 0 and 2, the bits of 5.
fn worths(kind: Kind, parts: &[Part<Rational>]) -> Vec<Option<Rational>> {
    let mut worths = Vec::with_capacity(1 << parts.len());
    worths.push(Some(neutral(kind)));
    for Part { tree, inverse } in parts {
        let operator = kind.operator(*inverse);
        let value = shape_value(tree);
        for set in 0..worths.len() {
            let of_both = worths[set].as_ref().zip(value.as_ref());
            worths.push(of_both.and_then(|(others, value)| operator.of_values(others, value)));
        }
    }
    worths
}

/// The neutral parts of `shape` at any depth, which do not change the value of the sum or product
/// around them, each with the form that is left without the part. A neutral part of a sum is a term
/// of value 0, whose sign does not matter; one of a product is a factor of value 1.
fn neutral_parts(shape: &TermTree<Rational>) -> Vec<(Kind, Form, Form)> {
    let TermTree::Group(kind, parts) = shape else { return Vec::new() };
    let mut found = Vec::new();
    match kind {
        Kind::Sum => {
            let worths = worths(Kind::Sum, parts);
            for set in proper_subsets(whole(parts)).filter(|&set| is_zero(worths[set].as_ref())) {
                let (part, others) = parted(parts, set);
                found.push((*kind, Form { negative: false, ..sum(part) }, sum(others)));
            }
        }
        Kind::Product => {
            for Unit { negative, factors, others } in units(parts) {
                let ways = [factors.clone(), inverted_if(true, factors)].into_iter();
                let ways = ways.filter(|it| has_numerator(it)).map(|it| product(negative, it));
                let why = "some factor is above the line, before or after all are inverted";
                found.push((*kind, ways.min().expect(why), product(negative, others)));
            }
        }
    }
    for (place, part) in parts.iter().enumerate() {
        let inside = neutral_parts(&part.tree).into_iter();
        found.extend(inside.map(|(of, it, rest)| (of, it, with_form(*kind, parts, place, rest))));
    }
    found
}

/// Some factors of a product that multiply to 1 or -1, and the remaining factors. The remaining
/// factors are not all divisors, so they can be written alone.
struct Unit {
    /// Whether the value of `factors` is -1. The sign then goes to `others`.
    negative: bool,
    factors: Vec<Part<Rational>>,
    others: Vec<Part<Rational>>,
}

fn units(factors: &[Part<Rational>]) -> Vec<Unit> {
    let (one, minus_one) = (Some(Rational::from(1)), Some(Rational::from(-1)));
    let worths = worths(Kind::Product, factors);
    let is_unit = |&set: &Set| worths[set] == one || worths[set] == minus_one;
    let unit = |set: Set| {
        let negative = worths[set] == minus_one;
        let (factors, others) = parted(factors, set);
        has_numerator(&others).then_some(Unit { negative, factors, others })
    };
    proper_subsets(whole(factors)).filter(is_unit).filter_map(unit).collect()
}

/// The forms that result if the cards multiplied by a zero are simply added up, whatever joined
/// them before: `A*0` becomes `(a+b+c)*0` for the cards a, b and c of A.
///
/// The sign of a heap of several cards does not matter, because the heap is multiplied by a zero.
/// The forms with either sign are returned, because some sums can be written with only one of the
/// two signs.
fn heaps(shape: &TermTree<Rational>) -> Vec<Form> {
    let TermTree::Group(kind, parts) = shape else { return Vec::new() };
    let mut found = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let is_factor = *kind == Kind::Product && !part.inverse;
        if is_factor && is_zero(shape_value(&part.tree).as_ref()) {
            let others = without(parts, place);
            let cards = others.iter().flat_map(|it| it.tree.leaves()).cloned();
            let terms =
                cards.map(|card| Part { tree: TermTree::Leaf(card), inverse: false }).collect_vec();
            let sign_matters = terms.len() == 1;
            let heap = with_factor(std::slice::from_ref(part), sum(terms), false);
            if !sign_matters {
                found.push(negated_if(true, heap.clone()));
            }
            found.push(heap);
        }
        found
            .extend(heaps(&part.tree).into_iter().map(|heap| with_form(*kind, parts, place, heap)));
    }
    found
}

/// The forms that result from multiplying two zeros among the terms of a sum instead of adding
/// them: `A+0+0'` becomes `A+0*0'`. The signs of the two zeros may be reversed, but only together;
/// their product is then subtracted.
fn products_of_zeros(terms: &[Part<Rational>]) -> Vec<Form> {
    let mut found = Vec::new();
    let worths = worths(Kind::Sum, terms);
    for zeros in 1..=whole(terms) {
        for set in proper_subsets(zeros) {
            if !is_zero(worths[set].as_ref()) || !is_zero(worths[zeros & !set].as_ref()) {
                continue;
            }
            let [first, second, others] =
                [set, zeros & !set, !zeros].map(|set| parted(terms, set).0);
            if first > second {
                continue;
            }
            let (first, second) = (sum(first), sum(second));
            for negate in [false, true] {
                let [first, second] = [&first, &second].map(|it| negated_if(negate, it.clone()));
                if is_writable(&first) && is_writable(&second) {
                    let product = Form::join(FieldOperator::Multiply, first, second);
                    found.push(with_term(&others, product, negate));
                }
            }
        }
    }
    found
}

/// The forms that result if two parts of equal value in a product are added and subtracted instead:
/// `A*X/X'` becomes `A+X-X'`.
fn pairs(negative: bool, factors: &[Part<Rational>]) -> Vec<Form> {
    let mut found = Vec::new();
    for unit in units(factors) {
        let rest = product(negative != unit.negative, unit.others);
        if !is_writable(&rest) {
            continue;
        }
        for set in proper_subsets(whole(&unit.factors)) {
            let (x, inverse) = parted(&unit.factors, set);
            let y = inverted_if(true, inverse);
            if has_numerator(&x) && has_numerator(&y) {
                let (x, y) = (product(false, x), product(false, y));
                // If `x` and `y` have opposite values, one of them is negative, so it contains a
                // difference that can be reversed.
                let negate = unit.negative && value(&x).is_some_and(|value| value.is_negative());
                let operation =
                    if unit.negative { FieldOperator::Add } else { FieldOperator::Subtract };
                let pair = negated_if(negate, Form::join(operation, x, y));
                found.push(Form::join(FieldOperator::Add, rest.clone(), pair));
            }
        }
    }
    found
}

/// Whether an expression of this function exists. A whole expression cannot begin with a sign.
fn is_writable(form: &Form) -> bool {
    !form.negative || form.shape.is_negatable()
}

fn has_numerator(factors: &[Part<Rational>]) -> bool {
    factors.iter().any(|factor| !factor.inverse)
}

fn is_zero(value: Option<&Rational>) -> bool {
    value.is_some_and(Rational::is_zero)
}

fn negated_if(negate: bool, form: Form) -> Form {
    Form::signed(form.negative != negate, form.shape)
}

/// The sum of one or more terms.
fn sum(mut terms: Vec<Part<Rational>>) -> Form {
    match terms.len() {
        1 => {
            let Part { tree: shape, inverse: negative } = terms.remove(0);
            Form { negative, shape }
        }
        _ => Form::from_terms(terms),
    }
}

/// The product of one or more factors; at least one is not a divisor.
fn product(negative: bool, mut factors: Vec<Part<Rational>>) -> Form {
    match factors.len() {
        1 => Form::signed(negative, factors.remove(0).tree),
        _ => Form::from_factors(negative, factors),
    }
}

/// The group with another form in place of one of its parts.
fn with_form(kind: Kind, parts: &[Part<Rational>], place: usize, form: Form) -> Form {
    let (others, inverse) = (without(parts, place), parts[place].inverse);
    match kind {
        Kind::Sum => with_term(&others, form, inverse),
        Kind::Product => with_factor(&others, form, inverse),
    }
}

fn with_term(others: &[Part<Rational>], form: Form, negate: bool) -> Form {
    let mut terms = others.to_vec();
    terms.extend(form.into_terms(negate));
    sum(terms)
}

fn with_factor(others: &[Part<Rational>], form: Form, invert: bool) -> Form {
    let mut factors = others.to_vec();
    factors.extend(form.shape.into_factors(invert));
    product(form.negative, factors)
}

/// Some parts of a group, as the bits of their indices.
type Set = usize;

/// All parts.
const fn whole(parts: &[Part<Rational>]) -> Set {
    (1 << parts.len()) - 1
}

/// The subsets of `set`, except the empty set and `set` itself.
fn proper_subsets(set: Set) -> impl Iterator<Item = Set> {
    (1..set).filter(move |subset| subset & !set == 0)
}

/// The parts in `set`, and the other parts.
fn parted(parts: &[Part<Rational>], set: Set) -> (Vec<Part<Rational>>, Vec<Part<Rational>>) {
    let parts = |chosen: bool| {
        let is_chosen = move |(place, _): &(usize, _)| (set >> place & 1 == 1) == chosen;
        parts.iter().enumerate().filter(is_chosen).map(|(_, part)| part.clone()).collect()
    };
    (parts(true), parts(false))
}

/// All parts except the part at `place`.
fn without(parts: &[Part<Rational>], place: usize) -> Vec<Part<Rational>> {
    parted(parts, 1 << place).1
}
