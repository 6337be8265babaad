//! Alternatives of a grammar that are unreachable.
//!
//! Choices in pest, as in any parsing expression grammar (Ford 2004), are ordered: after one
//! alternative matches, the parser tries no later one. So an alternative is unreachable if an
//! earlier one matches a prefix of everything that it matches. This is called prefix capture.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use super::falls_apart::is_class;
use super::first_set::{FirstSet, FirstSets};
use super::keywords::{Stop, is_texts};
use super::rereading::is_exponential;
use super::shortest::{Occurrence, Shortest};
use super::subject::{Changes, MORE, Subject, end_of_part, id, reads_all, shown};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::check::accepted;
use crate::tracer::error::{GrammarError, GrammarErrorKind};
use crate::tracer::patience::is_wanted;
use crate::tracer::rules::Rules;
use crate::tracer::terminal::Terminal;

/// Finds the alternatives that an earlier one captures. The earlier one is equal to the later one,
/// or is the beginning of it where both skip blanks or neither does, or has the same beginning and
/// then matches at every character with which the later one could continue.
pub(crate) fn unreachable_alternatives(grammar: &PestGrammar) -> Vec<GrammarError> {
    let rules = &grammar.written;
    let mut pairs = captured(rules);
    pairs.sort_by_key(|pair| pair.later.span.start);
    let (shortest, count) = (OnceCell::new(), pairs.len());
    let mut trials = Trials { grammar, shortest, count, left: MOST_READ };
    let warnings = pairs.iter().take(crate::tracer::limits::MOST_ERRORS).map(|pair| {
        let captured = "and matches a prefix of everything that it would match (prefix capture)";
        let why = if pair.is_same { "and is the same" } else { captured };
        let earlier = rules.slice(&pair.earlier.span);
        let is_plain = [pair.earlier, pair.later].iter().all(|it| it.literal().is_some());
        let text = if pair.is_same { None } else { trials.own_text(pair) };
        let end =
            text.as_ref().filter(|_| !is_plain).and_then(|it| trials.end(pair, pair.earlier, it));
        let taken = match text.as_deref().zip(end.filter(|end| *end > 0)) {
            Some((text, end)) if end == text.len() => {
                format!(": it matches all of `{}`", shown(text))
            }
            Some((text, end)) => {
                format!(": on `{}` it matches `{}`", shown(text), shown(&text[..end]))
            }
            None => String::new(),
        };
        let message =
            format!("this alternative is unreachable: `{earlier}` comes first {why}{taken}");
        let (advice, mend) = trials.advice(pair, text.is_some());
        // The warnings of a grammar have this finding, too, without the lints.
        let kind = GrammarErrorKind::Lint("unreachable");
        GrammarError::new(kind, message, pair.later.span.clone(), advice).with_mend(mend)
    });
    warnings.collect()
}

/// The unreachable alternatives, each with the first alternative that captures it.
fn captured(rules: &Rules) -> Vec<Pair<'_>> {
    let mut first_sets = FirstSets::new(rules);
    let mut pairs = Vec::new();
    for (rule, node) in rules.parts() {
        let BodyKind::Choice(nodes) = &node.kind else { continue };
        let modifier = rules.rules[rule].modifier;
        let known = of_itself(modifier);
        first_sets.is_atomic = modifier.is_atomic();
        let alternatives: Vec<Alternative<'_>> =
            nodes.iter().map(|it| Alternative::new(it, known, &mut first_sets)).collect();
        // A grammar may have thousands of texts as alternatives, and texts of any length: look up
        // in a map what a text begins with, up to the lengths in the map.
        let (mut texts, mut lengths) = (HashMap::new(), BTreeSet::new());
        let mut others = Vec::new();
        for (index, later) in alternatives.iter().enumerate() {
            // Each is compared with all before it.
            if !is_wanted() {
                return pairs;
            }
            let begun = later.begins_with().and_then(|text| {
                let ends = lengths.range(..=text.len()).filter_map(|&end| text.get(..end));
                ends.filter_map(|start| texts.get(start).copied()).min()
            });
            let other = others.iter().copied().find(|&it: &usize| alternatives[it].shadows(later));
            if let Some(text) = later.only_text() {
                texts.entry(text).or_insert(index);
                lengths.insert(text.len());
            } else {
                others.push(index);
            }
            let Some(at) = begun.into_iter().chain(other).min() else { continue };
            let earlier = &alternatives[at];
            pairs.push(Pair {
                rule,
                earlier: earlier.node,
                later: later.node,
                before: &nodes[..index],
                passed: &nodes[at..index],
                is_same: are_alike(&earlier.terms, &later.terms),
                is_mutual: later.shadows(earlier),
            });
        }
    }
    pairs
}

/// Whether `earlier` matches a prefix of everything that `later` matches.
pub(super) fn captures(earlier: &Body, later: &Body, first_sets: &mut FirstSets<'_>) -> bool {
    let [earlier, later] = [earlier, later].map(|it| Alternative::new(it, None, first_sets));
    earlier.shadows(&later)
}

/// The items of a sequence with their FIRST sets. A rule that is only a text counts as that text.
type Terms<'s> = Vec<(&'s Body, FirstSet)>;

/// One alternative of a choice.
struct Alternative<'s> {
    node: &'s Body,
    first_set: FirstSet,
    terms: Terms<'s>,
    /// Whether pest skips no blanks between the items; `None` if this depends on the caller.
    /// `inner` has this answer for the rule that the alternative names, together with the items of
    /// that rule's body.
    is_atomic: Option<bool>,
    /// Whether the alternative names a rule that matches the same in every context, because it says
    /// itself whether it is atomic.
    is_fixed: bool,
    inner: (Option<bool>, Terms<'s>),
}

/// Whether a rule is atomic, if it says so itself; `None` if its caller decides.
fn of_itself(modifier: RuleModifier) -> Option<bool> {
    (!matches!(modifier, RuleModifier::Normal | RuleModifier::Silent)).then(|| modifier.is_atomic())
}

impl<'s> Alternative<'s> {
    fn new<'r: 's>(node: &'s Body, known: Option<bool>, sets: &mut FirstSets<'r>) -> Self {
        let (rules, around) = (sets.rules, sets.is_atomic);
        let terms = |node: &'s Body, sets: &mut FirstSets<'_>| {
            let terms = node.items().iter().map(|item| {
                let named = item.name().and_then(|name| Some(&rules.rule(name)?.body));
                let set = sets.of(item);
                // pest may skip blanks before it looks ahead.
                let is_lookahead = matches!(item.kind, BodyKind::Lookahead { .. });
                let set = if is_lookahead { sets.or_blanks(set) } else { set };
                (named.filter(|body| body.literal().is_some()).unwrap_or(item), set)
            });
            terms.collect::<Vec<_>>()
        };
        let (first_set, own) = (sets.of(node), terms(node, sets));
        let named = node.name().and_then(|name| rules.rule(name));
        let is_fixed = named.is_some_and(|it| of_itself(it.modifier).is_some());
        let (mut inner, mut inner_known) = (node, known);
        for _ in 0..DEEPEST {
            let Some(rule) = inner.name().and_then(|name| rules.rule(name)) else { break };
            sets.is_atomic = rule.modifier.is_atomic_in(sets.is_atomic);
            inner_known = of_itself(rule.modifier).or(inner_known);
            inner = &rule.body;
        }
        let inner = (inner_known, terms(inner, sets));
        sets.is_atomic = around;
        Self { node, first_set, terms: own, is_atomic: known, is_fixed, inner }
    }

    /// The text that the alternative begins with.
    fn begins_with(&self) -> Option<&'s str> {
        self.terms.first()?.0.literal()
    }

    /// The text with which the alternative begins, if it has several characters and no item after
    /// it can fail. Then the alternative captures every text that begins with it, and no other
    /// text.
    fn only_text(&self) -> Option<&'s str> {
        let is_all = self.terms.iter().skip(1).all(|(_, first_set)| first_set.non_failing);
        self.begins_with().filter(|text| is_all && text.chars().nth(1).is_some())
    }

    /// The items as written, and those of the rule that the alternative names.
    fn rows(&self) -> [(Option<bool>, &Terms<'s>); 2] {
        [(self.is_atomic, &self.terms), (self.inner.0, &self.inner.1)]
    }

    fn shadows(&self, later: &Self) -> bool {
        self.first_set.shadows(&later.first_set)
            || self.rows().iter().zip([self.is_fixed, false]).any(|((is_atomic, one), is_fixed)| {
                let others = later.rows();
                // A text has no blanks inside.
                let is_text = |it: &Terms<'_>| it.len() == 1 && it[0].0.literal().is_some();
                let mut others =
                    others.iter().filter(|it| is_fixed || it.0 == *is_atomic || is_text(it.1));
                others.any(|(_, other)| shadows(one, other))
            })
    }
}

/// Whether the items `earlier` match wherever the items `later` could.
fn shadows(earlier: &[(&Body, FirstSet)], later: &[(&Body, FirstSet)]) -> bool {
    // Items at the end that never fail do not matter.
    let end = earlier.iter().rposition(|(_, first_set)| !first_set.non_failing);
    let decisive = &earlier[..end.map_or(0, |end| end + 1)];
    let Some(((last, first_set), before)) = decisive.split_last() else { return false };
    if matches!(last.kind, BodyKind::Lookahead { .. }) && looks_into(before, first_set, later) {
        return true;
    }
    let Some((same, rest)) = later.split_at_checked(before.len()) else { return false };
    let Some((then, later_set)) = rest.first() else { return false };
    let begins_so = match (&last.kind, &then.kind) {
        (
            BodyKind::Terminal(Terminal::Insensitive(short)),
            BodyKind::Terminal(Terminal::Insensitive(long) | Terminal::Literal(long)),
        ) => long.to_ascii_lowercase().starts_with(&short.to_ascii_lowercase()),
        // Where `then` matches, there are enough rounds for `last`.
        (BodyKind::Repeat { body: one, .. }, BodyKind::Repeat { body: other, .. }) => {
            one == other && last.least_rounds() <= then.least_rounds()
        }
        _ => match (last.literal(), then.literal()) {
            (Some(short), Some(long)) => long.starts_with(short),
            _ => last == then,
        },
    };
    are_alike(same, before) && (begins_so || first_set.shadows(later_set))
}

/// Whether `later` has a longer text where `before` ends with a text, and a lookahead with the set
/// `first_set` holds after the shorter one: `"a" ~ !"b"` captures `"ac"`.
fn looks_into(
    before: &[(&Body, FirstSet)],
    first_set: &FirstSet,
    later: &[(&Body, FirstSet)],
) -> bool {
    let Some(((short, _), before)) = before.split_last() else { return false };
    let Some((same, [(long, _), ..])) = later.split_at_checked(before.len()) else { return false };
    let rest = short.literal().zip(long.literal());
    let rest = rest.and_then(|(short, long)| long.strip_prefix(short));
    are_alike(same, before) && rest.is_some_and(|it| first_set.shadows(&FirstSet::of_text(it)))
}

fn are_alike(one: &[(&Body, FirstSet)], other: &[(&Body, FirstSet)]) -> bool {
    one.iter().map(|(body, _)| body).eq(other.iter().map(|(body, _)| body))
}

/// The maximum number of bytes of changed grammars to parse and to try on texts. It is small, because
/// this check runs each time that a grammar is read.
const MOST_READ: usize = 1 << 17;

/// The maximum number of parts of a rule to search for texts.
const MOST_PARTS: usize = 20;

/// The advice if nothing could be tried.
const UNTRIED: &str = "check whether it can come before that one";

/// The advice if each of two alternatives would capture the other.
const MUTUAL: &str = "leave one of the two out, or let the first one require more: each matches \
                      the beginning of what the other one matches";

/// Tries fixes for unreachable alternatives.
struct Trials<'s> {
    grammar: &'s PestGrammar,
    /// The shortest texts of the grammar's parts, computed when needed.
    shortest: OnceCell<Shortest<'s>>,
    /// The number of unreachable alternatives.
    count: usize,
    /// The number of bytes of changed grammars that may still be parsed.
    left: usize,
}

/// Two alternatives of a choice, of which the earlier one captures the later one.
struct Pair<'s> {
    /// The index of the rule that has the choice.
    rule: usize,
    earlier: &'s Body,
    later: &'s Body,
    /// The alternatives before the later one.
    before: &'s [Body],
    /// The earlier one, and the alternatives between the two.
    passed: &'s [Body],
    /// Whether the two are equal.
    is_same: bool,
    /// Whether the later one, put first, would capture the earlier one, too.
    is_mutual: bool,
}

impl<'s> Trials<'s> {
    /// The advice, and the edits if a fix was found. A fix has been tried on texts that the rule
    /// matches now. `has_text` says whether the later alternative is known to match a text.
    fn advice(&mut self, pair: &Pair<'s>, has_text: bool) -> (String, Changes) {
        type Trial<'t, 's> = fn(&mut Trials<'t>, &Pair<'s>) -> Option<(String, Changes)>;
        let rules = &self.grammar.written;
        let classes = [pair.earlier, pair.later].map(|it| is_class(it, rules));
        // A character of the class before it makes no pair of its own.
        let is_held = pair.later.name().is_none() && classes == [Some(true), Some(false)];
        let (tried, otherwise): (Trial<'s, 's>, _) = match (pair.is_same || is_held, pair.is_mutual)
        {
            (true, _) => (Self::left_out, "leave it out"),
            (_, true) => (Self::asked_for_more, MUTUAL),
            // Moving an alternative that matches nothing itself does not help.
            _ if !has_text => (|_, _| None, UNTRIED),
            _ => (Self::tried, UNTRIED),
        };
        let tried = (self.left >= rules.source.len()).then(|| tried(self, pair)).flatten();
        // A change that makes the work exponential is not a fix.
        let is_slow = |grammar: &PestGrammar| is_exponential(grammar, id(pair.rule));
        let tried = tried.filter(|(_, changes)| {
            let changed = accepted(&rules.changed(changes.iter().cloned()));
            changed.is_some_and(|changed| !is_slow(&changed) || is_slow(self.grammar))
        });
        tried.unwrap_or_else(|| (otherwise.to_owned(), Vec::new()))
    }

    /// The changed grammar, if pest accepts it and it has fewer unreachable alternatives.
    fn changed(&mut self, changes: &Changes) -> Option<PestGrammar> {
        let rules = &self.grammar.written;
        self.left = self.left.checked_sub(rules.source.len())?;
        let mended = accepted(&rules.changed(changes.iter().cloned()))?;
        (captured(&mended.written).len() < self.count).then_some(mended)
    }

    /// Removes the later alternative, which matches nothing that the earlier one does not match.
    fn left_out(&mut self, pair: &Pair<'s>) -> Option<(String, Changes)> {
        let last = pair.before.last().expect("the earlier alternative is before it");
        let changes = vec![(last.span.end..pair.later.span.end, String::new())];
        self.changed(&changes)?;
        Some(("leave it out".to_owned(), changes))
    }

    /// A short text that the later alternative matches in full.
    fn own_text(&mut self, pair: &Pair<'s>) -> Option<String> {
        if let Some(text) = pair.later.literal() {
            return Some(text.to_owned());
        }
        let rules = &self.grammar.written;
        let text = self.shortest.get_or_init(|| Shortest::new(rules)).text(pair.later)?;
        let mut texts = [""].into_iter().chain(MORE).map(|more| format!("{text}{more}"));
        texts.find(|it| self.end(pair, pair.later, it) == Some(it.len()))
    }

    /// The end of the match of one of the two alternatives at the start of `text`.
    fn end(&mut self, pair: &Pair<'s>, part: &Body, text: &str) -> Option<usize> {
        let rules = &self.grammar.written;
        self.left = self.left.checked_sub(rules.source.len())?;
        end_of_part(rules, part, rules.rules[pair.rule].modifier.is_atomic(), text)
    }

    /// Makes the optional end of one of the two alternatives mandatory, and puts that alternative
    /// first.
    fn asked_for_more(&mut self, pair: &Pair<'s>) -> Option<(String, Changes)> {
        [pair.earlier, pair.later].into_iter().find_map(|it| self.one_asked_for_more(pair, it))
    }

    fn one_asked_for_more(&mut self, pair: &Pair<'s>, one: &'s Body) -> Option<(String, Changes)> {
        let rules = &self.grammar.written;
        let body = match one.name() {
            Some(name) => {
                let mut users = rules.rules.iter().flat_map(|it| it.body.names());
                (users.by_ref().filter(|it| *it == name).count() == 1).then_some(())?;
                &rules.rule(name)?.body
            }
            None => one,
        };
        let [before @ .., last] = body.items() else { return None };
        let BodyKind::Repeat { body: tail, least: 0, most, .. } = &last.kind else { return None };
        let tail = rules.slice(&tail.span);
        let advised = if *most == Some(1) { tail.to_owned() } else { format!("{tail}+") };
        let mut changes = vec![(last.span.clone(), advised.clone())];
        let is_first = std::ptr::eq(one, pair.earlier);
        if !is_first {
            // If the alternative is written in the choice itself, moving it would conflict with the
            // edit of its end, so only a named rule is moved.
            one.name()?;
            changes.extend(put_first(rules, pair.passed, pair, rules.slice(&one.span)));
        }
        let mended = self.changed(&changes)?;
        let shortest = self.shortest.get_or_init(|| Shortest::new(rules));
        let (left, right) = shortest.around(pair.rule, one)?;
        let once = before.iter().chain(last.parts()).map(|it| shortest.text(it));
        let long = [left, once.collect::<Option<String>>()?, right].concat();
        let texts = [around(shortest, pair, "")?, long];
        // If the alternative moves to the front, the rule may have rejected the longer text so far.
        let lost = refused(self.grammar, pair.rule, &texts[..=usize::from(is_first)]);
        let lost = lost.or_else(|| refused(&mended, pair.rule, &texts));
        (lost.is_none() && self.lost(pair, &mended).is_none()).then_some(())?;
        let [one, written] = [one, last].map(|it| rules.slice(&it.span));
        let first = if is_first { "" } else { "put it first, and " };
        let why =
            format!("as in `{}`: otherwise it matches what the other one does", shown(&texts[1]));
        let asked = format!("let `{one}` ask for `{advised}` in place of `{written}`, {why}");
        Some((format!("{first}{asked}"), changes))
    }

    /// The likely start rule, and a text that it accepts now, but not after a change: wherever a
    /// rule leads to the choice, it has a text of the earlier alternative.
    fn lost(&self, pair: &Pair<'s>, changed: &PestGrammar) -> Option<(usize, String)> {
        let start = self.grammar.written.likely_start()?;
        let mut subject = Subject::new(self.grammar, id(start), &[])?;
        let (before, after) = subject.shortest.around(pair.rule, pair.earlier)?;
        let text = [before, subject.shortest.text(pair.earlier)?, after].concat();
        subject.shortest.prefer(pair.rule, text);
        Some((start, subject.lost(changed, "")?))
    }

    fn tried(&mut self, pair: &Pair<'s>) -> Option<(String, Changes)> {
        let (grammar, rules) = (self.grammar, &self.grammar.written);
        let later = rules.slice(&pair.later.span);
        let own = self.own_text(pair);
        let shortest = self.shortest.get_or_init(|| Shortest::new(rules));
        let own = own.zip(shortest.around(pair.rule, pair.later));
        let own = own.map(|(own, (before, after))| [before, own, after].concat());
        // An alternative further up may capture it, too.
        let passed = [pair.passed, pair.before].into_iter().find(|passed| {
            let changed = self.changed(&put_first(rules, passed, pair, later));
            changed.is_some_and(|it| refused(&it, pair.rule, own.as_slice()).is_none())
        });
        let passed = passed.unwrap_or(pair.passed);
        let position = if passed == pair.passed { "before that one" } else { "first" };
        let shortest = self.shortest.get_or_init(|| Shortest::new(rules));
        let more = repeated(rules, pair.earlier, 0);
        let is_word = more.is_none_or(|it| is_class(it, rules) == Some(true));
        let Occurrence { rule: by, before, after } = place(shortest, pair.rule, is_word);
        let placed = |text: String| [&before, &*text, &after].concat();
        let word = placed(around(shortest, pair, "")?);
        // What the earlier alternative repeats may also continue a word, such as the `*` of `lov*`.
        let rounds = more.into_iter().flat_map(Body::all).take(MOST_PARTS);
        let rounds = rounds.filter_map(|node| shortest.text(node));
        let more_texts = MORE.map(str::to_owned).into_iter().chain(rounds);
        let longer = more_texts.filter_map(|more| around(shortest, pair, &more));
        let parts = rules.rules[pair.rule].body.all().take(MOST_PARTS);
        let texts = longer.chain(parts.filter_map(|node| shortest.text(node))).map(placed);
        let mut texts: Vec<_> = texts.filter(|it| reads_all(grammar, id(by), it)).collect();
        let first = put_first(rules, passed, pair, later);
        let mended = self.changed(&first)?;
        let lost = refused(&mended, by, &texts).map(|it| (by, it));
        let Some((reader, lost)) = lost.or_else(|| self.lost(pair, &mended)) else {
            return Some((format!("put it {position}"), first));
        };
        let (reader, lost) = (&rules.rules[reader].name, shown(&lost));
        let kept = format!("it would keep `{reader}` from matching all of `{lost}`");
        let exclude = format!("{position}, {kept}: let one exclude the other");
        let exclude = (exclude, Vec::new());
        let Some(more) = more else { return Some(exclude) };
        // A block comment `--[[` may begin like a line comment `--`.
        let [one, other] = [pair.earlier, pair.later].map(|it| it.items()[0].literal());
        if let (Some(one), Some(other)) = (one, other)
            && other.len() > one.len()
            && other.starts_with(one)
            && !is_word
            && pair.later.items().len() > 1
        {
            let advice = format!("put it {position}: `{other}` begins with more than `{one}`");
            return Some((advice, first));
        }
        let end = Body::lookahead(false, more.clone());
        // Outside an atomic rule, pest would skip blanks before the lookahead.
        let has_blanks = rules.between().next().is_some();
        let is_apart = has_blanks && !rules.rules[pair.rule].modifier.is_atomic();
        let (ended, added) = if is_apart {
            // Blanks may follow the word that the alternative begins with, so only the word itself
            // goes into an atomic rule.
            let (word, rest) = pair.later.items().split_first()?;
            let subject = Subject::new(grammar, id(pair.rule), &[])?;
            if !is_texts(&subject, word, 0) {
                return Some(exclude);
            }
            texts.extend(around(&subject.shortest, pair, "").map(placed));
            let Stop { part, added } = Stop::new(&subject, word, &end, true);
            (Body::sequence([&[part], rest].concat()).to_string(), added)
        } else {
            (format!("{later} ~ {end}"), Vec::new())
        };
        let changes = [put_first(rules, passed, pair, &ended), added].concat();
        let Some(mended) = self.changed(&changes) else { return Some(exclude) };
        texts.push(word);
        if refused(&mended, by, &texts).is_some() || self.lost(pair, &mended).is_some() {
            return Some(exclude);
        }
        let [it, place] = if is_apart { ["its word", " in an atomic rule"] } else { ["it", ""] };
        let advice =
            format!("put it {position}, and end {it} with `{end}`{place}: otherwise {kept}");
        Some((advice, changes))
    }
}

/// The edits that write `text` before the alternatives `passed`, and remove the later one of `pair`
/// after them.
fn put_first(rules: &Rules, passed: &[Body], pair: &Pair<'_>, text: &str) -> Changes {
    let rest = passed.iter().map(|it| rules.slice(&it.span));
    let all: Vec<&str> = std::iter::once(text).chain(rest).collect();
    vec![(passed[0].span.start..pair.later.span.end, all.join(" | "))]
}

/// A shortest text of the rule through the later alternative, with `more` after that alternative's
/// text.
fn around(shortest: &Shortest<'_>, pair: &Pair<'_>, more: &str) -> Option<String> {
    let (before, after) = shortest.around(pair.rule, pair.later)?;
    Some([&before, &*shortest.text(pair.later)?, more, &after].concat())
}

/// Where to try texts of a rule. A word must be read as a whole, so it is tried with the rule
/// alone. Anything else, such as a part of a text in quotes, is tried where another rule names the
/// rule, because a repetition there may match the rest.
fn place(shortest: &Shortest<'_>, rule: usize, is_word: bool) -> Occurrence {
    let users = (0..shortest.rules.rules.len()).filter(|&user| user != rule && !is_word);
    let mut places = users.flat_map(|user| {
        let places = shortest.occurrences(user).into_iter().filter(|it| it.rule == rule);
        places.map(move |it| Occurrence { rule: user, ..it })
    });
    places.next().unwrap_or(Occurrence { rule, before: String::new(), after: String::new() })
}

/// The first text that a rule does not match in full.
fn refused(grammar: &PestGrammar, by: usize, texts: &[String]) -> Option<String> {
    texts.iter().find(|it| !reads_all(grammar, id(by), it)).cloned()
}

/// The maximum number of rules to follow on the way to a repetition.
const DEEPEST: usize = 20;

/// The part that `node` repeats at its end.
fn repeated<'s>(rules: &'s Rules, node: &'s Body, depth: usize) -> Option<&'s Body> {
    match &node.items().last().filter(|_| depth < DEEPEST)?.kind {
        BodyKind::Repeat { body, most: None, .. } => Some(body),
        BodyKind::Rule(name) => repeated(rules, &rules.rule(name)?.body, depth + 1),
        _ => None,
    }
}
