//! Arithmetic texts, as tokens, and the differences between two grammars on them.

use itertools::Itertools;

use super::{
    DiffReading, Difference, GrammarDifference, GrammarDifferenceKind, MAX_ANY_TEXT, TooLong,
    difference_of_rules,
};
use crate::algebra::{MAX_OPERANDS, RationalFunction};
use crate::grammars::{Grammar, SyntaxError};
use crate::lessons::Parse;
use crate::number::Rational;
use crate::reports::rule_tree::read;
use crate::syntax::{Expression, NodeKind, Operator, Position, Slot, evaluate};

/// The numbers that texts get first, as in the familiar `8-4-2`. The second row has no 1, because a
/// 1 can make different readings equal: `(8/4/2)/1` is `(8/4)/(2/1)`.
const FIRST_NUMBERS: [[u8; 7]; 2] = [[8, 4, 2, 1, 3, 5, 7], [9, 6, 3, 2, 8, 5, 7]];

/// The values tried for each number if [`FIRST_NUMBERS`] do not give two readings different values.
/// The readings are rational functions of their numbers, which have values, and different ones, for
/// almost all numbers. If they have none for all choices among these five values, the two readings
/// are only said to be grouped differently.
const LAST_NUMBERS: [u8; 5] = [2, 3, 4, 5, 6];

#[derive(Debug, Clone, Copy)]
pub(super) enum Token {
    Number,
    /// An operator, and how it is written.
    Sign(Operator, &'static str),
    Open,
    Close,
}

/// The operator signs in the tried texts: `+-*/`, and those of all other operators that either
/// grammar supports.
pub(super) struct Signs {
    signs: Vec<(Operator, &'static str)>,
    /// Whether either grammar accepts a minus before its operand, as in `-1`.
    has_negation: bool,
}

impl Signs {
    pub(super) fn of(grammars: [&Grammar; 2]) -> Self {
        let is_read = |grammar: &Grammar, operator: Operator, sign: &str| {
            let text = match operator.position() {
                Position::Infix => format!("1{sign}1"),
                Position::Prefix => format!("{sign}1"),
                Position::Postfix => format!("1{sign}"),
                // A function needs a comma between its operands, and there is no token for a comma.
                Position::Function => return false,
            };
            grammar.parse(&text).is_ok()
        };
        // The first spelling that each grammar reads.
        let spelled = |it: Operator| {
            let read = |grammar| it.spellings().iter().find(|sign| is_read(grammar, it, sign));
            let signs = grammars.into_iter().filter_map(read).unique();
            signs.map(move |sign| (it, *sign)).collect_vec()
        };
        // A negation has the sign of a subtraction; joined digits have no sign.
        let has_sign = |it: &Operator| !matches!(it, Operator::Negate | Operator::Join);
        let beyond = Operator::ALL.into_iter().filter(|it| !it.is_of_field() && has_sign(it));
        let four = Operator::FOUR.into_iter().map(|it| (it, it.symbol()));
        Self {
            signs: four.chain(beyond.flat_map(spelled)).collect(),
            has_negation: !spelled(Operator::Negate).is_empty(),
        }
    }

    fn tokens(&self) -> impl Iterator<Item = Token> {
        let signs = self.signs.iter().map(|it| Token::Sign(it.0, it.1));
        [Token::Number].into_iter().chain(signs).chain([Token::Open, Token::Close])
    }

    /// Returns the length, in tokens, up to which the comparison tries all texts. With signs other
    /// than `+-*/` there are more texts, so the length is smaller.
    pub(super) fn longest_of_all(&self) -> usize {
        if self.signs.len() == Operator::FOUR.len() { MAX_ANY_TEXT } else { MAX_ANY_TEXT - 1 }
    }

    /// Returns the texts of `length` tokens to try, in the order of the tokens.
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

    /// Whether some expression of ordinary arithmetic begins with `start` and has `missing` more
    /// tokens.
    fn can_begin_expression(&self, start: &[Token], missing: usize) -> bool {
        let (mut open, mut wants_operand) = (0_usize, true);
        for token in start {
            match (token, wants_operand) {
                (Token::Number, true) => wants_operand = false,
                (Token::Sign(operator, _), _) => match (operator.position(), wants_operand) {
                    (Position::Infix, false) => wants_operand = true,
                    (Position::Prefix, true) | (Position::Postfix, false) => {}
                    (Position::Infix, true)
                        if self.has_negation && *operator == Operator::Subtract => {}
                    _ => return false,
                },
                (Token::Open, true) => open += 1,
                (Token::Close, false) if open > 0 => open -= 1,
                _ => return false,
            }
        }
        // The minimum number of tokens that complete the expression. Further tokens come in pairs:
        // a sign and a number, or two brackets. Only the sign of a unary operator can come alone.
        let least = open + usize::from(wants_operand);
        let has_unary =
            self.has_negation || self.signs.iter().any(|it| it.0.position() != Position::Infix);
        missing.checked_sub(least).is_some_and(|rest| rest % 2 == 0 || has_unary)
    }
}

/// Writes the tokens as a text, with numbers from the first row of [`FIRST_NUMBERS`].
pub(super) fn write(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut numbers = FIRST_NUMBERS[0].iter();
    for token in tokens {
        match token {
            Token::Number => {
                // Keep two numbers in a row from merging into one.
                if text.ends_with(|last: char| last.is_ascii_digit()) {
                    text.push(' ');
                }
                text += &numbers.next().expect("no text has more numbers").to_string();
            }
            Token::Sign(_, sign) => text.push_str(sign),
            Token::Open => text.push('('),
            Token::Close => text.push(')'),
        }
    }
    text
}

/// Checks that both grammars finish in time on a text. Built-in grammars always do, because the
/// texts of a comparison are short: even `right_slow`, which backtracks a lot, finishes on them.
pub(super) fn check_length(grammars: [&Grammar; 2], text: &str) -> Result<(), TooLong> {
    let fails = |it: &Grammar| matches!(it, Grammar::User(_)) && read(it, text, |_| ()).is_err();
    if grammars.into_iter().any(fails) { Err(TooLong) } else { Ok(()) }
}

/// Returns how the two grammars differ on a text of tokens, if they do.
pub(super) fn difference_of_tokens(grammars: [&Grammar; 2], text: &str) -> Difference {
    check_length(grammars, text)?;
    // Both grammars refuse most texts. `expression` finds this out fast, because it makes no error.
    let alike = match grammars.map(|grammar| grammar.expression(text)) {
        [None, None] => true,
        [Some(left), Some(right)] => left.is_grouped_as(&right),
        _ => false,
    };
    let trees = || grammars.map(|grammar| grammar.parse(text));
    Ok((!alike).then(|| with_telling_numbers(grammars, shown(grammars, text, trees()))))
}

/// Returns how the two grammars differ on a text, if they do.
pub(super) fn difference_on(grammars: [&Grammar; 2], text: &str) -> Difference {
    let trees = grammars.map(|grammar| grammar.parse(text));
    let has_other_value = match &trees {
        // The rules of a grammar may still match the text, as a template or as a text without a
        // value.
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

/// Returns the difference on the same text with numbers that give the two readings different
/// values. Returns `difference` itself if there are no such numbers.
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
        let [spans, others] = [left, right].map(|it| {
            let leaves = it.nodes().iter().filter(|node| matches!(node.kind, NodeKind::Leaf(_)));
            leaves.map(|leaf| leaf.span.clone()).collect_vec()
        });
        // Different rational functions, or operations that are none, may have different values.
        let [function, other] = [left, right].map(slots);
        let is_other = function.is_none() || function != other;
        (spans == others && spans.len() <= MAX_OPERANDS && is_other).then_some(())?;
        let mut text = difference.text.clone();
        for (span, number) in spans.into_iter().zip(telling_numbers(left, right)?).rev() {
            text.replace_range(span, &number.to_string());
        }
        difference_on(grammars, &text).ok()?.filter(|it| it.kind == GrammarDifferenceKind::Value)
    };
    told().unwrap_or(difference)
}

/// Makes the difference for a text that only one grammar accepts, or that the grammars group
/// differently.
fn shown(
    grammars: [&Grammar; 2],
    text: &str,
    trees: [Result<Expression<Rational>, SyntaxError>; 2],
) -> GrammarDifference {
    let are_read = trees.iter().all(Result::is_ok);
    let kind =
        if are_read { GrammarDifferenceKind::Grouping } else { GrammarDifferenceKind::Accepted };
    let parse = |grammar: &Grammar, tree: Result<_, SyntaxError>| {
        tree.map(|it| DiffReading::Expression(Box::new(Parse::of(text, grammar, it))))
    };
    let [left, right] = trees;
    GrammarDifference::new(kind, text, [parse(grammars[0], left), parse(grammars[1], right)])
}

/// Returns the expression as a rational function of its numbers, if it is one.
fn slots(expression: &Expression<Rational>) -> Option<RationalFunction> {
    let mut slots = (0..).map(Slot);
    RationalFunction::of(&expression.map(|_| slots.next().expect("the slots have no end"))).ok()
}

/// Returns numbers for which both readings have values, and these differ.
fn telling_numbers(left: &Expression<Rational>, right: &Expression<Rational>) -> Option<Vec<u8>> {
    let count = left.leaves().count();
    // Powers of large numbers such as 8 and 9 have too many digits to read.
    let first = if slots(left).is_some() { &FIRST_NUMBERS[..] } else { &[] };
    let first = first.iter().map(|numbers| numbers.iter().copied().take(count).collect());
    let rest = std::iter::repeat_n(LAST_NUMBERS, count).multi_cartesian_product();
    let value = |expression: &Expression<Rational>, numbers: &[u8]| {
        let mut numbers = numbers.iter().map(|&number| Rational::from(i64::from(number)));
        evaluate(&expression.map(|_| numbers.next().expect("there is one for each leaf"))).ok()
    };
    first.chain(rest).find(|numbers: &Vec<u8>| {
        let values = (value(left, numbers), value(right, numbers));
        matches!(values, (Some(left), Some(right)) if left != right)
    })
}
