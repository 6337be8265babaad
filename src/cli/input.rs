//! Typed text, made ready for parsing.

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use bracket24::ascii_signs;
use bracket24::lessons::{Diagnosis, FailedParse};
use bracket24::{
    Grammar, Hand, LeafError, MAX_TEMPLATE_SLOTS, OperatorSet, OperatorSetError, Rational,
    RationalError, Split, SyntaxError, SyntaxErrorKind, Template,
};
use itertools::Itertools;

use super::failure::{Failure, TextFailure};

/// `text` with the signs that `grammar` reads: only those of arithmetic are
/// known to stand for others.
pub(crate) fn signs_for<'t>(grammar: &Grammar, text: &'t str) -> Cow<'t, str> {
    if grammar.lacks().is_some() { Cow::Borrowed(text) } else { ascii_signs(text) }
}

/// What was found in the ASCII form of the end of `text`, with its places in `text`
/// itself.
struct Typed<'a> {
    text: &'a str,
    /// The byte of `text` at which that end begins.
    from: usize,
    ascii: &'a str,
}

impl Typed<'_> {
    /// The byte at which the character begins that has its ASCII form at `at`.
    fn place(&self, at: usize) -> usize {
        let index = self.ascii.get(..at).unwrap_or(self.ascii).chars().count();
        let mut places = self.text[self.from..].char_indices();
        places.nth(index).map_or(self.text.len(), |(at, _)| self.from + at)
    }

    fn span(&self, span: &Range<usize>) -> Range<usize> {
        self.place(span.start)..self.place(span.end)
    }

    fn error(&self, error: &SyntaxError) -> SyntaxError {
        let mut error = error.clone();
        error.span = self.span(&error.span);
        if let SyntaxErrorKind::Unexpected { found, .. } = &mut error.kind {
            *found = self.text[error.span.start..].chars().next();
        }
        error
    }

    fn diagnosis(&self, mut diagnosis: Diagnosis) -> Diagnosis {
        diagnosis.error = self.error(&diagnosis.error);
        diagnosis.open_bracket = diagnosis.open_bracket.map(|at| self.place(at));
        if let Some(slip) = &mut diagnosis.slip {
            slip.span = self.span(&slip.span);
        }
        if let Some(fix) = &mut diagnosis.fix {
            fix.span = self.span(&fix.span);
        }
        diagnosis
    }

    /// Why `what` cannot be read, as `error` says, and what else is known of it.
    fn failure(&self, what: &str, error: &SyntaxError, known: Option<Diagnosis>) -> TextFailure {
        match known {
            Some(known) => TextFailure::diagnosis(what, self.text, self.diagnosis(known)),
            None => TextFailure::syntax(what, self.text, &self.error(error)),
        }
    }
}

/// The hand that the arguments or a line of a batch spell.
pub(crate) fn hand(typed: &str) -> Result<Hand, Failure> {
    let ascii = &*ascii_signs(typed);
    ascii.parse().map_err(|error| {
        Typed { text: typed, from: 0, ascii }
            .failure("hand", &error, Diagnosis::of_hand(ascii))
            .into()
    })
}

/// What there is to say, and to do, where a hand is read card by card and a person
/// may have meant something else: the ten where `10` is in it, the target of `24`.
pub(crate) fn doubt(typed: &str) -> Option<(String, String)> {
    if typed == "24" {
        return Some((
            "`24` is read card by card, as the 2 cards 2 4".to_owned(),
            "24 is the target unless `--target` says otherwise; a hand is its cards: `3 3 8 8`"
                .to_owned(),
        ));
    }
    let is_run = typed.chars().all(|it| it.is_ascii_alphanumeric());
    let hand: Hand = typed.parse().ok().filter(|_| is_run && typed.contains("10"))?;
    let cards = |text: &str| {
        let hand = text.parse::<Hand>().ok()?;
        Some(hand.to_string()).filter(|_| hand.cards().len() > 1)
    };
    // A ten is one character as a card: T.
    let tens = cards(&typed.replace("10", "T"))?.replace('T', "10");
    let count = hand.cards().len();
    // Of a hand that nothing solves it is said anyway.
    (count <= MAX_TEMPLATE_SLOTS + 1).then(|| {
        (
            format!("`{typed}` is read card by card, as the {count} cards {hand}"),
            format!("with blanks 10 is one card: `{tens}`"),
        )
    })
}

/// Reads a set of operators.
pub(crate) fn operators(text: &str) -> Result<OperatorSet, OperatorSetError> {
    text.parse()
}

/// The target that an argument spells.
pub(crate) fn target(text: &str) -> Result<Rational, RationalError> {
    ascii_signs(text).parse()
}

/// A hand that is small enough to be solved.
pub(crate) fn solvable_hand(text: &str) -> Result<Hand, Failure> {
    let hand = hand(text)?;
    check_size(text, &hand)?;
    Ok(hand)
}

/// That the hand that `text` spells is small enough for templates.
pub(crate) fn check_size(text: &str, hand: &Hand) -> Result<(), Failure> {
    let cards = hand.cards().len();
    if cards > MAX_TEMPLATE_SLOTS {
        let message =
            format!("templates go up to {MAX_TEMPLATE_SLOTS} cards, and this hand has {cards}");
        let run = text.chars().all(char::is_alphanumeric);
        return Err(if run {
            Failure::with_help(message, "put blanks between numbers of several digits: `10 10 4 4`")
        } else if cards <= Split::MAX_CARDS {
            Failure::with_help(message, format!("`bracket24 solve {hand} --engine split` takes it"))
        } else {
            Failure::plain(message)
        });
    }
    Ok(())
}

/// The template that an argument spells.
pub(crate) fn template(typed: &str, grammar: &Grammar) -> Result<Template, Failure> {
    Template::parse(&ascii_signs(typed), grammar)
        .map_err(|error| bad_template(&template_under(grammar), typed, grammar, &error).into())
}

/// What a template is called that a grammar does not read; of a few texts another
/// one does.
pub(crate) fn template_under(grammar: &Grammar) -> String {
    match grammar {
        Grammar::Left => "template".to_owned(),
        other => format!("template under the grammar {other}"),
    }
}

/// Why `grammar` does not read a template, as `error` says of its ASCII form, and
/// what would fix it.
pub(crate) fn bad_template(
    what: &str,
    typed: &str,
    grammar: &Grammar,
    error: &SyntaxError,
) -> TextFailure {
    let ascii = &*ascii_signs(typed);
    let known = Diagnosis::of_template(ascii, grammar);
    Typed { text: typed, from: 0, ascii }.failure(what, error, known)
}

/// Why an expression that needs a value cannot be read: it may be a template.
pub(crate) fn without_value(typed: &str, grammar: &Grammar, error: &SyntaxError) -> Failure {
    let text = &*ascii_signs(typed);
    let has_slot = matches!(error.kind, SyntaxErrorKind::Leaf(LeafError::SlotAmongNumbers));
    let template = if has_slot { grammar.parse_slots(text).ok() } else { None };
    let Some(template) = template else { return unreadable(typed, grammar, error) };
    let cards = (1..).take(template.leaves().count()).join(" ");
    Failure::with_help(
        format!("`{text}` is a template: it has a value once its slots are filled"),
        format!(
            "`calculate '{text}' {cards}` fills them; `templates show '{text}'` tells what it solves"
        ),
    )
}

/// Why an expression cannot be read, as `error` says of its ASCII form, and what
/// would fix it.
pub(crate) fn unreadable(typed: &str, grammar: &Grammar, error: &SyntaxError) -> Failure {
    let known = Diagnosis::of_expression(&signs_for(grammar, typed), grammar);
    diagnosed(typed, 0, grammar, error, known)
}

/// Why an expression cannot be read, of which all is known.
pub(crate) fn not_parsed(typed: &str, failed: &FailedParse) -> Failure {
    not_parsed_from(0, typed, failed)
}

/// The same of the expression that begins at the byte `from` of `typed`.
pub(crate) fn not_parsed_from(from: usize, typed: &str, failed: &FailedParse) -> Failure {
    let diagnosis = failed.diagnosis();
    diagnosed(typed, from, failed.grammar(), &diagnosis.error, Some(diagnosis.clone()))
}

fn diagnosed(
    typed: &str,
    from: usize,
    grammar: &Grammar,
    error: &SyntaxError,
    known: Option<Diagnosis>,
) -> Failure {
    let ascii = &*signs_for(grammar, &typed[from..]);
    let what = if grammar.lacks().is_some() { "text" } else { "expression" };
    Typed { text: typed, from, ascii }.failure(what, error, known).into()
}
