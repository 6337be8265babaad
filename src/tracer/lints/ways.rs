//! The ways that lead from rule to rule, and the texts that stand beside them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::shortest::Occurrence;
use super::subject::Subject;

/// The most places where rules are named that are looked at.
const MOST_LOOKS: usize = 3_000_000;

/// The places in the rules where rules are named.
pub(super) struct Ways {
    /// By the rule in which.
    places: Vec<Vec<Occurrence>>,
    /// By the rule that is named: the rule in which, and which place of it.
    users: Vec<Vec<(usize, usize)>>,
    looks: usize,
}

/// The ways to a rule by the shortest texts.
pub(super) struct WaysTo<'w> {
    places: &'w [Vec<Occurrence>],
    rule: usize,
    /// For every rule the place in it that leads there.
    next: Vec<Option<usize>>,
}

impl Ways {
    pub(super) fn new(subject: &Subject<'_, '_>) -> Self {
        let rules = 0..subject.syntax.rules.len();
        let places: Vec<Vec<Occurrence>> =
            rules.map(|rule| subject.shortest.occurrences(rule)).collect();
        let mut users = vec![Vec::new(); places.len()];
        for (rule, all) in places.iter().enumerate() {
            for (index, place) in all.iter().enumerate() {
                users[place.rule].push((rule, index));
            }
        }
        Self { places, users, looks: 0 }
    }

    /// The ways to `rule`; `None` where enough has been looked at.
    pub(super) fn to(&mut self, rule: usize) -> Option<WaysTo<'_>> {
        let mut next: Vec<Option<usize>> = vec![None; self.places.len()];
        let mut lengths: Vec<usize> = vec![usize::MAX; self.places.len()];
        let mut waiting = BinaryHeap::from([(Reverse(0), rule)]);
        lengths[rule] = 0;
        while let Some((Reverse(length), at)) = waiting.pop() {
            if length > lengths[at] {
                continue;
            }
            for &(user, index) in &self.users[at] {
                let place = &self.places[user][index];
                let longer = length + 1 + place.before.len() + place.after.len();
                if longer < lengths[user] {
                    lengths[user] = longer;
                    next[user] = Some(index);
                    waiting.push((Reverse(longer), user));
                }
            }
            self.looks += self.users[at].len();
        }
        // Even a rule that nothing leads to costs the making of the lists.
        self.looks += self.places.len() / 8;
        (self.looks <= MOST_LOOKS).then_some(WaysTo { places: &self.places, rule, next })
    }
}

impl WaysTo<'_> {
    /// The places in a rule where rules are named.
    pub(super) fn places_in(&self, rule: usize) -> &[Occurrence] {
        &self.places[rule]
    }

    /// What stands before and after the rule on the way from another one.
    pub(super) fn from(&self, start: usize) -> Option<(String, String)> {
        let (mut before, mut after, mut at) = (String::new(), String::new(), start);
        while at != self.rule {
            let place = &self.places[at][self.next[at]?];
            before.push_str(&place.before);
            after.insert_str(0, &place.after);
            at = place.rule;
        }
        Some((before, after))
    }
}
