//! Quizzes on grammars, expressions and templates: instructive questions, the answers, and the
//! lessons that explain them. This module only returns data; it does no input or output.
//!
//! # How to add a kind of question
//!
//! A kind of question on small grammars uses [`RulesQuestion`]. It needs a line in the table below;
//! the families of its grammars and its wording in `grammars.txt`; its answer in `rules.rs`; and
//! its check in `tests/library/quiz_rules.rs`. The file `misreadings.rs` has common wrong beliefs
//! about grammars; all kinds share them. Any other kind of question needs:
//!
//! 1. In `readings.rs` if it is on an expression, or else in a file of its own, such as
//!    `templates.rs`: a type for the question with the explanation of its answer, and its
//!    implementation of `Question`, which makes a random question and marks answers. Each level
//!    needs far more than 100 possible questions on different subjects, because a quiz tries random
//!    questions until it has enough.
//! 2. Below, `mod` and `pub use`, and a line at the end of the table of kinds.
//! 3. Its wording in `src/present/quiz.rs`: arms in `asked`, `choices` and `settled`.
//! 4. Its questions in the test's quizzes: `SNAPSHOTS=overwrite cargo test --test library --
//!    quizzes` adds them to `tests/library/quizzes.txt`. Sheets of other kinds do not change, so
//!    [`QUIZ_VERSION`] stays the same.
//!
//! The tests in `tests/library/quizzes.rs` check the steps, and that every kind has 100 questions
//! at each level: `cargo test --test library quizzes -- --include-ignored`. The guide and the files
//! in `tests/sessions` list the kinds; `TRYCMD=overwrite cargo test --test commands` rewrites these
//! files.

mod choices;
mod grammars;
mod misreadings;
mod readings;
mod recipe;
mod rules;
mod sheet;
mod templates;

use std::collections::HashSet;

use crate::name::named_enum;
use crate::tracer::is_wanted;
use crate::{Random, ascii_signs};

pub use choices::{Choice, Choices};
pub use readings::{BracketsQuestion, ErrorQuestion, GrammarQuestion, TreeQuestion, ValueQuestion};
pub use recipe::{MAX_QUESTIONS, QUIZ_VERSION, QuizLevel, Recipe, RecipeError};
pub use rules::{Picked, RulesQuestion};
pub use sheet::{
    ANSWER, FilledSheet, Given, MarkedAnswer, MarkedSheet, SHEET, Score, SheetError, SheetErrorKind,
};
pub use templates::{TemplateOf, TemplateQuestion};

/// A question of one kind.
trait Question {
    /// Makes a question at this level; `None` if the random draw is not instructive.
    fn make(kind: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self>
    where
        Self: Sized;

    /// Returns the text or hand that identifies the question, and the answer in a form that people
    /// can type.
    fn subject_and_answer(&self) -> (String, String);

    /// Whether `given`, which has ASCII signs and no blanks around it, is right.
    fn mark(&self, given: &str) -> Result<bool, Misread>;

    /// Returns the misreading that leads to the wrong answer `given`, if known.
    fn given_by(&self, _given: &str) -> Option<String> {
        None
    }

    /// Returns the question itself, if it is one on small grammars.
    fn rules(&self) -> Option<&RulesQuestion> {
        None
    }
}

/// Defines `QuizKind` and `Item` from a table. A row has a kind, the type of its questions, its
/// name and its summary.
macro_rules! kinds {
    ($($(#[$attribute:meta])* $Variant:ident($Type:ty) = $name:literal: $summary:literal,)+) => {
        named_enum! {
            /// The kind of a question.
            #[derive(PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum QuizKind: "kind of question" {
                $($(#[$attribute])* $Variant = $name: $summary,)+
            }
        }

        /// A question, and the right answer.
        #[derive(Debug, Clone)]
        #[non_exhaustive]
        pub enum Item {
            $($(#[$attribute])* $Variant($Type),)+
        }

        impl Item {
            /// Returns the kind of the question.
            pub const fn kind(&self) -> QuizKind {
                match self {
                    $(Self::$Variant(_) => QuizKind::$Variant,)+
                }
            }

            /// Makes a question of this kind and level, if the random draw is suitable.
            fn make(kind: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
                match kind {
                    $(QuizKind::$Variant => <$Type>::make(kind, level, random).map(Self::$Variant),)+
                }
            }

            fn question(&self) -> &dyn Question {
                match self {
                    $(Self::$Variant(question) => question,)+
                }
            }
        }
    };
}

kinds! {
    /// The value of an expression under a grammar.
    Value(ValueQuestion) = "value": "the value of an expression under a grammar",
    /// The tree of an expression, among the trees that other grammars build.
    Tree(TreeQuestion) = "tree": "its tree, among the trees that other grammars build",
    /// The brackets of an expression that are unnecessary.
    Brackets(BracketsQuestion) = "brackets": "the same expression with the fewest brackets",
    /// The grammars that give an expression a certain value.
    Grammar(GrammarQuestion) = "grammar": "which grammars give it this value",
    /// The column at which parsing a text fails, or the tokens expected there.
    Error(ErrorQuestion) = "error": "where parsing fails, and what is expected there",
    /// The template that an expression comes from, or that solves a hand.
    Template(TemplateQuestion) = "template": "the template of an expression, or one for a hand",
    /// Whether a grammar matches a text.
    Match(RulesQuestion) = "match": "whether a small grammar matches a text",
    /// The number of characters of a text that a grammar matches.
    Reach(RulesQuestion) = "reach": "how many characters it matches",
    /// The alternative of a choice that the parser takes.
    Alternative(RulesQuestion) = "alternative": "which alternative of a choice the parser takes",
    /// The pairs that pest returns.
    Pairs(RulesQuestion) = "pairs": "which pairs pest returns",
    /// A text that tells two grammars apart.
    Apart(RulesQuestion) = "apart": "which text tells two grammars apart",
    /// The shortest text that a grammar rejects.
    Refused(RulesQuestion) = "refused": "the shortest text that a grammar rejects",
    /// The column at which a text fails, and the tokens expected there.
    Failure(RulesQuestion) = "failure": "where a text fails, and what is expected there",
    /// The number of times that pest calls a rule.
    Cost(RulesQuestion) = "cost": "how often pest calls a rule",
    /// Whether a grammar is left-recursive.
    Recursion(RulesQuestion) = "recursion": "whether a grammar is left-recursive",
}

impl Item {
    /// Returns the text or hand that the question is about.
    pub fn subject(&self) -> String {
        self.question().subject_and_answer().0
    }

    /// Returns the answer in a form that people can type. Other answers with the same meaning are
    /// right too.
    pub fn answer(&self) -> String {
        self.question().subject_and_answer().1
    }

    /// Whether `given` is right. Only its meaning counts, not its spelling.
    ///
    /// # Errors
    ///
    /// Returns an error if `given` is not an answer of the right sort, such as `many` for a number.
    /// The error says what was expected.
    pub fn mark(&self, given: &str) -> Result<bool, Misread> {
        let [given, without_sign] = as_typed(given);
        self.question().mark(&given).or_else(|_| self.question().mark(&without_sign))
    }

    /// Returns the misreading that leads to the wrong answer `given`, if known. It consists of
    /// sentences with code in backticks.
    pub fn given_by(&self, given: &str) -> Option<String> {
        let [given, without_sign] = as_typed(given);
        self.question().given_by(&given).or_else(|| self.question().given_by(&without_sign))
    }

    /// Returns the question itself, if it is one on small grammars.
    pub fn rules(&self) -> Option<&RulesQuestion> {
        self.question().rules()
    }
}

/// Replaces typographic signs with the signs of a keyboard. The second text has no `=` at its start
/// and no full stop at its end.
fn as_typed(given: &str) -> [String; 2] {
    let given = ascii_signs(given);
    let is_before = |it: char| it == '=' || it.is_whitespace();
    let bare = given.trim_start_matches(is_before).trim_end().trim_end_matches('.');
    [given.trim(), bare].map(str::to_owned)
}

/// Replaces a letter or a dot with the operator it means: `2x3`, `2·3`, `6:2`.
fn with_signs(given: &str) -> String {
    given.replace(['x', 'X', '·', '⋅', '∙'], "*").replace([':', '∶'], "/")
}

/// An invalid answer: a text that does not parse as the kind of answer that the question asks for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct Misread(String);

impl Misread {
    fn new(expected: impl Into<String>) -> Self {
        Self(expected.into())
    }
}

/// The questions that a recipe makes.
///
/// The same recipe makes the same questions on every machine, and in every version with the same
/// [`QUIZ_VERSION`]. A shorter quiz is the beginning of a longer one.
///
/// ```
/// use bracket24::quizzes::{Quiz, QuizKind, Recipe};
///
/// let recipe = Recipe { kinds: vec![QuizKind::Value], count: 3, ..Recipe::default() };
/// let quiz = Quiz::new(recipe);
/// assert!(quiz.items.iter().all(|item| item.mark(&item.answer()) == Ok(true)));
/// assert!(quiz.items[0].mark("many").is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Quiz {
    /// The recipe that made the quiz.
    pub recipe: Recipe,
    /// The questions.
    pub items: Vec<Item>,
}

impl Quiz {
    /// Makes the questions, no two on the same subject; none if the recipe has no kinds, and fewer
    /// if nobody [waits](crate::tracer::while_wanted) for them any more.
    pub fn new(mut recipe: Recipe) -> Self {
        recipe.count = if recipe.kinds.is_empty() { 0 } else { recipe.count.min(MAX_QUESTIONS) };
        let Recipe { count, level, seed, .. } = recipe;
        let mut random = Random::seeded(seed);
        let mut items: Vec<Item> = Vec::with_capacity(count);
        let mut known: HashSet<String> = HashSet::new();
        let mut turn = Vec::new();
        while items.len() < count {
            if turn.is_empty() {
                turn.clone_from(&recipe.kinds);
                random.shuffle(&mut turn);
            }
            let kind = turn.pop().expect("a quiz has a kind of questions");
            // This loop ends, because each kind and level can make far more suitable questions than
            // a quiz can have. Once nobody waits, parses are given up, and no question is suitable.
            let made = std::iter::repeat_with(|| Item::make(kind, level, &mut random));
            let mut made = made.take_while(|_| is_wanted()).flatten();
            let Some(new) = made.find(|item| known.insert(item.subject())) else { break };
            items.push(new);
        }
        Self { recipe, items }
    }
}
