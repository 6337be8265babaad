//! What a teacher shows of an expression, as data: what it is read as, how its
//! value comes about, and what its brackets are for.

mod binding;
mod brackets;
mod diagnosis;
mod handout;
mod parse_tree;
mod parsing;
mod reduction;
mod story;
mod trace;
mod trace_stats;

pub use binding::Binding;
pub use brackets::{BracketPair, Brackets, BracketsError, MAX_PAIRS, Necessity, Reading};
pub use diagnosis::{Diagnosis, Mend, OpenRule};
pub use handout::Handout;
pub use parse_tree::{ParseNode, ParseTree, TreeBuilder};
pub use parsing::{Chain, Parsing};
pub use reduction::{Part, Reduction, Step, ZeroDivision};
pub use story::{GivenUp, Place, RuleEvent, Story};
pub use trace::{Call, MAX_CALLS, Trace, TraceRefusal};
pub use trace_stats::{RuleStats, TraceStats};
