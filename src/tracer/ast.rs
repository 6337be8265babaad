//! The rules of a grammar as pest's own tree of them, which it hands out only after
//! checks that take far longer than a large grammar can wait.

use pest_meta::ast::{Expr, Rule, RuleType};

use super::expr::{StackUse, Terminal};
use super::syntax::{Kind, Node, RuleSyntax, Syntax};

/// What pest makes of these rules before it checks them; `None` where it would rather
/// say what is wrong.
pub(super) fn rules(syntax: &Syntax<'_>) -> Option<Vec<Rule>> {
    syntax.rules.iter().map(rule).collect()
}

fn rule(rule: &RuleSyntax<'_>) -> Option<Rule> {
    let ty = match rule.modifier {
        "_" => RuleType::Silent,
        "@" => RuleType::Atomic,
        "$" => RuleType::CompoundAtomic,
        "!" => RuleType::NonAtomic,
        _ => RuleType::Normal,
    };
    Some(Rule { name: rule.name.to_owned(), ty, expr: expr(&rule.body)? })
}

/// A part of a rule in the same way.
pub(super) fn expr(node: &Node<'_>) -> Option<Expr> {
    let boxed = |node: &Node<'_>| expr(node).map(Box::new);
    Some(match &node.kind {
        Kind::Rule(name) => Expr::Ident((*name).to_owned()),
        Kind::Terminal(terminal, _) => of_terminal(terminal)?,
        Kind::Sequence(parts) => {
            chain(parts, |left, right| Expr::Seq(Box::new(left), Box::new(right)))?
        }
        Kind::Choice(parts) => {
            chain(parts, |left, right| Expr::Choice(Box::new(left), Box::new(right)))?
        }
        Kind::Repeat { body, least, most, .. } => repeated(boxed(body)?, *least, *most)?,
        Kind::Lookahead { positive: true, body } => Expr::PosPred(boxed(body)?),
        Kind::Lookahead { positive: false, body } => Expr::NegPred(boxed(body)?),
        Kind::Push(body) => Expr::Push(boxed(body)?),
        Kind::Unknown(_) => return None,
    })
}

/// The parts two by two, from the left.
fn chain(parts: &[Node<'_>], join: impl Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    let (first, others) = parts.split_first()?;
    others.iter().try_fold(expr(first)?, |left, right| Some(join(left, expr(right)?)))
}

fn repeated(body: Box<Expr>, least: u32, most: Option<u32>) -> Option<Expr> {
    // So it is read, too, where pest finds the number too large.
    let is_possible = least < u32::MAX && !matches!(most, Some(0 | u32::MAX));
    is_possible.then_some(match (least, most) {
        (0, None) => Expr::Rep(body),
        (1, None) => Expr::RepOnce(body),
        (least, None) => Expr::RepMin(body, least),
        (0, Some(1)) => Expr::Opt(body),
        (0, Some(most)) => Expr::RepMax(body, most),
        (least, Some(most)) if least == most => Expr::RepExact(body, most),
        (least, Some(most)) => Expr::RepMinMax(body, least, most),
    })
}

fn of_terminal(terminal: &Terminal) -> Option<Expr> {
    Some(match terminal {
        Terminal::Literal(text) => Expr::Str(text.clone()),
        Terminal::Insensitive(text) => Expr::Insens(text.clone()),
        Terminal::Range(first, last) => Expr::Range((*first).into(), (*last).into()),
        Terminal::Stack(StackUse::PeekSlice(start, end)) => Expr::PeekSlice(*start, *end),
        // The others are rules by their names.
        _ => return None,
    })
}
