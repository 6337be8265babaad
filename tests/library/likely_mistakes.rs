//! Warnings about likely mistakes, and similar grammars that get none.

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;

use crate::findings::warnings;

/// The warnings that are about `what`.
fn about(source: &str, start: &str, what: &str) -> Vec<(String, String)> {
    warnings(source, start).into_iter().filter(|it| it.0.contains(what)).collect()
}

#[test]
fn check_warns_of_a_greedy_repetition_unless_it_excludes_what_follows_it() {
    let blanks = "WHITESPACE = _{ \" \" }";
    let cases = [
        // The repetition refuses digits or another text, but not the text that follows it.
        ("a = { (!ASCII_DIGIT ~ ANY)* ~ \"x\" ~ EOI }", "", "ax"),
        ("a = @{ (!\"ab\" ~ ANY)* ~ \"ac\" ~ EOI }", "", "1ac"),
        // No blank comes before the first round.
        ("a = { ASCII_DIGIT* ~ \"1\" ~ EOI }", "", "01"),
        ("a = @{ ASCII_DIGIT* ~ \"1\" ~ EOI }", blanks, "01"),
        // Nor could a blank stop a repetition that reads anything.
        ("a = { ANY* ~ \"x\" ~ EOI }", blanks, "ax"),
    ];
    for (rule, others, text) in cases {
        let said = about(&format!("{rule}\n{others}"), "a", "also matches");
        let [(message, advice)] = &said[..] else { panic!("{rule}: {said:?}") };
        assert!(message.ends_with(&format!("so `{text}` is rejected")), "{message}");
        assert!(advice.starts_with("make the repetition stop before it: `(!"), "{advice}");
    }
}

#[test]
fn check_finds_a_text_that_a_repeated_rule_eats_although_it_stops_before_a_longer_sign() {
    let page = |sign: &str, end: &str| {
        format!(
            "page = {{ SOI ~ node* ~ EOI }} node = {{ block | text }} \
             block = {{ \"{{%\" ~ node* ~ \"{end}\" }} text = @{{ (!\"{sign}\" ~ ANY)+ }}"
        )
    };
    let said = about(&page("{{", "{%end%}"), "page", "can never match");
    assert_eq!(said.len(), 1, "{said:?}");
    // Before another `{`, the text stops.
    assert_eq!(about(&page("{{", "{"), "page", "can never match"), []);
}

#[test]
fn check_finds_lookaheads_that_reject_everything_that_follows() {
    let said = about("a = { !b ~ b } b = { \"x\" ~ \"y\" }", "a", "can never match");
    let expected = "this can never match: `!b` refuses every text with which this can begin";
    assert_eq!(said.iter().map(|it| &*it.0).collect::<Vec<_>>(), [expected]);
    assert_eq!(warnings("a = { !\"x\" ~ ANY ~ EOI }", "a"), []);
    assert_eq!(warnings("a = { !\"x\" ~ \"y\" ~ EOI }", "a"), []);
}

#[test]
fn an_empty_literal_alone_does_not_make_an_alternative_capture_others() {
    let said = about("a = { \"a\" ~ \"\" | \"a\" ~ ASCII_DIGIT }", "a", "unreachable");
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn the_eoi_warning_shows_unread_text_with_characters_of_the_grammar() {
    let end = "end it with `~ EOI`";
    let whole = "a rule calls it: parse whole texts with `whole_x = { SOI ~ x ~ EOI }`";
    let cases = [
        ("x = { \"a\" | \"[\" ~ x ~ \"]\" }", "`a` of `a]`", whole),
        // The end belongs behind all alternatives.
        ("x = { (\"a\" | \"b\") | \"c\" }", "`a` of `aa`", end),
        // The example must not begin with a text that the rule refuses.
        ("x = { !(\"a\" | \"1\") ~ ANY }", "`A` of `Aa`", end),
        // Only a quote is refused behind a row of fields, each of which may be empty.
        (
            "x = { f ~ (\",\" ~ f)* }\nf = { \"\\\"\" ~ f ~ \"\\\"\" | (!(\",\" | \"\\\"\") ~ ANY)* }",
            "`,` of `,\"`",
            end,
        ),
        ("x = { \"(\" ~ x ~ \")\" | \"\" }", "`()` of `())`", whole),
    ];
    for (source, part, advice) in cases {
        let said = about(source, "x", "does not end");
        let expected = format!("`x` does not end in `EOI`: it matches only {part}");
        assert_eq!(said, [(expected, advice.to_owned())], "{source}");
    }
}

#[test]
fn the_default_start_rule_is_the_one_that_reaches_most_rules() {
    for (source, expected) in [
        ("digit = { \"1\" }\nsum = { digit ~ (\"+\" ~ sum)? ~ EOI }", "sum"),
        ("digit = { \"1\" }\nsum = { term ~ (\"+\" ~ sum)? ~ EOI }\nterm = { digit }", "sum"),
        ("sum = { digit ~ (\"+\" ~ sum)? ~ EOI }\ndigit = { \"1\" }", "sum"),
        // If rules call each other, the first one is the start, although no rule names the last.
        ("value = { list | \"1\" }\nlist = { \"[\" ~ value ~ \"]\" }\nblank = { \" \" }", "value"),
        ("one = { \"1\" }\ntwo = { \"2\" }", "one"),
        // `file` has `EOI`; `old` and `sum` reach more rules, but nothing calls them.
        ("file = { x ~ EOI }\nx = { \"a\" }\nold = { y ~ \"b\" }\ny = { x }", "file"),
        ("sum = { left ~ \"+\" ~ n }\nleft = { n }\nfile = { SOI ~ n }\nn = { \"1\" }", "file"),
        // `EOI` in a rule that other rules call does not make it the start.
        ("row = { \"1\" ~ EOI }\nrows = { x | row }\nx = { \"2\" }", "rows"),
        // Of two that reach as many, one has `SOI` or `EOI`.
        ("one = { \"1\" }\ntwo = { SOI ~ \"2\" ~ EOI }", "two"),
        ("WHITESPACE = _{ \" \" }\nCOMMENT = _{ \"#\" }\ndigit = { \"1\" }", "digit"),
        ("digit = { \"1\" }\nline = { \"2\" }\nall = { digit ~ \"3\" }", "line"),
    ] {
        let grammar = UserGrammar::read("own.pest", source).unwrap();
        let grammar = Grammar::User(grammar.into());
        assert_eq!(grammar.rules().name(grammar.start()), expected, "{source}");
    }
}

/// Returns the findings about blanks inside the rules `n` and others, in a text of `n` alone.
fn blanks_inside(rules: &str) -> Vec<(String, String)> {
    let source = format!("s = {{ SOI ~ n ~ EOI }}\n{rules}\nWHITESPACE = _{{ \" \" }}");
    about(&source, "s", "blanks are allowed inside")
}

#[test]
fn check_warns_of_blanks_inside_a_token_made_from_a_choice_of_characters() {
    let said = blanks_inside("n = { (ASCII_DIGIT | \"_\")+ }");
    assert_eq!(said.len(), 1, "{said:?}");
    for whole in [
        // One character, as if it were in quotes.
        "n = { ('x'..'x')+ }",
        // The rule names a blank itself, so blanks are intended.
        "n = { (ASCII_DIGIT | \" \")+ }",
        // The lookahead asks for two digits without a blank between them.
        "n = { &two ~ ASCII_DIGIT+ }\ntwo = @{ ASCII_DIGIT ~ ASCII_DIGIT }",
    ] {
        assert_eq!(blanks_inside(whole), [], "{whole}");
    }
}

#[test]
fn check_finds_a_token_through_many_rules_but_not_through_a_thousand() {
    let behind = |count: usize| {
        let rules = (1..count).map(|it| format!("r{it} = {{ r{} }}\n", it + 1));
        let rules: String = rules.collect();
        blanks_inside(&format!("n = {{ r1+ }}\n{rules}r{count} = {{ '0'..'9' }}")).len()
    };
    assert_eq!([behind(1), behind(9), behind(1000)], [1, 1, 0]);
}

#[test]
fn the_advice_replaces_a_rule_modifier_by_the_one_that_skips_no_blanks() {
    let source = "s = ${ SOI ~ n ~ EOI }\nn = !{ ASCII_DIGIT+ }\nWHITESPACE = _{ \" \" }";
    let said = about(source, "s", "blanks are allowed inside");
    let advice: Vec<&str> = said.iter().map(|it| &*it.1).collect();
    assert_eq!(advice, ["put `@` in place of its `!`, so that it skips no blanks"]);
}

#[test]
fn check_names_the_rules_that_pest_knows_for_blanks_and_comments() {
    for (typed, meant) in [
        ("whitespace", "WHITESPACE"),
        ("WS", "WHITESPACE"),
        ("Comment", "COMMENT"),
        ("COMMENTS", "COMMENT"),
    ] {
        let source = format!("s = {{ SOI ~ \"x\" ~ EOI }} {typed} = _{{ \" \" }}");
        let advice = format!("rename it `{meant}`: pest skips what a rule of this name matches");
        assert_eq!(warnings(&source, "s")[0].1, advice);
    }
}

#[test]
fn each_rule_of_a_ring_without_an_end_is_reported_with_a_few_others() {
    let count = 400;
    let rule = |it: usize| format!("r{it} = {{ \"x\" ~ r{} }}\n", (it + 1) % count);
    let source: String = (0..count).map(rule).collect();
    let found = about(&source, "r0", "can never match: it needs ");
    assert_eq!(found.len(), count);
    assert!(found.iter().all(|(message, _)| message.matches('`').count() == 22), "{}", found[9].0);
}
