//! Texts that are pushed on the stack and never used, and uses of the stack without a `PUSH`.
//!
//! A public grammar has such a mistake: huacnlee/autocorrect #156. Users asked about the purpose of
//! the stack in pest #137 and #420.

use super::subject::{Subject, id, matched, named, shown, watched};
use super::{Found, finding};
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;
use crate::tracer::terminal::Terminal;
use crate::tracer::{SiteId, What};

/// Whether the part compares the text with the stack, or pops from the stack.
fn takes(part: &Body) -> bool {
    matches!(part.kind, BodyKind::Terminal(Terminal::Stack(_)))
        || needs_push(part)
        || matches!(part.name(), Some("PEEK_ALL" | "POP_ALL"))
}

/// Whether the part fails on an empty stack, or makes pest panic.
fn needs_push(part: &Body) -> bool {
    matches!(part.name(), Some("PEEK" | "POP" | "DROP"))
}

/// Warns about texts that are pushed on the stack and never used, and about uses of the stack
/// without any `PUSH`.
pub(super) fn one_sided(subject: &Subject<'_>) -> Vec<GrammarError> {
    let starts = subject.entries.iter().filter_map(|name| subject.rules.index(name));
    let starts = starts.chain(subject.rules.between()).chain([subject.start]);
    let reached = subject.rules.reached(starts);
    let parts = || subject.rules.parts().filter(|(rule, _)| reached.contains(*rule));
    let pushes = || parts().filter(|(_, part)| matches!(part.kind, BodyKind::Push(_)));
    match (pushes().next(), parts().any(|(_, part)| takes(part))) {
        (Some(_), false) => pushes().filter_map(|it| never_taken(subject, it)).collect(),
        (None, true) => {
            let failing = parts().filter(|(_, part)| needs_push(part));
            failing.map(|(_, part)| never_pushed(subject, part)).collect()
        }
        _ => Vec::new(),
    }
}

/// Warns about a text on which pest panics, because a part that should push on the stack is
/// optional, or because the grammar pops twice.
pub(super) fn emptied(subject: &Subject<'_>) -> Found {
    let pushes = |(_, part): (usize, &Body)| matches!(part.kind, BodyKind::Push(_));
    subject.rules.parts().any(pushes).then_some(())?;
    let panic = |text: String| Some((subject.tried(subject.start, &text).panic?, text));
    let panics = subject.texts().filter_map(panic).map(|((what, at), text)| {
        // The rest of the text seldom matters.
        panic(text[..at].to_owned()).unwrap_or(((what, at), text))
    });
    let ((what, _), text) = panics.min_by_key(|(_, text)| text.len())?;
    let mut site = SiteId::NOWHERE;
    watched(subject.grammar, id(subject.start), &text, |event| {
        if let What::Terminal(Terminal::Stack(_)) = event.what {
            site = event.site;
        }
    });
    let [place, ..] = subject.grammar.sites(site) else { return None };
    let message = format!("`{what}` makes pest panic on {}: the stack is empty", named(&text));
    let advice = "push a text on every path to it, even an empty one with `PUSH(\"\")`; each `POP` \
                  removes one";
    Some(finding(message, place.span.clone(), advice))
}

fn never_taken(subject: &Subject<'_>, (rule, push): (usize, &Body)) -> Found {
    let [pushed] = push.parts() else { return None };
    let inner = subject.rules.slice(&pushed.span);
    let is_row = pushed.items().len() + pushed.alternatives().len() > 2;
    let advised = if is_row { format!("({inner})") } else { inner.to_owned() };
    let mend = vec![(push.span.clone(), advised.clone())];
    let unpushed = vec![(push.span.clone(), "\"\\u{01}\"".to_owned())];
    let grammars = [subject.changed(mend.clone())?, subject.changed(unpushed)?];
    let (before, after) = subject.shortest.around(rule, push)?;
    let text = [before, subject.shortest.text(push)?, after].concat();
    // The rule matches the text by this push.
    let [mended, unpushed] = grammars.map(|it| matched(&it, id(rule), &text));
    let found = subject.matched(rule, &text);
    (found == mended && found != unpushed).then_some(())?;
    let (written, text) = (subject.rules.slice(&push.span), shown(&text));
    let when = format!("it is still there after `{text}`");
    let message = format!("the text that `{written}` pushes is never taken from the stack: {when}");
    let advice = format!("compare with it using `POP` or `PEEK`, or write `{advised}`");
    Some(finding(message, push.span.clone(), advice).with_mend(mend))
}

fn never_pushed(subject: &Subject<'_>, taken: &Body) -> GrammarError {
    let written = subject.rules.slice(&taken.span);
    let outcome = if written == "DROP" { "fails" } else { "makes pest panic" };
    let message = format!("`{written}` {outcome}: no rule pushes anything on the stack");
    finding(message, taken.span.clone(), "put the text to compare with in `PUSH(…)` before it")
}
