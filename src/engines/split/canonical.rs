//! Which way to write a function is the one that is made.
//!
//! A function of some cards is a card, a sum or a product. Of a sum, the *head*
//! is the first of its terms, in an order in which terms with the lowest card
//! come first; the other terms are the *rest*. Of a product it is the first of
//! its factors. So every function is joined in one way alone, of a head that is
//! no sum (no product) and a rest. What is left to settle are signs and
//! divisions:
//!
//! - Nothing is divided by a quotient: `a/(b/c)` is `a*c/b`, which is there too
//!   and is defined wherever any way to write it is.
//! - No sign is written before what has its negative among the functions of its
//!   cards: `a-(b-c)` is `a+(c-b)`. Where two factors of a product have theirs,
//!   only one of them comes with both signs.
//!
//! Equal cards are not told apart. Two terms of a sum can then be the same
//! function, and a function its own negative, as `a-a` is and `(a-a)*b`.

use std::cmp::Ordering;

use crate::syntax::FieldOperator;

/// How a head and a rest are joined.
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

    /// The operator, and whether the rest is its left operand.
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Card,
    Sum,
    Product,
}

impl Kind {
    /// The kind of function that this form makes.
    pub(super) const fn of(form: Form) -> Self {
        match form {
            Form::Plus | Form::Minus | Form::MinusHead => Self::Sum,
            Form::Times | Form::Over | Form::OverHead => Self::Product,
        }
    }
}

/// What the negative of a function is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// No function of the same cards.
    Plain,
    /// Another one; of the two this is the principal one.
    Principal,
    /// Another one, which is the principal one.
    Opposite,
    /// Itself, once equal cards have changed places. Its value is zero.
    Both,
}

/// The signs of the terms of a function, which is one term where it is no sum.
#[derive(Debug, Clone, Copy)]
pub(super) struct Balance {
    /// How many times the first term is there, and how many times its negative.
    plus: u8,
    minus: u8,
    /// The sign that the terms after these decide.
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

    /// Whichever of the terms and their negatives are more, by the first of them
    /// where there are not as many.
    fn sign(self) -> i8 {
        match self.plus.cmp(&self.minus) {
            Ordering::Greater => 1,
            Ordering::Less => -1,
            Ordering::Equal => self.beyond,
        }
    }
}

/// What has to be known of a function to join it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    pub(super) kind: Kind,
    pub(super) sign: Sign,
    /// Whether something is divided in it, if it is a product.
    pub(super) is_quotient: bool,
    /// Whether the head of a product is divided by.
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

    /// The traits of the two joined; `None` where that is not how the function is
    /// made. `order` is how the head stands to the head of the rest, or to the
    /// rest itself where that cannot be parted further; `Less` where only the
    /// head has the lowest card.
    #[inline]
    pub(super) fn joined(form: Form, head: Self, rest: Self, order: Ordering) -> Option<Self> {
        if Kind::of(form) == Kind::Sum {
            Self::sum(form, head, rest, order)
        } else {
            Self::product(form, head, rest, order)
        }
    }

    /// The traits of the negative of a principal function.
    pub(super) const fn opposite(self) -> Self {
        Self { sign: Sign::Opposite, balance: self.balance.negated(), ..self }
    }

    #[inline]
    fn sum(form: Form, head: Self, rest: Self, order: Ordering) -> Option<Self> {
        if head.kind == Kind::Sum || order == Ordering::Greater {
            return None;
        }
        let (own, others) = match form {
            Form::Minus if rest.sign != Sign::Plain => return None,
            Form::MinusHead if head.sign != Sign::Plain => return None,
            Form::Minus => (head.balance, rest.balance.negated()),
            Form::MinusHead => (head.balance.negated(), rest.balance),
            _ => (head.balance, rest.balance),
        };
        let balance = if order == Ordering::Equal {
            // Of the same terms those without a sign come first.
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
        let kind = Kind::Sum;
        Some(Self { kind, sign, is_quotient: false, is_head_below: false, balance })
    }

    #[inline]
    fn product(form: Form, head: Self, rest: Self, order: Ordering) -> Option<Self> {
        if head.kind == Kind::Product || order == Ordering::Greater {
            return None;
        }
        let sign = match (head.sign, rest.sign) {
            // The negative of the rest comes with the negative of the head.
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
        // Of the same factors those that are not divided by come first.
        if order == Ordering::Equal && is_head_below && !is_rest_below {
            return None;
        }
        let balance = Balance::of_term(sign);
        Some(Self { kind: Kind::Product, sign, is_quotient, is_head_below, balance })
    }
}
