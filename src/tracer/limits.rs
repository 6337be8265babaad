//! Limits on the text of a grammar: without them, pest's grammar parser recurses until the stack
//! overflows.

use std::ops::Range;

use super::body::{Body, BodyKind};
use super::error::{GrammarError, GrammarErrorKind};
use super::marks::{Mark, marks};
use super::rules::Rules;

/// The maximum length of the text of a grammar, in bytes.
pub const MAX_SOURCE: usize = 1 << 20;

/// The maximum number of rules in a grammar.
pub const MAX_RULES: usize = 10_000;

/// The maximum length of a rule's name, in bytes. A tree of many nodes repeats the names of a few
/// rules.
pub const MAX_NAME: usize = 200;

/// The maximum nesting depth of brackets in a grammar, together with the operators on one part.
pub const MAX_NESTING: usize = 100;

/// The maximum number of operators (`~`, `|`, `*`, `{2}` and so on) in a rule.
const MAX_RULE_OPERATORS: usize = 6000;

/// The maximum number of escapes in a string.
const MAX_ESCAPES: usize = 1000;

/// The maximum number of parts in all rules together, after repetitions such as `a{3}` are
/// expanded.
pub(super) const MAX_PARTS: u64 = 200_000;

/// The maximum number of errors of a grammar, or warnings of a lint: a grammar may have a hundred
/// thousand mistakes.
pub(super) const MOST_ERRORS: usize = 1000;

/// Checks the length of the text, and the number and the nesting depth of the constructs on which
/// pest's grammar parser recurses.
pub(super) fn check_nesting(source: &str) -> Result<(), GrammarError> {
    if source.len() > MAX_SOURCE {
        let message = format!("the grammar has {} bytes", source.len());
        return Err(too_much(message, 0..0, format!("expected at most {MAX_SOURCE}")));
    }
    let mut operators = 0;
    // The operators and brackets around one another in the current part, the most of a part before
    // it in the same brackets, and both numbers for each open bracket.
    let (mut height, mut tallest, mut open) = (0_usize, 0, Vec::new());
    for (at, mark) in marks(source) {
        let (mut escapes, mut comments) = (0, 0);
        match mark {
            Mark::Comment(comment) => comments = comment.depth as usize,
            Mark::Quoted { escapes: inside, .. } => escapes = inside,
            Mark::Sign(sign @ ('(' | '{' | '[')) => {
                // Inside a rule, `{` begins a repetition operator such as `{2}`.
                operators += usize::from(sign == '{' && !open.is_empty());
                open.push((height, tallest));
                (height, tallest) = (0, 0);
            }
            Mark::Sign(')' | '}' | ']') => {
                let (outer, before) = open.pop().unwrap_or_default();
                (height, tallest) = (outer + 1 + height.max(tallest), before);
                if open.is_empty() {
                    (operators, height) = (0, 0);
                }
            }
            Mark::Sign(sign @ ('~' | '|' | '=')) => {
                operators += usize::from(sign != '=');
                (height, tallest) = (0, height.max(tallest));
            }
            Mark::Sign('*' | '+' | '?' | '!' | '&') => {
                (operators, height) = (operators + 1, height + 1);
            }
            Mark::Sign(_) => {}
        }
        let depth = open.len().max(comments);
        let move_parts = "; move parts to other rules";
        for (count, most, message, advice) in [
            (depth, MAX_NESTING, "brackets or comments too deep", " open at once"),
            (height, MAX_NESTING, "operators and brackets too deep", " around one another"),
            (operators, MAX_RULE_OPERATORS, "too many operators in a rule", move_parts),
            (escapes, MAX_ESCAPES, "too many escapes in a string", move_parts),
        ] {
            if count > most {
                // All counted signs are one byte long.
                let advice = format!("expected at most {most}{advice}");
                return Err(too_much(message, at..at + 1, advice));
            }
        }
    }
    Ok(())
}

/// Checks the lengths of the rules' names, and the number of rules.
pub(super) fn check_count(rules: &Rules) -> Result<(), GrammarError> {
    let long = rules.rules.iter().find(|rule| rule.name.len() > MAX_NAME);
    let long = long.map(|it| (format!("the name has {} letters", it.name.len()), it, MAX_NAME));
    let count = rules.rules.len();
    let first = rules.rules.get(MAX_RULES);
    let many = first.map(|it| (format!("the grammar has {count} rules"), it, MAX_RULES));
    let Some((message, rule, most)) = long.or(many) else { return Ok(()) };
    Err(too_much(message, rule.name_span.clone(), format!("expected at most {most}")))
}

/// Checks the number of parts in the rules.
pub(super) fn check_parts(rules: &Rules) -> Result<(), GrammarError> {
    let all = rules.rules.iter().map(|rule| rule.body.size()).fold(0, u64::saturating_add);
    if all > MAX_PARTS { Err(too_many_parts(rules, all)) } else { Ok(()) }
}

/// The error for a grammar with `all` parts, more than [`MAX_PARTS`]. Its place is the repetition
/// with the most parts.
fn too_many_parts(rules: &Rules, all: u64) -> GrammarError {
    let message =
        format!("with all repetitions written out, the grammar has more than {MAX_PARTS} parts");
    let mut largest: Option<(u64, &Body)> = None;
    let mut waiting: Vec<&Body> = rules.rules.iter().rev().map(|rule| &rule.body).collect();
    while let Some(body) = waiting.pop() {
        match &body.kind {
            // An outer repetition contains all parts of an inner one, so ignore the inner one.
            BodyKind::Repeat { operator, .. } if operator.starts_with('{') => {
                let size = body.size();
                if largest.is_none_or(|(most, _)| size > most) {
                    largest = Some((size, body));
                }
            }
            _ => waiting.extend(body.parts().iter().rev()),
        }
    }
    let Some((most, largest)) = largest else {
        return too_much(message, 0..0, "write fewer rules, or shorter ones");
    };
    let body = largest.parts().first().map_or(1, Body::size).min(MAX_PARTS);
    // If the body were a rule of its own, each round would be one part and a joint, and the body
    // would count once.
    let with_rule = all.saturating_sub(most - most / (body + 1) * 2).saturating_add(body);
    let advice = if with_rule <= MAX_PARTS {
        "repeat less often, or give the repeated part a rule of its own"
    } else {
        "repeat less often"
    };
    too_much(message, largest.span.clone(), advice)
}

fn too_much(what: impl Into<String>, at: Range<usize>, advice: impl Into<String>) -> GrammarError {
    GrammarError::new(GrammarErrorKind::TooMuch, what, at, advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message and the place of the error, if `source` exceeds a limit.
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
            // Comments are read as a whole, so the error is at the start of the outermost one.
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
    fn brackets_count_after_strings_and_comments_but_not_inside_them() {
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
    fn the_limit_on_operators_applies_to_each_rule_separately() {
        // Between parts, and after parts that a `~` parts from one another.
        for operator in ["~", "|", "~a*", "~a+", "~a?", "~!a", "~&a", "~a{,1}"] {
            let operators = operator.len().min(2);
            let most = "{".to_owned() + &operator.repeat(MAX_RULE_OPERATORS / operators);
            assert_eq!(refused(&most), None);
            assert!(refused(&(most.clone() + operator)).is_some());
            assert_eq!(refused(&(most.clone() + "}{" + operator)), None, "of another rule");
            assert!(refused(&(most.clone() + "()" + operator)).is_some(), "of the same rule");
            assert_eq!(refused(&(most.clone() + "/*" + operator + "*/ // " + operator)), None);
        }
    }

    #[test]
    fn the_limit_on_escapes_applies_to_each_string_separately() {
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
    fn the_parts_of_all_rules_may_be_as_many_as_the_limit() {
        let rules = |source: &str| Rules::parse(source).expect("it is a grammar");
        let is_refused = |source: &str| check_parts(&rules(source)).is_err();
        let rounds = MAX_PARTS / 2 - 1;
        assert!(!is_refused(&format!("x = {{ \"a\"{{{rounds}}} }}")));
        assert!(is_refused(&format!("x = {{ \"a\"{{{rounds}}} }} y = {{ x }}")));
    }
}
