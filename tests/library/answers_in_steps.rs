//! Answers in steps: their numbers, their signs and what is wrong with them.

use bracket24::lessons::{Answer, Problem, StepFault};
use bracket24::{Grammar, Hand, Rational};

use crate::answers::{answer, miscounts};

#[test]
fn an_answer_may_be_given_in_steps_if_each_step_is_right() {
    let check = |hand: &str, text: &str| {
        let answer = Answer::new(text, &hand.parse().unwrap(), &24.into(), &Grammar::Left);
        let step = match answer.problem() {
            Some(Problem::Step(wrong)) => wrong.expression.clone(),
            _ => String::new(),
        };
        (answer.is_right(), answer.reading.text().to_owned(), step)
    };
    for (hand, steps, expression) in [
        ("5 7 8 6", "5+7=12, 8-6=2, 12*2=24", "(5+7)*(8-6)"),
        ("5 7 8 6", "5+7=12; 8-6=2; 12*2=24;", "(5+7)*(8-6)"),
        ("3 3 8 8", "8/3=8/3, 3-8/3=1/3, 8/(1/3)=24", "8/(3-8/3)"),
        ("2 2 4 5", "2+2=4, 4+4=8, 5*8=40", "5*(2+2+4)"),
        ("2 2 2 3", "2*2=4, 2*3=6, 4*6=24", "2*2*2*3"),
    ] {
        let (is_right, text, _) = check(hand, steps);
        let is_24 = steps.contains("=24");
        assert_eq!((is_right, &*text), (is_24, expression), "{steps}");
    }
    assert_eq!(check("5 7 8 6", "5+7=13, 8-6=2, 13*2=26").2, "5+7");
    assert_eq!(check("5 5 8 6", "8/(5-5)=0, 0+6=6").2, "8/(5-5)");
    // The last step may omit its value, even if it is a division.
    assert!(check("5 7 8 6", "6*8=48,7-5=2,48/2").0);
    // A card that the answer leaves out is not used.
    assert!(!check("5 7 8 6", "5+7=12, 12*2=24").0);
    // Each step except the last must be used later, or be a part of the last.
    assert_eq!(check("3 8", "5*5=25, 3*8=24").2, "5*5");
    assert_eq!(check("5 7 8 6", "5+7=12; 12*2=24; 8-6=2").2, "12*2");
    assert!(check("5 7 8 6", "5+7=12, 8 - 6=2, (5+7)*(8-6)=24").0);
    assert_eq!(check("1 0 0 24", "1/0=; 24+0").2, "1/0");
}

#[test]
fn steps_accept_any_exact_number_as_a_value() {
    for (hand, steps, expression) in [
        // The whole expression may come last, in another order.
        ("5 6 7 8", "5+7=12, 8-6=2, 12*2=24, (8-6)*(5+7)=24", "(8-6)*(5+7)"),
        ("5 6 7 8", "7+5=12, 8-6=2, (5+7)*(8-6)=24", "(5+7)*(8-6)"),
        ("5 6 8 17", "8-6=2, 17+5+8-6", "17+5+8-6"),
        ("1 3 7 7", "1-7=-6, 3-7=-4, (-6)*(-4)=24", "(1-7)*(3-7)"),
        ("1 3 7 7", "1-7=(-6); 3-7=(-4); -6*-4", "(1-7)*(3-7)"),
        ("1 3 7 7", "1-7=-6 3-7=-4 -6*-4=24", "(1-7)*(3-7)"),
        ("1 3 7 7", "1-7=-6\n3-7=-4\n-6 * -4=24", "(1-7)*(3-7)"),
        ("1 3 7 7", "-6=1-7 -4=3-7 -6*-4=24", "(1-7)*(3-7)"),
        ("1 3 7 7", "1-7=(-6) 3-7=(-4) -6*-4=24", "(1-7)*(3-7)"),
        ("2 4 6 6", "6+6 = 12\n2/4 = 1/2\n12/(1/2) = 24", "(6+6)/(2/4)"),
        // A step may go on from the one before it.
        ("5 6 7 8", "5+7=12, -8=4, x6=24", "(5+7-8)*6"),
        ("2 7 8 11", "7+8+11=26; - 2 = 24", "7+8+11-2"),
        ("2 3 3 9", "2*9=18, +3=21, +3", "2*9+3+3"),
        ("9 10 6 9", "9*10=90, /6=15, +9=24", "9*10/6+9"),
        ("1 3 7 7", "1-7=-6, 3-7=-4, *-6=24", "(3-7)*(1-7)"),
        // A character for the fraction of two cards.
        ("1 3 4 6", "1 - ¾ = ¼, 6/¼ = 24", "6/(1-3/4)"),
        ("1 2 2 6", "2*6=12, 12/½=24", "2*6/(1/2)"),
        ("2 4 6 6", "6+6 = 12\n2/4 = 0.5\n12/0.5 = 24", "(6+6)/(2/4)"),
        // A fraction is one result, even if its numerator is a result too.
        ("8 7 7 1 3", "1/3=1/3, 7/7=1, 8/(1/3)=24, 24*1=24", "8/(1/3)*7/7"),
        ("12 9 8 2 4", "9-8=1, 2/4=1/2, 12/(1/2)=24, 24*1=24", "12/(2/4)*(9-8)"),
        ("2 10 4 4", "4/2=2, 10/4=5/2, (5/2)*2=5", "10/4*4/2"),
        ("10 3 5 2", "10/3=3 1/3, 5-2=3, 3 1/3*3=10", "10/3*(5-2)"),
        ("4 6 8 12", "8-6=2, 2/4=2/4, 12/(2/4)=24", "12/((8-6)/4)"),
        ("5 6 7 8", "5-8=-3, 7+(-3)=4, 4*6=24", "(7+5-8)*6"),
        ("1 2 3 27", "1-2=-1, 3-27=-24, -24/-1=24", "(3-27)/(1-2)"),
        ("2 2 8 21", "2-8=-6, -6/2=-3, 21-(-3)=24", "21-(2-8)/2"),
        ("6 6 12 1", "6+6=12, 12/1+12=24", "(6+6)/1+12"),
        ("6 6 24 2", "6+6=12, 24/2+12=24", "24/2+6+6"),
        ("1 5 5 5", "1/5=0.2, 5-0.2=4.8, 4.8*5=24", "(5-1/5)*5"),
        ("1 5 5 5", "1/5=.2 5-.2=4.80 4.8*5=24", "(5-1/5)*5"),
        ("1 5 5 5", "1/5=0,2; 5-0,2=4,8; 4,8*5=24", "(5-1/5)*5"),
        ("1 5 5 5", "1/5=0,2, 5-0,2=4,8, 4,8*5=24", "(5-1/5)*5"),
        ("1 5 5 5", "1/5=⅕, 5-⅕=4⅘, 4⅘*5=24", "(5-1/5)*5"),
        ("3 3 8 8", "8/3=2 2/3, 3-2 2/3=1/3, 8/(1/3)=24", "8/(3-8/3)"),
        ("3 3 8 8", "8/3=2 2/3 3-2 2/3=⅓ 8/⅓=24", "8/(3-8/3)"),
        ("4 4 7 7", "4-4/7=3 3/7=24/7, 24/7*7=24", "(4-4/7)*7"),
        ("3 3 8 8", "3-8=-5, 8--5=13, 13+3", "8-(3-8)+3"),
        ("3 7 3 9", "3-7=-4, 9+3=12, 12--4=16", "9+3-(3-7)"),
        // The second and the third 3 are cards, although -3 is a result.
        ("3 3 4 7", "4-7=-3, 3*3=9, 9-(-3)=12", "3*3-(4-7)"),
        // The second step is a division, although its value is a result.
        ("1 1 3 3", "1/3=1/3, 1/3=1/3, 1/3+1/3=2/3", "1/3+1/3"),
        ("9 3 12 Q 12", "3+9=Q, 12+Q=24, Q*24", "Q*(3+9+Q)"),
    ] {
        for grammar in [Grammar::Left, Grammar::Extended] {
            let answer = Answer::new(steps, &hand.parse().unwrap(), &24.into(), &grammar);
            let text = answer.reading.text();
            let is_24 = answer.value() == Some(&24.into());
            assert_eq!(text, expression, "{steps}");
            let problem = answer.problem();
            assert!(is_24 == problem.is_none(), "{steps}: {problem:?}");
        }
    }
    // The value of a step is exact, and a decimal that is not the value of a step is not a card.
    for steps in ["8/3=2.67, 3-2.67=0.33, 8/0.33=24", "1/5=0.2, 5-0.2=4.7, 4.7*5=24"] {
        assert!(matches!(answer(steps, "3 3 8 8").problem(), Some(Problem::Step(_))), "{steps}");
    }
    assert!(!answer("2*24=48, 0.5*48=24", "1 2 2 24").is_right());
}

#[test]
fn a_number_that_equals_an_earlier_result_may_be_a_card_or_a_part_of_a_division() {
    for (hand, target, steps) in [
        ("2 2 3 6", 24, "6-2=4, 2*3=6, (6-2)*(2*3)=24"),
        ("2 2 3 6", 24, "2*3=6, 6-2=4, 6*4"),
        ("6 8 9 1", 24, "6+9=15, 8+1=9, (6+9)+(8+1)=24"),
        ("1 2 5 8", 24, "8*1=8, 5-2=3, (5-2)*(8*1)=24"),
        ("10 5 5", 10, "10+5=15, 15-5=10, 10+5-5=10"),
        ("2 2 5 5 6", 24, "5-2=3, 6/2+5=8, 8*3=24"),
        ("2 2 3 10", 10, "2+3=5, (10/2)=5, 5+5=10"),
        ("3 3 8 8", 24, "8/3=8/3, 3-8/3=1/3, 8/1/3=24"),
        ("3 3 8 8", 24, "8/3=8/3, 3-8/3=1/3, 8/1/3"),
        ("3 8 8 8", 24, "8/3=2 2/3, 8/2 2/3=3, 3*8=24"),
        ("1 4 5 6", 24, "1-5/6=1/6 4/1/6=24"),
    ] {
        let answer = Answer::new(steps, &hand.parse().unwrap(), &target.into(), &Grammar::Left);
        assert!(answer.is_right(), "{steps}: {:?}", answer.problem());
    }
}

#[test]
fn a_step_may_leave_out_its_value() {
    for text in [
        "5+7, 8-6, 12*2",
        "5+7,8-6,12*2",
        "5+7; 8-6; 12*2",
        "5+7 | 8-6 | 12*2=24",
        "5+7 = 12, 8-6, 12*2 = 24",
        "5+7, 8-6=2, (5+7)*(8-6)",
    ] {
        assert!(answer(text, "5 6 7 8").is_right(), "{text}");
    }
    for text in ["3,5*6+3", "5+7, 8-6", "5+7, 8-6, 13*2", "5+7, *2"] {
        assert!(!answer(text, "5 6 7 8").is_right(), "{text}");
    }
    // The commas of a logarithm.
    let hand = "1 1 8 8".parse().unwrap();
    let answer = Answer::new("log(1+1, 8)*8", &hand, &24.into(), &Grammar::Extended);
    assert!(answer.is_right(), "{:?}", answer.problem());
}

#[test]
fn a_step_that_is_right_with_its_minus_does_not_go_on_from_the_one_before() {
    for (hand, text) in [("5 6 7 8", "5+7=12, -8+12=4, 4*6=24"), ("1 1 5 5", "5*5=25, -1+25=24")] {
        let answer = answer(text, hand);
        let Some(Problem::Step(wrong)) = answer.problem() else { panic!("{text}") };
        assert!(matches!(&wrong.fault, StepFault::Missing(it) if it.starts_with('-')), "{text}");
    }
    assert!(answer("5+7=12, -8=4, *6=24", "5 6 7 8").is_right());
}

#[test]
fn a_number_in_a_step_counts_even_if_a_later_step_has_the_same_number_again() {
    for text in ["8*1=8, 8-4=4, 4*6=24, 24*1=24", "1*8=8, 8-4=4, 4*6*1=24"] {
        assert_eq!(miscounts(text, "1 4 6 8"), [("1".to_owned(), 1, 2)], "{text}");
    }
    for text in [
        "8*1=8, 8-4=4, 4*6=24",
        "8*1=8, 8-4=4, 4*6=24, (8*1-4)*6=24",
        "8-4=4, 8*1=8, (8*1-4)*6=24",
        "8-4=4, 6*1=6, (8-4)*6=24",
        "8-4=4, 6*1=6, 4*(1*6)=24",
    ] {
        assert!(answer(text, "1 4 6 8").is_right(), "{text}");
    }
    // The whole expression may group the numbers in another way.
    for (hand, text) in
        [("1 5 8 10", "10+8=18, 18+5=23, 1+5+8+10=24"), ("1 2 3 4", "3*4=12, 12*1=12, 2*3*4*1=24")]
    {
        assert!(answer(text, hand).is_right(), "{text}");
    }
}

#[test]
fn checking_an_answer_with_many_equal_results_does_not_take_exponential_time() {
    let text = vec!["1*1=1"; 300].join(", ");
    assert!(!answer(&text, "3 3 8 8").is_right());
}

#[test]
fn a_text_too_long_for_steps_is_parsed_as_one_expression() {
    let hand = "3 3 8 8".parse().unwrap();
    for part in ["1+1=2,", "1 plus ", "2 2/3 ", "plus ", "1+1=2?"] {
        let text = part.repeat(100_000);
        let answer = Answer::in_any_notation(&text, &hand, &24.into(), &Grammar::Left);
        assert!(matches!(answer.problem(), Some(Problem::Syntax(_))), "{part}");
    }
}

#[test]
fn answers_accept_common_separators_and_endings_of_steps() {
    for steps in [
        "5+7=12\n8-6=2\r\n12*2=24\n",
        "5+7=12 8-6=2 12*2=24",
        "5 + 7 = 12  8 - 6 = 2  12 * 2 = 24",
        "5+7=12, 8-6=2, 12*2",
        "5+7=12, 8-6=2, 12*2=",
        "5+7=12 8-6=2 12*2",
        "5+7=12. 8-6=2. 12*2=24.",
        "5+7=12|8-6=2 | 12*2=24",
        "5+7=12 → 8-6=2 → 12*2=24",
        "5+7=12 -> 8-6=2->12*2=24",
        "5+7=12 => 8-6=2=>12*2=24",
        "5+7=12, 8-6=2, 12*2=24, 24",
        "5+7=12 and 8-6=2 so 12*2=24",
        "5+7=12, then 8-6=2, and then 12*2=24",
        "5+7=12,8-6=2,12*2=24,24",
        "12=5+7, 2=8-6, 24.0=12*2",
        "1. 5+7=12\n2. 8-6=2\n3. 12*2=24",
        "1) 5+7=12, 2) 8-6=2, 3) 12*2=24",
        "1. 5+7=12\n2. 8-6=2\n3. 12*2=24\n(5+7)*(8-6)=24",
        "1/ 5+7=12, 2/ 8-6=2, 3/ 12*2=24",
        "(1) 5+7=12, (2) 8-6=2, (3) 12*2=24",
        "(5+7)*(8-6).",
        "(5+7)*(8-6) = 24.",
    ] {
        let answer = answer(steps, "5 6 7 8");
        assert!(answer.is_right(), "{steps}: {:?}", answer.problem());
        assert_eq!(answer.reading.text(), "(5+7)*(8-6)", "{steps}");
    }
    // The numbers in brackets are operands.
    for steps in ["1+3=4, (2) + 4=6, 6*4=24", "(1) + 3 = 4, 4+2=6, 6*4=24"] {
        assert!(answer(steps, "1 2 3 4").is_right(), "{steps}");
    }
    for text in
        ["", ".", ",", "=", "=,=", "5+7=12,", "5+7=12 =", "5=5 , 5", "8*3=24,0", "é= (", "1=1 é"]
    {
        assert!(!answer(text, "5 6 7 8").is_right(), "{text}");
    }
}

#[test]
fn a_step_may_begin_with_a_sign_if_the_grammar_has_signs() {
    let hand = Hand::from([4, 4, 7]);
    let answer = Answer::new("4*7=28, -4+28=24", &hand, &24.into(), &Grammar::Extended);
    assert!(answer.is_right(), "{:?}", answer.problem());
}

#[test]
fn the_message_about_a_step_says_what_is_wrong_with_it() {
    for (hand, text, missing, step) in [
        ("1 3 7 7", "1-7=-6, 3-7=-4, (-6)*(-5)=30", "-5", "(-6)*(-5)"),
        ("1 9 1 8", "1-8=-7, 1+9=10, 10-(-14)=24", "-14", "10-(-14)"),
        ("3 4 2 1", "3*4=12, 2*(-12)=-24", "-12", "2*(-12)"),
        ("3 4 2 1", "3*4=12, 2.5*2=5", "2.5", "2.5*2"),
        ("3 4 2 1", "3*4=12, 2 1/2*2=5", "2 1/2", "2 1/2*2"),
    ] {
        let answer = answer(text, hand);
        let Some(Problem::Step(wrong)) = answer.problem() else { panic!("{text}: {answer:?}") };
        assert_eq!(wrong.fault, StepFault::Missing(missing.to_owned()), "{text}");
        assert_eq!(wrong.expression, step, "{text}");
    }
    // The parser rejects the side itself.
    for (text, side) in [
        ("5+7=12, 8-6=2), 12*2=24", "2)"),
        ("5+7=12, (8-6=2, 12*2=24", "(8-6"),
        ("5+7=12, 8-6==2, 12*2=24", "8-6=="),
    ] {
        let rejected = answer(text, "5 6 7 8");
        assert!(matches!(rejected.problem(), Some(Problem::Syntax(_))));
        assert_eq!(rejected.reading.text(), side);
        assert!(text[rejected.before..].starts_with(side));
    }
    let side = |value: u32, side: &str| StepFault::Side(value.into(), side.to_owned());
    for (text, step, fault) in [
        ("5+7=12, 12-8=5*6=24", "12-8", side(4, "5*6")),
        ("5+7=13-8=5, 5*6=30", "5+7", side(12, "13-8")),
        ("8-6=2, 5+7=13*2=26", "5+7", side(12, "13*2")),
        ("7-5=2; 6*8=46/2=23", "6*8", side(48, "46/2")),
        ("8-6=2, 5+7=12*2=25", "12*2", StepFault::Claim(24.into(), 25.into())),
    ] {
        let answer = answer(text, "5 6 7 8");
        let Some(Problem::Step(wrong)) = answer.problem() else { panic!("{text}: {answer:?}") };
        assert_eq!((&*wrong.expression, &wrong.fault), (step, &fault), "{text}");
    }
}

/// The ways to write a value as an operand of a step.
pub(crate) fn spellings(value: &Rational) -> Vec<String> {
    let text = value.abs().to_string();
    let (numer, denom) = text.split_once('/').unwrap_or((&text, "1"));
    let [numer, denom]: [u64; 2] = [numer, denom].map(|it| it.parse().unwrap());
    let sign = if value.to_string().starts_with('-') { "-" } else { "" };
    let mut all = vec![format!("({sign}{text})")];
    if denom > 1 && numer > denom && sign.is_empty() {
        all.push(format!("{} {}/{denom}", numer / denom, numer % denom));
    }
    all.extend(sign.is_empty().then_some(text));
    if denom > 1 && numer > denom {
        all.push(format!("({sign}{} {}/{denom})", numer / denom, numer % denom));
    }
    if let Some(scale) = [10, 100].into_iter().find(|it| denom > 1 && it % denom == 0) {
        let digits = scale.to_string().len() - 1;
        let decimals = numer % denom * (scale / denom);
        all.push(format!("({sign}{}.{decimals:0digits$})", numer / denom));
    }
    all
}

#[test]
fn true_steps_are_right_in_any_order_and_spelling() {
    let mut random = 1_u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % bound
    };
    for _ in 0..500 {
        let cards: Vec<usize> = (0..3 + below(3)).map(|_| 1 + below(12)).collect();
        let mut pool: Vec<(Rational, bool, String)> = cards
            .iter()
            .map(|card| (card.to_string().parse().unwrap(), true, card.to_string()))
            .collect();
        let mut steps = Vec::new();
        while pool.len() > 1 {
            let [(left, is_card, tree), (right, is_other_card, other_tree)] =
                [(); 2].map(|()| pool.swap_remove(below(pool.len())));
            let mut spelled = |value: &Rational, is_card| {
                let all = spellings(value);
                if is_card { value.to_string() } else { all[below(all.len())].clone() }
            };
            let operands = [spelled(&left, is_card), spelled(&right, is_other_card)];
            let (sign, value) = match below(4) {
                0 => ('+', &left + &right),
                1 => ('-', &left - &right),
                2 => ('*', &left * &right),
                _ => match left.checked_div(&right) {
                    Some(value) => ('/', value),
                    None => ('+', &left + &right),
                },
            };
            let all = spellings(&value);
            let claim = all[below(all.len())].trim_matches(['(', ')']);
            steps.push(operands.join(&sign.to_string()) + "=" + claim);
            pool.push((value, false, format!("({tree}{sign}{other_tree})")));
        }
        // The whole expression may follow its steps.
        let (value, _, tree) = &pool[0];
        if below(2) == 0 {
            steps.push(format!("{tree}={value}"));
        }
        // With blanks, `6 = 12 2/4 = 1/2` has a mixed number.
        let is_wide = below(2) == 0;
        let text = steps.join([", ", "; ", "\n", " "][below(if is_wide { 3 } else { 4 })]);
        let text = if is_wide { text.replace('=', " = ").replace('*', " * ") } else { text };
        let hand: Hand =
            cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ").parse().unwrap();
        let answer = Answer::new(&text, &hand, value, &Grammar::Left);
        assert!(answer.is_right(), "{hand}: {text:?}: {:?}", answer.problem());
    }
}
