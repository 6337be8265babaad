//! Lessons about a single text: its parse, the steps of its evaluation, the purpose of its
//! brackets, its trace, and the operator at which grammars diverge. The lessons are data: this
//! module prints nothing.

mod all_trees;
mod ambiguity;
mod answer;
mod brackets;
mod correction;
mod diagnosis;
mod divergence;
mod explanation;
mod failed_parse;
mod forest;
mod machine;
mod pairs;
mod parse_tree;
pub mod readers;
mod reading;
mod recording;
mod reduction;
mod seeds;
mod slips;
mod steps;
mod tokens;
mod trace_stats;
mod typed_numbers;
mod working;

pub use all_trees::{AllTrees, PossibleTree};
pub use ambiguity::Ambiguity;
pub use answer::{Answer, Miscount, Problem};
pub use brackets::{BracketPair, Brackets, BracketsError, MAX_PAIRS, Necessity};
pub use diagnosis::{Diagnosis, OpenRule, SuggestedFix};
pub use divergence::{Convention, Divergence, Fixity, Regrouping, RightOperand};
pub use explanation::{Explanation, ParseUnder, Verdict};
pub use failed_parse::{FailedParse, MendedParse};
pub use forest::{Forest, ForestError, MAX_FOREST_TEXT};
pub use machine::{Executed, FailedInstruction, Instruction, MachineRun};
pub use parse_tree::{NodeMark, ParseNode, ParseTree, UnitRules};
pub(crate) use parse_tree::{s_expression, trimmed};
pub use reading::{Parse, Reading};
pub use recording::{
    Call, Extent, FurthestFailure, MAX_CALLS, MAX_EVENTS, MAX_PAGE_EVENTS, MAX_PRINTED_STATES,
    Recording, Snapshot, TraceDetail, TraceRefusal,
};
pub use reduction::{FailedStep, OperatorRule, Part, Reduction, Step, Walkthrough};
pub use seeds::{Descent, Grouping, Rewrite, Seed, SeedGrowth};
pub use slips::Slip;
pub use steps::{StepFault, WrongStep};
pub use trace_stats::{Ended, PlaceStats, RuleStats, TraceStats};
pub(crate) use typed_numbers::{in_brackets, typed_number};
