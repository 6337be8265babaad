//! Left recursion: seeds grow into a tree that the rules allow, and the rewritten grammar reads as
//! much of the text.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Forest, ForestError, Grouping, ParseTree, SeedGrowth};
use bracket24::tracer::{GrammarErrorKind, PestGrammar};

fn recursive(source: &str) -> Grammar {
    let grammar = UserGrammar::with_left_recursion("own.pest", source);
    let grammar = grammar.unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    Grammar::User(Arc::new(grammar))
}

const MINUS: &str = include_str!("../grammars/left_recursive/minus.pest");
const BOTH_ENDS: &str = include_str!("../grammars/left_recursive/both_ends.pest");
const MEMBERS: &str = include_str!("../grammars/left_recursive/members.pest");
const LEVELS: &str = r#"
    line = { SOI ~ sum ~ EOI }
    sum = { sum ~ "+" ~ product | sum ~ "-" ~ product | product }
    product = { product ~ "*" ~ power | power }
    power = { atom ~ "^" ~ power | atom }
    atom = { "(" ~ sum ~ ")" | 'a'..'b' }
"#;
/// By way of another rule.
const INDIRECT: &str = r#"
    x = { y ~ "." ~ n | n }
    y = { x ~ n? }
    n = { "a" | "b" }
"#;

#[test]
#[ignore = "`.ci/long` runs it"]
fn seeds_grow_to_one_of_the_trees_that_the_rules_allow() {
    let mut rng = fastrand::Rng::with_seed(24);
    let (mut read, mut rewritten, mut chains) = (0, 0, 0);
    let grammars = [
        (MINUS, "1- "),
        (BOTH_ENDS, "1+*+*()"),
        (MEMBERS, "ab.[]()"),
        (LEVELS, "ab+-*^()"),
        (INDIRECT, "ab."),
    ];
    for (source, characters) in grammars {
        let grammar = recursive(source);
        let characters: Vec<char> = characters.chars().collect();
        for round in 0..60 {
            // Every other one is a chain, which is more often read than not.
            let text: String = (0..rng.usize(0..9))
                .map(|place| match (round % 2, place % 2) {
                    (1, 0) => characters[0],
                    _ => rng.choice(characters.iter().copied()).unwrap(),
                })
                .collect();
            let growth = SeedGrowth::new(&text, &grammar).unwrap();
            for seed in &growth.seeds {
                let (last, before) = seed.rounds.split_last().unwrap();
                assert!(before.iter().all(|[seed, end]| end > seed), "{text}");
                assert!(last[1] <= last[0], "{text}");
                assert!(seed.rounds.windows(2).all(|two| two[0][1] == two[1][0]), "{text}");
            }
            let Some(tree) = growth.tree else { continue };
            // If a repetition follows, pest reads the blanks before it, even if it matches nothing.
            let left = |tree: &ParseTree| text[tree.unread()].trim_start().to_owned();
            if let Some(rewrite) = growth.rewrite {
                let rest = rewrite.tree.ok().map(|tree| left(&tree));
                assert_eq!(rest, Some(left(&tree)), "{source}: {text:?}");
                rewritten += 1;
            }
            let text = &text[..tree.unread().start];
            let forest = Forest::new(text, &grammar, 1_000).unwrap();
            let is_tree = |it: &ParseTree| it.to_s_expression() == tree.to_s_expression();
            assert!(forest.trees.iter().any(is_tree), "{source}: {text:?}");
            read += 1;
            chains += usize::from(forest.trees.len() > 1);
        }
    }
    assert!(read > 20 && rewritten > 20, "{read} and {rewritten}");
    assert!(chains > 0, "{chains}");
}

#[test]
fn a_left_recursive_rule_groups_left_unless_it_is_also_right_recursive() {
    let grouping = |source: &str, text: &str| {
        let growth = SeedGrowth::new(text, &recursive(source)).unwrap();
        growth.seeds[0].grouping
    };
    assert_eq!(grouping(MINUS, "1-2-3"), Some(Grouping::Left));
    assert_eq!(grouping(MEMBERS, "a.b.c"), Some(Grouping::Left));
    // L. Tratt, 2010: a rule that is also right-recursive groups from the right.
    assert_eq!(grouping(BOTH_ENDS, "1+2+3"), Some(Grouping::Right));
    assert_eq!(grouping(MINUS, "1-2"), None);
    // No fold makes the tree: one operand is grouped from the left, another from the right.
    let ternary = "e = { e ~ \"?\" ~ e ~ \":\" ~ e | e ~ \"+\" ~ n | n } n = @{ ASCII_DIGIT+ }";
    assert_eq!(grouping(ternary, "1+2+3"), Some(Grouping::Left));
    for text in ["1+2?3:4+5", "1?2:3?4:5", "1+2?3:4"] {
        assert_eq!(grouping(ternary, text), None, "{text}");
    }
    let brackets = r#"e = { e ~ "-" ~ e | "(" ~ e ~ ")" | n } n = @{ ASCII_DIGIT+ }"#;
    assert_eq!(grouping(brackets, "(9-1)-(3-2)-1"), Some(Grouping::Right));
    for text in ["(8-4)-2", "((8))-2", "8-(4-2)"] {
        assert_eq!(grouping(brackets, text), None, "{text}");
    }
    // The postfix `()` applies before the `-` on either side of it, so no fold gives this tree.
    let calls = r#"e = { e ~ "-" ~ e | e ~ "()" | n } n = @{ ASCII_ALPHA+ }"#;
    assert_eq!(grouping(calls, "a-f()-b"), None);
    assert_eq!(grouping(calls, "f()()"), Some(Grouping::Left));
}

#[cfg(feature = "present")]
#[test]
fn seed_growth_folds_each_rule_from_its_own_side_and_a_prefix_from_neither() {
    use bracket24::present::Report;

    let growth = |source: &str, text: &str| SeedGrowth::new(text, &recursive(source)).unwrap();
    let source = r#"e = { e ~ "-" ~ t | t } t = { t ~ "^" ~ t | n } n = @{ ASCII_DIGIT+ }"#;
    let said = format!("{:?}", growth(source, "9-2^3^2-1").document());
    assert!(said.contains("from the left in `e` and the right in `t`"), "{said}");
    let source = r#"e = { e ~ "-" ~ e | "!" ~ e | n } n = @{ ASCII_DIGIT+ }"#;
    assert!(growth(source, "!8-4").seeds.iter().all(|it| it.grouping.is_none()));
    assert_eq!(growth(source, "8-4-2").seeds[0].grouping, Some(Grouping::Right));
}

#[test]
fn the_involved_rules_are_those_on_the_path_back_to_the_recursive_rule() {
    let grammar = recursive(MEMBERS);
    let growth = SeedGrowth::new("a.b", &grammar).unwrap();
    let names = growth.seeds[0].involved.iter().map(|&rule| grammar.rules().name(rule));
    assert_eq!(names.collect::<Vec<_>>(), ["call", "index", "member"]);
    let descent = growth.descent.unwrap();
    assert_eq!((descent.rules, descent.at), (vec!["primary".to_owned(), "call".to_owned()], 0));
    assert!(descent.depth >= 20_000);
}

#[test]
fn the_descent_is_found_whatever_rule_is_tried_at_its_end() {
    let source = r#"expr = { call | binary | number }
        call = { ident ~ "(" ~ expr ~ ")" }
        binary = { expr ~ op ~ expr }
        op = { "+" | "-" | "*" | "/" }
        number = @{ ASCII_DIGIT+ }
        ident = @{ ASCII_ALPHA+ }
        WHITESPACE = _{ " " }"#;
    for (text, at) in [("1 + 2", 0), ("f(1 + 2)", 2)] {
        for outer in ["", "line = { expr ~ EOI }\n", "file = { line }\nline = { expr ~ EOI }\n"] {
            let grammar = recursive(&format!("{outer}{source}"));
            let descent = SeedGrowth::new(text, &grammar).unwrap().descent.unwrap();
            assert_eq!((descent.rules, descent.at), (vec!["expr".into(), "binary".into()], at));
        }
    }
}

#[test]
fn grammars_that_pest_accepts_parse_as_in_pest() {
    let mut rng = fastrand::Rng::with_seed(7);
    let source = r#"
        list = { SOI ~ item+ ~ pair{1,3} ~ word? ~ !"b" ~ item{2,} ~ EOI }
        item = { "a"+ ~ ";" | word ~ "," }
        pair = ${ "a" ~ "b" | "b" ~ item }
        word = @{ "b"+ }
        WHITESPACE = { " " }
    "#;
    let grammar = recursive(source);
    assert!(PestGrammar::read(source).is_ok());
    let parts = ["a;", "b,", "ab", "bb", " ", "a", "ba;"];
    let mut read = 0;
    for _ in 0..5_000 {
        let text: String = (0..rng.usize(3..9)).map(|_| rng.choice(parts).unwrap()).collect();
        let growth = SeedGrowth::new(&text, &grammar).unwrap();
        let tree = ParseTree::new(&text, &grammar).ok();
        assert!(growth.seeds.is_empty() && growth.descent.is_none());
        let [grown, of_pest] =
            [growth.tree, tree].map(|tree| tree.map(|tree| tree.as_pairs().to_s_expression()));
        assert_eq!(grown, of_pest, "{text:?}");
        read += usize::from(of_pest.is_some());
    }
    assert!(read > 5, "{read}");
}

#[test]
fn allowing_left_recursion_still_rejects_other_errors() {
    let read = |source: &str| UserGrammar::with_left_recursion("own.pest", source);
    let errors = read("a = { a ~ \"x\" | b }").unwrap_err();
    assert!(errors.iter().any(|it| it.kind == GrammarErrorKind::Undefined));
    for source in
        ["a = { a ~ \"x\" | \"y\" } b = { \"\"* }", "a = { a | \"x\"{0} }", "a = { \"x\"{0} }"]
    {
        assert!(read(source).is_err(), "{source}");
    }
    let stack = recursive("a = { a ~ PUSH(\"x\") | \"y\" }");
    assert!(matches!(SeedGrowth::new("yx", &stack), Err(ForestError::Stack(_))));
    let token = recursive("a = @{ a ~ \"x\" | \"y\" }");
    assert!(matches!(SeedGrowth::new("yx", &token), Err(ForestError::Token(_))));
    assert!(matches!(Forest::new("yx", &token, 1), Err(ForestError::Token(_))));
    let long = "1-".repeat(600);
    assert!(matches!(SeedGrowth::new(&long, &recursive(MINUS)), Err(ForestError::TooLong(_))));
    let long = "1-".repeat(499) + "1";
    let growth = SeedGrowth::new(&long, &recursive(MINUS)).unwrap();
    assert_eq!(growth.tree.unwrap().unread(), 999..999);
}
