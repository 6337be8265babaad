//! The named sets of templates, and sets read from a file.

use std::collections::HashMap;
use std::sync::OnceLock;

use itertools::Itertools;

use super::derive::{canonical_texts, extended_texts};
use super::template::Template;
use crate::algebra::Symmetries;
use crate::name::named_enum;
use crate::words::numbered_lines;
use crate::{Grammar, Hand, Operator, OperatorSet, SyntaxError};

/// The maximum number of slots in a template of a set, and therefore the maximum number of cards in
/// a hand that a set can solve.
pub const MAX_TEMPLATE_SLOTS: usize = 6;

/// The maximum number of templates that [`TemplateSet::of_operators`] makes. More of them would take
/// minutes to make, and gigabytes of memory.
pub const MAX_DERIVED_TEMPLATES: usize = 100_000;

/// The maximum number of slots of a template in `canonical.txt`. People can read this file, and the
/// program need not derive the templates for the most common hands.
const MAX_LISTED: usize = 4;

const CANONICAL: &str = include_str!("canonical.txt");
const SCALA: &str = include_str!("scala.txt");

/// Templates, and the orders of the cards in which each of them is filled.
///
/// # Examples
///
/// ```
/// use bracket24::{Grammar, SetError, SetName, TemplateSet};
///
/// let canonical = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// assert_eq!(canonical.templates().len(), 93);
///
/// let own = TemplateSet::from_lines("# two shapes\n(N+N)*N\nN*N/N\n", &Grammar::Left)?;
/// for template in &own {
///     assert_eq!(template.slots(), 3);
/// }
///
/// // The error names every line that is not a template.
/// let error = TemplateSet::from_lines("N+N\nN+\n5*N", &Grammar::Left).unwrap_err();
/// let SetError::Lines(lines) = &error else { panic!("{error}") };
/// assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [2, 3]);
/// # Ok::<(), SetError>(())
/// ```
#[derive(Debug, Clone)]
pub struct TemplateSet {
    templates: Vec<Template>,
    grammar: Grammar,
    /// The symmetries of every template, computed on first use. `None` if each template is filled
    /// in every order of the cards. Otherwise it is filled in only one of several symmetric orders.
    symmetries: Option<OnceLock<Vec<Symmetries>>>,
    /// Whether all operators of all templates are among `+ - * /`.
    is_of_field: bool,
    /// Whether a template has joined slots.
    pub(crate) has_joins: bool,
    /// The texts of the named set that the grammar rejects, each with its error.
    unread: Vec<(String, SyntaxError)>,
}

impl TemplateSet {
    /// Returns the templates of a named set for hands of `cards` cards, parsed with `grammar`. The
    /// result is empty if the set has no template with `cards` slots, which is always the case for
    /// more than [`MAX_TEMPLATE_SLOTS`] cards. The grammars of this crate accept all templates. If
    /// a user's own grammar rejects some of them, [`unread`](Self::unread) returns their texts,
    /// each with its error. For a grammar that makes expressions,
    /// [`UserGrammar::template_warnings`](crate::grammars::UserGrammar::template_warnings) says
    /// why.
    pub fn named(name: SetName, cards: usize, grammar: &Grammar) -> Self {
        let texts: Vec<String> = match name {
            SetName::Canonical if cards > MAX_LISTED => canonical_texts(cards),
            SetName::Canonical => listed(CANONICAL),
            SetName::Scala => listed(SCALA),
            SetName::Five => multiplied_out(FIVE, cards),
            SetName::Seven => multiplied_out(SEVEN, cards),
        };
        let texts = texts.into_iter().filter(|it| it.matches('N').count() == cards);
        let read = texts.map(|it| Template::parse(&it, grammar).map_err(|error| (it, error)));
        let (templates, unread): (Vec<_>, Vec<_>) = read.partition_result();
        Self { unread, ..Self::new(templates, grammar, name == SetName::Canonical) }
    }

    /// Returns one template for each class of expressions of `cards` cards with `operators`, parsed
    /// with `grammar`. The result is empty for more than [`MAX_TEMPLATE_SLOTS`] cards. Returns `None`
    /// if there are more than [`MAX_DERIVED_TEMPLATES`].
    ///
    /// Two expressions are in the same class if one can be turned into the other by the laws of a
    /// field, by the laws (x^y)^z = x^(y*z) and x^-y = 1/x^y = (1/x)^y, and by exchanging cards. An
    /// expression applies at most [`depth`](OperatorSet::depth) roots and factorials to the same
    /// value.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the grammar rejects one of the templates.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, OperatorSet, TemplateSet};
    ///
    /// let operators: OperatorSet = "^".parse()?;
    /// let set = TemplateSet::of_operators(operators, 2, &Grammar::Extended)?.expect("it is small");
    /// let texts: Vec<String> = set.iter().map(ToString::to_string).collect();
    /// assert_eq!(texts, ["N*N", "N+N", "N-N", "N/N", "N^N"]);
    /// assert!(TemplateSet::of_operators(OperatorSet::all(), 4, &Grammar::Extended)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_operators(
        operators: OperatorSet,
        cards: usize,
        grammar: &Grammar,
    ) -> Result<Option<Self>, SyntaxError> {
        let Some(texts) = extended_texts(operators, cards) else { return Ok(None) };
        let read = texts.iter().map(|text| Template::parse(text, grammar));
        let templates: Vec<Template> = read.collect::<Result<_, _>>()?;
        Ok(Some(Self::new(templates, grammar, true)))
    }

    /// Makes a set of templates that were parsed with `grammar` and have at most
    /// [`MAX_TEMPLATE_SLOTS`] slots. If `orders_differ` is false, each is filled in every order of
    /// the cards.
    pub(crate) fn new(templates: Vec<Template>, grammar: &Grammar, orders_differ: bool) -> Self {
        let is_of_field = templates.iter().all(|it| it.beyond_the_four() == 0);
        let has_joins = templates.iter().any(Template::has_joins);
        let (grammar, unread) = (grammar.clone(), Vec::new());
        let symmetries = orders_differ.then(OnceLock::new);
        Self { templates, grammar, symmetries, is_of_field, has_joins, unread }
    }

    /// Parses a template from each line of `text`. Skips blank lines and lines that begin with
    /// `#`.
    ///
    /// # Errors
    ///
    /// Returns [`SetError::Lines`] with every line that is not a template or has too many slots,
    /// and [`SetError::Empty`] if the text has no template at all.
    pub fn from_lines(text: &str, grammar: &Grammar) -> Result<Self, SetError> {
        // Equal lines share one template, which saves memory.
        let mut known: HashMap<&str, Template> = HashMap::new();
        let mut read = |line| {
            if let Some(template) = known.get(line) {
                return Ok(template.clone());
            }
            let template = Template::parse(line, grammar).map_err(LineErrorKind::Syntax)?;
            if template.slots() > MAX_TEMPLATE_SLOTS {
                return Err(LineErrorKind::TooManySlots(template.slots()));
            }
            known.insert(line, template.clone());
            Ok(template)
        };
        let (templates, errors): (Vec<Template>, Vec<LineError>) = numbered_lines(text)
            .map(|(number, line)| {
                read(line).map_err(|kind| LineError { number, text: line.to_owned(), kind })
            })
            .partition_result();
        if !errors.is_empty() {
            return Err(SetError::Lines(errors));
        }
        if templates.is_empty() {
            return Err(SetError::Empty);
        }
        Ok(Self::new(templates, grammar, false))
    }

    /// Returns the templates in the order of the set.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// Iterates over the templates.
    pub fn iter(&self) -> std::slice::Iter<'_, Template> {
        self.templates.iter()
    }

    /// Returns the texts of the [named](Self::named) set that the grammar rejects, each with its
    /// error. They are not among the templates.
    pub fn unread(&self) -> &[(String, SyntaxError)] {
        &self.unread
    }

    /// Whether all operators of all templates are among `+ - * /`.
    pub const fn is_of_field(&self) -> bool {
        self.is_of_field
    }

    /// Returns the grammar that parsed the templates.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Returns only the templates with `cards` slots.
    #[must_use]
    pub fn for_cards(&self, cards: usize) -> Self {
        let fits = |index: &usize| self.templates[*index].slots() == cards;
        let unread = self.unread.iter().filter(|(text, _)| text.matches('N').count() == cards);
        let unread = unread.cloned().collect();
        Self { unread, ..self.picked((0..self.templates.len()).filter(fits)) }
    }

    /// Returns a set of the same templates that is filled in every order of the cards.
    pub(crate) fn in_every_order(&self) -> Self {
        Self { symmetries: None, ..self.clone() }
    }

    /// Returns a set of only the template at `index`.
    pub(crate) fn only(&self, index: usize) -> Self {
        self.picked(std::iter::once(index))
    }

    /// Returns a set of at most `count` templates, evenly spaced through this set.
    pub(crate) fn spread(&self, count: usize) -> Self {
        let step = self.templates.len().div_ceil(count.max(1)).max(1);
        self.picked((0..self.templates.len()).step_by(step))
    }

    fn picked(&self, indices: impl Iterator<Item = usize>) -> Self {
        let templates = indices.map(|index| self.templates[index].clone()).collect();
        Self::new(templates, &self.grammar, self.symmetries.is_some())
    }

    /// Whether each rational function of the cards comes from at most one template, filled in one
    /// order. A test verifies this for the canonical set under ordinary arithmetic.
    pub fn makes_no_function_twice(&self) -> bool {
        self.symmetries.is_some() && self.is_of_field && self.grammar.is_ordinary()
    }

    /// Returns the symmetries of the template at `index`. Returns `None` if the set fills its
    /// templates in every order of the cards. The canonical set leaves out symmetric orders.
    ///
    /// An order is left out if another order gives the same rational function of the cards and
    /// divides by zero for the same cards.
    pub fn symmetries(&self, index: usize) -> Option<&Symmetries> {
        let of = |template: &Template| Symmetries::with_divisors(&template.expression());
        let all = self.symmetries.as_ref()?;
        all.get_or_init(|| self.templates.iter().map(of).collect()).get(index)
    }

    /// For each template with as many slots as `hand` has cards, returns its place in the set and
    /// the number of ways to fill it. The number is an upper bound: it takes account of equal cards
    /// or of the symmetries of the template, but not of both.
    pub fn fillings(&self, hand: &Hand) -> impl Iterator<Item = (usize, u64)> {
        let cards = hand.cards().len();
        // No template has more slots, and the factorial of a larger number could overflow.
        let orders = (cards <= MAX_TEMPLATE_SLOTS).then(|| orders(hand));
        orders.into_iter().flat_map(move |(all, different)| {
            let of_template = move |(index, _)| {
                let alike = self.symmetries(index).map_or(1, |it| it.count() as u64);
                (index, different.min(all / alike))
            };
            self.iter().enumerate().filter(move |(_, it)| it.slots() == cards).map(of_template)
        })
    }

    /// Counts the ways to fill all templates, as in [`fillings`](Self::fillings).
    pub fn count_of_fillings(&self, hand: &Hand) -> u64 {
        self.fillings(hand).map(|(_, fillings)| fillings).sum()
    }
}

impl<'a> IntoIterator for &'a TemplateSet {
    type Item = &'a Template;
    type IntoIter = std::slice::Iter<'a, Template>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn listed(text: &str) -> Vec<String> {
    numbered_lines(text).map(|(_, line)| line.to_owned()).collect()
}

/// The full bracket shapes of the "point 24" article, with brackets around every operation except
/// the last. An operator replaces each `o`.
const FIVE: &str =
    "N NoN (NoN)oN No(NoN) ((NoN)oN)oN (No(NoN))oN (NoN)o(NoN) No((NoN)oN) No(No(NoN))";

/// The seven bracket forms of the CardGaming article, in its order.
const SEVEN: &str = "NoNoNoN (NoN)oNoN (NoNoN)oN No(NoN)oN No(NoNoN) (NoN)o(NoN) NoNo(NoN)";

/// Fills every shape that has `cards` slots with every row of operators.
fn multiplied_out(shapes: &str, cards: usize) -> Vec<String> {
    let fitting = shapes.split(' ').filter(|shape| shape.matches('N').count() == cards);
    fitting
        .flat_map(|shape| {
            // A shape of one slot has no operators, and gives one template.
            (1..cards).map(|_| Operator::FOUR).multi_cartesian_product().map(|row| {
                let operators = row.iter().map(ToString::to_string);
                shape.split('o').map(str::to_owned).interleave(operators).collect()
            })
        })
        .collect()
}

/// The reason why a text is not a set of templates.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// The invalid lines, at least one.
    #[error("{}", .0.iter().format("\n"))]
    Lines(Vec<LineError>),
    /// The text has no template.
    #[error("there is no template in it")]
    Empty,
}

/// An invalid line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {number}{}", .kind.of(.text))]
pub struct LineError {
    /// The line number, from 1.
    pub number: usize,
    /// The line, trimmed.
    pub text: String,
    /// The error in this line.
    pub kind: LineErrorKind,
}

/// The reason why a line is not a template for a set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// The line is not a template. The positions in the error count from the start of the trimmed
    /// line.
    Syntax(SyntaxError),
    /// The template has this many slots, which is more than [`MAX_TEMPLATE_SLOTS`].
    TooManySlots(usize),
}

impl LineErrorKind {
    fn of(&self, line: &str) -> String {
        match self {
            Self::Syntax(error) => format!(", `{line}`: {error}"),
            Self::TooManySlots(slots) => {
                let most = MAX_TEMPLATE_SLOTS;
                format!(": a template of {slots} slots; at most {most} are allowed")
            }
        }
    }
}

named_enum! {
    /// A named set of templates.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum SetName: "set of templates" {
        /// One template for each rational function of up to [`MAX_TEMPLATE_SLOTS`] operands, up to
        /// the order of the operands.
        #[default]
        Canonical = "canonical": "one template for each rational function of the cards",
        /// The 73 templates of the Scala tutorial, in its order.
        Scala = "scala": "the 73 templates of a Scala tutorial, for four cards",
        /// The full bracket shapes of the "point 24" article, with every choice of operators: 320
        /// for four cards, 32 for three.
        Five = "five": "5 full bracket shapes times 64 rows of operators, for up to four cards",
        /// The seven bracket forms of the CardGaming article, with every choice of operators: 448
        /// for four cards.
        Seven = "seven": "7 bracket forms times 64 rows of operators, for four cards",
    }
}

/// Counts the orders of the cards in two ways: the first count distinguishes equal cards, the
/// second does not.
fn orders(hand: &Hand) -> (u64, u64) {
    let ranks = hand.ranks();
    let with_one_more = |(all, different): (u64, u64), card: usize| {
        let number = card as u64 + 1;
        let equal = ranks[..=card].iter().filter(|it| **it == ranks[card]).count() as u64;
        (all * number, different * number / equal)
    };
    (0..ranks.len()).fold((1, 1), with_one_more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;
    use crate::templates::SetName;

    #[test]
    fn the_count_of_fillings_is_exact_or_slightly_too_high() {
        let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
        let fillings = |hand: [u32; 4]| set.count_of_fillings(&Hand::from(hand));
        assert_eq!(fillings([1, 2, 3, 4]), 1170);
        // The exact number is 371.
        assert!((371..600).contains(&fillings([3, 3, 8, 8])));
        assert_eq!(fillings([1, 1, 1, 1]), 93);
        assert_eq!(set.fillings(&Hand::from([1, 2, 3])).count(), 0);
        assert_eq!(set.fillings(&Hand::from([1; 30])).count(), 0);
    }
}
