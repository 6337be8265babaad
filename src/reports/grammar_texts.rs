//! Texts made from a grammar's rules, and the parts of a grammar that given texts use.

use std::collections::HashSet;
use std::ops::Range;

use crate::Slot;
use crate::grammars::{Grammar, SyntaxError, syntax_error};
use crate::number::Rational;
use crate::sentences::{Part, Sentence, Sentences};

/// The maximum number of attempts to make each further short text.
const TRIES: usize = 20;

/// The maximum number of bytes by which a short text exceeds the shortest text.
const MOST_EXTRA: usize = 24;

/// The maximum number of refused texts kept with their reasons.
const MOST_REFUSED: usize = 20;

/// Texts that a grammar accepts or refuses: none if pest rejects it for its left recursion.
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
pub struct GrammarExamples {
    /// The grammar.
    pub grammar: Grammar,
    /// The texts.
    pub texts: Vec<Example>,
    /// The number of parts that a text could use.
    pub parts: usize,
    /// The parts that none of the accepted texts uses.
    pub unused: Vec<Part>,
    /// Whether the search was complete. If not, it ended early because it took too long.
    pub is_complete: bool,
}

/// A text that a grammar accepts or refuses.
#[derive(Debug, Clone)]
pub struct Example {
    /// The text.
    pub text: String,
    /// The parts that it uses but no earlier text uses, or the reason why the grammar refuses it.
    pub read: Result<Vec<Part>, SyntaxError>,
}

crate::serial::serialize_object! { Example, self:
    let (uses, error) = (self.read.as_ref().ok(), self.read.as_ref().err());
    "text" => self.text,
    "read" => uses.is_some(),
    "uses" if uses.is_some() => uses,
    "error" if error.is_some() => error.map(ToString::to_string),
}

impl GrammarExamples {
    /// Returns the shortest texts that together use every part at least once, as far as possible.
    /// With a `count`, returns that many texts: if there are not enough shortest texts, adds short
    /// random texts made from `seed`, as long as it finds different ones.
    pub fn shortest(grammar: &Grammar, count: Option<usize>, seed: u64) -> Self {
        let Some(mut sentences) = sentences(grammar) else { return Self::none(grammar) };
        let mut found = sentences.cover();
        if let Some(count) = count {
            found.truncate(count);
            sentences.seed(seed);
            let mut known: HashSet<String> = found.iter().map(|it| it.text.clone()).collect();
            let tries = (count - found.len()).saturating_mul(TRIES);
            for index in 0..tries {
                if found.len() == count || sentences.is_exhausted() {
                    break;
                }
                // There are more long texts than short ones, so each attempt allows a longer text.
                let other = sentences.short(1 + index.saturating_mul(MOST_EXTRA) / tries);
                let other = other.map(|it| filled(grammar, &sentences, it));
                found.extend(other.filter(|other| known.insert(other.text.clone())));
            }
        }
        Self::of(grammar, &sentences, found)
    }

    /// Returns the shortest refused texts that are one character away from an accepted one, each
    /// refused for a different reason; at most `count` of them.
    pub fn refused(grammar: &Grammar, count: Option<usize>) -> Self {
        let Some(mut sentences) = sentences(grammar) else { return Self::none(grammar) };
        let cover = sentences.cover();
        let misses = sentences.near_misses(&cover);
        let read = Self::of(grammar, &sentences, cover);
        let refused = misses.into_iter().take(count.unwrap_or(usize::MAX)).map(|miss| Example {
            read: Err(syntax_error::<Rational>(grammar, &miss.text)),
            text: miss.text,
        });
        Self { texts: refused.collect(), ..read }
    }

    /// Returns random texts of about `size` bytes, made from `seed`. They may be far shorter or
    /// longer if none of this size is found.
    pub fn random(grammar: &Grammar, size: usize, count: usize, seed: u64) -> Self {
        let Some(mut sentences) = sentences(grammar) else { return Self::none(grammar) };
        sentences.seed(seed);
        let texts: Vec<String> = (0..count).map_while(|_| sentences.random(size)).collect();
        let sentence = |text: String| {
            let read = sentences.read(text.clone());
            filled(grammar, &sentences, read.unwrap_or(Sentence { text, uses: Vec::new() }))
        };
        Self::of(grammar, &sentences, texts.into_iter().map(sentence).collect())
    }

    /// No texts, because no search for them would end.
    fn none(grammar: &Grammar) -> Self {
        let (texts, unused) = (Vec::new(), Vec::new());
        Self { grammar: grammar.clone(), texts, parts: 0, unused, is_complete: false }
    }

    fn of(grammar: &Grammar, sentences: &Sentences<'_>, found: Vec<Sentence>) -> Self {
        let unused = sentences.unused(&found).cloned().collect();
        let mut used = HashSet::new();
        let texts = found.into_iter().map(|Sentence { text, uses }| {
            let new = uses.into_iter().filter(|&part| used.insert(part));
            Example { text, read: Ok(new.map(|part| sentences.part(part).clone()).collect()) }
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

/// The texts of a grammar; `None` if pest rejects it for its left recursion.
fn sentences(grammar: &Grammar) -> Option<Sentences<'_>> {
    (!grammar.is_left_recursive()).then(|| Sentences::new(grammar.rules(), grammar.start()))
}

/// `sentence` with numbers in its slots, if it has both: the rules of arithmetic match such a text,
/// but it is neither an expression nor a template.
fn filled(grammar: &Grammar, sentences: &Sentences<'_>, sentence: Sentence) -> Sentence {
    let text = sentence.text.replace(&Slot(0).to_string(), "1");
    let is_read = |text: &str| grammar.recognize(text).is_ok() || grammar.parse_slots(text).is_ok();
    sentences.read(text).filter(|_| !is_read(&sentence.text)).unwrap_or(sentence)
}

/// The parts of a grammar that given texts use: a count for every rule, alternative and optional
/// part in its file, except those that occur only after a `!`.
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
#[derive(Debug, Clone, Default)]
pub struct GrammarCoverage {
    /// The grammar.
    pub grammar: Grammar,
    /// The parts, in the order of the file.
    pub parts: Vec<PartUse>,
    /// The number of accepted texts.
    pub read: u64,
    /// The number of accepted texts whose parts could not be determined.
    pub untold: u64,
    /// The number of texts that were not parsed to their end.
    pub refused: u64,
    /// The first of the refused texts.
    pub first_refused: Vec<Refused>,
}

/// A part, and how often texts use it.
#[derive(Debug, Clone)]
pub struct PartUse {
    /// The part.
    pub part: Part,
    /// Its place in the file, in bytes.
    pub place: Range<usize>,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, in characters from 1.
    pub column: usize,
    /// How often it matched.
    pub count: u64,
    /// Whether the start rule leads to the part.
    pub is_reachable: bool,
    /// A short text that uses the part, if no given text does. `None` if the search found none.
    pub example: Option<String>,
}

crate::serial::serialize_object! { PartUse, self:
    ..self.part,
    "line" => self.line,
    "column" => self.column,
    "used" => self.count > 0,
    "count" => self.count,
    "example" if self.example.is_some() => self.example,
}

/// A text that was not parsed to its end.
#[derive(Debug, Clone)]
pub struct Refused {
    /// Its origin, such as a file and a line.
    pub origin: String,
    /// The text.
    pub text: String,
    /// The reason, or the byte where the match ended too early.
    pub why: Result<usize, SyntaxError>,
}

/// Counts the parts used while texts are parsed one by one.
#[derive(Debug)]
pub struct GrammarCoverageCount<'g> {
    grammar: &'g Grammar,
    sentences: Sentences<'g>,
    counts: Vec<u64>,
    /// The report without its parts.
    coverage: GrammarCoverage,
}

impl<'g> GrammarCoverageCount<'g> {
    /// Starts a count at zero.
    pub fn new(grammar: &'g Grammar) -> Self {
        let sentences = Sentences::new(grammar.rules(), grammar.start());
        let counts = vec![0; sentences.len()];
        let coverage = GrammarCoverage { grammar: grammar.clone(), ..GrammarCoverage::default() };
        Self { grammar, sentences, counts, coverage }
    }

    /// Parses a text that comes from `origin`, and counts the parts it uses. Returns `false` if
    /// it is not parsed to its end.
    pub fn add(&mut self, text: &str, origin: impl FnOnce() -> String) -> bool {
        // A template is accepted, too, though it has no value.
        let slots = |error| self.grammar.parse_slots(text).map_or(Err(error), |_| Ok(text.len()));
        let why = self.grammar.recognize(text).or_else(slots);
        let coverage = &mut self.coverage;
        if why == Ok(text.len()) {
            coverage.read += 1;
            // To count parts, `sentences` makes each part a rule with a name. The names keep pest's
            // optimizer from rewriting `(a ~ b)* ~ a`, so these rules may match different texts.
            coverage.untold += u64::from(!self.sentences.count(text, &mut self.counts));
            return true;
        }
        coverage.refused += 1;
        if coverage.first_refused.len() < MOST_REFUSED {
            coverage.first_refused.push(Refused { origin: origin(), text: text.to_owned(), why });
        }
        false
    }

    /// Returns the counts, with an example for each part that no given text used.
    pub fn report(mut self) -> GrammarCoverage {
        let source = self.grammar.source();
        let ends = source.match_indices('\n').map(|(at, _)| at + 1);
        let lines: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let only_refused = self.sentences.only_refused();
        // A text found for one part is also the example for the other parts that it uses.
        let cover = if self.counts.contains(&0) { self.sentences.cover() } else { Vec::new() };
        let mut examples: Vec<Option<&str>> = vec![None; self.counts.len()];
        for sentence in &cover {
            for &part in &sentence.uses {
                examples[part].get_or_insert(&sentence.text);
            }
        }
        for (index, &count) in self.counts.iter().enumerate() {
            let part = self.sentences.part(index).clone();
            // Rules that all grammars share are not in this grammar's file.
            let place = self.sentences.place(index).clone();
            // No text needs a part that occurs only in negative lookaheads.
            if place.end > source.len() || only_refused[index] {
                continue;
            }
            let line = lines.partition_point(|&start| start <= place.start);
            let column = source[lines[line - 1]..place.start].chars().count() + 1;
            let is_reachable = self.sentences.is_reachable(index);
            let example = examples[index].filter(|_| count == 0).map(ToOwned::to_owned);
            let part = PartUse { part, place, line, column, count, is_reachable, example };
            self.coverage.parts.push(part);
        }
        self.coverage
    }
}

impl GrammarCoverage {
    /// Returns the parts that no given text used.
    pub fn unused(&self) -> impl Iterator<Item = &PartUse> {
        self.parts.iter().filter(|part| part.count == 0)
    }
}
