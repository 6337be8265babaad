//! What a quiz is made from, as a line that makes it again.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::QuizKind;
use crate::name::{Named, UnknownName, named_enum};
use crate::{Grammar, Random};

/// The version of the questions that a recipe makes. With another one, as with
/// another [`Random::NAME`], the same recipe makes another quiz.
pub const QUIZ_VERSION: &str = "quiz-2";

/// The most questions of a quiz.
pub const MAX_QUESTIONS: usize = 100;

/// All that decides which questions a quiz has.
///
/// Its `Display` is the line that a sheet carries, and its `FromStr` reads it
/// again:
///
/// ```
/// use bracket24::quizzes::Recipe;
///
/// let line = "bracket24 quiz --kind value,tree --count 5 --level 2 --seed 7 (quiz-2, pcg32-1)";
/// let recipe: Recipe = line.parse()?;
/// assert_eq!((recipe.count, recipe.seed), (5, 7));
/// assert_eq!(recipe.to_string(), line);
/// # Ok::<(), bracket24::quizzes::RecipeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// What questions are about, one kind at least; those of several come in turn.
    pub kinds: Vec<QuizKind>,
    /// How many there are, [`MAX_QUESTIONS`] at most.
    pub count: usize,
    /// How hard they are.
    pub level: QuizLevel,
    /// What the choice of them depends on.
    pub seed: u64,
}

impl Default for Recipe {
    /// Five questions of every kind, of the second level.
    fn default() -> Self {
        let (kinds, level) = (QuizKind::ALL.to_vec(), QuizLevel::default());
        Self { kinds, count: 5, level, seed: 0 }
    }
}

/// What the line of a recipe begins with.
const COMMAND: &str = "bracket24 quiz ";

impl Recipe {
    /// The command that makes it again, as it is typed.
    pub fn command(&self) -> String {
        let Self { kinds, count, level, seed } = self;
        let kinds: Vec<&str> = kinds.iter().map(Named::name).collect();
        let kinds = kinds.join(",");
        format!("{COMMAND}--kind {kinds} --count {count} --level {level} --seed {seed}")
    }

    /// The versions with which that command makes the same.
    pub fn versions() -> String {
        format!("{QUIZ_VERSION}, {}", Random::NAME)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.command(), Self::versions())
    }
}

/// Why a line is no recipe.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// It is none, or lacks a part.
    #[error("it does not say which quiz it is")]
    Malformed,
    /// It has a kind or a level that there is not.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Its number of questions is not from 1 to [`MAX_QUESTIONS`].
    #[error("{0} questions: a quiz has 1 to {MAX_QUESTIONS}")]
    Count(usize),
    /// It is one for other versions; which.
    #[error("its questions are those of {0}, and here they are those of {own}", own = Recipe::versions())]
    Version(String),
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(line: &str) -> Result<Self, RecipeError> {
        let rest = line.trim().strip_prefix(COMMAND).ok_or(RecipeError::Malformed)?;
        let (options, versions) = rest.split_once('(').ok_or(RecipeError::Malformed)?;
        let versions = versions.strip_suffix(')').ok_or(RecipeError::Malformed)?;
        if versions != Self::versions() {
            return Err(RecipeError::Version(versions.to_owned()));
        }
        let words: Vec<&str> = options.split_whitespace().collect();
        let ["--kind", kinds, "--count", count, "--level", level, "--seed", seed] = words[..]
        else {
            return Err(RecipeError::Malformed);
        };
        let kinds = kinds.split(',').map(QuizKind::by_name).collect::<Result<_, _>>()?;
        let level = level.parse()?;
        let number = |text: &str| text.parse().map_err(|_| RecipeError::Malformed);
        let count = usize::try_from(number(count)?).unwrap_or(usize::MAX);
        if !(1..=MAX_QUESTIONS).contains(&count) {
            return Err(RecipeError::Count(count));
        }
        Ok(Self { kinds, count, level, seed: number(seed)? })
    }
}

named_enum! {
    /// How large the expressions and grammars of a quiz are, and how near its wrong choices.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum QuizLevel: "level" {
        /// Two operators.
        One = "1": "2 operators; grammars of one rule or two",
        /// Three operators.
        #[default]
        Two = "2": "3 operators; predicates, atomic rules, blanks, greed",
        /// Three operators with brackets.
        Three = "3": "3 operators and brackets; recursion, backtracking, the stack",
        /// Four operators with brackets.
        Four = "4": "4 operators and brackets; two of these at once",
        /// Five operators, brackets and fractions.
        Five = "5": "5 operators, brackets, fractions on the way; more rules",
        /// Four operators, among them two powers, and perhaps a minus with one operand.
        Six = "6": "4 operators, two of them powers, perhaps a minus with one operand; the most rules",
    }
}

/// The grammars that questions of the four operators are about, and those to begin with.
const QUIZ_GRAMMARS: &[Grammar] =
    &[Grammar::Left, Grammar::Right, Grammar::Scala, Grammar::Flat, Grammar::Pemdas];
const EASY_GRAMMARS: &[Grammar] = &[Grammar::Left, Grammar::Right, Grammar::Flat];

impl QuizLevel {
    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// How many operators an expression has.
    pub const fn operators(self) -> usize {
        match self {
            Self::One => 2,
            Self::Two | Self::Three => 3,
            Self::Four | Self::Six => 4,
            Self::Five => 5,
        }
    }

    /// The grammars that questions are about, ordinary arithmetic first. A slower one
    /// that reads as another is none of them.
    pub const fn grammars(self) -> &'static [Grammar] {
        match self {
            Self::One => EASY_GRAMMARS,
            Self::Two | Self::Three | Self::Four | Self::Five => QUIZ_GRAMMARS,
            Self::Six => Grammar::EXTENDED,
        }
    }

    /// How many pairs of brackets an expression has, where the question is not about
    /// these.
    pub(super) const fn pairs(self) -> RangeInclusive<usize> {
        match self {
            Self::One | Self::Two => 0..=0,
            Self::Three => 1..=1,
            Self::Four | Self::Five => 1..=2,
            Self::Six => 0..=1,
        }
    }

    /// The fewest choices there are to choose from.
    pub(super) const fn choices(self) -> usize {
        match self {
            // A pair of brackets leaves two operators whose order is open.
            // And there are only two grammars with powers.
            Self::One | Self::Three | Self::Six => 2,
            Self::Two | Self::Four | Self::Five => 3,
        }
    }
}
