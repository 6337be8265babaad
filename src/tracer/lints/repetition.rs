//! Rewrites left recursion as a repetition: `a = { a ~ x | b }` becomes `a = { b ~ (x)* }`.

use super::left_recursion::led;
use super::shortest::Shortest;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::rules::Rules;

/// The maximum number of alternatives in a rewritten rule; a larger rule would help nobody.
const MOST_ALTERNATIVES: usize = 50;

/// The maximum length in bytes of an operand that is written twice. A longer operand gets a rule of
/// its own.
const LONGEST_TWICE: usize = 30;

/// A rewritten rule.
pub(crate) struct Mended {
    /// The index of the rule.
    pub(crate) rule: usize,
    pub(crate) body: Body,
    /// A long operand that gets a rule of its own, with a name that the grammar does not use yet.
    pub(crate) operand: Option<(&'static str, Body)>,
    /// Texts that show that the new rule works.
    pub(crate) texts: Vec<String>,
}

/// Rewrites the rules of a cycle without left recursion, if possible.
pub(crate) fn mended(rules: &Rules, cycle: &[usize]) -> Option<Vec<Mended>> {
    let mut rules = rules.clone();
    let mut all: Vec<Mended> = Vec::new();
    // Rewrite one rule at a time, until no rule of the cycle leads back to itself.
    for _ in 0..=cycle.len() {
        let shortest = Shortest::new(&rules);
        let cycles = super::left_recursion::cycles(&rules);
        let Some(left) = cycles.iter().find(|it| it.iter().any(|it| cycle.contains(it))) else {
            return Some(all);
        };
        let mended = left.iter().find_map(|&rule| {
            all.iter().all(|it| it.rule != rule).then_some(())?;
            Mender { rules: &rules, shortest: &shortest, rule }.mend()
        })?;
        rules.rules[mended.rule].body = mended.body.clone();
        all.push(mended);
    }
    None
}

/// Whether the part is `""`.
fn is_empty_text(body: &Body) -> bool {
    body.literal() == Some("")
}

/// Whether the part never consumes a character.
fn reads_nothing(body: &Body) -> bool {
    matches!(body.kind, BodyKind::Lookahead { .. }) || is_empty_text(body)
}

struct Mender<'s> {
    rules: &'s Rules,
    shortest: &'s Shortest<'s>,
    rule: usize,
}

/// A way to match the rule, as a sequence of parts.
enum Way {
    /// A way that calls the rule itself: the parts before the call, which may consume nothing, and
    /// those after it.
    Recursive {
        before: Vec<Body>,
        after: Vec<Body>,
    },
    Other(Vec<Body>),
}

impl Mender<'_> {
    fn name(&self) -> &str {
        &self.rules.rules[self.rule].name
    }

    fn mend(&self) -> Option<Mended> {
        let mut ways = Vec::new();
        self.ways(Vec::new(), vec![self.rules.rules[self.rule].body.clone()], &mut ways, 0)?;
        let (mut bases, mut before, mut afters) =
            (Vec::new(), None::<Vec<Body>>, Vec::<Vec<Body>>::new());
        for way in ways {
            match way {
                // This way is only the rule itself, and matches nothing new.
                Way::Recursive { after, .. } if after.is_empty() => {}
                Way::Recursive { before: this, after } => {
                    (before.get_or_insert_with(|| this.clone()) == &this).then_some(())?;
                    // An alternative that begins with an earlier one would be unreachable.
                    let longer = afters.iter().position(|it| after.starts_with(it));
                    afters.insert(longer.unwrap_or(afters.len()), after);
                }
                Way::Other(items) => {
                    let some: Vec<Body> =
                        items.iter().filter(|it| !is_empty_text(it)).cloned().collect();
                    bases.push(if some.is_empty() { Body::text("") } else { Body::sequence(some) });
                }
            }
        }
        (!bases.is_empty() && !afters.is_empty()).then_some(())?;
        // The empty text goes last, because pest would never try an alternative after it.
        bases.sort_by_key(is_empty_text);
        let base = Body::choice(bases);
        let is_twice = |after: &Vec<Body>| self.is_itself(after.last());
        let operand = (afters.iter().any(is_twice) && base.to_string().len() > LONGEST_TWICE)
            .then_some(["operand", "primary", "atom"])
            .and_then(|names| names.into_iter().find(|it| self.rules.index(it).is_none()));
        let first = operand.map_or_else(|| base.clone(), Body::rule);
        for after in &mut afters {
            if is_twice(after) {
                after.pop();
                after.push(first.clone());
            }
        }
        let texts = self.texts(&base, &afters);
        let afters: Vec<Body> = afters.into_iter().map(Body::sequence).collect();
        let rest = Body::choice(afters);
        let before = before.expect("there is a way after itself");
        let body = if before.is_empty() {
            Body::sequence([first, rest.repeated("*")])
        } else if before.iter().all(reads_nothing) {
            // The lookaheads in `before` apply only if something is repeated.
            let recursive = before.into_iter().chain([first.clone(), rest.repeated("+")]);
            Body::choice([Body::sequence(recursive), first])
        } else {
            // The parts in `before` consume text. It would have to occur as often as the repeated
            // part, which a repetition cannot express.
            return None;
        };
        Some(Mended { rule: self.rule, body, operand: operand.map(|name| (name, base)), texts })
    }

    /// Texts with one round for each of `afters`.
    fn texts(&self, base: &Body, afters: &[Vec<Body>]) -> Vec<String> {
        let Some(first) = self.shortest.text(base) else { return Vec::new() };
        let once = afters.iter().filter_map(|after| {
            let after: Option<String> = after
                .iter()
                .map(|item| match item.name() {
                    // The rule of the operand is new, and not in the grammar yet.
                    Some(name) if self.rules.index(name).is_none() => {
                        self.shortest.text(item).filter(|it| !it.is_empty()).or(Some(first.clone()))
                    }
                    _ => self.shortest.text(item),
                })
                .collect();
            Some([&*first, &after?].concat())
        });
        once.collect()
    }

    fn is_itself(&self, node: Option<&Body>) -> bool {
        node.and_then(Body::name) == Some(self.name())
    }

    /// Whether `node` may call the rule first, directly or through rules of a cycle.
    fn leads_back(&self, node: &Body) -> bool {
        let led = led(node, self.rules, self.shortest);
        self.rules.index(self.name()).is_some_and(|rule| led.contains(rule))
    }

    /// Adds the ways to match the sequence of `before` and `rest`. Expands `rest` until it is clear
    /// whether a way begins with the rule. Returns `None` if the rule cannot be rewritten.
    fn ways(
        &self,
        mut before: Vec<Body>,
        mut rest: Vec<Body>,
        ways: &mut Vec<Way>,
        depth: usize,
    ) -> Option<()> {
        (ways.len() <= MOST_ALTERNATIVES && depth <= MOST_ALTERNATIVES).then_some(())?;
        loop {
            let leads_back = |node: &Body| self.leads_back(node);
            let all = Body::sequence(rest.iter().cloned());
            if rest.is_empty() || !leads_back(&all) {
                before.extend(rest);
                ways.push(Way::Other(before));
                return Some(());
            }
            let first = rest.remove(0);
            let follow = |replacement: &[Body]| [replacement, &rest].concat();
            match &first.kind {
                _ if !leads_back(&first) => before.push(first),
                BodyKind::Rule(name) if name == self.name() => {
                    ways.push(Way::Recursive { before, after: rest });
                    return Some(());
                }
                BodyKind::Rule(name) => {
                    let other = self.rules.rule(name)?;
                    let own = self.rules.rules[self.rule].modifier;
                    // If its body replaced the other rule, the atomicity of that rule would be
                    // lost.
                    let is_alike =
                        |it| matches!(it, RuleModifier::Normal | RuleModifier::Silent) || it == own;
                    is_alike(other.modifier).then_some(())?;
                    let rest = follow(std::slice::from_ref(&other.body));
                    return self.ways(before, rest, ways, depth + 1);
                }
                BodyKind::Sequence(items) => rest = follow(items),
                BodyKind::Choice(alternatives) => {
                    for alternative in alternatives {
                        let rest = follow(std::slice::from_ref(alternative));
                        self.ways(before.clone(), rest, ways, depth + 1)?;
                    }
                    return Some(());
                }
                BodyKind::Repeat { body, least: 0, most: Some(1), .. } => {
                    self.ways(before.clone(), follow(&[(**body).clone()]), ways, depth + 1)?;
                }
                // `a = { (a ~ x)* ~ y }` matches the same texts as `y ~ (x ~ y)*`, so expanding one
                // round is enough. If the rule could match in other ways, it would consume text of
                // the later rounds.
                BodyKind::Repeat { body, least: 0, most: None, .. }
                    if depth == 0
                        && before.is_empty()
                        && self.is_itself(body.items().first())
                        && !leads_back(&Body::sequence(rest.iter().cloned())) =>
                {
                    self.ways(before.clone(), follow(&[(**body).clone()]), ways, depth + 1)?;
                }
                _ => return None,
            }
        }
    }
}
