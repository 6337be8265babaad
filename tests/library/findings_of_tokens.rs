//! Mistakes between tokens: blanks, comments, newlines, lookaheads; each with a text that
//! shows it and a tested fix.

use bracket24::tracer::{Findings, GrammarError, GrammarErrorKind, PestGrammar};

use crate::findings::{changed, is_read, warnings};

/// The finding of this lint: its message, and the mended grammar.
pub(crate) fn found(source: &str, lint: &'static str) -> Option<(String, String)> {
    let rules = source.trim_start().lines().find(|it| !it.starts_with("//!")).unwrap();
    let start = rules.split(' ').next().unwrap();
    let found = Findings::of(source, start).unwrap_or_else(|errors| panic!("{errors:?}"));
    let is_it = |kind: GrammarErrorKind| kind == GrammarErrorKind::Lint(lint);
    let warning = found.warnings.into_iter().find(|it| is_it(it.kind))?;
    let mended = changed(source, &warning.mend);
    Some((warning.message, mended))
}

/// Returns the message, after checking that the mended grammar has no such finding.
pub(crate) fn message(source: &str, lint: &'static str) -> String {
    let (message, mended) = found(source, lint).unwrap_or_else(|| panic!("{lint}: {source}"));
    assert_ne!(mended, source, "{message}");
    assert_eq!(found(&mended, lint), None, "{mended}");
    message
}

pub(crate) const NAMES: &str = "name = @{ (ASCII_ALPHA | \"_\") ~ (ASCII_ALPHANUMERIC | \"_\")* }
    WHITESPACE = _{ \" \" }\n";

#[test]
fn the_fix_of_a_start_rule_without_an_end_leaves_the_rules_that_call_it_alone() {
    let source =
        "move = { \"e\" ~ '1'..'8' }\ngame = { SOI ~ move* ~ EOI }\nWHITESPACE = _{ \" \" }\n";
    let (_, mended) = found(source, "no-end").expect("it has no end");
    assert!(is_read(&mended, "game", "e2 e4") && is_read(&mended, "whole_move", " e2"), "{mended}");
    // `SOI` would fail inside another text, too.
    let alone = "move = { \"e\" ~ EOI }\nWHITESPACE = _{ \" \" }\n";
    assert!(found(alone, "no-start").is_some());
    assert_eq!(found(&format!("{alone}game = {{ \"-\" ~ move }}\n"), "no-start"), None);
}

#[test]
fn an_unread_rest_is_shown_with_a_short_sign_of_the_grammar_first() {
    // Every other sign may be part of the text.
    let source = "text = { SOI ~ (!(\"{{\" | \"%\") ~ ANY)* }";
    let message = message(source, "no-end");
    assert!(message.contains("`a%`"), "{message}");
}

#[test]
fn lints_report_blanks_and_comments_that_make_pairs() {
    let source = "file = { SOI ~ \"a\"* ~ EOI }\nWHITESPACE = { \" \" }";
    assert!(message(source, "not-silent").starts_with("`WHITESPACE` is not silent"));
    let source = "file = { SOI ~ \"a\"* ~ EOI }\nCOMMENT = @{ \"#\" ~ (!NEWLINE ~ ANY)* }";
    assert!(message(source, "not-silent").starts_with("`COMMENT` is not silent: every `#`"));
    // `ANY*` takes the `#`, so `##` is no comment.
    let source = "file = { SOI ~ \"a\"* ~ EOI }\nCOMMENT = @{ \"#\" ~ ANY* ~ \"#\" }";
    assert!(message(source, "not-silent").starts_with("`COMMENT` is not silent: every match"));
}

#[test]
fn check_warns_of_blanks_that_atomic_rules_never_allow() {
    let source = |modifier: &str| {
        let clue = "clue = { ASCII_DIGIT ~ \".\" }\nWHITESPACE = { \" \" }";
        format!("grid = {modifier}{{ SOI ~ clue+ ~ EOI }}\n{clue}")
    };
    for atomic in ["$", "@"] {
        let (message, _) = found(&source(atomic), "never-used").unwrap();
        assert_eq!(message, "rule `WHITESPACE` is never used");
        assert_eq!(found(&source(atomic), "not-silent"), None, "it makes no pair");
    }
    assert_eq!(found(&source(""), "never-used"), None);
    assert!(found(&source(""), "not-silent").is_some());
}

#[test]
fn check_warns_of_a_comment_that_never_ends() {
    let source = "file = { SOI ~ \"a\"* ~ EOI }
        WHITESPACE = _{ \" \" | NEWLINE }
        COMMENT = _{ \"//\" ~ ANY* }";
    assert!(message(source, "endless-comment").starts_with("a comment never ends"));
    let blocks = "_{ \"/*\" ~ (!\"*/\" ~ ANY)* ~ \"*/\" | ";
    for line in ["", "line } line = _{"] {
        let later = source.replace("COMMENT = _{", &format!("COMMENT = {blocks}{line}"));
        assert!(message(&later, "endless-comment").starts_with("a comment never ends: in `//a"));
    }
    let fine = source.replace("ANY*", "(!\"\\n\" ~ ANY)*");
    assert_eq!(found(&fine, "endless-comment"), None);
    let block = source.replace("\"//\" ~ ANY*", "\"/*\" ~ (!\"*/\" ~ ANY)* ~ \"*/\"");
    assert_eq!(found(&block, "endless-comment"), None);
}

#[test]
fn check_warns_of_a_newline_that_whitespace_takes_first() {
    let source = "file = { SOI ~ line ~ EOI }
        line = { \"a\" ~ NEWLINE ~ \"b\" }
        WHITESPACE = _{ \" \" | \"\\n\" }";
    // `NEWLINE` also matches `\r\n`, which these blanks leave.
    assert_eq!(
        message(source, "eaten-newline"),
        r"`NEWLINE` can never match `\n`: `WHITESPACE` takes the newline first"
    );
    assert!(is_read(source, "file", "a\r\nb"));
    assert_eq!(
        message(
            &source.replace(" }\";", " | \"\\r\" }").replace("| \"\\n\"", "| NEWLINE"),
            "eaten-newline"
        ),
        "`NEWLINE` can never match: `WHITESPACE` takes the newline first"
    );
    assert_eq!(found(&source.replace(" | \"\\n\"", ""), "eaten-newline"), None);
    let rest = "property = { name ~ \"=\" ~ name } name = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ \" \" | \"\\t\" | NEWLINE }";
    for (file, item) in [
        // The shortest line is empty, so its newline passes for a blank.
        ("((property | name)? ~ NEWLINE)*", "`NEWLINE` can never match: "),
        ("(property* ~ NEWLINE)*", "`NEWLINE` can never match: "),
        // Only two lines show the mistake.
        ("(property ~ NEWLINE)* ~ property?", "`NEWLINE` can never match: "),
        ("(property ~ eol)*", "`eol` can never match a newline: "),
        ("(property ~ (\";\" | NEWLINE))*", "`(\";\" | NEWLINE)` can never match a newline: "),
    ] {
        let source = format!("file = {{ SOI ~ {file} ~ EOI }} eol = _{{ NEWLINE | EOI }} {rest}");
        let (said, changed) = found(&source, "eaten-newline").expect(&source);
        assert!(said.starts_with(item), "{said}");
        let lines = "a=b\nc=d\n";
        assert!(!is_read(&source, "file", lines), "{source}");
        assert!(changed == source || is_read(&changed, "file", lines), "{changed}");
    }
    for fine in ["(property ~ NEWLINE?)*", "property ~ (NEWLINE | \";\")? ~ property", "property*"]
    {
        let source = format!("file = {{ SOI ~ {fine} ~ EOI }} {rest}");
        assert_eq!(found(&source, "eaten-newline"), None, "{source}");
    }
    // Here `ANY*` takes the newline in any case, so only the one after the section is named.
    let source = "file = { SOI ~ section* ~ EOI } name = @{ ASCII_ALPHA+ } value = @{ ANY* }
        section = { \"[\" ~ name ~ \"]\" ~ NEWLINE ~ pair* } pair = { name ~ value ~ NEWLINE }
        WHITESPACE = _{ \" \" | \"\\n\" }";
    let newlines =
        warnings(source, "file").into_iter().filter(|it| it.0.contains("the newline first"));
    assert_eq!(newlines.count(), 1);
}

#[test]
fn check_has_no_fix_for_a_newline_if_the_fix_would_reject_other_texts() {
    let lines = "file = { SOI ~ item* ~ EOI }
        item = { include | setting | block }
        include = { \"@include\" ~ name ~ NEWLINE }
        setting = { name ~ \"=\" ~ name ~ \";\" }
        block = { name ~ \"{\" ~ item* ~ \"}\" }";
    let words = "file = { SOI ~ (name | mark)* ~ EOI } mark = { \"@\" ~ NEWLINE }";
    for (rules, text) in [(lines, "a{}\\na{}"), (words, "a\\na")] {
        let source =
            format!("{rules} name = @{{ ASCII_ALPHA+ }} WHITESPACE = _{{ \" \" | NEWLINE }}");
        let findings = Findings::of(&source, "file").unwrap().warnings;
        let is_it = |it: &&GrammarError| it.kind == GrammarErrorKind::Lint("eaten-newline");
        let warning = findings.iter().find(is_it).expect(rules);
        assert_eq!(warning.mend, [], "{source}");
        assert!(warning.advice.contains(&format!("(but then pest rejects `{text}`)")), "{warning}");
    }
}

#[test]
fn check_warns_of_a_start_rule_without_soi_that_rejects_a_leading_blank() {
    let source = "file = { \"a\" ~ EOI }\nWHITESPACE = _{ \" \" }";
    assert_eq!(
        message(source, "no-start"),
        "`file` does not begin with `SOI`: pest reads `a ` to the end, but not ` a`"
    );
    assert_eq!(found("file = { SOI ~ \"a\" ~ EOI }\nWHITESPACE = _{ \" \" }", "no-start"), None);
}

#[test]
fn check_warns_of_no_missing_start_of_a_rule_that_calls_itself() {
    // `SOI` would fail in the inner call.
    let source = "file = { \"a\" ~ file | \"b\" ~ \";\" }\nWHITESPACE = _{ \" \" }";
    let warnings = warnings(source, "file");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].0.starts_with("`file` does not end in `EOI`"), "{warnings:?}");
}

#[test]
fn check_warns_of_an_explicit_blank_that_can_never_match_between_parts() {
    let source = "file = { SOI ~ pair ~ EOI }
        pair = { \"left\" ~ WHITESPACE+ ~ \"right\" }
        WHITESPACE = _{ \" \" }";
    assert!(message(source, "eaten-blank").starts_with("`WHITESPACE+` can never match"));
    let rest = "word = @{ ASCII_ALPHA+ } blank = { \" \" } WHITESPACE = _{ \" \" | \"\\t\" }
        COMMENT = _{ \"#\" ~ (!NEWLINE ~ ANY)* }";
    for (body, text, mended) in [
        ("\"x\" ~ \" \" ~ \"y\"", "x y", "\"x\" ~ \"y\""),
        ("\"x\" ~ blank ~ \"y\"", "x y", "\"x\" ~ \"y\""),
        ("\"x\" ~ ' '..' ' ~ \"y\"", "x y", "\"x\" ~ \"y\""),
        ("word ~ \" \" ~ word ~ \" \"+ ~ word", "a a a", "word ~ word ~ word"),
        ("word ~ (\" \" ~ word)*", "a a", "word ~ (word)*"),
        ("word ~ (\"\\t\" | blank) ~ word", "a\\ta", "word ~ word"),
    ] {
        let source = format!("file = {{ SOI ~ pair ~ EOI }} pair = {{ {body} }} {rest}");
        let said = message(&source, "eaten-blank");
        assert!(said.contains("can never match: `WHITESPACE` matches `"), "{said}");
        assert!(said.ends_with(&format!(" before it, so `pair` rejects `{text}`")), "{said}");
        let (_, changed) = found(&source, "eaten-blank").unwrap();
        assert_eq!(changed, source.replace(body, mended));
        let text = text.replace("\\t", "\t");
        assert!(!is_read(&source, "pair", &text) && is_read(&changed, "pair", &text), "{changed}");
    }
    // The start rule accepts the text in another way.
    let other =
        format!("file = {{ SOI ~ (pair | word)* ~ EOI }} pair = {{ word ~ \" \" ~ word }} {rest}");
    assert!(message(&other, "eaten-blank").ends_with("so `pair` rejects `a a`"));
    assert!(is_read(&other, "file", "a a") && !is_read(&other, "pair", "a a"));
    // Without the blanks at the start of a line, any line would be a note.
    let notes = format!(
        "file = {{ SOI ~ item* ~ EOI }} item = {{ word ~ notes? ~ NEWLINE }}
        notes = {{ (NEWLINE ~ \"  \" ~ word)+ }} {rest}"
    );
    let (_, changed) = found(&notes, "eaten-blank").unwrap();
    assert_eq!(changed, notes.replace("notes = {", "notes = ${"));
    assert!(is_read(&changed, "file", "a\n  b\nc\n") && !is_read(&changed, "file", "a\nb c\n"));
    // Without the blank, the rule still rejects the text: another lint reports the newline.
    let line = "file = { SOI ~ cmd* ~ EOI } cmd = { \"print\" ~ \" \" ~ sum ~ NEWLINE }
        sum = { name ~ (\"+\" ~ name)* } name = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" | NEWLINE }";
    let advice = "leave out the blank: pest has already skipped it";
    assert!(warnings(line, "file").iter().any(|it| it.1 == advice));
    // What is pushed is needed later.
    let pushed = format!(
        "file = {{ SOI ~ part* ~ EOI }} part = {{ word ~ NEWLINE ~ PUSH(\" \"+) ~ list ~ NEWLINE ~ (PEEK ~ list ~ NEWLINE)* ~ DROP }}
        list = {{ word ~ (\",\" ~ list)* }} {rest}"
    );
    let advice = "read the blank in an atomic rule, together with what comes before it, as in \
                  `indent = @{ NEWLINE ~ \" \"+ }`: pest skips nothing in it";
    assert!(warnings(&pushed, "file").iter().any(|it| it.1 == advice));
    let mended = pushed
        .replace("NEWLINE ~ PUSH(\" \"+)", "indent")
        .replace("list ~ NEWLINE ~ (PEEK ~ list ~ NEWLINE)*", "list ~ (same ~ list)* ~ NEWLINE")
        + " indent = @{ NEWLINE ~ PUSH(\" \"+) } same = @{ NEWLINE ~ PEEK }";
    let text = "a\n b, b\n b\n";
    assert!(!is_read(&pushed, "file", text) && is_read(&mended, "file", text));
    let blocks = format!(
        "file = {{ SOI ~ stmt* ~ EOI }} stmt = {{ block | word ~ NEWLINE }}
        block = {{ \"if\" ~ word ~ \":\" ~ NEWLINE ~ (indent ~ stmt)+ }} indent = _{{ \"  \" | \"\\t\" }} {rest}"
    );
    assert!(warnings(&blocks, "file").iter().any(|it| it.1 == advice));
    let mended = blocks
        .replace("NEWLINE ~ (indent ~ stmt)+ }", "(indent ~ word)+ ~ NEWLINE }")
        .replace("_{ \"  \" | \"\\t\" }", "@{ NEWLINE ~ (\"  \" | \"\\t\") }");
    for (text, blocks) in [("if a:\n  b\n  c\nd\n", 1), ("a\nb\n", 0), ("if a:\nb\n", 0)] {
        assert_eq!(is_read(&mended, "file", text), blocks > 0 || !text.contains("if"), "{text}");
    }
    let comment = format!("file = {{ SOI ~ \"a\" ~ \"#\" ~ EOI }} {rest}");
    // Without the part, the rule would lose more than blanks.
    let (said, mended) = found(&comment, "eaten-blank").unwrap();
    assert!(said.contains("`COMMENT` matches `#` before it"), "{said}");
    assert_eq!(mended, comment);
    for fine in [
        // Something else can match there, or nothing was skipped.
        "\"x\" ~ (\" \" | \",\") ~ \"y\"",
        "\"x\" ~ \" \"* ~ \"y\"",
        "\" \" ~ \"y\"",
        "\"x\" ~ atom } atom = @{ \"a\" ~ \" \" ~ \"b\"",
    ] {
        let source = format!("file = ${{ pair ~ EOI }} pair = !{{ {fine} }} {rest}");
        assert_eq!(found(&source, "eaten-blank"), None, "{source}");
    }
    let newline =
        "file = { SOI ~ \"a\" ~ (NEWLINE ~ \"a\")* ~ EOI } WHITESPACE = _{ \" \" | NEWLINE }";
    assert!(message(newline, "eaten-newline").starts_with("`NEWLINE` can never match"));
    assert_eq!(found(newline, "eaten-blank"), None);
}

#[test]
fn check_warns_of_a_quoted_text_that_loses_its_comments_and_blanks() {
    let source = "file = { SOI ~ string ~ EOI }
        string = { \"\\\"\" ~ (!\"\\\"\" ~ ANY)* ~ \"\\\"\" }
        WHITESPACE = _{ \" \" }
        COMMENT = _{ \"//\" ~ (!NEWLINE ~ ANY)* }";
    assert_eq!(message(source, "hollow-text"), "`string` rejects `\"//\"`: a comment begins in it");
    let inner = "file = { SOI ~ string ~ EOI }
        string = { \"\\\"\" ~ inner ~ \"\\\"\" }
        inner = { (!\"\\\"\" ~ ANY)* }
        WHITESPACE = _{ \" \" }";
    assert!(message(inner, "hollow-text").contains("loses the blanks"));
    let fine = inner.replace("string = {", "string = ${");
    assert_eq!(found(&fine, "hollow-text"), None);
}

#[test]
fn every_suggested_fix_is_a_valid_grammar() {
    for source in ["file = { \"a\" }\nWHITESPACE = { \" \" }\nCOMMENT = { \"#\" ~ ANY* }"] {
        let found = Findings::of(source, "file").unwrap();
        for warning in found.warnings.iter().filter(|it| !it.mend.is_empty()) {
            let mended = changed(source, &warning.mend);
            assert!(PestGrammar::read(&mended).is_ok(), "{mended}");
        }
    }
}

#[test]
fn a_lint_reports_a_token_whose_characters_blanks_may_separate() {
    let blanks = "WHITESPACE = _{ \" \" }";
    for (rule, text) in [
        ("word = { ASCII_DIGIT+ }", "1 1"),
        ("word = { digits ~ (\".\" ~ digits)? } digits = @{ ASCII_DIGIT+ }", "1 .1"),
        ("word = { \"#\" ~ ASCII_HEX_DIGIT{6} }", "#a aaaaa"),
        ("word = { \"0x\" ~ ASCII_HEX_DIGIT+ }", "0xa a"),
        ("word = { \"$\" ~ letter+ } letter = { 'a'..'z' | \"_\" }", "$ aa"),
    ] {
        let source = format!("file = {{ SOI ~ word ~ EOI }} {rule} {blanks}");
        let expected = format!("blanks are allowed inside `word`: `{text}` is read as one token");
        assert_eq!(message(&source, "falls-apart"), expected);
        let (_, mended) = found(&source, "falls-apart").unwrap();
        assert!(is_read(&source, "word", text) && !is_read(&mended, "word", text), "{mended}");
        assert!(is_read(&mended, "word", &text.replace(' ', "")), "{mended}");
    }
    for fine in [
        "word = @{ ASCII_DIGIT+ }",
        "word = ${ digits ~ (\".\" ~ digits)? } digits = { ASCII_DIGIT+ }",
        // The text between brackets may be a list, and access to a member is not a fraction.
        "word = { \"[\" ~ ASCII_DIGIT* ~ \"]\" }",
        "word = { name ~ (\".\" ~ name)* } name = @{ ASCII_ALPHA+ }",
        "word = { place ~ (\".\" ~ word)? } place = @{ ASCII_DIGIT+ }",
        "word = { (\"+\" | \"-\")+ }",
        // A rule that itself mentions blanks allows them on purpose.
        "word = { \"<\" ~ (ASCII_ALPHA | \" \")* ~ \">\" }",
    ] {
        let source = format!("file = {{ SOI ~ word ~ EOI }} {fine} {blanks}");
        assert_eq!(found(&source, "falls-apart"), None, "{source}");
    }
}

#[test]
fn a_rule_of_several_tokens_is_not_made_atomic() {
    for (rule, is_mended) in [
        ("ASCII_DIGIT+ ~ (\"+\" ~ ASCII_DIGIT+)*", false),
        ("ASCII_DIGIT+ ~ (op ~ ASCII_DIGIT+)*", false),
        ("ASCII_ALPHA+ ~ \"=\" ~ digits ~ \";\"", false),
        ("('0'..'9')+ ~ \"+\" ~ ('0'..'9')+", false),
        ("digits ~ \"+\" ~ ASCII_DIGIT+", false),
        ("\"no\" ~ ASCII_DIGIT+", false),
        ("\"e\" ~ ASCII_DIGIT+", true),
        ("SOI ~ ASCII_DIGIT+ ~ (\"<=\" ~ ASCII_DIGIT+)*", false),
        ("digits ~ (\".\" ~ ASCII_DIGIT+)? ~ (^\"e\" ~ (\"+\" | \"-\")? ~ ASCII_DIGIT+)?", true),
        ("(\"+\" | \"-\")? ~ ASCII_DIGIT+", true),
        ("ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | \"-\")*", true),
    ] {
        let source = format!(
            "file = {{ SOI ~ word ~ EOI }} word = {{ {rule} }} op = {{ \"+\" | \"-\" }}
            digits = @{{ ASCII_DIGIT+ }} WHITESPACE = _{{ \" \" }}"
        );
        let (_, mended) = found(&source, "falls-apart").expect(rule);
        assert_eq!(mended != source, is_mended, "{rule}");
    }
}

#[test]
fn check_warns_of_a_comment_that_cannot_end_at_the_end_of_the_text() {
    let source = "file = { SOI ~ \"a\"* ~ EOI }
        WHITESPACE = _{ \" \" | NEWLINE }
        COMMENT = _{ \"#\" ~ (!NEWLINE ~ ANY)* ~ NEWLINE }";
    assert_eq!(
        message(source, "unended-comment"),
        "pest rejects a comment on the last line without a newline: `a#`"
    );
    let apart = source.replace("COMMENT = _{", "COMMENT = _{ line | \"(*\" ~ \"*)\" } line = _{");
    assert!(message(&apart, "unended-comment").contains("`a#`"));
    let lines = source.replace(" | NEWLINE }", " }").replace("\"a\"*", "(\"a\"? ~ NEWLINE)*");
    let (_, mended) = found(&lines, "unended-comment").unwrap();
    assert!(mended.contains("ANY)* }") && is_read(&mended, "file", "a #\na\n"), "{mended}");
    let (_, quoted) = found(&lines.replacen("NEWLINE", "\"\\n\"", 1), "unended-comment").unwrap();
    assert_eq!(quoted.replacen("\"\\n\"", "NEWLINE", 1), mended);
    for fine in [
        source.replace("* ~ NEWLINE }", "* ~ NEWLINE? }"),
        source.replace("* ~ NEWLINE }", "* ~ (NEWLINE | EOI) }"),
        source.replace("* ~ NEWLINE }", "* }"),
    ] {
        assert_eq!(found(&fine, "unended-comment"), None, "{fine}");
    }
}

#[test]
fn check_warns_of_an_ignored_tag_and_of_one_without_a_pair() {
    let rules = "file = { SOI ~ #key = key ~ #rest = rest ~ #end = NEWLINE ~ EOI } key = { \"x\" } \
                 rest = _{ \"y\" }";
    let said: Vec<String> = warnings(rules, "file").into_iter().map(|it| it.0).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].starts_with("the tag `#key` is ignored"), "{said:?}");
    assert!(said[1].contains("`#rest`: `rest` is silent"), "{said:?}");
    assert!(said[2].contains("`#end`: `NEWLINE` is built in"), "{said:?}");
}

#[test]
fn lints_report_lookaheads_that_never_hold() {
    for (body, said) in [
        (
            "!\"a\" ~ \"a\"",
            "this can never match: `!\"a\"` refuses every text with which this can begin",
        ),
        (
            "!\"a\" ~ !\"b\" ~ \"a\"",
            "this can never match: `!\"a\"` refuses every text with which this can begin",
        ),
        (
            "&\"b\" ~ \"c\"",
            "this can never match: `&\"b\"` requires a text with which this cannot begin",
        ),
        (
            "&\".\" ~ ^\"c\"",
            "this can never match: `&\".\"` requires a text with which this cannot begin",
        ),
        ("\"c\" ~ !ASCII_DIGIT*", "`!ASCII_DIGIT*` never holds: `ASCII_DIGIT*` matches everywhere"),
    ] {
        let source = format!("file = {{ SOI ~ ({body}) ~ EOI }}");
        let source = source.replace("SOI ~ (", "SOI ~ x ~ EOI } x = {").replace(") ~ EOI }", "}");
        assert_eq!(message(&source, "never-matches"), said);
    }
    // If two parts never match, no single fix is enough.
    let body = r#"!"a" ~ "a" ~ ANY* ~ &"b" ~ "c""#;
    let found_in = Findings::of(&format!("x = {{ {body} }}"), "x").unwrap().warnings;
    let never: Vec<_> = found_in.iter().filter(|it| it.kind.name() == "never-matches").collect();
    assert_eq!(never.len(), 2, "{found_in:?}");
    assert!(never.iter().all(|it| it.advice.ends_with("other parts of `x` fail, too")));
    for fine in [
        "file = { SOI ~ x ~ EOI } x = { !\"ab\" ~ ASCII_ALPHA+ }",
        "file = { SOI ~ x ~ EOI } x = { &ASCII_ALPHA ~ ASCII_ALPHANUMERIC+ }",
        "file = { SOI ~ x ~ EOI } x = { &\"a\" ~ \"b\"? ~ \"a\" }",
        "file = { SOI ~ x ~ EOI } x = { !\"a\" ~ \"b\" }",
        "file = { SOI ~ x ~ EOI } x = { \"b\" ~ &\"\\n\" } WHITESPACE = _{ \"\\n\" }",
        // Blanks are skipped between the two.
        "file = { x } x = { &\" \" ~ \"c\" } WHITESPACE = _{ \" \" }",
    ] {
        assert_eq!(found(fine, "never-matches"), None, "{fine}");
    }
}

#[test]
fn lints_report_lookaheads_that_never_hold_across_rules() {
    for (rules, mended) in [
        (
            "\"a\" ~ l ~ b ~ EOI } l = { &\"x\" } b = { \"q\" }",
            "\"a\" ~ b ~ EOI } l = { &\"x\" } b = { \"q\" }",
        ),
        (
            "a ~ b ~ EOI } a = { \"a\" ~ &\"x\" } b = { \"q\" }",
            "a ~ b ~ EOI } a = { \"a\" } b = { \"q\" }",
        ),
        (
            "a ~ b ~ EOI } a = { \"a\" ~ l } l = { !b } b = { \"q\" }",
            "a ~ b ~ EOI } a = { \"a\" } l = { !b } b = { \"q\" }",
        ),
        (
            "b ~ EOI } b = { &\"x\" ~ c } c = @{ !\"x\" ~ ANY }",
            "b ~ EOI } b = { c } c = @{ !\"x\" ~ ANY }",
        ),
    ] {
        let source = format!("file = {{ SOI ~ {rules}");
        assert!(message(&source, "never-matches").starts_with("this can never match: `"));
        let (_, changed) = found(&source, "never-matches").unwrap();
        assert_eq!(changed, format!("file = {{ SOI ~ {mended}"));
    }
    // Between a keyword and a name, the rule lacks a blank.
    let source = "file = { SOI ~ give ~ EOI } give = ${ give_word ~ name ~ \";\" }
        give_word = @{ \"give\" ~ !ASCII_ALPHA } name = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    assert!(message(source, "never-matches").starts_with("this can never match: `!ASCII_ALPHA`"));
    let advice = "leave out the `$` of `give`: then pest skips blanks, and `give a;` is read";
    assert!(warnings(source, "file").iter().any(|it| it.1 == advice));
    let (_, changed) = found(source, "never-matches").unwrap();
    assert_eq!(changed, source.replace("= ${", "= {"));
    let unspaced = source.replace("WHITESPACE", "BLANK");
    let (_, changed) = found(&unspaced, "never-matches").unwrap();
    assert_eq!(changed, unspaced.replace(" ~ !ASCII_ALPHA", ""));
    for fine in [
        "\"a\" ~ l ~ b ~ EOI } l = { &\"q\" } b = { \"q\" }",
        "\"a\" ~ l ~ b ~ EOI } l = { !\"x\" } b = { \"q\" }",
        "\"a\" ~ l ~ b ~ EOI } l = { &\"\\t\" } b = { \"q\" } WHITESPACE = _{ \" \" | \"\\t\" }",
        "b ~ EOI } b = { &\"x\" ~ c } c = { !\"y\" ~ ANY }",
        "b ~ EOI } b = { \"a\" ~ b ~ &EOI | &\"a\" ~ \"a\" }",
    ] {
        let source = format!("file = {{ SOI ~ {fine}");
        assert_eq!(found(&source, "never-matches"), None, "{source}");
    }
}

#[test]
fn an_allow_comment_must_name_a_known_warning() {
    let source = "file = { SOI ~ \"a\" ~ EOI } // allow: eaten, no-silent";
    let (said, mended) = found(source, "unknown-allow").unwrap();
    assert_eq!(said, "`no-silent` allows nothing: no warning has this name");
    assert_eq!(mended, source.replace("no-silent", "not-silent"));
    let (said, same) = found("file = { SOI ~ EOI } // allow: nonsense", "unknown-allow").unwrap();
    assert!(said.starts_with("`nonsense`") && same.ends_with("nonsense"));
    let source = "file = { SOI ~ EOI } // allow: no-end no-stat";
    assert!(found(source, "unknown-allow").unwrap().1.ends_with("no-end no-start"));
    let (said, _) = found("file = { SOI ~ EOI } // allow: eaten own-one", "unknown-allow").unwrap();
    assert!(said.starts_with("`own-one`"), "{said}");
    let blanks = "//! allow: not-silent no-end\nfile = { SOI ~ \"a\" }\nWHITESPACE = { \" \" }";
    assert_eq!((found(blanks, "no-end"), found(blanks, "not-silent")), (None, None));
    for fine in ["// allow: all that comes", "// allow: eaten", "// allow:", "// allow nonsense"] {
        assert_eq!(
            found(&format!("file = {{ SOI ~ EOI }} {fine}"), "unknown-allow"),
            None,
            "{fine}"
        );
    }
}

#[test]
fn check_warns_of_a_rule_that_only_looks_ahead_and_makes_an_empty_pair() {
    let source = "file = { SOI ~ \"(\" ~ other ~ \")\" ~ EOI }\nother = { !\"(\" }";
    assert_eq!(
        message(source, "reads-nothing"),
        "`other` only looks ahead and consumes nothing: in `()` it makes an empty pair"
    );
    for fine in [
        source.replace("other = {", "other = _{"),
        source.replace("!\"(\" }", "!\"(\" ~ ANY }"),
        source.replace("!\"(\" }", "\"\" }"),
        source.replace("!\"(\" }", "&EOI | &\")\" }"),
        // In an atomic rule it makes no pair.
        source.replace("file = {", "file = @{"),
    ] {
        assert_eq!(found(&fine, "reads-nothing"), None, "{fine}");
    }
}

#[test]
fn check_does_not_report_what_depends_on_the_caller_of_a_rule() {
    let blanks = "WHITESPACE = _{ \" \" }";
    let sources = [
        // `y z` is matched by `b` alone, since it skips blanks where `a` does not.
        "s = @{ c }\nc = { a | b }\na = { \"x\" ~ \"y\" }\nb = !{ \"x\" ~ \"y\" ~ \"z\" }",
        // `raw` matches `<a b>`.
        "s = { SOI ~ (pair | raw) ~ EOI }\npair = { \"a\" ~ \" \" ~ \"b\" }\nraw = ${ \"<\" ~ pair ~ \">\" }",
    ];
    for source in sources {
        let said = warnings(&format!("{source}\n{blanks}"), "s");
        let is_false = |(message, _): &&(String, String)| {
            message.contains("unreachable") || message.contains("never match")
        };
        assert_eq!(said.iter().find(is_false), None, "{source}");
    }
}

#[test]
fn check_warns_of_a_newline_that_a_repetition_of_blanks_takes_first() {
    for (blanks, kept) in [("(\" \" | \"\\n\")+", "\" \""), ("WHITE_SPACE+", "\" \" | \"\\t\"")] {
        let log = "log = { SOI ~ entry+ ~ EOI }\nentry = { \"a\" ~ NEWLINE }";
        let source = format!("{log}\nWHITESPACE = _{{ {blanks} }}");
        let (message, mended) = found(&source, "eaten-newline").unwrap();
        assert!(message.starts_with("`NEWLINE` can never match"), "{message}");
        assert!(mended.contains(kept) && mended.ends_with("+ }"), "{mended}");
        assert_eq!(found(&mended, "eaten-newline"), None);
    }
}

#[test]
fn a_fix_changes_a_rule_and_not_the_comment_in_it() {
    let source = r#"object = { SOI ~ "{" ~ string ~ ":" ~ number ~ "}" ~ EOI }
        string = {
            // as in {"a": 1}
            "\"" ~ (!"\"" ~ ANY)* ~ "\""
        }
        number = _ /* { */ { // { }
            ASCII_DIGIT+
        }
        WHITESPACE = { // `{` and `}` are tokens
            " "
        }
        COMMENT = _{ "//" ~ (!NEWLINE ~ ANY)* }"#;
    for lint in ["hollow-text", "not-silent"] {
        message(source, lint);
    }
    let normal = source.replace("_ /* { */ {", "/* { */ {");
    message(&normal, "falls-apart");
}

#[test]
fn a_rule_that_begins_with_a_word_may_have_a_blank_after_it() {
    let source = r#"file = { SOI ~ stop* ~ EOI }
        stop = { "dep" ~ platform ~ ";" }
        platform = { "pl" ~ ASCII_DIGIT+ ~ ASCII_ALPHA_LOWER? }
        WHITESPACE = _{ " " }"#;
    let warnings = Findings::of(source, "file").unwrap().warnings;
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.mend.is_empty() && warning.advice.contains("a rule of their own"), "{warning}");
}
