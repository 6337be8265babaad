//! What pest's derive changes in the rules of a grammar before it makes a parser of
//! them.
//!
//! pest's own optimizer does the same, and a test holds the two together; but at
//! every choice and repetition it goes through all that it leads to, which takes
//! the cube of the length of a choice. Here each part is looked at once.

use std::collections::{HashMap, HashSet};

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};

/// The rules as the derived parser follows them.
pub(crate) fn optimize(rules: Vec<Rule>) -> Vec<OptimizedRule> {
    let bodies = rules.iter().map(|it| (it.name.clone(), it.expr.clone()));
    let texts = Texts { bodies: bodies.collect() };
    let rules = rules.into_iter().map(|rule| {
        let Rule { name, ty, expr } = rotated(rule);
        let is_atomic = ty == RuleType::Atomic;
        let has_no_gaps = matches!(ty, RuleType::Atomic | RuleType::CompoundAtomic);
        let expr = expr
            .map_top_down(|expr| if is_atomic { texts.skipped(expr) } else { expr })
            .map_bottom_up(unrolled)
            .map_bottom_up(|expr| if is_atomic { concatenated(expr) } else { expr })
            .map_top_down(|expr| factored(expr, has_no_gaps))
            .map_bottom_up(listed);
        OptimizedRule { name, ty, expr: converted(expr) }
    });
    let rules: Vec<OptimizedRule> = rules.collect();
    let changing = changing_rules(&rules);
    let restored = rules.into_iter().map(|rule| {
        let (expr, _) = restored(rule.expr, &changing);
        OptimizedRule { expr, ..rule }
    });
    restored.collect()
}

/// Sequences and choices from the left to the right.
fn rotated(rule: Rule) -> Rule {
    let expr = rule.expr.map_top_down(|mut expr| {
        loop {
            expr = match expr {
                Expr::Seq(left, right) => match *left {
                    Expr::Seq(first, second) => {
                        Expr::Seq(first, Box::new(Expr::Seq(second, right)))
                    }
                    left => return Expr::Seq(Box::new(left), right),
                },
                Expr::Choice(left, right) => match *left {
                    Expr::Choice(first, second) => {
                        Expr::Choice(first, Box::new(Expr::Choice(second, right)))
                    }
                    left => return Expr::Choice(Box::new(left), right),
                },
                other => return other,
            }
        }
    });
    Rule { expr, ..rule }
}

/// The rules that may be nothing but texts, as they are written.
struct Texts {
    bodies: HashMap<String, Expr>,
}

impl Texts {
    /// `(!"a" ~ ANY)*` as a search for `a`.
    fn skipped(&self, expr: Expr) -> Expr {
        if let Expr::Rep(body) = &expr
            && let Expr::Seq(left, right) = &**body
            && let (Expr::NegPred(end), Expr::Ident(any)) = (&**left, &**right)
            && any == "ANY"
        {
            let mut ends = Vec::new();
            if self.collect(end, &mut ends).is_some() {
                return Expr::Skip(ends);
            }
        }
        expr
    }

    /// The texts that a part is a choice of.
    fn collect(&self, expr: &Expr, found: &mut Vec<String>) -> Option<()> {
        match expr {
            Expr::Choice(left, right) if matches!(**left, Expr::Str(_) | Expr::Ident(_)) => {
                self.collect(left, found)?;
                self.collect(right, found)
            }
            Expr::Str(text) => {
                found.push(text.clone());
                Some(())
            }
            Expr::Ident(name) => self.collect(self.bodies.get(name)?, found),
            _ => None,
        }
    }
}

/// Repetitions as a row of what is repeated.
fn unrolled(expr: Expr) -> Expr {
    let row = |items: Vec<Expr>| {
        let row =
            items.into_iter().rev().reduce(|rest, it| Expr::Seq(Box::new(it), Box::new(rest)));
        row.expect("what is repeated is there at least once")
    };
    let copies = |expr: &Expr, times: u32| (0..times).map(|_| expr.clone()).collect::<Vec<_>>();
    let then = |mut items: Vec<Expr>, more: Vec<Expr>| {
        items.extend(more);
        items
    };
    match expr {
        Expr::RepOnce(expr) => Expr::Seq(expr.clone(), Box::new(Expr::Rep(expr))),
        Expr::RepExact(expr, times) => row(copies(&expr, times)),
        Expr::RepMin(expr, least) => row(then(copies(&expr, least), vec![Expr::Rep(expr)])),
        Expr::RepMax(expr, most) => row(copies(&Expr::Opt(expr), most)),
        Expr::RepMinMax(expr, least, most) => {
            let least = least.min(most);
            row(then(copies(&expr, least), copies(&Expr::Opt(expr), most - least)))
        }
        other => other,
    }
}

/// Two texts in a row as one.
fn concatenated(expr: Expr) -> Expr {
    let Expr::Seq(left, right) = expr else { return expr };
    match (*left, *right) {
        (Expr::Str(left), Expr::Str(right)) => Expr::Str(left + &right),
        (Expr::Insens(left), Expr::Insens(right)) => Expr::Insens(left + &right),
        (left, right) => Expr::Seq(Box::new(left), Box::new(right)),
    }
}

/// The last two alternatives with what they begin with said once.
fn factored(expr: Expr, has_no_gaps: bool) -> Expr {
    let Expr::Choice(left, right) = expr else { return expr };
    match (*left, *right) {
        (Expr::Seq(first, rest), Expr::Seq(other, after)) if first == other => {
            Expr::Seq(first, Box::new(Expr::Choice(rest, after)))
        }
        (Expr::Seq(first, rest), other)
            if has_no_gaps && !matches!(other, Expr::Seq(..)) && *first == other =>
        {
            Expr::Seq(first, Box::new(Expr::Opt(rest)))
        }
        (first, Expr::Seq(other, _)) if !matches!(first, Expr::Seq(..)) && first == *other => first,
        (left, right) => Expr::Choice(Box::new(left), Box::new(right)),
    }
}

/// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
fn listed(expr: Expr) -> Expr {
    let Expr::Seq(front, last) = expr else { return expr };
    match *front {
        Expr::Rep(body) => match *body {
            Expr::Seq(first, rest) if first == last => {
                Expr::Seq(first, Box::new(Expr::Rep(Box::new(Expr::Seq(rest, last)))))
            }
            body => Expr::Seq(Box::new(Expr::Rep(Box::new(body))), last),
        },
        front => Expr::Seq(Box::new(front), last),
    }
}

fn converted(expr: Expr) -> OptimizedExpr {
    let boxed = |expr: Box<Expr>| Box::new(converted(*expr));
    match expr {
        Expr::Str(text) => OptimizedExpr::Str(text),
        Expr::Insens(text) => OptimizedExpr::Insens(text),
        Expr::Range(first, last) => OptimizedExpr::Range(first, last),
        Expr::Ident(name) => OptimizedExpr::Ident(name),
        Expr::PeekSlice(start, end) => OptimizedExpr::PeekSlice(start, end),
        Expr::PosPred(expr) => OptimizedExpr::PosPred(boxed(expr)),
        Expr::NegPred(expr) => OptimizedExpr::NegPred(boxed(expr)),
        Expr::Seq(left, right) => OptimizedExpr::Seq(boxed(left), boxed(right)),
        Expr::Choice(left, right) => OptimizedExpr::Choice(boxed(left), boxed(right)),
        Expr::Opt(expr) => OptimizedExpr::Opt(boxed(expr)),
        Expr::Rep(expr) => OptimizedExpr::Rep(boxed(expr)),
        Expr::Skip(ends) => OptimizedExpr::Skip(ends),
        Expr::Push(expr) => OptimizedExpr::Push(boxed(expr)),
        Expr::RepOnce(_)
        | Expr::RepExact(..)
        | Expr::RepMin(..)
        | Expr::RepMax(..)
        | Expr::RepMinMax(..) => unreachable!("repetitions are unrolled before"),
    }
}

/// The rules that put something on the stack or take it away, by themselves or by
/// others.
fn changing_rules(rules: &[OptimizedRule]) -> HashSet<String> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut waiting = vec!["DROP", "POP"];
    for rule in rules {
        let mut parts = vec![&rule.expr];
        while let Some(part) = parts.pop() {
            match part {
                OptimizedExpr::Ident(name) => users.entry(name).or_default().push(&rule.name),
                OptimizedExpr::Push(body) => {
                    waiting.push(&rule.name);
                    parts.push(body);
                }
                OptimizedExpr::Seq(left, right) | OptimizedExpr::Choice(left, right) => {
                    parts.extend([&**right, left]);
                }
                OptimizedExpr::PosPred(body)
                | OptimizedExpr::NegPred(body)
                | OptimizedExpr::Rep(body)
                | OptimizedExpr::Opt(body) => parts.push(body),
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
fn restored(expr: OptimizedExpr, changing: &HashSet<String>) -> (OptimizedExpr, bool) {
    let inner = |expr: Box<OptimizedExpr>| {
        let (expr, is_changing) = restored(*expr, changing);
        (Box::new(expr), is_changing)
    };
    let whole = |expr: Box<OptimizedExpr>| match inner(expr) {
        (expr, true) => Box::new(OptimizedExpr::RestoreOnErr(expr)),
        (expr, false) => expr,
    };
    match expr {
        OptimizedExpr::Opt(expr) => (OptimizedExpr::Opt(whole(expr)), false),
        OptimizedExpr::Rep(expr) => (OptimizedExpr::Rep(whole(expr)), false),
        OptimizedExpr::Choice(left, right) => {
            (OptimizedExpr::Choice(whole(left), whole(right)), false)
        }
        OptimizedExpr::Seq(left, right) => {
            let ((left, first), (right, second)) = (inner(left), inner(right));
            (OptimizedExpr::Seq(left, right), first || second)
        }
        OptimizedExpr::PosPred(expr) => {
            let (expr, is_changing) = inner(expr);
            (OptimizedExpr::PosPred(expr), is_changing)
        }
        OptimizedExpr::NegPred(expr) => {
            let (expr, is_changing) = inner(expr);
            (OptimizedExpr::NegPred(expr), is_changing)
        }
        OptimizedExpr::Push(expr) => (OptimizedExpr::Push(inner(expr).0), true),
        OptimizedExpr::Ident(name) => {
            let is_changing = changing.contains(&name);
            (OptimizedExpr::Ident(name), is_changing)
        }
        other => (other, false),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use pest_meta::{optimizer, parser};

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
        let read = ast::rules(&Syntax::new(&pairs)).expect("pest accepts it");
        assert_eq!(optimize(rules.clone()), optimizer::optimize(rules.clone()), "{source}");
        assert_eq!(optimize(read), optimizer::optimize(rules), "{source}");
        true
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
