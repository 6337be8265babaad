//! Grammars of a user's own that read filled templates otherwise than templates, or not
//! at all.

use std::ops::ControlFlow;

use bracket24::reports::Inspection;
use bracket24::{
    Compiled, Effort, Engine, Grammar, Hand, Rational, SetName, Strings, SyntaxErrorKind, Template,
    TemplateSet,
};

use crate::user_grammars::own;

/// Ordinary arithmetic with rules in place of some of its own.
fn left_with(rules: &str) -> Grammar {
    let is_kept = |line: &&str| {
        line.split_once(" = ").is_none_or(|(name, _)| !rules.contains(&format!("{name} = ")))
    };
    let kept: Vec<&str> = Grammar::Left.source().lines().filter(is_kept).collect();
    own(&[&kept.join("\n"), rules].join("\n"))
}

fn found(engine: &dyn Engine, hand: &Hand) -> (Vec<String>, Effort) {
    let mut texts = Vec::new();
    let effort = engine.solve(hand, &24.into(), &mut |solution| {
        texts.push(solution.to_string());
        ControlFlow::Continue(())
    });
    (texts, effort.unwrap())
}

#[test]
fn a_template_that_is_grouped_otherwise_once_it_is_filled_is_refused() {
    let by_second = "expression = _{ chain } chain = _{ term ~ (\"+\" ~ add | \"-\" ~ subtract)* }
        subtract = { &(ASCII_DIGIT ~ ASCII_DIGIT) ~ chain | term }";
    let by_first = "expression = _{ &(ASCII_DIGIT{2}) ~ right | left }
        left = _{ term ~ (\"+\" ~ add | \"-\" ~ subtract)* }
        right = _{ term ~ (\"+\" ~ add | \"-\" ~ subtract)? }
        add = { &(ASCII_DIGIT{2}) ~ right | term } subtract = { &(ASCII_DIGIT{2}) ~ right | term }";
    let by_slot = "expression = _{ !slot ~ right | term ~ (\"+\" ~ add | \"-\" ~ subtract)* }
        right = _{ term ~ (\"+\" ~ add | \"-\" ~ subtract)? }
        add = { !slot ~ right | term } subtract = { !slot ~ right | term }";
    for (rules, filled) in [(by_second, "1-12-3"), (by_first, "1-12-3"), (by_slot, "1-2-3")] {
        let grammar = left_with(rules);
        let error = Template::parse("N-N-N", &grammar).unwrap_err();
        assert_eq!(error.kind, SyntaxErrorKind::FilledOtherwise(filled.to_owned()));
        assert_eq!(error.span, 0..5);
        assert!(Template::parse("N-N", &grammar).is_ok());
    }
}

#[test]
fn what_the_grammar_does_not_read_is_no_solution_in_any_order_of_the_cards() {
    let rules = [
        "number = @{ ASCII_DIGIT }",
        "number = @{ ASCII_DIGIT{2} }",
        "number = @{ !\"8\" ~ ASCII_DIGIT+ }",
        "divide = { !(ASCII_DIGIT ~ ASCII_DIGIT) ~ operand }",
        "subtract = { !\"1\" ~ term }",
    ];
    let mut solved = 0;
    for grammar in rules.map(left_with) {
        for hand in
            [&[12, 2][..], &[3, 8], &[24, 12, 12], &[12, 24, 12], &[2, 8, 1, 12], &[12, 8, 2, 1]]
        {
            let hand: Hand = hand.iter().copied().collect();
            let set = TemplateSet::named(SetName::Canonical, hand.cards().len(), &grammar);
            let ((strings, effort), (compiled, _)) =
                (found(&Strings::new(&set), &hand), found(&Compiled::new(&set), &hand));
            assert_eq!(strings, compiled, "{hand} by {}", grammar.source());
            assert_eq!(effort.parsed, effort.evaluated);
            for text in &strings {
                assert!(grammar.parse(text).is_ok(), "{text}");
            }
            solved += usize::from(!strings.is_empty());
            let every = TemplateSet::named(SetName::Canonical, hand.cards().len(), &Grammar::Left);
            let (all, _) = found(&Strings::new(&every), &hand);
            let read = all.iter().filter(|text| grammar.parse(text).is_ok());
            assert!(read.eq(&strings), "{hand} by {}", grammar.source());
            let inspected = Inspection::new(hand, &Rational::from(24), &set, 1);
            assert_eq!(inspected.solving.is_empty(), strings.is_empty());
        }
    }
    assert!(solved > 5, "{solved}");
}
