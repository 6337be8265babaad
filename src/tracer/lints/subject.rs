//! The grammar that the lints check, and trials of texts with it. Trials are bounded, because a
//! parse with a faulty grammar may never end.

use std::cell::OnceCell;
use std::ops::{ControlFlow, Range};

use itertools::Itertools;

use super::shortest::{Shortest, texts_of_rounds, texts_through};
use crate::tracer::body::{Body, BodyKind, RuleDefinition, RuleModifier};
use crate::tracer::check::accepted;
use crate::tracer::marks::{Mark, marks};
use crate::tracer::rules::Rules;
use crate::tracer::terminal::escape;
use crate::tracer::{Event, GrammarError, Outcome, PestGrammar, RuleId, StackUse, TraceError};

/// New texts for some places of a grammar.
pub(super) type Changes = Vec<(Range<usize>, String)>;

/// A grammar that pest accepts, as written and ready to parse.
pub(super) struct Subject<'s> {
    pub(super) rules: &'s Rules,
    pub(super) shortest: Shortest<'s>,
    pub(super) grammar: &'s PestGrammar,
    /// The index of the start rule.
    pub(super) start: usize,
    /// The rules that count as used although no rule names them.
    pub(super) entries: &'s [&'s str],
    /// Texts that the start rule accepts.
    own_texts: OnceCell<Vec<String>>,
}

impl<'s> Subject<'s> {
    /// Returns `None` if the start rule is not in the file.
    pub(super) fn new(
        grammar: &'s PestGrammar,
        start: RuleId,
        entries: &'s [&'s str],
    ) -> Option<Self> {
        let start = start.index().checked_sub(1)?;
        let rules = &grammar.written;
        let shortest = Shortest::spaced(rules, start);
        Some(Self { rules, shortest, grammar, start, entries, own_texts: OnceCell::new() })
    }

    /// For each part, a shortest text of the start rule through this part. The start rule may
    /// reject it.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> {
        texts_through(self, |part| self.shortest.text(part), false).unique().take(MOST_THROUGH)
    }

    /// A text that the start rule accepts now, but not after a change: one of its [`texts`] that is
    /// not blank, the same text twice, or with `gap` inside.
    ///
    /// [`texts`]: Self::texts
    pub(super) fn lost(&self, changed: &PestGrammar, gap: &str) -> Option<String> {
        let all = self.texts().filter(|text| !text.trim().is_empty()).flat_map(|text| {
            let is_place = |at: &usize| !gap.is_empty() && text.is_char_boundary(*at);
            let places = (1..text.len()).filter(is_place).take(MOST_TEXTS);
            let spaced = places.map(|at| [&text[..at], gap, &text[at..]].concat()).collect_vec();
            [[&*text, gap, &text].concat(), text].into_iter().chain(spaced)
        });
        all.unique().find(|text| {
            self.matches(self.start, text) && !reads_all(changed, id(self.start), text)
        })
    }

    /// The texts that the start rule accepts now, but not after a change: those through each part,
    /// those of repetitions, and such texts with one character more.
    pub(super) fn all_lost(&self, changed: &PestGrammar) -> impl Iterator<Item = &String> {
        let accepted = self.own_texts.get_or_init(|| {
            let rounds = texts_of_rounds(self).into_iter().take(MOST_THROUGH);
            let is_accepted = |text: &String| self.matches(self.start, text);
            let texts = self.texts().chain(rounds).filter(is_accepted);
            let texts = texts.sorted_by_key(String::len).collect_vec();
            let longer = texts.iter().flat_map(|text| {
                let places = (0..=text.len()).rev().filter(|at| text.is_char_boundary(*at));
                let with = |(at, more): (usize, &str)| [&text[..at], more, &text[at..]].concat();
                places.cartesian_product(MORE).map(with)
            });
            let longer = longer.take(MOST_LONGER).filter(is_accepted).collect();
            [texts, longer].concat()
        });
        let is_lost = move |text: &&String| {
            let trial = tried(changed, id(self.start), text);
            trial.is_whole && trial.matched != Some(text.len())
        };
        accepted.iter().filter(is_lost)
    }

    /// The finding. If its change makes the start rule reject a text that it accepts now, the
    /// advice says so, and the change is left out. A change that `narrows` the grammar is kept; the
    /// advice says if a digit needs a blank before it.
    pub(super) fn without_harm(&self, mut finding: GrammarError, narrows: bool) -> GrammarError {
        let changed = Some(&finding.mend).filter(|it| !it.is_empty());
        let Some(changed) = changed.and_then(|it| self.changed(it.clone())) else { return finding };
        let mut lost = self.all_lost(&changed);
        if narrows {
            let found = lost.find_map(|it| {
                let parted = self.with_parted_digits(it)?;
                reads_all(&changed, id(self.start), &parted).then_some((it, parted))
            });
            if let Some((lost, parted)) = found {
                let (advice, parted, lost) = (finding.advice, named(&parted), named(lost));
                finding.advice = format!("{advice} (then write {parted} for {lost})");
            }
        } else if let Some(lost) = lost.next() {
            finding.advice = format!("{} (but then pest rejects {})", finding.advice, named(lost));
            finding.mend = Vec::new();
        }
        finding
    }

    /// The text with a blank before every number that follows a letter, if pest skips blanks.
    fn with_parted_digits(&self, text: &str) -> Option<String> {
        let (blank, mut parted) = (self.blank()?, String::new());
        for character in text.chars() {
            if character.is_ascii_digit() && parted.ends_with(char::is_alphabetic) {
                parted += &blank;
            }
            parted.push(character);
        }
        Some(parted)
    }

    /// The shortest text that pest skips between parts, if it is not empty.
    pub(super) fn blank(&self) -> Option<String> {
        self.shortest.blank_between()
    }

    /// Whether any rule calls a rule, such as the rule itself.
    pub(super) fn is_called(&self, rule: usize) -> bool {
        (0..self.rules.rules.len()).any(|it| self.rules.named_by(it).contains(&rule))
    }

    pub(super) fn rule(&self, index: usize) -> &RuleDefinition {
        &self.rules.rules[index]
    }

    /// A part as written in a sequence, with brackets if needed.
    pub(super) fn in_sequence(&self, part: &Body) -> String {
        // A rule may begin with a `|`, but brackets may not.
        let inner = self.rules.slice(&part.span).trim_start_matches(['|', ' ', '\t', '\r', '\n']);
        // The brackets at the beginning may be those of the first alternative alone.
        let is_bare = matches!(&part.kind, BodyKind::Choice(parts)
            if parts[0].span.start == part.span.end - inner.len());
        if is_bare { format!("({inner})") } else { inner.to_owned() }
    }

    /// Tries a text with rule number `index`.
    pub(super) fn tried(&self, index: usize, text: &str) -> Trial {
        tried(self.grammar, id(index), text)
    }

    /// The end of the match of rule number `index` on a text.
    pub(super) fn matched(&self, index: usize, text: &str) -> Option<usize> {
        self.tried(index, text).matched
    }

    /// Whether rule number `index` matches the whole text.
    pub(super) fn matches(&self, index: usize, text: &str) -> bool {
        reads_all(self.grammar, id(index), text)
    }

    /// The grammar after some changes, if pest accepts it.
    pub(super) fn changed(
        &self,
        changes: impl IntoIterator<Item = (Range<usize>, String)>,
    ) -> Option<PestGrammar> {
        accepted(&self.rules.changed(changes))
    }

    /// The changes, if pest accepts the changed grammar.
    pub(super) fn accepted(&self, mend: Changes) -> Changes {
        if self.changed(mend.clone()).is_some() { mend } else { Vec::new() }
    }

    /// The changed grammar in which rule number `rule` has only `part`, so that other alternatives
    /// cannot match.
    pub(super) fn alone(&self, rule: usize, part: &Body, changes: &Changes) -> Option<PestGrammar> {
        let (body, part) = (&self.rule(rule).body.span, &part.span);
        let around = [body.start..part.start, part.end..body.end].into_iter();
        let around: Vec<_> = around.filter(|it| !it.is_empty()).collect();
        let is_lost =
            |(span, _): &(Range<usize>, String)| around.iter().any(|it| it.contains(&span.start));
        (!changes.iter().any(is_lost)).then_some(())?;
        let left_out = around.into_iter().map(|it| (it, String::new()));
        self.changed(changes.iter().cloned().chain(left_out))
    }

    /// Whether pest accepts the changed grammar, and rule number `by` then matches each of `reads`
    /// in full and no part of any of `not`.
    pub(super) fn mends(&self, mend: &Changes, by: usize, reads: &[&str], not: &[&str]) -> bool {
        self.changed(mend.clone()).is_some_and(|grammar| {
            let matches = |text: &&str| reads_all(&grammar, id(by), text);
            let begins = |text: &&str| matched(&grammar, id(by), text).is_some();
            reads.iter().all(matches) && !not.iter().any(begins)
        })
    }

    /// The change that gives rule number `index` another modifier, and the advice to make it.
    pub(super) fn with_modifier(&self, index: usize, sign: &str) -> (Changes, String) {
        let rule = self.rule(index);
        let (old, start) = (rule.modifier.sign(), rule.name_span.end);
        let head = &self.rules.source[start..rule.body.span.start];
        // Comments may contain the same signs.
        let first = Mark::Sign(old.chars().next().unwrap_or('{'));
        let found = marks(head).find(|it| it.1 == first);
        let at = start + found.expect("a modifier or a brace comes before the body").0;
        let place = match rule.modifier {
            RuleModifier::Normal => "before its `{`".to_owned(),
            other => format!("in place of its `{}`", other.sign()),
        };
        (vec![(at..at + old.len(), sign.to_owned())], format!("put `{sign}` {place}"))
    }

    /// The modifier that makes rule number `index` skip no blanks but keep its pairs.
    pub(super) fn atomic_sign(&self, index: usize) -> &'static str {
        self.sign_around(self.rules.named_by(index))
    }

    /// Whether an atomic rule that calls rule number `index` takes away blanks that are allowed in
    /// it, as in an expression in a string. The texts of an escape have a limited length, so no
    /// names or numbers are in it, and it needs no blanks.
    pub(super) fn needs_blanks(&self, index: usize) -> bool {
        let is_spaced = |rule: usize| self.shortest.spaced.binary_search(&rule).is_ok();
        let is_row = |part: &Body| match part.kind {
            BodyKind::Repeat { most, .. } => most != Some(1),
            _ => matches!(part.kind, BodyKind::Sequence(_)),
        };
        let is_endless = |rule| {
            let has_no_bound = |it: &Body| matches!(it.kind, BodyKind::Repeat { most: None, .. });
            let calls_itself = || self.rules.reached(self.rules.named_by(rule)).contains(rule);
            self.rule(rule).body.all().any(has_no_bound) || calls_itself()
        };
        let has_row = |rule| is_spaced(rule) && self.rule(rule).body.all().any(is_row);
        let below = |rule| self.rules.reached([rule]);
        is_spaced(index)
            && below(index).ones().any(|it| has_row(it) && below(it).ones().any(is_endless))
    }

    /// The modifier that makes a rule skip no blanks, but keeps the pairs of the rules `named` in
    /// it.
    pub(super) fn sign_around(&self, named: impl IntoIterator<Item = usize>) -> &'static str {
        // A silent rule may name rules that make pairs.
        let below = self.rules.reached(named);
        let makes_pairs = below.ones().any(|it| self.rule(it).modifier != RuleModifier::Silent);
        if makes_pairs { "$" } else { "@" }
    }

    /// A text that is not blank and that rule number `index` matches, if one is found.
    pub(super) fn some_text(&self, index: usize) -> Option<String> {
        let own = self.rule(index).body.all();
        // The texts of the rule's own parts may all be empty, so try those of all rules, too.
        let parts = own.chain(self.rules.parts().map(|(_, part)| part));
        let candidates = parts.filter_map(|part| self.shortest.text(part));
        let found = candidates.filter(|it| !it.trim().is_empty()).take(MOST_TEXTS);
        found.into_iter().find(|text| self.matches(index, text))
    }
}

/// The maximum number of texts through parts of the grammar.
const MOST_THROUGH: usize = 300;

/// The maximum number of texts with one character more.
const MOST_LONGER: usize = 600;

/// Characters of other classes: letters that are no hexadecimal digits, a digit that is no octal
/// one, and signs in names.
pub(super) const MORE: [&str; 5] = ["z", "Z", "9", "_", "-"];

/// The maximum number of texts to try for one purpose.
const MOST_TEXTS: usize = 50;

/// The [`RuleId`] of rule number `index`.
pub(super) fn id(index: usize) -> RuleId {
    RuleId::of_index(index + 1)
}

/// A text for a message, with invisible characters escaped as in a grammar.
pub(super) fn shown(text: &str) -> String {
    text.chars().map(|it: char| if it.is_control() { escape(it) } else { it.into() }).collect()
}

/// A text for a message, in quotes or as "the empty text".
pub(super) fn named(text: &str) -> String {
    if text.is_empty() { "the empty text".to_owned() } else { format!("`{}`", shown(text)) }
}

/// The maximum number of events in a trial.
const MOST_EVENTS: usize = 100_000;

/// The end of a rule's match at the start of a text.
pub(crate) fn matched(grammar: &PestGrammar, rule: RuleId, text: &str) -> Option<usize> {
    tried(grammar, rule, text).matched
}

/// Whether the rule matches the whole text.
pub(crate) fn reads_all(grammar: &PestGrammar, rule: RuleId, text: &str) -> bool {
    matched(grammar, rule, text) == Some(text.len())
}

/// The end of a match of one part of a rule, at the start of a text.
pub(super) fn end_of_part(rules: &Rules, it: &Body, is_atomic: bool, text: &str) -> Option<usize> {
    const NAME: &str = "part_for_a_trial";
    let sign = if is_atomic { "$" } else { "" };
    let rule = format!("\n{NAME} = {sign}{{ {} }}", rules.slice(&it.span));
    let end = rules.source.len();
    let grammar = accepted(&rules.changed([(end..end, rule)]))?;
    matched(&grammar, grammar.rule(NAME)?, text)
}

/// Whether each rule matches all of its texts in full.
pub(super) fn all_match(grammar: &PestGrammar, texts: &[(&str, &[String])]) -> bool {
    texts.iter().all(|(rule, texts)| {
        let rule = grammar.rule(rule);
        rule.is_some_and(|rule| texts.iter().all(|text| reads_all(grammar, rule, text)))
    })
}

/// The result of a trial.
#[derive(Debug, Default)]
pub(crate) struct Trial {
    /// The end of the match.
    pub(crate) matched: Option<usize>,
    /// The number of rule calls.
    pub(crate) calls: u64,
    /// Whether too many rules were open, so that the trial was given up.
    pub(crate) is_endless: bool,
    /// Whether the trial finished.
    pub(crate) is_whole: bool,
    /// The use of the empty stack at which pest panics, if it does, and its place.
    pub(crate) panic: Option<(StackUse, usize)>,
}

pub(crate) fn tried(grammar: &PestGrammar, rule: RuleId, text: &str) -> Trial {
    watched(grammar, rule, text, |_| {})
}

/// Tries a text, and passes the events to `listener`.
pub(crate) fn watched(
    grammar: &PestGrammar,
    rule: RuleId,
    text: &str,
    mut listener: impl FnMut(Event<'_>),
) -> Trial {
    let (mut trial, mut events, mut deepest) = (Trial::default(), 0, 0);
    let end = grammar.end(rule, text, |event| {
        (events, deepest) = (events + 1, event.depth.max(deepest));
        listener(event);
        trial.calls += u64::from(event.outcome == Outcome::Enter);
        // An endless recursion goes on until too many rules are open.
        let most = MOST_EVENTS.max(100 * deepest);
        if events < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    trial.is_endless = matches!(end, Err(TraceError::TooManyOpenRules));
    trial.is_whole = matches!(end, Ok(_) | Err(TraceError::Syntax(_)));
    if let Err(TraceError::EmptyStack { what, at }) = end {
        trial.panic = Some((what, at));
    }
    trial.matched = end.ok();
    trial
}
