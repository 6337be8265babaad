//! The classes that result from applying the rules to the letter.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bracket24::Operator;
use bracket24::algebra::FourNumsRule;
use itertools::Itertools;

use super::functions::Functions;
use super::part::{Tree, card, join, value_of};
use super::rules::by_rules_anywhere;
use super::{classes, written};

/// All trees over the cards; those over the whole hand only if they have the target's value.
fn trees(cards: &[i128], target: Option<(i128, i128)>) -> Vec<Tree> {
    if let [only] = cards {
        return Vec::from_iter(
            Some(card(*only)).filter(|card| target.is_none_or(|target| card.value == target)),
        );
    }
    let mut trees = Vec::new();
    let mut seen = BTreeSet::new();
    for chosen in (0..cards.len()).powerset() {
        let (left, right): (Vec<_>, Vec<_>) =
            cards.iter().copied().enumerate().partition(|(index, _)| chosen.contains(index));
        let [left, right] =
            [left, right].map(|part| part.into_iter().map(|(_, card)| card).collect_vec());
        if left.is_empty() || right.is_empty() || !seen.insert(left.clone()) {
            continue;
        }
        let (lefts, rights) = (self::trees(&left, None), self::trees(&right, None));
        for ((left, right), operator) in
            lefts.iter().cartesian_product(&rights).cartesian_product(Operator::FOUR)
        {
            let value = value_of(operator, left.value, right.value);
            if value.is_some_and(|value| target.is_none_or(|target| value == target)) {
                trees.extend(join(operator, left, right));
            }
        }
    }
    trees
}

/// The closure of the rules over all expressions of a hand that reach the target; each class is
/// named by its least text.
pub(super) struct Reference {
    pub(super) functions: Functions,
    /// For each function, the text of one of its expressions.
    pub(super) texts: BTreeMap<u128, String>,
    /// Pairs that all rules join.
    pub(super) all: Sets,
    /// Pairs that the rules join and the library counts as one.
    pub(super) by_rule: HashMap<FourNumsRule, Sets>,
}

impl Reference {
    pub(super) fn new(hand: &str, target: &str) -> Self {
        let cards = hand.split(' ').map(|card| card.parse().unwrap()).sorted().collect_vec();
        let (numer, denom) = target.split_once('/').unwrap_or((target, "1"));
        let target = (numer.parse().unwrap(), denom.parse().unwrap());
        let mut reference = Self {
            functions: Functions::of(&cards),
            texts: BTreeMap::new(),
            all: Sets::default(),
            by_rule: HashMap::new(),
        };
        for tree in &trees(&cards, Some(target)) {
            let id = reference.functions.id(tree);
            reference.texts.entry(id).or_insert_with(|| tree.to_text());
            for (rule, result) in by_rules_anywhere(tree) {
                assert_eq!(result.value, tree.value, "{} {}", tree.to_text(), result.to_text());
                let other = reference.functions.id(&result);
                reference.all.unite(id, other);
                if let Some(rule) = rule {
                    reference.by_rule.entry(rule).or_default().unite(id, other);
                }
            }
        }
        reference
    }

    pub(super) fn count(&self) -> usize {
        self.texts.keys().map(|&id| self.all.root(id)).unique().count()
    }

    /// Compares the library's classes with these.
    pub(super) fn check(&self, subject: &str) {
        let solutions = self.texts.values().map(|text| written(text)).collect_vec();
        let classes = classes(&solutions);
        let mut by_class: BTreeMap<usize, BTreeMap<u128, &str>> = BTreeMap::new();
        for (index, (id, text)) in self.texts.iter().enumerate() {
            let roots = by_class.entry(classes.firsts[index]).or_default();
            roots.insert(self.all.root(*id), text);
        }
        for texts in by_class.values().map(|roots| roots.values().collect_vec()) {
            assert_eq!(texts.len(), 1, "{subject}: the library joins {texts:?}");
        }
        assert_eq!(classes.count(), self.count(), "{subject}: the rules join more");
    }
}

/// Disjoint sets of functions: maps each function, except one in each set, to another of the same
/// set.
#[derive(Default)]
pub(super) struct Sets(HashMap<u128, u128>);

impl Sets {
    pub(super) fn root(&self, mut id: u128) -> u128 {
        while let Some(&next) = self.0.get(&id) {
            id = next;
        }
        id
    }

    pub(super) fn unite(&mut self, a: u128, b: u128) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
    }
}
