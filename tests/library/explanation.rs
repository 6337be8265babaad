//! What several grammars make of one text, and where they part.

use bracket24::lessons::{
    Cause, Explanation, GrammarReading, Habit, Order, Parting, TraceStats, Verdict,
};
use bracket24::{Expression, Grammar, Kind, Named, Operator, Rational, evaluate};
use proptest::prelude::*;

use crate::tree::texts;

fn explain(text: &str) -> Explanation {
    Explanation::new(text, Grammar::ALL, 24.into()).unwrap()
}

fn verdicts(explanation: &Explanation) -> Vec<(String, Verdict)> {
    explanation.readings.iter().map(|it| (it.grammar.to_string(), it.verdict)).collect()
}

fn part(text: &str, a: &Grammar, b: &Grammar) -> Option<Parting> {
    Parting::new(text, [a, b]).unwrap()
}

/// What is done first and what then, and why.
fn causes(parting: &Parting) -> Vec<(Operator, Operator, Order)> {
    let cause = |it: &Cause| (it.operators[0], it.operators[1], it.order);
    parting.causes.iter().map(cause).collect()
}

#[test]
fn a_false_solution_is_one_of_another_grammar_alone() {
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
        .map(|group| group.iter().map(|it| it.grammar.to_string()).collect())
        .collect();
    assert_eq!(groups, [["left", "flat", "pemdas"], ["right", "scala", "right_slow"]]);
}

#[test]
fn a_true_solution_can_be_lost() {
    let explanation = Explanation::new("8/(3-8/3)", &[Grammar::Flat], 24.into()).unwrap();
    assert_eq!(explanation.verdict(), Verdict::Solution);
    let expected = [("left", Verdict::Solution), ("flat", Verdict::Lost)];
    assert_eq!(verdicts(&explanation), expected.map(|(name, it)| (name.to_owned(), it)));
}

#[test]
fn values_can_agree_where_trees_do_not() {
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
fn a_grammar_that_refuses_the_text_does_not_count() {
    let text = format!("{}8-4{}", "(".repeat(9), ")".repeat(9));
    let explanation = explain(&text);
    let slow = explanation.readings.last().unwrap();
    assert!(slow.read.is_err() && slow.parting.is_none());
    assert_eq!(slow.verdict, Verdict::NotRead);
    assert!(explanation.agree() && explanation.same_trees());
    let groups: Vec<usize> = explanation.groups().iter().map(Vec::len).collect();
    assert_eq!(groups, [5]);
}

#[test]
fn ordinary_arithmetic_comes_first_and_none_comes_twice() {
    let given = [Grammar::Scala, Grammar::Left, Grammar::Scala];
    let explanation = Explanation::new("8-4-2", &given, 24.into()).unwrap();
    let names: Vec<String> = explanation.readings.iter().map(|it| it.grammar.to_string()).collect();
    assert_eq!(names, ["left", "scala"]);
    assert!(Explanation::new("8-4-", &given, 24.into()).is_err());
}

#[test]
fn what_each_takes_where_they_part_stands_with_its_brackets() {
    let text = " (9) - ( 4 ) - (2+1)*3";
    let parting = part(text, &Grammar::Left, &Grammar::Scala).unwrap();
    assert_eq!(&text[parting.sign.clone()], "-");
    assert_eq!(parting.sign.start, 5);
    let taken = parting.taken.each_ref().map(|it| &text[it.operand.clone()]);
    assert_eq!(taken, ["( 4 )", "( 4 ) - (2+1)*3"]);
    let rules = parting.taken.map(|it| it.rule.unwrap()).map(|it| (it.operation, it.level));
    let expected = [("subtract", "expression"), ("subtract", "difference")];
    assert_eq!(rules, expected.map(|(role, rule)| (role.to_owned(), rule.to_owned())));
}

#[test]
fn the_cause_tells_grouping_from_precedence() {
    use Operator::{Add, Divide, Multiply, Subtract};
    use Order::{FromLeft, FromRight, Precedence};

    let cases = [
        ("8-4-2", Grammar::Left, Grammar::Scala, vec![(Subtract, Subtract, FromRight)]),
        ("8-4-2", Grammar::Scala, Grammar::Left, vec![(Subtract, Subtract, FromLeft)]),
        ("8-3+2", Grammar::Left, Grammar::Right, vec![(Add, Subtract, FromRight)]),
        ("8-3+2", Grammar::Left, Grammar::Pemdas, vec![(Add, Subtract, Precedence)]),
        ("8/4*2", Grammar::Left, Grammar::Pemdas, vec![(Multiply, Divide, Precedence)]),
        ("2*6/3", Grammar::Left, Grammar::Scala, vec![(Divide, Multiply, Precedence)]),
        ("2+3*4", Grammar::Left, Grammar::Flat, vec![(Add, Multiply, FromLeft)]),
        ("2+3*4", Grammar::Flat, Grammar::Left, vec![(Multiply, Add, Precedence)]),
        (
            "9-4-2*8/2",
            Grammar::Left,
            Grammar::Scala,
            vec![(Subtract, Subtract, FromRight), (Divide, Multiply, Precedence)],
        ),
        ("8-4-2-1", Grammar::Left, Grammar::Right, vec![(Subtract, Subtract, FromRight)]),
    ];
    for (text, a, b, expected) in cases {
        let parting = part(text, &a, &b).unwrap();
        assert_eq!(causes(&parting), expected, "{text} under {a} and {b}");
    }
    assert_eq!(part("8*(4-2)", &Grammar::Left, &Grammar::Scala), None);
}

/// The numbers that each sign has to its left and to its right, in the order of
/// the text: the first number, the first right of the sign, the one after the
/// last.
fn operands(expression: &Expression<Rational>) -> Vec<(usize, [usize; 3])> {
    let (mut found, mut stack, mut numbers) = (Vec::new(), Vec::new(), 0);
    for node in expression.nodes() {
        match node.kind {
            Kind::Leaf(_) => {
                stack.push([numbers, numbers + 1]);
                numbers += 1;
            }
            Kind::Operation(_) => {
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

/// The numbers of `text` that stand in `span`.
fn numbers_in(expression: &Expression<Rational>, span: &std::ops::Range<usize>) -> usize {
    let inside = expression.nodes().iter().filter(|it| matches!(it.kind, Kind::Leaf(_)));
    inside.filter(|it| span.start <= it.span.start && it.span.end <= span.end).count()
}

fn assert_is_true(text: &str, [a, b]: [&Grammar; 2]) {
    let trees = [a, b].map(|grammar| grammar.parse(text).unwrap());
    let [in_a, in_b] = trees.each_ref().map(operands);
    let first = in_a.iter().zip(&in_b).find(|(a, b)| a != b);
    let Some(parting) = Parting::new(text, [a, b]).unwrap() else {
        assert_eq!(first, None, "{text:?} under {a} and {b}");
        return;
    };
    let (of_a, of_b) = first.unwrap();
    assert_eq!(parting.sign.start, of_a.0);
    for ((_, [_, from, to]), taken) in [of_a, of_b].into_iter().zip(&parting.taken) {
        assert_eq!(numbers_in(&trees[0], &taken.operand), to - from);
        let operand = &text[taken.operand.clone()];
        // A whole operand: what stands there is itself an expression.
        assert!(Grammar::Left.parse(operand).is_ok(), "{operand:?} of {text:?}");
        assert!(taken.rule.is_some());
    }
    assert!(parting.causes[0].signs.contains(&parting.sign.start));
    for cause in &parting.causes {
        let [first, then] = cause.signs;
        assert!(is_done_before(&trees[1], first, then), "{text:?} under {a} and {b}: {cause:?}");
        assert!(is_done_before(&trees[0], then, first), "{text:?} under {a} and {b}: {cause:?}");
        for (at, operator) in cause.signs.into_iter().zip(cause.operators) {
            assert!(text[at..].starts_with(operator.symbol()));
        }
        assert_is_a_habit(&cause.operators, cause.order, b);
    }
}

/// What is said to hold of signs in general holds of every two of them that
/// stand alone.
fn assert_is_a_habit(operators: &[Operator], order: Order, grammar: &Grammar) {
    let done_first = |signs: [Operator; 2]| {
        let tree = grammar.parse(&format!("7{}7{}7", signs[0], signs[1])).unwrap();
        let tree = tree.to_s_expression();
        // The root comes first, and what is done before stands to one side.
        usize::from(tree.ends_with("))"))
    };
    let pairs = operators.iter().flat_map(|a| operators.iter().map(move |b| [*a, *b]));
    for signs in pairs {
        let expected = match order {
            Order::FromLeft => 0,
            Order::FromRight => 1,
            _ if signs[0] == signs[1] => continue,
            _ => usize::from(signs[1] == operators[0]),
        };
        assert_eq!(done_first(signs), expected, "{signs:?} under {grammar}: {order:?}");
    }
}

/// What is said of grammars that group a text in the same way, is true of each
/// of which it is said; and of each all is said that there is to say.
fn assert_habits_are_true(explanation: &Explanation) {
    for group in explanation.groups() {
        let habits = Explanation::habits(&group);
        for (habit, readings) in &habits {
            for it in readings {
                assert_is_a_habit(&habit.operators, habit.order, &it.grammar);
            }
        }
        for it in group {
            let said: Vec<&Habit> = habits
                .iter()
                .filter(|(_, readings)| readings.iter().any(|one| one.grammar == it.grammar))
                .map(|(habit, _)| *habit)
                .collect();
            let causes = it.parting.iter().flat_map(|parting| &parting.causes);
            for cause in causes {
                let is_said = |habit: &&Habit| {
                    habit.order == cause.order
                        && cause.operators.iter().all(|one| habit.operators.contains(one))
                };
                assert!(said.iter().any(is_said), "{:?}: {cause:?}", explanation.text);
            }
            assert_eq!(said.is_empty(), it.parting.is_none());
        }
    }
}

/// The habits of the grammars that part from ordinary arithmetic, with the
/// grammars of each, in words.
fn habits(text: &str) -> Vec<String> {
    let explanation = explain(text);
    let said = |group: &Vec<&GrammarReading>| -> Vec<String> {
        let words = Explanation::habits(group).into_iter().map(|(habit, readings)| {
            let signs: String = habit.operators.iter().map(ToString::to_string).collect();
            let names: Vec<String> = readings.iter().map(|it| it.grammar.to_string()).collect();
            format!("{signs} {:?}: {}", habit.order, names.join(" "))
        });
        words.collect()
    };
    explanation.groups().iter().flat_map(said).collect()
}

#[test]
fn grammars_of_one_tree_may_have_it_by_habits_of_their_own() {
    let cases = [
        ("8-3+2", vec!["+- FromRight: right right_slow", "+- Precedence: pemdas"]),
        ("8/4*2", vec!["*/ FromRight: right right_slow", "*/ Precedence: pemdas"]),
        (
            "2*3-4/5*6+7",
            vec![
                "+- FromRight: right right_slow",
                "*/ FromRight: right right_slow",
                "+- Precedence: pemdas",
                "*/ Precedence: pemdas",
                "-/ FromLeft: flat",
            ],
        ),
        ("(5-8-7)*6", vec!["- FromRight: right scala right_slow"]),
        // To scala the two are levels of their own.
        (
            "(4-3-2)*(4+3+2)",
            vec!["+- FromRight: right right_slow", "- FromRight: scala", "+ FromRight: scala"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(habits(text), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn where_two_grammars_part_and_why_is_true_of_their_trees(text in texts()) {
        for a in Grammar::ALL {
            for b in Grammar::ALL {
                if a.parse(&text).is_ok() && b.parse(&text).is_ok() {
                    assert_is_true(&text, [a, b]);
                }
            }
        }
    }

    #[test]
    fn what_is_said_of_grammars_of_one_tree_is_true_of_each(text in texts()) {
        assert_habits_are_true(&Explanation::new(&text, Grammar::ALL, 24.into()).unwrap());
    }

    #[test]
    fn a_verdict_says_what_the_values_say(text in texts(), target in 0_i64..30) {
        let target = Rational::from(target);
        let explanation = Explanation::new(&text, Grammar::ALL, target.clone()).unwrap();
        let truth = evaluate(&Grammar::Left.parse(&text).unwrap()).ok();
        let mut values = Vec::new();
        for it in &explanation.readings {
            let Ok(read) = it.grammar.parse(&text) else {
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
            let stats = TraceStats::new(&text, &it.grammar).unwrap();
            assert_eq!(it.read.as_ref().unwrap().tree.calls(), stats.rule_calls);
        }
        assert_eq!(explanation.agree(), values.iter().all(|value| *value == truth));
    }
}
