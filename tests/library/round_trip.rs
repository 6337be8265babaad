//! Every command reads the output of the others: with the letters of cards as
//! they were typed, and with the same value.

use bracket24::lessons::{Diagnosis, Explanation, Parse, Reduction};
use bracket24::reports::{Inspection, SolveOptions, SolveReport, WhyStep};
use bracket24::{
    Equivalence, Grammar, Hand, Named, Rational, SetName, Strings, TemplateSet, evaluate,
};

const HANDS: [&str; 7] =
    ["A J Q K", "a t 5 5", "T 10 2 3", "J J A 5", "Q Q A A", "3 3 8 8", "K T A"];

/// The value that ordinary arithmetic gives a text.
fn value(text: &str) -> Rational {
    let expression = Grammar::Left.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    evaluate(&expression).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn canonical(hand: &Hand) -> TemplateSet {
    TemplateSet::named(SetName::Canonical, hand.cards().len(), &Grammar::Left)
}

#[test]
fn every_grammar_reads_a_card_letter_as_its_number() {
    for grammar in Grammar::BASIC {
        for (letters, numbers) in [
            ("(K-J)*Q/A", "(13-11)*12/1"),
            ("k - j-T", "13-11-10"),
            ("(t+a)*2", "(10+1)*2"),
            ("A", "1"),
        ] {
            let [read, meant] = [letters, numbers].map(|text| grammar.parse(text).unwrap());
            assert!(read.is_grouped_as(&meant), "{letters} by {grammar}");
        }
        for text in ["AJ", "10J", "J10", "K K", "(A)J", "Joker", "B", "N+K", "É"] {
            assert!(grammar.parse(text).is_err(), "{text} by {grammar}");
        }
        assert!(grammar.parse_slots("N+K").is_err(), "a card is no slot");
    }
}

#[test]
fn expressions_printed_by_solve_parse_to_the_same_value() {
    let target = Rational::from(24);
    for (hand, distinct) in
        HANDS.iter().flat_map(|it| Equivalence::ALL.iter().map(move |d| (it, d)))
    {
        let hand: Hand = hand.parse().unwrap();
        let set = canonical(&hand);
        let options =
            SolveOptions { target: target.clone(), distinct: *distinct, first: false, why: true };
        let report = SolveReport::new(hand.clone(), &Strings::new(&set), options).unwrap();
        for found in &report.solutions {
            let text = found.solution.text_with(|position| hand.cards()[position].to_string());
            assert_eq!(value(&text), target, "{text}");
        }
        for left_out in &report.left_out {
            assert_eq!(value(&hand.written(left_out.solution.text())), target);
            let kept = &report.solutions[left_out.same_as].solution;
            let why: Vec<WhyStep> =
                left_out.why.iter().map(|step| step.written(&hand, kept)).collect();
            for (text, rule) in why.iter().flat_map(WhyStep::rules) {
                assert_eq!(value(text), target, "{text}: {rule}");
            }
        }
    }
}

#[test]
fn a_joined_number_is_not_written_as_a_card_with_its_value() {
    let hand: Hand = "A 3 K 2".parse().unwrap();
    let set = TemplateSet::from_lines("NN+N-N\nN+NN-N\nNN-N+N", &Grammar::Extended).unwrap();
    let options = SolveOptions { distinct: Equivalence::Value, why: true, ..SolveOptions::new(24) };
    let report = SolveReport::new(hand.clone(), &Strings::new(&set), options).unwrap();
    let [kept] = &report.solutions[..] else { panic!("{report:?}") };
    let steps = report.left_out.iter().flat_map(|it| &it.why);
    let texts: Vec<String> = steps.map(|it| it.written(&hand, &kept.solution).text).collect();
    assert_eq!(texts, ["A3+K-2"; 2]);
}

#[test]
fn expressions_printed_by_inspect_parse_to_the_same_value() {
    for hand in HANDS {
        let hand: Hand = hand.parse().unwrap();
        let inspection = Inspection::new(hand.clone(), &24.into(), &canonical(&hand), 5);
        let name = |position: usize| hand.cards()[position].to_string();
        let solving = inspection.solving.iter().flat_map(|it| &it.expressions);
        for solution in solving {
            assert_eq!(value(&solution.solution.text_with(name)), 24.into());
        }
        for miss in &inspection.nearest {
            assert_eq!(value(&miss.expression.text_with(name)), miss.value);
        }
    }
}

#[test]
fn one_answer_uses_one_notation_for_cards_throughout() {
    let parse = Parse::new("(K-J)*Q/A-007", &Grammar::Left).unwrap();
    assert_eq!(parse.written().to_s_expression(), "(- (/ (* (- K J) Q) A) 7)");
    let operations: Vec<String> =
        Reduction::of(&parse).unwrap().steps.into_iter().map(|it| it.part.operation).collect();
    assert_eq!(operations, ["K-J", "2*Q", "24/A", "24-7"]);
    let hand: Hand = "A J Q K".parse().unwrap();
    assert_eq!(hand.written("(13-11)*12*1"), "(K-J)*Q*A");
}

#[test]
fn every_step_leaves_a_text_with_the_same_value() {
    for text in ["(K-J)*Q/A", "8/(3-8/3)", "3-K*A", "2*(3-8)-T/4", "(1-2)*(3-4)"] {
        let parse = Parse::new(text, &Grammar::Left).unwrap();
        let reduction = Reduction::of(&parse).unwrap();
        for step in &reduction.steps {
            assert_eq!(value(&mended(&step.after)), value(text), "{}", step.after);
        }
    }
}

/// A text with signs before numbers, as no grammar reads them, after the edits
/// that its diagnoses suggest.
fn mended(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(diagnosis) = Diagnosis::of_expression(&text, &Grammar::Left) {
        text = diagnosis.fix.unwrap_or_else(|| panic!("{text} has no fix")).text;
    }
    text
}

#[test]
fn explain_accepts_card_letters_under_every_grammar() {
    let explanation = Explanation::new("(K-J)-Q/A-T", Grammar::BASIC, 24.into()).unwrap();
    assert!(explanation.parses.iter().all(|it| it.parse().is_some()));
    assert!(!explanation.agree());
}
