//! Lessons about a single expression, as data: its parse, the steps of its
//! evaluation, the purpose of its brackets, a trace, and where grammars diverge.

mod all_trees;
mod brackets;
mod diagnosis;
mod divergence;
mod explanation;
mod failed_parse;
mod furthest_failure;
mod machine;
mod marked_node;
mod operator_rule;
mod parse;
mod parse_tree;
mod plain_parse;
pub mod readers;
mod recording;
mod reduction;
mod slips;
mod template_parse;
mod trace_limits;
mod trace_stats;
mod unit_rules;
mod walkthrough;

pub use all_trees::{AllTrees, PossibleTree};
pub use brackets::{BracketPair, Brackets, BracketsError, MAX_PAIRS, Necessity};
pub use diagnosis::{Diagnosis, OpenRule, SuggestedFix};
pub use divergence::{Convention, Divergence, Fixity, Regrouping, RightOperand};
pub use explanation::{Explanation, ParseUnder, Verdict};
pub use failed_parse::{FailedParse, MendedParse};
pub use furthest_failure::FurthestFailure;
pub use machine::{Executed, Instruction, MachineRun, StackDivision};
pub use marked_node::{MarkedNode, NodeMark};
pub use operator_rule::OperatorRule;
pub use parse::Parse;
pub(crate) use parse_tree::trimmed;
pub use parse_tree::{ParseNode, ParseTree};
pub use plain_parse::PlainParse;
pub use recording::{Backtrack, Call, Extent, Recording, Snapshot, TraceDetail, TraceRefusal};
pub use reduction::{Part, Reduction, Step, StepSnapshot, ZeroDivision};
pub use slips::Slip;
pub use template_parse::TemplateParse;
pub use trace_limits::{MAX_CALLS, MAX_EVENTS, MAX_PAGE_EVENTS, MAX_PRINTED_STATES, MAX_STEPS};
pub use trace_stats::{CallStacks, Ended, PlaceStats, RuleStats, TraceStats};
pub use unit_rules::UnitRules;
pub use walkthrough::Walkthrough;
