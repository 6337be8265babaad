//! The recipe of a quiz: a line that makes the same quiz again.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::QuizKind;
use crate::name::{Named, UnknownName, named_enum};
use crate::{Grammar, Random};

/// The version of the questions that a recipe makes. With another version, or with another
/// [`Random::NAME`], the same recipe makes a different quiz.
pub const QUIZ_VERSION: &str = "quiz-2";

/// The maximum number of questions in a quiz.
pub const MAX_QUESTIONS: usize = 100;

/// Everything that decides which questions a quiz has.
///
/// Its `Display` is the line on a sheet, and its `FromStr` parses that line:
///
/// ```
/// use bracket24::quizzes::Recipe;
///
/// let line = "bracket24 quiz --kind value,tree --count 5 --level 2 --seed 7 # quiz-2, pcg32-1";
/// let recipe: Recipe = line.parse()?;
/// assert_eq!((recipe.count, recipe.seed), (5, 7));
/// assert_eq!(recipe.to_string(), line);
/// # Ok::<(), bracket24::quizzes::RecipeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The kinds of questions, at least one; if there are several, they alternate.
    pub kinds: Vec<QuizKind>,
    /// The number of questions, at most [`MAX_QUESTIONS`].
    pub count: usize,
    /// How hard the questions are.
    pub level: QuizLevel,
    /// The seed of the random choice.
    pub seed: u64,
}

impl Default for Recipe {
    /// Five questions, of all kinds, at the second level.
    fn default() -> Self {
        let (kinds, level) = (QuizKind::ALL.to_vec(), QuizLevel::default());
        Self { kinds, count: 5, level, seed: 0 }
    }
}

/// The start of a recipe's line.
const COMMAND: &str = "bracket24 quiz ";

impl Recipe {
    /// Returns the command that makes the quiz again, in the form in which people type it.
    pub fn command(&self) -> String {
        let Self { kinds, count, level, seed } = self;
        let kinds: Vec<&str> = kinds.iter().map(Named::name).collect();
        let kinds = kinds.join(",");
        format!("{COMMAND}--kind {kinds} --count {count} --level {level} --seed {seed}")
    }

    /// Returns the versions with which [`command`](Self::command) makes the same quiz.
    pub fn versions() -> String {
        format!("{QUIZ_VERSION}, {}", Random::NAME)
    }
}

crate::name::display_text!(Recipe, |it| format!("{} # {}", it.command(), Self::versions()));

/// Why a line is not a recipe.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The line is not a recipe, or lacks a part of one.
    #[error("it does not say which quiz it is")]
    Malformed,
    /// The line has an unknown kind or level.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The number of questions is not between 1 and [`MAX_QUESTIONS`].
    #[error("{0} questions: a quiz has 1 to {MAX_QUESTIONS}")]
    Count(usize),
    /// The recipe was made with other versions; holds them.
    #[error("it was made with {0}, but this version has {own}", own = Recipe::versions())]
    Version(String),
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(line: &str) -> Result<Self, RecipeError> {
        let rest = line.trim().strip_prefix(COMMAND).ok_or(RecipeError::Malformed)?;
        let (options, versions) = rest.split_once(" # ").ok_or(RecipeError::Malformed)?;
        if versions != Self::versions() {
            // In a text for the terminal, the line may go on in the next.
            let is_whole = !Self::versions().starts_with(versions);
            let version = is_whole.then(|| RecipeError::Version(versions.to_owned()));
            return Err(version.unwrap_or(RecipeError::Malformed));
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
    /// The size of the expressions and grammars in a quiz, and how close its wrong choices are to
    /// the right ones.
    #[derive(PartialOrd, Ord, Default)]
    pub enum QuizLevel: "level" {
        /// Two operators.
        One = "1": "2 operators; grammars of one to three rules",
        /// Three operators.
        #[default]
        Two = "2": "3 operators; predicates, atomic rules, blanks, greed",
        /// Three operators with brackets.
        Three = "3": "3 operators and brackets; recursion, backtracking, the stack",
        /// Four operators with brackets.
        Four = "4": "4 operators and brackets; two of these features at once",
        /// Five operators, brackets and fractions.
        Five = "5": "5 operators, brackets, fractions on the way; more rules",
        /// Four operators, two of them powers, and perhaps a minus with one operand.
        Six = "6": "4 operators, two of them powers, perhaps a minus with one operand; the most rules",
    }
}

/// The grammars in questions on the four operators: at levels 2 to 5, and at level 1.
const QUIZ_GRAMMARS: &[Grammar] =
    &[Grammar::Left, Grammar::Right, Grammar::Scala, Grammar::Flat, Grammar::Pemdas];
const EASY_GRAMMARS: &[Grammar] = &[Grammar::Left, Grammar::Right, Grammar::Flat];

impl QuizLevel {
    /// Returns the number of the level, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns how many operators an expression has.
    pub const fn operators(self) -> usize {
        [2, 3, 3, 4, 5, 4][self as usize]
    }

    /// Returns the grammars in questions, ordinary arithmetic first. Leaves out grammars that parse
    /// like another one, only more slowly.
    pub const fn grammars(self) -> &'static [Grammar] {
        match self {
            Self::One => EASY_GRAMMARS,
            Self::Two | Self::Three | Self::Four | Self::Five => QUIZ_GRAMMARS,
            Self::Six => Grammar::EXTENDED,
        }
    }

    /// Returns how many pairs of brackets an expression has, unless the question is about brackets.
    pub(super) const fn pairs(self) -> RangeInclusive<usize> {
        let (fewest, most) = [(0, 0), (0, 0), (1, 1), (1, 2), (1, 2), (0, 1)][self as usize];
        fewest..=most
    }

    /// Returns the minimum number of choices in a question.
    pub(super) const fn choices(self) -> usize {
        // At level 3, a pair of brackets leaves only two operators whose order is open. At level 6,
        // only two grammars have powers.
        [2, 3, 2, 3, 3, 2][self as usize]
    }
}
