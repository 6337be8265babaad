//! Reports on what the engines find, as data.

mod atlas;
mod calculate;
mod classes;
mod compare;
mod coverage;
mod grammar_coverage;
mod grammar_diff;
mod grammar_examples;
mod grammar_survey;
mod grammar_test;
mod hands_by_difficulty;
mod hint;
mod inspect;
mod listing;
mod needed_operators;
mod rule_tree;
mod solvable;
mod solve;
#[cfg(feature = "serde")]
mod solve_serialize;
mod survey;
#[cfg(feature = "serde")]
mod survey_part;
mod survey_record;
mod survey_run;
mod template;
mod why;

pub use atlas::{
    Atlas, AtlasFinder, AtlasHand, AtlasSolution, AtlasTemplate, HandFind, MAX_ATLAS_HANDS,
    MAX_ATLAS_SOLUTIONS,
};
pub use calculate::{CalculateError, Calculation};
pub use classes::{ClassEntry, ClassesReport, MissedHands};
pub use compare::{
    CompareOptions, CompareSubject, Comparison, Difference, Entry, GrammarComparison, GrammarEntry,
    MissingSolution, Reached, SkippedEngine,
};
pub use coverage::{
    Cover, CoverMember, Coverage, CoverageCount, SolvedHand, TemplateCoverage, minimum_cover,
};
pub use grammar_coverage::{GrammarCoverage, GrammarCoverageCount, PartUse, Refused};
pub use grammar_diff::{
    DiffReading, GivenUp, GrammarDiff, GrammarDifference, GrammarDifferenceKind, Likeness,
    MAX_ANY_TEXT, MAX_DIFF_TOKENS, ShortestDifference,
};
pub use grammar_examples::{Example, GrammarExamples};
pub use grammar_survey::{GrammarSurvey, GrammarTally};
pub use grammar_test::{
    Expected, ExpectedTree, Got, GrammarTest, GrammarTestRun, SuiteError, TestResult, TestSuite,
};
pub use hands_by_difficulty::{HandsByDifficulty, RatedHand};
pub use hint::Hint;
pub use inspect::{Detours, Inspection, Miss, Solving, Way};
pub use listing::TemplateEntry;
pub use needed_operators::{NeededOperators, OperatorNeeds};
pub use rule_tree::RuleTree;
pub use solvable::{SolvableCount, SolvableDeck};
pub use solve::{Found, LeftOut, SolutionStream, SolveError, SolveOptions, SolveReport};
pub use survey::{Counter, Survey};
#[cfg(feature = "serde")]
pub use survey_part::{PartError, WrittenPart, hands_of_part, read_survey_parts};
pub use survey_record::{HandCount, PART_FORMAT, SurveyPart, SurveyRecord};
pub use survey_run::SurveyRun;
pub use template::{TemplateReport, TemplateTally};
pub use why::{Reason, WhyStep};
