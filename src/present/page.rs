//! A page to hand out: one HTML file that shows how a text is read and worked
//! out, event by event, with nothing to fetch.
//!
//! The page has what every grammar made of the expression as JSON; what is seen
//! at a place is found by the scripts in `page/`.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

/// The document; a line that is a mark gives way to one of the parts.
const DOCUMENT: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The scripts in order: each uses those before it.
const SCRIPTS: [&str; 17] = [
    include_str!("page/document.js"),
    include_str!("page/layout.js"),
    include_str!("page/tree.js"),
    include_str!("page/reading.js"),
    include_str!("page/source.js"),
    include_str!("page/words.js"),
    include_str!("page/text.js"),
    include_str!("page/lists.js"),
    include_str!("page/parting.js"),
    include_str!("page/nodes.js"),
    include_str!("page/details.js"),
    include_str!("page/state.js"),
    include_str!("page/render.js"),
    include_str!("page/controls.js"),
    include_str!("page/address.js"),
    include_str!("page/paper.js"),
    include_str!("page/open.js"),
];

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
    /// Whether `events` tell of all of them; else only of those that are in
    /// `nodes`.
    #[serde(rename = "isWhole")]
    pub is_whole: bool,
    /// The names that events and nodes refer to.
    pub rules: Vec<&'a str>,
    pub events: Vec<Event>,
    /// Pairs of events: right after the first, all rules that were tried from
    /// the second on are given up.
    #[serde(rename = "givenUp")]
    pub given_up: Vec<(usize, usize)>,
    /// The parse tree, parents before children.
    pub nodes: Vec<RuleNode>,
    /// The expression's tree in postfix order.
    #[serde(rename = "expressionNodes")]
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

/// A rule is tried, has matched or has failed; written as an array, for there
/// may be many.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    Enter { rule: usize, depth: usize, at: usize },
    Match { rule: usize, depth: usize, at: usize, end: usize },
    Fail { rule: usize, depth: usize, at: usize },
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Enter { rule, depth, at } => ("e", rule, depth, at).serialize(serializer),
            Self::Match { rule, depth, at, end } => {
                ("m", rule, depth, at, end).serialize(serializer)
            }
            Self::Fail { rule, depth, at } => ("f", rule, depth, at).serialize(serializer),
        }
    }
}

/// A rule and the text it matched.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct RuleNode {
    pub rule: usize,
    pub start: usize,
    pub end: usize,
    pub parent: Option<usize>,
    /// The events that open and close it.
    pub enter: usize,
    pub exit: usize,
    /// The step that works out what it groups.
    pub step: Option<usize>,
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

/// One operation worked out.
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

/// Writes the page.
///
/// # Errors
///
/// Those of `out`.
pub fn write_page(data: &PageData<'_>, out: &mut dyn Write) -> io::Result<()> {
    for line in DOCUMENT.lines() {
        match line {
            "<!-- title -->" => writeln!(out, "<title>{}</title>", escape(data.title))?,
            "<!-- style -->" => writeln!(out, "<style>\n{STYLE}</style>")?,
            "<!-- data -->" => {
                write!(out, r#"<script type="application/json" id="data">"#)?;
                write_json(data, out)?;
                writeln!(out, "</script>")?;
            }
            "<!-- script -->" => {
                writeln!(out, "<script type=\"module\">\n{}</script>", SCRIPTS.join("\n"))?;
            }
            _ => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// A text as it stands between tags.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Writes JSON that can stand inside a script.
fn write_json(data: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    data.serialize(&mut serde_json::Serializer::with_formatter(out, InScript))?;
    Ok(())
}

/// Escapes what could end a script or its line: `<`, which begins `</script>`
/// and `<!--`, and the two line separators that JSON allows in a string.
struct InScript;

impl Formatter for InScript {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(['<', '\u{2028}', '\u{2029}']) {
            let (plain, found) = rest.split_at(at);
            let mut after = found.chars();
            let code = after.next().map_or(0, u32::from);
            write!(writer, "{plain}\\u{code:04x}")?;
            rest = after.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}
