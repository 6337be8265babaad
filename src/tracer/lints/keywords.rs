//! Keywords and names: a keyword that takes the head of a longer name, and names that a
//! keyword's own letters keep from being read.
//!
//! Asked about again and again: pest #80, #250, #373, #506, ohm #261.

use super::finding;
use super::subject::{Subject, id, matched, shown};
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;

/// What may go on in a name.
const MORE: [char; 5] = ['a', 'A', '1', '_', 'x'];

/// How many keywords of a grammar are tried.
const MOST_KEYWORDS: usize = 60;

/// The tokens that read words: the numbers of the rules.
fn names_of(subject: &Subject<'_>) -> Vec<usize> {
    let rules = subject.rules.rules.iter().enumerate();
    let atomic = rules.filter(|(_, rule)| rule.modifier.is_atomic());
    let reads = |rule: usize| ["zq", "qz"].iter().all(|word| subject.matches(rule, word));
    atomic.map(|(index, _)| index).filter(|&index| reads(index)).collect()
}

/// Whether a text is a word: letters and what names have in them. A letter alone is no
/// keyword, but the `u` of an escape.
fn is_word(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(char::is_alphabetic)
        && text.chars().all(|it| it.is_alphanumeric() || it == '_')
}

/// The character by which a name goes on behind a word, if a token reads both together.
fn longer(subject: &Subject<'_>, names: &[usize], word: &str) -> Option<String> {
    let with = |more: char| format!("{word}{more}");
    MORE.into_iter().map(with).find(|text| names.iter().any(|&rule| subject.matches(rule, text)))
}

/// What a name can go on with, as a part of a rule, if one that goes on so is read.
fn rest_of_name(goes_on: impl Fn(char) -> bool) -> &'static str {
    match (goes_on('1'), goes_on('_')) {
        (true, true) => "(ASCII_ALPHANUMERIC | \"_\")",
        (true, false) => "ASCII_ALPHANUMERIC",
        (false, true) => "(ASCII_ALPHA | \"_\")",
        (false, false) => "ASCII_ALPHA",
    }
}

/// The warnings for keywords after which a name may follow at once: `"if" ~ name` reads
/// `ifa` as `if` and `a`.
pub(super) fn eaten_heads(subject: &Subject<'_>) -> Vec<GrammarError> {
    let names = names_of(subject);
    // Where nothing may be between the two, they are meant to be joined.
    let (Some(blank), false) = (subject.blank(), names.is_empty()) else { return Vec::new() };
    let mut warnings: Vec<GrammarError> = Vec::new();
    let mut looks = 0;
    let spaced = super::falls_apart::spaced_rules(subject);
    for (rule, row) in subject.rules.rows().filter(|(rule, _)| spaced.binary_search(rule).is_ok()) {
        for pair in row.items().windows(2) {
            let Some(word) = word_of(subject, &pair[0]) else { continue };
            looks += 1;
            if looks > MOST_KEYWORDS {
                return warnings;
            }
            let parts = (&pair[0], word, &pair[1]);
            warnings.extend(eaten_head(subject, &names, (rule, &blank), parts));
        }
    }
    // A grammar may use one keyword in many places.
    warnings.sort_by(|one, other| one.message.cmp(&other.message));
    warnings.dedup_by(|one, other| one.message == other.message);
    warnings
}

/// The keyword that a part is: a word, or a rule that is one and no token.
fn word_of<'s>(subject: &Subject<'s>, part: &'s Body) -> Option<&'s str> {
    let named = part.name().and_then(|name| subject.rules.rule(name));
    let word = named.map_or(part, |rule| &rule.body).literal();
    word.filter(|word| is_word(word))
}

fn eaten_head(
    subject: &Subject<'_>,
    names: &[usize],
    (rule, blank): (usize, &str),
    (keyword, word, next): (&Body, &str, &Body),
) -> Option<GrammarError> {
    longer(subject, names, word)?;
    let follows =
        subject.shortest.text(next).filter(|text| text.starts_with(char::is_alphabetic))?;
    let (before, after) = subject.shortest.around(rule, keyword)?;
    let name: String =
        follows.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
    let joined = format!("{word}{name}");
    // As a name it is one word.
    names.iter().any(|&rule| subject.matches(rule, &joined)).then_some(())?;
    let text = format!("{before}{word}{after}");
    let apart = format!("{before}{word}{blank}{after}");
    (subject.matches(rule, &text) && subject.matches(rule, &apart)).then_some(())?;
    let is_name = |text: &str| names.iter().any(|&rule| subject.matches(rule, text));
    let rest = rest_of_name(|more| is_name(&format!("z{more}")));
    let named = keyword.name().and_then(|name| subject.rules.rule(name));
    let (place, written, added) = if let Some(named) = named {
        let body = subject.rules.slice(&named.body.span);
        let rule = format!("{} = @{{ {body} ~ !{rest} }}", named.name);
        (named.span.clone(), rule.clone(), rule)
    } else {
        let name = format!("{}_word", word.to_lowercase());
        let rule = format!("{name} = @{{ \"{word}\" ~ !{rest} }}");
        (keyword.span.clone(), name, rule)
    };
    let end = subject.rules.source.len();
    let more = keyword.name().is_none().then(|| (end..end, format!("\n{added}\n")));
    let mend: Vec<_> = std::iter::once((place, written)).chain(more).collect();
    subject.mends(&mend, rule, &[&apart], &[&text]).then_some(())?;
    let message = format!(
        "the keyword `{word}` takes the head of a longer name: `{}` is read as `{word}` and `{}`",
        shown(&joined),
        shown(&name)
    );
    let advice = format!("let no name go on behind it: `{added}`");
    Some(finding(message, keyword.span.clone(), advice).with_mend(mend))
}

/// The warnings for names that are refused since they begin with a keyword: `!"in"` before
/// a name refuses `inner`.
pub(super) fn refused_names(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for (rule, row) in subject.rules.rows() {
        let first = &row.items()[0];
        let BodyKind::Lookahead { positive: false, body } = &first.kind else { continue };
        warnings.extend(refused_name(subject, rule, first, body));
    }
    warnings
}

fn refused_name(
    subject: &Subject<'_>,
    rule: usize,
    lookahead: &Body,
    refused: &Body,
) -> Option<GrammarError> {
    let word = keywords(subject, refused, 0).into_iter().find(|word| is_word(word))?;
    // Without the lookahead the name is read.
    let free = subject.changed([(lookahead.span.clone(), "\"\"".to_owned())])?;
    let reads = |text: &String| matched(&free, id(rule), text) == Some(text.len());
    let name = MORE.into_iter().map(|more| format!("{word}{more}")).find(reads)?;
    (subject.matched(rule, &name).is_none() && reads(&word)).then_some(())?;
    let rest = rest_of_name(|more| reads(&format!("{word}{more}")));
    let inner = subject.rules.slice(&refused.span);
    let inner = match refused.kind {
        BodyKind::Choice(_) if !inner.starts_with('(') => format!("({inner})"),
        _ => inner.to_owned(),
    };
    let advised = format!("!({inner} ~ !{rest})");
    let mend = vec![(lookahead.span.clone(), advised.clone())];
    subject.mends(&mend, rule, &[&name], &[&word]).then_some(())?;
    let message = format!(
        "`{}` cannot read `{name}`, since it begins with the keyword `{word}`",
        subject.rule(rule).name
    );
    let advice = format!("refuse the keyword only where it ends: `{advised}`");
    Some(finding(message, lookahead.span.clone(), advice).with_mend(mend))
}

/// The texts that a part consists of, if it is a choice of them.
fn keywords(subject: &Subject<'_>, body: &Body, depth: usize) -> Vec<String> {
    const DEEPEST: usize = 4;
    if let Some(text) = body.literal() {
        return vec![text.to_owned()];
    }
    if let Some(rule) = body.name().and_then(|name| subject.rules.rule(name)) {
        return if depth < DEEPEST { keywords(subject, &rule.body, depth + 1) } else { Vec::new() };
    }
    match &body.kind {
        BodyKind::Choice(parts) => {
            parts.iter().flat_map(|part| keywords(subject, part, depth)).collect()
        }
        _ => Vec::new(),
    }
}
