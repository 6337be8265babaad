//! Left recursion that pest does not see, such as `(a | "") ~ "."`: its parser
//! overflows the stack.

use super::left_recursion::cycles;
use super::recursion_errors::recursion_error;
use super::subject::{Subject, shown};
use super::trial::all_match;
use crate::tracer::PestGrammar;
use crate::tracer::error::GrammarError;

/// The errors for rules that come back to themselves before they read anything, with
/// a text on which they do.
pub(super) fn hidden_recursion(
    subject: &Subject<'_, '_>,
    accepted: impl Fn(&str) -> Option<PestGrammar>,
) -> Vec<GrammarError> {
    let mut errors = Vec::new();
    for cycle in cycles(subject.syntax) {
        let endless = cycle.rules.iter().find_map(|&rule| {
            let bodies = subject.rule(rule).body.all();
            let texts = bodies.filter_map(|node| subject.shortest.text(node));
            let mut texts = [String::new()].into_iter().chain(texts).take(20);
            let text = texts.find(|text| subject.tried(rule, text).is_endless)?;
            Some((rule, text))
        });
        let Some((rule, text)) = endless else { continue };
        let mut error =
            recursion_error(subject.source, subject.syntax, &cycle, |changed, texts| {
                accepted(changed).is_some_and(|grammar| all_match(&grammar, texts))
            });
        let text =
            if text.is_empty() { "any text".to_owned() } else { format!("`{}`", shown(&text)) };
        let name = subject.rule(rule).name;
        let message =
            format!("{}; pest does not see it, and `{name}` never ends on {text}", error.message);
        error.message = message;
        errors.push(error);
    }
    errors
}
