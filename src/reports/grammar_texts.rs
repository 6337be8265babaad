//! Texts made from a grammar's rules, and how much of a grammar texts use.

use std::collections::HashSet;
use std::ops::Range;

use crate::grammars::{Grammar, SyntaxError, syntax_error};
use crate::number::Rational;
use crate::sentences::{Part, Sentence, Sentences};

/// How often another short text is looked for, for each that is wanted.
const TRIES: usize = 20;

/// How many bytes a short text may have more than the shortest.
const MOST_EXTRA: usize = 24;

/// The most texts that are kept to be told why they are refused.
const MOST_REFUSED: usize = 20;

/// Texts that a grammar reads or refuses.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::GrammarExamples;
///
/// let examples = GrammarExamples::shortest(&Grammar::Left, None, 0);
/// assert!(examples.texts.iter().any(|example| example.text == "(1)"));
/// assert!(examples.unused.is_empty());
///
/// let refused = GrammarExamples::refused(&Grammar::Left, None);
/// let open = refused.texts.iter().find(|example| example.text == "(1").unwrap();
/// assert_eq!(open.read.as_ref().unwrap_err().span, 2..2);
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct GrammarExamples {
    /// The grammar.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grammar: Grammar,
    /// The texts.
    pub texts: Vec<Example>,
    /// The number of parts that a text could use.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub parts: usize,
    /// Those that none of the texts uses that are read.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub unused: Vec<Part>,
    /// Whether all was tried that is tried; else it would have taken too long.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_complete: bool,
}

/// A text that a grammar reads or refuses.
#[derive(Debug, Clone)]
pub struct Example {
    /// The text.
    pub text: String,
    /// The parts that it uses and no text before it, or why it is refused.
    pub read: Result<Vec<Part>, SyntaxError>,
}

#[cfg(feature = "serde")]
crate::serial::serialize_object! { Example, self:
    let (uses, error) = (self.read.as_ref().ok(), self.read.as_ref().err());
    "text" => self.text,
    "read" => uses.is_some(),
    "uses" if uses.is_some() => uses,
    "error" if error.is_some() => error.map(ToString::to_string),
}

impl GrammarExamples {
    /// The shortest texts with which every part is used at least once, as far as
    /// there are any; with a `count` so many of them, and where there are
    /// fewer, other short ones, made from `seed`.
    pub fn shortest(grammar: &Grammar, count: Option<usize>, seed: u64) -> Self {
        let mut sentences = Sentences::new(grammar.rules(), grammar.start());
        let mut found = sentences.cover();
        if let Some(count) = count {
            found.truncate(count);
            sentences.seed(seed);
            let mut known: HashSet<String> = found.iter().map(|it| it.text.clone()).collect();
            let wanted = count - found.len();
            for index in 0..wanted.saturating_mul(TRIES) {
                if found.len() == count || sentences.is_exhausted() {
                    break;
                }
                // The longer, the more there are.
                let extra = 1 + index * MOST_EXTRA / (wanted * TRIES);
                let other = sentences.short(extra);
                found.extend(other.filter(|other| known.insert(other.text.clone())));
            }
        }
        Self::of(grammar, &sentences, found)
    }

    /// The shortest texts that are one character away from one that is read, and
    /// are refused, each for want of something else; up to `count` of them.
    pub fn refused(grammar: &Grammar, count: Option<usize>) -> Self {
        let mut sentences = Sentences::new(grammar.rules(), grammar.start());
        let cover = sentences.cover();
        let misses = sentences.near_misses(&cover);
        let read = Self::of(grammar, &sentences, cover);
        let misses = misses.into_iter().take(count.unwrap_or(usize::MAX));
        let refused = misses.map(|miss| Example {
            read: Err(syntax_error::<Rational>(grammar, &miss.text)),
            text: miss.text,
        });
        Self { texts: refused.collect(), ..read }
    }

    /// Texts of about `size` bytes at random, made from `seed`.
    pub fn random(grammar: &Grammar, size: usize, count: usize, seed: u64) -> Self {
        let mut sentences = Sentences::new(grammar.rules(), grammar.start());
        sentences.seed(seed);
        let texts: Vec<String> = (0..count).map_while(|_| sentences.random(size)).collect();
        let sentence = |text: String| {
            let known = sentences.read(text.clone());
            known.unwrap_or(Sentence { text, uses: Vec::new() })
        };
        let found = texts.into_iter().map(sentence).collect();
        Self::of(grammar, &sentences, found)
    }

    fn of(grammar: &Grammar, sentences: &Sentences<'_>, found: Vec<Sentence>) -> Self {
        let unused = sentences.unused(&found).cloned().collect();
        let mut used = HashSet::new();
        let texts = found.into_iter().map(|Sentence { text, uses }| {
            let new = uses.into_iter().filter(|&part| used.insert(part));
            let new = new.map(|part| sentences.part(part).clone());
            Example { text, read: Ok(new.collect()) }
        });
        Self {
            grammar: grammar.clone(),
            texts: texts.collect(),
            parts: sentences.parts().count(),
            unused,
            is_complete: !sentences.is_exhausted(),
        }
    }
}

/// How much of a grammar some texts use: a count of every rule, alternative and
/// optional part of its file.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::GrammarCoverageCount;
///
/// let mut count = GrammarCoverageCount::new(&Grammar::Left);
/// count.add("8-4-2", String::new);
/// let coverage = count.report();
/// let divide = coverage.parts.iter().find(|it| it.part.rule == "divide").unwrap();
/// assert_eq!((divide.count, divide.example.as_deref()), (0, Some("1/1")));
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct GrammarCoverage {
    /// The grammar.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grammar: Grammar,
    /// The parts, in the order of the file.
    pub parts: Vec<PartUse>,
    /// The number of texts that were read.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub read: u64,
    /// The number of them whose parts could not be told.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub untold: u64,
    /// The number of texts that were not read to their end.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub refused: u64,
    /// The first of those.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub first_refused: Vec<Refused>,
}

/// How often texts use a part.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PartUse {
    /// The part.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub part: Part,
    /// Where it stands in the file, in bytes.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub place: Range<usize>,
    /// The line of that, from 1.
    pub line: usize,
    /// The column of that, in characters from 1.
    pub column: usize,
    /// How often it read something.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "used_and_count"))]
    pub count: u64,
    /// Whether a text can come to it at all from the rule that the grammar begins
    /// with.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_reachable: bool,
    /// A short text that uses it, where none did and one was found.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub example: Option<String>,
}

/// A text that is not read to its end.
#[derive(Debug, Clone)]
pub struct Refused {
    /// Where it comes from.
    pub origin: String,
    /// The text.
    pub text: String,
    /// The reason; the byte up to which it is read, where that is not to its end.
    pub why: Result<usize, SyntaxError>,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn used_and_count<S: serde::Serializer>(count: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    crate::serial::object!(serializer, { "used" => *count > 0, "count" => count })
}

/// Counts while texts are read one by one.
#[derive(Debug)]
pub struct GrammarCoverageCount<'g> {
    grammar: &'g Grammar,
    sentences: Sentences<'g>,
    counts: Vec<u64>,
    /// What there is to tell but for the parts.
    coverage: GrammarCoverage,
}

impl<'g> GrammarCoverageCount<'g> {
    /// Nothing is counted yet.
    pub fn new(grammar: &'g Grammar) -> Self {
        let sentences = Sentences::new(grammar.rules(), grammar.start());
        let counts = vec![0; sentences.len()];
        let (parts, first_refused) = (Vec::new(), Vec::new());
        let (read, untold, refused) = (0, 0, 0);
        let grammar_of = grammar.clone();
        let coverage =
            GrammarCoverage { grammar: grammar_of, parts, read, untold, refused, first_refused };
        Self { grammar, sentences, counts, coverage }
    }

    /// Reads a text that comes from `origin`, and counts what it uses; `false` where
    /// it is not read to its end.
    pub fn add(&mut self, text: &str, origin: impl FnOnce() -> String) -> bool {
        let why = self.grammar.recognize(text).or_else(|error| {
            // A template is read too, though it has no value.
            let is_template = self.grammar.parse_slots(text).is_ok();
            if is_template { Ok(text.len()) } else { Err(error) }
        });
        let coverage = &mut self.coverage;
        if why == Ok(text.len()) {
            coverage.read += 1;
            // pest makes other rules of `(a ~ b)* ~ a` than it says, and of a part with a
            // name it does not.
            coverage.untold += u64::from(!self.sentences.count(text, &mut self.counts));
            return true;
        }
        coverage.refused += 1;
        if coverage.first_refused.len() < MOST_REFUSED {
            coverage.first_refused.push(Refused { origin: origin(), text: text.to_owned(), why });
        }
        false
    }

    /// What was counted, with a text for each part that none used.
    pub fn report(mut self) -> GrammarCoverage {
        let source = self.grammar.source();
        let ends = source.match_indices('\n').map(|(at, _)| at + 1);
        let lines: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let only_refused = self.sentences.only_refused();
        // A text found for one part is as good for the others that it uses.
        let is_complete = !self.counts.contains(&0);
        let cover = if is_complete { Vec::new() } else { self.sentences.cover() };
        let mut examples: Vec<Option<&str>> = vec![None; self.counts.len()];
        for sentence in &cover {
            for &part in &sentence.uses {
                examples[part].get_or_insert(&sentence.text);
            }
        }
        for (index, &count) in self.counts.iter().enumerate() {
            let part = self.sentences.part(index).clone();
            // Rules that all grammars share stand in no file of this one.
            let place = self.sentences.place(index).clone();
            // No text is to have what is only looked for where it must not be.
            if place.end > source.len() || only_refused[index] {
                continue;
            }
            let line = lines.partition_point(|&start| start <= place.start);
            let column = source[lines[line - 1]..place.start].chars().count() + 1;
            let is_reachable = self.sentences.is_reachable(index);
            let example = examples[index].filter(|_| count == 0).map(ToOwned::to_owned);
            self.coverage.parts.push(PartUse {
                part,
                place,
                line,
                column,
                count,
                is_reachable,
                example,
            });
        }
        self.coverage
    }
}

impl GrammarCoverage {
    /// The parts that no text used.
    pub fn unused(&self) -> impl Iterator<Item = &PartUse> {
        self.parts.iter().filter(|part| part.count == 0)
    }
}
