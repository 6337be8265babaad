//! The operators.
//!
//! # How to add an operator
//!
//! 1. A line in the table below. A precedence of its own is a variant of
//!    `Precedence`, in its place in the order. No operator here is
//!    right-associative yet: such an `Associativity` also changes which *left*
//!    operands get brackets in `src/syntax/print.rs`, where the compiler asks
//!    for the right ones only.
//! 2. What it does to two values, twice and alike: in `operate` of
//!    `src/syntax/evaluate.rs`, where `None` is no value, and in `apply` of
//!    `src/syntax/value_stack.rs`, where `None` is an overflow; what has no value
//!    stops before that, beside the zero divisor. Limit the size of the result. A
//!    second reason for no value belongs into `DivisionByZero`, which now says of
//!    every one that it is zero.
//! 3. Which field operation it is, in `src/algebra/field.rs`: one that is none
//!    gets a reason of its own in `NotRational`, and the levels that compare
//!    functions refuse it with that reason.
//! 4. Its rule, in `src/grammars/rule_role.rs` and in each grammar of `grammar/`:
//!    without it a derived parser does not compile, and the test of what is
//!    interpreted, as of users' grammars, says which rule to define.
//! 5. What it does to small fractions, in `src/engines/compiled/lanes.rs`, where
//!    nothing is checked: the bound of `small_cards` holds for field operations
//!    alone, so a program with another has to go the way of `LargeValues`. And in
//!    `src/syntax/cross_multiply.rs`, to which only field operations come, since
//!    searches go by the six joins of `src/engines/numbers.rs`.
//!
//! Sets that multiply shapes by operators (`src/templates/shapes.rs`) keep those of
//! their articles. `tests/library/tree.rs` and what else evaluates independently
//! there ask for it too; `cargo test --test library -- grammars trees brackets
//! explanation exact` tries it, and cases go into `tests/cases/trees.toml`.

use std::collections::BTreeMap;
use std::fmt;

/// Defines the operators by one table: for each its symbol, its precedence and
/// its associativity. So none can be forgotten.
macro_rules! operators {
    ($($(#[$attribute:meta])* $Operator:ident = $symbol:literal, $precedence:ident, $associativity:ident;)+) => {
        /// An operator of ordinary arithmetic.
        ///
        /// ```
        /// use bracket24::Operator;
        ///
        /// assert_eq!(Operator::ALL.map(Operator::symbol), ['+', '-', '*', '/']);
        /// ```
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

impl Operator {
    /// How tightly it binds its operands in ordinary arithmetic: the more tightly, the
    /// greater. All operators are left-associative.
    ///
    /// The numbers are those that pest's own Pratt parser gives its operators, of
    /// which it tells nobody.
    pub(crate) const fn binding_power(self) -> u32 {
        10 * (self.precedence() as u32 + 2)
    }

    /// All operators by their binding power, the loosest first.
    pub(crate) fn by_binding_power() -> BTreeMap<u32, Vec<Self>> {
        let mut levels: BTreeMap<u32, Vec<Self>> = BTreeMap::new();
        for operator in Self::ALL {
            levels.entry(operator.binding_power()).or_default().push(operator);
        }
        levels
    }
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
