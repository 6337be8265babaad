//! Reports on hands, decks, templates and grammars, as data.

mod atlas;
mod calculate;
mod compare;
mod compare_grammars;
mod coverage;
mod grammar_diff;
mod grammar_test;
mod grammar_texts;
mod hands_by_difficulty;
mod inspect;
mod rule_tree;
mod set_cover;
mod solvable;
mod solve;
#[cfg(feature = "serde")]
mod solve_serialize;
mod survey;
#[cfg(feature = "serde")]
mod survey_part;
mod templates;
mod why;

pub use atlas::{
    Atlas, AtlasFinder, AtlasHand, AtlasSolution, AtlasTemplate, HandFind, MAX_ATLAS_HANDS,
    MAX_ATLAS_SOLUTIONS,
};
pub use calculate::{CalculateError, Calculation};
pub use compare::{
    CompareOptions, CompareSubject, Comparison, Difference, Entry, MissingSolution, Reached,
    SkippedEngine,
};
pub use compare_grammars::{GrammarComparison, GrammarEntry, GrammarSurvey, GrammarTally};
pub use coverage::{CoverMember, Coverage, CoverageCount, SolvedHand, TemplateCoverage};
pub use grammar_diff::{
    DiffReading, GivenUp, GrammarDiff, GrammarDifference, GrammarDifferenceKind, Likeness,
    MAX_ANY_TEXT, MAX_DIFF_TOKENS, ShortestDifference,
};
pub(crate) use grammar_test::quoted;
pub use grammar_test::{
    Expected, ExpectedTree, Got, GrammarTest, GrammarTestRun, SuiteError, TestResult, TestSuite,
};
pub use grammar_texts::{
    Example, GrammarCoverage, GrammarCoverageCount, GrammarExamples, PartUse, Refused,
};
pub use hands_by_difficulty::{HandsByDifficulty, RatedHand};
pub use inspect::{Detours, Hint, Inspection, Miss, Solving, Way};
pub use rule_tree::{RuleTree, TreePair};
pub use set_cover::{Cover, minimum_cover};
pub use solvable::{NeededOperators, OperatorNeeds, SearchedCount, SolvableCount, SolvableDeck};
pub use solve::{Found, LeftOut, SolutionStream, SolveError, SolveOptions, SolveReport};
pub use survey::{Counter, HandCount, Survey};
#[cfg(feature = "serde")]
pub use survey_part::{PART_FORMAT, PartError, SurveyPart, SurveyRun, read_survey_parts};
pub use templates::{
    ClassEntry, ClassesReport, MissedHands, TemplateEntry, TemplateReport, TemplateTally,
};
pub use why::{Reason, WhyStep};
