//! Evaluating many lines at once gives the same values as evaluating each line.

use std::ops::ControlFlow;

use bracket24::{
    EngineName, Evaluator, Grammar, Hand, LineValue, Rational, SyntaxError, TemplateSet,
};
use proptest::prelude::*;

use crate::tree::{Tree, trees};

/// Small values, divisions by zero, letters, and numbers or intermediate values too large for an
/// `i64`.
const LINES: [&str; 14] = [
    "8/(3-8/3)",
    "8-4-2",
    "8/4/2*24",
    " ( 10 + 2 ) * 2 ",
    "24",
    "1/(3-3)",
    "0*(1/(3-3))",
    "(1/0)*9223372036854775808",
    "A+K+T",
    "2+0/A",
    "24+9223372036854775808-9223372036854775808",
    "9223372036854775807*9223372036854775807/9223372036854775807",
    "24*3037000500*3037000500/3037000500/3037000500",
    "99999999999999999999/0",
];

fn values(grammar: &Grammar, lines: &[String], target: &Rational) -> Vec<LineValue> {
    let text = lines.join("\n") + "\n";
    let (mut evaluator, mut values) = (Evaluator::new(target.clone()), Vec::new());
    let read = grammar.evaluate_lines(&text, &mut evaluator, |value| {
        values.push(value);
        ControlFlow::Continue(())
    });
    read.unwrap();
    values
}

fn read(grammar: &Grammar, text: &str) -> Result<(), SyntaxError> {
    grammar.evaluate_lines(text, &mut Evaluator::new(1.into()), |_| ControlFlow::Continue(()))
}

fn value(grammar: &Grammar, line: &str, target: &Rational) -> LineValue {
    let tree = grammar.parse(line).unwrap();
    match Evaluator::new(target.clone()).try_reaches(&tree) {
        Ok(true) => LineValue::Target(tree),
        Ok(false) => LineValue::Other,
        Err(reason) => LineValue::Undefined(reason),
    }
}

fn assert_as_alone(grammar: &Grammar, lines: &[String], target: &Rational) {
    let alone: Vec<_> = lines.iter().map(|line| value(grammar, line, target)).collect();
    assert_eq!(values(grammar, lines, target), alone, "the spans too, under {grammar}");
}

#[test]
fn a_line_has_the_same_value_among_other_lines_as_alone_under_every_grammar() {
    let lines = LINES.map(str::to_owned);
    for grammar in Grammar::BASIC {
        for target in ["24", "6", "0", "1", "-1/3", "9223372036854775807", "9223372036854775808"] {
            assert_as_alone(grammar, &lines, &target.parse().unwrap());
        }
    }
}

#[test]
fn long_or_many_lines_have_the_same_values_as_alone() {
    let sum = |operands: usize| vec!["1"; operands].join("+");
    let lines: Vec<String> =
        [1, 49, 50, 51, 52, 24, 400, 24].into_iter().cycle().take(200).map(sum).collect();
    for grammar in [Grammar::Left, Grammar::Right] {
        assert_as_alone(&grammar, &lines, &24.into());
        assert_as_alone(&grammar, &lines, &50.into());
    }
}

#[test]
fn line_values_reports_a_line_that_cannot_be_parsed() {
    let long = format!("1\n{}\n", vec!["1"; 600].join("*"));
    let deep = format!("1\n{}1{}\n", "(".repeat(101), ")".repeat(101));
    let huge = format!("1/0-{}\n", "9".repeat(1001));
    let others = ["1\n2+\n", "1\n2", "1\n\n", "N\n", "1\n2+N\n", "2*(N-N)\n1\n", "1/(3-3)*N\n"];
    for text in others.into_iter().chain([&*long, &deep, &huge]) {
        for grammar in Grammar::BASIC {
            assert!(read(grammar, text).is_err(), "{text}");
        }
    }
}

#[test]
fn the_first_invalid_line_is_reported_before_a_later_too_long_one() {
    let deep = format!("1\n2+\n{}1{}\n", "(".repeat(101), ")".repeat(101));
    let long = format!("1\n2+\n{}\n", vec!["1"; 600].join("*"));
    for text in [deep, long] {
        for grammar in Grammar::BASIC {
            let mut error = grammar.parse("2+").unwrap_err();
            error.span = 4..4;
            assert_eq!(read(grammar, &text), Err(error), "{grammar}");
        }
    }
}

#[test]
fn the_place_of_an_error_in_a_later_line_counts_from_the_start_of_the_whole_text() {
    let span = |text: &str| read(&Grammar::Left, text).unwrap_err().span;
    let alone = Grammar::Left.parse("2+**3").unwrap_err().span;
    assert!(alone.start < alone.end, "a text begins there and ends there");
    for lines in ["10+1\n", "10+1\n2*(3+4)\n", "1\n2\n3\n4\n"] {
        let moved = lines.len() + alone.start..lines.len() + alone.end;
        assert_eq!(span(&format!("{lines}2+**3\n5\n")), moved);
    }
    let long = vec!["1"; 600].join("*");
    let alone = Grammar::Left.parse(&long).unwrap_err().span;
    assert_eq!(span(&format!("1\n23\n{long}\n")), 5 + alone.start..5 + alone.end);
}

#[test]
fn evaluate_lines_passes_on_no_line_after_the_callback_stops_it() {
    let mut count = 0;
    let read = Grammar::Left.evaluate_lines("1\n2\n3\n", &mut Evaluator::new(2.into()), |value| {
        count += 1;
        match value {
            LineValue::Target(_) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    assert_eq!((read, count), (Ok(()), 2));
}

#[test]
fn the_strings_and_compiled_engines_agree_for_any_grammar_and_cards() {
    let huge = "9223372036854775807 9223372036854775808 24 1".parse::<Hand>().unwrap();
    let hands =
        [huge, Hand::from([5, 5, 8, 10]), Hand::from([100, 4, 4, 4]), Hand::from([0, 1, 6, 4])];
    let templates = "N-N-N*N\nN/N/N*N\n(N+N)*(N-N)\nN*N/(N-N)\nN*(N-N/N)\nN+N+N+N\nN*N*N*N";
    for grammar in Grammar::BASIC {
        let set = TemplateSet::from_lines(templates, grammar).unwrap();
        let found = |engine: EngineName, hand: &Hand| {
            let mut found = Vec::new();
            let effort = engine.engine(&set).solve(hand, &24.into(), &mut |solution| {
                found.push(solution);
                ControlFlow::Continue(())
            });
            let effort = effort.unwrap();
            (found, effort.evaluated, effort.zero_divisions)
        };
        for hand in &hands {
            let compiled = found(EngineName::Compiled, hand);
            assert_eq!(found(EngineName::Strings, hand), compiled, "{hand}, {grammar}");
        }
    }
}

proptest! {
    #[test]
    fn a_line_has_the_same_value_in_a_text_as_alone(trees in prop::collection::vec(trees(), 1..20)) {
        let lines: Vec<String> = trees.iter().map(Tree::bracketed).collect();
        let first = trees.iter().find_map(Tree::value);
        let target = first.map_or_else(|| Rational::from(24), Rational::from);
        for grammar in [Grammar::Left, Grammar::Scala] {
            assert_as_alone(&grammar, &lines, &target);
        }
    }
}
