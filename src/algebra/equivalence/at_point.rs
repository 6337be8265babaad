//! A rational function at a point, modulo a prime.

use crate::algebra::field::{self, NotRational};
use crate::number::{Rational, Residue};
use crate::syntax::{Expression, cross_multiply};

/// A value for each variable, chosen by lot, so that different functions seldom
/// agree there.
const POINT: [Residue; 7] = [
    Residue::of(0xca2_64e1_269e_0d37),
    Residue::of(0x18b_8ffa_a6a3_a450),
    Residue::of(0x303_1d02_892f_902b),
    Residue::of(0x6de_ceb9_81e7_4ef5),
    Residue::of(0x2c0_146b_0999_50d8),
    Residue::of(0xd61_aa93_6f03_675a),
    Residue::of(0x7b3_82e4_11e2_0b8f),
];

/// What `expression` is worth there; `None` where that divides by zero.
///
/// Wherever two ways to write a function are worth something, that is the
/// same. `variable` says which of seven variables a leaf is.
///
/// # Errors
///
/// Where `expression` is no rational function.
pub(super) fn at_point(
    expression: &Expression<Rational>,
    variable: impl Fn(&Rational) -> usize,
) -> Result<Option<Residue>, NotRational> {
    let (numerator, denominator) = field::fold(
        expression,
        |leaf| (POINT[variable(leaf)], Residue::ONE),
        |operation, (a, b): (Residue, Residue), (c, d)| {
            cross_multiply(operation.into(), (&a, &b), (&c, &d))
        },
    )?;
    Ok(denominator.inverse().map(|inverse| numerator * inverse))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_a_function_agree_where_they_do_not_divide_by_zero() {
        let values: [Rational; 3] = [3, 5, 8].map(Into::into);
        let at_point = |text: &str| {
            let expression = text.parse().expect("it is an expression");
            super::at_point(&expression, |leaf| {
                values.iter().position(|it| it == leaf).expect("it is one of them")
            })
            .expect("it is a rational function")
        };
        assert_eq!(at_point("3-(5-8)"), at_point("8-(5-3)"));
        assert_eq!(at_point("3*(5/8)"), at_point("3/(8/5)"));
        assert_ne!(at_point("3+5"), at_point("8"));
        assert_eq!(at_point("3+5/5-5/5"), at_point("3"));
        assert_eq!(at_point("3/(5-5)"), None);
    }
}
