//! The shortest text on which a grammar differs from its reference.

use std::collections::{BTreeSet, HashSet};

use super::arithmetic::{difference_on, with_telling_numbers};
use super::{
    DiffReading, GrammarDifference, GrammarDifferenceKind, TooLong, difference_of_readings,
    given_up,
};
use crate::grammars::{Grammar, SyntaxError, syntax_error};
use crate::number::Rational;
use crate::reports::rule_tree::{
    Attempt, RuleReading, have_same_pairs, have_same_rules, have_same_shape,
};
use crate::sentences::{Sentence, Sentences, rank, tokens};
use crate::tracer::{RuleId, is_wanted, spend};

/// The approximate number of texts made from tokens to try.
const MOST_OF_TOKENS: usize = 30_000;

/// The maximum length of these, in tokens.
const LONGEST: usize = 12;

/// The number of long random texts from each grammar.
const AT_RANDOM: usize = 60;

/// How many bytes longer than the shortest these may be.
const MOST_EXTRA: usize = 120;

/// The tokens tried besides those of either grammar: blanks that one may have forgotten,
/// including one beyond ASCII, a non-ASCII digit, and a character beyond the first 65,536.
const MORE_TOKENS: [&str; 5] = ["\t", "\n", "\u{a0}", "٣", "😀"];

/// The approximate number of texts to list, made of any tokens.
const MOST_LISTED: usize = 20_000;

/// The number of short random texts from each grammar.
const SHORT_AT_RANDOM: usize = 200;

/// How many bytes longer than the shortest these may be.
const SHORT_EXTRA: usize = 24;

/// The number of steps that a byte of a text counts as, in addition to the steps of the rules: a
/// text of a megabyte takes time even before it is parsed.
const STEPS_OF_A_BYTE: u64 = 16;

/// A character that grammars seldom mention.
const STRANGER: &str = "§";

/// How a grammar should match its reference.
#[derive(Debug, Clone, Default)]
pub struct Likeness {
    /// Whether the rules of a parse tree may have any names, as in
    /// [`GrammarDiff::by_shape`](super::GrammarDiff::by_shape).
    pub by_shape: bool,
    /// Whether the blanks around a pair count, so that each pair must be exactly the same.
    pub by_pairs: bool,
    /// Whether both must fail at the same place in a text that neither accepts.
    pub by_place: bool,
    /// Texts to try besides the generated ones.
    pub texts: Vec<String>,
}

/// The shortest text that a grammar parses differently from a reference, if one is found.
///
/// The search tries all texts made from the characters and literals that either grammar mentions,
/// blanks, and characters that neither mentions, up to a length that their number allows. If both
/// stop before the end of a text, its continuations give the same result: they are not tried, but
/// count as tried. Then the search tries longer texts: those that use every part of either grammar,
/// near misses of these, and random texts.
///
/// Two readings of an arithmetic text are alike if their operations are. Two readings of any other
/// text are alike if the rules of the reference match the same parts of it, whatever other rules
/// there are.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::{Likeness, ShortestDifference};
///
/// let found = ShortestDifference::new(&Grammar::Left, &Grammar::Right, &Likeness::default());
/// // The values differ: (8-4)-2 and 8-(4-2).
/// assert_eq!(found.difference.unwrap().text, "8-4-2");
/// let found = ShortestDifference::new(&Grammar::Left, &Grammar::Left, &Likeness::default());
/// assert!(found.difference.is_none() && found.length >= 3);
/// ```
#[derive(Debug, Clone)]
pub struct ShortestDifference {
    /// The difference; the reference is its first grammar.
    pub difference: Option<GrammarDifference>,
    /// The length, in tokens, up to which every text was tried.
    pub length: usize,
    /// The number of texts up to that length.
    pub texts: u64,
    /// The number of other texts that were tried.
    pub others: usize,
}

impl ShortestDifference {
    /// Finds the shortest text on which `other` differs from `reference`.
    ///
    /// Ends early once it is no longer [wanted](crate::tracer::while_wanted).
    pub fn new(reference: &Grammar, other: &Grammar, likeness: &Likeness) -> Self {
        let grammars = [reference, other];
        let search = Search::new(grammars, likeness);
        let mut sentences = grammars.map(|it| Sentences::new(it.rules(), it.start()));
        let mut tokens = all_tokens(sentences.each_ref());
        let is_new = |it: &&str| !tokens.iter().any(|known| known == it);
        let more: Vec<&str> = MORE_TOKENS.into_iter().filter(is_new).collect();
        tokens.extend(more.into_iter().map(str::to_owned));
        let mut found = search.by_length(&tokens);
        if found.difference.is_some() || !is_wanted() {
            return found;
        }
        let covers = sentences.each_mut().map(Sentences::cover);
        let mut texts = of_parts(sentences.each_mut(), covers.each_ref().map(|cover| &**cover));
        for sentences in &mut sentences {
            let long = |index| sentences.short(index * MOST_EXTRA / AT_RANDOM);
            texts.extend((0..AT_RANDOM).filter_map(long).map(|sentence| sentence.text));
        }
        texts.extend(likeness.texts.iter().cloned());
        for text in sorted(texts) {
            found.others += 1;
            found.difference = search.difference(&text).0;
            if found.difference.is_some() || !is_wanted() {
                break;
            }
        }
        found
    }
}

/// A comparison of two grammars.
struct Search<'g> {
    grammars: [&'g Grammar; 2],
    likeness: &'g Likeness,
    /// Whether it compares operations instead of rules.
    has_values: bool,
    /// The rules of the reference.
    names: HashSet<String>,
}

impl<'g> Search<'g> {
    fn new(grammars: [&'g Grammar; 2], likeness: &'g Likeness) -> Self {
        let [reference, other] = grammars;
        let is_arithmetic = grammars.iter().all(|grammar| grammar.lacks().is_none());
        // A flat list is grouped by a table, not by the grammar.
        let has_values = is_arithmetic && reference.is_flat() == other.is_flat();
        let rules = reference.rules();
        let name = |rule: RuleId| rules.name(rule).to_owned();
        let names = rules.rules().filter(|&rule| !rules.is_silent(rule)).map(name).collect();
        Self { grammars, likeness, has_values, names }
    }

    /// Tries the texts of these tokens in order of length.
    fn by_length(&self, tokens: &[String]) -> ShortestDifference {
        let mut found = ShortestDifference { difference: None, length: 0, texts: 1, others: 0 };
        let (difference, goes_on) = self.difference("");
        found.difference = difference;
        let mut last = if goes_on { vec![String::new()] } else { Vec::new() };
        let (mut left, mut of_length) = (MOST_OF_TOKENS, 1_u64);
        while found.difference.is_none() && found.length < LONGEST && !last.is_empty() {
            let Some(rest) = left.checked_sub(last.len() * tokens.len()) else { break };
            left = rest;
            let starts = std::mem::take(&mut last);
            let texts = starts
                .iter()
                .flat_map(|start| tokens.iter().map(move |token| [&**start, &**token].concat()));
            for text in texts {
                let (difference, goes_on) = self.difference(&text);
                // Among texts of one length, a difference in value is the most telling.
                let is_better = difference.as_ref().is_some_and(|new| {
                    found.difference.as_ref().is_none_or(|old| new.kind < old.kind)
                });
                if is_better {
                    found.difference = difference;
                }
                if found.difference.as_ref().is_some_and(is_telling) || !is_wanted() {
                    return found;
                }
                if goes_on {
                    last.push(text);
                }
            }
            of_length = of_length.saturating_mul(tokens.len() as u64);
            found.texts = found.texts.saturating_add(of_length);
            found.length += 1;
        }
        found
    }

    /// Returns how the two differ on a text, and whether they may differ on a continuation.
    fn difference(&self, text: &str) -> (Option<GrammarDifference>, bool) {
        spend(text.len() as u64 * STEPS_OF_A_BYTE);
        let attempt = |grammar| Attempt::with_blanks(grammar, text, self.likeness.by_pairs);
        let [Some(a), Some(b)] = self.grammars.map(attempt) else {
            // A search that nobody is waiting for proves nothing about the text.
            return (is_wanted().then(|| given_up(self.grammars, text)), false);
        };
        let goes_on = a.goes_on || b.goes_on;
        let difference = match (a.reading, b.reading) {
            (None, None) if self.likeness.by_place => self.other_place(text),
            (None, None) => None,
            _ if self.has_values => difference_on(self.grammars, text)
                .unwrap_or_else(|TooLong| Some(given_up(self.grammars, text)))
                .map(|difference| with_telling_numbers(self.grammars, difference)),
            (a, b) => {
                let same = match self.likeness {
                    Likeness { by_shape: true, .. } => have_same_shape,
                    Likeness { by_pairs: true, .. } => have_same_pairs,
                    _ => have_same_rules,
                };
                let readings = [a, b].map(|reading| reading.map(|it| self.kept(it)));
                difference_of_readings(self.grammars, text, readings, same)
            }
        };
        (difference, goes_on)
    }

    /// Returns a reading with only the rules that the reference also has.
    fn kept<'t>(&self, reading: RuleReading<'t>) -> RuleReading<'t> {
        if self.likeness.by_shape { reading } else { reading.of_rules(&self.names) }
    }

    /// Returns the difference on a text if both refuse it, but at different places.
    fn other_place(&self, text: &str) -> Option<GrammarDifference> {
        let errors = self.grammars.map(|grammar| syntax_error::<Rational>(grammar, text));
        let [a, b] = errors.each_ref().map(|error| error.span.start);
        let kind = GrammarDifferenceKind::Refused;
        let difference = || GrammarDifference::new(kind, text, errors.map(Err));
        (a != b).then(difference)
    }
}

/// Whether no other text of its length would show the difference better.
fn is_telling(difference: &GrammarDifference) -> bool {
    let has_values =
        |it: &Result<DiffReading, SyntaxError>| matches!(it, Ok(DiffReading::Expression(_)));
    difference.kind != GrammarDifferenceKind::Grouping || !difference.parses.iter().all(has_values)
}

/// Returns the texts to try, the shortest first: `covers` are texts that use all parts of the two
/// grammars.
pub(super) fn texts(sentences: [&mut Sentences<'_>; 2], covers: [&[Sentence]; 2]) -> Vec<String> {
    let tokens = all_tokens(sentences.each_ref().map(|it| &**it));
    let mut texts = of_parts(sentences, covers);
    let mut last = vec![String::new()];
    let mut count = 1;
    while count + last.len() * tokens.len() <= MOST_LISTED {
        let longer = |start: &String| {
            tokens.iter().map(|token| format!("{start}{token}")).collect::<Vec<_>>()
        };
        let next: Vec<String> = last.iter().flat_map(longer).collect();
        texts.extend(last);
        count += next.len();
        last = next;
    }
    texts.extend(last);
    sorted(texts)
}

/// Returns the tokens of both grammars, a blank and [`STRANGER`].
fn all_tokens(sentences: [&Sentences<'_>; 2]) -> Vec<String> {
    let mut tokens = tokens(sentences);
    for more in [" ", STRANGER] {
        if !tokens.iter().any(|it| it == more) {
            tokens.push(more.to_owned());
        }
    }
    tokens
}

/// Returns texts that use all parts of two grammars, near misses of them, and short random ones.
fn of_parts(sentences: [&mut Sentences<'_>; 2], covers: [&[Sentence]; 2]) -> BTreeSet<String> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for (sentences, cover) in sentences.into_iter().zip(covers) {
        texts.extend(cover.iter().map(|sentence| sentence.text.clone()));
        texts.extend(sentences.near_misses(cover).into_iter().map(|miss| miss.text));
        let short = (0..SHORT_AT_RANDOM).filter_map(|index| {
            sentences.short(index * SHORT_EXTRA / SHORT_AT_RANDOM).map(|sentence| sentence.text)
        });
        texts.extend(short);
    }
    texts
}

/// Sorts the texts, the shortest first and, among those of equal length, those with the most usual
/// characters first.
fn sorted(texts: BTreeSet<String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.into_iter().collect();
    let key = |text: &String| (text.chars().count(), text.chars().map(rank).collect::<Vec<_>>());
    texts.sort_by_cached_key(key);
    texts
}
