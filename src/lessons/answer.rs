//! Judges an answer to a hand, and finds the first problem of a wrong answer.

use std::ops::Range;

use indexmap::IndexMap;

use super::slips::with_signs;
use super::steps::WrongStep;
use super::working::{Joined, LONGEST, joined};
use super::{FailedParse, Parse, Reading};
use crate::{Grammar, Hand, NoValue, NodeKind, Rational, typed_signs};

/// An answer compared with the cards of a hand and the target.
///
/// An answer is right if it uses every card once and no other number, and if its value is the
/// target. Blanks and extra brackets do not matter. [`typed_signs`](crate::typed_signs) replaces signs
/// such as `×`, which the grammars of this crate reject.
///
/// # Examples
///
/// ```
/// use bracket24::lessons::{Answer, Problem};
/// use bracket24::{Grammar, Hand};
///
/// let hand = Hand::from([3, 3, 8, 8]);
/// let check = |text: &str| Answer::new(text, &hand, &24.into(), &Grammar::Left);
/// assert!(check("8/(3-8/3) = 24").is_right());
/// assert!(check("8/3=8/3; 3-8/3=1/3; 8/(1/3)=24").is_right());
/// assert!(matches!(check("3+3=5, 5*8=40").problem(), Some(Problem::Step(_))));
/// assert!(matches!(check("(8-3)*(8-3)").problem(), Some(Problem::Value(value)) if *value == 25.into()));
/// assert!(matches!(check("8/(8-8)").problem(), Some(Problem::Cards(counts)) if counts.len() == 2));
/// assert!(matches!(check("8*8/(3-3)").problem(), Some(Problem::Undefined(_))));
/// assert!(matches!(check("8/(3-8/3").problem(), Some(Problem::Syntax(_))));
/// ```
#[derive(Debug, Clone)]
pub struct Answer {
    /// The hand.
    pub hand: Hand,
    /// The value that the cards must make.
    pub target: Rational,
    /// The grammar's reading of the answer, without `=` and the claimed value. If the parser rejects
    /// a step, this is the reading of that step.
    pub reading: Reading,
    /// The number of characters before that step.
    pub before: usize,
    miscounts: Vec<Miscount>,
    wrong_step: Option<WrongStep>,
    /// Whether the hand has a solution, if the answer is that it has none.
    is_solvable: Option<bool>,
}

/// Why an answer is wrong: the first of these reasons that applies.
#[derive(Debug, Clone, Copy)]
pub enum Problem<'a> {
    /// A step is wrong or unused, or an expression claims a wrong value other than the target, or
    /// makes the target but claims another value.
    Step(&'a WrongStep),
    /// The parser rejects the answer.
    Syntax(&'a FailedParse),
    /// The numbers of the answer are not the cards of the hand.
    Cards(&'a [Miscount]),
    /// An operation has no value, such as a division by zero.
    Undefined(&'a NoValue),
    /// The value of the answer is not the target.
    Value(&'a Rational),
    /// The answer is that the hand has no solution, but it has one.
    Solvable,
}

/// A number that occurs more or less often in the answer than in the hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miscount {
    /// The number, as written in the hand, or else in the answer.
    pub number: String,
    /// How often it occurs in the hand.
    pub in_hand: usize,
    /// Its places in the answer, in bytes.
    pub used: Vec<Range<usize>>,
}

impl Answer {
    /// Parses `text` with `grammar`, and compares it with `hand` and `target`. The text may claim a
    /// value, as in `3*8=24`, `3*8=`, `24=3*8` or `3*8=4*6`, which must be right too. The text may also
    /// consist of steps separated by commas, semicolons, line breaks or blanks, such as `5+7=12, 8-6=2,
    /// 12*2=24`, or go on from each result, as in `5+7=12-8=4*6=24`. Here the claimed values must be
    /// right, and the last step may claim none. A later step must use every step, unless the step is a
    /// part of the last one, as of the whole expression `(5+7)*(8-6)`. A full stop may end the text,
    /// and so may a `!` or `✓` after a claimed value, if the grammar has no factorials. Unless the
    /// grammar is a user's, words such as `plus` count as signs, and `and`, `so` and `then` come
    /// between steps. A text of more than 4096 bytes has neither steps nor words.
    ///
    /// # Panics
    ///
    /// Panics if `grammar` parses `text` but gives it no value; see [`Grammar::lacks`].
    pub fn new(text: &str, hand: &Hand, target: &Rational, grammar: &Grammar) -> Self {
        // A user's grammar may have words of its own.
        let is_own = matches!(grammar, Grammar::User(_));
        let text =
            &*if is_own || text.len() > LONGEST { text.to_owned() } else { with_signs(text) };
        // After a claimed value a `!` is joy, unless the grammar has factorials.
        let has_joy = text.contains('=') && grammar.parse("1!").is_err();
        let text = if has_joy { text.trim_end_matches(['!', '✓', '✔', ' ']) } else { text };
        let steps = joined(text, hand, target, grammar);
        let reading = match Reading::of_numbers(&steps.text, grammar) {
            Reading::Failed(it) => it.of_cards(),
            reading => reading,
        };
        let miscounts = reading.parse().map_or_else(Vec::new, |parse| miscounts(parse, hand));
        let (hand, target) = (hand.clone(), target.clone());
        let Joined { before, wrong: wrong_step, .. } = steps;
        Self { hand, target, reading, before, miscounts, wrong_step, is_solvable: None }
    }

    /// Like [`new`](Self::new), but also takes an answer in another notation, such as `(5+7)(8-6)` or
    /// `[5+7]*2`: one that the parser rejects, and that the edit which lets it parse makes right, if
    /// this edit keeps all numbers, brackets and signs but those of multiplication. Its `reading` is
    /// that of the edited text. A user's `grammar` alone decides what it rejects.
    ///
    /// # Panics
    ///
    /// As for [`new`](Self::new).
    pub fn in_any_notation(text: &str, hand: &Hand, target: &Rational, grammar: &Grammar) -> Self {
        let typed = Self::new(text, hand, target, grammar);
        let is_open = text.len() <= LONGEST && !matches!(grammar, Grammar::User(_));
        let (mut text, mut answer) = (text.to_owned(), typed.clone());
        // Each side may need an edit.
        while let Some(mended) = is_open.then(|| answer.mended(&text)).flatten() {
            let next = Self::new(&mended, hand, target, grammar);
            if next.is_right() {
                return next;
            } else if next.before <= answer.before {
                break;
            }
            (text, answer) = (mended, next);
        }
        typed
    }

    /// `text`, which this answer judges, after the edit that lets the rejected part of it parse.
    fn mended(&self, text: &str) -> Option<String> {
        // A missing bracket could be anywhere, and a claim must stay.
        let other = |it: char| !it.is_alphanumeric() && !"()+-/=".contains(it);
        let round = |it: &str| typed_signs(it).replace(['[', '{'], "(").replace([']', '}'], ")");
        let failed = self.reading.failed()?;
        let mended = failed.mended()?.reading.text();
        let [new, old] = [mended, failed.text()].map(|it| round(it).replace(other, ""));
        (new == old).then_some(())?;
        // The text may be one side of several.
        let at = text.char_indices().nth(self.before)?.0;
        let rest = text[at..].strip_prefix(failed.text());
        Some(rest.map_or(mended.to_owned(), |it| [&text[..at], mended, it].concat()))
    }

    /// Judges the answer that `hand` has no solution; `is_solvable` says whether it has one.
    pub fn none(hand: &Hand, target: &Rational, is_solvable: bool) -> Self {
        Self { is_solvable: Some(is_solvable), ..Self::new("none", hand, target, &Grammar::Left) }
    }

    /// The value of the answer, if it has one.
    pub fn value(&self) -> Option<&Rational> {
        self.reading.parse()?.value().ok()
    }

    /// Whether the answer is right.
    pub fn is_right(&self) -> bool {
        self.problem().is_none()
    }

    /// The first problem of the answer, if any.
    pub fn problem(&self) -> Option<Problem<'_>> {
        if let Some(is_solvable) = self.is_solvable {
            return is_solvable.then_some(Problem::Solvable);
        }
        if let Some(wrong) = &self.wrong_step {
            return Some(Problem::Step(wrong));
        }
        if let Some(failed) = self.reading.failed() {
            return Some(Problem::Syntax(failed));
        }
        if !self.miscounts.is_empty() {
            return Some(Problem::Cards(&self.miscounts));
        }
        match self.reading.parse().expect("a grammar that judges answers gives values").value() {
            Err(error) => Some(Problem::Undefined(error)),
            Ok(value) => (*value != self.target).then_some(Problem::Value(value)),
        }
    }
}

/// The numbers that occur more or less often in `parse` than in `hand`, those of the hand first.
fn miscounts(parse: &Parse, hand: &Hand) -> Vec<Miscount> {
    let cards = hand.iter().map(|card| (card.value(), card.to_string(), None));
    let leaves = parse.expression().nodes().iter().filter_map(|node| {
        let NodeKind::Leaf(value) = &node.kind else { return None };
        Some((value, parse.text()[node.span.clone()].to_owned(), Some(node.span.clone())))
    });
    let mut counts = IndexMap::new();
    for (value, number, span) in cards.chain(leaves) {
        let new = || Miscount { number, in_hand: 0, used: Vec::new() };
        let count: &mut Miscount = counts.entry(value).or_insert_with(new);
        count.in_hand += usize::from(span.is_none());
        count.used.extend(span);
    }
    counts.into_values().filter(|it| it.used.len() != it.in_hand).collect()
}
