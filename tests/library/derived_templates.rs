//! The numbers of templates that are constructed with operators beyond the four.

use std::collections::BTreeSet;

use bracket24::reports::TemplateEntry;
use bracket24::{Grammar, OperatorSet, TemplateSet};

/// Counts the templates with these operators, and the different ways to fill them with distinct
/// cards.
fn counts(operators: &str, cards: usize) -> (usize, usize) {
    let operators: OperatorSet = operators.parse().unwrap();
    let set = TemplateSet::of_operators(operators, cards, &Grammar::Extended).unwrap();
    let orders = (0..set.templates().len())
        .map(|index| (1..=cards).product::<usize>() / set.symmetries(index).unwrap().count());
    (set.templates().len(), orders.sum())
}

fn orders(operators: &str, cards: std::ops::RangeInclusive<usize>) -> Vec<usize> {
    cards.map(|cards| counts(operators, cards).1).collect()
}

#[test]
fn templates_for_the_basic_operators_are_the_canonical_ones() {
    assert_eq!(orders("+-*/", 1..=4), [1, 6, 68, 1170]);
    for cards in 1..=4 {
        let set = TemplateSet::of_operators(OperatorSet::default(), cards, &Grammar::Left).unwrap();
        let texts: Vec<String> = set.iter().map(ToString::to_string).collect();
        assert_eq!(texts, bracket24::canonical_texts(cards));
    }
}

#[test]
fn derived_sets_cover_up_to_six_cards_and_start_with_basic_operators() {
    let four = OperatorSet::default();
    let count = |cards| TemplateSet::count_of_operators(four, cards).to_string();
    assert_eq!([5, 6, 7].map(count), ["500", "2844", "0"]);
    let made = |cards| TemplateSet::of_operators(four, cards, &Grammar::Extended).unwrap();
    assert_eq!(made(6).templates().len(), 2_844);
    assert!(made(7).templates().is_empty());
    let powers = TemplateSet::of_operators("^".parse().unwrap(), 3, &Grammar::Extended).unwrap();
    let beyond = powers.iter().map(|it| it.to_string().matches('^').count());
    assert!(beyond.is_sorted(), "{:?}", powers.templates());
}

#[test]
fn template_orders_with_powers_match_oeis_a351922() {
    assert_eq!(orders("+-*/^", 1..=4), [1, 8, 146, 4294]);
}

#[test]
fn template_orders_with_negation_match_oeis_a182173() {
    assert_eq!(orders("negate", 1..=4), [2, 10, 94, 1466]);
    // A function and its negative are counted once: OEIS A247982.
    let halves: Vec<usize> = orders("negate", 1..=4).into_iter().map(|it| it / 2).collect();
    assert_eq!(halves, [1, 5, 47, 733]);
}

#[test]
fn template_orders_with_powers_and_negation_match_the_known_counts() {
    assert_eq!(orders("^,negate", 1..=3), [2, 26, 742]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn derived_templates_have_as_many_orders_as_oeis_a182173_counts_for_five_cards() {
    assert_eq!(orders("negate", 5..=5), [31_814]);
    assert_eq!(orders("^,negate", 4..=4), [34_522]);
    assert_eq!(orders("^", 5..=5), [175_102]);
}

#[test]
fn each_derived_template_is_different_and_the_first_of_its_class() {
    for (operators, cards) in [("^", 3), ("^", 4), ("^,negate", 3), ("log,%", 3), ("√,!", 2)] {
        let operators: OperatorSet = operators.parse().unwrap();
        let set = TemplateSet::of_operators(operators, cards, &Grammar::Extended).unwrap();
        let mut texts = BTreeSet::new();
        for template in &set {
            let class = TemplateEntry::new(template).unwrap().class;
            assert_eq!(class, template.text().to_string(), "{operators}");
            assert!(texts.insert(class), "{template} comes twice");
        }
        let count = TemplateSet::count_of_operators(operators, cards).to_string();
        assert_eq!(texts.len().to_string(), count, "{operators}: {cards}");
    }
}

/// The number of templates that are made, and the number that the library states.
fn made_and_counted(operators: OperatorSet, cards: usize) -> (usize, String) {
    let set = TemplateSet::of_operators(operators, cards, &Grammar::Extended).unwrap();
    (set.templates().len(), TemplateSet::count_of_operators(operators, cards).to_string())
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_template_count_equals_the_templates_made_for_every_operator_set() {
    for operators in OperatorSet::all().subsets() {
        for cards in 0..=2 {
            let (made, counted) = made_and_counted(operators, cards);
            assert_eq!(made.to_string(), counted, "{cards} cards with {operators}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_template_count_equals_the_templates_made_for_more_cards_and_depths() {
    let cases = [
        ("", 5, 1),
        ("^", 4, 1),
        ("^", 5, 1),
        ("negate", 5, 1),
        ("^,negate", 4, 1),
        ("^,negate,join", 4, 1),
        ("^,√", 3, 1),
        ("^,√,negate", 3, 1),
        ("%,log,^,negate", 3, 1),
        ("^,!", 3, 2),
        ("√,!,negate", 2, 2),
        ("√,!,negate,^", 1, 4),
    ];
    for (operators, cards, depth) in cases {
        let operators = match operators {
            "" => OperatorSet::default(),
            named => named.parse::<OperatorSet>().unwrap(),
        };
        let operators = operators.with_depth(depth);
        let (made, counted) = made_and_counted(operators, cards);
        assert_eq!(made.to_string(), counted, "{cards} cards with {operators}, {depth} deep");
    }
}

#[test]
fn billions_of_templates_are_counted_without_building_them() {
    let operators = "^,√,!,%,log,join,negate".parse().unwrap();
    let counted = TemplateSet::count_of_operators(operators, 4);
    assert_eq!(counted, 2_377_877_935_u32.into());
}
