//! The diagnosis of a syntax error: the open bracket, the user's slip, and a correction.

use std::ops::Range;

use super::correction::corrected;
use super::slips::{self, Mend, Place, Slip, open_brackets};
use crate::grammars::{FarthestFailure, Grammar, SyntaxError, SyntaxErrorKind};
use crate::syntax::{Leaf, Slot};
use crate::tracer::RuleId;
use crate::{Hand, Rational};

/// Why a grammar rejects a text, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The error and its place.
    pub error: SyntaxError,
    /// The place of the innermost bracket that is open at the error, in bytes.
    pub open_bracket: Option<usize>,
    /// The rules that are certainly open at the error, outermost first.
    pub path: Vec<OpenRule>,
    /// A notation that is right elsewhere but not here.
    pub slip: Option<Slip>,
    /// An edit after which the grammar accepts the text, probably with the meaning of the author.
    /// Under a plain grammar, which gives no values, this is the smallest edit found.
    pub fix: Option<SuggestedFix>,
}

#[cfg(feature = "present")]
crate::serial::serialize_object! { Diagnosis, self:
    "message" => self.error.message(),
    "at" => self.error.span.start,
    "end" => self.error.span.end,
    "expected" => self.error.expected(),
    "open_bracket" => self.open_bracket,
    "open_rules" => self.path,
    "slip" if self.slip.is_some() => self.slip,
}

/// A rule that began and did not end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct OpenRule {
    /// The name of the rule.
    pub rule: String,
    /// The place where it begins, in bytes.
    pub at: usize,
}

/// An edit of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuggestedFix {
    /// The text after the edit.
    pub text: String,
    /// The bytes to replace; empty for an insertion.
    pub span: Range<usize>,
    /// The text to replace.
    pub removed: String,
    /// The replacement; empty for a removal.
    pub replacement: String,
}

#[cfg(feature = "present")]
crate::serial::serialize_object! { SuggestedFix, self:
    "text" => self.text,
    "at" => self.span.start,
    "end" => self.span.end,
    "replacement" => self.replacement,
}

impl Diagnosis {
    /// Diagnoses why `text` is not an expression of numbers, or why a plain grammar rejects it;
    /// `None` if `grammar` accepts `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::Diagnosis};
    ///
    /// let diagnosis = Diagnosis::of_expression("(5-8-7*6", &Grammar::Left).unwrap();
    /// assert_eq!(diagnosis.open_bracket, Some(0));
    /// assert_eq!(diagnosis.fix.unwrap().text, "(5-8-7*6)");
    /// ```
    pub fn of_expression(text: &str, grammar: &Grammar) -> Option<Self> {
        Some(Self::of_refusal(text, grammar, grammar.recognize(text).err()?))
    }

    /// The diagnosis of `text`, which `grammar` rejects with `error`.
    pub(super) fn of_refusal(text: &str, grammar: &Grammar, error: SyntaxError) -> Self {
        if grammar.lacks().is_none() {
            return Self::of::<Rational>(text, grammar, error);
        }
        if !matches!(error.kind, SyntaxErrorKind::Unexpected { .. }) {
            return Self::of_error(error);
        }
        let farthest = FarthestFailure::of(grammar, text);
        let begins = |&&(_, at): &&(RuleId, usize)| {
            open_brackets(&text[at..farthest.at.max(at)]).first() == Some(&0)
        };
        let open_bracket = farthest.rule_stack.iter().rev().find(begins).map(|&(_, at)| at);
        let path = path(grammar, &farthest);
        let fix = corrected(text, grammar).map(|mended| SuggestedFix::new(text, mended));
        Self { open_bracket, path, fix, ..Self::of_error(error) }
    }

    /// A diagnosis with only the error.
    const fn of_error(error: SyntaxError) -> Self {
        Self { error, open_bracket: None, path: Vec::new(), slip: None, fix: None }
    }

    /// Diagnoses why `text` is not an expression of slots; `None` if it is one.
    pub fn of_template(text: &str, grammar: &Grammar) -> Option<Self> {
        Some(Self::of::<Slot>(text, grammar, grammar.parse_slots(text).err()?))
    }

    fn of<L: Leaf>(text: &str, grammar: &Grammar, error: SyntaxError) -> Self {
        if !matches!(error.kind, SyntaxErrorKind::Unexpected { .. }) {
            // For an expression, suggest its template.
            let is_expression = L::IS_SLOT && grammar.read::<Rational>(text).is_ok();
            let slots = is_expression.then(|| slips::with_slots(text));
            let slots = slots.filter(|slots| grammar.read::<L>(slots).is_ok());
            let fix = slots.map(|slots| SuggestedFix::new(text, slots));
            return Self { fix, ..Self::of_error(error) };
        }
        let farthest = FarthestFailure::of(grammar, text);
        let path = path(grammar, &farthest);
        let open_bracket = open_brackets(text.get(..farthest.at).unwrap_or(text)).pop();
        let is_ordinary = grammar.is_ordinary();
        // The same trees, but no part of a text is parsed again and again.
        let quick = if *grammar == Grammar::RightSlow { &Grammar::Right } else { grammar };
        let accepts = |text: &str| quick.read::<Rational>(text).is_ok();
        let has_ace = accepts("A");
        let slip_at = |text: &str, at| slips::at(Place { text, at, is_ordinary, has_ace }, accepts);
        let (slip, fix) = mended(text, &error, slip_at, |text: &str| quick.read::<L>(text).err());
        // `quick` accepts the fixed text, but `grammar` itself may take too long to parse it.
        let is_read = |fix: &SuggestedFix| quick == grammar || grammar.read::<L>(&fix.text).is_ok();
        let fix = fix.filter(is_read);
        // A template has no numbers, so advice about numbers does not help.
        Self { error, open_bracket, path, slip: slip.filter(|_| !L::IS_SLOT || fix.is_some()), fix }
    }

    /// Diagnoses why `text` is not a hand; `None` if it is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::lessons::Diagnosis;
    ///
    /// let diagnosis = Diagnosis::of_hand("AS KH QD JC").unwrap();
    /// assert_eq!(diagnosis.slip.unwrap().message, "suits do not count");
    /// assert_eq!(diagnosis.fix.unwrap().text, "A K Q J");
    /// ```
    pub fn of_hand(text: &str) -> Option<Self> {
        let error_of = |text: &str| text.parse::<Hand>().err();
        let error = error_of(text)?;
        let slip_at =
            |text: &str, at| slips::in_hand(Place { text, at, is_ordinary: true, has_ace: true });
        let (slip, fix) = mended(text, &error, slip_at, error_of);
        Some(Self { error, open_bracket: None, path: Vec::new(), slip, fix })
    }
}

/// The rules that are open at the farthest place.
fn path(grammar: &Grammar, farthest: &FarthestFailure<'_>) -> Vec<OpenRule> {
    let open = |&(rule, at)| OpenRule { rule: grammar.rules().name(rule).to_owned(), at };
    farthest.rule_stack.iter().map(open).collect()
}

/// The maximum number of slips to fix in one text.
const MOST_SLIPS: usize = 64;

/// The first slip, if it has a message, and the edit that fixes all slips, if the text parses after
/// it.
fn mended(
    text: &str,
    error: &SyntaxError,
    slip_at: impl Fn(&str, usize) -> Option<Mend>,
    error_of: impl Fn(&str) -> Option<SyntaxError>,
) -> (Option<Slip>, Option<SuggestedFix>) {
    let Some(first) = slip_at(text, error.span.start) else { return (None, None) };
    let mut next = first.text;
    for _ in 0..MOST_SLIPS {
        let Some(mended) = next else { break };
        next = match error_of(&mended) {
            None => return (first.slip, Some(SuggestedFix::new(text, mended))),
            Some(error) => slip_at(&mended, error.span.start).and_then(|mend| mend.text),
        };
    }
    (first.slip, None)
}

impl SuggestedFix {
    /// The place of the replacement in the text after the edit; empty for a removal.
    pub fn place(&self) -> Range<usize> {
        self.span.start..self.span.start + self.replacement.len()
    }

    /// The edit that changes `original` to `text`, without their common beginning and end.
    pub(super) fn new(original: &str, text: String) -> Self {
        let same = |(a, b): &(char, char)| a == b;
        let common = original.chars().zip(text.chars()).take_while(same);
        let start: usize = common.map(|(it, _)| it.len_utf8()).sum();
        let common = original[start..].chars().rev().zip(text[start..].chars().rev());
        let end: usize = common.take_while(same).map(|(it, _)| it.len_utf8()).sum();
        let replacement = text[start..text.len() - end].to_owned();
        let span = start..original.len() - end;
        Self { removed: original[span.clone()].to_owned(), span, replacement, text }
    }
}
