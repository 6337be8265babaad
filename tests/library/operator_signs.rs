//! The signs of operators in user grammars: which rules match them, and how they group.

use std::sync::Arc;

use bracket24::grammars::{Lacks, UserGrammar};
use bracket24::{Grammar, evaluate};

use crate::user_grammars::own;

#[test]
fn an_operator_sign_followed_by_its_operand_needs_no_rule_of_its_own() {
    let grammar = |sums: &str, products: &str| {
        format!(
            "expression = {{ {sums} }} term = {{ {products} }} WHITESPACE = _{{ \" \" }}
             factor = {{ number | \"(\" ~ expression ~ \")\" }} number = @{{ ASCII_DIGIT+ }}"
        )
    };
    let products = r#"factor ~ ("*" ~ factor | "/" ~ factor)*"#;
    let left = ["8 - 4 - 2 * 3", "(8 - 4)/2/2 + 1"];
    for (sums, same) in [
        (r#"term ~ (("+" | "-") ~ term)*"#, Grammar::Left),
        (r#"term ~ ("+" ~ term | "-" ~ term)*"#, Grammar::Left),
        (r#"term ~ ("-" ~ term | ("+" ~ term))*"#, Grammar::Left),
        (r#"term ~ ("+" | "-") ~ expression | term"#, Grammar::Pemdas),
        (r#"term ~ ("+" ~ expression)? ~ ("-" ~ expression)?"#, Grammar::Pemdas),
    ] {
        let own = own(&grammar(sums, products));
        for text in left {
            let read = own.parse(text).unwrap();
            if same == Grammar::Left {
                assert_eq!(read, Grammar::Left.parse(text).unwrap(), "{sums}");
            }
        }
    }
    // A minus before its only operand negates it.
    let sums = r#"term ~ (("+" | "-") ~ term)*"#;
    let source = grammar(sums, products) + " name = @{ ASCII_ALPHA+ }";
    let with = |part: &str| own(&source.replace("number |", part));
    let minus = with("number | \"-\" ~ factor |").parse("8--(4-2)").unwrap();
    assert_eq!(evaluate(&minus), Ok(10.into()));
    // Here `power` and `root` are rules of their own, and no operands.
    for name in ["power", "root", "pow"] {
        let source = format!(
            "expression = {{ term ~ ((\"+\" | \"-\") ~ term)* }} number = @{{ ASCII_DIGIT+ }}
             term = {{ {name} ~ ((\"*\" | \"/\") ~ {name})* }}
             {name} = {{ atom ~ (\"^\" ~ {name})? }}
             atom = {{ number | \"(\" ~ expression ~ \")\" }}"
        );
        let read = own(&source).parse("2*2^3^2").unwrap();
        assert_eq!(evaluate(&read), Ok(1024.into()), "{name}");
    }
    let start = "root = { SOI ~ expression ~ EOI } ".to_owned() + &grammar(sums, products);
    assert_eq!(evaluate(&own(&start).parse("2+1").unwrap()), Ok(3.into()));
    // Blanks may be written between the operands.
    let blanks = "ws = _{ \" \" } number = @{ ASCII_DIGIT+ }
        expression = { \"-\"? ~ ws* ~ term ~ (ws* ~ (\"+\" | \"-\") ~ ws* ~ term)* }
        term = { factor ~ (ws* ~ (\"*\" | \"/\") ~ ws* ~ factor)* }
        factor = { number | \"(\" ~ expression ~ \")\" }";
    for (text, value) in [("-2+3", 1), ("- 8 - 4 - 2 * 3", -18)] {
        assert_eq!(evaluate(&own(blanks).parse(text).unwrap()), Ok(value.into()), "{text}");
    }
    // Otherwise, all texts of the grammar must have values.
    for (part, text) in [
        ("number | \"+\" ~ factor |", "+2"),
        ("number | name |", "a"),
        ("ASCII_DIGIT+ ~ \".\" ~ number | number |", "1.5"),
        ("number ~ number |", "2+1"),
    ] {
        let grammar = with(part);
        let Some(Lacks::Expression(reasons)) = grammar.lacks() else {
            panic!("{part}: {:?}", grammar.lacks())
        };
        assert!(reasons[0].message.contains(&format!("`{text}`")), "{reasons:?}");
    }
}

#[test]
fn a_rule_that_matches_only_a_sign_is_grouped_by_the_levels_of_the_grammar() {
    let signs = r#"add = { " "* ~ "+" } subtract = { "-" } multiply = { "*" } divide = { "/" }
        number = @{ ASCII_DIGIT+ } atom = _{ number | "(" ~ expression ~ ")" } "#;
    let more = r#"power = { "^" } negate = { "-" } root = { "√" } factorial = { "!" }"#;
    let products = "term = { atom ~ ((multiply | divide) ~ atom)* }";
    let sums = "expression = { term ~ ((add | subtract) ~ term)* }";
    for (rules, text, tree) in [
        // The usual levels, written in several ways.
        ([sums, products, ""], "8-4-2*3", "(- (- 8 4) (* 2 3))"),
        (
            ["expression = { term ~ sums* } sums = { (add | subtract) ~ term }", products, ""],
            "8-4-2*3",
            "(- (- 8 4) (* 2 3))",
        ),
        (
            ["expression = { term ~ (sum ~ term)* } sum = { add | subtract }", products, ""],
            "8-4-2*3",
            "(- (- 8 4) (* 2 3))",
        ),
        // Other precedence, and other associativity.
        (
            [
                "expression = { sum ~ (subtract ~ sum)* } sum = { term ~ (add ~ term)* }",
                products,
                "",
            ],
            "8-3+2",
            "(- 8 (+ 3 2))",
        ),
        (
            [
                "expression = { term ~ ((multiply | divide) ~ term)* }",
                "term = { atom ~ ((add | subtract) ~ atom)* }",
                "",
            ],
            "2+3*4",
            "(* (+ 2 3) 4)",
        ),
        (
            ["expression = { term ~ ((add | subtract) ~ expression)? }", products, ""],
            "8-4-2",
            "(- 8 (- 4 2))",
        ),
        // A level has the name of an operator.
        (
            [
                sums,
                "term = { power ~ ((multiply | divide) ~ power)* }",
                "power = { atom ~ (\"^\" ~ power)? }",
            ],
            "8-2^3^2-1",
            "(- (- 8 (^ 2 (^ 3 2))) 1)",
        ),
        // Signs before their only operand.
        (
            [
                "expression = { negate? ~ term ~ sums* } sums = { (add | subtract) ~ term }",
                products,
                "negate = { \"-\" }",
            ],
            "-1+2",
            "(+ (- 1) 2)",
        ),
        (
            [
                sums,
                "term = { pow ~ ((multiply | divide) ~ pow)* } pow = { unary ~ (power ~ unary)* }
            unary = { negate? ~ atom }",
                "power = { \"^\" } negate = { \"-\" }",
            ],
            "8--2^2",
            "(- 8 (^ (- 2) 2))",
        ),
        (
            [
                sums,
                "term = { unary ~ ((multiply | divide) ~ unary)* }
            unary = { (negate | root)* ~ atom ~ factorial* ~ (power ~ unary)? }",
                more,
            ],
            "--2^-√4!",
            "(- (- (^ 2 (- (√ (! 4))))))",
        ),
    ] {
        let grammar = own(&(signs.to_owned() + &rules.concat()));
        assert!(!grammar.is_flat(), "{rules:?}");
        let read = grammar.parse(text).unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert_eq!(read.to_s_expression(), tree, "{rules:?}");
    }
}

#[test]
fn a_level_with_the_name_of_an_operator_may_call_the_shared_operand() {
    let grammar = own(r#"expression = { term ~ (("+" | "-") ~ term)* }
        term = { power ~ (("*" | "/") ~ power)* } power = { operand ~ ("^" ~ power)? }"#);
    let read = grammar.parse("8-(2^3)^2-1").unwrap();
    assert_eq!(read.to_s_expression(), "(- (- 8 (^ (^ 2 3) 2)) 1)");
}

#[test]
fn the_right_operand_of_a_sign_may_have_any_name() {
    let named = |name: &str| {
        format!(
            r#"
            expression = {{ term ~ ("+" ~ add | "-" ~ subtract)* }}
            add = {{ term }}
            subtract = {{ term }}
            term = _{{ power_of ~ ("*" ~ multiply | "/" ~ divide)* }}
            multiply = {{ power_of }}
            divide = {{ power_of }}
            power_of = _{{ operand ~ ("^" ~ {name})? }}
            {name} = {{ power_of }}
            "#
        )
    };
    let given = format!("//! roles: power=pow\n{}", named("pow"));
    for source in [named("power"), named("pow"), given] {
        let grammar = UserGrammar::read("own.pest", &source).unwrap();
        assert_eq!(grammar.findings().errors, []);
        let tree = Grammar::User(Arc::new(grammar)).parse("2*2^3^2").unwrap().to_s_expression();
        assert_eq!(tree, "(* 2 (^ 2 (^ 3 2)))");
    }
}
