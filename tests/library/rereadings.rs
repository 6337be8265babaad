//! Rules that read the same text again: an example that shows it, and a rule that reads it once.

use std::ops::ControlFlow;

use bracket24::tracer::{Findings, GrammarError, Outcome, PestGrammar};

use crate::findings::warnings;

/// The warnings for a rule `e` and others.
fn of(rules: &str) -> Vec<(String, String)> {
    warnings(&format!("s = {{ SOI ~ e ~ EOI }}\n{rules}"), "s")
}

/// The text that is shown for a rule `t` that the usual rule `e` reads twice.
fn shown(t: &str) -> String {
    let said = of(&format!("e = {{ t ~ \"+\" ~ e | t }}\nt = {{ {t}"));
    let [(message, advice)] = &said[..] else { panic!("{t}: {said:?}") };
    assert!(advice.starts_with("match it once: `t ~ (\"+\" ~ e)?`"), "{advice}");
    message.split('`').nth(7).unwrap().to_owned()
}

#[test]
fn the_grammar_accepts_the_text_that_demonstrates_repeated_parsing() {
    assert_eq!(shown("\"x\" | \"(\" ~ e ~ \")\" }"), "((((x))))");
    // The example contains no text that a negative lookahead refuses.
    assert_eq!(shown("\"x\" | \"[\" ~ e ~ !\"a\" ~ ANY ~ \"]\" }"), "[[[[x1]1]1]1]");
    assert_eq!(shown("\"x\" | \"[\" ~ e ~ \"]\" ~ !\"a\" }"), "[[[[x]]]]");
    let (open, close) = ("<".repeat(40), ">".repeat(40));
    let long = shown(&format!("\"x\" | \"{open}\" ~ e ~ \"{close}\" }}"));
    assert_eq!(long, format!("{}x{}", open.repeat(4), close.repeat(4)));
}

#[test]
fn the_advice_on_rereading_names_a_choice_only_if_the_rule_has_one() {
    let said = of("e = { part* }\npart = { \"{\" ~ e ~ \"}\" | text }\ntext = { ANY }");
    assert!(said.iter().any(|(_, advice)| advice.contains("let `part` leave")), "{said:?}");
    // With the advice, the closing bracket is left.
    let followed = "e = { part* }\npart = { \"{\" ~ e ~ \"}\" | text }\ntext = { !\"}\" ~ ANY }";
    assert!(of(followed).iter().all(|(message, _)| !message.contains("again")));
}

#[test]
fn check_finds_a_long_chain_of_rules_that_makes_parsing_a_short_text_take_too_long() {
    let chain = |levels: usize, last: &str| {
        let level = |it| format!("r{it} = {{ r{0} ~ \"+\" ~ r{it} | r{0} }}\n", it + 1);
        let levels =
            (0..levels).map(level).collect::<String>() + &format!("r{levels} = {{ {last} }}");
        of(&format!("e = {{ r0 }}\n{levels}"))
    };
    let nested = "\"x\" | \"(\" ~ e ~ \")\"";
    let said = chain(8, nested);
    assert_eq!(
        said[0],
        (
            "`r4` calls `r5` again at the same place: in `e`, `(x)` takes at least 28581 rule calls"
                .to_owned(),
            "match it once: `r5 ~ (\"+\" ~ r4)?`".to_owned()
        )
    );
    // No single change lets these parse, so there is none to suggest.
    for said in [chain(25, nested), chain(25, "\"x\"")] {
        let (message, advice) = &said[0];
        assert!(message.contains("`x` takes at least 285"), "{message}");
        assert_eq!(advice, "match `r22` once, and make the choice after it");
    }
    assert_eq!(chain(6, "\"x\""), []);
}

#[test]
fn the_rereading_check_tries_no_text_with_over_a_thousand_bytes_per_level() {
    let said = |open: usize| {
        let (open, close) = ("<".repeat(open), ">".repeat(500));
        of(&format!("e = {{ t ~ \"+\" | t }}\nt = {{ \"x\" | \"{open}\" ~ e ~ \"{close}\" }}"))
    };
    assert_eq!([said(500).len(), said(501).len()], [1, 0]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_example_text_takes_the_shortest_alternative() {
    let brackets = "k = { \"(((\" ~ e ~ \")))\" }";
    let others = "l = { \"<<<<<<<<\" ~ e ~ \">\" }";
    let expected = format!("{}x{}", "(".repeat(12), ")".repeat(12));
    assert_eq!(shown(&format!("\"x\" | l | k }}\n{brackets}\n{others}")), expected);
    assert_eq!(shown(&format!("\"x\" | k | l }}\n{brackets}\n{others}")), expected);
}

#[test]
fn the_rereading_check_names_the_rule_that_takes_the_calls_and_also_tries_longer_alternatives() {
    let rest = "l = { w ~ (\"[\" ~ e ~ \"]\")* }\nw = @{ \"a\"+ }\nn = @{ \"1\"+ }";
    for (operand, brackets, rule) in [
        ("w", "\"(\" ~ e ~ \")\" | \"[\" ~ e ~ \"]\"", "p"),
        // After a number, the parser does not try `l` again.
        ("n | w", "\"[\" ~ e ~ \"]\"", "e"),
    ] {
        let rules = format!(
            "e = {{ l ~ \"=\" ~ e | p }}\np = {{ o ~ ({brackets})* }}\no = {{ {operand} }}\n{rest}"
        );
        let said = of(&rules);
        let (message, _) = &said[0];
        let grammar = PestGrammar::read(&rules).unwrap();
        let mut calls = 0;
        let _ = grammar.trace(grammar.rule(rule).unwrap(), "a[a[a[a[a]]]]", |event| {
            calls += u64::from(event.outcome == Outcome::Enter);
            ControlFlow::Continue(())
        });
        let counted = format!("in `{rule}`, `a[a[a[a[a]]]]` takes {calls} rule calls");
        assert!(message.contains(&counted), "{message}");
    }
}

#[test]
fn each_rule_that_rereads_text_is_reported() {
    let said = of("e = { t ~ \"+\" ~ e | t }\nt = { f ~ \"*\" ~ t | f }\n\
                   f = { \"x\" | \"(\" ~ e ~ \")\" }");
    let [(e, add), (t, multiply)] = &said[..] else { panic!("{said:?}") };
    assert!(e.starts_with("`e` calls `t` again") && t.starts_with("`t` calls `f` again"));
    assert_eq!(add, "match it once: `t ~ (\"+\" ~ e)?` (then 124 calls)");
    assert_eq!(multiply, "match it once: `f ~ (\"*\" ~ t)?` (then 155 calls)");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_advice_suggests_a_rewrite_only_if_it_is_cheaper_and_parses_the_same() {
    let general = "match `t` once, and make the choice after it";
    // The alternatives with a common beginning are not the ones that are read again.
    let said = of("e = { l | t | (\"a\" ~ \"b\" | \"a\" ~ \"c\") }\nl = { t ~ \"<\" }\n\
                   t = { \"x\" | \"(\" ~ e ~ \")\" }");
    assert_eq!(said.iter().map(|it| &*it.1).collect::<Vec<_>>(), [general]);
    // It would read blanks after `t`.
    let said = of("e = { t ~ \"+\" ~ e | t }\nt = { \"x\" | \"(\" ~ e ~ \")\" }\n\
                   WHITESPACE = _{ \" \" }");
    assert_eq!(said.iter().map(|it| &*it.1).collect::<Vec<_>>(), [general]);
}

#[test]
fn the_span_of_a_rewrite_covers_everything_that_it_replaces() {
    let cases = [
        ("(e ~ \",\")* ~ e?", "(e ~ (\",\" ~ e)* ~ \",\"?)?"),
        ("(e ~ \",\")? ~ e", "e ~ (\",\" ~ e)?"),
        ("(e ~ f ~ \",\")? ~ e ~ f", "e ~ f ~ (\",\" ~ e ~ f)?"),
    ];
    for (twice, once) in cases {
        let source = format!(
            "s = {{ SOI ~ e ~ EOI }}\ne = {{ \"x\" | \"(\" ~ {twice} ~ \")\" }}\nf = {{ \".\"? }}"
        );
        let found = Findings::of(&source, "s").unwrap().warnings;
        let is_it = |it: &&GrammarError| it.message.contains("again at the same place");
        let warning = found.iter().find(is_it).unwrap_or_else(|| panic!("{source}: {found:?}"));
        assert_eq!(&source[warning.span.clone()], twice);
        assert!(warning.advice.starts_with(&format!("match it once: `{once}`")), "{warning:?}");
    }
}

#[test]
fn no_advice_is_given_for_a_repetition_before_something_else() {
    for twice in ["(e ~ \",\")? ~ e?", "(e ~ \",\")* ~ (e ~ \";\")?", "(e ~ \",\")* ~ f?"] {
        let rules = format!("e = {{ \"x\" | \"(\" ~ {twice} ~ \")\" }}\nf = {{ e ~ \";\" }}");
        let said = of(&rules);
        let advice = said.iter().map(|it| &*it.1).find(|it| it.starts_with("match "));
        assert_eq!(advice, Some("match `e` once, and make the choice after it"), "{twice}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_rule_may_call_another_again_through_further_rules() {
    for (rules, called) in [
        // The parser also tries blanks again, but they multiply nothing.
        ("e = { t ~ \"+\" ~ e | u }\nu = { t }\nWHITESPACE = _{ \" \" }", "`e` calls `t` again"),
        ("e = { u ~ \"+\" ~ e | u ~ \"*\" | t }\nu = { t }", "`e` calls `u` again"),
    ] {
        let said = of(&format!("{rules}\nt = {{ \"x\" | \"(\" ~ e ~ \")\" }}"));
        assert!(said.len() == 1 && said[0].0.starts_with(called), "{said:?}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_example_has_few_levels_if_each_takes_dozens_of_times_as_many_calls() {
    let again: Vec<_> = (0..40).map(|it| format!("t ~ \"{it};\" | ")).collect();
    let said = of(&format!("e = {{ {}t }}\nt = {{ \"x\" | \"(\" ~ e ~ \")\" }}", again.concat()));
    let [(message, _)] = &said[..] else { panic!("{said:?}") };
    // A call of `t` in brackets is one of `t`, one of `e` and 41 of `t` inside.
    let calls = 2 + 41 * (2 + 41);
    assert!(message.contains(&format!("in `t`, `((x))` takes {calls} rule calls")), "{message}");
    assert!(message.ends_with("takes 41 times as many"), "{message}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_growth_of_the_calls_is_not_rounded_to_a_whole_number() {
    let said = of(r#"e = { "*" ~ i+ ~ "*" }
        i = _{ e | strong | t }
        strong = { "**" ~ i+ ~ "**" }
        t = @{ (!"*" ~ ANY)+ }"#);
    assert!(said.iter().any(|it| it.0.ends_with("takes about 1.6 times as many")), "{said:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn growth_so_steep_that_few_levels_can_be_tried_is_reported() {
    let ways = ('a'..='z').map(|sign| format!("t ~ \"{sign}\" ~ e | ")).collect::<Vec<_>>();
    let said = of(&format!("e = {{ {}t }}\nt = {{ \"x\" | \"(\" ~ e ~ \")\" }}", ways.concat()));
    let [(message, _)] = &said[..] else { panic!("{said:?}") };
    assert!(message.contains("each further level takes 27 times as many"), "{message}");
}
