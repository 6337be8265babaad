//! Which calls a memo would answer.

use std::collections::{HashMap, HashSet};

use super::call::Call;
use crate::tracer::RuleId;

/// A rule and the place where it is tried.
type Try = (RuleId, u32);

/// Marks the calls of rules that were tried at the same place before, and whose result a
/// memo would have; returns what has different results at different times, which no memo
/// can keep: what a rule matches may depend on the stack, or on the rules around it.
pub(super) fn mark_again(calls: &mut [Call]) -> Vec<Try> {
    let mut results = HashMap::new();
    let mut unsteady = HashSet::new();
    for call in &*calls {
        let result = call.end();
        if *results.entry((call.rule, call.at)).or_insert(result) != result {
            unsteady.insert((call.rule, call.at));
        }
    }
    let mut tried = HashSet::new();
    for call in calls {
        let key = (call.rule, call.at);
        call.again = !unsteady.contains(&key) && !tried.insert(key);
    }
    let mut unsteady: Vec<Try> = unsteady.into_iter().collect();
    unsteady.sort_unstable();
    unsteady
}
