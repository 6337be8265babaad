//! Limits on the text of a grammar, on which pest's reader would otherwise recurse
//! until the stack overflows, or panic.

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::Expr;
use pest_meta::parser::Rule;

use super::error::GrammarError;

/// The most bytes that the text of a grammar may have.
pub const MAX_SOURCE: usize = 1 << 20;

/// The most rules that a grammar may have.
pub const MAX_RULES: usize = 10_000;

/// The deepest nesting of brackets in a grammar.
pub const MAX_NESTING: usize = 100;

/// The most operators (`~`, `|`, `*` and so on) that a rule may have.
const MAX_RULE_OPERATORS: usize = 2000;

/// How many parts all rules may have together, once repetitions such as
/// `a{3}` are written out.
pub(super) const MAX_PARTS: u64 = 200_000;

/// Counts what pest's reader would recurse for, strings and comments apart.
pub(super) fn check_nesting(source: &str) -> Result<(), GrammarError> {
    if source.len() > MAX_SOURCE {
        let message = format!("the grammar has {} bytes", source.len());
        return Err(GrammarError::new(message, 0..0, format!("expected at most {MAX_SOURCE}")));
    }
    let (mut depth, mut in_comment, mut operators) = (0_usize, 0_usize, 0_usize);
    let mut rest = source.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        match character {
            '"' | '\'' if in_comment == 0 => {
                // A quote may be a character of its own: '"'.
                let mut length = 0;
                while let Some((_, inside)) = rest.next() {
                    if inside == character && (character == '"' || length > 0) {
                        break;
                    }
                    if inside == '\\' {
                        rest.next();
                    }
                    length += 1;
                }
            }
            '/' if in_comment == 0 && next == Some('/') => {
                while rest.next().is_some_and(|(_, it)| it != '\n') {}
            }
            '/' if next == Some('*') => {
                rest.next();
                in_comment += 1;
            }
            '*' if in_comment > 0 && next == Some('/') => {
                rest.next();
                in_comment -= 1;
            }
            _ if in_comment > 0 => {}
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    operators = 0;
                }
            }
            '~' | '|' | '*' | '+' | '?' | '!' | '&' => operators += 1,
            _ => {}
        }
        let place = at..at + character.len_utf8();
        if depth.max(in_comment) > MAX_NESTING {
            let advice = format!("expected at most {MAX_NESTING} open at once");
            return Err(GrammarError::new("brackets or comments too deep", place, advice));
        }
        if operators > MAX_RULE_OPERATORS {
            let advice =
                format!("expected at most {MAX_RULE_OPERATORS}; give parts a rule of their own");
            return Err(GrammarError::new("too many operators in a rule", place, advice));
        }
    }
    Ok(())
}

/// What pest reads, and then panics at: some escapes and numbers, and a `|` with
/// nothing before it in brackets.
pub(super) fn impossible_values(pairs: &Pairs<'_, Rule>) -> Vec<GrammarError> {
    let mut errors = Vec::new();
    // Before the first alternative of a rule there may be one.
    let bodies = pairs.clone().flat_map(Pair::into_inner);
    for part in bodies.flat_map(Pair::into_inner).flat_map(|it| it.into_inner().flatten()) {
        let first = part.clone().into_inner().next();
        if let Some(sign) = first.filter(|it| it.as_rule() == Rule::choice_operator)
            && part.as_rule() == Rule::expression
        {
            let place = sign.as_span().start()..sign.as_span().end();
            let advice = "leave it out: only a rule may begin with one";
            errors.push(GrammarError::new("a `|` with nothing before it", place, advice));
        }
    }
    for pair in pairs.clone().flatten() {
        let place = pair.as_span().start()..pair.as_span().end();
        match pair.as_rule() {
            Rule::string | Rule::character if !has_characters(pair.as_str()) => {
                let advice = "the largest is `\\u{10FFFF}`, and D800 to DFFF are none";
                errors.push(GrammarError::new("an escape for no character", place, advice));
            }
            Rule::integer if pair.as_str().parse::<i32>().is_err() => {
                errors.push(GrammarError::new("a number that is too large", place, ""));
            }
            _ => {}
        }
    }
    errors
}

/// Whether every `\u{…}` is a character. pest keeps to itself how it reads
/// escapes, so that this and the lints read them again.
fn has_characters(literal: &str) -> bool {
    let mut rest = literal;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        if let Some(digits) = rest.strip_prefix("u{") {
            let digits = digits.split('}').next().expect("a split has a first part");
            if u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).is_none() {
                return false;
            }
        }
        // What was escaped may be a backslash.
        rest = rest.char_indices().nth(1).map_or("", |(next, _)| &rest[next..]);
    }
    true
}

/// The size of a rule once its repetitions are written out.
pub(super) fn parts(expr: &Expr) -> u64 {
    match expr {
        Expr::Seq(left, right) | Expr::Choice(left, right) => {
            parts(left).saturating_add(parts(right)).saturating_add(1)
        }
        Expr::PosPred(inner)
        | Expr::NegPred(inner)
        | Expr::Opt(inner)
        | Expr::Rep(inner)
        | Expr::Push(inner) => parts(inner).saturating_add(1),
        // `a+` is written out as `a ~ a*`.
        Expr::RepOnce(inner) => parts(inner).saturating_mul(2).saturating_add(2),
        Expr::RepExact(inner, times)
        | Expr::RepMin(inner, times)
        | Expr::RepMax(inner, times)
        | Expr::RepMinMax(inner, _, times) => {
            parts(inner).saturating_add(1).saturating_mul(u64::from(*times).saturating_add(1))
        }
        _ => 1,
    }
}
