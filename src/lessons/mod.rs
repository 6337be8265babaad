//! What a teacher shows of an expression, as data: what it is read as, how its
//! value comes about, what its brackets are for, and what it is to other
//! grammars.

mod brackets;
mod diagnosis;
mod divergence;
mod explanation;
mod frames;
mod handout;
mod operator_rule;
mod parse;
mod parse_tree;
mod reduction;
mod story;
mod trace;
mod trace_stats;

pub use brackets::{BracketPair, Brackets, BracketsError, MAX_PAIRS, Necessity};
pub use diagnosis::{Diagnosis, OpenRule, SuggestedFix};
pub use divergence::{Convention, Divergence, Fixity, Regrouping, RightOperand};
pub use explanation::{Explanation, ParseUnder, Verdict};
pub use frames::{Frame, Happening, MAX_EVENTS, Player, Recording, StepFrame, Watch};
pub use handout::Handout;
pub use operator_rule::OperatorRule;
pub use parse::{Parse, UnitRules};
pub use parse_tree::{ParseNode, ParseTree, TreeBuilder};
pub use reduction::{Part, Reduction, Step, ZeroDivision};
pub use story::{GivenUp, Place, RuleEvent, Story};
pub use trace::{Call, MAX_CALLS, Trace, TraceRefusal};
pub use trace_stats::{RuleStats, TraceStats};
