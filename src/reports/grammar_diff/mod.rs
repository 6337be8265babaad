//! The shortest texts that two grammars parse differently, found by trial.

mod arithmetic;
mod construct;
mod shortest;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use itertools::{Either, Itertools};

use super::rule_tree::{
    Attempt, RuleNode, RuleReading, TreePair, have_same_rules, have_same_shape,
};
use crate::grammars::{Grammar, SyntaxError, SyntaxErrorKind, syntax_error};
use crate::lessons::{Divergence, Parse};
use crate::number::Rational;
use crate::sentences::{Part, Sentences};
use crate::tracer::is_wanted;
use arithmetic::{Signs, check_length, difference_of_tokens, difference_on, write};
use construct::{construct, or_one, pattern};
use shortest::texts;
pub use shortest::{Likeness, ShortestDifference};

/// The maximum length, in tokens, at which a comparison tries all texts of arithmetic: one less if a
/// grammar has signs other than `+-*/`, because more signs make more texts. There are too many
/// longer texts, so the comparison tries only those that ordinary arithmetic accepts.
pub const MAX_ANY_TEXT: usize = 5;

/// The maximum length, in tokens, of the texts of arithmetic that a comparison tries. Such a text
/// has at most [`MAX_OPERANDS`](crate::algebra::MAX_OPERANDS) numbers, few enough for the program
/// to decide whether two trees ever have different values.
pub const MAX_DIFF_TOKENS: usize = 13;

/// The usual maximum length, in tokens, of the texts of arithmetic that a comparison tries.
const USUAL_TOKENS: usize = 9;

/// The number of differences after which a comparison stops trying generated texts.
const MOST_KEPT: usize = 200;

/// The number of spans to try to delete from a text: all spans of up to 23 characters.
const MOST_CUTS: usize = 300;

/// The number of texts that a comparison gives up on before it ends. Each of them takes as long as
/// a thousand other texts, and the comparison would give up on most of the remaining texts too.
const MOST_GIVEN_UP: u64 = 20;

/// The shortest texts that two grammars parse differently.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::{GrammarDiff, GrammarDifferenceKind};
///
/// let diff = GrammarDiff::new(&Grammar::Left, &Grammar::Flat, Some(5));
/// let first = &diff.differences[0];
/// assert_eq!((&*first.text, first.kind), ("8+4*2", GrammarDifferenceKind::Value));
/// let [left, flat] = first.parses.each_ref().map(|parse| parse.as_ref().unwrap());
/// assert_eq!(left.to_s_expression(), "(+ 8 (* 4 2))");
/// assert_eq!(flat.to_s_expression(), "(* (+ 8 4) 2)");
/// ```
#[derive(Debug, Clone, Default)]
pub struct GrammarDiff {
    /// The two grammars.
    pub grammars: [Grammar; 2],
    /// The number of texts tried with both grammars.
    pub tried: u64,
    /// The length of the longest text tried. It counts tokens (numbers, operators and brackets) if
    /// both grammars are arithmetic grammars, and characters otherwise.
    pub length: usize,
    /// The length, in tokens, up to which the comparison tries all texts of arithmetic, if it goes
    /// on for so long; at most [`MAX_ANY_TEXT`].
    pub longest_of_all: usize,
    /// The texts on which the two grammars differ. First come the texts that only one grammar
    /// accepts, then those with different values, then those with different trees only. Within each
    /// kind, the shortest come first.
    pub differences: Vec<GrammarDifference>,
    /// The hidden differences: [`shorten`](Self::shorten) moves them here.
    pub left_out: Vec<GrammarDifference>,
    /// For each grammar, the parts of its rules that no tried text uses. Both lists are empty if
    /// the comparison found a difference or was cut short, and for grammars with the same rules.
    pub uncovered: [Vec<Part>; 2],
    /// The texts on which the comparison gave up, if any. The grammars may differ on these texts.
    pub given_up: Option<GivenUp>,
    /// Whether the comparison ended early, because nobody waited for it any more.
    pub partial: bool,
}

crate::serial::serialize_object! { GrammarDiff, self:
    let [a, b] = &self.uncovered;
    "a" => self.grammars[0],
    "b" => self.grammars[1],
    "tried" => self.tried,
    "length" => self.length,
    "differences" => self.differences,
    "uncovered" if self.is_uncovered() => std::collections::BTreeMap::from([("a", a), ("b", b)]),
    "given_up" if self.given_up.is_some() => self.given_up,
}

/// The texts on which a comparison gave up, because one of the grammars takes too long or never
/// finishes on them, or because pest would panic.
#[derive(Debug, Clone)]
pub struct GivenUp {
    /// The number of texts given up.
    pub texts: u64,
    /// The first of these texts, with the result of each grammar.
    pub first: GrammarDifference,
}

crate::serial::serialize_object! { GivenUp, self:
    "texts" => self.texts,
    "first" => self.first.text,
}

impl GivenUp {
    /// Whether the comparison ended because it had given up on too many texts.
    pub const fn ended_it(&self) -> bool {
        self.texts >= MOST_GIVEN_UP
    }
}

/// A text that two grammars parse differently.
#[derive(Debug, Clone)]
pub struct GrammarDifference {
    /// The kind of difference.
    pub kind: GrammarDifferenceKind,
    /// The text.
    pub text: String,
    /// The result of each grammar: its reading of the text, or the error if it rejects the text.
    pub parses: [Result<DiffReading, SyntaxError>; 2],
    /// Further texts that show the same difference. Most differ from `text` only in blanks. If the
    /// trees differ only in the blanks at the ends of pairs and in the nodes for blanks and
    /// comments, all texts with such a difference are here.
    pub other_blanks: Vec<String>,
    /// If only one grammar accepts the text: the innermost rule of its tree at the place where the
    /// other grammar fails, and the literal or character there.
    construct: Option<String>,
}

crate::serial::serialize_object! { GrammarDifference, self:
    let is_plain = self.parses.iter().any(|it| matches!(it, Ok(DiffReading::Rules { .. })));
    let [a, b] = self.parses.each_ref().map(|it| {
        let fields = crate::serial::ParseFields::from(it);
        if is_plain { fields.of_plain() } else { fields }
    });
    "expression" => self.text,
    "a" => a,
    "b" => b,
    "other_blanks" if !self.other_blanks.is_empty() => self.other_blanks,
}

/// The tree that a grammar makes of a text.
#[derive(Debug, Clone)]
pub enum DiffReading {
    /// An expression tree, if both grammars are arithmetic grammars.
    Expression(Box<Parse>),
    /// A parse tree.
    Rules {
        /// The tree as an S-expression, such as `(sum (number "1") (number "2"))`. It shows the
        /// text of a rule that contains others, such as the `+` of this sum, only if the two trees
        /// would look alike without such texts.
        tree: String,
        /// The matched rules, each before the rules inside it.
        rules: Vec<TreePair>,
        /// The bytes after the match; empty if the grammar matches the whole text.
        unread: Range<usize>,
    },
}

/// The kinds of difference between two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum GrammarDifferenceKind {
    /// Only one grammar accepts the text.
    Accepted,
    /// The values differ.
    Value,
    /// Only the trees differ. The grammars have no values, or the two trees have the same value for
    /// all numbers for which both have one.
    Grouping,
    /// Both grammars refuse the text, but fail at different places in it.
    Refused,
}

/// The difference between two grammars on a text, if there is one.
type Difference = Result<Option<GrammarDifference>, TooLong>;

/// The error for a text on which a grammar takes too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TooLong;

/// Whether two readings count as the same.
type IsSame = fn(&RuleReading<'_>, &RuleReading<'_>) -> bool;

impl GrammarDiff {
    /// Compares the grammars `a` and `b`.
    ///
    /// If both are arithmetic grammars, the comparison tries texts of up to `longest` tokens (9 if
    /// it is `None`, at most [`MAX_DIFF_TOKENS`]), the shortest first. Up to
    /// [`longest_of_all`](Self::longest_of_all) tokens it tries all texts, beyond that only those
    /// that ordinary arithmetic accepts. It ends with the first length at which some text has
    /// different values. Of the texts that only one grammar accepts, the result has none that only
    /// extends another. If the grammars differ only in grouping, the result has the shortest texts
    /// that show this.
    ///
    /// If no text has different values, and both grammars accept the same texts so far, the
    /// comparison tries further texts, of up to `longest` characters. It also tries these if one of
    /// the grammars is not an arithmetic grammar. They are short texts made of the characters and
    /// literals that either grammar mentions, texts that together use every part of either grammar,
    /// and variants of the latter in which a character or a literal is changed. From a text that
    /// shows a new difference, the comparison deletes every character without which this difference
    /// remains. A construct that one grammar refuses, a literal in a rule, is a difference of its own.
    /// Two trees are the same if their pairs have the same rules and match the same text. The blanks
    /// at the ends of a pair count if there are no pairs inside it.
    ///
    /// If either grammar does not finish on a text in reasonable time, the comparison gives up on
    /// this text and reports it. After too many such texts, the comparison ends. It also ends, as
    /// [`partial`](Self::partial), once it is no longer [wanted](crate::tracer::while_wanted).
    pub fn new(a: &Grammar, b: &Grammar, longest: Option<usize>) -> Self {
        Self::compared([a, b], longest, have_same_rules)
    }

    /// Like [`new`](Self::new), but two trees are the same if they divide the text in the same way.
    /// The names of the rules do not matter.
    pub fn by_shape(a: &Grammar, b: &Grammar, longest: Option<usize>) -> Self {
        Self::compared([a, b], longest, have_same_shape)
    }

    fn compared(grammars: [&Grammar; 2], longest: Option<usize>, is_same: IsSame) -> Self {
        let mut diff = Self { grammars: grammars.map(Clone::clone), ..Self::default() };
        let is_arithmetic = diff.is_arithmetic();
        if is_arithmetic {
            let signs = Signs::of(grammars);
            diff.longest_of_all = signs.longest_of_all();
            for length in 1..=longest.unwrap_or(USUAL_TOKENS).min(MAX_DIFF_TOKENS) {
                diff.length = length;
                diff.try_length(grammars, &signs);
                // A comparison that ends has not tried all texts of this length.
                diff.length = length - usize::from(diff.is_ended());
                let has_values = |it: &GrammarDifference| it.kind == GrammarDifferenceKind::Value;
                if diff.is_ended() || diff.differences.iter().any(has_values) {
                    break;
                }
            }
        }
        // A difference in the value of a text, or in whether it is accepted, decides: then no more
        // texts are tried.
        let is_of_trees = |it: &GrammarDifference| it.kind == GrammarDifferenceKind::Grouping;
        let is_open = diff.differences.iter().all(is_of_trees) && !diff.is_ended();
        if is_open && !define_same_rules(grammars) {
            diff.try_parts(grammars, longest.or(is_arithmetic.then_some(USUAL_TOKENS)), |text| {
                if !is_arithmetic {
                    return difference_of_rules(grammars, text, is_same);
                }
                check_length(grammars, text)?;
                difference_on(grammars, text)
            });
        }
        diff.differences.sort_by_key(|it| it.kind);
        diff.partial = !is_wanted();
        diff
    }

    /// Keeps the `limit` differences with the shortest texts, and moves the others to `left_out`.
    #[must_use]
    pub fn shorten(mut self, limit: usize) -> Self {
        let lengths = self.differences.iter().map(|it| it.text.chars().count()).enumerate();
        let shortest = lengths.sorted_by_key(|it| it.1).map(|it| it.0);
        let kept: HashSet<usize> = shortest.take(limit).collect();
        let is_kept =
            |(index, it)| if kept.contains(&index) { Either::Left(it) } else { Either::Right(it) };
        (self.differences, self.left_out) =
            self.differences.into_iter().enumerate().partition_map(is_kept);
        self
    }

    /// Returns all differences, including those in `left_out`.
    pub fn all_differences(&self) -> impl Iterator<Item = &GrammarDifference> {
        self.differences.iter().chain(&self.left_out)
    }

    /// Whether texts have values under both grammars.
    pub fn is_arithmetic(&self) -> bool {
        self.grammars.iter().all(|grammar| grammar.lacks().is_none())
    }

    /// Whether no difference was found.
    pub fn is_equal(&self) -> bool {
        self.all_differences().next().is_none()
    }

    /// Whether [`uncovered`](Self::uncovered) has a part.
    pub fn is_uncovered(&self) -> bool {
        self.uncovered.iter().any(|parts| !parts.is_empty())
    }

    /// Whether there is no difference, and no part is uncovered, no text given up, no trial left out.
    pub fn is_settled(&self) -> bool {
        self.is_equal() && !self.is_uncovered() && self.given_up.is_none() && !self.partial
    }

    /// Whether the comparison must end: it gave up on too many texts, or nobody is waiting for it
    /// any more.
    fn is_ended(&self) -> bool {
        !is_wanted() || self.given_up.as_ref().is_some_and(GivenUp::ended_it)
    }

    /// Tries the arithmetic texts of the current length.
    fn try_length(&mut self, grammars: [&Grammar; 2], signs: &Signs) {
        let is_known = !self.differences.is_empty();
        for tokens in signs.texts(self.length) {
            let text = write(&tokens);
            let found = self.noted(grammars, &text, difference_of_tokens(grammars, &text));
            if self.is_ended() {
                break;
            }
            let is_news = |it: &GrammarDifference| match it.kind {
                // If only the trees differ, show only texts of the shortest length at which they do.
                GrammarDifferenceKind::Grouping => !is_known,
                GrammarDifferenceKind::Value => true,
                _ => !self.differences.iter().any(|known| known.is_within(it)),
            };
            self.differences.extend(found.flatten().filter(is_news));
        }
    }

    /// Tries generated texts of up to `longest` characters, which together use all parts of both
    /// grammars.
    fn try_parts(
        &mut self,
        grammars: [&Grammar; 2],
        longest: Option<usize>,
        difference: impl Fn(&str) -> Difference,
    ) {
        let [mut a, mut b] = grammars.map(|it| Sentences::new(it.rules(), it.start()));
        let mut covers = [a.cover(), b.cover()];
        let fits = |text: &str| longest.is_none_or(|longest| text.chars().count() <= longest);
        for cover in &mut covers {
            cover.retain(|sentence| fits(&sentence.text));
        }
        let is_known = !self.differences.is_empty();
        let (mut compared, mut shown) = (HashSet::new(), HashSet::new());
        for text in texts(grammars, [&mut a, &mut b], covers.each_ref().map(|cover| &**cover)) {
            if !fits(&text) || self.is_ended() {
                break;
            }
            if !self.is_arithmetic() {
                self.length = self.length.max(text.chars().count());
            }
            let Some(found) = self.noted(grammars, &text, difference(&text)) else { continue };
            // A text that only extends an earlier text with the same difference shows nothing new.
            let is_news = |known: &[GrammarDifference], it: &GrammarDifference| {
                let is_told = is_known && it.kind == GrammarDifferenceKind::Grouping;
                let is_within = || known.iter().any(|known| known.is_within(it));
                !is_told && (!is_within() || !it.shows().is_subset(&shown))
            };
            if let Some(found) = found.filter(|it| is_news(&self.differences, it)) {
                let known = self.differences.iter_mut().find(|it| it.has_other_blanks(&found));
                if let Some(known) = known {
                    if !known.is_within(&found) {
                        known.other_blanks.push(found.text);
                    }
                } else {
                    let found = found.shortened(|text| difference(text).ok().flatten());
                    let is_known = self.differences.iter().any(|it| it.has_other_blanks(&found));
                    if !is_known && is_news(&self.differences, &found) {
                        shown.extend(found.shows());
                        self.differences.push(found);
                    }
                }
            }
            compared.insert(text);
            if self.differences.len() >= MOST_KEPT {
                break;
            }
        }
        self.differences.sort_by_key(|it| it.text.chars().count());
        if self.is_equal() {
            for cover in &mut covers {
                cover.retain(|sentence| compared.contains(&sentence.text));
            }
            let unused = [a.unused(&covers[0]), b.unused(&covers[1])];
            self.uncovered = unused.map(|parts| parts.cloned().collect());
        }
    }

    /// Counts the text as tried, and returns the difference on it. Returns `None` if the comparison
    /// gives up on the text.
    #[expect(clippy::option_option, reason = "given up, no difference, or one")]
    fn noted(
        &mut self,
        grammars: [&Grammar; 2],
        text: &str,
        found: Difference,
    ) -> Option<Option<GrammarDifference>> {
        self.tried += 1;
        match (found, &mut self.given_up) {
            (Ok(found), _) => return Some(found),
            (Err(TooLong), Some(known)) => known.texts += 1,
            (Err(TooLong), none) => {
                *none = Some(GivenUp { texts: 1, first: given_up(grammars, text) });
            }
        }
        None
    }
}

impl GrammarDifference {
    fn new(
        kind: GrammarDifferenceKind,
        text: &str,
        parses: [Result<DiffReading, SyntaxError>; 2],
    ) -> Self {
        Self { kind, text: text.to_owned(), parses, other_blanks: Vec::new(), construct: None }
    }

    /// Deletes characters, and then whole spans, from the text while the same difference remains.
    fn shortened(mut self, difference: impl Fn(&str) -> Option<Self>) -> Self {
        let shorter = |it: &Self| {
            let starts = it.text.char_indices().map(|(at, _)| at);
            let ends = starts.chain([it.text.len()]).collect_vec();
            let spans = (1..ends.len()).flat_map(|size| ends.iter().zip(&ends[size..]));
            spans.take(MOST_CUTS).find_map(|(&start, &end)| {
                let is_same = |new: &Self| {
                    new.is_alike(it) && new.refused() == it.refused() && new.shows() == it.shows()
                };
                difference(&[&it.text[..start], &it.text[end..]].concat()).filter(is_same)
            })
        };
        while let Some(shorter) = shorter(&self) {
            self = shorter;
        }
        self
    }

    /// Returns both parses, and the place where their trees diverge, if both grammars make an
    /// expression of the text.
    pub fn divergence(&self) -> Option<([&Parse; 2], Divergence)> {
        let [Ok(DiffReading::Expression(a)), Ok(DiffReading::Expression(b))] = &self.parses else {
            return None;
        };
        Some(([&**a, &**b], Divergence::between(a, b)?))
    }

    /// Whether both differences are of the same kind, each grammar accepts both texts or neither,
    /// and both or neither are only in blanks.
    fn is_alike(&self, other: &Self) -> bool {
        let reads = |it: &Self| (it.parses.each_ref().map(Result::is_ok), it.is_of_blanks());
        self.kind == other.kind && reads(self) == reads(other)
    }

    /// Whether both differences are alike and their texts differ only in blanks, or both
    /// differences are only in blanks.
    fn has_other_blanks(&self, other: &Self) -> bool {
        let [ours, others] =
            [self, other].map(|it| it.text.chars().filter(|it| !it.is_whitespace()));
        self.is_alike(other) && ours.eq(others) || self.is_of_blanks() && other.is_of_blanks()
    }

    /// Whether the two trees differ only in the blanks at the ends of pairs, and in the pairs of
    /// `WHITESPACE` and `COMMENT`.
    pub(crate) fn is_of_blanks(&self) -> bool {
        let [Ok(DiffReading::Rules { rules: a, .. }), Ok(DiffReading::Rules { rules: b, .. })] =
            &self.parses
        else {
            return false;
        };
        let [a, b] = [a, b].map(|rules| {
            let rules = rules.iter().filter(|it| !matches!(&*it.rule, "WHITESPACE" | "COMMENT"));
            rules.map(|it| (it.depth, &it.rule, it.text.trim()))
        });
        a.eq(b)
    }

    /// Returns the character at which one of the grammars fails, with `1` for any letter, digit
    /// or `_`. Returns `None` if the grammar fails at the end of the text.
    fn refused(&self) -> Option<char> {
        let found = |error: &SyntaxError| match error.kind {
            SyntaxErrorKind::Unexpected { found, .. } => found,
            _ => None,
        };
        self.parses.iter().find_map(|it| found(it.as_ref().err()?)).map(or_one)
    }

    /// The construct that one grammar refuses, or the rules that have more pairs in one tree than in
    /// the other, each with the first tree's count compared with the other's.
    fn shows(&self) -> HashSet<(String, Ordering)> {
        let [Ok(DiffReading::Rules { rules: a, .. }), Ok(DiffReading::Rules { rules: b, .. })] =
            &self.parses
        else {
            return self.construct.iter().map(|it| (it.clone(), Ordering::Equal)).collect();
        };
        let [a, b] = [a, b].map(|rules| rules.iter().counts_by(|it| &it.rule));
        let rules = a.keys().chain(b.keys()).map(|&it| (it.clone(), a.get(it).cmp(&b.get(it))));
        rules.filter(|(_, order)| order.is_ne()).collect()
    }

    /// Whether both differences are alike, with the same refused character, and the pattern of this
    /// text is a subsequence of the pattern of the other text. Blanks count if one of them is
    /// refused.
    fn is_within(&self, other: &Self) -> bool {
        let (own_pattern, other_pattern) = (pattern(&self.text), pattern(&other.text));
        let refused = self.refused();
        let has_blanks = refused.is_none_or(char::is_whitespace);
        let mut own = own_pattern.chars().filter(|it| has_blanks || !it.is_whitespace());
        let mut characters = other_pattern.chars();
        self.is_alike(other)
            && refused == other.refused()
            && own.all(|it| characters.any(|other| other == it))
    }
}

impl DiffReading {
    /// Returns the tree of the expression or of the rules.
    pub fn to_s_expression(&self) -> String {
        match self {
            Self::Expression(parse) => parse.expression().to_s_expression(),
            Self::Rules { tree, .. } => tree.clone(),
        }
    }

    /// Makes the reading from the matched rules, with long texts cut; `tree` is the S-expression.
    fn of_rules(reading: &RuleReading<'_>, tree: String) -> Self {
        let rules = reading.tree.nodes.iter().map(|RuleNode { depth, rule, span, .. }| {
            let text = crate::words::beginning(&reading.text[span.clone()], 100);
            TreePair { depth: *depth, rule: rule.clone(), text }
        });
        Self::Rules { tree, rules: rules.collect(), unread: reading.end..reading.text.len() }
    }
}

/// Whether both grammars have the same start rule and the same definitions, except for comments. If
/// so, no text shows a difference.
fn define_same_rules(grammars: [&Grammar; 2]) -> bool {
    let [a, b] = grammars.map(|grammar| {
        let mut rules = grammar.definitions();
        for rule in &mut rules {
            rule.comment.clear();
        }
        (grammar.rules().name(grammar.start()).to_owned(), rules)
    });
    a == b
}

/// Returns the difference between the parse trees of a text under the two grammars, if there is
/// one.
fn difference_of_rules(grammars: [&Grammar; 2], text: &str, is_same: IsSame) -> Difference {
    let attempt = |grammar| Attempt::new(grammar, text, true);
    let [Ok(a), Ok(b)] = grammars.map(attempt) else { return Err(TooLong) };
    Ok(difference_of_readings(grammars, text, &[a.reading, b.reading], is_same))
}

/// Returns the difference between two readings of a text, if there is one. A reading is `None` if
/// its grammar refuses the text.
fn difference_of_readings(
    grammars: [&Grammar; 2],
    text: &str,
    readings: &[Option<RuleReading<'_>>; 2],
    is_same: IsSame,
) -> Option<GrammarDifference> {
    let kind = match readings {
        [None, None] => return None,
        [Some(a), Some(b)] if is_same(a, b) => return None,
        [Some(_), Some(_)] => GrammarDifferenceKind::Grouping,
        _ => GrammarDifferenceKind::Accepted,
    };
    // If both lines look alike, they show more of the text.
    let lines: [fn(&RuleReading<'_>) -> String; 3] =
        [|it| it.to_line(), |it| it.to_line_with_all(false), |it| it.to_line_with_all(true)];
    let lines = lines.map(|line| readings.each_ref().map(|it| it.as_ref().map(line)));
    let [.., last] = &lines;
    let [a_line, b_line] = lines.iter().find(|[a, b]| a != b).unwrap_or(last).clone();
    let parse = |grammar: &Grammar, reading: &Option<RuleReading<'_>>, line: Option<String>| {
        let reading = reading.as_ref().zip(line);
        let reading = reading.map(|(reading, tree)| DiffReading::of_rules(reading, tree));
        reading.ok_or_else(|| syntax_error::<Rational>(grammar, text))
    };
    let parses =
        [(0, a_line), (1, b_line)].map(|(it, line)| parse(grammars[it], &readings[it], line));
    let refused = parses.iter().find_map(|it| it.as_ref().err()).map(|it| it.span.start);
    let accepted = readings.iter().flatten().next();
    let construct = refused.zip(accepted).map(|(at, reading)| construct(grammars, reading, at));
    Some(GrammarDifference { construct, ..GrammarDifference::new(kind, text, parses) })
}

/// Makes the difference for a text on which one of the grammars does not finish.
fn given_up(grammars: [&Grammar; 2], text: &str) -> GrammarDifference {
    let parse = |grammar: &Grammar| match Attempt::new(grammar, text, true) {
        Err(error) => Err(grammar.refusal(text, &error)),
        Ok(Attempt { reading: Some(reading), .. }) => {
            Ok(DiffReading::of_rules(&reading, reading.to_line()))
        }
        Ok(_) => Err(syntax_error::<Rational>(grammar, text)),
    };
    GrammarDifference::new(GrammarDifferenceKind::Accepted, text, grammars.map(parse))
}
