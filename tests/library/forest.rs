//! Every tree of a text, with the rules read as those of a context-free grammar.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Forest, ForestError, ParseTree};
use proptest::prelude::*;

use crate::grammar_mistakes::bodies;
use crate::user_grammars::own;

fn forest(source: &str, text: &str) -> Forest {
    Forest::new(text, &own(source), 1000).unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn trees(source: &str, text: &str) -> Vec<String> {
    forest(source, text).trees.iter().map(ParseTree::to_s_expression).collect()
}

#[test]
fn all_trees_are_of_the_whole_text_though_pest_reads_only_its_beginning() {
    let branch = r#"s = { "if " ~ s | "if " ~ s ~ " else " ~ s | "x" }"#;
    let both = forest(branch, "if if x else x");
    assert_eq!(both.count(), Some(2));
    assert!(both.taken.is_some() && both.trees.iter().all(|it| !both.is_taken(it)));
    assert!(both.trees.iter().all(|it| it.unread().is_empty()));
    assert_eq!(trees(branch, "if x else x\n"), ["(s (s \"x\") (s \"x\"))"]);
    // No order of alternatives reads the rest.
    let begun = forest(branch, "if xx");
    assert_eq!((begun.count(), begun.trees[0].unread()), (Some(1), 4..5));
    assert!(begun.is_taken(&begun.trees[0]));
}

#[test]
fn a_dangling_else_can_belong_to_either_if() {
    let source = r#"
        start = { SOI ~ s ~ EOI }
        s = { "if" ~ c ~ "then" ~ s ~ "else" ~ s | "if" ~ c ~ "then" ~ s | "x" }
        c = { "c" }
        WHITESPACE = _{ " " }
    "#;
    let all = forest(source, "if c then if c then x else x");
    assert_eq!((all.count(), all.is_endless), (Some(2), false));
    let taken: Vec<bool> = all.trees.iter().map(|tree| all.is_taken(tree)).collect();
    // In a PEG, the first alternative assigns the `else` to the inner `if`.
    assert_eq!(taken.iter().filter(|it| **it).count(), 1);
    assert!(all.beyond.is_empty());
}

#[test]
fn an_unambiguous_grammar_has_one_tree_which_is_the_tree_of_pest() {
    let json = r#"
        json = { SOI ~ value ~ EOI }
        value = _{ object | array | string | number }
        object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
        pair = { string ~ ":" ~ value }
        array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
        string = ${ "\"" ~ inner ~ "\"" }
        inner = @{ (!"\"" ~ ANY)* }
        number = @{ "-"? ~ ASCII_DIGIT+ }
        WHITESPACE = { " " }
    "#;
    for text in ["[]", "{\"a\": [1, -23, \"é\"]}", "[[ ],[1 , 2] ]", "\"\""] {
        let all = forest(json, text);
        assert_eq!(all.count(), Some(1), "{text}");
        assert!(all.is_taken(&all.trees[0]), "{text}: {:?}", all.trees[0].to_s_expression());
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_ambiguous_binary_operator_gives_a_catalan_number_of_trees() {
    let source = r#"all = { SOI ~ e ~ EOI } e = { n ~ ("+" ~ e)? | e2 ~ "+" ~ n } e2 = { n ~ ("+" ~ e2)? } n = { "1" }"#;
    assert_eq!(trees(source, "1").len(), 1);
    assert_eq!(trees(source, "1+1").len(), 2);
    let grouped = r#"all = { SOI ~ e ~ EOI } e = { "(" ~ e ~ "+" ~ e ~ ")" | "n" ~ e* }"#;
    // Chains of juxtaposed parts: n n n is n(n(n)) or n(n, n).
    assert_eq!(trees(grouped, "nnn").len(), 2);
    assert_eq!(trees(grouped, "nnnn").len(), 5);
    let many = forest(grouped, &"n".repeat(40));
    assert_eq!((many.count(), many.trees.len()), (None, 1000));
}

#[test]
fn the_forest_contains_all_trees_of_a_left_recursive_grammar() {
    let recursive = |source: &str| {
        let read = UserGrammar::with_left_recursion("own.pest", source).unwrap();
        Grammar::User(Arc::new(read))
    };
    let grammar = recursive("all = { SOI ~ e ~ EOI } e = { e ~ \"+\" ~ e | n } n = { \"1\" }");
    for (operators, catalan) in [1, 1, 2, 5, 14, 42, 132, 429].into_iter().enumerate() {
        let forest =
            Forest::new(&("1".to_owned() + &"+1".repeat(operators)), &grammar, 500).unwrap();
        assert_eq!(forest.count(), Some(catalan));
        assert!(forest.taken.is_none() && !forest.is_endless);
    }
    assert_eq!(Forest::new("1+", &grammar, 1).unwrap_err(), ForestError::NoTree);
    let cycle = recursive("all = { SOI ~ e ~ EOI } e = { e | \"1\" }");
    let forest = Forest::new("1", &cycle, 9).unwrap();
    assert!(forest.is_endless && forest.trees.len() == 1);
    // Each `+` is read by the rule of its own place, whatever was asked for before.
    let by_turns = recursive("a = { b ~ \"x\" | \"y\" } b = { a ~ \"z\" | a }");
    assert_eq!(Forest::new("yxzxx", &by_turns, 9).unwrap().count(), Some(1));
}

#[test]
fn a_part_of_a_rule_may_match_again_at_its_place_in_a_shorter_call() {
    for (source, text, count) in [
        ("a = { (a | \"x\") ~ \"y\"? }", "xy", 2),
        ("a = { (a | \"x\") ~ \"y\"* }", "xyy", 4),
        ("a = { \"y\"? ~ (a | \"x\") }", "yx", 2),
    ] {
        let grammar = UserGrammar::with_left_recursion("own.pest", source).unwrap();
        let all = Forest::new(text, &Grammar::User(Arc::new(grammar)), 9).unwrap();
        assert_eq!((all.count(), all.is_endless), (Some(count), true), "{source}");
    }
}

#[test]
fn choices_between_equal_terminals_do_not_add_trees() {
    let all = forest("a = { b* ~ \"x\" } b = { \"y\" | c } c = { \"y\" }", "yx");
    assert_eq!(all.count(), Some(2));
    let all = forest("a = { (\"y\" | \"y\") ~ \"x\" }", "yx");
    assert_eq!(all.count(), Some(1));
}

#[test]
fn the_forest_has_only_trees_with_different_pairs_and_counts_only_these() {
    let letters = "text = { SOI ~ words ~ EOI } words = { (letter+)+ } letter = { 'a'..'z' }";
    let blanks = "stmts = { SOI ~ stmt* ~ EOI } stmt = { (ws* ~ word ~ ws*)+ } \
                  word = @{ 'a'..'z'+ } ws = _{ \" \" }";
    let silent = "s = { SOI ~ e ~ EOI } inner = _{ e } \
                  e = { \"(\" ~ e ~ \")\" | \"(\" ~ inner ~ \")\" | \"x\" }";
    let loops = "s = { a | b } a = { b | \"x\" } b = { a | \"y\" }";
    let comments = "s = { (COMMENT ~ \"x\" | \"x\")+ } COMMENT = { c | \"#\" } c = { \"#\" }";
    let arguments = "s = { SOI ~ name ~ \"(\" ~ args? ~ \")\" ~ EOI } name = @{ 'a'..'z'+ } \
                     args = { (name ~ (\",\" ~ name)*)? }";
    let lines = "file = { SOI ~ (line ~ NEWLINE)* ~ line? ~ EOI } line = @{ 'a'..'z'* }";
    let either = "s = { SOI ~ (a | b) ~ EOI } a = { x ~ y? } b = { x ~ z? } x = { \"x\" } \
                  y = { \"y\"? } z = { \"z\" }";
    let versions = "s = { v ~ \"a\" } v = { n ~ (\".\" ~ n){,2} } n = { '0'..'9' } \
                    WHITESPACE = _{ \" \" }";
    for (source, text, limit, count) in [
        (letters, "aaaaaaa", 1, Some(1)),
        // A blank belongs to the statement before it or behind it, or to the one around it.
        (blanks, "ab ab ab", 8, None),
        (blanks, "ab ab ab", 9, Some(9)),
        (blanks, "ab ab ab ab ab", 80, None),
        (blanks, "ab ab ab ab ab", 81, Some(81)),
        (silent, "(x)", 1, Some(1)),
        (silent, "((x))", 9, Some(1)),
        (loops, "y", 2, Some(2)),
        (loops, "y", 1, None),
        (loops, "y", 0, None),
        (comments, "x#x", 1, Some(1)),
        (arguments, "f()", 9, Some(2)),
        (lines, "a\n", 9, Some(2)),
        (either, "x", 9, Some(3)),
        (versions, "1.2 a", 9, Some(1)),
        ("s = { e{1,3} } e = { \"x\"? }", "", 9, Some(3)),
    ] {
        let grammar = UserGrammar::with_left_recursion("own.pest", source).unwrap();
        let forest = Forest::new(text, &Grammar::User(Arc::new(grammar)), limit).unwrap();
        assert_eq!(forest.count(), count, "{source} at most {limit} of {text}");
        assert_eq!(forest.trees.len(), count.unwrap_or(limit.max(1)), "{source} of {text}");
        let pairs = |tree: &ParseTree| -> Vec<_> {
            tree.pairs().into_iter().map(|it| (it.rule, it.span, it.depth)).collect()
        };
        let different: HashSet<_> = forest.trees.iter().map(pairs).collect();
        assert_eq!(different.len(), forest.trees.len(), "{source} of {text}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_search_for_all_trees_ends_soon_even_if_most_parts_of_the_text_match_in_many_ways() {
    let source = "s = { SOI ~ e ~ EOI } e = { e ~ e ~ e | e ~ e | \"a\" }";
    let grammar = UserGrammar::with_left_recursion("own.pest", source).unwrap();
    let grammar = Grammar::User(Arc::new(grammar));
    let begun = std::time::Instant::now();
    let error = Forest::new(&"a".repeat(999), &grammar, 9).unwrap_err();
    assert_eq!(error, ForestError::TooMuch);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    assert_eq!(Forest::new(&"a".repeat(40), &grammar, 9).unwrap().count(), None);
}

/// Grammars in which any rule may be silent or atomic, may match nothing, and may ask for the end.
fn sources() -> impl Strategy<Value = String> {
    let kinds = || proptest::sample::select(&["", "", "_", "@", "$", "!"][..]);
    let ends = || proptest::sample::select(&["", "?", "{,2}", " ~ EOI", " ~ EOI?"][..]);
    let rule = |name: &'static str, body| {
        (kinds(), body, ends())
            .prop_map(move |(kind, body, end)| format!("{name} = {kind}{{ ({body}){end} }}\n"))
    };
    let rules = (rule("a", bodies(&["b", "c"])), rule("b", bodies(&["c"])), rule("c", bodies(&[])));
    let blanks =
        proptest::sample::select(&["", "WHITESPACE = _{ \" \" }", "COMMENT = { \" \" }"][..]);
    (rules, blanks).prop_map(|((a, b, c), blanks)| format!("{a}{b}{c}{blanks}"))
}

#[test]
fn the_tree_that_pest_returns_is_among_all_trees() {
    let checked = Cell::new(0);
    let texts = proptest::collection::vec("[abA ]{0,3}", 20);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let held = runner.run(&(sources(), texts), |(source, texts)| {
        let Ok(grammar) = UserGrammar::read("own.pest", &source) else { return Ok(()) };
        let grammar = Grammar::User(grammar.into());
        for text in texts {
            let Ok(forest) = Forest::new(&text, &grammar, 200) else { continue };
            // pest may read less of the text than another order of alternatives.
            let unread = forest.trees[0].unread();
            let is_taken = forest.taken.as_ref().is_some_and(|it| it.unread() == unread);
            if is_taken && forest.beyond.is_empty() && !forest.has_more {
                let is_among = forest.trees.iter().any(|tree| forest.is_taken(tree));
                prop_assert!(is_among, "{:?} by {}", text, source);
                checked.set(checked.get() + 1);
            }
        }
        Ok(())
    });
    held.unwrap();
    assert!(checked.get() > 30, "{checked:?}");
}

#[test]
fn the_forest_matches_tokens_and_blanks_as_greedily_as_pest() {
    let source = "all = { SOI ~ word* ~ EOI } word = @{ ASCII_ALPHA+ } WHITESPACE = _{ \" \" }";
    assert_eq!(trees(source, "ab cd"), ["(all (word \"ab\") (word \"cd\") (EOI))"]);
    let source = "all = { SOI ~ word* ~ EOI } word = { ASCII_ALPHA+ }";
    assert_eq!(trees(source, "ab").len(), 2);
    let source = "all = ${ SOI ~ word ~ EOI } word = { ASCII_ALPHA+ }";
    assert_eq!(trees(source, "ab"), ["(all (word \"ab\") (EOI))"]);
}

#[test]
fn the_forest_error_says_why_there_is_no_tree() {
    let all = |source: &str, text: &str| Forest::new(text, &own(source), 10).unwrap_err();
    assert!(matches!(all("a = { \"x\" }", "y"), ForestError::None(_)));
    assert!(matches!(all("a = { PUSH(\"x\") ~ POP }", "xx"), ForestError::Stack(_)));
    let long = "x".repeat(1001);
    assert_eq!(all("a = { \"x\"* }", &long), ForestError::TooLong(1001));
    let looks = forest("a = { b ~ EOI } b = { !\"y\" ~ ANY }", "x");
    assert_eq!(looks.beyond, ["b"]);
}

#[test]
fn many_texts_of_a_left_recursive_grammar_cause_no_endless_recursion() {
    let source = "e = { e ~ \"+\" ~ n | n } n = @{ ASCII_DIGIT+ }";
    let grammar = UserGrammar::with_left_recursion("sums.pest", source).expect("nothing else");
    let grammar = Grammar::User(Arc::new(grammar));
    let begun = std::time::Instant::now();
    for number in 0..100 {
        let forest = Forest::new(&format!("1+{number}"), &grammar, 10).expect("it has a tree");
        assert_eq!((forest.count(), forest.taken.is_none()), (Some(1), true));
    }
    assert!(begun.elapsed().as_secs() < 3, "{:?}", begun.elapsed());
    let Err(error) = Forest::new("1+", &grammar, 10) else { panic!("it has none") };
    assert_eq!(error, ForestError::NoTree);
}
