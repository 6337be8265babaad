//! The shortest texts that two grammars parse differently.

use bracket24::reports::{GrammarDiff, GrammarDifferenceKind};
use bracket24::{Grammar, Named};
use itertools::Itertools;

#[test]
fn left_and_scala_part_at_three_numbers() {
    let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Scala, 9);
    assert_eq!(diff.length, 5);
    let found: Vec<(&str, GrammarDifferenceKind)> =
        diff.differences.iter().map(|it| (&*it.text, it.kind)).collect();
    assert!(found.contains(&("8-4-2", GrammarDifferenceKind::Value)), "{found:?}");
    assert!(found.contains(&("8+4+2", GrammarDifferenceKind::Grouping)), "{found:?}");
    assert!(!found.iter().any(|(text, _)| *text == "8+4-2*1"), "one length only");
    for difference in &diff.differences {
        let [Ok(a), Ok(b)] = &difference.parses else { panic!("both read it") };
        assert_eq!(a.value() != b.value(), difference.kind == GrammarDifferenceKind::Value);
        assert_ne!(a.expression().to_s_expression(), b.expression().to_s_expression());
    }
}

#[test]
fn no_grammar_differs_from_itself() {
    for grammar in Grammar::ALL {
        let diff = GrammarDiff::new(grammar, grammar, 9);
        assert!(diff.is_equal(), "{grammar}");
        assert_eq!((diff.length, diff.tried), (9, 7 + 49 + 343 + 2401 + 16807 + 185 + 1257));
    }
}

#[test]
fn what_differs_is_found_from_either_side_and_has_three_numbers_at_least() {
    for [a, b] in Grammar::ALL.iter().array_combinations() {
        let texts = |a, b| {
            let diff = GrammarDiff::new(a, b, 7);
            diff.differences.into_iter().map(|it| it.text).collect::<Vec<_>>()
        };
        let found = texts(a, b);
        assert_eq!(found, texts(b, a), "{a} and {b}");
        assert!(found.iter().all(|text| text.len() >= "8-4-2".len()), "{a} and {b}: {found:?}");
    }
}

#[test]
fn the_longest_texts_take_no_longer_than_a_person_waits() {
    let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Left, usize::MAX);
    assert_eq!(diff.length, bracket24::reports::MAX_DIFF_TOKENS);
}
