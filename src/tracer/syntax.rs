//! The rules of a grammar as they are written, every part with its place.
//!
//! pest hands out its own tree of a grammar only without places, and only once
//! the grammar has no mistakes.

mod literal;
mod reading;
mod writing;

use std::collections::HashMap;
use std::ops::Range;

use super::expr::Terminal;

/// The rules of a text, in its order.
#[derive(Debug, Clone)]
pub(super) struct Syntax<'i> {
    pub(super) rules: Vec<RuleSyntax<'i>>,
    by_name: HashMap<&'i str, usize>,
}

/// A rule as it is written.
#[derive(Debug, Clone)]
pub(super) struct RuleSyntax<'i> {
    pub(super) name: &'i str,
    pub(super) name_span: Range<usize>,
    /// `_`, `@`, `$`, `!` or nothing.
    pub(super) modifier: &'i str,
    pub(super) body: Node<'i>,
    /// From its name to its closing brace.
    pub(super) span: Range<usize>,
}

/// The body of a rule, or a part of it.
#[derive(Debug, Clone)]
pub(super) struct Node<'i> {
    pub(super) kind: Kind<'i>,
    /// Where it is written, with its brackets.
    pub(super) span: Range<usize>,
    /// `#tag`, or nothing.
    tag: &'i str,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind<'i> {
    /// A rule by its name, of the grammar or built in.
    Rule(&'i str),
    /// What is compared with the text, and how it is written.
    Terminal(Terminal, &'i str),
    Sequence(Vec<Node<'i>>),
    Choice(Vec<Node<'i>>),
    Repeat {
        body: Box<Node<'i>>,
        least: u32,
        most: Option<u32>,
        /// How it is written after the body.
        operator: &'i str,
    },
    Lookahead {
        positive: bool,
        body: Box<Node<'i>>,
    },
    Push(Box<Node<'i>>),
    /// What pest has no use for, such as `PUSH_LITERAL`.
    Unknown(&'i str),
}

/// Two parts are the same if they mean the same, wherever they stand.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.tag == other.tag
    }
}

impl<'i> Syntax<'i> {
    pub(super) fn of(rules: Vec<RuleSyntax<'i>>) -> Self {
        let numbered = rules.iter().enumerate();
        // Of two with one name, which is a mistake, the first one counts.
        let by_name = numbered.rev().map(|(index, rule)| (rule.name, index)).collect();
        Self { rules, by_name }
    }

    /// The number of a rule, if it is not built in.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// By rule, the rules that it names.
    pub(super) fn named_rules(&self) -> Vec<Vec<usize>> {
        let named =
            |rule: &RuleSyntax<'i>| rule.body.names().filter_map(|name| self.index(name)).collect();
        self.rules.iter().map(named).collect()
    }

    /// A rule, if it is not built in.
    pub(super) fn rule(&self, name: &str) -> Option<&RuleSyntax<'i>> {
        self.index(name).map(|index| &self.rules[index])
    }
}

impl<'i> Node<'i> {
    /// A part that stands nowhere yet.
    pub(super) const fn new(kind: Kind<'i>) -> Self {
        Self { kind, span: 0..0, tag: "" }
    }

    /// `""`.
    pub(super) const fn empty_text() -> Self {
        Self::new(Kind::Terminal(Terminal::Literal(String::new()), "\"\""))
    }

    /// One after the other; a sequence inside is taken apart.
    pub(super) fn sequence(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts = parts.into_iter().flat_map(|part| match part {
            Self { kind: Kind::Sequence(inner), tag: "", .. } => inner,
            other => vec![other],
        });
        Self::single_or(parts.collect(), Kind::Sequence)
    }

    /// The first that matches; a choice inside is taken apart.
    pub(super) fn choice(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self { kind: Kind::Choice(inner), tag: "", .. } => all.extend(inner),
                other => all.push(other),
            }
        }
        // What is there already is never reached a second time.
        let mut distinct: Vec<Self> = Vec::new();
        for part in all {
            if !distinct.contains(&part) {
                distinct.push(part);
            }
        }
        Self::single_or(distinct, Kind::Choice)
    }

    fn single_or(mut parts: Vec<Self>, kind: impl FnOnce(Vec<Self>) -> Kind<'i>) -> Self {
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                parts.extend(last);
                Self::new(kind(parts))
            }
        }
    }

    /// As often as `operator` says, which is `?`, `*` or `+`.
    pub(super) fn repeated(self, operator: &'static str) -> Self {
        let (least, most) = match operator {
            "?" => (0, Some(1)),
            "*" => (0, None),
            _ => (1, None),
        };
        Self::new(Kind::Repeat { body: Box::new(self), least, most, operator })
    }

    /// How often it is there at least. Of a range that is upside down that is its end: so
    /// pest writes it out.
    pub(super) fn least_rounds(&self) -> u32 {
        match self.kind {
            Kind::Repeat { least, most, .. } => most.map_or(least, |most| least.min(most)),
            _ => 1,
        }
    }

    /// Whether it is `""`.
    pub(super) fn is_empty_text(&self) -> bool {
        matches!(&self.kind, Kind::Terminal(Terminal::Literal(text), _) if text.is_empty())
    }

    /// Its alternatives, if only itself.
    pub(super) fn alternatives(&self) -> &[Self] {
        match &self.kind {
            Kind::Choice(alternatives) => alternatives,
            _ => std::slice::from_ref(self),
        }
    }

    /// What it is a sequence of, if only itself.
    pub(super) fn items(&self) -> &[Self] {
        match &self.kind {
            Kind::Sequence(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Its parts.
    pub(super) fn parts(&self) -> &[Self] {
        match &self.kind {
            Kind::Sequence(parts) | Kind::Choice(parts) => parts,
            Kind::Repeat { body, .. } | Kind::Lookahead { body, .. } | Kind::Push(body) => {
                std::slice::from_ref(body)
            }
            Kind::Rule(_) | Kind::Terminal(..) | Kind::Unknown(_) => &[],
        }
    }

    /// Itself and all its parts, each before its own parts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(next.parts().iter().rev());
            Some(next)
        })
    }

    /// The names in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &'i str> {
        self.all().filter_map(|node| match node.kind {
            Kind::Rule(name) => Some(name),
            _ => None,
        })
    }
}
