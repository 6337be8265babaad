//! Grammars in other notations: the name of the notation, and its equivalent in pest.

use std::collections::BTreeMap;

use bracket24::tracer::{GrammarError, PestGrammar};
use itertools::Itertools;
use serde::Deserialize;

use crate::findings::changed;

/// The file of texts that people type in other notations.
#[derive(Deserialize)]
struct Notations {
    /// Bodies of rules.
    idiom: Vec<Case>,
    /// Whole rules.
    definition: Vec<Case>,
    grammar: Vec<Case>,
    /// Names in other notations, and their equivalents in pest.
    names: BTreeMap<String, String>,
    /// A text that is in no notation.
    wrong: Vec<Case>,
}

/// A text, the first message about it, and the notation of pest or the advice.
#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    notation: String,
    typed: String,
    #[serde(default)]
    says: String,
    #[serde(default)]
    pest: String,
    #[serde(default)]
    advice: String,
}

fn notations() -> Notations {
    toml::from_str(include_str!("../cases/notations.toml")).unwrap()
}

fn mistakes(source: &str) -> Vec<GrammarError> {
    PestGrammar::read(source).expect_err(source).into()
}

/// The text after the fix for an error.
fn mended(source: &str, error: &GrammarError) -> String {
    changed(source, &error.mend)
}

/// The text after every offered fix was made, one at a time: the first one, or the last one.
fn mended_until_it_reads(source: &str, last_first: bool) -> String {
    let mut text = source.to_owned();
    for _ in 0..100 {
        let Err(errors) = PestGrammar::read(&text) else { return text };
        let mut offered = errors.iter().filter(|it| !it.mend.is_empty());
        let Some(error) = (if last_first { offered.next_back() } else { offered.next() }) else {
            panic!("no mend is offered in\n{text}\n{errors:#?}")
        };
        text = mended(&text, error);
    }
    panic!("it is never mended: {text}")
}

/// Checks for each row that its message comes first, that its text is mended as the row states, and
/// that pest reads the mended grammar.
fn assert_mended(cases: &[Case], grammar: impl Fn(&str) -> String) {
    for Case { typed, says, pest, .. } in cases {
        let source = grammar(typed);
        let errors = mistakes(&source);
        assert_eq!(errors[0].message, *says, "{source}: {errors:?}");
        let mended = mended(&source, &errors[0]);
        assert_eq!(mended, grammar(pest), "{source}");
        let read = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, &mended);
        assert!(read.is_ok(), "{mended}: {read:?}");
    }
}

#[test]
fn each_foreign_idiom_is_named_and_rewritten_in_pest_notation() {
    assert_mended(&notations().idiom, |body| format!("a = {{ {body} }}\nb = {{ \"b\" }}\n"));
}

#[test]
fn each_foreign_rule_definition_is_rewritten_in_pest_notation() {
    let definitions = notations().definition;
    assert_mended(&definitions, str::to_owned);
    assert_mended(&definitions, |rule| format!("{rule}\nz = {{ \"z\" }}\n"));
}

/// Grammars of sums.
#[test]
fn the_fixes_turn_a_whole_grammar_in_another_notation_into_pest_rule_by_rule() {
    for Case { notation, typed, pest, .. } in notations().grammar {
        assert_eq!(mended_until_it_reads(&typed, false), pest, "{typed}");
        // In ABNF, every rule says which notation it is, and what it became says so as well.
        if notation.starts_with("abnf") {
            assert_eq!(mended_until_it_reads(&typed, true), pest, "{typed}");
        }
    }
}

#[test]
fn a_rule_in_another_notation_is_rewritten_up_to_a_length_and_a_nesting_depth() {
    let is_rewritten = |body: &str| {
        let errors = mistakes(&format!("a = {body}"));
        errors[0].message == "the rule has no braces" && !errors[0].mend.is_empty()
    };
    // Brackets count in quotes as well.
    assert!(is_rewritten(&format!("'{}'", "(".repeat(100))));
    assert!(!is_rewritten(&format!("'{}'", "(".repeat(101))));
    assert!(is_rewritten(&format!("'{}'", "()[]{}".repeat(101))));
    let of_length = |length: usize| format!("'{}'", "x".repeat(length - "a = ''".len()));
    assert!(is_rewritten(&of_length(1 << 14)));
    assert!(!is_rewritten(&of_length((1 << 14) + 1)));
    // Each list has its item twice, and so has the translation of what is repeated lazily.
    let lists = |count: usize| "'x' ** ".repeat(count) + "'x'";
    let lazy = |count: usize| ".*? ".repeat(count) + "'x'";
    assert!(is_rewritten(&lists(10)) && is_rewritten(&lazy(10)));
    assert!(!is_rewritten(&lists(1000)) && !is_rewritten(&lazy(1000)));
}

#[test]
fn an_undefined_name_of_another_notation_gets_the_name_in_pest() {
    for (name, pest) in notations().names {
        let errors = mistakes(&format!("a = {{ {name} }}"));
        let advice = format!("this name comes from other notations: pest has `{pest}`");
        assert_eq!((&*errors[0].advice, errors.len()), (&*advice, 1), "{name}");
        assert!(PestGrammar::read(&format!("a = {{ \"x\" ~ {pest} }}")).is_ok(), "{pest}");
        let own = mistakes(&format!("a = {{ {name} }}\n{name}s = {{ \"x\" }}"));
        assert_eq!(own[0].advice, format!("did you mean `{name}s`?"));
    }
}

#[test]
fn an_abbreviation_does_not_get_the_name_of_a_single_character() {
    let errors = mistakes("a = { NUM ~ num ~ LETER }");
    let advice: Vec<&str> = errors.iter().map(|it| &*it.advice).collect();
    assert_eq!(advice[2], "did you mean `LETTER`?");
    assert!(advice[..2].iter().all(|it| it.starts_with("define it, as in")), "{advice:?}");
    assert!(errors[..2].iter().all(|it| it.mend.is_empty()));
}

/// `_` names the blanks of a grammar for Peggy, and would look like a modifier.
#[test]
fn blanks_at_the_start_of_a_rule_are_not_taken_for_a_modifier() {
    let source = |name| format!("a = _ b\nb = {{ \"b\" }}\n{name} = {{ \" \" }}");
    let errors = mistakes(&source("_"));
    assert_eq!(mended(&source("_"), &errors[0]), source("_").replace("_ b", "{ blanks ~ b }"));
    // This rule may be the author's own, so `_` may also be a modifier.
    let errors = mistakes(&source("blanks"));
    assert!(errors[0].message.starts_with("unexpected"), "{errors:?}");
    assert!(errors[0].mend.is_empty(), "{errors:?}");
}

#[test]
fn the_rule_itself_is_not_proposed_for_an_undefined_name_at_its_start() {
    for (source, meant) in [
        ("items = { item ~ (\",\" ~ item)* }", None),
        ("file = { items }\nitems = { \"-\"? ~ item }", None),
        ("expr = { \"a\" ~ \"+\" ~ exp }", Some("expr")),
        ("file = { item }\nitems = { \"a\" }", Some("items")),
    ] {
        let errors = mistakes(source);
        assert!(errors.iter().all(|it| it.message.ends_with("is undefined")), "{errors:?}");
        for error in errors {
            assert_eq!(error.mend.first().map(|(_, text)| &**text), meant, "{source}");
        }
    }
}

#[test]
fn the_fix_leaves_valid_pest_syntax_unchanged() {
    let source = "a = { #t = b ~ 'x'..'y' ~ PEEK[0..1] ~ PUSH(b)? ~ \"x\"{2,} ~ ^\"z\" \"w\" }\nb = { \"b\" }";
    let errors = mistakes(source);
    assert_eq!(mended(source, &errors[0]), source.replace("^\"z\" \"w\"", "^\"z\" ~ \"w\""));
}

#[test]
fn every_wrong_rule_is_fixed_and_each_new_idiom_in_it_is_named() {
    let found =
        mistakes("a = { 'x' }\nb = { 'y' 'z' }\nc = { \"z\" ~ }\nd = { \"\\q\" }\ne ::= 'x'\n");
    let found: Vec<_> = found.iter().map(|it| (&*it.message, !it.mend.is_empty())).collect();
    assert_eq!(
        found,
        [
            ("`'x'` is a string literal of other notations", true),
            ("nothing joins these two parts, as in BNF and in most notations", true),
            ("unexpected `}`", false),
            ("unknown escape `\\q`", false),
            ("`::=` defines a rule in BNF", true),
            ("the rule has no braces", false),
        ]
    );
}

#[test]
fn syntax_of_no_known_notation_gets_the_message_of_pest() {
    for Case { typed, says, advice, .. } in notations().wrong {
        let errors = mistakes(&format!("a = {{ {typed} }}\nb = {{ \"b\" }}\n"));
        assert_eq!((&errors[0].message, &errors[0].advice), (&says, &advice), "{typed}");
        assert!(errors[0].mend.is_empty(), "{typed}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn any_number_of_quotes_side_by_side_is_read() {
    for (tag, quotes) in (0..12).cartesian_product([1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 20, 39]) {
        let (tag, quotes) = ("\"".repeat(tag), "\"".repeat(quotes));
        for source in [
            format!("a = {{ {quotes} }}\n"),
            format!("b : {quotes}-{tag} ;\n"),
            format!("b = {{#tag ={tag}\n}}\nb = {{#tag ={quotes}2{tag} \"DROP){{ {quotes} }}\n"),
            format!("b ::= {quotes}..{tag} | 'x'{quotes}\n"),
        ] {
            let _errors = PestGrammar::read(&source);
        }
    }
}

#[test]
fn deeply_nested_brackets_are_handled_quickly() {
    let opens = [
        "(", "{", "[", "~(", "PUSH(", "opt(", "!(", "3(", "b % (", "b - (", "b, (", "b | (",
        "b / (", "b and (", "b or (", "x:(", "choice(", "b(", "unknown(", "{[(", "b {", "not (",
    ];
    for open in opens {
        for (middle, close) in [("b", ")"), ("^", "}")] {
            let (open, close) = (open.repeat(30), close.repeat(30));
            assert!(!mistakes(&format!("a : {open}{middle}{close}\n")).is_empty());
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_check_for_foreign_notations_handles_any_text() {
    let parts = [
        "a", " = ", "::=", "{", "}", "[", "]", "'", "\"", "/", "\\", "~", ",", "|", "<", ">", "#",
        "\n", ";", ".", "..", "-", "*", "+", "3", "%x", "(", ")", "(*", "é", "“", "^", "i",
    ];
    let mut random = fastrand::Rng::with_seed(24);
    for _ in 0..20_000 {
        let length = random.usize(1..20);
        let text: String = (0..length).map(|_| parts[random.usize(..parts.len())]).collect();
        let Err(errors) = PestGrammar::read(&text) else { continue };
        for error in errors {
            assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
            if !error.mend.is_empty() {
                assert_ne!(mended(&text, &error), text);
            }
        }
    }
    let deep = format!("a = {}b{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(!mistakes(&deep).is_empty());
}
