//! The data of a page, which its scripts read from JSON.

use std::borrow::Cow;

use serde::Serialize;

/// All that a page shows.
#[derive(Debug, Serialize)]
pub struct PageData<'a> {
    pub title: Cow<'a, str>,
    /// Places in it count units of UTF-16, as the scripts do.
    pub expression: &'a str,
    pub view: View,
    /// One line about all parses together.
    pub verdict: Option<String>,
    /// At least one; where they are several, a person can choose.
    pub readings: Vec<PageReading<'a>>,
}

/// The view with which a page opens, named as the command that made it.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Trace,
    Step,
    Parse,
    Explain,
    Readers,
}

/// The parse of the expression by one grammar.
#[derive(Debug, Default, Serialize)]
pub struct PageReading<'a> {
    pub grammar: &'a str,
    pub summary: Cow<'a, str>,
    /// The grammar whose text `source` is.
    pub source_name: &'a str,
    /// The whole text of the grammar.
    pub source: String,
    /// Where its rules stand in that.
    pub definitions: Vec<PageDefinition>,
    /// Whether the expression has a tree, and so may have a value.
    pub has_values: bool,
    pub value: Option<String>,
    /// Why there is no value.
    pub error: Option<String>,
    pub verdict: Option<String>,
    /// Where it diverges from ordinary arithmetic.
    pub divergence: Option<PageDivergence<'a>>,
    /// Why the text cannot be read, where it cannot.
    pub failure: Option<PageFailure>,
    /// What a reader without rules does.
    pub moments: Option<PageMoments>,
    /// Whether it keeps a memo.
    pub is_packrat: bool,
    /// What was counted, where that is not rule calls.
    pub counts: Option<String>,
    /// The number of rules that were tried.
    pub rule_calls: u64,
    pub detail: PageDetail,
    /// The names that calls refer to.
    pub rules: Vec<&'a str>,
    /// What the events try.
    pub tried: Vec<PageTried>,
    /// The events as numbers: see `events.rs`.
    pub events: Vec<i64>,
    /// Each `EOI` that pest returns: the event that reads it, and the call in which.
    pub ends: Vec<(usize, usize)>,
    /// Whether it opens on the pairs that pest returns, and not on all calls of rules.
    pub shows_pairs: bool,
    /// The rules, and where they are tried, that no memo can keep: their results differ.
    pub unsteady: Vec<(usize, usize)>,
    /// By node of the parse tree, the step that gives the value of what it matched.
    pub tree_steps: Vec<Option<usize>>,
    /// The expression's tree in postfix order.
    pub expression_nodes: Vec<ExpressionNode>,
    /// The expression as it is evaluated: the text, as the steps write it.
    pub evaluated: &'a str,
    pub steps: Vec<Step<'a>>,
}

/// Where a rule stands in the text of its grammar.
#[derive(Debug, Clone, Serialize)]
pub struct PageDefinition {
    pub rule: String,
    pub start: usize,
    pub end: usize,
    /// What is between its braces.
    pub body: [usize; 2],
    /// The names and texts in that, one after the other.
    pub leaves: Vec<[usize; 2]>,
    /// Its railroad diagram, where the rule is tried.
    pub rails: Option<String>,
}

/// How much of a trace a page has: all of it, or what is not too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageDetail {
    #[default]
    Terminals,
    /// The events of rules alone.
    Rules,
    /// The rules of the parse tree alone.
    Tree,
}

/// What is tried, and where the grammar says so.
#[derive(Debug, Clone, Serialize)]
pub struct PageTried {
    /// The index of a rule's name.
    pub rule: Option<usize>,
    /// A terminal, as a grammar writes it.
    pub terminal: Option<String>,
    /// What that wants to read, in words.
    pub wanted: Option<String>,
    pub sites: Vec<PageSite>,
}

/// Start and end in the grammar's text, and the number of the alternative there of how
/// many; 0 where there is no choice.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PageSite(pub usize, pub usize, pub usize, pub usize);

/// What a reader does, one thing after another, and its stacks.
#[derive(Debug, Clone, Serialize)]
pub struct PageMoments {
    pub stacks: Vec<&'static str>,
    /// What was ever on a stack, with the index of what was below it.
    pub items: Vec<(String, Option<usize>)>,
    pub all: Vec<PageMoment>,
}

/// One thing that a reader does.
#[derive(Debug, Clone, Serialize)]
pub struct PageMoment {
    pub said: String,
    pub start: usize,
    pub end: usize,
    /// Whether an operand or an operation is complete then.
    pub completes: bool,
    pub failed: bool,
    /// The uppermost item of each stack.
    pub tops: Vec<Option<usize>>,
}

/// Why a text cannot be read.
#[derive(Debug, Clone, Serialize)]
pub struct PageFailure {
    pub message: String,
    /// Where something was expected that is not there.
    pub start: usize,
    pub end: usize,
    pub expected: Vec<String>,
    /// The event that shows it, if that is kept.
    pub event: Option<usize>,
    /// The rules that are not read to their end there.
    pub open_rules: Vec<PageOpenRule>,
    /// The bracket that is not closed.
    pub open_bracket: Option<usize>,
    /// What to do.
    pub advice: String,
    pub mended: Option<PageMended>,
}

#[derive(Debug, Clone, Serialize)]
pub struct PageOpenRule {
    pub rule: String,
    pub start: usize,
}

/// The text after one edit that mends it.
#[derive(Debug, Clone, Serialize)]
pub struct PageMended {
    pub text: String,
    /// The piece that was put in; empty where something was only removed.
    pub start: usize,
    pub end: usize,
    /// What the edit takes away.
    pub removed: String,
    pub value: Option<String>,
    /// Its parse tree, parents before children.
    pub nodes: Vec<PageChain>,
}

/// A chain of unit rules of a parse tree.
#[derive(Debug, Clone, Serialize)]
pub struct PageChain {
    pub rules: Vec<String>,
    pub start: usize,
    pub end: usize,
    pub parent: Option<usize>,
}

/// The first operator to which two grammars give different right operands.
#[derive(Debug, Serialize)]
pub struct PageDivergence<'a> {
    /// Where the operator stands.
    pub operator: usize,
    /// Its right operand in ordinary arithmetic, and under this grammar.
    pub taken: [PageTaken<'a>; 2],
    /// The precedence or associativity that explains it.
    pub cause: String,
}

/// The right operand that a grammar gives to an operator.
#[derive(Debug, Serialize)]
pub struct PageTaken<'a> {
    pub grammar: &'a str,
    pub start: usize,
    pub end: usize,
    /// The operator's rule, and the innermost rule that contains both operands;
    /// `None` where finding them would take too long.
    pub rules: Option<[String; 2]>,
}

/// A number or an operation.
#[derive(Debug, Clone, Serialize)]
pub struct ExpressionNode {
    pub label: String,
    pub start: usize,
    pub end: usize,
    pub children: Vec<usize>,
    pub step: Option<usize>,
}

/// One operation evaluated. The expression before it is what the step before leaves,
/// and the text itself before the first one.
#[derive(Debug, Clone, Serialize)]
pub struct Step<'a> {
    /// Where in the expression the operation stands.
    pub start: usize,
    pub end: usize,
    pub operation: &'a str,
    /// Its result; `None` if it cannot be evaluated.
    pub result: Option<StepResult<'a>>,
    /// The innermost rule that contains both operands.
    pub rule: Option<&'a str>,
    pub error: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct StepResult<'a> {
    pub value: String,
    /// Of the expression with the value in place of the operation: how much of the one
    /// before it begins with and ends with, and what is between.
    pub prefix: usize,
    pub suffix: usize,
    pub middle: &'a str,
    /// Where in it the value stands.
    pub from: usize,
    pub to: usize,
}
