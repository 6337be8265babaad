//! One text under several grammars, side by side.

use super::{Convention, Divergence, FailedParse, Parse};
use crate::grammars::{Grammar, SyntaxError, SyntaxErrorKind};
use crate::number::Rational;

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
    /// The grammar.
    pub grammar: Grammar,
    /// The parse; or why there is none, such as a limit of the grammar.
    pub parse: Result<Parse, SyntaxError>,
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
            refusals.swap_remove(0).parse.expect_err("ordinary arithmetic refuses it, too")
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
        let (grammar, ordinary) = if are_basic {
            (Grammar::Left, Parse::new(text, &Grammar::Left))
        } else {
            Parse::ordinarily(text)
        };
        let parse = |grammar| {
            if let Ok(ordinary) = &ordinary {
                return Parse::beside(ordinary, grammar);
            }
            if grammar.lacks().is_some() {
                // One that reads it is refused for what it lacks.
                grammar.recognize(text)?;
            }
            Parse::new(text, grammar)
        };
        let parses =
            distinct(others, &grammar).map(|grammar| ParseUnder::new(grammar, parse(grammar)));
        let parses: Vec<ParseUnder> = parses.collect();
        let first = ParseUnder::new(&grammar, ordinary);
        Self::of(text, target, std::iter::once(first).chain(parses).collect())
    }

    /// Compares these, of which the first is that of ordinary arithmetic.
    fn of(
        text: &str,
        target: Rational,
        mut parses: Vec<ParseUnder>,
    ) -> Result<Self, Vec<ParseUnder>> {
        let Some(reference) = parses.iter().position(|it| it.parse.is_ok()) else {
            return Err(parses);
        };
        let is_worth = |it: &ParseUnder| matches!(&it.parse, Ok(it) if it.value() == Ok(&target));
        let is_solution = is_worth(&parses[0]);
        let compared = parses[reference].parse.as_ref().ok();
        let divergence = |(index, it): (usize, &ParseUnder)| {
            let compared = compared.filter(|_| index != reference)?;
            Divergence::between(compared, it.parse.as_ref().ok()?)
        };
        let divergences: Vec<_> = parses.iter().enumerate().map(divergence).collect();
        for (it, divergence) in parses.iter_mut().zip(divergences) {
            if it.parse.is_ok() {
                (it.verdict, it.divergence) = (Verdict::of(is_worth(it), is_solution), divergence);
            }
        }
        Ok(Self { text: text.to_owned(), target, parses, reference })
    }

    /// The parse that the others are compared with: that in ordinary arithmetic;
    /// where it [does not accept](Self::is_ordinary) the text, the first one.
    pub fn ordinary(&self) -> &Parse {
        let reference = self.parses[self.reference].parse.as_ref();
        reference.expect("the first one that accepts the text is chosen")
    }

    /// Whether ordinary arithmetic accepts the text.
    pub const fn is_ordinary(&self) -> bool {
        self.reference == 0
    }

    /// Whether the text has the same value under all grammars that accept it,
    /// or none under any.
    pub fn agree(&self) -> bool {
        let mut accepted = self.parses.iter().filter_map(|it| it.parse.as_ref().ok());
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
            let Ok(parse) = &it.parse else { continue };
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
    fn new(grammar: &Grammar, parse: Result<Parse, SyntaxError>) -> Self {
        let is_read =
            matches!(&parse, Err(SyntaxError { kind: SyntaxErrorKind::NoExpressions(_), .. }));
        let verdict = if is_read { Verdict::NoValue } else { Verdict::NotRead };
        Self { grammar: grammar.clone(), parse, divergence: None, verdict }
    }

    /// How far `text` is read, which the grammar does not accept; `None` where it
    /// does, or is beyond a limit.
    pub fn failed(&self, text: &str) -> Option<FailedParse> {
        let error = self.parse.as_ref().err()?;
        let is_refused = matches!(error.kind, SyntaxErrorKind::Unexpected { .. });
        if is_refused { FailedParse::new(text, &self.grammar) } else { None }
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
