//! The expression that defines a rule, in the form in which it is interpreted: as pest's
//! derive changes it before it makes a parser of it.
//!
//! pest's own optimizer does the same, and a test holds the two together; but at
//! every choice and repetition it goes through all that it leads to, which takes
//! the cube of the length of a choice. Here each part is looked at once.

use std::ops::Range;

use super::body::{Body, BodyKind, RuleModifier};
use super::rules::Rules;
use super::terminal::{StackUse, Terminal, built_in};
use super::{RuleId, SiteId};

/// The place of a part of a rule in the text of its grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its bytes.
    pub span: Range<usize>,
    /// The alternative that it belongs to, in the innermost choice around it.
    pub alternative: Option<Alternative>,
}

/// One of the alternatives of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternative {
    /// Its number, from 1.
    pub number: usize,
    /// The number of them.
    pub count: usize,
}

/// The expression on the right side of a rule, or a part of it.
#[derive(Debug, Clone)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    /// What it is made of: of a rule and of terminals nothing, else one part or more.
    pub(super) parts: Vec<Expr>,
    /// The number of its sites, once they are numbered.
    pub(super) site: SiteId,
    /// The time round that it is, where a repetition is written out: `a+` is `a` in round 1,
    /// and then a repetition with one round before it. Else 0.
    pub(super) round: u32,
    /// Several where pest has made one of parts that are alike; none where the text is not
    /// known.
    sites: Vec<Site>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ExprKind {
    Rule(RuleId),
    Terminal(Terminal),
    /// A built-in rule that is a choice of terminals.
    OneOf(Vec<Terminal>),
    Sequence,
    Choice,
    Optional,
    Repeat,
    /// `&` and `!`.
    Lookahead {
        positive: bool,
    },
    Push,
    /// Puts the stack back as it was where the expression fails.
    RestoreOnFailure,
}

/// Two are the same that mean the same, wherever they stand: `a ~ (b ~ c)` is `a ~ b ~ c`.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && row(&self.parts, &self.kind) == row(&other.parts, &self.kind)
    }
}

/// The items of a sequence or choice, with those of one that is last in it.
fn row<'e>(mut items: &'e [Expr], kind: &ExprKind) -> Vec<&'e Expr> {
    let mut row: Vec<&Expr> = items.iter().collect();
    while matches!(kind, ExprKind::Sequence | ExprKind::Choice)
        && let Some(last) = items.last().filter(|last| last.kind == *kind)
    {
        items = &last.parts;
        row.pop();
        row.extend(items);
    }
    row
}

/// From where the first begins to where the last ends.
fn around(parts: &[Expr]) -> Vec<Site> {
    let first = parts.first().and_then(|it| it.sites.first());
    let ends = first.zip(parts.last().and_then(|it| it.sites.last()));
    let site = ends.map(|(first, last)| Site {
        span: first.span.start..last.span.end.max(first.span.end),
        alternative: first.alternative,
    });
    site.into_iter().collect()
}

/// The rules as the derived parser follows them, and their sites by number; `None` where a
/// rule names one that is neither defined nor built in.
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
        expr.number(&mut sites);
    }
    Some((all, sites))
}

/// Makes expressions of bodies: with sequences and choices from the left to the
/// right, searches as such, and repetitions written out.
struct Maker<'r> {
    rules: &'r Rules,
    is_atomic: bool,
}

impl Maker<'_> {
    /// `None` where a name in it is neither of the grammar nor built in.
    fn expr(&self, body: &Body, of: Option<Alternative>) -> Option<Expr> {
        let kind = match &body.kind {
            BodyKind::Rule(name) => match self.rules.index(name) {
                Some(rule) => ExprKind::Rule(RuleId::of_index(rule + 1)),
                None => match &mut *built_in(name)? {
                    [only] => ExprKind::Terminal(only.clone()),
                    several => ExprKind::OneOf(several.to_vec()),
                },
            },
            BodyKind::Terminal(terminal) => ExprKind::Terminal(terminal.clone()),
            BodyKind::Sequence(_) => return self.row(body, of, ExprKind::Sequence),
            BodyKind::Choice(_) => return self.row(body, of, ExprKind::Choice),
            BodyKind::Repeat { body: repeated, least, most, .. } => {
                let is_search = self.is_atomic && (*least, *most) == (0, None);
                let sites = sites(&body.span, of);
                match is_search.then(|| self.search(repeated)).flatten() {
                    None => {
                        let once = self.expr(repeated, of)?;
                        return Some(written_out(once, body.least_rounds(), *most, sites));
                    }
                    Some(ends) => ExprKind::Terminal(Terminal::Until(ends)),
                }
            }
            BodyKind::Lookahead { positive, .. } => ExprKind::Lookahead { positive: *positive },
            BodyKind::Push(_) => ExprKind::Push,
            BodyKind::Unknown(_) => return None,
        };
        let is_leaf = matches!(body.kind, BodyKind::Repeat { .. });
        let parts = body.parts().iter().filter(|_| !is_leaf).map(|part| self.expr(part, of));
        Some(Expr { sites: sites(&body.span, of), ..Expr::of(kind, parts.collect::<Option<_>>()?) })
    }

    /// A sequence or choice, with those that it has in it as one row.
    fn row(&self, body: &Body, of: Option<Alternative>, kind: ExprKind) -> Option<Expr> {
        let flat = flat(body, of);
        let parts = flat.iter().map(|(part, of)| self.expr(part, *of));
        let mut expr = Expr::joined(parts.collect::<Option<_>>()?, kind);
        if let (Some(site), 2) = (expr.sites.first_mut(), flat.len()) {
            site.alternative = of;
        }
        expr.join_last();
        Some(expr)
    }

    /// The texts that end a search: `a` in `(!"a" ~ ANY)*`; `body` is the repeated part.
    fn search(&self, body: &Body) -> Option<Vec<String>> {
        let BodyKind::Sequence(_) = body.kind else { return None };
        let [(not, _), (any, _)] = *flat(body, None) else { return None };
        let BodyKind::Lookahead { positive: false, body: end } = &not.kind else { return None };
        let mut ends = Vec::new();
        let is_found = flat(end, None).iter().all(|(part, _)| self.add_texts(part, &mut ends));
        (is_found && any.name() == Some("ANY")).then_some(ends)
    }

    /// Adds the texts that a part may be, if it is nothing but texts. Of another rule pest
    /// takes apart a group that is last, and not one that is first.
    fn add_texts(&self, part: &Body, found: &mut Vec<String>) -> bool {
        if let Some(text) = part.literal() {
            found.push(text.to_owned());
            return true;
        }
        let named = part.name().and_then(|name| self.rules.rule(name));
        named.is_some_and(|rule| self.add_alternatives(&rule.body, found))
    }

    fn add_alternatives(&self, body: &Body, found: &mut Vec<String>) -> bool {
        match body.alternatives() {
            [only] => self.add_texts(only, found),
            [first, last] => self.add_texts(first, found) && self.add_alternatives(last, found),
            _ => false,
        }
    }
}

/// What a sequence or choice consists of, with what those in it consist of, and the
/// alternative that each belongs to.
fn flat(body: &Body, of: Option<Alternative>) -> Vec<(&Body, Option<Alternative>)> {
    fn add<'b>(
        part: &'b Body,
        of: Option<Alternative>,
        around: &Body,
        found: &mut Vec<(&'b Body, Option<Alternative>)>,
    ) {
        match (&part.kind, &around.kind) {
            (BodyKind::Sequence(items), BodyKind::Sequence(_)) => {
                for it in items {
                    add(it, of, around, found);
                }
            }
            (BodyKind::Choice(items), BodyKind::Choice(_)) => {
                let count = items.len();
                for (it, number) in items.iter().zip(1..) {
                    add(it, Some(Alternative { number, count }), around, found);
                }
            }
            _ => found.push((part, of)),
        }
    }
    let mut found = Vec::new();
    add(body, of, body, &mut found);
    found
}

fn sites(span: &Range<usize>, alternative: Option<Alternative>) -> Vec<Site> {
    let site = (!span.is_empty()).then(|| Site { span: span.clone(), alternative });
    site.into_iter().collect()
}

/// A repetition as a row of its rounds.
fn written_out(expr: Expr, least: u32, most: Option<u32>, sites: Vec<Site>) -> Expr {
    match (least, most) {
        (0, None) => return Expr { sites, ..Expr::of(ExprKind::Repeat, vec![expr]) },
        (0, Some(1)) => return Expr { sites, ..Expr::of(ExprKind::Optional, vec![expr]) },
        _ => {}
    }
    // A repetition counts its own rounds.
    let is_counted = expr.kind != ExprKind::Repeat;
    let copy = |round| Expr { round: if is_counted { round } else { 0 }, ..expr.clone() };
    let more = |kind, round| {
        let once = Expr { round: 0, ..expr.clone() };
        Expr { round, sites: sites.clone(), ..Expr::of(kind, vec![once]) }
    };
    let mut all: Vec<Expr> = (1..=least).map(copy).collect();
    match most {
        None => all.push(more(ExprKind::Repeat, least)),
        Some(most) => all.extend((least + 1..=most).map(|round| more(ExprKind::Optional, round))),
    }
    Expr { sites, ..Expr::joined(all, ExprKind::Sequence) }
}

impl Expr {
    /// One without a place.
    pub(super) const fn of(kind: ExprKind, parts: Vec<Self>) -> Self {
        Self { kind, parts, site: SiteId::NOWHERE, round: 0, sites: Vec::new() }
    }

    /// Parts in a row; if it is only one, that.
    fn joined(mut parts: Vec<Self>, kind: ExprKind) -> Self {
        match parts.len() {
            1 => parts.pop().expect("there is one"),
            _ => Self { sites: around(&parts), ..Self::of(kind, parts) },
        }
    }

    /// Takes it out of its place, and leaves nothing there.
    fn take(&mut self) -> Self {
        std::mem::replace(self, Self::of(ExprKind::Sequence, Vec::new()))
    }

    fn any(&self, holds: &impl Fn(&Self) -> bool) -> bool {
        holds(self) || self.parts.iter().any(|part| part.any(holds))
    }

    /// Whether it uses the stack, without the rules that it names.
    pub(super) fn has_stack(&self) -> bool {
        let is_use =
            |kind: &_| matches!(kind, ExprKind::Push | ExprKind::Terminal(Terminal::Stack(_)));
        self.any(&|part| is_use(&part.kind))
    }

    /// Whether it puts something on the stack or takes it away, by itself and as far as pest
    /// sees that, or is one of the rules that do.
    fn changes_stack(&self, changing: &[bool]) -> bool {
        match &self.kind {
            ExprKind::Rule(rule) => changing[rule.index() - 1],
            ExprKind::Push
            | ExprKind::Terminal(Terminal::Stack(StackUse::Pop | StackUse::Drop)) => true,
            _ => false,
        }
    }

    /// Changes its parts, and then itself.
    fn bottom_up(&mut self, change: &mut impl FnMut(&mut Self)) {
        self.parts.iter_mut().for_each(|part| part.bottom_up(change));
        self.join_last();
        change(self);
    }

    /// Takes a sequence apart that is last in a sequence, and a choice in a choice.
    fn join_last(&mut self) {
        let kind = &self.kind;
        let is_row = matches!(kind, ExprKind::Sequence | ExprKind::Choice);
        while let Some(last) =
            self.parts.pop_if(|last| is_row && last.round == 0 && last.kind == *kind)
        {
            self.parts.extend(last.parts);
        }
    }

    /// Texts at the end of a row as one.
    fn concatenate(&mut self) {
        while let (ExprKind::Sequence, [.., one, other]) = (&self.kind, &*self.parts) {
            let (ExprKind::Terminal(one), ExprKind::Terminal(other)) = (&one.kind, &other.kind)
            else {
                return;
            };
            let text = match (one, other) {
                (Terminal::Literal(one), Terminal::Literal(other)) => {
                    Terminal::Literal([&**one, other].concat())
                }
                (Terminal::Insensitive(one), Terminal::Insensitive(other)) => {
                    Terminal::Insensitive([&**one, other].concat())
                }
                _ => return,
            };
            let last = self.parts.split_off(self.parts.len() - 2);
            if self.parts.is_empty() {
                self.kind = ExprKind::Terminal(text);
            } else {
                let text = Self::of(ExprKind::Terminal(text), Vec::new());
                self.parts.push(Self { sites: around(&last), ..text });
            }
        }
    }

    /// The last two alternatives of every choice with what they begin with said once.
    fn factor(&mut self, has_no_gaps: bool) {
        let is_choice = self.kind == ExprKind::Choice;
        let ways = (0..self.parts.len().saturating_sub(1)).filter(|_| is_choice);
        let found = { ways }.find_map(|at| Some((at, self.factoring(at, has_no_gaps)?)));
        if let Some((at, way)) = found {
            let sites = around(&self.parts[at..]);
            let right = Self::joined(self.parts.split_off(at + 1), ExprKind::Choice);
            let left = self.parts.pop().expect("it is the one before");
            let keeps_left = matches!(way, Factoring::First);
            let mut new = way.of(left, right);
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

    /// How an alternative of a choice and those after it become one, if they do.
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

    /// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
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

    /// Whether it is the same as a row of these.
    fn is_row_of(&self, parts: &[Self], kind: &ExprKind) -> bool {
        match parts {
            [only] => self == only,
            _ => self.kind == *kind && row(&self.parts, kind) == row(parts, kind),
        }
    }

    /// Becomes one of two that mean the same, with the sites of both.
    fn merge(&mut self, mut other: Self) {
        self.sites.append(&mut other.sites);
        self.parts.iter_mut().zip(other.parts).for_each(|(part, same)| part.merge(same));
    }

    /// Puts the stack back where it may fail and the parser goes on; says whether it
    /// changes the stack without that.
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

    /// Gives it and its parts the numbers of their sites.
    fn number(&mut self, all: &mut Vec<Vec<Site>>) {
        let sites = std::mem::take(&mut self.sites);
        let has_site = self.parts.is_empty() || self.kind == ExprKind::Sequence;
        if has_site && !sites.is_empty() {
            self.site = SiteId::of_index(all.len());
            all.push(sites);
        }
        self.parts.iter_mut().for_each(|part| part.number(all));
    }
}

/// How two alternatives become one.
enum Factoring {
    /// `a ~ b | a ~ c`: `a ~ (b | c)`.
    Both,
    /// `a ~ b | a`: `a ~ b?`.
    Optional,
    /// `a | a ~ b`: `a`.
    First,
}

impl Factoring {
    fn of(self, left: Expr, right: Expr) -> Expr {
        let begin = |mut expr: Expr| {
            let first = expr.parts.remove(0);
            (first, Expr::joined(expr.parts, ExprKind::Sequence))
        };
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

/// By rule, whether it puts something on the stack or takes it away, by itself or by others.
fn changing_rules(rules: &Rules, exprs: &[Expr]) -> Vec<bool> {
    let mut changing = vec![false; exprs.len()];
    rules.settle(|rule| {
        let changes = exprs[rule].any(&|part| part.changes_stack(&changing));
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

    use super::*;

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
        let Ok(accepted) = parser::consume_rules(pairs.clone()) else { return false };
        let expected = optimizer::optimize(accepted);
        let rules = Rules::read(source, pairs);
        // It may name rules that are not there.
        let Some((made, _)) = optimized(&rules) else { return false };
        for (expr, expected) in made.into_iter().zip(expected) {
            assert_eq!(converted(expr, &rules), expected.expr, "{source}");
        }
        true
    }

    /// The expression as pest has it.
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
            ExprKind::Lookahead { positive: true } => OptimizedExpr::PosPred(boxed()),
            ExprKind::Lookahead { positive: false } => OptimizedExpr::NegPred(boxed()),
            ExprKind::Sequence => row(OptimizedExpr::Seq),
            ExprKind::Choice => row(OptimizedExpr::Choice),
            ExprKind::Optional => OptimizedExpr::Opt(boxed()),
            ExprKind::Repeat => OptimizedExpr::Rep(boxed()),
            ExprKind::Push => OptimizedExpr::Push(boxed()),
            ExprKind::RestoreOnFailure => OptimizedExpr::RestoreOnErr(boxed()),
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
