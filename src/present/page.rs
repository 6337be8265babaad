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
pub(crate) struct PageData<'a> {
    pub(crate) title: &'a str,
    /// In ASCII, so that byte offsets count characters.
    pub(crate) expression: &'a str,
    pub(crate) view: View,
    /// What is to be said of all readings together, in a line.
    pub(crate) verdict: Option<String>,
    /// At least one; where they are several, a person can choose.
    pub(crate) readings: Vec<PageReading<'a>>,
    /// The grammars that do not read the expression.
    pub(crate) refused: Vec<Refused<'a>>,
}

/// A grammar that does not read the expression.
#[derive(Debug, Serialize)]
pub(crate) struct Refused<'a> {
    pub(crate) grammar: &'a str,
    pub(crate) summary: &'a str,
    pub(crate) verdict: String,
}

/// What a page opens with, as the command that made it.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum View {
    Trace,
    Step,
    Parse,
    Explain,
}

/// What one grammar made of the expression.
#[derive(Debug, Serialize)]
pub(crate) struct PageReading<'a> {
    pub(crate) grammar: &'a str,
    pub(crate) summary: &'a str,
    /// The whole text of the grammar.
    pub(crate) source: String,
    /// The expression as an S-expression.
    pub(crate) tree: String,
    pub(crate) value: Option<String>,
    /// Why there is no value.
    pub(crate) error: Option<String>,
    pub(crate) verdict: Option<String>,
    /// Where it parts from ordinary arithmetic.
    pub(crate) parting: Option<PageParting<'a>>,
    /// How many rules were tried.
    pub(crate) rule_calls: u64,
    /// Whether `events` tell of all of them; else only of those that are in
    /// `nodes`.
    #[serde(rename = "isWhole")]
    pub(crate) is_whole: bool,
    /// The names that events and nodes refer to.
    pub(crate) rules: Vec<&'a str>,
    pub(crate) events: Vec<Event>,
    /// Pairs of events: right after the first, all rules that were tried from
    /// the second on are given up.
    #[serde(rename = "givenUp")]
    pub(crate) given_up: Vec<(usize, usize)>,
    /// The parse tree, parents before children.
    pub(crate) nodes: Vec<RuleNode>,
    /// The expression's tree in postfix order.
    #[serde(rename = "expressionNodes")]
    pub(crate) expression_nodes: Vec<ExpressionNode>,
    pub(crate) steps: Vec<Step<'a>>,
}

/// The first sign of which two grammars take another right operand.
#[derive(Debug, Serialize)]
pub(crate) struct PageParting<'a> {
    /// Where the sign stands.
    pub(crate) sign: usize,
    /// What ordinary arithmetic takes, and what this grammar does.
    pub(crate) taken: [PageTaken<'a>; 2],
    /// What this grammar does otherwise.
    pub(crate) cause: String,
}

/// What a grammar takes for the right operand of a sign.
#[derive(Debug, Serialize)]
pub(crate) struct PageTaken<'a> {
    pub(crate) grammar: &'a str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The rule of the operation, and that which holds its operands together;
    /// `None` where finding them would take too long.
    pub(crate) rules: Option<[&'a str; 2]>,
}

/// A rule is tried, has matched or has failed; written as an array, for there
/// may be many.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
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
pub(crate) struct RuleNode {
    pub(crate) rule: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) parent: Option<usize>,
    /// The events that open and close it.
    pub(crate) enter: usize,
    pub(crate) exit: usize,
    /// The step that works out what it groups.
    pub(crate) step: Option<usize>,
}

/// A number or an operation.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ExpressionNode {
    pub(crate) label: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where the operator stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sign: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) step: Option<usize>,
}

/// One operation worked out.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Step<'a> {
    pub(crate) before: &'a str,
    /// Where in `before` the operation stands.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) operation: &'a str,
    /// What comes of it; `None` where it cannot be done.
    pub(crate) result: Option<StepResult<'a>>,
    /// The rule that holds its operands together.
    pub(crate) rule: Option<&'a str>,
    pub(crate) error: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct StepResult<'a> {
    pub(crate) value: String,
    /// What is left of the expression.
    pub(crate) left: &'a str,
    /// Where in that the value stands.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Writes the page.
///
/// # Errors
///
/// Those of `out`.
pub(crate) fn write_page(data: &PageData<'_>, out: &mut dyn Write) -> io::Result<()> {
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
