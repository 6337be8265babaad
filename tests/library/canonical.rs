//! The canonical templates: one for each rational function, and the best one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use bracket24::algebra::{NormalForm, RationalFunction, Renaming, Symmetries};
use bracket24::{
    Compiled, Engine, Expression, Grammar, Hand, Operands, Operator, SetName, Slot, Template,
    TemplateSet, canonical_texts,
};
use itertools::Itertools;

use crate::tree::Tree;

/// The number of rational functions of 1, 2 … operands, each used once:
/// OEIS A140606.
const FUNCTIONS: [usize; 6] = [1, 6, 68, 1170, 27142, 793_002];

fn canonical(cards: usize) -> Vec<Template> {
    TemplateSet::named(SetName::Canonical, cards, &Grammar::Left).templates().to_vec()
}

/// The value of an expression modulo a prime when operand `n` is `operand(n)`;
/// `None` where it divides by zero.
pub(crate) fn modulo(tree: &Tree, operand: &dyn Fn(u64) -> u64, prime: u64) -> Option<u64> {
    let times =
        |a: u64, b: u64| u64::try_from(u128::from(a) * u128::from(b) % u128::from(prime)).unwrap();
    let (operator, a, b) = match tree {
        Tree::Leaf(leaf) => return Some(operand(*leaf)),
        Tree::Node(operator, a, b) => {
            (operator, modulo(a, operand, prime)?, modulo(b, operand, prime)?)
        }
    };
    Some(match operator {
        Operator::Add => (a + b) % prime,
        Operator::Subtract => (a + prime - b) % prime,
        Operator::Multiply => times(a, b),
        Operator::Divide if b == 0 => return None,
        Operator::Divide => {
            // By Fermat, the inverse of b is its power to prime - 2.
            let (mut inverse, mut power, mut exponent) = (1, b, prime - 2);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    inverse = times(inverse, power);
                }
                power = times(power, power);
                exponent >>= 1;
            }
            times(a, inverse)
        }
        other => unreachable!("`{}` is none of the four", other.name()),
    })
}

/// Tells rational functions apart by their values at two random-looking points
/// modulo the prime 2^61 - 1: the chance that any two of the million at hand
/// agree is below one in 10^20.
fn fingerprint(tree: &Tree) -> [Option<u64>; 2] {
    const PRIME: u64 = (1 << 61) - 1;
    const POINTS: [[u64; 6]; 2] = [
        [
            0x1880_ca00_b65c_1c28, 0xdf8_1b1e_2ebe_5794, 0xab5_8755_ff8f_735c,
            0xad7_04e2_31b0_3dd5, 0x1222_c26b_b4e1_6c74, 0xd0_448f_c414_d39d,
        ],
        [
            0x1def_c8ee_70fe_21e4, 0x1cd_8afa_1d97_8d8c, 0xacb_2f53_8453_3247,
            0x1f71_9fa7_f54a_0756, 0x1ffc_0cbe_4dfa_5465, 0x1040_09f1_c2b3_cb62,
        ],
    ];
    POINTS.map(|point| modulo(tree, &|operand| point[usize::try_from(operand).unwrap()], PRIME))
}

fn tree(expression: &Expression<Slot>, order: &[usize]) -> Tree {
    expression.fold(
        |slot| Tree::Leaf(order[slot.0] as u64),
        |operator, operands| match operands {
            Operands::Two(left, right) => Tree::Node(operator, left.into(), right.into()),
            Operands::One(_) => unreachable!("the four operators have two operands"),
        },
    )
}

fn permutations(cards: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..cards).permutations(cards)
}

/// Every function of `cards` operands, with the canonical templates that represent it in some
/// order.
fn templates_by_function(cards: usize) -> HashMap<[Option<u64>; 2], BTreeSet<String>> {
    let mut found: HashMap<_, BTreeSet<String>> = HashMap::new();
    for template in canonical(cards) {
        for order in permutations(cards) {
            let function = fingerprint(&tree(&template.expression(), &order));
            found.entry(function).or_default().insert(template.text().to_string());
        }
    }
    found
}

fn assert_complete_and_free_of_doubles(cards: usize) {
    let all: BTreeSet<_> =
        Tree::all(&(0..cards as u64).collect_vec()).iter().map(fingerprint).collect();
    assert_eq!(all.len(), FUNCTIONS[cards - 1]);
    let found = templates_by_function(cards);
    assert_eq!(found.keys().copied().collect::<BTreeSet<_>>(), all, "complete");
    assert!(found.values().all(|templates| templates.len() == 1), "free of doubles");
}

#[test]
fn the_canonical_sets_for_up_to_four_cards_are_complete_without_duplicates() {
    (1..=4).for_each(assert_complete_and_free_of_doubles);
}

#[test]
fn the_listed_canonical_templates_equal_the_derived_ones() {
    for cards in 1..=4 {
        let listed =
            canonical(cards).iter().map(|template| template.text().to_string()).collect_vec();
        assert_eq!(listed, canonical_texts(cards));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn template_counts_are_1_4_18_93_500_2844_and_orders_sum_to_the_functions() {
    let counts = (1..=6).map(|cards| canonical(cards).len()).collect_vec();
    assert_eq!(counts, [1, 4, 18, 93, 500, 2844]);
    for cards in 1..=6 {
        let all: usize = (1..=cards).product();
        let orders: usize = canonical(cards)
            .iter()
            .map(|template| all / Symmetries::of(&template.expression()).count())
            .sum();
        assert_eq!(orders, FUNCTIONS[cards - 1], "{cards} cards");
    }
}

#[test]
fn the_set_for_five_cards_has_every_function_exactly_once() {
    has_every_function_and_none_twice(5);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_set_for_six_cards_has_every_function_exactly_once() {
    has_every_function_and_none_twice(6);
}

fn has_every_function_and_none_twice(cards: usize) {
    let renamings = permutations(cards).map(|order| Renaming::new(&order).unwrap()).collect_vec();
    let mut seen: HashMap<RationalFunction, usize> = HashMap::new();
    for (index, template) in canonical(cards).iter().enumerate() {
        let function = RationalFunction::of(&template.expression()).unwrap();
        for renaming in &renamings {
            assert_eq!(*seen.entry(function.renamed(renaming)).or_insert(index), index);
        }
    }
    assert_eq!(seen.len(), FUNCTIONS[cards - 1]);
}

#[test]
fn a_class_uses_the_most_widely_defined_template_with_the_fewest_brackets() {
    for cards in 1..=4 {
        let points = (0..cards).map(|_| 0..4_i64).multi_cartesian_product().collect_vec();
        // For each function, the expressions that represent it: where each is defined and how many
        // brackets it needs.
        let mut members: BTreeMap<_, Vec<(Vec<bool>, usize)>> = BTreeMap::new();
        for tree in Tree::all(&(0..cards as u64).collect_vec()) {
            let defined = points.iter().map(|point| value_at(&tree, point).is_some()).collect();
            let text = Grammar::Left.parse(&tree.bracketed()).unwrap().to_string();
            members
                .entry(fingerprint(&tree))
                .or_default()
                .push((defined, text.matches('(').count()));
        }
        for template in canonical(cards) {
            let tree = tree(&template.expression(), &(0..cards).collect_vec());
            let members = &members[&fingerprint(&tree)];
            let defined = points.iter().map(|point| value_at(&tree, point).is_some()).collect_vec();
            let anywhere = (0..points.len())
                .map(|point| members.iter().any(|(defined, _)| defined[point]))
                .collect_vec();
            assert_eq!(defined, anywhere, "{template} is defined wherever any member is");
            let fewest = members
                .iter()
                .filter(|(defined, _)| *defined == anywhere)
                .map(|(_, brackets)| *brackets)
                .min();
            assert_eq!(Some(template.text().matches('(').count()), fewest, "{template}");
        }
    }
}

/// The value at a small point, as a numerator and a denominator.
fn value_at(tree: &Tree, point: &[i64]) -> Option<(i64, i64)> {
    let (operator, (a, b), (c, d)) = match tree {
        Tree::Leaf(leaf) => return Some((point[usize::try_from(*leaf).unwrap()], 1)),
        Tree::Node(operator, left, right) => {
            (operator, value_at(left, point)?, value_at(right, point)?)
        }
    };
    Some(match operator {
        Operator::Add => (a * d + c * b, b * d),
        Operator::Subtract => (a * d - c * b, b * d),
        Operator::Multiply => (a * c, b * d),
        Operator::Divide if c == 0 => return None,
        Operator::Divide => (a * d, b * c),
        other => unreachable!("`{}` is none of the four", other.name()),
    })
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn normal_forms_and_polynomials_distinguish_the_same_functions() {
    for cards in 1..=4 {
        let mut forms: HashMap<NormalForm<usize>, RationalFunction> = HashMap::new();
        let mut functions: BTreeSet<RationalFunction> = BTreeSet::new();
        for tree in Tree::all(&(0..cards as u64).collect_vec()) {
            // The text spells the operands as numbers; slots are named after them.
            let expression = Grammar::Left
                .parse(&tree.bracketed())
                .unwrap()
                .map(|leaf| Slot(leaf.to_string().parse().unwrap()));
            let form = NormalForm::of(&expression, |slot| slot.0).unwrap();
            let function = RationalFunction::of(&expression).unwrap();
            assert_eq!(*forms.entry(form).or_insert(function), function, "{}", tree.bracketed());
            functions.insert(function);
        }
        assert_eq!((forms.len(), functions.len()), (FUNCTIONS[cards - 1], FUNCTIONS[cards - 1]));
    }
}

#[test]
fn every_spelling_of_a_class_member_gives_the_canonical_template() {
    for cards in 1..=4 {
        let canonical: BTreeSet<String> = canonical_texts(cards).into_iter().collect();
        let mut classes = BTreeSet::new();
        for tree in Tree::all(&(0..cards as u64).collect_vec()) {
            let expression = Grammar::Left.parse(&tree.bracketed()).unwrap();
            classes
                .insert(NormalForm::of(&expression, |_| ()).unwrap().to_text(&|()| "N".to_owned()));
        }
        assert_eq!(classes, canonical);
    }
}

#[test]
fn a_rational_function_has_at_most_seven_slots_each_once() {
    let sum = |slots: &[usize]| {
        let leaves = slots.iter().map(|&slot| Expression::leaf(Slot(slot)));
        let sum = leaves.reduce(|left, right| Expression::operation(Operator::Add, left, right));
        RationalFunction::of(&sum.expect("there is one slot at least"))
    };
    let refusal = |slots: &[usize]| sum(slots).unwrap_err().to_string();
    assert!(sum(&[0, 1, 2, 3, 4, 5, 6]).is_ok());
    assert!(sum(&[6, 4, 2, 0, 1, 3, 5]).is_ok());
    assert!(refusal(&[0, 1, 2, 3, 4, 5, 6, 7]).contains("8 operands"));
    for slots in [&[1][..], &[0, 0], &[0, 2], &[1, 2], &[0, 1, 1], &[0, 1, 2, 3, 4, 5, 7]] {
        assert!(!refusal(slots).contains("at most"), "{slots:?}");
    }
}

#[test]
fn a_renaming_is_a_permutation_of_at_most_seven_slots() {
    for order in [&[][..], &[0], &[1, 0], &[6, 5, 4, 3, 2, 1, 0]] {
        assert!(Renaming::new(order).is_some(), "{order:?}");
    }
    for order in [&[1][..], &[0, 0], &[0, 2], &[0, 1, 2, 3, 4, 5, 7], &[0, 1, 2, 3, 4, 5, 6, 7]] {
        assert!(Renaming::new(order).is_none(), "{order:?}");
    }
}

#[test]
fn nontrivial_symmetries_are_computed_only_for_up_to_seven_slots() {
    for (slots, count) in [(6, 24), (7, 120), (8, 1)] {
        let sum = vec!["N"; slots - 2].join("+");
        let template = Template::parse(&format!("{sum}+N^N"), &Grammar::Extended).unwrap();
        assert_eq!(Symmetries::of(&template.expression()).count(), count, "{slots}");
    }
}

/// Two orders with the same function can divide by different values if the grammar groups to the right: N/N/N/N has a value where the first card is 0.
#[test]
fn the_order_of_the_cards_changes_no_solutions_under_any_grammar() {
    for grammar in [Grammar::Left, Grammar::Right, Grammar::Scala, Grammar::Flat, Grammar::Pemdas] {
        let set = TemplateSet::named(SetName::Canonical, 4, &grammar);
        for (cards, target) in [([0, 5, 5, 6], 0), ([0, 0, 3, 4], 12), ([0, 1, 2, 3], 0)] {
            let found = cards.into_iter().permutations(4).map(|cards| {
                let hand: Hand = cards.into_iter().collect();
                let mut count = 0;
                let mut each = |_| {
                    count += 1;
                    ControlFlow::Continue(())
                };
                Compiled::new(&set).solve(&hand, &target.into(), &mut each).unwrap();
                count
            });
            let counts: BTreeSet<usize> = found.collect();
            assert_eq!(counts.len(), 1, "{cards:?} by {grammar}: {counts:?}");
        }
    }
}
