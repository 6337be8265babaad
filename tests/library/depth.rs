//! An expression may be arbitrarily deep: no thread's stack is too small for it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::thread;

use bracket24::algebra::{
    EquivalenceClasses, NormalForm, RationalFunction, Standard, Symmetries, derivation,
    derivation_to_class, derivation_to_normal_form,
};
use bracket24::{
    Equivalence, Evaluator, Expression, Grammar, Hand, MAX_OPERATORS, Named, Operator, Rational,
    Slot, Solution, evaluate,
};

/// Runs `work` with a smaller stack than threads have on any system.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap();
    thread.join().unwrap();
}

/// `((leaf+leaf)/leaf+leaf)/…` with this many operators: a sum in a product in a
/// sum, so that no level is left out when it is brought to a normal form.
fn deep<L: Clone>(leaf: L, operators: usize) -> Expression<L> {
    (0..operators).fold(Expression::leaf(leaf.clone()), |inner, depth| {
        let operator = if depth % 2 == 0 { Operator::Add } else { Operator::Divide };
        Expression::operation(operator, inner, Expression::leaf(leaf.clone()))
    })
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

const DEEP: usize = 100_000;

#[test]
fn a_small_stack_suffices_to_print_evaluate_and_compare_a_deep_expression() {
    on_a_small_stack(|| {
        let expression = deep(Rational::from(1), DEEP);
        let text = expression.to_string();
        assert_eq!(text.matches('(').count(), DEEP / 2);
        assert_eq!(expression.to_full_text(ToString::to_string).matches('(').count(), DEEP - 1);
        assert_eq!(expression.to_s_expression().matches('(').count(), DEEP);
        assert_eq!(format!("{expression:?}").matches("Leaf(1)").count(), DEEP + 1);
        assert!(Grammar::Left.parse(&text).is_err());

        let copy = expression.clone();
        assert_eq!(copy, expression);
        assert_eq!(copy.cmp(&expression), std::cmp::Ordering::Equal);
        assert_eq!(hash(&copy), hash(&expression));
        assert!(copy.is_grouped_as(&expression.map(Clone::clone)));
        assert_eq!(copy.leaves().count(), DEEP + 1);
        assert_eq!(copy.operations().take(5).last().unwrap().to_string(), "((1+1)/1+1)/1+1");

        let value = evaluate(&expression).unwrap();
        assert_eq!(value, Rational::from(i64::try_from(DEEP).unwrap() / 2 + 1));
        assert_eq!(Evaluator::new(value).reaches(&expression), Some(true));
        let zero =
            Expression::operation(Operator::Divide, copy, Expression::leaf(Rational::from(0)));
        assert!(evaluate(&zero).is_err());
    });
}

#[test]
fn the_algebra_rejects_too_large_expressions_on_a_small_stack() {
    on_a_small_stack(|| {
        let numbers = deep(Rational::from(1), DEEP);
        let error = NormalForm::of(&numbers, Clone::clone).unwrap_err();
        assert_eq!(
            error.to_string(),
            "an expression of 100000 operators is too large to compare as a rational function: \
             at most 500 are allowed"
        );
        assert_eq!(Standard::of(&numbers).unwrap_err(), error);
        assert_eq!(derivation(&numbers, &numbers, &Rational::to_string), None);
        assert_eq!(derivation_to_normal_form(&numbers, &Rational::to_string), None);
        let slots = deep(Slot(0), DEEP);
        assert_eq!(derivation_to_class(&slots, &|_| String::new()), None);
        assert!(RationalFunction::of(&slots).is_err());
        assert_eq!(Symmetries::of(&slots).count(), 1);

        let solution = Solution::new(&deep(0, DEEP), &Hand::from([1]));
        let copy = solution.clone();
        assert_eq!((hash(&copy), copy.text()), (hash(&solution), solution.text()));
        for &level in Equivalence::ALL {
            let is_of_texts = matches!(level, Equivalence::Text | Equivalence::Template);
            assert_eq!(level.key(&solution).is_ok(), is_of_texts, "{level}");
            assert_eq!(EquivalenceClasses::new(level).add(&solution).is_ok(), is_of_texts);
        }
    });
}

#[test]
fn comparing_the_deepest_parsable_expression_needs_little_stack() {
    on_a_small_stack(|| {
        let cards = deep(Rational::from(2), MAX_OPERATORS);
        let form = NormalForm::of(&cards, Clone::clone).unwrap();
        let copy = form.clone();
        assert_eq!(copy, form);
        assert_eq!(copy.cmp(&form), std::cmp::Ordering::Equal);
        assert_eq!(hash(&copy), hash(&form));
        for debug in [format!("{form:?}"), format!("{form:#?}")] {
            assert_eq!(debug.matches("Leaf(2)").count(), MAX_OPERATORS + 1);
        }
        assert_eq!(form.to_text(&ToString::to_string).matches('2').count(), MAX_OPERATORS + 1);

        let standard = Standard::of(&cards).unwrap();
        assert_eq!(standard.clone(), standard);
        assert_eq!(hash(&standard.clone()), hash(&standard));
        assert_eq!(format!("{standard:?}").matches("Leaf(2)").count(), MAX_OPERATORS + 1);
        assert_eq!(standard.to_text().matches('2').count(), MAX_OPERATORS + 1);

        let solution = Solution::new(&deep(0, MAX_OPERATORS), &Hand::from([2]));
        for level in [Equivalence::Standard, Equivalence::Function] {
            let key = level.key(&solution).unwrap();
            assert_eq!(key.clone(), key);
            assert_eq!(hash(&key.clone()), hash(&key));
            let mut classes = EquivalenceClasses::new(level);
            classes.add(&solution).unwrap();
            classes.add(&solution).unwrap();
            assert_eq!(classes.clone().count(), 1);
        }
    });
}
