//! The limits of grammars and traces.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::thread;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Reading, Walkthrough};
use bracket24::reports::{GrammarTestRun, TestSuite};
use bracket24::tracer::{
    GrammarError, MAX_PAIRS, MAX_STEPS, PestGrammar, TraceError, while_wanted, with_most_pairs,
};

#[test]
fn grammars_that_are_too_large_or_too_nested_are_rejected() {
    let rules = |count: usize| {
        (0..count).map(|it| format!("r{it} = {{ \"x\" }}\n")).collect::<Vec<_>>().concat()
    };
    let chain = |count: usize| -> String {
        (0..count).map(|it| format!("r{it} = {{ r{} }}\n", it + 1)).collect::<Vec<_>>().concat()
            + &format!("r{count} = {{ \"x\" }}")
    };
    let nested = format!("a = {{ {}\"x\"{} }}", "(".repeat(90), ")".repeat(90));
    let signs = format!("a = {{ {}\"x\" }}", "!".repeat(100));
    let repeated = |times: usize| format!("a = {{ \"x\"{} }}", "{,1}".repeat(times));
    let escaped = |escapes: usize| format!("a = {{ \"{}\" }}", r"\n".repeat(escapes));
    let named = "n".repeat(200) + " = { \"x\" }";
    for good in [rules(500), chain(499), named, nested, signs, repeated(50), escaped(1000)] {
        PestGrammar::read(&good).map(drop).unwrap();
    }
    let bad = [
        (rules(10_001), "has 10001 rules"),
        (format!("{0} = {{ {0}{0}? }}", "n".repeat(201)), "the name has 201 letters"),
        (format!("a = {{ {}\"x\"{} }}", "(".repeat(20_000), ")".repeat(20_000)), "too deep"),
        // The operators on one part count as much as brackets do.
        (format!("a = {{ {}\"x\" }}", "!".repeat(101)), "too deep"),
        (format!("a = {{ \"x\"{} }}", "?".repeat(101)), "too deep"),
        (format!("a = {{ {}\"x\"{} }}", "(!".repeat(40), ")?".repeat(40)), "too deep"),
        (format!("a = {{ (!{}\"x\" ~ \"y\")? }}", "&".repeat(98)), "too deep"),
        (format!("a = {{ {} }}", "\"x\" | ".repeat(100_000)), "too many operators"),
        (repeated(101), "too deep"),
        (escaped(300_000), "too many escapes"),
        ("a = { ((\"x\"{60000}){60000}){60000} }".to_owned(), "more than 200000 parts"),
        ("a = { \"x\"{4000000000} ~ a? | a ~ \"y\" }".to_owned(), "more than 200000 parts"),
        // Each round has a copy of the text.
        (format!("a = {{ \"{}\"{{20000}} }}", "x".repeat(20_000)), "more than 200000 parts"),
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
    // Rules after a bracket that is not closed are not around one another.
    let open = rules(200).replacen('}', "", 1).replace("\"x\"", "\"x\"*");
    let errors = PestGrammar::read(&open).expect_err("a bracket is open");
    assert!(!errors[0].message.contains("too deep"), "{}", errors[0]);
}

#[test]
fn brackets_in_comments_do_not_count_toward_the_nesting_limit() {
    let comments = format!("/* a / b * c {} */{}", "(".repeat(150), "/* */".repeat(150));
    let nested = |depth: usize| {
        format!("{comments} a = {{ {}\"x\"{} }}", "(".repeat(depth), ")".repeat(depth))
    };
    PestGrammar::read(&nested(90)).map(drop).unwrap();
    let errors = PestGrammar::read(&nested(100)).expect_err("it is too deep");
    assert_eq!(errors[0].message, "brackets or comments too deep");
}

#[test]
fn a_parse_asks_once_in_65536_steps_whether_anybody_wants_it() {
    let grammar = PestGrammar::read("a = { \"x\"* }").unwrap();
    let steps = |asked: u32| {
        let left = Cell::new(asked);
        let is_wanted = move || left.replace(left.get().saturating_sub(1)) > 0;
        let parse = || grammar.parse(grammar.rule("a").unwrap(), &"x".repeat(500_000)).map(drop);
        while_wanted(is_wanted, parse).unwrap_err()
    };
    let ends = [65_536, 65_537 + 65_536, 2 * 65_537 + 65_536].map(TraceError::TooManySteps);
    assert_eq!([0, 1, 2].map(steps), ends);
}

#[test]
fn a_comparison_with_a_high_stack_takes_as_many_steps_as_it_compares_entries() {
    let compared = |height: usize, peek: &str| {
        let source = format!("a = {{ PUSH(\"\"){{{height}}} ~ (&{peek} ~ \"x\")* }}");
        let grammar = PestGrammar::read(&source).unwrap();
        let (start, text) = (grammar.rule("a").unwrap(), "x".repeat(60_000));
        let mut rounds = 0;
        let mut trace = || {
            grammar.trace(start, &text, |event| {
                rounds = rounds.max(event.at);
                ControlFlow::Continue(())
            })
        };
        while_wanted(|| false, || trace().map(drop)).unwrap_err();
        65_536 / rounds - 4
    };
    for (height, all) in [(63, 0), (64, 64), (127, 64), (128, 64 + 128)] {
        for peek in ["PEEK_ALL", "PEEK[0..]", "PEEK[..-1]", "PEEK[1..]"] {
            assert_eq!(compared(height, peek), all, "{peek} {height}");
        }
        for peek in ["PEEK", "PEEK[..0]", "PEEK[..1]", "PEEK[-1..]"] {
            assert_eq!(compared(height, peek), 0, "{peek} {height}");
        }
    }
}

/// The first error about a grammar: its place as text, its message and its advice.
fn refused(source: &str) -> Option<(String, String, String)> {
    let errors = PestGrammar::read(source).map(drop).err()?;
    let GrammarError { message, advice, span, .. } = &errors[0];
    Some((source[span.clone()].to_owned(), message.clone(), advice.clone()))
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_grammar_may_have_as_many_rules_and_parts_as_the_limits_say() {
    let rules =
        |count: usize| (0..count).map(|it| format!("r{it}={{r}}\n")).collect::<Vec<_>>().concat();
    let message = |source: &str| refused(source).unwrap().1;
    assert_eq!(message(&rules(10_000)), "rule `r` is undefined");
    assert_eq!(message(&rules(10_001)), "the grammar has 10001 rules");
    // pest writes out `{n}` as n parts with n - 1 joints, and `+` as a part and a `*`.
    for (most, too_many) in [
        ("a={\"x\"{99999}}", "a={\"x\"{100000}}"),
        ("a={\"x\"{,99999}}", "a={\"x\"{,100000}}"),
        ("a={\"x\"{49999}}b={\"x\"{49999}}", "a={\"x\"{49999}}b={\"x\"{50000}}"),
        ("a={(\"x\"~\"y\"){49999}}", "a={(\"x\"~\"y\"){50000}}"),
        ("a={(\"x\"~\"y\"~\"z\"){33332}}", "a={(\"x\"~\"y\"~\"z\"){33333}}"),
        ("a={(\"x\"|\"y\"){49999}}", "a={(\"x\"|\"y\"){50000}}"),
        ("a={(\"x\"+){39999}}", "a={(\"x\"+){40000}}"),
        ("a={(\"x\"*){66665}}", "a={(\"x\"*){66666}}"),
        ("a={(\"x\"?){66665}}", "a={(\"x\"?){66666}}"),
        ("a={(!\"x\"){66665}}", "a={(!\"x\"){66666}}"),
    ] {
        assert_eq!(refused(most), None);
        let is_refused = message(too_many).ends_with("has more than 200000 parts");
        assert!(is_refused, "{too_many}");
    }
}

#[test]
fn the_error_for_too_many_parts_names_the_first_of_the_largest_repetitions() {
    let (less, own) = ("repeat less often", ", or give the repeated part a rule of its own");
    // Each `+` doubles the parts, and there are more than a number of 64 bits can count.
    let doubled = format!("a={{\"x\"{}{{3}}}}", "+".repeat(70));
    for (source, place, has_own) in [
        ("a={\"x\"{60000}~\"y\"{60000}}", "\"x\"{60000}", false),
        ("a={\"x\"{50000}~\"y\"{60000}}", "\"y\"{60000}", false),
        ("a={(\"x\"{70000})+}", "(\"x\"{70000})", false),
        ("a={(\"x\"{600}){600}}", "(\"x\"{600}){600}", true),
        // With a rule of its own, each of the rounds is still two parts.
        ("a={(\"x\"~\"y\"){99000}}", "(\"x\"~\"y\"){99000}", true),
        ("a={(\"x\"~\"y\"){101000}}", "(\"x\"~\"y\"){101000}", false),
        (&doubled, &doubled[3..doubled.len() - 1], false),
    ] {
        let (found, _, advice) = refused(source).unwrap();
        assert_eq!(found, place);
        assert_eq!(advice, [less, if has_own { own } else { "" }].concat(), "{source}");
    }
}

#[test]
fn choices_among_choices_of_the_same_rules_take_no_exponential_time_to_read() {
    let level = |it: usize| {
        let next = (0..6).map(|other| format!("r{}_{other}", it + 1)).collect::<Vec<_>>();
        (0..6).map(|own| format!("r{it}_{own} = {{ {} }}\n", next.join(" | "))).collect::<Vec<_>>()
    };
    let levels: String = (0..9).flat_map(level).collect();
    let last: Vec<_> = (0..6).map(|own| format!("r9_{own} = {{ \"x\" }}\n")).collect();
    let source = levels + &last.concat() + "all = { SOI ~ r0_0+ ~ EOI }\nWHITESPACE = _{ \" \" }";
    let grammar = PestGrammar::read(&source).unwrap();
    assert!(grammar.parse(grammar.rule("all").unwrap(), "x x").is_ok());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_rule_with_thousands_of_operators_is_run_with_enough_stack() {
    let source = format!("a = {{ {}\"x\" }}", "!\"y\" ~ ".repeat(2990));
    let grammar = PestGrammar::read(&source).unwrap();
    let parse = || grammar.parse(grammar.rule("a").unwrap(), "x").map(drop).unwrap();
    let small = thread::Builder::new().stack_size(256 << 10);
    thread::scope(|scope| small.spawn_scoped(scope, parse).unwrap().join().unwrap());
}

#[test]
fn the_error_for_brackets_too_deep_has_the_first_of_them_as_its_place() {
    let source = format!("a = {{ {}\"x\"{} }}", "(".repeat(100), ")".repeat(100));
    assert_eq!(refused(&source).unwrap().0, "(");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn cancelling_a_trace_does_not_cancel_the_next_one() {
    thread_local!(static ASKED: Cell<u32> = const { Cell::new(0) });
    let source = "a = { SOI ~ b ~ EOI }\nb = { c ~ \"+\" | c }\nc = { \"(\" ~ b ~ \")\" | \"1\" }";
    let grammar = PestGrammar::read(source).unwrap();
    let text = "(".repeat(40) + "1" + &")".repeat(40);
    let trace = || grammar.trace(grammar.rule("a").unwrap(), &text, |_| ControlFlow::Continue(()));
    // The trace is wanted until the third time that the function is asked.
    let is_wanted = || {
        ASKED.set(ASKED.get() + 1);
        ASKED.get() < 3
    };
    let ended = while_wanted(is_wanted, || trace().map(drop));
    assert!(matches!(ended, Err(TraceError::TooManySteps(steps)) if steps < MAX_STEPS / 10));
    assert_eq!(ASKED.get(), 3);
    let ended = trace().map(drop);
    assert!(matches!(ended, Err(TraceError::TooManySteps(MAX_STEPS))));
    assert_eq!(ASKED.get(), 3);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn work_that_is_no_longer_wanted_ends_without_a_panic_wherever_it_is() {
    let source = "line = { SOI ~ a ~ EOI } a = { \"(\" ~ a ~ \")!\" | \"(\" ~ a ~ \")\" | \"x\" }";
    let plain = Grammar::from(UserGrammar::read("slow.pest", source).unwrap());
    let text = "(".repeat(15) + "x" + &")".repeat(15);
    let suite = TestSuite::read(&format!("===\nslow\n===\n{text}\n---\n")).unwrap();
    let template = "((((((N-N))))))-((((((N-N))))))";
    let works: [&dyn Fn() -> bool; 3] = [
        &|| GrammarTestRun::new(&suite, &plain, |_| true).unwrap().results[0].has_passed(),
        &|| Reading::new(template, &Grammar::RightSlow).failed().is_none(),
        &|| {
            let reading = Reading::new(&template.replace('N', "4"), &Grammar::RightSlow);
            reading.parse().map(|parse| Walkthrough::of_parse(parse, 10)).is_some()
        },
    ];
    for work in works {
        let finishes = |asked: u32| {
            let left = Cell::new(asked);
            while_wanted(move || left.replace(left.get().saturating_sub(1)) > 0, work)
        };
        let asked: Vec<u32> = (0..64).collect();
        let enough = asked.partition_point(|&asked| !finishes(asked));
        assert!((4..64).contains(&enough), "{enough}");
        // The work stops in its last steps.
        for &asked in &asked[enough - 4..enough] {
            finishes(asked);
        }
    }
}

#[test]
fn the_tracer_gives_up_on_a_tree_of_too_many_pairs() {
    // Each rule doubles the number of pairs, and none matches a character.
    let rules = (0..40).map(|it| format!("r{it} = {{ r{0} ~ r{0} }}\n", it + 1));
    let rules: Vec<String> = rules.collect();
    let grammar = PestGrammar::read(&(rules.concat() + "r40 = { \"x\"? }")).unwrap();
    let ended = grammar.parse(grammar.rule("r0").unwrap(), "").unwrap_err();
    assert!(matches!(ended, TraceError::TooManySteps(at) if at < 4 * MAX_PAIRS), "{ended:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_tracer_gives_up_on_endless_parses() {
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
    // Comparing the text with a high stack takes more than one step.
    let grammar = PestGrammar::read("a = { PUSH(PEEK_ALL)+ ~ POP }").unwrap();
    let ended = grammar.parse(grammar.rule("a").unwrap(), "x").unwrap_err();
    assert!(ended == TraceError::TooManySteps(MAX_STEPS), "{ended:?}");
    // A part of the stack is cheap to compare with.
    let source = "a = { (PUSH(ASCII_ALPHA) ~ \";\" ~ (PEEK[-1..] ~ \";\")?)* ~ EOI }";
    let grammar = PestGrammar::read(source).unwrap();
    assert!(grammar.parse(grammar.rule("a").unwrap(), &"a;a;".repeat(10_000)).is_ok());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_trace_may_nest_as_deeply_as_its_grammar_allows() {
    let source = format!("a = {{ \"y\" ~ a ~ \"z\"? | {}\"w\" | \"x\" }}", "\"q\" ~ ".repeat(1900));
    let grammar = PestGrammar::read(&source).unwrap();
    for depth in (7000..7400).step_by(7) {
        let text = "y".repeat(depth) + "x";
        assert!(grammar.parse(grammar.rule("a").unwrap(), &text).is_ok());
    }
}

#[test]
fn collecting_expected_tokens_takes_little_memory_at_any_depth() {
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
#[ignore = "`.ci/long` runs it"]
fn a_long_text_may_take_as_many_steps_as_its_length_needs() {
    // About 100 steps per character, none of them repeated.
    let names = (0..100).map(|n| format!("\"{n:02}\"")).collect::<Vec<_>>().join(" | ");
    let grammar = PestGrammar::read(&format!("list = {{ ({names} | \",\")* ~ EOI }}")).unwrap();
    let text = ",".repeat(520_000);
    let list = grammar.rule("list").unwrap();
    assert!(grammar.parse(list, &text).is_ok());
    assert!(text.len() as u64 * 100 > MAX_STEPS);
}

#[test]
fn a_search_for_the_end_of_a_text_takes_steps_for_what_it_compares() {
    let ends = (0..60).map(|it| format!("\"x{it}\"")).collect::<Vec<_>>().join(" | ");
    let source = format!("a = {{ (b | \"y\")* }} b = @{{ (!({ends}) ~ ANY)* ~ \"z\" }}");
    let grammar = PestGrammar::read(&source).unwrap();
    let start = grammar.rule("a").unwrap();
    let ended = |length: usize| grammar.parse(start, &"y".repeat(length)).map(drop);
    assert_eq!(ended(1000), Ok(()));
    assert_eq!(ended(10_000), Err(TraceError::TooManySteps(MAX_STEPS)));
}

#[test]
fn a_parse_may_have_a_smaller_limit_of_pairs() {
    let grammar = PestGrammar::read("a = { b* } b = { \"x\" }").unwrap();
    let start = grammar.rule("a").unwrap();
    let text = "x".repeat(200_000);
    let ended = |most| with_most_pairs(most, || grammar.parse(start, &text).map(drop));
    assert!(matches!(ended(100_000), Err(TraceError::TooManySteps(_))));
    assert_eq!(ended(300_000), Ok(()));
    assert_eq!(grammar.parse(start, &text).map(drop), Ok(()), "the limit is gone");
}
