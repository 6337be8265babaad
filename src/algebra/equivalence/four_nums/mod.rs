//! The equivalence that the theory of 4nums.com defines (Cheng Chang, 2012,
//! <https://www.4nums.com/theory/>).
//!
//! It is the smallest equivalence that contains the rules below and under which expressions of
//! equal [functions](super::Equivalence::Function) are the same. Each rule applies in either
//! direction and anywhere in an expression. A *zero* is any part of value 0; 0 and 0' are two
//! zeros. A *one* is any part of value 1, such as `(3-2)` or `1`; 1 and 1' are two ones. X and X'
//! are any two parts of equal value, and `o` is any operator.
//!
//! 1. `A-0` is `A+0`; `A/1` is `A*1`; `0/A` is `0*A`; `0*0'` is `0+0'`.
//! 2. An added zero and a multiplied one can move anywhere: `(A+0)oB` and `Ao(B+0)` are `0+(AoB)`,
//!    while `(A*1)oB` and `Ao(B*1)` are `1*(AoB)`.
//! 3. Cards that are multiplied by a zero are a mere heap: the operators between them do not
//!    matter: `A*0` is `A'*0` for any A' of the same cards.
//! 4. Multiplying and dividing by equal values is like adding and subtracting them: `A*X/X'` is
//!    `A+X-X'`.
//!
//! The theory makes an exception to rule 2 if the other operand also has an added zero (or a
//! multiplied one). The rules here join these cases anyway, because rule 1 gets around the
//! exception: `(A+0)*(B+0')` is `(A+0)*(B-0')` is `0+A*(B-0')`.
//!
//! Everything else in the theory follows from these rules. A term added to a zero joins the zero's
//! heap: `A*0+0'` is `(A+0')*0`. Two ones can be multiplied or divided: `A*1*1'` is `A*1/1'`. The
//! pair `+X-X'` can move out of a product. The sign of a negative value can move too, because a
//! part with such a value contains a difference that can be reversed.
//!
//! The rules do not join expressions that are equal only if equal cards are one variable:
//! `(1+5)*(5-1)` and `5*5-1*1` stay different.
//!
//! The numbers of classes agree with the lists of yuuki15/24 for every hand of four cards from 0 to
//! 13 and the targets 24 and 36. The numbers differ for some other targets: if one card can make
//! the target with two ones or zeros, those lists separate some solutions that the rules join.
//! Where two rules apply, those lists use only the first of them in a fixed order.
//!
//! The theory has no negative targets. For a negative target, the congruence closure (see below)
//! can separate solutions that the rules would join. For example, the hand 0 0 1 2 and the target
//! -2 have three classes in the closure, but only one class if the rules are applied to every
//! expression.
//!
//! # Algorithm
//!
//! The program computes a congruence closure (G. Nelson, D. C. Oppen, "Fast decision procedures
//! based on congruence closure", Journal of the ACM 27, 1980). The closure lists all functions of
//! the cards whose value is the target, each as its [normal form](NormalForm). If a [step](steps)
//! leads from one function to another, a union-find joins the two. Parts of expressions need no
//! closure of their own, because steps from whole expressions are enough; the module `steps` says
//! why.

mod steps;

use std::collections::VecDeque;
use std::ops::ControlFlow;

use foldhash::{HashMap, HashMapExt};
use itertools::Itertools;

use super::{Form, UnionFind};
use crate::algebra::normal_form::NormalForm;
use crate::engines::{Engine, Split};
use crate::{Card, Expression, Hand, Rational};

/// The maximum number of cards in a solution: with one more, listing all functions would take too
/// long.
pub(super) const MAX_CARDS: usize = 6;

/// A rule of the theory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FourNumsRule {
    /// An added zero can move anywhere.
    Zero,
    /// A multiplied one can move anywhere.
    One,
    /// The factors of a zero are a heap of cards.
    Heap,
    /// Two zeros are added or multiplied.
    Zeros,
    /// Multiplying and dividing by equal values is like adding and subtracting them.
    Pair,
}

crate::name::display_text!(FourNumsRule, |it| match it {
    Self::Zero => "an added 0 may be anywhere, and a-0 is a+0",
    Self::One => "a factor of 1 may be anywhere, and a/1 is a*1",
    Self::Heap => "cards multiplied by a zero may be joined in any way, and 0/a is 0*a",
    Self::Zeros => "two zeros may be added or multiplied: 0+0 is 0*0",
    Self::Pair =>
        "multiplying and dividing by a value is adding and subtracting it: a*x/x is a+x-x",
});

/// The functions of the same cards with the same value, and their classes. Functions to which no
/// rule applies are left out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Closure {
    forms: Vec<Form>,
    places: HashMap<Form, usize>,
    /// The steps: the index of the function before the step, the rule, and the index of the
    /// function after it.
    steps: Vec<(usize, FourNumsRule, usize)>,
    classes: UnionFind,
}

impl Closure {
    /// Makes the closure over all functions with the cards and the value of `form`, which has at
    /// most [`MAX_CARDS`] cards. `None` if no rule applies to `form`, so that it equals no other
    /// function.
    pub(crate) fn around(form: &Form) -> Option<Self> {
        let value = steps::value(form)?;
        (!steps::from(form).is_empty()).then_some(())?;
        let cards = form.shape.leaves().into_iter().cloned().sorted().collect_vec();
        Some(Self::of_all(worth(&value, &cards)))
    }

    /// Makes the closure over `forms`, all functions of some cards with the same value, each once.
    fn of_all(forms: impl IntoIterator<Item = Form>) -> Self {
        let mut closure = Self::default();
        for form in forms {
            let steps = steps::from(&form);
            if !steps.is_empty() {
                let from = closure.place(form);
                for (rule, result) in steps {
                    let to = closure.place(result);
                    if from != to {
                        closure.steps.push((from, rule, to));
                        closure.classes.join(from, to);
                    }
                }
            }
        }
        closure
    }

    /// The number of classes among `expressions`, which are all functions of some cards with the
    /// same value, each once; at most [`MAX_CARDS`] cards.
    pub(crate) fn count_classes(expressions: &[Expression<Rational>]) -> usize {
        let closure = Self::of_all(expressions.iter().map(form));
        // A function to which no rule applies is a class of its own, and no step leads to it.
        expressions.len() - closure.forms.len() + closure.classes.count()
    }

    fn place(&mut self, form: Form) -> usize {
        *self.places.entry(form).or_insert_with_key(|form| {
            self.forms.push(form.clone());
            self.classes.add()
        })
    }

    /// The functions, each with the least function of its class.
    pub(super) fn into_classes(self) -> impl Iterator<Item = (Form, Form)> {
        let Self { forms, mut classes, .. } = self;
        let classes = (0..forms.len()).map(|place| classes.find(place)).collect_vec();
        let mut least: HashMap<usize, &Form> = HashMap::new();
        for (class, form) in classes.iter().zip(&forms) {
            let of_class = least.entry(*class).or_insert(form);
            *of_class = form.min(of_class);
        }
        let least = classes.iter().map(|class| least[class].clone()).collect_vec();
        forms.into_iter().zip(least)
    }

    /// The shortest sequence of steps from `from` to `to`: for each step, the rule and the
    /// resulting function. `None` if the functions are in different classes.
    pub(crate) fn derivation(&self, from: &Form, to: &Form) -> Option<Vec<(FourNumsRule, &Form)>> {
        let (from, to) = (*self.places.get(from)?, *self.places.get(to)?);
        let mut neighbours: HashMap<usize, Vec<(FourNumsRule, usize)>> = HashMap::new();
        for &(from, rule, to) in &self.steps {
            neighbours.entry(from).or_default().push((rule, to));
            neighbours.entry(to).or_default().push((rule, from));
        }
        // For each function, the step that leads nearer to `to`. The search begins at `to`.
        let mut nearer: HashMap<usize, Option<(FourNumsRule, usize)>> = HashMap::new();
        nearer.insert(to, None);
        let mut waiting = VecDeque::from([to]);
        while let Some(current) = waiting.pop_front() {
            for &(rule, next) in neighbours.get(&current).into_iter().flatten() {
                nearer.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    Some((rule, current))
                });
            }
        }
        let steps = std::iter::successors(*nearer.get(&from)?, |(_, place)| nearer[place]);
        Some(steps.map(|(rule, place)| (rule, &self.forms[place])).collect())
    }
}

/// All functions of `cards` that have the value `value`, each once.
fn worth(value: &Rational, cards: &[Rational]) -> Vec<Form> {
    let card = |it: &Rational| Card::new(it.clone()).expect("the cards of a form are cards");
    let hand: Hand = cards.iter().map(card).collect();
    let mut forms = Vec::new();
    let done = Split::new().expressions(&hand, value, &mut |expression| {
        forms.push(form(&expression));
        ControlFlow::Continue(())
    });
    done.expect("the engine takes hands of more cards");
    forms
}

/// The form of an expression of few cards.
fn form(expression: &Expression<Rational>) -> Form {
    NormalForm::of(expression, Clone::clone).expect("it has few cards and only the four operators")
}
