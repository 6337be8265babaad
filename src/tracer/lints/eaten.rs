//! Items that can never match after a repetition, because it consumes everything with which they
//! could begin: `ANY* ~ "x"` never matches, because a repetition never gives back a round.

use itertools::Itertools;
use pest::iterators::Pairs;

use super::falls_apart::{self, is_class};
use super::first_set::FirstSets;
use super::keywords::{ended_before, with_rule};
use super::shortest::Shortest;
use super::subject::{Changes, Subject, end_of_part, id, matched, reads_all, shown};
use super::unreachable::captures;
use super::{Found, finding};
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;
use crate::tracer::{PestGrammar, RuleId};

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
            let eaten = is_eaten.then(|| Eaten::find(subject, rule, node, row)).flatten();
            warnings.extend(eaten.and_then(|it| it.warning()));
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
        self.optional().unwrap_or(&self.items[self.at + 1..])
    }

    /// The items of the next item if it is optional.
    fn optional(self) -> Option<&'s [Body]> {
        match &self.items[self.at + 1].kind {
            BodyKind::Repeat { body, least: 0, .. } => Some(body.items()),
            _ => None,
        }
    }

    /// Where the repetition may stop before an optional item, or before an item after it.
    fn stops(self) -> Vec<Body> {
        let after = &self.items[self.at + 1..];
        let needed =
            after.iter().position(|it| !matches!(it.kind, BodyKind::Repeat { least: 0, .. }));
        let Some(needed) = needed.filter(|it| *it > 0) else { return Vec::new() };
        let all = Body::sequence(after[..=needed].iter().cloned());
        vec![Body::choice([self.follower(), after[needed].clone()]), all]
    }

    /// The rule that the item with the repetition names.
    fn name(&self) -> Option<&'s str> {
        self.items[self.at].name()
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
        // A lookahead for more than one character may depend on what comes after the text.
        let goes_beyond = |sign: &str| {
            let mut ends = text.char_indices().map(|(at, _)| &text[at..]);
            ends.any(|end| sign.len() > end.len() && sign.starts_with(end))
        };
        let below = subject.rules.reached(body.names().filter_map(|it| subject.rules.index(it)));
        let bodies = below.ones().map(|it| &subject.rule(it).body).chain([body]);
        let is_known = |it: &Body| match &it.kind {
            BodyKind::Lookahead { body, .. } => {
                is_class(body, subject.rules).is_some()
                    || body.literal().is_some_and(|sign| !goes_beyond(sign))
            }
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
    /// blanks, and with a blank or a newline between the items. `has_next` says whether the next
    /// items are in it even if they are optional.
    fn texts(
        self,
        subject: &Subject<'_>,
        rounds: &str,
        has_next: bool,
    ) -> Option<Vec<(String, usize)>> {
        let texts = self.items.iter().enumerate().map(|(at, item)| {
            if at != self.at {
                return subject.shortest.text(item);
            }
            let named = item.name().and_then(|name| subject.rules.rule(name));
            let whole = named.map_or(item, |rule| &rule.body);
            Some(subject.shortest.inside(whole, self.repeated)?.0 + rounds)
        });
        let mut texts: Vec<String> = texts.collect::<Option<_>>()?;
        if texts[self.at + 1].is_empty() && has_next {
            let next = self.optional().unwrap_or(self.next);
            texts[self.at + 1] = subject.shortest.text(&Body::sequence(next.iter().cloned()))?;
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
        let added = format!(
            "\n{} = {sign}{{ {} }}",
            subject.rules.free_name("until"),
            &rules.source[start..end]
        );
        let at_end = rules.source.len()..rules.source.len();
        Some((subject.changed([(at_end, added)])?, id(rules.rules.len())))
    })
}

/// A row whose next items never match, and a text that shows it.
struct Eaten<'s, 'g> {
    subject: &'s Subject<'g>,
    /// The rule that has the row.
    rule: usize,
    /// The sequence with the row.
    all: &'s Body,
    row: Row<'s>,
    /// The text of the rounds.
    rounds: String,
    /// A grammar with a rule that ends after the repetition, and this rule.
    until: PestGrammar,
    by: RuleId,
    /// The text, which the rule rejects, and the byte at which its rounds end.
    refused: String,
    head: usize,
}

/// A change, with the advice to make it and a text that the rule then matches.
struct Fix {
    text: String,
    advice: String,
    mend: Changes,
}

/// Where a repetition should stop: before an item, or before its last round if this is `None`.
struct Stop {
    before: Option<Body>,
    /// Another change that the item needs, such as a rule of its own.
    added: Changes,
    /// Longer words, which should still parse.
    longer: Vec<String>,
}

impl<'s, 'g> Eaten<'s, 'g> {
    /// Returns `None` if no text shows the mistake.
    fn find(subject: &'s Subject<'g>, rule: usize, all: &'s Body, row: Row<'s>) -> Option<Self> {
        let grammar = subject.alone(rule, all, &Vec::new())?;
        let rounds = row.rounds(subject)?;
        let (until, by) = until_next(subject, rule, all, row)?;
        let mut texts = row.texts(subject, &rounds, true)?.into_iter();
        let (refused, head) = texts.find(|(it, head)| {
            !reads_all(&grammar, id(rule), it) && matched(&until, by, it) > Some(*head)
        })?;
        Some(Self { subject, rule, all, row, rounds, until, by, refused, head })
    }

    fn warning(&self) -> Found {
        let Self { subject, rule, row, .. } = self;
        let rules = subject.rules;
        let place = row.next.first()?.span.start..row.next.last()?.span.end;
        let [repeated, follower] = [&row.repeated.span, &place].map(|it| rules.slice(it));
        let token = self.token();
        let mut stops = self.stops().into_iter().filter(|_| token.is_none());
        let in_token = token.as_ref().and_then(|it| self.as_token(it));
        let stopped = in_token.or_else(|| stops.find_map(|it| self.stopped(it)));
        let Fix { text, advice, mend } = stopped.unwrap_or_else(|| self.unmended(follower));
        let of_rule = row.name().map_or(String::new(), |name| format!(" of `{name}`"));
        // The start rule may accept the text in another way, and so may the rule.
        let how = match [subject.start, *rule].map(|it| subject.matches(it, &text)) {
            [_, true] => "only matched without it".to_owned(),
            [true, _] => format!("rejected by `{}`", subject.rule(*rule).name),
            _ => "rejected".to_owned(),
        };
        let message = format!(
            "this can never match: `{repeated}`{of_rule} also matches wherever `{follower}` could \
             begin, so `{}` is {how}",
            shown(&text)
        );
        Some(finding(message, place, advice).with_mend(mend))
    }

    /// A text with these rounds that the changed grammar accepts.
    fn read_by(&self, grammar: &PestGrammar, rounds: &str) -> Option<String> {
        let mut texts = self.row.texts(self.subject, rounds, true)?.into_iter().map(|it| it.0);
        texts.find(|it| reads_all(grammar, id(self.rule), it))
    }

    /// The change that makes the repeated rule a token, and the advice. If blanks may be inside a
    /// token, the token takes the next one, too, and only an atomic rule helps.
    fn token(&self) -> Option<(Changes, String)> {
        let Self { subject, rule, row, .. } = self;
        let is_spaced = subject.shortest.spaced.binary_search(rule).is_ok();
        let taker = row.name().filter(|_| is_spaced && !row.is_apart)?;
        as_token(subject, subject.rules.index(taker)?, *row)
    }

    fn as_token(&self, (mend, advice): &(Changes, String)) -> Option<Fix> {
        let Self { subject, rule, all, .. } = self;
        let text = self.read_by(&subject.alone(*rule, all, mend)?, &self.rounds)?;
        subject.lost(&subject.changed(mend.clone())?, "").is_none().then_some(())?;
        let advice = format!("`{}` is a token: {advice}", self.row.name()?);
        Some(Fix { text, advice, mend: mend.clone() })
    }

    /// Where the repetition may stop, the best first.
    fn stops(&self) -> Vec<Stop> {
        let Self { subject, row, .. } = self;
        let Some(round) = row.round() else { return Vec::new() };
        let (next, once) = (row.follower(), Body::sequence(round.read.iter().cloned()));
        let word = ended_before(subject, &next, &once).map(|(stop, longer)| Stop {
            before: Some(stop.part),
            added: stop.added,
            longer,
        });
        // One item alone may also be the start of a round that has to match. At the end of the
        // text, rounds may match the same text before: `("a" | "b")* ~ "abb" ~ EOI`.
        let is_last = row.tail().get(1).is_some_and(|it| it.name() == Some("EOI"))
            && is_class(&once, subject.rules).is_some();
        let whole = Body::sequence(row.tail().iter().cloned());
        let stop = if row.next.len() > 1 || is_last { whole } else { next };
        let plain = [stop].into_iter().chain(row.stops()).map(Some).chain([None]);
        let plain = plain.map(|before| Stop { before, added: Vec::new(), longer: Vec::new() });
        word.into_iter().chain(plain).collect()
    }

    /// The change that makes the repetition stop there, unless texts get lost.
    fn stopped(&self, Stop { before, added, longer }: Stop) -> Option<Fix> {
        let Self { subject, rule, all, row, .. } = self;
        let how = match before.is_none() || row.others().is_some() {
            _ if row.is_both() => "combine the two",
            true => "make the repetition leave out the last one",
            false => "make the repetition stop before it",
        };
        let (mut mend, mut advice) = self.change(&row.mended(before)?, how)?;
        mend.extend(added.iter().cloned());
        let grammar = subject.alone(*rule, all, &mend)?;
        let mended = subject.changed(mend.clone())?;
        let is_kept = subject.all_lost(&mended).next().is_none()
            && (row.optional().is_none()
                || row.is_both()
                || self.keeps_optional(&mend, &grammar)?)
            && (row.next.len() == 1 || self.keeps_rounds(&grammar)?);
        is_kept.then_some(())?;
        if !longer.is_empty() {
            let longer = longer.iter().find(|it| self.read_by(&grammar, it).is_some())?;
            advice = format!("{advice}{}, and `{longer}` still parses", with_rule(&added));
        }
        Some(Fix { text: self.read_by(&grammar, &self.rounds)?, advice, mend })
    }

    /// The change that puts `repetition` in place of the old one, and the advice.
    fn change(&self, repetition: &str, how: &str) -> Option<(Changes, String)> {
        let Self { subject, row, .. } = self;
        let (rules, part) = (subject.rules, &row.repeated.span);
        // A rule that is used in other places as well keeps its repetition.
        let users = rules.rules.iter().flat_map(|it| it.body.names());
        let Some(shared) = row.name().filter(|name| users.filter(|it| it == name).count() > 1)
        else {
            let end = if row.is_both() { row.next.last()?.span.end } else { part.end };
            let mend = vec![(part.start..end, repetition.to_owned())];
            return Some((mend, format!("{how}: `{repetition}`")));
        };
        let name =
            subject.rules.free_name(&format!("{shared}_of_{}", subject.rule(self.rule).name));
        let whole = &rules.rule(shared)?.span;
        let [before, after] = [whole.start + shared.len()..part.start, part.end..whole.end];
        let [before, after] = [before, after].map(|it| rules.slice(&it));
        let advised = [&*name, before, repetition, after].concat();
        let (place, end) = (row.items[row.at].span.clone(), rules.source.len());
        let mend = vec![(place, name), (end..end, format!("\n{advised}\n"))];
        Some((mend, format!("{how}, in a rule of its own: `{advised}`")))
    }

    /// Whether the optional items match after the change, and what comes after them without them.
    fn keeps_optional(&self, mend: &Changes, grammar: &PestGrammar) -> Option<bool> {
        let Self { subject, rule, all, row, .. } = self;
        let needed = format!("({})", Body::sequence(row.tail().to_vec()));
        let mut mend = mend.clone();
        mend.push((row.items[row.at + 1].span.clone(), needed));
        let has_next = self.read_by(&subject.alone(*rule, all, &mend)?, &self.rounds).is_some();
        let without = row.texts(subject, &self.rounds, false)?;
        Some(has_next && without.iter().any(|it| reads_all(grammar, id(*rule), &it.0)))
    }

    /// Whether rounds that look like the next items may still come before them.
    fn keeps_rounds(&self, grammar: &PestGrammar) -> Option<bool> {
        let after = self.subject.shortest.text(&self.row.follower())?;
        let is_lost = |rounds: String| {
            let reaches = |(it, end): (String, _)| matched(&self.until, self.by, &it) >= Some(end);
            let texts = self.row.texts(self.subject, &rounds, true);
            let are_rounds = texts.is_some_and(|it| it.into_iter().any(reaches));
            are_rounds && self.read_by(grammar, &rounds).is_none()
        };
        Some((1..=2).all(|count| !is_lost(after.repeat(count))))
    }

    /// The advice if no change helps: it names the innermost rule that takes the text.
    fn unmended(&self, follower: &str) -> Fix {
        let pairs = self.until.parse(self.by, &self.refused).into_iter().flat_map(Pairs::flatten);
        let inner = pairs.filter(|it| it.as_rule() != self.by);
        let around = |place: pest::Span<'_>| place.start() <= self.head && self.head < place.end();
        let taker = inner.filter(|it| around(it.as_span())).last();
        let repeated = self.subject.rules.slice(&self.row.repeated.span);
        let taker = taker.map_or(repeated, |it| self.until.name(it.as_rule()));
        let advice = format!(
            "`{taker}` takes `{follower}` and has to leave it for this part: no change that was \
             tried is enough"
        );
        Fix { text: self.refused.clone(), advice, mend: Vec::new() }
    }
}

/// The change that makes a rule a token, and the advice, if the rule repeats characters.
fn as_token(subject: &Subject<'_>, rule: usize, row: Row<'_>) -> Option<(Changes, String)> {
    let known = falls_apart::warning(subject, rule, &Shortest::new(subject.rules));
    let mut read = row.round()?.read.iter();
    let is_characters = read.all(|it| is_class(it, subject.rules).is_some());
    let (mend, put) = subject.with_modifier(rule, subject.atomic_sign(rule));
    let own = is_characters.then(|| (mend, format!("{put}, so that it skips no blanks")));
    known.map(|it| (it.mend, it.advice)).or(own)
}
