//! The tracer against pest's derived parsers and pest's virtual machine.

use std::cell::Cell;
use std::ops::ControlFlow;

use bracket24::tracer::{GrammarError, MAX_STEPS, Outcome, PestGrammar, TraceError, What};
use pest::Parser;
use pest::error::{Error, InputLocation};
use pest::iterators::{Pair, Pairs};
use pest_vm::Vm;
use proptest::prelude::*;

/// A tree as the names and places of its pairs, or the place of the error.
type Parsed = Result<Vec<(String, usize, usize)>, InputLocation>;

fn parsed<R: pest::RuleType>(
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

/// Makes sure that each grammar has what is expected, by its place and message,
/// among the mistakes that `find` finds.
fn assert_found(cases: &[(&str, &str, &str)], find: impl Fn(&str) -> Vec<GrammarError>) {
    for (source, place, message) in cases {
        let found = find(source);
        assert!(
            found
                .iter()
                .any(|it| source[it.span.clone()] == **place && it.message.contains(message)),
            "{source}: {found:?}"
        );
    }
}

#[test]
fn a_mistake_in_a_grammar_is_found_with_its_place() {
    let cases = [
        ("a = { b }", "b", "rule `b` is undefined"),
        ("a = { \"x\" } a = { \"y\" }", "a", "rule `a` already defined"),
        ("a = { a ~ \"x\" }", "a", "rule `a` is left-recursive (`a` -> `a`)"),
        ("a = { (\"x\"?)* }", "(\"x\"?)*", "cannot fail and will repeat infinitely"),
        ("a = { (!\"x\")* }", "(!\"x\")*", "non-progressing and will repeat infinitely"),
        ("a = { \"x\"? | \"y\" }", "\"x\"?", "cannot fail"),
        ("a = { \"\\u{110000}\" }", "\"\\u{110000}\"", "an escape for no character"),
        ("a = { 'a'..'\\u{D800}' }", "'\\u{D800}'", "an escape for no character"),
        ("a = { PEEK[99999999999..] }", "99999999999", "too large"),
        ("a = { \"x\"{99999999999} }", "99999999999", "number cannot overflow u32"),
        ("a = { \"x\" ", "{", "a `}` is missing"),
        ("a = { \"x\" b = { \"y\" }", "{", "a `}` is missing"),
        ("a = { b // the end\n\n/// A letter.\nb = { \"y\" }", "{", "a `}` is missing"),
        ("a = { \"x\" /* } */ // }\n", "{", "a `}` is missing"),
        ("a = { \"x }", "\"", "a `\"` is missing"),
        ("a = { \"x }\nb = { \"y\" }", "\"", "a `\"` is missing"),
        ("a =", "", "the grammar ends too early"),
        ("a = \"x\"", "\"", "unexpected `\\\"`"),
    ];
    assert_found(&cases, |source| PestGrammar::read(source).expect_err(source));
}

#[test]
fn an_unreachable_alternative_is_warned_of_and_the_grammar_is_read() {
    let cases = [
        ("a = { \"<\" | \"<=\" }", "\"<=\"", "unreachable: `\"<\"` comes first"),
        ("a = { b | c } b = { \"<\" } c = { \"<=\" }", "c", "unreachable: `b` comes first"),
        ("a = { b ~ b | b ~ b ~ b } b = { \"x\" }", "b ~ b ~ b", "`b ~ b` comes first"),
        ("a = { ('0'..'9' | (\"x\" | \"y\" | \"x\")) }", "\"x\"", "`\"x\"` comes first"),
        ("a = { ASCII_DIGIT | \"5\" }", "\"5\"", "`ASCII_DIGIT` comes first"),
        ("a = { 'a'..'z' | 'b'..'c' }", "'b'..'c'", "`'a'..'z'` comes first"),
        ("a = { ^\"a\" | \"A\" }", "\"A\"", "`^\"a\"` comes first"),
        ("a = { ANY | \"q\" ~ b } b = { \"x\" }", "\"q\" ~ b", "`ANY` comes first"),
        ("a = { n | \"5\" } n = { ASCII_DIGIT+ }", "\"5\"", "`n` comes first"),
        ("a = { (\"a\" | \"b\") | \"b\" }", "\"b\"", "`(\"a\" | \"b\")` comes first"),
        ("a = { \"a\"+ | \"aa\" }", "\"aa\"", "`\"a\"+` comes first"),
        ("a = { '\\n'..'\\r' | \"\\u{0C}\" }", "\"\\u{0C}\"", "comes first"),
        ("a = { NEWLINE | \"\\x0d\" ~ \"x\" }", "\"\\x0d\" ~ \"x\"", "`NEWLINE` comes first"),
        ("a = { \"a\" ~ \"b\"* | \"a\" ~ \"c\" }", "\"a\" ~ \"c\"", "`\"a\" ~ \"b\"*` comes first"),
        ("a = { \"(\" ~ ANY | \"(\" ~ 'a'..'b' }", "\"(\" ~ 'a'..'b'", "`\"(\" ~ ANY` comes first"),
    ];
    assert_found(&cases, |source| PestGrammar::read(source).unwrap().warnings().to_vec());
}

#[test]
fn an_alternative_that_can_match_is_not_warned_of() {
    let bodies = [
        // What follows decides.
        "ASCII_DIGIT ~ \"x\" | \"5\"",
        "ASCII_DIGIT{2} | \"5\"",
        "!\"5\" ~ ASCII_DIGIT | \"5\"",
        "&\"5\" ~ \"5\" ~ \"6\" | \"5\"",
        "\"ab\" | \"a\"",
        "^\"ab\" | \"A\"",
        "\"a\" ~ (\"b\" | \"c\") | \"a\"",
        "r ~ \"x\" | \"5\"",
        "itself | \"a\"",
        // It may begin otherwise.
        "'a'..'c' | 'b'..'d'",
        "^\"a\" | \"b\" | \"ä\"",
        "ASCII_DIGIT | \"5\"* ~ \"x\"",
        "ASCII_DIGIT | \"5\"{,2} ~ \"x\"",
        "ASCII_DIGIT | !\"5\" ~ \"x\"",
        "\"n\" | \"\\n\"",
        "\"x\" | \"\\x79\"",
        // It may begin with nothing, or nothing is known.
        "ANY | EOI",
        "LETTER | \"a\"",
        "PUSH(\"a\") ~ POP | \"a\"",
        "PUSH(ANY) ~ (\"b\" | POP)",
        // The same but for its sign.
        "(\"a\") | (^\"a\")",
        "(\"ab\") ~ (\"b\" | ^\"b\")",
    ];
    for body in bodies {
        let source = format!(
            "a = {{ {body} }} r = {{ ASCII_DIGIT }} itself = {{ \"a\" ~ itself | \"ab\" }}
             WHITESPACE = _{{ \" \" }}"
        );
        let grammar = PestGrammar::read(&source).unwrap_or_else(|it| panic!("{body}: {it:?}"));
        assert_eq!(grammar.warnings(), [], "{body}");
    }
}

/// Expressions of a grammar, of these rules among others.
fn bodies(rules: &'static [&'static str]) -> impl Strategy<Value = String> {
    let terminals = [
        "\"a\"",
        "\"b\"",
        "\"ab\"",
        "^\"a\"",
        "^\"Ab\"",
        "'a'..'b'",
        "ASCII_ALPHA_UPPER",
        "ANY",
        "NEWLINE",
        "\"\\n\"",
        "(\"b\" ~ a)",
        "(PUSH('a'..'b') ~ POP)",
    ];
    let leaves = proptest::sample::select([&terminals, rules].concat());
    leaves.prop_map(str::to_owned).prop_recursive(2, 8, 3, |inner| {
        let before = proptest::sample::select(&["", "", "", "", "", "", "!", "&"]);
        let after = ["", "", "", "", "", "?", "*", "+", "{2}", "{1,}", "{,2}"];
        let terms = (before, inner, proptest::sample::select(after.to_vec()))
            .prop_map(|(before, it, after)| format!("{before}({it}){after}"));
        let sequences = proptest::collection::vec(terms, 1..3).prop_map(|it| it.join(" ~ "));
        proptest::collection::vec(sequences, 1..4).prop_map(|it| it.join(" | "))
    })
}

#[test]
fn an_unreachable_alternative_makes_no_difference() {
    let alphabet = ["", "a", "b", "A", " ", "\n"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        let longer = texts.iter().flat_map(|text| alphabet.map(|it| format!("{text}{it}")));
        texts = longer.collect();
        texts.sort_unstable();
        texts.dedup();
    }
    let (read, found) = (Cell::new(0), Cell::new(0));
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&(bodies(&["b", "c"]), bodies(&["c"]), bodies(&[])), |(a, b, c)| {
            let source =
                format!("a = {{ {a} }} b = {{ {b} }} c = @{{ {c} }} WHITESPACE = _{{ \" \" }}");
            let vm = |source: &str| {
                let (_, rules) = pest_meta::parse_and_optimize(source).ok()?;
                Some(Vm::new(rules))
            };
            let Some(with) = vm(&source) else { return Ok(()) };
            read.set(read.get() + 1);
            let grammar = PestGrammar::read(&source).unwrap();
            for error in grammar.warnings() {
                prop_assert!(error.message.contains("is unreachable"), "{error}");
                found.set(found.get() + 1);
                let before = source[..error.span.start].strip_suffix(" | ").unwrap();
                let Some(without) = vm(&format!("{before}{}", &source[error.span.end..])) else {
                    continue;
                };
                for text in &texts {
                    let tree = |vm: &Vm| parsed(vm.parse("a", text), str::to_owned).ok();
                    prop_assert_eq!(
                        tree(&with),
                        tree(&without),
                        "{}: {} {:?}",
                        source,
                        error,
                        text
                    );
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(read.get() > 200 && found.get() > 50, "{read:?} {found:?}");
}

#[test]
fn no_grammar_is_too_large_or_too_twisted_to_be_refused() {
    let rules = |count: usize| {
        (0..count).map(|it| format!("r{it} = {{ \"x\" }}\n")).collect::<Vec<_>>().concat()
    };
    let chain = |count: usize| -> String {
        (0..count).map(|it| format!("r{it} = {{ r{} }}\n", it + 1)).collect::<Vec<_>>().concat()
            + &format!("r{count} = {{ \"x\" }}")
    };
    let nested = format!("a = {{ {}\"x\"{} }}", "(".repeat(90), ")".repeat(90));
    for good in [rules(500), chain(499), nested, format!("a = {{ {}\"x\" }}", "!".repeat(1999))] {
        PestGrammar::read(&good).map(drop).unwrap();
    }
    let bad = [
        (rules(10_001), "has 10001 rules"),
        (format!("a = {{ {}\"x\"{} }}", "(".repeat(20_000), ")".repeat(20_000)), "too deep"),
        (format!("a = {{ {}\"x\" }}", "!".repeat(100_000)), "too many operators"),
        (format!("a = {{ \"x\"{} }}", "?".repeat(100_000)), "too many operators"),
        (format!("a = {{ {} }}", "\"x\" | ".repeat(100_000)), "too many operators"),
        ("a = { ((\"x\"{60000}){60000}){60000} }".to_owned(), "more than 200000 parts"),
        (" ".repeat(2 << 20), "has 2097152 bytes"),
        ("/*".repeat(100_000), "too deep"),
        (
            format!("a = {{ {}\"x\"{} }}", "(".repeat(24), " ~ \"w\")+".repeat(24)),
            "more than 200000 parts",
        ),
    ];
    for (source, message) in bad {
        let errors = PestGrammar::read(&source).expect_err(message);
        assert!(errors[0].message.contains(message), "{}", errors[0]);
        assert!(source.get(errors[0].span.clone()).is_some(), "the place is in the text");
    }
}

#[test]
fn what_would_go_on_for_ever_is_given_up() {
    let cases = [
        ("a = { (PEEK_ALL)* }", "x", TraceError::TooManySteps(MAX_STEPS)),
        (
            "a = { \"(\" ~ a ~ \")\" | \"(\" ~ a ~ \"]\" | \"(\" ~ a | \"x\" }",
            "",
            TraceError::TooManySteps(MAX_STEPS),
        ),
        ("a = { \"(\" ~ a | \"x\" }", "", TraceError::TooManyOpenRules),
    ];
    for (source, text, expected) in cases {
        let grammar = PestGrammar::read(source).unwrap();
        let length = if expected == TraceError::TooManyOpenRules { 1 << 20 } else { 40 };
        let text = if text.is_empty() { "(".repeat(length) } else { text.to_owned() };
        assert_eq!(grammar.parse(grammar.rule("a").unwrap(), &text).unwrap_err(), expected);
    }
}

#[test]
fn a_trace_may_nest_as_deep_as_its_grammar_lets_it() {
    let source =
        format!("a = {{ \"y\" ~ a ~ \"z\"? | {}\"q\" ~ \"w\" | \"x\" }}", "!".repeat(1900));
    let grammar = PestGrammar::read(&source).unwrap();
    for depth in (7000..7400).step_by(7) {
        let text = "y".repeat(depth) + "x";
        assert!(grammar.parse(grammar.rule("a").unwrap(), &text).is_ok());
    }
}

#[test]
fn what_could_follow_takes_little_memory_however_deep_it_is() {
    let source = "a = { \"y\" ~ a ~ \"z\"? | \"x\" }";
    let own = bracket24::grammars::UserGrammar::read(
        "deep.pest",
        &(bracket24::Grammar::Left.source().replace("_{ term", "_{ a | term") + source),
    );
    let grammar = bracket24::Grammar::User(std::sync::Arc::new(own.unwrap()));
    let error = grammar.parse(&"y".repeat(15_000)).unwrap_err();
    assert_eq!(error.span, 15_000..15_000);
    assert_eq!(error.advice(), "expected `y` or `x`");
}

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

#[test]
fn a_long_text_may_take_as_many_steps_as_its_length_needs() {
    // About 100 steps a character, none of them twice.
    let names = (0..100).map(|n| format!("\"{n:02}\"")).collect::<Vec<_>>().join(" | ");
    let grammar = PestGrammar::read(&format!("list = {{ ({names} | \",\")* ~ EOI }}")).unwrap();
    let text = ",".repeat(520_000);
    let list = grammar.rule("list").unwrap();
    assert!(grammar.parse(list, &text).is_ok());
    assert!(text.len() as u64 * 100 > MAX_STEPS);
}
