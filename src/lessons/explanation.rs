//! One text under several grammars, side by side.

use super::{Convention, Divergence, FailedParse, Parse, Reading};
use crate::{Grammar, Rational, SyntaxError, SyntaxErrorKind};

/// The parses of a text by several grammars, and whether they agree.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The text.
    pub text: String,
    /// The target.
    pub target: Rational,
    /// What each grammar makes of it: ordinary arithmetic first, then the others
    /// in the order they were given.
    pub parses: Vec<ParseUnder>,
    /// Which of these the others are compared with: the first that there is.
    reference: usize,
}

/// The parse of the text by one grammar.
#[derive(Debug, Clone)]
pub struct ParseUnder {
    /// What the grammar makes of it.
    pub reading: Reading,
    /// Where it diverges from ordinary arithmetic, or from the first grammar that
    /// accepts the text where that does not; `None` where it groups the text in the
    /// same way, or does not accept it.
    pub divergence: Option<Divergence>,
    /// The relation of its value to the target.
    pub verdict: Verdict,
}

/// The relation of a value to the target, and to the value in ordinary arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "present", derive(serde::Serialize), serde(into = "&'static str"))]
#[non_exhaustive]
pub enum Verdict {
    /// It is the target, and so it is in ordinary arithmetic.
    Solution,
    /// It is the target, and in ordinary arithmetic it is not.
    FalseSolution,
    /// It is the target in ordinary arithmetic, but not here.
    Lost,
    /// It is the target neither here nor in ordinary arithmetic.
    NoSolution,
    /// The grammar accepts the text, and gives it no value.
    NoValue,
    /// The grammar does not accept the text.
    NotRead,
}

/// The name that programs know it by.
impl From<Verdict> for &'static str {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solution => "true",
            Verdict::FalseSolution => "false",
            Verdict::Lost => "lost",
            Verdict::NoSolution => "none",
            Verdict::NoValue => "no_value",
            Verdict::NotRead => "not_read",
        }
    }
}

impl Explanation {
    /// Parses `text` in ordinary arithmetic and with each of `others`; one that
    /// comes twice, or is ordinary arithmetic itself, does not parse it again.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`] in ordinary arithmetic, where no grammar accepts `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::lessons::{Explanation, Verdict};
    /// use bracket24::{Grammar, Named};
    ///
    /// let explanation = Explanation::new("(5-8-7)*6", Grammar::BASIC, 24.into())?;
    /// assert!(!explanation.agree());
    /// assert_eq!(explanation.verdict(), Verdict::FalseSolution);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, others: &[Grammar], target: Rational) -> Result<Self, SyntaxError> {
        Self::or_refusals(text, others, target).map_err(|mut refusals| {
            refusals.swap_remove(0).reading.error().expect("ordinary arithmetic refuses it, too")
        })
    }

    /// As [`new`](Self::new), but tells of every grammar why it does not accept the
    /// text.
    ///
    /// # Errors
    ///
    /// The refusal of each, that of ordinary arithmetic first, where no grammar accepts
    /// `text`.
    pub fn or_refusals(
        text: &str,
        others: &[Grammar],
        target: Rational,
    ) -> Result<Self, Vec<ParseUnder>> {
        let are_basic = !others.is_empty() && others.iter().all(|it| Grammar::BASIC.contains(it));
        let ordinary = if are_basic {
            Reading::of_numbers(text, &Grammar::Left)
        } else {
            Reading::ordinarily(text)
        };
        let reading = |grammar| match ordinary.parse() {
            Some(ordinary) => Reading::beside(ordinary, grammar),
            None => Reading::of_numbers(text, grammar),
        };
        let others = distinct(others, ordinary.grammar()).map(reading);
        let others: Vec<_> = others.map(ParseUnder::new).collect();
        Self::of(text, target, std::iter::once(ParseUnder::new(ordinary)).chain(others).collect())
    }

    /// Compares these, of which the first is that of ordinary arithmetic.
    fn of(
        text: &str,
        target: Rational,
        mut parses: Vec<ParseUnder>,
    ) -> Result<Self, Vec<ParseUnder>> {
        let Some(reference) = parses.iter().position(|it| it.parse().is_some()) else {
            return Err(parses);
        };
        let is_worth = |it: &ParseUnder| it.parse().is_some_and(|it| it.value() == Ok(&target));
        let is_solution = is_worth(&parses[0]);
        let compared = parses[reference].parse();
        let divergence = |(index, it): (usize, &ParseUnder)| {
            let compared = compared.filter(|_| index != reference)?;
            Divergence::between(compared, it.parse()?)
        };
        let divergences: Vec<_> = parses.iter().enumerate().map(divergence).collect();
        for (it, divergence) in parses.iter_mut().zip(divergences) {
            if it.parse().is_some() {
                (it.verdict, it.divergence) = (Verdict::of(is_worth(it), is_solution), divergence);
            }
        }
        Ok(Self { text: text.to_owned(), target, parses, reference })
    }

    /// The parse that the others are compared with: that in ordinary arithmetic;
    /// where it [does not accept](Self::is_ordinary) the text, the first one.
    pub fn ordinary(&self) -> &Parse {
        let reference = self.parses[self.reference].parse();
        reference.expect("the first one that accepts the text is chosen")
    }

    /// Whether ordinary arithmetic accepts the text.
    pub const fn is_ordinary(&self) -> bool {
        self.reference == 0
    }

    /// Whether the text has the same value under all grammars that accept it,
    /// or none under any.
    pub fn agree(&self) -> bool {
        let mut accepted = self.parses.iter().filter_map(ParseUnder::parse);
        accepted.all(|parse| parse.is_worth(self.ordinary()))
    }

    /// Whether all grammars that accept the text group it in the same way.
    pub fn same_trees(&self) -> bool {
        self.parses.iter().all(|it| it.divergence.is_none())
    }

    /// A solution where ordinary arithmetic has it; false where only another
    /// grammar has.
    pub fn verdict(&self) -> Verdict {
        if self.is_ordinary() && self.ordinary().value() == Ok(&self.target) {
            Verdict::Solution
        } else if self.parses.iter().any(|it| it.verdict == Verdict::FalseSolution) {
            Verdict::FalseSolution
        } else {
            Verdict::NoSolution
        }
    }

    /// The grammars that group the text in the same way, together; those of
    /// ordinary arithmetic's way first. One that does not accept it is in none.
    pub fn groups(&self) -> Vec<Vec<&ParseUnder>> {
        let mut groups: Vec<(&Parse, Vec<&ParseUnder>)> = Vec::new();
        for it in &self.parses {
            let Some(parse) = it.parse() else { continue };
            let is_alike = |(first, _): &&mut (&Parse, Vec<&ParseUnder>)| {
                first.expression().is_grouped_as(parse.expression())
            };
            match groups.iter_mut().find(is_alike) {
                Some((_, group)) => group.push(it),
                None => groups.push((parse, vec![it])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// What the grammars of a group do otherwise than ordinary arithmetic, each
    /// convention once, with those that have it: two grammars can group a text
    /// in the same way, and not for the same reason.
    pub fn conventions<'a>(group: &[&'a ParseUnder]) -> Vec<(&'a Convention, Vec<&'a ParseUnder>)> {
        let mut all: Vec<(&Convention, Vec<&ParseUnder>)> = Vec::new();
        for it in group {
            for convention in it.divergence.iter().flat_map(|it| &it.conventions) {
                match all.iter_mut().find(|(known, _)| *known == convention) {
                    Some((_, parses)) => parses.push(it),
                    None => all.push((convention, vec![it])),
                }
            }
        }
        all
    }
}

/// Each of these once, without the `ordinary` one.
fn distinct<'g>(grammars: &'g [Grammar], ordinary: &Grammar) -> impl Iterator<Item = &'g Grammar> {
    let others = grammars.iter().enumerate();
    let others = others.filter(move |(at, it)| *it != ordinary && !grammars[..*at].contains(it));
    others.map(|(_, grammar)| grammar)
}

impl ParseUnder {
    /// One that is not compared yet.
    const fn new(reading: Reading) -> Self {
        let is_plain = matches!(reading, Reading::Plain(_));
        let verdict = if is_plain { Verdict::NoValue } else { Verdict::NotRead };
        Self { reading, divergence: None, verdict }
    }

    /// The grammar.
    pub fn grammar(&self) -> &Grammar {
        self.reading.grammar()
    }

    /// The parse, if there is an expression.
    pub fn parse(&self) -> Option<&Parse> {
        self.reading.parse()
    }

    /// How far the text is read, which the grammar does not accept; `None` where it
    /// does, or is beyond a limit.
    pub fn failed(&self) -> Option<&FailedParse> {
        let is_refused = |failed: &&FailedParse| {
            matches!(failed.error().kind, SyntaxErrorKind::Unexpected { .. })
        };
        self.reading.failed().filter(is_refused)
    }
}

impl Verdict {
    /// What to say of a grammar that reaches the target or does not, and so
    /// does ordinary arithmetic.
    const fn of(reaches: bool, is_solution: bool) -> Self {
        match (reaches, is_solution) {
            (true, true) => Self::Solution,
            (true, false) => Self::FalseSolution,
            (false, true) => Self::Lost,
            (false, false) => Self::NoSolution,
        }
    }
}
