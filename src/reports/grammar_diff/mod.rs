//! The shortest texts that two grammars parse differently, found by trying many.

mod arithmetic;
mod shortest;

use std::collections::HashSet;
use std::ops::Range;

use super::rule_tree::{Attempt, RuleReading, comes_to_an_end, have_same_rules, have_same_shape};
use crate::grammars::{Grammar, SyntaxError, SyntaxErrorKind, syntax_error};
use crate::lessons::{Divergence, Parse};
use crate::number::Rational;
use crate::sentences::{Part, Sentences};
use crate::tracer::is_wanted;
use arithmetic::{Signs, difference_of_tokens, difference_on, write};
use shortest::texts;
pub use shortest::{Likeness, ShortestDifference};

/// The longest texts, in tokens, of which all are tried, or one token less where there
/// are operators beyond the four. There are too many longer
/// ones: of these only the texts that ordinary arithmetic accepts are tried.
pub const MAX_ANY_TEXT: usize = 5;

/// The longest texts that can be tried, in tokens. They have
/// [`MAX_OPERANDS`](crate::algebra::MAX_OPERANDS) numbers, so that it can be told
/// whether the values of two trees ever differ.
pub const MAX_DIFF_TOKENS: usize = 13;

/// The most differences that are kept.
const MOST_KEPT: usize = 200;

/// The most texts that are given up: each takes as long as a thousand others, and
/// where there are that many the next are no better.
const MOST_GIVEN_UP: u64 = 20;

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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GrammarDiff {
    /// The two grammars.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "crate::serial::a_and_b"))]
    pub grammars: [Grammar; 2],
    /// The number of texts that both tried.
    pub tried: u64,
    /// The length of the longest: of texts of arithmetic in tokens, that is
    /// numbers, operators and brackets, of others in characters.
    pub length: usize,
    /// The longest texts of arithmetic of which all were tried, in tokens: at most
    /// [`MAX_ANY_TEXT`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub longest_of_all: usize,
    /// Those in which the two differ: where one reads what the other does not,
    /// then other values, then the same value by another way or, under grammars
    /// that give no values, another tree; the shortest first.
    pub differences: Vec<GrammarDifference>,
    /// Those that are not to be shown, as by [`shorten`](Self::shorten).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub left_out: Vec<GrammarDifference>,
    /// For each of the two the parts that no text uses that was tried; nothing
    /// where they differ, or have the same rules.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "are_empty", serialize_with = "crate::serial::a_and_b")
    )]
    pub uncovered: [Vec<Part>; 2],
    /// The texts that were given up, if any. What those tell is not known, so that the
    /// two may differ in them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub given_up: Option<GivenUp>,
}

/// The texts that a comparison gave up, as one of the grammars reads the same again
/// and again on them, or never ends.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GivenUp {
    /// How many there are.
    pub texts: u64,
    /// The first, with what each makes of it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text_alone"))]
    pub first: GrammarDifference,
}

impl GivenUp {
    /// Whether there were so many that no further text was tried.
    pub const fn ended_it(&self) -> bool {
        self.texts >= MOST_GIVEN_UP
    }
}

/// A text that two grammars parse differently.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GrammarDifference {
    /// In what they differ.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub kind: GrammarDifferenceKind,
    /// The text.
    #[cfg_attr(feature = "serde", serde(rename = "expression"))]
    pub text: String,
    /// What each makes of it, or why it does not accept it.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "parse_fields"))]
    pub parses: [Result<DiffReading, SyntaxError>; 2],
    /// Further texts on which they differ likewise, and which have other blanks alone.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub other_blanks: Vec<String>,
}

/// What a grammar makes of a text.
#[derive(Debug, Clone)]
pub enum DiffReading {
    /// An expression: both grammars are of arithmetic.
    Expression(Box<Parse>),
    /// A parse tree.
    Rules {
        /// As an S-expression: every rule before those in it. What a rule reads beside
        /// those is left out where that tells nothing.
        tree: String,
        /// The same with what each rule read: its depth, its name, and the text.
        rules: Vec<(usize, String, String)>,
        /// What is left of the text after what was read.
        unread: Range<usize>,
    },
}

/// In what two grammars can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum GrammarDifferenceKind {
    /// Only one takes it for an expression.
    Accepted,
    /// It has another value.
    Value,
    /// The trees differ; the values are the same for all numbers for which
    /// both have one, or there are none.
    Grouping,
    /// Neither takes it for an expression, and they fail at different places.
    Refused,
}

/// In what two grammars differ on a text, if they do.
type Difference = Result<Option<GrammarDifference>, TooLong>;

/// That a grammar comes to no end with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TooLong;

/// How two readings are compared.
type IsSame = fn(&RuleReading<'_>, &RuleReading<'_>) -> bool;

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
    /// and told; after too many of them it ends. So it does once it is not
    /// [wanted](crate::tracer::while_wanted) any more, with what was found until then.
    pub fn new(a: &Grammar, b: &Grammar, longest: usize) -> Self {
        Self::compared([a, b], longest, have_same_rules)
    }

    /// As [`new`](Self::new), but trees are the same where they take the text apart
    /// alike, whatever their rules are called.
    pub fn by_shape(a: &Grammar, b: &Grammar, longest: usize) -> Self {
        Self::compared([a, b], longest, have_same_shape)
    }

    fn compared(grammars: [&Grammar; 2], longest: usize, is_same: IsSame) -> Self {
        let mut diff = Self {
            grammars: grammars.map(Clone::clone),
            tried: 0,
            length: 0,
            longest_of_all: 0,
            differences: Vec::new(),
            left_out: Vec::new(),
            uncovered: Default::default(),
            given_up: None,
        };
        let is_arithmetic = diff.is_arithmetic();
        if is_arithmetic {
            let signs = Signs::of(grammars);
            diff.longest_of_all = signs.longest_of_all();
            for length in 1..=longest.min(MAX_DIFF_TOKENS) {
                diff.length = length;
                diff.try_length(grammars, &signs);
                if diff.is_ended() {
                    // Not all of this length was tried.
                    diff.length = length - 1;
                }
                if diff.is_ended() || diff.is_decided() {
                    break;
                }
            }
        }
        if !diff.is_decided() && !diff.is_ended() && !define_same_rules(grammars) {
            if is_arithmetic {
                let difference = |text: &str| {
                    check_length(grammars, text)?;
                    difference_on(grammars, text)
                };
                diff.try_parts(grammars, longest, difference);
            } else {
                let difference = |text: &str| difference_of_rules(grammars, text, is_same);
                diff.try_parts(grammars, usize::MAX, difference);
            }
        }
        diff.differences.sort_by_key(|it| it.kind);
        diff
    }

    /// Leaves out all differences but the first ones, up to `limit`.
    #[must_use]
    pub fn shorten(mut self, limit: usize) -> Self {
        self.left_out = self.differences.split_off(limit.min(self.differences.len()));
        self
    }

    /// The differences, with those that are left out.
    pub fn all_differences(&self) -> impl Iterator<Item = &GrammarDifference> {
        self.differences.iter().chain(&self.left_out)
    }

    /// Whether texts have values under both.
    pub fn is_arithmetic(&self) -> bool {
        self.grammars.iter().all(|grammar| grammar.lacks().is_none())
    }

    /// Whether nothing was found in which the two differ.
    pub fn is_equal(&self) -> bool {
        self.all_differences().next().is_none()
    }

    /// Whether there is a part that no text used that was tried.
    pub fn is_uncovered(&self) -> bool {
        !are_empty(&self.uncovered)
    }

    /// Whether everything was tried, and nothing was found in which the two differ.
    pub fn is_settled(&self) -> bool {
        self.is_equal() && !self.is_uncovered() && self.given_up.is_none()
    }

    /// Whether so many texts were given up that no more are tried, or nobody waits.
    fn is_ended(&self) -> bool {
        !is_wanted() || self.given_up.as_ref().is_some_and(GivenUp::ended_it)
    }

    /// Whether it was found that the two differ in more than the trees.
    fn is_decided(&self) -> bool {
        self.differences.iter().any(|it| it.kind != GrammarDifferenceKind::Grouping)
    }

    /// Tries the texts of arithmetic of the length reached.
    fn try_length(&mut self, grammars: [&Grammar; 2], signs: &Signs) {
        let is_known = !self.differences.is_empty();
        for tokens in signs.texts(self.length) {
            let text = write(&tokens);
            let found = self.noted(grammars, &text, difference_of_tokens(grammars, &text));
            if self.is_ended() {
                break;
            }
            // The shortest texts alone show that the trees differ.
            let is_news =
                |it: &GrammarDifference| !is_known || it.kind != GrammarDifferenceKind::Grouping;
            self.differences.extend(found.flatten().filter(is_news));
        }
    }

    /// Tries texts that use all parts of either grammar, of up to `longest`
    /// characters.
    fn try_parts(
        &mut self,
        grammars: [&Grammar; 2],
        longest: usize,
        difference: impl Fn(&str) -> Difference,
    ) {
        let [mut a, mut b] = grammars.map(|it| Sentences::new(it.rules(), it.start()));
        let mut covers = [a.cover(), b.cover()];
        let fits = |text: &str| text.chars().count() <= longest;
        for cover in &mut covers {
            cover.retain(|sentence| fits(&sentence.text));
        }
        let is_known = !self.differences.is_empty();
        let mut compared = HashSet::new();
        for text in texts([&mut a, &mut b], covers.each_ref().map(|cover| &**cover)) {
            if !fits(&text) || self.is_ended() {
                break;
            }
            if !self.is_arithmetic() {
                self.length = self.length.max(text.chars().count());
            }
            let Some(found) = self.noted(grammars, &text, difference(&text)) else { continue };
            // What only adds to a text that was found says nothing new.
            let is_news = |it: &GrammarDifference| {
                let is_told = is_known && it.kind == GrammarDifferenceKind::Grouping;
                !is_told && self.differences.iter().all(|known| !known.is_within(it))
            };
            if let Some(found) = found.filter(is_news) {
                match self.differences.iter_mut().find(|it| it.has_other_blanks(&found)) {
                    Some(known) => known.other_blanks.push(found.text),
                    None => self.differences.push(found),
                }
            }
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
    }

    /// What was found on a text, which counts as tried; `None` where it was given up.
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
        Self { kind, text: text.to_owned(), parses, other_blanks: Vec::new() }
    }

    /// Where the trees of the two diverge, if both are of expressions.
    pub fn divergence(&self) -> Option<([&Parse; 2], Divergence)> {
        let [Ok(DiffReading::Expression(a)), Ok(DiffReading::Expression(b))] = &self.parses else {
            return None;
        };
        Some(([&**a, &**b], Divergence::between(a, b)?))
    }

    /// Whether both are of a kind, and the same grammar reads the text, or both do.
    fn is_alike(&self, other: &Self) -> bool {
        let reads = |it: &Self| it.parses.each_ref().map(Result::is_ok);
        self.kind == other.kind && reads(self) == reads(other)
    }

    /// Whether it is as `other`, on a text that has other blanks alone, or both differ in the
    /// pairs of blanks alone.
    fn has_other_blanks(&self, other: &Self) -> bool {
        let [ours, others] =
            [self, other].map(|it| it.text.chars().filter(|it| !it.is_whitespace()));
        let is_same_text = self.is_alike(other) && ours.eq(others);
        is_same_text || (self.is_of_blanks() && other.is_of_blanks())
    }

    /// Whether the trees are the same without the pairs of `WHITESPACE` and `COMMENT`.
    pub(crate) fn is_of_blanks(&self) -> bool {
        let [Ok(DiffReading::Rules { rules: a, .. }), Ok(DiffReading::Rules { rules: b, .. })] =
            &self.parses
        else {
            return false;
        };
        let [a, b] = [a, b].map(|rules| {
            rules.iter().filter(|(_, name, _)| !matches!(&**name, "WHITESPACE" | "COMMENT"))
        });
        a.eq(b)
    }

    /// What one of them refuses: a character, or the end.
    fn refused(&self) -> Option<char> {
        let found = |error: &SyntaxError| match error.kind {
            SyntaxErrorKind::Unexpected { found, .. } => found,
            _ => None,
        };
        let found = self.parses.iter().find_map(|it| found(it.as_ref().err()?));
        found.map(|it| if it.is_alphanumeric() { '1' } else { it })
    }

    /// Whether it is as `other`, for the same character, on a text whose pattern some of the
    /// other's makes up.
    fn is_within(&self, other: &Self) -> bool {
        let other_pattern = pattern(&other.text);
        let mut characters = other_pattern.chars();
        self.is_alike(other)
            && self.refused() == other.refused()
            && pattern(&self.text).chars().all(|it| characters.any(|other| other == it))
    }
}

/// The text with any word in it as good as another, unless it is a word alone.
fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        let character = if character.is_alphanumeric() { '1' } else { character };
        if character != '1' || !pattern.ends_with('1') {
            pattern.push(character);
        }
    }
    if pattern == "1" && !text.contains(|it: char| it.is_ascii_digit()) {
        text.to_owned()
    } else {
        pattern
    }
}

impl DiffReading {
    /// The tree: of the expression, or of the rules.
    pub fn to_s_expression(&self) -> String {
        match self {
            Self::Expression(parse) => parse.expression().to_s_expression(),
            Self::Rules { tree, .. } => tree.clone(),
        }
    }

    /// That of the rules, with this tree.
    fn of_rules(reading: &RuleReading<'_>, tree: String) -> Self {
        let rules = reading.tree.nodes.iter().map(|node| {
            (node.depth, node.rule.clone(), reading.text[node.span.clone()].to_owned())
        });
        Self::Rules { tree, rules: rules.collect(), unread: reading.end..reading.text.len() }
    }
}

/// Whether both say the same, so that there is nothing to try.
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

/// In what the two differ on a text, by the rules that read it, if they do.
fn difference_of_rules(grammars: [&Grammar; 2], text: &str, is_same: IsSame) -> Difference {
    let [Some(a), Some(b)] = grammars.map(|grammar| Attempt::new(grammar, text)) else {
        return Err(TooLong);
    };
    Ok(difference_of_readings(grammars, text, [a.reading, b.reading], is_same))
}

/// In what two readings of a text differ.
fn difference_of_readings(
    grammars: [&Grammar; 2],
    text: &str,
    readings: [Option<RuleReading<'_>>; 2],
    is_same: IsSame,
) -> Option<GrammarDifference> {
    let kind = match &readings {
        [None, None] => return None,
        [Some(a), Some(b)] if is_same(a, b) => return None,
        [Some(_), Some(_)] => GrammarDifferenceKind::Grouping,
        _ => GrammarDifferenceKind::Accepted,
    };
    // What looks alike is shown with all that tells it apart.
    let [a_line, b_line] = readings.each_ref().map(|it| it.as_ref().map(RuleReading::to_line));
    let looks_alike = a_line == b_line;
    let parse = |grammar: &Grammar, reading: Option<RuleReading<'_>>, line: Option<String>| {
        let reading = reading.zip(line).map(|(reading, line)| {
            let tree = if looks_alike { reading.to_line_with_all() } else { line };
            DiffReading::of_rules(&reading, tree)
        });
        reading.ok_or_else(|| syntax_error::<Rational>(grammar, text))
    };
    let [a, b] = readings;
    let parses = [parse(grammars[0], a, a_line), parse(grammars[1], b, b_line)];
    Some(GrammarDifference::new(kind, text, parses))
}

/// Makes sure that both come to an end with a text. The grammars of this crate always do,
/// with any text of a comparison: those are short, and also the one that reads again and
/// again is soon done with them.
fn check_length(grammars: [&Grammar; 2], text: &str) -> Result<(), TooLong> {
    let is_too_long = |it: &Grammar| matches!(it, Grammar::User(_)) && !comes_to_an_end(it, text);
    if grammars.into_iter().any(is_too_long) { Err(TooLong) } else { Ok(()) }
}

/// A text with which one of them does not come to an end.
fn given_up(grammars: [&Grammar; 2], text: &str) -> GrammarDifference {
    let parse = |grammar: &Grammar| match Attempt::new(grammar, text) {
        None => {
            let why = "given up: it reads the same again and again, or never ends";
            let kind = SyntaxErrorKind::GivenUp(why.to_owned());
            Err(SyntaxError { kind, span: 0..text.len() })
        }
        Some(Attempt { reading: Some(reading), .. }) => {
            Ok(DiffReading::of_rules(&reading, reading.to_line()))
        }
        Some(_) => Err(syntax_error::<Rational>(grammar, text)),
    };
    let parses = grammars.map(parse);
    GrammarDifference::new(GrammarDifferenceKind::Accepted, text, parses)
}

fn are_empty([a, b]: &[Vec<Part>; 2]) -> bool {
    a.is_empty() && b.is_empty()
}

#[cfg(feature = "serde")]
fn parse_fields<S: serde::Serializer>(
    parses: &[Result<DiffReading, SyntaxError>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let is_plain = parses.iter().any(|it| matches!(it, Ok(DiffReading::Rules { .. })));
    let fields = parses.each_ref().map(|it| {
        let fields = crate::serial::ParseFields::from(it);
        if is_plain { fields.of_plain() } else { fields }
    });
    crate::serial::a_and_b(&fields, serializer)
}

#[cfg(feature = "serde")]
fn text_alone<S: serde::Serializer>(
    difference: &GrammarDifference,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&difference.text)
}
