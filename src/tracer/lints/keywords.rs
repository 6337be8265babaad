//! Mistakes with keywords and names: keywords that match the start of a longer name, and names that
//! fail because they begin with a keyword.
//!
//! Users keep asking about them: pest #80, #250, #373, #506, ohm #261.

use std::cmp::Reverse;
use std::ops::Range;

use itertools::{Itertools, iproduct};

use super::falls_apart::repeated_character;
use super::left_recursion::led;
use super::shortest::reached;
use super::subject::{Changes, Subject, end_of_part, id, matched, reads_all, shown};
use super::{Found, finding};
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;
use crate::tracer::terminal::Terminal;
use crate::tracer::{PestGrammar, is_wanted};
use crate::words::{list_and, ticked};

/// Characters that may continue a name.
const MORE: [char; 5] = ['a', 'A', '1', '_', 'x'];

/// The maximum number of keywords in the name of an added rule.
const MOST_NAMED: usize = 3;

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
    // A rule for any text, such as the text between two quotes, matches the bracket, too.
    let reads = |rule: usize, words: &[&str]| words.iter().all(|it| subject.matches(rule, it));
    let is_name = |&rule: &usize| reads(rule, &["zq", "qz"]) && !reads(rule, &["z(q"]);
    tokens.map(|(index, _)| index).filter(is_name).collect()
}

/// A part that matches a keyword only where the word ends.
pub(super) struct Stop {
    pub(super) part: Body,
    /// The change that adds a rule, if the part needs one: outside an atomic rule, pest would skip
    /// blanks before the lookahead.
    pub(super) added: Changes,
}

impl Stop {
    pub(super) fn new(subject: &Subject<'_>, keyword: &Body, end: &Body, is_spaced: bool) -> Self {
        if !is_spaced {
            let part = Body::rule(format!("({})", ended(subject, keyword, end)));
            return Self { part, added: Vec::new() };
        }
        let whole = Some(keyword).filter(|it| is_texts(subject, it, 0));
        let keyword = whole.unwrap_or_else(|| unfolded(subject.rules, keyword).1);
        let (mut parts, mut added) = (Vec::new(), Vec::new());
        // Blanks may be between the parts of the other alternatives, so these go into no atomic rule.
        let runs = keyword.alternatives().iter().chunk_by(|it| is_texts(subject, it, 0));
        for (is_texts, run) in &runs {
            if !is_texts {
                parts.extend(run.cloned());
                continue;
            }
            let run = Body::choice(run.cloned());
            let words = keywords(subject, &run, 0).into_iter();
            let words = words.filter(|word| word.is_ascii() && is_word(word)).take(MOST_NAMED);
            let name = words.map(|word| word.to_lowercase() + "_").collect::<String>() + "word";
            let name = subject.rules.free_name(&name);
            let sign = subject.sign_around(run.names().filter_map(|it| subject.rules.index(it)));
            let at = subject.rules.source.len();
            added.push((at..at, format!("\n{name} = {sign}{{ {} }}\n", ended(subject, &run, end))));
            parts.push(Body::rule(name));
        }
        let part = match &parts[..] {
            [part] => part.clone(),
            _ => Body::rule(format!("({})", Body::choice(parts))),
        };
        Self { part, added }
    }
}

/// A part that matches the keywords of `part` only before `end`. Signs need no end, nor does a part
/// that is no text: `"<" | "in" | NEWLINE` gets one only after `"in"`.
fn ended(subject: &Subject<'_>, part: &Body, end: &Body) -> Body {
    let is_sign = |it: &Body| !keywords(subject, it, 0).iter().any(|it| it.ends_with(is_of_name));
    let ended = |it: &Body| Body::sequence([it.clone(), end.clone()]);
    match part.alternatives() {
        parts if parts.len() > 1 && parts.iter().any(is_sign) => {
            Body::choice(parts.iter().map(|it| if is_sign(it) { it.clone() } else { ended(it) }))
        }
        _ => ended(part),
    }
}

/// The added rules, as a phrase for the advice.
pub(super) fn with_rule(added: &[(Range<usize>, String)]) -> String {
    if added.is_empty() { String::new() } else { format!(" with {}", written(added)) }
}

/// The texts that the changes insert, in backticks.
fn written(changes: &[(Range<usize>, String)]) -> String {
    list_and(ticked(changes.iter().map(|(_, rule)| rule.trim())))
}

/// A part before which a repetition of names can stop, and texts of which the repetition must still
/// match one: each begins with a name that begins with the keyword.
pub(super) type Ending = (Stop, Vec<String>);

/// The part before which a repetition of `round` can stop, if a round begins with a name: it
/// matches the keyword, but not the start of a name that begins with the keyword.
pub(super) fn ended_before(subject: &Subject<'_>, keyword: &Body, round: &Body) -> Option<Ending> {
    // Where a name is expected, a single letter is a keyword, too.
    let is_word = |it: &String| it.starts_with(char::is_alphabetic) && it.chars().all(is_of_name);
    let word = keywords(subject, keyword, 0).into_iter().find(is_word)?;
    let mut longer = MORE.iter().map(|more| format!("{word}{more}"));
    let (name, longer) = longer.find_map(|it| Some((name_of(subject, round, &it)?, it)))?;
    let longer = rests(subject, round).iter().map(|rest| format!("{longer}{rest}")).collect();
    Some((Stop::new(subject, keyword, &end_of_name(subject, name), true), longer))
}

/// The rule for names that matches the text, if the part can begin with one.
fn name_of(subject: &Subject<'_>, part: &Body, text: &str) -> Option<usize> {
    let led = led(part, subject.rules, &subject.shortest);
    let names = led.ones().filter(|&rule| subject.matches(rule, text));
    names.min_by_key(|&rule| subject.rules.reached([rule]).ones().count())
}

/// The texts that follow the name, for texts of a part that begin with a name.
fn rests(subject: &Subject<'_>, part: &Body) -> Vec<String> {
    let rest =
        |it: String| Some(it.strip_prefix(is_of_name)?.trim_start_matches(is_of_name).into());
    subject.shortest.beginnings(part).into_iter().filter_map(rest).unique().collect()
}

/// Whether a text is a word: a letter followed by characters that names may contain. A single
/// letter is not a keyword: it may be the `u` of an escape.
fn is_word(text: &str) -> bool {
    text.len() > 1 && text.starts_with(char::is_alphabetic) && text.chars().all(is_of_name)
}

fn is_of_name(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// A lookahead that rejects the characters that the rule for names repeats, because these can
/// continue a name. If the rule repeats no single character, the lookahead rejects letters, digits
/// and `_`.
fn end_of_name(subject: &Subject<'_>, name: usize) -> Body {
    let reached = subject.rules.reached([name]);
    let parts = reached.ones().flat_map(|rule| subject.rule(rule).body.all());
    // A name may contain blanks, but a keyword can end before one.
    let ends = |it: &&Body| end_of_part(subject.rules, it, true, " ").is_none();
    let repeated = parts.filter_map(|it| repeated_character(it, subject.rules));
    let mut repeated = repeated.flat_map(Body::alternatives).filter(ends).cloned().collect_vec();
    if repeated.is_empty() {
        repeated.push(Body::rule("(ASCII_ALPHANUMERIC | \"_\")".to_owned()));
    }
    Body::lookahead(false, Body::choice(repeated))
}

/// Warns about keywords that a name may follow directly: `"if" ~ name` matches `ifa` as `if` and
/// `a`.
pub(super) fn eaten_heads(subject: &Subject<'_>) -> Vec<GrammarError> {
    let (names, blank) = (names_of(subject), subject.blank());
    let mut warnings: Vec<GrammarError> = Vec::new();
    let mut looks = 0;
    let is_spaced =
        |rule: &usize| blank.is_none() || subject.shortest.spaced.binary_search(rule).is_ok();
    // There may be too many keywords to try all, so the optional ones come last.
    let parts = |is_last| subject.rules.parts().map(move |(rule, part)| (is_last, rule, part));
    let parts = parts(false).chain(parts(true)).filter(|(_, rule, _)| is_spaced(rule));
    for (is_last, rule, part) in parts {
        let pairs: Vec<(&Body, Option<&Body>)> = match &part.kind {
            // If the grammar skips no blanks, a keyword and a name after it are meant to be joined.
            BodyKind::Sequence(items) if blank.is_some() => {
                // An optional text ends a word, as in `"day" ~ "s"?`, and is no name.
                let is_ending = |it: &Body| {
                    let optional = matches!(it.kind, BodyKind::Repeat { least: 0, .. });
                    optional && is_texts(subject, &it.parts()[0], 0)
                };
                let pairs = items.iter().enumerate().filter_map(|(at, it)| {
                    Some((it, Some(items[at + 1..].iter().find(|it| !is_ending(it))?)))
                });
                let wanted = pairs.filter_map(|(it, next)| match &it.kind {
                    BodyKind::Repeat { body, most: Some(1), .. } if is_last => {
                        Some((&**body, next))
                    }
                    _ => (!is_last).then_some((it, next)),
                });
                wanted.collect()
            }
            // In a choice, a keyword before a name matches the start of a longer name.
            BodyKind::Choice(parts) if !is_last => {
                let begins = |it: &Body| begins_with(subject, it, &names);
                let Some(last) = parts.iter().rposition(begins) else { continue };
                parts[..last].iter().map(|part| (part, None)).collect()
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
            let choice = next.is_none().then_some(part);
            let (names, blank) = (&*names, blank.as_deref().unwrap_or_default());
            let head = Head { subject, names, rule, blank, choice, keyword, word, next };
            let found = head.warning();
            let is_enough = found.is_some() && next.is_none();
            warnings.extend(found);
            if is_enough {
                break;
            }
        }
    }
    // A grammar may use one keyword in several places. Warn only once.
    warnings.into_iter().unique_by(|it| it.message.clone()).collect()
}

/// Whether a part can begin with a call of one of the rules `names`.
fn begins_with(subject: &Subject<'_>, part: &Body, names: &[usize]) -> bool {
    let led = led(part, subject.rules, &subject.shortest);
    names.iter().any(|&rule| led.contains(rule))
}

/// A keyword before a name, which may be the start of a longer name.
struct Head<'a, 'g> {
    subject: &'a Subject<'g>,
    /// The rules for names.
    names: &'a [usize],
    /// The rule that has the keyword.
    rule: usize,
    /// A text that pest skips between the parts of the rule, or an empty one.
    blank: &'a str,
    /// The choice, if a name is an alternative after the keyword.
    choice: Option<&'a Body>,
    keyword: &'a Body,
    /// One of the keyword's texts.
    word: &'a str,
    /// The part after the keyword, unless there is a choice.
    next: Option<&'a Body>,
}

/// A text that shows the mistake.
struct Eaten {
    /// The name after the keyword, and the longer name that both are together.
    name: String,
    joined: String,
    text: String,
    /// The same text with a blank after the keyword.
    apart: String,
}

/// A change that ends a keyword.
struct Ended {
    mend: Changes,
    /// The text that the change writes, for the advice.
    added: String,
    makes_pair: bool,
}

impl<'a> Head<'a, '_> {
    fn warning(&self) -> Found {
        let Self { subject, rule, word, keyword, .. } = self;
        let Eaten { name, joined, text, apart } = self.eaten()?;
        // The rule for names that can come first here, even if it rejects keywords. Another may
        // have other characters, such as a path.
        let near = led(self.choice.or(self.next)?, subject.rules, &subject.shortest);
        let of_names = *self.names.iter().min_by_key(|&&rule| {
            let below = subject.rules.reached([rule]).ones().count();
            (!near.contains(rule), !subject.matches(rule, &joined), below)
        })?;
        let Ended { mend, added, makes_pair } = self.ended(&end_of_name(subject, of_names));
        // With the fixed keyword, a choice matches the joined word as a name, and a sequence
        // rejects it.
        let reads: &[&str] = if self.choice.is_some() { &[&apart, &text] } else { &[&apart] };
        subject.mends(&mend, *rule, reads, &[]).then_some(())?;
        // Another alternative may have matched the joined word as a name.
        let mended = subject.changed(mend.clone()).filter(|it| reads_all(it, id(*rule), &text));
        let tree = |grammar: &PestGrammar| format!("{:?}", grammar.parse(id(*rule), &text));
        mended.is_none_or(|it| tree(&it) != tree(subject.grammar)).then_some(())?;
        let result = if subject.matches(*rule, &text) {
            format!("`{}` is read as `{word}` and `{}`", shown(&joined), shown(&name))
        } else {
            format!("`{}` does not match all of `{}`", subject.rule(*rule).name, shown(&text))
        };
        let message = format!("the keyword `{word}` takes the start of a longer name: {result}");
        let pair = if makes_pair { " (this adds a pair to the parse tree)" } else { "" };
        let advice = format!("make sure no name character follows it: {added}{pair}");
        Some(finding(message, keyword.span.clone(), advice).with_mend(mend))
    }

    fn eaten(&self) -> Option<Eaten> {
        let Self { subject, names, rule, blank, choice, keyword, word, .. } = self;
        let is_name = |it: &String| names.iter().any(|&rule| subject.matches(rule, it));
        let mut longer = MORE.iter().map(|more| format!("{word}{more}"));
        let joined = longer.find(is_name)?;
        let (mut before, after) = subject.shortest.around(*rule, choice.unwrap_or(keyword))?;
        if before.ends_with(char::is_alphanumeric) {
            before.push_str(blank);
        }
        let after = after.strip_prefix(blank).map(str::to_owned).unwrap_or(after);
        let (name, texts) = if let Some(next) = self.next {
            let is_word = |text: &String| text.starts_with(char::is_alphabetic);
            let follows = subject.shortest.beginnings(next).into_iter().find(is_word)?;
            let rest = after.strip_prefix(&subject.shortest.text(next)?).unwrap_or(&after);
            let after = [&follows, rest].concat();
            let name: String = follows.chars().take_while(|it| is_of_name(*it)).collect();
            // If another name comes after `name`, the two need a blank between them, or they would
            // be one name. Otherwise the text stays the same.
            let parted = |rest: &str| format!("{name}{blank}{rest}");
            let parted = after.strip_prefix(&name).map_or_else(|| after.clone(), parted);
            let texts = [after, parted]
                .map(|it| [format!("{before}{word}{it}"), format!("{before}{word}{blank}{it}")]);
            (name, texts)
        } else {
            let name = joined[word.len()..].to_owned();
            // The alternative after the keyword may go on after its name, as a call does.
            let later = (*choice)?.alternatives().iter().skip_while(|it| it != keyword).skip(1);
            let later = later.into_iter().find(|it| begins_with(subject, it, names))?;
            let later = subject.shortest.text(later)?;
            let rest = later.trim_start_matches(is_of_name);
            let text = format!("{before}{joined}{rest}{after}");
            (name, [[text.clone(), format!("{before}{word}{after}")], [text.clone(), text]])
        };
        let joined = format!("{word}{name}");
        // A rule for names must match the keyword and the name together.
        is_name(&joined).then_some(())?;
        let is_fault = |[text, apart]: &[String; 2]| {
            // A choice with this mistake rejects the text, or matches it as two tokens.
            subject.matches(*rule, apart) && (choice.is_some() || subject.matches(*rule, text))
        };
        let [text, apart] = texts.into_iter().find(is_fault)?;
        Some(Eaten { name, joined, text, apart })
    }

    /// The part with the keyword, which may be in a choice further down, such as that of an
    /// expression's operands, and the rule that has only this part.
    fn inner(&self) -> (Option<usize>, &'a Body) {
        let subject = self.subject;
        let (mut named, mut inner) = unfolded(subject.rules, self.keyword);
        let is_above = |it: &&Body| {
            !is_texts(subject, it, 0) && keywords(subject, it, 0).iter().any(|it| it == self.word)
        };
        for _ in 0..DEEPEST {
            let part = inner.alternatives().iter().find(is_above).filter(|it| *it != inner);
            (named, inner) = part.map_or((named, inner), |it| unfolded(subject.rules, it));
        }
        (named, inner)
    }

    /// The change that lets the keyword match only before `end`.
    fn ended(&self, end: &Body) -> Ended {
        let subject = self.subject;
        let is_apart = |named: Option<usize>| {
            let is_atomic = |index| subject.rule(index).modifier.is_atomic();
            !self.blank.is_empty() && !named.is_some_and(is_atomic)
        };
        let (named, inner) = self.inner();
        // A choice among rules that are keywords keeps its pairs if each of these rules changes.
        let words = inner.alternatives().iter();
        let words = words.filter(|it| keywords(subject, it, 0).iter().any(|it| is_word(it)));
        let each: Vec<_> = words.map(|it| unfolded(subject.rules, it)).collect();
        let is_each = each.iter().all(|(named, _)| named.is_some());
        let changed = if is_each { each } else { vec![(named, inner)] };
        let mut makes_pair = false;
        let whole = |&(named, inner): &(Option<usize>, &Body)| {
            let is_apart = is_apart(named);
            let index = named.filter(|_| !is_apart || is_texts(subject, inner, 0))?;
            let rule = subject.rule(index);
            makes_pair |= is_apart && rule.modifier == RuleModifier::Silent;
            let sign = if is_apart { subject.atomic_sign(index) } else { rule.modifier.sign() };
            let written = format!("{} = {sign}{{ {} }}", rule.name, ended(subject, inner, end));
            Some((rule.span.clone(), written))
        };
        if let Some(mut mend) = changed.iter().map(whole).collect::<Option<Changes>>() {
            mend.sort_by_key(|(span, _)| span.start);
            mend.dedup();
            return Ended { added: written(&mend), mend, makes_pair };
        }
        let makes_pair = is_apart(named);
        let stop = Stop::new(subject, inner, end, makes_pair);
        // Another alternative may begin with the same keyword.
        let is_same = |(rule, it): &(usize, &Body)| {
            it.span == inner.span
                || makes_pair && is_apart(Some(*rule)) && it.to_string() == inner.to_string()
        };
        let places = subject.rules.parts().filter(is_same);
        let places = places.map(|(_, it)| (it.span.clone(), stop.part.to_string())).collect_vec();
        let added = written(if stop.added.is_empty() { &places } else { &stop.added });
        Ended { mend: [places, stop.added].concat(), added, makes_pair }
    }
}

/// Warns about names that are rejected because they begin with a keyword: `!"in"` before a name
/// rejects `inner`.
pub(super) fn refused_names(subject: &Subject<'_>) -> Vec<GrammarError> {
    let rows = subject.rules.rows().take_while(|_| is_wanted());
    // A rule may repeat the row, and need more after that.
    let all =
        rows.flat_map(|(rule, row)| [&subject.rule(rule).body, row].map(|it| (rule, it, row)));
    all.filter_map(|it| refused_name(subject, it)).unique_by(|it| it.span.clone()).collect()
}

/// The warning, if `whole`, which is the body of a rule or a row in it, rejects a name because of
/// the lookahead at the start of the row.
fn refused_name(subject: &Subject<'_>, (rule, whole, row): (usize, &Body, &Body)) -> Found {
    let lookahead = &row.items()[0];
    let BodyKind::Lookahead { positive: false, body } = &lookahead.kind else { return None };
    // The keyword may already end somewhere, as in `"let" ~ !ASCII_ALPHANUMERIC`.
    let words = keywords(subject, &unfolded(subject.rules, body).1.items()[0], 0);
    let words = words.into_iter().filter(|word| is_word(word)).take(MOST_KEYWORDS).collect_vec();
    words.first()?;
    // Without the lookahead, the whole must match the name.
    let free = subject.alone(rule, whole, &vec![(lookahead.span.clone(), "\"\"".to_owned())])?;
    let grammar = subject.alone(rule, whole, &Vec::new())?;
    let reads = |grammar: &PestGrammar, text: &str| reads_all(grammar, id(rule), text);
    let mut texts = iproduct!(rests(subject, row), &words, MORE);
    let (rest, word, more) = texts.find(|(rest, word, more)| {
        let text = format!("{word}{more}{rest}");
        let is_refused = || matched(&grammar, id(rule), &text).is_none();
        reads(&free, &text) && is_refused() && reads(&free, &format!("{word}{rest}"))
    })?;
    let (name, text) = (format!("{word}{more}"), format!("{word}{more}{rest}"));
    let end = end_of_name(subject, name_of(subject, row, &name).unwrap_or(rule));
    let is_spaced = subject.blank().is_some() && !subject.rule(rule).modifier.is_atomic();
    // Behind an `in` that ends, a choice would never try `int`, so longer words come first.
    let mut sorted = body.clone();
    if let BodyKind::Choice(words) = &mut sorted.kind {
        words.sort_by_key(|it| Reverse(it.to_string().len()));
    }
    let stop = Stop::new(subject, &sorted, &end, is_spaced);
    let (advised, with) = (format!("!{}", stop.part), with_rule(&stop.added));
    let mend = [&[(lookahead.span.clone(), advised.clone())], &*stop.added].concat();
    let mended = subject.alone(rule, whole, &mend)?;
    let mut refused = words.iter().map(|it| format!("{it}{rest}")).filter(|it| reads(&free, it));
    (reads(&mended, &text) && !refused.any(|it| reads(&mended, &it))).then_some(())?;
    let why = format!("because `{name}` begins with the keyword `{word}`");
    let rule = subject.rule(rule);
    let by = if *whole == rule.body { &rule.name } else { subject.rules.slice(&whole.span) };
    let message = format!("`{by}` rejects `{}`, {why}", shown(&text));
    let advice = format!("reject the keyword only where the word ends: `{advised}`{with}");
    Some(finding(message, lookahead.span.clone(), advice).with_mend(mend))
}

/// Warns about keywords whose end is tested only after the blanks: outside an atomic rule, pest
/// skips the blank of `let a` before the lookahead of `"let" ~ !ASCII_ALPHA`, which then fails.
pub(super) fn late_ends(subject: &Subject<'_>) -> Vec<GrammarError> {
    let Some(blank) = subject.blank() else { return Vec::new() };
    let reached = reached(subject.rules, subject.start);
    let rows = subject.rules.rows().filter(|(rule, _)| reached[*rule][0]);
    let pairs = rows.flat_map(|(rule, row)| {
        row.items().iter().tuple_windows().map(move |(word, end)| (rule, word, end))
    });
    let ends = pairs.filter(|(_, word, _)| !keywords(subject, word, 0).is_empty());
    let late = |(rule, word, end)| late_end(subject, &blank, rule, [word, end]);
    ends.filter_map(late).take(MOST_KEYWORDS).collect()
}

fn late_end(subject: &Subject<'_>, blank: &str, rule: usize, [part, end]: [&Body; 2]) -> Found {
    let word = keywords(subject, part, 0).into_iter().find(|it| is_word(it))?;
    let BodyKind::Lookahead { positive: false, body: forbidden } =
        &unfolded(subject.rules, end).1.kind
    else {
        return None;
    };
    let pair = Body { span: part.span.start..end.span.end, ..part.clone() };
    let reads =
        |part: &Body, is_atomic, text: &str| end_of_part(subject.rules, part, is_atomic, text);
    // A single character ends a word. A `!` before a whole name has another purpose.
    let is_late = |it: &char| {
        let text = format!("{word}{blank}{it}");
        reads(forbidden, true, &format!("{it}{it}")) == Some(it.len_utf8())
            && reads(&pair, false, &text).is_none()
            && reads(&pair, true, &text).is_some()
    };
    let text = format!("{word}{blank}{}", MORE.iter().find(|it| is_late(it))?);
    let (ended, text) = (subject.rules.slice(&pair.span), shown(&text));
    let message = format!("`{ended}` rejects `{text}`: pest skips the blank before the `!`");
    let (mend, advice) = if subject.rule(rule).body.span == pair.span {
        subject.with_modifier(rule, subject.atomic_sign(rule))
    } else {
        (Vec::new(), format!("put `{ended}` into a rule of its own that has `@`"))
    };
    Some(finding(message, end.span.clone(), advice).with_mend(mend))
}

/// The part, or the body of the last rule in the chain of rules that it names.
fn unfolded<'s>(rules: &'s Rules, part: &'s Body) -> (Option<usize>, &'s Body) {
    let (mut named, mut inner) = (None, part);
    while let Some(index) = inner.name().and_then(|name| rules.index(name)) {
        (named, inner) = (Some(index), &rules.rules[index].body);
    }
    (named, inner)
}

/// Whether a part matches only the texts that [`keywords`] returns.
pub(super) fn is_texts(subject: &Subject<'_>, part: &Body, depth: usize) -> bool {
    match (&part.kind, part.name().and_then(|name| subject.rules.rule(name))) {
        (_, Some(rule)) => depth < DEEPEST && is_texts(subject, &rule.body, depth + 1),
        (BodyKind::Choice(parts), _) => parts.iter().all(|it| is_texts(subject, it, depth)),
        _ => !keywords(subject, part, depth).is_empty(),
    }
}

/// The maximum number of rules in a chain that ends in a text.
const DEEPEST: usize = 4;

/// The texts of a part that is a choice of texts; empty for any other part.
fn keywords(subject: &Subject<'_>, body: &Body, depth: usize) -> Vec<String> {
    if let BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) = &body.kind {
        return vec![text.clone()];
    }
    if let Some(rule) = body.name().and_then(|name| subject.rules.rule(name)) {
        return if depth < DEEPEST { keywords(subject, &rule.body, depth + 1) } else { Vec::new() };
    }
    let BodyKind::Choice(parts) = &body.kind else { return Vec::new() };
    parts.iter().flat_map(|part| keywords(subject, part, depth)).collect()
}
