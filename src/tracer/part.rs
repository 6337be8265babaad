//! The parts of a rule on their way from pest's tree to what is interpreted, each
//! with its sites: where it stands in the grammar's text.

use std::ops::Range;

use pest_meta::ast::Expr;

use super::syntax::{Kind as Written, Node};

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

/// A part of a rule. Two are the same that mean the same, wherever they stand.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// Several where pest has made one of parts that are alike; none where the
    /// text is not known.
    pub(super) sites: Vec<Site>,
    /// The time round that it is, where a repetition is written out; else 0.
    pub(super) round: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum PartKind {
    Text(String),
    Insensitive(String),
    Range(String, String),
    /// A rule, of the grammar or built in.
    Name(String),
    PeekSlice(i32, Option<i32>),
    /// `(!"a" ~ ANY)*`.
    Until(Vec<String>),
    Sequence(Box<Part>, Box<Part>),
    Choice(Box<Part>, Box<Part>),
    Optional(Box<Part>),
    /// Any number of times.
    Repeat(Box<Part>),
    /// So often; it is written out before it is interpreted.
    Times {
        body: Box<Part>,
        least: u32,
        most: Option<u32>,
    },
    Lookahead {
        positive: bool,
        body: Box<Part>,
    },
    Push(Box<Part>),
    /// With the stack put back where it fails.
    RestoreOnFailure(Box<Part>),
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl From<PartKind> for Part {
    /// A part that stands nowhere.
    fn from(kind: PartKind) -> Self {
        Self { kind, sites: Vec::new(), round: 0 }
    }
}

impl Part {
    /// The body of a rule as pest reads it; `node` is the same body as it is
    /// written, if that is known.
    pub(super) fn new(expr: Expr, node: Option<&Node<'_>>) -> Self {
        Self::within(expr, node, None)
    }

    fn within(expr: Expr, node: Option<&Node<'_>>, around: Option<Alternative>) -> Self {
        let body = |expr: Box<Expr>| {
            let node = node.and_then(|node| node.parts().first());
            Box::new(Self::within(*expr, node, around))
        };
        let times =
            |expr: Box<Expr>, least, most| PartKind::Times { body: body(expr), least, most };
        let kind = match expr {
            Expr::Seq(..) | Expr::Choice(..) => return Self::chain(expr, node, around),
            Expr::Str(text) => PartKind::Text(text),
            Expr::Insens(text) => PartKind::Insensitive(text),
            Expr::Range(first, last) => PartKind::Range(first, last),
            Expr::Ident(name) => PartKind::Name(name),
            Expr::PeekSlice(start, end) => PartKind::PeekSlice(start, end),
            Expr::Skip(ends) => PartKind::Until(ends),
            Expr::PosPred(expr) => PartKind::Lookahead { positive: true, body: body(expr) },
            Expr::NegPred(expr) => PartKind::Lookahead { positive: false, body: body(expr) },
            Expr::Opt(expr) => PartKind::Optional(body(expr)),
            Expr::Rep(expr) => PartKind::Repeat(body(expr)),
            Expr::RepOnce(expr) => times(expr, 1, None),
            Expr::RepExact(expr, number) => times(expr, number, Some(number)),
            Expr::RepMin(expr, least) => times(expr, least, None),
            Expr::RepMax(expr, most) => times(expr, 0, Some(most)),
            Expr::RepMinMax(expr, least, most) => times(expr, least, Some(most)),
            Expr::Push(expr) => PartKind::Push(body(expr)),
        };
        Self { kind, sites: sites(node.map(|it| it.span.clone()), around), round: 0 }
    }

    /// A row of parts two by two from the left, as pest reads it.
    fn chain(expr: Expr, node: Option<&Node<'_>>, around: Option<Alternative>) -> Self {
        let is_choice = matches!(expr, Expr::Choice(..));
        let written = node.map_or(&[][..], |node| match (&node.kind, is_choice) {
            (Written::Choice(parts), true) | (Written::Sequence(parts), false) => parts,
            _ => &[],
        });
        let mut last_parts = Vec::new();
        let mut first = expr;
        // As long as there are parts left for what stands before the last one.
        loop {
            let is_row = written.is_empty() || last_parts.len() + 1 < written.len();
            match first {
                Expr::Choice(left, right) if is_choice && is_row => {
                    last_parts.push(*right);
                    first = *left;
                }
                Expr::Seq(left, right) if !is_choice && is_row => {
                    last_parts.push(*right);
                    first = *left;
                }
                _ => break,
            }
        }
        let count = last_parts.len() + 1;
        let parts = std::iter::once(first).chain(last_parts.into_iter().rev()).enumerate();
        let parts = parts.map(|(index, expr)| {
            let own = Alternative { number: index + 1, count };
            Self::within(expr, written.get(index), if is_choice { Some(own) } else { around })
        });
        let joined = parts.enumerate().reduce(|(_, left), (index, right)| {
            let start = written.first().map(|it| it.span.start);
            let span = start.zip(written.get(index)).map(|(start, it)| start..it.span.end);
            let (left, right) = (Box::new(left), Box::new(right));
            let kind = if is_choice {
                PartKind::Choice(left, right)
            } else {
                PartKind::Sequence(left, right)
            };
            (index, Self { kind, sites: sites(span, around), round: 0 })
        });
        joined.expect("there is a first one").1
    }

    pub(super) fn sequence(left: Self, right: Self) -> Self {
        let sites = Self::around(&left, &right);
        Self { kind: PartKind::Sequence(Box::new(left), Box::new(right)), sites, round: 0 }
    }

    pub(super) fn choice(left: Self, right: Self) -> Self {
        let sites = Self::around(&left, &right);
        Self { kind: PartKind::Choice(Box::new(left), Box::new(right)), sites, round: 0 }
    }

    /// From where one begins to where the other one ends.
    fn around(left: &Self, right: &Self) -> Vec<Site> {
        let (Some(first), Some(last)) = (left.sites.first(), right.sites.last()) else {
            return Vec::new();
        };
        let span = first.span.start..last.span.end.max(first.span.end);
        vec![Site { span, alternative: first.alternative }]
    }

    /// The part with those in it changed, and then itself, by `change`.
    pub(super) fn map_bottom_up(self, change: &mut impl FnMut(Self) -> Self) -> Self {
        let changed = self.map_parts(&mut |part| part.map_bottom_up(change));
        change(changed)
    }

    /// The part changed by `change`, and then those in what that makes of it.
    pub(super) fn map_top_down(self, change: &mut impl FnMut(Self) -> Self) -> Self {
        change(self).map_parts(&mut |part| part.map_top_down(change))
    }

    fn map_parts(self, each: &mut dyn FnMut(Self) -> Self) -> Self {
        // In its place, so that no new box is made; what stands in for it is never seen.
        let mut boxed = |mut part: Box<Self>| {
            let old = std::mem::replace(&mut *part, PartKind::Until(Vec::new()).into());
            *part = each(old);
            part
        };
        let kind = match self.kind {
            PartKind::Sequence(left, right) => PartKind::Sequence(boxed(left), boxed(right)),
            PartKind::Choice(left, right) => PartKind::Choice(boxed(left), boxed(right)),
            PartKind::Optional(body) => PartKind::Optional(boxed(body)),
            PartKind::Repeat(body) => PartKind::Repeat(boxed(body)),
            PartKind::Times { body, least, most } => {
                PartKind::Times { body: boxed(body), least, most }
            }
            PartKind::Lookahead { positive, body } => {
                PartKind::Lookahead { positive, body: boxed(body) }
            }
            PartKind::Push(body) => PartKind::Push(boxed(body)),
            PartKind::RestoreOnFailure(body) => PartKind::RestoreOnFailure(boxed(body)),
            leaf => leaf,
        };
        Self { kind, ..self }
    }

    /// One of two that mean the same, with the sites of both. Repetitions are written out by
    /// then, and the stack is not put back yet, so there is nothing else in them.
    pub(super) fn merged(mut self, other: Self) -> Self {
        self.sites.extend(other.sites);
        let both = |one: Box<Self>, other: Box<Self>| Box::new(one.merged(*other));
        self.kind = match (self.kind, other.kind) {
            (PartKind::Sequence(left, right), PartKind::Sequence(first, second)) => {
                PartKind::Sequence(both(left, first), both(right, second))
            }
            (PartKind::Choice(left, right), PartKind::Choice(first, second)) => {
                PartKind::Choice(both(left, first), both(right, second))
            }
            (PartKind::Optional(body), PartKind::Optional(other)) => {
                PartKind::Optional(both(body, other))
            }
            (PartKind::Repeat(body), PartKind::Repeat(other)) => {
                PartKind::Repeat(both(body, other))
            }
            (PartKind::Push(body), PartKind::Push(other)) => PartKind::Push(both(body, other)),
            (PartKind::Lookahead { positive, body }, PartKind::Lookahead { body: other, .. }) => {
                PartKind::Lookahead { positive, body: both(body, other) }
            }
            (kind, _) => kind,
        };
        self
    }
}

fn sites(span: Option<Range<usize>>, alternative: Option<Alternative>) -> Vec<Site> {
    span.map(|span| Site { span, alternative }).into_iter().collect()
}
