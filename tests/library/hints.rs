//! Hints lead to a solution step by step, but no hint gives a whole solution.

use bracket24::games::{Deal, DealOptions, Need, Wanted};
use bracket24::reports::{Hint, Inspection};
use bracket24::{Deck, Grammar, Hand, SetName, TemplateSet, evaluate, solve};

fn canonical(cards: usize) -> TemplateSet {
    TemplateSet::named(SetName::Canonical, cards, &Grammar::Left)
}

fn inspection(hand: &Hand) -> Inspection {
    Inspection::new(hand.clone(), &24.into(), &canonical(hand.cards().len()), 0)
}

#[test]
fn a_hand_has_further_hints_exactly_if_it_has_a_solution() {
    for hand in Deck::new(1..=13, 4, false).unwrap().hands().step_by(61) {
        let is_solvable = !solve(&hand, &24.into()).unwrap().is_empty();
        let hints = Hint::of(&inspection(&hand));
        assert_eq!(hints[0], Hint::Possible(is_solvable), "{hand}");
        assert_eq!(hints.len(), if is_solvable { 4 } else { 1 }, "{hand}");
    }
}

#[test]
fn no_hint_is_the_whole_solution() {
    for cards in 2..=3 {
        for hand in Deck::new(1..=13, cards, false).unwrap().hands() {
            let inspection = inspection(&hand);
            let Some(plainest) = inspection.plainest() else { continue };
            let hints = Hint::of(&inspection);
            assert_eq!(hints.len(), cards + 1, "{hand}");
            let whole = plainest.solution.expression();
            if let Some(Hint::Step { operation, .. }) = hints.last() {
                assert_ne!(*operation, whole.to_string(), "{hand}");
            }
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_hint_says_a_fraction_is_needed_only_if_every_solution_has_one() {
    for hand in Deck::new(1..=13, 4, false).unwrap().hands().step_by(31) {
        let solutions = solve(&hand, &24.into()).unwrap();
        let is_whole = |part| evaluate(&part).is_ok_and(|value| value.is_integer());
        let needs = solutions.iter().all(|it| !it.expression().operations().all(is_whole));
        if let Some(hint) = Hint::of(&inspection(&hand)).get(1) {
            assert_eq!(*hint, Hint::Fraction(needs), "{hand}");
        }
    }
    for hand in [[3, 3, 8, 8], [1, 3, 4, 6], [1, 5, 5, 5], [4, 4, 7, 7]] {
        assert_eq!(Hint::of(&inspection(&hand.into()))[1], Hint::Fraction(true), "{hand:?}");
    }
}

#[test]
fn a_fraction_is_not_needed_if_a_solution_that_no_template_writes_avoids_it() {
    // The template writes 10/(5-1)/5, but 10/(5*(5-1)) is the same.
    for (hand, target, needs) in [([1, 5, 5, 10], "1/2", false), ([3, 3, 8, 8], "24", true)] {
        let target = target.parse().unwrap();
        let inspection = Inspection::new(hand.into(), &target, &canonical(4), 0);
        assert_eq!(Hint::of(&inspection)[1], Hint::Fraction(needs), "{hand:?}");
    }
    let deck = Deck::new(1..=9, 3, false).unwrap();
    let wanted = Wanted { needs: Some(Need::Fraction), ..Wanted::default() };
    let options = DealOptions { deck, target: "1/6".parse().unwrap(), wanted, seed: 3 };
    let dealt = Deal::new(options).unwrap().take(50).collect::<Vec<_>>();
    assert!(dealt.iter().all(|it| it.hand.to_string() != "1 2 3"), "{dealt:?}");
}

#[test]
fn hints_are_taken_from_the_plainest_solution() {
    let plainest = |hand: [u32; 4]| {
        inspection(&hand.into()).plainest().map(|it| it.solution.text().to_owned())
    };
    // Not 9/(1-5/8), which has a fraction.
    assert_eq!(plainest([1, 3, 4, 6]).as_deref(), Some("6/(1-3/4)"));
    assert_eq!(plainest([1, 5, 8, 9]).as_deref(), Some("(9-1-5)*8"));
    assert_eq!(plainest([1, 1, 1, 1]), None);
}

#[test]
fn the_hints_for_a_single_card_end_without_a_first_operation() {
    let hints = Hint::of(&inspection(&"24,".parse().unwrap()));
    assert_eq!(hints.last(), Some(&Hint::Template("N".to_owned())));
}

#[test]
fn a_set_without_the_templates_of_its_solutions_does_not_make_a_hand_impossible() {
    let own = TemplateSet::from_lines("N+N+N+N\n(N+N)*(N-N)", &Grammar::Left).unwrap();
    for (cards, expected) in [
        ([3, 3, 8, 8], &[Hint::Possible(true), Hint::Fraction(true)][..]),
        ([1, 2, 3, 4], &[Hint::Possible(true), Hint::Fraction(false)]),
        ([1, 1, 1, 1], &[Hint::Possible(false)]),
    ] {
        let inspection = Inspection::new(Hand::from(cards), &24.into(), &own, 0);
        assert_eq!(Hint::of(&inspection), expected);
    }
    // Nobody knows whether a hand that is too large to rate has a solution.
    let none = TemplateSet::named(SetName::Canonical, 7, &Grammar::Left);
    let inspection = Inspection::new((1..=7).collect(), &24.into(), &none, 0);
    assert_eq!(Hint::of(&inspection), []);
}
