//! A question of any kind.

use std::fmt;

use super::brackets::BracketsQuestion;
use super::errors::ErrorQuestion;
use super::grammars::GrammarQuestion;
use super::templates::TemplateQuestion;
use super::trees::TreeQuestion;
use super::values::ValueQuestion;
use super::{QuizKind, QuizLevel};
use crate::random::Random;
use crate::syntax::ascii_signs;

/// What a kind of question can do.
pub(super) trait Make: Sized {
    /// One of this level; `None` where what came at random teaches nothing.
    fn make(level: QuizLevel, random: &mut Random) -> Option<Self>;

    /// What it is about, by which two questions are told apart.
    fn subject(&self) -> String;

    /// The answer, as it can be typed.
    fn answer(&self) -> String;

    /// Whether `given` is right, which has ASCII signs and no blanks around it.
    fn mark(&self, given: &str) -> Result<bool, Misread>;
}

/// What is meant by an answer, without blanks around it or a `=` before it: signs as
/// they are typed, and the dash for a minus that editors make of a hyphen.
fn meant(given: &str) -> String {
    let given = ascii_signs(given).replace('–', "-");
    given.trim_start_matches(|it: char| it == '=' || it.is_whitespace()).trim_end().to_owned()
}

/// An answer that is none: it cannot be read as what is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    expected: String,
}

impl Misread {
    pub(super) const fn new(expected: String) -> Self {
        Self { expected }
    }
}

/// What was expected.
impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for Misread {}

/// Makes the questions: each has its [`QuizKind`] of the same name.
macro_rules! items {
    ($($(#[$attribute:meta])* $Variant:ident($Question:ty),)+) => {
        /// A question, and what is right.
        #[derive(Debug, Clone)]
        #[non_exhaustive]
        pub enum Item {
            $($(#[$attribute])* $Variant($Question),)+
        }

        impl Item {
            /// What it is about.
            pub const fn kind(&self) -> QuizKind {
                match self {
                    $(Self::$Variant(_) => QuizKind::$Variant,)+
                }
            }

            /// One of this kind and level, if what came at random will do.
            pub(super) fn make(
                kind: QuizKind,
                level: QuizLevel,
                random: &mut Random,
            ) -> Option<Self> {
                match kind {
                    $(QuizKind::$Variant => {
                        <$Question>::make(level, random).map(Self::$Variant)
                    })+
                }
            }

            /// The text or the hand that it is about.
            pub fn subject(&self) -> String {
                match self {
                    $(Self::$Variant(question) => question.subject(),)+
                }
            }

            /// The answer, as it can be typed; others of the same meaning are right
            /// too.
            pub fn answer(&self) -> String {
                match self {
                    $(Self::$Variant(question) => question.answer(),)+
                }
            }

            /// Whether `given` is right, judged by what it means and not by how it is
            /// written.
            ///
            /// # Errors
            ///
            /// Where it is no answer at all; what was expected.
            pub fn mark(&self, given: &str) -> Result<bool, Misread> {
                match self {
                    $(Self::$Variant(question) => question.mark(&meant(given)),)+
                }
            }
        }
    };
}

items! {
    /// The value of an expression under a grammar.
    Value(ValueQuestion),
    /// Its tree.
    Tree(TreeQuestion),
    /// The fewest brackets.
    Brackets(BracketsQuestion),
    /// The grammars that give a value.
    Grammar(GrammarQuestion),
    /// Where reading fails.
    Error(ErrorQuestion),
    /// The template of an expression or a hand.
    Template(TemplateQuestion),
}
