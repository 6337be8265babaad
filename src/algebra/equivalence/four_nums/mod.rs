//! The equivalence of the theory of 4nums.com (Cheng Chang, 2012,
//! <https://www.4nums.com/theory/>).
//!
//! It is the smallest equivalence that contains equality as
//! [functions](super::Equivalence::Function) and the rules below, each in either
//! direction, at any place of an expression. *Zero*, *one* and "equal" are meant
//! by value: any part of value 0 is a zero, any part of value 1 is a one, `(3-2)` as
//! much as `1`, and X and X' are any two parts of equal value. `o` is any
//! operator.
//!
//! 1. `A-0` is `A+0`; `A/1` is `A*1`; `0/A` is `0*A`; `0*0'` is `0+0'`.
//! 2. A zero that is added and a one that is multiplied stand anywhere:
//!    `(A+0)oB` and `Ao(B+0)` are `0+(AoB)`, `(A*1)oB` and `Ao(B*1)` are
//!    `1*(AoB)`.
//! 3. What a zero is multiplied with is only a heap of cards, its operators mean
//!    nothing: `A*0` is `A'*0` for any A' of the same cards.
//! 4. Multiplied and divided by the same value is added and taken away:
//!    `A*X/X'` is `A+X-X'`.
//!
//! The theory excepts from rule 2 an operand that is itself a zero added, or a
//! one multiplied, beside another; but that joins no less, for rule 1 leads
//! around it: `(A+0)*(B+0')` is `(A+0)*(B-0')` is `0+A*(B-0')`. What else the
//! theory names follows from these: that what is added to a zero
//! joins its heap (`A*0+0'` is `(A+0')*0`), that two ones are a one added and a
//! one taken away (`A*1*1'` is `A*1/1'`), that the pair `+X-X'` leaves a product,
//! and that signs move by value: a negative part has a difference in it, which
//! can be turned round. The rules do not join what only equal cards as one
//! variable do: `(1+5)*(5-1)` and `5*5-1*1` are two.
//!
//! The counts that follow agree with the lists of yuuki15/24 for every hand of
//! four cards from 0 to 13 and the targets 24 and 36. For targets that a card
//! makes with two ones or zeros, those lists tell apart some that the rules
//! join, because there a fixed order decides which of two rules is used.
//!
//! The theory has no negative targets. For these the closure can keep apart what the rules
//! would join: it has three classes for 0 0 1 2 and -2, where applying the rules to every
//! expression leaves one.
//!
//! # How it is decided
//!
//! By congruence closure (G. Nelson, D. C. Oppen, "Fast decision procedures based
//! on congruence closure", Journal of the ACM 27, 1980): all functions of the cards
//! that have the target as value are listed, each as its [normal form](NormalForm), and those that a
//! [step](steps) leads to join in a union-find. Parts need no closure of their
//! own, because every rule can be carried from any place in an expression to
//! its outside, see there.

mod steps;

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

use foldhash::{HashMap, HashMapExt};
use itertools::Itertools;

use super::UnionFind;
use crate::algebra::normal_form::NormalForm;
use crate::engines::{Engine, Split};
use crate::{Card, Expression, Hand, Rational};

/// The most cards: for one more, there are more functions than anyone waits for.
pub(super) const MAX_CARDS: usize = 6;

type Form = NormalForm<Rational>;

/// A rule of the theory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FourNumsRule {
    /// A zero that is added stands anywhere.
    Zero,
    /// A one that is multiplied stands anywhere.
    One,
    /// What a zero is multiplied with is a heap of cards.
    Heap,
    /// Two zeros are added or multiplied.
    Zeros,
    /// Multiplied and divided by the same value is added and taken away.
    Pair,
}

impl fmt::Display for FourNumsRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zero => "an added 0 stands anywhere, and a-0 is a+0",
            Self::One => "a factor of 1 stands anywhere, and a/1 is a*1",
            Self::Heap => "cards multiplied by a zero may be joined in any way, and 0/a is 0*a",
            Self::Zeros => "two zeros may be added or multiplied: 0+0 is 0*0",
            Self::Pair => {
                "multiplied and divided by the same value is added and taken away: a*x/x is a+x-x"
            }
        })
    }
}

/// The functions of some cards that are worth the same and that a rule applies
/// to, and the classes they fall into.
#[derive(Debug, Clone)]
pub(crate) struct Closure {
    forms: Vec<Form>,
    places: HashMap<Form, usize>,
    /// The steps, by the places of both ends.
    steps: Vec<(usize, FourNumsRule, usize)>,
    classes: UnionFind,
}

impl Closure {
    /// The closure over all functions that have the cards of `form` and its
    /// value, at most [`MAX_CARDS`] cards; `None` where no rule applies to
    /// `form`, which is then the same as no other.
    pub(crate) fn around(form: &Form) -> Option<Self> {
        let value = steps::value(form)?;
        if steps::from(form).is_empty() {
            return None;
        }
        let cards = form.shape.leaves().into_iter().cloned().sorted().collect_vec();
        Some(Self::of_all(worth(&value, &cards)))
    }

    /// The closure over `forms`, all functions of some cards that are worth the
    /// same, each once.
    fn of_all(forms: impl IntoIterator<Item = Form>) -> Self {
        let mut closure = Self {
            forms: Vec::new(),
            places: HashMap::new(),
            steps: Vec::new(),
            classes: UnionFind::default(),
        };
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

    /// How many classes there are among `expressions`, which are all functions of
    /// some cards that are worth the same, each once; at most [`MAX_CARDS`] cards.
    pub(crate) fn count_classes(expressions: &[Expression<Rational>]) -> usize {
        let closure = Self::of_all(expressions.iter().map(form));
        // What no rule applies to is a class of its own, and no step leads there.
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

    /// The fewest steps that lead from one function to another of its class:
    /// the rules and what each leads to. `None` where they are not the same.
    pub(crate) fn derivation(&self, from: &Form, to: &Form) -> Option<Vec<(FourNumsRule, &Form)>> {
        let (from, to) = (*self.places.get(from)?, *self.places.get(to)?);
        let mut neighbours: HashMap<usize, Vec<(FourNumsRule, usize)>> = HashMap::new();
        for &(from, rule, to) in &self.steps {
            neighbours.entry(from).or_default().push((rule, to));
            neighbours.entry(to).or_default().push((rule, from));
        }
        // From the end to the beginning: by which step each comes nearer.
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
        let mut next = nearer.get(&from)?;
        let mut derivation = Vec::new();
        while let Some((rule, place)) = next {
            derivation.push((*rule, &self.forms[*place]));
            next = &nearer[place];
        }
        Some(derivation)
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
    done.expect("it does hands of more cards");
    forms
}

/// The form of an expression of few cards.
fn form(expression: &Expression<Rational>) -> Form {
    NormalForm::of(expression, Clone::clone).expect("it is of few cards and the four operators")
}
