//! The findings about quoted texts, and other texts between signs, that lose their blanks.

use bracket24::tracer::{Findings, GrammarErrorKind, PestGrammar};

use crate::findings::{is_read, warnings};
use crate::findings_of_tokens::{found, message};

#[test]
fn check_finds_a_text_whose_characters_are_a_rule_with_escapes() {
    for character in ["\"\\\\\" ~ ANY | ANY", "ANY"] {
        let source = format!(
            "file = {{ SOI ~ string ~ EOI }}
            string = {{ \"\\\"\" ~ (!\"\\\"\" ~ char)* ~ \"\\\"\" }}
            char = {{ {character} }}
            COMMENT = _{{ \"//\" ~ (!\"\\n\" ~ ANY)* }}"
        );
        assert!(found(&source, "hollow-text").is_some(), "{source}");
        assert_eq!(found(&source.replace("string = {", "string = ${"), "hollow-text"), None);
    }
}

#[test]
fn check_finds_a_text_in_which_a_comment_takes_the_quote_at_its_end() {
    let source = "file = { SOI ~ string ~ EOI }
        string = { \"\\\"\" ~ (!\"\\\"\" ~ ANY)* ~ \"\\\"\" }
        COMMENT = _{ \"/*\" ~ (!\"*/\" ~ ANY)* ~ \"*/\" }";
    assert_eq!(
        message(source, "hollow-text"),
        "`string` matches all of `\"/*\"*/\"`: a comment begins in it"
    );
    let (_, mended) = found(source, "hollow-text").unwrap();
    assert!(mended.contains("string = @{"), "{mended}");
    assert_eq!(found(&mended, "hollow-text"), None);
    // A comment between two texts is no part of either.
    let fine = source.replace("string ~ EOI", "string* ~ EOI").replace("string = {", "string = @{");
    assert_eq!(found(&fine, "hollow-text"), None);
}

#[test]
fn check_finds_a_quoted_character_and_an_escape_that_lose_blanks() {
    for (rules, said) in [
        ("one = { \"'\" ~ ANY ~ \"'\" }", "`one` loses blanks: it does not match `' '`"),
        (
            r#"one = { "\"" ~ (("\\" ~ ANY) | (!"\"" ~ ANY))* ~ "\"" }"#,
            r#"`one` loses blanks: it does not match `"\ "`"#,
        ),
        (
            r#"one = { "\"" ~ (escape | (!"\"" ~ ANY))* ~ "\"" } escape = { "\\" ~ ANY }"#,
            r#"`one` loses blanks: it does not match `"\ "`"#,
        ),
    ] {
        let source = format!("file = {{ SOI ~ one* ~ EOI }} {rules} WHITESPACE = _{{ \" \" }}");
        assert_eq!(message(&source, "hollow-text"), said);
        let (_, mended) = found(&source, "hollow-text").unwrap();
        assert_eq!(found(&mended, "hollow-text"), None, "{mended}");
    }
    // What is between these quotes may have blanks around it.
    let list = "file = { SOI ~ one* ~ EOI } one = { \"'\" ~ x ~ \"'\" } x = { \"x\"+ }
        WHITESPACE = _{ \" \" }";
    assert_eq!(found(list, "hollow-text"), None);
}

#[test]
fn check_finds_quoted_texts_that_lose_blanks_at_their_ends() {
    let source = "file = { SOI ~ string ~ EOI }
        string = { \"\\\"\" ~ inner ~ \"\\\"\" }
        inner = @{ (!\"\\\"\" ~ ANY)* }
        WHITESPACE = _{ \" \" }";
    assert_eq!(
        message(source, "hollow-text"),
        "`inner` loses the blanks at its ends: in `\" a \"` it matches `a `"
    );
    // The rule matches once for each character, and some of these matches are missing.
    let source = source.replace("~ inner ~", "~ inner* ~").replace("@{ (!", "{ !");
    let source = source.replace("ANY)* }", "ANY }");
    assert!(message(&source, "hollow-text").contains("`\" a \"` it matches `a`"));
    for fine in [
        source.replace("string = {", "string = ${"),
        // A value between other signs is meant to begin after the blanks.
        source.replace("\"\\\"\" ~ inner* ~ \"\\\"\"", "\"=\" ~ inner* ~ \"=\""),
        source.replace("WHITESPACE", "BLANK"),
    ] {
        assert_eq!(found(&fine, "hollow-text"), None, "{fine}");
    }
    // The characters may have a rule of their own.
    let source =
        source.replace("inner* ~", "inner ~").replace("inner = {", "inner = { char* } char = {");
    let (_, mended) = found(&source, "hollow-text").unwrap();
    assert!(mended.contains("inner = ${ char* }"), "{mended}");
}

#[test]
fn following_the_advice_for_text_after_a_sign_keeps_its_blanks_and_loses_no_text() {
    let name = "name = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    let line = "file = { SOI ~ line* ~ EOI } line = { name ~ \"=\" ~ value ~ NEWLINE }";
    let cases = [
        (
            "page = { SOI ~ (text | tag)* ~ EOI } tag = { \"<\" ~ name ~ \">\" }
             text = { (!\"<\" ~ ANY)+ }"
                .to_owned(),
            ("SOI ~ (text | tag)*", "< a > b <c>", " b "),
        ),
        (format!("{line} value = {{ (!NEWLINE ~ ANY)* }}"), ("\"=\" ~ value", " a = b \n", " b ")),
        (
            format!("{line} value = {{ text }} text = {{ (!NEWLINE ~ ANY)* }}"),
            ("\"=\" ~ value", " a = b \n", " b "),
        ),
        (
            "page = { SOI ~ element ~ EOI } element = { \"<\" ~ PUSH(name) ~ attribute* ~ \">\" ~
             (text | element)* ~ \"</\" ~ POP ~ \">\" } attribute = { name ~ \"=\" ~ name }
             text = { (!\"<\" ~ ANY)+ }"
                .to_owned(),
            ("\">\" ~\n             (text | element)*", "<a x = y > b </a>", " b "),
        ),
    ];
    for (rules, (row, text, kept)) in cases {
        let source = format!("{rules} {name}");
        let start = source.split_once(' ').unwrap().0;
        let warned = warnings(&source, start);
        let (_, advice) = warned.iter().find(|it| it.1.contains("skips no blanks")).unwrap();
        assert!(advice.contains(&format!("put `{row}` into a rule")), "{advice}");
        let text_rule = if source.contains("text = {") { "text" } else { "value" };
        let mut mended = source.replace(row, "row") + &format!(" row = ${{ {row} }}");
        mended = mended.replace(&format!("{text_rule} = {{"), &format!("{text_rule} = @{{"));
        for spaced in ["tag", "element"] {
            if advice.ends_with(&format!("`!` before the `{{` of `{spaced}`")) {
                mended = mended.replace(&format!("{spaced} = {{"), &format!("{spaced} = !{{"));
            }
        }
        let grammar = PestGrammar::read(&mended).unwrap();
        let pairs = grammar.parse(grammar.rule(start).unwrap(), text).unwrap().flatten();
        let texts = pairs.filter(|it| grammar.name(it.as_rule()) == text_rule);
        assert_eq!(texts.map(|it| it.as_str()).collect::<Vec<_>>(), [kept], "{mended}");
        assert_eq!(warnings(&mended, start), []);
    }
}

#[test]
fn the_fix_for_text_after_a_sign_leaves_the_other_alternatives_as_they_are() {
    let source = "file = { SOI ~ entry ~ EOI } entry = { key ~ \"=\" ~ value }
        key = @{ ASCII_ALPHA+ } value = { int | bare } int = @{ ASCII_DIGIT+ }
        bare = { (!NEWLINE ~ ANY)+ } WHITESPACE = _{ \" \" }";
    let (message, mended) = found(source, "hollow-text").unwrap();
    assert_eq!(message, "`bare` loses blanks: it does not match ` `");
    assert_eq!(mended, source.replace("bare = {", "bare = @{"));
    assert!(is_read(&mended, "entry", "a = 12"));
    let grammar = PestGrammar::read(&mended).unwrap();
    let last = |text| {
        let pairs = grammar.parse(grammar.rule("file").unwrap(), text).unwrap().flatten();
        let pair = pairs.filter(|it| grammar.name(it.as_rule()) != "EOI").last().unwrap();
        (grammar.name(pair.as_rule()).to_owned(), pair.as_str())
    };
    assert_eq!(last("a = 12"), ("int".to_owned(), "12"));
    assert_eq!(last("a = b c "), ("bare".to_owned(), "b c "));
}

#[test]
fn check_finds_a_quoted_text_with_escapes_or_character_rules_that_loses_blanks() {
    let rest = "escape = { \"n\" | \"t\" } WHITESPACE = _{ \" \" } COMMENT = _{ \"//\" ~ (!\"\\n\" ~ ANY)* }";
    let char = "(!(\"\\\"\" | \"\\\\\") ~ ANY | \"\\\\\" ~ escape)";
    for (rules, mended) in [
        (format!("{char}* ~ \"\\\"\" }}"), "string = ${"),
        (format!("chars ~ \"\\\"\" }} chars = {{ char* }} char = {{ {char} }}"), "string = ${"),
        (format!("chars ~ \"\\\"\" }} chars = _{{ char* }} char = {{ {char} }}"), "string = ${"),
        (format!("chars ~ \"\\\"\" }} chars = @{{ char* }} char = {{ {char} }}"), "string = ${"),
        (
            format!(
                "(part | \"$\" ~ name)* ~ \"\\\"\" }} name = {{ \"x\" }} part = {{ char+ }} char = _{{ plain }} plain = _{{ {char} }}"
            ),
            "string = ${",
        ),
    ] {
        let source =
            format!("file = {{ SOI ~ string ~ EOI }} string = {{ \"\\\"\" ~ {rules} {rest}");
        let said = message(&source, "hollow-text");
        assert_eq!(said, "`string` rejects `\"//\"`: a comment begins in it", "{source}");
        let (_, changed) = found(&source, "hollow-text").unwrap();
        assert!(changed.contains(mended), "{changed}");
        for text in ["\"//\"", "\" \\n \""] {
            assert!(is_read(&changed, "file", text), "{changed}: {text}");
        }
        // Without comments, the pair for the inner text still lacks the blanks at its ends.
        let blanks = source.split(" COMMENT").next().unwrap();
        let said = found(blanks, "hollow-text").map(|(said, _)| said);
        let is_pair = ["chars = {", "chars = @{", "part = {"].iter().any(|it| source.contains(it));
        assert_eq!(said.is_some_and(|it| it.contains("in `\" a \"` it matches `a")), is_pair);
        // A text between other signs may be meant to have comments.
        let braces = source.replace("\"\\\"\" ~ ", "\"{\" ~ ").replace("~ \"\\\"\" }", "~ \"}\" }");
        assert_eq!(found(&braces, "hollow-text"), None, "{braces}");
    }
}

#[test]
fn the_fix_for_a_quoted_text_keeps_the_blanks_of_expressions_inside_it() {
    let source = "file = { SOI ~ string ~ EOI } WHITESPACE = _{ \" \" }
        string = { \"\\\"\" ~ (text | \"${\" ~ expr ~ \"}\")* ~ \"\\\"\" }
        text = @{ (!(\"\\\"\" | \"${\") ~ ANY)+ }
        expr = { term ~ (\"+\" ~ term)* } term = { name | string } name = @{ ASCII_ALPHA+ }";
    let (said, mended) = found(source, "hollow-text").unwrap();
    assert!(said.contains("loses the blanks") && mended == source, "{said}: {mended}");
    // With the rule that the advice names, the grammar can be mended.
    let apart = source.replace("\"${\" ~ expr ~ \"}\"", "interpolation")
        + " interpolation = !{ \"${\" ~ expr ~ \"}\" }";
    let mended = apart.replace("string = {", "string = ${");
    assert_eq!(found(&mended, "hollow-text"), None);
    assert!(is_read(&mended, "file", "\" a ${ b + c } \""));
}

#[test]
fn no_fix_that_makes_a_rule_atomic_takes_blanks_away_from_the_rules_in_it() {
    let text =
        "file = { SOI ~ str ~ EOI } WHITESPACE = _{ \" \" } COMMENT = _{ \"#\" ~ ASCII_ALPHA* }
        str = { \"'\" ~ (chars | interp)* ~ \"'\" } chars = @{ (!(\"'\" | \"{\") ~ ANY)+ }
        interp = { \"{\" ~ sum ~ \"}\" } sum = { word ~ (\"+\" ~ word)* } word = @{ ASCII_ALPHA+ }";
    // The rule with the expression is in a rule for the text.
    let inner = text
        .replace("(chars | interp)*", "inner")
        .replace("chars =", "inner = { (chars | interp)* } chars =");
    let path = "file = { SOI ~ path ~ EOI } WHITESPACE = _{ \" \" } path = { seg ~ (\"::\" ~ seg)* }
        seg = { (ASCII_ALPHA | \"_\")+ ~ generic? } generic = { \"<\" ~ path ~ (\",\" ~ path)* ~ \">\" }";
    let assigned = "file = { SOI ~ assign* ~ EOI } WHITESPACE = _{ \" \" } name = @{ ASCII_ALPHA+ }
        assign = { name ~ \"=\" ~ \"'\" ~ text ~ \"'\" ~ \";\" } text = @{ (!\"'\" ~ ANY)* }";
    let addressed = "file = { SOI ~ s ~ EOI } WHITESPACE = _{ \" \" } name = @{ ASCII_ALPHA+ }
        s = { \"'\" ~ text ~ \"'\" ~ (\"to\" ~ name)? } text = @{ (!\"'\" ~ ANY)* }";
    for (source, lint, advised) in [
        (assigned, "hollow-text", "into a rule of its own"),
        (addressed, "hollow-text", "into a rule of its own"),
        (text, "hollow-text", "put `interp`, with the signs around it, into a rule that has `!`"),
        (&*inner, "hollow-text", "put `interp`, with the signs around it"),
        (path, "falls-apart", "so that blanks are still allowed in `generic`"),
    ] {
        let findings = Findings::of(source, "file").unwrap().warnings;
        let finding = findings.iter().find(|it| it.kind == GrammarErrorKind::Lint(lint)).unwrap();
        assert!(finding.advice.contains(advised), "{}", finding.advice);
        assert!(finding.mend.is_empty(), "{source}");
    }
}

#[test]
fn advice_to_keep_blanks_before_a_text_excludes_optional_parts() {
    let advice = |level: &str| {
        let source = format!(
            "log = {{ SOI ~ (entry ~ NEWLINE)* ~ EOI }}
            entry = {{ date ~ {level} ~ message }}
            date = @{{ ASCII_DIGIT{{4}} }}
            level = {{ \"INFO\" | \"WARN\" }}
            message = {{ (!NEWLINE ~ ANY)+ }}
            WHITESPACE = _{{ \" \" }}"
        );
        let found = Findings::of(&source, "log").unwrap().warnings;
        let lint = GrammarErrorKind::Lint("hollow-text");
        found.into_iter().find(|it| it.kind == lint).unwrap().advice
    };
    assert!(advice("level").contains("put `level ~ message` into a rule of its own"));
    // In a rule with `$`, pest would skip blanks before it, or none between repeated levels.
    for part in ["level?", "level*", "level+"] {
        assert!(advice(part).ends_with("so that nothing in it is skipped"), "{}", advice(part));
    }
}
