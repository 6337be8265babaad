//! The definitions of a grammar's rules, as data.

use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser::{self, Rule};

use crate::tracer::accepted_rules;

/// A rule of a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDefinition {
    /// Its name.
    pub name: String,
    /// Its modifier.
    pub modifier: RuleModifier,
    /// The comment before it, on one line; empty where there is none.
    pub comment: String,
    /// The expression that it matches.
    pub body: RuleBody,
}

/// The modifier before the braces of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleModifier {
    /// Nothing.
    Normal,
    /// `_`
    Silent,
    /// `@`
    Atomic,
    /// `$`
    CompoundAtomic,
    /// `!`
    NonAtomic,
}

/// The body of a rule, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleBody {
    /// `"text"`
    Literal(String),
    /// `^"text"`, in capitals or small letters.
    Insensitive(String),
    /// `'a'..'z'`
    Range(String, String),
    /// Another rule, or one that is built into pest.
    Rule(String),
    /// `a ~ b ~ c`; two parts at least.
    Sequence(Vec<RuleBody>),
    /// `a | b | c`, the first that matches; two parts at least.
    Choice(Vec<RuleBody>),
    /// `a?`, `a*`, `a+`, `a{2,5}`
    Repeat {
        /// The repeated part.
        body: Box<RuleBody>,
        /// The least number of repetitions.
        least: u32,
        /// The greatest number of repetitions; `None` if there is no limit.
        most: Option<u32>,
    },
    /// `&a`, `!a`: looks at what follows without reading it.
    Lookahead {
        /// The part that is looked for.
        body: Box<RuleBody>,
        /// Whether it has to be there, or must not.
        positive: bool,
    },
    /// `PUSH(a)`: what is matched is put on the stack.
    Push(Box<RuleBody>),
    /// `PEEK[a..b]`: a part of the stack again.
    PeekSlice {
        /// The first entry, counted from the bottom or, below 0, from the top.
        start: i32,
        /// The entry after the last; `None` for the top.
        end: Option<i32>,
    },
}

/// The rules of a file, or `None` where pest finds anything wrong in it.
pub(super) fn definitions(source: &str) -> Option<Vec<RuleDefinition>> {
    let pairs = parser::parse(Rule::grammar_rules, source).ok()?;
    // A comment is a rule without a name to the reader of grammars.
    let (mut comments, mut lines) = (Vec::new(), Vec::new());
    for rule in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
        let first = rule.into_inner().next()?;
        if first.as_rule() == Rule::line_doc {
            lines.push(first.into_inner().as_str().trim().to_owned());
        } else {
            comments.push(std::mem::take(&mut lines).join(" "));
        }
    }
    let rules = accepted_rules(source)?.into_iter().zip(comments);
    let rules = rules.map(|(rule, comment)| RuleDefinition {
        name: rule.name,
        modifier: RuleModifier::of(rule.ty),
        comment,
        body: RuleBody::of(rule.expr),
    });
    Some(rules.collect())
}

impl RuleModifier {
    const fn of(ty: RuleType) -> Self {
        match ty {
            RuleType::Normal => Self::Normal,
            RuleType::Silent => Self::Silent,
            RuleType::Atomic => Self::Atomic,
            RuleType::CompoundAtomic => Self::CompoundAtomic,
            RuleType::NonAtomic => Self::NonAtomic,
        }
    }
}

impl RuleBody {
    /// Its parts.
    pub(crate) fn parts(&self) -> &[Self] {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => parts,
            Self::Repeat { body, .. } | Self::Lookahead { body, .. } | Self::Push(body) => {
                std::slice::from_ref(body)
            }
            Self::Literal(_)
            | Self::Insensitive(_)
            | Self::Range(..)
            | Self::Rule(_)
            | Self::PeekSlice { .. } => &[],
        }
    }

    fn of(expr: Expr) -> Self {
        let repeat = |expr: Box<Expr>, least, most| Self::Repeat {
            body: Box::new(Self::of(*expr)),
            least,
            most,
        };
        let lookahead = |expr: Box<Expr>, positive| Self::Lookahead {
            body: Box::new(Self::of(*expr)),
            positive,
        };
        match expr {
            Expr::Str(text) => Self::Literal(text),
            Expr::Insens(text) => Self::Insensitive(text),
            Expr::Range(first, last) => Self::Range(first, last),
            Expr::Ident(name) => Self::Rule(name),
            Expr::PeekSlice(start, end) => Self::PeekSlice { start, end },
            Expr::PosPred(expr) => lookahead(expr, true),
            Expr::NegPred(expr) => lookahead(expr, false),
            Expr::Seq(..) => Self::Sequence(chain(expr, |expr| match expr {
                Expr::Seq(left, right) => Ok((left, right)),
                other => Err(other),
            })),
            Expr::Choice(..) => Self::Choice(chain(expr, |expr| match expr {
                Expr::Choice(left, right) => Ok((left, right)),
                other => Err(other),
            })),
            Expr::Opt(expr) => repeat(expr, 0, Some(1)),
            Expr::Rep(expr) => repeat(expr, 0, None),
            Expr::RepOnce(expr) => repeat(expr, 1, None),
            Expr::RepExact(expr, count) => repeat(expr, count, Some(count)),
            Expr::RepMin(expr, least) => repeat(expr, least, None),
            Expr::RepMax(expr, most) => repeat(expr, 0, Some(most)),
            Expr::RepMinMax(expr, least, most) => repeat(expr, least, Some(most)),
            Expr::Push(expr) => Self::Push(Box::new(Self::of(*expr))),
            Expr::Skip(ends) => Self::skip(ends),
        }
    }

    /// `(!("a" | "b") ~ ANY)*`, for which pest has a short form.
    fn skip(ends: Vec<String>) -> Self {
        let ends = Self::Choice(ends.into_iter().map(Self::Literal).collect());
        let not_yet = Self::Lookahead { body: Box::new(ends), positive: false };
        let next = Self::Sequence(vec![not_yet, Self::Rule("ANY".to_owned())]);
        Self::Repeat { body: Box::new(next), least: 0, most: None }
    }
}

/// The parts of a row of operands that `split` takes apart, from left to right.
fn chain(
    expr: Expr,
    split: impl Fn(Expr) -> Result<(Box<Expr>, Box<Expr>), Expr>,
) -> Vec<RuleBody> {
    let (mut parts, mut waiting) = (Vec::new(), vec![expr]);
    while let Some(expr) = waiting.pop() {
        match split(expr) {
            Ok((left, right)) => waiting.extend([*right, *left]),
            Err(part) => parts.push(RuleBody::of(part)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_construct_of_pest_is_read() {
        let source = r#"
            //! What the file is about.

            /// All of it,
            /// on two lines.
            all = ${ ("a" ~ ^"b" ~ 'c'..'d')? ~ (one | two)* ~ one+ ~ &two ~ !two }
            one = @{ PUSH("q"{3}) ~ PEEK[-2..] ~ POP }
            /// Counted.
            two = !{ "y" ~ ("x"{2,} | "x"{2,5} | "x"{,5}) }
        "#;
        let rules = definitions(source).unwrap();
        let read: Vec<(&str, RuleModifier, &str)> =
            rules.iter().map(|rule| (&*rule.name, rule.modifier, &*rule.comment)).collect();
        let expected = [
            ("all", RuleModifier::CompoundAtomic, "All of it, on two lines."),
            ("one", RuleModifier::Atomic, ""),
            ("two", RuleModifier::NonAtomic, "Counted."),
        ];
        assert_eq!(read, expected);
        let RuleBody::Sequence(parts) = &rules[0].body else { panic!("{:?}", rules[0].body) };
        assert_eq!(parts.len(), 5);
        let x = |least, most| RuleBody::Repeat {
            body: Box::new(RuleBody::Literal("x".to_owned())),
            least,
            most,
        };
        let counted = RuleBody::Choice(vec![x(2, None), x(2, Some(5)), x(0, Some(5))]);
        let y = RuleBody::Literal("y".to_owned());
        assert_eq!(rules[2].body, RuleBody::Sequence(vec![y, counted]));
    }

    #[test]
    fn a_file_with_a_mistake_has_no_rules() {
        assert_eq!(definitions("a = { b }"), None);
        assert_eq!(definitions("a = "), None);
        assert_eq!(definitions("a = { a ~ \"x\" }"), None);
    }
}
