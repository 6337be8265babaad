//! Left recursion said with a repetition: `a = { a ~ x | b }` becomes
//! `a = { b ~ (x)* }`.

use super::left_recursion::{Cycle, leading};
use super::shortest::Shortest;
use crate::tracer::syntax::{Kind, Node, Syntax};

/// What is larger is of no use to anybody.
const MOST_ALTERNATIVES: usize = 50;

/// The longest operand that is written twice; a longer one gets a rule.
const LONGEST_TWICE: usize = 30;

/// A rule that is written anew.
pub(in crate::tracer) struct Mended<'i> {
    /// Which it is.
    pub(in crate::tracer) rule: usize,
    pub(in crate::tracer) body: Node<'i>,
    /// What it is good to have a rule of its own for, by a name that no rule has.
    pub(in crate::tracer) operand: Option<(&'static str, Node<'i>)>,
    /// Texts that show that it works.
    pub(in crate::tracer) texts: Vec<String>,
}

/// The rules of a cycle without the cycle, if they can be had.
pub(in crate::tracer) fn mended<'i>(syntax: &Syntax<'i>, cycle: &Cycle) -> Option<Vec<Mended<'i>>> {
    let mut syntax = syntax.clone();
    let mut all: Vec<Mended<'i>> = Vec::new();
    // One rule at a time, until none of them comes back to itself.
    for _ in 0..=cycle.rules.len() {
        let shortest = Shortest::new(&syntax);
        let cycles = super::left_recursion::cycles(&syntax);
        let Some(left) =
            cycles.iter().find(|it| it.rules.iter().any(|it| cycle.rules.contains(it)))
        else {
            return Some(all);
        };
        let mended = left.rules.iter().find_map(|&rule| {
            all.iter().all(|it| it.rule != rule).then_some(())?;
            Mender { syntax: &syntax, shortest: &shortest, rule }.mend()
        })?;
        syntax.rules[mended.rule].body = mended.body.clone();
        all.push(mended);
    }
    None
}

struct Mender<'s, 'i> {
    syntax: &'s Syntax<'i>,
    shortest: &'s Shortest<'s, 'i>,
    rule: usize,
}

/// A way to match the rule, which begins with the rule itself or not.
enum Way<'i> {
    /// What stands before it without reading, and what follows.
    Recursive {
        before: Vec<Node<'i>>,
        after: Vec<Node<'i>>,
    },
    Other(Vec<Node<'i>>),
}

impl<'i> Mender<'_, 'i> {
    fn name(&self) -> &'i str {
        self.syntax.rules[self.rule].name
    }

    fn mend(&self) -> Option<Mended<'i>> {
        let mut ways = Vec::new();
        self.ways(Vec::new(), vec![self.syntax.rules[self.rule].body.clone()], &mut ways, 0)?;
        let (mut bases, mut before, mut afters) = (Vec::new(), None::<Vec<Node<'i>>>, Vec::new());
        for way in ways {
            match way {
                // Nothing but itself.
                Way::Recursive { after, .. } if after.is_empty() => {}
                Way::Recursive { before: this, after } => {
                    if before.get_or_insert_with(|| this.clone()) != &this {
                        return None;
                    }
                    afters.push(after);
                }
                Way::Other(items) => {
                    let some: Vec<Node<'i>> =
                        items.iter().filter(|it| !it.is_empty_text()).cloned().collect();
                    bases.push(if some.is_empty() {
                        Node::empty_text()
                    } else {
                        Node::sequence(some)
                    });
                }
            }
        }
        if bases.is_empty() || afters.is_empty() {
            return None;
        }
        // After what reads nothing no alternative would be tried.
        bases.sort_by_key(Node::is_empty_text);
        let base = Node::choice(bases);
        let is_twice = |after: &Vec<Node<'i>>| after.len() > 1 && self.is_itself(after.last());
        let is_long = base.written().len() > LONGEST_TWICE;
        let operand = (afters.iter().any(is_twice) && is_long)
            .then_some(["operand", "primary", "atom"])
            .and_then(|names| names.into_iter().find(|it| self.syntax.index(it).is_none()));
        let first = match operand {
            Some(name) => Node::new(Kind::Rule(name)),
            None => base.clone(),
        };
        for after in &mut afters {
            if is_twice(after) {
                after.pop();
                after.push(first.clone());
            }
        }
        let texts = self.texts(&base, &afters);
        let afters: Vec<Node<'i>> = afters.into_iter().map(Node::sequence).collect();
        let rest = Node::choice(afters);
        let before = before.expect("there is a way after itself");
        let is_lookahead = |it: &Node<'i>| matches!(it.kind, Kind::Lookahead { .. });
        let body = if !before.is_empty() && before.iter().all(is_lookahead) {
            // It is asked for only where there is something to repeat.
            let recursive = before.into_iter().chain([first.clone(), rest.repeated("+")]);
            Node::choice([Node::sequence(recursive), first])
        } else {
            Node::sequence(before.into_iter().chain([first, rest.repeated("*")]))
        };
        let operand = operand.map(|name| (name, base));
        Some(Mended { rule: self.rule, body, operand, texts })
    }

    /// One repetition of each kind.
    fn texts(&self, base: &Node<'i>, afters: &[Vec<Node<'i>>]) -> Vec<String> {
        let Some(first) = self.shortest.text(base) else { return Vec::new() };
        let once = afters.iter().filter_map(|after| {
            let after: Option<String> = after
                .iter()
                .map(|item| match item.kind {
                    // A rule that is not there yet.
                    Kind::Rule(name) if self.syntax.index(name).is_none() => {
                        self.shortest.text(item).filter(|it| !it.is_empty()).or(Some(first.clone()))
                    }
                    _ => self.shortest.text(item),
                })
                .collect();
            Some([&*first, &after?].concat())
        });
        once.collect()
    }

    fn is_itself(&self, node: Option<&Node<'i>>) -> bool {
        node.is_some_and(|node| matches!(node.kind, Kind::Rule(name) if name == self.name()))
    }

    /// Whether the rule is called where `node` begins, by itself or by rules of a
    /// cycle.
    fn leads_back(&self, node: &Node<'i>) -> bool {
        let mut seen = Vec::new();
        let mut waiting = leading(node, self.shortest);
        while let Some(node) = waiting.pop() {
            let Kind::Rule(name) = node.kind else { continue };
            if name == self.name() {
                return true;
            }
            if let Some(index) = self.syntax.index(name).filter(|it| !seen.contains(it)) {
                seen.push(index);
                waiting.extend(leading(&self.syntax.rules[index].body, self.shortest));
            }
        }
        false
    }

    /// Takes `rest`, which follows on `before`, apart until it is clear whether it
    /// begins with the rule.
    fn ways(
        &self,
        mut before: Vec<Node<'i>>,
        mut rest: Vec<Node<'i>>,
        ways: &mut Vec<Way<'i>>,
        depth: usize,
    ) -> Option<()> {
        if ways.len() > MOST_ALTERNATIVES || depth > MOST_ALTERNATIVES {
            return None;
        }
        loop {
            let leads_back = |node: &Node<'i>| self.leads_back(node);
            let all = Node::sequence(rest.iter().cloned());
            if rest.is_empty() || !leads_back(&all) {
                before.extend(rest);
                ways.push(Way::Other(before));
                return Some(());
            }
            let first = rest.remove(0);
            let follow = |replacement: &[Node<'i>]| [replacement, &rest].concat();
            match &first.kind {
                _ if !leads_back(&first) => before.push(first),
                Kind::Rule(name) if *name == self.name() => {
                    ways.push(Way::Recursive { before, after: rest });
                    return Some(());
                }
                Kind::Rule(name) => {
                    let other = self.syntax.rule(name)?;
                    let own = self.syntax.rules[self.rule].modifier;
                    // What is atomic there would not be here.
                    let is_alike = |it: &str| it.is_empty() || it == "_" || it == own;
                    if !is_alike(other.modifier) {
                        return None;
                    }
                    let body = other.body.clone();
                    return self.ways(before, follow(&[body]), ways, depth + 1);
                }
                Kind::Sequence(items) => rest = follow(items),
                Kind::Choice(alternatives) => {
                    for alternative in alternatives {
                        let rest = follow(std::slice::from_ref(alternative));
                        self.ways(before.clone(), rest, ways, depth + 1)?;
                    }
                    return Some(());
                }
                Kind::Repeat { body, least: 0, most: Some(1), .. } => {
                    self.ways(before.clone(), follow(&[(**body).clone()]), ways, depth + 1)?;
                }
                Kind::Repeat { body, least, most: None, .. } if *least < 2 => {
                    let more = (**body).clone().repeated("*");
                    let rest_once = follow(&[(**body).clone(), more]);
                    self.ways(before.clone(), rest_once, ways, depth + 1)?;
                    if *least == 1 {
                        return Some(());
                    }
                }
                _ => return None,
            }
        }
    }
}
