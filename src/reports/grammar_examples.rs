//! Texts that a grammar reads or refuses, made from its rules.

use std::collections::HashSet;

use crate::grammars::{Grammar, SyntaxError, syntax_error};
use crate::number::Rational;
use crate::sentences::{Part, Sentence, Sentences};

/// How often another short text is looked for, for each that is wanted.
const TRIES: usize = 20;

/// How many bytes a short text may have more than the shortest.
const MOST_EXTRA: usize = 24;

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
impl serde::Serialize for Example {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (uses, error) = (self.read.as_ref().ok(), self.read.as_ref().err());
        crate::serial::object!(serializer, {
            "text" => self.text,
            "read" => uses.is_some(),
            "uses" if uses.is_some() => uses,
            "error" if error.is_some() => error.map(ToString::to_string),
        })
    }
}

impl GrammarExamples {
    /// The shortest texts with which every part is used at least once, as far as
    /// there are any; with a `count` so many of them, and where there are
    /// fewer, other short ones, made from `seed`.
    pub fn shortest(grammar: &Grammar, count: Option<usize>, seed: u64) -> Self {
        let mut sentences = Sentences::new(grammar);
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
        let mut sentences = Sentences::new(grammar);
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
        let mut sentences = Sentences::new(grammar);
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
