//! Chooses one canonical way to write each function.
//!
//! A function of some cards is a card, a sum or a product. The terms of a sum have an order, in
//! which the term with the lowest card comes first. The first term is the *head* of the sum, and
//! the other terms together are its *rest*. In the same way a product has a head, its first factor,
//! and a rest. The head of a sum is never a sum, and the head of a product is never a product. So
//! every function is joined from a head and a rest in one way only. Two rules settle signs and
//! divisions:
//!
//! - A quotient is never a divisor. Instead of `a/(b/c)` there is `a*c/b`, which divides by zero
//!   only if every expression of this function does.
//! - An operand is never subtracted if its negative is also a function of the same cards. Instead
//!   of `a-(b-c)` there is `a+(c-b)`. If two factors of a product have such negatives, only one of
//!   the two factors occurs with both signs.
//!
//! Equal cards may swap places. So two terms of a sum can be the same function, and a function can
//! be its own negative, such as `a-a` or `(a-a)*b`.

use std::cmp::Ordering;

use crate::syntax::{FieldOperator, Ring};

/// The ways to join a head and a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// head + rest
    Plus,
    /// head - rest
    Minus,
    /// rest - head
    MinusHead,
    /// head * rest
    Times,
    /// head / rest
    Over,
    /// rest / head
    OverHead,
}

impl Form {
    pub(super) const SUMS: [Self; 3] = [Self::Plus, Self::Minus, Self::MinusHead];
    pub(super) const PRODUCTS: [Self; 3] = [Self::Times, Self::Over, Self::OverHead];

    /// Returns the operator, and whether the rest is its left operand.
    pub(super) const fn operator(self) -> (FieldOperator, bool) {
        match self {
            Self::Plus => (FieldOperator::Add, false),
            Self::Minus => (FieldOperator::Subtract, false),
            Self::MinusHead => (FieldOperator::Subtract, true),
            Self::Times => (FieldOperator::Multiply, false),
            Self::Over => (FieldOperator::Divide, false),
            Self::OverHead => (FieldOperator::Divide, true),
        }
    }

    /// Returns the form that makes the same function if head and rest change places.
    pub(super) const fn swapped(self) -> Self {
        match self {
            Self::Minus => Self::MinusHead,
            Self::MinusHead => Self::Minus,
            Self::Over => Self::OverHead,
            Self::OverHead => Self::Over,
            Self::Plus | Self::Times => self,
        }
    }

    /// Returns the value of a head and a rest joined in this form; `None` for a division by zero.
    /// `one_over_head` and `one_over_rest` return the reciprocals.
    #[inline]
    pub(super) fn value<V: Ring>(
        self,
        head: &V,
        rest: &V,
        one_over_head: impl FnOnce() -> Option<V>,
        one_over_rest: impl FnOnce() -> Option<V>,
    ) -> Option<V> {
        Some(match self {
            Self::Plus => head.plus(rest),
            Self::Minus => head.minus(rest),
            Self::MinusHead => rest.minus(head),
            Self::Times => head.times(rest),
            Self::Over => head.times(&one_over_rest()?),
            Self::OverHead => rest.times(&one_over_head()?),
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Card,
    Sum,
    Product,
}

impl Kind {
    /// Returns the kind of function that this form makes.
    pub(super) const fn of(form: Form) -> Self {
        match form {
            Form::Plus | Form::Minus | Form::MinusHead => Self::Sum,
            Form::Times | Form::Over | Form::OverHead => Self::Product,
        }
    }
}

/// The relation of a function to its negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// The negative is not a function of the same cards.
    Plain,
    /// The negative is another function of the same cards. This function is the principal one of
    /// the two.
    Principal,
    /// The negative is another function of the same cards. The negative is the principal one of the
    /// two.
    Opposite,
    /// The negative is the function itself, after equal cards swap places. The value is zero.
    Both,
}

/// The signs of the terms of a function. A function that is not a sum has one term.
#[derive(Debug, Clone, Copy)]
pub(super) struct Balance {
    /// The number of times that the first term occurs, and the number of times that its negative
    /// occurs.
    plus: u8,
    minus: u8,
    /// The sign that the later terms decide if `plus` and `minus` are equal.
    beyond: i8,
}

impl Balance {
    const fn of_term(sign: Sign) -> Self {
        let (plus, minus) = match sign {
            Sign::Plain | Sign::Principal => (1, 0),
            Sign::Opposite => (0, 1),
            Sign::Both => (0, 0),
        };
        Self { plus, minus, beyond: 0 }
    }

    const fn negated(self) -> Self {
        Self { plus: self.minus, minus: self.plus, beyond: -self.beyond }
    }

    /// Returns the sign of the majority among the first term and its negatives; in a tie, the
    /// later terms decide.
    fn sign(self) -> i8 {
        match self.plus.cmp(&self.minus) {
            Ordering::Greater => 1,
            Ordering::Less => -1,
            Ordering::Equal => self.beyond,
        }
    }
}

/// The properties of a function that decide how it can be joined.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    pub(super) kind: Kind,
    pub(super) sign: Sign,
    /// Whether the function is a product with a division.
    pub(super) is_quotient: bool,
    /// Whether the head of a product is a divisor.
    is_head_below: bool,
    balance: Balance,
}

impl Traits {
    pub(super) const CARD: Self = Self {
        kind: Kind::Card,
        sign: Sign::Plain,
        is_quotient: false,
        is_head_below: false,
        balance: Balance::of_term(Sign::Plain),
    };

    /// Returns the traits of the function that joins `head` and `rest` in this form; `None` if that
    /// is not its canonical form. `order` compares `head` with the first term or factor of `rest`,
    /// or with `rest` itself if that is of another kind. If only `head` has the lowest card,
    /// `order` is `Less`.
    #[inline]
    pub(super) fn joined(form: Form, head: Self, rest: Self, order: Ordering) -> Option<Self> {
        if Kind::of(form) == Kind::Sum {
            Self::sum(form, head, rest, order)
        } else {
            Self::product(form, head, rest, order)
        }
    }

    /// Returns the traits of the negative of a principal function.
    pub(super) const fn opposite(self) -> Self {
        Self { sign: Sign::Opposite, balance: self.balance.negated(), ..self }
    }

    #[inline]
    fn sum(form: Form, head: Self, rest: Self, order: Ordering) -> Option<Self> {
        (head.kind != Kind::Sum && order != Ordering::Greater).then_some(())?;
        let (own, others) = match form {
            Form::Minus if rest.sign != Sign::Plain => return None,
            Form::MinusHead if head.sign != Sign::Plain => return None,
            Form::Minus => (head.balance, rest.balance.negated()),
            Form::MinusHead => (head.balance.negated(), rest.balance),
            _ => (head.balance, rest.balance),
        };
        let balance = if order == Ordering::Equal {
            // Of equal terms, those that are not negative come first.
            if own.minus > 0 && others.plus > 0 {
                return None;
            }
            let (plus, minus) = (own.plus + others.plus, own.minus + others.minus);
            Balance { plus, minus, beyond: others.beyond }
        } else {
            Balance { beyond: others.sign(), ..own }
        };
        let is_plain = form == Form::Plus && head.sign == Sign::Plain && rest.sign == Sign::Plain;
        let sign = match balance.sign() {
            _ if is_plain => Sign::Plain,
            1 => Sign::Principal,
            0 => Sign::Both,
            _ => Sign::Opposite,
        };
        Some(Self { kind: Kind::Sum, sign, is_quotient: false, is_head_below: false, balance })
    }

    #[inline]
    fn product(form: Form, head: Self, rest: Self, order: Ordering) -> Option<Self> {
        (head.kind != Kind::Product && order != Ordering::Greater).then_some(())?;
        let sign = match (head.sign, rest.sign) {
            // Not canonical: negating both factors gives the same function.
            (Sign::Principal | Sign::Opposite | Sign::Both, Sign::Opposite)
            | (Sign::Opposite, Sign::Both) => return None,
            (Sign::Both, _) | (_, Sign::Both) => Sign::Both,
            (Sign::Plain, sign) | (sign, _) => sign,
        };
        let (is_quotient, is_head_below, is_rest_below) = match form {
            Form::Over if rest.is_quotient => return None,
            Form::Over => (true, false, true),
            Form::OverHead => (true, true, rest.is_head_below),
            _ => (rest.is_quotient, false, rest.is_head_below),
        };
        // Of equal factors, the divisors come last.
        if order == Ordering::Equal && is_head_below && !is_rest_below {
            return None;
        }
        let balance = Balance::of_term(sign);
        Some(Self { kind: Kind::Product, sign, is_quotient, is_head_below, balance })
    }
}
