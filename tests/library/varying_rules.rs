//! The rules whose result at a place can vary.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use bracket24::Grammar;
use bracket24::tracer::{Outcome, PestGrammar, TraceError, What};
use proptest::prelude::*;

use crate::grammar_mistakes::bodies;

/// The names of the rules that vary in a parse from the first rule.
fn varying(source: &str) -> Vec<String> {
    let grammar = PestGrammar::read(source).unwrap();
    let start = grammar.rules().next().unwrap();
    grammar.varying_rules(start).into_iter().map(|it| grammar.name(it).to_owned()).collect()
}

#[test]
fn a_rule_varies_if_it_or_a_rule_that_it_calls_uses_the_stack() {
    for used in ["PUSH(x)", "PEEK", "PEEK[0..]", "PEEK_ALL", "POP", "POP_ALL", "DROP", "!PEEK_ALL"]
    {
        let source = format!(
            "a = {{ b ~ x ~ d }} b = @{{ x ~ c? }} c = {{ {used} }} x = {{ \"x\" }}
             d = {{ x }} e = {{ c }}"
        );
        // The parse never comes to `e`.
        assert_eq!(varying(&source), ["a", "b", "c"], "{used}");
    }
    // A blank that uses the stack counts where it may be skipped.
    let source =
        "a = { b ~ c } b = @{ c ~ \"x\" } c = { \"x\" } WHITESPACE = _{ d } d = { PEEK_ALL }";
    assert_eq!(varying(source), ["a", "WHITESPACE", "d"]);
    assert_eq!(varying(&source.replace("b ~ c", "b")), [] as [&str; 0]);
}

#[test]
fn a_rule_varies_if_it_skips_blanks_in_some_calls_only() {
    // In this grammar, `n` skips blanks if `a` calls it, but not if `t` does.
    let source =
        "a = { t ~ \"!\" | n } t = @{ n } n = { m? } m = _{ \"x\" ~ \"y\" } WHITESPACE = { \" \" }";
    assert_eq!(varying(source), ["n", "m"]);
    assert_eq!(varying(&source.replace("\"x\" ~ \"y\"", "\"x\"*")), ["n", "m"]);
    assert_eq!(varying(&source.replace("WHITESPACE", "COMMENT")), ["n", "m"]);
    // A predicate calls a rule, too.
    assert_eq!(varying(&source.replace("{ n }", "{ !n }")), ["n", "m"]);
    for (from, to) in [
        ("WHITESPACE", "BLANK"),
        ("\"x\" ~ \"y\"", "\"x\" | \"y\"?"),
        ("@{ n }", "{ n }"),
        ("@{ n }", "!{ n }"),
        ("m = _{", "m = @{"),
        ("m = _{", "m = !{"),
        ("t ~ \"!\" | n", "t"),
    ] {
        assert_eq!(varying(&source.replace(from, to)), [] as [&str; 0], "{from} {to}");
    }
    // The inside of blanks and comments is atomic.
    let in_blanks = |modifier| {
        format!("a = {{ n ~ n }} n = {{ \"x\" ~ \"y\" }} WHITESPACE = {modifier}{{ n }}")
    };
    for modifier in ["", "_", "@", "$", "!"] {
        assert_eq!(varying(&in_blanks(modifier)), ["n"], "{modifier}");
    }
    assert_eq!(varying(&in_blanks("_").replace("n ~ n", "\"z\"")), [] as [&str; 0]);
}

#[test]
fn no_rule_of_a_built_in_grammar_varies() {
    for grammar in Grammar::BASIC.iter().chain(Grammar::EXTENDED) {
        assert!(grammar.rules().varying_rules(grammar.start()).is_empty(), "{grammar}");
    }
}

/// Grammars whose rules call each other inside atomic rules and outside, with texts on the stack and
/// without.
fn sources() -> impl Strategy<Value = String> {
    let start = r#"s = { t ~ "!" | a ~ "!" | PUSH("a") ~ a ~ "!" | "a" ~ a } t = @{ a }"#;
    let a = bodies(&["b", "c", "d", "c", "PEEK_ALL"]);
    (a, bodies(&["c", "d"]), bodies(&["d"]), bodies(&[])).prop_map(move |(a, b, c, d)| {
        format!(
            "{start} a = {{ {a} }} b = @{{ {b} }} c = {{ {c} }} d = !{{ {d} }}
             WHITESPACE = _{{ \" \" }}"
        )
    })
}

#[test]
fn a_rule_with_different_results_at_a_place_is_one_of_those_that_vary() {
    let (differ, vary, constant) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) };
    let texts = proptest::collection::vec("a?[abA \n]{0,6}", 20);
    proptest::test_runner::TestRunner::new(config)
        .run(&(sources(), texts), |(source, texts)| {
            let Ok(grammar) = PestGrammar::read(&source) else { return Ok(()) };
            let start = grammar.rule("s").unwrap();
            let varying = grammar.varying_rules(start);
            vary.set(vary.get() + varying.len());
            constant.set(constant.get() + 7 - varying.len());
            for text in texts {
                let (mut results, mut different) = (HashMap::new(), Vec::new());
                let mut rest = 0..1000;
                let traced = grammar.trace(start, &text, |event| {
                    if let (What::Rule(rule), Outcome::Match { .. } | Outcome::Fail) =
                        (event.what, event.outcome)
                        && *results.entry((rule, event.at)).or_insert(event.outcome)
                            != event.outcome
                    {
                        different.push(rule);
                    }
                    rest.next().map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
                });
                // If the trace ends early, the open rules fail.
                if matches!(traced, Ok(_) | Err(TraceError::Syntax(_))) {
                    for rule in different {
                        differ.set(differ.get() + 1);
                        prop_assert!(
                            varying.contains(&rule),
                            "{}: {source} {text:?}",
                            grammar.name(rule)
                        );
                    }
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(
        differ.get() > 100 && vary.get() > 500 && constant.get() > 500,
        "{differ:?} {vary:?} {constant:?}"
    );
}
