//! What a page shows, as its scripts read it from JSON.

use serde::Serialize;

/// What the page shows.
#[derive(Debug, Serialize)]
pub struct PageData<'a> {
    pub title: &'a str,
    /// In ASCII, so that byte offsets count characters.
    pub expression: &'a str,
    pub view: View,
    /// What is to be said of all readings together, in a line.
    pub verdict: Option<String>,
    /// At least one; where they are several, a person can choose.
    pub readings: Vec<PageReading<'a>>,
    /// The grammars that do not read the expression.
    pub refused: Vec<Refused<'a>>,
}

/// A grammar that does not read the expression.
#[derive(Debug, Serialize)]
pub struct Refused<'a> {
    pub grammar: &'a str,
    pub summary: &'a str,
    pub verdict: String,
}

/// What a page opens with, as the command that made it.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Trace,
    Step,
    Parse,
    Explain,
}

/// What one grammar made of the expression.
#[derive(Debug, Serialize)]
pub struct PageReading<'a> {
    pub grammar: &'a str,
    pub summary: &'a str,
    /// The whole text of the grammar.
    pub source: String,
    /// The expression as an S-expression.
    pub tree: String,
    pub value: Option<String>,
    /// Why there is no value.
    pub error: Option<String>,
    pub verdict: Option<String>,
    /// Where it parts from ordinary arithmetic.
    pub parting: Option<PageParting<'a>>,
    /// How many rules were tried.
    pub rule_calls: u64,
    /// Whether `calls` are all of them, else only those of the parse tree.
    pub is_whole: bool,
    /// The names that calls refer to.
    pub rules: Vec<&'a str>,
    pub event_count: usize,
    pub calls: CallColumns,
    pub backtracks: Vec<PageBacktrack>,
    /// The expression's tree in postfix order.
    pub expression_nodes: Vec<ExpressionNode>,
    pub steps: Vec<Step<'a>>,
}

/// The first sign of which two grammars take another right operand.
#[derive(Debug, Serialize)]
pub struct PageParting<'a> {
    /// Where the sign stands.
    pub sign: usize,
    /// What ordinary arithmetic takes, and what this grammar does.
    pub taken: [PageTaken<'a>; 2],
    /// What this grammar does otherwise.
    pub cause: String,
}

/// What a grammar takes for the right operand of a sign.
#[derive(Debug, Serialize)]
pub struct PageTaken<'a> {
    pub grammar: &'a str,
    pub start: usize,
    pub end: usize,
    /// The rule of the operation, and that which holds its operands together;
    /// `None` where finding them would take too long.
    pub rules: Option<[String; 2]>,
}

/// The calls of rules, parents before children: what is known of one stands at
/// its index in every column. There may be many, so that names for each would
/// take most of the page.
#[derive(Debug, Default, Serialize)]
pub struct CallColumns {
    pub rule: Vec<usize>,
    pub parent: Vec<Option<usize>>,
    pub start: Vec<usize>,
    /// Where it matched to, else the farthest place that it came to.
    pub end: Vec<usize>,
    pub matched: Vec<bool>,
    /// The events that open and close it.
    pub enter: Vec<usize>,
    pub exit: Vec<usize>,
    /// The event from which on it is no part of the tree.
    pub discarded: Vec<Option<usize>>,
    /// The step that gives the value of what it read.
    pub step: Vec<Option<usize>>,
}

/// An event at which what matched is discarded, from `start` on.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PageBacktrack {
    pub event: usize,
    /// The call that goes on with its next alternative, or fails.
    pub call: usize,
    pub start: usize,
    /// The farthest place that was come to.
    pub end: usize,
}

/// A number or an operation.
#[derive(Debug, Clone, Serialize)]
pub struct ExpressionNode {
    pub label: String,
    pub start: usize,
    pub end: usize,
    /// Where the operator stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<usize>,
    pub children: Vec<usize>,
    pub step: Option<usize>,
}

/// One operation evaluated.
#[derive(Debug, Clone, Serialize)]
pub struct Step<'a> {
    pub before: &'a str,
    /// Where in `before` the operation stands.
    pub start: usize,
    pub end: usize,
    pub operation: &'a str,
    /// What comes of it; `None` where it cannot be done.
    pub result: Option<StepResult<'a>>,
    /// The rule that holds its operands together.
    pub rule: Option<&'a str>,
    pub error: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct StepResult<'a> {
    pub value: String,
    /// What is left of the expression.
    pub left: &'a str,
    /// Where in that the value stands.
    pub from: usize,
    pub to: usize,
}
