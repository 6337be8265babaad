//! The operators.
//!
//! # How to add an operator
//!
//! 1. A line in the table below. The compiler then asks for what it does in
//!    `evaluate.rs` and `cross_multiply.rs`, and for its right operand's rule in
//!    `grammars/rule_role.rs`.
//! 2. That rule in every file of `grammar/`: a grammar without it does not
//!    compile.
//! 3. In `algebra/field.rs`, which field operation it is. One that is none gets a
//!    reason of its own in `NotRational`, and nothing else of the algebra, of the
//!    levels that compare functions, or of the searches knows it.
//! 4. In `engines/numbers.rs` and `engines/compiled.rs`, what it does to small
//!    fractions; the searches go on with the operators that they name.
//! 5. Cases in `tests/cases/trees.toml` and in the evaluator that the tests
//!    compare with, `tests/library/tree.rs`.

use std::fmt;

/// Defines the operators by one table: for each its symbol, its precedence and
/// its associativity. So none can be forgotten.
macro_rules! operators {
    ($($(#[$attribute:meta])* $Operator:ident = $symbol:literal, $precedence:ident, $associativity:ident;)+) => {
        /// An operator of ordinary arithmetic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operator {
            $($(#[$attribute])* $Operator,)+
        }

        impl Operator {
            /// All of them, in the order `+ - * /`.
            pub const ALL: [Self; [$($symbol),+].len()] = [$(Self::$Operator),+];

            /// The character it is written as.
            pub const fn symbol(self) -> char {
                match self {
                    $(Self::$Operator => $symbol,)+
                }
            }

            /// Its precedence in ordinary arithmetic.
            pub(super) const fn precedence(self) -> Precedence {
                match self {
                    $(Self::$Operator => Precedence::$precedence,)+
                }
            }

            /// How several of its precedence are grouped in ordinary arithmetic.
            pub(super) const fn associativity(self) -> Associativity {
                match self {
                    $(Self::$Operator => Associativity::$associativity,)+
                }
            }
        }
    };
}

operators! {
    /// `+`
    Add = '+', Additive, Both;
    /// `-`
    Subtract = '-', Additive, Left;
    /// `*`
    Multiply = '*', Multiplicative, Both;
    /// `/`
    Divide = '/', Multiplicative, Left;
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// Which operators take their operands first, the lowest precedence first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    /// `+` and `-`
    Additive,
    /// `*` and `/`
    Multiplicative,
}

/// How operators of one precedence are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    /// From the left, and from the right with the same value: `a+(b-c)` is
    /// `a+b-c`.
    Both,
    /// From the left only: `a-(b-c)` is not `a-b-c`.
    Left,
}
