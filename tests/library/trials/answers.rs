//! Right answers written in the ways in which people write them: as one expression, in steps, or in
//! a running line. Each is right, and is not right for another target or another hand.

use std::cell::Cell;

use bracket24::lessons::Answer;
use bracket24::{Grammar, Hand, Rational, typed_signs};
use proptest::prelude::*;

/// A value that is made of cards, with its expression.
#[derive(Clone)]
struct Made {
    value: Rational,
    expression: String,
}

/// A step: two values, their sign, and the result.
struct Step {
    left: Made,
    sign: char,
    right: Made,
    result: Rational,
}

/// The cards of a hand, joined step by step until one value is left.
struct Solution {
    hand: Hand,
    steps: Vec<Step>,
    expression: String,
}

impl Solution {
    /// Joins random cards. In a `chain`, each step goes on from the result of the step before it.
    fn random(random: &mut fastrand::Rng, chain: bool) -> Option<Self> {
        let cards: Vec<u32> = (0..random.usize(2..=5)).map(|_| random.u32(1..=13)).collect();
        let hand: Hand = cards.iter().copied().collect();
        let made = |&card: &u32| Made {
            value: Rational::from(i64::from(card)),
            expression: card.to_string(),
        };
        let (mut parts, mut steps): (Vec<Made>, Vec<Step>) =
            (cards.iter().map(made).collect(), vec![]);
        while parts.len() > 1 {
            let is_first = steps.is_empty() || !chain;
            let left = parts.swap_remove(if is_first {
                random.usize(..parts.len())
            } else {
                parts.len() - 1
            });
            let right = parts.swap_remove(random.usize(..parts.len()));
            let sign = random.choice(['+', '-', '*', '/']).unwrap();
            let expression = format!("({}){sign}({})", left.expression, right.expression);
            let result = bracket24::evaluate(&Grammar::Left.parse(&expression).unwrap()).ok()?;
            parts.push(Made { value: result.clone(), expression });
            steps.push(Step { left, sign, right, result });
        }
        Some(Self { hand, steps, expression: parts.pop()?.expression })
    }

    fn target(&self) -> &Rational {
        &self.steps.last().expect("a hand has two cards or more").result
    }
}

/// The value as an operand. `is_first` says that no sign is before it.
fn operand(value: &Rational, is_first: bool) -> String {
    let text = value.to_string();
    let is_plain = value.is_integer() && (is_first || !value.is_negative());
    if is_plain { text } else { format!("({text})") }
}

/// Writes the solution in a random way.
fn written(solution: &Solution, random: &mut fastrand::Rng, chain: bool) -> String {
    let blank = if random.bool() { " " } else { "" };
    let equals = format!("{blank}={blank}");
    let (steps, target) = (&solution.steps, solution.target());
    let step = |it: &Step| {
        let [left, right] = [operand(&it.left.value, true), operand(&it.right.value, false)];
        format!("{left}{blank}{}{blank}{right}", it.sign)
    };
    let claim = |it: &Step| format!("{}{equals}{}", step(it), it.result);
    let is_whole = |it: &Rational| it.is_integer() && !it.is_negative();
    match random.u8(..5) {
        0 => solution.expression.clone(),
        1 if is_whole(target) => format!("{target}{equals}{}", solution.expression),
        // A running line begins with a step and goes on from each result.
        2 if chain => {
            let rest = steps[1..].iter().map(|it| {
                let right = operand(&it.right.value, false);
                format!("{}{blank}{}{blank}{right}", operand(&it.left.value, true), it.sign)
            });
            let sides = std::iter::once(step(&steps[0])).chain(rest).chain([target.to_string()]);
            sides.collect::<Vec<_>>().join(&equals)
        }
        3 if steps.iter().all(|it| is_whole(&it.result)) => {
            let between = random.choice([", ", "; ", "\n", " "]).unwrap();
            let turned = |it: &Step| format!("{}{equals}{}", it.result, step(it));
            steps.iter().map(turned).collect::<Vec<_>>().join(between)
        }
        _ => {
            let between = random.choice([", ", "; ", "\n", ",", "→"]).unwrap();
            steps.iter().map(claim).collect::<Vec<_>>().join(between)
        }
    }
}

/// Checks one answer; returns whether there was one.
pub(crate) fn is_judged(seed: u64) -> Result<bool, TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let chain = random.bool();
    let Some(solution) = Solution::random(&mut random, chain) else { return Ok(false) };
    let text = written(&solution, &mut random, chain);
    let text = if random.bool() { text.replace('*', "x").replace('/', ":") } else { text };
    let judge = |hand: &Hand, target: &Rational| {
        Answer::new(&typed_signs(&text), hand, target, &Grammar::Left)
    };
    let (hand, target) = (&solution.hand, solution.target());
    let answer = judge(hand, target);
    prop_assert!(answer.is_right(), "{hand}: {text:?} is {:?}", answer.problem());
    let other = target.clone() + Rational::from(1);
    prop_assert!(!judge(hand, &other).is_right(), "{hand}: {text:?} is not {other}");
    let more: Hand = hand.iter().cloned().chain(Hand::from([99]).iter().cloned()).collect();
    prop_assert!(!judge(&more, target).is_right(), "{more}: {text:?} has no 99");
    Ok(true)
}

/// A trial is an answer to a hand of two to five cards.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn a_right_answer_is_right_however_it_is_written() {
    let answers = Cell::new(0_u64);
    super::hold(20_000, &any::<u64>(), |seed| {
        answers.set(answers.get() + u64::from(is_judged(seed)?));
        Ok(())
    });
    super::tell(&format!("{} answers", answers.get()));
}
