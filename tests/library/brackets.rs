//! Whether each pair of brackets is needed, and why.

use bracket24::lessons::{Brackets, BracketsError, MAX_PAIRS, Necessity, Parse};
use bracket24::{Grammar, evaluate};
use proptest::prelude::*;

use crate::tree::texts;

/// Returns the need for each pair, in the order of the opening brackets.
fn judged(text: &str, grammar: &Grammar) -> Vec<Necessity> {
    let parse = Parse::new(text, grammar).unwrap();
    let brackets = Brackets::of(&parse).unwrap();
    brackets.pairs.iter().map(|pair| pair.necessity).collect()
}

#[test]
fn brackets_are_needed_if_removing_them_changes_the_value() {
    use Necessity::{Nothing, Tree, Value};
    let cases: [(&str, &[Necessity]); 9] = [
        ("8/(3-8/3)", &[Value]),
        ("(8/(3-(8/3)))", &[Nothing, Value, Nothing]),
        ("5+(8-7)", &[Tree]),
        ("2*(3*4)", &[Tree]),
        // The value is equal only by chance: 4-2-0 is 4-(2-0).
        ("4-(2-0)", &[Tree]),
        ("4-(2+0)", &[Tree]),
        ("8-((4-2))", &[Nothing, Nothing]),
        ("(1)+(2)", &[Nothing, Nothing]),
        ("8-4-2", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(judged(text, &Grammar::Left), expected, "{text}");
    }
}

#[test]
fn whether_brackets_are_needed_depends_on_the_grammar() {
    assert_eq!(judged("(8-4)-2", &Grammar::Left), [Necessity::Nothing]);
    assert_eq!(judged("(8-4)-2", &Grammar::Scala), [Necessity::Value]);
    assert_eq!(judged("8-(4-2)", &Grammar::Left), [Necessity::Value]);
    assert_eq!(judged("8-(4-2)", &Grammar::Scala), [Necessity::Nothing]);
}

#[test]
fn brackets_are_needed_if_removing_them_adds_or_avoids_a_division_by_zero() {
    assert_eq!(judged("6/(3-3)", &Grammar::Left), [Necessity::Value]);
    assert_eq!(judged("6/(0+2)", &Grammar::Left), [Necessity::Value]);
    // It divides by zero either way.
    assert_eq!(judged("6/0*(2+3)", &Grammar::Left), [Necessity::Tree]);
    assert_eq!(judged("6/0-(2)", &Grammar::Left), [Necessity::Nothing]);
}

#[test]
fn a_pair_of_brackets_is_identified_by_its_two_positions() {
    let text = " ( 1 + ( 2 ) ) * ( 3 )";
    let parse = Parse::new(text, &Grammar::Left).unwrap();
    let brackets = Brackets::of(&parse).unwrap();
    let places: Vec<(usize, usize)> =
        brackets.pairs.iter().map(|pair| (pair.open, pair.close)).collect();
    assert_eq!(places, [(1, 13), (7, 11), (17, 21)]);
    assert_eq!(brackets.pairs[0].without, "  1 + ( 2 )  * ( 3 )");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_text_with_too_many_bracket_pairs_to_judge_is_rejected() {
    let number = "(".repeat(100) + "1" + &")".repeat(100);
    let text = |numbers: usize| vec![number.as_str(); numbers].join("+");
    assert_eq!(judged(&text(MAX_PAIRS / 100), &Grammar::Left).len(), MAX_PAIRS);
    let parse = Parse::new(&text(251), &Grammar::Left).unwrap();
    let error = Brackets::of(&parse).unwrap_err();
    assert_eq!(error, BracketsError::TooManyPairs(25_100));
    assert!(Parse::new("(1", &Grammar::Left).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_verdict_on_each_pair_of_brackets_is_true(text in texts()) {
        for grammar in Grammar::BASIC {
            let parse = Parse::new(&text, grammar).unwrap();
            let brackets = Brackets::of(&parse).unwrap();
            let whole = grammar.parse(&text).unwrap();
            prop_assert_eq!(brackets.pairs.len(), text.matches('(').count());
            for pair in &brackets.pairs {
                let mut without = text.clone();
                prop_assert_eq!(without.remove(pair.close), ')');
                prop_assert_eq!(without.remove(pair.open), '(');
                let read = grammar.parse(&without).unwrap();
                let value = evaluate(&read).ok() == evaluate(&whole).ok();
                let tree = read.to_s_expression() == whole.to_s_expression();
                let expected = match (value, tree) {
                    (false, _) => Necessity::Value,
                    (true, false) => Necessity::Tree,
                    (true, true) => Necessity::Nothing,
                };
                prop_assert_eq!(pair.necessity, expected, "{} in {}", pair.without, text);
            }
        }
    }
}
