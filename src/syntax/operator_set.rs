//! The operators that solutions may have.

use std::fmt;
use std::str::FromStr;

use super::operator::{Operator, ascii_signs};
use crate::words::did_you_mean;

/// The operators that templates and searches use: always the four, `+-*/`, and perhaps others. The
/// set also limits how many roots and factorials may be applied to one value, one after the other.
///
/// # Examples
///
/// ```
/// use bracket24::{Operator, OperatorSet};
///
/// let set: OperatorSet = "+-*/^,join".parse()?;
/// assert!(set.beyond().eq([Operator::Power, Operator::Join]));
/// // The four are always in the set.
/// assert_eq!("power,join".parse(), Ok(set));
/// assert_eq!(set.to_string(), "+-*/^,join");
/// assert_eq!(OperatorSet::default().to_string(), "+-*/");
///
/// let error = "^,jion".parse::<OperatorSet>().unwrap_err();
/// assert!(error.to_string().ends_with("did you mean `join`?"));
/// # Ok::<(), bracket24::OperatorSetError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OperatorSet {
    /// A bit for each operator beyond the four, by its index among all.
    beyond: u16,
    depth: usize,
}

impl Default for OperatorSet {
    /// Only the four.
    fn default() -> Self {
        Self { beyond: 0, depth: 1 }
    }
}

impl OperatorSet {
    /// The maximum number of roots and factorials that may be applied to one value.
    pub const MAX_DEPTH: usize = 4;

    /// All operators.
    pub fn all() -> Self {
        Self::of(Operator::ALL)
    }

    fn of(operators: impl IntoIterator<Item = Operator>) -> Self {
        let beyond = operators.into_iter().filter(|it| !it.is_of_field());
        Self { beyond: beyond.fold(0, |set, it| set | bit(it)), ..Self::default() }
    }

    /// Sets how many roots and factorials may be applied to one value: at least one and at most
    /// [`MAX_DEPTH`](Self::MAX_DEPTH).
    ///
    /// # Panics
    ///
    /// If the depth is out of range.
    #[must_use]
    pub fn with_depth(self, depth: usize) -> Self {
        assert!((1..=Self::MAX_DEPTH).contains(&depth), "a depth from 1 to {}", Self::MAX_DEPTH);
        Self { depth, ..self }
    }

    /// How many roots and factorials may be applied to one value.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the set has `operator`.
    pub const fn has(&self, operator: Operator) -> bool {
        operator.is_of_field() || self.beyond & bit(operator) != 0
    }

    /// The operators beyond the four, in the order of [`Operator::ALL`].
    pub fn beyond(&self) -> impl Iterator<Item = Operator> + use<> {
        let set = *self;
        Operator::ALL.into_iter().filter(|it| !it.is_of_field()).filter(move |it| set.has(*it))
    }

    /// The operators beyond the four with two operands, except joined digits.
    pub(crate) fn of_two(&self) -> impl Iterator<Item = Operator> + use<> {
        self.beyond().filter(|it| it.arity() == 2 && *it != Operator::Join)
    }

    /// The operators beyond the four with one operand, except the minus sign. The depth limits how
    /// often they are applied to one value.
    pub(crate) fn of_one(&self) -> impl Iterator<Item = Operator> + use<> {
        self.beyond().filter(|it| it.arity() == 1 && *it != Operator::Negate)
    }

    /// All subsets of this set that contain the four, with the same depth. The smallest come first:
    /// the set of only the four is the first, and this set the last.
    pub fn subsets(&self) -> Vec<Self> {
        let within = (0..=self.beyond).filter(|it| it & !self.beyond == 0);
        let mut subsets: Vec<Self> = within.map(|beyond| Self { beyond, ..*self }).collect();
        subsets.sort_by_key(|it| it.beyond.count_ones());
        subsets
    }

    /// Whether the set has only the four.
    pub const fn is_of_field(&self) -> bool {
        self.beyond == 0
    }
}

const fn bit(operator: Operator) -> u16 {
    1 << operator as u16
}

impl fmt::Display for OperatorSet {
    /// Writes the signs, then the names of operators without a sign of their own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (signed, named): (Vec<Operator>, Vec<Operator>) =
            self.beyond().partition(|it| it.symbol().chars().count() == 1 && !is_named(*it));
        for operator in Operator::FOUR.into_iter().chain(signed) {
            f.write_str(operator.symbol())?;
        }
        named.iter().try_for_each(|operator| write!(f, ",{}", operator.name()))
    }
}

/// Whether a set is written with the operator's name instead of its sign: a negation has the same
/// sign as a subtraction.
fn is_named(operator: Operator) -> bool {
    operator == Operator::Negate
}

/// The reason why a text is not a set of operators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorSetError {
    /// The text has no operator.
    #[error("it names no operator; there are {}", list())]
    Empty,
    /// There is no operator with this sign or name.
    #[error("{}", unknown(.0))]
    Unknown(String),
    /// The text has some of `+ - * /` but lacks this one.
    #[error(
        "it lacks `{0}`: `+`, `-`, `*` and `/` are in every set, so write all four or none of them"
    )]
    Lacks(Operator),
}

/// The message about an unknown operator.
fn unknown(given: &str) -> String {
    let close = did_you_mean(given, Operator::ALL.map(Operator::name));
    let advice = close.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
    format!("there is no operator `{given}`; there are {}{advice}", list())
}

/// All operators, as sets name them.
fn list() -> String {
    let named = |operator: Operator| match (operator.symbol(), operator.name()) {
        (symbol, name) if ["", name].contains(&symbol) || is_named(operator) => format!("`{name}`"),
        (symbol, name) => format!("`{symbol}` ({name})"),
    };
    format!("{} and `all`", Operator::ALL.map(named).join(", "))
}

impl FromStr for OperatorSet {
    type Err = OperatorSetError;

    /// Reads signs and names, such as `+-*/^!`, `power,join` or `all`, with commas or blanks around
    /// names. Names may be in either case.
    fn from_str(text: &str) -> Result<Self, OperatorSetError> {
        let text = ascii_signs(text);
        let parts = text.split([',', ' ', '\t']).filter(|part| !part.is_empty());
        let read: Result<Vec<_>, _> = parts.map(|part| read(&part.to_lowercase())).collect();
        let operators = read?.concat();
        if operators.is_empty() {
            return Err(OperatorSetError::Empty);
        }
        let is_lacking = |operator: &Operator| !operators.contains(operator);
        let lacking = Operator::FOUR.into_iter().filter(is_lacking);
        match lacking.clone().next() {
            Some(operator) if lacking.count() < 4 => Err(OperatorSetError::Lacks(operator)),
            _ => Ok(Self::of(operators)),
        }
    }
}

/// The operators in `part`, a text without commas: a name, or several signs.
fn read(part: &str) -> Result<Vec<Operator>, OperatorSetError> {
    if part == "all" {
        return Ok(Operator::ALL.to_vec());
    }
    let named = |it: &Operator| it.name() == part || it.spellings().contains(&part);
    if let Some(operator) = Operator::ALL.into_iter().find(named) {
        return Ok(vec![operator]);
    }
    let spelled = |sign: char| Operator::spelled(sign.encode_utf8(&mut [0; 4]));
    if part.chars().any(char::is_alphanumeric) && part.chars().all(|it| spelled(it).is_none()) {
        return Err(OperatorSetError::Unknown(part.to_owned()));
    }
    let unknown = |sign: char| OperatorSetError::Unknown(sign.to_string());
    part.chars().map(|it| spelled(it).ok_or_else(|| unknown(it))).collect()
}
