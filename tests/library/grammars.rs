//! Texts that the grammars read.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bracket24::{
    Engine, Grammar, MAX_DEPTH, MAX_OPERATORS, Named, SetName, Strings, SyntaxErrorKind, Template,
    TemplateSet, evaluate,
};
use itertools::Itertools;
use num_rational::BigRational;
use proptest::prelude::*;
use serde::Deserialize;

use crate::independent::convention;
use crate::tree::trees;
use crate::user_grammars::own;

/// The number of events in a trace of `unit` over and over, for 120 bytes or more, or `most`.
fn events(grammar: &Grammar, unit: &str, most: u32) -> u32 {
    let (text, mut events) = (unit.repeat(120_usize.div_ceil(unit.len())), 0);
    let _ = grammar.rules().trace(grammar.start(), &text, |_| {
        events += 1;
        if events < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    events
}

#[test]
fn minuses_in_exponents_and_under_roots_are_not_read_again_after_a_failure() {
    for unit in ["3^-3^(", "√-3^(", "3^√-3^(", "√√-3^(", "3^ - 3 ^ ( ", "√3^-(", "sqrt-log(2,"]
    {
        for grammar in Grammar::EXTENDED {
            let events = events(grammar, unit, 20_000);
            assert!((1_000..20_000).contains(&events), "{events} for {unit} by {grammar}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn no_repeated_tokens_take_a_fast_grammar_exponential_time() {
    let tokens = ["3", "(", ")", "-", "*", "^", "√", "!", "log(", ","];
    for length in 1..=6 {
        for unit in (0..length).map(|_| &tokens).multi_cartesian_product() {
            let unit: String = unit.into_iter().copied().collect();
            for grammar in Grammar::ALL.iter().filter(|it| **it != Grammar::RightSlow) {
                let events = events(grammar, &unit, 100_000);
                assert!(events < 100_000, "{unit} by {grammar}");
            }
        }
    }
}

#[derive(Deserialize)]
struct Corpus {
    text: Vec<Case>,
}

/// A text, and the tree that each grammar makes of it.
#[derive(Deserialize)]
struct Case {
    read: String,
    left: String,
    /// Those that differ from `left`.
    #[serde(flatten)]
    trees: BTreeMap<String, String>,
}

#[test]
fn every_built_in_grammar_has_either_four_operators_or_all() {
    for grammar in Grammar::ALL {
        let lists = [Grammar::BASIC, Grammar::EXTENDED].map(|list| list.contains(grammar));
        assert!(lists.iter().filter(|it| **it).count() == 1, "step 3 of adding `{grammar}`");
    }
}

#[test]
fn every_grammar_groups_each_text_as_the_corpus_says() {
    let corpus: Corpus = toml::from_str(include_str!("../cases/trees.toml")).unwrap();
    for case in corpus.text {
        for grammar in Grammar::BASIC {
            let read = grammar.parse(&case.read).unwrap();
            let tree = case.trees.get(grammar.name()).unwrap_or(&case.left);
            assert_eq!(read.to_s_expression(), *tree, "{} under {grammar}", case.read);
        }
        for (name, tree) in &case.trees {
            assert!(Grammar::by_name(name).is_ok(), "{} has a tree of no grammar", case.read);
            assert_ne!(*tree, case.left, "{}: the tree of {name} goes without saying", case.read);
        }
    }
}

#[test]
fn every_grammar_shows_a_file_that_pest_reads() {
    for grammar in Grammar::BASIC {
        let source = grammar.whole_source();
        let (_, rules) = pest_meta::parse_and_optimize(&source).unwrap();
        let names: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
        for name in ["expression", "operand", "number", "line"] {
            assert!(names.contains(&name), "{name} in {names:?} of {grammar}");
        }
        assert!(source.starts_with("//! "), "{grammar} says first what it means");
        assert!(source.contains("8-4-2"), "{grammar} shows what it makes of 8-4-2");
    }
}

#[test]
fn a_grammar_reports_the_place_and_what_it_expected_in_a_text_it_rejects() {
    let cases = [
        ("", 0, "a number or `(`"),
        ("()", 1, "a number or `(`"),
        ("(1+2", 4, "`+`, `-`, `*`, `/`, `)` or another digit"),
        ("1+2)", 3, "`+`, `-`, `*`, `/`, the end or another digit"),
        ("1 2", 2, "`+`, `-`, `*`, `/` or the end"),
        ("1++2", 2, "a number or `(`"),
        ("1+", 2, "a number or `(`"),
        ("-1", 0, "a number or `(`"),
        ("2(3)", 1, "`+`, `-`, `*`, `/`, the end or another digit"),
        ("1\n+2", 1, "`+`, `-`, `*`, `/`, the end or another digit"),
        ("1+\0", 2, "a number or `(`"),
        ("1+é", 2, "a number or `(`"),
    ];
    for (text, at, expected) in cases {
        for grammar in Grammar::BASIC {
            let error = grammar.parse(text).unwrap_err();
            assert_eq!(error.span.start, at, "{text:?} under {grammar}");
            assert_eq!(error.advice(), format!("expected {expected}"), "{text:?} under {grammar}");
        }
    }
}

#[test]
fn errors_list_operands_first_and_closing_brackets_after_operators() {
    let error = Grammar::Extended.parse("1+").unwrap_err();
    assert!(error.advice().starts_with("expected a number, `(`, "), "{error}");
    for (operand, text, expected) in [
        (
            r#"operand = _{ number | "(" ~ expression ~ (")" | "€") }"#,
            "(1",
            "`+`, `-`, `*`, `/`, `€`, `)` or another digit",
        ),
        (
            r#"operand = _{ name | number | "(" ~ expression ~ ")" } name = { ASCII_ALPHA }"#,
            "",
            "a number, `(` or a letter",
        ),
    ] {
        let own = own(&[Grammar::Left.source(), operand].concat());
        assert_eq!(own.parse(text).unwrap_err().advice(), format!("expected {expected}"));
    }
}

#[test]
fn templates_reject_numbers_and_expressions_reject_slots() {
    for grammar in Grammar::BASIC {
        assert!(matches!(grammar.parse("1+N").unwrap_err().kind, SyntaxErrorKind::Leaf(_)));
        let error = Template::parse("N+12", grammar).unwrap_err();
        assert_eq!(error.span, 2..4);
    }
}

#[test]
fn the_basic_grammars_reject_too_deep_or_too_long_texts_without_overflow() {
    let deep = |depth: usize| "1+1*(".repeat(depth) + "1" + &")".repeat(depth);
    let long = |operators: usize| "1".to_owned() + &"-1".repeat(operators);
    for grammar in Grammar::BASIC {
        let kind = |text: &str| grammar.parse(text).unwrap_err().kind;
        // The slow grammar gives up long before that: see below.
        if *grammar != Grammar::RightSlow {
            assert!(grammar.parse(&deep(MAX_DEPTH)).is_ok());
        }
        assert_eq!(kind(&deep(MAX_DEPTH + 1)), SyntaxErrorKind::TooDeep(MAX_DEPTH));
        assert_eq!(kind(&"(".repeat(100_000)), SyntaxErrorKind::TooDeep(MAX_DEPTH));
        let place = grammar.parse(&"(".repeat(100_000)).unwrap_err().span;
        assert_eq!(place, MAX_DEPTH..MAX_DEPTH + 1);
        assert!(grammar.parse(&long(MAX_OPERATORS)).is_ok());
        assert_eq!(
            kind(&long(MAX_OPERATORS + 1)),
            SyntaxErrorKind::TooManyOperators(MAX_OPERATORS)
        );
        assert_eq!(kind(&long(1_000_000)), SyntaxErrorKind::TooManyOperators(MAX_OPERATORS));
        assert!(grammar.parse(&"9".repeat(1000)).is_ok());
        assert!(matches!(kind(&"9".repeat(1001)), SyntaxErrorKind::Leaf(_)));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_parser_gives_up_after_too_many_tracer_steps() {
    let within = |pairs: usize, inner: &str| "(".repeat(pairs) + inner + &")".repeat(pairs);
    let kind = |text: &str| Grammar::RightSlow.parse(text).unwrap_err().kind;
    let is_given_up = |text: &str| matches!(kind(text), SyntaxErrorKind::GivenUp(_));
    assert!(Grammar::RightSlow.parse("1+(2-(3*(4/(5+(6-(7*(8/(9+10))))))))").is_ok());
    assert!(Grammar::RightSlow.parse("( 1 + ( 2 - ( 3 * ( 4 - 5 ) ) ) )").is_ok());
    assert!(Grammar::RightSlow.parse(&within(8, "1+2-3*4/5+6-7*8")).is_ok());
    let deep = |depth: usize| "1+1*(".repeat(depth) + "1" + &")".repeat(depth);
    assert!(Grammar::RightSlow.parse(&deep(8)).is_ok());
    assert!(is_given_up(&deep(MAX_DEPTH)));
    assert!(is_given_up(&within(11, "1")));
    assert!(Grammar::RightSlow.parse(&within(11, "1")).unwrap_err().is_given_up());
    assert!(!Grammar::RightSlow.parse("(").unwrap_err().is_given_up());
    assert!(is_given_up(&within(8, &" ".repeat(1000))));
    let is_refused = |text: &str| matches!(kind(text), SyntaxErrorKind::Unexpected { .. });
    assert!(is_refused(&"((((((1-2)))))),".repeat(100)));
    assert!(is_refused(&("(".to_owned() + &"é".repeat(10_000_000))));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn long_cards_are_filled_into_a_template_that_is_slow_to_parse() {
    let card = "1".repeat(1000);
    let hand = format!("0 {card}").parse().unwrap();
    let line = "(".repeat(8) + "N-N-N" + &")".repeat(8);
    assert!(TemplateSet::from_lines(&line, &Grammar::RightSlow).is_ok());
    let line = "(".repeat(8) + "N-N" + &")".repeat(8);
    let set = TemplateSet::from_lines(&line, &Grammar::RightSlow).unwrap();
    let mut found = Vec::new();
    let effort = Strings::new(&set).solve(&hand, &card.parse().unwrap(), &mut |solution| {
        found.push(solution.text().to_owned());
        std::ops::ControlFlow::Continue(())
    });
    let effort = effort.unwrap();
    assert_eq!(found, [line.replacen('N', &card, 1).replacen('N', "0", 1)]);
    assert_eq!((effort.filled, effort.parsed, effort.evaluated), (2, 0, 2));
}

#[test]
fn every_grammar_reads_every_template_of_the_named_sets() {
    for (&set, grammar) in
        SetName::ALL.iter().flat_map(|set| Grammar::BASIC.iter().map(move |grammar| (set, grammar)))
    {
        let sizes: Vec<usize> = (1..=5)
            .map(|cards| TemplateSet::named(set, cards, grammar).templates().len())
            .collect();
        match set {
            SetName::Canonical => assert_eq!(sizes, [1, 4, 18, 93, 500]),
            SetName::Scala => assert_eq!(sizes, [0, 0, 0, 73, 0]),
            SetName::Five => assert_eq!(sizes, [1, 4, 32, 320, 0]),
            SetName::Seven => assert_eq!(sizes, [0, 0, 0, 448, 0]),
            other => panic!("{other} is not counted here"),
        }
    }
}

/// Whether the grammars agree on `text`, as numbers and as a template.
fn all_or_none_accept(text: &str) -> bool {
    let agree = |accepts: &dyn Fn(&Grammar) -> bool| Grammar::BASIC.iter().map(accepts).all_equal();
    agree(&|grammar| grammar.parse(text).is_ok())
        && agree(&|grammar| grammar.parse_slots(text).is_ok())
}

/// Chains with brackets and blanks wherever they are allowed.
fn expressions() -> impl Strategy<Value = String> {
    let number = "[0-9]{1,3}";
    number.prop_recursive(4, 24, 6, |inner| {
        let signed =
            ("[-+*/]", " ?", inner.clone()).prop_map(|(sign, blank, it)| sign + &blank + &it);
        (inner, prop::collection::vec(signed, 0..6), any::<bool>()).prop_map(
            |(first, rest, in_brackets)| {
                let chain = first + &rest.concat();
                if in_brackets { format!("({chain})") } else { chain }
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_grammar_groups_like_splitting_the_text_at_its_operators(tree in trees()) {
        // With brackets only where ordinary arithmetic needs them, the grammar decides most of the
        // grouping.
        let text = Grammar::Left.parse(&tree.bracketed()).unwrap().to_string();
        for grammar in Grammar::BASIC {
            let value = evaluate(&grammar.parse(&text).unwrap());
            let value = value.as_ref().ok().map(BigRational::from);
            let convention = convention(grammar.name()).unwrap();
            prop_assert_eq!(Ok(value), convention.value(&text), "{} by {}", text, grammar);
        }
    }

    #[test]
    fn all_grammars_accept_the_same_texts(text in "[0-9N+*/() \t-]{0,12}") {
        prop_assert!(all_or_none_accept(&text));
    }

    #[test]
    fn all_grammars_agree_on_accepting_texts_with_a_random_edit(
        tree in trees(),
        at in any::<prop::sample::Index>(),
        removed in 0..3_usize,
        put in "[0-9N+*/() -]{0,2}",
    ) {
        let mut text = tree.bracketed();
        let start = at.index(text.len());
        text.replace_range(start..(start + removed).min(text.len()), &put);
        prop_assert!(all_or_none_accept(&text));
    }

    #[test]
    fn the_grammars_right_and_right_slow_give_the_same_tree(text in expressions()) {
        let tree = Grammar::Right.parse(&text).unwrap();
        prop_assert_eq!(Grammar::RightSlow.parse(&text).unwrap(), tree, "the spans too");
    }

    #[test]
    fn no_text_makes_a_grammar_panic(text in any::<String>()) {
        for grammar in Grammar::BASIC {
            if let Err(error) = grammar.parse(&text) {
                prop_assert!(text.get(error.span).is_some());
            }
        }
    }
}

#[test]
fn the_built_in_grammars_for_a_text_are_those_that_have_its_operators() {
    for (text, ordinary, built_in) in [
        ("8-4-2", Grammar::Left, Grammar::BASIC),
        ("2^3^2", Grammar::Extended, Grammar::EXTENDED),
        ("2^", Grammar::Left, Grammar::BASIC),
    ] {
        assert_eq!(Grammar::ordinary_for(text), ordinary);
        assert_eq!(Grammar::built_in_for(text), built_in);
    }
}
