//! The numbers of templates that are constructed with operators beyond the four.

use std::collections::BTreeSet;

use bracket24::reports::TemplateEntry;
use bracket24::{Grammar, OperatorSet, TemplateSet};

/// Counts the templates with these operators, and the different ways to fill them with distinct
/// cards.
fn counts(operators: &str, cards: usize) -> (usize, usize) {
    let operators: OperatorSet = operators.parse().unwrap();
    let set = TemplateSet::of_operators(operators, cards, &Grammar::Extended).unwrap().unwrap();
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
        let set = TemplateSet::of_operators(OperatorSet::default(), cards, &Grammar::Left)
            .unwrap()
            .unwrap();
        let texts: Vec<String> = set.iter().map(ToString::to_string).collect();
        assert_eq!(texts, bracket24::canonical_texts(cards));
    }
}

#[test]
fn derived_sets_cover_up_to_six_cards_and_start_with_basic_operators() {
    let four = OperatorSet::default();
    let made = |cards| TemplateSet::of_operators(four, cards, &Grammar::Extended).unwrap().unwrap();
    assert_eq!([5, 6, 7].map(|cards| made(cards).templates().len()), [500, 2844, 0]);
    let powers =
        TemplateSet::of_operators("^".parse().unwrap(), 3, &Grammar::Extended).unwrap().unwrap();
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
        let set = TemplateSet::of_operators(operators, cards, &Grammar::Extended).unwrap().unwrap();
        let mut texts = BTreeSet::new();
        for template in &set {
            let class = TemplateEntry::new(template).unwrap().class;
            assert_eq!(class, template.text().to_string(), "{operators}");
            assert!(texts.insert(class), "{template} comes twice");
        }
    }
}

#[test]
fn more_templates_than_the_limit_are_not_made() {
    let made = |operators: &str, cards| {
        let set = TemplateSet::of_operators(operators.parse().unwrap(), cards, &Grammar::Extended);
        set.unwrap().map(|it| it.templates().len())
    };
    assert_eq!(made("^,√", 4), Some(37_230));
    // Some have too many even of fewer cards.
    for (operators, cards) in [("all", 4), ("all", 6), ("^,√,!", 4), ("!", 6)] {
        assert_eq!(made(operators, cards), None, "{operators}: {cards}");
    }
    let deep = OperatorSet::all().with_depth(OperatorSet::MAX_DEPTH);
    assert!(TemplateSet::of_operators(deep, 2, &Grammar::Extended).unwrap().is_none());
}
