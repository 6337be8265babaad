//! The tracer against pest's derived parsers and pest's virtual machine.

use std::cell::Cell;
use std::ops::ControlFlow;

use bracket24::tracer::{Outcome, PestGrammar, TraceError, What};
use pest::Parser;
use pest::error::{Error, InputLocation};
use pest::iterators::{Pair, Pairs};
use pest_vm::Vm;
use proptest::prelude::*;

/// A tree as the names and places of its pairs, or the place of the error.
pub(crate) type Parsed = Result<Vec<(String, usize, usize)>, InputLocation>;

pub(crate) fn parsed<R: pest::RuleType>(
    result: Result<Pairs<'_, R>, Error<R>>,
    name: impl Fn(R) -> String,
) -> Parsed {
    let place =
        |pair: Pair<'_, R>| (name(pair.as_rule()), pair.as_span().start(), pair.as_span().end());
    match result {
        Ok(pairs) => Ok(pairs.flatten().map(place).collect()),
        Err(error) => Err(error.location),
    }
}

fn traced(grammar: &PestGrammar, start: &str, text: &str) -> Parsed {
    let start = grammar.rule(start).unwrap();
    let mut open = Vec::new();
    let result = grammar.trace(start, text, |event| {
        if let What::Rule(rule) = event.what {
            match event.outcome {
                Outcome::Enter => {
                    assert_eq!(event.depth, open.len());
                    open.push((rule, event.at));
                }
                Outcome::Match { .. } | Outcome::Fail => {
                    assert_eq!(open.pop(), Some((rule, event.at)), "every rule is left");
                    assert_eq!(event.depth, open.len());
                }
            }
        }
        ControlFlow::Continue(())
    });
    assert!(open.is_empty(), "every rule is left");
    let result = result.map_err(|error| match error {
        TraceError::Syntax(error) => *error,
        other => panic!("{other}"),
    });
    parsed(result, |rule| grammar.name(rule).to_owned())
}

/// How many random texts are a case: every grammar is tried on 20,000, and on more
/// with `PROPTEST_CASES`, of which there are 256 by default.
const BATCH: usize = 80;

/// Makes a test that holds the tracer to the parser that pest derives from the
/// same files, and to pest's virtual machine.
macro_rules! same_as_pest {
    ($test:ident, $module:ident, $alphabet:expr, $start:ident, $($path:literal)+) => {
        mod $module {
            #[derive(pest_derive::Parser)]
            $(#[grammar = $path])+
            pub(super) struct Derived;
        }

        #[test]
        fn $test() {
            let source = concat!($(include_str!(concat!("../../", $path))),+);
            let grammar = PestGrammar::read(source).unwrap();
            let (_, rules) = pest_meta::parse_and_optimize(source).unwrap();
            let vm = Vm::new(rules);
            let start = stringify!($start);
            let texts = proptest::collection::vec($alphabet, BATCH);
            let (tried, accepted) = (Cell::new(0_usize), Cell::new(0_usize));
            let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::default());
            runner
                .run(&texts, |texts| {
                    for text in texts {
                        let derived = $module::Derived::parse($module::Rule::$start, &text);
                        let derived = parsed(derived, |rule| format!("{rule:?}"));
                        let interpreted = parsed(vm.parse(start, &text), str::to_owned);
                        let traced = traced(&grammar, start, &text);
                        tried.set(tried.get() + 1);
                        accepted.set(accepted.get() + usize::from(traced.is_ok()));
                        prop_assert_eq!(&traced, &derived, "{:?}", text);
                        prop_assert_eq!(&traced, &interpreted, "{:?}", text);
                    }
                    Ok(())
                })
                .unwrap();
            assert!(accepted.get() > tried.get() / 50, "too few texts are accepted");
        }
    };
}

/// Texts of `count` random pieces.
fn texts_of(
    pieces: &'static [&'static str],
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(pieces), count).prop_map(|it| it.concat())
}

fn expressions() -> impl Strategy<Value = String> {
    let pieces = &[
        "1", "23", "N", " ", "\t", "+", "-", "*", "/", "(", ")", "(1", "2)", "3+4", "5*6", "7-8-9",
        "(1/2)", "x", "（",
    ];
    texts_of(pieces, 0..7)
}

same_as_pest!(left_is_traced_as_pest_parses_it, left, expressions(), line,
    "grammar/left.pest" "grammar/lexical.pest");
same_as_pest!(scala_is_traced_as_pest_parses_it, scala, expressions(), line,
    "grammar/scala.pest" "grammar/lexical.pest");
same_as_pest!(right_is_traced_as_pest_parses_it, right, expressions(), line,
    "grammar/right.pest" "grammar/lexical.pest");
same_as_pest!(flat_is_traced_as_pest_parses_it, flat, expressions(), line,
    "grammar/flat.pest" "grammar/lexical.pest");
same_as_pest!(pemdas_is_traced_as_pest_parses_it, pemdas, expressions(), line,
    "grammar/pemdas.pest" "grammar/lexical.pest");
same_as_pest!(right_slow_is_traced_as_pest_parses_it, right_slow, expressions(), line,
    "grammar/right_slow.pest" "grammar/lexical.pest");
same_as_pest!(lists_are_traced_as_pest_parses_them, list, expressions(), line,
    "grammar/list.pest" "grammar/lexical.pest");
same_as_pest!(
    hands_are_traced_as_pest_parses_them,
    hand,
    texts_of(&["1", "23", "A", "q", "10", " ", ",", ";", "x", "-"], 0..7),
    separated,
    "grammar/hand.pest"
);
same_as_pest!(
    everything_that_pest_has_is_traced_as_pest_parses_it,
    everything,
    texts_of(
        &[
            "<axa>", "<ax", "b>", "[1a", "a11a]", "1a]", "!]", "{01", "7fF1}", "77}", "1", "a",
            "b", "@aba", "@", "$a", "$ab a b", "aBz", "ABx", "Ä4", "Ä ", "% x%", "$", "%", " ",
            "#", "#x#", "##", "3.4", ".", "Aé\n", "A9\r", "\n", "é",
        ],
        0..6
    ),
    all,
    "tests/grammars/everything.pest"
);

#[test]
fn an_empty_stack_matches_nothing() {
    for source in ["a = { POP }", "a = { PEEK }", "a = { DROP }"] {
        let grammar = PestGrammar::read(source).unwrap();
        let parsed = grammar.parse(grammar.rule("a").unwrap(), "x");
        assert!(matches!(parsed, Err(TraceError::Syntax(_))), "{source}");
    }
}

#[test]
fn a_trace_ends_when_its_listener_says_so() {
    let grammar = PestGrammar::read("a = { b* } b = { \"x\" }").unwrap();
    let (mut entered, mut left) = (0, 0);
    let text = "x".repeat(1000);
    let ended = grammar.trace(grammar.rule("a").unwrap(), &text, |event| {
        match (event.what, event.outcome) {
            (What::Rule(_), Outcome::Enter) => entered += 1,
            (What::Rule(_), _) => left += 1,
            (What::Terminal(_) | What::Sequence, _) => {}
        }
        if entered == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ended, entered, left), (Err(TraceError::Stopped), 5, 5));
}

#[test]
fn what_is_not_remembered_is_read_again_and_again() {
    let grammar = bracket24::Grammar::RightSlow;
    let rules = grammar.rules();
    let (mut calls, mut different) = (0, std::collections::HashSet::new());
    let text = "(((((((1)))))))";
    let parsed = rules.trace(rules.rule("line").unwrap(), text, |event| {
        if let (What::Rule(rule), Outcome::Enter) = (event.what, event.outcome) {
            calls += 1;
            different.insert((rule, event.at));
        }
        ControlFlow::Continue(())
    });
    assert!(parsed.is_ok());
    assert_eq!((calls, different.len()), (305_831, 49));
}
