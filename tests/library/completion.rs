//! The rule names that turn a plain grammar into one of arithmetic.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::{Completion, UserGrammar};
use bracket24::reports::{GrammarTestRun, TestSuite};
use bracket24::tracer::GrammarError;

fn read(source: &str) -> Grammar {
    let read = UserGrammar::read("own.pest", source);
    Grammar::User(Arc::new(read.unwrap_or_else(|errors| panic!("{errors:?}: {source}"))))
}

fn errors(source: &str) -> Vec<GrammarError> {
    UserGrammar::read("own.pest", source).expect_err("it is no grammar").into()
}

fn completion(source: &str) -> Completion {
    let read = UserGrammar::read("own.pest", source).unwrap();
    read.completion().unwrap_or_else(|| panic!("{source}"))
}

/// The text after each changed rule is pasted in its place, and the line at the top.
fn pasted(source: &str, completion: &Completion) -> String {
    let mut text = source.to_owned();
    for (name, rule) in &completion.changed {
        let start = format!("\n{text}").find(&format!("\n{name} ")).unwrap();
        let end = start + text[start..].find("}\n").unwrap() + 1;
        text.replace_range(start..end, rule);
    }
    let line = completion.roles_line.iter().cloned();
    line.chain([text]).chain(completion.added.iter().cloned()).collect::<Vec<_>>().join("\n")
}

/// A grammar of sums and products on several lines, with some rules of its own.
fn sums(rules: &[&str]) -> String {
    let number = "number = @{ ASCII_DIGIT+ }";
    [rules, &[number, ""]].concat().join("\n")
}

/// Checks the advice for a grammar, and that the grammar has values after it.
fn assert_followed(source: &str, told: &str) {
    let completion = completion(source);
    assert_eq!(completion.advice(), told);
    for text in [&completion.source, &pasted(source, &completion)] {
        let made = read(text);
        assert_eq!(made.lacks(), None, "{text}");
        let Grammar::User(user) = &made else { unreachable!("it was read from a text") };
        assert_eq!(user.shortcomings(), [], "{text}");
        let read = made.parse("8-4*6/2").unwrap();
        assert_eq!(read.to_s_expression(), "(- 8 (/ (* 4 6) 2))", "{text}");
    }
}

#[test]
fn following_the_advice_makes_a_grammar_arithmetic() {
    let factor = "factor = { number | \"(\" ~ expression ~ \")\" }";
    for (source, told) in [
        (
            include_str!("../grammars/plain/sums.pest").to_owned(),
            r#"rewrite the rules as `expression = _{ product ~ ("+" ~ add | "-" ~ subtract)* }`, `add = { product }` and `subtract = { product }`; add `product = { number ~ (("*" | "/") ~ number)* }`"#,
        ),
        (
            include_str!("../grammars/plain/json.pest").to_owned(),
            r#"rewrite the rule as `number = @{ ASCII_DIGIT+ }`; add `expression = { product ~ (("+" | "-") ~ product)* }` and `product = { operand ~ (("*" | "/") ~ operand)* }`; texts then begin with `expression`, unless you give `--start`"#,
        ),
        (
            include_str!("../grammars/plain/textbook.pest").to_owned(),
            "rename `expr` to `expression` and `num` to `number`, or write `//! roles: expression=expr number=num` at the top of the file",
        ),
        (
            sums(&[
                r#"expression = { term ~ (("+" | "-") ~ term)* }"#,
                r#"term = { factor ~ ("*" ~ factor)* }"#,
                factor,
            ]),
            r#"rewrite the rule as `term = { factor ~ (("*" | "/") ~ factor)* }`"#,
        ),
        (
            sums(&[
                r#"expression = { term ~ ("+" ~ add | "-" ~ subtract)* }"#,
                "add = { term }",
                "subtract = { term }",
                "term = { factor ~ multiply* }",
                r#"multiply = { "*" ~ factor }"#,
                factor,
            ]),
            r#"rewrite the rule as `term = { factor ~ (multiply | divide)* }`; add `divide = { "/" ~ factor }`"#,
        ),
        (
            sums(&[
                "expression = _{ add | subtract | number }",
                r#"add = { number ~ "+" ~ expression }"#,
                r#"subtract = { number ~ "-" ~ expression }"#,
            ]),
            r#"rewrite the rules as `expression = _{ add | subtract | product }`, `add = { product ~ "+" ~ expression }` and `subtract = { product ~ "-" ~ expression }`; add `product = { number ~ (("*" | "/") ~ number)* }`"#,
        ),
        (
            sums(&[
                r#"expression = { number ~ ("+" ~ plus | "-" ~ minus)* }"#,
                "plus = { number }",
                "minus = { number }",
            ]),
            r#"rewrite the rules as `expression = { product ~ ("+" ~ plus | "-" ~ minus)* }`, `plus = { product }` and `minus = { product }`; add `product = { number ~ (("*" | "/") ~ number)* }`"#,
        ),
        (
            "list = { num ~ (\",\" ~ num)* }\nnum = @{ ASCII_DIGIT+ }\n".to_owned(),
            r#"write `//! roles: number=num` at the top of the file; add `expression = { product ~ (("+" | "-") ~ product)* }` and `product = { operand ~ (("*" | "/") ~ operand)* }`; texts then begin with `expression`, unless you give `--start`"#,
        ),
        (
            // Decimals have no value.
            "expr = { term ~ ((\"+\" | \"-\") ~ term)* }\nterm = { num ~ ((\"*\" | \"/\") ~ num)* }\nnum = @{ ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT+)? }\n".to_owned(),
            "write `//! roles: expression=expr number=num` at the top of the file; rewrite the rule as `num = @{ ASCII_DIGIT+ }`",
        ),
        (
            // The rule of numbers has its name already.
            r#"expr = { term ~ (("+" | "-") ~ term)* }
term = { atom ~ (("*" | "/") ~ atom)* }
atom = _{ number | "(" ~ expr ~ ")" }
number = @{ "-"? ~ ASCII_DIGIT+ }
"#
            .to_owned(),
            "write `//! roles: expression=expr` at the top of the file; rewrite the rule as `number = @{ ASCII_DIGIT+ }`",
        ),
        (
            sums(&[r#"expression = { factor ~ ("*" ~ factor)* }"#, factor]),
            r#"rewrite the rule as `expression = { product ~ (("+" | "-") ~ product)* }`; add `product = { factor ~ (("*" | "/") ~ factor)* }`"#,
        ),
        (
            "//! roles: number = num\nexpr = { num ~ (\"+\" ~ num)* }\nnum = { ASCII_DIGIT+ }\n"
                .to_owned(),
            r#"write `//! roles: expression=expr` at the top of the file; rewrite the rule as `expr = { product ~ (("+" | "-") ~ product)* }`; add `product = { num ~ (("*" | "/") ~ num)* }`"#,
        ),
    ] {
        assert_followed(&source, told);
    }
}

#[test]
fn the_advice_names_rules_for_signs_and_has_no_comments() {
    let factor = "factor = { number | \"(\" ~ expression ~ \")\" }";
    for (source, told) in [
        (
            sums(&[
                "expression = { factor ~ (op ~ factor)* }",
                r#"op = { "+" | "-" | "*" | "/" }"#,
                factor,
            ]),
            r#"rewrite the rule as `op = _{ add | subtract | multiply | divide }`; add `add = { "+" }`, `subtract = { "-" }`, `multiply = { "*" }` and `divide = { "/" }`"#,
        ),
        (
            // A rule of both signs has the name of the rule for one of them.
            sums(&[
                "expression = { term ~ (add ~ term)* }",
                r#"add = { "+" | "-" }"#,
                "term = { factor ~ (mul ~ factor)* }",
                r#"mul = { "*" | "/" }"#,
                factor,
            ]),
            r#"rewrite the rules as `expression = { term ~ (add_sign ~ term)* }`, `add = { "+" }` and `mul = _{ multiply | divide }`; add `add_sign = _{ add | subtract }`, `subtract = { "-" }`, `multiply = { "*" }` and `divide = { "/" }`"#,
        ),
        (
            // The advice is on one line, where a comment would hide the rest of the rule.
            sums(&[
                "expression = {",
                "    factor // the first \"one\"",
                r#"    ~ ("+" ~ factor // "a  b""#,
                r#"    | "-" ~ factor)*"#,
                "}",
                factor,
            ]),
            r#"rewrite the rule as `expression = { product ~ ("+" ~ product | "-" ~ product)* }`; add `product = { factor ~ (("*" | "/") ~ factor)* }`"#,
        ),
    ] {
        assert_followed(&source, told);
    }
}

#[test]
fn the_advice_for_rules_of_several_signs_also_leaves_out_decimals() {
    let source = sums(&[
        "expression = { term ~ (sign ~ term)* }",
        r#"sign = { "+" | "-" }"#,
        r#"term = { factor ~ (("*" | "/") ~ factor)* }"#,
        r#"factor = { "-" ~ factor | number | "(" ~ expression ~ ")" }"#,
    ]);
    let source = source.replace("DIGIT+", r#"DIGIT+ ~ ("." ~ ASCII_DIGIT+)?"#);
    assert_followed(
        &source,
        r#"rewrite the rules as `sign = _{ add | subtract }` and `number = @{ ASCII_DIGIT+ }`; add `add = { "+" }` and `subtract = { "-" }`"#,
    );
}

#[test]
fn the_rule_of_the_sums_of_a_whole_text_is_the_expression() {
    let factor = "factor = { number | \"(\" ~ sum ~ \")\" }";
    let product = r#"product = { factor ~ (("*" | "/") ~ factor)* }"#;
    let line = "calc = { SOI ~ sum ~ EOI }";
    for sum in [r#"(("+" | "-") ~ product)*"#, r#"(("+" | "-") ~ sum)?"#] {
        let sum = format!("sum = {{ product ~ {sum} }}");
        let told = "rename `sum` to `expression`, or write `//! roles: expression=sum` at the top of the file";
        assert_followed(&sums(&[line, &sum, product, factor]), told);
    }
    let sum = "sum = { product ~ (sign ~ product)* }";
    let sign = r#"sign = { "+" | "-" }"#;
    let source = sums(&[line, sum, sign, product, factor]);
    assert_eq!(
        completion(&source).advice(),
        r#"write `//! roles: expression=sum` at the top of the file; rewrite the rule as `sign = _{ add | subtract }`; add `add = { "+" }` and `subtract = { "-" }`"#,
    );
}

#[test]
fn a_grammar_of_more_than_expressions_needs_a_line() {
    let source = sums(&[
        "file = { SOI ~ (name ~ \"=\" ~ expr ~ \";\")+ ~ EOI }",
        "expr = { term ~ ((\"+\" | \"-\") ~ term)* }",
        "term = { factor ~ ((\"*\" | \"/\") ~ factor)* }",
        "factor = { number | \"(\" ~ expr ~ \")\" }",
        "name = @{ ASCII_ALPHA+ }",
    ]);
    let told = "write `//! roles: expression=expr` at the top of the file; add `line = { SOI ~ expr ~ EOI }`; texts then begin with `line`, unless you give `--start`";
    assert_followed(&source, told);
    let renamed = source.replace("expr", "expression");
    let told = "add `line = { SOI ~ expression ~ EOI }`; texts then begin with `line`, unless you give `--start`";
    assert_followed(&renamed, told);
}

#[test]
fn following_the_advice_keeps_what_the_rules_of_the_author_mean() {
    let powers = r#"
main = _{ SOI ~ expr ~ EOI }
expr = { term ~ (add_op ~ term)* }
add_op = { "+" | "-" }
term = { pow ~ (mul_op ~ pow)* }
mul_op = { "*" | "/" }
pow = { unary ~ ("^" ~ pow)? }
unary = { "-"? ~ atom }
atom = { number | "(" ~ expr ~ ")" }
number = @{ ASCII_DIGIT+ }
"#;
    let from_the_right = r#"
e = { t ~ ("+" ~ e | "-" ~ e)? }
t = { f ~ ("*" ~ t | "/" ~ t)? }
f = { n | "(" ~ e ~ ")" }
n = @{ '0'..'9'+ }
"#;
    let flat = r#"
integer = @{ ASCII_DIGIT+ }
unary_minus = { "-" }
primary = _{ integer | "(" ~ expr ~ ")" }
atom = _{ unary_minus? ~ primary }
bin_op = _{ add | subtract | multiply | divide | modulo }
add = { "+" } subtract = { "-" } multiply = { "*" } divide = { "/" } modulo = { "%" }
expr = { atom ~ (bin_op ~ atom)* }
equation = _{ SOI ~ expr ~ EOI }
"#;
    for (source, text, tree) in [
        (powers, "2^3-1", "(- (^ 2 3) 1)"),
        (powers, "-2+5", "(+ (- 2) 5)"),
        (from_the_right, "8-4-2", "(- 8 (- 4 2))"),
        (flat, "-2%3-1", "(- (% (- 2) 3) 1)"),
    ] {
        let completion = completion(source);
        let made = read(&completion.source);
        assert_eq!(made.parse(text).unwrap().to_s_expression(), tree, "{}", completion.advice());
        let Grammar::User(user) = &made else { unreachable!("it was read from a text") };
        assert_eq!(user.shortcomings(), [], "{text}");
    }
    // Sums of its own beside those of the author would mean something else.
    let unnamed = "all = { x ~ (\"+\" ~ all | \"-\" ~ all)? }\nx = @{ ASCII_DIGIT+ }\n";
    assert_eq!(UserGrammar::read("own.pest", unnamed).unwrap().completion(), None);
}

#[test]
fn the_advice_for_a_file_that_uses_shared_rules_shows_what_to_paste() {
    let source = include_str!("../grammars/wrong/missing_roles.pest");
    let errors = errors(source);
    assert_eq!(
        errors[0].advice,
        r#"rewrite the rules as `expression = _{ term ~ ("+" ~ add | "-" ~ subtract)* }` and `term = _{ operand ~ ("*" ~ multiply | "/" ~ divide)* }`; add `subtract = { term }` and `divide = { operand }`"#
    );
    assert_eq!(errors[1].advice, "define `divide`: the right operand of `/`");
    for (source, told) in [
        (
            r#"
            expression = { operand ~ ("+" ~ add | "-" ~ subtract)* }
            add = { operand }
            subtract = { operand }
            "#,
            r#"rewrite the rules as `expression = { product ~ ("+" ~ add | "-" ~ subtract)* }`, `add = { product }` and `subtract = { product }`; add `product = { operand ~ (("*" | "/") ~ operand)* }`"#,
        ),
        (
            r#"
            expression = { term ~ ("+" ~ add | "-" ~ subtract)* }
            add = { term }
            subtract = { term }
            term = { operand ~ ("*" ~ multiply)* }
            multiply = { operand }
            "#,
            r#"rewrite the rule as `term = { operand ~ ("*" ~ multiply | "/" ~ divide)* }`; add `divide = { operand }`"#,
        ),
    ] {
        assert_eq!(self::errors(source)[0].advice, told);
    }
}

#[test]
fn completion_gives_no_advice_if_it_finds_no_rewrite() {
    let many_signs = |count: usize| {
        sums(&[&["expression = { number", &" ~ (\"+\" ~ number)?".repeat(count), " }"].concat()])
    };
    for source in [
        include_str!("../grammars/plain/mixed.pest"),
        "expression = { expression_2 } expression_2 = { \"a\" }",
        // Its sign is in a rule of its own.
        &sums(&[
            "expression = { number ~ (plus ~ add)* }",
            r#"plus = { "+" }"#,
            "add = { number }",
        ]),
        // It has too many signs to try each of them.
        &many_signs(17),
    ] {
        let read = UserGrammar::read("own.pest", source).unwrap();
        assert_eq!(read.completion(), None, "{source}");
    }
    assert!(completion(&many_signs(16)).source.contains("\"-\""));
}

#[test]
fn a_calculator_grammar_with_a_flat_list_needs_only_a_roles_line() {
    let source = include_str!("../grammars/plain/calculator.pest");
    let completion = UserGrammar::read("own.pest", source).unwrap().completion().unwrap();
    assert_eq!(completion.roles_line.as_deref(), Some("//! roles: expression=expr number=integer"));
    assert_eq!((completion.changed, completion.added), (Vec::new(), Vec::new()));
    let read = read(&completion.source);
    assert!(read.lacks().is_none() && read.is_flat());
    assert_eq!(read.parse("(8-4)*2").unwrap().to_s_expression(), "(* (- 8 4) 2)");
    // It names the rules of the other operators after their roles.
    for (text, tree) in [
        ("-8", "(- 8)"),
        ("8-4!", "(- 8 (! 4))"),
        ("2^3^2", "(^ 2 (^ 3 2))"),
        ("-2^2", "(- (^ 2 2))"),
        ("-(8-4)*3!!", "(* (- (- 8 4)) (! (! 3)))"),
    ] {
        assert_eq!(read.parse(text).unwrap().to_s_expression(), tree, "{text}");
    }
}

#[test]
fn role_lines_accept_blanks_around_equals_signs_and_commas_between_roles() {
    let textbook = include_str!("../grammars/plain/textbook.pest");
    for line in [
        "expression=expr number=num",
        "expression = expr number = num",
        "expression =expr, number= num",
        " expression=expr,number=num ",
    ] {
        assert_eq!(read(&format!("//! roles: {line}\n{textbook}")).lacks(), None, "{line}");
    }
}

#[test]
fn an_error_in_the_roles_line_points_at_its_place() {
    let textbook = include_str!("../grammars/plain/textbook.pest");
    for (line, place, message, advice) in [
        ("expression=expr number=nmu", 27..37, "there is no rule `nmu`", "did you mean `num`?"),
        (
            "number = anything",
            11..28,
            "there is no rule `anything`",
            "name the rule in this file that has the role `number`",
        ),
        ("expresion=expr", 11..25, "there is no role `expresion`", "did you mean `expression`?"),
        (
            "number=num number=term",
            22..33,
            "the role `number` is given twice",
            "leave one of the two out",
        ),
        (
            "number=num slot=num",
            22..30,
            "the rule `num` has a role already",
            "a rule has one role; leave one of the two out",
        ),
        (
            "number",
            11..17,
            "`number` gives no rule a role",
            "expected a role and a rule, such as `expression=expr`",
        ),
        (
            "number=",
            11..18,
            "`number=` gives no rule a role",
            "expected a role and a rule, such as `expression=expr`",
        ),
    ] {
        let errors = errors(&format!("//! roles: {line}\n{textbook}"));
        let error = &errors[0];
        assert_eq!((&*error.message, error.span.clone(), &*error.advice), (message, place, advice));
    }
}

#[test]
fn the_advice_for_an_undefined_name_prefers_a_name_of_the_file_to_one_of_pest() {
    for (source, name) in [
        ("a = { numbr } numbers = { ASCII_DIGIT }", "`numbers`?"),
        ("a = { ltter } letters = { LETTER }", "`letters`?"),
        ("a = { ascii_digit }", "`ASCII_DIGIT`?"),
        (
            "//! roles: expression=expr number=num\nexpr = { number } num = { ASCII_DIGIT }",
            "`num`? it has the role `number`",
        ),
    ] {
        let errors = errors(source);
        assert_eq!(errors[0].advice, format!("did you mean {name}"), "{errors:?}");
    }
}

#[test]
fn a_rule_with_another_name_is_found_by_its_role() {
    let textbook = read(include_str!("../grammars/textbook_with_roles.pest"));
    let Grammar::User(user) = &textbook else { unreachable!("it is of a file") };
    assert_eq!((user.rule_with("number"), user.rule_with("term")), ("num", "term"));
    let suite = TestSuite::read("===\na\n===\n1\n---\n(expression (number))\n").unwrap();
    let errors = GrammarTestRun::new(&suite, &textbook, |_| true).unwrap_err();
    let advice: Vec<&str> = errors.iter().map(|error| &*error.advice).collect();
    assert_eq!(advice, ["did you mean `expr`?", "did you mean `num`?"]);
}

#[test]
fn a_grammar_of_other_texts_that_forgot_its_number_has_an_undefined_rule() {
    let mission = r#"mission = { SOI ~ "wait" ~ duration ~ EOI } duration = { number ~ "s" }"#;
    let with_expression = r#"mission = { SOI ~ ("climb" ~ expression ~ "m")* ~ EOI }
        expression = { term ~ (("+" | "-") ~ term)* }
        term = { factor ~ (("*" | "/") ~ factor)* }
        factor = { number | "(" ~ expression ~ ")" }"#;
    for source in [mission, with_expression] {
        for read in [UserGrammar::read, UserGrammar::with_left_recursion] {
            let errors = read("mission.pest", source).unwrap_err();
            let found = (&*errors[0].message, &*errors[0].advice, errors.len());
            let advice = "define it, as in `number = { \"a\" }`, or correct its name";
            assert_eq!(found, ("rule `number` is undefined", advice, 1));
            assert_eq!(&source[errors[0].span.clone()], "number");
        }
    }
}

#[test]
fn the_roles_line_names_operators_that_only_their_signs_show() {
    let source = r#"formula = { SOI ~ sum ~ EOI }
        sum = { product ~ ((plus | minus) ~ product)* }
        product = { signed ~ ((times | over) ~ signed)* }
        signed = { unary_minus ~ signed | pow }
        pow = { value ~ (hat ~ signed)? }
        value = { num | "(" ~ sum ~ ")" }
        plus = { "+" }
        minus = { "-" }
        times = { "*" }
        over = { "/" }
        hat = { "^" }
        unary_minus = { "-" }
        num = @{ ASCII_DIGIT+ }
        WHITESPACE = _{ " " }"#;
    let completion = completion(source);
    let line = completion.roles_line.as_deref().unwrap();
    assert!(line.ends_with("number=num power=hat negate=unary_minus"), "{line}");
    let tree = read(&completion.source).parse("-2+2^3").unwrap().to_s_expression();
    assert_eq!(tree, "(+ (- 2) (^ 2 3))");
}

#[test]
fn a_file_with_one_operator_needs_the_rules_that_it_calls_as_its_own() {
    let source = "line = { SOI ~ expression ~ EOI }
        expression = { number ~ (\"-\" ~ number)* }";
    let said: Vec<_> = errors(source).into_iter().map(|it| it.message).collect();
    assert_eq!(said, ["rule `number` is undefined"; 2]);
    let own = UserGrammar::read("own.pest", &format!("{source} number = @{{ ASCII_DIGIT+ }}"));
    assert!(own.unwrap().lacks().is_some());
}
