//! Blanks and comments between tokens: what they swallow, and what they keep from matching.
//!
//! Asked about again and again: pest #337 and #502 (`WHITESPACE` named in a rule), #449 (a
//! newline that is a blank), #519 and #583 (tokens that take blanks), pest-parser/book #41
//! (a blank before the start).

use std::ops::Range;

use super::finding;
use super::subject::{Subject, id, matched, shown};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::GrammarError;
use crate::tracer::terminal::Terminal;

/// What is written in which places of a grammar.
type Changes = Vec<(Range<usize>, String)>;

/// The warnings for rules that may match between any two parts and are not silent.
pub(super) fn not_silent(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for index in subject.rules.between() {
        let rule = subject.rule(index);
        if rule.modifier == RuleModifier::Silent {
            continue;
        }
        let Some(text) = subject.shortest.of_rule(index) else { continue };
        let written = subject.rules.slice(&rule.span);
        let braces = written.find('{').map_or("", |at| &written[at..]);
        let mended = format!("{} = _{braces}", rule.name);
        let message = format!(
            "`{}` is not silent: every `{}` between two parts makes a pair of its own",
            rule.name,
            shown(&text)
        );
        let mend = vec![(rule.span.clone(), mended)];
        if subject.changed(mend.clone()).is_some() {
            let advice = format!("write `{} = _{{ … }}`", rule.name);
            warnings.push(finding(message, rule.name_span.clone(), advice).with_mend(mend));
        }
    }
    warnings
}

/// The warning for a comment that does not end with its line.
pub(super) fn endless_comment(subject: &Subject<'_>) -> Option<GrammarError> {
    let index = subject.rules.index("COMMENT")?;
    let comment = subject.shortest.of_rule(index)?;
    let swallowed = format!("{comment}a\nb");
    (subject.matches(index, &swallowed) && !comment.contains('\n')).then_some(())?;
    let reads_all = |node: &&Body| match &node.kind {
        BodyKind::Repeat { body, most: None, .. } => {
            subject.shortest.text(body).is_some() && reads(subject, body, "\n")
        }
        _ => false,
    };
    let node = subject.rule(index).body.all().find(reads_all)?;
    let BodyKind::Repeat { body, operator, .. } = &node.kind else { return None };
    let inner = subject.rules.slice(&body.span);
    let advised = format!("(!NEWLINE ~ {inner}){operator}");
    let mend = vec![(node.span.clone(), advised.clone())];
    let mended = subject.changed(mend.clone())?;
    let end = matched(&mended, id(index), &swallowed);
    (end == Some(comment.len() + 1)).then_some(())?;
    let message =
        format!("a comment never ends: of `{}` it takes the second line, too", shown(&swallowed));
    let advice = format!("let it end with its line: `{advised}`");
    Some(finding(message, node.span.clone(), advice).with_mend(mend))
}

/// Whether a part alone matches a text.
fn reads(subject: &Subject<'_>, body: &Body, text: &str) -> bool {
    let name = "part_for_a_trial";
    let rule = format!("\n{name} = ${{ {} }}", subject.rules.slice(&body.span));
    let end = subject.rules.source.len();
    let grammar = subject.changed([(end..end, rule)]);
    grammar.is_some_and(|grammar| {
        let rule = grammar.rule(name).expect("it was added");
        matched(&grammar, rule, text) == Some(text.len())
    })
}

/// The warnings for newlines that a rule asks for, and that `WHITESPACE` takes before.
pub(super) fn eaten_newlines(subject: &Subject<'_>) -> Vec<GrammarError> {
    let Some(blank) = subject.rules.index("WHITESPACE") else { return Vec::new() };
    if !subject.matches(blank, "\n") {
        return Vec::new();
    }
    let Some((mend, mended)) = without_newline(subject, blank) else { return Vec::new() };
    let mut warnings = Vec::new();
    for index in super::falls_apart::spaced_rules(subject) {
        let rule = subject.rule(index);
        for node in rule.body.all() {
            let BodyKind::Sequence(items) = &node.kind else { continue };
            for item in &items[1..] {
                let wants =
                    subject.shortest.text(item).is_some_and(|it| it.starts_with(['\n', '\r']));
                let Some((before, after)) =
                    wants.then(|| subject.shortest.around(index, item)).flatten()
                else {
                    continue;
                };
                let newline = subject.shortest.text(item).expect("it has one");
                let text = [before, newline, after].concat();
                let is_read = matched(&mended, id(index), &text) == Some(text.len());
                if subject.matches(index, &text) || !is_read {
                    continue;
                }
                let message = format!(
                    "`{}` can never match: `WHITESPACE` has taken the newline before it",
                    subject.rules.slice(&item.span)
                );
                let advice = "let `WHITESPACE` match no newline, or read it in a rule with `$`";
                let found = finding(message, item.span.clone(), advice);
                warnings.push(
                    found
                        .with_related(
                            subject.rule(blank).name_span.clone(),
                            format!("`{}` is read by this", shown(&text)),
                        )
                        .with_mend(mend.clone()),
                );
            }
        }
    }
    warnings
}

/// The grammar whose blanks are no newlines, and what makes it of this one.
fn without_newline(subject: &Subject<'_>, blank: usize) -> Option<(Changes, PestGrammar)> {
    let body = &subject.rule(blank).body;
    let is_newline = |part: &&Body| {
        let text = subject.shortest.text(part);
        text.is_some_and(|it| it.starts_with(['\n', '\r']))
    };
    let kept: Vec<&str> = body
        .alternatives()
        .iter()
        .filter(|part| !is_newline(part) && part.name() != Some("WHITE_SPACE"))
        .map(|part| subject.rules.slice(&part.span))
        .collect();
    let kept = if kept.is_empty() { "\" \" | \"\\t\"".to_owned() } else { kept.join(" | ") };
    let mend = vec![(body.span.clone(), kept)];
    let grammar = subject.changed(mend.clone())?;
    (matched(&grammar, id(blank), "\n").is_none()).then_some((mend, grammar))
}

/// The warning for a start that refuses a blank before the text, and takes one behind it.
pub(super) fn refused_start(subject: &Subject<'_>) -> Option<GrammarError> {
    let blank = subject.blank()?;
    let rule = subject.rule(subject.start);
    let text = subject.some_text(subject.start)?;
    let [led, followed] = [format!("{blank}{text}"), format!("{text}{blank}")];
    let takes = |text: &str| subject.matches(subject.start, text);
    (!takes(&led) && takes(&followed) && !rule.body.names().any(|name| name == "SOI"))
        .then_some(())?;
    let written = subject.rules.slice(&rule.body.span);
    let advised = match rule.body.kind {
        BodyKind::Choice(_) => format!("SOI ~ ({written})"),
        _ => format!("SOI ~ {written}"),
    };
    let mend = vec![(rule.body.span.clone(), advised)];
    let mended = subject.changed(mend.clone())?;
    let takes = |text: &str| matched(&mended, id(subject.start), text) == Some(text.len());
    (takes(&led) && takes(&text) && takes(&followed)).then_some(())?;
    let message = format!(
        "`{}` does not begin with `SOI`: `{}` is refused, and `{}` is read",
        rule.name,
        shown(&led),
        shown(&followed)
    );
    let advice = "begin it with `SOI ~`: blanks are taken between two parts only";
    Some(finding(message, rule.name_span.clone(), advice).with_mend(mend))
}

/// The warnings for blanks that a rule asks for, and that were taken before it could.
pub(super) fn asked_for_blanks(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for index in super::falls_apart::spaced_rules(subject) {
        let rule = subject.rule(index);
        for node in rule.body.all() {
            let BodyKind::Sequence(items) = &node.kind else { continue };
            for item in &items[1..] {
                let named = match &item.kind {
                    BodyKind::Repeat { body, least: 1.., .. } => body.name(),
                    _ => item.name(),
                };
                if named != Some("WHITESPACE") {
                    continue;
                }
                let Some((before, after)) = subject.shortest.around(index, item) else { continue };
                let Some(blank) = subject.shortest.text(item) else { continue };
                let text = [&*before, &blank, &after].concat();
                if subject.matches(index, &text) {
                    continue;
                }
                let message = format!(
                    "`{}` can never match: the blanks between two parts are taken before it",
                    subject.rules.slice(&item.span)
                );
                let advice = format!(
                    "give `{}` a `$`, and name `WHITESPACE` wherever a blank may stand; or leave it out",
                    rule.name
                );
                let found = finding(message, item.span.clone(), advice);
                let whole = subject.rules.slice(&rule.span);
                let Some(brace) = whole.find('{') else { continue };
                let mended = format!("{} = ${}", rule.name, &whole[brace..]);
                let mend = vec![(rule.span.clone(), mended)];
                let works = subject
                    .changed(mend.clone())
                    .is_some_and(|grammar| matched(&grammar, id(index), &text) == Some(text.len()));
                warnings.push(if works { found.with_mend(mend) } else { found });
            }
        }
    }
    warnings
}

/// The warnings for texts in quotes that blanks and comments are taken out of.
pub(super) fn hollow_texts(subject: &Subject<'_>) -> Vec<GrammarError> {
    let rules = super::falls_apart::spaced_rules(subject);
    rules.into_iter().filter_map(|rule| hollow_text(subject, rule)).collect()
}

fn hollow_text(subject: &Subject<'_>, index: usize) -> Option<GrammarError> {
    let rule = subject.rule(index);
    let is_any_but = |node: &&Body| {
        let BodyKind::Repeat { body, most: None, .. } = &node.kind else { return false };
        let [looks @ .., last] = body.items() else { return false };
        let is_any =
            last.name() == Some("ANY") || matches!(last.kind, BodyKind::Terminal(Terminal::Any));
        let refuses = |it: &Body| matches!(it.kind, BodyKind::Lookahead { positive: false, .. });
        is_any && !looks.is_empty() && looks.iter().all(refuses)
    };
    let repeated = rule.body.all().find(is_any_but)?;
    let (left, right) = subject.shortest.around(index, repeated)?;
    let modifier = if super::falls_apart::has_nodes(&rule.body, subject.rules) { "$" } else { "@" };
    let written = subject.rules.slice(&rule.span);
    let mended = format!("{} = {modifier}{}", rule.name, &written[written.find('{')?..]);
    let mend = vec![(rule.span.clone(), mended)];
    let grammar = subject.changed(mend.clone())?;
    // What may be between two parts, inside the text: a comment takes its end, too.
    let (blank, text) = subject.rules.between().find_map(|blank| {
        let text = [&*left, &subject.shortest.of_rule(blank)?, &right].concat();
        let is_lost = matched(&grammar, id(index), &text) == Some(text.len())
            && !subject.matches(index, &text);
        is_lost.then_some((blank, text))
    })?;
    let message = if subject.rule(blank).name == "COMMENT" {
        format!("`{}` refuses `{}`: a comment begins in it", rule.name, shown(&text))
    } else {
        format!(
            "blanks at the ends of `{}` are lost: it does not match `{}`",
            rule.name,
            shown(&text)
        )
    };
    let place = match rule.modifier {
        RuleModifier::Normal => "before its `{`".to_owned(),
        other => format!("in place of its `{}`", other.sign()),
    };
    let advice = format!("put `{modifier}` {place}, and all of it is read as it stands");
    Some(finding(message, rule.name_span.clone(), advice).with_mend(mend))
}
