//! The expressions of the rules, in the form that the interpreter runs.

use std::ops::Range;

use super::body::{Body, BodyKind};
use super::rules::Rules;
use super::terminal::{StackUse, Terminal, built_in};
use super::{RuleId, SiteId};

/// The place of a part of a rule in the text of its grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The bytes of the part.
    pub span: Range<usize>,
    /// The alternative that the part belongs to, in the innermost choice around it.
    pub alternative: Option<Alternative>,
}

/// One of the alternatives of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternative {
    /// The position of the alternative, from 1.
    pub number: usize,
    /// The number of alternatives in the choice.
    pub count: usize,
}

/// The number of nested levels of an expression that the interpreter runs between two checks of the
/// stack.
const LEVELS: usize = 8;

/// The expression on the right side of a rule, or a part of it.
#[derive(Debug, Clone)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    /// The parts: none for a rule or a terminal, otherwise at least one.
    pub(super) parts: Vec<Expr>,
    /// The id of the part's sites, once assigned.
    pub(super) site: SiteId,
    /// Whether to check the stack before interpreting this part, because it is [`LEVELS`] levels
    /// below the last checked part or the top of its rule.
    pub(super) is_deep: bool,
    /// The number of the round, if the part comes from an expanded repetition, otherwise 0. For
    /// example, `a+` is expanded to `a ~ a*`. The first `a` is round 1. The `a*` counts its own
    /// rounds, so the number stored for it is the number of rounds that come before it, which is
    /// also 1.
    pub(super) round: u32,
    /// The places of the part in the text of the grammar. There are several if pest merged equal
    /// parts, and none if the place is unknown.
    pub(super) sites: Vec<Site>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ExprKind {
    Rule(RuleId),
    Terminal(Terminal),
    /// A built-in rule, as a choice of terminals.
    OneOf(Vec<Terminal>),
    Sequence,
    Choice,
    Optional,
    Repeat,
    /// `&`, or `!` with the terminal to report when the `!` fails.
    Lookahead {
        refusal: Option<Terminal>,
    },
    Push,
    /// Restores the stack if the expression fails.
    RestoreOnFailure,
}

/// Equality compares the meaning and ignores the places: `a ~ (b ~ c)` equals `a ~ b ~ c`.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && row(&self.parts, &self.kind) == row(&other.parts, &self.kind)
    }
}

/// The items of a sequence or choice. If the last item is of the same kind, its own items replace
/// it, at any depth.
pub(super) fn row<'e>(mut items: &'e [Expr], kind: &ExprKind) -> Vec<&'e Expr> {
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

/// The site from the start of the first part to the end of the last.
pub(super) fn around(parts: &[Expr]) -> Vec<Site> {
    let first = parts.first().and_then(|it| it.sites.first());
    let site = first.zip(parts.last().and_then(|it| it.sites.last())).map(|(first, last)| Site {
        span: first.span.start..last.span.end.max(first.span.end),
        alternative: first.alternative,
    });
    site.into_iter().collect()
}

/// Turns bodies into expressions: nested sequences and choices are flattened, `(!"a" ~ ANY)*`
/// becomes a search for `a`, and counted repetitions are expanded.
pub(super) struct Maker<'r> {
    pub(super) rules: &'r Rules,
    pub(super) is_atomic: bool,
}

impl Maker<'_> {
    /// Converts a body; `None` if it names a rule that is neither defined nor built in.
    pub(super) fn expr(&self, body: &Body, of: Option<Alternative>) -> Option<Expr> {
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
            BodyKind::Lookahead { positive, .. } => {
                let refusal = (!positive).then(|| Terminal::Not(body.flattened().kind.to_string()));
                ExprKind::Lookahead { refusal }
            }
            BodyKind::Push(_) => ExprKind::Push,
            BodyKind::Unknown(_) => return None,
        };
        let is_leaf = matches!(body.kind, BodyKind::Repeat { .. });
        let parts = body.parts().iter().filter(|_| !is_leaf).map(|part| self.expr(part, of));
        Some(Expr { sites: sites(&body.span, of), ..Expr::of(kind, parts.collect::<Option<_>>()?) })
    }

    /// Converts a sequence or choice. The parts of a nested one of the same kind become parts of
    /// the outer one.
    fn row(&self, body: &Body, of: Option<Alternative>, kind: ExprKind) -> Option<Expr> {
        let flat = flat(body, of);
        let parts = flat.iter().map(|(part, of)| self.expr(part, *of));
        let mut expr = Expr::of(kind, parts.collect::<Option<_>>()?);
        expr.sites = sites(&body.span, of);
        expr.join_last();
        Some(expr)
    }

    /// The texts that end a search, such as `a` in `(!"a" ~ ANY)*`. `body` is the repeated part,
    /// here `!"a" ~ ANY`. `None` if it is not a search.
    fn search(&self, body: &Body) -> Option<Vec<String>> {
        let BodyKind::Sequence(_) = body.kind else { return None };
        let [(not, _), (any, _)] = *flat(body, None) else { return None };
        let BodyKind::Lookahead { positive: false, body: end } = &not.kind else { return None };
        let mut ends = Vec::new();
        let is_found = flat(end, None).iter().all(|(part, _)| self.add_texts(part, &mut ends));
        (is_found && any.name() == Some("ANY")).then_some(ends)
    }

    /// Adds the texts that `part` can match. Returns `false` if `part` can match anything else, or
    /// if pest does not find its texts: in a named rule, pest finds those of `"a" | ("b" | "c")`,
    /// but not those of `("a" | "b") | "c"`.
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

/// The parts of a sequence or choice, each with the alternative that it belongs to. The parts of a
/// nested sequence or choice of the same kind replace it.
fn flat(body: &Body, of: Option<Alternative>) -> Vec<(&Body, Option<Alternative>)> {
    let is_choice = matches!(body.kind, BodyKind::Choice(_));
    let (mut found, mut waiting) = (Vec::new(), vec![(body, of)]);
    while let Some((part, of)) = waiting.pop() {
        match &part.kind {
            BodyKind::Sequence(items) if !is_choice => {
                waiting.extend(items.iter().rev().map(|it| (it, of)));
            }
            BodyKind::Choice(items) if is_choice => {
                let of = |index| Some(Alternative { number: index + 1, count: items.len() });
                waiting.extend(items.iter().enumerate().rev().map(|(index, it)| (it, of(index))));
            }
            _ => found.push((part, of)),
        }
    }
    found
}

fn sites(span: &Range<usize>, alternative: Option<Alternative>) -> Vec<Site> {
    (!span.is_empty()).then(|| Site { span: span.clone(), alternative }).into_iter().collect()
}

/// Expands a repetition into its rounds.
fn written_out(expr: Expr, least: u32, most: Option<u32>, sites: Vec<Site>) -> Expr {
    if (least, most) == (0, Some(1)) {
        return Expr { sites, ..Expr::of(ExprKind::Optional, vec![expr]) };
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
    /// Makes an expression without a place.
    pub(super) const fn of(kind: ExprKind, parts: Vec<Self>) -> Self {
        Self { kind, parts, site: SiteId::NOWHERE, is_deep: false, round: 0, sites: Vec::new() }
    }

    /// Joins the parts into one of this kind. Returns a single part unchanged.
    pub(super) fn joined(mut parts: Vec<Self>, kind: ExprKind) -> Self {
        match parts.len() {
            1 => parts.pop().expect("there is one"),
            _ => Self { sites: around(&parts), ..Self::of(kind, parts) },
        }
    }

    /// Moves the expression out and leaves an empty sequence in its place.
    pub(super) fn take(&mut self) -> Self {
        std::mem::replace(self, Self::of(ExprKind::Sequence, Vec::new()))
    }

    /// The expression and all its parts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(&next.parts);
            Some(next)
        })
    }

    /// Whether the expression, without its parts, changes the stack as far as pest can tell: by
    /// itself, or by a call of one of the `changing` rules.
    pub(super) fn changes_stack(&self, changing: &[bool]) -> bool {
        match &self.kind {
            ExprKind::Rule(rule) => changing[rule.index() - 1],
            ExprKind::Push
            | ExprKind::Terminal(Terminal::Stack(StackUse::Pop | StackUse::Drop)) => true,
            _ => false,
        }
    }

    /// Splices in the last item if it is a sequence in a sequence, or a choice in a choice.
    pub(super) fn join_last(&mut self) {
        let kind = &self.kind;
        let is_row = matches!(kind, ExprKind::Sequence | ExprKind::Choice);
        while let Some(last) =
            self.parts.pop_if(|last| is_row && last.round == 0 && last.kind == *kind)
        {
            self.parts.extend(last.parts);
        }
    }

    /// Numbers the sites of the expression and its parts; `depth` is its depth in the rule's body.
    pub(super) fn number(&mut self, depth: usize, all: &mut Vec<Vec<Site>>) {
        let sites = std::mem::take(&mut self.sites);
        let has_site = self.parts.is_empty()
            || matches!(self.kind, ExprKind::Sequence | ExprKind::Lookahead { .. });
        if has_site && !sites.is_empty() {
            self.site = SiteId::of_index(all.len());
            all.push(sites);
        }
        self.is_deep = depth % LEVELS == LEVELS - 1;
        self.parts.iter_mut().for_each(|part| part.number(depth + 1, all));
    }
}
