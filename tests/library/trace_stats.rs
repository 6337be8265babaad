//! The counts of a trace.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{CallStacks, TraceStats};
use bracket24::tracer::{MAX_STEPS, TraceError, What};

fn grammar(source: &str) -> Grammar {
    Grammar::User(Arc::new(UserGrammar::read("a.pest", source).unwrap()))
}

/// Each bracket is read twice, so that the work doubles.
const SLOW: &str = r#"all = { a ~ EOI } a = { b ~ "+" ~ a | b } b = { "(" ~ a ~ ")" | "1" }"#;

#[test]
fn reread_characters_count_for_the_rule_whose_terminals_match_them() {
    let stats = TraceStats::new("(1)", &grammar(SLOW)).unwrap();
    let counts: Vec<_> =
        stats.rules.iter().map(|it| (&*it.rule, it.calls, it.read, it.read_again)).collect();
    // `b` reads all three characters, and again as the second alternative of `a`; the
    // digit within is read twice each time.
    assert_eq!(counts, [("all", 1, 0, 0), ("a", 3, 0, 0), ("b", 6, 8, 5)]);
    assert_eq!(stats.read_again, 5);
    let worst = &stats.places[0];
    assert_eq!((&*worst.rule, worst.at, worst.calls), ("b", 1, 4));
}

#[test]
fn a_memo_does_not_save_a_call_whose_result_varies_at_the_same_position() {
    let by_the_stack = r#"
        s = { SOI ~ (PUSH("a") ~ "b" ~ m ~ "1" | "a" ~ PUSH("b") ~ m ~ "2") ~ EOI }
        m = { POP }
    "#;
    // No blank is allowed between the parts of an atomic rule.
    let by_atomicity = r#"
        line = { first | second }
        first = @{ pair ~ "!" }
        second = { pair ~ "?" }
        pair = { one ~ one }
        one = { "a" }
        WHITESPACE = _{ " " }
    "#;
    let calls = |source: &str, text: &str, rule: &str| {
        let stats = TraceStats::new(text, &grammar(source)).unwrap();
        let it = stats.rules.iter().find(|it| it.rule == rule).unwrap();
        assert_eq!(stats.repeated, stats.rule_calls - stats.distinct);
        (it.calls, it.distinct, stats.results_vary)
    };
    assert_eq!(calls(by_the_stack, "abb2", "m"), (2, 2, true));
    assert_eq!(calls(by_atomicity, "a a?", "pair"), (2, 2, true));
    // A memo still saves a call whose result does not vary.
    assert_eq!(calls(by_atomicity, "a a?", "one"), (4, 3, true));
    assert_eq!(calls(SLOW, "(1)", "b"), (6, 2, false));
}

#[test]
fn a_memo_does_not_save_a_call_that_changes_the_stack() {
    let tags = grammar(
        r#"
        doc = { SOI ~ element ~ EOI }
        element = { void | full }
        void = { open ~ "/>" ~ DROP }
        full = { open ~ ">" ~ element* ~ "</" ~ POP ~ ">" }
        open = { "<" ~ PUSH(name) }
        name = @{ ASCII_ALPHA+ }
    "#,
    );
    let stats = TraceStats::new("<b><i/></b>", &tags).unwrap();
    // With the result of `open` alone, the stack would be empty at `POP`.
    for (rule, counts) in [("open", (5, 5)), ("name", (5, 3)), ("full", (2, 2))] {
        let it = stats.rules.iter().find(|it| it.rule == rule).unwrap();
        assert_eq!((it.calls, it.distinct), counts, "{rule}");
    }
    assert!(stats.results_vary);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_trace_stopped_at_the_limit_keeps_its_counts_and_says_where_it_stopped() {
    let text = "(".repeat(60) + "1" + &")".repeat(60);
    let stats = TraceStats::new(&text, &grammar(SLOW)).unwrap();
    let ended = stats.ended.unwrap();
    assert_eq!(ended.error, TraceError::TooManySteps(MAX_STEPS));
    assert!(["a", "b"].contains(&&*ended.rule) && ended.at > 0, "{ended:?}");
    assert!(stats.rule_calls > 1_000_000 && stats.distinct < 200);
    assert_eq!((stats.places.len(), stats.places[0].at), (10, 60));
    let slow = grammar(SLOW);
    let stacks = CallStacks::new(&text, &slow).unwrap();
    assert_eq!(stacks.ended.as_ref(), Some(&ended));
    assert!(stacks.iter().map(|(_, tried)| tried).sum::<u64>() > 1_000_000);
}

#[test]
fn the_trace_statistics_count_a_rejected_text_up_to_its_error() {
    let stats = TraceStats::new("(1", &grammar(SLOW)).unwrap();
    // What is in the bracket matches, in each of the two alternatives.
    assert_eq!((stats.ended, stats.rules[1].matched), (None, 2));
}

#[test]
fn the_call_stacks_of_a_trace_count_every_terminal_tried() {
    for (text, grammar) in [("(1+1)+1", &grammar(SLOW)), ("8/(3-8/3)", &Grammar::Left)] {
        let mut tried = 0;
        let traced = grammar.trace(text, |event| {
            tried += u64::from(matches!(event.what, What::Terminal(_)));
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(traced, Ok(()));
        let stacks = CallStacks::new(text, grammar).unwrap();
        assert_eq!(stacks.iter().map(|(_, tried)| tried).sum::<u64>(), tried);
        let start = grammar.rules().name(grammar.start());
        assert!(stacks.iter().all(|(rules, _)| rules[0] == start && rules.len() < 20));
    }
}

#[test]
fn the_call_stacks_of_a_deeply_nested_text_stop_at_the_depth_limit() {
    let text = "[".repeat(5_000) + &"]".repeat(5_000);
    let list = grammar(r#"list = { "[" ~ list* ~ "]" }"#);
    let stacks = CallStacks::new(&text, &list).unwrap();
    assert_eq!(stacks.iter().map(|(rules, _)| rules.len()).max(), Some(100));
    assert_eq!(stacks.iter().map(|(_, tried)| tried).sum::<u64>(), 15_000);
}
