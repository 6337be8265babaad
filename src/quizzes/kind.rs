//! What a question can be about.

use crate::name::named_enum;

named_enum! {
    /// What a question is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum QuizKind: "kind of question" {
        /// The value of an expression under a grammar.
        Value = "value": "the value of an expression under a grammar",
        /// Its expression tree, among those that other grammars make.
        Tree = "tree": "its tree, among those that other grammars make",
        /// Which of its brackets can go.
        Brackets = "brackets": "the same expression with the fewest brackets",
        /// Which grammars give it a value.
        Grammar = "grammar": "which grammars give it this value",
        /// Where reading a text fails, and what could stand there.
        Error = "error": "where reading fails, and what could stand there",
        /// The template that an expression comes from, or that solves a hand.
        Template = "template": "the template behind an expression, or of a hand",
    }
}
