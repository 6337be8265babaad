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

/// Where a part of a rule stands in the text of its grammar.
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
    Sequence(Vec<Expr>),
    Choice(Vec<Expr>),
    Optional(Box<Expr>),
    Repeat(Box<Expr>),
    /// `&` and `!`.
    Lookahead {
        positive: bool,
        expr: Box<Expr>,
    },
    Push(Box<Expr>),
    /// Puts the stack back as it was where the expression fails.
    RestoreOnFailure(Box<Expr>),
}

/// Two are the same that mean the same, wherever they stand: `a ~ (b ~ c)` is `a ~ b ~ c`.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (ExprKind::Sequence(one), ExprKind::Sequence(other)) => {
                row(one, false) == row(other, false)
            }
            (ExprKind::Choice(one), ExprKind::Choice(other)) => row(one, true) == row(other, true),
            (one, other) => one == other,
        }
    }
}

impl From<ExprKind> for Expr {
    /// One that stands nowhere.
    fn from(kind: ExprKind) -> Self {
        Self { kind, site: SiteId::NOWHERE, round: 0, sites: Vec::new() }
    }
}

/// The items of a sequence or choice, with those of one that stands last in it.
fn row(mut items: &[Expr], is_choice: bool) -> Vec<&Expr> {
    let mut row = Vec::with_capacity(items.len());
    while let Some((last, before)) = items.split_last() {
        row.extend(before);
        items = match &last.kind {
            ExprKind::Sequence(inner) if !is_choice => inner,
            ExprKind::Choice(inner) if is_choice => inner,
            _ => {
                row.push(last);
                break;
            }
        };
    }
    row
}

/// From where the first begins to where the last ends.
fn around(parts: &[Expr]) -> Vec<Site> {
    let ends = parts
        .first()
        .and_then(|it| it.sites.first())
        .zip(parts.last().and_then(|it| it.sites.last()));
    let site = ends.map(|(first, last)| Site {
        span: first.span.start..last.span.end.max(first.span.end),
        alternative: first.alternative,
    });
    site.into_iter().collect()
}

/// Parts in a row; if it is only one, that.
fn joined(mut parts: Vec<Expr>, kind: impl FnOnce(Vec<Expr>) -> ExprKind) -> Expr {
    match parts.len() {
        1 => parts.pop().expect("there is one"),
        _ => Expr { sites: around(&parts), ..kind(parts).into() },
    }
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
    let changing = changing_rules(&all);
    let mut sites = vec![Vec::new()];
    for expr in &mut all {
        expr.restore(&changing);
        expr.number(&mut sites);
    }
    Some((all, sites))
}

/// Makes expressions of what is written: with sequences and choices from the left to the
/// right, searches as such, and repetitions written out.
struct Maker<'r> {
    rules: &'r Rules,
    is_atomic: bool,
}

impl Maker<'_> {
    /// `None` where a name in it is neither of the grammar nor built in.
    fn expr(&self, body: &Body, of: Option<Alternative>) -> Option<Expr> {
        let boxed = |body: &Body| self.expr(body, of).map(Box::new);
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
                let ends =
                    Some(&**repeated).filter(|_| self.is_atomic && (*least, *most) == (0, None));
                if let Some(ends) = ends.and_then(|it| self.search(it)) {
                    ExprKind::Terminal(Terminal::Until(ends))
                } else {
                    let least = body.least_rounds();
                    let sites = sites(&body.span, of);
                    return Some(written_out(self.expr(repeated, of)?, least, *most, sites));
                }
            }
            BodyKind::Lookahead { positive, body } => {
                ExprKind::Lookahead { positive: *positive, expr: boxed(body)? }
            }
            BodyKind::Push(body) => ExprKind::Push(boxed(body)?),
            BodyKind::Unknown(_) => return None,
        };
        Some(Expr { sites: sites(&body.span, of), ..kind.into() })
    }

    /// A sequence or choice, with those that it has in it as one row.
    fn row(
        &self,
        body: &Body,
        of: Option<Alternative>,
        kind: fn(Vec<Expr>) -> ExprKind,
    ) -> Option<Expr> {
        let flat = flat(body, of);
        let parts = flat.iter().map(|(part, of)| self.expr(part, *of));
        let mut expr = joined(parts.collect::<Option<_>>()?, kind);
        if let (Some(site), 2) = (expr.sites.first_mut(), flat.len()) {
            site.alternative = of;
        }
        expr.join_last();
        Some(expr)
    }

    /// What a search looks for: `a` in `(!"a" ~ ANY)*`, of which `body` is what is repeated.
    fn search(&self, body: &Body) -> Option<Vec<String>> {
        let BodyKind::Sequence(_) = body.kind else { return None };
        let [(not, _), (any, _)] = *flat(body, None) else { return None };
        let BodyKind::Lookahead { positive: false, body: end } = &not.kind else { return None };
        let mut ends = Vec::new();
        let parts: Vec<&Body> = flat(end, None).into_iter().map(|(part, _)| part).collect();
        self.texts(&parts, &mut ends).filter(|()| any.name() == Some("ANY")).map(|()| ends)
    }

    /// The texts that alternatives are. Of another rule pest takes apart what stands in
    /// brackets last, and not first.
    fn texts(&self, parts: &[&Body], found: &mut Vec<String>) -> Option<()> {
        for part in parts {
            match &part.kind {
                BodyKind::Terminal(Terminal::Literal(text)) => found.push(text.clone()),
                BodyKind::Rule(name) => self.texts_of(&self.rules.rule(name)?.body, found)?,
                _ => return None,
            }
        }
        Some(())
    }

    fn texts_of(&self, body: &Body, found: &mut Vec<String>) -> Option<()> {
        match body.alternatives() {
            [only] => self.texts(&[only], found),
            [first, last] => {
                self.texts(&[first], found)?;
                self.texts_of(last, found)
            }
            _ => None,
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
                items.iter().for_each(|it| add(it, of, around, found));
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

/// A repetition as a row of what is repeated.
fn written_out(expr: Expr, least: u32, most: Option<u32>, sites: Vec<Site>) -> Expr {
    match (least, most) {
        (0, None) => return Expr { sites, ..ExprKind::Repeat(Box::new(expr)).into() },
        (0, Some(1)) => return Expr { sites, ..ExprKind::Optional(Box::new(expr)).into() },
        _ => {}
    }
    // A repetition counts its own rounds.
    let is_counted = !matches!(expr.kind, ExprKind::Repeat(_));
    let copy = |round| Expr { round: if is_counted { round } else { 0 }, ..expr.clone() };
    let mut all: Vec<Expr> = (1..=least).map(copy).collect();
    let more = |kind: fn(Box<Expr>) -> ExprKind, round| {
        let once = Box::new(Expr { round: 0, ..expr.clone() });
        Expr { round, sites: sites.clone(), ..kind(once).into() }
    };
    match most {
        None => all.push(more(ExprKind::Repeat, least)),
        Some(most) => all.extend((least + 1..=most).map(|round| more(ExprKind::Optional, round))),
    }
    Expr { sites, ..joined(all, ExprKind::Sequence) }
}

impl Expr {
    fn parts(&self) -> &[Self] {
        match &self.kind {
            ExprKind::Sequence(parts) | ExprKind::Choice(parts) => parts,
            ExprKind::Optional(expr)
            | ExprKind::Repeat(expr)
            | ExprKind::Lookahead { expr, .. }
            | ExprKind::Push(expr)
            | ExprKind::RestoreOnFailure(expr) => std::slice::from_ref(expr),
            ExprKind::Rule(_) | ExprKind::Terminal(_) | ExprKind::OneOf(_) => &[],
        }
    }

    fn parts_mut(&mut self) -> &mut [Self] {
        match &mut self.kind {
            ExprKind::Sequence(parts) | ExprKind::Choice(parts) => parts,
            ExprKind::Optional(expr)
            | ExprKind::Repeat(expr)
            | ExprKind::Lookahead { expr, .. }
            | ExprKind::Push(expr)
            | ExprKind::RestoreOnFailure(expr) => std::slice::from_mut(expr),
            ExprKind::Rule(_) | ExprKind::Terminal(_) | ExprKind::OneOf(_) => &mut [],
        }
    }

    /// Shows it and all its parts to `visit`.
    fn each(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        self.parts().iter().for_each(|part| part.each(visit));
    }

    /// Whether it uses the stack, without the rules that it names.
    pub(super) fn has_stack(&self) -> bool {
        let is_use =
            matches!(self.kind, ExprKind::Push(_) | ExprKind::Terminal(Terminal::Stack(_)));
        is_use || self.parts().iter().any(Self::has_stack)
    }

    /// Changes its parts, and then itself.
    fn bottom_up(&mut self, change: &mut impl FnMut(&mut Self)) {
        self.parts_mut().iter_mut().for_each(|part| part.bottom_up(change));
        self.join_last();
        change(self);
    }

    /// Takes a sequence apart that stands last in a sequence, and a choice in a choice.
    fn join_last(&mut self) {
        let is_choice = matches!(self.kind, ExprKind::Choice(_));
        let (ExprKind::Sequence(items) | ExprKind::Choice(items)) = &mut self.kind else { return };
        while let Some(last) = items.pop_if(|last| {
            last.round == 0
                && match last.kind {
                    ExprKind::Sequence(_) => !is_choice,
                    ExprKind::Choice(_) => is_choice,
                    _ => false,
                }
        }) {
            let (ExprKind::Sequence(inner) | ExprKind::Choice(inner)) = last.kind else {
                unreachable!("it is one of the two")
            };
            items.extend(inner);
        }
    }

    /// Texts at the end of a row as one.
    fn concatenate(&mut self) {
        let ExprKind::Sequence(items) = &mut self.kind else { return };
        while let [.., one, other] = &**items {
            let kind = match (&one.kind, &other.kind) {
                (
                    ExprKind::Terminal(Terminal::Literal(one)),
                    ExprKind::Terminal(Terminal::Literal(other)),
                ) => Terminal::Literal([&**one, other].concat()),
                (
                    ExprKind::Terminal(Terminal::Insensitive(one)),
                    ExprKind::Terminal(Terminal::Insensitive(other)),
                ) => Terminal::Insensitive([&**one, other].concat()),
                _ => return,
            };
            let kind = ExprKind::Terminal(kind);
            let before = items.len() - 2;
            if before == 0 {
                self.kind = kind;
                return;
            }
            let sites = around(&items[before..]);
            items.truncate(before);
            items.push(Self { sites, ..kind.into() });
        }
    }

    /// The last two alternatives of every choice with what they begin with said once.
    fn factor(&mut self, has_no_gaps: bool) {
        self.factor_choice(has_no_gaps);
        self.parts_mut().iter_mut().for_each(|part| part.factor(has_no_gaps));
        self.join_last();
    }

    fn factor_choice(&mut self, has_no_gaps: bool) {
        let ExprKind::Choice(items) = &mut self.kind else { return };
        let count = items.len();
        for at in 0..count - 1 {
            let [left, rest @ ..] = &items[at..] else { unreachable!("there are two at least") };
            let way = match (&left.kind, &rest[0].kind, rest.len()) {
                (ExprKind::Sequence(one), ExprKind::Sequence(other), 1) if one[0] == other[0] => {
                    Factoring::Both
                }
                (ExprKind::Sequence(one), other, many)
                    if has_no_gaps
                        && (many > 1 || !matches!(other, ExprKind::Sequence(_)))
                        && is_all(&one[0], rest, true) =>
                {
                    Factoring::Optional
                }
                (one, ExprKind::Sequence(other), 1)
                    if !matches!(one, ExprKind::Sequence(_)) && *left == other[0] =>
                {
                    Factoring::First
                }
                _ => continue,
            };
            let level = around(&items[at..]);
            let right = joined(items.split_off(at + 1), ExprKind::Choice);
            let left = items.pop().expect("it is the one before");
            let mut new = way.of(left, right);
            if !matches!(way, Factoring::First) {
                new.sites = level;
            }
            if at > 0 {
                items.push(new);
                return;
            }
            if !matches!(way, Factoring::First) {
                (new.sites, new.round) = (std::mem::take(&mut self.sites), self.round);
            }
            *self = new;
            return;
        }
    }

    /// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
    fn list(&mut self) {
        let ExprKind::Sequence(items) = &mut self.kind else { return };
        for at in (0..items.len() - 1).rev() {
            let is_listed = match &items[at].kind {
                ExprKind::Repeat(body) => match &body.kind {
                    ExprKind::Sequence(inner) => is_all(&inner[0], &items[at + 1..], false),
                    _ => false,
                },
                _ => false,
            };
            if !is_listed {
                continue;
            }
            let last = joined(items.split_off(at + 1), ExprKind::Sequence);
            let Self { kind: ExprKind::Repeat(body), sites, .. } =
                items.pop().expect("it is the one before")
            else {
                unreachable!("it is repeated")
            };
            let ExprKind::Sequence(mut inner) = body.kind else { unreachable!("it is a row") };
            let mut first = inner.remove(0);
            first.merge(last.clone());
            let rest = joined(inner, ExprKind::Sequence);
            let mut more =
                Self { sites: sites.clone(), ..ExprKind::Sequence(vec![rest, last]).into() };
            more.join_last();
            items.push(first);
            items.push(Self { sites, ..ExprKind::Repeat(Box::new(more)).into() });
        }
    }

    /// Becomes one of two that mean the same, with the sites of both.
    fn merge(&mut self, other: Self) {
        self.sites.extend(other.sites.iter().cloned());
        let mut other = other;
        for (part, same) in self.parts_mut().iter_mut().zip(other.parts_mut()) {
            let nothing = ExprKind::OneOf(Vec::new()).into();
            part.merge(std::mem::replace(same, nothing));
        }
    }

    /// Puts the stack back where it may fail and the parser goes on; says whether it
    /// changes the stack without that.
    fn restore(&mut self, changing: &[bool]) -> bool {
        let whole = |part: &mut Self| {
            if part.restore(changing) {
                let nothing = ExprKind::OneOf(Vec::new()).into();
                let changed = Box::new(std::mem::replace(part, nothing));
                *part = ExprKind::RestoreOnFailure(changed).into();
            }
        };
        match &mut self.kind {
            ExprKind::Optional(expr) | ExprKind::Repeat(expr) => whole(expr),
            ExprKind::Choice(parts) => parts.iter_mut().for_each(whole),
            ExprKind::Sequence(parts) => {
                return parts.iter_mut().fold(false, |any, part| part.restore(changing) || any);
            }
            ExprKind::Lookahead { expr, .. } => return expr.restore(changing),
            ExprKind::Push(expr) => {
                expr.restore(changing);
                return true;
            }
            ExprKind::Rule(rule) => return changing[rule.index() - 1],
            other => return is_taken(other),
        }
        false
    }

    /// Gives it and its parts the numbers of their sites.
    fn number(&mut self, all: &mut Vec<Vec<Site>>) {
        let sites = std::mem::take(&mut self.sites);
        let has_site = matches!(
            self.kind,
            ExprKind::Rule(_) | ExprKind::Terminal(_) | ExprKind::OneOf(_) | ExprKind::Sequence(_)
        );
        if has_site && !sites.is_empty() {
            self.site = SiteId::of_index(all.len());
            all.push(sites);
        }
        self.parts_mut().iter_mut().for_each(|part| part.number(all));
    }
}

/// How two alternatives become one.
#[derive(Clone, Copy)]
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
        let begin = |expr: Expr| {
            let ExprKind::Sequence(mut items) = expr.kind else { unreachable!("it is a row") };
            (items.remove(0), joined(items, ExprKind::Sequence))
        };
        match self {
            Self::First => left,
            Self::Both => {
                let ((mut first, rest), (other, after)) = (begin(left), begin(right));
                first.merge(other);
                ExprKind::Sequence(vec![first, joined(vec![rest, after], ExprKind::Choice)]).into()
            }
            Self::Optional => {
                let (mut first, rest) = begin(left);
                first.merge(right);
                let sites = rest.sites.clone();
                let rest = Expr { sites, ..ExprKind::Optional(Box::new(rest)).into() };
                ExprKind::Sequence(vec![first, rest]).into()
            }
        }
    }
}

/// Whether an expression is the same as a row of these.
fn is_all(one: &Expr, parts: &[Expr], is_choice: bool) -> bool {
    match (&one.kind, parts) {
        (_, [only]) => one == only,
        (ExprKind::Sequence(items), _) if !is_choice => row(items, false) == row(parts, false),
        (ExprKind::Choice(items), _) if is_choice => row(items, true) == row(parts, true),
        _ => false,
    }
}

/// Whether it takes something from the stack, as far as pest sees that.
const fn is_taken(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Terminal(Terminal::Stack(StackUse::Pop | StackUse::Drop)))
}

/// By rule, whether it puts something on the stack or takes it away, by itself or by others.
fn changing_rules(rules: &[Expr]) -> Vec<bool> {
    let mut users = vec![Vec::new(); rules.len()];
    let mut waiting = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        rule.each(&mut |part| match &part.kind {
            ExprKind::Rule(named) => users[named.index() - 1].push(index),
            ExprKind::Push(_) => waiting.push(index),
            other if is_taken(other) => waiting.push(index),
            _ => {}
        });
    }
    let mut changing = vec![false; rules.len()];
    while let Some(rule) = waiting.pop() {
        if !std::mem::replace(&mut changing[rule], true) {
            waiting.extend(&users[rule]);
        }
    }
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
        let boxed = |expr: Expr| Box::new(converted(expr, rules));
        let row = |parts: Vec<Expr>, join: fn(Box<_>, Box<_>) -> OptimizedExpr| {
            let parts = parts.into_iter().rev().map(|part| converted(part, rules));
            parts.reduce(|rest, part| join(Box::new(part), Box::new(rest))).expect("it has parts")
        };
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
            ExprKind::Lookahead { positive: true, expr } => OptimizedExpr::PosPred(boxed(*expr)),
            ExprKind::Lookahead { positive: false, expr } => OptimizedExpr::NegPred(boxed(*expr)),
            ExprKind::Sequence(parts) => row(parts, OptimizedExpr::Seq),
            ExprKind::Choice(parts) => row(parts, OptimizedExpr::Choice),
            ExprKind::Optional(expr) => OptimizedExpr::Opt(boxed(*expr)),
            ExprKind::Repeat(expr) => OptimizedExpr::Rep(boxed(*expr)),
            ExprKind::Push(expr) => OptimizedExpr::Push(boxed(*expr)),
            ExprKind::RestoreOnFailure(expr) => OptimizedExpr::RestoreOnErr(boxed(*expr)),
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
