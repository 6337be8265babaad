//! The grammars, and reading a text with one of them.
//!
//! A grammar says in its `.pest` file which operator has higher precedence and
//! whether it is left- or right-associative. The parser's tokens come in postfix
//! order (see `grammar/lexical.pest`), so one fold makes the expression tree for
//! every grammar, and nothing here knows about precedence.

mod built_in;
mod completion;
#[cfg(test)]
pub(crate) mod count;
mod definition_text;
mod definitions;
mod expected;
mod farthest_event;
mod farthest_failure;
mod filled;
mod flat_list;
mod fold;
mod lacks;
mod line_values;
mod operand_list;
mod operator_sites;
mod ordinary;
mod parse;
mod required_rules;
mod role_names;
mod rule_role;
mod shared_rules;
mod shortcomings;
mod sign_roles;
mod skipped;
mod syntax_error;
mod user_grammar;
mod whole_expression;

pub use built_in::Grammar;
pub use completion::Completion;
pub use definitions::{RuleBody, RuleDefinition, RuleModifier};
pub(crate) use expected::syntax_error;
#[cfg(feature = "present")]
pub(crate) use expected::wanted;
pub(crate) use farthest_event::FarthestEvent;
pub(crate) use farthest_failure::FarthestFailure;
pub(crate) use filled::Filled;
pub(crate) use flat_list::ordinary_precedence;
pub use lacks::{Lacks, MissingRole};
pub use line_values::LineValue;
pub(crate) use operand_list::OperandList;
pub use ordinary::Ordinary;
pub use parse::{MAX_DEPTH, MAX_OPERATORS, MAX_TEXT};
pub(crate) use rule_role::operator_rule;
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
pub use user_grammar::UserGrammar;
