//! Mistakes with keywords and names, each with a text that shows it and a tested fix.

use bracket24::tracer::{Findings, PestGrammar};

use crate::findings::{changed, is_read, warnings};
use crate::findings_of_tokens::{NAMES, found, message};

#[test]
fn check_warns_of_a_keyword_that_takes_the_start_of_a_longer_name() {
    let source = format!("line = {{ SOI ~ \"if\" ~ name ~ \"<\" ~ name ~ EOI }}\n{NAMES}");
    assert_eq!(
        message(&source, "keyword-in-name"),
        "the keyword `if` takes the start of a longer name: `ifa` is read as `if` and `a`"
    );
    let (_, mended) = found(&source, "keyword-in-name").unwrap();
    assert!(is_read(&mended, "line", "if a < b") && !is_read(&mended, "line", "ifa < b"));
    // The keyword may be in a rule of its own.
    let source = format!("line = {{ SOI ~ not ~ name ~ EOI }}\nnot = {{ \"not\" }}\n{NAMES}");
    assert!(message(&source, "keyword-in-name").contains("`nota`"));
    // If blanks cannot separate the two, or a sign follows, the grammar has only one meaning.
    for fine in [
        format!("line = {{ SOI ~ if_word ~ name ~ EOI }}\nif_word = @{{ \"if\" ~ !ASCII_ALPHANUMERIC }}\n{NAMES}"),
        format!("line = {{ SOI ~ \"if\" ~ \"(\" ~ name ~ \")\" ~ EOI }}\n{NAMES}"),
        "line = ${ SOI ~ char ~ EOI }\nchar = { \"u\" ~ ASCII_HEX_DIGIT{4} }\nname = @{ ASCII_ALPHA+ }\nWHITESPACE = _{ \" \" }".to_owned(),
        "line = { SOI ~ x ~ EOI }\nx = { \"in\" ~ y* | \"iny\" }\ny = { \"y\" }\nname = @{ ASCII_ALPHA+ }".to_owned(),
        "line = { SOI ~ \"v\" ~ number ~ EOI }\nnumber = @{ ASCII_DIGIT+ }\nWHITESPACE = _{ \" \" }".to_owned(),
        // An optional text ends the word.
        format!("line = {{ SOI ~ unit ~ name ~ EOI }}\nunit = {{ (\"day\" | \"week\") ~ \"s\"? }}\n{NAMES}"),
    ] {
        assert_eq!(found(&fine, "keyword-in-name"), None, "{fine}");
    }
    // It does not hide the name behind it.
    let source = format!("line = {{ SOI ~ \"select\" ~ \"distinct\"? ~ name ~ EOI }}\n{NAMES}");
    let (said, _) = found(&source, "keyword-in-name").unwrap();
    assert!(said.contains("`selecta` is read as `select` and `a`"), "{said}");
}

#[test]
fn check_finds_an_unended_keyword_among_keywords_that_end_properly() {
    let ended = |word: &str| format!("{word}_word = @{{ \"{word}\" ~ !ASCII_ALPHANUMERIC }}\n");
    for (rule, joined) in [
        ("let_word ~ name ~ \"in\" ~ name", "`ina`"),
        ("let_word ~ name ~ (\"where\" ~ name)?", "`wherea`"),
        ("name ~ (\"and\" ~ name)* ~ let_word ~ name", "`anda`"),
        ("let_word ~ name ~ \"return\" ~ name? ~ \";\"", "`returna`"),
        ("let_word ~ name ~ \"select\" ~ (\"*\" | name)", "`selecta`"),
    ] {
        let source = format!("line = {{ SOI ~ {rule} ~ EOI }}\n{NAMES}{}", ended("let"));
        let said = message(&source, "keyword-in-name");
        assert!(said.contains(joined), "{source}: {said}");
    }
    // The start is tried on a text that has these blanks, too.
    let source = format!("line = {{ let_word ~ name ~ \";\" }}\n{NAMES}{}", ended("let"));
    let said = message(&source, "no-end");
    assert_eq!(said, "`line` does not end in `EOI`: it matches only `let a;` of `let a;)`");
}

#[test]
fn check_warns_that_a_name_cannot_begin_with_a_keyword() {
    let source = "line = { SOI ~ name ~ EOI }
        name = @{ !keyword ~ ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }
        keyword = { \"in\" | \"for\" }";
    assert_eq!(
        message(source, "name-after-keyword"),
        "`name` rejects `ina`, because `ina` begins with the keyword `in`"
    );
    let (_, mended) = found(source, "name-after-keyword").unwrap();
    assert!(is_read(&mended, "line", "inner") && !is_read(&mended, "line", "in"));
    let fine = source.replace("!keyword", "!(keyword ~ !ASCII_ALPHANUMERIC)");
    assert_eq!(found(&fine, "name-after-keyword"), None);
    // The lookahead that ends the keyword does not know all characters of a name.
    let fine = fine.replace("~ ASCII_ALPHANUMERIC*", "~ (ASCII_ALPHANUMERIC | \"_\")*");
    let ended = fine.replace("\"for\" }", "\"for\" } ended = @{ keyword ~ !ASCII_ALPHANUMERIC }");
    for source in [&fine, &ended.replace("!(keyword ~ !ASCII_ALPHANUMERIC)", "!ended")] {
        assert!(message(source, "name-after-keyword").starts_with("`name` rejects `in_`"));
    }
}

#[test]
fn the_fix_rejects_every_keyword_even_if_one_begins_with_another() {
    for words in [r#"("in" | "int")"#, r#"("int" | "in")"#, r#"("do" | "double" | "done")"#] {
        let source = format!(r#"doc = {{ (id ~ ";")+ }} id = @{{ !{words} ~ ASCII_ALPHA+ }}"#);
        let (_, mended) = found(&source, "name-after-keyword").expect(&source);
        let mended = PestGrammar::read(&mended).unwrap();
        let id = mended.rule("id").unwrap();
        for word in words.split('"').skip(1).step_by(2) {
            assert!(mended.parse(id, word).is_err(), "{source}: {word}");
            assert!(mended.parse(id, &format!("{word}x")).is_ok(), "{source}: {word}");
        }
    }
    // A rule with the words in the wrong order would have to change, too, so nothing is proposed.
    let source = r#"id = @{ !word ~ ASCII_ALPHA+ } word = { "in" | "int" }"#;
    assert_eq!(found(source, "name-after-keyword"), None);
}

#[test]
fn check_finds_an_optional_keyword_that_takes_the_start_of_a_name() {
    let source = "line = { SOI ~ negated? ~ \"mut\"? ~ name ~ EOI } WHITESPACE = _{ \" \" }
        negated = { \"not\" } name = @{ !((negated | \"mut\") ~ !ASCII_ALPHA) ~ ASCII_ALPHA+ }";
    let found = warnings(source, "line");
    for word in ["mut", "not"] {
        let said = format!("the keyword `{word}` takes the start of a longer name");
        assert!(found.iter().any(|(message, _)| message.starts_with(&said)), "{found:?}");
    }
}

#[test]
fn a_keyword_may_end_before_the_blank_of_a_name_that_contains_blanks() {
    let source = "task = { SOI ~ done? ~ title ~ EOI } WHITESPACE = _{ \" \" }
        done = { \"done\" } title = { (ASCII_ALPHA | \" \")+ }";
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert!(mended.contains("done = @{ \"done\" ~ !ASCII_ALPHA }"), "{mended}");
    let grammar = PestGrammar::read(&mended).unwrap();
    let tree = |text| format!("{:?}", grammar.parse(grammar.rule("task").unwrap(), text).unwrap());
    assert!(tree("done buy milk").contains("done") && !tree("donate money").contains("done"));
}

#[test]
fn lints_report_keywords_that_match_in_either_case() {
    let source = format!("line = {{ SOI ~ ^\"select\" ~ name ~ EOI }}\n{NAMES}");
    assert!(message(&source, "keyword-in-name").contains("`selecta` is read as `select` and `a`"));
    let (_, mended) = found(&source, "keyword-in-name").unwrap();
    assert!(mended.contains("select_word = @{ ^\"select\" ~ !("), "{mended}");
    for (text, is) in [("SELECT a", true), ("select a", true), ("SELECTa", false)] {
        assert_eq!(is_read(&mended, "line", text), is, "{text}");
    }
    let source = "line = { SOI ~ name ~ EOI } name = @{ !^\"in\" ~ ASCII_ALPHA+ }";
    assert!(message(source, "name-after-keyword").contains("rejects `ina`"));
    let (_, mended) = found(source, "name-after-keyword").unwrap();
    assert!(is_read(&mended, "line", "INNER") && !is_read(&mended, "line", "In"), "{mended}");
}

#[test]
fn the_fix_stops_repeated_names_before_a_keyword_but_not_before_longer_names() {
    let source = "query = { SOI ~ \"select\" ~ name+ ~ \"from\" ~ name ~ EOI }
        name = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ \" \" }";
    let (_, mended) = found(source, "eaten").unwrap();
    assert!(mended.contains("(!from_word ~ name)+"), "{mended}");
    assert!(mended.ends_with("from_word = @{ \"from\" ~ !ASCII_ALPHA }\n"), "{mended}");
    for text in ["select a from b", "select fromage from a", "select a fromage from b"] {
        assert!(is_read(&mended, "query", text), "{text}");
    }
    assert_eq!(found(&mended, "eaten"), None);
    let dashed = source.replace("ASCII_ALPHA+", "(ASCII_ALPHA | \"-\")+");
    let (_, mended) = found(&dashed, "eaten").unwrap();
    assert!(mended.ends_with("@{ \"from\" ~ !(ASCII_ALPHA | \"-\") }\n"), "{mended}");
    assert!(is_read(&mended, "query", "select from-here from a"), "{mended}");
}

/// A grammar with the rules after `main`, and with blanks.
fn with_names(rules: &str) -> String {
    format!(
        "main = {{ SOI ~ {rules} ident = @{{ ASCII_ALPHA+ }} num = @{{ ASCII_DIGIT+ }}
        WHITESPACE = _{{ \" \" }}\n"
    )
}

#[test]
fn the_fix_stops_a_repeated_group_before_a_keyword_but_not_before_longer_names() {
    for (row, texts) in [
        (r#"(ident | num)* ~ "end" ~ EOI }"#, ["a end", "1 ending end"]),
        (r#"(ident ~ ","?)* ~ "end" ~ EOI }"#, ["a end", "a, ending end"]),
        (r#"(num | ident)+ ~ "end" ~ EOI }"#, ["1 end", "ending end"]),
        (r#"(ident ~ "=" ~ num | ident)* ~ "end" ~ EOI }"#, ["a end", "ending = 1 ending end"]),
        (r#"(ident | num)* ~ ("end" | "fin") ~ EOI }"#, ["a fin", "ending final end"]),
        (r#"(ident | num)* ~ ^"end" ~ EOI }"#, ["a End", "Ending end"]),
        (r#"(ident | num)* ~ end ~ EOI } end = { "end" }"#, ["a end", "ending end"]),
        // A name only begins the round, or only one of its alternatives.
        (r#"s* ~ "end" ~ EOI } s = { ident ~ num? }"#, ["a 1 end", "ending 2 end"]),
        (
            r#"("(" ~ num ~ ")" | s)* ~ "end" ~ EOI } s = { ident ~ "="? }"#,
            ["(1) end", "ending = end"],
        ),
    ] {
        let source = with_names(row);
        let (_, mended) = found(&source, "eaten").expect(row);
        for text in texts {
            assert!(!is_read(&source, "main", text), "{source}: {text}");
            assert!(is_read(&mended, "main", text), "{mended}: {text}");
        }
        assert!(!is_read(&mended, "main", "ending"), "{mended}");
        for lint in ["eaten", "name-after-keyword"] {
            assert_eq!(found(&mended, lint), None, "{mended}");
        }
    }
}

#[test]
fn check_warns_that_a_repeated_name_cannot_begin_with_the_keyword_after_the_repetition() {
    for (row, refused, text) in [
        (r#"(!"end" ~ ident)* ~ "end" ~ EOI }"#, "enda", "ending end"),
        (r#"(!"end" ~ s)* ~ "end" ~ EOI } s = { ident }"#, "enda", "ending end"),
        (r#"(!end ~ ident)* ~ end ~ EOI } end = { "end" }"#, "enda", "ending end"),
        (r#"(!"end" ~ (ident | num))* ~ "end" ~ EOI }"#, "enda", "1 ending end"),
        (r#"(!"end" ~ s)* ~ "end" ~ EOI } s = { ident ~ "=" ~ num }"#, "enda=1", "ending = 1 end"),
        (r#"b* ~ EOI } b = { "(" ~ (!"end" ~ ident)* ~ "end" }"#, "enda", "( ending end ( end"),
        (r#"(num | !("end" | "fin") ~ ident)* ~ ("end" | "fin") ~ EOI }"#, "enda", "final 1 end"),
    ] {
        let source = with_names(row);
        let said = message(&source, "name-after-keyword");
        let why = "because `enda` begins with the keyword `end`";
        assert!(said.ends_with(&format!("` rejects `{refused}`, {why}")), "{said}");
        let (_, mended) = found(&source, "name-after-keyword").unwrap();
        assert!(!is_read(&source, "main", text), "{source}: {text}");
        assert!(is_read(&mended, "main", text), "{mended}: {text}");
    }
    for fine in [
        // What is repeated is no name.
        r#"(!"end" ~ ANY)* ~ "end" ~ EOI }"#,
        r#"(!"end" ~ num)* ~ "end" ~ EOI }"#,
        r#"(!"end" ~ "(" ~ ident ~ ")")* ~ "end" ~ EOI }"#,
        // The keyword already ends.
        r#"(!end ~ ident)* ~ "end" ~ EOI } end = @{ "end" ~ !ASCII_ALPHA }"#,
        // No keyword comes before a name.
        r##"(!"#" ~ ident)* ~ "#" ~ EOI }"##,
    ] {
        let source = with_names(fine);
        assert_eq!(found(&source, "name-after-keyword"), None, "{source}");
    }
}

#[test]
fn check_warns_of_a_keyword_that_takes_the_start_of_a_name_that_is_not_atomic() {
    let source = "file = { SOI ~ let* ~ EOI }
        let = { \"let\" ~ name ~ \"=\" ~ number ~ \";\" }
        name = { ASCII_ALPHA+ }
        number = @{ ASCII_DIGIT+ }
        WHITESPACE = _{ \" \" }";
    assert!(message(source, "keyword-in-name").contains("`leta` is read as `let` and `a`"));
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert!(is_read(source, "file", "letx=1;") && !is_read(&mended, "file", "letx=1;"));
    assert!(is_read(&mended, "file", "let x = 1;"));
    let source =
        "file = { SOI ~ name ~ EOI } name = { !\"in\" ~ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    let (_, mended) = found(source, "name-after-keyword").unwrap();
    assert!(is_read(&mended, "file", "inner") && !is_read(&mended, "file", "in"), "{mended}");
}

#[test]
fn check_warns_of_a_keyword_in_a_choice_that_takes_the_start_of_a_name() {
    let base = "id = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    for (rules, joined) in [
        ("t = { \"not\" ~ id | id }", "nota"),
        ("t = { \"true\" | id }", "truea"),
        ("t = { bool | id } bool = { \"true\" | \"false\" }", "truea"),
        ("t = { (\"if\" | \"unless\") ~ id ~ id ~ \";\" }", "ifa"),
        ("t = { id ~ ((\"and\" | \"or\") ~ id)* }", "anda"),
    ] {
        let source = format!("p = {{ SOI ~ t ~ EOI }} {rules} {base}");
        let said = message(&source, "keyword-in-name");
        assert!(said.contains(&format!("`{joined}`")), "{source}: {said}");
        let (_, mended) = found(&source, "keyword-in-name").unwrap();
        assert_eq!(found(&mended, "keyword-in-name"), None, "{mended}");
    }
    for fine in [
        // A name comes first, so the keyword is never read as one.
        "t = { id | \"true\" }",
        "t = { word | id } word = @{ \"true\" ~ !ASCII_ALPHA }",
        "t = { \"true\" | \"false\" }",
        "t = { \"x\" | id }",
    ] {
        let source = format!("p = {{ SOI ~ t ~ EOI }} {fine} {base}");
        assert_eq!(found(&source, "keyword-in-name"), None, "{source}");
    }
}

#[test]
fn the_fix_accepts_a_name_of_any_characters_that_begins_with_a_keyword() {
    let source = "p = { SOI ~ t ~ EOI } t = { !\"value\" ~ token } token = @{ (!(b | NEWLINE) ~ ANY)+ } b = { \" \" }";
    let (message, fixed) = found(source, "name-after-keyword").expect("it is found");
    assert!(message.contains("`valuea`"), "{message}");
    assert!(!is_read(source, "p", "valuea"));
    assert!(is_read(&fixed, "p", "valuea") && !is_read(&fixed, "p", "value"), "{fixed}");
}

#[test]
fn check_warns_of_a_keyword_joined_to_another_keyword_that_needs_a_blank() {
    let rest = format!(
        "not = @{{ \"not\" ~ !ASCII_ALPHANUMERIC }}
        number = @{{ ASCII_DIGIT+ }} {NAMES}"
    );
    let source = format!(
        "line = {{ SOI ~ name ~ \"where\" ~ expr ~ EOI }}
        expr = {{ not? ~ number }} {rest}"
    );
    let said = message(&source, "keyword-in-name");
    assert!(said.ends_with("`wherenot` is read as `where` and `not`"), "{said}");
}

#[test]
fn the_warning_on_a_keyword_before_a_name_says_how_pest_reads_a_longer_name() {
    let rules = "file = { SOI ~ stmt* ~ EOI }
        stmt = { name ~ \"=\" ~ value ~ \";\" | value ~ \";\" }
        value = { bool | name }
        bool = { \"true\" | \"false\" }\n";
    let said = "the keyword `true` takes the start of a longer name: `value` does not match \
                all of `truea`";
    let names = NAMES.replace("WHITESPACE", "unused");
    for source in
        [format!("{rules}{NAMES}"), format!("{rules}{}", names.split('\n').next().unwrap())]
    {
        assert!(!is_read(&source, "file", "truea;") && !is_read(&source, "file", "a=truea;"));
        assert_eq!(message(&source, "keyword-in-name"), said, "{source}");
        let (_, mended) = found(&source, "keyword-in-name").unwrap();
        for text in ["truea;", "a=truea;", "true;", "a=false;", "a=falsey;"] {
            assert!(is_read(&mended, "file", text), "{mended}: {text}");
        }
    }
    // A text in quotes is not a name.
    let text =
        "line = ${ SOI ~ \"'\" ~ (\"NOTE\" | text) ~ \"'\" ~ EOI } text = @{ (!\"'\" ~ ANY)+ }";
    assert_eq!(found(text, "keyword-in-name"), None);
}

#[test]
fn check_finds_a_keyword_before_an_expression_through_any_number_of_rules() {
    let rest = "expr = { term ~ (\"+\" ~ term)* } term = { \"-\"? ~ atom }
        number = @{ ASCII_DIGIT+ } ident = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    for atom in ["number | ident", "ident | number", "\"(\" ~ expr ~ \")\" | number | ident"] {
        let source = format!(
            "program = {{ SOI ~ stmt* ~ EOI }}
            stmt = {{ \"return\" ~ expr ~ \";\" | expr ~ \";\" }} atom = {{ {atom} }} {rest}"
        );
        assert_eq!(
            message(&source, "keyword-in-name"),
            "the keyword `return` takes the start of a longer name: `returna` is read as `return` \
             and `a`"
        );
        let (_, mended) = found(&source, "keyword-in-name").unwrap();
        let name = |source: &str| {
            let grammar = PestGrammar::read(source).unwrap();
            let (program, ident) = (grammar.rule("program").unwrap(), grammar.rule("ident"));
            let mut pairs = grammar.parse(program, "returned;").unwrap().flatten();
            pairs.find(|pair| Some(pair.as_rule()) == ident).unwrap().as_str().to_owned()
        };
        assert_eq!((&*name(&source), &*name(&mended)), ("ed", "returned"));
        assert!(is_read(&mended, "program", "return ed; return 1;"), "{mended}");
        // An alternative that comes before the keyword reads the longer name.
        let fine =
            source.replace("\"return\" ~ expr ~ \";\" | expr", "expr ~ \";\" | \"return\" ~ expr");
        assert_eq!(found(&fine, "keyword-in-name"), None, "{fine}");
    }
}

#[test]
fn the_fix_ends_a_keyword_next_to_longer_alternatives_and_keeps_their_blanks() {
    let rest = "select = { \"select\" ~ name ~ (ORDER ~ name)? } name = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ \" \" } query = { SOI ~ select ~ EOI }";
    let ways = "\"asc\" | down | \"order\" ~ \"by\" | \"is\" ~ \"not\"?";
    for (order, rules) in [
        (format!("({ways})"), String::new()),
        ("order".to_owned(), format!("order = {{ {ways} }}")),
        ("order".to_owned(), format!("order = _{{ {ways} }}")),
    ] {
        let start = "line = { query } down = { \"desc\" }";
        let source = format!("{start} {} {rules}", rest.replace("ORDER", &order));
        let mut mended = source.clone();
        while let Some((_, changed)) = found(&mended, "keyword-in-name") {
            assert_ne!(changed, mended, "the change does something");
            mended = changed;
        }
        for text in ["asc c", "desc c", "order by c", "is not c", "is c", "order  by c"] {
            let text = format!("select a {text}");
            assert!(is_read(&source, "query", &text), "{source}: {text}");
            assert!(is_read(&mended, "query", &text), "{mended}: {text}");
        }
        for text in ["selecta", "select a ascc", "select a descc", "select a orderby c"] {
            assert!(!is_read(&mended, "query", text), "{mended}: {text}");
        }
        let grammar = PestGrammar::read(&mended).unwrap();
        let pairs = grammar.parse(grammar.rule("query").unwrap(), "select a desc c").unwrap();
        let down = grammar.rule("down");
        assert!(pairs.flatten().any(|pair| Some(pair.as_rule()) == down), "{mended}");
    }
}

#[test]
fn the_fix_ends_a_keyword_inside_the_nested_choice_that_holds_it() {
    let source =
        "line = { SOI ~ atom ~ name ~ EOI } atom = { number | value | \"(\" ~ atom ~ \")\" }
        value = { \"true\" | \"false\" } number = @{ ASCII_DIGIT+ } name = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ \" \" }";
    let said = message(source, "keyword-in-name");
    assert!(said.contains("`truea` is read as `true` and `a`"), "{said}");
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    for text in ["true a", "( true ) a", "1 a"] {
        assert!(is_read(&mended, "line", text), "{mended}: {text}");
    }
    assert!(!is_read(&mended, "line", "truea"), "{mended}");
}

#[test]
fn check_finds_a_keyword_whose_end_is_tested_after_the_blanks() {
    let source = "line = { SOI ~ stmt ~ EOI }
        stmt = { let_word ~ ident ~ \"=\" ~ ident }
        let_word = { \"let\" ~ !ident_char }
        ident = @{ ASCII_ALPHA ~ ident_char* }
        ident_char = _{ ASCII_ALPHANUMERIC | \"_\" }
        WHITESPACE = _{ \" \" }";
    let (said, mended) = found(source, "keyword-end").unwrap();
    assert_eq!(
        said,
        "`\"let\" ~ !ident_char` rejects `let a`: pest skips the blank before the `!`"
    );
    assert!(is_read(&mended, "line", "let a=b") && !is_read(source, "line", "let a=b"));
    assert_eq!(found(&mended, "keyword-end"), None);
    let inline = source.replace("{ let_word", "{ \"let\" ~ !ident_char");
    let (_, mended) = found(&inline, "keyword-end").unwrap();
    assert_eq!(mended, inline, "the other parts of the rule need blanks");
    for late in [
        source.replace("!ident_char }", "word_end }\n word_end = _{ !ident_char }"),
        source.replace("!ident_char }", "!ASCII_ALPHA_UPPER }"),
    ] {
        assert!(found(&late, "keyword-end").is_some(), "{late}");
    }
    for fine in [
        // The next word must be another one, wherever it is.
        source.replace("!ident_char }", "!ident }"),
        source.replace("!ident_char }", "!\"go\" }"),
        source.replace("\"let\" ~ !", "\"-\" ~ !"),
        source.replace("WHITESPACE", "BLANK"),
    ] {
        assert_eq!(found(&fine, "keyword-end"), None, "{fine}");
    }
}

#[test]
fn the_fix_of_a_keyword_beside_a_line_end_leaves_the_line_end_alone() {
    for line_end in ["NEWLINE", "nl"] {
        let source = format!(
            r#"file = {{ SOI ~ line* ~ EOI }} line = {{ label ~ ("if" ~ name)? ~ {line_end} }}
            label = @{{ (!("if" | {line_end}) ~ ANY)+ }} name = @{{ ASCII_ALPHA+ }}
            nl = _{{ "\r"? ~ "\n" }} WHITESPACE = _{{ " " }}"#
        );
        let (_, mended) = found(&source, "name-after-keyword").unwrap();
        assert!(is_read(&mended, "label", "ifa"), "{mended}");
        assert!(!is_read(&mended, "label", "Stay\nLeave"), "{mended}");
    }
}

#[test]
fn the_fix_of_a_keyword_uses_the_characters_of_names_even_if_they_reject_keywords() {
    let source = r#"script = { SOI ~ (cmd | say)* ~ EOI } cmd = { "leave" ~ ident? ~ "." ~ NEWLINE }
        say = { ident ~ ":" ~ word+ ~ NEWLINE } word = @{ (ASCII_ALPHANUMERIC | "." | "!")+ }
        keyword = { "leave" } WHITESPACE = _{ " " }
        ident = @{ !keyword ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }"#;
    let (_, mended) = found(source, "keyword-in-name").unwrap();
    assert!(mended.contains(r#""leave" ~ !(ASCII_ALPHANUMERIC | "_")"#), "{mended}");
    for text in ["leave.\n", "leave me.\n", "me: hi there!\n"] {
        assert!(is_read(&mended, "script", text), "{text}");
    }
}

#[test]
fn the_fix_of_a_keyword_says_if_a_digit_then_needs_a_blank() {
    let source = r#"WHITESPACE = _{ " " }
        pattern = { SOI ~ abbreviation* ~ "Row:" ~ step ~ ("," ~ step)* ~ EOI }
        abbreviation = { name ~ "=" ~ name ~ ";" }
        name = @{ ASCII_ALPHANUMERIC+ }
        step = { across | stitch ~ number? }
        across = { stitch ~ "across" }
        stitch = { "k2tog" | "k" | "p" | "yo" }
        number = @{ ASCII_DIGIT+ }"#;
    let found = Findings::of(source, "pattern").unwrap();
    let [warning] = &found.warnings[..] else { panic!("{found:?}") };
    assert!(warning.advice.ends_with("(then write `Row:k 1` for `Row:k1`)"), "{warning}");
    let mended = changed(source, &warning.mend);
    assert!(is_read(&mended, "pattern", "Row:k 1") && !is_read(&mended, "pattern", "Row:k1"));
}

#[test]
fn check_warns_of_a_keyword_before_an_alternative_that_begins_with_a_name() {
    let rest = "name = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    for (rules, text) in [
        ("s = { \"nil\" | path } path = { name ~ (\".\" ~ name)* }", "nila"),
        ("s = { \"pass\" | call } call = { name ~ \"(\" ~ \")\" }", "passa()"),
        ("s = { call | \"nil\" | name } call = { name ~ \"(\" ~ \")\" }", "nila"),
    ] {
        let source = format!("file = {{ SOI ~ (s ~ \";\")* ~ EOI }} {rules} {rest}");
        let (said, mended) = found(&source, "keyword-in-name").unwrap();
        assert!(said.ends_with(&format!("`s` does not match all of `{text}`")), "{said}");
        let keyword = if text.starts_with("nil") { "nil" } else { "pass" };
        for text in [text, keyword].map(|it| format!("{it};")) {
            assert!(is_read(&mended, "file", &text), "{text}: {mended}");
        }
    }
}
