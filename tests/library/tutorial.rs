//! The results that the Scala tutorial shows.

use bracket24::grammars::Ordinary;
use bracket24::reports::{Calculation, Found, SolveOptions, SolveReport};
use bracket24::{Equivalence, Grammar, Hand, Rational, SetName, Strings, Template, TemplateSet};

fn report(hand: &str, grammar: &Grammar, first: bool) -> SolveReport {
    let hand: Hand = hand.parse().unwrap();
    let set = TemplateSet::named(SetName::Scala, hand.cards().len(), grammar);
    let options =
        SolveOptions { target: 24.into(), distinct: Equivalence::Text, first, why: false };
    SolveReport::new(hand, &Strings::new(&set), options).unwrap()
}

fn texts(hand: &str, grammar: &Grammar) -> Vec<String> {
    report(hand, grammar, false)
        .solutions
        .into_iter()
        .map(|found| found.solution.text().to_owned())
        .collect()
}

#[test]
fn the_tutorial_grammar_gives_the_ten_lines_of_the_tutorial_for_5_6_7_8() {
    let expected = [
        "(5-(8-7))*6", "(7-(8-5))*6", "6*8/(7-5)", "8*6/(7-5)", "(5+7)*(8-6)", "(7+5)*(8-6)",
        "(5-8-7)*6", "(7-8-5)*6", "(5+7-8)*6", "(7+5-8)*6",
    ];
    assert_eq!(texts("5 6 7 8", &Grammar::Scala), expected);
}

#[test]
fn two_of_the_ten_solutions_are_false_in_ordinary_arithmetic() {
    let false_ones: Vec<(String, Ordinary)> = report("5 6 7 8", &Grammar::Scala, false)
        .solutions
        .into_iter()
        .filter(Found::is_false)
        .map(|found| (found.solution.text().to_owned(), found.ordinary))
        .collect();
    let expected = [
        ("(5-8-7)*6".to_owned(), Ordinary::Value((-60).into())),
        ("(7-8-5)*6".to_owned(), Ordinary::Value((-36).into())),
    ];
    assert_eq!(false_ones, expected);
    assert_eq!(texts("5 6 7 8", &Grammar::Left).len(), 8);
}

#[test]
fn the_other_hands_of_the_tutorial_give_the_results_that_it_shows() {
    assert_eq!(texts("5 5 5 1", &Grammar::Scala), ["(5-1/5)*5"]);
    assert_eq!(texts("3 3 8 8", &Grammar::Scala), ["8/(3-8/3)"]);
    assert!(texts("1 1 1 1", &Grammar::Scala).is_empty());
    let first = report("1 2 3 4", &Grammar::Scala, true);
    assert_eq!(first.solutions.len(), 1);
    assert_eq!(first.solutions[0].solution.text(), "1*2*3*4");
    assert!(first.effort.filled < report("1 2 3 4", &Grammar::Scala, false).effort.filled);
}

#[test]
fn calculate_fills_in_the_cards_in_the_given_order() {
    let calculate = |template: &str, hand: &str| {
        let template = Template::parse(template, &Grammar::Left).unwrap();
        Calculation::new(&template, &hand.parse().unwrap(), &Grammar::Left)
    };
    let value = |template: &str, hand: &str| {
        calculate(template, hand).unwrap().parse.value().cloned().unwrap()
    };
    assert_eq!(value("N/N*N+N", "9 6 10 9"), Rational::from(24));
    assert_eq!(value("N/N*N+N", "6 9 9 10"), Rational::from(16));
    assert_eq!(value("(N-N/N)*N", "5 1 5 5"), Rational::from(24));
    assert!(calculate("N/N", "1 0").unwrap().parse.value().is_err());
    let error = calculate("N/N", "1 2 3").unwrap_err();
    assert_eq!(error.to_string(), "the template has 2 slots, the hand has 3 cards");
    let joined = Template::parse("NN*N", &Grammar::Extended).unwrap();
    for (hand, shown) in [("1 2 3", Some("12*3")), ("0 2 3", None), ("10 2 3", None)] {
        let filled = Calculation::new(&joined, &hand.parse().unwrap(), &Grammar::Extended);
        assert_eq!(filled.ok().as_ref().map(|it| &*it.shown), shown, "{hand}");
    }
}
