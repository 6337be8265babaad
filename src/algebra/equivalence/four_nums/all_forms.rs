//! All functions of some cards that have a given value.

use std::collections::HashSet;
use std::ops::Range;

use itertools::Itertools;

use super::Form;
use crate::algebra::field::FieldOperation;
use crate::algebra::term_tree::TermTree;
use crate::number::Rational;

/// The six ways to join two parts: the operator, and whether the parts change
/// places.
const JOINS: [(FieldOperation, bool); 6] = [
    (FieldOperation::ADD, false),
    (FieldOperation::SUBTRACT, false),
    (FieldOperation::SUBTRACT, true),
    (FieldOperation::MULTIPLY, false),
    (FieldOperation::DIVIDE, false),
    (FieldOperation::DIVIDE, true),
];

/// All functions of `cards`, which are sorted, that have the value `value`, each
/// once.
///
/// By dynamic programming over the subsets of the cards: the values of every
/// part, and only of those with the value the function itself.
pub(super) fn worth(value: &Rational, cards: &[Rational]) -> Vec<Form> {
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
    Joined(FieldOperation, usize, usize),
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
    fn joins(&self, set: Cards) -> impl Iterator<Item = (FieldOperation, usize, usize)> {
        self.splits(set).into_iter().flat_map(|(a, b)| {
            let pairs = self.ranges[a].clone().cartesian_product(self.ranges[b].clone());
            pairs.cartesian_product(JOINS).map(|((left, right), (operation, swapped))| {
                if swapped { (operation, right, left) } else { (operation, left, right) }
            })
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

    fn join(&self, operation: FieldOperation, left: usize, right: usize) -> Option<Rational> {
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
