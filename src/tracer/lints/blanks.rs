//! Mistakes with the blanks and comments that pest skips between tokens: text that is lost with
//! them, and rules that fail because of them.
//!
//! Users keep asking about these: pest #337 and #502 (`WHITESPACE` named in a rule), #449 (a
//! newline that is a blank), #519 and #583 (tokens that contain blanks), pest-parser/book #41 (a
//! blank before the start).

use std::cell::LazyCell;
use std::collections::BTreeMap;

use itertools::Itertools;

use super::first_set::FirstSets;
use super::left_recursion::led;
use super::shortest::reached;
use super::subject::{Changes, Subject, end_of_part, id, matched, reads_all, shown};
use super::{Found, finding};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind, RuleModifier};
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;
use crate::tracer::terminal::Terminal;
use crate::words::{list_and, ticked};

/// Warns about `WHITESPACE` and `COMMENT` rules that are not silent.
pub(super) fn not_silent(subject: &Subject<'_>) -> Vec<GrammarError> {
    let skips = reached(subject.rules, subject.start).iter().any(|[skips, _]| *skips);
    let is_shown = |&rule: &usize| skips && subject.rule(rule).modifier != RuleModifier::Silent;
    let warnings = subject.rules.between().filter(is_shown).filter_map(|index| {
        let (name, text) = (&subject.rule(index).name, subject.shortest.of_rule(index)?);
        // The shortest text may be one that a repetition inside takes too much of.
        let is_match = subject.matches(index, &text);
        let every = if is_match { format!("`{}`", shown(&text)) } else { "match".to_owned() };
        let message = format!(
            "`{name}` is not silent: every {every} between two parts makes a pair of its own"
        );
        let (mend, advice) =
            (subject.with_modifier(index, "_").0, format!("write `{name} = _{{ … }}`"));
        let place = subject.rule(index).name_span.clone();
        Some(finding(message, place, advice).with_mend(subject.accepted(mend)))
    });
    warnings.collect()
}

/// Warns about a line comment that goes on after the end of its line.
pub(super) fn endless_comment(subject: &Subject<'_>) -> Found {
    let index = subject.rules.index("COMMENT")?;
    let below = subject.rules.reached([index]);
    let mut nodes = subject.rules.parts().filter(|(rule, _)| below.contains(*rule));
    nodes.find_map(|(rule, node)| {
        let BodyKind::Repeat { body, most: None, operator, .. } = &node.kind else { return None };
        (end_of_part(subject.rules, body, true, "\n") == Some(1)).then_some(())?;
        let (before, after) = subject.shortest.around(rule, node)?;
        let comment = [before, subject.shortest.text(node)?, after].concat();
        let swallowed = format!("{comment}a\nb");
        (subject.matches(index, &swallowed) && !comment.contains('\n')).then_some(())?;
        if let Some(BodyKind::Lookahead { positive: false, body: end }) =
            body.items().first().map(|it| &it.kind)
            && let Some(text) = end.literal()
        {
            let advised = format!("{} ~ {end}", subject.rules.slice(&node.span));
            let message = format!("a comment never ends: `{end}` ends it, but is never read");
            let mend = vec![(node.span.clone(), advised.clone())];
            let whole = [&swallowed, text].concat();
            let read = matched(&subject.changed(mend.clone())?, id(index), &(whole.clone() + "a"));
            (read == Some(whole.len())).then_some(())?;
            let advice = format!("read it after the text: `{advised}`");
            return Some(finding(message, node.span.clone(), advice).with_mend(mend));
        }
        let advised = format!("(!NEWLINE ~ {}){operator}", subject.rules.slice(&body.span));
        let mend = vec![(node.span.clone(), advised.clone())];
        let end = matched(&subject.changed(mend.clone())?, id(index), &swallowed);
        (end == Some(comment.len() + 1)).then_some(())?;
        let text = shown(&swallowed);
        let message = format!("a comment never ends: in `{text}` it also takes the second line");
        let advice = format!("end it where its line ends: `{advised}`");
        Some(finding(message, node.span.clone(), advice).with_mend(mend))
    })
}

/// The characters that can begin a newline.
const NEWLINE: [char; 2] = ['\n', '\r'];

/// Warns about newlines that a rule requires although `WHITESPACE` has already consumed them.
pub(super) fn eaten_newlines(subject: &Subject<'_>) -> Vec<GrammarError> {
    let Some(blank) = subject.rules.index("WHITESPACE") else { return Vec::new() };
    if !subject.matches(blank, "\n") {
        return Vec::new();
    }
    let Some((mend, mended)) = without_newline(subject, blank) else { return Vec::new() };
    let is_eaten = |rule: usize, text: &String| {
        !subject.matches(rule, text) && reads_all(&mended, id(rule), text)
    };
    // A repetition may accept one line without its newline, but not two.
    let lines = subject.texts().map(|it| it.trim().to_owned()).filter(|line| !line.is_empty());
    let mut lines = lines.flat_map(|it| [format!("{it}\n{it}\n"), format!("{it}\n{it}")]);
    let lines = LazyCell::new(|| lines.find(|text| is_eaten(subject.start, text)));
    let lost = LazyCell::new(|| subject.lost(&mended, "\n"));
    let (mut first_sets, mut warnings) = (FirstSets::new(subject.rules), Vec::new());
    let newlines = first_sets.of(&Body::rule("NEWLINE"));
    let (returns, skips_returns) = (first_sets.of(&Body::text("\r")), subject.matches(blank, "\r"));
    for (index, row, at) in after_blanks(subject) {
        let item = &row[at];
        let first = first_sets.of(item);
        if first.non_failing || first.excludes(&newlines) {
            continue;
        }
        let texts = subject.shortest.beginnings(item);
        let Some(newline) = texts.iter().find(|it| it.starts_with(NEWLINE)) else { continue };
        let Some((before, after)) = subject.shortest.around(index, item) else { continue };
        let text = Some([before, newline.clone(), after].concat());
        // Other lines prove nothing about an item that they do not need.
        let needs = |text: &String| {
            let never = (item.span.clone(), "\"\\u{01}\"".to_owned());
            let without = subject.changed([&*mend, &[never]].concat());
            without.is_some_and(|it| !reads_all(&it, id(subject.start), text))
        };
        let text = text.filter(|text| is_eaten(index, text)).map(|it| (index, it));
        let text = text.or_else(|| Some((subject.start, lines.clone().filter(needs)?)));
        let Some((rule, text)) = text else { continue };
        let any = match () {
            () if !skips_returns && !first.excludes(&returns) => " `\\n`",
            () if texts.iter().all(|it| it.starts_with(NEWLINE)) => "",
            () => " a newline",
        };
        let item_text = subject.rules.slice(&item.span);
        let message =
            format!("`{item_text}` can never match{any}: `WHITESPACE` takes the newline first");
        let name = &subject.rule(rule).name;
        let by_this = format!("without newlines, `{name}` matches `{}`", shown(&text));
        let (mend, but) = match &*lost {
            Some(lost) => (Vec::new(), format!(" (but then pest rejects `{}`)", shown(lost))),
            None => (mend.clone(), String::new()),
        };
        let advice = format!(
            "let `WHITESPACE` match no newlines{but}, or read each whole line, blanks too, in a rule with `$`"
        );
        let found = finding(message, item.span.clone(), advice).with_mend(mend);
        warnings.push(found.with_related(subject.rule(blank).name_span.clone(), by_this));
    }
    warnings
}

/// The parts before which pest skips blanks. Each is given by the index of its rule, the items of
/// its sequence, and its own index among these items. The parts are all items of a sequence except
/// the first, and, if a later item is itself a sequence, also the first item of that inner
/// sequence: `b` in `a ~ (b ~ c)*`.
fn after_blanks<'s>(subject: &Subject<'s>) -> Vec<(usize, &'s [Body], usize)> {
    // Where an atomic rule calls a rule, no blanks are skipped in it.
    let reached = reached(subject.rules, subject.start);
    let mut places = Vec::new();
    for (rule, row) in subject.rules.rows().filter(|(rule, _)| reached[*rule] == [true, false]) {
        for at in 1..row.items().len() {
            places.push((rule, row.items(), at));
            let mut part = &row.items()[at];
            while let BodyKind::Repeat { body, .. } = &part.kind {
                part = body;
            }
            if let BodyKind::Sequence(items) = &part.kind {
                places.push((rule, items, 0));
            }
        }
    }
    places
}

/// A change after which `WHITESPACE` matches no newlines, and the changed grammar.
fn without_newline(subject: &Subject<'_>, blank: usize) -> Option<(Changes, PestGrammar)> {
    let own = &subject.rule(blank).body;
    let body = if let BodyKind::Repeat { body, .. } = &own.kind { body } else { own };
    let is_kept = |part: &&Body| {
        let text = subject.shortest.text(part);
        text.is_none_or(|it| !it.starts_with(NEWLINE)) && part.name() != Some("WHITE_SPACE")
    };
    let kept = body.alternatives().iter().filter(is_kept);
    let kept: Vec<&str> = kept.map(|part| subject.rules.slice(&part.span)).collect();
    let kept = if kept.is_empty() { "\" \" | \"\\t\"".to_owned() } else { kept.join(" | ") };
    let kept = if body.span == own.span { kept } else { format!("({kept})") };
    let mend = vec![(body.span.clone(), kept)];
    let grammar = subject.changed(mend.clone())?;
    (matched(&grammar, id(blank), "\n").is_none()).then_some((mend, grammar))
}

/// Warns if the start rule rejects a blank before the text but accepts one after it.
pub(super) fn refused_start(subject: &Subject<'_>) -> Found {
    let blank = subject.blank()?;
    let rule = subject.rule(subject.start);
    let text = subject.some_text(subject.start)?;
    let [led, followed] = [format!("{blank}{text}"), format!("{text}{blank}")];
    let takes = |text: &str| subject.matches(subject.start, text);
    (!takes(&led) && takes(&followed) && !rule.body.names().any(|name| name == "SOI"))
        .then_some(())?;
    // `SOI` would fail where a rule calls this one.
    (!subject.is_called(subject.start)).then_some(())?;
    let advised = format!("SOI ~ {}", subject.in_sequence(&rule.body));
    let mend = vec![(rule.body.span.clone(), advised)];
    subject.mends(&mend, subject.start, &[&led, &text, &followed], &[]).then_some(())?;
    let (name, [led, followed]) = (&rule.name, [shown(&led), shown(&followed)]);
    let message = format!(
        "`{name}` does not begin with `SOI`: pest reads `{followed}` to the end, but not `{led}`"
    );
    let advice = "begin it with `SOI ~`: pest skips blanks only between two parts of a rule";
    Some(finding(message, rule.name_span.clone(), advice).with_mend(mend))
}

/// Warns about blanks that a rule requires after pest has already skipped them.
pub(super) fn asked_for_blanks(subject: &Subject<'_>) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(subject.rules);
    let Some(skipped) = first_sets.blanks.clone() else { return Vec::new() };
    let mut by_rule: BTreeMap<usize, (&Body, Changes)> = BTreeMap::new();
    for (index, row, at) in after_blanks(subject) {
        let item = &row[at];
        let first = first_sets.of(item);
        let is_named = item.names().eq(["WHITESPACE"]) && !first.non_failing;
        // `eaten_newlines` has better messages about newlines.
        let is_newline = || subject.shortest.text(item).is_some_and(|it| it.starts_with(NEWLINE));
        if !(is_named || skipped.shadows(&first)) || is_newline() {
            continue;
        }
        let cut = match at.checked_sub(1) {
            Some(before) => row[before].span.end..item.span.end,
            None => item.span.start..row[1].span.start,
        };
        let (_, cuts) = by_rule.entry(index).or_insert((item, Vec::new()));
        if cuts.last().is_none_or(|(it, _)| it.end <= cut.start) {
            cuts.push((cut, String::new()));
        }
    }
    let by_rule = by_rule.into_iter();
    by_rule.filter_map(|(index, (item, cuts))| eaten_blank(subject, index, item, cuts)).collect()
}

/// The warning for a blank that a rule requires; `cuts` removes all such blanks from the rule.
fn eaten_blank(subject: &Subject<'_>, index: usize, item: &Body, cuts: Changes) -> Found {
    let (before, after) = subject.shortest.around(index, item)?;
    let blank = subject.shortest.text(item)?;
    let text = [&*before, &blank, &after].concat();
    let taken = |rule| Some((rule, subject.matched(rule, &blank).filter(|end| *end > 0)?));
    let (taker, end) = subject.rules.between().find_map(taken)?;
    let taken_by = &subject.rule(taker).name;
    (!subject.matches(index, &text)).then_some(())?;
    let (part, taken) = (subject.rules.slice(&item.span), shown(&blank[..end]));
    // The start rule may accept the text in another way.
    let (name, shown_text) = (&subject.rule(index).name, shown(&text));
    let why =
        format!("`{taken_by}` matches `{taken}` before it, so `{name}` rejects `{shown_text}`");
    let message = format!("`{part}` can never match: {why}");
    // The part is no comment, so the rule needs it.
    if taken_by == "COMMENT" && item.name() != Some(taken_by) {
        let advice = "begin `COMMENT` or this part with another sign: pest skips comments, too";
        return Some(finding(message, item.span.clone(), advice));
    }
    let (atomic, put) = subject.with_modifier(index, subject.atomic_sign(index));
    let places = if cuts.len() > 1 { format!(" in {} places", cuts.len()) } else { String::new() };
    let left_out = format!("leave it out{places}: a blank is then optional");
    let asked = format!("{put}: then `{name}` takes the blanks that it asks for, and no others");
    let needs_blanks = subject.rules.named_by(index).any(|it| subject.needs_blanks(it));
    // Without the blanks at the start of a line, any line would match.
    let is_optional = !before.ends_with('\n');
    let ways = [(is_optional, (cuts, left_out)), (!needs_blanks, (atomic, asked))].into_iter();
    let ways = ways.filter(|(is_way, it)| *is_way && subject.mends(&it.0, index, &[&text], &[]));
    let (mut mends, mut ways): (Vec<Changes>, Vec<String>) = ways.map(|it| it.1).unzip();
    mends.push(Vec::new());
    if ways.is_empty() {
        let is_pushed = item.all().any(|it| matches!(it.kind, BodyKind::Push(_)));
        let advice = if is_optional && !is_pushed {
            "leave out the blank: pest has already skipped it"
        } else {
            "read the blank in an atomic rule, together with what comes before it, as in \
             `indent = @{ NEWLINE ~ \" \"+ }`: pest skips nothing in it"
        };
        ways.push(advice.to_owned());
    }
    Some(finding(message, item.span.clone(), ways.join("; or ")).with_mend(mends.swap_remove(0)))
}

/// Warns about rules for quoted texts that lose the blanks or comments inside the quotes, because
/// pest skips these.
pub(super) fn hollow_texts(subject: &Subject<'_>) -> Vec<GrammarError> {
    let (rules, mut texts) = (subject.rules, vec![false; subject.rules.rules.len()]);
    rules.settle(|rule| {
        let is_new = !texts[rule] && is_text(&rules.rules[rule].body, rules, &texts);
        texts[rule] |= is_new;
        is_new
    });
    let of_rule =
        |rule| hollow_text(subject, rule, &texts).or_else(|| lost_blanks(subject, rule, &texts));
    subject.shortest.spaced.iter().copied().filter_map(of_rule).collect()
}

/// Whether the part matches any character except some, as `!"x" ~ ANY` does. Escapes may come
/// before `ANY`.
fn is_any_but(body: &Body, rules: &Rules) -> bool {
    let named = |body: &Body| body.name().and_then(|name| rules.rule(name));
    let body = named(body).map_or(body, |rule| &rule.body);
    let [looks @ .., last] = body.items() else { return false };
    let last = named(last).map_or(last, |rule| &rule.body).alternatives().iter().last();
    let is_any = last.is_some_and(|it| {
        it.name() == Some("ANY") || matches!(it.kind, BodyKind::Terminal(Terminal::Any))
    });
    let refuses = |it: &Body| matches!(it.kind, BodyKind::Lookahead { positive: false, .. });
    is_any && !looks.is_empty() && looks.iter().all(refuses)
}

/// Whether the part matches a character as [`is_any_but`] describes it, or a text of such
/// characters. Its other alternatives may be escapes. `texts` has the rules for which this is
/// known.
fn is_text(body: &Body, rules: &Rules, texts: &[bool]) -> bool {
    match &body.kind {
        BodyKind::Rule(name) => rules.index(name).is_some_and(|rule| texts[rule]),
        BodyKind::Repeat { body, .. } => is_text(body, rules, texts),
        BodyKind::Choice(parts) => parts.iter().any(|part| is_text(part, rules, texts)),
        _ => is_any_but(body, rules),
    }
}

/// Whether `left` ends in a quote with which `right` begins.
fn is_quoted(left: &str, right: &str) -> bool {
    left.chars().next_back().is_some_and(|it| "\"'`".contains(it) && right.starts_with(it))
}

/// Advice if a rule in a text needs blanks, as an expression in a string does.
fn interpolated(subject: &Subject<'_>, index: usize, texts: &[bool]) -> Option<String> {
    let rules = subject.rules;
    let inside = rules.reached([index]);
    let of_text = inside.ones().filter(|it| *it == index || texts[*it]);
    // What is pushed is a tag, with no blanks inside.
    let pushes = rules.parts().filter(|(_, it)| matches!(it.kind, BodyKind::Push(_)));
    let pushed: Vec<&str> = pushes.flat_map(|(_, it)| it.names()).collect();
    let named = of_text.flat_map(|it| rules.named_by(it)).filter(|it| !texts[*it]);
    let mut named = named.filter(|it| !pushed.contains(&&*subject.rule(*it).name));
    let name = &subject.rule(named.find(|it| subject.needs_blanks(*it))?).name;
    Some(format!("and put `{name}`, with the signs around it, into a rule that has `!`"))
}

/// Advice if `changed` rejects a text of the rule with a blank that the grammar skips outside of
/// the quotes, as in `x = "text";`. `around` is what comes before and after the text in quotes.
fn rest_with_blanks(
    subject: &Subject<'_>,
    index: usize,
    changed: &PestGrammar,
    [before, after]: [&str; 2],
) -> Option<String> {
    let blank = subject.blank()?;
    let mut texts = subject.rule(index).body.all().take(MOST_PARTS).filter_map(|part| {
        let (left, right) = subject.shortest.around(index, part)?;
        Some([left, subject.shortest.text(part)?, right].concat())
    });
    let loses = |text: String| {
        let quoted = text.strip_prefix(before).and_then(|it| it.strip_suffix(after));
        let quoted = quoted.map_or(0..0, |it| before.len()..before.len() + it.len() + 1);
        let places = text.char_indices().map(|(at, _)| at).filter(|at| !quoted.contains(at));
        places.take(MOST_PARTS).any(|at| {
            let spaced = [&text[..at], &blank, &text[at..]].concat();
            subject.matches(index, &spaced) && !reads_all(changed, id(index), &spaced)
        })
    };
    texts.any(loses).then(|| {
        "put the text, with the signs around it, into a rule of its own that has `$`".to_owned()
    })
}

/// The maximum number of parts of a rule whose texts are tried, and of places in each text.
const MOST_PARTS: usize = 50;

fn hollow_text(subject: &Subject<'_>, index: usize, texts: &[bool]) -> Found {
    let rule = subject.rule(index);
    let around = |part| subject.shortest.around(index, part);
    let mut parts = rule
        .body
        .all()
        .filter(|part| is_text(part, subject.rules, texts) || part.name() == Some("ANY"));
    let (left, right) = parts.find_map(|part| {
        let is_plain = matches!(&part.kind, BodyKind::Repeat { body, most: None, .. }
            if is_any_but(body, subject.rules));
        let (left, right) = around(part)?;
        (is_plain || is_quoted(&left, &right)).then_some((left, right))
    })?;
    let (mend, put) = subject.with_modifier(index, subject.atomic_sign(index));
    let grammar = subject.changed(mend.clone())?;
    // The texts between the quotes, with a gap: nothing else, or the rest of a text with an escape.
    let inside = rule
        .body
        .all()
        .take(MOST_PARTS)
        .filter(|&part| around(part).is_some_and(|it| it == (left.clone(), right.clone())));
    let inside = inside.filter_map(|part| subject.shortest.text(part)).unique();
    let gaps = inside.flat_map(|text| {
        let gap =
            |(at, it): (usize, char)| [&text[..at], &text[at + it.len_utf8()..]].map(str::to_owned);
        text.char_indices().map(gap).collect_vec()
    });
    let gaps = std::iter::once(Default::default()).chain(gaps).collect_vec();
    // Put a blank or a comment into the quoted text. A comment also consumes the end of the text.
    let (blank, text, does) = subject.rules.between().find_map(|blank| {
        let skipped = subject.shortest.of_rule(blank)?;
        let reads = |text: &str| reads_all(&grammar, id(index), text);
        let mut texts =
            gaps.iter().map(|[one, other]| [&left, one, &*skipped, other, &right].concat());
        if let Some(text) = texts.find(|text| reads(text) && !subject.matches(index, text)) {
            return Some((blank, text, "rejects"));
        }
        skipped.char_indices().skip(1).find_map(|(at, _)| {
            let text = [&left, &skipped[..at], &right, &skipped[at..], &right].concat();
            let is_longer = !reads(&text) && subject.matches(index, &text);
            is_longer.then_some((blank, text, "matches all of"))
        })
    })?;
    let (name, text) = (&rule.name, shown(&text));
    let message = if subject.rule(blank).name == "COMMENT" {
        format!("`{name}` {does} `{text}`: a comment begins in it")
    } else {
        format!("`{name}` loses blanks: it does not match `{text}`")
    };
    let unmended = interpolated(subject, index, texts).map(|it| format!("{put}, {it}"));
    let rest = || rest_with_blanks(subject, index, &grammar, [&left, &right]);
    if let Some(advice) = unmended.or_else(rest) {
        return Some(finding(message, rule.name_span.clone(), advice));
    }
    let around = called_after_blanks(subject, index, texts, &mend);
    let around = around.filter(|_| left.is_empty()).unwrap_or_default();
    let advice = format!("{put}, so that nothing in it is skipped{around}");
    Some(finding(message, rule.name_span.clone(), advice).with_mend(mend))
}

/// Advice if pest skips blanks before the rule where another rule calls it: a rule without blanks
/// around such a call. Says so if the grammar would then reject a text. `mend` makes the called rule
/// atomic.
fn called_after_blanks(
    subject: &Subject<'_>,
    index: usize,
    texts: &[bool],
    mend: &Changes,
) -> Option<String> {
    let rules = subject.rules;
    let named = |part: &Body| part.name().and_then(|name| rules.index(name));
    let leads = |part: &Body| led(part, rules, &subject.shortest).contains(index);
    // The rule, and the rules that begin with it.
    let begins = |rule: usize| rule == index || leads(&subject.rule(rule).body);
    let calls = rules.parts().flat_map(|(rule, part)| {
        let pairs = part.items().iter().tuple_windows().filter(|(_, it)| leads(it));
        let pairs = pairs.map(|(before, it)| before.span.start..it.span.end);
        let is_row = matches!(part.kind, BodyKind::Repeat { most, .. } if most != Some(1));
        let rounds = (is_row && leads(part)).then(|| part.span.clone());
        pairs.chain(rounds).map(|call| (rule, call)).collect_vec()
    });
    // `lost_blanks` has advice for a rule with quotes around the text.
    let is_spaced = |(rule, _): &(usize, _)| {
        subject.shortest.spaced.contains(rule) && lost_blanks(subject, *rule, texts).is_none()
    };
    let calls = calls.filter(is_spaced).collect_vec();
    let (_, call) = calls.first()?;
    let callers = calls.iter().map(|(rule, _)| *rule).unique().collect_vec();
    // In a rule with `$`, blanks are lost before an empty part, and not skipped in a repetition.
    let is_before = |it: &Body| it.span.start == call.start && it.span.end < call.end;
    let is_repeated = |it: &Body| matches!(it.kind, BodyKind::Repeat { .. });
    (!rules.parts().any(|(_, part)| is_before(part) && is_repeated(part))).then_some(())?;
    let inside = rules.parts();
    let is_inside = |(rule, part): &(usize, &Body)| {
        let is_called = callers.len() > 1 && callers.contains(rule);
        is_called || call.contains(&part.span.start) || begins(*rule)
    };
    let inside = inside.filter(is_inside).filter_map(|(_, part)| named(part)).unique();
    let inside = inside.filter(|it| {
        let is_normal = subject.rule(*it).modifier == RuleModifier::Normal;
        let is_other = !callers.contains(it) && !rules.reached([*it]).contains(index);
        is_normal && is_other && !texts[*it] && subject.needs_blanks(*it)
    });
    let inside = inside.collect_vec();
    let ticks = |them: &[usize]| list_and(ticked(them.iter().map(|it| &*subject.rule(*it).name)));
    if callers.len() > 1 {
        let (atomic, flat) = (ticks(&callers), ticks(&inside));
        let flat = if inside.is_empty() { String::new() } else { format!(", such as {flat}") };
        return Some(format!(
            "; to keep the blanks before it, too, put `$` before the `{{` of {atomic}, and what \
             needs blanks there into rules that have `!`{flat}"
        ));
    }
    let (name, row) = (subject.rules.free_name("part_for_a_trial"), rules.slice(call));
    let (end, rule) = (rules.source.len(), format!("\n{name} = ${{ {row} }}"));
    let spaced = inside.iter().flat_map(|it| subject.with_modifier(*it, "!").0);
    let new = [(call.clone(), name), (end..end, rule)];
    let changed = subject.changed(mend.iter().cloned().chain(spaced).chain(new))?;
    let lost = subject.lost(&changed, &subject.blank()?);
    let but = lost.map(|it| format!(" (but then pest rejects `{}`)", shown(&it)));
    let also = format!(", and `!` before the `{{` of {}", ticks(&inside));
    let (also, but) = (if inside.is_empty() { "" } else { &also }, but.unwrap_or_default());
    Some(format!(
        "; to keep the blanks before it, too, put `{row}` into a rule of its own that has `$` and so \
         skips no blanks{also}{but}"
    ))
}

/// Warns about text in quotes if the pair for the inner text lacks the blanks at its ends.
fn lost_blanks(subject: &Subject<'_>, index: usize, texts: &[bool]) -> Found {
    let (rule, blank) = (subject.rule(index), subject.blank()?);
    let (inner, (left, right)) = rule.body.all().find_map(|part| {
        let inner = subject.rules.index(part.name()?)?;
        let has_text = subject.rule(inner).body.all().any(|it| is_text(it, subject.rules, texts));
        let around = has_text.then(|| subject.shortest.around(index, part))??;
        is_quoted(&around.0, &around.1).then_some((inner, around))
    })?;
    let text = [&*left, &blank, "a", &blank, &right].concat();
    let (mut mend, put) = subject.with_modifier(index, "$");
    let is_atomic = subject.rule(inner).modifier.is_atomic();
    if !is_atomic && subject.rule(inner).modifier != RuleModifier::Silent {
        mend.extend(subject.with_modifier(inner, subject.atomic_sign(inner)).0);
    }
    let grammar = subject.changed(mend.clone())?;
    let read = |grammar| read_by(grammar, [index, inner], &text);
    let has = read(subject.grammar)?;
    (has.len() < read(&grammar)?.len()).then_some(())?;
    let name = &subject.rule(inner).name;
    let message =
        format!("`{name}` loses the blanks at its ends: in `{}` it matches `{has}`", shown(&text));
    let also = if mend.len() > 1 { format!(", and make `{name}` atomic") } else { String::new() };
    let unmended = interpolated(subject, index, texts).map(|it| format!("{put}{also}, {it}"));
    let (advice, mend) =
        match unmended.or_else(|| rest_with_blanks(subject, index, &grammar, [&left, &right])) {
            Some(advice) => (advice, Vec::new()),
            None => (format!("{put}{also}: then nothing in it is skipped"), mend),
        };
    Some(finding(message, rule.name_span.clone(), advice).with_mend(mend))
}

/// The text of the second rule's pair, after the first rule has matched all of `text`.
fn read_by(grammar: &PestGrammar, rules: [usize; 2], text: &str) -> Option<String> {
    let [whole, part] = rules.map(id);
    reads_all(grammar, whole, text).then_some(())?;
    let pairs = grammar.parse(whole, text).ok()?.flatten();
    Some(pairs.filter(|pair| pair.as_rule() == part).map(|pair| pair.as_str()).collect())
}

/// Warns about a comment that fails on the last line because no newline follows.
pub(super) fn unended_comment(subject: &Subject<'_>) -> Found {
    let index = subject.rules.index("COMMENT")?;
    let comment = subject.shortest.of_rule(index)?;
    let open = comment.trim_end_matches(['\r', '\n']);
    let text = subject.some_text(subject.start)?;
    let [ended, unended] = [&comment, open].map(|it| format!("{text}{it}"));
    let takes = |text: &str| subject.matches(subject.start, text);
    (takes(&ended) && !takes(&unended)).then_some(())?;
    let below = subject.rules.reached([index]);
    // In a language of lines, a comment may follow something in its line, which needs the newline.
    let blanks = subject.rules.reached(subject.rules.index("WHITESPACE"));
    let rows = subject.rules.rules.iter().enumerate().filter(|(_, it)| has_newline(&it.body));
    let mut rows = rows.map(|(rule, _)| rule).filter(|rule| !below.contains(*rule)).peekable();
    let is_of_lines = rows.peek().is_some() && rows.all(|rule| !blanks.contains(rule));
    let nodes = subject.rules.parts().filter(|(rule, _)| below.contains(*rule));
    nodes.map(|(_, node)| node.items()).find_map(|items| {
        let (last, before) = items.split_last()?;
        subject.shortest.text(last).filter(|it| it.starts_with(['\r', '\n']))?;
        let optional = format!("{}?", subject.rules.slice(&last.span));
        let advised = format!("make the newline optional: `{optional}`");
        let optional = (advised, vec![(last.span.clone(), optional)]);
        let left_out = before.last().filter(|_| is_of_lines).map(|it| {
            let advice = "leave out the newline: other rules match it, after the comment";
            (advice.to_owned(), vec![(it.span.end..last.span.end, String::new())])
        });
        let works = |mend: &_| subject.mends(mend, subject.start, &[&ended, &unended], &[]);
        let (advice, mend) = left_out.into_iter().chain([optional]).find(|it| works(&it.1))?;
        let text = shown(&unended);
        let message =
            format!("pest rejects a comment on the last line without a newline: `{text}`");
        Some(finding(message, last.span.clone(), advice).with_mend(mend))
    })
}

/// Whether a part may match a newline.
fn has_newline(part: &Body) -> bool {
    match &part.kind {
        BodyKind::Lookahead { .. } => false,
        BodyKind::Terminal(Terminal::Literal(text)) => text.contains('\n'),
        BodyKind::Rule(name) => name == "NEWLINE",
        _ => part.parts().iter().any(has_newline),
    }
}
