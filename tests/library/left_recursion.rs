//! Left recursion: the rules that are reported, and the repetition that is advised if there is one.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::Forest;
use bracket24::tracer::{Findings, GrammarErrorKind, PestGrammar};

/// The left-recursive rules, each with its replacement, if that is known.
fn advised(source: &str) -> Vec<(String, Option<String>)> {
    let errors = match PestGrammar::read(source) {
        Ok(_) => Findings::of(source, source.split(' ').next().unwrap()).unwrap().errors,
        Err(errors) => errors.into(),
    };
    let is_it = |message: &str| message.contains("is left-recursive");
    let found = errors.into_iter().filter(|it| is_it(&it.message)).map(|it| {
        let rule = it.message.split('`').nth(1).unwrap().to_owned();
        let advice = it.advice.strip_prefix("write it with a repetition: ");
        let rules = advice.and_then(|it| it.split("`; to keep the pairs").next());
        (rule, rules.map(|it| it.trim_matches('`').to_owned()))
    });
    found.collect()
}

fn assert_advised(source: &str, advice: Option<&str>) {
    let found = advised(source);
    let [(_, found)] = &found[..] else { panic!("{source}: {found:?}") };
    assert_eq!(found.as_deref(), advice, "{source}");
}

#[test]
fn the_advice_has_no_automatic_fix_if_a_repetition_loses_pairs_of_several_rules() {
    let rules = "value = { call | member | \"v\" } call = { value ~ \"()\" }";
    let source = format!("{rules} member = {{ value ~ \".v\" }}");
    let errors = PestGrammar::read(&source).unwrap_err();
    let [error] = &errors[..] else { panic!("{errors}") };
    assert!(error.advice.contains("to keep the pairs of `call` and `member`"), "{}", error.advice);
    assert_eq!(error.mend, []);
    let silent = PestGrammar::read(&source.replace("= {", "= _{")).unwrap_err();
    assert_eq!(silent[0].mend.len(), 1, "no pair is lost: {silent}");
    let source = "e = { e ~ \"+\" ~ e | e ~ \"*\" ~ e | neg ~ e | \"(\" ~ e ~ \")\" | n }
        neg = { \"-\" } n = { ASCII_DIGIT }";
    let kept = PestGrammar::read(source).unwrap_err();
    assert_eq!(kept[0].mend.len(), 1, "the operand has both pairs: {kept}");
    let source = "expr = { term ~ \"+\" ~ expr | term } term = { expr ~ \"*\" ~ \"1\" | \"1\" }";
    let one = PestGrammar::read(source).unwrap_err();
    assert!(!one[0].mend.is_empty(), "two alternatives lose the pairs of the same rule: {one}");
}

#[test]
fn the_advice_asks_for_an_alternative_without_recursion_if_no_text_can_match() {
    for (source, is_endless) in [
        ("a = { b ~ \"x\" | \"p\" ~ a }\nb = { a ~ \"y\" | \"(\" ~ b ~ \")\" }", true),
        ("a = { gap ~ a ~ \"m\" | \"(\" ~ a ~ \")\" }\ngap = { \" \"* }", true),
        ("a = { gap ~ a ~ \"m\" | \"(\" ~ \")\" }\ngap = { \" \"* }", false),
    ] {
        let errors = PestGrammar::read(source).unwrap_err();
        let advice = &errors[0].advice;
        assert_eq!(advice.starts_with("no text can match `a`"), is_endless, "{source}: {advice}");
    }
}

#[test]
fn every_left_recursive_cycle_of_rules_is_reported() {
    let source = "a = { a ~ \"x\" | \"y\" }\nb = { b ~ \"x\" | \"z\" }";
    let expected = [
        ("a".to_owned(), Some("a = { \"y\" ~ \"x\"* }".to_owned())),
        ("b".to_owned(), Some("b = { \"z\" ~ \"x\"* }".to_owned())),
    ];
    assert_eq!(advised(source), expected);
    // Without an operator between its operands, the list is as flat as with one.
    assert_advised("e = { e ~ e | 'a'..'z' }", Some("e = { 'a'..'z' ~ 'a'..'z'* }"));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_advice_has_no_repetition_that_pest_rejects_or_that_reads_differently() {
    for source in [
        "x = { x ~ \"\" | \"z\" }",
        "a = { (a ~ \"x\"){2,} | \"y\" }",
        "a = { a{2,} ~ \"x\" | \"y\" }",
        // The rule would read the text that the next round should read.
        "a = { (a ~ \"x\")+ | \"y\" }",
        "a = { a+ ~ \"x\" | \"y\" }",
        "a = { (a ~ \"x\")* ~ \"y\" | \"z\" }",
        // The optional part before the recursion may occur as often as the part after it.
        "e = { \"-\"? ~ e ~ \"+\" ~ \"x\" | \"x\" }",
        "a = { b ~ \"x\" | \"y\" } b = { c? ~ a | \"z\" } c = { \"c\"* }",
        "e = { WHITESPACE* ~ e ~ \"!\" | \"a\" } WHITESPACE = _{ \" \" }",
        // The repetition of `f` would leave nothing for `e` to read.
        "e = { f ~ \"+\" ~ \"x\" | \"n\" }\nf = @{ e }",
    ] {
        assert_advised(source, None);
    }
}

#[test]
fn the_rewritten_rule_tries_the_empty_alternative_last() {
    let advice = "s = { (\"(\" ~ q | \"\") ~ \"x\"* }";
    assert_advised("s = { s{,1} | s ~ \"x\" | \"(\" ~ q }", Some(advice));
}

#[test]
fn the_left_recursion_advice_rewrites_optional_and_repeated_recursion() {
    let cases = [
        ("a = { (a ~ \"x\")? ~ \"y\" }", "a = { \"y\" ~ (\"x\" ~ \"y\")* }"),
        ("a = { (a ~ \"x\")* ~ \"y\" }", "a = { \"y\" ~ (\"x\" ~ \"y\")* }"),
    ];
    for (source, advice) in cases {
        assert_advised(source, Some(advice));
    }
}

#[test]
fn hidden_left_recursion_is_found_even_if_each_level_tries_several_rules_first() {
    let rest = "call = { name ~ \"(\" ~ e ~ \")\" }
        number = @{ ASCII_DIGIT+ }
        name = @{ ASCII_ALPHA+ }";
    assert_advised(
        &format!("e = {{ number | call | e? ~ \".\" ~ name }}\n{rest}"),
        Some("e = { (number | call | \".\" ~ name) ~ (\".\" ~ name)* }"),
    );
    assert_eq!(advised("list = { (mark ~ \"x\" | list?) ~ \";\" }\nmark = { \"*\"* }").len(), 1);
}

#[test]
fn a_rule_that_the_fix_of_another_rule_repairs_is_not_a_separate_error() {
    let value = "value = { call | member | \"v\" }";
    let source = format!("{value}\ncall = {{ value ~ \"()\" }}\nmember = {{ value ~ \".v\" }}");
    assert_advised(&source, Some("value = { \"v\" ~ (\"()\" | \".v\")* }"));
    // Two cycles through one rule: the first change mends both, and `parse --grow` takes it.
    let source =
        "a = { b ~ \"x\" | \"p\" }\nb = { c ~ \"y\" | a ~ \"q\" }\nc = { a ~ \"z\" | \"w\" }";
    assert!(advised(source).iter().filter(|(_, advice)| advice.is_some()).count() <= 1);
    let grammar = UserGrammar::with_left_recursion("own.pest", source).unwrap();
    let grammar = Grammar::User(Arc::new(grammar)).starting_at("a").unwrap();
    drop(bracket24::lessons::SeedGrowth::new("pzyx", &grammar));
}

#[test]
fn the_advice_inlines_a_rule_of_the_cycle_if_it_skips_the_same_blanks() {
    let cases = [
        ("a = { b | \"x\" }\nb = _{ a ~ \"1\" }", "a = { \"x\" ~ \"1\"* }"),
        ("a = @{ b | \"x\" }\nb = @{ a ~ \"1\" }", "a = @{ \"x\" ~ \"1\"* }"),
        ("a = @{ b | \"x\" }\nb = { a ~ \"1\" }", "a = @{ \"x\" ~ \"1\"* }"),
        // The atomic part of `b` would not be atomic in `a`; the other way round, it stays atomic.
        ("a = { b | \"x\" }\nb = @{ a ~ \"1\" }", "b = @{ \"x\" ~ \"1\" ~ \"1\"* }"),
        // `b` comes back to itself as well.
        (
            "a = { b ~ \"1\" | \"x\" }\nb = { b ~ \"y\" | a ~ \"z\" | \"w\" }",
            "b = { (\"x\" ~ \"z\" | \"w\") ~ (\"y\" | \"1\" ~ \"z\")* }",
        ),
    ];
    for (source, advice) in cases {
        assert_advised(source, Some(advice));
    }
}

#[test]
fn the_advice_has_no_repetition_if_a_rule_after_the_operator_takes_the_rest() {
    let found = advised("e = { e ~ \"+\" ~ t | t }\nt = { e ~ \".\" ~ \"x\" | \"x\" }");
    assert_eq!(found, [("e".to_owned(), None), ("t".to_owned(), None)]);
}

#[test]
fn the_left_recursion_fix_treats_peek_as_the_pushed_text() {
    let source = "e = { e ~ \"+\" ~ PEEK | PUSH(\"x\") }";
    assert_advised(source, Some("e = { PUSH(\"x\") ~ (\"+\" ~ PEEK)* }"));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_text_that_a_fixed_grammar_reads_has_a_tree_by_the_original_rules() {
    const PARTS: &[&str] =
        &["a", "b", "c?", "c", "\"x\"", "\"y\"", "\"x\"", "\"y\"", "(a ~ \"y\")?", "b?", "\"\""];
    let mut state = 24_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut texts = vec![String::new()];
    for at in 0.. {
        if texts[at].len() == 4 {
            break;
        }
        texts.extend(["x", "y", "z"].map(|it| texts[at].clone() + it));
    }
    let (mut mended_ones, mut read) = (0, 0);
    for _ in 0..600 {
        let mut ways = || {
            let mut way = || {
                let parts = (0..=random(3)).map(|_| PARTS[random(PARTS.len())]);
                parts.collect::<Vec<_>>().join(" ~ ")
            };
            [way(), way(), "\"z\"".to_owned()].join(" | ")
        };
        let source = format!(
            "f = {{ SOI ~ a ~ EOI }}\na = {{ {} }}\nb = {{ {} }}\nc = {{ \"y\"* }}",
            ways(),
            ways()
        );
        // Left recursion that pest does not see is mended in the same way, but it is slow to find.
        let Err(errors) = PestGrammar::read(&source) else { continue };
        let is_it = |it: &GrammarErrorKind| *it == GrammarErrorKind::LeftRecursion;
        let changes = errors.into_iter().filter(|it| is_it(&it.kind)).flat_map(|it| it.mend);
        let mut changes: Vec<_> = changes.collect();
        changes.sort_by_key(|(span, _)| span.start);
        changes.dedup_by_key(|(span, _)| span.start);
        let mut mended = source.clone();
        for (span, text) in changes.iter().rev() {
            mended.replace_range(span.clone(), text);
        }
        let Ok(changed) = PestGrammar::read(&mended) else { continue };
        if mended == source {
            continue;
        }
        let start = changed.rule("f").unwrap();
        let Ok(original) = UserGrammar::with_left_recursion("own.pest", &source) else { continue };
        let original = Grammar::User(Arc::new(original)).starting_at("f").unwrap();
        mended_ones += 1;
        for text in texts.iter().filter(|text| changed.parse(start, text).is_ok()) {
            read += 1;
            let forest = Forest::new(text, &original, 1);
            assert!(forest.is_ok(), "{source}\n{mended}\n{text}: {forest:?}");
        }
    }
    assert!(mended_ones > 10 && read > 100, "{mended_ones} {read}");
}

#[test]
fn the_advice_groups_operators_by_precedence_if_each_one_has_a_partner() {
    let advice = |source: &str| PestGrammar::read(source).unwrap_err()[0].advice.clone();
    let said = advice("e = { e ~ \"+\" ~ e | e ~ \"*\" ~ e | \"n\" }");
    assert!(said.ends_with(
        "; give each operator a rule of its own, and pest's PrattParser groups them by precedence"
    ));
    let rules = "plus = { \"+\" }\ntimes = { \"*\" }";
    let said = advice(&format!("e = {{ e ~ plus ~ e | e ~ times ~ e | \"n\" }}\n{rules}"));
    assert!(said.ends_with("; then pest's PrattParser groups the operators by precedence"));
    // The sign applies to everything after it.
    let said = advice("e = { e ~ \"+\" ~ e | e ~ \"*\" ~ e | \"-\" ~ e | \"n\" }");
    assert!(!said.contains("Pratt"), "{said}");
}

#[test]
fn left_recursion_is_rewritten_up_to_a_number_of_alternatives_and_of_rules_on_the_way() {
    let alternatives = |count: usize| {
        let others = (2..=count).map(|it| format!(" | \"{it}\"")).collect::<Vec<_>>().concat();
        format!("e = {{ e ~ \"+\"{others} }}")
    };
    let rules = |count: usize| {
        let chain = (1..count).map(|it| format!("r{it} = {{ r{} }}\n", it + 1));
        let chain = chain.collect::<Vec<_>>().concat();
        format!("e = {{ r1 }}\n{chain}r{count} = {{ e ~ \"+\" | \"x\" }}")
    };
    let has_fix = |source: &str| !PestGrammar::read(source).unwrap_err()[0].mend.is_empty();
    assert_eq!([51, 52].map(|it| has_fix(&alternatives(it))), [true, false]);
    assert_eq!([49, 50].map(|it| has_fix(&rules(it))), [true, false]);
}

#[test]
fn an_operand_too_long_to_be_written_twice_becomes_a_rule() {
    let advice = |length: usize| {
        let source = format!("e = {{ e ~ \"+\" ~ e | \"{}\" }}", "x".repeat(length));
        PestGrammar::read(&source).unwrap_err()[0].advice.clone()
    };
    assert!(!advice(28).contains("operand"));
    assert!(advice(29).contains("e = { operand ~ (\"+\" ~ operand)* }"));
    // Written once, it stays as it is.
    let once = format!("e = {{ e ~ \"+\" | \"{}\" }}", "x".repeat(29));
    assert!(!PestGrammar::read(&once).unwrap_err()[0].advice.contains("operand"));
}

/// Each search for a fix reads the whole grammar again, so there are fixes only for the first
/// rules.
#[test]
fn the_work_for_many_left_recursive_rules_is_limited() {
    let rule = |number| format!("r{number} = {{ r{number} ~ \"x\" | \"y\" }}\n");
    let advised = advised(&(0..150).map(rule).collect::<String>());
    assert_eq!(advised.len(), 150);
    let first = advised.iter().take_while(|(_, rule)| rule.is_some()).count();
    assert!((50..100).contains(&first), "{first}");
    assert!(advised.iter().skip(first).all(|(_, rule)| rule.is_none()));
}

#[test]
fn a_cycle_of_many_rules_in_a_large_grammar_has_no_fix() {
    let links = (1..39).map(|number| format!("r{number} = {{ r{} }}\n", number + 1));
    let cycle = links.chain(["r39 = { r0 ~ \"x\" }\n".to_owned()]).collect::<String>();
    let cycle = format!("r0 = {{ r1 | \"y\" }}\n{cycle}");
    let others = (0..400).map(|number| format!("o{number} = {{ \"a\" ~ \"b\" | \"c\" }}\n"));
    let large = [cycle.clone(), others.collect()].concat();
    let [small, large] = [cycle, large].map(|source| PestGrammar::read(&source).unwrap_err());
    assert!(small[0].advice.starts_with("write it with a repetition"), "{small}");
    assert!(large[0].advice.starts_with("`r0` would have to match itself"), "{large}");
    assert_eq!(large.len(), 1);
}
