//! The shortest texts that two grammars parse differently, found by trying all.

use itertools::Itertools;

use crate::algebra::RationalFunction;
use crate::grammars::{Grammar, SyntaxError};
use crate::lessons::Parse;
use crate::number::Rational;
use crate::syntax::{Expression, Operator, Slot, evaluate};

/// The longest texts, in tokens, of which all are tried. There are too many longer
/// ones: of these only the texts that ordinary arithmetic accepts are tried.
pub const MAX_ANY_TEXT: usize = 5;

/// The longest texts that can be tried, in tokens. They have
/// [`MAX_OPERANDS`](crate::algebra::MAX_OPERANDS) numbers, so that it can be told
/// whether the values of two trees ever differ.
pub const MAX_DIFF_TOKENS: usize = 13;

/// The numbers put in first, if they tell two readings apart: 8-4-2 is known to
/// every teacher. The others are for where the 1 does not.
const FIRST_NUMBERS: [[u8; 7]; 2] = [[8, 4, 2, 1, 3, 5, 7], [9, 6, 3, 2, 8, 5, 7]];

/// The numbers put in where those do not. The readings are fractions of sums of
/// products in which no number comes twice, so that both have a value, and not
/// the same, is a matter of a polynomial of degree 4 at most in every number:
/// one of five values of each must do.
const LAST_NUMBERS: [u8; 5] = [2, 3, 4, 5, 6];

/// The shortest texts that two grammars parse differently.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::{GrammarDiff, GrammarDifferenceKind};
///
/// let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Flat, 5);
/// let first = &diff.differences[0];
/// assert_eq!((&*first.text, first.kind), ("8+4*2", GrammarDifferenceKind::Value));
/// let [left, flat] = first.parses.each_ref().map(|parse| parse.as_ref().unwrap());
/// assert_eq!(left.expression().to_s_expression(), "(+ 8 (* 4 2))");
/// assert_eq!(flat.expression().to_s_expression(), "(* (+ 8 4) 2)");
/// ```
#[derive(Debug, Clone)]
pub struct GrammarDiff {
    /// The two grammars.
    pub grammars: [Grammar; 2],
    /// The number of texts that both tried.
    pub tried: u64,
    /// The length of the longest in tokens: numbers, operators and brackets.
    pub length: usize,
    /// Those in which the two differ: where one reads what the other does not,
    /// then other values, then the same value by another way; each in the order
    /// of the tokens number `+ - * / ( )`.
    pub differences: Vec<GrammarDifference>,
}

/// A text that two grammars parse differently.
#[derive(Debug, Clone)]
pub struct GrammarDifference {
    /// In what they differ.
    pub kind: GrammarDifferenceKind,
    /// The text.
    pub text: String,
    /// What each makes of it, or why it does not accept it.
    pub parses: [Result<Parse, SyntaxError>; 2],
}

/// In what two grammars can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GrammarDifferenceKind {
    /// Only one takes it for an expression.
    Accepted,
    /// It has another value.
    Value,
    /// The trees differ, and the values are the same for all numbers for
    /// which both have one.
    Grouping,
}

#[cfg(feature = "serde")]
impl serde::Serialize for GrammarDiff {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b] = &self.grammars;
        crate::serial::object!(serializer, {
            "a" => a,
            "b" => b,
            "tried" => self.tried,
            "length" => self.length,
            "differences" => self.differences,
        })
    }
}

/// The text, and a tree and a value, or an error, for each of the two.
#[cfg(feature = "serde")]
impl serde::Serialize for GrammarDifference {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b] = self.parses.each_ref().map(crate::serial::ParseFields::from);
        crate::serial::object!(serializer, { "expression" => self.text, "a" => a, "b" => b })
    }
}

impl GrammarDiff {
    /// Tries all texts of up to `longest` tokens, but no more than
    /// [`MAX_DIFF_TOKENS`], the shortest first, until one has another value
    /// under `a` than under `b` or is read by one alone; the rest of its length
    /// is tried too.
    ///
    /// Up to [`MAX_ANY_TEXT`] tokens every text is tried, longer ones only where
    /// ordinary arithmetic takes them for an expression. If the two only ever
    /// group otherwise, the shortest texts that show it are the answer.
    pub fn new(a: &Grammar, b: &Grammar, longest: usize) -> Self {
        let grammars = [a.clone(), b.clone()];
        let mut diff = Self { grammars, tried: 0, length: 0, differences: Vec::new() };
        for length in 1..=longest.min(MAX_DIFF_TOKENS) {
            diff.length = length;
            diff.try_length([a, b]);
            let decides = |it: &GrammarDifference| it.kind != GrammarDifferenceKind::Grouping;
            if diff.differences.iter().any(decides) {
                break;
            }
        }
        diff.differences.sort_by_key(|it| it.kind);
        diff
    }

    /// Whether nothing was found in which the two differ.
    pub const fn is_equal(&self) -> bool {
        self.differences.is_empty()
    }

    /// Tries the texts of the length reached.
    fn try_length(&mut self, grammars: [&Grammar; 2]) {
        let is_known = !self.differences.is_empty();
        for tokens in texts(self.length) {
            self.tried += 1;
            let found = difference(grammars, &tokens);
            // The shortest texts alone show that the trees differ.
            let is_news =
                |it: &GrammarDifference| !is_known || it.kind != GrammarDifferenceKind::Grouping;
            self.differences.extend(found.filter(is_news));
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Token {
    Number,
    Sign(Operator),
    Open,
    Close,
}

impl Token {
    fn all() -> impl Iterator<Item = Self> {
        let signs = Operator::ALL.into_iter().map(Self::Sign);
        [Self::Number].into_iter().chain(signs).chain([Self::Open, Self::Close])
    }
}

/// The texts of `length` tokens to try, in the order of the tokens.
fn texts(length: usize) -> Vec<Vec<Token>> {
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
            Token::Sign(operator) => text.push(operator.symbol()),
            Token::Open => text.push('('),
            Token::Close => text.push(')'),
        }
    }
    text
}

/// In what the two differ on these tokens.
fn difference(grammars: [&Grammar; 2], tokens: &[Token]) -> Option<GrammarDifference> {
    let text = write(tokens, &FIRST_NUMBERS[0]);
    let trees = grammars.map(|grammar| grammar.parse(&text));
    let numbers = match &trees {
        [Err(_), Err(_)] => return None,
        [Ok(left), Ok(right)] if left.is_grouped_as(right) => return None,
        [Ok(left), Ok(right)] if slots(left) != slots(right) => telling_numbers(left, right),
        [Ok(_) | Err(_), Ok(_) | Err(_)] => None,
    };
    let (kind, text, trees) = if let Some(numbers) = numbers {
        let text = write(tokens, &numbers);
        let trees = grammars.map(|grammar| grammar.parse(&text));
        (GrammarDifferenceKind::Value, text, trees)
    } else if trees.iter().all(Result::is_ok) {
        (GrammarDifferenceKind::Grouping, text, trees)
    } else {
        (GrammarDifferenceKind::Accepted, text, trees)
    };
    let parse = |grammar: &Grammar, tree: Result<Expression<Rational>, SyntaxError>| {
        tree.map(|expression| Parse::of(&text, grammar, expression))
    };
    let [left, right] = trees;
    let parses = [parse(grammars[0], left), parse(grammars[1], right)];
    Some(GrammarDifference { kind, text, parses })
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
