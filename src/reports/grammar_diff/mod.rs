//! The shortest texts that two grammars parse differently, found by trying many.

mod arithmetic;
mod difference;
mod given_up;
mod reading;
mod shortest;
mod texts;

use std::collections::HashSet;

use crate::grammars::{Grammar, syntax_error};
use crate::number::Rational;
use crate::sentences::{Part, Sentences};
use arithmetic::{Signs, difference, difference_on, write_first};
pub use difference::{DiffReading, GrammarDifference, GrammarDifferenceKind};
pub use given_up::GivenUp;
use given_up::{TooLong, check_length};
use reading::{Reading, have_same_rules, have_same_shape};
pub use shortest::{Likeness, ShortestDifference};
use texts::texts;

/// The longest texts, in tokens, of which all are tried, or one token less where there
/// are operators beyond the four. There are too many longer
/// ones: of these only the texts that ordinary arithmetic accepts are tried.
pub const MAX_ANY_TEXT: usize = 5;

/// The longest texts that can be tried, in tokens. They have
/// [`MAX_OPERANDS`](crate::algebra::MAX_OPERANDS) numbers, so that it can be told
/// whether the values of two trees ever differ.
pub const MAX_DIFF_TOKENS: usize = 13;

/// The shortest texts that two grammars parse differently.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::{GrammarDiff, GrammarDifferenceKind};
///
/// let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Flat, 5);
/// let first = &diff.differences[0];
/// assert_eq!((&*first.text, first.kind), ("8+4*2", GrammarDifferenceKind::Value));
/// let [left, flat] = first.parses.each_ref().map(|parse| parse.as_ref().unwrap());
/// assert_eq!(left.to_s_expression(), "(+ 8 (* 4 2))");
/// assert_eq!(flat.to_s_expression(), "(* (+ 8 4) 2)");
/// ```
#[derive(Debug, Clone)]
pub struct GrammarDiff {
    /// The two grammars.
    pub grammars: [Grammar; 2],
    /// The number of texts that both tried.
    pub tried: u64,
    /// The length of the longest: of texts of arithmetic in tokens, that is
    /// numbers, operators and brackets, of others in characters.
    pub length: usize,
    /// The longest texts of arithmetic of which all were tried, in tokens: at most
    /// [`MAX_ANY_TEXT`].
    pub longest_of_all: usize,
    /// Those in which the two differ: where one reads what the other does not,
    /// then other values, then the same value by another way or, under grammars
    /// that give no values, another tree; the shortest first.
    pub differences: Vec<GrammarDifference>,
    /// For each of the two the parts that no text uses that was tried; nothing
    /// where they differ, or have the same rules.
    pub uncovered: [Vec<Part>; 2],
    /// The texts that were given up, if any. What those tell is not known, so that the
    /// two may differ in them.
    pub given_up: Option<GivenUp>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for GrammarDiff {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b] = &self.grammars;
        crate::serial::object!(serializer, {
            "a" => a,
            "b" => b,
            "tried" => self.tried,
            "length" => self.length,
            "differences" => self.differences,
            "uncovered" if self.is_uncovered() => Uncovered(&self.uncovered),
            "given_up" if self.given_up.is_some() => self.given_up,
        })
    }
}

/// The parts of each of two grammars.
#[cfg(feature = "serde")]
struct Uncovered<'a>(&'a [Vec<Part>; 2]);

#[cfg(feature = "serde")]
impl serde::Serialize for Uncovered<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self([a, b]) = self;
        crate::serial::object!(serializer, { "a" => a, "b" => b })
    }
}

/// The most differences that are kept.
const MOST_KEPT: usize = 200;

impl GrammarDiff {
    /// Where both are of arithmetic, all texts of up to `longest` tokens are
    /// tried, but of no more than [`MAX_DIFF_TOKENS`], the shortest first, until
    /// one has another value under `a` than under `b` or is read by one alone;
    /// the rest of its length is tried too. Up to [`MAX_ANY_TEXT`] tokens that is
    /// every text, longer ones only where ordinary arithmetic takes them for an
    /// expression. If the two only ever group otherwise, the shortest texts that
    /// show it are the answer.
    ///
    /// If that tells nothing, and under other grammars at once, texts are tried
    /// of the characters and literals that either mentions, and those that use
    /// every part of either, and near misses of them. Trees are the same where
    /// they have the same rules by name.
    ///
    /// A text with which either does not come to an end in reasonable time is given up,
    /// and told; after too many of them it ends.
    pub fn new(a: &Grammar, b: &Grammar, longest: usize) -> Self {
        Self::while_wanted(a, b, longest, &|| true).expect("it is always wanted")
    }

    /// As [`new`](Self::new), but asks before every text whether it is still wanted;
    /// `None` where it was not.
    pub fn while_wanted(
        a: &Grammar,
        b: &Grammar,
        longest: usize,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        Self::compared(a, b, longest, have_same_rules, is_wanted)
    }

    /// As [`new`](Self::new), but trees are the same where they take the text apart
    /// alike, whatever their rules are called.
    pub fn by_shape(a: &Grammar, b: &Grammar, longest: usize) -> Self {
        let compared = Self::compared(a, b, longest, have_same_shape, &|| true);
        compared.expect("it is always wanted")
    }

    fn compared(
        a: &Grammar,
        b: &Grammar,
        longest: usize,
        is_same: fn(&Reading<'_>, &Reading<'_>) -> bool,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let grammars = [a.clone(), b.clone()];
        let uncovered = [const { Vec::new() }; 2];
        let mut diff = Self {
            grammars,
            tried: 0,
            length: 0,
            longest_of_all: 0,
            differences: Vec::new(),
            uncovered,
            given_up: None,
        };
        let grammars = [a, b];
        let is_arithmetic = grammars.iter().all(|grammar| grammar.lacks().is_none());
        let decides = |it: &GrammarDifference| it.kind != GrammarDifferenceKind::Grouping;
        if is_arithmetic {
            let signs = Signs::of(grammars);
            diff.longest_of_all = signs.longest_of_all();
            for length in 1..=longest.min(MAX_DIFF_TOKENS) {
                diff.length = length;
                diff.try_length(grammars, &signs, is_wanted)?;
                if diff.is_ended() {
                    // Not all of this length was tried.
                    diff.length = length - 1;
                    break;
                }
                if diff.differences.iter().any(decides) {
                    break;
                }
            }
        }
        let is_open = !diff.differences.iter().any(decides) && !diff.is_ended();
        if is_open && !has_same_rules(grammars) {
            if is_arithmetic {
                let difference = |text: &str| {
                    check_length(grammars, text)?;
                    difference_on(grammars, text)
                };
                diff.try_parts(grammars, longest, difference, is_wanted)?;
            } else {
                let difference = |text: &str| difference_of_rules(grammars, text, is_same);
                diff.try_parts(grammars, usize::MAX, difference, is_wanted)?;
            }
        }
        diff.differences.sort_by_key(|it| it.kind);
        Some(diff)
    }

    /// Whether nothing was found in which the two differ.
    pub const fn is_equal(&self) -> bool {
        self.differences.is_empty()
    }

    /// Whether there is a part that no text used that was tried.
    pub fn is_uncovered(&self) -> bool {
        self.uncovered.iter().any(|parts| !parts.is_empty())
    }

    /// Whether everything was tried, and nothing was found in which the two differ.
    pub fn is_settled(&self) -> bool {
        self.is_equal() && !self.is_uncovered() && self.given_up.is_none()
    }

    /// Whether so many texts were given up that no more are tried.
    fn is_ended(&self) -> bool {
        self.given_up.as_ref().is_some_and(GivenUp::ended_it)
    }

    /// Tries the texts of arithmetic of the length reached.
    fn try_length(
        &mut self,
        grammars: [&Grammar; 2],
        signs: &Signs,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<()> {
        let is_known = !self.differences.is_empty();
        for tokens in signs.texts(self.length) {
            if !is_wanted() {
                return None;
            }
            self.tried += 1;
            let Ok(found) = difference(grammars, &tokens) else {
                GivenUp::note(&mut self.given_up, grammars, &write_first(&tokens));
                if self.is_ended() {
                    break;
                }
                continue;
            };
            // The shortest texts alone show that the trees differ.
            let is_news =
                |it: &GrammarDifference| !is_known || it.kind != GrammarDifferenceKind::Grouping;
            self.differences.extend(found.filter(is_news));
        }
        Some(())
    }

    /// Tries texts that use all parts of either grammar, of up to `longest`
    /// characters.
    fn try_parts(
        &mut self,
        grammars: [&Grammar; 2],
        longest: usize,
        difference: impl Fn(&str) -> Result<Option<GrammarDifference>, TooLong>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<()> {
        let [mut a, mut b] = grammars.map(Sentences::new);
        let mut covers = [a.cover(), b.cover()];
        let fits = |text: &str| text.chars().count() <= longest;
        for cover in &mut covers {
            cover.retain(|sentence| fits(&sentence.text));
        }
        let is_known = !self.differences.is_empty();
        let mut compared = HashSet::new();
        for text in texts([&mut a, &mut b], covers.each_ref().map(|cover| &**cover)) {
            if !fits(&text) {
                break;
            }
            if !is_wanted() {
                return None;
            }
            self.tried += 1;
            if grammars.iter().any(|grammar| grammar.lacks().is_some()) {
                self.length = self.length.max(text.chars().count());
            }
            // What only adds to a text that was found says nothing new.
            let is_news = |it: &GrammarDifference| {
                let is_told = is_known && it.kind == GrammarDifferenceKind::Grouping;
                !is_told && self.differences.iter().all(|known| !known.is_within(it))
            };
            let Ok(found) = difference(&text) else {
                GivenUp::note(&mut self.given_up, grammars, &text);
                if self.is_ended() {
                    break;
                }
                continue;
            };
            let found = found.filter(is_news);
            self.differences.extend(found);
            compared.insert(text);
            if self.differences.len() >= MOST_KEPT {
                break;
            }
        }
        if self.is_equal() {
            for cover in &mut covers {
                cover.retain(|sentence| compared.contains(&sentence.text));
            }
            let unused = [a.unused(&covers[0]), b.unused(&covers[1])];
            self.uncovered = unused.map(|parts| parts.cloned().collect());
        }
        Some(())
    }
}

/// Whether both say the same, so that there is nothing to try.
fn has_same_rules(grammars: [&Grammar; 2]) -> bool {
    let [a, b] = grammars.map(|grammar| {
        let mut rules = grammar.definitions();
        for rule in &mut rules {
            rule.comment.clear();
        }
        (grammar.rules().name(grammar.start()).to_owned(), rules)
    });
    a == b
}

/// In what the two differ on a text, by the rules that read it, if they do.
fn difference_of_rules(
    grammars: [&Grammar; 2],
    text: &str,
    is_same: fn(&Reading<'_>, &Reading<'_>) -> bool,
) -> Result<Option<GrammarDifference>, TooLong> {
    let [Some(a), Some(b)] = grammars.map(|grammar| Reading::new(grammar, text)) else {
        return Err(TooLong);
    };
    Ok(difference_of_readings(grammars, text, [a, b], is_same))
}

/// In what two readings of a text differ.
fn difference_of_readings(
    grammars: [&Grammar; 2],
    text: &str,
    [a, b]: [Result<Reading<'_>, ()>; 2],
    is_same: fn(&Reading<'_>, &Reading<'_>) -> bool,
) -> Option<GrammarDifference> {
    let kind = match (&a, &b) {
        (Err(()), Err(())) => return None,
        (Ok(a), Ok(b)) if is_same(a, b) => return None,
        (Ok(_), Ok(_)) => GrammarDifferenceKind::Grouping,
        _ => GrammarDifferenceKind::Accepted,
    };
    // What looks alike is shown with all that tells it apart.
    let looks_alike = matches!((&a, &b), (Ok(a), Ok(b)) if a.tree() == b.tree());
    let shown = |reading: Reading<'_>| {
        if looks_alike { reading.shown_with_all_texts() } else { reading.shown() }
    };
    let [a_grammar, b_grammar] = grammars;
    let parse = |grammar: &Grammar, reading: Result<Reading<'_>, ()>| {
        reading.map(shown).map_err(|()| syntax_error::<Rational>(grammar, text))
    };
    let parses = [parse(a_grammar, a), parse(b_grammar, b)];
    Some(GrammarDifference { kind, text: text.to_owned(), parses })
}
