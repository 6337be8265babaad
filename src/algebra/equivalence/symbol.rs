//! The rational function of a hand's different values.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use super::super::field::{FieldOperation, Kind};
use super::super::normal_form::NormalForm;
use super::super::term_tree::TermTree;
use crate::number::Rational;
use crate::syntax::{Ring, cross_multiply};

/// A rational function in which equal cards are the same variable.
///
/// Two are equal if they are the same function, whatever they were written as:
/// `p1/q1` and `p2/q2` are compared as the polynomials `p1*q2` and `p2*q1`.
#[derive(Debug, Clone)]
pub(super) struct ValueFunction {
    numerator: Polynomial,
    denominator: Polynomial,
}

/// For each product of powers of variables its coefficient, which is not zero.
/// The exponent of variable `n` stands in the `n`th four bits of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Polynomial(BTreeMap<u64, i64>);

const BITS: usize = 4;

impl Polynomial {
    fn one() -> Self {
        Self(BTreeMap::from([(0, 1)]))
    }

    fn variable(index: usize) -> Self {
        Self(BTreeMap::from([(1 << (BITS * index), 1)]))
    }

    fn negated(&self) -> Self {
        Self(self.0.iter().map(|(&powers, &coefficient)| (powers, -coefficient)).collect())
    }

    /// The value modulo [`PRIME`] at [`POINT`].
    fn residue(&self) -> u128 {
        let sum = self.0.iter().fold(0_i128, |sum, (&powers, &coefficient)| {
            let product = POINT.iter().enumerate().fold(1_i128, |product, (index, &variable)| {
                let exponent = powers >> (BITS * index) & ((1 << BITS) - 1);
                (0..exponent).fold(product, |product, _| product * variable % PRIME)
            });
            (sum + i128::from(coefficient) * product) % PRIME
        });
        sum.rem_euclid(PRIME).unsigned_abs()
    }
}

impl Ring for Polynomial {
    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.0.clone();
        for (&powers, &coefficient) in &other.0 {
            *sum.entry(powers).or_insert(0) += coefficient;
        }
        sum.retain(|_, coefficient| *coefficient != 0);
        Self(sum)
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = BTreeMap::new();
        for (&a, &x) in &self.0 {
            for (&b, &y) in &other.0 {
                // No exponent overflows its bits: a hand has fewer cards.
                *product.entry(a + b).or_insert(0) += x * y;
            }
        }
        product.retain(|_, coefficient| *coefficient != 0);
        Self(product)
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
}

const PRIME: i128 = (1 << 61) - 1;

/// A value for each variable, chosen by lot: at such a point no denominator at
/// hand is zero, and different functions hardly ever agree.
const POINT: [i128; 8] = [
    0xca2_64e1_269e_0d37,
    0x18b_8ffa_a6a3_a450,
    0x303_1d02_892f_902b,
    0x6de_ceb9_81e7_4ef5,
    0x2c0_146b_0999_50d8,
    0xd61_aa93_6f03_675a,
    0x7b3_82e4_11e2_0b8f,
    0x1e4_3bb6_6cad_4a26,
];

impl ValueFunction {
    /// The function that `form` is, its variables those in `values`: all its
    /// leaves, in the same order for all that are compared, and no more than
    /// there are in a hand. Equal ones are the first of them.
    pub(super) fn of(form: &NormalForm<Rational>, values: &[Rational]) -> Self {
        let function = Self::of_shape(&form.shape, values);
        if form.negative {
            Self { numerator: function.numerator.negated(), ..function }
        } else {
            function
        }
    }

    fn of_shape(shape: &TermTree<Rational>, values: &[Rational]) -> Self {
        match shape {
            TermTree::Leaf(value) => {
                let index = values.iter().position(|it| it == value);
                let index = index.expect("the values are those of all leaves");
                Self { numerator: Polynomial::variable(index), denominator: Polynomial::one() }
            }
            TermTree::Group(kind, parts) => {
                let neutral = match kind {
                    Kind::Sum => Polynomial(BTreeMap::new()),
                    Kind::Product => Polynomial::one(),
                };
                let start = Self { numerator: neutral, denominator: Polynomial::one() };
                parts.iter().fold(start, |group, part| {
                    let operation = FieldOperation { kind: *kind, inverse: part.inverse };
                    let part = Self::of_shape(&part.tree, values);
                    let (numerator, denominator) = cross_multiply(
                        operation.into(),
                        (&group.numerator, &group.denominator),
                        (&part.numerator, &part.denominator),
                    );
                    Self { numerator, denominator }
                })
            }
        }
    }
}

impl PartialEq for ValueFunction {
    fn eq(&self, other: &Self) -> bool {
        self.numerator.times(&other.denominator) == other.numerator.times(&self.denominator)
    }
}

impl Eq for ValueFunction {}

impl Hash for ValueFunction {
    /// By the quotient at one point modulo a prime, which equal functions share.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let prime = PRIME.unsigned_abs();
        let (mut quotient, mut power) = (self.numerator.residue(), self.denominator.residue());
        // By Fermat, the inverse of the denominator is its power to prime - 2.
        let mut exponent = prime - 2;
        while exponent > 0 {
            if exponent & 1 == 1 {
                quotient = quotient * power % prime;
            }
            power = power * power % prime;
            exponent >>= 1;
        }
        quotient.hash(state);
    }
}
