//! Derivations: each step is true, and they end where they should.

use bracket24::algebra::{
    Derivation, NormalForm, derivation, derivation_to_class, derivation_to_normal_form,
};
use bracket24::{Expression, Grammar, Rational, SetName, Slot, Template, TemplateSet, evaluate};
use itertools::Itertools;
use proptest::prelude::*;

use crate::tree::{Tree, trees};

fn number(value: &Rational) -> String {
    value.to_string()
}

fn read(text: &str) -> Expression<Rational> {
    Grammar::Left.parse(text).unwrap()
}

fn value(text: &str) -> Option<Rational> {
    evaluate(&read(text)).ok()
}

/// Returns the mistake in a derivation between expressions of equal value, if any.
fn assert_true(derivation: &Derivation) {
    let worth = value(&derivation.start);
    let mut before = &derivation.start;
    for step in &derivation.rewrites {
        assert_ne!(&step.result, before, "a step changes something: {derivation:?}");
        assert_eq!(value(&step.result), worth, "a step keeps the value: {derivation:?}");
        before = &step.result;
    }
    let mut texts = derivation.rewrites.iter().map(|step| &step.result).chain([&derivation.start]);
    assert!(texts.all_unique(), "no way round: {derivation:?}");
}

/// The steps, each a law and its result.
fn steps(derivation: &Derivation) -> Vec<String> {
    derivation.rewrites.iter().map(|step| format!("{}: {}", step.law, step.result)).collect()
}

fn letter(slot: Slot) -> String {
    char::from(b'a' + u8::try_from(slot.0).unwrap()).to_string()
}

fn steps_to_class(template: &str) -> Vec<String> {
    let template = Template::parse(template, &Grammar::Left).unwrap();
    steps(&derivation_to_class(&template.expression(), &letter).unwrap())
}

fn steps_between(from: &str, to: &str) -> Vec<String> {
    steps(&derivation(&read(from), &read(to), &number).unwrap())
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_derivation_takes_every_expression_of_up_to_four_operands_to_its_normal_form() {
    // No two different products or sums of these are equal, so nothing is zero.
    for operands in [&[7][..], &[7, 19], &[7, 19, 43], &[7, 19, 43, 101]] {
        for tree in Tree::all(operands) {
            let expression = read(&tree.bracketed());
            let derivation = derivation_to_normal_form(&expression, &number).unwrap();
            let form = NormalForm::of(&expression, Clone::clone).unwrap();
            assert_eq!(derivation.end(), form.to_text(&number));
            assert_eq!(value(&derivation.start), evaluate(&expression).ok());
            assert_true(&derivation);
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_derivation_takes_every_template_to_the_canonical_one_of_its_class() {
    for set in [SetName::Scala, SetName::Five, SetName::Seven, SetName::Canonical] {
        for template in TemplateSet::named(set, 4, &Grammar::Left).templates() {
            let derivation = derivation_to_class(&template.expression(), &letter).unwrap();
            let class = NormalForm::of(&template.expression(), |_| ())
                .unwrap()
                .to_text(&|()| "N".to_owned());
            let mut ends = String::new();
            let class = Template::parse(&class, &Grammar::Left).unwrap();
            class.fill_into(&mut ends, ["a", "b", "c", "d"]);
            assert_eq!(derivation.end(), ends, "{template}");
            if set == SetName::Canonical {
                assert!(derivation.rewrites.is_empty(), "{template}: {derivation:?}");
            }
        }
    }
}

#[test]
fn the_steps_of_a_derivation_are_readable() {
    assert_eq!(
        steps_to_class("(N-(N-N))*N"),
        [
            "a-(b-c) is a-b+c: (a-b+c)*d",
            "terms may change places: (a+c-b)*d",
            "operands may be renamed: (a+b-c)*d",
        ]
    );
    assert_eq!(
        steps_to_class("N/(N/(N*N))"),
        [
            "a/(b/c) is a/b*c: a/b*(c*d)",
            "a*(b*c) is a*b*c: a/b*c*d",
            "factors may change places: a*c*d/b",
            "operands may be renamed: a*b*c/d",
        ]
    );
    assert_eq!(
        steps_to_class("N-(N-N)*N"),
        [
            "d-(a-b)*c is d+(b-a)*c: a+(c-b)*d",
            "terms may change places: (c-b)*d+a",
            "operands may be renamed: (a-b)*c+d",
        ]
    );
    assert_eq!(
        steps_between("(2-5)*(3-7)", "(5-2)*(7-3)"),
        ["(a-b)*(c-d) is (b-a)*(d-c): (5-2)*(7-3)",]
    );
    assert_eq!(
        steps_between("5+(8-7)", "5-(7-8)"),
        ["a+(b-c) is a+b-c: 5+8-7", "terms may change places: 5-7+8", "a-b+c is a-(b-c): 5-(7-8)",]
    );
}

#[test]
fn a_derivation_keeps_the_brackets_that_both_expressions_have() {
    assert_eq!(
        steps_between("(5-(8-7))*6", "6*(5-(8-7))"),
        ["factors may change places: 6*(5-(8-7))",]
    );
}

#[test]
fn swapping_equal_cards_is_not_a_step() {
    assert_eq!(steps_between("2*(5-5)+7", "7-2*(5-5)"), ["(a-b)*c+d is d-(b-a)*c: 7-2*(5-5)",]);
    assert_eq!(steps_between("5-5+5", "5-5+5"), [""; 0]);
}

#[test]
fn a_derivation_joins_only_expressions_with_the_same_normal_form() {
    let joined = |from: &str, to: &str| derivation(&read(from), &read(to), &number).is_some();
    assert!(joined("8/(3-8/3)", "8/(3-8/3)"));
    assert!(!joined("4*1", "4/1"));
    assert!(!joined("1+2", "1+2+3"));
    assert!(!joined("1+2", "1+3"));
    let eight = read("1+1+1+1+1+1+1+1");
    assert_eq!(derivation(&eight, &eight, &number), None);
    assert_eq!(derivation_to_normal_form(&eight, &number), None);
}

/// Another way to write a tree: the bits of `choices` decide where sides are swapped, signs moved
/// and groups changed.
fn written_otherwise(tree: &Tree, choices: &mut u64) -> Tree {
    use Tree::{Leaf, Node};
    use bracket24::Operator::{Add, Divide, Multiply, Subtract};

    let choice = *choices & 3;
    *choices = choices.rotate_right(2);
    let (operator, a, b) = match tree {
        Leaf(leaf) => return Leaf(*leaf),
        Node(operator, a, b) => {
            (*operator, written_otherwise(a, choices), written_otherwise(b, choices))
        }
    };
    let node = |operator, a: Tree, b: Tree| Node(operator, a.into(), b.into());
    match (operator, a, b, choice) {
        (Add | Multiply, a, b, 0) => node(operator, b, a),
        (Add, a, Node(Add, b, c), 1) => node(Add, node(Add, a, *b), *c),
        (Add, Node(Add, a, b), c, 1) => node(Add, *a, node(Add, *b, c)),
        (Add, a, Node(Subtract, b, c), 1) => node(Subtract, a, node(Subtract, *c, *b)),
        (Subtract, a, Node(Subtract, b, c), 1) => node(Add, a, node(Subtract, *c, *b)),
        (Subtract, a, Node(Add, b, c), 1) => node(Subtract, node(Subtract, a, *b), *c),
        (Multiply, Node(Subtract, a, b), Node(Subtract, c, d), 2) => {
            node(Multiply, node(Subtract, *b, *a), node(Subtract, *d, *c))
        }
        (Divide, Node(Subtract, a, b), Node(Subtract, c, d), 2) => {
            node(Divide, node(Subtract, *b, *a), node(Subtract, *d, *c))
        }
        (Divide, a, Node(Divide, b, c), 1) => node(Divide, node(Multiply, a, *c), *b),
        (Divide, a, Node(Multiply, b, c), 1) => node(Divide, node(Divide, a, *b), *c),
        (operator, a, b, _) => node(operator, a, b),
    }
}

proptest! {
    #[test]
    fn a_derivation_connects_two_ways_to_write_a_function(tree in trees(), mut choices: u64) {
        let other = written_otherwise(&tree, &mut choices);
        let (from, to) = (read(&tree.bracketed()), read(&other.bracketed()));
        if from.leaves().count() <= 7 {
            let derivation = derivation(&from, &to, &number).unwrap();
            prop_assert_eq!(value(derivation.end()), evaluate(&to).ok());
            if evaluate(&from).is_ok() {
                for step in &derivation.rewrites {
                    prop_assert!(value(&step.result).is_none_or(|it| Some(it) == value(&derivation.start)));
                }
            }
        }
    }

    #[test]
    fn a_derivation_takes_expressions_of_seven_operands_to_their_normal_form(tree in trees()) {
        let expression = read(&tree.bracketed());
        if expression.leaves().count() <= 7 {
            let derivation = derivation_to_normal_form(&expression, &number).unwrap();
            let form = NormalForm::of(&expression, Clone::clone).unwrap();
            prop_assert_eq!(derivation.end(), form.to_text(&number));
        }
    }
}

fn classes(trees: &[Tree]) -> impl Iterator<Item = Vec<Expression<Rational>>> {
    let expressions = trees.iter().map(|tree| read(&tree.bracketed()));
    let form =
        |expression: &Expression<Rational>| NormalForm::of(expression, Clone::clone).unwrap();
    expressions.into_group_map_by(form).into_values()
}

fn assert_joined(from: &Expression<Rational>, to: &Expression<Rational>) {
    let derivation = derivation(from, to, &number).unwrap();
    assert_eq!(read(derivation.end()).to_s_expression(), to.to_s_expression());
    assert_eq!(read(&derivation.start).to_s_expression(), from.to_s_expression());
    assert_true(&derivation);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_derivation_joins_any_two_members_of_a_class() {
    for members in classes(&Tree::all(&[7, 19, 43])) {
        members.iter().cartesian_product(&members).for_each(|(from, to)| assert_joined(from, to));
    }
    for members in classes(&Tree::all(&[7, 19, 43, 101])) {
        // Join each member with the next one, and with one that is further away.
        for step in [1, members.len() / 2] {
            let others = members.iter().cycle().skip(step);
            members.iter().zip(others).for_each(|(from, to)| assert_joined(from, to));
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_derivation_also_joins_expressions_with_equal_cards() {
    // The card for each operand of the tree.
    for cards in [[7, 7, 19, 19], [7, 7, 7, 19], [7, 7, 7, 7]] {
        let texts = Tree::all(&[0, 1, 2, 3])
            .into_iter()
            .map(|tree| tree.bracketed_with(&|operand| cards[operand].to_string()))
            .unique();
        let form = |text: &String| NormalForm::of(&read(text), Clone::clone).unwrap();
        for members in texts.into_group_map_by(form).values() {
            for (from, to) in members.iter().tuple_windows() {
                let derivation = derivation(&read(from), &read(to), &number).unwrap();
                assert_eq!(read(derivation.end()).to_s_expression(), read(to).to_s_expression());
                assert!(derivation.rewrites.iter().map(|step| &step.result).all_unique());
            }
        }
    }
}

#[test]
fn expressions_of_up_to_seven_operands_have_a_derivation() {
    let sum = |operands: usize| vec!["N"; operands].join("+");
    for operands in [7, 8] {
        let expression = read(&sum(operands).replace('N', "3"));
        let template = Template::parse(&sum(operands), &Grammar::Left).unwrap();
        let has_one = operands == 7;
        assert_eq!(derivation_to_normal_form(&expression, &number).is_some(), has_one);
        assert_eq!(derivation_to_class(&template.expression(), &letter).is_some(), has_one);
    }
}

#[test]
fn derivations_negate_two_factors_with_the_law_for_their_operator() {
    assert_eq!(
        steps_between("(2-5)*(3-7)", "(5-2)*(7-3)"),
        ["(a-b)*(c-d) is (b-a)*(d-c): (5-2)*(7-3)"]
    );
    assert_eq!(
        steps_between("(2-5)/(3-7)", "(5-2)/(7-3)"),
        ["(a-b)/(c-d) is (b-a)/(d-c): (5-2)/(7-3)"]
    );
}
