//! Limits on the text of a grammar, on which pest's reader would otherwise recurse
//! until the stack overflows, or panic.

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::Expr;
use pest_meta::parser::Rule;

use super::ast;
use super::error::GrammarError;
use super::marks::{Mark, marks};
use super::syntax::{Kind, Node, Syntax};

/// The most bytes that the text of a grammar may have.
pub const MAX_SOURCE: usize = 1 << 20;

/// The most rules that a grammar may have.
pub const MAX_RULES: usize = 10_000;

/// The deepest nesting of brackets in a grammar.
pub const MAX_NESTING: usize = 100;

/// The most operators (`~`, `|`, `*`, `{2}` and so on) that a rule may have.
const MAX_RULE_OPERATORS: usize = 2000;

/// The most escapes that a string may have.
const MAX_ESCAPES: usize = 1000;

/// How many parts all rules may have together, once repetitions such as
/// `a{3}` are written out.
pub(super) const MAX_PARTS: u64 = 200_000;

/// Counts what pest's reader would recurse for.
pub(super) fn check_nesting(source: &str) -> Result<(), GrammarError> {
    if source.len() > MAX_SOURCE {
        let message = format!("the grammar has {} bytes", source.len());
        return Err(GrammarError::new(message, 0..0, format!("expected at most {MAX_SOURCE}")));
    }
    let (mut depth, mut operators) = (0_usize, 0_usize);
    for (at, mark) in marks(source) {
        let (mut escapes, mut comments) = (0, 0);
        match mark {
            Mark::Comment(comment) => comments = comment.depth,
            Mark::Quoted { escapes: inside, .. } => escapes = inside,
            Mark::Sign(sign @ ('(' | '{' | '[')) => {
                // Within a rule it is a repetition.
                operators += usize::from(sign == '{' && depth > 0);
                depth += 1;
            }
            Mark::Sign(')' | '}' | ']') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    operators = 0;
                }
            }
            Mark::Sign('~' | '|' | '*' | '+' | '?' | '!' | '&') => operators += 1,
            Mark::Sign(_) => {}
        }
        // All that counts has one byte.
        let place = at..at + 1;
        if depth.max(comments) > MAX_NESTING {
            let advice = format!("expected at most {MAX_NESTING} open at once");
            return Err(GrammarError::new("brackets or comments too deep", place, advice));
        }
        if operators > MAX_RULE_OPERATORS {
            let advice =
                format!("expected at most {MAX_RULE_OPERATORS}; give parts a rule of their own");
            return Err(GrammarError::new("too many operators in a rule", place, advice));
        }
        if escapes > MAX_ESCAPES {
            let advice = format!("expected at most {MAX_ESCAPES}; give parts a rule of their own");
            return Err(GrammarError::new("too many escapes in a string", place, advice));
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
                errors.push(GrammarError::new(
                    "a number that is too large",
                    place,
                    "write a smaller one",
                ));
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

/// That the rules have `all` parts, which is more than [`MAX_PARTS`], at the repetition
/// that has most of them.
pub(super) fn too_many_parts(syntax: &Syntax<'_>, all: u64) -> GrammarError {
    let message = format!("with all repetitions written out, more than {MAX_PARTS} parts");
    let size = |node: &Node<'_>| ast::expr(node).map_or(1, |expr| parts(&expr));
    let mut largest: Option<(u64, &Node<'_>)> = None;
    let mut waiting: Vec<&Node<'_>> = syntax.rules.iter().rev().map(|rule| &rule.body).collect();
    while let Some(node) = waiting.pop() {
        match &node.kind {
            // It has all the parts of another in it, and more.
            Kind::Repeat { operator, .. } if operator.starts_with('{') => {
                let size = size(node);
                if largest.is_none_or(|(most, _)| size > most) {
                    largest = Some((size, node));
                }
            }
            _ => waiting.extend(node.parts().iter().rev()),
        }
    }
    let Some((most, largest)) = largest else {
        return GrammarError::new(message, 0..0, "write fewer rules, or shorter ones");
    };
    let body = largest.parts().first().map_or(1, size);
    // With a rule it is one part that is repeated, and what the rule has is there once.
    let with_rule = all.saturating_sub(most - most / (body + 1) * 2).saturating_add(body);
    let advice = if body > 1 && with_rule <= MAX_PARTS {
        "repeat less often, or give what is repeated a rule of its own"
    } else {
        "repeat less often"
    };
    GrammarError::new(message, largest.span.clone(), advice)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is too deep or too much in `source`, and where that begins.
    fn refused(source: &str) -> Option<(String, usize)> {
        check_nesting(source).err().map(|error| (error.message, error.span.start))
    }

    fn too_deep(at: usize) -> (String, usize) {
        ("brackets or comments too deep".to_owned(), at)
    }

    #[test]
    fn brackets_and_comments_may_be_nested_up_to_the_limit() {
        for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("/* ", "*/")] {
            let most = open.repeat(MAX_NESTING);
            assert_eq!(refused(&most), None);
            // Of a comment the first is told, which is read whole.
            let told = if open == "/* " { 0 } else { most.len() };
            assert_eq!(refused(&(most.clone() + open)), Some(too_deep(told)));
            assert_eq!(refused(&(most.clone() + close + open)), None, "closed and opened again");
            assert_eq!(refused(&[open, close].concat().repeat(1_000)), None);
        }
        assert_eq!(refused(&")]}".repeat(1_000)), None, "what was not opened");
        assert_eq!(refused(&"a".repeat(MAX_SOURCE)), None);
        assert!(refused(&"a".repeat(MAX_SOURCE + 1)).is_some());
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count_and_those_after_them_do() {
        let many = "(".repeat(MAX_NESTING + 1);
        for (before, after) in [
            (r#"""#, r#"""#),
            (r#""\""#, r#"""#),
            (r#""'"#, r#"""#),
            (r#""//"#, r#"""#),
            (r"'\(", "'"),
            ("// ", "\n"),
            ("// \"", "\n"),
            ("/* ", "*/"),
            ("/* \" ' // ", "\n*/"),
            ("/* /* */ * / ", "*/"),
        ] {
            let hidden = [before, &many, after].concat();
            assert_eq!(refused(&hidden), None, "{hidden}");
            let at = before.len() + after.len() + MAX_NESTING;
            assert_eq!(refused(&[before, after, &many].concat()), Some(too_deep(at)), "{hidden}");
        }
        for before in [r#""""#, "'('", "'\"'", "'''", r"'\''", r#""\\""#, "/ ", "* /", "*/"] {
            let at = before.len() + MAX_NESTING;
            assert_eq!(refused(&(before.to_owned() + &many)), Some(too_deep(at)), "{before}");
        }
    }

    #[test]
    fn the_operators_of_a_rule_are_counted_and_those_of_the_next_anew() {
        for operator in ["~", "|", "*", "+", "?", "!", "&"] {
            let most = "{".to_owned() + &operator.repeat(MAX_RULE_OPERATORS);
            assert_eq!(refused(&most), None);
            assert!(refused(&(most.clone() + operator)).is_some());
            assert_eq!(refused(&(most.clone() + "}{" + operator)), None, "of another rule");
            assert!(refused(&(most.clone() + "()" + operator)).is_some(), "of the same rule");
            assert_eq!(refused(&(most.clone() + "/*" + operator + "*/ // " + operator)), None);
        }
        let repeated = |times: usize| format!("a = {{ \"x\"{} }}", "{,1}".repeat(times));
        assert_eq!(refused(&repeated(MAX_RULE_OPERATORS)), None);
        assert!(refused(&repeated(MAX_RULE_OPERATORS + 1)).is_some());
    }

    #[test]
    fn the_escapes_of_a_string_are_counted_and_those_of_the_next_anew() {
        for escape in [r"\\", r#"\""#, r"\x41", r"\u{41}"] {
            let of = |escapes: usize| format!("a = {{ \"{}\" }}", escape.repeat(escapes));
            assert_eq!(refused(&of(MAX_ESCAPES)), None);
            assert_eq!(refused(&of(MAX_ESCAPES).repeat(2)), None, "of another string");
            let error = ("too many escapes in a string".to_owned(), 6);
            assert_eq!(refused(&of(MAX_ESCAPES + 1)), Some(error), "{escape}");
            let comment = of(MAX_ESCAPES + 1);
            assert_eq!(refused(&format!("/* {comment} */ // {comment}")), None);
        }
    }

    #[test]
    fn a_rule_has_the_parts_that_its_repetitions_are_written_out_as() {
        let a = || Box::new(Expr::Str("a".to_owned()));
        for (expr, size) in [
            (*a(), 1),
            (Expr::Seq(a(), a()), 3),
            (Expr::Choice(a(), a()), 3),
            (Expr::Opt(a()), 2),
            (Expr::NegPred(a()), 2),
            (Expr::RepOnce(a()), 4),
            (Expr::RepExact(a(), 3), 8),
            (Expr::RepMinMax(a(), 1, 4), 10),
            (Expr::RepMin(a(), u32::MAX), 1 << 33),
        ] {
            assert_eq!(parts(&expr), size, "{expr:?}");
        }
    }

    #[test]
    fn an_escape_is_a_character_or_none() {
        for literal in [r#""\u{41}""#, r"'\u{10FFFF}'", r#""\\u{D800}""#, r#""\n\u{61}""#, "a"] {
            assert!(has_characters(literal), "{literal}");
        }
        for literal in [r#""\u{D800}""#, r"'\u{110000}'", r#""\\\u{D800}""#, r#""a\n\u{DFFF}""#] {
            assert!(!has_characters(literal), "{literal}");
        }
    }
}
