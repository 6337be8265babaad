//! Grammars that are read at run time and have no values: they accept the texts that pest accepts,
//! and no others.

use bracket24::grammars::{Lacks, MAX_TEXT};
use bracket24::{Grammar, SyntaxErrorKind};

use crate::user_grammars::own;

/// A typical student's grammar, which pest accepts unchanged.
fn plain(source: &str) -> Grammar {
    let own = own(source);
    assert!(own.lacks().is_some());
    own
}

#[test]
fn any_other_grammar_that_pest_accepts_parses_texts_without_giving_values() {
    let json = plain(include_str!("../grammars/plain/json.pest"));
    assert_eq!(json.rules().name(json.start()), "json");
    assert_eq!(json.recognize("{\"a\": [1, 2.5e3, true]}"), Ok(23));
    let error = json.recognize("{\"a\": [1, }").unwrap_err();
    assert_eq!(error.span, 10..11);
    // RFC 8259: a string contains no unescaped control characters, and DEL is not one of them.
    assert!(
        ["\"\0\"", "\"\t\"", "\"\n\"", "\"\u{1f}\""].iter().all(|it| json.recognize(it).is_err())
    );
    assert_eq!(json.recognize("\" \u{7f}\""), Ok(4));
    let error = json.parse("[]").unwrap_err();
    assert!(matches!(error.kind, SyntaxErrorKind::NoExpressions(_)), "{error}");
    assert_eq!(
        error.advice(),
        "it has no rules `expression`, `add`, `subtract`, `multiply` and `divide`"
    );
}

#[test]
fn the_start_rule_is_line_if_no_other_rule_refers_to_it_and_else_the_first_rule() {
    let first = r#"a = { "a" } b = { "b" }"#;
    for (source, text) in [
        (first.to_owned(), "a"),
        (first.to_owned() + "line = { b }", "b"),
        (first.to_owned() + "line = { b ~ line? }", "b"),
        (r#"a = { "a" ~ b } b = { "b" } line = { b }"#.to_owned(), "b"),
        (r#"file = { "f" ~ (line ~ NEWLINE)* ~ EOI } line = { "b" }"#.to_owned(), "f"),
        // Rules that only call each other, after their tokens.
        (r#"s = { "s" } list = { "(" ~ e* ~ ")" } e = { list | s } W = { "w" }"#.to_owned(), "(s)"),
        (r#"n = { "1" } e = { t ~ "+" ~ e | t } t = { n | "(" ~ e ~ ")" }"#.to_owned(), "1+(1)"),
        // A comment calls as many rules, and would come first.
        (r#"c = { "%" ~ c? } COMMENT = _{ c } list = { "[" ~ list* ~ "]" }"#.to_owned(), "[[]%]"),
        (r#"blank = { " " } WHITESPACE = _{ blank } a = { "a" ~ "a" }"#.to_owned(), "a a"),
    ] {
        assert_eq!(plain(&source).recognize(text), Ok(text.len()), "{source}");
    }
    let other = plain(first).starting_at("b").unwrap();
    assert_eq!(other.recognize("b"), Ok(1));
    assert!(other.recognize("a").is_err());
    assert!(plain(first).starting_at("c").is_none());
    assert_ne!(other, plain(first));
}

#[test]
fn a_grammar_whose_signs_give_some_texts_no_value_is_a_plain_grammar() {
    let source = r#"line = { SOI ~ expression ~ EOI }
        expression = { comparison ~ (("&&" | "||") ~ comparison)* }
        comparison = { sum ~ (("<" | ">") ~ sum)? }
        sum = { term ~ (("+" | "-") ~ term)* }
        term = { factor ~ (("*" | "/") ~ factor)* }
        factor = { number | "(" ~ expression ~ ")" }
        number = @{ ASCII_DIGIT+ }"#;
    for text in ["1<2", "1+2>3||4*5<6", "1+2"] {
        assert_eq!(plain(source).recognize(text).unwrap(), text.len(), "{text}");
    }
}

#[test]
fn a_plain_grammar_has_no_limit_on_brackets_or_operators() {
    let nested = plain(r#"list = { "(" ~ list* ~ ")" }"#);
    let text = "(".repeat(5_000) + &")".repeat(5_000);
    assert_eq!(nested.recognize(&text), Ok(text.len()));
    let long = plain(r#"sum = { "1" ~ ("+" ~ "1")* }"#);
    let text = "1".to_owned() + &"+1".repeat(100_000);
    assert_eq!(long.recognize(&text), Ok(text.len()));
    let error = long.recognize(&"1".repeat(MAX_TEXT + 1)).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::TooLong(MAX_TEXT));
    let error = nested.recognize(&"(".repeat(100_000)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the text is nested too deeply at byte 19999: given up with 20000 rules open at once"
    );
    assert_eq!(error.span, 19_999..20_000);
}

#[test]
fn an_arithmetic_grammar_that_starts_at_another_rule_is_a_plain_grammar() {
    for grammar in Grammar::BASIC {
        let operand = grammar.starting_at("operand").unwrap();
        assert_eq!(operand.to_string(), grammar.to_string());
        assert_eq!(operand.recognize("(8-4)-2"), Ok(5));
        assert!(operand.parse("8").is_err());
        assert_eq!(grammar.starting_at("line").as_ref(), Some(grammar));
    }
}

#[test]
fn errors_describe_character_classes_in_words() {
    for (class, words) in [
        ("ASCII_DIGIT", "a digit"),
        ("ASCII_NONZERO_DIGIT", "a digit from `1` to `9`"),
        ("ASCII_BIN_DIGIT", "`0` or `1`"),
        ("ASCII_OCT_DIGIT", "a digit from `0` to `7`"),
        ("ASCII_HEX_DIGIT", "a hexadecimal digit"),
        ("ASCII_ALPHA", "a letter"),
        ("ASCII_ALPHA_LOWER", "a small letter"),
        ("ASCII_ALPHA_UPPER", "a capital letter"),
        ("ASCII_ALPHANUMERIC", "a letter or digit"),
        ("ASCII", "a character"),
        ("'0'..'9'", "a digit"),
        ("'p'..'q'", "a character from `p` to `q`"),
    ] {
        let error = plain(&format!("line = {{ {class} ~ EOI }}")).recognize("é").unwrap_err();
        assert!(error.to_string().ends_with(&format!("expected {words}")), "{error}");
    }
}

#[test]
fn an_error_expects_another_character_only_after_one_of_its_kind() {
    for (rule, text, words) in [
        ("ASCII_ALPHA ~ ASCII_DIGIT+", "B", "a digit"),
        ("ASCII_ALPHA ~ ASCII_DIGIT{2}", "B1", "another digit"),
        ("\"#\" ~ ASCII_HEX_DIGIT{3}", "#", "a hexadecimal digit"),
        ("ASCII_ALPHA+ ~ \"-\" ~ ASCII_ALPHA+", "a-", "a letter"),
        ("ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT+)?", "1.", "a digit"),
        ("\"a\" ~ 'b'..'z'", "a", "a character from `b` to `z`"),
        ("\"a\" ~ ' '..'~'", "a", "another character from U+0020 to `~`"),
        ("\"a\" ~ '\u{0}'..'\u{1F}'", "a", "a character from U+0000 to U+001F"),
        ("\"a\" ~ '\u{1F600}'..'\u{1F64F}'", "a", "a character from U+1F600 to U+1F64F"),
    ] {
        let error = plain(&format!("line = @{{ {rule} ~ EOI }}")).recognize(text).unwrap_err();
        assert!(error.to_string().ends_with(&format!("expected {words}")), "{error}");
    }
    let units = plain("line = { SOI ~ unit ~ EOI } unit = { 'a'..'b' | 'c'..'d' | \"x\" }");
    assert!(units.recognize("1").unwrap_err().to_string().ends_with("expected a unit"));
}

#[test]
fn an_error_expects_a_rule_by_name_if_it_could_begin_in_several_ways() {
    for (source, text, expected) in [
        (r#"line = { item ~ EOI } item = { "a" | "b" | "c" }"#, "", "an item"),
        (r#"line = { last_word ~ EOI } last_word = { "a" | "b" | "c" }"#, "", "a last word"),
        (r#"line = { item ~ EOI } item = { "a" | "b" }"#, "", "`a` or `b`"),
        (r#"line = { item ~ EOI } item = { "(" ~ ("a" | "b" | "c") }"#, "(", "`a`, `b` or `c`"),
        ("line = { word ~ EOI } word = { LETTER }", "", "a word"),
        ("line = { symch ~ EOI } symch = { LETTER }", "", "the rule `symch`"),
        ("line = { a_char ~ EOI } a_char = { LETTER }", "", "the rule `a_char`"),
        ("line = { a ~ EOI } a = { LETTER }", "", "the rule `a`"),
        ("line = { op ~ EOI } op = { LETTER }", "", "the rule `op`"),
        ("line = { sum ~ EOI } sum = { LETTER }", "", "a sum"),
        (r#"line = { "a" ~ (EOI | "b") }"#, "ac", "`b` or the end"),
    ] {
        let error = plain(source).recognize(text).unwrap_err();
        assert_eq!(error.advice(), format!("expected {expected}"), "{source}");
    }
}

#[test]
fn a_grammar_is_nearly_arithmetic_if_any_names_mean_an_expression_and_an_operator() {
    let (expression, digits) = ("expr = { num ~ (plus ~ num)* }", "num = { ASCII_DIGIT+ }");
    for (source, is_nearly) in [
        (format!(r#"{expression} plus = {{ "+" }} {digits}"#), true),
        (format!(r#"{expression} add = {{ "+" }} plus = {{ add }} {digits}"#), true),
        (format!(r#"{expression} plus = _{{ more }} more = {{ "+" }} {digits}"#), true),
        (r#"expr = { "1" ~ and* } and = { "1" }"#.to_owned(), false),
        (format!(r#"date = {{ num ~ "-" ~ num }} {digits}"#), false),
        (r#"row = { "1" ~ plus* } plus = { "+1" }"#.to_owned(), false),
        (r#"row = { "1" ~ and* } and = { "1" }"#.to_owned(), false),
        (format!(r#"all = {{ SOI ~ expr ~ EOI }} {expression} plus = {{ "+" }} {digits}"#), true),
        (format!(r#"set = {{ num ~ "=" ~ expr }} {expression} plus = {{ "+" }} {digits}"#), false),
        (
            format!(
                r#"all = {{ row* }} row = {{ expr ~ set? }} set = {{ "a" }} {expression} plus = {{ "+" }} {digits}"#
            ),
            false,
        ),
    ] {
        let grammar = plain(&source);
        assert_eq!(grammar.lacks().unwrap().is_nearly_arithmetic(&grammar), is_nearly, "{source}");
    }
    // Another name would give no values to a language in which an expression is one part.
    let language = r#"program = { (name ~ "=" ~ expr ~ ";")* } name = { ASCII_ALPHA+ }
        expr = { term ~ (("+" | "-") ~ term)* } term = { num ~ (("*" | "/") ~ num)* }"#;
    for language in [language.to_owned(), language.replace("expr", "expression")] {
        let read = plain(&format!("{language} {digits}"));
        assert_eq!(read.lacks(), Some(&Lacks::Line("program".to_owned())), "{language}");
    }
    let lacks = plain(&format!(r#"{expression} plus = {{ "+" }} {digits}"#));
    let Some(Lacks::Roles(roles)) = lacks.lacks() else { panic!("it lacks roles") };
    let advice = |role: &str| roles.iter().find(|it| it.role == role).unwrap().advice();
    assert!(advice("add").starts_with("rename `plus` to `add` ("), "{}", advice("add"));
    assert!(advice("divide").starts_with("define `divide` ("), "{}", advice("divide"));
    // An operator that is a word would be renamed in vain.
    let lacks = plain(&format!(r#"{expression} plus = {{ "plus" }} {digits}"#));
    let Some(Lacks::Roles(roles)) = lacks.lacks() else { panic!("it lacks roles") };
    let add = roles.iter().find(|it| it.role == "add").unwrap().advice();
    assert!(add.starts_with("define `add` ("), "{add}");
}

#[test]
fn an_error_lists_a_blank_only_if_a_rule_requires_it_and_not_if_it_may_be_skipped() {
    for (source, text, expected) in [
        ("a = { \"x\" ~ \" \" ~ \"y\" }", "xy", "expected a space"),
        ("a = { (\"x\" ~ \"y\"? ~ NEWLINE)+ ~ EOI }", "x", "expected `y` or the end of a line"),
        ("a = { \"x\" ~ (\" \" | \"\\t\")* ~ \"y\" }", "x", "expected `y` or a blank"),
        ("a = { \"x\" ~ \"y\" } WHITESPACE = _{ \" \" | \"\\t\" }", "x", "expected `y`"),
    ] {
        let error = plain(source).recognize(text).unwrap_err();
        assert_eq!(error.advice(), expected, "{source}");
    }
}

#[test]
fn errors_name_invisible_characters_by_code_point() {
    let a = plain("line = { \"a\" ~ EOI }");
    let message = |text: &str| a.recognize(text).unwrap_err().message();
    for (text, said) in [
        ("", "the text is empty"),
        ("é", "unexpected `é`"),
        (" ", "unexpected ` `"),
        ("\u{0}", "unexpected character U+0000"),
        ("\t", "unexpected character U+0009"),
        ("\u{a0}", "unexpected character U+00A0"),
        ("\u{feff}", "unexpected character U+FEFF"),
        ("\u{200b}", "unexpected character U+200B"),
        ("\u{202e}", "unexpected character U+202E"),
    ] {
        assert_eq!(message(text), said, "{text:?}");
    }
    let two = plain("line = { \"a\" ~ \"a\" ~ EOI }");
    assert_eq!(two.recognize("a").unwrap_err().message(), "the text ends too early");
    let nothing = plain("line = { \"a\" ~ !ANY ~ EOI }").recognize("ab").unwrap_err();
    assert_eq!(nothing.advice(), "`!ANY` in `line` forbids `b` after `a`");
}

/// Names, and words that are not names.
const WORDS: &str = r#"
    WHITESPACE = _{ " " }
    line = { SOI ~ set+ ~ EOI }
    set = { let_word ~ name ~ "=" ~ (name | text) ~ ";" }
    let_word = @{ "let" ~ !ASCII_ALPHA }
    keyword = @{ ("let" | "if") ~ !ASCII_ALPHA }
    name = @{ !keyword ~ ASCII_ALPHA+ ~ !("_" | "-") }
    text = ${ "'" ~ (!("'" | NEWLINE) ~ ANY)* ~ "'" }
"#;

#[test]
fn the_error_names_the_negative_lookahead_that_forbids_a_text() {
    let words = plain(WORDS);
    for (text, at, advice) in [
        ("leta=b;", 3, "`!ASCII_ALPHA` in `let_word` forbids `a` after `let`"),
        ("let if=b;", 4, "expected a name; `!keyword` in `name` forbids `if` here"),
        ("let a=let;", 6, "expected a name or `'`; `!keyword` in `name` forbids `let` here"),
        (
            "let ab_c=d;",
            6,
            "expected another letter; `!(\"_\" | \"-\")` in `name` forbids `_` after `ab`",
        ),
        (
            "let a='b\n';",
            8,
            "expected `'`; `!(\"'\" | NEWLINE)` in `text` forbids the end of a line after `'b`",
        ),
        // It is no mistake if the closing sign ends a repetition.
        ("let a='b' c;", 10, "expected `;`"),
        // A text that is forbidden elsewhere is not the cause of the failure.
        ("let iff=b", 9, "expected another letter or `;`"),
    ] {
        let error = words.recognize(text).unwrap_err();
        assert_eq!((error.span.start, &*error.advice()), (at, advice), "{text}");
    }
}

#[test]
fn the_error_quotes_the_forbidden_text_if_it_is_short_and_not_empty() {
    for (source, text, advice) in [
        ("a = { \"x\" ~ !EOI ~ \"y\"? }", "x", "forbids the text after `x`"),
        ("a = { !\"x\"* ~ \"y\" }", "y", "forbids the text here"),
        ("a = { !(ASCII_ALPHA+) ~ ANY }", &"z".repeat(99), "forbids the text here"),
        ("a = { !(!\"x\" ~ ANY) ~ ANY ~ \"z\" }", "y", "forbids `y` here"),
    ] {
        let error = plain(source).recognize(text).unwrap_err();
        assert!(error.advice().ends_with(advice), "{source}: {}", error.advice());
    }
}

#[test]
fn the_error_locates_an_empty_stack_panic_of_pest_with_working_advice() {
    let of = |stack: &str| {
        plain(&format!(
            "line = {{ SOI ~ (PUSH(\"#\") | \"-\") ~ ({stack} ~ \"x\" | \"a\") ~ EOI }}"
        ))
    };
    for (stack, instead) in [("POP", "PEEK[-1..] ~ DROP"), ("PEEK", "PEEK[-1..]")] {
        let error = of(stack).recognize("-a").unwrap_err();
        let message = format!("pest panics at `{stack}` on an empty stack");
        assert_eq!((error.message(), error.span.clone()), (message, 1..2));
        assert!(error.advice().contains(&format!("`{instead}`")), "{}", error.advice());
        assert!(error.is_given_up());
        for text in ["-a", "#a", "##x"] {
            assert_eq!(of(instead).recognize(text), Ok(text.len()), "{instead}");
        }
        assert_eq!(of(stack).recognize("##x"), Ok(3));
    }
}

#[test]
fn the_error_says_that_the_stack_is_empty() {
    let nothing = "expected a text on the stack, which is empty";
    for (rule, text, advice) in [
        ("DROP", "a", nothing),
        // The text was popped before.
        ("PUSH(\"a\") ~ POP ~ DROP", "aa", nothing),
        ("PUSH(\"a\") ~ POP", "ab", "expected the text that was pushed before"),
    ] {
        let source = format!("line = {{ SOI ~ {rule} ~ EOI }}");
        let grammar = plain(&source);
        let error = grammar.recognize(text).expect_err("it asks for what is not there");
        assert_eq!(error.advice(), advice, "{rule} {text}");
    }
}

#[test]
fn the_page_template_has_no_words_about_values() {
    let page = include_str!("../../src/present/page/page.html");
    for word in ["Value", "value<", "Evaluat", "Expression"] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn the_error_is_the_farthest_even_if_earlier_alternatives_take_exponential_time() {
    let source = r#"a = { deep ~ EOI | ("(" | "z")* ~ "?" ~ EOI }
        deep = { "(" ~ deep ~ "!" | "(" ~ deep ~ "%" | "(" ~ deep ~ "~" | "." }"#;
    for depth in [1, 4, 9] {
        let text = "(".repeat(depth) + ".zz";
        let error = plain(source).recognize(&text).unwrap_err();
        assert_eq!(error.span.start, depth + 1, "{error}");
        let text = "(".repeat(depth) + "zz";
        let error = plain(source).recognize(&text).unwrap_err();
        assert_eq!((error.span.start, &*error.advice()), (depth + 2, "expected `(`, `z` or `?`"));
    }
}
