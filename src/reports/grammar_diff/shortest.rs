//! The shortest text on which a grammar differs from its reference.

use std::collections::{BTreeSet, HashSet};

use itertools::Itertools;

use super::arithmetic::{difference_on, with_telling_numbers};
use super::{
    DiffReading, GrammarDifference, GrammarDifferenceKind, MOST_GIVEN_UP, TooLong,
    difference_of_readings, given_up,
};
use crate::grammars::{Grammar, SyntaxError, syntax_error};
use crate::number::Rational;
use crate::reports::rule_tree::{
    Attempt, have_same_pairs, have_same_rules, have_same_shape, have_same_spans,
};
use crate::sentences::{MOST_BYTES, Sentence, Sentences, rank, tokens};
use crate::tracer::{is_wanted, spend, texts_of_rounds};

/// The maximum number of texts made of tokens that the search tries.
const MOST_OF_TOKENS: usize = 30_000;

/// The maximum length of the texts made of tokens.
const LONGEST: usize = 12;

/// The number of long random texts that the search makes from each grammar.
const AT_RANDOM: usize = 60;

/// The maximum number of bytes by which a long random text exceeds the shortest text.
const MOST_EXTRA: usize = 120;

/// The tokens that the search adds to those of the two grammars: blanks that a grammar may have
/// forgotten, one of them not ASCII; a digit that is not ASCII; and a character beyond the first
/// 65,536.
const MORE_TOKENS: [&str; 5] = ["\t", "\n", "\u{a0}", "٣", "😀"];

/// The maximum number of texts made of tokens that [`texts`] lists.
const MOST_LISTED: usize = 12_000;

/// The number of short random texts that [`of_parts`] makes from each grammar.
const SHORT_AT_RANDOM: usize = 200;

/// The maximum number of bytes by which a short random text exceeds the shortest text.
const SHORT_EXTRA: usize = 24;

/// The maximum number of texts that [`of_parts`] makes by inserting a token, with or without the
/// word after it.
const MOST_INSERTED: usize = 100_000;

/// The number of steps charged for each byte of a text, in addition to the steps of the rules. A
/// text of a megabyte takes time even before the parser begins.
const STEPS_OF_A_BYTE: u64 = 16;

/// A character that grammars seldom mention.
const STRANGER: &str = "§";

/// The ways in which a grammar should match its reference.
#[derive(Debug, Clone, Default)]
pub struct Likeness {
    /// Whether the names of the rules in the parse trees may differ, as in
    /// [`GrammarDiff::by_shape`](super::GrammarDiff::by_shape).
    pub by_shape: bool,
    /// Whether each pair must match exactly the same text, including the blanks around it.
    pub by_pairs: bool,
    /// Whether the two grammars must fail at the same place in a text that neither accepts.
    pub by_place: bool,
    /// Texts to try besides the generated ones.
    pub texts: Vec<String>,
}

/// The shortest text that a grammar parses differently from a reference, if one is found.
///
/// The search first tries all short texts made of certain tokens: the characters and literals that
/// either grammar mentions, blanks, and some characters that neither grammar mentions. The maximum
/// length depends on the number of these tokens. If neither grammar looks at the end of a text,
/// every longer text that begins with it gives the same result. The search skips these longer
/// texts, and counts them as tried.
///
/// Then the search tries longer texts: texts that together use every part of either grammar, near
/// misses of these, and random texts. From the shortest that shows a difference it deletes every
/// character without which the difference remains.
///
/// Two readings of an arithmetic text are alike if they have the same operations and, with
/// `by_pairs`, the same pairs. Two readings of any other text are alike if the rules that the
/// reference defines match the same parts of the text. Rules that only the other grammar defines do
/// not matter.
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
    /// The length, in tokens, up to which the search tried every text.
    pub length: usize,
    /// The number of texts of up to `length` tokens.
    pub texts: u64,
    /// The number of further texts that the search tried after these.
    pub others: usize,
}

impl ShortestDifference {
    /// Finds the shortest text on which `other` differs from `reference`.
    ///
    /// The search ends early once it is no longer [wanted](crate::tracer::while_wanted).
    pub fn new(reference: &Grammar, other: &Grammar, likeness: &Likeness) -> Self {
        let grammars = [reference, other];
        let search = Search::new(grammars, likeness);
        let mut sentences = grammars.map(|it| Sentences::new(it.rules(), it.start()));
        let tokens = with_more(all_tokens(sentences.each_ref()));
        let mut found = search.by_length(&tokens);
        if found.difference.is_some() || !is_wanted() {
            return found;
        }
        let covers = sentences.each_mut().map(Sentences::cover);
        let covers = covers.each_ref().map(|cover| &**cover);
        let mut texts = of_parts(sentences.each_mut(), covers, &tokens);
        texts.extend(likeness.texts.iter().cloned());
        for text in sorted(texts) {
            let length = text.chars().count();
            if found.difference.as_ref().is_some_and(|it| it.text.chars().count() < length) {
                break;
            }
            found.others += 1;
            if found.keep(search.difference(&text).0) {
                break;
            }
        }
        let shortened = |it: GrammarDifference| it.shortened(|text| search.difference(text).0);
        found.difference = found.difference.map(shortened);
        found
    }

    /// Whether a telling difference was found on a text of at most so many characters.
    fn is_told_by(&self, characters: usize) -> bool {
        let is_short = |it: &&GrammarDifference| it.text.chars().count() <= characters;
        self.difference.as_ref().filter(is_short).is_some_and(is_telling)
    }

    /// Keeps the difference on one more text of the same length, if it is better than the one
    /// found. Returns whether the search is over.
    fn keep(&mut self, new: Option<GrammarDifference>) -> bool {
        // A difference only in the trees tells the least.
        let worth = |it: &GrammarDifference| (it.kind, it.text.chars().count());
        let old = self.difference.as_ref().map(worth);
        if let Some(new) = new.filter(|new| old.is_none_or(|old| worth(new) < old)) {
            self.difference = Some(new);
        }
        self.is_told_by(usize::MAX) || !is_wanted()
    }
}

/// A search for a text on which two grammars differ.
struct Search<'g> {
    grammars: [&'g Grammar; 2],
    likeness: &'g Likeness,
    /// Whether the search compares operations instead of rules.
    has_values: bool,
    /// The names of the rules of the reference that appear in its trees.
    names: HashSet<String>,
}

impl<'g> Search<'g> {
    fn new(grammars: [&'g Grammar; 2], likeness: &'g Likeness) -> Self {
        let [reference, other] = grammars;
        let is_arithmetic = grammars.iter().all(|grammar| grammar.lacks().is_none());
        // A table of binding powers groups a flat list, not the grammar's rules.
        let has_values = is_arithmetic && reference.is_flat() == other.is_flat();
        let names = reference.rules().names_in_trees(reference.start());
        Self { grammars, likeness, has_values, names }
    }

    /// Tries the texts made of `tokens`, the shortest first.
    fn by_length(&self, tokens: &[String]) -> ShortestDifference {
        let mut found = ShortestDifference { difference: None, length: 0, texts: 1, others: 0 };
        let (difference, goes_on) = self.difference("");
        found.difference = difference;
        let mut last = if goes_on { vec![String::new()] } else { Vec::new() };
        let (mut left, mut of_length) = (MOST_OF_TOKENS, 1_u64);
        while found.difference.is_none() && found.length < LONGEST && !last.is_empty() {
            let Some(rest) = left.checked_sub(last.len() * tokens.len()) else { break };
            if !has_room(&last, tokens) {
                break;
            }
            left = rest;
            for (start, token) in std::mem::take(&mut last).iter().cartesian_product(tokens) {
                let text = [&**start, &**token].concat();
                // After a telling difference, only a text of fewer characters shows it better.
                if found.is_told_by(text.chars().count()) {
                    continue;
                }
                let (difference, goes_on) = self.difference(&text);
                if found.keep(difference) && !is_wanted() {
                    return found;
                }
                if goes_on {
                    last.push(text);
                }
            }
            if found.is_told_by(usize::MAX) {
                return found;
            }
            of_length = of_length.saturating_mul(tokens.len() as u64);
            found.texts = found.texts.saturating_add(of_length);
            found.length += 1;
        }
        found
    }

    /// Returns the difference between the grammars on a text, if any, and whether they may differ
    /// on a longer text that begins with it.
    fn difference(&self, text: &str) -> (Option<GrammarDifference>, bool) {
        spend(text.len() as u64 * STEPS_OF_A_BYTE);
        let attempt = |grammar| Attempt::new(grammar, text, self.likeness.by_pairs);
        let [Ok(a), Ok(b)] = self.grammars.map(attempt) else {
            // If nobody waits for the search any more, the attempts were cut short, and prove
            // nothing about the text.
            return (is_wanted().then(|| given_up(self.grammars, text)), false);
        };
        let goes_on = a.goes_on || b.goes_on;
        let difference = match (a.reading, b.reading) {
            (None, None) if self.likeness.by_place => self.other_place(text),
            (None, None) => None,
            (a, b) => {
                let Likeness { by_shape, by_pairs, .. } = *self.likeness;
                let same = match (by_shape, by_pairs) {
                    (true, true) => have_same_spans,
                    (true, false) => have_same_shape,
                    (false, true) => have_same_pairs,
                    (false, false) => have_same_rules,
                };
                match self.has_values.then(|| self.difference_of_values(text)) {
                    Some(found) if found.is_some() || !by_pairs => found,
                    _ => {
                        // Otherwise only the rules that the reference defines count.
                        let readings = [a, b].map(|reading| {
                            reading.map(|it| if by_shape { it } else { it.of_rules(&self.names) })
                        });
                        difference_of_readings(self.grammars, text, &readings, same)
                    }
                }
            }
        };
        (difference, goes_on)
    }

    fn difference_of_values(&self, text: &str) -> Option<GrammarDifference> {
        let found = difference_on(self.grammars, text);
        let found = found.unwrap_or_else(|TooLong| Some(given_up(self.grammars, text)));
        found.map(|difference| with_telling_numbers(self.grammars, difference))
    }

    /// Returns the difference on a text that both grammars refuse, if they fail at different
    /// places.
    fn other_place(&self, text: &str) -> Option<GrammarDifference> {
        let errors = self.grammars.map(|grammar| syntax_error::<Rational>(grammar, text));
        let [a, b] = errors.each_ref().map(|error| error.span.start);
        let kind = GrammarDifferenceKind::Refused;
        (a != b).then(|| GrammarDifference::new(kind, text, errors.map(Err)))
    }
}

/// Whether no other text of the same length would show the difference better.
fn is_telling(difference: &GrammarDifference) -> bool {
    let has_values =
        |it: &Result<DiffReading, SyntaxError>| matches!(it, Ok(DiffReading::Expression(_)));
    difference.kind != GrammarDifferenceKind::Grouping || !difference.parses.iter().all(has_values)
}

/// Returns the texts to try, the shortest first. `covers` has, for each grammar, texts that
/// together use all of its parts. Of the texts made of tokens, none extends a text that both
/// grammars refuse whatever follows.
pub(super) fn texts(
    grammars: [&Grammar; 2],
    sentences: [&mut Sentences<'_>; 2],
    covers: [&[Sentence]; 2],
) -> Vec<String> {
    let tokens = all_tokens(sentences.each_ref().map(|it| &**it));
    let mut texts = of_parts(sentences, covers, &with_more(tokens.clone()));
    let mut failed = 0;
    let mut goes_on = |text: &&String| {
        grammars.iter().any(|it| {
            let attempt = (failed < MOST_GIVEN_UP).then(|| Attempt::new(it, text, true));
            failed += u64::from(matches!(attempt, Some(Err(_))));
            attempt.is_some_and(|it| it.is_ok_and(|it| it.goes_on))
        })
    };
    let (mut last, mut left) = (vec![String::new()], MOST_LISTED);
    texts.extend(last.clone());
    let is_open = |last: &[String]| !last.is_empty() && has_room(last, &tokens);
    while let Some(rest) = left.checked_sub(last.len() * tokens.len()).filter(|_| is_open(&last)) {
        let longer = last.iter().cartesian_product(&tokens);
        let longer: Vec<String> = longer.map(|(start, token)| format!("{start}{token}")).collect();
        (last, left) = (longer.iter().filter(&mut goes_on).cloned().collect(), rest);
        texts.extend(longer);
    }
    sorted(texts)
}

/// Whether all texts that begin with one of `starts` and end with one of `tokens` have at most
/// [`MOST_BYTES`].
fn has_room(starts: &[String], tokens: &[String]) -> bool {
    let [before, after] = [starts, tokens].map(|it| it.iter().map(String::len).sum::<usize>());
    before * tokens.len() + after * starts.len() <= MOST_BYTES
}

/// Returns the tokens of both grammars, a blank and [`STRANGER`].
fn all_tokens(sentences: [&Sentences<'_>; 2]) -> Vec<String> {
    tokens(sentences).into_iter().chain([" ", STRANGER].map(str::to_owned)).unique().collect()
}

/// Adds [`MORE_TOKENS`].
fn with_more(tokens: Vec<String>) -> Vec<String> {
    tokens.into_iter().chain(MORE_TOKENS.map(str::to_owned)).unique().collect()
}

/// Returns texts that together use all parts of two grammars, near misses of these texts, these
/// texts with a token inserted or in place of a character or a word, texts with several rounds of
/// each repetition, and random texts.
fn of_parts(
    sentences: [&mut Sentences<'_>; 2],
    covers: [&[Sentence]; 2],
    tokens: &[String],
) -> BTreeSet<String> {
    let covering = covers.into_iter().flatten().map(|it| &*it.text).collect::<BTreeSet<&str>>();
    // A rule may exclude a character that no text of its parts has.
    let inserted = covering.into_iter().sorted_by_key(|text| text.len()).flat_map(|text| {
        let places = (0..=text.len()).filter(|&at| text.is_char_boundary(at));
        places.cartesian_product(tokens).flat_map(move |(at, token)| {
            let (before, after) = text.split_at(at);
            // Also in place of the character or the word that begins here, as for the last of a range
            // or a keyword that is also a name.
            let is_word = token.starts_with(char::is_alphabetic);
            let rest = after.trim_start_matches(|it: char| is_word && it.is_alphanumeric());
            let next = after.strip_prefix(|_: char| true).unwrap_or(after);
            [after, rest, next].map(|rest| [before, token, rest].concat())
        })
    });
    let mut left = MOST_BYTES;
    let is_left = |text: &String| {
        left = left.saturating_sub(text.len());
        left > 0
    };
    let mut texts: BTreeSet<String> =
        inserted.unique().take(MOST_INSERTED).take_while(is_left).collect();
    for (sentences, cover) in sentences.into_iter().zip(covers) {
        texts.extend(cover.iter().map(|sentence| sentence.text.clone()));
        texts.extend(texts_of_rounds(sentences.grammar, sentences.first));
        texts.extend(sentences.near_misses(cover).into_iter().map(|miss| miss.text));
        for (count, most) in [(SHORT_AT_RANDOM, SHORT_EXTRA), (AT_RANDOM, MOST_EXTRA)] {
            let random = (0..count).take_while(|_| is_wanted());
            let random = random.filter_map(|index| sentences.short(index * most / count));
            texts.extend(random.map(|sentence| sentence.text));
        }
    }
    texts
}

/// Sorts the texts: the shortest first and, among texts of equal length, those with the commonest
/// characters first.
fn sorted(texts: BTreeSet<String>) -> Vec<String> {
    let counted = texts.into_iter().map(|text| (text.chars().count(), text));
    let sorted = counted.sorted_by(|(length, text), (other_length, other)| {
        length.cmp(other_length).then_with(|| text.chars().map(rank).cmp(other.chars().map(rank)))
    });
    sorted.map(|(_, text)| text).collect()
}
