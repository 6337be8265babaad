//! Mistakes with keywords and names: keywords that match the start of a longer name, and names that
//! fail because they begin with a keyword.
//!
//! Users keep asking about them: pest #80, #250, #373, #506, ohm #261.

use std::ops::Range;

use super::falls_apart::repeated_character;
use super::subject::{Changes, Subject, id, reads_all, shown};
use super::unreachable::repeated;
use super::{Found, finding};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::error::GrammarError;
use crate::tracer::terminal::Terminal;

/// Characters that may continue a name.
const MORE: [char; 5] = ['a', 'A', '1', '_', 'x'];

/// The maximum number of keywords to try in a grammar.
const MOST_KEYWORDS: usize = 60;

/// The indices of the rules that match any word as a name. Such a rule is atomic, or repeats a
/// character and should be atomic.
fn names_of(subject: &Subject<'_>) -> Vec<usize> {
    let rules = subject.rules.rules.iter().enumerate();
    let tokens = rules.filter(|(_, rule)| {
        let mut parts = rule.body.all();
        rule.modifier.is_atomic() || parts.any(|it| repeated_character(it, subject.rules).is_some())
    });
    let reads = |rule: usize| ["zq", "qz"].iter().all(|word| subject.matches(rule, word));
    tokens.map(|(index, _)| index).filter(|&index| reads(index)).collect()
}

/// A part that matches a keyword only where the word ends.
pub(super) struct Stop {
    pub(super) part: Body,
    /// The change that adds a rule, if the part needs one: outside an atomic rule, pest would skip
    /// blanks before the lookahead.
    pub(super) added: Changes,
    /// A name that begins with the keyword.
    pub(super) longer: Option<String>,
}

impl Stop {
    fn new(subject: &Subject<'_>, word: &str, (part, rest): (&str, &str), is_spaced: bool) -> Self {
        let (ended, longer) = (format!("{part} ~ !{rest}"), None);
        if !is_spaced {
            return Self { part: Body::rule(format!("({ended})")), added: Vec::new(), longer };
        }
        let (name, end) = (format!("{}_word", word.to_lowercase()), subject.rules.source.len());
        let added = vec![(end..end, format!("\n{name} = @{{ {ended} }}\n"))];
        Self { part: Body::rule(name), added, longer }
    }
}

/// The added rule, as a phrase for the advice.
pub(super) fn with_rule(added: &[(Range<usize>, String)]) -> String {
    added.first().map_or(String::new(), |(_, it)| format!(" with `{}`", it.trim()))
}

/// The part before which a repetition of `name` can stop: it matches the keyword, but not the start
/// of a name that begins with the keyword.
pub(super) fn ended_before(subject: &Subject<'_>, keyword: &Body, name: &Body) -> Option<Stop> {
    let word = keywords(subject, keyword, 0).into_iter().find(|word| is_word(word))?;
    let rule = subject.rules.index(name.name()?)?;
    let longer = longer(subject, &[rule], &word)?;
    let rest = repeated(subject.rules, name, 0)?;
    let stop = Stop::new(subject, &word, (&subject.in_sequence(keyword), &rest), true);
    Some(Stop { longer: Some(longer), ..stop })
}

/// Whether a text is a word: a letter, then characters of names. A single letter is not a keyword:
/// it may be the `u` of an escape.
fn is_word(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(char::is_alphabetic)
        && text.chars().all(|it| it.is_alphanumeric() || it == '_')
}

/// The word with one more character, if one of the rules `names` matches the result.
fn longer(subject: &Subject<'_>, names: &[usize], word: &str) -> Option<String> {
    let with = |more: char| format!("{word}{more}");
    MORE.into_iter().map(with).find(|text| names.iter().any(|&rule| subject.matches(rule, text)))
}

/// A part of a rule that matches the characters that can continue a name. `goes_on` says whether a
/// character can.
fn rest_of_name(goes_on: impl Fn(char) -> bool) -> &'static str {
    match (goes_on('1'), goes_on('_')) {
        (true, true) => "(ASCII_ALPHANUMERIC | \"_\")",
        (true, false) => "ASCII_ALPHANUMERIC",
        (false, true) => "(ASCII_ALPHA | \"_\")",
        (false, false) => "ASCII_ALPHA",
    }
}

/// Warns about keywords that a name may follow directly: `"if" ~ name` matches `ifa` as `if` and
/// `a`.
pub(super) fn eaten_heads(subject: &Subject<'_>) -> Vec<GrammarError> {
    let names = names_of(subject);
    // If the grammar skips no blanks, a keyword and a name after it are meant to be joined.
    let (Some(blank), false) = (subject.blank(), names.is_empty()) else { return Vec::new() };
    let mut warnings: Vec<GrammarError> = Vec::new();
    let mut looks = 0;
    let is_spaced = |rule: &usize| subject.shortest.spaced.binary_search(rule).is_ok();
    for (rule, part) in subject.rules.parts().filter(|(rule, _)| is_spaced(rule)) {
        let pairs: Vec<(&Body, Option<&Body>)> = match &part.kind {
            BodyKind::Sequence(items) => items.iter().zip(items.iter().skip(1).map(Some)).collect(),
            // In a choice, a keyword before a name matches the start of a longer name.
            BodyKind::Choice(parts) => {
                let is_name = |it: &Body| {
                    let rule = it.name().and_then(|name| subject.rules.index(name));
                    rule.is_some_and(|rule| names.contains(&rule))
                };
                let Some(first) = parts.iter().position(is_name) else { continue };
                parts[..first].iter().map(|part| (part, None)).collect()
            }
            _ => continue,
        };
        for (keyword, next) in pairs {
            let words = keywords(subject, keyword, 0);
            let Some(word) = words.iter().find(|word| is_word(word)) else { continue };
            looks += 1;
            if looks > MOST_KEYWORDS {
                return warnings;
            }
            let place = (rule, &*blank, next.is_none().then_some(part));
            let found = eaten_head(subject, &names, place, (keyword, word, next));
            let is_enough = found.is_some() && next.is_none();
            warnings.extend(found);
            if is_enough {
                break;
            }
        }
    }
    // A grammar may use one keyword in several places. Warn only once.
    warnings.sort_by(|one, other| one.message.cmp(&other.message));
    warnings.dedup_by(|one, other| one.message == other.message);
    warnings
}

/// The warning for `keyword` before `next`, or before a name in a choice. `word` is one of the
/// keyword's texts.
fn eaten_head(
    subject: &Subject<'_>,
    names: &[usize],
    (rule, blank, choice): (usize, &str, Option<&Body>),
    (keyword, word, next): (&Body, &str, Option<&Body>),
) -> Found {
    let joined = longer(subject, names, word)?;
    let (mut before, after) = subject.shortest.around(rule, choice.unwrap_or(keyword))?;
    if before.ends_with(char::is_alphanumeric) {
        before.push_str(blank);
    }
    let after = after.strip_prefix(blank).map(str::to_owned).unwrap_or(after);
    let (name, texts) = if let Some(next) = next {
        let is_word = |text: &String| text.starts_with(char::is_alphabetic);
        let follows = subject.shortest.beginnings(next).into_iter().find(is_word)?;
        let rest = after.strip_prefix(&subject.shortest.text(next)?).unwrap_or(&after);
        let after = [&follows, rest].concat();
        let is_name = |it: &char| it.is_alphanumeric() || *it == '_';
        let name: String = follows.chars().take_while(is_name).collect();
        // If another name comes after `name`, the two need a blank between them, or they would be
        // one name. Otherwise the text stays the same.
        let parted = |rest: &str| format!("{name}{blank}{rest}");
        let parted = after.strip_prefix(&name).map_or_else(|| after.clone(), parted);
        let texts = [after, parted].map(|after| {
            [format!("{before}{word}{after}"), format!("{before}{word}{blank}{after}")]
        });
        (name, texts)
    } else {
        let name = joined[word.len()..].to_owned();
        let text = format!("{before}{joined}{after}");
        (name, [[text.clone(), format!("{before}{word}{after}")], [text.clone(), text]])
    };
    let joined = format!("{word}{name}");
    // A rule for names must match the keyword and the name together.
    names.iter().any(|&rule| subject.matches(rule, &joined)).then_some(())?;
    let is_fault = |[text, apart]: &&[String; 2]| {
        // A choice with this mistake rejects the text, or matches it as two tokens.
        subject.matches(rule, apart) && (choice.is_some() || subject.matches(rule, text))
    };
    let [text, apart] = texts.iter().find(is_fault)?;
    let is_name = |text: &str| names.iter().any(|&rule| subject.matches(rule, text));
    let rest = rest_of_name(|more| is_name(&format!("z{more}")));
    let named = keyword.name().and_then(|name| subject.rules.rule(name));
    let inner = subject.in_sequence(named.map_or(keyword, |rule| &rule.body));
    let stop = Stop::new(subject, word, (&inner, rest), true);
    let (place, written) = match named {
        Some(named) => (&named.span, format!("{} = @{{ {inner} ~ !{rest} }}", named.name)),
        None => (&keyword.span, stop.part.to_string()),
    };
    let added = if named.is_some() { Vec::new() } else { stop.added };
    let mend = [&[(place.clone(), written)], &*added].concat();
    let added = mend[mend.len() - 1].1.trim();
    // With the fixed keyword, a choice matches the joined word as a name, and a sequence rejects
    // it.
    let reads: &[&str] = if choice.is_some() { &[apart, text] } else { &[apart] };
    subject.mends(&mend, rule, reads, &[]).then_some(())?;
    // Another alternative may have matched the joined word as a name.
    let mended = subject.changed(mend.clone()).filter(|it| reads_all(it, id(rule), text));
    let tree = |grammar: &PestGrammar| format!("{:?}", grammar.parse(id(rule), text));
    mended.is_none_or(|it| choice.is_some() || tree(&it) != tree(subject.grammar)).then_some(())?;
    let message = format!(
        "the keyword `{word}` takes the start of a longer name: `{}` is read as `{word}` and `{}`",
        shown(&joined),
        shown(&name)
    );
    let advice = format!("make sure no name character follows it: `{added}`");
    Some(finding(message, keyword.span.clone(), advice).with_mend(mend))
}

/// Warns about names that are rejected because they begin with a keyword: `!"in"` before a name
/// rejects `inner`.
pub(super) fn refused_names(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for (rule, row) in subject.rules.rows() {
        let first = &row.items()[0];
        let BodyKind::Lookahead { positive: false, body } = &first.kind else { continue };
        warnings.extend(refused_name(subject, rule, first, body));
    }
    warnings
}

fn refused_name(subject: &Subject<'_>, rule: usize, lookahead: &Body, refused: &Body) -> Found {
    let word = keywords(subject, refused, 0).into_iter().find(|word| is_word(word))?;
    // Without the lookahead, the rule must match the name.
    let free = subject.changed([(lookahead.span.clone(), "\"\"".to_owned())])?;
    let reads = |text: &String| reads_all(&free, id(rule), text);
    let name = MORE.into_iter().map(|more| format!("{word}{more}")).find(reads)?;
    (subject.matched(rule, &name).is_none() && reads(&word)).then_some(())?;
    let rest = rest_of_name(|more| reads(&format!("{word}{more}")));
    let is_spaced = subject.blank().is_some() && !subject.rule(rule).modifier.is_atomic();
    let stop = Stop::new(subject, &word, (&subject.in_sequence(refused), rest), is_spaced);
    let (advised, with) = (format!("!{}", stop.part), with_rule(&stop.added));
    let mend = [&[(lookahead.span.clone(), advised.clone())], &*stop.added].concat();
    subject.mends(&mend, rule, &[&name], &[&word]).then_some(())?;
    let message = format!(
        "`{}` rejects `{name}`, because `{name}` begins with the keyword `{word}`",
        subject.rule(rule).name
    );
    let advice = format!("reject the keyword only where the word ends: `{advised}`{with}");
    Some(finding(message, lookahead.span.clone(), advice).with_mend(mend))
}

/// The texts of a part that is a choice of texts; empty for any other part.
fn keywords(subject: &Subject<'_>, body: &Body, depth: usize) -> Vec<String> {
    const DEEPEST: usize = 4;
    if let BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) = &body.kind {
        return vec![text.clone()];
    }
    if let Some(rule) = body.name().and_then(|name| subject.rules.rule(name)) {
        return if depth < DEEPEST { keywords(subject, &rule.body, depth + 1) } else { Vec::new() };
    }
    let BodyKind::Choice(parts) = &body.kind else { return Vec::new() };
    parts.iter().flat_map(|part| keywords(subject, part, depth)).collect()
}
