//! Equivalences of solutions: levels at which two solutions count as the same.
//!
//! # How to add a level
//!
//! 1. Add a line to the table of levels below: documentation, variant, name, summary.
//! 2. The compiler then asks whether the level compares functions, which levels it contains, how
//!    many cards a hand may have, and how to compute its key: two solutions have the same key
//!    exactly if they are equal at the level. In `reports/why.rs` the compiler asks for a `Reason`,
//!    its words and its place among the rules that `--why` shows.
//! 3. Tests then fail until you say whether other levels contain the new level, add a line to the
//!    guide, and update the lists of levels in `tests/wrong`. `TRYCMD=overwrite cargo test --test
//!    commands` updates these lists.
//!
//! The classes are a union-find with path halving (R. E. Tarjan, J. van Leeuwen, "Worst-case
//! analysis of set union algorithms", Journal of the ACM 31, 1984).

mod four_nums;
mod symbol;

use foldhash::{HashMap, HashMapExt};

use super::normal_form::{NormalForm, Part, Parts, TermTree};
use super::rational_function::{Kind, MAX_OPERANDS, NotRational, fold};
use crate::engines::Solution;
use crate::name::{Named, named_enum};
use crate::number::{Rational, Residue, Undefined};
use crate::syntax::{Expression, cross_multiply};

use symbol::{ValueClasses, ValueForm, ValueFunction, value_form};

pub(crate) use four_nums::Closure;
pub use four_nums::FourNumsRule;

named_enum! {
    /// A level at which two solutions count as the same.
    ///
    /// The levels are listed from fine to coarse, but for some pairs neither level is finer than
    /// the other: see [`contains`](Self::contains).
    ///
    /// ```
    /// use bracket24::{Equivalence, Solution};
    ///
    /// let (one, other): (Solution, Solution) = ("(8-7)*4*6".parse()?, "4*6/(8-7)".parse()?);
    /// let is_same = |level: Equivalence| level.key(&one) == level.key(&other);
    /// assert!(!is_same(Equivalence::Function));
    /// assert!(is_same(Equivalence::FourNums));
    /// assert!(Equivalence::FourNums.contains(Equivalence::Function));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Equivalence: "level of equivalence" {
        /// Equal if their texts have the same characters.
        Text = "text": "the same characters",
        /// Equal if they come from the same template.
        Template = "template": "the same template",
        /// Equal if they have the same standard expression: signed terms sorted, signed factors
        /// sorted, brackets kept.
        Standard = "standard": "the same once terms and factors are sorted; brackets stay",
        /// Equal if they are the same rational function of the cards. Every card is a variable of
        /// its own, but equal cards may swap places.
        #[default]
        Function = "function": "the same rational function of the cards",
        /// Like `Function`, but a part made by an operator other than `+ - * /` and negation, such
        /// as `√(4+5)`, counts as one number: its value together with its cards. If the value is
        /// between -1 and 1 and not 0, the part counts as a division by the inverse. If a solution
        /// has no such part, this level is the same as `Function`.
        Value = "value": "as function, but a part made by other operators counts as one number",
        /// Equal if they are the same rational function of the values: equal cards are the same
        /// variable.
        Symbol = "symbol": "the same rational function when equal cards are one variable",
        /// Equal if the theory of 4nums.com calls them the same. This level adds rules to
        /// `Function`. An added 0 or a factor of 1, which may be a card or a part with that value,
        /// can move anywhere. Cards multiplied by a zero can be joined in any way. A*X/X' is A+X-X'
        /// if X and X' have the same value.
        ///
        /// This level is coarser than `Function`. Neither this level nor `Symbol` contains the
        /// other.
        FourNums = "fournums": "as function, but neutral zeros and ones may be anywhere, and a*x/x is a+x-x",
    }
}

/// A value that is the same for two solutions exactly if they are equal at a level.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key(KeyForm);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum KeyForm {
    /// The text of the solution or of its template.
    Text(String),
    /// The standard expression.
    Standard(Standard),
    /// The normal form, whose labels are the cards' values. At the level `fournums`, the least such
    /// form in the class.
    Form(Form),
    /// The rational function whose variables are the values.
    Values(ValueFunction),
    /// The normal form in which every operation other than `+ - * /` counts as one number.
    ValueForm(ValueForm),
}

/// The reason why a solution cannot be compared at a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the level `{level}` {obstacle}")]
pub struct EquivalenceError {
    level: Equivalence,
    obstacle: Obstacle,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Obstacle {
    #[error("is for hands of at most {most} cards, and this one has {cards}")]
    TooManyCards { cards: usize, most: usize },
    #[error("compares rational functions: {0}")]
    NotRational(NotRational),
    #[error("compares values, and a part has none: it {0}")]
    NoValue(Undefined),
}

impl EquivalenceError {
    /// The levels that can compare the solution.
    pub fn alternatives(&self) -> impl Iterator<Item = Equivalence> {
        let can = |level: &Equivalence| match self.obstacle {
            Obstacle::TooManyCards { cards, .. } => level.check(cards).is_ok(),
            // All parts of a solution have values, so the level `value` can compare any solution.
            Obstacle::NotRational(_) => *level == Equivalence::Value || !level.compares_functions(),
            Obstacle::NoValue(_) => *level != self.level,
        };
        Equivalence::ALL.iter().copied().filter(can)
    }
}

impl Equivalence {
    /// Whether the level compares rational functions instead of texts.
    pub(crate) const fn compares_functions(self) -> bool {
        !matches!(self, Self::Text | Self::Template)
    }

    /// Whether solutions that are equal at the level `finer` are always equal at this level too.
    /// Solutions that one of the two levels cannot compare do not count here. For some pairs,
    /// neither level contains the other. Engines can be compared at each level that contains
    /// `function`.
    pub const fn contains(self, finer: Self) -> bool {
        match self {
            Self::Text => matches!(finer, Self::Text),
            Self::Template => matches!(finer, Self::Text | Self::Template),
            Self::Standard => matches!(finer, Self::Text | Self::Standard),
            // For functions of the cards, these two levels agree.
            Self::Function | Self::Value => {
                matches!(finer, Self::Text | Self::Standard | Self::Function | Self::Value)
            }
            Self::Symbol => !matches!(finer, Self::Template | Self::FourNums),
            Self::FourNums => !matches!(finer, Self::Template | Self::Symbol),
        }
    }

    /// Checks that the level works for hands of this size.
    ///
    /// # Errors
    ///
    /// Returns an error with the largest number of cards if the level does not work for `cards`
    /// cards.
    pub fn check(self, cards: usize) -> Result<(), EquivalenceError> {
        let most = match self {
            Self::Text | Self::Template | Self::Standard | Self::Function | Self::Value => cards,
            Self::Symbol => MAX_OPERANDS,
            Self::FourNums => four_nums::MAX_CARDS,
        };
        if cards <= most {
            return Ok(());
        }
        Err(EquivalenceError { level: self, obstacle: Obstacle::TooManyCards { cards, most } })
    }

    /// Returns the key of `solution`. Two solutions have the same key exactly if they are equal at
    /// this level.
    ///
    /// For many solutions of a hand, [`EquivalenceClasses`] is faster.
    ///
    /// # Errors
    ///
    /// If the solution has more cards than the level supports, or if the level compares rational
    /// functions and the solution is not a rational function.
    pub fn key(self, solution: &Solution) -> Result<Key, EquivalenceError> {
        self.key_with(solution, &mut HashMap::new())
    }

    /// Like [`key`](Self::key); at the level `fournums`, stores the classes of other functions in
    /// `known` for later calls.
    fn key_with(self, solution: &Solution, known: &mut Known) -> Result<Key, EquivalenceError> {
        Ok(Key(match self {
            Self::Text => KeyForm::Text(solution.text().to_owned()),
            Self::Template => KeyForm::Text(solution.template().to_string()),
            Self::Standard | Self::Function | Self::Value | Self::Symbol | Self::FourNums => {
                return self.key_of(solution.expression().clone(), known);
            }
        }))
    }

    /// Like [`key_with`](Self::key_with), for a level that compares functions.
    fn key_of(
        self,
        expression: Expression<Rational>,
        known: &mut Known,
    ) -> Result<Key, EquivalenceError> {
        self.check(expression.leaves().count())?;
        let not_rational =
            |error| EquivalenceError { level: self, obstacle: Obstacle::NotRational(error) };
        let form = || NormalForm::of(&expression, Clone::clone).map_err(not_rational);
        Ok(Key(match self {
            Self::Text | Self::Template => unreachable!("it compares texts"),
            Self::Standard => KeyForm::Standard(Standard::of(&expression).map_err(not_rational)?),
            Self::Function => KeyForm::Form(form()?),
            Self::Value => {
                NotRational::check_size(&expression).map_err(not_rational)?;
                let no_value =
                    |reason| EquivalenceError { level: self, obstacle: Obstacle::NoValue(reason) };
                KeyForm::ValueForm(value_form(&expression).map_err(no_value)?)
            }
            Self::Symbol => KeyForm::Values(ValueFunction::of(expression).map_err(not_rational)?),
            Self::FourNums => {
                let form = form()?;
                if !known.contains_key(&form) {
                    match Closure::around(&form) {
                        Some(closure) => known.extend(closure.into_classes()),
                        None => return Ok(Key(KeyForm::Form(form))),
                    }
                }
                KeyForm::Form(known.get(&form).expect("it is in its own closure").clone())
            }
        }))
    }
}

/// Solutions divided into classes of equal solutions.
///
/// ```
/// use bracket24::algebra::EquivalenceClasses;
/// use bracket24::{Equivalence, Solution};
///
/// let mut classes = EquivalenceClasses::new(Equivalence::Standard);
/// for text in ["(5+7)*(8-6)", "(5-(8-7))*6", "(8-6)*(7+5)"] {
///     classes.add(&text.parse::<Solution>()?)?;
/// }
/// assert_eq!(classes.firsts, [0, 1, 0]);
/// assert_eq!(classes.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct EquivalenceClasses {
    level: Equivalence,
    /// The index of the first solution with each key; not used at the level `symbol`.
    first_by_key: HashMap<Key, usize>,
    /// The functions, for the level `symbol`.
    values: ValueClasses,
    /// For each solution, the index of the first solution equal to it.
    pub firsts: Vec<usize>,
    known: Known,
}

/// A function of the cards.
type Form = NormalForm<Rational>;

/// Functions to which some rule of `fournums` applies, each with the least of its class.
type Known = HashMap<Form, Form>;

impl EquivalenceClasses {
    /// Makes an empty collection.
    pub fn new(level: Equivalence) -> Self {
        Self { level, ..Self::default() }
    }

    /// Adds the next solution.
    ///
    /// # Errors
    ///
    /// The same as those of [`Equivalence::key`]. The solution is then not added.
    pub fn add(&mut self, solution: &Solution) -> Result<(), EquivalenceError> {
        self.level.key_with(solution, &mut self.known).map(|key| self.add_key(key))
    }

    /// Like [`add`](Self::add), for a level that compares functions.
    pub(crate) fn add_expression(
        &mut self,
        expression: Expression<Rational>,
    ) -> Result<(), EquivalenceError> {
        self.level.key_of(expression, &mut self.known).map(|key| self.add_key(key))
    }

    fn add_key(&mut self, key: Key) {
        let index = self.firsts.len();
        self.firsts.push(match key {
            Key(KeyForm::Values(function)) => self.values.first(function, index),
            key => *self.first_by_key.entry(key).or_insert(index),
        });
    }

    /// The index of the first solution that is equal to the solution with this `index`. Solutions
    /// are counted in the order in which they were added.
    pub(crate) fn first(&self, index: usize) -> usize {
        self.firsts[index]
    }

    /// The number of different solutions.
    pub fn count(&self) -> usize {
        self.first_by_key.len() + self.values.count
    }
}

/// Disjoint sets of numbers, joined two at a time.
#[derive(Debug, Clone, Default)]
struct UnionFind {
    /// For each number, a smaller number of its set, or the number itself if it is the least.
    parents: Vec<usize>,
}

impl UnionFind {
    /// Adds the next number, in a set of its own.
    fn add(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    /// Joins the sets that contain `a` and `b`.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The number of sets.
    fn count(&self) -> usize {
        self.parents.iter().enumerate().filter(|&(number, parent)| number == *parent).count()
    }

    /// The least number of the set that contains `number`. Halves the path to it for later calls.
    fn find(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }
}

/// A random value for each variable, so that different functions seldom agree at this point.
const POINT: [Residue; 7] = [
    Residue::of(0xca2_64e1_269e_0d37),
    Residue::of(0x18b_8ffa_a6a3_a450),
    Residue::of(0x303_1d02_892f_902b),
    Residue::of(0x6de_ceb9_81e7_4ef5),
    Residue::of(0x2c0_146b_0999_50d8),
    Residue::of(0xd61_aa93_6f03_675a),
    Residue::of(0x7b3_82e4_11e2_0b8f),
];

/// The value of `expression` at [`POINT`]; `None` if it divides by zero there.
///
/// If two expressions of the same function both have a value there, the values are equal.
/// `variable` maps a leaf to one of seven variables.
///
/// # Errors
///
/// If `expression` is not a rational function.
fn at_point(
    expression: &Expression<Rational>,
    variable: impl Fn(&Rational) -> usize,
) -> Result<Option<Residue>, NotRational> {
    let (numerator, denominator) = fold(
        expression,
        |leaf| (POINT[variable(leaf)], Residue::ONE),
        |operator, (a, b): (Residue, Residue), (c, d)| cross_multiply(operator, (&a, &b), (&c, &d)),
    )?;
    Ok(denominator.inverse().map(|inverse| numerator * inverse))
}

/// An expression with its signed terms and signed factors sorted, and its brackets kept.
///
/// Only brackets that ordinary arithmetic needs are kept. So `a+(b-c)` and `a+b-c` have the same
/// standard expression, and `a-(b-c)` has a different standard expression.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::algebra::Standard;
///
/// let standard = Standard::of(&Grammar::Left.parse("6*(5-(8-7))")?)?;
/// assert_eq!(standard, Standard::of(&Grammar::Left.parse("(5-(8-7))*6")?)?);
/// // The brackets of `a-(b-c)` stay.
/// assert_ne!(standard, Standard::of(&Grammar::Left.parse("(5-8+7)*6")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standard(TermTree<Rational>);

impl Standard {
    /// Returns the standard expression of `expression`.
    ///
    /// # Errors
    ///
    /// [`NotRational`] if `expression` has more than [`MAX_OPERATORS`](crate::MAX_OPERATORS)
    /// operators, or an operator that is not a field operation.
    pub fn of(expression: &Expression<Rational>) -> Result<Self, NotRational> {
        let join = |operator, left: TermTree<_>, right: TermTree<_>| {
            let (kind, inverse) = Kind::of(operator);
            let mut parts = left.into_parts(kind);
            let others =
                if inverse { vec![Part { tree: right, inverse }] } else { right.into_parts(kind) };
            parts.extend(others);
            parts.sort();
            TermTree::Group(kind, Parts(parts))
        };
        fold(expression, |card| TermTree::Leaf(card.clone()), join).map(Self)
    }

    /// Writes the standard expression: every term and every factor with its operator, and brackets
    /// around each sum that is a factor or is subtracted.
    pub fn to_text(&self) -> String {
        self.0.to_text(true, &ToString::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_expressions_of_a_function_agree_unless_they_divide_by_zero() {
        let values: [Rational; 3] = [3, 5, 8].map(Into::into);
        let at_point = |text: &str| {
            let expression = text.parse().expect("it is an expression");
            super::at_point(&expression, |leaf| {
                values.iter().position(|it| it == leaf).expect("it is one of them")
            })
            .expect("it is a rational function")
        };
        assert_eq!(at_point("3-(5-8)"), at_point("8-(5-3)"));
        assert_eq!(at_point("3*(5/8)"), at_point("3/(8/5)"));
        assert_ne!(at_point("3+5"), at_point("8"));
        assert_eq!(at_point("3+5/5-5/5"), at_point("3"));
        assert_eq!(at_point("3/(5-5)"), None);
    }
}
