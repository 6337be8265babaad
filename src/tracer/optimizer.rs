//! Rewrites the expressions of the rules as pest's derive does before it generates a parser.
//!
//! A test compares the result with pest's own optimizer. At every choice and repetition, pest's
//! optimizer visits everything reachable from there, which takes cubic time in the length of a
//! choice. This module visits each part once.

use super::body::RuleModifier;
use super::expr::{Expr, ExprKind, Maker, Site, around, row};
use super::rules::Rules;
use super::terminal::Terminal;

/// The rules as the derived parser runs them, and their sites by number. `None` if a rule names
/// another rule that is neither defined nor built in.
pub(super) fn optimized(rules: &Rules) -> Option<(Vec<Expr>, Vec<Vec<Site>>)> {
    let all = rules.rules.iter().map(|rule| {
        let is_atomic = rule.modifier == RuleModifier::Atomic;
        let mut expr = Maker { rules, is_atomic }.expr(&rule.body, None)?;
        if is_atomic {
            expr.bottom_up(&mut Expr::concatenate);
        }
        expr.factor(rule.modifier.is_atomic());
        expr.bottom_up(&mut Expr::list);
        Some(expr)
    });
    let mut all: Vec<Expr> = all.collect::<Option<_>>()?;
    let changing = changing_rules(rules, &all);
    let mut sites = vec![Vec::new()];
    for expr in &mut all {
        expr.restore(&changing);
        expr.number(0, &mut sites);
    }
    Some((all, sites))
}

/// Whether pest rewrites any expression of the rules, as it rewrites `(a ~ b)* ~ a` to `a ~ (b ~
/// a)*`. The new form may match different texts or take fewer calls.
pub(crate) fn is_rewritten(rules: &Rules) -> bool {
    is_changed(rules, |expr, modifier| {
        expr.factor(modifier.is_atomic());
        expr.bottom_up(&mut Expr::list);
    })
}

/// Whether pest joins texts in an atomic rule into one, such as `"k" ~ "m"`. A parser that expects
/// the `m` then fails at the `k`.
pub(crate) fn joins_texts(rules: &Rules) -> bool {
    is_changed(rules, |expr, modifier| {
        if modifier == RuleModifier::Atomic {
            expr.bottom_up(&mut Expr::concatenate);
        }
    })
}

fn is_changed(rules: &Rules, change: impl Fn(&mut Expr, RuleModifier)) -> bool {
    rules.rules.iter().any(|rule| {
        let is_atomic = rule.modifier == RuleModifier::Atomic;
        let Some(mut expr) = (Maker { rules, is_atomic }).expr(&rule.body, None) else {
            return false;
        };
        expr.bottom_up(&mut |_| ());
        let as_written = expr.clone();
        change(&mut expr, rule.modifier);
        expr != as_written
    })
}

impl Expr {
    /// Applies `change` to all parts, and then to the expression itself.
    fn bottom_up(&mut self, change: &mut impl FnMut(&mut Self)) {
        self.parts.iter_mut().for_each(|part| part.bottom_up(change));
        self.join_last();
        change(self);
    }

    /// Joins the texts at the end of a sequence into one text.
    fn concatenate(&mut self) {
        let [.., last] = &*self.parts else { return };
        let ExprKind::Terminal(last) = &last.kind else { return };
        let text_of = |part: &Self| match (&part.kind, last) {
            (ExprKind::Terminal(Terminal::Literal(it)), Terminal::Literal(_))
            | (ExprKind::Terminal(Terminal::Insensitive(it)), Terminal::Insensitive(_)) => {
                Some(it.clone())
            }
            _ => None,
        };
        let mut texts: Vec<_> = self.parts.iter().rev().map_while(text_of).collect();
        if self.kind != ExprKind::Sequence || texts.len() < 2 {
            return;
        }
        texts.reverse();
        let (text, is_exact) = (texts.concat(), matches!(last, Terminal::Literal(_)));
        let text = if is_exact { Terminal::Literal(text) } else { Terminal::Insensitive(text) };
        let last = self.parts.split_off(self.parts.len() - texts.len());
        if self.parts.is_empty() {
            self.kind = ExprKind::Terminal(text);
        } else {
            let text = Self::of(ExprKind::Terminal(text), Vec::new());
            self.parts.push(Self { sites: around(&last), ..text });
        }
    }

    /// Factors out the common beginning of the last two alternatives of every choice.
    fn factor(&mut self, has_no_gaps: bool) {
        let is_choice = self.kind == ExprKind::Choice;
        let ways = (0..self.parts.len().saturating_sub(1)).filter(|_| is_choice);
        let found = { ways }.find_map(|at| Some((at, self.factoring(at, has_no_gaps)?)));
        if let Some((at, way)) = found {
            let sites = around(&self.parts[at..]);
            let right = Self::joined(self.parts.split_off(at + 1), ExprKind::Choice);
            let keeps_left = matches!(way, Factoring::First);
            let mut new = way.of(self.parts.pop().expect("it is the one before"), right);
            let (sites, round) = match at {
                0 => (std::mem::take(&mut self.sites), self.round),
                _ => (sites, 0),
            };
            if !keeps_left {
                (new.sites, new.round) = (sites, round);
            }
            if at == 0 {
                *self = new;
            } else {
                self.parts.push(new);
            }
        }
        self.parts.iter_mut().for_each(|part| part.factor(has_no_gaps));
        self.join_last();
    }

    /// The way to join the alternative `at` with those after it, if there is one.
    fn factoring(&self, at: usize, has_no_gaps: bool) -> Option<Factoring> {
        let (left, rest) = (&self.parts[at], &self.parts[at + 1..]);
        let is_row = |it: &Self| it.kind == ExprKind::Sequence;
        let [right] = rest else {
            let is_all = has_no_gaps && is_row(left) && left.parts[0].is_row_of(rest, &self.kind);
            return is_all.then_some(Factoring::Optional);
        };
        match (is_row(left), is_row(right)) {
            (true, true) if left.parts[0] == right.parts[0] => Some(Factoring::Both),
            (true, false) if has_no_gaps && left.parts[0] == *right => Some(Factoring::Optional),
            (false, true) if *left == right.parts[0] => Some(Factoring::First),
            _ => None,
        }
    }

    /// Rewrites `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
    fn list(&mut self) {
        let pairs = if self.kind == ExprKind::Sequence { self.parts.len() - 1 } else { 0 };
        for at in (0..pairs).rev() {
            let rest = &self.parts[at + 1..];
            let is_listed = |repeat: &Self| {
                let inner = repeat.parts.first().filter(|_| repeat.kind == ExprKind::Repeat);
                let inner = inner.filter(|it| it.kind == ExprKind::Sequence);
                inner.is_some_and(|it| it.parts[0].is_row_of(rest, &self.kind))
            };
            if !is_listed(&self.parts[at]) {
                continue;
            }
            let last = Self::joined(self.parts.split_off(at + 1), ExprKind::Sequence);
            let repeat = &mut self.parts[at];
            let mut inner = std::mem::take(&mut repeat.parts[0].parts);
            let mut first = inner.remove(0);
            first.merge(last.clone());
            let rest = Self::joined(inner, ExprKind::Sequence);
            let mut more = Self::of(ExprKind::Sequence, vec![rest, last]);
            more.sites.clone_from(&repeat.sites);
            more.join_last();
            (repeat.parts, repeat.round) = (vec![more], 0);
            self.parts.insert(at, first);
        }
    }

    /// Whether the expression equals a sequence or choice of these parts.
    fn is_row_of(&self, parts: &[Self], kind: &ExprKind) -> bool {
        match parts {
            [only] => self == only,
            _ => self.kind == *kind && row(&self.parts, kind) == row(parts, kind),
        }
    }

    /// Merges with an equal expression and keeps the sites of both.
    fn merge(&mut self, mut other: Self) {
        self.sites.append(&mut other.sites);
        self.parts.iter_mut().zip(other.parts).for_each(|(part, same)| part.merge(same));
    }

    /// Lets each part that changes the stack restore the stack when the part fails, if the parser
    /// goes on after this failure. Returns whether the expression changes the stack apart from
    /// these parts.
    fn restore(&mut self, changing: &[bool]) -> bool {
        let goes_on = matches!(self.kind, ExprKind::Optional | ExprKind::Repeat | ExprKind::Choice);
        let mut is_changing = false;
        for part in &mut self.parts {
            let changes = part.restore(changing);
            if goes_on && changes {
                *part = Self::of(ExprKind::RestoreOnFailure, vec![part.take()]);
            }
            is_changing |= changes && !goes_on;
        }
        is_changing || self.changes_stack(changing)
    }
}

/// The ways to join two alternatives.
enum Factoring {
    /// `a ~ b | a ~ c` becomes `a ~ (b | c)`.
    Both,
    /// `a ~ b | a` becomes `a ~ b?`.
    Optional,
    /// `a | a ~ b` becomes `a`.
    First,
}

impl Factoring {
    fn of(self, left: Expr, right: Expr) -> Expr {
        let begin = |mut it: Expr| (it.parts.remove(0), Expr::joined(it.parts, ExprKind::Sequence));
        let (mut first, rest, other) = match self {
            Self::First => return left,
            Self::Both => {
                let ((first, rest), (other, after)) = (begin(left), begin(right));
                (first, Expr::joined(vec![rest, after], ExprKind::Choice), other)
            }
            Self::Optional => {
                let (first, rest) = begin(left);
                let sites = rest.sites.clone();
                (first, Expr { sites, ..Expr::of(ExprKind::Optional, vec![rest]) }, right)
            }
        };
        first.merge(other);
        Expr::of(ExprKind::Sequence, vec![first, rest])
    }
}

/// For each rule, whether it changes the stack, by itself or through other rules.
fn changing_rules(rules: &Rules, exprs: &[Expr]) -> Vec<bool> {
    let mut changing = vec![false; rules.rules.len()];
    rules.settle(|rule| {
        let changes = exprs[rule].all().any(|part| part.changes_stack(&changing));
        changes && !std::mem::replace(&mut changing[rule], true)
    });
    changing
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use pest_meta::optimizer::{self, OptimizedExpr};
    use pest_meta::parser;

    use super::super::terminal::StackUse;
    use super::*;
    use crate::Random;

    #[test]
    fn the_optimizer_check_knows_the_rules_that_pest_rewrites() {
        let is_changed = |source| is_rewritten(&Rules::parse(source).unwrap());
        assert!(is_changed(r#"a = { ("x" ~ ",")* ~ "x" }"#));
        assert!(is_changed(r#"a = { "x" ~ "y" | "x" ~ "z" }"#));
        assert!(!is_changed(r#"a = { "x" ~ ("," ~ "x")* ~ ("y" | "z")? }"#));
        assert!(!is_changed(r#"a = @{ "x" ~ "y" ~ !"z" }"#));
    }

    #[test]
    fn pest_joins_texts_in_atomic_rules_alone() {
        let joins = |source| joins_texts(&Rules::parse(source).expect("it is a grammar"));
        assert!(joins(r#"a = @{ "k" ~ "m" }"#));
        assert!(joins("a = { b }\nb = @{ !\"x\" ~ ^\"k\" ~ ^\"m\" }"));
        for none in [r#"a = { "k" ~ "m" }"#, r#"a = ${ "k" ~ "m" }"#, r#"a = @{ "k" ~ ^"m" }"#] {
            assert!(!joins(none), "{none}");
        }
    }

    /// All grammars of this crate and of its tests.
    fn grammars(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|it| it.is_dir());
        let files = files.into_iter().filter(|it| it.extension().is_some_and(|it| it == "pest"));
        folders.iter().flat_map(|it| grammars(it)).chain(files).collect()
    }

    /// Whether pest accepts the text; if so, asserts that both optimizers agree.
    fn is_same(source: &str) -> bool {
        let Ok(pairs) = parser::parse(parser::Rule::grammar_rules, source) else { return false };
        let Ok(accepted) = parser::consume_rules(pairs.clone()) else { return false };
        let expected = optimizer::optimize(accepted);
        let rules = Rules::read(source, pairs);
        // The grammar may name undefined rules.
        let Some((made, _)) = optimized(&rules) else { return false };
        for (expr, expected) in made.into_iter().zip(expected) {
            assert_eq!(converted(expr, &rules), expected.expr, "{source}");
        }
        true
    }

    /// The expression in pest's type.
    fn converted(expr: Expr, rules: &Rules) -> OptimizedExpr {
        let parts: Vec<_> = expr.parts.into_iter().map(|part| converted(part, rules)).collect();
        let row = |join: fn(Box<_>, Box<_>) -> OptimizedExpr| {
            let parts = parts.iter().rev().cloned();
            parts.reduce(|rest, part| join(Box::new(part), Box::new(rest))).expect("it has parts")
        };
        let boxed = || Box::new(parts[0].clone());
        match expr.kind {
            ExprKind::Rule(rule) => {
                OptimizedExpr::Ident(rules.rules[rule.index() - 1].name.clone())
            }
            ExprKind::OneOf(_) => OptimizedExpr::Ident("NEWLINE".to_owned()),
            ExprKind::Terminal(terminal) => match terminal {
                Terminal::Literal(text) => OptimizedExpr::Str(text),
                Terminal::Insensitive(text) => OptimizedExpr::Insens(text),
                Terminal::Range(first, last) => OptimizedExpr::Range(first.into(), last.into()),
                Terminal::Stack(StackUse::PeekSlice(start, end)) => {
                    OptimizedExpr::PeekSlice(start, end)
                }
                Terminal::Until(ends) => OptimizedExpr::Skip(ends),
                named => OptimizedExpr::Ident(named.to_string()),
            },
            ExprKind::Lookahead { refusal: None } => OptimizedExpr::PosPred(boxed()),
            ExprKind::Lookahead { refusal: Some(_) } => OptimizedExpr::NegPred(boxed()),
            ExprKind::Sequence => row(OptimizedExpr::Seq),
            ExprKind::Choice => row(OptimizedExpr::Choice),
            ExprKind::Optional => OptimizedExpr::Opt(boxed()),
            ExprKind::Repeat => OptimizedExpr::Rep(boxed()),
            ExprKind::Push => OptimizedExpr::Push(boxed()),
            ExprKind::RestoreOnFailure => OptimizedExpr::RestoreOnErr(boxed()),
        }
    }

    #[test]
    fn the_optimizer_changes_rules_as_pest_does() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = [root.join("grammar"), root.join("tests/grammars")];
        let files: Vec<_> = files.iter().flat_map(|it| grammars(it)).collect();
        let same = files.iter().filter(|it| is_same(&fs::read_to_string(it).unwrap())).count();
        assert!(same > 20, "{same} of {}", files.len());
        // These begin alike but for what the brackets hold.
        assert!(is_same(r#"a = { ("x" ~ ("y" | "z"))* ~ "v" | ("x" ~ "y" ~ "z")* ~ "w" }"#));
        assert!(is_same(r#"a = { ("x" ~ ("y" ~ "z"))* ~ "v" | ("x" ~ "y" ~ "z")* ~ "w" }"#));
    }

    #[test]
    fn the_optimizer_changes_random_rules_as_pest_does() {
        let mut random = Random::seeded(24);
        let mut same = 0;
        for _ in 0..1_000 {
            let rules = ["a", "b", "c", "d"].map(|name| {
                let modifier = random.pick(&["", "_", "@", "$", "!"]).unwrap();
                format!("{name} = {modifier}{{ {} }}\n", body(&mut random, 3))
            });
            same += usize::from(is_same(&rules.concat()));
        }
        assert!(same > 100, "{same}");
    }

    /// A random body of a rule, with at most this nesting depth.
    fn body(random: &mut Random, depth: usize) -> String {
        let leaves = [
            "\"x\"", "^\"y\"", "'a'..'c'", "a", "b", "c", "d", "POP", "PEEK[1..-1]", "DROP", "ANY",
            "\"z\" ~ \"w\"", "(!\"x\" ~ ANY)*", "(!(d | \"x\") ~ ANY)*", "(b ~ c)* ~ b",
            "(c ~ \"x\" | c)",
        ];
        if depth == 0 {
            return (*random.pick(&leaves).unwrap()).to_owned();
        }
        let (one, other) = (body(random, depth - 1), body(random, depth - 1));
        match random.below(12) {
            0..3 => format!("({one} ~ {other})"),
            3 => format!("{one} ~ {other} ~ {one}"),
            4..6 => format!("({one} | {other} | {one} ~ \"v\")"),
            6 => format!("({one} ~ {other} | {one})"),
            7 => format!("PUSH({one})"),
            8 => format!("({one}){}", random.pick(&["?", "*", "+"]).unwrap()),
            9 => format!("({one}){}", random.pick(&["{2}", "{1,}", "{,3}", "{1,3}"]).unwrap()),
            10 => format!("!({one}) ~ {other}"),
            _ => format!("&({one}) ~ {other}"),
        }
    }
}
