//! The data of a page, which its scripts read from JSON.

use serde::Serialize;

/// All that a page shows.
#[derive(Debug, Serialize)]
pub struct PageData<'a> {
    pub title: &'a str,
    /// Places in it count units of UTF-16, as the scripts do.
    pub expression: &'a str,
    pub view: View,
    /// One line about all parses together.
    pub verdict: Option<String>,
    /// At least one; where they are several, a person can choose.
    pub readings: Vec<PageReading<'a>>,
    /// The grammars that do not accept the expression.
    pub refused: Vec<Refused<'a>>,
}

/// A grammar that does not accept the expression.
#[derive(Debug, Serialize)]
pub struct Refused<'a> {
    pub grammar: &'a str,
    pub summary: &'a str,
    pub verdict: String,
}

/// The view with which a page opens, named as the command that made it.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Trace,
    Step,
    Parse,
    Explain,
}

/// The parse of the expression by one grammar.
#[derive(Debug, Serialize)]
pub struct PageReading<'a> {
    pub grammar: &'a str,
    pub summary: &'a str,
    /// The whole text of the grammar.
    pub source: String,
    /// The expression as an S-expression; `None` under a plain grammar.
    pub tree: Option<String>,
    pub value: Option<String>,
    /// Why there is no value.
    pub error: Option<String>,
    pub verdict: Option<String>,
    /// Where it diverges from ordinary arithmetic.
    pub divergence: Option<PageDivergence<'a>>,
    /// The number of rules that were tried.
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

/// The calls of rules, parents before children: the facts about one stand at its
/// index in every column. There may be many calls, and field names for each
/// would take up most of the page.
#[derive(Debug, Default, Serialize)]
pub struct CallColumns {
    pub rule: Vec<usize>,
    pub parent: Vec<Option<usize>>,
    pub start: Vec<usize>,
    /// The end of its match, or else the farthest place that it reached.
    pub end: Vec<usize>,
    pub matched: Vec<bool>,
    /// The events that open and close it.
    pub enter: Vec<usize>,
    pub exit: Vec<usize>,
    /// The event after which it is not part of the tree.
    pub discarded: Vec<Option<usize>>,
    /// The step that gives the value of what it matched.
    pub step: Vec<Option<usize>>,
}

/// An event at which what matched is discarded, from `start` on.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PageBacktrack {
    pub event: usize,
    /// The call that continues with its next alternative, or fails.
    pub call: usize,
    pub start: usize,
    /// The farthest place that was reached.
    pub end: usize,
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

/// One operation evaluated.
#[derive(Debug, Clone, Serialize)]
pub struct Step<'a> {
    pub before: &'a str,
    /// Where in `before` the operation stands.
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
    /// The expression with the value in place of the operation.
    pub left: &'a str,
    /// Where in that the value stands.
    pub from: usize,
    pub to: usize,
}
