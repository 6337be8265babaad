//! What is of no use: rules that are never reached or cannot match, what a repetition before
//! it takes (`ANY* ~ "x"`: no round is ever given back), and ranges that are upside down.

use super::finding;
use super::first_set::FirstSets;
use super::shortest::Ways;
use super::subject::{Subject, id, matched, shown};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::{GrammarError, GrammarErrorKind};
use crate::tracer::rules::Rules;
use crate::words::{list_and, ticked};

/// The warnings for rules that the start does not lead to; `entries` are used without being
/// named, and so is a rule that asks for the start or the end of a text. Of rules that only
/// such a rule leads to there is no more to say.
pub(super) fn never_used(rules: &Rules, start: usize, entries: &[&str]) -> Vec<GrammarError> {
    let asks =
        |rule: &usize| rules.rules[*rule].body.names().any(|name| ["SOI", "EOI"].contains(&name));
    let all: Vec<usize> = (0..rules.rules.len()).collect();
    let begun = rules.roots(&all).into_iter().filter(asks);
    let entries = entries.iter().filter_map(|name| rules.index(name));
    let reached = rules.reached(entries.chain(rules.between()).chain([start]).chain(begun));
    let unreached: Vec<usize> = all.into_iter().filter(|&rule| !reached.contains(rule)).collect();
    let roots = rules.roots(&unreached);
    let below = rules.reached(roots.iter().copied());
    let warning = |rule: usize| {
        let rule = &rules.rules[rule];
        let message = format!("rule `{}` is never used", rule.name);
        let advice = "leave it out, or let a rule that is used lead to it";
        let kind = GrammarErrorKind::Lint("never-used");
        GrammarError::new(kind, message, rule.name_span.clone(), advice)
    };
    // Around a cycle there is no first.
    let cycles = unreached.into_iter().filter(|&rule| !below.contains(rule));
    let mut unused: Vec<usize> = roots.into_iter().chain(cycles).collect();
    unused.sort_unstable();
    unused.into_iter().map(warning).collect()
}

/// The warnings for what cannot match any text.
pub(super) fn never_matching(subject: &Subject<'_>) -> Vec<GrammarError> {
    let rules = subject.rules;
    let is_empty = |rule: usize| subject.shortest.never_matches(&rules.rules[rule].body);
    let never: Vec<usize> = (0..rules.rules.len()).filter(|&rule| is_empty(rule)).collect();
    let mut warnings = Vec::new();
    for &rule in &never {
        let below = rules.reached([rule]);
        // Where it only needs another such rule, that one is the cause.
        let causes = never.iter().filter(|&&other| other != rule && below.contains(other));
        if causes.clone().any(|&other| !rules.reached([other]).contains(rule)) {
            continue;
        }
        let all: Vec<&str> = causes.map(|&other| &*rules.rules[other].name).collect();
        let rule = &rules.rules[rule];
        let (why, advice) = if rule.body.names().any(|name| *name == *rule.name) {
            let why = format!("every way to match it needs `{}` again", rule.name);
            (why, "let one way end without it")
        } else if all.is_empty() {
            ("it asks for what no text has".to_owned(), "see whether a range is upside down")
        } else {
            let why = format!("it needs {}, and so itself again", list_and(ticked(all)));
            (why, "let one way end without them")
        };
        let message = format!("rule `{}` can never match: {why}", rule.name);
        warnings.push(finding(message, rule.name_span.clone(), advice));
    }
    warnings.extend(super::lookaheads::never_holding(subject));
    warnings
}

/// The warnings for rules that only look ahead and make a pair all the same, which is empty:
/// often `~ ANY` is missing.
pub(super) fn reading_nothing(subject: &Subject<'_>) -> Vec<GrammarError> {
    // To name the end of the text is what such rules are good for.
    let rules = subject.rules.rules.iter().enumerate();
    let found = rules.filter(|(_, rule)| {
        rule.modifier != RuleModifier::Silent
            && only_looks(&rule.body)
            && !rule.body.names().any(|name| matches!(name, "SOI" | "EOI" | "ANY"))
    });
    let (mut ways, mut warnings) = (None, Vec::new());
    for (index, rule) in found {
        let ways = ways.get_or_insert_with(|| Ways::new(subject)).to(index);
        let Some(ways) = ways else { break };
        let Some((before, after)) = ways.from(subject.start) else { continue };
        let text = before + &after;
        let (mend, put) = subject.with_modifier(index, "_");
        let makes_pair = |grammar: &PestGrammar| {
            let is_read = matched(grammar, id(subject.start), &text) == Some(text.len());
            let pairs = is_read.then(|| grammar.parse(id(subject.start), &text).ok()).flatten()?;
            Some(pairs.flatten().any(|pair| pair.as_rule() == id(index)))
        };
        let mended = subject.changed(mend.clone());
        if makes_pair(subject.grammar) == Some(true)
            && mended.is_some_and(|it| makes_pair(&it) == Some(false))
        {
            let message = format!(
                "`{}` only looks ahead and reads nothing: in `{}` it makes an empty pair",
                rule.name,
                shown(&text)
            );
            let advice = format!("let it read what may be there, with `~ ANY`; or {put}");
            warnings.push(finding(message, rule.name_span.clone(), advice).with_mend(mend));
        }
    }
    warnings
}

fn only_looks(body: &Body) -> bool {
    match &body.kind {
        BodyKind::Lookahead { .. } => true,
        BodyKind::Sequence(parts) | BodyKind::Choice(parts) => parts.iter().all(only_looks),
        _ => false,
    }
}

/// The warnings for what can never match after a repetition: where it could begin,
/// the repetition goes on.
pub(super) fn eaten_followers(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(subject.rules);
    let has_blanks = subject.rules.between().next().is_some();
    let mut warnings = Vec::new();
    for (rule, node) in subject.rules.rows() {
        let has_gaps = has_blanks && !subject.rule(rule).modifier.is_atomic();
        for at in 0..node.items().len() - 1 {
            let row = Row { items: node.items(), at };
            // Before the first round there may be blanks that only what follows skips.
            if row.is_eaten(&mut first_sets, has_gaps && at == 0) {
                warnings.extend(warning(subject, rule, node, row));
            }
        }
    }
    warnings
}

/// The items of a sequence, and the place of one that is repeated.
#[derive(Clone, Copy)]
struct Row<'s> {
    items: &'s [Body],
    at: usize,
}

/// What is repeated: one round.
struct Round<'s> {
    /// What must not follow, where it says so first.
    refused: &'s [Body],
    /// What is read.
    read: &'s [Body],
    least: u32,
    operator: &'s str,
}

impl<'s> Row<'s> {
    fn round(self) -> Option<Round<'s>> {
        let BodyKind::Repeat { body, least, most: None, operator } = &self.items[self.at].kind
        else {
            return None;
        };
        let items = body.items();
        let is_refusal = |it: &Body| matches!(it.kind, BodyKind::Lookahead { positive: false, .. });
        let count = items.iter().take_while(|it| is_refusal(it)).count();
        let (refused, read) = items.split_at(count);
        Some(Round { refused, read, least: *least, operator })
    }

    const fn follower(self) -> &'s Body {
        &self.items[self.at + 1]
    }

    /// Whether another round is read wherever the next item could begin.
    fn is_eaten(self, first_sets: &mut FirstSets<'_>, may_skip_before: bool) -> bool {
        let Some(round) = self.round() else { return false };
        let follower = first_sets.of(self.follower());
        // pest itself mends `(a ~ b)* ~ a`, though not `a* ~ a`.
        let is_same = round.read.first() == Some(self.follower());
        if round.read.is_empty() || is_same && round.read.len() > 1 {
            return false;
        }
        let read = first_sets.of(&Body::sequence(round.read.iter().cloned()));
        let is_anything = round.refused.is_empty() && read.always_matches();
        if !read.shadows(&follower) || may_skip_before && round.least == 0 && !is_anything {
            return false;
        }
        round.refused.iter().all(|it| {
            let BodyKind::Lookahead { body, .. } = &it.kind else { return false };
            let refused = first_sets.of(body);
            refused.excludes(&follower) || are_different_texts(body, self.follower())
        })
    }

    /// Whether the repeated part follows once more.
    fn is_of_same(self) -> bool {
        self.round().is_some_and(|it| it.refused.is_empty() && it.read == [self.follower().clone()])
    }

    /// The items with a repetition that stops before what follows it, or has that in it.
    fn mended(self) -> Option<Vec<Body>> {
        let round = self.round()?;
        if self.is_of_same() {
            let operator = match round.least {
                0 => "+",
                1 => "{2,}",
                _ => return None,
            };
            let once_more = self.follower().clone().repeated(operator);
            let mut items = self.items.to_vec();
            items.splice(self.at..self.at + 2, [once_more]);
            return Some(items);
        }
        let body = Body::sequence(std::iter::once(self.stop()).chain(round.read.iter().cloned()));
        let mut items = self.items.to_vec();
        items[self.at] = Body::from(BodyKind::Repeat {
            body: Box::new(body),
            least: round.least,
            most: None,
            operator: round.operator.to_owned(),
        });
        Some(items)
    }

    /// Not what follows.
    fn stop(self) -> Body {
        Body::lookahead(false, self.follower().clone())
    }

    /// Texts with one round, close together and with `between` between the items.
    fn texts(self, subject: &Subject<'_>, between: &str) -> Option<[String; 2]> {
        let round = self.round()?;
        let stop = self.stop();
        let once = Body::sequence(std::iter::once(stop).chain(round.read.iter().cloned()));
        let texts = self
            .items
            .iter()
            .enumerate()
            .map(|(at, item)| subject.shortest.text(if at == self.at { &once } else { item }));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        // What reads nothing needs no blanks around it.
        let some: Vec<String> = texts.into_iter().filter(|it| !it.is_empty()).collect();
        Some([some.concat(), some.join(between)])
    }
}

/// The warning, if a text shows it.
fn warning(
    subject: &Subject<'_>,
    rule: usize,
    sequence: &Body,
    row: Row<'_>,
) -> Option<GrammarError> {
    let body = &subject.rule(rule).body;
    // By itself: what another alternative reads is another matter.
    let alone = |text: String| subject.changed([(body.span.clone(), text)]);
    let written = subject.rules.slice(&sequence.span);
    let grammar = alone(written.to_owned())?;
    let matches =
        |grammar: &PestGrammar, text: &str| matched(grammar, id(rule), text) == Some(text.len());
    let texts = row.texts(subject, subject.blank().as_deref().unwrap_or_default())?;
    let refused = texts.iter().find(|text| !matches(&grammar, text))?;
    let mended = row.mended()?;
    let repetition = mended[row.at].to_string();
    let works = alone(Body::sequence(mended).to_string())
        .and_then(|grammar| texts.iter().find(|text| matches(&grammar, text)));
    let (item, next) = (&row.items[row.at], row.follower());
    let source = |node: &Body| subject.rules.slice(&node.span).to_owned();
    let (repeated, follower) = (source(item), source(next));
    let text = shown(works.unwrap_or(refused));
    let message = format!(
        "this can never match: `{repeated}` reads on wherever `{follower}` could begin, and \
         `{text}` is refused"
    );
    let advice = match works {
        Some(_) if row.is_of_same() => format!("say both in one: `{repetition}`"),
        Some(_) => format!("let the repetition stop before it: `{repetition}`"),
        None => format!("let the repetition stop where `{follower}` begins"),
    };
    let place = if row.is_of_same() { item.span.start..next.span.end } else { item.span.clone() };
    let mend = vec![(place, repetition)];
    let is_mended = works.is_some() && subject.mends(&mend, rule, &[], &[]);
    let found = finding(message, next.span.clone(), advice);
    Some(if is_mended { found.with_mend(mend) } else { found })
}

/// Whether both are texts, and neither begins with the other.
fn are_different_texts(one: &Body, other: &Body) -> bool {
    let both = one.literal().zip(other.literal());
    both.is_some_and(|(one, other)| !one.starts_with(other) && !other.starts_with(one))
}

/// The warnings for them. pest writes a repetition out up to its second number, and has
/// each round asked for up to the first: so both bounds are the second.
pub(super) fn upside_down(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for node in subject.rules.rules.iter().flat_map(|rule| rule.body.all()) {
        let BodyKind::Repeat { least, most: Some(most), operator, .. } = &node.kind else {
            continue;
        };
        if most < least {
            let message = format!("`{operator}` is upside down: pest reads it as `{{{most}}}`");
            let place = node.span.end - operator.len()..node.span.end;
            let advice = format!("write `{{{most},{least}}}`, or `{{{most}}}` if that is meant");
            let mend = vec![(place.clone(), format!("{{{most},{least}}}"))];
            let found = finding(message, place, advice);
            let is_mended = subject.mends(&mend, subject.start, &[], &[]);
            warnings.push(if is_mended { found.with_mend(mend) } else { found });
        }
    }
    warnings
}
