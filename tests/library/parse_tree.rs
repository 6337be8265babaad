//! The parse tree against pest's own.

use bracket24::Grammar;
use bracket24::lessons::ParseTree;
use proptest::prelude::*;

/// Chains of numbers and short brackets.
fn expressions() -> impl Strategy<Value = String> {
    let operands = proptest::sample::select(&["1", "23", "(4-5)", "(6/(7-8))", " 9 "][..]);
    let signs = proptest::sample::select(&["+", "-", "*", "/"][..]);
    (operands.clone(), proptest::collection::vec((signs, operands), 0..6)).prop_map(
        |(first, rest)| {
            first.to_owned()
                + &rest.iter().map(|(a, b)| format!("{a}{b}")).collect::<Vec<_>>().concat()
        },
    )
}

/// The tree with the name and the text of every rule.
fn shown(text: &str, grammar: &Grammar) -> Vec<(usize, String, String)> {
    let rules = grammar.rules();
    let tree = ParseTree::new(text, grammar).unwrap();
    let nodes = tree.nodes().iter();
    let name = |node: &bracket24::lessons::ParseNode| rules.name(node.rule).to_owned();
    nodes.map(|node| (node.depth, name(node), text[node.span.clone()].to_owned())).collect()
}

#[test]
fn a_parse_tree_has_every_rule_with_its_text() {
    let expected = [
        (0, "line", "8-4 "),
        (1, "expression", "8-4 "),
        (2, "term", "8"),
        (3, "operand", "8"),
        (4, "number", "8"),
        (2, "subtract", "4 "),
        (3, "term", "4 "),
        (4, "operand", "4 "),
        (5, "number", "4"),
    ];
    let expected: Vec<_> =
        expected.map(|(depth, name, text)| (depth, name.to_owned(), text.to_owned())).into();
    assert_eq!(shown("8-4 ", &Grammar::Left), expected);
}

#[test]
fn what_was_backtracked_over_is_no_part_of_the_tree() {
    let numbers =
        |grammar| shown("((1))", grammar).iter().filter(|(_, name, _)| name == "number").count();
    assert_eq!(numbers(&Grammar::Right), 1);
    assert_eq!(numbers(&Grammar::RightSlow), 1);
}

#[cfg(feature = "present")]
#[test]
fn json_has_the_bytes_that_a_rule_matched_blanks_and_all_as_a_trace_has() {
    use bracket24::{lessons::PlainParse, present::parse::TreesJson};

    let term = Grammar::Left.starting_at("expression").unwrap();
    let parse = PlainParse::new("8 - 4", &term).unwrap();
    let json = serde_json::to_value(TreesJson::from(&parse)).unwrap();
    let listed: Vec<_> = json["rules"].as_array().unwrap().iter().map(|it| &it["end"]).collect();
    let ends: Vec<usize> = parse.tree().nodes().iter().map(|node| node.span.end).collect();
    assert_eq!(listed, ends);
    assert_eq!(json["parse_tree"]["children"][0]["end"], ends[1]);
}

proptest! {
    #[test]
    fn the_rules_that_leave_marks_stand_in_the_tree_as_pest_gives_them(text in expressions()) {
        for grammar in Grammar::BASIC {
            let rules = grammar.rules();
            let line = rules.rule("line").unwrap();
            let marks = ["number", "add", "subtract", "multiply", "divide"];
            let pest: Vec<_> = rules
                .parse(line, &text)
                .unwrap()
                .flatten()
                .map(|pair| (pair.as_rule(), pair.as_span().start()..pair.as_span().end()))
                .filter(|(rule, _)| marks.contains(&rules.name(*rule)))
                .collect();
            let ours: Vec<_> = ParseTree::new(&text, grammar)
                .unwrap()
                .nodes()
                .iter()
                .filter(|node| marks.contains(&rules.name(node.rule)))
                .map(|node| (node.rule, node.span.clone()))
                .collect();
            prop_assert_eq!(ours, pest);
        }
    }
}
