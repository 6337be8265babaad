//! A start rule that does not look for the end of the text: it reads a part and is
//! content.

use super::subject::{Subject, id, shown};
use super::trial;
use crate::tracer::error::GrammarError;
use crate::tracer::syntax::{Kind, Syntax};

/// What may stand after a text that it does not belong to: brackets first, as
/// something of the kind is easily typed.
const STRANGERS: [&str; 10] = [")", "]", "}", "?", "!", "a", "1", "#", "\u{a7}", "\n?"];

/// The warning where the start rule reads a part of a text, with that text.
pub(super) fn unread_rest(subject: &Subject<'_, '_>) -> Option<GrammarError> {
    let rule = subject.rule(subject.start);
    let text = subject.some_text(subject.start)?;
    let signs = || rule_signs(subject.syntax);
    // One that the grammar knows looks more like a mistake that is made.
    let known = STRANGERS.iter().filter(|it| signs().any(|sign| sign == **it));
    let (longer, read) = known.chain(&STRANGERS).find_map(|stranger| {
        let longer = [&*text, stranger].concat();
        let read = subject.matched(subject.start, &longer)?;
        (read < longer.len()).then_some((longer, read))
    })?;
    let body = &rule.body;
    let written = &subject.source[body.span.clone()];
    let ended = match body.kind {
        Kind::Choice(_) => format!("({written}) ~ EOI"),
        _ => format!("{written} ~ EOI"),
    };
    let works = subject.changed([(body.span.clone(), ended)]).is_some_and(|grammar| {
        let matched = |text: &str| trial::matched(&grammar, id(subject.start), text);
        matched(&text) == Some(text.len()) && matched(&longer).is_none()
    });
    let (name, shown_text) = (rule.name, shown(&longer));
    let message = if read == 0 {
        format!(
            "`{name}` does not end in `EOI`: of `{shown_text}` nothing is read, without an error"
        )
    } else {
        let part = shown(&longer[..read]);
        format!("`{name}` does not end in `EOI`: of `{shown_text}` only `{part}` is read")
    };
    let advice = if works { "end it with `~ EOI`" } else { "let it end with `EOI`" };
    Some(GrammarError::new(message, rule.name_span.clone(), advice))
}

/// The texts that are written in the rules.
fn rule_signs<'s>(syntax: &'s Syntax<'_>) -> impl Iterator<Item = &'s str> {
    syntax.rules.iter().flat_map(|rule| rule.body.all()).filter_map(|node| match &node.kind {
        Kind::Terminal(crate::tracer::expr::Terminal::Literal(text), _) => Some(&**text),
        _ => None,
    })
}
