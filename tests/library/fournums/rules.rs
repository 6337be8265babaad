//! The rules, applied to the letter.

use bracket24::Operator;
use bracket24::algebra::FourNumsRule;
use itertools::Itertools;

use super::part::{Kind, Part, Tree, card, join};

use Operator::{Add, Divide, Multiply, Subtract};

/// The sum of all cards of the parts.
fn heap(parts: &[&Tree]) -> Tree {
    let cards = parts.iter().flat_map(|part| part.cards()).sorted();
    cards.map(card).reduce(|sum, card| join(Add, &sum, &card).unwrap()).unwrap()
}

/// The ways to write the negative.
fn negatives(part: &Tree) -> Vec<Tree> {
    let Kind::Join(operator, left, right) = &part.kind else { return Vec::new() };
    let both = |operator, lefts: Vec<Tree>, rights: Vec<Tree>| {
        let pairs = lefts.into_iter().cartesian_product(rights);
        pairs.filter_map(|(left, right)| join(operator, &left, &right)).collect_vec()
    };
    match operator {
        Subtract => vec![join(Subtract, right, left).unwrap()],
        Add => [
            both(Subtract, negatives(left), vec![right.clone()]),
            both(Subtract, negatives(right), vec![left.clone()]),
        ]
        .concat(),
        Multiply | Divide => [
            both(*operator, negatives(left), vec![right.clone()]),
            both(*operator, vec![left.clone()], negatives(right)),
        ]
        .concat(),
        other => unreachable!("`{}` is none of the four", other.name()),
    }
}

/// Rewrites the whole of `part` by each rule, from left to right, and names the library's rule that
/// does the same, if any.
#[allow(clippy::too_many_lines)] // one rule after the other
fn by_rules(part: &Tree) -> Vec<(Option<FourNumsRule>, Tree)> {
    let mut results: Vec<(Option<FourNumsRule>, Option<Tree>)> = Vec::new();
    let Kind::Join(operator, left, right) = &part.kind else { return Vec::new() };
    let operator = *operator;
    let both_ways = [(left, right), (right, left)];
    let mut add = |rule, result: Option<Tree>| results.push((rule, result));
    let (zero, one) = (Some(FourNumsRule::Zero), Some(FourNumsRule::One));
    let (heaps, zeros, pair) =
        (Some(FourNumsRule::Heap), Some(FourNumsRule::Zeros), Some(FourNumsRule::Pair));
    // A-0 is A+0; A/1 is A*1; 0/A is 0*A; 0*0' is 0+0'.
    match operator {
        Subtract if right.is_zero() => add(zero, join(Add, left, right)),
        Divide if right.is_one() => add(one, join(Multiply, left, right)),
        Multiply if left.is_zero() && right.is_zero() => add(zeros, join(Add, left, right)),
        _ => {}
    }
    if operator == Divide && left.is_zero() {
        add(heaps, join(Multiply, left, right));
    }
    // An added zero and a factor of one can be moved anywhere outside, unless the other operand has
    // one too.
    for (neutral, rule, is_neutral) in
        [(Add, zero, Part::is_zero as fn(&Part) -> bool), (Multiply, one, Part::is_one)]
    {
        let has_neutral = |part: &Tree| {
            part.operands(neutral).is_some_and(|(a, b)| is_neutral(a) || is_neutral(b))
        };
        for (inner, other, is_left) in [(left, right, true), (right, left, false)] {
            let Some((a, b)) = inner.operands(neutral) else { continue };
            for (a, idle) in [(a, b), (b, a)] {
                if is_neutral(idle) && !has_neutral(other) {
                    let joined =
                        if is_left { join(operator, a, other) } else { join(operator, other, a) };
                    add(rule, joined.and_then(|joined| join(neutral, idle, &joined)));
                }
            }
        }
    }
    // If an expression is multiplied by zero, only its cards matter.
    if operator == Multiply {
        for (zero, other) in both_ways.into_iter().filter(|(zero, _)| zero.is_zero()) {
            add(heaps, join(Multiply, zero, &heap(&[other])));
        }
    }
    if operator == Add {
        for (product, other) in both_ways {
            let Some((a, b)) = product.operands(Multiply) else { continue };
            for (zero, a) in [(a, b), (b, a)].into_iter().filter(|(zero, _)| zero.is_zero()) {
                if other.is_zero() && other.size > 1 {
                    add(None, join(Multiply, zero, &heap(&[other, a])));
                }
                let Some((b, one)) = other.operands(Multiply) else { continue };
                for (b, one) in [(b, one), (one, b)].into_iter().filter(|(_, one)| one.is_one()) {
                    let idle = join(Multiply, zero, &heap(&[one, a])).unwrap();
                    add(None, join(Add, &idle, b));
                }
            }
        }
    }
    // Multiplying two ones is the same as adding one and subtracting one.
    let added_and_taken =
        |a: &Tree, x: &Tree, y: &Tree| join(Add, a, x).and_then(|sum| join(Subtract, &sum, y));
    if let (Multiply, Some((a, x))) = (operator, left.operands(Multiply))
        && x.is_one()
        && right.is_one()
    {
        add(None, added_and_taken(a, x, right));
    }
    // Multiplying and dividing by the same value is the same as adding and subtracting it.
    if let (Divide, Some((a, x))) = (operator, left.operands(Multiply)) {
        if x.value == right.value {
            add(pair, added_and_taken(a, x, right));
        }
        if let Some((b, x)) = x.operands(Multiply)
            && x.value == right.value
        {
            add(pair, added_and_taken(&join(Multiply, a, b).unwrap(), x, right));
        }
        if let Some((b, y)) = right.operands(Multiply)
            && x.value == y.value
            && let Some(quotient) = join(Divide, a, b)
        {
            add(pair, added_and_taken(&quotient, x, y));
        }
    }
    if let (Multiply, Some((x, y))) = (operator, right.operands(Divide)) {
        if x.value == y.value {
            add(pair, added_and_taken(left, x, y));
        }
        if let Some((a, z)) = left.operands(Divide)
            && z.value == x.value
            && let Some(quotient) = join(Divide, a, y)
        {
            add(pair, added_and_taken(&quotient, z, x));
        }
    }
    if matches!(operator, Multiply | Divide) {
        for (inner, other, is_left) in [(left, right, true), (right, left, false)] {
            if let Some((sum, y)) = inner.operands(Subtract)
                && let Some((a, x)) = sum.operands(Add)
                && x.value == y.value
                && !other.is_one()
            {
                let joined =
                    if is_left { join(operator, a, other) } else { join(operator, other, a) };
                add(zero, joined.and_then(|joined| added_and_taken(&joined, x, y)));
            }
        }
    }
    // Signs by value.
    if matches!(operator, Add | Subtract) && right.is_negative() {
        let turned = if operator == Add { Subtract } else { Add };
        for negative in negatives(right) {
            add(None, join(turned, left, &negative));
        }
    }
    if operator == Multiply {
        for (a, b) in both_ways.into_iter().filter(|(a, _)| a.is_negative()) {
            let mut others = if b.is_negative() || b.is_zero() { negatives(b) } else { vec![] };
            others.extend(b.is_zero().then(|| b.clone()));
            for (a, b) in negatives(a).into_iter().cartesian_product(others) {
                add(None, join(Multiply, &a, &b));
            }
        }
    }
    results.into_iter().filter_map(|(rule, result)| Some((rule, result?))).collect()
}

/// Rewrites any place of a part by each rule.
pub(super) fn by_rules_anywhere(part: &Tree) -> Vec<(Option<FourNumsRule>, Tree)> {
    let mut results = by_rules(part);
    if let Kind::Join(operator, left, right) = &part.kind {
        let lefts = by_rules_anywhere(left).into_iter();
        results.extend(lefts.map(|(rule, left)| (rule, join(*operator, &left, right).unwrap())));
        let rights = by_rules_anywhere(right).into_iter();
        results.extend(rights.map(|(rule, right)| (rule, join(*operator, left, &right).unwrap())));
    }
    results
}
