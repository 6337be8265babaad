//! Every tree of the ambiguous grammar.

use bracket24::Grammar;
use bracket24::lessons::{AllTrees, Parse};

fn all_of(text: &str, limit: usize) -> AllTrees {
    AllTrees::of(Parse::new(text, &Grammar::Left).unwrap(), Grammar::BASIC, limit)
}

#[test]
fn the_number_of_distinct_trees_of_a_chain_is_a_catalan_number() {
    let catalan = [1_usize, 1, 2, 5, 14, 42, 132, 429];
    for (operators, expected) in catalan.into_iter().enumerate() {
        let text = (0..=operators).map(|it| it.to_string()).collect::<Vec<_>>().join("-");
        let all = all_of(&text, 1000);
        let mut trees: Vec<String> =
            all.trees.iter().map(|tree| tree.expression.to_s_expression()).collect();
        trees.sort();
        trees.dedup();
        assert_eq!((trees.len(), &all.count), (expected, &expected.into()), "{text}");
    }
}

#[test]
fn bracketed_parts_multiply_the_number_of_trees() {
    assert_eq!(all_of("1*(2-3-4)*(5/6/7-8)", 1000).trees.len(), 2 * 2 * 5);
    assert_eq!(all_of("((1))", 1000).trees.len(), 1);
}

#[test]
fn the_one_tree_that_a_grammar_takes_is_shown_even_beyond_the_limit() {
    for text in ["8-4-2-1", "2+3*4-5/6", "5*(8-7-6)-1", "1-2-3-4-5-6-7-8-9-10"] {
        for limit in [0, 1, 5000] {
            let all = all_of(text, limit);
            let taken: usize = all.trees.iter().map(|tree| tree.taken_by.len()).sum();
            assert_eq!(taken + all.refused_by.len(), Grammar::BASIC.len(), "{text}, {limit}");
            assert!(limit < 5000 || all.count == all.trees.len().into(), "{text}");
        }
    }
}

#[test]
fn all_trees_counts_a_chain_of_five_hundred_operators_and_shows_some_trees() {
    let text = (0..=500).map(|it| it.to_string()).collect::<Vec<_>>().join("-");
    let all = all_of(&text, 3);
    assert!(all.trees.len() <= 3 + Grammar::BASIC.len());
    assert_eq!(all.count.to_string().len(), 297);
}

#[test]
#[should_panic(expected = "only +-*/ are known")]
fn a_text_with_other_operators_has_no_list_of_trees() {
    let parse = Parse::new("-3*-4", &Grammar::ordinary_for("-3*-4")).unwrap();
    let _ = AllTrees::of(parse, Grammar::BASIC, 10);
}
