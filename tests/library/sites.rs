//! Every event says which part of a rule's definition is being tried.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bracket24::tracer::{Outcome, PestGrammar, What};
use bracket24::{Grammar, Named};

/// A trial: the texts of its sites, the alternative of the first site, the round of a repetition,
/// and whether it matches.
type Tried = (Vec<String>, Option<(usize, usize)>, u32, bool);

fn tried(source: &str, start: &str, text: &str) -> Vec<Tried> {
    let grammar = PestGrammar::read(source).unwrap();
    let mut tried = Vec::new();
    let listener = |event: bracket24::tracer::Event<'_>| {
        let sites = grammar.sites(event.site);
        if event.outcome != Outcome::Enter && !sites.is_empty() && event.what != What::Sequence {
            let texts = sites.iter().map(|it| source[it.span.clone()].to_owned()).collect();
            let alternative = sites[0].alternative.map(|it| (it.number, it.count));
            tried.push((texts, alternative, event.round, event.outcome != Outcome::Fail));
        }
        ControlFlow::Continue(())
    };
    let _ = grammar.trace(grammar.rule(start).unwrap(), text, listener);
    tried
}

fn one(text: &str, alternative: Option<(usize, usize)>, round: u32, matched: bool) -> Tried {
    (vec![text.to_owned()], alternative, round, matched)
}

#[test]
fn a_site_gives_the_number_of_its_alternative_and_the_round_of_its_repetition() {
    let source = r#"sum = { digit ~ ("+" ~ digit | "-" ~ digit)* } digit = @{ '0'..'9' }"#;
    let expected = [
        one("'0'..'9'", None, 0, true),
        one("digit", None, 0, true),
        one(r#""+""#, Some((1, 2)), 1, false),
        one(r#""-""#, Some((2, 2)), 1, true),
        one("'0'..'9'", None, 0, true),
        one("digit", Some((2, 2)), 1, true),
        one(r#""+""#, Some((1, 2)), 2, false),
        one(r#""-""#, Some((2, 2)), 2, false),
    ];
    assert_eq!(tried(source, "sum", "1-2"), expected);
}

#[test]
fn events_number_the_rounds_of_repetitions_that_pest_expands() {
    let rounds = |source: &str, text: &str| -> Vec<(u32, bool)> {
        let tried = tried(source, "a", text);
        tried.into_iter().map(|(_, _, round, matched)| (round, matched)).collect()
    };
    let (yes, no) = (true, false);
    assert_eq!(rounds(r#"a = @{ "x"+ }"#, "xx"), [(1, yes), (2, yes), (3, no)]);
    assert_eq!(rounds(r"a = @{ 'x'..'z'{2} ~ 'y'..'z' }", "xxy"), [(1, yes), (2, yes), (0, yes)]);
    assert_eq!(rounds(r#"a = @{ "x"{1,} }"#, "xx"), [(1, yes), (2, yes), (3, no)]);
    assert_eq!(rounds(r#"a = @{ "x"{,2} }"#, "x"), [(1, yes), (2, no)]);
    assert_eq!(rounds(r#"a = @{ "x"? }"#, "x"), [(0, yes)]);
    assert_eq!(rounds(r#"a = @{ ("x"{1})+ }"#, "xx"), [(1, yes), (2, yes), (3, no)]);
    let nested = rounds(r#"a = @{ ("x" ~ "y"*)+ }"#, "xyyx");
    let expected = [(1, yes), (1, yes), (2, yes), (3, no), (2, yes), (1, no), (3, no)];
    assert_eq!(nested, expected);
}

#[test]
fn parts_that_pest_merges_keep_all_their_sites() {
    let factored = tried(r#"a = { "x" ~ "y" | "x" ~ "z" }"#, "a", "xz");
    let first = (vec![r#""x""#.to_owned(); 2], Some((1, 2)), 0, true);
    let others = [one(r#""y""#, Some((1, 2)), 0, false), one(r#""z""#, Some((2, 2)), 0, true)];
    assert_eq!(factored[0], first);
    assert_eq!(factored[1..], others);
    let joined = tried(r#"a = @{ "x" ~ "y" }"#, "a", "xy");
    assert_eq!(joined, [one(r#""x" ~ "y""#, None, 0, true)]);
    let joined = tried(r#"a = @{ 'p'..'q' ~ "x" ~ "y" }"#, "a", "pxy");
    assert_eq!(joined, [one("'p'..'q'", None, 0, true), one(r#""x" ~ "y""#, None, 0, true)]);
    let repeated = tried(r#"a = { "w" | ("x" ~ "y" | "x" ~ "z"){2} }"#, "a", "xzxy");
    let first = |round| (vec![r#""x""#.to_owned(); 2], Some((1, 2)), round, true);
    let expected = [
        one(r#""w""#, Some((1, 2)), 0, false),
        first(1),
        one(r#""y""#, Some((1, 2)), 1, false),
        one(r#""z""#, Some((2, 2)), 1, true),
        first(2),
        one(r#""y""#, Some((1, 2)), 2, true),
    ];
    assert_eq!(repeated, expected);
    let of_three = tried(r#"a = { "w" | "x" ~ "y" | "x" ~ "z" }"#, "a", "xz");
    let first = (vec![r#""x""#.to_owned(); 2], Some((2, 3)), 0, true);
    let others = [one(r#""y""#, Some((2, 3)), 0, false), one(r#""z""#, Some((3, 3)), 0, true)];
    assert_eq!(of_three[0], one(r#""w""#, Some((1, 3)), 0, false));
    assert_eq!((&of_three[1], &of_three[2..]), (&first, &others[..]));
    let alone = tried(r#"a = @{ ("x" | "x" ~ "z"){2} }"#, "a", "xx");
    assert_eq!(alone, [1, 2].map(|round| one(r#""x""#, Some((1, 2)), round, true)));
    let list = tried(r#"a = { ("x" ~ ",")* ~ "x" }"#, "a", "x,x");
    let expected = [
        (vec![r#""x""#.to_owned(); 2], None, 0, true),
        one(r#"",""#, None, 1, true),
        one(r#""x""#, None, 1, true),
        one(r#"",""#, None, 2, false),
    ];
    assert_eq!(list, expected);
    let search = tried(r#"a = @{ (!"x" ~ ANY)* ~ "x" }"#, "a", "yyx");
    let expected = [one(r#"(!"x" ~ ANY)*"#, None, 0, true), one(r#""x""#, None, 0, true)];
    assert_eq!(search, expected);
}

#[test]
fn a_sequence_that_pest_makes_of_two_fails_once() {
    for (source, text) in [
        (r#"a = { "w" ~ (b ~ "y" | b ~ "z") } b = { "x" }"#, "wxq"),
        (r#"a = { "w" ~ (b ~ "y") } b = { "x" }"#, "wxq"),
        (r#"a = { b ~ (b ~ ("y" ~ b)) } b = { "x" }"#, "xxyq"),
    ] {
        let grammar = PestGrammar::read(source).unwrap();
        let mut failed = Vec::new();
        let listener = |event: bracket24::tracer::Event<'_>| {
            if event.what == What::Sequence {
                failed.extend(grammar.sites(event.site).iter().map(|it| &source[it.span.clone()]));
            }
            ControlFlow::Continue(())
        };
        grammar.trace(grammar.rule("a").unwrap(), text, listener).map(drop).unwrap_err();
        let body = source["a = { ".len()..].split(" }").next().unwrap();
        assert_eq!(failed, [body], "{source}");
    }
}

#[test]
fn a_failed_sequence_has_its_own_alternative_and_not_that_of_its_first_part() {
    let source = r#"a = { (b | "y" | "z") ~ "w" | "(" ~ (b | "y" | "z") ~ "w" | "q" } b = { "x" }"#;
    let grammar = PestGrammar::read(source).unwrap();
    for (text, number, part) in
        [("xq", 1, r#"(b | "y" | "z") ~ "w""#), ("(xq", 2, r#""(" ~ (b | "y" | "z") ~ "w""#)]
    {
        let mut failed = Vec::new();
        let listener = |event: bracket24::tracer::Event<'_>| {
            if event.what == What::Sequence {
                let sites = grammar.sites(event.site).iter();
                failed.extend(sites.map(|it| (it.alternative.unwrap(), &source[it.span.clone()])));
            }
            ControlFlow::Continue(())
        };
        grammar.trace(grammar.rule("a").unwrap(), text, listener).map(drop).unwrap_err();
        assert_eq!(failed.len(), 1, "{failed:?}");
        assert_eq!((failed[0].0.number, failed[0].0.count, failed[0].1), (number, 3, part));
    }
}

/// A rule's site names the rule, and a terminal's is written in a rule's definition.
#[test]
fn the_site_of_a_rule_is_its_name_in_the_grammar_source() {
    for grammar in Grammar::BASIC {
        let (rules, source) = (grammar.rules(), grammar.whole_source());
        let mut told = 0;
        let listener = |event: bracket24::tracer::Event<'_>| {
            for site in rules.sites(event.site) {
                let written = &source[site.span.clone()];
                if let What::Rule(rule) = event.what {
                    assert_eq!(written, rules.name(rule), "{}", grammar.name());
                    told += 1;
                }
                assert!(!written.contains(['{', '}']), "{written}");
            }
            ControlFlow::Continue(())
        };
        let start = rules.rule("line").unwrap();
        rules.trace(start, "( 5-8 - 7)*6/2+1", listener).unwrap();
        assert!(told > 40, "{told}");
    }
}

#[test]
fn a_recording_gives_the_definition_and_the_part_that_an_event_tries() {
    use bracket24::lessons::{Recording, TraceDetail};
    let recording = Recording::new("8-4", &Grammar::Left, TraceDetail::Terminals).unwrap();
    let tried = recording.events().filter_map(|(event, _)| recording.definition_at(&event));
    let tried: Vec<(&str, &str)> = tried.map(|(text, part)| (text, &text[part])).collect();
    let expression = r#"expression = _{ term ~ ("+" ~ add | "-" ~ subtract)* }"#;
    assert!(tried.contains(&(expression, "subtract")) && tried.contains(&(expression, r#""-""#)));
    assert!(tried.iter().all(|(text, _)| text.ends_with('}') && !text.contains("///")));
}

#[test]
fn every_reported_site_is_among_the_counted_sites() {
    let grammar = PestGrammar::read(r#"a = { b ~ ("x" | "y")+ ~ b } b = { 'p'..'q' }"#).unwrap();
    let mut seen = HashSet::new();
    let listener = |event: bracket24::tracer::Event<'_>| {
        seen.insert(event.site);
        ControlFlow::Continue(())
    };
    grammar.trace(grammar.rule("a").unwrap(), "pxyq", listener).unwrap();
    assert!((5..=grammar.site_count()).contains(&seen.len()), "{seen:?}");
}

#[test]
fn the_place_of_a_group_after_a_lookahead_includes_its_brackets_and_no_others() {
    for body in ["! (x ~ y)", "(!(x ~ y))", "(!(!(x ~ y)))", "!/* */(x ~ y)"] {
        let source = format!("s = {{ ({body}) ~ ANY }} x = {{ \"a\" }} y = {{ \"b\" }}");
        let grammar = PestGrammar::read(&source).unwrap();
        let mut groups = Vec::new();
        let _ = grammar.trace(grammar.rule("s").unwrap(), "ac", |event| {
            let sites = grammar.sites(event.site).iter().filter(|_| event.what == What::Sequence);
            groups.extend(sites.map(|it| source[it.span.clone()].to_owned()));
            ControlFlow::Continue(())
        });
        assert_eq!(groups.first().map(|it| &**it), Some("(x ~ y)"), "{body}");
    }
}

#[test]
fn only_terminals_calls_sequences_and_lookaheads_are_numbered_as_sites() {
    let count = |source: &str| PestGrammar::read(source).unwrap().site_count();
    // The first number means that a call is written nowhere.
    assert_eq!(count("s = { (\"a\" | 'b'..'c')* }"), 1 + 2);
    assert_eq!(count("s = { \"a\" ~ (\"b\" | \"c\")? ~ !\"d\" }"), 1 + 4 + 2);
}
