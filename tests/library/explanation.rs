//! The trees of one text by several grammars, and where they differ.

use std::sync::Arc;

use bracket24::grammars::UserGrammar;
use bracket24::lessons::{
    Convention, Divergence, Explanation, Fixity, Parse, ParseUnder, Regrouping, TraceStats, Verdict,
};
use bracket24::{Expression, Grammar, NodeKind, Operator, Rational, evaluate};
use proptest::prelude::*;

use crate::tree::texts;
use crate::user_grammars::own;

fn explain(text: &str) -> Explanation {
    Explanation::new(text, Grammar::BASIC, 24.into()).unwrap()
}

fn verdicts(explanation: &Explanation) -> Vec<(String, Verdict)> {
    explanation.parses.iter().map(|it| (it.grammar().to_string(), it.verdict)).collect()
}

fn diverge(text: &str, a: &Grammar, b: &Grammar) -> Option<Divergence> {
    let [a, b] = [a, b].map(|grammar| Parse::new(text, grammar).unwrap());
    Divergence::between(&a, &b)
}

/// Returns the order of the operations, with reasons.
fn regroupings(divergence: &Divergence) -> Vec<(Operator, Operator, Fixity)> {
    let regrouping = |it: &Regrouping| (it.operators[0], it.operators[1], it.fixity);
    divergence.regroupings.iter().map(regrouping).collect()
}

#[test]
fn a_false_solution_is_a_solution_only_under_another_grammar() {
    let explanation = explain("(5-8-7)*6");
    assert!(!explanation.agree() && !explanation.same_trees());
    assert_eq!(explanation.verdict(), Verdict::FalseSolution);
    let expected = [
        ("left", Verdict::NoSolution),
        ("right", Verdict::FalseSolution),
        ("scala", Verdict::FalseSolution),
        ("flat", Verdict::NoSolution),
        ("pemdas", Verdict::NoSolution),
        ("right_slow", Verdict::FalseSolution),
    ];
    assert_eq!(verdicts(&explanation), expected.map(|(name, it)| (name.to_owned(), it)));
    let groups: Vec<Vec<String>> = explanation
        .groups()
        .iter()
        .map(|group| group.iter().map(|it| it.grammar().to_string()).collect())
        .collect();
    assert_eq!(groups, [["left", "flat", "pemdas"], ["right", "scala", "right_slow"]]);
}

#[test]
fn a_grammar_that_misreads_a_true_solution_loses_it() {
    let explanation = Explanation::new("8/(3-8/3)", &[Grammar::Flat], 24.into()).unwrap();
    assert_eq!(explanation.verdict(), Verdict::Solution);
    let expected = [("left", Verdict::Solution), ("flat", Verdict::Lost)];
    assert_eq!(verdicts(&explanation), expected.map(|(name, it)| (name.to_owned(), it)));
}

#[test]
fn values_can_agree_when_trees_differ() {
    let explanation = explain("4+3+2");
    assert!(explanation.agree() && !explanation.same_trees());
    let explanation = explain("1+2");
    assert!(explanation.agree() && explanation.same_trees());
    // A division by zero is a value of its own kind.
    assert!(!explain("1/(2-1-1)").agree());
    assert!(explain("1/0").agree());
    assert!(explain("1/0-2/0").agree());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_grammar_that_rejects_the_text_does_not_affect_whether_the_grammars_agree() {
    let text = format!("{}8-4{}", "(".repeat(12), ")".repeat(12));
    let explanation = explain(&text);
    let slow = explanation.parses.last().unwrap();
    assert!(slow.parse().is_none() && slow.divergence.is_none());
    assert_eq!(slow.verdict, Verdict::NotRead);
    assert!(explanation.agree() && explanation.same_trees());
    let groups: Vec<usize> = explanation.groups().iter().map(Vec::len).collect();
    assert_eq!(groups, [5]);
}

#[test]
fn explain_lists_ordinary_arithmetic_first_and_no_grammar_twice() {
    let given = [Grammar::Scala, Grammar::Left, Grammar::Scala];
    let explanation = Explanation::new("8-4-2", &given, 24.into()).unwrap();
    let names: Vec<String> = explanation.parses.iter().map(|it| it.grammar().to_string()).collect();
    assert_eq!(names, ["left", "scala"]);
    assert!(Explanation::new("8-4-", &given, 24.into()).is_err());
}

#[test]
fn the_operands_at_a_divergence_include_their_brackets() {
    let text = " (9) - ( 4 ) - (2+1)*3";
    let parses = [Grammar::Left, Grammar::Scala].map(|it| Parse::new(text, &it).unwrap());
    let divergence = Divergence::between(&parses[0], &parses[1]).unwrap();
    assert_eq!(&text[divergence.operator_span.clone()], "-");
    assert_eq!(divergence.operator_span.start, 5);
    let operands = divergence.right_operands.each_ref().map(|it| &text[it.span.clone()]);
    assert_eq!(operands, ["( 4 )", "( 4 ) - (2+1)*3"]);
    let rules = divergence.rules(parses.each_ref()).map(Option::unwrap);
    let rules = rules.map(|it| (it.operator_rule, it.enclosing_rule));
    let expected = [("subtract", "expression"), ("subtract", "difference")];
    assert_eq!(rules, expected.map(|(role, rule)| (role.to_owned(), rule.to_owned())));
}

#[test]
fn the_explanation_distinguishes_associativity_from_precedence() {
    use Fixity::{LeftAssociative, Precedence, RightAssociative};
    use Operator::{Add, Divide, Multiply, Subtract};

    let cases = [
        ("8-4-2", Grammar::Left, Grammar::Scala, vec![(Subtract, Subtract, RightAssociative)]),
        ("8-4-2", Grammar::Scala, Grammar::Left, vec![(Subtract, Subtract, LeftAssociative)]),
        ("8-3+2", Grammar::Left, Grammar::Right, vec![(Add, Subtract, RightAssociative)]),
        ("8-3+2", Grammar::Left, Grammar::Pemdas, vec![(Add, Subtract, Precedence)]),
        ("8/4*2", Grammar::Left, Grammar::Pemdas, vec![(Multiply, Divide, Precedence)]),
        ("2*6/3", Grammar::Left, Grammar::Scala, vec![(Divide, Multiply, Precedence)]),
        ("2+3*4", Grammar::Left, Grammar::Flat, vec![(Add, Multiply, LeftAssociative)]),
        ("2+3*4", Grammar::Flat, Grammar::Left, vec![(Multiply, Add, Precedence)]),
        (
            "9-4-2*8/2",
            Grammar::Left,
            Grammar::Scala,
            vec![(Subtract, Subtract, RightAssociative), (Divide, Multiply, Precedence)],
        ),
        ("8-4-2-1", Grammar::Left, Grammar::Right, vec![(Subtract, Subtract, RightAssociative)]),
        (
            "1+5-2+3",
            Grammar::Left,
            Grammar::Scala,
            vec![(Subtract, Add, Precedence), (Add, Add, RightAssociative)],
        ),
    ];
    for (text, a, b, expected) in cases {
        let divergence = diverge(text, &a, &b).unwrap();
        assert_eq!(regroupings(&divergence), expected, "{text} under {a} and {b}");
    }
    assert_eq!(diverge("8*(4-2)", &Grammar::Left, &Grammar::Scala), None);
}

#[test]
fn the_explanation_blames_a_greedy_prefix_operator_and_not_the_one_before_it() {
    use Fixity::Precedence;
    use Operator::{Add, Multiply, Negate, Subtract};

    // The mistake: the operand of a minus is a whole expression.
    let source = Grammar::Left.whole_source();
    let loose =
        source.replace(r#""(" ~ expression ~ ")""#, r#""(" ~ expression ~ ")" | "-" ~ negate"#);
    let loose = own(&format!("{loose}negate = {{ expression }}\n"));
    for (text, next) in [
        ("-3+4", Add),
        ("2*-3+4", Add),
        ("2*-3-4", Subtract),
        ("8-2*--3+4", Add),
        ("8--3*2-4", Multiply),
    ] {
        for (a, b, expected) in [
            (&Grammar::Extended, &loose, [next, Negate]),
            (&loose, &Grammar::Extended, [Negate, next]),
        ] {
            let divergence = diverge(text, a, b).unwrap();
            let (regroupings, [first, then]) = (regroupings(&divergence), expected);
            assert!(regroupings.contains(&(first, then, Precedence)), "{text} under {b}");
            let is_about_minus = |it: &(_, _, _)| it.0 == Negate || it.1 == Negate;
            assert!(regroupings.iter().all(is_about_minus), "{text} under {b}: {regroupings:?}");
        }
    }
    let divergence = diverge("2*-3-4", &Grammar::Extended, &loose).unwrap();
    assert_eq!(divergence.regroupings[0].at, [4, 2]);
}

#[test]
fn explain_gives_no_reason_that_a_text_with_the_two_operators_contradicts() {
    // This grammar subtracts a term that begins with 1 alone, and otherwise the whole rest.
    let odd = Grammar::Left.whole_source();
    let odd =
        own(&odd.replace("subtract = { term }", r#"subtract = { &"1" ~ term | expression }"#));
    let divergence = diverge("8-4-2", &Grammar::Left, &odd).unwrap();
    assert_eq!(divergence.operator_span, 1..2);
    assert_eq!(regroupings(&divergence), []);
    assert_eq!(divergence.conventions, []);
    let divergence = diverge("8-4-2", &odd, &Grammar::Left).unwrap();
    let expected = (Operator::Subtract, Operator::Subtract, Fixity::LeftAssociative);
    assert_eq!(regroupings(&divergence), [expected]);
}

/// The numbers in the operands of each sign, in text order: the index of the first number, of the
/// first to the right of the sign, and of the one after the last.
fn operands(expression: &Expression<Rational>) -> Vec<(usize, [usize; 3])> {
    let (mut found, mut stack, mut numbers) = (Vec::new(), Vec::new(), 0);
    for node in expression.nodes() {
        match node.kind {
            NodeKind::Leaf(_) => {
                stack.push([numbers, numbers + 1]);
                numbers += 1;
            }
            NodeKind::Operation(_) => {
                let (right, left) = (stack.pop().unwrap(), stack.pop().unwrap());
                assert_eq!(left[1], right[0]);
                found.push((node.span.start, [left[0], right[0], right[1]]));
                stack.push([left[0], right[1]]);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether the sign at `inner` is a part of an operand of the one at `outer`.
fn is_done_before(expression: &Expression<Rational>, inner: usize, outer: usize) -> bool {
    let all = operands(expression);
    let span = |at: usize| all.iter().find(|it| it.0 == at).map(|it| it.1).unwrap();
    let ([from, _, to], [start, _, end]) = (span(inner), span(outer));
    inner != outer && start <= from && to <= end
}

/// The numbers of `text` that lie in `span`.
fn numbers_in(expression: &Expression<Rational>, span: &std::ops::Range<usize>) -> usize {
    let inside = expression.nodes().iter().filter(|it| matches!(it.kind, NodeKind::Leaf(_)));
    inside.filter(|it| span.start <= it.span.start && it.span.end <= span.end).count()
}

fn assert_is_true(text: &str, [a, b]: [&Grammar; 2]) {
    let trees = [a, b].map(|grammar| grammar.parse(text).unwrap());
    let [in_a, in_b] = trees.each_ref().map(operands);
    let first = in_a.iter().zip(&in_b).find(|(a, b)| a != b);
    let parses = [a, b].map(|grammar| Parse::new(text, grammar).unwrap());
    let Some(divergence) = Divergence::between(&parses[0], &parses[1]) else {
        assert_eq!(first, None, "{text:?} under {a} and {b}");
        return;
    };
    let (of_a, of_b) = first.unwrap();
    assert_eq!(divergence.operator_span.start, of_a.0);
    for ((_, [_, from, to]), operand) in [of_a, of_b].into_iter().zip(&divergence.right_operands) {
        assert_eq!(numbers_in(&trees[0], &operand.span), to - from);
        let operand = &text[operand.span.clone()];
        // The span is a whole operand: its text is itself an expression.
        assert!(Grammar::Left.parse(operand).is_ok(), "{operand:?} of {text:?}");
    }
    assert!(divergence.rules(parses.each_ref()).iter().all(Option::is_some));
    assert!(!divergence.regroupings.is_empty());
    for regrouping in &divergence.regroupings {
        assert!(regrouping.at.iter().all(|at| *at >= divergence.operator_span.start));
        let [first, then] = regrouping.at;
        assert!(
            is_done_before(&trees[1], first, then),
            "{text:?} under {a} and {b}: {regrouping:?}"
        );
        assert!(
            !is_done_before(&trees[0], first, then),
            "{text:?} under {a} and {b}: {regrouping:?}"
        );
        for (at, operator) in regrouping.at.into_iter().zip(regrouping.operators) {
            assert!(text[at..].starts_with(operator.symbol()));
        }
        assert_is_a_convention(&regrouping.operators, regrouping.fixity, b);
    }
}

/// Groups a text as `grammar` does, except that the `regroupings` decide the order of their
/// operators.
fn regrouped(text: &str, grammar: &Grammar, regroupings: &[Regrouping]) -> String {
    let applies_later_first = |pair: [Operator; 2]| {
        let is_decided = |it: &&Regrouping| pair.iter().all(|one| it.operators.contains(one));
        let is_about = |it: &&Regrouping| {
            is_decided(it) && (it.fixity != Fixity::Precedence || pair[0] != pair[1])
        };
        match regroupings.iter().find(is_about) {
            Some(Regrouping { fixity: Fixity::Precedence, operators, .. }) => {
                operators[0] == pair[1]
            }
            Some(it) => it.fixity == Fixity::RightAssociative,
            None => {
                let tree = grammar.parse(&format!("7{}7{}7", pair[0], pair[1])).unwrap();
                tree.to_s_expression().ends_with("))")
            }
        }
    };
    let (mut operands, mut waiting): (Vec<String>, Vec<Option<Operator>>) = (vec![], vec![]);
    let join = |operands: &mut Vec<String>, operator| {
        let (right, left) = (operands.pop().unwrap(), operands.pop().unwrap());
        operands.push(format!("({operator} {left} {right})"));
    };
    let mut rest = text.trim_start();
    while let Some(sign) = rest.chars().next() {
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        if let Some(&next) = Operator::FOUR.iter().find(|it| it.symbol().starts_with(sign)) {
            while let Some(&Some(top)) = waiting.last() {
                if applies_later_first([top, next]) {
                    break;
                }
                waiting.pop();
                join(&mut operands, top);
            }
            waiting.push(Some(next));
        } else if sign == '(' {
            waiting.push(None);
        } else if sign == ')' {
            while let Some(top) = waiting.pop().unwrap() {
                join(&mut operands, top);
            }
        } else {
            operands.push(rest[..digits].to_owned());
        }
        rest = rest[digits.max(1)..].trim_start();
    }
    while let Some(top) = waiting.pop() {
        join(&mut operands, top.unwrap());
    }
    operands.pop().unwrap()
}

/// A grammar in which the levels of addition and subtraction take turns.
const MIXED: &str = r#"
    expression = _{ term ~ ("+" ~ add)* ~ ("-" ~ subtract)? }
    add = { term }
    subtract = { expression }
    term = _{ operand ~ ("*" ~ multiply | "/" ~ divide)* }
    multiply = { operand }
    divide = { operand }
    operand = _{ number | "(" ~ expression ~ ")" }
    number = @{ ASCII_DIGIT+ }
    WHITESPACE = _{ " " | "\t" }
"#;

/// Checks that a general claim about signs is true of any two of them in an expression of their
/// own.
fn assert_is_a_convention(operators: &[Operator], fixity: Fixity, grammar: &Grammar) {
    let done_first = |signs: [Operator; 2]| {
        let tree = grammar.parse(&format!("7{}7{}7", signs[0], signs[1])).unwrap();
        let tree = tree.to_s_expression();
        // The root comes first, and the operation done before it is on one side.
        usize::from(tree.ends_with("))"))
    };
    let pairs = operators.iter().flat_map(|a| operators.iter().map(move |b| [*a, *b]));
    for signs in pairs {
        let expected = match fixity {
            Fixity::LeftAssociative => 0,
            Fixity::RightAssociative => 1,
            _ if signs[0] == signs[1] => continue,
            _ => usize::from(signs[1] == operators[0]),
        };
        assert_eq!(done_first(signs), expected, "{signs:?} under {grammar}: {fixity:?}");
    }
}

/// Checks that each claim about a group of grammars is true of every grammar it names, and that no
/// true claim about one of them is missing.
fn assert_conventions_are_true(explanation: &Explanation) {
    for group in explanation.groups() {
        let conventions = Explanation::conventions(&group);
        for (convention, readings) in &conventions {
            for it in readings {
                assert_is_a_convention(&convention.operators, convention.fixity, it.grammar());
            }
        }
        for it in group {
            let said: Vec<&Convention> = conventions
                .iter()
                .filter(|(_, readings)| readings.iter().any(|one| one.grammar() == it.grammar()))
                .map(|(convention, _)| *convention)
                .collect();
            let regroupings = it.divergence.iter().flat_map(|it| &it.regroupings);
            for regrouping in regroupings {
                let is_said = |convention: &&Convention| {
                    convention.fixity == regrouping.fixity
                        && regrouping.operators.iter().all(|one| convention.operators.contains(one))
                };
                assert!(said.iter().any(is_said), "{:?}: {regrouping:?}", explanation.text);
            }
            assert_eq!(said.is_empty(), it.divergence.is_none());
        }
    }
}

/// The conventions that diverge from ordinary arithmetic, each with its grammars, in words.
fn conventions(text: &str) -> Vec<String> {
    let explanation = explain(text);
    let said = |group: &Vec<&ParseUnder>| -> Vec<String> {
        let words = Explanation::conventions(group).into_iter().map(|(convention, readings)| {
            let signs: String = convention.operators.iter().map(ToString::to_string).collect();
            let names: Vec<String> = readings.iter().map(|it| it.grammar().to_string()).collect();
            format!("{signs} {:?}: {}", convention.fixity, names.join(" "))
        });
        words.collect()
    };
    explanation.groups().iter().flat_map(said).collect()
}

#[test]
fn grammars_may_reach_the_same_tree_by_different_conventions() {
    let cases = [
        ("8-3+2", vec!["+- RightAssociative: right right_slow", "+- Precedence: pemdas"]),
        ("8/4*2", vec!["*/ RightAssociative: right right_slow", "*/ Precedence: pemdas"]),
        (
            "2*3-4/5*6+7",
            vec![
                "+- RightAssociative: right right_slow",
                "*/ RightAssociative: right right_slow",
                "+- Precedence: pemdas",
                "*/ Precedence: pemdas",
                "-/ LeftAssociative: flat",
            ],
        ),
        ("(5-8-7)*6", vec!["- RightAssociative: right scala right_slow"]),
        // In `scala` the two signs have separate levels.
        (
            "(4-3-2)*(4+3+2)",
            vec![
                "+- RightAssociative: right right_slow",
                "- RightAssociative: scala",
                "+ RightAssociative: scala",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(conventions(text), expected, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    #[ignore = "`.ci/long` runs it"]
    fn the_reported_divergence_of_two_grammars_is_true_of_their_trees(text in texts()) {
        for a in Grammar::BASIC {
            for b in Grammar::BASIC {
                if a.parse(&text).is_ok() && b.parse(&text).is_ok() {
                    assert_is_true(&text, [a, b]);
                }
            }
        }
    }

    #[test]
    fn the_causes_of_a_divergence_turn_the_first_grammars_tree_into_the_seconds(text in texts()) {
        let mixed = own(MIXED);
        let grammars = Grammar::BASIC.iter().chain([&mixed]);
        let parses: Vec<Parse> = grammars.filter_map(|it| Parse::new(&text, it).ok()).collect();
        for a in &parses {
            for b in &parses {
                let causes = Divergence::between(a, b).map_or(vec![], |it| it.regroupings);
                let tree = regrouped(&text, a.grammar(), &causes);
                let expected = b.expression().to_s_expression();
                assert_eq!(tree, expected, "{text:?} under {} and {}", a.grammar(), b.grammar());
            }
        }
    }

    #[test]
    fn the_conventions_of_grammars_with_the_same_tree_hold_for_each(text in texts()) {
        assert_conventions_are_true(&Explanation::new(&text, Grammar::BASIC, 24.into()).unwrap());
    }

    #[test]
    fn a_verdict_agrees_with_the_values(text in texts(), target in 0_i64..30) {
        let target = Rational::from(target);
        let explanation = Explanation::new(&text, Grammar::BASIC, target.clone()).unwrap();
        let truth = evaluate(&Grammar::Left.parse(&text).unwrap()).ok();
        let mut values = Vec::new();
        for it in &explanation.parses {
            let Ok(read) = it.grammar().parse(&text) else {
                assert_eq!(it.verdict, Verdict::NotRead);
                continue;
            };
            let value = evaluate(&read).ok();
            let expected = match (value.as_ref() == Some(&target), truth.as_ref() == Some(&target)) {
                (true, true) => Verdict::Solution,
                (true, false) => Verdict::FalseSolution,
                (false, true) => Verdict::Lost,
                (false, false) => Verdict::NoSolution,
            };
            assert_eq!(it.verdict, expected);
            values.push(value);
            let stats = TraceStats::new(&text, it.grammar()).unwrap();
            assert_eq!(it.parse().unwrap().tree().calls, stats.rule_calls);
        }
        assert_eq!(explanation.agree(), values.iter().all(|value| *value == truth));
    }
}

#[test]
fn explain_compares_the_grammars_that_accept_an_unusual_text() {
    let source = std::fs::read_to_string("tests/grammars/square_brackets.pest").unwrap();
    let square = Grammar::User(Arc::new(UserGrammar::read("square.pest", &source).unwrap()));
    let explanation = Explanation::new("[8-4]*6", &[Grammar::Scala, square], 24.into()).unwrap();
    let verdicts: Vec<Verdict> = explanation.parses.iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::NotRead, Verdict::NotRead, Verdict::FalseSolution]);
    assert!(!explanation.is_ordinary() && explanation.agree() && explanation.same_trees());
    assert_eq!(explanation.ordinary().value(), Ok(&24.into()));
    assert_eq!(explanation.verdict(), Verdict::FalseSolution);
    let failed = explanation.parses[1].failed().unwrap();
    assert_eq!((failed.grammar(), failed.at()), (&Grammar::Scala, 0));
}

#[test]
fn a_text_that_all_grammars_reject_has_an_error_from_each() {
    let refusals = Explanation::or_refusals("8-", Grammar::BASIC, 24.into()).unwrap_err();
    assert_eq!(refusals.len(), Grammar::BASIC.len());
    assert!(refusals.iter().all(|it| it.failed().is_some_and(|failed| failed.at() == 2)));
}

#[test]
fn the_verdict_is_no_value_for_a_grammar_that_gives_no_values() {
    let plain = UserGrammar::read("plain.pest", "main = { ANY* }").unwrap();
    let others = [Grammar::User(Arc::new(plain)), Grammar::Scala];
    let explanation = Explanation::new("1+2", &others, 24.into()).unwrap();
    let verdicts: Vec<Verdict> = explanation.parses.iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::NoSolution, Verdict::NoValue, Verdict::NoSolution]);
    assert_eq!(serde_json::to_value(Verdict::NoValue).unwrap(), "no_value");
}
