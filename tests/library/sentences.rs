//! Texts made from the rules of a grammar.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bracket24::grammars::UserGrammar;
use bracket24::reports::{Example, GrammarExamples};
use bracket24::sentences::{Part, Sentences};
use bracket24::tracer::while_wanted;
use bracket24::{Grammar, Named};

fn own(source: &str) -> Grammar {
    Grammar::User(Arc::new(UserGrammar::read("own.pest", source).unwrap()))
}

/// The texts that use every part of the grammar, and the parts that none uses.
fn cover(source: &str) -> (Vec<String>, Vec<String>) {
    let grammar = own(source);
    let mut sentences = Sentences::new(grammar.rules(), grammar.start());
    let cover = sentences.cover();
    for sentence in &cover {
        assert_eq!(grammar.recognize(&sentence.text), Ok(sentence.text.len()), "{sentence:?}");
    }
    let unused = sentences.unused(&cover).map(Part::to_string).collect();
    (cover.into_iter().map(|it| it.text).collect(), unused)
}

const JSON: &str = r#"
    json = { SOI ~ value ~ EOI }
    value = { object | array | string | number | "true" | "false" | "null" }
    object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
    pair = { string ~ ":" ~ value }
    array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
    string = @{ "\"" ~ (!("\"" | "\\") ~ ANY | "\\" ~ ("n" | "\""))* ~ "\"" }
    number = @{ "-"? ~ ("0" | '1'..'9' ~ ASCII_DIGIT*) }
    WHITESPACE = _{ " " | "\n" }
"#;

#[test]
fn a_grammar_that_pest_rejects_for_its_left_recursion_has_no_texts() {
    for source in [
        "expression = { expression ~ \"+\" ~ expression | number } number = @{ ASCII_DIGIT+ }",
        "e = { e ~ e | \"1\" }",
    ] {
        let read = UserGrammar::with_left_recursion("own.pest", source).unwrap();
        let grammar = Grammar::User(Arc::new(read));
        for found in [
            GrammarExamples::shortest(&grammar, Some(3), 0),
            GrammarExamples::refused(&grammar, None),
            GrammarExamples::random(&grammar, 10, 3, 0),
        ] {
            assert!(found.texts.is_empty() && !found.is_complete, "{source}");
        }
    }
}

#[test]
fn short_texts_use_every_part_of_a_grammar() {
    let (texts, unused) = cover(JSON);
    assert_eq!(unused, <[&str; 0]>::default());
    let expected =
        ["0", "\n0", "-0", "11", "[]", "{}", "\"a\"", "\"\\\"\"", "\"\\n\"", "null", "true"];
    for text in expected {
        assert!(texts.iter().any(|it| it == text), "{text} is not among {texts:?}");
    }
    assert!(texts.iter().all(|text| text.len() <= "{\"\":0,\"\":0}".len()), "{texts:?}");
}

#[test]
fn texts_go_on_after_a_line_that_the_end_of_the_text_may_end() {
    for end in ["NEWLINE | EOI", "EOI | NEWLINE", "NEWLINE | &EOI"] {
        let (texts, unused) = cover(&format!(
            r#"sheet = {{ SOI ~ header ~ bars* ~ EOI }}
               header = {{ "[" ~ ASCII_ALPHA+ ~ "]" ~ eol }}
               bars = {{ "|" ~ ("maj" | "min")* ~ "|" ~ eol }}
               eol = _{{ {end} }}"#
        ));
        assert_eq!(unused, <[&str; 0]>::default(), "{end}");
        for text in ["[a]", "[a]\n", "[a]\n|maj|\n", "[a]\n|min|\n"] {
            assert!(texts.iter().any(|it| it == text), "{end}: {text:?} is not in {texts:?}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn texts_are_made_from_a_grammar_of_as_many_parts_as_one_may_have() {
    let list = |list: usize| {
        let words: Vec<String> = (0..3000).map(|word| format!("\"{list}_{word}\"")).collect();
        format!("list{list} = {{ {} }}\n", words.join(" | "))
    };
    let source: String = (0..24).map(list).collect();
    let grammar = own(&source).starting_at("list7").unwrap();
    let mut sentences = Sentences::new(grammar.rules(), grammar.start());
    assert!(sentences.short(0).is_some_and(|it| it.text.starts_with("7_")));
}

#[test]
fn the_examples_respect_the_stack_the_predicates_and_neighbouring_parts() {
    let (texts, unused) = cover(
        r##"
        line = { (quoted | name ~ name | call)  ~ EOI }
        quoted = ${ PUSH("'" | "\"" | "#"+) ~ (!PEEK ~ ANY)* ~ POP }
        name = @{ !keyword ~ ASCII_ALPHA_LOWER+ }
        keyword = { ("a" | "if") ~ !ASCII_ALPHA_LOWER }
        call = { &("f" | "g") ~ name ~ "(" ~ ^"x"{2,3} ~ ")" ~ (NEWLINE | "." ~ LETTER)? }
        WHITESPACE = _{ " " }
        "##,
    );
    assert_eq!(unused, <[&str; 0]>::default(), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with('#') && text.ends_with('#')), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("g(xx)")), "{texts:?}");
}

#[test]
fn no_generated_text_makes_pest_panic_at_an_empty_stack() {
    let source = r##"file = { SOI ~ (PUSH("#") | "-") ~ (POP ~ "x" | "a") ~ EOI }"##;
    let (texts, unused) = cover(source);
    assert!(texts.contains(&"##x".to_owned()), "{texts:?}");
    assert_eq!(unused, [r#"alternative 2 in `file`, `"-"`"#]);
}

#[test]
fn the_examples_include_a_rule_that_pops_what_another_rule_pushes() {
    let (texts, unused) = cover(
        r#"
        element = { open ~ inside ~ close }
        open = { "<" ~ PUSH("a" | "b") ~ ">" }
        inside = { (!PEEK ~ "x")* }
        close = { "</" ~ POP ~ ">" }
    "#,
    );
    assert_eq!(unused, <[&str; 0]>::default(), "{texts:?}");
    assert!(texts.contains(&"<a></a>".to_owned()), "{texts:?}");
}

#[test]
fn the_examples_name_a_part_that_no_text_can_use_and_show_no_text_for_it() {
    let source = r#"
        line = { (word | number | never)+ ~ EOI }
        word = @{ "let" | "a" ~ "b" | "le" ~ "x" | ANY ~ "!" }
        number = { ASCII_DIGIT }
        never = { "1" ~ endless }
        endless = { "2" ~ endless }
        apart = { "z" }
    "#;
    let (texts, unused) = cover(source);
    assert_eq!(unused, ["alternative 3 in `line`, `never`", "`never`", "`endless`"], "{texts:?}");
    assert!(texts.iter().any(|text| text == "lex"), "{texts:?}");
}

#[test]
fn each_rejected_example_is_a_near_miss_that_lacks_something_different() {
    let grammar = own(JSON);
    let refused = GrammarExamples::refused(&grammar, None);
    let texts: Vec<&str> = refused.texts.iter().map(|it| &*it.text).collect();
    for text in ["-", "[", "{", "\"", "00", "[0", "{\"\":0,\"\":0,"] {
        assert!(texts.contains(&text), "{text} is not among {texts:?}");
    }
    for example in &refused.texts {
        let error = grammar.recognize(&example.text).unwrap_err();
        assert_eq!(example.read.as_ref().unwrap_err(), &error);
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn random_texts_have_about_the_requested_size_and_depend_only_on_the_seed() {
    for source in [JSON, include_str!("../grammars/plain/language.pest")] {
        let grammar = own(source);
        let text = |size, seed| {
            let examples = GrammarExamples::random(&grammar, size, 1, seed);
            examples.texts.into_iter().next().unwrap().text
        };
        for size in [30, 300, 2000, 30_000] {
            let made = text(size, 7);
            assert_eq!(grammar.recognize(&made), Ok(made.len()));
            assert!(made.len().abs_diff(size) <= size / 4, "{size}: {} bytes", made.len());
            assert_eq!(made, text(size, 7));
            assert_ne!(made, text(size, 8));
        }
    }
}

#[test]
fn every_example_of_a_grammar_of_arithmetic_is_an_expression_or_a_template() {
    // This grammar takes too long to parse random texts.
    for grammar in Grammar::ALL.iter().filter(|it| **it != Grammar::RightSlow) {
        let random = GrammarExamples::random(grammar, 200, 5, 1).texts;
        let shortest = GrammarExamples::shortest(grammar, Some(60), 0).texts;
        for Example { text, .. } in shortest.into_iter().chain(random) {
            let is_template = grammar.parse_slots(&text).is_ok();
            assert!(grammar.recognize(&text).is_ok() || is_template, "{grammar}: {text}");
        }
    }
}

#[test]
fn no_comment_in_a_random_text_consumes_what_follows_it() {
    let source = |comment: &str| {
        let item = r#"item = { "let" ~ "=" ~ ASCII_DIGIT+ ~ ("," ~ ASCII_DIGIT)? ~ ";" }"#;
        let blanks = r#"WHITESPACE = _{ " " | NEWLINE }"#;
        format!("file = {{ SOI ~ item* ~ EOI }}\n{item}\n{blanks}\nCOMMENT = _{{ {comment} }}")
    };
    for comment in [r##""#" ~ (!NEWLINE ~ ANY)*"##, r#""//" ~ (!NEWLINE ~ ANY)* ~ NEWLINE?"#] {
        let grammar = own(&source(comment));
        for seed in 0..10 {
            let texts = GrammarExamples::random(&grammar, 300, 1, seed).texts;
            let comments = texts[0].text.lines().filter_map(|line| line.find(['#', '/']));
            assert_eq!(comments.count(), 0, "{}", texts[0].text);
        }
    }
    // Long parts, one in another.
    let nested = r##"sum = { SOI ~ unit ~ ("+" ~ unit)* ~ EOI }
        unit = { "(" ~ unit ~ ("*" ~ unit)* ~ ")" | "-" ~ unit | "x" }
        WHITESPACE = _{ " " }
        COMMENT = _{ "#" ~ (!"\n" ~ ANY)* }"##;
    for seed in 0..10 {
        let texts = GrammarExamples::random(&own(nested), 300, 1, seed).texts;
        assert!(!texts[0].text.contains('#'), "{}", texts[0].text);
    }
    // A comment that ends by itself may come anywhere.
    let grammar = own(&source(r#""/*" ~ "*/""#));
    let has_comment =
        |seed| GrammarExamples::random(&grammar, 300, 1, seed).texts[0].text.contains("/**/");
    assert!((0..10).any(has_comment));
}

#[test]
fn the_examples_contain_the_requested_number_of_distinct_texts() {
    for count in [3, 100] {
        let examples = GrammarExamples::shortest(&own(JSON), Some(count), 1);
        let mut texts: Vec<String> = examples.texts.into_iter().map(|it| it.text).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), count);
    }
}

#[test]
fn a_grammar_of_few_texts_has_fewer_examples_than_a_large_number() {
    let examples = GrammarExamples::shortest(&own(r#"a = { "x" | "y" }"#), Some(1000), 1);
    assert_eq!(examples.texts.len(), 2);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_grammar_of_few_texts_has_fewer_examples_than_the_largest_number() {
    for count in [usize::MAX / 2, usize::MAX] {
        let examples = GrammarExamples::shortest(&own(r#"a = { "x" | "y" }"#), Some(count), 1);
        assert_eq!(examples.texts.len(), 2, "{count}");
    }
}

#[test]
fn the_examples_use_every_part_of_a_list_that_pest_rewrites() {
    for list in [
        r#"("x" ~ "y"?)* ~ "x""#,
        r#""<" ~ ("x" ~ "y"?)* ~ "x""#,
        r#"(("a" | "b" ~ "c") ~ ","?)* ~ ("a" | "b" ~ "c")"#,
        r#"("x"+ ~ ",")* ~ "x"+"#,
        r#"("x" ~ ",")* ~ "x""#,
    ] {
        let source = format!("line = {{ SOI ~ list ~ EOI }} list = {{ {list} }}");
        let (texts, unused) = cover(&source);
        assert_eq!(unused, <[&str; 0]>::default(), "{list}: {texts:?}");
        let grammar = own(&source);
        for text in texts {
            assert!(grammar.recognize(&text).is_ok(), "{list}: {text}");
        }
    }
    // pest expands the `+`, so this list is not rewritten and never matches.
    let (texts, _) = cover(r#"line = { ("x" ~ "y"?)+ ~ "x" }"#);
    assert_eq!(texts, <[&str; 0]>::default());
    let list = own(r#"line = { ("x" ~ "y"?)+ ~ "x" }"#);
    assert!(["xx", "xyx", "xxx"].iter().all(|text| list.recognize(text).is_err()));
}

#[test]
fn the_examples_use_every_part_of_a_language_whose_words_need_blanks_between_them() {
    let (texts, unused) = cover(include_str!("../grammars/plain/query.pest"));
    assert_eq!(unused, <[&str; 0]>::default(), "{texts:?}");
    // An `if` in an `if` needs a blank at each of five places.
    let nested = own(r##"file = { SOI ~ stmt* ~ EOI }
        stmt = _{ if_stmt | actions }
        if_stmt = { if ~ condition ~ then ~ branch ~ (else ~ branch)? }
        branch = { "{" ~ stmt* ~ "}" | if_stmt | actions }
        actions = { "stop" ~ (";" ~ "stop")* ~ ";"? }
        condition = { and_cond ~ (or ~ and_cond)* }
        and_cond = { not_cond ~ (and ~ not_cond)* }
        not_cond = { not ~ not_cond | primary }
        primary = _{ "(" ~ condition ~ ")" | name }
        name = @{ !(keyword ~ !name_char) ~ ASCII_ALPHA ~ name_char* }
        name_char = { ASCII_ALPHANUMERIC | "_" }
        keyword = { "if" | "then" | "else" | "and" | "or" | "not" }
        if = ${ "if" ~ !name_char }
        then = ${ "then" ~ !name_char }
        else = ${ "else" ~ !name_char }
        and = ${ "and" ~ !name_char }
        or = ${ "or" ~ !name_char }
        not = ${ "not" ~ !name_char }
        WHITESPACE = _{ " " | "\t" | "\n" }
        COMMENT = _{ "#" ~ (!"\n" ~ ANY)* ~ "\n"? }"##);
    for seed in 0..20 {
        let mut sentences = Sentences::new(nested.rules(), nested.start());
        sentences.seed(seed);
        let texts = sentences.cover();
        assert_eq!(sentences.unused(&texts).count(), 0, "{seed}: {texts:?}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_examples_of_a_nested_or_endless_grammar_are_those_found_within_the_limits() {
    let chain = (0..200).map(|rule| format!("r{rule} = {{ \"a\" | \"b\" ~ r{} }}", rule + 1));
    let chain = chain.collect::<Vec<_>>().join("\n");
    let chain = format!("line = {{ r0 ~ EOI }}\n{chain}\nr200 = {{ \"c\" }}");
    let exponential = r#"
        line = { e ~ EOI }
        e = { t ~ "+" ~ e | t ~ "-" ~ e | t }
        t = { "(" ~ e ~ ")" ~ "!" | "(" ~ e ~ ")" ~ "?" | "(" ~ e ~ ")" | "1" }
    "#;
    let texts = |source: &str| {
        let grammar = own(source);
        let made = [
            GrammarExamples::shortest(&grammar, Some(50), 0),
            GrammarExamples::refused(&grammar, None),
            GrammarExamples::random(&grammar, 100, 2, 0),
        ];
        made.map(|it| it.texts.len())
    };
    assert_eq!(texts(&chain), [50, 2, 2]);
    assert_eq!(texts(exponential), [50, 5, 2]);
    assert_eq!(texts("line = { \"a\" ~ line }"), [0, 0, 0]);
    assert_eq!(texts("line = { \"\" }"), [1, 0, 2]);
}

#[test]
fn a_text_up_to_the_end_of_its_line_gets_a_line_break_from_the_blanks() {
    let source = r#"WHITESPACE = _{ " " | NEWLINE }
        notes = { SOI ~ note ~ tag? ~ row+ ~ EOI }
        note = { "Note:" ~ line_rest }
        tag = { "Tag:" ~ line_rest }
        line_rest = @{ (!NEWLINE ~ ANY)* }
        row = { "Row" ~ ("k" | "p" | "yo") }"#;
    let (texts, unused) = cover(source);
    assert!(unused.is_empty(), "{texts:?}: {unused:?}");
    let grammar = own(source);
    for seed in 0..5 {
        let mut sentences = Sentences::new(grammar.rules(), grammar.start());
        sentences.seed(seed);
        assert!(sentences.random(100).is_some_and(|text| text.contains("Row")), "{seed}");
    }
}

/// Two grammars whose only text has 2⁴⁰ characters.
fn of_huge_texts() -> [Grammar; 2] {
    let doubled = (0..40).map(|it| format!("r{it} = {{ r{} ~ r{} }}\n", it + 1, it + 1));
    let by_rules = doubled.collect::<String>() + "r40 = { \"b\" }";
    let by_stack = r#"s = { SOI ~ PUSH("ab") ~ PUSH(PEEK_ALL){40} ~ POP_ALL ~ EOI }"#;
    [own(&by_rules), own(by_stack)]
}

#[test]
fn texts_that_would_fill_the_memory_are_not_written() {
    for grammar in of_huge_texts() {
        let mut sentences = Sentences::new(grammar.rules(), grammar.start());
        assert_eq!(sentences.cover(), []);
        assert_eq!(sentences.random(1000), None);
    }
}

#[test]
fn a_comment_that_pushes_and_is_left_out_does_not_confuse_the_writer() {
    for rule in ["\"a\" ~ \"é\" ~ PEEK", "SOI ~ \"text\" ~ \"é\" ~ PEEK_ALL ~ \"é\"? ~ EOI"] {
        let grammar = own(&format!("s = {{ {rule} }} COMMENT = {{ PUSH(\"#\" ~ ASCII_ALPHA*) }}"));
        for seed in 0..30 {
            let mut sentences = Sentences::new(grammar.rules(), grammar.start());
            sentences.seed(seed);
            sentences.cover();
            sentences.random(100);
        }
    }
}

#[test]
fn the_writing_of_a_long_text_stops_when_nobody_wants_it() {
    let [grammar, _] = of_huge_texts();
    let mut sentences = Sentences::new(grammar.rules(), grammar.start());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let is_wanted = move || count.fetch_add(1, Ordering::Relaxed) < 5;
    while_wanted(is_wanted, || assert_eq!(sentences.cover(), []));
    // Each question after the fifth ends one of the open rules or parts.
    assert!(asked.load(Ordering::Relaxed) < 2000, "{asked:?}");
}
