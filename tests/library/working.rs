//! Answers with a line of working or a running line, and steps that are hard to tell apart.

use bracket24::lessons::{Answer, Problem, StepFault};
use bracket24::{Grammar, Rational};

use crate::answers_in_steps::spellings;

fn answer(text: &str, hand: &str) -> Answer {
    Answer::new(text, &hand.parse().unwrap(), &24.into(), &Grammar::Left)
}

#[test]
fn a_line_of_working_must_have_the_value_of_the_answer() {
    for right in ["8/(3-8/3) = 8*3", "4*6=8/(3-8/3)", "8/(3-8/3)=72/3."] {
        let answer = answer(right, "3 3 8 8");
        assert!(answer.is_right(), "{right}: {:?}", answer.problem());
    }
    let wrong = answer("8/(3-8/3) = 8*2", "3 3 8 8");
    assert!(matches!(wrong.problem(), Some(Problem::Step(_))), "{:?}", wrong.problem());
    let undefined = answer("8/(3-8/3) = 8/0", "3 3 8 8");
    let Some(Problem::Step(undefined)) = undefined.problem() else { panic!("{undefined:?}") };
    assert!(matches!(undefined.fault, StepFault::Undefined(_)), "{undefined:?}");
}

#[test]
fn a_step_that_nobody_uses_is_no_part_of_a_whole_with_its_numbers() {
    assert!(answer("7*1=7, 7+1=8, 8*3=24", "1 3 7").problem().is_some());
}

#[test]
fn a_comma_before_a_zero_ends_a_step() {
    let zeros = answer("4*6=24,0*0=0,0+24=24", "4 6 0 0");
    assert!(zeros.is_right(), "{:?}", zeros.problem());
}

#[test]
fn each_side_of_a_running_line_equals_the_last_or_goes_on_from_it() {
    for (hand, text) in [
        ("5 6 7 8", "7+5=12-8=4*6=24"),
        ("5 6 7 8", "7 + 5 = 12\n- 8 = 4\n* 6 = 24"),
        ("5 6 7 8", "5+7=12 -8=4 *6=24"),
        ("5 6 7 8", "5+7=12=12-8=4=4*6=24"),
        ("4 6 1 1", "4x6=24x1x1=24"),
        ("4 6 1 1", "4*6=24*1*1"),
        ("12 2 1 1", "12x2=24 x1=24 x1=24"),
        ("3 5 5 8", "3x8=24+5-5=24"),
        ("1 2 3 8", "3x8=24x(2-1)=24"),
        ("A A 2 Q", "Qx2=24xAxA=24"),
        ("5 6 7 8", "24=12*2=(5+7)*(8-6)"),
        ("5 6 7 8", "(5+7)*(8-6)=12*2=24"),
        ("3 3 8 8", "8/3=8/3, 3-8/3=1/3, 8/(1/3)=24"),
        // Some steps have a line of their own.
        ("5 6 7 8", "8-6=2, 5+7=12*2=24"),
        ("5 6 7 8", "5+7=12, 12-8=4*6=24"),
        ("5 6 7 8", "8-6=2; 5 + 7 = 12 * 2 = 24"),
        ("1 1 3 3 9", "1*1=1, 9*3=27-3=24*1=24"),
    ] {
        let answer = answer(&bracket24::typed_signs(text), hand);
        assert!(answer.is_right(), "{text}: {:?}", answer.problem());
    }
    let wrong = answer("7+5=12 -8=4 -6=-2", "5 6 7 8");
    assert!(matches!(wrong.problem(), Some(Problem::Value(it)) if *it == (-2).into()));
}

#[test]
fn a_running_line_may_repeat_a_number_that_equals_its_result() {
    for (hand, text) in [
        ("1 2 3 4", "4*3*2*1=12*2*1=24*1=24"),
        ("1 2 3 4", "2*3*4=24*1=24"),
        ("4 5 5 6", "4*6*(5/5)=24*1=24"),
        ("3 5 5 8", "3*8+(5-5)=24+0=24"),
        ("3 5 5 8", "3*8+5-5=24+5-5=24"),
        ("3 5 5 8", "3*8=24+5-5=24"),
        ("4 4 7 7", "(4-4/7)*7=24/7*7=24"),
        ("2 3 6", "(2+6)*3=2*3+6*3=6+18=24"),
        ("1 3 7 7", "(1-7)*(3-7)=(-6)*(-4)=24"),
    ] {
        let answer = answer(text, hand);
        assert!(answer.is_right(), "{text}: {:?}", answer.problem());
    }
}

#[test]
fn a_running_line_with_too_many_sides_is_rejected() {
    let text = ["24*1"; 40].join("=");
    assert!(matches!(answer(&text, "5 6 7 8").problem(), Some(Problem::Syntax(_))));
    let text = ["24*1"; 30].join("=");
    assert!(matches!(answer(&text, "5 6 7 8").problem(), Some(Problem::Cards(_))));
}

#[test]
fn the_first_false_side_of_a_running_line_is_named() {
    for (text, step, fault) in [
        ("7+5=13-8=5*6=30", "7+5", StepFault::Side(12.into(), "13-8".to_owned())),
        ("5+7=12-8=5*6=24", "12-8", StepFault::Side(4.into(), "5*6".to_owned())),
        ("5+7=12-8=4*6=25", "4*6", StepFault::Claim(24.into(), 25.into())),
        ("5+7=12=13", "5+7", StepFault::Claim(12.into(), 13.into())),
        ("5+7=12=12-8=3=3*8=24", "12-8", StepFault::Claim(4.into(), 3.into())),
    ] {
        let answer = answer(text, "5 6 7 8");
        let Some(Problem::Step(wrong)) = answer.problem() else { panic!("{text}: {answer:?}") };
        assert_eq!((&*wrong.expression, &wrong.fault), (step, &fault), "{text}");
    }
}

#[test]
fn a_running_line_that_goes_on_uses_each_number_again() {
    for (hand, text) in [
        ("3 8", "3*8=24*1=24"),
        ("3 8", "3*8=24+3-3=24"),
        ("1 24", "3*8=24*1=24"),
        ("1 5 6", "5-1=4*6=24*1=24"),
        ("1 5 6", "5-1=4*1=4*6=24"),
    ] {
        let answer = answer(text, hand);
        assert!(matches!(answer.problem(), Some(Problem::Cards(_))), "{text}: {answer:?}");
    }
    for (hand, text) in [
        ("1 2 3 4", "1*2*3*4=24*1=24"),
        ("1 24", "1*24=24*1=24"),
        ("1 1 3 8", "3*8*1*1=24*1*1=24*1=24"),
        ("1 5 6", "(5-1)*6=4*6=24"),
        ("1 1 5 6", "5-1=4*6=24*1=24"),
    ] {
        let answer = answer(text, hand);
        assert!(answer.is_right(), "{text}: {:?}", answer.problem());
    }
}

#[test]
fn a_running_line_may_subtract_between_blanks() {
    for (hand, text, step) in [
        ("1 3 9 13", "9+13 = 22 - 1 = 21+3 = 25", "21+3"),
        ("5 5 8 13", "8 + 13 = 21 - 5 = 16-5 = 12", "16-5"),
    ] {
        let answer = answer(text, hand);
        let Some(Problem::Step(wrong)) = answer.problem() else { panic!("{text}: {answer:?}") };
        assert_eq!(wrong.expression, step);
        assert!(matches!(wrong.fault, StepFault::Claim(..)), "{text}: {answer:?}");
    }
}

#[test]
fn a_step_with_the_numbers_of_the_last_must_be_a_part_of_it() {
    for (hand, text, step) in [
        ("3 8", "3+8=11, 3*8=24", "3+8"),
        ("5 6 7 8", "5*6=30, (5+7)*(8-6)=24", "5*6"),
        ("5 6 7 8", "5*6*7*8, 5+6+7+8, (5+7)*(8-6)", "5*6*7*8"),
        ("5 6 7 8", "5+7=12, 7*8=56, (5+7)*(8-6)=24", "7*8"),
    ] {
        let answer = answer(text, hand);
        let Some(Problem::Step(wrong)) = answer.problem() else { panic!("{text}: {answer:?}") };
        assert_eq!(wrong.expression, step, "{text}");
        assert!(matches!(wrong.fault, StepFault::Unused(_)), "{text}: {answer:?}");
    }
    for (hand, text) in [
        ("5 6 7 8", "8-6=2, 7+5=12, (5+7)*(8-6)=24"),
        ("4 5 7 8", "5+7=12, 8+4=12, 4+5+7+8=24"),
        ("2 3 4 1", "2/1=2, 3*2*4/1=24"),
        ("1 2 3 8", "2-1=1, 3*1=3, 8*3*(2-1)"),
    ] {
        let answer = answer(text, hand);
        assert!(answer.is_right(), "{text}: {:?}", answer.problem());
    }
    let hand = "1 4 4".parse().unwrap();
    let of_signs = |text| Answer::new(text, &hand, &24.into(), &Grammar::Extended);
    let answer = of_signs("√4=2, 4!=24, 4!*1^√4");
    assert!(answer.is_right(), "{:?}", answer.problem());
    assert!(!of_signs("4^4=256, 4!*1^√4").is_right());
}

#[test]
fn steps_and_running_lines_may_be_mixed() {
    for (hand, text) in [
        ("5 6 2 9", "5/2=2 1/2 * 6=15, 15+9=24"),
        ("5 6 2 9", "5/2=5/2*6=15, 9+15=24"),
        ("5 6 2 9", "5/2=2,5*6=15; 15+9=24"),
        ("5 6 2 9", "5/2=2,5; 2,5*6=15+9=24"),
        ("10 12 8 4", "4-10=-6+8=2, 12*2=24"),
        ("13 13 12 13", "13+13=26, 12/13=12/13*26=24"),
        ("1 6 8 9", "9-1=8, (9-1)*6=8*6=48"),
        ("2 5 6 8", "8-2=6, 5*6=30=24+6, 30-6=24"),
        // A step without its value may use a negative or a decimal result.
        ("2 8 8 9", "2-8=-6, -6+9, 3*8=24"),
        ("4 5 10 4", "5-10, 4*(-5), 4-(-20)=24"),
        ("8 9 10 12", "10/8=1.25, 12*1.25, 15+9=24"),
        ("8 9 10 12", "10/8=1.25, 12*(1 1/4), 15+9"),
        ("5 6 6 8", "5 - 8 = -3, 6 * (-3), 6 - (-18) = 24"),
        // The fraction after a division may be one number.
        ("1 3 4 6", "1-3/4=1/4, 6 / 1/4 = 24"),
        ("1 3 4 6", "1-3/4=1/4, 6 / 1/4 = 6*4 = 24"),
        ("1 3 4 6", "6/(1-3/4) = 6 / 1/4 = 24"),
        ("1 3 4 6", "6/(1-3/4) = 6 / 1/4 = 6*4 = 24"),
        ("3 3 8 8", "3-8/3=1/3, 8 / 1/3 = 8 * 3/1 = 24"),
        ("3 3 8 8", "8/(3-8/3)=8/(9/3-8/3)=8/1/3=8*3=24"),
    ] {
        let answer = answer(text, hand);
        let is_right = !text.ends_with("48");
        assert_eq!(answer.is_right(), is_right, "{text}: {:?}", answer.problem());
    }
    let mut random = fastrand::Rng::with_seed(24);
    for _ in 0..200 {
        let cards: Vec<u32> = (0..random.usize(2..=5)).map(|_| random.u32(1..=13)).collect();
        let mut value = Rational::from(cards[0]);
        let mut text = cards[0].to_string();
        for (at, card) in cards.iter().enumerate().skip(1) {
            let other = Rational::from(*card);
            if at > 1 {
                let mut spelled = || {
                    let plain = format!("{value}");
                    let all = [spellings(&value), vec![plain]].concat();
                    random.choice(all).unwrap()
                };
                let (claim, left) = (spelled(), spelled());
                let claim = claim.trim_matches(['(', ')']);
                match random.u8(..3) {
                    0 => text.extend(["=", claim, ", ", &left]),
                    1 => text.extend(["=", claim, "; ", &left]),
                    _ => text.extend(["=", &left]),
                }
            }
            let (sign, result) = match random.u8(..4) {
                0 => ('+', &value + &other),
                1 => ('-', &value - &other),
                2 => ('*', &value * &other),
                _ => ('/', &value / &other),
            };
            text.extend([sign.to_string(), card.to_string()]);
            value = result;
        }
        let text = format!("{text}={value}");
        let hand = cards.into_iter().collect();
        let judge = |target: &Rational| Answer::new(&text, &hand, target, &Grammar::Left);
        assert!(judge(&value).is_right(), "{hand}: {text}: {:?}", judge(&value).problem());
        assert!(!judge(&(&value + &Rational::from(1))).is_right(), "{hand}: {text}");
    }
}
