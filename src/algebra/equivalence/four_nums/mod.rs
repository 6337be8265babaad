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
//! # How it is decided
//!
//! By congruence closure (G. Nelson, D. C. Oppen, "Fast decision procedures based
//! on congruence closure", Journal of the ACM 27, 1980): all functions of the cards
//! that have the target as value are listed, each as its [normal form](NormalForm), and those that a
//! [step](steps) leads to join in a union-find. Parts need no closure of their
//! own, because every rule can be carried from any place in an expression to
//! its outside, see there.

mod steps;

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::ops::Range;

use foldhash::{HashMap, HashMapExt};
use itertools::Itertools;

use super::UnionFind;
use crate::algebra::normal_form::{NormalForm, TermTree};
use crate::number::Rational;
use crate::syntax::{Expression, FieldOperator};

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
        let form = |expression| {
            let form = NormalForm::of(expression, Clone::clone);
            form.expect("an expression of few cards has few operators")
        };
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
        let Self { forms, classes, .. } = self;
        let mut least: HashMap<usize, usize> = HashMap::new();
        for (place, form) in forms.iter().enumerate() {
            let of_class = least.entry(classes.find(place)).or_insert(place);
            if *form < forms[*of_class] {
                *of_class = place;
            }
        }
        let least: Vec<Form> =
            (0..forms.len()).map(|place| forms[least[&classes.find(place)]].clone()).collect();
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

/// All functions of `cards`, which are sorted, that have the value `value`, each
/// once.
///
/// By dynamic programming over the subsets of the cards: the values of every
/// part, and only of those with the value the function itself.
fn worth(value: &Rational, cards: &[Rational]) -> Vec<Form> {
    let parts = Parts::of(cards);
    let all = (1 << cards.len()) - 1;
    let mut found = HashSet::new();
    let mut forms = Vec::new();
    let mut add = |form: Form| {
        if found.insert(form.clone()) {
            forms.push(form);
        }
    };
    if let [card] = cards
        && card == value
    {
        add(parts.form(0));
    }
    for (operation, left, right) in parts.joins(all) {
        if parts.join(operation, left, right).as_ref() == Some(value) {
            add(Form::join(operation, parts.form(left), parts.form(right)));
        }
    }
    forms
}

/// A set of cards, as bits of their positions.
type Cards = usize;

/// An expression of some of the cards.
struct Part {
    value: Rational,
    made: Made,
}

#[derive(Clone, Copy)]
enum Made {
    Card,
    /// Of two parts, given by their places.
    Joined(FieldOperator, usize, usize),
}

/// The expressions of every proper subset of the cards, but for those that
/// differ only in the order of operands. Of subsets of equal cards there is one.
struct Parts<'a> {
    cards: &'a [Rational],
    all: Vec<Part>,
    /// For each subset where its parts stand.
    ranges: Vec<Range<usize>>,
}

impl<'a> Parts<'a> {
    fn of(cards: &'a [Rational]) -> Self {
        let all: Cards = (1 << cards.len()) - 1;
        let mut parts = Self { cards, all: Vec::new(), ranges: vec![0..0; all + 1] };
        for (position, card) in cards.iter().enumerate() {
            parts.ranges[1 << position] = position..position + 1;
            parts.all.push(Part { value: card.clone(), made: Made::Card });
        }
        // A subset of a set is a smaller number than the set.
        for set in 1..all {
            if set.is_power_of_two() || parts.first_equal(set) != set {
                continue;
            }
            let start = parts.all.len();
            for (operation, left, right) in parts.joins(set).collect_vec() {
                if let Some(value) = parts.join(operation, left, right) {
                    parts.all.push(Part { value, made: Made::Joined(operation, left, right) });
                }
            }
            parts.ranges[set] = start..parts.all.len();
        }
        parts
    }

    /// All ways to join two parts that have the cards of `set` together.
    fn joins(&self, set: Cards) -> impl Iterator<Item = (FieldOperator, usize, usize)> {
        self.splits(set).into_iter().flat_map(|(a, b)| {
            let pairs = self.ranges[a].clone().cartesian_product(self.ranges[b].clone());
            pairs.cartesian_product(FieldOperator::SIX).map(
                |((left, right), (operation, swapped))| {
                    if swapped { (operation, right, left) } else { (operation, left, right) }
                },
            )
        })
    }

    /// The ways to split `set` in two, of those with equal cards one.
    fn splits(&self, set: Cards) -> Vec<(Cards, Cards)> {
        (1..set)
            .filter(|part| part & set == *part)
            .map(|part| (self.first_equal(part), self.first_equal(set & !part)))
            .filter(|(a, b)| a <= b)
            .unique()
            .collect()
    }

    /// The first subset with cards equal to those of `set`.
    fn first_equal(&self, set: Cards) -> Cards {
        let mut first = 0;
        for position in (0..self.cards.len()).filter(|position| set >> position & 1 == 1) {
            let free = (0..=position)
                .find(|&it| first >> it & 1 == 0 && self.cards[it] == self.cards[position])
                .expect("a card is equal to itself");
            first |= 1 << free;
        }
        first
    }

    fn join(&self, operation: FieldOperator, left: usize, right: usize) -> Option<Rational> {
        operation.of_values(&self.all[left].value, &self.all[right].value)
    }

    fn form(&self, place: usize) -> Form {
        match self.all[place].made {
            Made::Card => {
                Form { negative: false, shape: TermTree::Leaf(self.all[place].value.clone()) }
            }
            Made::Joined(operation, left, right) => {
                Form::join(operation, self.form(left), self.form(right))
            }
        }
    }
}
