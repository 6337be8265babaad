//! The steps of an answer: the sides of its lines, and what is wrong with them.

use std::rc::Rc;

use itertools::Itertools;

use super::typed_numbers::{TypedNumber, typed_numbers};
use crate::algebra::{ExtendedForm, Kind, has_all};
use crate::syntax::{FieldOperator, Operands, Operator, operate};
use crate::{Expression, NoValue, Rational, evaluate};

/// A step that has no value or a wrong one, or whose value no later step uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongStep {
    /// The expression of the step.
    pub expression: String,
    /// The reason why it is wrong.
    pub fault: StepFault,
}

/// Why a step is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepFault {
    /// The step has the first value, but claims the second.
    Claim(Rational, Rational),
    /// The step has this value, but the side after its `=` has another.
    Side(Rational, String),
    /// The step has no value, for this reason.
    Undefined(NoValue),
    /// No later step uses the value of the step.
    Unused(Rational),
    /// No earlier step has the value of this number, which cannot be a card, such as `-5`.
    Missing(String),
}

/// The use of a side of a line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// It makes the step of its line from cards and earlier results.
    #[default]
    Step,
    /// It begins with the value of the side before it, and makes a step from it: `12-8` in
    /// `5+7=12-8=4`.
    Next,
    /// It has the value of the step, and uses neither cards nor results: `12*2` in
    /// `(5+7)*(8-6)=12*2=24`.
    Value,
}

/// A side of a line.
pub(super) struct Side {
    pub(super) role: Role,
    /// The place where it begins.
    pub(super) start: usize,
    pub(super) text: String,
    /// Whether the side is just a number.
    pub(super) is_number: bool,
    pub(super) value: Rational,
    /// The side with the expressions of earlier steps in place of their values.
    pub(super) expression: String,
    pub(super) tree: Expression<Rational>,
}

/// The sides of a line up to a place.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) sides: usize,
    pub(super) last: Option<Rc<Side>>,
    /// The last side that makes a step.
    pub(super) step: Option<Rc<Side>>,
    /// The fault of the first step with a number that is no result.
    pub(super) missing: Option<WrongStep>,
}

impl Line {
    /// Whether a side is a step. A number is none if another side is.
    pub(super) fn may_have(&self, role: Role, is_number: bool) -> bool {
        match role {
            Role::Step => !is_number || self.last.as_ref().is_none_or(|it| it.is_number),
            Role::Value => is_number || self.step.as_ref().is_none_or(|it| !it.is_number),
            Role::Next => true,
        }
    }

    /// Adds a side, whose value must be that of the side before it, unless it goes on from it. One
    /// of them may claim `target` in vain, if any. Returns false if another way to read the side has
    /// the same meaning.
    pub(super) fn add(&mut self, side: Side, target: Option<&Rational>) -> Result<bool, WrongStep> {
        if let Some(last) = self.last.as_deref().filter(|_| side.role != Role::Next) {
            let is_claim = side.role == Role::Value;
            let (made, claim) = if is_claim { (last, &side) } else { (&side, last) };
            let has_fraction = claim.text.contains('/');
            let is_target = claim.is_number
                && (is_claim || !has_fraction)
                && self.sides == 1
                && target == Some(&claim.value);
            if made.value != claim.value && !is_target {
                let made = if is_claim { self.step.as_deref().unwrap_or(made) } else { made };
                let value = made.value.clone();
                // In `6*8=46/2` the side divides.
                let fault = if claim.is_number && !(has_fraction && claim.value.is_integer()) {
                    StepFault::Claim(value, claim.value.clone())
                } else {
                    StepFault::Side(value, claim.text.clone())
                };
                return Err(WrongStep { expression: made.text.clone(), fault });
            }
            // A side such as `24*1` must repeat the one before it.
            let goes_on = !last.is_number && begun_with(&side.text, &last.value).next().is_some();
            let repeated = self.step.as_ref().filter(|_| is_claim);
            if goes_on && !repeated.is_some_and(|it| repeats(&side.tree, &it.tree)) {
                return Ok(false);
            }
        }
        let side = Rc::new(side);
        if side.role != Role::Value {
            self.step = Some(side.clone());
        }
        self.last = Some(side);
        self.sides += 1;
        Ok(true)
    }
}

/// The numbers with this value, perhaps in brackets, with which `text` begins if a sign follows them.
pub(super) fn begun_with<'t>(text: &'t str, value: &Rational) -> impl Iterator<Item = &'t str> {
    let inside = text.strip_prefix('(').map(typed_numbers).into_iter().flatten();
    let inside = inside.filter(|it| text[1 + it.len..].starts_with(')'));
    let inside = inside.map(|it| TypedNumber { len: it.len + 2, ..it });
    let is_begun = move |it: &TypedNumber| {
        it.value == *value && text[it.len..].trim_start().starts_with(['+', '-', '*', '/'])
    };
    typed_numbers(text).into_iter().chain(inside).filter(is_begun).map(|it| &text[..it.len])
}

/// The first of the earlier steps that the last one does not use.
pub(super) fn unused(last: &Side, earlier: &[Rc<Side>]) -> Option<WrongStep> {
    // People also write the whole expression after its steps. The `8-4=4` and `8*1=8` before
    // `(8*1-4)*6` are both parts of it.
    let form =
        |it: &Expression<_>| ExtendedForm::of_extended(it, Rational::clone).map(|it| it.shape);
    let whole = form(&last.tree);
    let is_part = |step: &&Rc<Side>| {
        let is_worth = |it: &Expression<_>| evaluate(it).as_ref() == Ok(&step.value);
        let has_step = |it: &Expression<_>| has_all(it.leaves(), step.tree.leaves());
        whole.as_ref().is_ok_and(|it| form(&step.tree).is_ok_and(|part| it.has(&part)))
            || last.tree.operations().any(|it| has_step(&it) && is_worth(&it))
    };
    let step = earlier.iter().find(|it| !is_part(it))?;
    let fault = StepFault::Unused(step.value.clone());
    Some(WrongStep { expression: step.text.clone(), fault })
}

/// Whether `side`, which begins with the value of `reading`, may be `reading` with parts worked out.
/// The `1` of `8*3*1=24*1` may be such a part, as the factors of `reading` without it have its value.
fn repeats(side: &Expression<Rational>, reading: &Expression<Rational>) -> bool {
    // The `24/7` of `(4-4/7)*7=24/7*7` is one number.
    let value = |it: Expression<_>| evaluate(&it).ok();
    let fraction = side.operations().find_map(value).filter(|it| !it.is_integer());
    let mut parts = reading.operations().map(value);
    if fraction.is_some() && fraction != evaluate(reading).ok() && parts.contains(&fraction) {
        return true;
    }
    let form = ExtendedForm::of_extended(reading, Rational::clone);
    let operator = side.operators().last().and_then(FieldOperator::of);
    let (Some((kind, _)), Ok(form)) = (operator.map(Kind::of), form) else { return false };
    let parts = form.shape.into_parts(kind).into_iter().take(MOST_PARTS).filter_map(|it| {
        let part = value(ExtendedForm::signed(false, it.tree).to_expression())?;
        Some((kind.operator(it.inverse).into(), part))
    });
    let parts = parts.collect_vec();
    let neutral = Rational::from(i64::from(kind == Kind::Product));
    let is_neutral = |some: Vec<&(Operator, Rational)>| {
        let join = |all, (operator, it): &_| operate(*operator, Operands::Two(&all, it)).ok();
        some.into_iter().try_fold(neutral.clone(), join).is_some_and(|it| it.abs() == neutral)
    };
    side.leaves().count() <= reading.leaves().count()
        && (1..parts.len()).any(|some| parts.iter().combinations(some).any(is_neutral))
}

/// The maximum number of terms or factors of which every selection is tried.
const MOST_PARTS: usize = 9;
