//! The advice about an alternative that an earlier one hides, followed to the letter.

use bracket24::tracer::{Findings, PestGrammar};

use crate::findings::{changed, is_read, warnings};

#[test]
fn the_advice_to_put_a_keyword_before_a_name_also_ends_the_keyword() {
    let advice = |more: &str, place: &str, lost: &str| {
        let it = if place.is_empty() { "it" } else { "its word" };
        let rule = if lost.starts_with(['(', '-']) { "line" } else { "id" };
        format!(
            "put it before that one, and end {it} with `!{more}`{place}: otherwise it would keep \
             `{rule}` from matching all of `{lost}`"
        )
    };
    for (source, more, place, lost) in [
        (
            r#"line = { SOI ~ id ~ EOI } id = { ASCII_ALPHA+ | kw } kw = { "if" | "else" }"#,
            "ASCII_ALPHA",
            "",
            "ifz",
        ),
        (
            r#"line = { SOI ~ ("(" ~ (name | "let") ~ ")") ~ EOI }
               name = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }"#,
            "(ASCII_ALPHANUMERIC | \"_\")",
            "",
            "(letz)",
        ),
        (
            r#"line = { SOI ~ id ~ EOI } id = { name | "if" } name = @{ ASCII_ALPHA+ }
               WHITESPACE = _{ " " }"#,
            "ASCII_ALPHA",
            " in an atomic rule",
            "ifz",
        ),
        (
            r#"line = { SOI ~ id ~ EOI } id = { name | "--" } name = @{ (!"," ~ ANY)+ }
               WHITESPACE = _{ " " }"#,
            "(!\",\" ~ ANY)",
            " in an atomic rule",
            "--z",
        ),
    ] {
        let found: Vec<String> = warnings(source, "line").into_iter().map(|it| it.1).collect();
        assert_eq!(found, [advice(more, place, lost)], "{source}");
    }
    let followed = r#"line = { SOI ~ id ~ EOI } id = { kw ~ !ASCII_ALPHA | ASCII_ALPHA+ }
        kw = { "if" | "else" }"#;
    for text in ["if", "ifs", "else", "elsewhere", "e"] {
        assert!(is_read(followed, "line", text), "{text}");
    }
}

#[test]
fn the_fix_ends_the_word_that_an_alternative_begins_with_and_keeps_the_blanks_after_it() {
    let rest = r#"num = @{ ASCII_DIGIT+ } name = @{ ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }
        WHITESPACE = _{ " " }"#;
    for (rules, trees) in [
        (
            r#"line = { SOI ~ expr ~ EOI } expr = { num | name | "not" ~ expr }"#,
            [("not x", "expr not_word expr name"), ("note", "expr name"), ("not1", "expr name")],
        ),
        // The pair of the word remains, and another rule has the name that the fix would add.
        (
            r#"line = { SOI ~ expr ~ EOI } expr = { num | name | not ~ expr } not = { "not" }
               not_word = @{ "$" }"#,
            [("not x", "expr not_word2 not expr name"), ("note", "expr name"), ("n", "expr name")],
        ),
    ] {
        let (mended, advice) = mended(&format!("{rules} {rest}"));
        let grammar = PestGrammar::read(&mended).unwrap();
        for (text, names) in trees {
            let pairs = grammar.parse(grammar.rule("line").unwrap(), text);
            let pairs = pairs.unwrap_or_else(|it| panic!("{text}: {mended}: {it}")).flatten();
            let found: Vec<_> = pairs.map(|it| grammar.name(it.as_rule()).to_owned()).collect();
            assert_eq!(found[1..found.len() - 1].join(" "), names, "{mended}: {advice:?}");
        }
    }
}

#[test]
fn a_class_put_before_a_wider_one_ends_where_the_wider_one_would_go_on() {
    for (wide, narrow, kept) in [
        ("ASCII_ALPHANUMERIC+", "ASCII_HEX_DIGIT+", ["ab", "abz", "z"]),
        ("ASCII_DIGIT+", "\"0\" ~ ASCII_OCT_DIGIT*", ["07", "018", "8"]),
    ] {
        let (mended, advice) = mended(&format!(
            "line = {{ SOI ~ (wide | narrow) ~ EOI }} wide = @{{ {wide} }} narrow = @{{ {narrow} }}"
        ));
        assert!(mended.contains("(narrow ~ !"), "{mended}: {advice:?}");
        for text in kept {
            assert!(is_read(&mended, "line", text), "{text}: {mended}");
        }
    }
}

#[test]
fn the_advice_is_to_reorder_alternatives_if_nothing_is_lost() {
    for source in [
        r#"line = { SOI ~ ("<" | "=" | "<=") ~ EOI }"#,
        r#"line = { SOI ~ n ~ EOI } n = { d | d ~ "." ~ d } d = @{ ASCII_DIGIT+ }"#,
    ] {
        let found: Vec<String> = warnings(source, "line").into_iter().map(|it| it.1).collect();
        assert_eq!(found, ["put it before that one"], "{source}");
    }
}

#[test]
fn the_fix_removes_a_character_after_a_class_that_contains_it() {
    let source = "line = { SOI ~ (ASCII_DIGIT | \"0\")+ ~ EOI }";
    let (text, advice) = mended(source);
    assert_eq!(
        (&*text, &*advice),
        ("line = { SOI ~ (ASCII_DIGIT)+ ~ EOI }", &["leave it out".to_owned()][..])
    );
    // A rule makes a pair, so it may be meant.
    let (_, advice) = mended("line = { SOI ~ (ASCII_DIGIT | zero)+ ~ EOI } zero = { \"0\" }");
    assert_eq!(advice, ["put it before that one"]);
}

#[test]
fn an_alternative_in_a_repeated_rule_may_leave_the_rest_to_the_next_round() {
    let rest = r#"text = { (!("\"" | "\\") ~ ANY)+ } hole = { "${" ~ ASCII_ALPHA+ ~ "}" }
        esc = { "\\" ~ ANY }"#;
    for rules in [
        r#"line = ${ SOI ~ "\"" ~ piece* ~ "\"" ~ EOI } piece = _{ text | hole | esc }"#,
        r#"line = ${ SOI ~ "\"" ~ (text | hole | esc)* ~ "\"" ~ EOI }"#,
    ] {
        let source = format!("{rules} {rest}");
        let (mended, advice) = mended(&source);
        assert_eq!(advice, ["put it before that one"], "{source}");
        let grammar = PestGrammar::read(&mended).unwrap();
        let pairs = grammar.parse(grammar.rule("line").unwrap(), r#""${a} b""#).unwrap();
        let texts = pairs.flatten().map(|it| it.as_str());
        assert_eq!(texts.collect::<Vec<_>>(), [r#""${a} b""#, "${a}", " b", ""]);
    }
    // Without a repetition, pest would reject the rest.
    let once = format!(r"line = ${{ SOI ~ piece ~ EOI }} piece = _{{ text | hole | esc }} {rest}");
    let found = warnings(&once, "line").into_iter().map(|it| it.1);
    let ended = |it: &String| it.contains("end it with `!(!(\"\\\"\" | \"\\\\\") ~ ANY)`");
    assert!(found.clone().any(|it| ended(&it)), "{:?}", found.collect::<Vec<_>>());
}

#[test]
fn the_advice_shows_what_reordering_would_break_if_no_fix_works() {
    let source = r#"line = { SOI ~ id ~ EOI } id = { (ASCII_ALPHA{1,9}) | "if" }"#;
    let found: Vec<String> = warnings(source, "line").into_iter().map(|it| it.1).collect();
    let advice =
        "before that one, it would keep `id` from matching all of `ifz`: let one exclude the other";
    assert_eq!(found, [advice]);
}

#[test]
fn no_fix_of_an_unreachable_alternative_loses_a_text_that_the_start_rule_accepts() {
    let digits = "int = @{ ASCII_DIGIT+ } float = @{ ASCII_DIGIT+ ~ \".\" ~ ASCII_DIGIT* }
        name = @{ ASCII_ALPHA+ }";
    for (rules, lost) in [
        (
            r#"line = { SOI ~ name ~ "[" ~ index ~ "]" ~ EOI } bound = { int | float }
               index = { bound? ~ ".." ~ bound? | bound }"#,
            "a[1..]",
        ),
        (r#"line = { SOI ~ value ~ ".." ~ value ~ EOI } value = { name | int | float }"#, "1..1"),
        // Another alternative of a rule on the way has a text that is as short.
        (
            r#"line = { SOI ~ value ~ ("." ~ name)* ~ EOI } value = { name | number }
               number = { int | float }"#,
            "1.a",
        ),
        (
            r#"line = { SOI ~ (range | value) ~ ";" ~ EOI } range = { value ~ ".." ~ value }
               value = { name | number } number = { int | float }"#,
            "1..1;",
        ),
        (
            r#"line = { SOI ~ value ~ ("." ~ name ~ "()")* ~ EOI } value = { int | decimal | name }
               decimal = @{ int ~ "." ~ int? }"#,
            "1.a()",
        ),
    ] {
        let source = format!("{rules} {digits}");
        assert!(is_read(&source, "line", lost), "{source}");
        let found = Findings::of(&source, "line").unwrap().warnings;
        let found = found.iter().find(|it| it.message.contains("unreachable")).unwrap();
        let said = format!("before that one, it would keep `line` from matching all of `{lost}`");
        assert!(found.advice.starts_with(&said), "{found:?}");
        assert_eq!(found.mend, []);
    }
}

#[test]
fn moving_an_alternative_that_matches_no_text_itself_is_no_fix() {
    for rules in [
        r#"value = { number | range } range = { number ~ ".." ~ number }
           number = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT*)? }"#,
        r#"value = { word | pair } pair = { word ~ "-" ~ word }
           word = @{ (ASCII_ALPHANUMERIC | "-")+ }"#,
    ] {
        let source = format!("line = {{ SOI ~ value ~ EOI }} {rules}");
        let found = Findings::of(&source, "line").unwrap().warnings;
        let found = found.iter().find(|it| it.message.contains("unreachable")).unwrap();
        assert!(found.message.ends_with("(prefix capture)"), "{found:?}");
        assert_eq!(found.advice, "check whether it can come before that one");
        assert_eq!(found.mend, []);
    }
}

/// The grammar after all the advice of its warnings is followed, and that advice.
fn mended(source: &str) -> (String, Vec<String>) {
    let found = Findings::of(source, "line").unwrap();
    let text = changed(source, found.warnings.iter().flat_map(|it| &it.mend));
    (text, found.warnings.into_iter().map(|it| it.advice).collect())
}

#[test]
fn an_alternative_that_two_earlier_ones_capture_is_put_before_both() {
    let source = "line = { SOI ~ octet ~ EOI }
        octet = { '1'..'9' ~ ASCII_DIGIT | ASCII_DIGIT | \"1\" ~ ASCII_DIGIT{2} }";
    let (text, advice) = mended(source);
    assert_eq!(advice, ["put it first"]);
    for text_of in ["1", "11", "111"] {
        assert!(is_read(&text, "line", text_of), "{text_of}");
    }
}

#[test]
fn a_fix_leaves_no_alternative_unreachable() {
    let number = "line = { SOI ~ number ~ EOI } number = { float | integer }
        integer = @{ ASCII_DIGIT+ }";
    for (source, texts) in [
        // Each matches a prefix of what the other one matches.
        (
            format!("{number} float = @{{ ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT+)? }}"),
            &["0", "12", "1.5"][..],
        ),
        (format!("{number} float = @{{ ASCII_DIGIT+ ~ \"f\"* }}"), &["0", "12ff"]),
        // The longer one comes second, and its end may be missing.
        (
            format!("{number} float = @{{ integer ~ (\".\" ~ integer)? }}")
                .replace("float | integer", "integer | float"),
            &["0", "12", "1.5"],
        ),
        // Both rules begin with the same optional part.
        (
            format!("{number} float = @{{ \"-\"? ~ ASCII_DIGIT+ ~ \".\" ~ ASCII_DIGIT+ }}")
                .replace("float | integer", "integer | float")
                .replace("integer = @{", "integer = @{ \"-\"? ~"),
            &["-0", "-1.5"],
        ),
        (
            format!("{number} float = @{{ integer ~ \".\" ~ integer }}")
                .replace("float | integer", "integer | float"),
            &["0", "12", "1.5"],
        ),
        // One alternative is a rule, and the other one begins with it.
        (
            "line = { SOI ~ term ~ EOI } term = { ident | call } call = { ident ~ \"()\" }
             ident = @{ !\"if\" ~ ASCII_ALPHA+ }"
                .to_owned(),
            &["f()", "x"],
        ),
        // Alternatives in groups and repetitions; the other alternative does not begin with a text
        // that the lookahead refuses.
        (
            "line = { SOI ~ (bare | str)* ~ EOI } bare = @{ (!(\",\" | NEWLINE) ~ ANY)+ }
             str = @{ \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" }"
                .to_owned(),
            &["", "a", "'a'", "'a,b'"],
        ),
        ("line = { SOI ~ (\"<\" | \"<=\") ~ EOI }".to_owned(), &["<", "<="]),
        ("line = { SOI ~ (\"a\" | \"b\" | \"a\") ~ EOI }".to_owned(), &["a", "b"]),
        (
            "line = { SOI ~ id ~ EOI } id = { name | \"if\" } name = @{ ASCII_ALPHA+ }
             WHITESPACE = _{ \" \" }"
                .to_owned(),
            &["if", "ifs", "x"],
        ),
    ] {
        let (mended, advice) = mended(&source);
        assert_ne!(mended, source, "{advice:?}");
        let grammar = PestGrammar::read(&mended).unwrap_or_else(|it| panic!("{mended}: {it:?}"));
        assert_eq!(grammar.warnings, [], "{mended}");
        for text in texts {
            assert!(is_read(&mended, "line", text), "{text}: {mended}");
        }
    }
}

#[test]
fn the_advice_is_to_drop_one_of_two_alternatives_that_match_the_same() {
    let source = "line = { SOI ~ (one | other) ~ EOI } one = @{ 'a'..'z' } other = @{ 'a'..'z' }";
    let (same, advice) = mended(source);
    assert_eq!(same, source);
    assert!(advice[0].starts_with("leave one of the two out"), "{advice:?}");
}

#[test]
fn the_warning_shows_what_the_earlier_alternative_matches() {
    for (source, shown) in [
        (
            "line = { SOI ~ n ~ EOI } n = { int | float } int = @{ ASCII_DIGIT+ }
             float = @{ int ~ \".\" ~ int }",
            ": on `1.1` it matches `1`",
        ),
        ("line = { SOI ~ (ASCII_ALPHA+ | \"if\") ~ EOI }", ": it matches all of `if`"),
    ] {
        let found = Findings::of(source, "line").unwrap();
        assert!(found.warnings[0].message.ends_with(shown), "{}", found.warnings[0].message);
    }
    // If a lookahead leaves a text for the other alternative, nothing is hidden.
    for fine in [
        "line = { SOI ~ (bare | str)* ~ EOI } bare = @{ (!(\",\" | \"'\") ~ ANY)+ }
         str = @{ \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" }",
        "line = { SOI ~ (a | b) ~ EOI } a = @{ &\"1\" ~ ANY } b = @{ ASCII_DIGIT+ }",
        // Behind a blank there may be nothing.
        "line = { SOI ~ \"x\" ~ EOI | (a | b) ~ EOI } a = { !\"x\" ~ ANY } b = @{ \" \" }
         WHITESPACE = _{ \" \" }",
    ] {
        assert_eq!(Findings::of(fine, "line").unwrap().warnings, [], "{fine}");
    }
}

#[test]
fn no_suggested_fix_makes_parsing_exponential() {
    let source =
        "line = { SOI ~ a ~ EOI } a = { b | c } b = { \"x\" ~ a? } c = { \"x\" ~ a ~ \"y\" }";
    let (same, advice) = mended(source);
    assert_eq!((&*same, &*advice[0]), (source, "check whether it can come before that one"));
}

#[test]
fn an_alternative_hides_those_that_begin_with_all_of_its_texts() {
    for (choice, is_hidden) in [
        ("\"a\" ~ \"if\" | \"a\" ~ \"ifx\"", true),
        ("\"if\" ~ b? | \"ifx\"", true),
        ("\"if\" ~ b | \"ifx\"", false),
        ("\"a\" ~ \"if\" | \"c\" ~ \"ifx\"", false),
        ("\"a\" ~ \"ifx\" | \"a\" ~ \"if\"", false),
        ("'a'..'c' ~ \"if\" | \"d\" ~ \"ifx\"", false),
    ] {
        let source = format!("line = {{ SOI ~ it ~ EOI }} it = {{ {choice} }} b = {{ \"b\" }}");
        let found = warnings(&source, "line");
        let is_found = found.iter().any(|(message, _)| message.contains("unreachable"));
        assert_eq!(is_found, is_hidden, "{choice}: {found:?}");
    }
}
