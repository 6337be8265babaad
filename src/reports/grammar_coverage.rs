//! How much of a grammar texts use.

use std::ops::Range;

use crate::grammars::{Grammar, SyntaxError};
use crate::sentences::{Part, Sentences};

/// The most texts that are kept to be told why they are refused.
const MOST_REFUSED: usize = 20;

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
fn used_and_count<S: serde::Serializer>(count: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    crate::serial::object!(serializer, { "used" => *count > 0, "count" => count })
}

/// Counts while texts are read one by one.
#[derive(Debug)]
pub struct GrammarCoverageCount<'g> {
    grammar: &'g Grammar,
    sentences: Sentences<'g>,
    counts: Vec<u64>,
    read: u64,
    untold: u64,
    refused: u64,
    first_refused: Vec<Refused>,
}

impl<'g> GrammarCoverageCount<'g> {
    /// Nothing is counted yet.
    pub fn new(grammar: &'g Grammar) -> Self {
        let sentences = Sentences::new(grammar);
        let counts = vec![0; sentences.len()];
        let first_refused = Vec::new();
        Self { grammar, sentences, counts, read: 0, untold: 0, refused: 0, first_refused }
    }

    /// Reads a text that comes from `origin`, and counts what it uses; `false` where
    /// it is not read to its end.
    pub fn add(&mut self, text: &str, origin: impl FnOnce() -> String) -> bool {
        let why = self.grammar.recognize(text).or_else(|error| {
            // A template is read too, though it has no value.
            let is_template = self.grammar.parse_slots(text).is_ok();
            if is_template { Ok(text.len()) } else { Err(error) }
        });
        if why == Ok(text.len()) {
            self.read += 1;
            // pest makes other rules of `(a ~ b)* ~ a` than it says, and of a part with a
            // name it does not.
            self.untold += u64::from(!self.sentences.count(text, &mut self.counts));
            return true;
        }
        self.refused += 1;
        if self.first_refused.len() < MOST_REFUSED {
            self.first_refused.push(Refused { origin: origin(), text: text.to_owned(), why });
        }
        false
    }

    /// What was counted, with a text for each part that none used.
    pub fn report(mut self) -> GrammarCoverage {
        let source = self.grammar.source();
        let ends = source.match_indices('\n').map(|(at, _)| at + 1);
        let lines: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let only_refused = self.sentences.only_refused();
        let mut parts: Vec<PartUse> = Vec::new();
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
            let example = (count == 0 && is_reachable).then(|| self.sentences.with_part(index));
            let example = example.flatten().map(|sentence| sentence.text);
            parts.push(PartUse { part, place, line, column, count, is_reachable, example });
        }
        let Self { grammar, read, untold, refused, first_refused, .. } = self;
        let grammar = grammar.clone();
        GrammarCoverage { grammar, parts, read, untold, refused, first_refused }
    }
}

impl GrammarCoverage {
    /// The parts that no text used.
    pub fn unused(&self) -> impl Iterator<Item = &PartUse> {
        self.parts.iter().filter(|part| part.count == 0)
    }
}
