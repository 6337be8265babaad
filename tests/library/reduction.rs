//! The evaluation of an expression, step by step.

use bracket24::grammars::Ordinary;
use bracket24::lessons::{Parse, Reduction, Step};
use bracket24::{Grammar, Rational, evaluate};
use proptest::prelude::*;

use crate::tree::texts;

/// The steps of a text, whose parse lives as long as the tests.
fn reduction(text: &str, grammar: &Grammar) -> Reduction<'static> {
    let parse = Box::leak(Box::new(Parse::new(text, grammar).unwrap()));
    Reduction::of(parse).unwrap()
}

/// The operation and the remaining values of each step.
fn steps<'a>(reduction: &'a Reduction) -> Vec<(&'a str, &'a str)> {
    reduction.steps.iter().map(|step| (&*step.part.operation, &*step.after)).collect()
}

#[test]
fn the_reduction_performs_operations_in_tree_order() {
    let read = reduction("1-2*3-(4+5)/6", &Grammar::Left);
    assert_eq!(
        steps(&read),
        [
            ("2*3", "1-6-(4+5)/6"),
            ("1-6", "(-5)-(4+5)/6"),
            ("4+5", "(-5)-9/6"),
            ("9/6", "(-5)-(3/2)"),
            ("(-5)-(3/2)", "-13/2"),
        ]
    );
    let scala = reduction("8-4-2", &Grammar::Scala);
    assert_eq!(steps(&scala), [("4-2", "8-2"), ("8-2", "6")]);
    assert_eq!(scala.parse.ordinary(), &Ordinary::Value(2.into()));
}

/// The innermost rule that contains both operands of each step.
fn levels(text: &str, grammar: &Grammar) -> Vec<String> {
    let steps = reduction(text, grammar).steps;
    steps.into_iter().filter_map(|step| step.part.rule).map(|rule| rule.enclosing_rule).collect()
}

#[test]
fn each_reduction_step_names_the_rule_that_groups_it() {
    assert_eq!(levels("8/(3-8/3)", &Grammar::Left), ["term", "expression", "term"]);
    assert_eq!(levels("(1+2)*(3)", &Grammar::Left), ["expression", "term"]);
    assert_eq!(levels("8-4/2-1", &Grammar::Scala), ["quotient", "difference", "difference"]);
    assert_eq!(levels("1+2*3", &Grammar::Flat), ["expression", "expression"]);
    assert_eq!(levels("8-3+2", &Grammar::Pemdas), ["sum", "expression"]);
    let slow = reduction(" 2 * ( 8 - 4 )", &Grammar::RightSlow);
    let rules = slow.steps.iter().map(|step| step.part.rule.as_ref().unwrap());
    let rules: Vec<(&str, &str)> =
        rules.map(|rule| (&*rule.enclosing_rule, &*rule.operator_rule)).collect();
    assert_eq!(rules, [("expression", "subtract"), ("term", "multiply")]);
    let failed = reduction("5/0", &Grammar::Right).value.unwrap_err();
    assert_eq!(failed.part.rule.unwrap().operator_rule, "divide");
}

#[test]
fn steps_print_brackets_once_and_only_if_a_number_would_be_misread() {
    let cases: [(&str, &[(&str, &str)]); 7] = [
        ("8/(3-8/3)", &[("8/3", "8/(3-(8/3))"), ("3-(8/3)", "8/(1/3)"), ("8/(1/3)", "24")]),
        ("8/(8/3)", &[("8/3", "8/(8/3)"), ("8/(8/3)", "3")]),
        ("5-(1-4)", &[("1-4", "5-(-3)"), ("5-(-3)", "8")]),
        ("((1-4))*2", &[("1-4", "(-3)*2"), ("(-3)*2", "-6")]),
        ("((9-4))*2", &[("9-4", "5*2"), ("5*2", "10")]),
        ("((1/4))", &[("1/4", "1/4")]),
        ("(7)+((1+1))", &[("1+1", "(7)+2"), ("7+2", "9")]),
    ];
    for (text, expected) in cases {
        assert_eq!(steps(&reduction(text, &Grammar::Left)), expected, "{text}");
    }
}

#[test]
fn reduction_keeps_the_unreduced_text_as_it_was_written() {
    let read = reduction("  ( 8 - 5 ) * ( 1 + (7) )\t", &Grammar::Left);
    assert_eq!(steps(&read), [("8-5", "  3 * ( 1 + (7) )\t"), ("1+7", "  3 * 8\t"), ("3*8", "24")]);
    let part = |step: usize| &read.before(step)[read.steps[step].part.span.clone()];
    assert_eq!([part(0), part(1), part(2)], ["8 - 5", "1 + (7)", "3 * 8"]);
    let replaced = |step: usize| &read.before(step)[read.steps[step].replaced.clone()];
    assert_eq!([replaced(0), replaced(1), replaced(2)], ["( 8 - 5 )", "( 1 + (7) )", "  3 * 8\t"]);
    assert_eq!(read.before(3), "24");
}

#[test]
fn a_number_alone_takes_no_step() {
    let read = reduction(" ((5))", &Grammar::Left);
    assert_eq!((read.steps.len(), read.value), (0, Ok(5.into())));
}

#[test]
fn a_division_by_zero_ends_the_steps_and_the_error_names_it() {
    let read = reduction("1+5/(3-3)", &Grammar::Left);
    assert_eq!(steps(&read), [("3-3", "1+5/0")]);
    let failed = read.value.clone().unwrap_err();
    assert_eq!(failed.part.operation, "5/0");
    assert_eq!(&read.before(1)[failed.part.span], "5/0");
    assert_eq!(&read.parse.text()[failed.origin.operand], "3-3");
    assert_eq!(failed.origin.sign, 3..4);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_longest_chains_of_long_numbers_can_be_reduced() {
    let number = |last: usize| "7".repeat(20) + &(1000 + 2 * last).to_string();
    let chain = |sign: &str| (0..251).map(number).collect::<Vec<_>>().join(sign);
    for text in [chain("*"), chain("/"), chain("-1/")] {
        // The third text has twice as many operators, so only half of it is used.
        let text = if text.contains('-') { &text[..text.len() / 2 - 2] } else { &text };
        for grammar in Grammar::BASIC {
            let reduction = reduction(text, grammar);
            let last = reduction.steps.last().map(|step| step.after.clone());
            assert_eq!(last, reduction.value.ok().map(|value| value.to_string()));
        }
    }
}

/// Writes the remaining values so that the grammars read them: they know no signs.
fn readable(left: &str) -> String {
    let left = left.replace("(-", "(0-");
    if left.starts_with('-') { format!("0{left}") } else { left }
}

/// Whether the step puts its value in place of the part, and reports both places correctly.
fn is_in_place(before: &str, step: &Step) -> bool {
    let kept = |text: &str, hole: &std::ops::Range<usize>| {
        (text[..hole.start].to_owned(), text[hole.end..].to_owned())
    };
    let number = |range: &std::ops::Range<usize>| {
        let text = &step.after[range.clone()];
        text.trim_start_matches('(').trim_end_matches(')').parse::<bracket24::Rational>()
    };
    kept(before, &step.replaced) == kept(&step.after, &step.result)
        && number(&step.result) == Ok(step.value.clone())
        && step.results.last() == Some(&step.result)
        && step.results.iter().all(|result| number(result).is_ok())
        && step.results.is_sorted_by(|a, b| a.end <= b.start)
}

/// Whether a pair of brackets encloses exactly this part.
fn is_in_brackets(text: &str, part: &std::ops::Range<usize>) -> bool {
    text[..part.start].trim_end().ends_with('(') && text[part.end..].trim_start().starts_with(')')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_reduction_step_preserves_the_value_under_its_grammar(text in texts()) {
        for grammar in Grammar::BASIC {
            let reduction = reduction(&text, grammar);
            let value = evaluate(&grammar.parse(&text).unwrap());
            match &reduction.value {
                Ok(found) => prop_assert_eq!(value.as_ref(), Ok(found)),
                Err(stop) => prop_assert_eq!(value.as_ref(), Err(&stop.origin)),
            }
            for (index, step) in reduction.steps.iter().enumerate() {
                let left = grammar.parse(&readable(&step.after)).unwrap();
                prop_assert_eq!(evaluate(&left).ok(), value.clone().ok(), "{}", step.after);
                prop_assert!(is_in_place(reduction.before(index), step), "{:?}", step);
                prop_assert!(step.part.rule.is_some());
                prop_assert!(!is_in_brackets(&step.after, &step.result), "{}", step.after);
            }
            if let (Some(last), Ok(value)) = (reduction.steps.last(), &reduction.value) {
                prop_assert_eq!(&last.after, &value.to_string());
                let operations = (reduction.parse.expression().nodes().len() - 1) / 2;
                prop_assert_eq!(reduction.steps.len(), operations);
            }
        }
    }

    #[test]
    fn each_step_reads_the_text_that_the_previous_step_left(text in texts()) {
        for grammar in Grammar::BASIC {
            let all = reduction(&text, grammar);
            // If the value has no sign, the remaining text is an expression in itself; a value that
            // is a fraction adds one operation.
            let Some(first) = all.steps.first().filter(|step| step.value.is_integer()) else {
                continue;
            };
            if first.value.is_negative() {
                continue;
            }
            let rest = reduction(&first.after, grammar);
            prop_assert_eq!(steps(&rest), &steps(&all)[1..]);
        }
    }
}

#[test]
fn a_text_without_a_value_is_also_compared_with_ordinary_arithmetic() {
    let compared = |text: &str| {
        let parse = Grammar::Right.parse(text).unwrap();
        Ordinary::of(text, &Grammar::Right, &evaluate(&parse))
    };
    // 4-2-2 is 0 only if grouped from the left, and 2-4-2 only if grouped from the right; 2-2 is 0
    // in both ways.
    assert!(matches!(compared("8/(4-2-2)"), Ordinary::NoValue(_)));
    assert_eq!(compared("8/(2-4-2)"), Ordinary::Value(Rational::from(-2)));
    assert_eq!(compared("8/(2-2)"), Ordinary::Same);
}
