//! The expression that defines a rule, in the form in which it is interpreted.

use std::fmt;

use super::part::{Part, PartKind, Site};
use super::{RuleId, SiteId};

/// The expression on the right side of a rule.
#[derive(Debug)]
pub(super) enum Expr {
    Rule(RuleId, SiteId),
    Terminal(Terminal, SiteId),
    Sequence(Vec<Expr>, SiteId),
    Choice(Vec<Expr>),
    Optional(Box<Expr>),
    Repeat {
        expr: Box<Expr>,
        /// The rounds that are written out before it.
        rounds: u32,
    },
    /// A round that a repetition is written out for: `a+` is `a` in round 1, and then a
    /// repetition with one round before it.
    Round {
        expr: Box<Expr>,
        round: u32,
    },
    /// `&` and `!`.
    Lookahead {
        positive: bool,
        expr: Box<Expr>,
    },
    Push(Box<Expr>),
    /// Puts the stack back as it was where the expression fails.
    RestoreOnFailure(Box<Expr>),
}

impl Expr {
    /// Whether it uses the stack, without the rules that it names.
    pub(super) fn has_stack(&self) -> bool {
        match self {
            Self::Push(_) | Self::Terminal(Terminal::Stack(_), _) => true,
            Self::Rule(..) | Self::Terminal(..) => false,
            Self::Sequence(parts, _) | Self::Choice(parts) => parts.iter().any(Self::has_stack),
            Self::Optional(expr)
            | Self::RestoreOnFailure(expr)
            | Self::Repeat { expr, .. }
            | Self::Round { expr, .. }
            | Self::Lookahead { expr, .. } => expr.has_stack(),
        }
    }
}

/// What is compared with the text itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Terminal {
    /// A text, as in `"+"`.
    Literal(String),
    /// A text whose ASCII letters may be of either case, as in `^"a"`.
    Insensitive(String),
    /// Any character from the first to the last, as in `'0'..'9'`.
    Range(char, char),
    /// A built-in class of ASCII characters, as in `ASCII_DIGIT`.
    Class(Class),
    /// The characters with a Unicode property, by its name, as in `LETTER`.
    Property(&'static str),
    /// Whatever stands before the first of these, or before the end: what
    /// pest makes of `(!"a" ~ ANY)*`.
    Until(Vec<String>),
    /// `ANY`: one character.
    Any,
    /// `SOI`: the start of the text.
    Start,
    /// `EOI`: the end of the text.
    End,
    /// The use of the stack.
    Stack(StackUse),
    /// The same where it fails because nothing is on the stack.
    EmptyStack(StackUse),
}

/// A built-in class of ASCII characters.
#[derive(Clone, Copy)]
pub struct Class {
    name: &'static str,
    pub(super) holds: fn(char) -> bool,
}

impl Class {
    /// The name it has in a grammar.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Class {}

impl std::hash::Hash for Class {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A built-in rule that compares with what `PUSH` put on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackUse {
    /// `PEEK`: the topmost.
    Peek,
    /// `PEEK_ALL`: all, from the top.
    PeekAll,
    /// `PEEK[a..b]`: those between, from the bottom.
    PeekSlice(i32, Option<i32>),
    /// `POP`: the topmost, taken away.
    Pop,
    /// `POP_ALL`: all from the top, taken away.
    PopAll,
    /// `DROP`: takes the topmost away and reads nothing.
    Drop,
}

impl fmt::Display for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => write!(f, "{text:?}"),
            Self::Insensitive(text) => write!(f, "^{text:?}"),
            Self::Range(first, last) => write!(f, "{first:?}..{last:?}"),
            Self::Class(class) => f.write_str(class.name),
            Self::Property(name) => f.write_str(name),
            Self::Until(ends) => {
                f.write_str("(!(")?;
                for (index, end) in ends.iter().enumerate() {
                    let between = if index == 0 { "" } else { " | " };
                    write!(f, "{between}{end:?}")?;
                }
                f.write_str(") ~ ANY)*")
            }
            Self::Any => f.write_str("ANY"),
            Self::Start => f.write_str("SOI"),
            Self::End => f.write_str("EOI"),
            Self::Stack(what) | Self::EmptyStack(what) => what.fmt(f),
        }
    }
}

impl fmt::Display for StackUse {
    /// As it is written in a grammar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peek => f.write_str("PEEK"),
            Self::PeekAll => f.write_str("PEEK_ALL"),
            Self::PeekSlice(start, Some(end)) => write!(f, "PEEK[{start}..{end}]"),
            Self::PeekSlice(start, None) => write!(f, "PEEK[{start}..]"),
            Self::Pop => f.write_str("POP"),
            Self::PopAll => f.write_str("POP_ALL"),
            Self::Drop => f.write_str("DROP"),
        }
    }
}

/// Makes the form that is interpreted, and numbers the sites of its parts.
pub(super) struct Compiler<F> {
    /// Finds a rule of the grammar; what it does not know is built in.
    pub(super) rule: F,
    /// By number, where the parts stand.
    pub(super) sites: Vec<Vec<Site>>,
}

impl<F: Fn(&str) -> Option<RuleId>> Compiler<F> {
    /// The form of a part that is interpreted; `None` where a name in it is neither of
    /// the grammar nor built in.
    pub(super) fn compile(&mut self, part: Part) -> Option<Expr> {
        let Part { kind, sites, round } = part;
        if round > 0 && !matches!(kind, PartKind::Repeat(_)) {
            let expr = Box::new(self.compile(Part { kind, sites, round: 0 })?);
            return Some(Expr::Round { expr, round });
        }
        Some(match kind {
            PartKind::Text(text) => self.terminal(Terminal::Literal(text), sites),
            PartKind::Insensitive(text) => self.terminal(Terminal::Insensitive(text), sites),
            PartKind::Range(first, last) => {
                let range = Terminal::Range(first.chars().next()?, last.chars().next()?);
                self.terminal(range, sites)
            }
            PartKind::Name(name) => match (self.rule)(&name) {
                Some(rule) => Expr::Rule(rule, self.site(sites)),
                None => built_in_at(&name, self.site(sites))?,
            },
            PartKind::PeekSlice(start, end) => {
                self.terminal(Terminal::Stack(StackUse::PeekSlice(start, end)), sites)
            }
            PartKind::Until(ends) => self.terminal(Terminal::Until(ends), sites),
            PartKind::Lookahead { positive, body } => {
                Expr::Lookahead { positive, expr: self.boxed(*body)? }
            }
            PartKind::Sequence(left, right) => {
                let site = self.site(sites);
                let mut items = vec![self.compile(*left)?];
                let mut rest = *right;
                while let Part { kind: PartKind::Sequence(first, after), round: 0, .. } = rest {
                    items.push(self.compile(*first)?);
                    rest = *after;
                }
                items.push(self.compile(rest)?);
                Expr::Sequence(items, site)
            }
            PartKind::Choice(left, right) => {
                let mut alternatives = vec![self.compile(*left)?];
                let mut rest = *right;
                while let Part { kind: PartKind::Choice(first, after), round: 0, .. } = rest {
                    alternatives.push(self.compile(*first)?);
                    rest = *after;
                }
                alternatives.push(self.compile(rest)?);
                Expr::Choice(alternatives)
            }
            PartKind::Optional(body) => Expr::Optional(self.boxed(*body)?),
            PartKind::Repeat(body) => Expr::Repeat { expr: self.boxed(*body)?, rounds: round },
            PartKind::Times { .. } => unreachable!("repetitions are written out before"),
            PartKind::Push(body) => Expr::Push(self.boxed(*body)?),
            PartKind::RestoreOnFailure(body) => Expr::RestoreOnFailure(self.boxed(*body)?),
        })
    }

    fn boxed(&mut self, part: Part) -> Option<Box<Expr>> {
        self.compile(part).map(Box::new)
    }

    fn terminal(&mut self, terminal: Terminal, sites: Vec<Site>) -> Expr {
        Expr::Terminal(terminal, self.site(sites))
    }

    fn site(&mut self, sites: Vec<Site>) -> SiteId {
        if sites.is_empty() {
            return SiteId::NOWHERE;
        }
        self.sites.push(sites);
        SiteId::of_index(self.sites.len() - 1)
    }
}

/// The rules that pest has of its own.
pub(super) fn built_in(name: &str) -> Option<Expr> {
    built_in_at(name, SiteId::NOWHERE)
}

/// The same, where another rule names it.
fn built_in_at(name: &str, site: SiteId) -> Option<Expr> {
    let terminal = |terminal| Expr::Terminal(terminal, site);
    let class = |name, holds| terminal(Terminal::Class(Class { name, holds }));
    let stack = |what| terminal(Terminal::Stack(what));
    let literal = |text: &str| terminal(Terminal::Literal(text.to_owned()));
    Some(match name {
        "ANY" => terminal(Terminal::Any),
        "SOI" => terminal(Terminal::Start),
        "EOI" => terminal(Terminal::End),
        "PEEK" => stack(StackUse::Peek),
        "PEEK_ALL" => stack(StackUse::PeekAll),
        "POP" => stack(StackUse::Pop),
        "POP_ALL" => stack(StackUse::PopAll),
        "DROP" => stack(StackUse::Drop),
        "ASCII_DIGIT" => class("ASCII_DIGIT", |it| it.is_ascii_digit()),
        "ASCII_NONZERO_DIGIT" => class("ASCII_NONZERO_DIGIT", |it| matches!(it, '1'..='9')),
        "ASCII_BIN_DIGIT" => class("ASCII_BIN_DIGIT", |it| matches!(it, '0' | '1')),
        "ASCII_OCT_DIGIT" => class("ASCII_OCT_DIGIT", |it| matches!(it, '0'..='7')),
        "ASCII_HEX_DIGIT" => class("ASCII_HEX_DIGIT", |it| it.is_ascii_hexdigit()),
        "ASCII_ALPHA_LOWER" => class("ASCII_ALPHA_LOWER", |it| it.is_ascii_lowercase()),
        "ASCII_ALPHA_UPPER" => class("ASCII_ALPHA_UPPER", |it| it.is_ascii_uppercase()),
        "ASCII_ALPHA" => class("ASCII_ALPHA", |it| it.is_ascii_alphabetic()),
        "ASCII_ALPHANUMERIC" => class("ASCII_ALPHANUMERIC", |it| it.is_ascii_alphanumeric()),
        "ASCII" => class("ASCII", |it| it.is_ascii()),
        "NEWLINE" => Expr::Choice(vec![literal("\n"), literal("\r\n"), literal("\r")]),
        property => {
            let name = pest::unicode::unicode_property_names().find(|it| *it == property)?;
            terminal(Terminal::Property(name))
        }
    })
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use super::*;

    #[test]
    fn a_class_is_told_from_others_by_its_name() {
        let class = |name| match built_in(name) {
            Some(Expr::Terminal(Terminal::Class(class), _)) => class,
            other => unreachable!("{name} is a class: {other:?}"),
        };
        let (digit, letter) = (class("ASCII_DIGIT"), class("ASCII_ALPHA"));
        assert_eq!(digit, class("ASCII_DIGIT"));
        assert_ne!(digit, letter);
        assert_eq!(format!("{digit:?}"), "ASCII_DIGIT");
        let hash = |class| BuildHasherDefault::<DefaultHasher>::default().hash_one(class);
        assert_eq!(hash(digit), hash(class("ASCII_DIGIT")));
        assert_ne!(hash(digit), hash(letter));
    }

    #[test]
    fn a_search_is_shown_as_it_could_be_written() {
        let search = Terminal::Until(vec!["*/".to_owned(), "\n".to_owned()]);
        assert_eq!(search.to_string(), r#"(!("*/" | "\n") ~ ANY)*"#);
    }
}
