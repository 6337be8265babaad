//! The operators.
//!
//! # How to add an operator
//!
//! 1. A line in the table below. The compiler then asks for
//! 2. what it does to two values, in `evaluate.rs`;
//! 3. which field operation it is, in `algebra/field.rs`: one that is none gets a
//!    reason of its own in `NotRational`, and the levels that compare functions
//!    refuse it with that reason;
//! 4. the name of its rule, in `grammars/rule_role.rs`; a file of `grammar/`
//!    without that rule does not compile;
//! 5. what it does to small fractions, in `engines/compiled.rs` and
//!    `cross_multiply.rs`. What is no field operation does not come to the
//!    latter: the searches go by the six joins that `engines/numbers.rs` names.
//!
//! `tests/library/tree.rs` evaluates independently and asks for it too; cases go
//! into `tests/cases/trees.toml`.

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

            /// Its associativity in ordinary arithmetic.
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

/// The grouping of operators of the same precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    /// From the left, and from the right with the same value: `a+(b-c)` is
    /// `a+b-c`.
    Both,
    /// From the left only: `a-(b-c)` is not `a-b-c`.
    Left,
}
