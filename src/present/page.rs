//! A page to hand out: one HTML file that shows how a text is parsed and evaluated, event by event,
//! and loads nothing else.
//!
//! The page contains the parses of the expression by every grammar as JSON; the scripts in
//! `page/` show them.

mod build;
mod events;

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::present::html::{self, Html, scripts};
use crate::serial::Object;

#[cfg(feature = "serve")]
pub(super) use build::definitions;
pub use build::{of_explanation, of_one, of_readers, of_refusals};
pub(super) use events::Units;

/// The visible elements, which the scripts fill.
pub(super) const BODY: &str = include_str!("page/page.html");

pub(super) const STYLE: &str = include_str!("page/page.css");

const PAGE: Html = Html {
    body: BODY,
    styles: &[html::BASE, html::TREE_STYLE, STYLE],
    scripts: &[&html::DRAWING, &SHOWING, &scripts!("page": address start)],
};

/// The scripts that show data, after [`html::DRAWING`]. They call `rendered` whenever the view
/// changes.
pub(super) const SHOWING: [&str; 23] = scripts!("page":
    replay moments reading definition links words text lists calls together memo rails nodes
    divergence failure details state choices panes render controls paper open
);

/// Writes the page.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_page(data: &PageData<'_>, out: &mut dyn Write) -> io::Result<()> {
    PAGE.write(&data.title, data, out)
}

/// The data of a page.
#[derive(Debug, Serialize)]
pub struct PageData<'a> {
    pub title: Cow<'a, str>,
    /// The text. Places in it count UTF-16 units, as in the scripts.
    pub expression: &'a str,
    pub view: View,
    /// The verdict on all parses together, in one line.
    pub verdict: Option<String>,
    /// At least one parse. If there are several, the user can choose.
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
    /// The places of the rules in `source`.
    pub definitions: Vec<PageDefinition>,
    /// Whether the expression has a tree, and so may have a value.
    pub has_values: bool,
    pub value: Option<String>,
    /// The reason why the expression has no value.
    pub error: Option<String>,
    pub verdict: Option<String>,
    /// The place where the parse diverges from ordinary arithmetic.
    pub divergence: Option<Object>,
    /// The reason why the text does not parse, if it does not.
    pub failure: Option<Object>,
    /// The actions of a reader that has no rules.
    pub moments: Option<Object>,
    /// Whether the reader keeps a memo.
    pub is_packrat: bool,
    /// The counts of a reader's work, in words.
    pub counts: Option<String>,
    /// The number of rules that were tried.
    pub rule_calls: u64,
    pub detail: PageDetail,
    /// The names of the rules, each at the index of its rule.
    pub rules: Vec<&'a str>,
    /// The items that the events try.
    pub tried: Vec<PageTried>,
    /// The events as numbers: see `events.rs`.
    pub events: Vec<i64>,
    /// Each `EOI` that pest returns: the event that matches it, and the call in which it matches.
    pub ends: Vec<(usize, usize)>,
    /// Whether the page opens with the pairs that pest returns rather than with all rule calls.
    pub shows_pairs: bool,
    /// The rules whose result at a place can vary, so that a memo cannot store it.
    pub varying: Vec<usize>,
    /// For each node of the parse tree, the step that gives the value of its text.
    pub tree_steps: Vec<Option<usize>>,
    /// The expression's tree in postfix order.
    pub expression_nodes: Vec<Object>,
    /// The expression before the first step, as the steps write it.
    pub evaluated: &'a str,
    pub steps: Vec<Step<'a>>,
}

/// The place of a rule in the text of its grammar.
#[derive(Debug, Clone, Serialize)]
pub struct PageDefinition {
    pub rule: String,
    pub start: usize,
    pub end: usize,
    /// The place of the part between the braces.
    pub body: [usize; 2],
    /// The places of the names and texts in that part, in order.
    pub leaves: Vec<[usize; 2]>,
    /// The railroad diagram of the rule, if the parser tries the rule.
    pub rails: Option<String>,
}

/// The part of a trace that a page contains. If the trace is too long, the page leaves some of it
/// out.
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
    /// Parts of the grammar's text: of each its start, its end, the number of the alternative that
    /// it belongs to, and the number of alternatives. Outside a choice, both numbers are 0.
    pub sites: Vec<[usize; 4]>,
}

/// The evaluation of one operation. The first step evaluates a part of `evaluated`, and each
/// further step a part of the expression that the previous step left.
#[derive(Debug, Clone, Serialize)]
pub struct Step<'a> {
    /// The place of the operation in the expression.
    pub start: usize,
    pub end: usize,
    pub operation: &'a str,
    /// The result of the operation; `None` if it has no value.
    pub result: Option<Object>,
    /// The innermost rule that contains both operands.
    pub rule: Option<&'a str>,
    pub error: Option<String>,
}
