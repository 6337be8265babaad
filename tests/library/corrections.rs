//! A text that a plain grammar does not read, and the smallest change found that makes it readable,
//! as pest itself confirms.

use bracket24::Grammar;
use bracket24::lessons::{Diagnosis, FailedParse};
use pest_vm::Vm;

use crate::user_grammars::own;

const JSON: &str = include_str!("../grammars/plain/json.pest");

/// The mended text, if there is one.
fn mended(text: &str, grammar: &Grammar) -> Option<String> {
    Some(Diagnosis::of_expression(text, grammar)?.fix?.text)
}

#[test]
fn corrections_insert_missing_text_and_remove_extra_text() {
    let json = own(JSON);
    for (text, expected) in [
        ("[1,2", "[1,2]"),
        ("[1,]", "[1]"),
        ("[1, ]", "[1 ]"),
        ("[1,,2]", "[1,2]"),
        ("[1 2]", "[1, 2]"),
        ("[1,2)", "[1,2]"),
        ("[1;2]", "[1,2]"),
        ("{\"a\":1,}", "{\"a\":1}"),
        ("{\"a\" 1}", "{\"a\": 1}"),
        ("{\"a\"=1}", "{\"a\":1}"),
        ("{\"a\":1 \"b\":2}", "{\"a\":1, \"b\":2}"),
        ("\"abc", "\"abc\""),
        ("[tru]", "[true]"),
        ("[treu]", "[true]"),
        ("{a:1}", "{\"a\":1}"),
        ("{'a':1}", "{\"a\":1}"),
        ("{\"a\":1,b:2}", "{\"a\":1,\"b\":2}"),
        ("[abc]", "[\"abc\"]"),
        ("[[[1", "[[[1]]]"),
        ("{\"a\":[1,{\"b\":2", "{\"a\":[1,{\"b\":2}]}"),
        ("[1]]", "[1]"),
        ("[\"é\" \"漢\"]", "[\"é\", \"漢\"]"),
    ] {
        assert_eq!(mended(text, &json).as_deref(), Some(expected), "{text}");
        let failed = FailedParse::new(text, &json).expect("it is not read");
        assert_eq!(failed.mended().map(|it| it.reading.text()), Some(expected), "{text}");
    }
}

const QUERY: &str = r#"
    WHITESPACE = _{ " " }
    query = { SOI ~ ^"select" ~ columns ~ ^"from" ~ name ~ (^"where" ~ name ~ "=" ~ value)? ~ EOI }
    columns = { "*" | name ~ ("," ~ name)* }
    value = { text | number }
    text = @{ "'" ~ (!"'" ~ ANY)* ~ "'" }
    number = @{ ASCII_DIGIT+ }
    keyword = @{ (^"select" | ^"from" | ^"where") ~ !(ASCII_ALPHANUMERIC | "_") }
    name = @{ !keyword ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
"#;

const LOOPS: &str = r#"
    WHITESPACE = _{ " " }
    program = { SOI ~ line* ~ EOI }
    line = { while_word ~ "(" ~ name ~ ")" ~ line | print_word ~ item ~ ";" | name ~ "=" ~ item ~ ";" }
    item = { true_word | name | ASCII_DIGIT+ | "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
    while_word = @{ "while" ~ !ASCII_ALPHA }
    print_word = @{ "print" ~ !ASCII_ALPHA }
    true_word = @{ "true" ~ !ASCII_ALPHA }
    name = @{ !(while_word | print_word | true_word) ~ ASCII_ALPHA+ }
"#;

const ADDRESS: &str = r#"
    address = @{ SOI ~ scheme ~ "://" ~ ASCII_ALPHA+ ~ EOI }
    scheme = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "+" | "-" | ".")* }
"#;

#[test]
fn the_correction_fixes_a_keyword_a_quote_or_a_long_sign_as_a_whole() {
    for (source, text, expected) in [
        (QUERY, "slect a from t", "select a from t"),
        (QUERY, "select a form t", "select a from t"),
        (QUERY, "SELECT a FORM t", "SELECT a FROM t"),
        (QUERY, "select a t", "select a from t"),
        (QUERY, "select from t", "select * from t"),
        (QUERY, "select a from from t", "select a from t"),
        (QUERY, "select from from t", "select from_ from t"),
        (QUERY, "select a from t where b 3", "select a from t where b = 3"),
        (QUERY, "select a from t where b = 'x", "select a from t where b = 'x'"),
        (QUERY, "select a from t where b = \"x y\"", "select a from t where b = 'x y'"),
        (LOOPS, "wile (x) y = 1;", "while (x) y = 1;"),
        (LOOPS, "whilex (x) y = 1;", "while (x) y = 1;"),
        (LOOPS, "prnt x;", "print x;"),
        (LOOPS, "PRINT x;", "print x;"),
        (LOOPS, "x 1;", "x = 1;"),
        (LOOPS, "x = print;", "x = \"print\";"),
        (LOOPS, "x == 1;", "x = 1;"),
        (LOOPS, "print 1 print 2;", "print 1; print 2;"),
        (LOOPS, "print \"a;", "print \"a\";"),
        (ADDRESS, "http//x", "http://x"),
        (ADDRESS, "http:/x", "http://x"),
        (ADDRESS, "http:x", "http://x"),
        (JSON, "{\"a\": \"b}", "{\"a\": \"b\"}"),
        (JSON, "{\"a\": \"b, \"c\": 1}", "{\"a\": \"b\", \"c\": 1}"),
        (JSON, "[\"a, \"b\"]", "[\"a\", \"b\"]"),
        (JSON, "{'a b': 1}", "{\"a b\": 1}"),
        (JSON, "[True]", "[true]"),
        (JSON, "[NULL]", "[null]"),
    ] {
        assert_eq!(mended(text, &own(source)).as_deref(), Some(expected), "{text}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn texts_with_many_errors_or_too_many_characters_get_no_correction() {
    let json = own(JSON);
    for text in ["a\"b\"c\"d\"e\"f\"g\"h\"i\"j\"k\"l\"m\"n\"o\"p\"q", &"[".repeat(40)] {
        assert_eq!(mended(text, &json), None, "{text}");
    }
    let long = format!("[{}", "1,".repeat(20_000));
    assert_eq!(mended(&long, &json), None);
    // The beginning alone is not a text of the grammar.
    assert_eq!(mended("b", &own("start = { \"aaaaaaaaaaaaaaaaa\" ~ \"c\"? }")), None);
    // Each possible change leads to endlessly many others.
    let slow = own(
        "e = { (t ~ \"+\" ~ e | t ~ \"-\" ~ e | t) } t = { \"x\" | PUSH(\"(\") ~ e ~ DROP ~ \")\" }",
    );
    let _ = mended(&("(".repeat(20) + "x"), &slow);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_text_with_one_mistake_is_corrected_to_one_that_pest_accepts() {
    let json = own(JSON);
    let (_, rules) = pest_meta::parse_and_optimize(JSON).expect("pest accepts it");
    let vm = Vm::new(rules);
    let mut rng = fastrand::Rng::with_seed(28);
    let texts = [
        r#"{"a": [1, 2.5e3, true], "b": {"c": null}}"#,
        r#"[[], {}, "x y", [false, -1]]"#,
        r#"{"one": {"two": {"three": [3, 3, 3]}}}"#,
    ];
    let signs = ["[", "]", "{", "}", ",", ":", "x", "1", "\"", " "];
    let (mut refused, mut found) = (0, 0);
    for _ in 0..300 {
        let mut text = rng.choice(texts).unwrap().to_owned();
        let at = rng.usize(..text.len());
        match rng.u8(..3) {
            0 => drop(text.remove(at)),
            1 => text.insert_str(at, rng.choice(signs).unwrap()),
            _ => text.replace_range(at..=at, rng.choice(signs).unwrap()),
        }
        if vm.parse("json", &text).is_ok() {
            continue;
        }
        refused += 1;
        let Some(mended) = mended(&text, &json) else { continue };
        found += 1;
        assert!(vm.parse("json", &mended).is_ok(), "{text} is {mended}");
        assert_ne!(text, mended);
    }
    assert!(refused > 150 && found * 10 > refused * 9, "{found} of {refused}");
}

#[test]
fn a_correction_puts_no_carriage_return_between_lines_that_have_none() {
    let lines = own("file = { SOI ~ (pair ~ NEWLINE)* ~ EOI } pair = { name ~ \"=\" ~ name }
        name = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" | \"\\n\" }");
    assert_eq!(mended("a=b", &lines).as_deref(), Some("a=b\r\n"));
    assert_eq!(mended("a=b\nc=d\n", &lines), None);
    assert!(mended("a=b\r\nc=d", &lines).is_some_and(|it| it.starts_with("a=b\r\nc=d\r")));
}
