//! Texts of arithmetic, in tokens, and in what two grammars differ on them.

use std::ops::Range;

use itertools::Itertools;

use super::{
    DiffReading, GrammarDifference, GrammarDifferenceKind, MAX_ANY_TEXT, difference_of_rules,
};
use crate::algebra::{MAX_OPERANDS, RationalFunction};
use crate::grammars::{Grammar, SyntaxError};
use crate::lessons::Parse;
use crate::number::Rational;
use crate::syntax::{Expression, NodeKind, Operator, Slot, evaluate};

/// The numbers put in first, if they tell two readings apart: 8-4-2 is known to
/// every teacher. The others are for where the 1 does not.
const FIRST_NUMBERS: [[u8; 7]; 2] = [[8, 4, 2, 1, 3, 5, 7], [9, 6, 3, 2, 8, 5, 7]];

/// The numbers put in where those do not. The readings are fractions of sums of
/// products in which no number comes twice, so that both have a value, and not
/// the same, is a matter of a polynomial of degree 4 at most in every number:
/// one of five values of each must do.
const LAST_NUMBERS: [u8; 5] = [2, 3, 4, 5, 6];

#[derive(Debug, Clone, Copy)]
pub(super) enum Token {
    Number,
    Sign(Operator),
    Open,
    Close,
}

impl Token {
    fn all() -> impl Iterator<Item = Self> {
        let signs = Operator::FOUR.into_iter().map(Self::Sign);
        [Self::Number].into_iter().chain(signs).chain([Self::Open, Self::Close])
    }
}

/// The texts of `length` tokens to try, in the order of the tokens.
pub(super) fn texts(length: usize) -> Vec<Vec<Token>> {
    let mut texts = vec![Vec::new()];
    for missing in (0..length).rev() {
        let longer = |start: &Vec<Token>| {
            let start = start.clone();
            Token::all().map(move |token| [&start[..], &[token]].concat())
        };
        let is_start =
            |start: &Vec<Token>| length <= MAX_ANY_TEXT || can_begin_expression(start, missing);
        texts = texts.iter().flat_map(longer).filter(is_start).collect();
    }
    texts
}

/// Whether ordinary arithmetic has an expression that begins with `start` and
/// goes on for `missing` more tokens.
fn can_begin_expression(start: &[Token], missing: usize) -> bool {
    let (mut open, mut wants_operand) = (0_usize, true);
    for token in start {
        match (token, wants_operand) {
            (Token::Number, true) => wants_operand = false,
            (Token::Sign(_), false) => wants_operand = true,
            (Token::Open, true) => open += 1,
            (Token::Close, false) if open > 0 => open -= 1,
            _ => return false,
        }
    }
    // What it takes to end it; beyond that come pairs: a sign and a number, or
    // two brackets.
    let least = open + usize::from(wants_operand);
    missing.checked_sub(least).is_some_and(|rest| rest % 2 == 0)
}

/// The text of the tokens, filled with these numbers.
fn write(tokens: &[Token], numbers: &[u8]) -> String {
    let mut text = String::new();
    let mut numbers = numbers.iter();
    for token in tokens {
        match token {
            Token::Number => {
                // Two numbers in a row are not to become one.
                if text.ends_with(|last: char| last.is_ascii_digit()) {
                    text.push(' ');
                }
                text += &numbers.next().expect("there is one for each token").to_string();
            }
            Token::Sign(operator) => text.push_str(operator.symbol()),
            Token::Open => text.push('('),
            Token::Close => text.push(')'),
        }
    }
    text
}

/// In what the two differ on these tokens.
pub(super) fn difference(grammars: [&Grammar; 2], tokens: &[Token]) -> Option<GrammarDifference> {
    let text = write(tokens, &FIRST_NUMBERS[0]);
    let trees = grammars.map(|grammar| grammar.parse(&text));
    let numbers = match &trees {
        [Err(_), Err(_)] => return None,
        [Ok(left), Ok(right)] if left.is_grouped_as(right) => return None,
        [Ok(left), Ok(right)] if slots(left) != slots(right) => telling_numbers(left, right),
        [Ok(_) | Err(_), Ok(_) | Err(_)] => None,
    };
    let Some(numbers) = numbers else { return Some(shown(grammars, text, trees)) };
    let text = write(tokens, &numbers);
    let trees = grammars.map(|grammar| grammar.parse(&text));
    Some(GrammarDifference { kind: GrammarDifferenceKind::Value, ..shown(grammars, text, trees) })
}

/// In what the two differ on a text, if they do.
pub(super) fn difference_on(grammars: [&Grammar; 2], text: &str) -> Option<GrammarDifference> {
    let trees = grammars.map(|grammar| grammar.parse(text));
    if let [Ok(left), Ok(right)] = &trees {
        if left.is_grouped_as(right) {
            return None;
        }
        let has_values = [left, right].map(|tree| evaluate(tree).ok());
        let kind = match has_values {
            [left, right] if left == right => GrammarDifferenceKind::Grouping,
            _ => GrammarDifferenceKind::Value,
        };
        return Some(GrammarDifference { kind, ..shown(grammars, text.to_owned(), trees) });
    }
    if trees.iter().any(Result::is_ok) {
        return Some(shown(grammars, text.to_owned(), trees));
    }
    // To the rules of one of them it may be a template, or have no value.
    difference_of_rules(grammars, text, |_, _| true)
}

/// The same difference with numbers that tell the two readings apart by their values,
/// where the text has others and there are such.
pub(super) fn with_telling_numbers(
    grammars: [&Grammar; 2],
    difference: GrammarDifference,
) -> GrammarDifference {
    let told = || {
        let [Ok(DiffReading::Expression(left)), Ok(DiffReading::Expression(right))] =
            &difference.parses
        else {
            return None;
        };
        let [left, right] = [left.expression(), right.expression()];
        let [spans, others] = [left, right].map(leaf_spans);
        if spans != others || spans.len() > MAX_OPERANDS || slots(left) == slots(right) {
            return None;
        }
        let mut text = difference.text.clone();
        for (span, number) in spans.into_iter().zip(telling_numbers(left, right)?).rev() {
            text.replace_range(span, &number.to_string());
        }
        difference_on(grammars, &text).filter(|it| it.kind == GrammarDifferenceKind::Value)
    };
    told().unwrap_or(difference)
}

fn leaf_spans(expression: &Expression<Rational>) -> Vec<Range<usize>> {
    let leaves = expression.nodes().iter().filter(|node| matches!(node.kind, NodeKind::Leaf(_)));
    leaves.map(|leaf| leaf.span.clone()).collect()
}

/// What both make of a text that one of them alone accepts, or that they group
/// differently.
fn shown(
    grammars: [&Grammar; 2],
    text: String,
    trees: [Result<Expression<Rational>, SyntaxError>; 2],
) -> GrammarDifference {
    let kind = if trees.iter().all(Result::is_ok) {
        GrammarDifferenceKind::Grouping
    } else {
        GrammarDifferenceKind::Accepted
    };
    let parse = |grammar: &Grammar, tree: Result<Expression<Rational>, SyntaxError>| {
        tree.map(|expression| {
            DiffReading::Expression(Box::new(Parse::of(&text, grammar, expression)))
        })
    };
    let [left, right] = trees;
    let parses = [parse(grammars[0], left), parse(grammars[1], right)];
    GrammarDifference { kind, text, parses }
}

/// What the expression makes of its numbers, whatever they are.
fn slots(expression: &Expression<Rational>) -> Option<RationalFunction> {
    let mut slots = (0..).map(Slot);
    RationalFunction::of(&expression.map(|_| slots.next().expect("the slots have no end"))).ok()
}

/// Numbers for which both readings have a value, and not the same.
fn telling_numbers(left: &Expression<Rational>, right: &Expression<Rational>) -> Option<Vec<u8>> {
    let count = left.leaves().count();
    let first = FIRST_NUMBERS.map(|numbers| numbers.into_iter().take(count).collect());
    let rest = std::iter::repeat_n(LAST_NUMBERS, count).multi_cartesian_product();
    let value = |expression: &Expression<Rational>, numbers: &[u8]| {
        let mut numbers = numbers.iter().map(|&number| Rational::from(i64::from(number)));
        let filled = expression.map(|_| numbers.next().expect("there is one for each leaf"));
        evaluate(&filled).ok()
    };
    first.into_iter().chain(rest).find(|numbers: &Vec<u8>| {
        let values = (value(left, numbers), value(right, numbers));
        matches!(values, (Some(left), Some(right)) if left != right)
    })
}
