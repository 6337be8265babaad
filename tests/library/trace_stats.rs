//! The counts of a trace.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Recording, TraceDetail, TraceStats};
use bracket24::tracer::{MAX_STEPS, TraceError};

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

/// The calls of a rule, and how many of them a memo would leave, in each of these texts.
fn counts(source: &str, rule: &str, texts: &[&str]) -> Vec<(u64, u64, bool)> {
    let count = |text: &&str| {
        let grammar = grammar(source);
        let stats = TraceStats::new(text, &grammar).unwrap();
        // A recording marks the calls that a memo would save; the calls inside them are saved, too.
        let recording = Recording::new(text, &grammar, TraceDetail::Rules).unwrap();
        let again = recording.calls.iter().filter(|it| it.is_again).count() as u64;
        assert!(again <= stats.repeated && (again == 0) == (stats.repeated == 0), "{text}");
        let it = stats.rules.iter().find(|it| it.rule == rule).unwrap();
        (it.calls, it.distinct, stats.results_vary)
    };
    texts.iter().map(count).collect()
}

#[test]
fn the_grammar_decides_which_results_vary_and_not_the_text() {
    // The result of `n` depends on whether its caller is atomic.
    let by_blanks = r#"
        line = { SOI ~ (a ~ "!" | n ~ "?") ~ EOI }
        a = @{ n }
        n = { "x" ~ "y" }
        WHITESPACE = _{ " " }
    "#;
    assert_eq!(counts(by_blanks, "n", &["xy?", "x y?", "xz", "z"]), [(2, 2, true); 4]);
    // Without blanks to skip, it does not.
    let no_blanks = by_blanks.replace("WHITESPACE", "blank");
    assert_eq!(counts(&no_blanks, "n", &["xy?", "x y?", "z"]), [(2, 1, false); 3]);
    let no_gap = by_blanks.replace("\"x\" ~ \"y\"", "\"xy\"");
    assert_eq!(counts(&no_gap, "n", &["xy?", "x y?", "z"]), [(2, 1, false); 3]);
    // A rule for blanks is always atomic inside, and so is an atomic rule.
    let always = by_blanks.replace("n ~ \"?\"", "\"z\"* ~ a ~ \"?\"").replace("\" \"", "\" \" ~ n");
    assert_eq!(counts(&always, "a", &["xy?", "x y?", "x"]), [(2, 1, false); 3]);
    let by_stack = r#"
        line = { SOI ~ (PUSH("a") ~ "b" ~ v ~ "!" | "a" ~ PUSH("b") ~ v) ~ EOI }
        v = { "c" ~ PEEK? }
    "#;
    assert_eq!(counts(by_stack, "v", &["abc", "abca", "abcb", "ab"]), [(2, 2, true); 4]);
    // `w` uses the stack only between its parts.
    let by_blanks_with_stack = r#"
        line = { SOI ~ (PUSH("a") ~ "b" ~ w ~ "!" | "a" ~ PUSH("b") ~ w) ~ EOI }
        w = { "c" ~ "d" }
        WHITESPACE = _{ PEEK_ALL ~ "." }
    "#;
    assert_eq!(counts(by_blanks_with_stack, "w", &["abcd", "abcb.d", "abca.d"]), [(2, 2, true); 3]);
}

#[test]
fn a_memo_saves_a_call_that_varies_inside_a_call_that_does_not() {
    let source = r#"
        line = { a ~ "!" | a ~ ";" | a ~ "?" | a ~ n }
        a = @{ n }
        n = { "x" ~ "y" }
        WHITESPACE = _{ " " }
    "#;
    // `n` is called at the beginning only inside `a`.
    assert_eq!(
        counts(source, "n", &["xy?", "xy xy", "x y", "z"])[..2],
        [(3, 1, false), (4, 2, false)]
    );
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
}

#[test]
fn the_trace_statistics_count_a_rejected_text_up_to_its_error() {
    let stats = TraceStats::new("(1", &grammar(SLOW)).unwrap();
    // What is in the bracket matches, in each of the two alternatives.
    assert_eq!((stats.ended, stats.rules[1].matched), (None, 2));
}
