//! Filled templates of a grammar that may read one order of the cards and not another.

use super::Effort;
use super::solution::Solution;
use crate::cards::Hand;
use crate::grammars::Filled;
use crate::number::Rational;
use crate::syntax::Expression;
use crate::templates::TemplateSet;

/// Fills the templates of a set whose grammar may read what is filled otherwise than the
/// template, or not at all, and says what it reads.
pub(super) struct Readable<'a> {
    set: &'a TemplateSet,
    hand: &'a Hand,
    /// The cards as they are written.
    digits: Vec<String>,
}

/// A filled template that is read, and grouped as the template.
pub(super) struct Reading {
    /// The order of the cards in it.
    pub(super) order: Vec<usize>,
    pub(super) text: String,
    pub(super) expression: Expression<Rational>,
}

impl<'a> Readable<'a> {
    /// `None` where every filled template is read as the template.
    pub(super) fn new(set: &'a TemplateSet, hand: &'a Hand) -> Option<Self> {
        let may_differ = set.grammar().may_read_filled_otherwise();
        may_differ.then(|| Self { set, hand, digits: Solution::digits(hand) })
    }

    /// The template at `index` with the cards in this order, or with the first of those
    /// that make the same of it, as `2+3` and `3+2` do, that is read; what is filled and
    /// parsed is counted in `effort`.
    pub(super) fn read(
        &self,
        index: usize,
        order: &[usize],
        effort: &mut Effort,
    ) -> Option<Reading> {
        let Some(symmetries) = self.set.symmetries(index) else {
            return self.read_one(index, order.to_vec(), effort);
        };
        symmetries.images(order).find_map(|order| self.read_one(index, order, effort))
    }

    fn read_one(&self, index: usize, order: Vec<usize>, effort: &mut Effort) -> Option<Reading> {
        let template = &self.set.templates()[index];
        if template.has_joins() && !template.can_join(&order, self.hand) {
            return None;
        }
        let filled = Solution::filled(template, &order, self.hand, &self.digits);
        effort.filled += 1;
        let read = self.set.grammar().read_filled(&filled.text, &template.expression());
        effort.parsed += u64::from(matches!(read, Filled::Read(_) | Filled::Otherwise));
        let expression = match read {
            // Joined digits are read as one number; which cards they are is known.
            Filled::Read(_) if template.has_joins() => filled.expression,
            Filled::Read(expression) => expression,
            Filled::BeyondLimits => filled.expression,
            Filled::Otherwise | Filled::Unread => return None,
        };
        Some(Reading { order, text: filled.text, expression })
    }
}

impl Reading {
    /// The solution that it is.
    pub(super) fn solution(self, template: &str) -> Solution {
        let Self { order, text, expression } = self;
        Solution { template: template.into(), order, text, expression }
    }
}
