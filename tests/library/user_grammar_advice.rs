//! The reasons why a grammar that is read at run time has no values or templates, and the fix for
//! each.

use bracket24::Grammar;
use bracket24::grammars::{Lacks, UserGrammar};
use bracket24::lessons::{Diagnosis, Parse};

use crate::findings::changed;
use crate::user_grammars::{flat, own};

/// The text with the advice of each error followed, from the last.
fn advice_followed(source: &str) -> String {
    let errors = UserGrammar::read("own.pest", source).unwrap().shortcomings();
    assert!(!errors.is_empty(), "{source}");
    let mut followed = source.to_owned();
    for error in errors.iter().rev() {
        let parts: Vec<&str> = error.advice.split('`').collect();
        match parts[..] {
            ["replace ", old, " with ", new, ""] => {
                assert_eq!(&source[error.span.clone()], old, "{error}");
                followed.replace_range(error.span.clone(), new);
            }
            ["put ", new, " after the ", "{", " of ", rule, ""] => {
                assert_eq!(&source[error.span.clone()], rule, "{error}");
                let brace = error.span.end + source[error.span.end..].find('{').unwrap() + 1;
                followed.insert_str(brace, &format!(" {new} "));
            }
            _ => panic!("{error}"),
        }
    }
    followed
}

#[test]
fn the_advice_for_an_unreadable_operator_works() {
    let signs = "number ~ (\"+\" ~ add | \"-\" ~ subtract | multiply | divide)*";
    let with_body = |rule: &str, body: &str| {
        let ordinary = flat(signs, "ASCII_DIGIT");
        let start = ordinary.find(&format!("{rule} = {{ \"")).unwrap() + rule.len() + 5;
        let end = start + ordinary[start..].find(" }").unwrap();
        [&ordinary[..start], body, &ordinary[end..]].concat()
    };
    let sources = [
        include_str!("../grammars/wrong/other_signs.pest").to_owned(),
        Grammar::Left.source().replace("\"-\" ~ subtract", "(\"~\" | \"_\") ~ subtract"),
        // If several signs come before the rule, the nearest one is meant.
        Grammar::Left
            .source()
            .replace("term ~ (\"+\"", "(\"#\" | \"$\" | \"&\")? ~ term ~ (\"+\"")
            .replace("\"-\" ~ subtract", "\"~\" ~ subtract"),
        Grammar::Right.source().replace("\"/\"", "\"÷\""),
        with_body("multiply", "\"x\" ~ number"),
        with_body("multiply", "number"),
    ];
    for source in sources {
        let mended = advice_followed(&source);
        let left = UserGrammar::read("own.pest", &mended).unwrap().shortcomings();
        // Another sign may still be left.
        let is_other = |message: &str| message.ends_with("which has no value");
        assert!(left.iter().all(|it| is_other(&it.message)), "{mended}: {left:?}");
    }
}

#[test]
fn the_advice_for_a_line_that_needs_more_than_an_expression_works() {
    let entries = "program = { SOI ~ line* ~ EOI }\nline = { expression ~ NEWLINE }\n";
    let by_signs = "expression = { term ~ ((\"+\" | \"-\") ~ term)* }
        term = { number ~ ((\"*\" | \"/\") ~ number)* }\n";
    let by_roles = Grammar::Left.source();
    let by_roles = &by_roles[by_roles.find("expression = ").unwrap()..];
    for source in [by_signs, by_roles].map(|it| [entries, it].concat()) {
        let grammar = UserGrammar::read("own.pest", &source).unwrap();
        let errors = match grammar.lacks() {
            Some(Lacks::Expression(errors)) => errors.clone(),
            lacks => {
                assert!(lacks.is_none(), "{source}");
                grammar.shortcomings()
            }
        };
        assert!(!errors.is_empty(), "{source}");
        for error in errors {
            let added = "`expression` accepts it, but `line` needs more: rename `line`, and add `";
            let added = error.advice.strip_prefix(added).unwrap().strip_suffix('`').unwrap();
            let mended = source.replace("line", "entry") + added;
            let mended = UserGrammar::read("own.pest", &mended).unwrap();
            assert!(mended.lacks().is_none(), "{source}");
            assert_eq!(mended.shortcomings(), [], "{source}");
        }
    }
}

#[test]
fn the_error_points_at_a_part_whose_texts_have_no_value() {
    let ordinary = Grammar::Left.source();
    for (sign, other, text, part) in [
        ("\"*\" ~ multiply", "(\"*\" | \"x\") ~ multiply", "1x1", "\"x\""),
        ("multiply = { operand }", "multiply = { operand ~ \"sts\"? }", "1*1sts", "\"sts\""),
    ] {
        let source = ordinary.replace(sign, other);
        assert_ne!(source, ordinary, "{sign}");
        let grammar = UserGrammar::read("own.pest", &source).unwrap();
        let errors = grammar.shortcomings();
        let [error] = &errors[..] else { panic!("{source}: {errors:?}") };
        assert_eq!(error.message, format!("the grammar accepts `{text}`, which has no value"));
        assert_eq!(&source[error.span.clone()], part);
    }
    // A slot is the shortest operand, but has no value.
    let slot = "\noperand = _{ slot | number | \"(\" ~ expression ~ \")\" }\n";
    let by = |sign: &str| ordinary.replace("\"*\" ~ multiply", sign) + slot;
    for (source, text) in [
        (by("(\"*\" | \"x\") ~ multiply"), "`2x2`"),
        (by("\"*\"? ~ multiply"), "the test expression `2(1)`"),
    ] {
        let errors = UserGrammar::read("own.pest", &source).unwrap().shortcomings();
        assert_eq!(errors[0].message, format!("the grammar accepts {text}, which has no value"));
    }
    // The text has a blank that the word does not need.
    let rules = ordinary.lines().filter(|it| !it.starts_with("//")).collect::<Vec<_>>();
    let source = "WHITESPACE = _{ \" \" }\n".to_owned()
        + &rules.join("\n")
        + "\noperand = _{ number | \"sin\" ~ operand | slot | \"(\" ~ expression ~ \")\" }\n";
    let errors = UserGrammar::read("own.pest", &source).unwrap().shortcomings();
    assert_eq!(&source[errors[0].span.clone()], "\"sin\"", "{errors:?}");
}

#[test]
fn a_rule_that_a_fix_adds_comes_after_the_rules_of_the_file() {
    let ordinary = Grammar::Left.source();
    let rest = r#"factor = _{ number | "sqrt" ~ root | variable | "(" ~ expression ~ ")" }
        root = { factor }
        number = @{ ASCII_DIGIT+ }
        variable = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ " " }"#;
    let source = ordinary.replace("operand", "factor") + rest;
    let findings = UserGrammar::read("own.pest", &source).unwrap().findings();
    let found = findings.warnings.iter().find(|it| !it.mend.is_empty()).unwrap();
    let mended = changed(&source, &found.mend);
    assert!(mended.ends_with("\nsqrt_word = @{ \"sqrt\" ~ !ASCII_ALPHA }\n"), "{mended}");
    let left = UserGrammar::read("own.pest", &mended).unwrap().findings();
    assert!(left.warnings.iter().all(|it| it.message != found.message), "{left:?}");
}

#[test]
fn operators_of_an_own_grammar_have_values_once_their_rules_have_the_advised_names() {
    let grammar = |unary: &str, rem: &str, pow: &str| {
        format!(
            r#"
            program = {{ SOI ~ expression ~ EOI }}
            expression = {{ term ~ (add | subtract)* }}
            add = {{ "+" ~ term }}
            subtract = {{ "-" ~ term }}
            term = {{ unary ~ (multiply | divide | {rem})* }}
            multiply = {{ "*" ~ unary }}
            divide = {{ "/" ~ unary }}
            {rem} = {{ "%" ~ unary }}
            unary = {{ {unary} | pow }}
            pow = {{ atom ~ {pow}? }}
            atom = _{{ number | "(" ~ expression ~ ")" }}
            number = @{{ ASCII_DIGIT+ }}
            WHITESPACE = _{{ " " }}
            negate = {{ "-" ~ unary }}
            power = {{ "^" ~ unary }}"#
        )
    };
    let without = |source: &str, rules: &[&str]| {
        let is_kept = |line: &&str| !rules.iter().any(|it| line.trim().starts_with(it));
        source.lines().filter(is_kept).collect::<Vec<_>>().join("\n")
    };
    for (rem, advice) in [
        ("rem", "call it `remainder`, or write `//! roles: remainder=rem`"),
        ("modulus", "a `-` has a value where a rule `negate` matches nothing else"),
    ] {
        let source = grammar("\"-\" ~ unary", rem, "(\"^\" ~ unary)");
        let source = without(&source, &["negate", "power"]).replace("modulus", "remainder");
        let own = UserGrammar::read("own.pest", &source).unwrap();
        let Some(Lacks::Expression(errors)) = own.lacks() else { panic!("{source}") };
        assert!(errors[0].advice.starts_with(advice), "{}", errors[0]);
    }
    let source = grammar("negate", "remainder", "power");
    let own = UserGrammar::read("own.pest", &source).unwrap();
    assert_eq!(own.lacks(), None, "{source}");
    let parse = Parse::new("2^3-7%4", &Grammar::User(own.into())).unwrap();
    assert_eq!(parse.value(), Ok(&5.into()));
}

#[test]
fn a_comment_may_allow_the_warnings_about_values() {
    let source = r#"
        expression = { operand ~ (("+" | "-" | "*" | "/") ~ operand)* }
        operand = _{ number | "(" ~ expression ~ ")" }"#;
    let warnings =
        |source: &str| UserGrammar::read("own.pest", source).unwrap().findings().warnings;
    let names = |source: &str| warnings(source).iter().map(|it| it.kind.name()).collect::<Vec<_>>();
    assert!(names(source).contains(&"trial"), "{:?}", names(source));
    let allowed = names(&format!("//! allow: trial\n{source}"));
    assert!(!allowed.iter().any(|it| ["trial", "unknown-allow"].contains(it)), "{allowed:?}");
}

#[test]
fn a_sign_has_a_value_once_it_is_written_as_the_error_says() {
    let source = |power: &str, more: &str| {
        format!(
            "expression = {{ term ~ ((\"+\" | \"-\") ~ term)* }}
            term = {{ power_of ~ ((\"*\" | \"/\") ~ power_of)* }}
            power_of = {{ {power} }}
            operand = _{{ number | slot | \"(\" ~ expression ~ \")\" }}\n{more}"
        )
    };
    for (power, sign) in [
        ("operand ~ SIGN?", "!"),
        ("operand ~ (SIGN ~ power_of)?", "%"),
        ("operand ~ (SIGN ~ power_of)?", "^"),
        ("SIGN? ~ operand", "-"),
    ] {
        let with = |rule: &str| {
            source(&power.replace("SIGN", rule), &format!("{rule} = {{ \"{sign}\" }}"))
        };
        let own = with("sign");
        let errors = UserGrammar::read("own.pest", &own).unwrap().shortcomings();
        let [error] = &errors[..] else { panic!("{own}: {errors:?}") };
        let written = format!("a `{sign}` has a value where a rule `");
        let (_, rule) = error.advice.split_once(&written).unwrap_or_else(|| panic!("{error}"));
        let own = with(rule.strip_suffix("` matches nothing else").unwrap());
        let read = UserGrammar::read("own.pest", &own).unwrap();
        assert_eq!(read.shortcomings(), [], "{own}");
    }
    let own = source("operand ~ (\"**\" ~ power_of)?", "");
    let error = &UserGrammar::read("own.pest", &own).unwrap().shortcomings()[0];
    assert!(error.advice.ends_with("a `**` has a value only if it is written `^`"), "{error}");
    let read = UserGrammar::read("own.pest", &own.replace("**", "^")).unwrap();
    assert_eq!(read.shortcomings(), []);
}

#[test]
fn the_error_for_a_rejected_number_points_at_the_number_rule() {
    for (number, text) in [("ASCII_DIGIT{2}", "2"), ("!\"1\" ~ ASCII_DIGIT+", "1")] {
        let source = format!("{}number = @{{ {number} }}", Grammar::Left.source());
        let findings = UserGrammar::read("own.pest", &source).unwrap().findings();
        let [error] = &findings.errors[..] else { panic!("{:?}", findings.errors) };
        assert_eq!(error.message, format!("the grammar rejects the test expression `{text}`"));
        assert_eq!(error.span.start, source.len() - format!("number = @{{ {number} }}").len());
        assert_eq!(findings.warnings, []);
        // Follow the advice.
        let rule = error.advice.split('`').nth(3).unwrap();
        let mended = format!("{}{rule}", Grammar::Left.source());
        assert_eq!(UserGrammar::read("own.pest", &mended).unwrap().findings().errors, []);
    }
}

#[test]
fn the_error_points_at_the_literal_that_reads_an_unexpected_sign() {
    let sign = "\"-\" ~ operand";
    let operand = format!("operand = _{{ number | \"(\" ~ expression ~ \")\" | {sign} }}");
    let source = [Grammar::Left.source(), &*operand].concat();
    let errors = UserGrammar::read("own.pest", &source).unwrap().shortcomings();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].message.contains("`-2`"), "{}", errors[0]);
    let at = source.find(sign).unwrap();
    assert_eq!(errors[0].span, at..at + 3);
}

#[test]
fn an_error_points_at_the_rule_that_accepts_a_decimal_point_in_a_number() {
    let left = Grammar::Left.source();
    for (rule, place) in [
        ("number = @{ ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT+)? }", "number"),
        ("operand = _{ number ~ (\".\" ~ number)? | \"(\" ~ expression ~ \")\" }", "\".\""),
    ] {
        let source = [left, rule].concat();
        let errors = UserGrammar::read("own.pest", &source).unwrap().shortcomings();
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!(
            error.message,
            "the grammar accepts the test expression `1.5`, which has no value"
        );
        let at = left.len() + rule.find(place).unwrap();
        assert_eq!(error.span, at..at + place.len(), "{rule}");
    }
}

#[test]
fn a_start_rule_without_eoi_is_not_a_shortcoming_of_a_user_grammar() {
    let source = [Grammar::Left.source(), "line = _{ SOI ~ expression }"].concat();
    assert_eq!(UserGrammar::read("own.pest", &source).unwrap().shortcomings(), []);
}

#[test]
fn the_advice_on_templates_works_in_a_grammar_that_names_its_roles() {
    let source = "//! roles: expression=sum number=num slot=hole
        sum = { product ~ ((\"+\" | \"-\") ~ product)* } hole = { \"N\" }
        product = { atom ~ ((\"*\" | \"/\") ~ atom)* } atom = _{ num } num = @{ ASCII_DIGIT+ }";
    let advised = ["(\"(\" ~ sum ~ \")\")", "hole"];
    let read = |source: &str| UserGrammar::read("own.pest", source).unwrap();
    let advice = read(source).template_warnings().into_iter().map(|it| it.advice);
    let written = ["`\"(\" ~ sum ~ \")\"`", "`hole`"].map(|it| format!("let {it} be an operand"));
    assert_eq!(advice.collect::<Vec<_>>(), written);
    let followed = source.replace("_{ num }", &format!("_{{ num | {} }}", advised.join(" | ")));
    assert_eq!(read(&followed).template_warnings(), []);
}

#[test]
fn template_warnings_point_at_the_rule_that_matches_numbers() {
    let source = r#"
        expression = _{ leaf ~ ("+" ~ add | "-" ~ subtract | "*" ~ multiply | "/" ~ divide)* }
        add = { leaf }
        subtract = { leaf }
        multiply = { leaf }
        divide = { leaf }
        leaf = _{ number }
    "#;
    let grammar = UserGrammar::read("own.pest", source).unwrap();
    let warnings = grammar.template_warnings();
    assert!(warnings.iter().all(|it| source[it.span.clone()] == *"leaf"), "{warnings:?}");
    assert_eq!(grammar.findings().warnings, warnings);
}

#[test]
fn an_error_points_at_a_silent_rule_that_has_a_role() {
    let source = Grammar::Left.source().replace("multiply = {", "multiply = _{");
    let errors = UserGrammar::read("own.pest", &source).unwrap_err();
    let [error] = &errors[..] else { panic!("{errors:?}") };
    let message = "rule `multiply` is silent, so the parser produces no node for it";
    assert_eq!((&*error.message, &source[error.span.clone()]), (message, "multiply"));
}

#[test]
fn a_sign_of_the_line_is_no_reason_to_remove_other_rules() {
    let source = r#"line = { SOI ~ "=" ~ expression ~ EOI } expression = { term ~ (add | subtract)* }
        add = { "+" ~ term } subtract = { "-" ~ term } term = { factor ~ (multiply | divide)* }
        multiply = { "*" ~ factor } divide = { "/" ~ factor }
        factor = { number | slot | "(" ~ expression ~ ")" } number = @{ ASCII_DIGIT+ }"#;
    let found = UserGrammar::read("own.pest", source).unwrap().findings();
    assert!(found.errors.iter().all(|it| it.message.contains("rejects the test expression")));
    assert_eq!(found.errors.len(), 4, "{found:?}");
    let odd = ["no meaning", "(2)"];
    assert!(!found.warnings.iter().any(|it| odd.iter().any(|odd| it.message.contains(odd))));
}

#[test]
fn an_expression_that_the_line_never_calls_is_the_only_error() {
    let line = r#"line = { SOI ~ sum ~ EOI } sum = { number ~ ("-" ~ number)* } "#;
    let expression = r#"expression = { operand ~ (("+" | "-" | "*" | "/") ~ operand)* } "#;
    let rules = r#"expression = _{ term ~ ("+" ~ add | "-" ~ subtract)* } add = { term }
        subtract = { term } term = _{ operand ~ ("*" ~ multiply | "/" ~ divide)* }
        multiply = { operand } divide = { operand }"#;
    for source in [format!("{line}{rules}"), format!("{line}{expression}")] {
        let errors = UserGrammar::read("own.pest", &source).unwrap_err();
        let [error] = &errors[..] else { panic!("{errors:?}") };
        let told = (&*error.message, &*error.advice, &source[error.span.clone()]);
        let expected =
            ("rule `expression` is never reached", "let `line` lead to it", "expression");
        assert_eq!(told, expected);
        let followed = source.replace("SOI ~ sum", "SOI ~ expression");
        assert_eq!(UserGrammar::read("own.pest", &followed).unwrap().lacks(), None, "{followed}");
    }
    // So no change is proposed that adds such an expression.
    let sums = line.to_owned() + "number = @{ ASCII_DIGIT+ }";
    assert_eq!(UserGrammar::read("own.pest", &sums).unwrap().completion(), None);
}

#[test]
fn the_template_warning_points_at_the_operand_rule() {
    let signs = "number ~ (\"+\" ~ add | \"-\" ~ subtract | multiply | divide)*";
    let source = flat(signs, "ASCII_DIGIT");
    let warnings = UserGrammar::read("own.pest", &source).unwrap().template_warnings();
    let told: Vec<_> =
        warnings.iter().map(|it| (&*it.message, &*it.advice, &source[it.span.clone()])).collect();
    assert_eq!(
        told,
        [
            (
                "the grammar rejects `(2)`, so it cannot parse templates",
                "let `\"(\" ~ expression ~ \")\"` be an operand",
                "expression"
            ),
            (
                "the grammar rejects `N`, so it cannot parse templates",
                "let `slot` be an operand",
                "expression"
            ),
        ]
    );
    let left = UserGrammar::read("own.pest", Grammar::Left.source()).unwrap();
    assert_eq!(left.template_warnings(), []);
    // Brackets cannot call a rule that begins with `SOI`.
    let whole = "expression = { SOI ~ term ~ ((\"+\" | \"-\") ~ term)* ~ EOI }
        term = { number ~ ((\"*\" | \"/\") ~ number)* }\n";
    let told = UserGrammar::read("own.pest", whole).unwrap().template_warnings();
    let brackets = "`\"(\" ~ expression ~ \")\"` be an operand";
    let expected = format!("leave `SOI` and `EOI` out of `expression`, and let {brackets}");
    assert_eq!(told[0].advice, expected);
    let whole = whole.replace("SOI ~ ", "").replace(" ~ EOI", "").replace("number", "factor")
        + "factor = { number | slot | \"(\" ~ expression ~ \")\" }";
    let followed = UserGrammar::read("own.pest", &whole).unwrap().findings();
    assert_eq!((followed.errors, followed.warnings), (vec![], vec![]));
}

#[test]
fn the_advice_for_an_unknown_names_the_letters_of_cards_only_if_the_grammar_accepts_them() {
    let digits = "//! roles: number=num\nline = { SOI ~ expression ~ EOI }
        expression = { term ~ (\"+\" ~ add | \"-\" ~ subtract)* } add = { term } subtract = { term }
        term = { num ~ (\"*\" ~ multiply | \"/\" ~ divide)* } multiply = { num } divide = { num }
        num = @{ ASCII_DIGIT+ }";
    let advice =
        |grammar: &Grammar| Diagnosis::of_expression("8-x", grammar).unwrap().slip.unwrap().advice;
    assert_eq!(advice(&Grammar::Left), "write a number, or A, T, J, Q or K");
    assert_eq!(advice(&own(digits)), "write a number");
}

/// A grammar of levels whose products have `signs` as well.
fn levels(signs: &str, end: &str) -> Grammar {
    let source = format!(
        r#"line = {{ SOI ~ expression{end} }}
        expression = {{ term ~ (("+" | "-") ~ term)* }}
        term = {{ factor ~ (("*" | "/"{signs}) ~ factor)* }}
        factor = _{{ number | "(" ~ expression ~ ")" }}
        number = @{{ ASCII_DIGIT+ }}
        WHITESPACE = _{{ " " }}"#
    );
    Grammar::from(UserGrammar::read("levels.pest", &source).unwrap())
}

#[test]
fn a_remainder_may_have_the_sign_mod() {
    let grammar = levels(" | \"mod\"", " ~ EOI");
    assert_eq!(grammar.lacks(), None);
    for grammar in [grammar, Grammar::Extended, Grammar::ExtendedLeft] {
        assert_eq!(grammar.parse("17 mod 5*2").unwrap().to_s_expression(), "(* (% 17 5) 2)");
    }
    let lacks = levels(" | \"div\"", " ~ EOI").lacks().unwrap().to_string();
    let missing = "it has no rules `multiply` and `divide`, and `div` is the sign of no operator";
    assert_eq!(lacks, missing);
}

#[test]
fn an_arithmetic_grammar_without_eoi_rejects_what_its_start_leaves_unread() {
    let grammar = levels("", "");
    for (text, end) in [("8-4", 3), ("(8-4)", 5), ("8-4 ", 4)] {
        assert_eq!(grammar.recognize(text), Ok(end), "{text}");
        assert!(grammar.parse(text).is_ok(), "{text}");
    }
    for text in ["8-4)", "8-4 (", "(8-4)]", "8-4+", "8-4 5"] {
        let error = grammar.parse(text).unwrap_err();
        let expected = "rule `line` matches only the text before it: end it with `~ EOI`";
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert_eq!(grammar.recognize(text), Err(error));
    }
}

#[test]
fn the_signs_of_word_processors_are_signs_of_their_operators() {
    let calls = "expression = { product ~ (add | subtract)* } add = { \"+\" ~ product }
        subtract = { (\"-\" | \"−\") ~ product } product = { number ~ (times | divide)* }
        times = { (\"*\" | \"×\") ~ number } divide = { (\"/\" | \"÷\") ~ number }";
    let inline = "expression = { product ~ ((\"+\" | \"-\" | \"−\") ~ product)* }
        product = { number ~ ((\"*\" | \"×\" | \"/\" | \"÷\") ~ number)* }";
    for source in [format!("//! roles: multiply=times\n{calls}"), inline.to_owned()] {
        let user = UserGrammar::read("signs.pest", &source).unwrap();
        assert_eq!(user.findings().errors, [], "{source}");
        let tree = Grammar::from(user).parse("9−2×8÷4").unwrap().to_s_expression();
        assert_eq!(tree, "(- 9 (/ (* 2 8) 4))", "{source}");
    }
}
