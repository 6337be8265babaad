//! Files of tests of a grammar.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::reports::{Expected, Got, GrammarTestRun, TestSuite};

const JSON: &str = include_str!("../grammars/plain/json.pest");

fn grammar(source: &str) -> Grammar {
    Grammar::User(Arc::new(UserGrammar::read("a.pest", source).unwrap()))
}

/// The names of the tests that fail.
fn failed(source: &str, grammar: &Grammar) -> Vec<String> {
    let suite = TestSuite::read(source).unwrap();
    let run = GrammarTestRun::new(&suite, grammar, |_| true).unwrap();
    run.results.iter().filter(|it| !it.has_passed()).map(|it| it.test.name.clone()).collect()
}

fn updated(source: &str, grammar: &Grammar) -> String {
    let suite = TestSuite::read(source).unwrap();
    suite.updated(&GrammarTestRun::new(&suite, grammar, |_| true).unwrap())
}

/// The first mistake: its message, and the text at its place.
fn mistake(source: &str) -> (String, String) {
    let error = TestSuite::read(source).unwrap_err().swap_remove(0);
    (error.message, source[error.span].to_owned())
}

#[test]
fn the_text_of_a_grammar_test_drops_one_empty_line_at_each_end() {
    let texts = [
        ("8", "8"),
        ("\n8\n", "8"),
        ("\n\n8\n\n", "\n8\n"),
        ("8\n---\n4", "8\n---\n4"),
        (" 8 ", " 8 "),
        ("", ""),
        ("\n", ""),
    ];
    for (written, text) in texts {
        let source = format!("a comment\n===\nname\n===\n{written}\n---\n(line)\n");
        let suite = TestSuite::read(&source).unwrap();
        assert_eq!((&*suite.tests[0].text, suite.tests[0].line), (text, 3), "{written:?}");
    }
    let source = "===\r\nname\r\n:skip\r\n===\r\n8\r\n===\r\nnext\r\n===\r\n";
    let suite = TestSuite::read(source).unwrap();
    assert_eq!((&*suite.tests[0].text, suite.tests[0].is_skipped), ("8", true));
}

#[test]
fn the_line_of_a_grammar_test_is_the_first_one_of_its_name() {
    let suite = TestSuite::read("===\n\n:skip\n\nThe name\ngoes on\n===\n8\n").unwrap();
    assert_eq!((&*suite.tests[0].name, suite.tests[0].line), ("The name goes on", 5));
}

#[test]
fn a_rule_with_the_name_of_an_operator_is_a_rule_of_an_expected_tree() {
    let source = "log = { SOI ~ sqrt+ ~ EOI } sqrt = @{ ASCII_ALPHA+ ~ \";\" }";
    let grammar = grammar(source);
    for tree in ["(log (sqrt) (sqrt))", "(log (sqrt \"ab;\") (sqrt \"c;\") (EOI))"] {
        let source = format!("===\nname\n===\nab;c;\n---\n{tree}\n");
        assert_eq!(failed(&source, &grammar), [""; 0], "{tree}");
    }
    let wrong = "===\nname\n===\nab;c;\n---\n(log)\n";
    assert_eq!(failed(wrong, &grammar), ["name"]);
    assert_eq!(failed(&updated(wrong, &grammar), &grammar), [""; 0]);
    let value = "===\nname\n===\nlog(2,8)\n---\n(log 2 8)\n";
    assert_eq!(failed(value, &Grammar::Extended), [""; 0]);
}

#[test]
fn separator_lines_without_the_mark_of_the_test_file_are_plain_text() {
    let source = "===|\nname\n===|\n===\n---\n===\n---|\n(a)\n===|\nnext\n===|\n8\n";
    let suite = TestSuite::read(source).unwrap();
    let texts: Vec<&str> = suite.tests.iter().map(|test| &*test.text).collect();
    assert_eq!(texts, ["===\n---\n===", "8"]);
}

#[test]
fn an_expected_tree_may_omit_texts_and_silent_rules_and_may_have_comments() {
    let grammar = grammar(
        r#"sum = { number ~ tail* ~ EOI } tail = _{ "+" ~ number } number = @{ ASCII_DIGIT+ }"#,
    );
    let right = [
        "(sum (number \"1\") (number \"2\"))",
        "; all of it\n(sum (number) ; the first\n (number \"2\"))",
        "(sum (number \"1\") (tail (number \"2\")) (EOI))",
        "",
    ];
    let wrong =
        ["(sum)", "(sum (number \"1\") (number \"3\"))", "(sum (number (number)))", "(number)"];
    for (trees, passes) in [(&right[..], true), (&wrong[..], false)] {
        for tree in trees {
            let source = format!("===\nname\n===\n1+2\n---\n{tree}\n");
            assert_eq!(failed(&source, &grammar).is_empty(), passes, "{tree}");
        }
    }
}

#[test]
fn a_silent_start_rule_may_give_several_trees() {
    let grammar = grammar(r#"all = _{ one ~ two? } one = { "1" } two = { "2" }"#);
    assert_eq!(
        updated("===\nname\n===\n12\n---\n", &grammar).lines().last(),
        Some(r#"(one "1") (two "2")"#)
    );
    assert!(failed("===\nname\n===\n12\n---\n(one)\n(two)\n", &grammar).is_empty());
    assert_eq!(failed("===\nname\n===\n1\n---\n(one)\n(two)\n", &grammar), ["name"]);
}

#[test]
fn a_grammar_test_counts_a_text_that_is_only_partly_matched_as_rejected() {
    let grammar = grammar("digits = { ASCII_DIGIT+ }");
    assert_eq!(failed("===\nname\n===\n1x\n", &grammar), ["name"]);
    assert!(failed("===\nname\n:error\n===\n1x\n", &grammar).is_empty());
}

#[test]
fn an_update_replaces_trees_that_name_removed_rules() {
    let grammar = grammar("sum = { SOI ~ item ~ (\"+\" ~ item)* ~ EOI }\nitem = { ASCII_DIGIT }");
    let source = "===\nrenamed\n===\n1+2\n---\n(sum (number) (number))\n";
    let suite = TestSuite::read(source).unwrap();
    let errors = GrammarTestRun::new(&suite, &grammar, |_| true).unwrap_err();
    assert_eq!(errors.len(), 2, "{errors:?}");
    let run = GrammarTestRun::for_update(&suite, &grammar, |_| true).unwrap();
    let updated = suite.updated(&run);
    assert!(updated.contains("(sum (item) (item)"), "{updated}");
    let again = TestSuite::read(&updated).unwrap();
    assert!(GrammarTestRun::new(&again, &grammar, |_| true).unwrap().has_passed());
    // The start rule cannot be guessed.
    let suite = TestSuite::read("===\nname\n:start(gone)\n===\n1\n").unwrap();
    let errors = GrammarTestRun::for_update(&suite, &grammar, |_| true).unwrap_err();
    assert_eq!(errors[0].message, "the grammar has no rule `gone`");
}

#[test]
fn a_skipped_test_may_name_rules_that_the_grammar_lacks() {
    let source = "===\nname\n:skip\n:start(gone)\n===\n1\n---\n(old)\n";
    let suite = TestSuite::read(source).unwrap();
    for run in [
        GrammarTestRun::new(&suite, &Grammar::Left, |_| true),
        GrammarTestRun::for_update(&suite, &Grammar::Left, |_| true),
    ] {
        let run = run.unwrap();
        assert!(run.results[0].is_skipped());
        assert_eq!(suite.updated(&run), source);
    }
}

#[test]
fn a_grammar_test_may_use_another_start_rule() {
    let source = "===\nname\n:start(term)\n===\n8*3\n---\n(term (multiply))\n";
    let suite = TestSuite::read(source).unwrap();
    let run = GrammarTestRun::new(&suite, &Grammar::Left, |_| true).unwrap();
    assert!(matches!(run.results[0].got, Got::Read { .. }));
    let errors = GrammarTestRun::new(&suite, &grammar(JSON), |_| true).unwrap_err();
    assert_eq!(errors[0].message, "the grammar has no rule `term`");
    assert_eq!(&source[errors[0].span.clone()], "term");
}

#[test]
fn grammar_tests_accept_templates() {
    assert!(failed("===\nname\n===\nN-N\n---\n(- N N)\n", &Grammar::Left).is_empty());
}

#[test]
fn broken_test_entries_are_reported_with_their_place() {
    let mistakes = [
        ("nothing", "there is no test in the file", ""),
        ("===\nname\n", "the name of a test is not closed", "==="),
        ("===\n===\n8\n", "a test without a name", "==="),
        ("===\n:error\n===\n8\n", "a test without a name", "==="),
        ("===\nname\n:eror\n===\n8\n", "unknown attribute `:eror`", ":eror"),
        ("===\nname\n===\n8\n---\n(a (b)\n", "a `)` is missing", "("),
        ("===\nname\n===\n8\n---\n(a))\n", "a `)` without `(`", ")"),
        ("===\nname\n===\n8\n---\n(a b)\n", "`b` stands alone", "b"),
        ("===\nname\n===\n8\n---\n(a)\n===|\n", "`===|` stands alone", "===|"),
        ("===\nname\n===\n8\n---\n()\n", "a bracket without a rule", "("),
        (
            "===\nname\n===\n8\n---\n(a \"b)\n",
            "a text that is not closed, or has an unknown escape",
            "\"b)",
        ),
        (
            "===\nname\n===\n8\n---\n(a \"\\q\")\n",
            "a text that is not closed, or has an unknown escape",
            "\"\\q\")",
        ),
        ("===\nname\n===\n8\n---\n(a (b) \"c\")\n", "a text in the wrong place", "\"c\""),
        (
            "===\nname\n:error\n===\n8\n---\n\n(a)\n",
            "a tree of a text that the grammar should reject",
            "(a)",
        ),
    ];
    for (source, message, place) in mistakes {
        assert_eq!(mistake(source), (message.to_owned(), place.to_owned()), "{source}");
    }
    let error = TestSuite::read("===\nname\n===\n8\n---\n(a)\n---|\n").unwrap_err().swap_remove(0);
    assert_eq!(error.advice, "if one separator has a mark, as in `===|`, all of them need it");
}

#[test]
fn an_update_writes_the_actual_trees_and_keeps_everything_else() {
    // The last line does not end in a newline.
    let before = include_str!("../cases/suite_before_update.txt").trim_end();
    let after = include_str!("../cases/suite_after_update.txt").trim_end();
    assert_eq!(updated(before, &Grammar::Left), after);
    assert_eq!(updated(after, &Grammar::Left), after);
    let lines = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(updated(&lines(before), &Grammar::Left), lines(after));
}

#[test]
fn the_test_update_writes_a_long_tree_over_several_lines_and_it_then_passes() {
    let grammar = grammar(JSON);
    let source = "===\nname\n===\n{\"a\":[1,2,{\"b\":\"\\\"\"}],\"c\":null}\n---";
    let after = updated(source, &grammar);
    assert!(after.starts_with(source) && after.lines().count() > 10, "{after}");
    assert!(failed(&after, &grammar).is_empty(), "{after}");
    assert_eq!(updated(&after, &grammar), after);
    // The tests still pass without these texts in the trees.
    let texts = after.replace(" \"1\"", "");
    assert!(failed(&texts, &grammar).is_empty(), "{texts}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_grammar_that_takes_too_long_passes_no_test_and_updates_none() {
    let grammar = grammar(r#"a = { b ~ EOI } b = { c ~ "+" ~ b | c } c = { "(" ~ b ~ ")" | "1" }"#);
    let text = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    let source = format!("===\nname\n:error\n===\n{text}\n");
    let suite = TestSuite::read(&source).unwrap();
    assert_eq!(suite.tests[0].expected, Expected::Refused);
    let run = GrammarTestRun::new(&suite, &grammar, |_| true).unwrap();
    assert!(!run.has_passed());
    assert_eq!(suite.updated(&run), source);
}

#[test]
fn the_test_update_removes_the_tree_of_a_rejected_text() {
    let next = "===\nnext\n===\n2\n";
    for (before, after) in [
        ("===\na\n===\n\n1+\n\n---\n\n(+ 1 1)\n\n", "===\na\n:error\n===\n\n1+\n\n"),
        ("===\na\n===\n1+\n---\n(+ 1 1)\n", "===\na\n:error\n===\n1+\n"),
        // A comment stays in its place.
        ("===\na\n===\n1+\n---\n; why\n(+ 1 1)\n", "===\na\n:error\n===\n1+\n---\n; why\n"),
    ] {
        let before = [before, next].concat();
        assert_eq!(updated(&before, &Grammar::Left), [after, next].concat());
    }
    let last = "===\na\n===\n\n1+\n\n---\n\n(+ 1 1)\n";
    assert_eq!(updated(last, &Grammar::Left), "===\na\n:error\n===\n\n1+\n");
    // Here the text ends with a line break.
    let last = "===\na\n===\n\n1+1\n\n\n---\n\n(+ 1 1)\n";
    assert_eq!(updated(last, &Grammar::Left), "===\na\n:error\n===\n\n1+1\n\n\n");
}
