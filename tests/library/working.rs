//! Answers with a line of working, and steps that are hard to tell apart.

use bracket24::Grammar;
use bracket24::lessons::{Answer, Problem};

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
    assert!(matches!(undefined.problem(), Some(Problem::Syntax(_))), "{:?}", undefined.problem());
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
