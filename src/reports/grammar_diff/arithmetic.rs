//! Texts of arithmetic, in tokens, and in what two grammars differ on them.

use std::ops::Range;

use itertools::Itertools;

use super::{
    DiffReading, Difference, GrammarDifference, GrammarDifferenceKind, MAX_ANY_TEXT, check_length,
    difference_of_rules,
};
use crate::algebra::{MAX_OPERANDS, RationalFunction};
use crate::grammars::{Grammar, SyntaxError};
use crate::lessons::Parse;
use crate::number::Rational;
use crate::syntax::{Expression, NodeKind, Operator, Position, Slot, evaluate};

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

/// The signs that texts are tried with: of the four operators, and of those beyond
/// that either grammar reads.
pub(super) struct Signs {
    signs: Vec<Operator>,
    /// Whether a minus may stand before its operand.
    has_negation: bool,
}

impl Signs {
    pub(super) fn of(grammars: [&Grammar; 2]) -> Self {
        let is_read = |operator: &Operator| {
            let text = match operator.position() {
                Position::Infix => format!("1{operator}1"),
                Position::Prefix => format!("{operator}1"),
                Position::Postfix => format!("1{operator}"),
                // Brackets and a comma belong to it: no token of its own.
                Position::Function => return false,
            };
            grammars.iter().any(|grammar| grammar.parse(&text).is_ok())
        };
        // A minus before its operand has the sign of a subtraction; joined digits have none.
        let has_sign = |it: &Operator| !matches!(it, Operator::Negate | Operator::Join);
        let beyond = Operator::ALL.into_iter().filter(|it| !it.is_of_field() && has_sign(it));
        Self {
            signs: Operator::FOUR.into_iter().chain(beyond.filter(is_read)).collect(),
            has_negation: is_read(&Operator::Negate),
        }
    }

    fn tokens(&self) -> impl Iterator<Item = Token> {
        let signs = self.signs.iter().copied().map(Token::Sign);
        [Token::Number].into_iter().chain(signs).chain([Token::Open, Token::Close])
    }

    /// Whether all signs stand between two operands.
    fn are_infix(&self) -> bool {
        !self.has_negation && self.signs.iter().all(|it| it.position() == Position::Infix)
    }

    /// The longest texts of which all are tried: with more signs there are more.
    pub(super) fn longest_of_all(&self) -> usize {
        if self.signs.len() == Operator::FOUR.len() { MAX_ANY_TEXT } else { MAX_ANY_TEXT - 1 }
    }

    /// The texts of `length` tokens to try, in the order of the tokens.
    pub(super) fn texts(&self, length: usize) -> Vec<Vec<Token>> {
        let mut texts = vec![Vec::new()];
        for missing in (0..length).rev() {
            let longer = |start: &Vec<Token>| {
                let start = start.clone();
                self.tokens().map(move |token| [&start[..], &[token]].concat())
            };
            let is_start = |start: &Vec<Token>| {
                length <= self.longest_of_all() || self.can_begin_expression(start, missing)
            };
            texts = texts.iter().flat_map(longer).filter(is_start).collect();
        }
        texts
    }

    /// Whether ordinary arithmetic has an expression that begins with `start` and
    /// goes on for `missing` more tokens.
    fn can_begin_expression(&self, start: &[Token], missing: usize) -> bool {
        let (mut open, mut wants_operand) = (0_usize, true);
        for token in start {
            match (token, wants_operand) {
                (Token::Number, true) => wants_operand = false,
                (Token::Sign(operator), _) => match (operator.position(), wants_operand) {
                    (Position::Infix, false) => wants_operand = true,
                    (Position::Prefix, true) | (Position::Postfix, false) => {}
                    (Position::Infix, true) if self.negates(*operator) => {}
                    _ => return false,
                },
                (Token::Open, true) => open += 1,
                (Token::Close, false) if open > 0 => open -= 1,
                _ => return false,
            }
        }
        // What it takes to end it; beyond that come pairs: a sign and a number, or
        // two brackets. A sign of one operand may come alone.
        let least = open + usize::from(wants_operand);
        missing.checked_sub(least).is_some_and(|rest| rest % 2 == 0 || !self.are_infix())
    }

    fn negates(&self, operator: Operator) -> bool {
        self.has_negation && operator == Operator::Subtract
    }
}

/// The text of the tokens, with the numbers that are tried first.
pub(super) fn write(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut numbers = FIRST_NUMBERS[0].iter();
    for token in tokens {
        match token {
            Token::Number => {
                // Two numbers in a row are not to become one.
                if text.ends_with(|last: char| last.is_ascii_digit()) {
                    text.push(' ');
                }
                text += &numbers.next().expect("no text has more numbers").to_string();
            }
            Token::Sign(operator) => text.push_str(operator.symbol()),
            Token::Open => text.push('('),
            Token::Close => text.push(')'),
        }
    }
    text
}

/// In what the two differ on a text of tokens, if they do.
pub(super) fn difference_of_tokens(grammars: [&Grammar; 2], text: &str) -> Difference {
    check_length(grammars, text)?;
    // Most texts are refused by both.
    let alike = match grammars.map(|grammar| grammar.expression(text)) {
        [None, None] => true,
        [Some(left), Some(right)] => left.is_grouped_as(&right),
        _ => false,
    };
    let trees = || grammars.map(|grammar| grammar.parse(text));
    Ok((!alike).then(|| with_telling_numbers(grammars, shown(grammars, text, trees()))))
}

/// In what the two differ on a text, if they do.
pub(super) fn difference_on(grammars: [&Grammar; 2], text: &str) -> Difference {
    let trees = grammars.map(|grammar| grammar.parse(text));
    let has_other_value = match &trees {
        // To the rules of one of them it may be a template, or have no value.
        [Err(_), Err(_)] => return difference_of_rules(grammars, text, |_, _| true),
        [Ok(left), Ok(right)] if left.is_grouped_as(right) => return Ok(None),
        [Ok(left), Ok(right)] => evaluate(left).ok() != evaluate(right).ok(),
        _ => false,
    };
    let mut difference = shown(grammars, text, trees);
    if has_other_value {
        difference.kind = GrammarDifferenceKind::Value;
    }
    Ok(Some(difference))
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
        if spans != others || spans.len() > MAX_OPERANDS || !is_other_function(left, right) {
            return None;
        }
        let mut text = difference.text.clone();
        for (span, number) in spans.into_iter().zip(telling_numbers(left, right)?).rev() {
            text.replace_range(span, &number.to_string());
        }
        difference_on(grammars, &text).ok()?.filter(|it| it.kind == GrammarDifferenceKind::Value)
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
    text: &str,
    trees: [Result<Expression<Rational>, SyntaxError>; 2],
) -> GrammarDifference {
    let kind = if trees.iter().all(Result::is_ok) {
        GrammarDifferenceKind::Grouping
    } else {
        GrammarDifferenceKind::Accepted
    };
    let parse = |grammar: &Grammar, tree: Result<Expression<Rational>, SyntaxError>| {
        tree.map(|expression| {
            DiffReading::Expression(Box::new(Parse::of(text, grammar, expression)))
        })
    };
    let [left, right] = trees;
    let parses = [parse(grammars[0], left), parse(grammars[1], right)];
    GrammarDifference::new(kind, text, parses)
}

/// What the expression makes of its numbers, whatever they are.
fn slots(expression: &Expression<Rational>) -> Option<RationalFunction> {
    let mut slots = (0..).map(Slot);
    RationalFunction::of(&expression.map(|_| slots.next().expect("the slots have no end"))).ok()
}

/// Whether the expressions may differ in value for some numbers: what is no rational
/// function may.
fn is_other_function(left: &Expression<Rational>, right: &Expression<Rational>) -> bool {
    let [left, right] = [left, right].map(slots);
    left.is_none() || left != right
}

/// Numbers for which both readings have a value, and not the same.
fn telling_numbers(left: &Expression<Rational>, right: &Expression<Rational>) -> Option<Vec<u8>> {
    let count = left.leaves().count();
    // Powers of large numbers have no value that anyone would read.
    let first = if slots(left).is_some() { &FIRST_NUMBERS[..] } else { &[] };
    let first = first.iter().map(|numbers| numbers.iter().copied().take(count).collect());
    let rest = std::iter::repeat_n(LAST_NUMBERS, count).multi_cartesian_product();
    let value = |expression: &Expression<Rational>, numbers: &[u8]| {
        let mut numbers = numbers.iter().map(|&number| Rational::from(i64::from(number)));
        let filled = expression.map(|_| numbers.next().expect("there is one for each leaf"));
        evaluate(&filled).ok()
    };
    first.chain(rest).find(|numbers: &Vec<u8>| {
        let values = (value(left, numbers), value(right, numbers));
        matches!(values, (Some(left), Some(right)) if left != right)
    })
}
