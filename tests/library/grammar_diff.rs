//! The shortest texts that two grammars parse differently.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::reports::{
    DiffReading, GrammarDiff, GrammarDifferenceKind, Likeness, ShortestDifference,
};
use bracket24::tracer::while_wanted;
use itertools::Itertools;

#[test]
fn left_and_scala_first_differ_at_three_numbers() {
    let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Scala, None);
    assert_eq!(diff.length, 5);
    let found: Vec<(&str, GrammarDifferenceKind)> =
        diff.differences.iter().map(|it| (&*it.text, it.kind)).collect();
    assert!(found.contains(&("8-4-2", GrammarDifferenceKind::Value)), "{found:?}");
    assert!(found.contains(&("8+4+2", GrammarDifferenceKind::Grouping)), "{found:?}");
    assert!(!found.iter().any(|(text, _)| *text == "8+4-2*1"), "one length only");
    for difference in &diff.differences {
        let [Ok(a), Ok(b)] = &difference.parses else { panic!("both read it") };
        let [DiffReading::Expression(a), DiffReading::Expression(b)] = [a, b] else {
            panic!("both have a value for it")
        };
        assert_eq!(a.value() != b.value(), difference.kind == GrammarDifferenceKind::Value);
        assert_ne!(a.expression().to_s_expression(), b.expression().to_s_expression());
    }
}

#[test]
fn no_grammar_differs_from_itself() {
    for grammar in Grammar::BASIC {
        let diff = GrammarDiff::new(grammar, grammar, Some(4));
        assert!(diff.is_equal(), "{grammar}");
        assert_eq!((diff.length, diff.tried), (4, 7 + 49 + 343 + 2401));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_is_symmetric_and_its_texts_have_three_numbers() {
    for (a, b) in Grammar::BASIC.iter().tuple_windows() {
        let texts = |a, b| {
            let diff = GrammarDiff::new(a, b, Some(5));
            diff.differences.into_iter().map(|it| it.text).collect::<Vec<_>>()
        };
        let found = texts(a, b);
        assert_eq!(found, texts(b, a), "{a} and {b}");
        assert!(found.iter().all(|text| text.len() >= "8-4-2".len()), "{a} and {b}: {found:?}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_of_the_longest_texts_ends_in_reasonable_time() {
    let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Left, Some(usize::MAX));
    assert_eq!(diff.length, bracket24::reports::MAX_DIFF_TOKENS);
}

fn own(source: &str) -> Grammar {
    Grammar::User(Arc::new(UserGrammar::read("own.pest", source).unwrap()))
}

/// Ordinary arithmetic with a part of its file replaced.
fn left_with(part: &str, other: &str) -> Grammar {
    let source = Grammar::Left.whole_source();
    assert!(source.contains(part), "{part}");
    own(&source.replace(part, other))
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_finds_a_text_for_missing_blanks_and_for_added_powers() {
    let no_blanks = left_with("(\" \" | \"\\t\")* ~ (number", "(number");
    let powers = left_with("multiply = { operand }", "multiply = { operand ~ (\"^\" ~ number)? }");
    for (other, text) in [(no_blanks, " 1"), (powers, "1*1^1")] {
        let diff = GrammarDiff::new(&Grammar::Left, &other, None);
        let found = diff.differences.iter().find(|it| it.text == text);
        let found = found.unwrap_or_else(|| panic!("{text}: {:?}", diff.differences));
        assert_eq!(found.kind, GrammarDifferenceKind::Accepted);
    }
}

const SUMS: &str = r#"
    sums = { SOI ~ sum ~ ("," ~ sum)* ~ EOI }
    sum = { number ~ ("+" ~ number)* }
    number = @{ ASCII_DIGIT+ }
    WHITESPACE = _{ " " }
"#;

/// Returns the texts that differ after a part of [`SUMS`] is replaced.
fn differences(part: &str, other: &str) -> Vec<String> {
    assert!(SUMS.contains(part), "{part}");
    let other = own(&SUMS.replace(part, other));
    let diff = GrammarDiff::new(&own(SUMS), &other, None);
    diff.differences.into_iter().map(|it| it.text).collect()
}

#[test]
fn the_comparison_of_plain_grammars_finds_different_texts_and_trees() {
    assert_eq!(differences("ASCII_DIGIT+", "'1'..'9' ~ ASCII_DIGIT*"), ["0"]);
    assert_eq!(differences("\",\" ~ sum", "(\",\" | \";\") ~ sum"), ["1;1"]);
    assert_eq!(differences("~ (\"+\" ~ number)*", "~ (\"+\" ~ sum)?"), ["1+1"]);
    assert_eq!(differences("@{ ASCII", "${ ASCII"), [""; 0]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_finds_another_maximum_of_a_repetition_after_that_many_rounds() {
    let names = |most: &str| own(&format!("file = {{ SOI ~ \"a\"{{1{most}}} ~ EOI }}"));
    for (one, other, rounds) in [(",15", ",16", 16), (",20", ",", 21), ("", ",14", 2)] {
        let diff = GrammarDiff::new(&names(one), &names(other), Some(40));
        assert_eq!(diff.differences[0].text, "a".repeat(rounds), "{one} {other}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_tries_several_rounds_of_each_repetition() {
    let source = r#"prog = { SOI ~ stmt* ~ EOI } stmt = { branch | function | assign }
        branch = { "if" ~ "(" ~ ident ~ ")" ~ block ~ elif* ~ ("else" ~ block)? }
        elif = { "elif" ~ "(" ~ ident ~ ")" ~ block } block = { "{" ~ stmt* ~ "}" }
        function = { "function" ~ ident ~ "(" ~ (ident ~ ("," ~ ident)*)? ~ ")" ~ block }
        assign = { "let" ~ ident+ ~ ":=" ~ ident ~ ";" } ident = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ " " | "\n" }"#;
    for (part, other) in [
        ("elif*", "elif?"),
        (r#"("else" ~ block)?"#, r#"("else" ~ block)*"#),
        (r#"elif* ~ ("else" ~ block)?"#, r#"(elif | "else" ~ block)*"#),
        (r#"("," ~ ident)*"#, r#"("," ~ ident)?"#),
        (r#""{" ~ stmt*"#, r#""{" ~ stmt?"#),
        ("ident+", "ident{1,2}"),
    ] {
        let grammars = [source.to_owned(), source.replace(part, other)].map(|it| own(&it));
        let found = GrammarDiff::new(&grammars[0], &grammars[1], None).differences;
        assert!(!found.is_empty(), "{part} and {other}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_inserts_a_literal_into_every_text_that_uses_a_part() {
    let words = ('a'..='z').map(|it| format!("\"{it}{it}\""));
    let header = "header = { \"title\" ~ \":\" ~ \"meter\" ~ \";\" }";
    let source = format!(
        "file = {{ SOI ~ header ~ note+ ~ EOI }} {header} note = {{ pitch ~ length }}
        pitch = {{ {} }} length = {{ digit ~ \"/\" ~ digit | digit ~ \".\"* }} digit = {{ ASCII_DIGIT }}",
        words.collect::<Vec<_>>().join(" | "),
    );
    let other = source.replace("\"/\" ~ digit | digit ~", "(\"/\" ~ digit)? ~");
    let diff = GrammarDiff::new(&own(&source), &own(&other), None);
    assert!(diff.differences.iter().any(|it| it.text.ends_with("1/1.")), "{:?}", diff.differences);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_replaces_each_character_of_a_long_text() {
    let day = r#""0" ~ '1'..'9' | ('1'..'2') ~ ASCII_DIGIT | "3" ~ '0'..'1'"#;
    let source = format!(
        "line = {{ SOI ~ (day | month | year) ~ EOI }} day = {{ yyyy ~ \"-\" ~ mm ~ \"-\" ~ dd }}
        month = {{ yyyy ~ \"-\" ~ mm }} year = {{ yyyy }} yyyy = @{{ ASCII_DIGIT{{4}} }}
        mm = @{{ \"0\" ~ '1'..'9' | \"1\" ~ '0'..'2' }} dd = @{{ {day} }}"
    );
    for (other, shown) in [
        ("'0'..'3' ~ ASCII_DIGIT", "1111-01-00"),
        (r#"'0'..'2' ~ '1'..'9' | "30" | "31""#, "1111-01-10"),
        (r#"('0'..'2') ~ ASCII_DIGIT | "30" | "31""#, "1111-01-00"),
    ] {
        let changed = source.replace(day, other);
        let found = GrammarDiff::new(&own(&source), &own(&changed), None).differences;
        assert_eq!(found.first().map(|it| &*it.text), Some(shown), "{other}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_puts_blanks_between_words_and_keywords_in_place_of_names() {
    let source = include_str!("../grammars/plain/query.pest");
    for (part, other, shown) in [
        ("(\",\" ~ value)*", "(\",\" ~ value)?", "from a where a in(1,1,1)"),
        ("not_word* ~", "not_word? ~", "from a where not not a"),
        ("| \"desc\" }\n", "}\n", "from desc"),
    ] {
        let changed = source.replacen(part, other, 1);
        assert_ne!(source, changed, "{part}");
        let found = GrammarDiff::new(&own(source), &own(&changed), Some(60)).differences;
        assert_eq!(found.first().map(|it| &*it.text), Some(shown), "{part}");
    }
}

#[test]
fn the_grammar_diff_tries_a_literal_of_either_case_in_mixed_case() {
    let grammar = |word: &str| own(&format!("file = {{ SOI ~ {word} ~ EOI }}"));
    let listed = grammar("(\"if\" | \"If\" | \"IF\")");
    let diff = GrammarDiff::new(&grammar("^\"if\""), &listed, None);
    assert_eq!(diff.differences[0].text, "iF");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_tries_a_character_that_only_one_grammar_excludes_in_every_part() {
    let source = r#"
        file = { SOI ~ pair ~ ("," ~ pair)* ~ EOI }
        pair = { name ~ "=" ~ (number | list | string) }
        name = @{ ASCII_ALPHA+ }
        number = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
        list = { "[" ~ number ~ (";" ~ number)* ~ "]" }
        string = @{ "\"" ~ (!("\"" | "\n") ~ ANY)* ~ "\"" }
    "#;
    let other = own(&source.replace("(\"\\\"\" | \"\\n\")", "\"\\\"\""));
    let diff = GrammarDiff::new(&own(source), &other, None);
    assert_eq!(diff.differences.iter().map(|it| &*it.text).collect::<Vec<_>>(), ["a=\"\n\""]);
    assert_eq!(GrammarDiff::new(&own(source), &other, Some(5)).length, 5);
    let shorter = GrammarDiff::new(&own(source), &other, Some(4));
    assert!(shorter.is_equal() && !shorter.is_settled() && shorter.length == 4);
}

#[test]
fn grammars_are_equal_if_only_the_rule_that_consumes_a_blank_differs() {
    // The blank after the first number belongs to `sum` if `("+" ~ sum)?` may follow.
    let optional = SUMS.replace("~ (\"+\" ~ number)*", "~ (\"+\" ~ sum)?");
    let alternatives = SUMS.replace("number ~ (\"+\" ~ number)*", "number ~ \"+\" ~ sum | number");
    let diff = GrammarDiff::new(&own(&optional), &own(&alternatives), None);
    assert!(diff.is_equal(), "{:?}", diff.differences);
}

#[test]
fn grammars_differ_if_a_pair_without_others_inside_loses_its_blanks() {
    let source = r#"WHITESPACE = _{ " " }
        file = { SOI ~ key ~ "=" ~ value ~ EOI }
        key = @{ ASCII_ALPHA+ }
        value = { (!"\n" ~ ANY)+ }"#;
    let other = own(&source.replace("value = {", "value = @{"));
    for by_shape in [false, true] {
        let new = if by_shape { GrammarDiff::by_shape } else { GrammarDiff::new };
        let diff = new(&own(source), &other, None);
        let [only] = &diff.differences[..] else { panic!("{:?}", diff.differences) };
        assert_eq!(only.kind, GrammarDifferenceKind::Grouping);
        assert!(!only.other_blanks.is_empty());
        let (key, value) = only.text.trim().split_once('=').unwrap();
        let [a, b] = only.parses.each_ref().map(|it| it.as_ref().unwrap().to_s_expression());
        assert_eq!(a, format!("(file (key {key:?}) (value {value:?}))"));
        assert_eq!(b, format!("(file (key {key:?}) (value \"{value} \"))"));
    }
}

#[test]
fn trees_that_differ_are_printed_differently() {
    let [before, after] = ["\"a\" ~ x", "x ~ \"a\""]
        .map(|rule| own(&format!("s = {{ {rule} ~ EOI }} x = {{ \"a\" }}")));
    let diff = GrammarDiff::new(&before, &after, None);
    let trees = diff.differences[0].parses.each_ref().map(|it| it.as_ref().unwrap());
    let trees = trees.map(DiffReading::to_s_expression);
    assert_eq!(trees, ["(s \"a\" (x \"a\"))", "(s (x \"a\") \"a\")"]);
}

#[test]
fn a_comparison_by_shape_ignores_rule_names() {
    let renamed = own(r#"
        line = { SOI ~ total ~ ("," ~ total)* ~ EOI }
        total = { factor ~ ("+" ~ factor)* }
        factor = { digits }
        digits = @{ ASCII_DIGIT+ }
        WHITESPACE = _{ " " }
    "#);
    let a = own(SUMS);
    assert!(!GrammarDiff::new(&a, &renamed, None).is_equal());
    let diff = GrammarDiff::by_shape(&a, &renamed, None);
    assert!(diff.is_equal() && !diff.is_uncovered(), "{:?}", diff.differences);
    let right = own(&SUMS.replace("~ (\"+\" ~ number)*", "~ (\"+\" ~ sum)?"));
    assert!(!GrammarDiff::by_shape(&a, &right, None).is_equal());
}

#[test]
fn the_grammar_diff_reports_a_part_no_text_uses_unless_the_rules_are_the_same() {
    let [a, b] =
        ["b", "c"].map(|last| own(&format!("line = {{ (\"a\" | \"a\" ~ \"{last}\") ~ EOI }}")));
    let diff = GrammarDiff::new(&a, &b, None);
    assert!(diff.is_equal() && diff.is_uncovered());
    let [part, other] = diff.uncovered.each_ref().map(|parts| parts[0].to_string());
    assert_eq!(part, "alternative 2 in `line`, `\"a\" ~ \"b\"`");
    assert_eq!(other, "alternative 2 in `line`, `\"a\" ~ \"c\"`");
    assert!(!GrammarDiff::new(&a, &a, None).is_uncovered());
}

#[test]
fn grammars_with_extra_operators_differ_on_texts_with_those_operators() {
    let diff = GrammarDiff::new(&Grammar::Extended, &Grammar::ExtendedLeft, Some(5));
    let texts: Vec<&str> = diff.differences.iter().map(|it| &*it.text).collect();
    assert_eq!(texts, ["2^2^3"]);
    assert_eq!(diff.differences[0].kind, GrammarDifferenceKind::Value);
    let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Extended, Some(5));
    let texts: Vec<&str> = diff.differences.iter().map(|it| &*it.text).collect();
    assert_eq!(texts, ["8!", "-8", "√8", "8%4", "8^4"]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_text_that_only_one_grammar_accepts_does_not_hide_a_longer_one_with_other_values() {
    let pairs = own("//! roles: expression=expr number=num
        expr = { term ~ ((\"+\" | \"-\") ~ expr)? }
        term = { num ~ ((\"*\" | \"/\") ~ term)? }
        num = @{ ASCII_DIGIT+ }");
    for (a, b, expected) in [
        (&Grammar::Left, &pairs, &["(8)", "8-4+2", "8-4-2", "8/4*2", "8/4/2"][..]),
        (&Grammar::Right, &Grammar::Extended, &["8!", "-8", "√8", "8%4", "8^4", "8-4+2"]),
    ] {
        let diff = GrammarDiff::new(a, b, None);
        let texts = diff.differences.iter().filter(|it| it.kind != GrammarDifferenceKind::Grouping);
        let texts: Vec<&str> = texts.map(|it| &*it.text).collect();
        assert!(texts.starts_with(expected), "{texts:?}");
        assert_eq!(diff.length, 5);
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_of_plain_grammars_finds_the_shortest_text() {
    let formulas = |inside: &str| {
        own(&format!(
            r#"line = {{ SOI ~ formula ~ EOI }}
            formula = _{{ part+ ~ charge? }}
            part = {{ (group | element) ~ count? }}
            group = {{ "(" ~ {inside} ~ ")" }}
            element = @{{ 'A'..'Z' ~ 'a'..'z'? }}
            count = @{{ '1'..'9' ~ '0'..'9'* }}
            charge = {{ "^" ~ count? ~ ("+" | "-") }}"#
        ))
    };
    let sums = |inside: &str| {
        own(&format!(
            r#"line = {{ SOI ~ expr ~ EOI }}
            expr = {{ term ~ (("+" | "-") ~ term)* }}
            term = {{ factor ~ (("*" | "/") ~ factor)* }}
            factor = {{ num | "(" ~ {inside} ~ ")" }}
            num = @{{ ASCII_DIGIT+ }}"#
        ))
    };
    for (a, b, expected) in [
        (formulas("formula"), formulas("part+"), ["(A^-)", "(A^+)"]),
        (sums("expr"), sums("term"), ["(1-1)", "(1+1)"]),
    ] {
        let diff = GrammarDiff::new(&a, &b, None);
        let texts: Vec<&str> = diff.differences.iter().map(|it| &*it.text).collect();
        assert!(texts.starts_with(&expected), "{texts:?}");
    }
}

#[test]
fn the_grammar_diff_shows_each_keyword_that_only_one_grammar_accepts() {
    let cues = |action: &str| {
        own(&format!(
            r#"cue = {{ SOI ~ "cue" ~ n ~ " " ~ action ~ EOI }}
            action = {{ {action} }}
            fade = _{{ ^"fade" ~ n }}
            n = @{{ ASCII_DIGIT+ }}"#
        ))
    };
    let all = cues(r#""go" | "wait" ~ n | "light" ~ n ~ " at " ~ n ~ "%" | fade"#);
    let texts = GrammarDiff::new(&all, &cues("\"go\""), None).differences;
    let texts: Vec<&str> = texts.iter().map(|it| &*it.text).collect();
    assert_eq!(texts, ["cue1 Fade1", "cue1 wait1", "cue1 light1 at 1%"]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn no_character_can_be_deleted_from_a_text_of_the_grammar_diff() {
    let formulas = |levels: &str| {
        own(&format!(
            r#"formula = {{ SOI ~ implies ~ EOI }}
            {levels}
            not = {{ "!" ~ not | atom }}
            atom = _{{ constant | variable | "(" ~ implies ~ ")" }}
            constant = @{{ ("true" | "false") ~ !ASCII_ALPHANUMERIC }}
            variable = @{{ !constant ~ ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }}
            WHITESPACE = _{{ " " }}"#
        ))
    };
    let tight_and = formulas(
        r#"implies = { or ~ ("->" ~ implies)? }
        or = { and ~ ("|" ~ and)* } and = { not ~ ("&" ~ not)* }"#,
    );
    let tight_or = formulas(
        r#"implies = { and ~ ("->" ~ implies)? }
        and = { or ~ ("&" ~ or)* } or = { not ~ ("|" ~ not)* }"#,
    );
    let texts = GrammarDiff::by_shape(&tight_and, &tight_or, None).differences;
    assert_eq!(texts.iter().map(|it| &*it.text).collect_vec(), ["x&a|a", "x|a&a"]);
    let likeness = Likeness { by_shape: true, ..Likeness::default() };
    let shortest = ShortestDifference::new(&tight_and, &tight_or, &likeness);
    assert_eq!(shortest.difference.unwrap().text, "x&a|a");
}

#[test]
fn no_span_can_be_deleted_from_a_text_of_the_grammar_diff() {
    let settings = |unit: &str| {
        own(&format!(
            r#"file = {{ SOI ~ setting* ~ EOI }}
            setting = {{ ident ~ "=" ~ number }}
            ident = @{{ ASCII_ALPHA+ }}
            number = ${{ ASCII_DIGIT+ ~ unit? }}
            unit = @{{ {unit} }}"#
        ))
    };
    let (loose, whole) = (settings(r#""ms" | "s""#), settings(r#"("ms" | "s") ~ !ASCII_ALPHA"#));
    let texts = GrammarDiff::new(&loose, &whole, None).differences;
    // Before the second setting, the first grammar takes the `s` as a unit.
    assert_eq!(texts.iter().map(|it| it.text.len()).collect_vec(), ["s=1sa=3".len()]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_leaves_out_the_end_of_an_empty_text() {
    let ends = [r#"file = { SOI ~ "a"* ~ !ANY }"#, r#"file = { SOI ~ "a"* ~ EOI }"#].map(own);
    assert!(GrammarDiff::new(&ends[0], &ends[1], Some(40)).is_equal());
}

/// The number of texts that were given up, and the first of them.
fn given_up(diff: &GrammarDiff) -> Option<(u64, &str)> {
    diff.given_up.as_ref().map(|it| (it.texts, &*it.first.text))
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_gives_up_a_text_that_takes_too_long() {
    let slow = own(r#"
        line = { SOI ~ e ~ EOI }
        e = { (&d){100} ~ d }
        d = _{ "(" ~ e ~ ")" | "1" }
    "#);
    let shallow = own(r#"
        line = { SOI ~ e ~ EOI }
        e = { "(" ~ !"(" ~ e ~ ")" | "1" }
    "#);
    let diff = GrammarDiff::new(&slow, &shallow, None);
    assert!(diff.is_equal() && !diff.is_settled(), "{:?}", diff.differences);
    assert_eq!(given_up(&diff).map(|(_, first)| first), Some("((1))"));
    let [Err(error), Err(refused)] = &diff.given_up.as_ref().unwrap().first.parses else {
        panic!("one gives it up, the other refuses it")
    };
    assert!(error.is_given_up() && !refused.is_given_up());
}

#[test]
fn the_grammar_diff_gives_up_a_text_on_which_pest_panics() {
    let source = "file = { SOI ~ (PUSH(\"#\") | \"-\") ~ (POP ~ \"x\" | \"a\") ~ EOI }";
    let diff =
        GrammarDiff::new(&own(source), &own(&source.replace("POP", "PEEK[-1..] ~ DROP")), None);
    assert_eq!(given_up(&diff).map(|(_, first)| first), Some("-"));
    let [Err(error), Err(refused)] = &diff.given_up.as_ref().unwrap().first.parses else {
        panic!("neither parses it")
    };
    assert!(error.message().starts_with("pest panics at `POP`") && !refused.is_given_up());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_gives_up_on_an_endless_loop() {
    let endless = own(r#"line = { SOI ~ ("a" | "b" ~ EOI ~ PEEK[0..0]*) ~ EOI }"#);
    let diff = GrammarDiff::new(&endless, &own(r#"line = { SOI ~ ("a" | "b") ~ EOI }"#), None);
    assert!(diff.is_equal() && !diff.is_settled(), "{:?}", diff.differences);
    assert_eq!(given_up(&diff), Some((1, "b")));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_stops_if_too_many_texts_take_too_long() {
    let endless = own("line = { SOI ~ ANY* ~ EOI ~ PEEK[0..0]* ~ EOI }");
    let diff = GrammarDiff::new(&endless, &own("line = { SOI ~ ANY* ~ EOI }"), None);
    let given_up = diff.given_up.expect("it never ends");
    assert!(given_up.ended_it() && given_up.texts == diff.tried, "{given_up:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_comparison_does_not_count_an_expression_that_takes_too_long_as_rejected() {
    let operand = left_with("operand = _{", "operand = _{ (&slow){100} ~ slow }\nslow = _{");
    let diff = GrammarDiff::new(&Grammar::Left, &operand, Some(5));
    assert!(diff.is_equal() && !diff.is_settled(), "{:?}", diff.differences);
    assert_eq!(given_up(&diff).map(|(_, first)| first), Some("((8))"));
}

#[cfg(feature = "present")]
#[test]
fn grammars_that_differ_only_in_rule_structure_agree_on_the_tried_texts() {
    use bracket24::present::Report;

    let [a, b] = [r#"a = { "1" ~ b } b = { "2" }"#, r#"a = { b ~ c } b = { "1" } c = { "2" }"#];
    let diff = GrammarDiff::new(&own(a), &own(b), None);
    let said = format!("{:?}", diff.document());
    let expected = format!("of {} texts tried, ", diff.tried);
    assert!(said.contains(&expected), "{said}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_shorter_text_with_another_difference_hides_none_of_a_longer_text() {
    let a = r#"file = { SOI ~ stop* ~ EOI } stop = { name ~ ref* ~ ";" }
        name = @{ ASCII_ALPHA+ } ref = { "*" | "+" }"#;
    let wrapped = a.replace("SOI ~ stop* ~ EOI }", "SOI ~ stops ~ EOI } stops = { stop* }");
    let texts = |b: &str| {
        let differences = GrammarDiff::new(&own(a), &own(b), None).differences;
        differences.into_iter().map(|it| it.text).collect_vec()
    };
    assert_eq!(texts(&wrapped), [""]);
    assert_eq!(texts(&wrapped.replace(r#""*" |"#, r#""*"+ |"#)), ["", "a**;"]);
    assert_eq!(texts(&wrapped.replace("ref", "mark")), ["", "a*;"]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn texts_that_differ_only_in_whitespace_are_one_difference() {
    let source = include_str!("../grammars/plain/json.pest");
    assert!(source.contains("\"null\""), "{source}");
    let [a, b] = [source, &source.replace("\"null\"", "\"nil\"")].map(own);
    let diff = GrammarDiff::new(&a, &b, None);
    let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
    let texts: Vec<_> = diff.differences.iter().map(|it| without_blanks(&it.text)).collect();
    let mut once = texts.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), texts.len(), "{texts:?}");
    let null = diff.differences.iter().find(|it| it.text == "null").unwrap();
    assert!(null.other_blanks.len() > 3, "{:?}", null.other_blanks);
    for text in &null.other_blanks {
        assert_eq!((without_blanks(text).as_str(), text.len() > 4), ("null", true));
        assert!(a.recognize(text).is_ok() != b.recognize(text).is_ok(), "{text:?}");
    }
    #[cfg(feature = "present")]
    {
        use bracket24::present::Report;
        let said = format!("{:?}", diff.document());
        assert!(
            said.contains(&format!("+{} with other blanks", null.other_blanks.len())),
            "{said}"
        );
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_shortest_texts_are_kept_whatever_their_kind() {
    let lists = |list: &str, number: &str| {
        own(&format!(
            "line = {{ SOI ~ expr ~ EOI }} expr = {{ num ~ {list} }} num = @{{ {number} }}"
        ))
    };
    let a = lists("(\"-\" ~ num)*", "ASCII_DIGIT+");
    let b = lists("(\"-\" ~ expr)?", "ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT{4})?");
    let all = GrammarDiff::new(&a, &b, None);
    let one = all.clone().shorten(1);
    assert_eq!((&*one.differences[0].text, one.differences.len()), ("1-1", 1));
    assert_eq!(one.all_differences().count(), all.differences.len());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grammar_diff_writes_a_remainder_as_the_grammars_do() {
    let levels = |sums: &str, products: &str| {
        own(&format!(
            r#"line = {{ SOI ~ expression ~ EOI }}
            expression = {{ term ~ (({sums}) ~ term)* }}
            term = {{ factor ~ (({products}) ~ factor)* }}
            factor = _{{ number | "(" ~ expression ~ ")" }}
            number = @{{ ASCII_DIGIT+ }}
            WHITESPACE = _{{ " " }}"#
        ))
    };
    let tight = levels("\"+\" | \"-\"", "\"*\" | \"/\" | \"mod\"");
    let loose = levels("\"+\" | \"-\" | \"mod\"", "\"*\" | \"/\"");
    let diff = GrammarDiff::new(&tight, &loose, None);
    let first = &diff.differences[0];
    assert_eq!((&*first.text, first.kind), ("2+2mod2", GrammarDifferenceKind::Value));
    let diff = GrammarDiff::new(&Grammar::Left, &tight, None);
    assert!(diff.differences.iter().any(|it| it.text == "8mod4"), "{:?}", diff.differences);
}

#[test]
fn a_comparison_that_was_cut_short_is_not_settled() {
    let plain = |text: &str| own(&format!("s = {{ SOI ~ {text} ~ EOI }}"));
    let pairs = [[Grammar::Left, Grammar::Right], ["\"a\"", "\"b\""].map(plain)];
    for [a, b] in pairs {
        let diff = while_wanted(|| false, || GrammarDiff::new(&a, &b, None));
        assert!(diff.is_equal() && diff.partial && !diff.is_settled(), "{diff:?}");
    }
    let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Left, Some(3));
    assert!(diff.is_settled() && !diff.partial, "{diff:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_comparison_ends_if_neither_texts_nor_their_beginnings_end() {
    let diff = GrammarDiff::new(&own("a = { (POP_ALL)* ~ \"x\" }"), &Grammar::Left, None);
    assert!(diff.given_up.unwrap().ended_it());
}
