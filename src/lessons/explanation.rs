//! One text under several grammars, side by side.

use indexmap::IndexMap;
use itertools::Itertools;

use super::{Convention, Divergence, FailedParse, Parse, Reading};
use crate::{Grammar, Rational, SyntaxError, SyntaxErrorKind};

/// The parses of a text by several grammars, and whether they agree.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The text.
    pub text: String,
    /// The target.
    pub target: Rational,
    /// The reading of each grammar: ordinary arithmetic first, then the others in the given order.
    pub parses: Vec<ParseUnder>,
    /// The index of the first successful parse, with which the others are compared.
    reference: usize,
}

/// The parse of the text by one grammar.
#[derive(Debug, Clone)]
pub struct ParseUnder {
    /// The grammar's reading of the text.
    pub reading: Reading,
    /// The divergence from the parse in ordinary arithmetic or, if ordinary arithmetic rejects the
    /// text, from the parse by the first grammar that accepts it. `None` if this grammar groups the
    /// text in the same way, or rejects it.
    pub divergence: Option<Divergence>,
    /// How the value relates to the target.
    pub verdict: Verdict,
}

/// How the value under a grammar relates to the target, and to the value in ordinary arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "present", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Verdict {
    /// The value is the target, under this grammar and in ordinary arithmetic.
    #[cfg_attr(feature = "present", serde(rename = "true"))]
    Solution,
    /// The value is the target under this grammar, but not in ordinary arithmetic.
    #[cfg_attr(feature = "present", serde(rename = "false"))]
    FalseSolution,
    /// The value is the target in ordinary arithmetic, but not under this grammar.
    Lost,
    /// The value is not the target or, as in `8/0`, undefined, and so is the value in ordinary
    /// arithmetic.
    #[cfg_attr(feature = "present", serde(rename = "none"))]
    NoSolution,
    /// The grammar accepts the text, but gives no text a value.
    NoValue,
    /// The grammar rejects the text.
    NotRead,
}

impl Explanation {
    /// Parses `text` in ordinary arithmetic and with each of `others`. A grammar that occurs twice,
    /// or is ordinary arithmetic itself, parses `text` only once.
    ///
    /// # Errors
    ///
    /// Returns the error of ordinary arithmetic if no grammar makes an expression of `text`.
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

    /// Like [`new`](Self::new), but returns the error of every grammar.
    ///
    /// # Errors
    ///
    /// Returns the readings of all grammars, ordinary arithmetic first, if none makes an
    /// expression of `text`.
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
        let others = others.iter().filter(|it| *it != ordinary.grammar()).unique().map(reading);
        let mut parses: Vec<_> = others.map(ParseUnder::new).collect();
        parses.insert(0, ParseUnder::new(ordinary));
        let Some(reference) = parses.iter().position(|it| it.parse().is_some()) else {
            return Err(parses);
        };
        let is_worth = |it: &ParseUnder| it.parse().is_some_and(|it| it.value() == Ok(&target));
        let is_solution = is_worth(&parses[0]);
        let compared = parses[reference].parse();
        let divergence = |(index, it): (usize, &ParseUnder)| {
            Divergence::between(compared.filter(|_| index != reference)?, it.parse()?)
        };
        let divergences: Vec<_> = parses.iter().enumerate().map(divergence).collect();
        for (it, divergence) in parses.iter_mut().zip(divergences) {
            if it.parse().is_some() {
                (it.verdict, it.divergence) = (Verdict::of(is_worth(it), is_solution), divergence);
            }
        }
        Ok(Self { text: text.to_owned(), target, parses, reference })
    }

    /// The parse that the others are compared with: the parse in ordinary arithmetic or, if
    /// ordinary arithmetic [rejects](Self::is_ordinary) the text, the first one that succeeds.
    pub fn ordinary(&self) -> &Parse {
        self.parses[self.reference].parse().expect("the first one that accepts the text is chosen")
    }

    /// Whether ordinary arithmetic accepts the text.
    pub const fn is_ordinary(&self) -> bool {
        self.reference == 0
    }

    /// Whether all grammars that accept the text give it the same value, or all give it no value.
    pub fn agree(&self) -> bool {
        let mut accepted = self.parses.iter().filter_map(ParseUnder::parse);
        accepted.all(|parse| parse.is_worth(self.ordinary()))
    }

    /// Whether all grammars that accept the text group it in the same way.
    pub fn same_trees(&self) -> bool {
        self.parses.iter().all(|it| it.divergence.is_none())
    }

    /// The verdict on the text: a solution if its value in ordinary arithmetic is the target; a
    /// false solution if its value is the target only under another grammar.
    pub fn verdict(&self) -> Verdict {
        if self.is_ordinary() && self.ordinary().value() == Ok(&self.target) {
            Verdict::Solution
        } else if self.parses.iter().any(|it| it.verdict == Verdict::FalseSolution) {
            Verdict::FalseSolution
        } else {
            Verdict::NoSolution
        }
    }

    /// Groups the grammars by the tree that they build. Those with the tree of ordinary arithmetic
    /// come first. Grammars that reject the text are in no group.
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

    /// The conventions in which the grammars of a group differ from ordinary arithmetic: each once,
    /// with the grammars that follow it. Two grammars can build the same tree by different
    /// conventions.
    pub fn conventions<'a>(group: &[&'a ParseUnder]) -> Vec<(&'a Convention, Vec<&'a ParseUnder>)> {
        let mut all: IndexMap<&Convention, Vec<&ParseUnder>> = IndexMap::new();
        for it in group {
            for convention in it.divergence.iter().flat_map(|it| &it.conventions) {
                all.entry(convention).or_default().push(it);
            }
        }
        all.into_iter().collect()
    }
}

impl ParseUnder {
    /// Makes an entry that has not been compared yet.
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

    /// The failed parse, if the grammar rejects the text; `None` if it accepts the text, or if a
    /// limit is exceeded.
    pub fn failed(&self) -> Option<&FailedParse> {
        let is_refused = |failed: &&FailedParse| {
            matches!(failed.error().kind, SyntaxErrorKind::Unexpected { .. })
        };
        self.reading.failed().filter(is_refused)
    }
}

impl Verdict {
    /// Returns the verdict. `reaches` says whether the value under the grammar is the target, and
    /// `is_solution` whether the value in ordinary arithmetic is.
    const fn of(reaches: bool, is_solution: bool) -> Self {
        match (reaches, is_solution) {
            (true, true) => Self::Solution,
            (true, false) => Self::FalseSolution,
            (false, true) => Self::Lost,
            (false, false) => Self::NoSolution,
        }
    }
}
