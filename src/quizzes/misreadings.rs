//! Common wrong beliefs about grammars, each as a change to the rules: the changed grammar behaves
//! as people wrongly expect the original grammar to behave.

use std::cmp::Reverse;

use super::grammars::{Peg, written};
use crate::tracer::{Body, BodyKind, RuleDefinition, RuleModifier, StackUse, Terminal};

type Rules = Vec<RuleDefinition>;

/// A belief, with the truth after the colon, and the change to the rules.
type Misreading = (&'static str, fn(&mut Rules));

/// The beliefs. If two of them lead to the same answer, the first one explains it.
const MISREADINGS: [Misreading; 18] = [
    ("a choice took its longest alternative: it takes the first one that matches", |rules| {
        parts(rules, |body| {
            let BodyKind::Choice(alternatives) = &body.kind else { return None };
            let mut longest = alternatives.clone();
            longest.sort_by_key(|it| Reverse(it.literal().map_or(0, str::len)));
            alternatives.iter().all(|it| it.literal().is_some()).then(|| Body::choice(longest))
        });
    }),
    ("a choice tried other alternatives when the rest failed: its first match is final", |rules| {
        parts(rules, |body| {
            let (before, it, after) = split(body, |it| matches!(it.kind, BodyKind::Choice(_)))?;
            let each = it.alternatives().iter().map(|it| row(std::slice::from_ref(it), after));
            Some(row(before, &[Body::choice(each)]))
        });
    }),
    ("a repetition gave back what the rest needs: it keeps all that it has matched", |rules| {
        let mut helpers = Vec::new();
        for rule in rules.iter_mut() {
            let name = format!("{}_rest", rule.name);
            walk(&mut rule.body, &mut |body| {
                let (before, it, after) = split(body, |it| repeated(it).is_some())?;
                let (inner, sign) = repeated(it)?;
                let is_once = sign == "?";
                let again = if is_once { row(&[], after) } else { Body::rule(&*name) };
                let more = Body::sequence([inner.clone(), again]);
                let rest = Body::choice([more.clone(), row(&[], after)]);
                if !is_once {
                    // There is one helper per rule: a second one would have the same name.
                    let helper = RuleDefinition::new(&*name, RuleModifier::Silent, rest.clone());
                    helpers.push(Some(helper).filter(|it| !helpers.contains(it))?);
                }
                Some(row(before, &[if sign == "+" { more } else { rest }]))
            });
        }
        rules.extend(helpers);
    }),
    ("a repetition stopped as soon as the rest could follow: it goes on while it can", |rules| {
        parts(rules, |body| {
            let (before, it, after) = split(body, |it| repeated(it).is_some())?;
            let (inner, sign) = repeated(it)?;
            let guarded = Body::sequence([Body::lookahead(false, row(&[], after)), inner.clone()]);
            let (first, sign) =
                if sign == "+" { (vec![inner.clone()], "*") } else { (vec![], sign) };
            Some(row(&[before, &first, &[guarded.repeated(sign)]].concat(), after))
        });
    }),
    ("`&` and `!` consumed what they look at: a predicate consumes nothing", |rules| {
        parts(rules, |body| match &body.kind {
            BodyKind::Lookahead { body, positive: true } => Some((**body).clone()),
            BodyKind::Lookahead { .. } => Some(Body::sequence([body.clone(), Body::rule("ANY")])),
            _ => None,
        });
    }),
    ("`|` bound more tightly than `~`: `~` binds more tightly", |rules| {
        parts(rules, |body| {
            let BodyKind::Choice(alternatives) = &body.kind else { return None };
            let (first, rest) = alternatives.split_first()?;
            Some(rest.iter().fold(first.clone(), |left, right| {
                let (Some((last, before)), Some((next, after))) =
                    (left.items().split_last(), right.items().split_first())
                else {
                    return left;
                };
                row(before, &[&[Body::choice([last.clone(), next.clone()])], after].concat())
            }))
        });
    }),
    ("`*`, `+` and `?` repeated all parts before them: they repeat only the last one", |rules| {
        parts(rules, |body| {
            let BodyKind::Sequence(items) = &body.kind else { return None };
            let at = items.iter().skip(1).position(|it| repeated(it).is_some())? + 1;
            let (inner, sign) = repeated(&items[at])?;
            let group = row(&items[..at], std::slice::from_ref(inner)).repeated(sign);
            Some(row(&[group], &items[at + 1..]))
        });
    }),
    ("`*` and `?` needed at least one match: they also match the empty text", |rules| {
        repeat_as(rules, &[("*", "+"), ("?", "")]);
    }),
    ("`+` could match zero times: it must match once", |rules| repeat_as(rules, &[("+", "*")])),
    ("`?` repeated like `*`: it matches at most once", |rules| repeat_as(rules, &[("?", "*")])),
    ("`*` and `+` matched at most once: they repeat as often as they can", |rules| {
        repeat_as(rules, &[("*", "?"), ("+", "")]);
    }),
    ("no blanks were skipped: pest skips `WHITESPACE` outside `@` and `$`", |rules| {
        rules.retain(|rule| rule.name != "WHITESPACE");
    }),
    ("a silent rule returned a pair: a rule with `_` returns none", |rules| {
        modify(rules, RuleModifier::Silent, RuleModifier::Normal);
    }),
    ("the normal rules called by an `@` rule returned pairs: they return none", |rules| {
        modify(rules, RuleModifier::Atomic, RuleModifier::CompoundAtomic);
    }),
    ("the rules called by a `$` rule returned no pairs: they do, unlike those in `@`", |rules| {
        modify(rules, RuleModifier::CompoundAtomic, RuleModifier::Atomic);
    }),
    ("`@` and `$` did nothing: both keep blanks out, and `@` hides normal rules inside", |rules| {
        modify(rules, RuleModifier::Atomic, RuleModifier::Normal);
        modify(rules, RuleModifier::CompoundAtomic, RuleModifier::Normal);
    }),
    ("`PEEK` and `POP` matched what `PUSH` can match: they match the text it matched", |rules| {
        let pushed = rules.iter().flat_map(|rule| rule.body.all()).find_map(|it| match &it.kind {
            BodyKind::Push(pushed) => Some((**pushed).clone()),
            _ => None,
        });
        let is_use = |it: &Body| {
            matches!(it.kind, BodyKind::Terminal(Terminal::Stack(StackUse::Peek | StackUse::Pop)))
        };
        parts(rules, |body| pushed.clone().filter(|_| is_use(body)));
    }),
    ("a rule had to match to the end of the text: only `EOI` requires that", |rules| {
        let body = &mut rules[0].body;
        if !body.names().any(|name| name == "EOI") {
            *body = Body::sequence([body.clone(), Body::rule("EOI")]);
        }
    }),
];

/// The prefix of the rules that replace quoted texts, for the belief that each text returns a
/// pair.
pub(super) const QUOTED: &str = "quoted";

const QUOTES: Misreading = ("a text in quotes returned a pair: only rules do", |rules| {
    let mut added = Vec::new();
    parts(rules, |body| {
        body.literal()?;
        let name = format!("{QUOTED}{}", added.len());
        added.push(RuleDefinition::new(&*name, RuleModifier::Normal, body.clone()));
        Some(Body::rule(name))
    });
    let blanks = rules.iter().position(|rule| rule.name == "WHITESPACE");
    if let (Some(blanks), Some(own)) =
        (blanks, added.iter().position(|it| it.body.literal() == Some(" ")))
    {
        rules[blanks].body = added[own].body.clone();
    }
    rules.extend(added);
});

/// Returns each belief that changes `peg`, with the changed grammar.
pub(super) fn misread(peg: &Peg) -> Vec<(&'static str, Peg)> {
    let changed = MISREADINGS.iter().chain([&QUOTES]).filter_map(|(why, change)| {
        let mut rules = peg.rules.clone();
        change(&mut rules);
        let source = written(&rules);
        if source == peg.source { None } else { Some((*why, Peg::new(&source)?)) }
    });
    changed.collect()
}

/// Replaces each part for which `change` returns a different part, the inner parts first.
fn parts(rules: &mut Rules, mut change: impl FnMut(&Body) -> Option<Body>) {
    for rule in rules {
        walk(&mut rule.body, &mut change);
    }
}

fn walk(body: &mut Body, change: &mut dyn FnMut(&Body) -> Option<Body>) {
    for part in body.parts_mut() {
        walk(part, change);
    }
    if let Some(changed) = change(body) {
        *body = changed;
    }
}

/// Splits a sequence at the first part for which `holds` returns true. It does not try the last
/// part.
fn split(body: &Body, holds: impl Fn(&Body) -> bool) -> Option<(&[Body], &Body, &[Body])> {
    let BodyKind::Sequence(items) = &body.kind else { return None };
    let at = items[..items.len() - 1].iter().position(holds)?;
    Some((&items[..at], &items[at], &items[at + 1..]))
}

fn row(before: &[Body], after: &[Body]) -> Body {
    Body::sequence(before.iter().chain(after).cloned())
}

/// Returns the part repeated by `*`, `+` or `?`, and the operator.
fn repeated(body: &Body) -> Option<(&Body, &str)> {
    match &body.kind {
        BodyKind::Repeat { body, operator, .. } if "*+?".contains(&**operator) => {
            Some((body, operator))
        }
        _ => None,
    }
}

/// Replaces each repetition operator that is first in a pair of `signs` by the second. If the
/// second is empty, removes the operator.
fn repeat_as(rules: &mut Rules, signs: &[(&str, &str)]) {
    parts(rules, |body| {
        let (inner, sign) = repeated(body)?;
        let (_, other) = signs.iter().find(|(it, _)| *it == sign)?;
        Some(if other.is_empty() { inner.clone() } else { inner.clone().repeated(other) })
    });
}

fn modify(rules: &mut Rules, from: RuleModifier, to: RuleModifier) {
    for rule in rules.iter_mut().filter(|it| it.modifier == from && it.name != "WHITESPACE") {
        rule.modifier = to;
    }
}
