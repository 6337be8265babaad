//! Repetitions that read what must follow them.

use bracket24::tracer::{Findings, GrammarError, PestGrammar};

use crate::findings::{changed, is_read};

#[test]
fn the_fix_for_a_greedy_repetition_makes_it_stop_before_what_follows() {
    let cases = [
        ("a = { ANY* ~ \"x\" ~ EOI }", "", "(!\"x\" ~ ANY)*", "ax"),
        (
            "a = { \"[\" ~ id+ ~ \"-\" ~ EOI }",
            "id = @{ (ASCII_ALPHA | \"-\")+ }\nWHITESPACE = _{ \" \" }",
            "(!\"-\" ~ id)+",
            "[ a -",
        ),
        ("a = @{ (!\"a\" ~ ANY)* ~ \"b\" ~ EOI }", "", "(!\"b\" ~ !\"a\" ~ ANY)*", "1b"),
        (
            "a = { \"-\"? ~ ASCII_DIGIT+ ~ (\"1\" | \"2\") ~ EOI }",
            "",
            "(!((\"1\" | \"2\") ~ EOI) ~ ASCII_DIGIT)+",
            "01",
        ),
        // Several items tell that the next round matches.
        (
            "a = @{ label ~ (\".\" ~ label)* ~ \".\" ~ tld ~ EOI }",
            "label = { ASCII_ALPHA+ }\ntld = { \"com\" | \"org\" }",
            "(!(\".\" ~ tld ~ EOI) ~ \".\" ~ label)*",
            "a.a.com",
        ),
        (
            "a = { n ~ (\",\" ~ n)* ~ (\",\" ~ kw)* ~ EOI }",
            "n = @{ ASCII_ALPHA+ }\nkw = { n ~ \"=\" ~ n }",
            "(!(\",\" ~ kw) ~ \",\" ~ n)*",
            "a,a,a=a",
        ),
        // pest reads `(d ~ \"y\"?)* ~ d` in another way, but not if an item follows.
        ("a = { (d ~ \"y\"?)* ~ d ~ EOI }", "d = { \"d\" }", "(!(d ~ EOI) ~ d ~ \"y\"?)*", "dd"),
        // Doubled quotes are not the end.
        ("a = @{ \"'\" ~ (\"''\" | ANY)* ~ \"'\" ~ EOI }", "", "(\"''\" | !\"'\" ~ ANY)*", "'a'"),
        (
            "a = { \"'\" ~ (\"\\\\'\" | \"''\" | ANY)* ~ \"'\" ~ EOI }",
            "",
            "(\"''\" | !\"'\" ~ (\"\\\\'\" | ANY))*",
            "'a'",
        ),
        (
            "a = { SOI ~ \":\" ~ word+ ~ \";\" ~ EOI }",
            "word = @{ (!WHITE_SPACE ~ ANY)+ }\nWHITESPACE = _{ \" \" }",
            "(!\";\" ~ word)+",
            ": a ;",
        ),
        // The rounds may match the same text before the last one.
        (
            "a = { SOI ~ (\"a\" | \"b\")* ~ \"abb\" ~ EOI }",
            "",
            "(!(\"abb\" ~ EOI) ~ (\"a\" | \"b\"))*",
            "aabb",
        ),
        (
            "a = { SOI ~ digit* ~ \"0\" ~ EOI }",
            "digit = { ASCII_DIGIT }",
            "(!(\"0\" ~ EOI) ~ digit)*",
            "10",
        ),
    ];
    for (rule, others, repetition, text) in cases {
        let source = format!("{rule}\n{others}");
        let found = Findings::of(&source, "a").unwrap().warnings;
        let is_it = |it: &&GrammarError| it.message.contains("also matches");
        let warning = found.iter().find(is_it).unwrap();
        assert!(warning.message.ends_with(&format!("so `{text}` is rejected")), "{warning:?}");
        assert_eq!(warning.advice, format!("make the repetition stop before it: `{repetition}`"));
        assert!(!is_read(&source, "a", text), "{source}");
        let written = warning.message.split('`').nth(1).unwrap();
        let mended = source.replacen(written, repetition, 1);
        assert!(is_read(&mended, "a", text), "{mended}");
        let found = Findings::of(&mended, "a").unwrap().warnings;
        assert_eq!(found.iter().find(is_it), None, "{mended}");
    }
}

#[test]
fn a_text_that_another_alternative_accepts_is_not_called_rejected() {
    for (source, text) in [
        ("a = { SOI ~ w ~ EOI } w = { n ~ w | n } n = @{ ASCII_DIGIT+ }", "01"),
        ("a = { SOI ~ (ANY* ~ \";\" | ANY*) ~ EOI }", "a;"),
    ] {
        let found = Findings::of(source, "a").unwrap().warnings;
        let warning = found.iter().find(|it| it.message.contains("also matches")).unwrap();
        let end = format!("so `{text}` is only matched without it");
        assert!(warning.message.ends_with(&end), "{warning:?}");
        assert!(is_read(source, "a", text), "{source}");
    }
}

#[test]
fn a_fixed_repetition_accepts_several_rounds_that_look_like_the_next_part() {
    let email = r#"email = { SOI ~ local ~ "@" ~ domain ~ EOI } local = @{ label }
        domain = ${ label ~ ("." ~ label)* ~ "." ~ tld } tld = @{ ASCII_ALPHA{2,} }
        label = @{ (ASCII_ALPHANUMERIC | "-")+ }"#;
    let file = r#"file = { SOI ~ stem ~ "." ~ ext ~ EOI } stem = @{ name ~ ("." ~ name)* }
        name = @{ ASCII_ALPHANUMERIC+ } ext = @{ ASCII_ALPHANUMERIC+ }"#;
    for (source, start, texts) in [
        (email, "email", ["b@ab.com", "b@www.ab.com", "b@a.www.ab.com", "b@a.1.com"]),
        (file, "file", ["a.a", "a.b.c", "ab.cd.ef.gh", "1.2.3"]),
    ] {
        let found = Findings::of(source, start).unwrap().warnings;
        let mended = changed(source, found.iter().flat_map(|it| &it.mend));
        for text in texts {
            assert!(is_read(&mended, start, text), "{text}: {mended}");
        }
    }
}

#[test]
fn a_repetition_fixed_before_an_optional_part_also_leaves_what_comes_after_that_part() {
    let keys = r#"file = { SOI ~ kv* ~ EOI } kv = { key ~ " "* ~ "=" ~ value ~ NEWLINE }
        key = @{ (!NEWLINE ~ ANY)+ } value = @{ (!NEWLINE ~ ANY)* }"#;
    let block = r#"file = { SOI ~ block ~ EOI } block = { "begin" ~ stmt* ~ ret? ~ "end" }
        stmt = { ident ~ ";"? } ret = { "return" ~ ident ~ ";" } ident = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ " " }"#;
    let tagged = r##"file = { SOI ~ msg ~ ("#" ~ tag)? ~ ";" ~ EOI } msg = @{ ANY* }
        tag = @{ ASCII_ALPHA+ }"##;
    for (source, fixed, texts) in [
        (keys, "(!(\" \" | \"=\") ~ !NEWLINE ~ ANY)+", ["a=1\n", "a =\n"]),
        (block, "(!(ret | \"end\") ~ stmt)*", ["begin a end", "begin a return b; end"]),
        (tagged, "(!(\"#\" | \";\") ~ ANY)*", ["a;", "a#b;"]),
    ] {
        let found = Findings::of(source, "file").unwrap().warnings;
        let warning = found.iter().find(|it| it.message.contains("also matches")).unwrap();
        assert_eq!(warning.advice, format!("make the repetition stop before it: `{fixed}`"));
        let mended = changed(source, &warning.mend);
        assert!(texts.iter().all(|text| is_read(&mended, "file", text)), "{mended}");
    }
    // After `else`, the other repetition takes the `end`. `(w ~ &w)+` would take the `else`.
    let source = r#"f = { SOI ~ "if" ~ w+ ~ ("else" ~ w+)? ~ "end" ~ EOI } w = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ " " }"#;
    let found = Findings::of(source, "f").unwrap().warnings;
    assert!(found[0].message.contains("wherever `\"else\"` could begin"), "{found:?}");
    assert_eq!(found[0].mend, []);
}

#[test]
fn no_fix_makes_an_alternative_win_over_one_that_read_more() {
    let source = "line = { SOI ~ file ~ EOI } file = @{ name ~ \".\" ~ ext | name }
        name = { (ASCII_ALPHANUMERIC | \".\" | \"_\")+ } ext = { ASCII_ALPHA+ }";
    let found = Findings::of(source, "line").unwrap().warnings;
    let [warning] = &found[..] else { panic!("{found:?}") };
    assert!(warning.message.starts_with("this can never match"), "{}", warning.message);
    // The first alternative would match `a.b` of `a.b1`, and the second one would not be tried.
    assert_eq!(warning.mend, []);
    assert!(is_read(source, "line", "a.b1"));
}

#[test]
fn a_warning_without_a_fix_names_the_rule_that_takes_the_text() {
    let source = r#"doc = { SOI ~ block ~ EOI } name = { ASCII_ALPHA+ }
        block = { "for " ~ name ~ " in " ~ name ~ ":" ~ node* ~ "endfor" }
        node = { text } text = { ANY+ }"#;
    let found = Findings::of(source, "doc").unwrap().warnings;
    let warning = found.iter().find(|it| it.message.contains("also matches")).unwrap();
    let advice = "`text` takes `\"endfor\"` and has to leave it for this part: no change that was \
                  tried is enough";
    assert_eq!((&*warning.advice, &*warning.mend), (advice, &[][..]));
}

#[test]
fn the_repetition_takes_what_the_next_part_needs_in_the_text_of_its_warning() {
    // The name takes `aina`, so the parser never reaches the repetition.
    let source = "doc = { SOI ~ block ~ EOI } node = { text } text = { ANY } ws = _{ \" \"* }
        block = { \"{%\" ~ \"for\" ~ ws ~ name ~ ws ~ \"in\" ~ ws ~ name ~ \"%}\" ~ node* ~ \"{%end%}\" }
        name = @{ ASCII_ALPHA+ }";
    let found = Findings::of(source, "doc").unwrap().warnings;
    let said = found.iter().find(|it| it.message.contains("node*"));
    assert_eq!(said, None);
}

#[test]
fn check_merges_a_repetition_with_the_same_item_after_it() {
    for (rule, advised, text) in [
        ("a = { \"a\"* ~ \"a\" }", "\"a\"+", "aa"),
        ("a = { SOI ~ ASCII_DIGIT* ~ ASCII_DIGIT ~ EOI }", "ASCII_DIGIT+", "10"),
        ("a = { SOI ~ x+ ~ x ~ EOI } x = { \"x\" }", "x{2,}", "xx"),
    ] {
        let found = Findings::of(rule, "a").unwrap().warnings;
        let warning = found.iter().find(|it| it.message.contains("also matches")).unwrap();
        assert!(warning.message.starts_with("this can never match"), "{warning:?}");
        assert_eq!(warning.advice, format!("combine the two: `{advised}`"), "{rule}");
        let (before, rest) = rule.split_once(warning.message.split('`').nth(1).unwrap()).unwrap();
        let (_, after) = rest.split_once(&rule[warning.span.clone()]).unwrap();
        assert!(!is_read(rule, "a", text), "{rule}");
        assert!(is_read(&[before, advised, after].concat(), "a", text), "{rule}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_lint_accepts_a_repetition_that_leaves_enough_for_what_follows() {
    let rules = [
        // pest reads the first `d` once, and then the others.
        "a = { (d ~ \"y\"?)* ~ d } d = { \"d\" }",
        // A blank before the first round may keep it from being read.
        "a = { ASCII_DIGIT* ~ \"1\" } WHITESPACE = _{ \" \" }",
        "a = @{ \"/*\" ~ (!\"*/\" ~ ANY)* ~ \"*/\" }",
        // A longer text may begin with a shorter one.
        "a = @{ \"'\" ~ (!\"'''\" ~ ANY)* ~ \"'\" }",
        "a = @{ \"'\" ~ (\"\\\\\" ~ ANY | !\"'\" ~ ANY)* ~ \"'\" }",
        "a = { (!end ~ id)+ ~ end } end = { \"end\" } id = @{ ASCII_ALPHA+ }",
        "a = { \"x\"* ~ \"x\"? ~ EOI }",
        "a = { \"x\"{,3} ~ \"x\" ~ EOI }",
        "a = { \"x\" ~ (\",\" ~ \"x\")* ~ \",\"? ~ EOI }",
        "a = { (n ~ \";\")* ~ (n ~ \";\"?)? ~ EOI } n = { 'a'..'z'+ }",
        "a = @{ n ~ (\".\" ~ n)* ~ (\".\" ~ '0'..'9'+)? ~ EOI } n = { 'a'..'z'+ }",
        "a = { \"x\"* ~ b ~ EOI } b = { (\"x\" ~ \"y\")? }",
        "a = { (\"x\" ~ \"y\")* ~ \"x\" ~ \"z\" }",
    ];
    let files = [
        (include_str!("../grammars/pest/json.pest"), "json"),
        (include_str!("../grammars/pest/toml.pest"), "toml"),
        (include_str!("../grammars/pest/http.pest"), "http"),
        (include_str!("../grammars/pest/sql.pest"), "Command"),
        (include_str!("../grammars/everything.pest"), "all"),
        (include_str!("../grammars/plain/language.pest"), "program"),
    ];
    for (source, start) in rules.map(|it| (it, "a")).into_iter().chain(files) {
        let found = Findings::of(source, start).unwrap().warnings;
        let said = found.iter().find(|it| it.message.contains("also matches"));
        assert_eq!(said, None, "{source}");
    }
}

#[test]
fn a_fixed_repetition_still_rejects_what_it_rejected_before() {
    let source = "s = @{ \"'\" ~ (!NEWLINE ~ ANY)* ~ \"'\" }";
    let found = Findings::of(source, "s").unwrap().warnings;
    let eaten = found.iter().find(|it| !it.mend.is_empty() && it.message.contains('*')).unwrap();
    let mended = changed(source, &eaten.mend);
    assert!(is_read(&mended, "s", "'a'"), "{mended}");
    assert!(!is_read(&mended, "s", "'a\nb'"), "{mended}");
}

#[test]
fn the_fix_for_a_token_that_takes_the_next_one_makes_the_token_atomic() {
    let tokens = r#"num = @{ ASCII_DIGIT+ } WHITESPACE = _{ " " }
        name = { ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "-")* }"#;
    for (rules, fix, text, tree) in [
        (
            r#"file = { SOI ~ (decl ~ ";")* ~ EOI } decl = { kind ~ name ~ ("=" ~ num)? }
               kind = { ASCII_ALPHA+ }"#,
            "`kind` is a token: put `@` before its `{`, so that it skips no blanks",
            "int count;",
            [("kind", "int"), ("name", "count")],
        ),
        (
            r#"file = { SOI ~ "<" ~ name ~ attr* ~ "/>" ~ EOI } attr = { key ~ "=" ~ num }
               key = @{ ASCII_ALPHA+ }"#,
            "`name` is a token: put `@` before its `{`, so that it skips no blanks",
            "<a b=1/>",
            [("name", "a"), ("key", "b")],
        ),
    ] {
        let source = format!("{rules} {tokens}");
        let found = Findings::of(&source, "file").unwrap().warnings;
        let eaten = found.iter().find(|it| it.message.contains("also matches")).unwrap();
        assert_eq!(eaten.advice, fix);
        let mended = changed(&source, &eaten.mend);
        let grammar = PestGrammar::read(&mended).unwrap();
        let pairs = grammar.parse(grammar.rule("file").unwrap(), text).unwrap().flatten();
        let pairs: Vec<_> = pairs.map(|it| (grammar.name(it.as_rule()), it.as_str())).collect();
        assert!(tree.iter().all(|it| pairs.contains(it)), "{pairs:?}");
    }
    // A rule inside the token needs blanks, so no fix is known.
    let source = r#"file = { SOI ~ name ~ "x" ~ EOI } name = { ("(" ~ sum ~ ")")? ~ ASCII_ALPHA+ }
        sum = { "1" ~ ("+" ~ sum)* } WHITESPACE = _{ " " }"#;
    let found = Findings::of(source, "file").unwrap().warnings;
    let eaten = found.iter().find(|it| it.message.contains("also matches")).unwrap();
    assert_eq!(eaten.mend, [], "{eaten:?}");
}
