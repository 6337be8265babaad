//! The fix that ends a keyword before a longer name.

use bracket24::tracer::PestGrammar;

use crate::findings::{is_read, warnings};
use crate::findings_of_tokens::{NAMES, found};

#[test]
fn the_keyword_fix_changes_the_keyword_in_every_alternative() {
    let source = r#"file = { SOI ~ stmt* ~ EOI }
        stmt = { "if" ~ name ~ stmt | "if" ~ name ~ stmt ~ "else" ~ stmt | name ~ ";" }
        name = @{ ASCII_ALPHA+ }
        text = @{ "if" ~ "." }
        WHITESPACE = _{ " " }"#;
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert_eq!(mended.matches("if_word ~ name ~ stmt").count(), 2, "{mended}");
    assert!(mended.contains(r#"text = @{ "if" ~ "." }"#), "an atomic rule stays: {mended}");
    assert!(!is_read(&mended, "file", "ifa b; else c;"));
    // The second alternative is still dead, and check still says so.
    let left = warnings(&mended, "file");
    assert!(left.iter().any(|it| it.0.starts_with("this alternative is unreachable")), "{left:?}");
}

#[test]
fn the_keyword_fix_keeps_neighbouring_symbols_and_pairs() {
    let source = |rules: &str| format!("line = {{ SOI ~ e ~ EOI }} {rules} {NAMES}");
    let fixed = |rules: &str| found(&source(rules), "keyword-in-name").expect("it is found").1;
    for (rules, text, spaced) in [
        ("e = { name ~ op ~ name } op = { \"<\" | \"in\" }", "a<b", "a in b"),
        ("e = { name ~ (\"<\" | \"in\") ~ name }", "a<b", "a in b"),
        ("e = { name ~ op ~ name } op = { \"<>\" | \"=\" | ^\"like\" }", "a<>b", "a like b"),
        ("e = { name ~ op ~ name } op = { op2 } op2 = { \"<\" | \"in\" }", "a<b", "a in b"),
    ] {
        let fixed = fixed(rules);
        for text in [text, spaced] {
            assert!(is_read(&source(rules), "line", text), "{rules}: {text}");
            assert!(is_read(&fixed, "line", text), "{fixed}: {text}");
        }
        let joined = spaced.replace("n b", "nb").replace("e b", "eb");
        assert!(is_read(&source(rules), "line", &joined), "{rules}: {joined}");
        assert!(!is_read(&fixed, "line", &joined), "{fixed}: {joined}");
    }
    // The name of the rule that the fix adds is free, and of ASCII characters.
    let rules = "e = { (\"let\" | \"straße\") ~ name } let_word = { \"q\" }";
    let fixed_words = fixed(rules);
    assert!(fixed_words.contains("let_word2 = @{"), "{fixed_words}");
    // The parts of the rule still make pairs.
    let rules = "e = { lit | name } lit = { yes | no } yes = { \"yes\" } no = { \"no\" }";
    let fixed = fixed(rules);
    let pairs = |source: &str| {
        let grammar = PestGrammar::read(source).unwrap();
        let pairs = grammar.parse(grammar.rule("line").unwrap(), "yes").unwrap().flatten();
        pairs.map(|it| format!("{:?}", it.as_rule())).collect::<Vec<_>>()
    };
    assert_eq!(pairs(&fixed), pairs(&source(rules)), "{fixed}");
    // A rule that makes no pair must make one once it is atomic, and the advice says so.
    for (rules, makes_pair) in [
        ("e = { lit | name } lit = { \"yes\" }", false),
        ("e = { lit | name } lit = _{ \"yes\" }", true),
        ("e = { \"yes\" | name }", true),
    ] {
        let advice = warnings(&source(rules), "line").into_iter().map(|it| it.1);
        let says = advice.filter(|it| it.ends_with(" (this adds a pair to the parse tree)"));
        assert_eq!(says.count(), usize::from(makes_pair), "{rules}");
    }
}

#[test]
fn the_keyword_fix_changes_each_keyword_of_a_silent_choice_and_keeps_the_tree() {
    let source = "calc = _{ SOI ~ expr ~ EOI }\nexpr = { primary ~ (infix ~ primary)* }
        infix = _{ add | or | and }\nadd = { \"+\" }\nand = { \"and\" }\nor = { \"or\" }
        primary = _{ ident | \"(\" ~ expr ~ \")\" }
        ident = @{ ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }\nWHITESPACE = _{ \" \" }";
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert!(mended.contains("and = @{ \"and\" ~ !ASCII_ALPHANUMERIC }"), "{mended}");
    assert!(mended.contains("or = @{ \"or\" ~ !ASCII_ALPHANUMERIC }"), "{mended}");
    assert!(mended.contains("infix = _{ add | or | and }"), "{mended}");
    assert!(is_read(&mended, "calc", "a and b or c") && !is_read(&mended, "calc", "a andb"));
    assert_eq!(found(&mended, "keyword-in-name"), None);
}

#[test]
fn the_keyword_fix_forbids_a_name_character_after_the_keyword() {
    let rest = "name = @{ XID_START ~ XID_CONTINUE* } WHITESPACE = _{ \" \" }";
    let source = format!("line = {{ SOI ~ (^\"and\" | ^\"or\") ~ name ~ EOI }} {rest}");
    let (_, mended) = found(&source, "keyword-in-name").unwrap();
    let added = "and_or_word = @{ (^\"and\" | ^\"or\") ~ !XID_CONTINUE }";
    assert!(mended.contains(added), "{mended}");
    assert!(is_read(&mended, "line", "or \u{e4}") && !is_read(&mended, "line", "or\u{e4}"));
    let source = "line = { SOI ~ name ~ EOI }
        name = @{ !\"in\" ~ XID_START ~ XID_CONTINUE* }";
    let (_, mended) = found(source, "name-after-keyword").unwrap();
    assert!(mended.contains("!(\"in\" ~ !XID_CONTINUE)"), "{mended}");
    assert!(is_read(&mended, "line", "in\u{e4}") && !is_read(&mended, "line", "in"));
}

#[test]
fn the_keyword_fix_forbids_only_characters_of_names_that_may_follow() {
    let source = "file = { SOI ~ item* ~ EOI }
        item = { \"return\" ~ num ~ \";\" | \"return\" ~ name ~ \";\" | \"to\" ~ \"/\" ~ path ~ \";\" }
        num = @{ \"-\"? ~ ASCII_DIGIT+ }
        path = { \"{\" ~ name ~ \"}\" | (ASCII_ALPHA | \"-\")+ }
        name = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ \" \" }";
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert!(mended.contains("return_word = @{ \"return\" ~ !ASCII_ALPHA }"), "{mended}");
    assert!(is_read(source, "file", "return-1;") && is_read(&mended, "file", "return-1;"));
}

#[test]
fn the_keyword_fix_uses_the_names_that_come_next_and_not_those_further_on() {
    let source = r#"file = { SOI ~ (export | include | entry) ~ EOI }
        export = { "export" ~ (include | entry) } include = { "include" ~ path }
        path = @{ (ASCII_ALPHANUMERIC | "/")+ } entry = { ident ~ "=" ~ ASCII_DIGIT }
        ident = @{ (ASCII_ALPHA | "_") ~ (ASCII_ALPHANUMERIC | "_")* } WHITESPACE = _{ " " }"#;
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert!(mended.contains(r#""export" ~ !(ASCII_ALPHANUMERIC | "_")"#), "{mended}");
    let grammar = PestGrammar::read(&mended).unwrap();
    let pairs = grammar.parse(grammar.rule("file").unwrap(), "export_dir = 1").unwrap();
    assert!(pairs.flatten().any(|it| it.as_str() == "export_dir"), "{mended}");
}
