//! The operators.

use std::fmt;

/// One of the four operators of ordinary arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

impl Operator {
    /// All four, in the order `+ - * /`.
    pub const ALL: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    /// The character it is written as.
    pub const fn symbol(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
        }
    }

    /// What it binds by in ordinary arithmetic.
    pub(super) const fn precedence(self) -> Precedence {
        match self {
            Self::Add | Self::Subtract => Precedence::Additive,
            Self::Multiply | Self::Divide => Precedence::Multiplicative,
        }
    }

    /// Whether `a op (b same c)` is worth as much as `a op b same c`, for every
    /// operator `same` of the same precedence: brackets on the right say nothing.
    pub(super) const fn is_associative(self) -> bool {
        match self {
            Self::Add | Self::Multiply => true,
            Self::Subtract | Self::Divide => false,
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// How tightly operators bind in ordinary arithmetic, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    /// `+` and `-`
    Additive,
    /// `*` and `/`
    Multiplicative,
}
