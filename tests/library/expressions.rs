//! Expressions are built as they are read, however deep they are.

use bracket24::{Expression, Grammar, Hand, LeafError, Operator, Rational, Solution, evaluate};
use proptest::prelude::*;

/// An expression over the places of some cards, built from the leaves up.
fn built() -> impl Strategy<Value = (Expression<usize>, Hand)> {
    let cards = prop::collection::vec(0..30_u32, 1..9);
    let joins = prop::collection::vec((0..4_usize, any::<prop::sample::Index>()), 8);
    (cards, joins).prop_map(|(cards, joins)| {
        let mut parts: Vec<_> = (0..cards.len()).map(Expression::leaf).collect();
        for (operator, at) in joins {
            if parts.len() == 1 {
                break;
            }
            let at = at.index(parts.len() - 1);
            let right = parts.remove(at + 1);
            let left = parts.remove(at);
            parts.insert(at, Expression::operation(Operator::FOUR[operator], left, right));
        }
        (parts.remove(0), cards.into_iter().collect())
    })
}

proptest! {
    #[test]
    fn ordinary_arithmetic_reads_the_text_of_a_solution_as_that_solution((expression, hand) in built()) {
        let solution = Solution::new(&expression, &hand);
        prop_assert_eq!(solution.expression(), &Grammar::Left.parse(solution.text()).unwrap());
        prop_assert_eq!(solution.template(), solution.text_with(|_| "N".to_owned()));
        let values = expression.map(|&place| hand.cards()[place].value().clone());
        prop_assert_eq!(evaluate(solution.expression()).ok(), evaluate(&values).ok());
        prop_assert_eq!(solution.to_string(), values.to_string());
        let read: Solution = solution.text().parse().unwrap();
        prop_assert_eq!(read.expression(), solution.expression());
        prop_assert_eq!(read.template(), solution.template());
    }

    #[test]
    fn built_expressions_are_grouped_like_parsed_ones((expression, _) in built()) {
        let full = expression.to_full_text(ToString::to_string);
        let values = expression.map(|&place| Rational::from(place));
        prop_assert!(values.is_grouped_as(&Grammar::Right.parse(&full).unwrap()));
    }
}

#[test]
fn expressions_of_any_depth_can_be_printed_and_evaluated() {
    const DEPTH: usize = 5_000;
    let leaf = || Expression::leaf(Rational::from(1));
    let chain = |operator| {
        (0..DEPTH).fold(leaf(), |right, _| Expression::operation(operator, leaf(), right))
    };
    assert_eq!(chain(Operator::Add).to_string().len(), 2 * DEPTH + 1);
    assert_eq!(chain(Operator::Subtract).to_string().len(), 4 * DEPTH - 1);
    assert_eq!(evaluate(&chain(Operator::Add)), Ok(Rational::from(DEPTH + 1)));
}

#[test]
fn expressions_are_ordered_and_hashed_by_their_nodes() {
    let [small, large] = ["1+2", "1+3"].map(|text| text.parse::<Expression<Rational>>().unwrap());
    assert!(small < large);
    let [before, after] = [small.nodes(), large.nodes()].map(|nodes| nodes[1].clone());
    assert!(before < after, "as their leaves are");
    let spaced: Expression<Rational> = "1 + 2".parse().unwrap();
    assert_ne!(small, spaced);
    assert!(small.is_grouped_as(&spaced));
}

#[test]
fn the_error_says_why_a_leaf_is_invalid() {
    let said = [
        (LeafError::SlotAmongNumbers, "a slot among numbers"),
        (LeafError::NumberAmongSlots, "a number in a template"),
        (LeafError::TooManyDigits(1_001), "a number of 1001 digits"),
    ];
    for (error, text) in said {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_negative_or_fractional_leaf_gets_brackets_as_an_operand() {
    let leaf = |numer, denom| Expression::leaf(Rational::new(numer, denom));
    for (operator, left, right, text) in [
        (Operator::Divide, leaf(8, 1), leaf(8, 3), "8/(8/3)"),
        (Operator::Subtract, leaf(8, 1), leaf(-3, 1), "8-(-3)"),
        (Operator::Power, leaf(-2, 1), leaf(2, 1), "(-2)^2"),
        (Operator::Multiply, leaf(6, 1), leaf(1, 2), "6*(1/2)"),
    ] {
        let built = Expression::operation(operator, left, right);
        assert_eq!(built.to_string(), text);
        assert_eq!(built.to_full_text(ToString::to_string), text);
        let read = Grammar::Extended.parse(text).unwrap();
        assert_eq!(evaluate(&read), evaluate(&built), "{text}");
    }
    assert_eq!(leaf(-8, 3).to_string(), "-8/3");
}

#[test]
#[should_panic(expected = "join takes leaves")]
fn the_right_operand_of_a_join_is_a_leaf() {
    let joined = Expression::operation(Operator::Join, Expression::leaf(2), Expression::leaf(3));
    Expression::operation(Operator::Join, Expression::leaf(1), joined);
}

#[test]
#[should_panic(expected = "join takes leaves")]
fn the_left_operand_of_a_join_is_no_other_operation() {
    let sum = Expression::operation(Operator::Add, Expression::leaf(1), Expression::leaf(2));
    Expression::operation(Operator::Join, sum, Expression::leaf(3));
}

#[test]
fn a_join_of_leaves_is_a_number_of_a_solution() {
    let [one, two, three, four] = [0, 1, 2, 3].map(Expression::leaf);
    let join = |left, right| Expression::operation(Operator::Join, left, right);
    let sum = Expression::operation(Operator::Add, join(join(one, two), three), four);
    let solution = Solution::new(&sum, &Hand::from([1, 2, 3, 4]));
    assert_eq!((solution.text(), solution.joined()), ("123+4", vec!["123"]));
}
