//! What keeps a grammar that can be read from being used in place of a built-in
//! one: test expressions that it does not read, or reads and makes nothing of.

use std::ops::Range;

use super::rule_role::{EXPRESSION, operator_rule};
use super::syntax_error::SyntaxErrorKind;
use super::user_grammar::UserGrammar;
use crate::number::Rational;
use crate::syntax::{Operator, Slot};
use crate::tracer::{GrammarError, RuleOutline};

/// Texts that no built-in grammar reads, the rule whose mistake it is if it can be
/// named, and the sign.
const FOREIGN: [(&str, &str, &str); 8] = [
    ("1.5", "number", "."),
    ("1,5", "number", ","),
    ("2^2", EXPRESSION, "^"),
    ("2**2", EXPRESSION, "**"),
    ("2!", EXPRESSION, "!"),
    ("2%2", EXPRESSION, "%"),
    ("-2", EXPRESSION, "-"),
    ("+2", EXPRESSION, "+"),
];

/// The errors for expressions that every built-in grammar reads and `grammar` does
/// not, or that it reads and makes no tree of.
pub(super) fn errors(grammar: &UserGrammar, own: &[RuleOutline]) -> Vec<GrammarError> {
    let unread = Operator::ALL.into_iter().filter_map(|operator| {
        let text = format!("2{operator}1");
        grammar.read_line::<Rational>(&text).is_none().then(|| {
            let advice = format!("let `\"{operator}\"` stand here: the operators are + - * /");
            let message = format!("the test expression `{text}` cannot be read");
            GrammarError::new(message, place(own, operator_rule(operator)), advice)
        })
    });
    let foreign = FOREIGN.iter().filter_map(|(text, rule, sign)| {
        let error = grammar.read_line::<Rational>(text)?.err()?;
        let SyntaxErrorKind::NoTree(why) = &error.kind else { return None };
        let message = format!("the test expression `{text}` can be read, but has no value");
        let advice = format!("{why}; a `{sign}` has no meaning here");
        let literal = grammar.source().find(&format!("\"{sign}\""));
        let literal = literal.map(|at| at..at + sign.len() + 2);
        let span = match *rule {
            EXPRESSION => literal.unwrap_or_else(|| place(own, rule)),
            _ if own.iter().any(|it| it.name == *rule) => place(own, rule),
            _ => literal.unwrap_or(0..0),
        };
        Some(GrammarError::new(message, span, advice))
    });
    sorted(unread.chain(foreign).collect())
}

/// The warnings for what `solve` and `survey` need, and other commands do not.
pub(super) fn warnings(grammar: &UserGrammar, own: &[RuleOutline]) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    let mut warn = |text: &str, advice: &str| {
        let message = format!("`{text}` cannot be read, so templates cannot be filled");
        warnings.push(GrammarError::new(message, place(own, EXPRESSION), advice));
    };
    if grammar.read_line::<Rational>("(2)").is_none() {
        warn("(2)", "let `\"(\" ~ expression ~ \")\"` be an operand");
    }
    if grammar.read_line::<Slot>("N").is_none() {
        warn("N", "let `slot` be an operand");
    }
    warnings
}

fn place(own: &[RuleOutline], name: &str) -> Range<usize> {
    own.iter().find(|rule| rule.name == name).map_or(0..0, |rule| rule.name_span.clone())
}

pub(super) fn sorted(mut errors: Vec<GrammarError>) -> Vec<GrammarError> {
    errors.sort_by_key(|error| error.span.start);
    errors
}
