//! What a teacher shows of an expression, as data: what it is read as, how its
//! value comes about, what its brackets are for, and what it is to other
//! grammars.

mod binding;
mod brackets;
mod diagnosis;
mod explanation;
mod frames;
mod handout;
mod parse_tree;
mod parsing;
mod parting;
mod reduction;
mod story;
mod trace;
mod trace_stats;

pub use binding::Binding;
pub use brackets::{BracketPair, Brackets, BracketsError, MAX_PAIRS, Necessity};
pub use diagnosis::{Diagnosis, Mend, OpenRule};
pub use explanation::{Explanation, GrammarReading, TracedReading, Verdict};
pub use frames::{Frame, Happening, MAX_EVENTS, Player, Recording, StepFrame, Watch};
pub use handout::Handout;
pub use parse_tree::{ParseNode, ParseTree, TreeBuilder};
pub use parsing::{Chain, Parsing};
pub use parting::{Cause, Habit, Order, Parting, Taken};
pub use reduction::{Part, Reduction, Step, ZeroDivision};
pub use story::{GivenUp, Place, RuleEvent, Story};
pub use trace::{Call, MAX_CALLS, Trace, TraceRefusal};
pub use trace_stats::{RuleStats, TraceStats};
