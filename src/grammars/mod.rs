//! The grammars, and parsing a text with one of them.
//!
//! The `.pest` file of a grammar alone decides which operator has higher precedence and whether it
//! is left- or right-associative. The parser's tokens come in postfix order (see
//! `grammar/lexical.pest`), so one fold makes the expression tree for every grammar without knowing
//! about precedence.

mod built_in;
mod completion;
mod farthest_failure;
mod filled;
mod findings;
mod flat_list;
mod fold;
mod missing_roles;
mod ordinary;
mod parse;
mod roles;
mod sign_roles;
mod syntax_error;
mod user_grammar;
mod whole_expression;

pub use built_in::Grammar;
pub use completion::Completion;
pub(crate) use farthest_failure::{FarthestEvent, FarthestFailure};
pub(crate) use filled::Filled;
pub(crate) use flat_list::{OperandList, precedence};
pub use fold::LineValue;
pub(crate) use fold::trimmed;
pub use missing_roles::{Lacks, MissingRole};
pub use ordinary::Ordinary;
#[cfg(test)]
pub(crate) use parse::count;
pub use parse::{MAX_DEPTH, MAX_OPERATORS, MAX_TEXT};
pub(crate) use roles::operator_rule;
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
pub(crate) use syntax_error::{syntax_error, wanted};
pub use user_grammar::UserGrammar;
