//! Whether pest can have nothing against the rules of a grammar.
//!
//! pest's own checks go from each rule along every way on, and take the cube of the
//! length of a chain of rules. What they look for can be ruled out in one pass over
//! the rules; only where it cannot are they asked.

use super::expr::Terminal;
use super::lints::cycles;
use super::syntax::{Kind, Node, Syntax};

/// Whether there is neither left recursion, nor a repetition of what reads nothing,
/// nor an alternative after one that always matches. A yes is certain.
pub(super) fn is_surely_valid(syntax: &Syntax<'_>) -> bool {
    let known = Known::of(syntax);
    let nodes = syntax.rules.iter().flat_map(|rule| rule.body.all());
    let is_suspect = |node: &Node<'_>| match &node.kind {
        Kind::Repeat { body, most: None, .. } => known.of_node(body, &mut 0).reads_nothing,
        Kind::Choice(parts) => {
            let before_last = parts.iter().take(parts.len() - 1);
            before_last.map(|it| known.of_node(it, &mut 0)).any(|it| it.always_matches)
        }
        _ => false,
    };
    let between = ["WHITESPACE", "COMMENT"].iter().filter_map(|name| syntax.index(name));
    !nodes.into_iter().any(is_suspect)
        && !between.into_iter().any(|rule| known.rules[rule].reads_nothing)
        && cycles(syntax).is_empty()
}

/// What pest concludes of a part of a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Facts {
    always_matches: bool,
    /// Where it matches, it may have read nothing.
    reads_nothing: bool,
}

impl Facts {
    const BOTH: Self = Self { always_matches: true, reads_nothing: true };

    fn when(holds: bool) -> Self {
        if holds { Self::BOTH } else { Self::default() }
    }
}

/// What is known of the rules: the least that follows from their bodies.
struct Known<'s, 'i> {
    syntax: &'s Syntax<'i>,
    rules: Vec<Facts>,
    /// How many parts of rules were looked at.
    steps: usize,
}

impl<'s, 'i> Known<'s, 'i> {
    fn of(syntax: &'s Syntax<'i>) -> Self {
        let mut known =
            Self { syntax, rules: vec![Facts::default(); syntax.rules.len()], steps: 0 };
        let order = called_first(syntax);
        // Once is enough but for rules that lead to themselves.
        loop {
            let mut is_settled = true;
            for &rule in &order {
                let mut steps = 0;
                let facts = known.of_node(&syntax.rules[rule].body, &mut steps);
                known.steps += steps;
                is_settled &= facts == known.rules[rule];
                known.rules[rule] = facts;
            }
            if is_settled {
                return known;
            }
        }
    }

    fn of_node(&self, node: &Node<'i>, steps: &mut usize) -> Facts {
        *steps += 1;
        match &node.kind {
            Kind::Rule(name) => match (self.syntax.index(name), *name) {
                (Some(rule), _) => self.rules[rule],
                (None, name) => {
                    let reads_nothing = matches!(name, "SOI" | "EOI");
                    Facts { always_matches: false, reads_nothing }
                }
            },
            Kind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text), _) => {
                Facts::when(text.is_empty())
            }
            Kind::Terminal(..) => Facts::default(),
            Kind::Sequence(items) => {
                items.iter().map(|it| self.of_node(it, steps)).fold(Facts::BOTH, |all, it| Facts {
                    always_matches: all.always_matches && it.always_matches,
                    reads_nothing: all.reads_nothing && it.reads_nothing,
                })
            }
            Kind::Choice(parts) => {
                parts.iter().map(|it| self.of_node(it, steps)).fold(Facts::default(), |all, it| {
                    Facts {
                        always_matches: all.always_matches || it.always_matches,
                        reads_nothing: all.reads_nothing || it.reads_nothing,
                    }
                })
            }
            // Of what pest has no use for, it has more to say.
            Kind::Repeat { least: 0, .. } | Kind::Unknown(_) => Facts::BOTH,
            Kind::Repeat { body, .. } | Kind::Push(body) => self.of_node(body, steps),
            Kind::Lookahead { positive, body } => {
                let always_matches = *positive && self.of_node(body, steps).always_matches;
                Facts { always_matches, reads_nothing: true }
            }
        }
    }
}

/// All rules, each after those that it names, as far as these do not lead back to it.
fn called_first(syntax: &Syntax<'_>) -> Vec<usize> {
    let named = syntax.named_rules();
    let mut order = Vec::with_capacity(named.len());
    let mut is_seen = vec![false; named.len()];
    for first in 0..named.len() {
        let mut open: Vec<(usize, usize)> = Vec::new();
        if !std::mem::replace(&mut is_seen[first], true) {
            open.push((first, 0));
        }
        while let Some((rule, next)) = open.last_mut() {
            match named[*rule].get(*next) {
                None => {
                    order.push(*rule);
                    open.pop();
                }
                Some(&other) => {
                    *next += 1;
                    if !std::mem::replace(&mut is_seen[other], true) {
                        open.push((other, 0));
                    }
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use pest_meta::parser::{self, Rule};

    use super::*;

    fn steps(source: &str) -> usize {
        let pairs = parser::parse(Rule::grammar_rules, source).unwrap();
        let syntax = Syntax::new(&pairs);
        assert!(is_surely_valid(&syntax));
        Known::of(&syntax).steps
    }

    #[test]
    fn ten_times_as_many_rules_or_parts_take_ten_times_as_many_steps() {
        let chain = |count: usize| -> String {
            let rules = (0..count).map(|it| format!("r{it} = {{ r{} | \"x\" }} ", it + 1));
            rules.chain([format!("r{count} = {{ \"x\" }}")]).collect()
        };
        let back = |count: usize| -> String {
            let rules = (1..count).map(|it| format!("r{it} = {{ r{} ~ \"x\"? }} ", it - 1));
            ["r0 = { \"x\" } ".to_owned()].into_iter().chain(rules).collect()
        };
        let row = |count: usize, sign: &str| {
            format!("a = {{ {} }} b = {{ \"x\" }}", vec!["b"; count].join(sign))
        };
        let texts: [&dyn Fn(usize) -> String; 4] =
            [&chain, &back, &|count| row(count, " ~ "), &|count| row(count, " | ")];
        for text in texts {
            let (few, many) = (steps(&text(100)), steps(&text(1_000)));
            assert!(many <= few * 11, "{few} and {many}");
        }
    }

    #[test]
    fn what_pest_refuses_is_never_surely_valid() {
        let mut refused = 0;
        let mut rng = fastrand::Rng::with_seed(11);
        let usual = ["\"x\"", "\"y\"", "ANY", "ASCII_DIGIT"];
        let others = ["a", "b", "\"\"", "SOI", "!b", "&\"\"", "b?", "(\"y\" | b)"];
        for _ in 0..5_000 {
            let mut part = || {
                if rng.u8(..3) > 0 {
                    return rng.choice(usual).unwrap().to_owned();
                }
                let sign = rng.choice(["", "", "", "*", "+", "?", "{2}", "{0,}"]).unwrap();
                format!("({}){sign}", rng.choice(others).unwrap())
            };
            let source = format!(
                "a = {{ {} ~ {} | {} }} b = {{ {} | {} }} WHITESPACE = {{ {} }}",
                part(),
                part(),
                part(),
                part(),
                part(),
                part()
            );
            let pairs = parser::parse(Rule::grammar_rules, &source).unwrap();
            if parser::consume_rules(pairs.clone()).is_err() {
                refused += 1;
                assert!(!is_surely_valid(&Syntax::new(&pairs)), "{source}");
            }
        }
        assert!((1_000..4_500).contains(&refused), "{refused}");
    }
}
