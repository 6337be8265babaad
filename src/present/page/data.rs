//! The data of a page, which its scripts read from JSON.

use std::borrow::Cow;

use serde::Serialize;

use crate::serial::Object;

/// The data of a page.
#[derive(Debug, Serialize)]
pub struct PageData<'a> {
    pub title: Cow<'a, str>,
    /// Places in it are counted in UTF-16 units, as in the scripts.
    pub expression: &'a str,
    pub view: View,
    /// The verdict on all parses together, in one line.
    pub verdict: Option<String>,
    /// At least one; if there are several, the user can choose.
    pub readings: Vec<PageReading<'a>>,
}

/// The view in which a page opens, named after the command that made it.
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
    /// The name of the grammar with the text `source`.
    pub source_name: &'a str,
    /// The whole text of the grammar.
    pub source: String,
    /// The places of its rules in that text.
    pub definitions: Vec<PageDefinition>,
    /// Whether the expression has a tree, and so may have a value.
    pub has_values: bool,
    pub value: Option<String>,
    /// The reason why there is no value.
    pub error: Option<String>,
    pub verdict: Option<String>,
    /// The place where it diverges from ordinary arithmetic.
    pub divergence: Option<Object>,
    /// The reason why the text does not parse, if it does not.
    pub failure: Option<Object>,
    /// The moments of a reader without rules.
    pub moments: Option<PageMoments>,
    /// Whether the reader keeps a memo.
    pub is_packrat: bool,
    /// The counts, if they are not rule calls.
    pub counts: Option<String>,
    /// The number of rules that were tried.
    pub rule_calls: u64,
    pub detail: PageDetail,
    /// The names that calls refer to.
    pub rules: Vec<&'a str>,
    /// The items that the events try.
    pub tried: Vec<PageTried>,
    /// The events as numbers: see `events.rs`.
    pub events: Vec<i64>,
    /// Each `EOI` that pest returns: the event that matches it, and its call.
    pub ends: Vec<(usize, usize)>,
    /// Whether it opens with the pairs that pest returns rather than with all calls of rules.
    pub shows_pairs: bool,
    /// The rules and places whose results vary, so that no memo can store them.
    pub unsteady: Vec<(usize, usize)>,
    /// For each node of the parse tree, the step that gives the value of its text.
    pub tree_steps: Vec<Option<usize>>,
    /// The expression's tree in postfix order.
    pub expression_nodes: Vec<Object>,
    /// The expression during evaluation: the text as the steps write it.
    pub evaluated: &'a str,
    pub steps: Vec<Step<'a>>,
}

/// The place of a rule in the text of its grammar.
#[derive(Debug, Clone, Serialize)]
pub struct PageDefinition {
    pub rule: String,
    pub start: usize,
    pub end: usize,
    /// The part between its braces.
    pub body: [usize; 2],
    /// The names and texts in that part, one after another.
    pub leaves: Vec<[usize; 2]>,
    /// Its railroad diagram, if the parser tries the rule.
    pub rails: Option<String>,
}

/// The part of a trace that a page has: all of it, or as much as is not too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageDetail {
    #[default]
    Terminals,
    /// Only the events of rules.
    Rules,
    /// Only the rules of the parse tree.
    Tree,
}

/// An item that the parser tries, and its place in the grammar.
#[derive(Debug, Clone, Serialize)]
pub struct PageTried {
    /// The index of a rule's name.
    pub rule: Option<usize>,
    /// A terminal, as a grammar writes it.
    pub terminal: Option<String>,
    /// A description of the text that the terminal matches.
    pub wanted: Option<String>,
    pub sites: Vec<PageSite>,
}

/// Start and end in the grammar's text, the number of the alternative there, and the number of
/// alternatives; both 0 outside choices.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PageSite(pub usize, pub usize, pub usize, pub usize);

/// The moments of a reader, one after another, and its stacks.
#[derive(Debug, Clone, Serialize)]
pub struct PageMoments {
    pub stacks: Vec<&'static str>,
    /// All items that were ever on a stack, with the index of the item below.
    pub items: Vec<(String, Option<usize>)>,
    pub all: Vec<PageMoment>,
}

/// An action of a reader.
#[derive(Debug, Clone, Serialize)]
pub struct PageMoment {
    pub said: String,
    pub start: usize,
    pub end: usize,
    /// Whether it completes an operand or an operation.
    pub completes: bool,
    pub failed: bool,
    /// The top item of each stack.
    pub tops: Vec<Option<usize>>,
}

/// The evaluation of one operation. The expression before it is the result of the previous step,
/// or the text itself.
#[derive(Debug, Clone, Serialize)]
pub struct Step<'a> {
    /// The place of the operation in the expression.
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
    /// The expression with the value in place of the operation: how much it shares with the
    /// beginning and the end of the previous one, and the part between.
    pub prefix: usize,
    pub suffix: usize,
    pub middle: &'a str,
    /// The place of the value in it.
    pub from: usize,
    pub to: usize,
}
