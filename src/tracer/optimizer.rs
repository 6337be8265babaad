//! What pest's derive changes in the rules of a grammar before it makes a parser of
//! them.
//!
//! pest's own optimizer does the same, and a test holds the two together; but at
//! every choice and repetition it goes through all that it leads to, which takes
//! the cube of the length of a choice. Here each part is looked at once.

use std::collections::{HashMap, HashSet};

use pest_meta::ast::{Rule, RuleType};

use super::part::{Part, PartKind};
use super::syntax::Syntax;

/// A rule as the derived parser follows it.
pub(crate) struct OptimizedRule {
    pub(super) name: String,
    pub(super) kind: RuleType,
    pub(super) body: Part,
}

/// The rules as the derived parser follows them; `syntax` is how they are written, if
/// that is known.
pub(super) fn optimize(rules: Vec<Rule>, syntax: Option<&Syntax<'_>>) -> Vec<OptimizedRule> {
    let bodies = rules.iter().map(|it| (it.name.clone(), Part::new(it.expr.clone(), None)));
    let texts = Texts { bodies: bodies.collect() };
    let rules = rules.into_iter().map(|Rule { name, ty: kind, expr }| {
        let written = syntax.and_then(|syntax| syntax.rule(&name)).map(|rule| &rule.body);
        let is_atomic = kind == RuleType::Atomic;
        let has_no_gaps = matches!(kind, RuleType::Atomic | RuleType::CompoundAtomic);
        let body = Part::new(expr, written)
            .map_top_down(&mut rotated)
            .map_top_down(&mut |part| if is_atomic { texts.skipped(part) } else { part })
            .map_bottom_up(&mut unrolled)
            .map_bottom_up(&mut |part| if is_atomic { concatenated(part) } else { part })
            .map_top_down(&mut |part| factored(part, has_no_gaps))
            .map_bottom_up(&mut listed);
        OptimizedRule { name, kind, body }
    });
    let rules: Vec<OptimizedRule> = rules.collect();
    let changing = changing_rules(&rules);
    let restored = rules.into_iter().map(|rule| {
        let (body, _) = restored(rule.body, &changing);
        OptimizedRule { body, ..rule }
    });
    restored.collect()
}

/// Sequences and choices from the left to the right.
fn rotated(mut part: Part) -> Part {
    loop {
        part = match part.kind {
            PartKind::Sequence(left, right) => match left.kind {
                PartKind::Sequence(first, second) => {
                    Part::sequence(*first, Part::sequence(*second, *right))
                }
                _ => return Part { kind: PartKind::Sequence(left, right), ..part },
            },
            PartKind::Choice(left, right) => match left.kind {
                PartKind::Choice(first, second) => {
                    Part::choice(*first, Part::choice(*second, *right))
                }
                _ => return Part { kind: PartKind::Choice(left, right), ..part },
            },
            _ => return part,
        };
    }
}

/// The rules that may be nothing but texts, as they are written.
struct Texts {
    bodies: HashMap<String, Part>,
}

impl Texts {
    /// `(!"a" ~ ANY)*` as a search for `a`.
    fn skipped(&self, part: Part) -> Part {
        if let PartKind::Repeat(body) = &part.kind
            && let PartKind::Sequence(left, right) = &body.kind
            && let PartKind::Lookahead { positive: false, body: end } = &left.kind
            && let PartKind::Name(any) = &right.kind
            && any == "ANY"
        {
            let mut ends = Vec::new();
            if self.collect(end, &mut ends).is_some() {
                return Part { kind: PartKind::Until(ends), ..part };
            }
        }
        part
    }

    /// The texts that a part is a choice of.
    fn collect(&self, part: &Part, found: &mut Vec<String>) -> Option<()> {
        match &part.kind {
            PartKind::Choice(left, right)
                if matches!(left.kind, PartKind::Text(_) | PartKind::Name(_)) =>
            {
                self.collect(left, found)?;
                self.collect(right, found)
            }
            PartKind::Text(text) => {
                found.push(text.clone());
                Some(())
            }
            PartKind::Name(name) => self.collect(self.bodies.get(name)?, found),
            _ => None,
        }
    }
}

/// Repetitions as a row of what is repeated.
fn unrolled(part: Part) -> Part {
    let PartKind::Times { body, least, most } = part.kind else { return part };
    let least = most.map_or(least, |most| least.min(most));
    // A repetition counts its own rounds.
    let is_counted = !matches!(body.kind, PartKind::Repeat(_));
    let copy = |round| Part { round: if is_counted { round } else { 0 }, ..(*body).clone() };
    let copies = (1..=least).map(copy);
    let more = match most {
        None => vec![Part {
            kind: PartKind::Repeat(Box::new(Part { round: 0, ..(*body).clone() })),
            sites: part.sites.clone(),
            round: least,
        }],
        Some(most) => {
            let optional = |round| Part {
                kind: PartKind::Optional(Box::new((*body).clone())),
                sites: part.sites.clone(),
                round,
            };
            (least + 1..=most).map(optional).collect()
        }
    };
    let row: Vec<Part> = copies.chain(more).collect();
    let row = row.into_iter().rev().reduce(|rest, it| Part::sequence(it, rest));
    let row = row.expect("what is repeated is there at least once");
    Part { sites: part.sites, ..row }
}

/// Two texts in a row as one.
fn concatenated(part: Part) -> Part {
    let PartKind::Sequence(left, right) = part.kind else { return part };
    match (left.kind, right.kind) {
        (PartKind::Text(left), PartKind::Text(right)) => {
            Part { kind: PartKind::Text(left + &right), ..part }
        }
        (PartKind::Insensitive(left), PartKind::Insensitive(right)) => {
            Part { kind: PartKind::Insensitive(left + &right), ..part }
        }
        (first, second) => {
            let left = Box::new(Part { kind: first, ..*left });
            let right = Box::new(Part { kind: second, ..*right });
            Part { kind: PartKind::Sequence(left, right), ..part }
        }
    }
}

/// The last two alternatives with what they begin with said once.
fn factored(part: Part, has_no_gaps: bool) -> Part {
    let PartKind::Choice(left, right) = part.kind else { return part };
    let Part { sites, round, .. } = part;
    let kind = match (left.kind, right.kind) {
        (PartKind::Sequence(first, rest), PartKind::Sequence(other, after)) if first == other => {
            let first = first.merged(*other);
            PartKind::Sequence(Box::new(first), Box::new(Part::choice(*rest, *after)))
        }
        (PartKind::Sequence(first, rest), other)
            if has_no_gaps && !matches!(other, PartKind::Sequence(..)) && first.kind == other =>
        {
            let first = first.merged(Part { kind: other, ..*right });
            let rest = Part { sites: rest.sites.clone(), ..PartKind::Optional(rest).into() };
            PartKind::Sequence(Box::new(first), Box::new(rest))
        }
        (first, PartKind::Sequence(other, _))
            if !matches!(first, PartKind::Sequence(..)) && first == other.kind =>
        {
            return Part { kind: first, ..*left };
        }
        (first, second) => {
            let left = Box::new(Part { kind: first, ..*left });
            let right = Box::new(Part { kind: second, ..*right });
            PartKind::Choice(left, right)
        }
    };
    Part { kind, sites, round }
}

/// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
fn listed(part: Part) -> Part {
    let PartKind::Sequence(front, last) = part.kind else { return part };
    let Part { sites, round, .. } = part;
    let kind = match front.kind {
        PartKind::Repeat(body) => match body.kind {
            PartKind::Sequence(first, rest) if first == last => {
                let first = first.merged((*last).clone());
                let more = Part { sites: front.sites, ..Part::sequence(*rest, *last) };
                let more =
                    Part { sites: more.sites.clone(), ..PartKind::Repeat(more.into()).into() };
                PartKind::Sequence(Box::new(first), Box::new(more))
            }
            kind => {
                let body = Box::new(Part { kind, ..*body });
                let front = Part { kind: PartKind::Repeat(body), ..*front };
                PartKind::Sequence(Box::new(front), last)
            }
        },
        kind => PartKind::Sequence(Box::new(Part { kind, ..*front }), last),
    };
    Part { kind, sites, round }
}

/// The rules that put something on the stack or take it away, by themselves or by
/// others.
fn changing_rules(rules: &[OptimizedRule]) -> HashSet<String> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut waiting = vec!["DROP", "POP"];
    for rule in rules {
        let mut parts = vec![&rule.body];
        while let Some(part) = parts.pop() {
            match &part.kind {
                PartKind::Name(name) => users.entry(name).or_default().push(&rule.name),
                PartKind::Push(body) => {
                    waiting.push(&rule.name);
                    parts.push(body);
                }
                PartKind::Sequence(left, right) | PartKind::Choice(left, right) => {
                    parts.extend([&**right, left]);
                }
                PartKind::Lookahead { body, .. }
                | PartKind::Repeat(body)
                | PartKind::Optional(body) => parts.push(body),
                _ => {}
            }
        }
    }
    let mut changing = HashSet::new();
    while let Some(name) = waiting.pop() {
        if changing.insert(name.to_owned()) {
            waiting.extend(users.get(name).into_iter().flatten());
        }
    }
    changing
}

/// The part with the stack put back where it may fail and the parser goes on; and
/// whether it changes the stack without that.
fn restored(part: Part, changing: &HashSet<String>) -> (Part, bool) {
    let inner = |part: Box<Part>| {
        let (part, is_changing) = restored(*part, changing);
        (Box::new(part), is_changing)
    };
    let whole = |part: Box<Part>| match inner(part) {
        (part, true) => Box::new(PartKind::RestoreOnFailure(part).into()),
        (part, false) => part,
    };
    let Part { kind, sites, round } = part;
    let (kind, is_changing) = match kind {
        PartKind::Optional(body) => (PartKind::Optional(whole(body)), false),
        PartKind::Repeat(body) => (PartKind::Repeat(whole(body)), false),
        PartKind::Choice(left, right) => (PartKind::Choice(whole(left), whole(right)), false),
        PartKind::Sequence(left, right) => {
            let ((left, first), (right, second)) = (inner(left), inner(right));
            (PartKind::Sequence(left, right), first || second)
        }
        PartKind::Lookahead { positive, body } => {
            let (body, is_changing) = inner(body);
            (PartKind::Lookahead { positive, body }, is_changing)
        }
        PartKind::Push(body) => (PartKind::Push(inner(body).0), true),
        PartKind::Name(name) => {
            let is_changing = changing.contains(&name);
            (PartKind::Name(name), is_changing)
        }
        other => (other, false),
    };
    (Part { kind, sites, round }, is_changing)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use pest_meta::optimizer::{self, OptimizedExpr};
    use pest_meta::parser;

    use super::*;
    use crate::tracer::ast;
    use crate::tracer::syntax::Syntax;

    /// All grammars of this crate, and of its tests.
    fn grammars(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|it| it.is_dir());
        let files = files.into_iter().filter(|it| it.extension().is_some_and(|it| it == "pest"));
        folders.iter().flat_map(|it| grammars(it)).chain(files).collect()
    }

    /// Whether pest accepts the text; if so, it makes the same of it.
    fn is_same(source: &str) -> bool {
        let Ok(pairs) = parser::parse(parser::Rule::grammar_rules, source) else { return false };
        let Ok(rules) = parser::consume_rules(pairs.clone()) else { return false };
        let syntax = Syntax::new(&pairs);
        let read = ast::rules(&syntax).expect("pest accepts it");
        let expected = optimizer::optimize(rules.clone());
        for (rules, syntax) in [(&rules, None), (&rules, Some(&syntax)), (&read, Some(&syntax))] {
            let made = optimize(rules.clone(), syntax).into_iter().map(|rule| {
                let OptimizedRule { name, kind: ty, body } = rule;
                optimizer::OptimizedRule { name, ty, expr: converted(body) }
            });
            assert_eq!(made.collect::<Vec<_>>(), expected, "{source}");
        }
        true
    }

    /// The part as pest has it.
    fn converted(part: Part) -> OptimizedExpr {
        let boxed = |part: Box<Part>| Box::new(converted(*part));
        match part.kind {
            PartKind::Text(text) => OptimizedExpr::Str(text),
            PartKind::Insensitive(text) => OptimizedExpr::Insens(text),
            PartKind::Range(first, last) => OptimizedExpr::Range(first, last),
            PartKind::Name(name) => OptimizedExpr::Ident(name),
            PartKind::PeekSlice(start, end) => OptimizedExpr::PeekSlice(start, end),
            PartKind::Until(ends) => OptimizedExpr::Skip(ends),
            PartKind::Lookahead { positive: true, body } => OptimizedExpr::PosPred(boxed(body)),
            PartKind::Lookahead { positive: false, body } => OptimizedExpr::NegPred(boxed(body)),
            PartKind::Sequence(left, right) => OptimizedExpr::Seq(boxed(left), boxed(right)),
            PartKind::Choice(left, right) => OptimizedExpr::Choice(boxed(left), boxed(right)),
            PartKind::Optional(body) => OptimizedExpr::Opt(boxed(body)),
            PartKind::Repeat(body) => OptimizedExpr::Rep(boxed(body)),
            PartKind::Push(body) => OptimizedExpr::Push(boxed(body)),
            PartKind::RestoreOnFailure(body) => OptimizedExpr::RestoreOnErr(boxed(body)),
            PartKind::Times { .. } => unreachable!("repetitions are written out"),
        }
    }

    #[test]
    fn rules_become_what_pest_makes_of_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = [root.join("grammar"), root.join("tests/grammars")];
        let files: Vec<_> = files.iter().flat_map(|it| grammars(it)).collect();
        let same = files.iter().filter(|it| is_same(&fs::read_to_string(it).unwrap())).count();
        assert!(same > 20, "{same} of {}", files.len());
    }

    #[test]
    fn rules_at_random_become_what_pest_makes_of_them() {
        let mut rng = fastrand::Rng::with_seed(24);
        let mut same = 0;
        for _ in 0..3_000 {
            let rules = ["a", "b", "c", "d"].map(|name| {
                let modifier = rng.choice(["", "_", "@", "$", "!"]).unwrap();
                format!("{name} = {modifier}{{ {} }}\n", body(&mut rng, 3))
            });
            same += usize::from(is_same(&rules.concat()));
        }
        assert!(same > 300, "{same}");
    }

    /// The body of a rule, nested so deep at most.
    fn body(rng: &mut fastrand::Rng, depth: usize) -> String {
        let leaves = [
            "\"x\"",
            "^\"y\"",
            "'a'..'c'",
            "a",
            "b",
            "c",
            "d",
            "POP",
            "PEEK[1..-1]",
            "DROP",
            "ANY",
            "\"z\" ~ \"w\"",
            "(!\"x\" ~ ANY)*",
            "(!(d | \"x\") ~ ANY)*",
            "(b ~ c)* ~ b",
            "(c ~ \"x\" | c)",
        ];
        if depth == 0 {
            return rng.choice(leaves).unwrap().to_owned();
        }
        let (one, other) = (body(rng, depth - 1), body(rng, depth - 1));
        match rng.u8(..12) {
            0..3 => format!("({one} ~ {other})"),
            3 => format!("{one} ~ {other} ~ {one}"),
            4..6 => format!("({one} | {other} | {one} ~ \"v\")"),
            6 => format!("({one} ~ {other} | {one})"),
            7 => format!("PUSH({one})"),
            8 => format!("({one}){}", rng.choice(["?", "*", "+"]).unwrap()),
            9 => format!("({one}){}", rng.choice(["{2}", "{1,}", "{,3}", "{1,3}"]).unwrap()),
            10 => format!("!({one}) ~ {other}"),
            _ => format!("&({one}) ~ {other}"),
        }
    }
}
