//! Grammars that are read at run time and group expressions as ordinary arithmetic does.

use std::sync::LazyLock;

use bracket24::grammars::{Lacks, UserGrammar};
use bracket24::{Grammar, SyntaxErrorKind};
use proptest::prelude::*;

use crate::tree::texts;
use crate::user_grammars::own;

/// No precedence: operands with operators between them.
const FLAT_LIST: &str = include_str!("../grammars/flat_list.pest");

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_flat_list_is_grouped_as_in_ordinary_arithmetic(text in texts()) {
        let flat = own(FLAT_LIST);
        prop_assert!(flat.is_flat());
        prop_assert_eq!(flat.parse(&text), Grammar::Left.parse(&text));
    }
}

/// Flat lists with operators before and after operands; their rules may or may not make nodes.
static WITH_SIGNS: LazyLock<Vec<Grammar>> = LazyLock::new(|| {
    let primary = r#"_{ int | slot | "(" ~ expr ~ ")" }"#;
    let primaries = [primary, &primary.replace("expr", "opened"), primary.trim_start_matches('_')];
    let atoms = ["_", ""].map(|it| it.to_owned() + "{ (negate | root)* ~ primary ~ factorial* }");
    let made = atoms.iter().flat_map(|atom| primaries.map(|it| with_signs(atom, it)));
    made.map(|source| own(&source)).collect()
});

fn with_signs(atom: &str, primary: &str) -> String {
    let signs = r#"negate = { "-" } root = { "√" } factorial = { "!" } power = { "^" }
        remainder = { "%" } opened = { expr }"#;
    let lines = FLAT_LIST.lines().map(|line| match line.split(' ').next() {
        Some("expr") => "expr = { atom ~ (infix ~ atom)* }".to_owned(),
        Some("primary") => format!("primary = {primary} atom = {atom} {signs}"),
        Some("infix") => line.replace("divide", "divide | power | remainder"),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Texts with every operator that a flat list can have, and brackets round some parts.
fn texts_with_signs() -> impl Strategy<Value = String> {
    let number = (1..10_u32).prop_map(|number| number.to_string());
    number.prop_recursive(5, 24, 3, |inner| {
        let infix = prop::sample::select(vec!["+", "-", "*", "/", "^", "%"]);
        prop_oneof![
            (inner.clone(), infix, inner.clone())
                .prop_map(|(left, operator, right)| [&left, operator, &right].concat()),
            (prop::sample::select(vec!["-", "√"]), inner.clone())
                .prop_map(|(operator, operand)| [operator, &operand].concat()),
            inner.clone().prop_map(|operand| operand + "!"),
            inner.prop_map(|inner| format!("({inner})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_flat_list_with_prefix_and_postfix_signs_is_grouped_as_in_arithmetic(
        text in texts_with_signs()
    ) {
        let Ok(ordinary) = Grammar::Extended.parse(&text) else { return Ok(()) };
        for flat in &*WITH_SIGNS {
            let read = flat.parse(&text).unwrap();
            prop_assert!(
                read.is_grouped_as(&ordinary),
                "{text}: {} and {}", read.to_s_expression(), ordinary.to_s_expression()
            );
        }
    }
}

#[test]
fn a_list_matched_by_its_own_rule_is_one_operand() {
    let tree = |source: &str, text: &str| {
        own(source).parse(text).map(|tree| tree.to_s_expression()).map_err(|it| it.message())
    };
    let in_nodes = FLAT_LIST.replace("_{", "{");
    assert_eq!(tree(&in_nodes, "(8-4)-2*3").unwrap(), "(- (- 8 4) (* 2 3))");
    let in_tails = FLAT_LIST
        .replace("(infix ~ primary)*", "tail*")
        .replace("\nslot", "\ntail = { infix ~ primary }\nslot");
    assert_eq!(tree(&in_tails, "8-4-2*3").unwrap(), "(- (- 8 4) (* 2 3))");
    let template = own(FLAT_LIST).parse_slots("(N-N/N)*N").unwrap();
    assert_eq!(template.to_s_expression(), "(* (- N (/ N N)) N)");
}

#[test]
fn the_grammar_rejects_a_flat_list_with_a_part_that_has_no_value() {
    let signs = FLAT_LIST
        .replace("primary = _{ ", "primary = _{ minus ~ primary | ")
        .replace("divide }", "divide | modulo | twice }")
        .replace("\nslot", "\nminus = { \"-\" }\nmodulo = { \"%\" }\ntwice = { add ~ add }\nslot");
    let signs = own(&signs);
    assert!(signs.parse("8-4*2").is_ok());
    for text in ["-8", "8--4", "8%3", "8%(3-1)", "(8%3)-1"] {
        let error = signs.parse(text).unwrap_err();
        assert!(matches!(error.kind, SyntaxErrorKind::NoTree(_)), "{text}: {error}");
    }
}

#[test]
fn the_error_says_what_is_wrong_with_a_flat_list() {
    let loose = FLAT_LIST
        .replace("(infix ~ primary)*", "(infix ~ primary?)*")
        .replace("divide }", "divide | plus }")
        .replace("\nslot", "\nplus = { \"+\" ~ \"+\" }\nslot")
        .replace("add = { \"+\" }", "add = { \"+\" ~ \"+\"? }");
    let loose = own(&loose);
    for (text, message) in [
        ("8-", "an operator has no right operand"),
        ("8-*2", "an operator has no left operand"),
        ("8++2", "the rule for `add` must match `+` alone"),
    ] {
        assert_eq!(loose.parse(text).unwrap_err().advice(), message, "{text}");
    }
    assert!(loose.parse("8+2").is_ok());
}

#[test]
fn an_operator_that_no_rule_refers_to_is_missing_but_a_slot_may_be() {
    let without = |rule: &str| UserGrammar::read("own.pest", &FLAT_LIST.replace(rule, "")).unwrap();
    assert!(without(" | divide").lacks().is_some());
    assert!(without(" | slot").lacks().is_none());
}

#[test]
fn a_sign_without_a_value_is_an_error() {
    let loose = own(&FLAT_LIST.replace("(infix ~ primary)*", "(infix ~ primary)* ~ \",\"?"));
    assert!(loose.parse("8-4").is_ok());
    let error = loose.parse("8-(4,)").unwrap_err();
    assert_eq!(
        (error.span.clone(), &*error.advice()),
        (4..5, "the grammar accepts it, but it has no value")
    );
}

#[test]
fn a_list_that_continues_in_another_list_is_not_a_flat_list() {
    let to_the_right = FLAT_LIST.replace("(infix ~ primary)*", "(infix ~ expr)?");
    let in_a_tail = FLAT_LIST
        .replace("(infix ~ primary)*", "tail?")
        .replace("\nslot", "\ntail = { infix ~ expr }\nslot");
    for source in [to_the_right, in_a_tail] {
        let read = UserGrammar::read("own.pest", &source).unwrap();
        let Some(Lacks::Expression(errors)) = read.lacks() else { panic!("{:?}", read.lacks()) };
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert!(error.message.starts_with("the test expression `8-4-2`"), "{error:?}");
        assert_eq!(&source[error.span.clone()], "expr");
        // Follow the advice.
        let rule = error.advice.split('`').nth(1).unwrap();
        let written = source.lines().find(|line| line.starts_with("expr =")).unwrap();
        assert_eq!(own(&source.replace(written, rule)).lacks(), None);
    }
}

#[test]
fn a_bracketed_flat_list_must_be_a_list_of_its_own() {
    let silent = FLAT_LIST.replace("expr = {", "expr = _{");
    let read = UserGrammar::read("own.pest", &silent).unwrap();
    let Some(Lacks::Expression(errors)) = read.lacks() else { panic!("{:?}", read.lacks()) };
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert!(error.message.ends_with("the part in brackets is not a list of its own"), "{error:?}");
    assert_eq!(&silent[error.span.clone()], "expr");
}
