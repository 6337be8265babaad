//! Texts that nest: a rule within itself, as deep as one likes.

use super::left_recursion::on_cycles;
use super::subject::Subject;
use super::ways::Ways;

/// The most ways from a rule to itself that are looked at.
const MOST_NESTINGS: usize = 400;

/// A way from a rule to itself: what it writes around the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Nesting {
    /// The rule.
    pub(super) rule: usize,
    before: String,
    after: String,
    /// What stands in the middle.
    core: String,
}

impl Nesting {
    /// The text that is so deep.
    pub(super) fn text(&self, depth: usize) -> String {
        [&*self.before.repeat(depth), &self.core, &self.after.repeat(depth)].concat()
    }
}

/// The ways from rules to themselves, one through each place where a rule is named.
pub(super) fn nestings(subject: &Subject<'_, '_>) -> Vec<Nesting> {
    let mut ways = Ways::new(subject);
    let mut found: Vec<Nesting> = Vec::new();
    let may_nest = on_cycles(&subject.syntax.named_rules());
    for rule in (0..subject.syntax.rules.len()).filter(|&rule| may_nest[rule]) {
        let Some(core) = subject.shortest.of_rule(rule) else { continue };
        let Some(ways) = ways.to(rule) else { break };
        for first in ways.places_in(rule) {
            let Some((before, after)) = ways.from(first.rule) else { continue };
            let before = [&*first.before, &before].concat();
            let after = [&*after, &first.after].concat();
            let nesting = Nesting { rule, before, after, core: core.clone() };
            let is_new = !nesting.before.is_empty() && !found.contains(&nesting);
            if is_new && found.len() < MOST_NESTINGS {
                found.push(nesting);
            }
        }
    }
    found
}
