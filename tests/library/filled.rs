//! User-defined grammars that read filled templates differently from the templates themselves, or
//! not at all.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bracket24::reports::Inspection;
use bracket24::{
    Compiled, Effort, Engine, Equivalence, Evaluator, Grammar, Hand, Rational, SetName, Solution,
    Strings, SyntaxErrorKind, Template, TemplateSet,
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

fn lines(set: &TemplateSet) -> String {
    set.iter().map(Template::text).collect::<Vec<_>>().join("\n")
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
fn a_template_is_refused_if_filling_it_changes_its_grouping() {
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
#[ignore = "`.ci/long` runs it"]
fn texts_that_the_grammar_rejects_are_never_solutions() {
    let rules = [
        "number = @{ ASCII_DIGIT }",
        "number = @{ ASCII_DIGIT{2} }",
        "number = @{ !\"8\" ~ ASCII_DIGIT+ }",
        "divide = { !(ASCII_DIGIT ~ ASCII_DIGIT) ~ operand }",
        "subtract = { !\"1\" ~ term }",
        "add = { !\"12\" ~ term }",
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
            // Of the solutions that differ only in order, the engine finds one that the grammar
            // reads.
            let canonical = TemplateSet::named(SetName::Canonical, hand.cards().len(), &grammar);
            let every_order = TemplateSet::from_lines(&lines(&canonical), &grammar).unwrap();
            let (every, _) = found(&Strings::new(&every_order), &hand);
            assert!(strings.iter().all(|it| every.contains(it)), "{hand}");
            let functions = |texts: &[String]| -> BTreeSet<String> {
                let key = |text: &String| {
                    let solution = Solution::parse(text, &grammar).unwrap();
                    format!("{:?}", Equivalence::Function.key(&solution).unwrap())
                };
                texts.iter().map(key).collect()
            };
            assert_eq!(functions(&every), functions(&strings), "{hand} by {}", grammar.source());
            let inspected = Inspection::new(hand, &Rational::from(24), &set, 1);
            assert_eq!(inspected.solving.is_empty(), strings.is_empty());
        }
    }
    assert!(solved > 5, "{solved}");
}

#[test]
fn engines_reject_fillings_that_the_grammar_groups_differently() {
    // Templates are not tried with cards of four digits.
    let grammar = left_with("subtract = { &(ASCII_DIGIT{4}) ~ expression | term }");
    let set = TemplateSet::from_lines("N-N+N\nN+N-N", &grammar).unwrap();
    let hand = Hand::from([2000, 1000, 976]);
    // The grammar reads the text as 2000-(1000+976), which is 24, but it reads the template as
    // (N-N)+N.
    let read = grammar.parse("2000-1000+976").unwrap();
    assert_eq!(Evaluator::new(24.into()).reaches(&read), Some(true));
    let ((strings, effort), (compiled, _)) =
        (found(&Strings::new(&set), &hand), found(&Compiled::new(&set), &hand));
    assert_eq!((&strings, strings.len()), (&compiled, 0));
    assert!(effort.parsed > effort.evaluated);
    let target = Rational::from(1976);
    let texts = |engine: &dyn Engine| {
        let mut texts = Vec::new();
        let found = &mut |solution: Solution| {
            texts.push(solution.to_string());
            ControlFlow::Continue(())
        };
        engine.solve(&hand, &target, found).unwrap();
        texts
    };
    assert_eq!(texts(&Strings::new(&set)), texts(&Compiled::new(&set)));
    assert_eq!(texts(&Strings::new(&set)), ["2000+976-1000", "976+2000-1000"]);
}

#[test]
fn joined_slots_do_not_hide_that_a_template_groups_differently() {
    let by_slot = "expression = _{ !slot ~ right | term ~ (\"+\" ~ add | \"-\" ~ subtract)* }
        right = _{ term ~ (\"+\" ~ add | \"-\" ~ subtract)? }
        join = { slot } operand = _{ number | \"(\" ~ expression ~ \")\" | slot ~ join* }
        add = { !slot ~ right | term } subtract = { !slot ~ right | term }";
    let error = Template::parse("NN-N-N", &left_with(by_slot)).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::FilledOtherwise("12-3-4".to_owned()));
    let joined =
        "join = { slot } operand = _{ number | \"(\" ~ expression ~ \")\" | slot ~ join* }";
    assert!(Template::parse("NN-N-N", &left_with(joined)).is_ok());
}

#[test]
fn the_template_of_an_answer_has_no_other_n_than_its_slots() {
    let grammar = left_with("COMMENT = _{ \"#\" ~ (!\"#\" ~ ANY)* ~ \"#\" }");
    let answer = Solution::parse("7 #NOT# - 5 #N#", &grammar).unwrap();
    assert_eq!(answer.template(), "N # OT# - N # #");
    assert_eq!(Template::parse(answer.template(), &grammar).unwrap().slots(), 2);
    let mut text = String::new();
    answer.outline().write(&["a", "b"], &mut text);
    assert_eq!(text, "a # OT# - b # #");
    assert_eq!(answer.text_with(|card| ["a", "b"][card]), "a #NOT# - b #N#");
}
