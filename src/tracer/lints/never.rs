//! Useless parts of a grammar: rules that are never used or cannot match, items whose text is
//! already consumed by the repetition before them, and reversed ranges such as `{5,2}`. For
//! example, `ANY* ~ "x"` never matches, because a repetition never gives back a round.

use std::iter;

use itertools::Itertools;
use pest::iterators::Pairs;

use super::falls_apart::{self, is_class};
use super::first_set::FirstSets;
use super::keywords::{ended_before, with_rule};
use super::shortest::{Shortest, Ways, reached};
use super::subject::{Changes, Subject, end_of_part, id, matched, reads_all, shown};
use super::unreachable::captures;
use super::{Found, finding};
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::{GrammarError, GrammarErrorKind};
use crate::tracer::patience::is_wanted;
use crate::tracer::rules::Rules;
use crate::tracer::{PestGrammar, RuleId};
use crate::words::{list_and, ticked};

/// Warns about rules that the start rule does not reach. The `entries`, and rules with `SOI` or
/// `EOI`, count as used even if no rule names them. Rules reached only from an unused rule are not
/// reported.
pub(super) fn never_used(rules: &Rules, start: usize, entries: &[&str]) -> Vec<GrammarError> {
    let asks =
        |rule: &usize| rules.rules[*rule].body.names().any(|name| ["SOI", "EOI"].contains(&name));
    let all: Vec<usize> = (0..rules.rules.len()).collect();
    let begun = rules.roots(&all).into_iter().filter(asks);
    let entries = entries.iter().filter_map(|name| rules.index(name));
    let entries: Vec<usize> = entries.chain([start]).chain(begun).collect();
    let skips = entries.iter().any(|&it| reached(rules, it).iter().any(|[skips, _]| *skips));
    let reached = rules.reached(rules.between().filter(|_| skips).chain(entries));
    let unreached: Vec<usize> = all.into_iter().filter(|&rule| !reached.contains(rule)).collect();
    let roots = rules.roots(&unreached);
    let below = rules.reached(roots.iter().copied());
    let warning = |rule: usize| {
        let rule = &rules.rules[rule];
        let message = format!("rule `{}` is never used", rule.name);
        let name = match &*rule.name.to_ascii_uppercase() {
            "WS" | "WHITE_SPACE" => "WHITESPACE".to_owned(),
            name => name.replace("COMMENTS", "COMMENT"),
        };
        let renamed = format!("rename it `{name}`: pest skips what a rule of this name matches");
        let is_skipped = matches!(&*name, "WHITESPACE" | "COMMENT") && rules.index(&name).is_none();
        let advice = match &*rule.name {
            _ if is_skipped => &*renamed,
            "WHITESPACE" | "COMMENT" => "atomic rules skip none: leave out the `@` or `$` of some",
            _ => "remove it, or call it from a rule that is used",
        };
        let kind = GrammarErrorKind::Lint("never-used");
        GrammarError::new(kind, message, rule.name_span.clone(), advice)
    };
    // In an unused cycle no rule is a root, so report all its rules.
    let cycles = unreached.into_iter().filter(|&rule| !below.contains(rule));
    itertools::sorted_unstable(roots.into_iter().chain(cycles)).map(warning).collect()
}

/// The maximum number of other rules to name.
const MOST_NAMES: usize = 10;

/// Warns about parts that cannot match any text.
pub(super) fn never_matching(subject: &Subject<'_>) -> Vec<GrammarError> {
    let rules = subject.rules;
    let is_empty = |rule: usize| subject.shortest.never_matches(&rules.rules[rule].body);
    let never: Vec<usize> = (0..rules.rules.len()).filter(|&rule| is_empty(rule)).collect();
    let reached = |&rule| is_wanted().then(|| (rule, rules.reached([rule])));
    let never: Vec<_> = never.iter().map_while(reached).collect();
    let mut warnings = Vec::new();
    for (rule, below) in &never {
        // If this rule needs another rule that never matches, and the other does not need this one,
        // the other rule is the cause.
        let causes = never.iter().filter(|(other, _)| other != rule && below.contains(*other));
        if causes.clone().any(|(_, other)| !other.contains(*rule)) {
            continue;
        }
        let all = causes.map(|(other, _)| &*rules.rules[*other].name).take(MOST_NAMES);
        let (rule, all): (_, Vec<&str>) = (*rule, all.collect());
        let rule = &rules.rules[rule];
        let (why, advice) = if rule.body.names().any(|name| *name == *rule.name) {
            let why = format!("every way to match it needs `{}` again", rule.name);
            (why, "let one alternative match without it")
        } else if all.is_empty() {
            let why = "it asks for something that no text has".to_owned();
            (why, "check whether a range ends before it begins")
        } else {
            let why = format!("it needs {}, and so needs itself again", list_and(ticked(all)));
            (why, "let one alternative match without them")
        };
        let message = format!("rule `{}` can never match: {why}", rule.name);
        warnings.push(finding(message, rule.name_span.clone(), advice));
    }
    warnings.extend(super::lookaheads::never_holding(subject));
    for (_, row) in rules.rows() {
        let reads = |it: &&Body| !subject.shortest.may_be_empty(it);
        for (at, item) in row.items().iter().enumerate() {
            let (before, after) = (&row.items()[..at], &row.items()[at + 1..]);
            let sides = [
                ("SOI", before.iter().rfind(reads), "before", "begin the rule with it"),
                ("EOI", after.iter().find(reads), "after", "end the rule with it"),
            ];
            let mut sides = sides.into_iter().filter(|it| it.1.is_some());
            let side = sides.find(|it| has_edge(rules, item, it.0));
            let Some((edge, Some(other), when, advice)) = side else { continue };
            let [name, beside] = [item, other].map(|it| rules.slice(&it.span));
            let of = if name == edge { String::new() } else { format!(" of `{name}`") };
            let message = format!(
                "this can never match: `{beside}` {when} `{edge}`{of} reads at least one character"
            );
            let whole = format!(
                "leave `{edge}` out of `{name}`; `whole = {{ SOI ~ {name} ~ EOI }}` has it"
            );
            let advice = if of.is_empty() { advice.to_owned() } else { whole };
            let place = if when == "after" { other.span.clone() } else { item.span.clone() };
            warnings.push(finding(message, place, advice));
        }
    }
    warnings
}

/// Whether the first item of `item` is `SOI`, or the last is `EOI`, also if it calls a rule.
fn has_edge(rules: &Rules, item: &Body, edge: &str) -> bool {
    let inside = |item: &&Body| {
        let items = rules.rules[rules.index(item.name()?)?].body.items();
        if edge == "SOI" { items.first() } else { items.last() }
    };
    let chain = iter::successors(Some(item), inside).take(rules.rules.len() + 1);
    chain.filter_map(Body::name).any(|it| it == edge)
}

/// Warns about rules that only look ahead but still make a pair, which is empty: often `~ ANY` is
/// missing.
pub(super) fn reading_nothing(subject: &Subject<'_>) -> Vec<GrammarError> {
    // Leave out rules that give a name to the start or the end of the text, because they are
    // useful.
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
        let Some((before, after)) = ways.from(subject.start, "") else { continue };
        let text = before + &after;
        let (mend, put) = subject.with_modifier(index, "_");
        let makes_pair = |grammar: &PestGrammar| {
            let is_read = reads_all(grammar, id(subject.start), &text);
            let pairs = is_read.then(|| grammar.parse(id(subject.start), &text).ok()).flatten()?;
            Some(pairs.flatten().any(|pair| pair.as_rule() == id(index)))
        };
        let mended = subject.changed(mend.clone());
        if makes_pair(subject.grammar) == Some(true)
            && mended.is_some_and(|it| makes_pair(&it) == Some(false))
        {
            let what = format!("in `{}` it makes an empty pair", shown(&text));
            let message = format!("`{}` only looks ahead and consumes nothing: {what}", rule.name);
            let advice = format!("let it read a character, with `~ ANY`; or {put}");
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

/// Warns about items that can never match after a repetition, because the repetition consumes
/// everything with which they could begin.
pub(super) fn eaten_followers(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(subject.rules);
    let mut warnings = Vec::new();
    for (rule, node) in subject.rules.rows() {
        first_sets.is_atomic = subject.rule(rule).modifier.is_atomic();
        let has_gaps = first_sets.blanks.is_some() && !first_sets.is_atomic;
        for (at, item) in node.items().iter().enumerate().take(node.items().len() - 1) {
            let Some((repeated, is_atomic)) = last_repeated(subject.rules, item) else { continue };
            // pest then skips blanks before the next item, but not between the rounds.
            let is_apart = has_gaps && is_atomic;
            let mut row = Row { items: node.items(), at, repeated, is_apart, next: &[] };
            // pest skips blanks before the next item. If the repetition is the first item, pest
            // skips none before its first round. Then the next item may match after blanks, where
            // no round could match.
            let may_skip_before = has_gaps && at == 0 && !is_apart;
            let most = row.round().map_or(0, |round| round.read.len()).min(row.tail().len());
            let is_eaten = (1..=most).any(|count| {
                row.next = &row.tail()[..count];
                row.is_eaten(&mut first_sets, may_skip_before)
                    || !may_skip_before && !is_apart && row.takes_text(subject, &mut first_sets)
            });
            warnings.extend(is_eaten.then(|| warning(subject, rule, node, row)).flatten());
        }
    }
    warnings
}

/// The repetition at the end of `part`: `part` itself, its last item if it is a sequence in
/// brackets, or the end of the rule that it names, and whether this rule says that it is atomic.
fn last_repeated<'s>(rules: &'s Rules, part: &'s Body) -> Option<(&'s Body, bool)> {
    let named = part.name().and_then(|name| rules.rule(name));
    let named = named.filter(|rule| rule.modifier != RuleModifier::NonAtomic);
    let mut last = named.map_or(part, |rule| &rule.body);
    while let BodyKind::Sequence(items) = &last.kind {
        last = items.last()?;
    }
    let is_atomic = named.is_some_and(|rule| rule.modifier.is_atomic());
    matches!(last.kind, BodyKind::Repeat { .. }).then_some((last, is_atomic))
}

/// The items of a sequence, the index of one that ends with a repetition, the repetition, and the
/// items that can never match after it.
#[derive(Clone, Copy)]
struct Row<'s> {
    items: &'s [Body],
    at: usize,
    repeated: &'s Body,
    /// Whether pest skips blanks before the next item, but not between the rounds.
    is_apart: bool,
    next: &'s [Body],
}

/// One round of a repetition.
struct Round<'s> {
    /// The negative lookaheads at the start of the round.
    refused: &'s [Body],
    /// The parts after these lookaheads.
    read: &'s [Body],
    least: u32,
    operator: &'s str,
}

impl<'s> Row<'s> {
    fn round(self) -> Option<Round<'s>> {
        let BodyKind::Repeat { body, least, most: None, operator } = &self.repeated.kind else {
            return None;
        };
        let items = body.items();
        let is_refusal = |it: &Body| matches!(it.kind, BodyKind::Lookahead { positive: false, .. });
        let count = items.iter().take_while(|it| is_refusal(it)).count();
        let (refused, read) = items.split_at(count);
        Some(Round { refused, read, least: *least, operator })
    }

    /// The items after the repetition, or those of the next item if it is optional.
    fn tail(self) -> &'s [Body] {
        match &self.items[self.at + 1].kind {
            BodyKind::Repeat { body, least: 0, .. } => body.items(),
            _ => &self.items[self.at + 1..],
        }
    }

    fn follower(self) -> Body {
        Body::sequence(self.next.iter().cloned())
    }

    /// Whether another round matches wherever the next items could begin.
    fn is_eaten(self, first_sets: &mut FirstSets<'_>, may_skip_before: bool) -> bool {
        let Some(round) = self.round() else { return false };
        // pest's optimizer rewrites `(a ~ b)* ~ a` so that it can match, but not `a* ~ a`.
        if round.read.len() > 1 && round.read[0] == self.follower() {
            return false;
        }
        let read = Body::sequence(round.read.iter().cloned());
        let (taken, mut follower) = (first_sets.of(&read), first_sets.of(&self.next[0]));
        let is_anything = round.refused.is_empty() && taken.always_matches();
        let blanks = first_sets.blanks.as_ref().filter(|_| self.is_apart);
        let is_captured = if let Some(blanks) = blanks {
            // The rounds also have to take the blanks before the next item.
            follower = follower.or(blanks);
            taken.shadows(&follower)
        } else {
            captures(&read, &self.follower(), first_sets)
        };
        if !is_captured || may_skip_before && round.least == 0 && !is_anything {
            return false;
        }
        round.refused.iter().all(|it| {
            let BodyKind::Lookahead { body, .. } = &it.kind else { return false };
            let refused = first_sets.of(body);
            // Two texts are different if neither is a prefix of the other.
            let texts = body.literal().zip(self.next[0].literal());
            let are_different =
                |(one, other): (&str, &str)| !one.starts_with(other) && !other.starts_with(one);
            refused.excludes(&follower) || !self.is_apart && texts.is_some_and(are_different)
        })
    }

    /// Whether the next item is a text that another round matches, whatever comes after it.
    fn takes_text(self, subject: &Subject<'_>, first_sets: &mut FirstSets<'_>) -> bool {
        let ([next], Some(round)) = (self.next, self.round()) else { return false };
        let Some(text) = next.literal() else { return false };
        let read = first_sets.of(&Body::sequence(round.read.iter().cloned()));
        if read.excludes(&first_sets.of(next)) {
            return false;
        }
        let [body] = self.repeated.parts() else { return false };
        // A lookahead for more than one character may depend on more than these.
        let below = subject.rules.reached(body.names().filter_map(|it| subject.rules.index(it)));
        let bodies = below.ones().map(|it| &subject.rule(it).body).chain([body]);
        let is_known = |it: &Body| match &it.kind {
            BodyKind::Lookahead { body, .. } => is_class(body, subject.rules, 0).is_some(),
            _ => true,
        };
        bodies.flat_map(Body::all).all(is_known)
            && MORE.iter().all(|more| {
                let text = [text, more].concat();
                let end = end_of_part(subject.rules, body, first_sets.is_atomic, &text);
                end.is_some_and(|end| end > 0)
            })
    }

    /// Whether one repetition can match both, as the next item directly follows its own repetition.
    fn is_both(self) -> bool {
        self.round().is_some_and(|it| it.refused.is_empty() && it.read == self.next)
            && std::ptr::eq(self.repeated, &raw const self.items[self.at])
    }

    /// The repetition, changed so that it includes the next item, or stops before `stop` or before
    /// its last round.
    fn mended(self, stop: Option<Body>) -> Option<String> {
        let (round, next) = (self.round()?, self.follower());
        if self.is_both() {
            let more = format!("{{{},}}", round.least + 1);
            return Some(next.repeated(if round.least == 0 { "+" } else { &more }).to_string());
        }
        // What a round refuses already, it keeps refusing.
        let once = [round.refused, round.read].concat();
        let body = match (self.others(), stop) {
            (Some(others), _) => {
                // Let the repetition match every occurrence of the next item except the last.
                let others = Body::choice(others);
                let goes_on = Body::sequence([others.clone().repeated("*"), next.clone()]);
                Body::choice([others, Body::sequence([next, Body::lookahead(true, goes_on)])])
            }
            (_, Some(stop)) => {
                // An alternative such as `""` may begin with the text that ends the repetition.
                let end = self.next[0].literal();
                let is_escape = |it: &Body| {
                    let both = it.literal().zip(end);
                    both.is_some_and(|(own, end)| own != end && own.starts_with(end))
                };
                let once = Body::sequence(once);
                let ways = once.alternatives().iter().cloned();
                let (escapes, others): (Vec<Body>, Vec<Body>) = ways.partition(is_escape);
                let rest = Body::sequence([Body::lookahead(false, stop), Body::choice(others)]);
                Body::choice(escapes.into_iter().chain([rest]))
            }
            _ => {
                let once = Body::sequence(once);
                Body::sequence([once.clone(), Body::lookahead(true, once)])
            }
        };
        Some(body.repeated(round.operator).to_string())
    }

    /// The alternatives of a round without the next item; `None` unless a round is a choice that
    /// contains this item.
    fn others(self) -> Option<Vec<Body>> {
        let round = self.round().filter(|it| it.refused.is_empty())?;
        let BodyKind::Choice(ways) = &round.read.first()?.kind else { return None };
        let next = self.follower();
        let others: Vec<Body> = ways.iter().filter(|it| **it != next).cloned().collect();
        (round.read.len() == 1 && others.len() < ways.len()).then_some(others)
    }

    /// A text with as few rounds as possible, but at least one.
    fn rounds(self, subject: &Subject<'_>) -> Option<String> {
        let round = self.round()?;
        let stop = Body::lookahead(false, self.follower());
        let once = Body::sequence([&[stop], round.refused, round.read].concat());
        let once = subject.shortest.text(&once)?;
        let rounds = once.repeat(round.least.clamp(1, MOST_ROUNDS) as usize);
        // If the next item is an alternative of a round, let it occur among the rounds, too.
        let Some(_) = self.others() else { return Some(rounds) };
        Some([&*rounds, &subject.shortest.text(&self.follower())?, &once].concat())
    }

    /// Texts of the sequence, with `rounds` for the repetition, and the ends of the rounds: without
    /// blanks, and with a blank or a newline between the items.
    fn texts(self, subject: &Subject<'_>, rounds: &str) -> Option<Vec<(String, usize)>> {
        let texts = self.items.iter().enumerate().map(|(at, item)| {
            if at != self.at {
                return subject.shortest.text(item);
            }
            let named = item.name().and_then(|name| subject.rules.rule(name));
            let whole = named.map_or(item, |rule| &rule.body);
            Some(subject.shortest.inside(whole, self.repeated)?.0 + rounds)
        });
        let mut texts: Vec<String> = texts.collect::<Option<_>>()?;
        if texts[self.at + 1].is_empty() {
            texts[self.at + 1] = subject.shortest.text(&self.follower())?;
        }
        let (head, tail) = texts.split_at(self.at + 1);
        // Items that match nothing need no blanks around them.
        let joined = |all: &[String], gap: &str| all.iter().filter(|it| !it.is_empty()).join(gap);
        let skips = subject.rules.between().any(|it| subject.matches(it, "\n"));
        let gaps = [Some(String::new()), subject.blank(), skips.then(|| "\n".to_owned())];
        let texts = gaps.into_iter().flatten().unique().map(|gap| {
            let head = joined(head, &gap);
            ([&*head, &gap, &joined(tail, &gap)].concat(), head.len())
        });
        Some(texts.collect())
    }
}

/// Texts that may follow the text of an item.
const MORE: [&str; 5] = ["", "a", "1", "_", " "];

/// The maximum number of rounds in a text.
const MOST_ROUNDS: u32 = 100;

/// A grammar with a rule that has no items after the repetition, and this rule. It shows how much
/// the repetition takes.
fn until_next(
    subject: &Subject<'_>,
    rule: usize,
    all: &Body,
    row: Row<'_>,
) -> Option<(PestGrammar, RuleId)> {
    let [start, end] = [row.items[0].span.start, row.items[row.at].span.end];
    let cut = vec![(end..row.items.last()?.span.end, String::new())];
    subject.alone(rule, all, &cut).map(|it| (it, id(rule))).or_else(|| {
        // pest rejects this if a rule repeats the rule, which may now match nothing.
        let (rules, sign) = (subject.rules, subject.rule(rule).modifier.sign());
        let added =
            format!("\n{} = {sign}{{ {} }}", subject.free_name("until"), &rules.source[start..end]);
        let at_end = rules.source.len()..rules.source.len();
        Some((subject.changed([(at_end, added)])?, id(rules.rules.len())))
    })
}

/// The warning, if a text shows the mistake.
fn warning(subject: &Subject<'_>, rule: usize, all: &Body, row: Row<'_>) -> Found {
    let (rules, next, named) = (subject.rules, row.follower(), row.items[row.at].name());
    let grammar = subject.alone(rule, all, &Vec::new())?;
    let texts = |rounds: &str| row.texts(subject, rounds);
    let read_by = |grammar: &PestGrammar, rounds: &str| {
        texts(rounds)?.into_iter().map(|it| it.0).find(|it| reads_all(grammar, id(rule), it))
    };
    let rounds = row.rounds(subject)?;
    let at_end = rules.source.len()..rules.source.len();
    let (until, by) = until_next(subject, rule, all, row)?;
    let (refused, head) = texts(&rounds)?.into_iter().find(|(it, head)| {
        !reads_all(&grammar, id(rule), it) && matched(&until, by, it) > Some(*head)
    })?;
    let place = row.next.first()?.span.start..row.next.last()?.span.end;
    let [repeated, follower] = [&row.repeated.span, &place].map(|it| rules.slice(it));
    let end = if row.is_both() { place.end } else { row.repeated.span.end };
    let once = Body::sequence(row.round()?.read.iter().cloned());
    let word = ended_before(subject, &next, &once);
    // One item alone may also be the start of a round that has to match. At the end of the text,
    // rounds may match the same text before: `("a" | "b")* ~ "abb" ~ EOI`.
    let is_last = row.tail().get(1).is_some_and(|it| it.name() == Some("EOI"))
        && is_class(&once, rules, 0).is_some();
    let whole = Body::sequence(row.tail().iter().cloned());
    let stop = if row.next.len() > 1 || is_last { whole } else { next };
    let plain = [Some(stop), None].map(|it| (it, Vec::new(), Vec::new()));
    // A rule that is used in other places as well keeps its repetition.
    let users = rules.rules.iter().flat_map(|it| it.body.names());
    let shared = named.filter(|name| users.filter(|it| it == name).count() > 1);
    let word = word.map(|(stop, longer)| (Some(stop.part), stop.added, longer));
    // If blanks may be inside a token, the token takes the next one, too, and only an atomic
    // rule helps.
    let is_spaced = subject.shortest.spaced.binary_search(&rule).is_ok();
    let taker = named.filter(|_| is_spaced && !row.is_apart).and_then(|name| rules.index(name));
    let token = taker.and_then(|it| as_token(subject, it, row));
    let in_token = token.as_ref().and_then(|(mend, advice)| {
        let text = read_by(&subject.alone(rule, all, mend)?, &rounds)?;
        subject.lost(&subject.changed(mend.clone())?, "").is_none().then_some(())?;
        Some((text, format!("`{}` is a token: {advice}", named?), mend.clone()))
    });
    let mut stops = word.into_iter().chain(plain).filter(|_| token.is_none());
    let stopped = stops.find_map(|(stop, added, longer)| {
        let is_last = stop.is_none() || row.others().is_some();
        let repetition = row.mended(stop)?;
        let mut mend = vec![(row.repeated.span.start..end, repetition.clone())];
        let mut advised = repetition.clone();
        if let Some(shared) = shared {
            let name = subject.free_name(&format!("{shared}_of_{}", subject.rule(rule).name));
            let (whole, part) = (&rules.rule(shared)?.span, &row.repeated.span);
            let [before, after] = [whole.start + shared.len()..part.start, part.end..whole.end];
            let [before, after] = [before, after].map(|it| rules.slice(&it));
            advised = [&*name, before, &*repetition, after].concat();
            let place = row.items[row.at].span.clone();
            mend = vec![(place, name), (at_end.clone(), format!("\n{advised}\n"))];
        }
        mend.extend(added.iter().cloned());
        let grammar = subject.alone(rule, all, &mend)?;
        let mended = subject.changed(mend.clone())?;
        subject.all_lost(&mended).next().is_none().then_some(())?;
        if row.next.len() > 1 {
            // A round that can match these items may also come before them.
            let after = subject.shortest.text(&row.follower())?;
            let is_lost = |rounds: String| {
                let reaches = |(it, end): (String, _)| matched(&until, by, &it) >= Some(end);
                let are_rounds = texts(&rounds).is_some_and(|it| it.into_iter().any(reaches));
                are_rounds && read_by(&grammar, &rounds).is_none()
            };
            (1..=2).all(|count| !is_lost(after.repeat(count))).then_some(())?;
        }
        let how = match is_last {
            _ if row.is_both() => "combine the two",
            true => "make the repetition leave out the last one",
            false => "make the repetition stop before it",
        };
        let apart = if shared.is_some() { ", in a rule of its own" } else { "" };
        let mut advice = format!("{how}{apart}: `{advised}`");
        if !longer.is_empty() {
            let longer = longer.iter().find(|it| read_by(&grammar, it).is_some())?;
            advice = format!("{advice}{}, and `{longer}` still parses", with_rule(&added));
        }
        Some((read_by(&grammar, &rounds)?, advice, mend))
    });
    let (text, advice, mend) = in_token.or(stopped).unwrap_or_else(|| {
        let pairs = until.parse(by, &refused).into_iter().flat_map(Pairs::flatten);
        let inner = pairs.filter(|it| it.as_rule() != by && it.as_span().start() <= head);
        let last = inner.filter(|it| head < it.as_span().end()).last();
        let taker = last.map_or(repeated, |it| until.name(it.as_rule()));
        let advice = format!(
            "`{taker}` takes `{follower}` and has to leave it for this part: no change that was \
             tried is enough"
        );
        (refused, advice, Vec::new())
    });
    let of_rule = named.map_or(String::new(), |name| format!(" of `{name}`"));
    // The start rule may accept the text in another way, and so may the rule.
    let how = match [subject.start, rule].map(|it| subject.matches(it, &text)) {
        [_, true] => "only matched without it".to_owned(),
        [true, _] => format!("rejected by `{}`", subject.rule(rule).name),
        _ => "rejected".to_owned(),
    };
    let message = format!(
        "this can never match: `{repeated}`{of_rule} also matches wherever `{follower}` could begin, so \
         `{}` is {how}",
        shown(&text)
    );
    Some(finding(message, place, advice).with_mend(mend))
}

/// The change that makes a rule a token, and the advice, if the rule repeats characters.
fn as_token(subject: &Subject<'_>, rule: usize, row: Row<'_>) -> Option<(Changes, String)> {
    let known = falls_apart::warning(subject, rule, &Shortest::new(subject.rules));
    let mut read = row.round()?.read.iter();
    let is_characters = read.all(|it| is_class(it, subject.rules, 0).is_some());
    let (mend, put) = subject.with_modifier(rule, subject.atomic_sign(rule));
    let own = is_characters.then(|| (mend, format!("{put}, so that it skips no blanks")));
    known.map(|it| (it.mend, it.advice)).or(own)
}

/// Warns about reversed ranges such as `{5,2}`. pest expands a repetition to as many rounds as its
/// second number says, and requires as many of these as its first number says. So the second number
/// acts as both bounds.
pub(super) fn upside_down(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for node in subject.rules.rules.iter().flat_map(|rule| rule.body.all()) {
        let BodyKind::Repeat { least, most: Some(most), operator, .. } = &node.kind else {
            continue;
        };
        if most < least {
            let message = format!(
                "the first number of `{operator}` is larger than the second: pest reads it as `{{{most}}}`"
            );
            let place = node.span.end - operator.len()..node.span.end;
            let advice = format!("write `{{{most}}}` for that, or `{{{most},{least}}}`");
            let mend = vec![(place.clone(), format!("{{{most},{least}}}"))];
            warnings.push(finding(message, place, advice).with_mend(subject.accepted(mend)));
        }
    }
    warnings
}
