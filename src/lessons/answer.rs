//! Judges an answer to a hand, and finds the first problem of a wrong answer.

use std::ops::Range;

use indexmap::IndexMap;

use super::slips::{vulgar, with_signs};
use super::steps::{Choices, Joined, StepFault, WrongStep, joined};
use super::{FailedParse, Parse, Reading};
use crate::{Card, Grammar, Hand, NoValue, NodeKind, Rational, typed_signs};

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

/// The maximum length of an answer in steps, in bytes. Finding the steps takes quadratic time.
const LONGEST: usize = 1 << 12;

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
    /// grammar is a user's, words such as `plus` count as signs. A text of more than 4096 bytes has
    /// neither steps nor words.
    ///
    /// # Panics
    ///
    /// Panics if `grammar` parses `text` but gives it no value; see [`Grammar::lacks`].
    pub fn new(text: &str, hand: &Hand, target: &Rational, grammar: &Grammar) -> Self {
        // A user's grammar may have words of its own.
        let is_own = matches!(grammar, Grammar::User(_));
        let is_long = text.len() > LONGEST;
        let text = &*if is_own || is_long { text.to_owned() } else { with_signs(text) };
        // After a claimed value a `!` is joy, unless the grammar has factorials.
        let has_joy = text.contains('=') && grammar.parse("1!").is_err();
        let text = if has_joy { text.trim_end_matches(['!', '✓', '✔', ' ']) } else { text };
        let alone = || Joined { text: text.to_owned(), ..Joined::default() };
        let read = |kept| {
            let choices = Choices::new(kept);
            let steps = if is_long { alone() } else { joined(text, grammar, &choices) };
            (Self::of(steps, hand, target, grammar), choices.asked())
        };
        let (mut best, mut choices) = read(0);
        // A text of many steps gets few attempts, because each of them takes longer.
        let most = (1 << 10).min(1 + (1 << 16) / text.len().max(1));
        let mut kept = 1;
        while !best.is_right() && kept >> choices.min(10) == 0 && kept < most {
            let (answer, met) = read(kept);
            choices = choices.max(met);
            best = if answer.flaw() < best.flaw() { answer } else { best };
            kept += 1;
        }
        best
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
        // Each of several steps may need an edit.
        while let Some(mended) = is_open.then(|| answer.mended(&text, grammar)).flatten() {
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
    fn mended(&self, text: &str, grammar: &Grammar) -> Option<String> {
        // A missing bracket could be anywhere, and a claim must stay.
        let other = |it: char| !it.is_alphanumeric() && !"()+-/=".contains(it);
        let round = |it: &str| typed_signs(it).replace(['[', '{'], "(").replace([']', '}'], ")");
        let failed = self.reading.failed()?;
        // Each side of a running line may need an edit.
        let side = |it: &str| match Reading::of_numbers(it, grammar) {
            Reading::Failed(it) => it.mended().map(|it| it.reading.text().to_owned()),
            _ => Some(it.to_owned()),
        };
        let mended = failed.text().split('=').map(side).collect::<Option<Vec<_>>>()?.join("=");
        let [new, old] = [&mended, failed.text()].map(|it| round(it).replace(other, ""));
        (new == old).then_some(())?;
        // The text may be one of several steps.
        let at = text.char_indices().nth(self.before)?.0;
        let rest = text[at..].strip_prefix(failed.text());
        Some(rest.map_or(mended.clone(), |it| [&text[..at], &mended, it].concat()))
    }

    /// Judges the answer that `hand` has no solution; `is_solvable` says whether it has one.
    pub fn none(hand: &Hand, target: &Rational, is_solvable: bool) -> Self {
        Self { is_solvable: Some(is_solvable), ..Self::new("none", hand, target, &Grammar::Left) }
    }

    /// How far the answer is from a right one, to choose between the readings of its steps.
    fn flaw(&self) -> u8 {
        match self.problem() {
            None => 0,
            Some(Problem::Value(_) | Problem::Undefined(_)) => 1,
            Some(_) => 2,
        }
    }

    /// Judges an answer whose steps are joined.
    fn of(joined: Joined, hand: &Hand, target: &Rational, grammar: &Grammar) -> Self {
        let Joined { text, before, wrong } = joined;
        let claim = claim(&text).or_else(|| working(&text, hand, grammar));
        let (mut reading, mut start) = (Reading::of_numbers(&text, grammar), 0);
        let expression = claim.as_ref().map(|it| it.0).filter(|it| !it.contains('='));
        if let (Reading::Failed(_), Some(expression)) = (&reading, expression) {
            reading = Reading::of_numbers(expression, grammar);
            start = expression.as_ptr().addr() - text.as_ptr().addr();
        }
        let (reading, before) = match reading {
            Reading::Failed(it) => (it.of_cards(), before + text[..start].chars().count()),
            reading => (reading, before),
        };
        let miscounts = reading.parse().map_or_else(Vec::new, |parse| miscounts(parse, hand));
        let wrong_step = wrong.or_else(|| {
            let (value, claimed) = (reading.parse()?.value().ok()?.clone(), claim?.1?);
            let expression = reading.text().to_owned();
            // A false claim of the target is a wrong value of the answer, not of a step.
            let is_false = claimed != value && (value == *target || claimed != *target);
            is_false.then_some(WrongStep { expression, fault: StepFault::Claim(value, claimed) })
        });
        let (hand, target) = (hand.clone(), target.clone());
        Self { hand, target, reading, before, miscounts, wrong_step, is_solvable: None }
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

/// An expression, and its claimed value.
type Claim<'t> = (&'t str, Option<Rational>);

/// `text` without its `=` and the claimed value before or after it, and this value, if there is
/// one. `None` if neither side of the `=` is a value.
pub(super) fn claim(text: &str) -> Option<Claim<'_>> {
    let text = text.trim().trim_end_matches(['.', '…', '。', ',']);
    let Some((left, right)) = text.rsplit_once('=') else { return Some((text, None)) };
    let (left, right) = (left.trim(), right.trim());
    if right.is_empty() {
        return Some((left, None));
    }
    // In `24 = 8/3` the fraction is the expression, and in `8/3 = 24` too.
    let readers: [fn(&str) -> Option<Rational>; 2] = [number, |it| in_brackets(it).parse().ok()];
    let sides = readers.map(|read| [(left, read(right)), (right, read(left))]);
    sides.into_iter().flatten().find(|(_, claimed)| claimed.is_some())
}

/// Of two expressions with a `=` between them, as in `(9-1)*3=8*3`, the one with the cards of
/// `hand`, or else the first, and the value of the other.
fn working<'t>(text: &'t str, hand: &Hand, grammar: &Grammar) -> Option<Claim<'t>> {
    let (left, right) = text.trim().trim_end_matches('.').split_once('=')?;
    let [one, other] = [left, right].map(|side| Reading::of_numbers(side, grammar));
    let is_second = other.parse().is_some_and(|parse| miscounts(parse, hand).is_empty());
    let (side, rest) = if is_second { (right, one) } else { (left, other) };
    Some((side.trim(), Some(rest.parse()?.value().ok()?.clone())))
}

/// The value of a number as people write it: `24`, `Q`, `-1`, `(-1)`, `24.0`, `0,2`, `2 2/3`, `2⅔`.
/// A fraction such as `8/3` is not accepted as a value, because it may be a division.
pub(crate) fn number(text: &str) -> Option<Rational> {
    let text = in_brackets(text);
    // Looking into the parts of a long chain of steps would take quadratic time.
    (!text.contains(['=', '+', '*'])).then_some(())?;
    let unsigned = text.strip_prefix('-').unwrap_or(text).trim_start();
    let spelled = |it| vulgar(it).map_or_else(|| it.to_string(), |fraction| format!(" {fraction}"));
    let plain: String = unsigned.chars().map(spelled).collect();
    let value = if let Some((whole, part)) = plain.rsplit_once(' ') {
        let part: Rational = part.parse().ok().filter(|_| part.contains('/'))?;
        part + Rational::from_digits(&format!("0{}", whole.trim()))?
    } else if let Ok(card) = plain.parse::<Card>() {
        card.value().clone()
    } else {
        let (whole, decimals) = plain.split_once(['.', ','])?;
        format!("{whole}{decimals}/1{}", "0".repeat(decimals.len())).parse().ok()?
    };
    Some(if unsigned.len() < text.len() { -value } else { value })
}

/// `text` without the blanks at its ends and without one pair of brackets around it.
pub(crate) fn in_brackets(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(text).trim()
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
