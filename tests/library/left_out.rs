//! The parts that a grammar read at run time leaves out; the documentation names them.

use bracket24::grammars::UserGrammar;
use bracket24::{Grammar, NodeKind, SetName, Template, TemplateSet, evaluate};

use crate::user_grammars::own;

/// A grammar of the four operators, in which `operand` replaces each `{}`.
const LEFT: &str = r#"
    expression = _{ term ~ ("+" ~ add | "-" ~ subtract)* }
    add = { term }
    subtract = { term }
    term = _{ {} ~ ("*" ~ multiply | "/" ~ divide)* }
    multiply = { {} }
    divide = { {} }
"#;

/// Comments between all tokens.
const COMMENT: &str = r#"
    WHITESPACE = _{ " " }
    COMMENT = _{ "/*" ~ (!"*/" ~ ANY)* ~ "*/" }
"#;

fn left_of(operand: &str) -> String {
    LEFT.replace("{}", operand)
}

#[test]
fn a_named_set_records_the_templates_that_the_grammar_rejects() {
    let short = own(include_str!("../grammars/two_signs_at_most.pest"));
    let set = TemplateSet::named(SetName::Canonical, 4, &short);
    assert_eq!((set.templates().len(), set.unread().len()), (85, 8));
    for (text, error) in set.unread() {
        assert_eq!(Template::parse(text, &short).unwrap_err(), *error);
    }
    assert_eq!(TemplateSet::named(SetName::Canonical, 3, &short).unread(), []);
}

#[test]
fn a_grammar_reports_a_name_without_a_value_and_not_the_operator_beside_it() {
    let grammar = own(&left_of("name | operand").replace("name |", "'a'..'z' |"));
    assert_eq!(grammar.parse("3*2").ok(), Grammar::Left.parse("3*2").ok());
    for (text, place) in [("x", 0..1), ("x+2", 0..1), ("2*x", 2..3), ("2*(x+1)", 3..4)] {
        let error = grammar.parse(text).unwrap_err();
        let said = "the grammar accepts it, but it has no value";
        assert_eq!((&*error.advice(), error.span), (said, place), "{text}");
    }
}

#[test]
fn a_grammar_reports_a_sign_without_a_value_as_an_error_in_an_expression() {
    let postfixed = r#"postf = _{ operand ~ ("!" | "²")? | "√" ~ operand | "sin" ~ operand }"#;
    let source = format!("{}{postfixed}", left_of("postf"));
    let grammar = own(&source);
    assert_eq!(grammar.parse("3*2").ok(), Grammar::Left.parse("3*2").ok());
    for (text, place) in
        [("3!", 1..2), ("√9", 0..3), ("3!*2", 1..2), ("7-3²", 3..5), ("sin3", 0..1)]
    {
        let error = grammar.parse(text).unwrap_err();
        assert_eq!(
            (error.advice(), error.span),
            ("the grammar accepts it, but it has no value".into(), place)
        );
    }
    assert!(Template::parse("N!*N", &grammar).is_err());
    let findings = UserGrammar::read("own.pest", &source).unwrap().findings();
    assert_eq!(
        findings.errors[0].message,
        "the grammar accepts the test expression `2!`, which has no value"
    );
}

#[test]
fn a_grammar_reports_a_number_or_an_operator_that_no_rule_with_a_node_matches() {
    let grammar =
        own(&left_of("more").replace("add = ", "more = _{ operand ~ (\"^\" | \"N\")? } add = "));
    for text in ["3^", "3N", "4+3^*2"] {
        let error = grammar.parse(text).unwrap_err();
        assert_eq!(error.advice(), "no rule that produces a node matches it", "{text}");
        assert!(["^", "N"].contains(&&text[error.span.clone()]));
    }
}

#[test]
fn expressions_leave_out_blanks_of_any_script_and_the_commas_of_functions() {
    let blank = own(&format!("{}WHITESPACE = _{{ \" \" | \"\u{3000}\" }}", left_of("operand")));
    assert_eq!(blank.parse("8 -\u{3000}4").unwrap().to_s_expression(), "(- 8 4)");
    let log =
        r#"log = { "log(" ~ expression ~ "," ~ expression ~ ")" } power_of = _{ log | operand }"#;
    let log = own(&format!("{}{log}", left_of("power_of")));
    assert_eq!(log.parse("log(2,8)*3").unwrap().to_s_expression(), "(* (log 2 8) 3)");
}

#[test]
fn the_parser_skips_a_whole_comment_whose_rule_names_whitespace() {
    let rules = r#"WHITESPACE = _{ " " } COMMENT = _{ "/*" ~ (WHITESPACE | !"*/" ~ ANY)* ~ "*/" }"#;
    let grammar = own(&format!("{}{rules}", left_of("operand")));
    let read = grammar.parse("8 /* - 3 */ - /* */ 4").unwrap();
    assert_eq!(read.to_s_expression(), "(- 8 4)");
}

#[test]
fn expressions_leave_out_comments_whatever_they_contain() {
    let list = include_str!("../grammars/flat_list.pest").replace("WHITESPACE", "BLANK");
    let sources = [format!("{}{COMMENT}", left_of("operand")), format!("{list}{COMMENT}")];
    for grammar in sources.map(|source| own(&source)) {
        for (text, plain) in [
            ("8 /* é */ - 4", "8-4"),
            ("8 /* - N 3 */- 4 /* a /* b */ * 2", "8-4*2"),
            ("/*-*/(8 - 4 /*)*/)/* + 2 */*/*/*/2", "(8-4)*2"),
        ] {
            let read = grammar.parse(text).unwrap();
            let same = Grammar::Left.parse(plain).unwrap();
            assert_eq!(read.to_s_expression(), same.to_s_expression());
            assert_eq!(evaluate(&read), evaluate(&same));
            for node in read.nodes() {
                assert_eq!(node.span.len(), 1, "{text}");
            }
        }
        let signs = read_signs(&grammar, "8 /* - */ - 4");
        assert_eq!(signs, vec![10..11]);
    }
}

/// The places of the operators.
fn read_signs(grammar: &Grammar, text: &str) -> Vec<std::ops::Range<usize>> {
    let read = grammar.parse(text).unwrap();
    let operations = read.nodes().iter().filter(|it| matches!(it.kind, NodeKind::Operation(_)));
    operations.map(|it| it.span.clone()).collect()
}

#[test]
fn a_comment_in_a_template_may_contain_anything_except_a_slot() {
    let grammar = own(&format!("{}{COMMENT}", left_of("operand")));
    let template = Template::parse("N /* 3 - é */ + N", &grammar).unwrap();
    assert_eq!(template.slots(), 2);
    assert_eq!(template.fill(&[5, 1].into()).unwrap(), "5 /* 3 - é */ + 1");
    let error = Template::parse("N /* + N */ + N", &grammar).unwrap_err();
    assert_eq!(error.span, 7..8);
    assert!(error.advice().starts_with("a card would be filled in there"), "{error}");
}
