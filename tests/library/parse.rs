//! The trees of expressions.

use std::sync::Arc;

use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Parse, Reading};
use bracket24::{Expression, Grammar, MAX_DEPTH, NodeKind, Rational, evaluate};
use proptest::prelude::*;

use crate::tree::{texts, trees};

/// The names of the rules and the texts that they read, one chain per line.
fn shown(text: &str, grammar: &Grammar) -> Vec<String> {
    let parse = Parse::new(text, grammar).unwrap();
    let chains = parse.tree().unit_rules().into_iter();
    chains.map(|chain| format!("{} {:?}", chain.rules.join(" "), &text[chain.span])).collect()
}

#[test]
fn the_parse_shows_a_rule_without_the_blanks_around_its_text() {
    assert_eq!(
        shown(" 8 /\t( 3 - 8/3 ) ", &Grammar::Left),
        [
            r#"line expression term "8 /\t( 3 - 8/3 )""#,
            r#"operand number "8""#,
            r#"divide operand "( 3 - 8/3 )""#,
            r#"expression "3 - 8/3""#,
            r#"term operand number "3""#,
            r#"subtract term "8/3""#,
            r#"operand number "8""#,
            r#"divide operand number "3""#,
        ]
    );
}

#[test]
fn rules_that_match_the_same_text_form_one_chain() {
    assert_eq!(
        shown("((1))", &Grammar::Flat),
        [
            r#"line expression operand "((1))""#,
            r#"expression operand "(1)""#,
            r#"expression operand number "1""#,
        ]
    );
}

#[test]
fn the_parse_tree_leaves_out_whitespace_rules() {
    let source = include_str!("../../grammar/left.pest").replacen(
        "/// Terms",
        "WHITESPACE = _{ \" \" }\n\n/// Terms",
        1,
    );
    let own = UserGrammar::read("own", &source).unwrap();
    assert_eq!(
        shown("8 - 3", &Grammar::User(Arc::new(own))),
        [
            r#"line expression "8 - 3""#,
            r#"term operand number "8""#,
            r#"subtract term operand number "3""#,
        ]
    );
}

#[test]
fn the_full_text_brackets_every_operation_except_the_outermost() {
    let full = |text| {
        let parse = Parse::new(text, &Grammar::Left).unwrap();
        parse.expression().to_full_text(ToString::to_string)
    };
    assert_eq!(full("((24))"), "24");
    assert_eq!(full("(1+2)"), "1+2");
    assert_eq!(full("8/(3-8/3)"), "8/(3-(8/3))");
    assert_eq!(full(" 1 + 2 + 3 * 4"), "(1+2)+(3*4)");
}

#[test]
fn the_parse_result_says_if_its_printed_form_is_regrouped() {
    let regrouped = |text| Reading::new(text, &Grammar::Left).is_regrouped();
    assert!(regrouped("5+(8-7)"));
    assert!(!regrouped("5-(8-7)"));
    assert!(!regrouped("(5+8)-7"));
}

/// The tree, without places.
fn kinds(expression: &Expression<Rational>) -> Vec<NodeKind<Rational>> {
    expression.nodes().iter().map(|node| node.kind.clone()).collect()
}

proptest! {
    #[test]
    fn all_grammars_build_the_same_tree_from_a_fully_bracketed_text(tree in trees()) {
        let text = tree.bracketed();
        let expression = Grammar::Left.parse(&text).unwrap();
        let full = expression.to_full_text(ToString::to_string);
        for grammar in Grammar::BASIC {
            prop_assert_eq!(kinds(&grammar.parse(&full).unwrap()), kinds(&expression));
        }
        let pairs = full.matches('(').count();
        prop_assert!(pairs < (expression.nodes().len() / 2).max(1), "{}", full);
    }

    #[test]
    fn the_text_with_the_fewest_brackets_has_the_value_of_the_tree_in_arithmetic(text in texts()) {
        for grammar in Grammar::BASIC {
            let parse = Parse::new(&text, grammar).unwrap();
            let written = parse.expression().to_string();
            let fewest = Grammar::Left.parse(&written).unwrap();
            prop_assert_eq!(evaluate(&fewest).ok(), parse.value().cloned().ok());
            let is_regrouped = kinds(&fewest) != kinds(parse.expression());
            let reading = Reading::from(parse);
            prop_assert_eq!(is_regrouped, reading.is_regrouped(), "{}", written);
        }
    }

    #[test]
    fn each_rule_is_in_one_unit_chain_and_each_chain_lies_inside_its_parent(text in texts()) {
        for grammar in Grammar::BASIC {
            let parse = Parse::new(&text, grammar).unwrap();
            let chains = parse.tree().unit_rules();
            let names: Vec<&str> =
                chains.iter().flat_map(|chain| &chain.rules).map(String::as_str).collect();
            let rules = grammar.rules();
            let nodes = parse.tree().nodes.iter();
            prop_assert_eq!(names, nodes.map(|node| rules.name(node.rule)).collect::<Vec<_>>());
            for (index, chain) in chains.iter().enumerate() {
                let read = &text[chain.span.clone()];
                prop_assert_eq!(read, read.trim());
                let Some(parent) = chain.parent else {
                    prop_assert_eq!(index, 0);
                    continue;
                };
                let around = &chains[parent];
                prop_assert!(parent < index && chain.depth == around.depth + 1);
                prop_assert!(around.span.start <= chain.span.start);
                prop_assert!(chain.span.end <= around.span.end);
            }
        }
    }
}

#[test]
fn a_fully_bracketed_expression_may_nest_too_deeply_to_be_parsed() {
    let parse = Parse::new(&vec!["1"; MAX_DEPTH + 3].join("-"), &Grammar::Left).unwrap();
    let full = parse.expression().to_full_text(ToString::to_string);
    assert!(Grammar::Left.parse(&full).is_err());
}

#[test]
fn the_error_for_too_many_operators_is_at_a_whole_sign() {
    let text = vec!["√4"; 300].join("+");
    let error = Grammar::Extended.parse(&text).unwrap_err();
    assert_eq!(&text[error.span], "√");
}
