//! The parse tree, compared with pest's own.

use std::cell::Cell;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
#[cfg(feature = "present")]
use bracket24::lessons::Reading;
use bracket24::lessons::{Call, ParseNode, ParseTree, Recording, TraceDetail};
use bracket24::reports::{GrammarTestRun, TestSuite};
use bracket24::tracer::Lookahead;
use pest::Token;
use pest::iterators::Pairs;
use pest_vm::Vm;
use proptest::prelude::*;

use crate::grammar_mistakes::bodies;

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
    let nodes = tree.nodes.iter();
    let name = |node: &ParseNode| rules.name(node.rule).to_owned();
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
fn the_parse_tree_omits_discarded_matches() {
    let numbers =
        |grammar| shown("((1))", grammar).iter().filter(|(_, name, _)| name == "number").count();
    assert_eq!(numbers(&Grammar::Right), 1);
    assert_eq!(numbers(&Grammar::RightSlow), 1);
}

#[cfg(feature = "present")]
#[test]
fn parse_json_gives_the_byte_range_of_each_rule_with_blanks_as_a_trace_does() {
    use bracket24::present::parse::ParseReport;

    let term = Grammar::Left.starting_at("expression").unwrap();
    let parse = Reading::new("8 - 4", &term);
    let json = serde_json::to_value(ParseReport(&parse)).unwrap();
    let listed: Vec<_> = preorder(&json["parse_tree"]).iter().map(|it| &it["end"]).collect();
    let ends: Vec<usize> = parse.tree().nodes.iter().map(|node| node.span.end).collect();
    assert_eq!(listed, ends);
}

/// Grammars in which any rule may be silent or atomic, even those for blanks and comments, and may
/// ask for the end anywhere.
fn sources() -> impl Strategy<Value = String> {
    let kinds = || proptest::sample::select(&["", "_", "@", "$", "!"][..]);
    let ends = || proptest::sample::select(&["", " ~ EOI", " ~ EOI?"][..]);
    let rule = |name: &'static str, body| {
        (kinds(), body, ends())
            .prop_map(move |(kind, body, end)| format!("{name} = {kind}{{ ({body}){end} }}\n"))
    };
    let implicit = |name: &'static str, body: &'static str| {
        (any::<bool>(), kinds()).prop_map(move |(is_there, kind)| {
            if is_there { format!("{name} = {kind}{{ {body} }}\n") } else { String::new() }
        })
    };
    let rules = (rule("a", bodies(&["b", "c"])), rule("b", bodies(&["c"])), rule("c", bodies(&[])));
    let mark = "mark = { \"#\" }\n";
    (rules, implicit("WHITESPACE", "\" \""), implicit("COMMENT", "mark ~ \"!\"?"))
        .prop_map(move |((a, b, c), blanks, comments)| format!("{a}{b}{c}{blanks}{comments}{mark}"))
}

/// The name, the place and the depth of every pair.
fn pairs<R: pest::RuleType>(
    pairs: Pairs<'_, R>,
    name: impl Fn(R) -> String,
) -> Vec<(String, usize, usize, usize)> {
    let (mut all, mut open) = (Vec::new(), Vec::new());
    for token in pairs.tokens() {
        match token {
            Token::Start { rule, pos } => {
                all.push((name(rule), pos.pos(), 0, open.len()));
                open.push(all.len() - 1);
            }
            Token::End { pos, .. } => all[open.pop().unwrap()].2 = pos.pos(),
        }
    }
    all
}

/// The pairs that the calls of a recording make, and each `EOI`, in their order.
fn recorded(recording: &Recording<'_>) -> Vec<(String, usize, usize)> {
    let rules = recording.grammar.rules();
    let is_pair = |call: &&Call| call.is_kept() && call.is_pair && call.lookahead == Lookahead::No;
    let calls = recording.calls.iter().filter(is_pair).map(|call| {
        let read = (rules.name(call.rule).to_owned(), call.at(), call.reached());
        (2 * call.enter(), read)
    });
    let at = recording.text().len();
    let ends = recording.ends().map(|(event, call)| {
        assert!(recording.calls[call].is_kept(), "a rule that matched asks for the end");
        (2 * event + 1, ("EOI".to_owned(), at, at))
    });
    let mut all: Vec<_> = calls.chain(ends).collect();
    all.sort_by_key(|(event, _)| *event);
    all.into_iter().map(|(_, read)| read).collect()
}

/// Whether a test of the grammar accepts the printed tree, and rejects one with a different end.
fn a_test_takes(tree: &ParseTree) -> bool {
    let passes = |tree_of_test: &str| {
        let source = format!("===\nName\n===\n{}\n---\n{tree_of_test}\n", tree.text);
        let suite = TestSuite::read(&source).unwrap();
        GrammarTestRun::new(&suite, &tree.grammar, |_| true).unwrap().results[0].has_passed()
    };
    let printed = tree.to_s_expression();
    passes(&printed) && !passes(&format!("{printed} (EOI)"))
}

/// The nodes of a tree in JSON, each before its children.
#[cfg(feature = "present")]
fn preorder(node: &serde_json::Value) -> Vec<&serde_json::Value> {
    let children = node["children"].as_array().unwrap().iter().flat_map(preorder);
    std::iter::once(node).chain(children).collect()
}

/// The pairs in JSON: the nodes that are not marked as making no pair.
#[cfg(feature = "present")]
fn in_json(text: &str, grammar: &Grammar) -> Vec<(String, usize, usize)> {
    let reading = Reading::new(text, grammar).of_calls();
    let json = serde_json::to_value(bracket24::present::parse::ParseReport(&reading)).unwrap();
    let nodes = preorder(&json["parse_tree"]).into_iter().filter(|it| it["pair"] != false);
    let place = |it: &serde_json::Value, name: &str| usize::try_from(it[name].as_u64().unwrap());
    let pair = |it: &serde_json::Value| {
        let rule = it["rule"].as_str().unwrap().to_owned();
        (rule, place(it, "at").unwrap(), place(it, "end").unwrap())
    };
    nodes.map(pair).collect()
}

#[test]
fn the_parse_tree_has_the_same_pairs_as_pest_for_any_grammar() {
    let (read, with_end, tested) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let texts = proptest::collection::vec("[abAB#! \n]{0,6}", 10);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let held = runner.run(&(sources(), texts), |(source, texts)| {
        let Ok(grammar) = UserGrammar::read("own.pest", &source) else { return Ok(()) };
        let grammar = Grammar::User(grammar.into());
        let rules = grammar.rules();
        let (_, optimized) = pest_meta::parse_and_optimize(&source).unwrap();
        let vm = Vm::new(optimized);
        for text in texts {
            let Ok(tree) = ParseTree::new(&text, &grammar) else { continue };
            let found = tree.pairs();
            for (index, pair) in found.iter().enumerate() {
                let around = found[..index].iter().rposition(|it| it.depth < pair.depth);
                prop_assert_eq!(pair.parent, around);
            }
            let name = |rule| rules.name(rule).to_owned();
            let place = |it: &ParseNode| (name(it.rule), it.span.start, it.span.end, it.depth);
            let found: Vec<_> = found.iter().map(place).collect();
            let of_tracer = rules.parse(grammar.start(), &text).unwrap();
            prop_assert_eq!(&found, &pairs(of_tracer, name), "{:?} by {}", text, source);
            // Unlike a derived parser, the virtual machine allows blanks inside comments, and makes
            // no pairs for blanks marked with `!`.
            if !source.contains("COMMENT") && !source.contains("WHITESPACE = !") {
                let of_vm = vm.parse(rules.name(grammar.start()), &text).unwrap();
                let of_vm = pairs(of_vm, str::to_owned);
                prop_assert_eq!(&found, &of_vm, "{:?} by {}", text, source);
            }
            let places: Vec<_> = found.iter().map(|it| (it.0.clone(), it.1, it.2)).collect();
            for limit in [usize::MAX, 20, 0] {
                let recording = Recording::within(&text, &grammar, limit).unwrap();
                prop_assert_eq!(&recorded(&recording), &places, "{:?} by {}", text, source);
            }
            let rules_alone = Recording::new(&text, &grammar, TraceDetail::Rules).unwrap();
            prop_assert_eq!(&recorded(&rules_alone), &places, "{:?} by {}", text, source);
            #[cfg(feature = "present")]
            prop_assert_eq!(&in_json(&text, &grammar), &places, "{:?} by {}", text, source);
            let is_line = !text.contains('\n') && text.trim() == text && !text.is_empty();
            if is_line && tree.unread().is_empty() && !found.is_empty() {
                prop_assert!(a_test_takes(&tree), "{:?} by {}", text, source);
                tested.set(tested.get() + 1);
            }
            read.set(read.get() + 1);
            with_end.set(with_end.get() + usize::from(found.iter().any(|it| it.0 == "EOI")));
        }
        Ok(())
    });
    held.unwrap();
    let counts = [&read, &with_end, &tested].map(Cell::get);
    assert!(counts[0] > 40 && counts[1] > 2 && counts[2] > 1, "{counts:?}");
}

#[test]
fn a_pair_inside_a_silent_rule_is_not_a_child_of_the_pair_before_it() {
    // Like the alias of a Dockerfile's `FROM`, which is in a silent rule after the image.
    let source = r#"from = { "from " ~ image ~ (_alias)? }
        image = @{ ASCII_DIGIT }
        _alias = _{ " as " ~ alias }
        alias = @{ ASCII_DIGIT }"#;
    let grammar = Grammar::User(UserGrammar::read("own.pest", source).unwrap().into());
    let tree = ParseTree::new("from 1 as 2", &grammar).unwrap();
    assert_eq!(tree.to_s_expression(), "(from (image \"1\") (alias \"2\"))");
}

proptest! {
    #[test]
    fn the_tree_has_the_marked_rules_in_the_order_in_which_pest_returns_them(text in expressions()) {
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
                .nodes
                .iter()
                .filter(|node| marks.contains(&rules.name(node.rule)))
                .map(|node| (node.rule, node.span.clone()))
                .collect();
            prop_assert_eq!(ours, pest);
        }
    }
}
