//! The values that wait for an operator while a postfix form is worked out.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Num};

use super::field_operator::FieldOperator;
use super::operator::Operator;

/// Why a value is not worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The divisor is zero.
    DivisionByZero,
    /// The numbers are too small for a value on the way.
    Overflow,
    /// Fewer than two values wait.
    NoOperands,
    /// The operator is none of the four.
    NotOfField,
}

/// Fractions that are not brought to lowest terms: that saves most of the time.
#[derive(Debug)]
pub(crate) struct ValueStack<N>(Vec<Ratio<N>>);

impl<N> Default for ValueStack<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<N> ValueStack<N> {
    /// A stack on which nothing waits.
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }
}

impl<N: Num + CheckedAdd + CheckedSub + CheckedMul + Clone> ValueStack<N> {
    /// Forgets all values and keeps their room.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an operand.
    pub(crate) fn push(&mut self, value: Ratio<N>) {
        self.0.push(value);
    }

    /// Puts the result of the last two values in their place. Operators beyond the
    /// four are for [`operate`](super::operate).
    pub(crate) fn operate(&mut self, operator: Operator) -> Result<(), Stop> {
        let operator = FieldOperator::of(operator).ok_or(Stop::NotOfField)?;
        let (Some(right), Some(left)) = (self.0.pop(), self.0.last_mut()) else {
            return Err(Stop::NoOperands);
        };
        if operator == FieldOperator::Divide && right.numer().is_zero() {
            return Err(Stop::DivisionByZero);
        }
        *left = apply(operator, left, &right).ok_or(Stop::Overflow)?;
        Ok(())
    }

    /// The value that all have come down to; `None` where none or several wait.
    pub(crate) fn result(&self) -> Option<&Ratio<N>> {
        match &*self.0 {
            [value] => Some(value),
            _ => None,
        }
    }
}

/// `left operator right`; the divisor is not zero. `None` on overflow.
///
/// The operators of `Ratio<i64>` itself wrap around in release builds, and its
/// `checked_div` answers `None` for a zero divisor and for overflow alike.
fn apply<N: Num + CheckedAdd + CheckedSub + CheckedMul + Clone>(
    operator: FieldOperator,
    left: &Ratio<N>,
    right: &Ratio<N>,
) -> Option<Ratio<N>> {
    let ((a, b), (c, d)) = ((left.numer(), left.denom()), (right.numer(), right.denom()));
    let (numer, denom) = match operator {
        FieldOperator::Add if b == d => (a.checked_add(c)?, b.clone()),
        FieldOperator::Subtract if b == d => (a.checked_sub(c)?, b.clone()),
        FieldOperator::Add => {
            (a.checked_mul(d)?.checked_add(&c.checked_mul(b)?)?, b.checked_mul(d)?)
        }
        FieldOperator::Subtract => {
            (a.checked_mul(d)?.checked_sub(&c.checked_mul(b)?)?, b.checked_mul(d)?)
        }
        FieldOperator::Multiply => (a.checked_mul(c)?, b.checked_mul(d)?),
        FieldOperator::Divide => (a.checked_mul(d)?, b.checked_mul(c)?),
    };
    Some(Ratio::new_raw(numer, denom))
}
