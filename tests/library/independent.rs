//! Evaluates expressions without the library, to check it: splits a text at an operator outside
//! brackets, again and again, and computes with fractions of any size.

use bracket24::Operator;
use bracket24::num_bigint::BigInt;
use bracket24::num_rational::BigRational;

/// Where to split a text: for each level of precedence, the lowest first, its operators, and
/// whether to split at the last of them (left-associative) or at the first.
pub(crate) struct Convention(&'static [(&'static [Operator], Side)]);

#[derive(Clone, Copy)]
enum Side {
    First,
    Last,
}

use Operator::{Add, Divide, Multiply, Subtract};
use Side::{First, Last};

/// How a built-in grammar of the four operators groups; `None` for any other.
pub(crate) fn convention(grammar: &str) -> Option<Convention> {
    Some(Convention(match grammar {
        "left" => &[(&[Add, Subtract], Last), (&[Multiply, Divide], Last)],
        "right" | "right_slow" => &[(&[Add, Subtract], First), (&[Multiply, Divide], First)],
        "scala" => {
            &[(&[Add], First), (&[Subtract], First), (&[Multiply], First), (&[Divide], First)]
        }
        "flat" => &[(&[Add, Subtract, Multiply, Divide], Last)],
        "pemdas" => &[(&[Subtract], Last), (&[Add], Last), (&[Divide], Last), (&[Multiply], Last)],
        _ => return None,
    }))
}

/// A text that is not an expression of numbers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

impl Convention {
    /// The value of `text`; `None` where it divides by zero.
    pub(crate) fn value(&self, text: &str) -> Result<Option<BigRational>, Unreadable> {
        let text = text.trim_matches([' ', '\t']);
        let signs = signs_outside_brackets(text)?;
        for (operators, side) in self.0 {
            let is_here = |&&(_, operator): &&(usize, Operator)| operators.contains(&operator);
            let split = match side {
                First => signs.iter().find(is_here),
                Last => signs.iter().rfind(is_here),
            };
            if let Some(&(at, operator)) = split {
                let (left, right) = (self.value(&text[..at])?, self.value(&text[at + 1..])?);
                return Ok(left.zip(right).and_then(|(left, right)| apply(operator, left, right)));
            }
        }
        match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            Some(inner) => self.value(inner),
            None => number(text).map(|number| Some(BigRational::from_integer(number))),
        }
    }
}

/// The operators outside all brackets, with their places.
fn signs_outside_brackets(text: &str) -> Result<Vec<(usize, Operator)>, Unreadable> {
    let (mut depth, mut signs) = (0_usize, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1).ok_or(Unreadable)?,
            b'+' if depth == 0 => signs.push((at, Add)),
            b'-' if depth == 0 => signs.push((at, Subtract)),
            b'*' if depth == 0 => signs.push((at, Multiply)),
            b'/' if depth == 0 => signs.push((at, Divide)),
            _ => {}
        }
    }
    if depth == 0 { Ok(signs) } else { Err(Unreadable) }
}

/// A number, or a card by its letter.
pub(crate) fn number(text: &str) -> Result<BigInt, Unreadable> {
    let letters = [("a", 1), ("t", 10), ("j", 11), ("q", 12), ("k", 13)];
    if let Some((_, value)) = letters.iter().find(|(letter, _)| text.eq_ignore_ascii_case(letter)) {
        return Ok((*value).into());
    }
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Unreadable);
    }
    text.parse().map_err(|_| Unreadable)
}

/// Returns the value of one of the four operators for two values; `None` where it divides by
/// zero.
pub(crate) fn apply(
    operator: Operator,
    left: BigRational,
    right: BigRational,
) -> Option<BigRational> {
    Some(match operator {
        Add => left + right,
        Subtract => left - right,
        Multiply => left * right,
        Divide if *right.numer() == BigInt::from(0) => return None,
        Divide => left / right,
        other => unreachable!("`{}` is none of the four", other.name()),
    })
}
