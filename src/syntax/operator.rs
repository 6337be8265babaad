//! The table of operators, one row for each.
//!
//! # How to add an operator
//!
//! 1. Add a line to the table below, after the operators that bind their operands more loosely. A
//!    new precedence needs a variant of `Precedence`, at its place in the order. Printing and
//!    parsing use the table.
//! 2. For its value, add an arm to `operate` in `src/syntax/evaluate.rs` that calls a method of
//!    [`Rational`](crate::Rational) in `src/number/`. The method must check the size of its result
//!    before it computes the result, and return the reason if there is no result.
//! 3. For an operator with one operand, add an arm to `before` in `src/engines/blocks/whole.rs`: it
//!    gives the values to which the operator may be applied. Templates and searches need nothing
//!    else: they ask for the number of operands.
//! 4. Add a rule with the operator's name to `grammar/extended.pest` and
//!    `grammar/extended_left.pest`. Add the sign and a call of this rule where these files parse
//!    operators of the same precedence. Also add the rule to the table in `src/grammars/roles.rs`,
//!    under `beyond`.
//! 5. For a sign that is not ASCII, add its LaTeX to `formula` in `src/present/latex.rs` and its
//!    ASCII to `in_ascii` in `src/present/text/mod.rs`.
//! 6. Add its value, computed from its definition, to `operate` in `tests/library/operators.rs`.
//! 7. Add its sign or its name to the help of `--operators` in `src/cli/options.rs`.
//!
//! The compiler reports a missing arm of `operate` and missing rules. `cargo test --bin bracket24 -- operator`, `cargo
//! test --lib -- operator blocks` and `cargo test --test library -- operator` report the rest,
//! including the operator's place in the lists of `tests/library/operator_sets.rs`.
//! `TRYCMD=overwrite cargo test --test commands` updates the lists in sessions.
//!
//! Only the four operators in [`FOUR`](Operator::FOUR) are field operations. The algebra of
//! rational functions supports only these, and so do the built-in grammars except the extended
//! ones.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::number::Rational;

/// Makes the operators of a table. Each has its name, which is also the name of its rule in every
/// grammar, its spellings, its position, its precedence and its associativity.
macro_rules! operators {
    ($(
        $(#[$attribute:meta])*
        $Operator:ident = $name:literal: $spellings:expr, $position:ident, $precedence:ident, $associativity:ident;
    )+) => {
        /// An operator: one of the four of a field, or one of the others.
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
            /// All operators: the [`FOUR`](Self::FOUR), then the others, those that bind their
            /// operands more loosely first.
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
    /// `a%b` or `a mod b`: the remainder after subtracting `b` from `a` as often as possible, `a-b*floor(a/b)`.
    Remainder = "remainder": ["%", "mod"], Infix, Multiplicative, Left;
    /// `-a`
    Negate = "negate": ["-"], Prefix, Negation, Right;
    /// `a^b`
    Power = "power": ["^"], Infix, Power, Right;
    /// `√a` or `sqrt a`, the non-negative square root.
    Root = "root": ["√", "sqrt"], Prefix, Root, Right;
    /// `a!`
    Factorial = "factorial": ["!"], Postfix, Factorial, Left;
    /// `log(b,a)`: the exponent `x` with `b^x = a`.
    Log = "log": ["log"], Function, Operand, Left;
    /// Digits written together: 1 and 2 as `12`. It has no sign. In a template, slots side by side
    /// are joined, as in `NN`. In a text of numbers, the joined digits are simply a number.
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

/// The position of an operator, which determines its number of operands.
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
    /// The four operators of a field, in the order `+ - * /`; every grammar for arithmetic has
    /// them.
    pub const FOUR: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    /// The sign of the operator; empty for [`Join`](Self::Join).
    pub const fn symbol(self) -> &'static str {
        self.row().spellings[0]
    }

    /// All spellings of the operator, the [`symbol`](Self::symbol) first.
    pub(crate) const fn spellings(self) -> &'static [&'static str] {
        self.row().spellings
    }

    /// The signs that a user's grammar may have for the operator: its spellings, and what word
    /// processors write.
    pub(crate) fn signs(self) -> impl Iterator<Item = &'static str> {
        let typeset: &[&str] = match self {
            Self::Subtract | Self::Negate => &["−", "–"],
            Self::Multiply => &["×"],
            Self::Divide => &["÷"],
            _ => &[],
        };
        self.spellings().iter().chain(typeset).copied()
    }

    /// The first operator of [`ALL`](Self::ALL) with this spelling; a `-` is a subtraction.
    pub(crate) fn spelled(spelling: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.spellings().contains(&spelling) && *it != Self::Join)
    }

    /// The signs of infix operators, as characters.
    pub(crate) fn infix_signs() -> Vec<char> {
        let infix = Self::ALL.into_iter().filter(|it| it.position() == Position::Infix);
        infix.flat_map(|it| it.symbol().chars()).collect()
    }

    /// The name of the operator, which is also the name of its rule in every grammar: `add`,
    /// `power`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The position of the operator.
    pub const fn position(self) -> Position {
        self.row().position
    }

    /// The number of operands: one or two.
    pub const fn arity(self) -> usize {
        match self.position() {
            Position::Infix | Position::Function => 2,
            Position::Prefix | Position::Postfix => 1,
        }
    }

    /// Whether the operator is one of the [`FOUR`](Self::FOUR).
    pub const fn is_of_field(self) -> bool {
        FieldOperator::of(self).is_some()
    }

    /// The precedence in ordinary arithmetic.
    pub(super) const fn precedence(self) -> Precedence {
        self.row().precedence
    }

    /// The associativity in ordinary arithmetic.
    pub(super) const fn associativity(self) -> Associativity {
        self.row().associativity
    }

    /// How tightly the operator binds its operands in ordinary arithmetic; greater numbers bind
    /// more tightly.
    ///
    /// pest's own Pratt parser gives its operators the same numbers, but does not make them public.
    pub(crate) const fn binding_power(self) -> u32 {
        10 * (self.precedence() as u32 + 2)
    }

    /// Whether a chain of the operator is grouped from the right, as in `a^(b^c)`.
    pub(crate) const fn is_right_associative(self) -> bool {
        matches!(self.associativity(), Associativity::Right)
    }

    /// All operators with a sign, by their binding power, the loosest first.
    pub(crate) fn by_binding_power() -> BTreeMap<u32, Vec<Self>> {
        let mut levels: BTreeMap<u32, Vec<Self>> = BTreeMap::new();
        for operator in Self::ALL.into_iter().filter(|it| *it != Self::Join) {
            levels.entry(operator.binding_power()).or_default().push(operator);
        }
        levels
    }

    /// Both values as operands, or only `last` if the operator has one operand.
    pub(crate) fn operands<T>(self, left: T, last: T) -> Operands<T> {
        if self.arity() == 1 { Operands::One(last) } else { Operands::Two(left, last) }
    }

    /// Pops the operands of the operator from `stack`.
    ///
    /// # Panics
    ///
    /// If there are too few values; postfix order prevents this.
    pub(crate) fn take<T>(self, stack: &mut Vec<T>) -> Operands<T> {
        let mut last = || stack.pop().expect("an operator has its operands before it");
        let operand = last();
        if self.arity() == 1 { Operands::One(operand) } else { Operands::Two(last(), operand) }
    }
}

crate::name::display_text!(Operator, |it| it.symbol());

/// The operands of an operator, from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operands<T> {
    /// The operand of a prefix or postfix operator.
    One(T),
    /// Both operands of an infix operator or of a function.
    Two(T, T),
}

impl<T> Operands<T> {
    /// The first operand: the left one of two.
    pub(crate) fn first(&self) -> &T {
        match self {
            Self::One(first) | Self::Two(first, _) => first,
        }
    }

    /// The last operand: the right one of two.
    pub fn last(&self) -> &T {
        match self {
            Self::One(last) | Self::Two(_, last) => last,
        }
    }

    /// Applies `change` to each operand.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Operands<U> {
        match self {
            Self::One(operand) => Operands::One(change(operand)),
            Self::Two(left, right) => Operands::Two(change(left), change(right)),
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

/// The precedence of operators, the lowest first.
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
    /// Forms an operand by itself: a number of joined digits, or a function.
    Operand,
}

/// The grouping of operators of the same precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    /// From the left; grouping from the right gives the same value: `a+(b+c)` is `a+b+c`.
    Both,
    /// From the left, and also from the right after an operator with [`Both`](Self::Both):
    /// `a+(b-c)` is `a+b-c`, but `a-(b-c)` is not `a-b-c`.
    Inverse,
    /// From the left only: `a*(b%c)` is not `a*b%c`.
    Left,
    /// From the right only: `(a^b)^c` is not `a^b^c`.
    Right,
}

/// An operator that combines two values with only addition, multiplication and their inverses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum FieldOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl FieldOperator {
    /// The six results of two values: the operator, and whether to swap the values first.
    pub(crate) const SIX: [(Self, bool); 6] = [
        (Self::Add, false),
        (Self::Subtract, false),
        (Self::Subtract, true),
        (Self::Multiply, false),
        (Self::Divide, false),
        (Self::Divide, true),
    ];

    /// The result for two values; `None` for a division by zero.
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
            _ => return None,
        })
    }
}

impl From<FieldOperator> for Operator {
    fn from(operator: FieldOperator) -> Self {
        Self::FOUR[operator as usize]
    }
}

/// Replaces the signs that word processors and keyboards write, `×` `÷` `−` `–`, and full-width
/// characters, such as `（` and `８`, with ASCII characters; also replaces Unicode blanks and the comma
/// `、`.
///
/// ```
/// use bracket24::ascii_signs;
///
/// assert_eq!(ascii_signs("８÷（3−8÷3）"), "8/(3-8/3)");
/// assert_eq!(ascii_signs("3\u{202f}+\u{2009}5"), "3 + 5");
/// ```
pub fn ascii_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let ascii = text.chars().map(|character| match character {
        '×' => '*',
        '÷' => '/',
        '−' | '–' => '-',
        '、' => ',',
        // The full-width forms of ASCII, in its order.
        '！'..='～' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        other if other.is_whitespace() && !other.is_control() => ' ',
        other => other,
    });
    Cow::Owned(ascii.collect())
}

/// Replaces signs in a typed answer with ASCII signs. Among them are signs of handwriting: a `·`,
/// or an `x` between two operands, becomes `*`, and a `:` becomes `/`. Keeps the number of
/// characters.
///
/// ```
/// assert_eq!(bracket24::typed_signs("2x11·(6:3)"), "2*11*(6/3)");
/// assert_eq!(bracket24::typed_signs("8∕(3—8⁄3)∗1"), "8/(3-8/3)*1");
/// assert_eq!(bracket24::typed_signs("-6 x -4"), "-6 * -4");
/// assert_eq!(bracket24::typed_signs("√9 x √9 x [3!]x2"), "√9 * √9 * [3!]*2");
/// assert_eq!(bracket24::typed_signs("x+1"), "x+1");
/// ```
pub fn typed_signs(text: &str) -> String {
    let text = ascii_signs(text);
    let is_operand = |it: char, others: &str| {
        it.is_numeric() || "AJQKTajqkt".contains(it) || others.contains(it)
    };
    let sign = |(at, it): (usize, char)| match it {
        '·' | '⋅' | '∙' | '•' | '∗' | '✕' | '✖' | '⨯' => '*',
        ':' | '∶' | '∕' | '⁄' | '➗' => '/',
        '—' | '‐' | '\u{2011}' | '﹣' | '➖' => '-',
        '➕' => '+',
        // A telephone puts this after a sign to show it in colour.
        '\u{fe0f}' => ' ',
        // It may be before `[`, which gets an error of its own, or before `√`, `sqrt` or `log`.
        'x' | 'X' => {
            let before = text[..at].trim_end().chars().next_back();
            let after = text[at + 1..].trim_start().chars().next();
            let is_between = before.is_some_and(|it| is_operand(it, ")]}!"))
                && after.is_some_and(|it| is_operand(it, "([{-.√sl"));
            if is_between { '*' } else { it }
        }
        other => other,
    };
    text.char_indices().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of the table, which step 1 of adding an operator requires.
    #[test]
    fn the_operator_table_lists_looser_operators_first() {
        assert_eq!(Operator::ALL[..4], Operator::FOUR, "the four come first");
        assert!(
            Operator::ALL[4..].is_sorted_by_key(|it| it.binding_power()),
            "step 1 of how to add an operator: those that bind more loosely come first"
        );
    }

    /// pest's `PrattParser` adds ten for each level.
    #[test]
    fn binding_powers_are_steps_of_ten_as_in_pest() {
        let powers = Operator::ALL.map(Operator::binding_power);
        assert!(powers.iter().all(|power| power % 10 == 0 && *power >= 20), "{powers:?}");
        let [sum, product] = [Operator::Add, Operator::Multiply].map(Operator::binding_power);
        assert_eq!(product, sum + 10);
    }
}
