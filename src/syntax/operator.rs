//! The operators, a row for each.
//!
//! # How to add an operator
//!
//! 1. A line in the table below, after those that bind their operands more loosely, and
//!    its name in the last arm of `FieldOperator::of`. A precedence of its own is a
//!    variant of `Precedence`, in its place in the order. Printing and the fold go by
//!    the table.
//! 2. Its value: an arm in `operate` of `src/syntax/evaluate.rs`, which calls a method
//!    of [`Rational`](crate::Rational) in `src/number/`. The method limits the size of
//!    its result before it makes it, and says why there is none.
//! 3. An arm in `before` of `src/engines/blocks/whole.rs`: with one operand, the values
//!    it may be taken of; with two, its name among the others. Templates and searches
//!    take it up by its arity.
//! 4. Its rule in `grammar/extended.pest` and `grammar/extended_left.pest`, called as
//!    the operator is, and the sign with that rule where its precedence is read; the
//!    rule again in the table of `src/grammars/roles.rs`, under `beyond`.
//! 5. Of a sign that is not ASCII, its LaTeX in `formula` of `src/present/latex.rs` and
//!    its ASCII in `in_ascii` of `src/present/text/mod.rs`.
//! 6. Its value again, by its definition, in `operate` of `tests/library/operators.rs`.
//! 7. Its sign or its name in the help of `--operators` in `src/cli/options.rs`.
//!
//! The compiler asks for the arms and the rules. `cargo test --bin bracket24 -- operator`,
//! `cargo test --lib -- operator blocks` and `cargo test --test library -- operator` ask
//! for the rest, and for its place in the lists of `tests/library/operator_sets.rs`;
//! `TRYCMD=overwrite cargo test --test commands` writes the lists in sessions anew.
//!
//! Only the four of [`FOUR`](Operator::FOUR) are field operations: the algebra of
//! rational functions and the built-in grammars but the extended ones go by these.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::number::Rational;

/// Makes the operators of a table: each with its name, which is also that of its rule in
/// every grammar, its spellings, its position, its precedence and its associativity.
macro_rules! operators {
    ($(
        $(#[$attribute:meta])*
        $Operator:ident = $name:literal: $spellings:expr, $position:ident, $precedence:ident, $associativity:ident;
    )+) => {
        /// An operator: one of the four of a field, or one of those beyond.
        ///
        /// ```
        /// use bracket24::Operator;
        ///
        /// assert_eq!(Operator::FOUR.map(Operator::symbol), ["+", "-", "*", "/"]);
        /// assert_eq!(Operator::Factorial.symbol(), "!");
        /// assert_eq!(Operator::Factorial.name(), "factorial");
        /// assert_eq!(Operator::Factorial.arity(), 1);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operator {
            $($(#[$attribute])* $Operator,)+
        }

        impl Operator {
            /// All operators: the [`FOUR`](Self::FOUR), then those beyond, those first that
            /// bind their operands more loosely.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Operator),+];

            const fn row(self) -> Row {
                match self {
                    $(Self::$Operator => Row {
                        name: $name,
                        spellings: &$spellings,
                        position: Position::$position,
                        precedence: Precedence::$precedence,
                        associativity: Associativity::$associativity,
                    },)+
                }
            }
        }
    };
}

operators! {
    /// `a+b`
    Add = "add": ["+"], Infix, Additive, Both;
    /// `a-b`
    Subtract = "subtract": ["-"], Infix, Additive, Inverse;
    /// `a*b`
    Multiply = "multiply": ["*"], Infix, Multiplicative, Both;
    /// `a/b`
    Divide = "divide": ["/"], Infix, Multiplicative, Inverse;
    /// `a%b`: what is left of `a` when `b` is taken away as often as it goes,
    /// `a-b*floor(a/b)`.
    Remainder = "remainder": ["%"], Infix, Multiplicative, Left;
    /// `-a`
    Negate = "negate": ["-"], Prefix, Negation, Right;
    /// `a^b`
    Power = "power": ["^"], Infix, Power, Right;
    /// `√a` or `sqrt a`, the square root that is not negative.
    Root = "root": ["√", "sqrt"], Prefix, Root, Right;
    /// `a!`
    Factorial = "factorial": ["!"], Postfix, Factorial, Left;
    /// `log(b,a)`: the power of `b` that is `a`.
    Log = "log": ["log"], Function, Operand, Left;
    /// Digits written together: 1 and 2 as `12`. It has no sign, and no grammar reads
    /// it: a text has a number there.
    Join = "join": [""], Infix, Operand, Left;
}

/// The facts about an operator.
struct Row {
    name: &'static str,
    spellings: &'static [&'static str],
    position: Position,
    precedence: Precedence,
    associativity: Associativity,
}

/// The position of an operator, which says how many operands it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Position {
    /// Between its two operands: `a+b`.
    Infix,
    /// Before its operand: `-a`.
    Prefix,
    /// After its operand: `a!`.
    Postfix,
    /// Before its two operands, which are in brackets with a comma between them:
    /// `log(b,a)`.
    Function,
}

impl Operator {
    /// The four operators of a field, in the order `+ - * /`: those that every
    /// grammar for arithmetic has.
    pub const FOUR: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    /// Its sign; nothing for [`Join`](Self::Join).
    pub const fn symbol(self) -> &'static str {
        self.row().spellings[0]
    }

    /// All that it can be written as, the [`symbol`](Self::symbol) first.
    pub(crate) const fn spellings(self) -> &'static [&'static str] {
        self.row().spellings
    }

    /// The one of the [`FOUR`](Self::FOUR) that is written as this character.
    pub(crate) fn of_sign(sign: char) -> Option<Self> {
        Self::FOUR.into_iter().find(|it| it.symbol().chars().eq([sign]))
    }

    /// The operator of [`ALL`](Self::ALL) that is first written so; a `-` is a
    /// subtraction.
    pub(crate) fn spelled(spelling: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.spellings().contains(&spelling) && *it != Self::Join)
    }

    /// How many bytes of a text that begins with it are its sign.
    pub(crate) fn length_at(self, text: &str) -> usize {
        let spelled = self.spellings().iter().find(|it| text.starts_with(**it));
        spelled.map_or(0, |it| it.len())
    }

    /// The signs between operands, as characters.
    pub(crate) fn infix_signs() -> Vec<char> {
        let infix = Self::ALL.into_iter().filter(|it| it.position() == Position::Infix);
        infix.flat_map(|it| it.symbol().chars()).collect()
    }

    /// Its name, which is also that of its rule in every grammar: `add`, `power`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Its position.
    pub const fn position(self) -> Position {
        self.row().position
    }

    /// How many operands it has: one or two.
    pub const fn arity(self) -> usize {
        match self.position() {
            Position::Infix | Position::Function => 2,
            Position::Prefix | Position::Postfix => 1,
        }
    }

    /// Whether it is one of the [`FOUR`](Self::FOUR).
    pub const fn is_of_field(self) -> bool {
        FieldOperator::of(self).is_some()
    }

    /// Its precedence in ordinary arithmetic.
    pub(super) const fn precedence(self) -> Precedence {
        self.row().precedence
    }

    /// Its associativity in ordinary arithmetic.
    pub(super) const fn associativity(self) -> Associativity {
        self.row().associativity
    }

    /// How tightly it binds its operands in ordinary arithmetic: the more tightly, the
    /// greater.
    ///
    /// The numbers are those that pest's own Pratt parser gives its operators, of
    /// which it tells nobody.
    pub(crate) const fn binding_power(self) -> u32 {
        10 * (self.precedence() as u32 + 2)
    }

    /// Whether a chain of it is grouped from the right.
    pub(crate) const fn is_right_associative(self) -> bool {
        matches!(self.associativity(), Associativity::Right)
    }

    /// All operators that have a sign by their binding power, the loosest first.
    pub(crate) fn by_binding_power() -> BTreeMap<u32, Vec<Self>> {
        let mut levels: BTreeMap<u32, Vec<Self>> = BTreeMap::new();
        for operator in Self::ALL.into_iter().filter(|it| *it != Self::Join) {
            levels.entry(operator.binding_power()).or_default().push(operator);
        }
        levels
    }

    /// Both of these as its operands, or where it has one, the last.
    pub(crate) fn operands<T>(self, left: T, last: T) -> Operands<T> {
        match self.arity() {
            1 => Operands::One(last),
            _ => Operands::Two(left, last),
        }
    }

    /// Takes its operands from the end of `stack`.
    ///
    /// # Panics
    ///
    /// Where there are too few, which postfix order does not allow.
    pub(crate) fn take<T>(self, stack: &mut Vec<T>) -> Operands<T> {
        let mut last = || stack.pop().expect("an operator has its operands before it");
        let operand = last();
        match self.arity() {
            1 => Operands::One(operand),
            _ => Operands::Two(last(), operand),
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// The operands of an operator, from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operands<T> {
    /// The one of an operator before or after it.
    One(T),
    /// Both of an operator between them, or of a function.
    Two(T, T),
}

impl<T> Operands<T> {
    /// The last one: the right one of two.
    pub fn last(&self) -> &T {
        match self {
            Self::One(last) | Self::Two(_, last) => last,
        }
    }

    /// What `change` makes of each.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Operands<U> {
        match self {
            Self::One(operand) => Operands::One(change(operand)),
            Self::Two(left, right) => {
                let left = change(left);
                Operands::Two(left, change(right))
            }
        }
    }

    /// The operands by reference.
    pub const fn as_ref(&self) -> Operands<&T> {
        match self {
            Self::One(operand) => Operands::One(operand),
            Self::Two(left, right) => Operands::Two(left, right),
        }
    }
}

/// Which operators take their operands first, the lowest precedence first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    /// `+` and `-`
    Additive,
    /// `*`, `/` and `%`
    Multiplicative,
    /// `-` before its operand: `-2^2` is `-(2^2)`, and `-2*3` is `(-2)*3`.
    Negation,
    /// `^`
    Power,
    /// `√`: `√4^2` is `(√4)^2`.
    Root,
    /// `!`: `√4!` is `√(4!)`.
    Factorial,
    /// What is an operand by itself: a number of joined digits, a function.
    Operand,
}

/// The grouping of operators of the same precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    /// From the left, and from the right with the same value: `a+(b+c)` is
    /// `a+b+c`.
    Both,
    /// From the left, and after one of [`Both`](Self::Both) from the right too:
    /// `a+(b-c)` is `a+b-c`, but `a-(b-c)` is not `a-b-c`.
    Inverse,
    /// From the left only: `a*(b%c)` is not `a*b%c`.
    Left,
    /// From the right only: `(a^b)^c` is not `a^b^c`.
    Right,
}

/// An operator that makes of two values a third with addition, multiplication and
/// their inverses alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum FieldOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl FieldOperator {
    /// The six results that two values can have: the operator, and whether the values
    /// change places before it.
    pub(crate) const SIX: [(Self, bool); 6] = [
        (Self::Add, false),
        (Self::Subtract, false),
        (Self::Subtract, true),
        (Self::Multiply, false),
        (Self::Divide, false),
        (Self::Divide, true),
    ];

    /// What it makes of two values; `None` where it divides by zero.
    pub(crate) fn of_values(self, left: &Rational, right: &Rational) -> Option<Rational> {
        match self {
            Self::Add => Some(left + right),
            Self::Subtract => Some(left - right),
            Self::Multiply => Some(left * right),
            Self::Divide => left.checked_div(right),
        }
    }

    /// The operator, if it is one of the four.
    pub(crate) const fn of(operator: Operator) -> Option<Self> {
        Some(match operator {
            Operator::Add => Self::Add,
            Operator::Subtract => Self::Subtract,
            Operator::Multiply => Self::Multiply,
            Operator::Divide => Self::Divide,
            Operator::Remainder
            | Operator::Negate
            | Operator::Power
            | Operator::Root
            | Operator::Factorial
            | Operator::Log
            | Operator::Join => return None,
        })
    }
}

impl From<FieldOperator> for Operator {
    fn from(operator: FieldOperator) -> Self {
        match operator {
            FieldOperator::Add => Self::Add,
            FieldOperator::Subtract => Self::Subtract,
            FieldOperator::Multiply => Self::Multiply,
            FieldOperator::Divide => Self::Divide,
        }
    }
}

/// `text` with the ASCII signs in place of those that word processors and
/// keyboards write: `×` `÷` `−` `（` `）`; and so for blanks and commas.
///
/// ```
/// use bracket24::ascii_signs;
///
/// assert_eq!(ascii_signs("8÷（3−8÷3）"), "8/(3-8/3)");
/// ```
pub fn ascii_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let ascii = text.chars().map(|character| match character {
        '×' => '*',
        '÷' => '/',
        '−' => '-',
        '（' => '(',
        '）' => ')',
        '，' | '、' => ',',
        '\u{a0}' | '\u{3000}' => ' ',
        other => other,
    });
    Cow::Owned(ascii.collect())
}

/// The text of an answer with ASCII signs, also for those that people write by hand: `·`
/// and, between two operands, `x` for times, and `:` for a division. It keeps the number
/// of characters.
///
/// ```
/// assert_eq!(bracket24::typed_signs("2x11·(6:3)"), "2*11*(6/3)");
/// assert_eq!(bracket24::typed_signs("x+1"), "x+1");
/// ```
pub fn typed_signs(text: &str) -> String {
    let text = ascii_signs(text);
    let is_operand =
        |it: char, bracket| it.is_ascii_digit() || "AJQKTajqkt".contains(it) || it == bracket;
    let sign = |(at, it): (usize, char)| match it {
        '·' | '⋅' | '∙' | '•' => '*',
        ':' | '∶' => '/',
        'x' | 'X' => {
            let before = text[..at].trim_end().chars().next_back();
            let after = text[at + 1..].trim_start().chars().next();
            let is_between = before.is_some_and(|it| is_operand(it, ')'))
                && after.is_some_and(|it| is_operand(it, '('));
            if is_between { '*' } else { it }
        }
        other => other,
    };
    text.char_indices().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Step 1 of how to add an operator.
    #[test]
    fn operators_that_bind_more_loosely_come_first() {
        assert_eq!(Operator::ALL[..4], Operator::FOUR, "the four come first");
        assert!(
            Operator::ALL[4..].is_sorted_by_key(|it| it.binding_power()),
            "step 1 of how to add an operator: those that bind more loosely come first"
        );
    }
}
