//! An answer is checked against the cards and the target, not against a solution.

use std::sync::Arc;

use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Answer, Problem, StepFault};
use bracket24::{Deck, Grammar, Hand, MAX_OPERATORS, Rational, solve};

use crate::trials::answers::is_judged;

pub(crate) fn answer(text: &str, hand: &str) -> Answer {
    Answer::new(text, &hand.parse().unwrap(), &24.into(), &Grammar::Left)
}

/// The miscounted numbers, each with its count in the hand and its count in the answer.
pub(crate) fn miscounts(text: &str, hand: &str) -> Vec<(String, usize, usize)> {
    match answer(text, hand).problem() {
        Some(Problem::Cards(counts)) => {
            counts.iter().map(|it| (it.number.clone(), it.in_hand, it.used.len())).collect()
        }
        other => panic!("{text} for {hand}: {other:?}"),
    }
}

#[test]
fn a_right_answer_may_be_written_in_any_way() {
    for text in [
        "8/(3-8/3)", " 8 / ( 3 - 8 / 3 ) ", "(8)/((3-(8/3)))", "8/(3-8/3)=24", "8/(3-8/3) = 24",
        "8/(3-8/3)=48/2", "8/(3-8/3) = 24.0", "8/(3-8/3) =", "24 = 8/(3-8/3)", "48/2 = 8/(3-8/3)",
    ] {
        assert!(answer(text, "3 3 8 8").is_right(), "{text}");
        assert!(answer(text, "8 3 8 3").is_right(), "{text}");
    }
    for text in ["(K-J)*Q*A", "(13-11)*12*1", "(k-11)*Q*a"] {
        assert!(answer(text, "A J Q K").is_right(), "{text}");
        assert!(answer(text, "1 11 12 13").is_right(), "{text}");
    }
}

#[test]
fn a_right_answer_may_be_in_another_notation() {
    let hand: Hand = "5 6 7 8".parse().unwrap();
    let read = |text: &str, grammar| Answer::in_any_notation(text, &hand, &24.into(), grammar);
    for text in [
        "(5+7)(8-6)",
        "[5+7]*{8-6}",
        "[(5+7)*(8-6)]",
        "\"(5+7)*(8-6)\"",
        "(5+7)(8-6)=24",
        "(5+7)(8-6)=12*2=24",
        "[5+7]*[8-6]=12*2=24",
        "(5+7)(8-6)=12(2)=24",
        "5+7=12; 8-6=2; 12(2)=24",
        "5+7=12, [8-6]=2, 12*2=24",
        "[5+7]=12, [8-6]=2, 12*2=24",
        "{5+7}=12; [12-8]=4; [4*6]=24",
        "((5+7)(8-6))",
        "(6(5+7-8))",
        "(6(8))/(7-5)",
        "(8−6)(5+7)",
        "6*8/(7−5)",
        "(5+7)*(8-6）",
    ] {
        let answer = read(text, &Grammar::Left);
        assert!(answer.is_right(), "{text}");
        assert_eq!(answer.value(), Some(&24.into()), "{text}");
        assert!(!Answer::new(text, &hand, &24.into(), &Grammar::Left).is_right(), "{text}");
    }
    // An edit of a wrong answer makes nothing right, and a bracket could close anywhere.
    for text in [
        "5+7(8-6)",
        "(5+7)*(8-6",
        "(5+7)(8-6",
        "[5+7]*[8-6",
        "((5+7)(8-6)",
        "(5+7))*(8-6",
        "(5+7)*(8-6))",
        "(5+7)*(8-6)+",
        "(5+7)*+(8-6)",
        "(5+7)6(8)",
        "(5+7)*(8-6)==25",
        "(5+7)(8-6)=12*3=24",
        "(5+7)(8-6)=12*2=24*1=24",
        "(5+7)*(8-6)=25?",
        "(5+7)*(8-6) = 25, 24",
        "(5+7)*(8-6)=24/0",
        "5+7==13, 8-6=2, 12*2=24",
        "5+7=13?, 8-6=2, 12*2=24",
    ] {
        assert!(!read(text, &Grammar::Left).is_right(), "{text}");
    }
    // What an own grammar rejects is what its author wants to know.
    let source = include_str!("../../grammar/left.pest");
    let own = UserGrammar::read("own", source).unwrap();
    assert!(!read("(5+7)(8-6)", &Grammar::User(Arc::new(own))).is_right());
}

#[test]
fn an_answer_counts_the_numbers_used_more_or_less_often_than_in_the_hand() {
    let count = |number: &str, in_hand, used| (number.to_owned(), in_hand, used);
    assert_eq!(miscounts("8*3", "3 3 8 8"), [count("3", 2, 1), count("8", 2, 1)]);
    assert_eq!(miscounts("8*3+5-5", "3 3 8 8")[2], count("5", 0, 2));
    assert_eq!(miscounts("8*(3+8-8)", "3 3 8 8"), [count("3", 2, 1), count("8", 2, 3)]);
    assert_eq!(miscounts("2*12", "A J Q K")[..2], [count("A", 1, 0), count("J", 1, 0)]);
    // Two cards are not one number.
    assert_eq!(miscounts("33-8-1", "3 3 8 1"), [count("3", 2, 0), count("33", 0, 1)]);
    assert_eq!(miscounts("24", "3")[1], count("24", 0, 1));
}

#[test]
fn the_answer_reports_its_first_problem() {
    let problem = |text: &str| answer(text, "3 3 8 8").problem().map(|it| format!("{it:?}"));
    let begins = |text: &str, name: &str| problem(text).unwrap().starts_with(name);
    assert!(begins("8/(3-8/3", "Syntax"));
    assert!(begins("", "Syntax"));
    assert!(begins("8/(3-8/3 = 24", "Syntax"));
    assert!(begins("8/(3-8/3) = 24 = 25", "Step"));
    assert_eq!(problem("8/(3-8/3) = 8/(1/3) = 24"), None);
    assert!(begins("8*3 = 8*3", "Cards"));
    assert!(begins("=", "Syntax"));
    assert!(begins("8/(8-8)", "Cards"));
    assert!(begins("8*8/(3-3)", "Undefined"));
    assert!(begins("(8-3)*(8-3)", "Value"));
    assert_eq!(problem("8/(3-8/3)"), None);
}

#[test]
fn an_answer_is_judged_by_its_value_and_not_by_the_value_it_states() {
    for text in ["(8-3)*(8-3) = 25", "(8-3)*(8-3) = 24", "24 = (8-3)*(8-3)", "(8-3)*(8-3)=25.0"] {
        let answer = answer(text, "3 3 8 8");
        assert_eq!(answer.reading.text(), "(8-3)*(8-3)");
        assert!(matches!(answer.problem(), Some(Problem::Value(it)) if *it == 25.into()), "{text}");
    }
    assert_eq!(answer("8/4 = 24", "4 8").reading.text(), "8/4");
    assert_eq!(answer("24 = 8/4", "4 8").reading.text(), "8/4");
    assert_eq!(answer("24 =", "4 6").reading.text(), "24");
}

#[test]
fn an_answer_that_makes_the_target_must_not_state_another_value() {
    for text in
        ["(5+7-8)*6=25", "25=(5+7-8)*6", "(5+7-8)*6=24.5", "(5+7-8)*6 = 49/2", "(5+7-8)*6=-24"]
    {
        match answer(text, "5 6 7 8").problem() {
            Some(Problem::Step(wrong)) => {
                assert_eq!(wrong.expression, "(5+7-8)*6", "{text}");
                assert!(
                    matches!(&wrong.fault, StepFault::Claim(it, _) if *it == 24.into()),
                    "{text}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn the_grammar_that_reads_an_answer_decides_whether_it_is_right() {
    let hand = Hand::from([5, 6, 7, 8]);
    let is_right = |grammar| Answer::new("(5-8-7)*6", &hand, &24.into(), &grammar).is_right();
    assert!(is_right(Grammar::Scala));
    assert!(!is_right(Grammar::Left));
}

#[test]
fn every_solution_is_a_right_answer_for_its_target_and_for_no_other() {
    let hands = Deck::new(1..=13, 4, false).unwrap();
    for hand in hands.hands().step_by(37) {
        for solution in solve(&hand, &24.into()).unwrap() {
            let right = Answer::new(solution.text(), &hand, &24.into(), &Grammar::Left);
            assert!(right.is_right(), "{solution}");
            let other = Answer::new(solution.text(), &hand, &25.into(), &Grammar::Left);
            assert_eq!(other.value(), Some(&Rational::from(24)));
            assert!(matches!(other.problem(), Some(Problem::Value(_))));
        }
    }
}

#[test]
fn a_value_before_an_expression_with_blanks_is_its_claim() {
    for (hand, text) in [
        ("5 6 7 8", "24 = (5 + 7) * (8 - 6)"),
        ("3 3 8 8", "24 = 8 / (3 - 8 / 3)"),
        ("1 2 3 4", "24 = 1 * 2 * 3 * 4"),
        ("6 6 12 1", "6 * 6 = 36, 24 = 36 - 12 * 1"),
        ("5 6 7 8", "(1) 5+7=12, (2) 8-6=2, (3) 12*2=24"),
        ("12 13 2 12 6", "13/2=13/2, 13/2-12=-11/2, -11/2+6=1/2, 12/(1/2)=24"),
    ] {
        let answer = answer(text, hand);
        assert!(answer.is_right(), "{text}: {:?}", answer.problem());
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_right_answer_is_right_however_it_is_written() {
    let judged = (0..400).filter(|&seed| is_judged(seed).unwrap());
    assert!(judged.count() > 300, "a division by zero stops few of them");
}

#[test]
fn advice_on_an_answer_to_a_hand_adds_no_number() {
    for (text, hand) in
        [("-4+4*7*1", "4 4 7 1"), ("4*7*1+(-4)", "4 4 7 1"), ("10-8*-3", "3 10 8 8")]
    {
        let answer = answer(text, hand);
        let diagnosis = answer.reading.failed().unwrap().diagnosis();
        assert_eq!(diagnosis.fix, None, "{text}");
        assert!(diagnosis.slip.clone().unwrap().advice.contains("before the minus"), "{text}");
    }
    for text in ["2^3*3*1", "4!*1", "6²-6-6", "4!+√4-√4", "(3+1)!*(3-2)"] {
        let answer = answer(text, "2 3 3 1");
        let diagnosis = answer.reading.failed().unwrap().diagnosis();
        assert_eq!(diagnosis.fix, None, "{text}");
        let advice = "use only the cards; the grammar `extended` has powers and factorials";
        assert_eq!(diagnosis.slip.clone().unwrap().advice, advice, "{text}");
    }
    for text in ["ten times (8-6)", "10x(8-6)", "1O*(8-6)"] {
        let answer = answer(text, "3 10 8 8");
        let fix = &answer.reading.failed().unwrap().diagnosis().fix;
        assert!(fix.is_some(), "{text}");
    }
}

#[test]
fn the_error_is_at_the_text_after_a_claimed_value() {
    for (text, odd) in [("1*2*3*4 = 24 ☺", "☺"), ("1*2*3*4=24€", "€")] {
        let answer = answer(text, "1 2 3 4");
        let failed = answer.reading.failed().unwrap();
        assert_eq!(&text[answer.before..][failed.at()..], odd, "{text}");
    }
}

#[test]
fn joy_may_end_an_answer_that_claims_a_value() {
    for text in ["1*2*3*4=24!", "1*2=2*3=6*4=24 !!", "1*2=2, 2*3=6, 6*4=24 ✓", "24=1*2*3*4!"] {
        assert!(answer(text, "1 2 3 4").is_right(), "{text}");
    }
    assert!(!answer("1*2*3*4!", "1 2 3 4").is_right());
    let hand = "4 1".parse().unwrap();
    let of_factorials = |text| Answer::new(text, &hand, &24.into(), &Grammar::Extended);
    assert!(of_factorials("24=4!*1!").is_right() && !of_factorials("4*1=24!").is_right());
}

#[test]
fn the_diagnosis_names_a_word_between_steps() {
    for (text, word) in [
        ("5+7=12 next 8-6=2 next 12*2=24", "next"),
        ("5+7=12, 8-6=2 giving 12*2=24", "giving"),
        ("Answer: 5+7=12, 8-6=2, 12*2=24", "Answer"),
        ("(5+7) with 8", "with"),
    ] {
        let answer = answer(text, "5 6 7 8");
        let slip = answer.reading.failed().unwrap().diagnosis().slip.clone().unwrap();
        assert_eq!(&answer.reading.text()[slip.span], word, "{text}");
        assert!(slip.message.contains(word), "{text}");
    }
}

#[test]
fn an_answer_may_use_the_dashes_and_digits_of_other_keyboards() {
    assert!(answer(&bracket24::typed_signs("（５＋７）×(8–6)"), "5 6 7 8").is_right());
}

#[test]
fn every_miscounted_number_of_the_longest_answer_is_listed() {
    let text = (0..MAX_OPERATORS).map(|number| number.to_string()).collect::<Vec<_>>().join("+");
    assert_eq!(miscounts(&text, "3 3 8 8").len(), MAX_OPERATORS);
}
