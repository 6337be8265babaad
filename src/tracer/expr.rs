//! The expression that defines a rule, in the form in which it is interpreted.

use std::fmt;

use pest_meta::optimizer::OptimizedExpr;

use super::RuleId;

/// The expression on the right side of a rule.
#[derive(Debug)]
pub(super) enum Expr {
    Rule(RuleId),
    Terminal(Terminal),
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
            Self::Stack(StackUse::Peek) => f.write_str("PEEK"),
            Self::Stack(StackUse::PeekAll) => f.write_str("PEEK_ALL"),
            Self::Stack(StackUse::PeekSlice(start, Some(end))) => write!(f, "PEEK[{start}..{end}]"),
            Self::Stack(StackUse::PeekSlice(start, None)) => write!(f, "PEEK[{start}..]"),
            Self::Stack(StackUse::Pop) => f.write_str("POP"),
            Self::Stack(StackUse::PopAll) => f.write_str("POP_ALL"),
            Self::Stack(StackUse::Drop) => f.write_str("DROP"),
        }
    }
}

/// Makes the form that is interpreted; `rule` finds a rule of the grammar, and
/// what it does not know is built in. `None` where a name is neither.
pub(super) fn compile(
    expr: &OptimizedExpr,
    rule: &impl Fn(&str) -> Option<RuleId>,
) -> Option<Expr> {
    let boxed = |expr: &OptimizedExpr| compile(expr, rule).map(Box::new);
    Some(match expr {
        OptimizedExpr::Str(text) => Expr::Terminal(Terminal::Literal(text.clone())),
        OptimizedExpr::Insens(text) => Expr::Terminal(Terminal::Insensitive(text.clone())),
        OptimizedExpr::Range(first, last) => {
            Expr::Terminal(Terminal::Range(first.chars().next()?, last.chars().next()?))
        }
        OptimizedExpr::Ident(name) => match rule(name) {
            Some(rule) => Expr::Rule(rule),
            None => built_in(name)?,
        },
        OptimizedExpr::PeekSlice(start, end) => {
            Expr::Terminal(Terminal::Stack(StackUse::PeekSlice(*start, *end)))
        }
        OptimizedExpr::PosPred(expr) => Expr::Lookahead { positive: true, expr: boxed(expr)? },
        OptimizedExpr::NegPred(expr) => Expr::Lookahead { positive: false, expr: boxed(expr)? },
        OptimizedExpr::Seq(..) => {
            let mut items = Vec::new();
            let mut rest = expr;
            while let OptimizedExpr::Seq(first, after) = rest {
                items.push(compile(first, rule)?);
                rest = after;
            }
            items.push(compile(rest, rule)?);
            Expr::Sequence(items)
        }
        OptimizedExpr::Choice(..) => {
            let mut alternatives = Vec::new();
            let mut rest = expr;
            while let OptimizedExpr::Choice(first, after) = rest {
                alternatives.push(compile(first, rule)?);
                rest = after;
            }
            alternatives.push(compile(rest, rule)?);
            Expr::Choice(alternatives)
        }
        OptimizedExpr::Opt(expr) => Expr::Optional(boxed(expr)?),
        OptimizedExpr::Rep(expr) => Expr::Repeat(boxed(expr)?),
        OptimizedExpr::Skip(ends) => Expr::Terminal(Terminal::Until(ends.clone())),
        OptimizedExpr::Push(expr) => Expr::Push(boxed(expr)?),
        OptimizedExpr::RestoreOnErr(expr) => Expr::RestoreOnFailure(boxed(expr)?),
    })
}

/// The rules that pest has of its own.
pub(super) fn built_in(name: &str) -> Option<Expr> {
    let class = |name, holds| Expr::Terminal(Terminal::Class(Class { name, holds }));
    let stack = |what| Expr::Terminal(Terminal::Stack(what));
    let literal = |text: &str| Expr::Terminal(Terminal::Literal(text.to_owned()));
    Some(match name {
        "ANY" => Expr::Terminal(Terminal::Any),
        "SOI" => Expr::Terminal(Terminal::Start),
        "EOI" => Expr::Terminal(Terminal::End),
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
            Expr::Terminal(Terminal::Property(name))
        }
    })
}
