//! Start rules that match only a part of a text, and repetitions that never end. pest refuses a
//! repetition whose expression can match without consuming text. But it does not consider that the
//! stack may be empty, or may have an empty text on it.

use super::shortest::Ways;
use super::subject::{Subject, id, named, shown, tried, watched};
use super::{Found, finding};
use crate::tracer::body::{Body, BodyKind, RuleDefinition};
use crate::tracer::error::GrammarError;
use crate::tracer::{PestGrammar, Site};

/// Texts that may wrongly follow a text: brackets first, because a stray bracket is a common typing
/// mistake.
const STRANGERS: [&str; 10] = [")", "]", "}", "?", "!", "a", "1", "#", "\u{a7}", "\n?"];

/// Warns if the start rule matches only a part of a text, and shows that text. A rule of the file
/// may parse whole texts with it: then it is right that the start rule itself does not end them.
pub(super) fn unread_rest(subject: &Subject<'_>) -> Found {
    let (rule, rules) = (subject.rule(subject.start), subject.rules);
    let is_other = |outer: usize| {
        let last = rules.rules[outer].body.items().last();
        last.is_none_or(|it| it.name() != Some("EOI")) || !rules.wraps(outer, subject.start)
    };
    (0..rules.rules.len()).all(is_other).then_some(())?;
    let text = subject.some_text(subject.start)?;
    // A token of the grammar looks most like a real mistake, and a bracket most of all.
    let literals = rules.rules.iter().flat_map(RuleDefinition::literals);
    let signs: Vec<&str> = literals.map(|(text, _)| text).collect();
    let known = STRANGERS.into_iter().filter(|it| signs.contains(it));
    let others = |are_long: bool| {
        signs.iter().copied().filter(move |it| (it.len() > 1) == are_long).take(STRANGERS.len())
    };
    // If the rest of a text may be anything, only the beginning of a tag, such as `{{`, may not.
    let others = others(false).chain(others(true));
    let (longer, read) = known.chain(STRANGERS).chain(others).find_map(|stranger| {
        let longer = [&*text, stranger].concat();
        let read = subject.matched(subject.start, &longer)?;
        (read < longer.len()).then_some((longer, read))
    })?;
    let (name, body, shown_text) = (&rule.name, &rule.body, shown(&longer));
    let matched = match shown(&longer[..read]) {
        _ if read == 0 => format!("nothing of `{shown_text}`, without an error"),
        part => format!("only `{part}` of `{shown_text}`"),
    };
    let found = if subject.is_called(subject.start) {
        // A rule that a rule calls must not end with `EOI`, because the inner call would require
        // the end of the text.
        let whole = format!("whole_{name} = {{ SOI ~ {name} ~ EOI }}");
        let end = rules.source.len();
        let mend = vec![(end..end, format!("\n{whole}\n"))];
        let works = subject.changed(mend.clone()).is_some();
        works.then_some((mend, format!("a rule calls it: parse whole texts with `{whole}`")))
    } else if rules.may_be_forgotten(subject.start) {
        let message =
            format!("no rule calls `{name}`, so texts begin with it, but it matches {matched}");
        let advice = "call it from another rule, or end it with `~ EOI`";
        return Some(finding(message, rule.name_span.clone(), advice));
    } else {
        let mend = vec![(body.span.clone(), format!("{} ~ EOI", subject.in_sequence(body)))];
        let works = subject.mends(&mend, subject.start, &[&text], &[&longer]);
        works.then(|| (mend, "end it with `~ EOI`".to_owned()))
    };
    let otherwise = (Vec::new(), "read the text to its end with `EOI`".to_owned());
    let (mend, advice) = found.unwrap_or(otherwise);
    let message = format!("`{name}` does not end in `EOI`: it matches {matched}");
    Some(finding(message, rule.name_span.clone(), advice).with_mend(mend))
}

/// If a repetition takes this many rounds more than the text has bytes, a round has consumed
/// nothing. Then all later rounds will consume nothing, too.
const MANY_ROUNDS: usize = 1000;

/// The maximum number of repetitions to try: each may take as many events as a trial.
const MOST_SUSPECTS: usize = 20;

/// Warns about endless repetitions, each with a text that shows it.
pub(super) fn endless_repetitions(subject: &Subject<'_>) -> Vec<GrammarError> {
    let may_be_endless = |(_, node): &(usize, &Body)| match &node.kind {
        BodyKind::Repeat { body, most: None, .. } => subject.shortest.may_be_empty(body),
        _ => false,
    };
    let suspects = subject.rules.parts().filter(may_be_endless).take(MOST_SUSPECTS);
    let suspects: Vec<(usize, &Body)> = suspects.collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let mut ways = Ways::new(subject);
    let mut warnings = Vec::new();
    for (rule, node) in suspects {
        let Some(ways) = ways.to(rule) else { break };
        let Some((left, right)) = subject.shortest.around(rule, node) else { continue };
        let around = ways.from(subject.start, &[&*left, &right].concat());
        let Some((before, after)) = around else { continue };
        let start = before + &left;
        let texts = [start.clone(), [start, right, after].concat()];
        let endless = texts.iter().find(|text| is_endless(subject, subject.grammar, node, text));
        warnings.extend(endless.map(|text| warning(subject, node, text)));
    }
    warnings
}

/// Whether the repetition never ends when the start rule parses `text`.
fn is_endless(subject: &Subject<'_>, grammar: &PestGrammar, repetition: &Body, text: &str) -> bool {
    let mut is_endless = false;
    watched(grammar, id(subject.start), text, |event| {
        let is_within = |site: &Site| {
            repetition.span.start <= site.span.start && site.span.end <= repetition.span.end
        };
        is_endless = is_endless
            || event.round as usize > text.len() + MANY_ROUNDS
                && grammar.sites(event.site).iter().any(is_within);
    });
    is_endless
}

fn warning(subject: &Subject<'_>, repetition: &Body, text: &str) -> GrammarError {
    let written = subject.rules.slice(&repetition.span);
    let on = named(text);
    let message = format!(
        "`{written}` never ends on {on}: a round compares the text with an empty part of the \
         stack, or with an empty text, so it consumes nothing"
    );
    let once = match &repetition.kind {
        BodyKind::Repeat { body, least: 0, .. } => {
            Some(subject.rules.slice(&body.span).to_owned() + "?")
        }
        BodyKind::Repeat { body, least: 1, .. } => Some(subject.rules.slice(&body.span).to_owned()),
        _ => None,
    };
    let once = once.filter(|once| {
        let changed = subject.changed([(repetition.span.clone(), once.clone())]);
        changed.is_some_and(|grammar| tried(&grammar, id(subject.start), text).is_whole)
    });
    let (place, advice) = (repetition.span.clone(), "let each round consume something");
    let Some(once) = once else { return finding(message, place, advice) };
    let advice = format!("{advice}, or allow one round at most: `{once}`");
    finding(message, place.clone(), advice).with_mend(vec![(place, once)])
}
