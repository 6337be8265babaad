//! Alternatives of a grammar that are unreachable.
//!
//! The choice of pest, as of any parsing expression grammar (Ford 2004), is
//! ordered: once an alternative matches, no later one is tried. So an alternative
//! is unreachable if an earlier one matches a prefix of everything that it
//! matches, which is called prefix capture.

use std::cell::OnceCell;

use super::finding;
use super::first_set::{FirstSet, FirstSets};
use super::shortest::Shortest;
use super::subject::{id, shown, tried};
use crate::tracer::PestGrammar;
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::check::accepted;
use crate::tracer::error::GrammarError;
use crate::tracer::rules::Rules;

/// The alternatives that an earlier one captures: it is the same, or begins the
/// same way and ends sooner, or matches on every character that the later one can
/// go on with.
pub(crate) fn unreachable_alternatives(grammar: &PestGrammar) -> Vec<GrammarError> {
    let rules = grammar.written();
    let mut first_sets = FirstSets::new(rules);
    let mut warnings = Vec::new();
    let mut put_first = PutFirst::new(grammar);
    let all = rules.rules.iter().enumerate();
    for (rule, node) in all.flat_map(|(at, rule)| rule.body.all().map(move |node| (at, node))) {
        let BodyKind::Choice(nodes) = &node.kind else { continue };
        let alternatives: Vec<Alternative<'_>> =
            nodes.iter().map(|it| Alternative::new(it, rules, &mut first_sets)).collect();
        for (index, later) in alternatives.iter().enumerate() {
            let Some(at) = alternatives[..index].iter().position(|it| it.shadows(later)) else {
                continue;
            };
            let earlier = &alternatives[at];
            let (why, advice) = if are_alike(&earlier.terms, &later.terms) {
                ("and is the same", "leave it out".to_owned())
            } else {
                let between = &nodes[at + 1..index];
                let pair = Pair { rule, earlier: earlier.node, later: later.node, between };
                let why = "and matches a prefix of everything it matches (prefix capture)";
                (why, put_first.advice(&pair))
            };
            let text = rules.slice(&earlier.node.span);
            let message = format!("this alternative is unreachable: `{text}` comes first {why}");
            warnings.push(finding(message, later.node.span.clone(), advice));
        }
    }
    warnings
}

/// One of several ways that a rule can match.
struct Alternative<'s> {
    node: &'s Body,
    /// Its parts, with the text of a rule that is nothing else.
    terms: Vec<(&'s Body, FirstSet)>,
}

impl<'s> Alternative<'s> {
    fn new(node: &'s Body, rules: &'s Rules, first_sets: &mut FirstSets<'_>) -> Self {
        let terms = node.items().iter().map(|item| {
            let named = item.name().and_then(|name| Some(&rules.rule(name)?.body));
            let text = named.filter(|body| body.literal().is_some());
            (text.unwrap_or(item), first_sets.of(item))
        });
        Self { node, terms: terms.collect() }
    }

    fn shadows(&self, later: &Self) -> bool {
        // What never fails does not matter at the end.
        let end = self.terms.iter().rposition(|(_, first_set)| !first_set.non_failing);
        let decisive = &self.terms[..end.map_or(0, |end| end + 1)];
        let Some(((last, first_set), before)) = decisive.split_last() else { return false };
        let Some((same, rest)) = later.terms.split_at_checked(before.len()) else { return false };
        let Some((then, later_set)) = rest.first() else { return false };
        let begins_so = match (last.literal(), then.literal()) {
            (Some(short), Some(long)) => long.starts_with(short),
            _ => last == then,
        };
        are_alike(same, before) && (begins_so || first_set.shadows(later_set))
    }
}

fn are_alike(one: &[(&Body, FirstSet)], other: &[(&Body, FirstSet)]) -> bool {
    one.iter().map(|(body, _)| body).eq(other.iter().map(|(body, _)| body))
}

/// Characters that may continue a word: letters, a digit, and signs in names.
const MORE: [&str; 5] = ["a", "A", "1", "_", "-"];

/// How many alternatives are tried, and how many bytes of changed grammars are read for
/// that, at most: a grammar is checked before it is used.
const MOST_PAIRS: usize = 10;
const MOST_READ: usize = 4 << 20;

/// How many parts of a rule are looked at for texts.
const MOST_PARTS: usize = 20;

/// What an atomic rule is called for a trial: a grammar that has one is not tried with it.
const APART: &str = "word_apart_for_a_trial";

/// What is advised where nothing could be tried.
const UNTRIED: &str = "see whether it can stand before that one";

/// What to advise about alternatives that are unreachable.
struct PutFirst<'s> {
    grammar: &'s PestGrammar,
    /// The shortest texts of its parts, once they are needed.
    shortest: OnceCell<Shortest<'s>>,
    /// How many alternatives may still be tried, and how many bytes read.
    pairs: usize,
    left: usize,
}

/// Two alternatives of a choice, the one that takes the texts of the other first.
struct Pair<'s> {
    /// The number of the rule that they stand in.
    rule: usize,
    earlier: &'s Body,
    later: &'s Body,
    /// The alternatives between the two.
    between: &'s [Body],
}

impl<'s> PutFirst<'s> {
    const fn new(grammar: &'s PestGrammar) -> Self {
        Self { grammar, shortest: OnceCell::new(), pairs: MOST_PAIRS, left: MOST_READ }
    }

    /// What to do, tried on texts that the rule reads as it is.
    fn advice(&mut self, pair: &Pair<'s>) -> String {
        self.tried(pair).unwrap_or_else(|| UNTRIED.to_owned())
    }

    fn tried(&mut self, pair: &Pair<'s>) -> Option<String> {
        self.pairs = self.pairs.checked_sub(1)?;
        let (grammar, rules) = (self.grammar, self.grammar.written());
        let shortest = self.shortest.get_or_init(|| Shortest::new(rules));
        let word = around(shortest, pair, "")?;
        let longer = MORE.iter().filter_map(|more| around(shortest, pair, more));
        let parts = rules.rules[pair.rule].body.all().take(MOST_PARTS);
        let parts = parts.filter_map(|node| shortest.text(node));
        let mut texts = Vec::new();
        for text in longer.chain(parts) {
            if matches(grammar, pair.rule, &text)? {
                texts.push(text);
            }
        }
        let later = rules.slice(&pair.later.span);
        let Some(lost) = refused(&self.with_first(pair, later, "")?, pair.rule, &texts)?.first()
        else {
            return Some("put it before that one".to_owned());
        };
        let lost = shown(lost);
        let exclude =
            format!("before that one it makes `{lost}` refused: let one exclude the other");
        let Some(more) = repeated(rules, pair.earlier, 0) else { return Some(exclude) };
        // Between the word and what must not follow blanks would be skipped.
        let has_blanks = rules.between().next().is_some();
        let is_apart = has_blanks && !rules.rules[pair.rule].modifier.is_atomic();
        let ended = format!("{later} ~ !{more}");
        let mended = if is_apart {
            let rule = format!("\n{APART} = @{{ {ended} }}");
            self.with_first(pair, APART, &rule)
        } else {
            self.with_first(pair, &ended, "")
        };
        let Some(mended) = mended else { return Some(exclude) };
        texts.push(word);
        if !refused(&mended, pair.rule, &texts)?.is_empty() {
            return Some(exclude);
        }
        let place = if is_apart { " in an atomic rule" } else { "" };
        Some(format!(
            "put it before that one, and end it with `!{more}`{place}: without that `{lost}` is \
             refused"
        ))
    }

    /// The grammar with `text` before the earlier alternative and without the later one.
    fn with_first(&mut self, pair: &Pair<'_>, text: &str, more_rules: &str) -> Option<PestGrammar> {
        let rules = self.grammar.written();
        self.left = self.left.checked_sub(rules.source.len())?;
        let rest = std::iter::once(pair.earlier).chain(pair.between);
        let rest = rest.map(|it| rules.slice(&it.span));
        let all: Vec<&str> = std::iter::once(text).chain(rest).collect();
        let span = pair.earlier.span.start..pair.later.span.end;
        accepted(&(rules.changed([(span, all.join(" | "))]) + more_rules))
    }
}

/// A shortest text of the rule in which the later alternative is read, with `more` after
/// that.
fn around(shortest: &Shortest<'_>, pair: &Pair<'_>, more: &str) -> Option<String> {
    let (before, after) = shortest.around(pair.rule, pair.later)?;
    Some([&before, &*shortest.text(pair.later)?, more, &after].concat())
}

/// Whether a rule matches all of a text; `None` where that takes too long.
fn matches(grammar: &PestGrammar, rule: usize, text: &str) -> Option<bool> {
    let trial = tried(grammar, id(rule), text);
    trial.is_whole.then_some(trial.matched == Some(text.len()))
}

/// The texts from the first on that a rule does not match; `None` where that takes too
/// long.
fn refused<'t>(grammar: &PestGrammar, rule: usize, texts: &'t [String]) -> Option<&'t [String]> {
    let mut rest = texts;
    while let Some((text, others)) = rest.split_first() {
        if !matches(grammar, rule, text)? {
            break;
        }
        rest = others;
    }
    Some(rest)
}

/// The deepest way from rule to rule to a repetition.
const DEEPEST: usize = 20;

/// What a part goes on with at its end, as it is written after a `!`.
fn repeated(rules: &Rules, node: &Body, depth: usize) -> Option<String> {
    let last = node.items().last().filter(|_| depth < DEEPEST)?;
    match &last.kind {
        BodyKind::Repeat { body, most: None, .. } => {
            let is_one = matches!(body.kind, BodyKind::Rule(_) | BodyKind::Terminal(_));
            let written = body.to_string();
            Some(if is_one { written } else { format!("({written})") })
        }
        BodyKind::Rule(name) => repeated(rules, &rules.rule(name)?.body, depth + 1),
        _ => None,
    }
}
