//! The live page: two editors, and below them the same views as on the [handout page](super::page),
//! drawn by the same scripts.
//!
//! The page fetches its contents from a server, which belongs to the command. This module makes the
//! page itself, and the answers of the server that contain places in a text. The places count
//! UTF-16 units, as the scripts do.

use std::ops::Range;

use serde::Serialize;

use super::grammars::GrammarCheck;
use super::html::{self, BASE, TREE_STYLE, scripts};
use super::page::{self, PageDefinition, Units};
use super::tree;
use crate::Grammar;
use crate::lessons::{Explanation, Parse, ParseUnder, Reading};
use crate::reports::{DiffReading, GrammarDifference, SolveReport, SuiteError, TreePair};
use crate::serial::{Object, ParseFields, fields, serialize_object};
use crate::tracer::GrammarError;

/// The maximum number of bytes of diagrams in an answer.
const MAX_RAILS: usize = 600_000;

const FRAME: &str = include_str!("live/frame.html");
const BODY: &str = include_str!("live/live.html");
const STYLE: &str = include_str!("live/live.css");

/// The scripts, which may use those of the handout page.
const SCRIPTS: [&str; 21] = scripts!("live":
    ask editor elements work zip address show text files grammar tests change hand exercise
    lessons hand_out examples tour watch follow start
);

/// Returns the page, which opens with the data `opening`.
pub fn page(opening: &impl Serialize) -> String {
    let data = html::data_element("opening", opening).expect("what opens the page is JSON");
    let page = FRAME.replace("<!-- body -->\n", BODY).replace("<!-- shown -->\n", page::BODY);
    page.replace("<!-- opening -->\n", &data)
}

/// Returns the script of the page: all scripts as one module.
pub fn script() -> String {
    let all = html::DRAWING.iter().chain(&page::SHOWING).chain(&SCRIPTS);
    // Comments of the scripts would only make the page load more slowly, so they are removed. The
    // scripts contain example grammars. Their comments are not indented, so they stay.
    let is_code = |line: &&str| {
        let text = line.trim_start();
        let is_indented = text.len() < line.len();
        !(text.starts_with("/**") && text.ends_with("*/") || is_indented && text.starts_with("// "))
    };
    all.flat_map(|it| it.lines()).filter(is_code).collect::<Vec<_>>().join("\n")
}

/// Returns the style of the page.
pub fn style() -> String {
    [BASE, TREE_STYLE, page::STYLE, STYLE].join("\n")
}

/// A grammar in the editor: its mistakes with their places, and its rules if it is valid.
#[derive(Debug, Serialize)]
pub struct EditedGrammar<'a> {
    source: &'a str,
    #[serde(flatten)]
    check: GrammarCheck<'a>,
    /// The errors, then the warnings.
    marks: Vec<Object>,
    definitions: Vec<PageDefinition>,
}

impl<'a> EditedGrammar<'a> {
    /// Parses the text `source` of a grammar called `name`, or reports its mistakes.
    pub fn new(
        name: &'a str,
        source: &'a str,
        grammar: Option<&'a Grammar>,
        [errors, warnings]: [&'a [GrammarError]; 2],
    ) -> Self {
        let units = &Units::of(source);
        let marks = |kind, errors: &'a [GrammarError]| {
            let mark = move |it: &'a GrammarError| {
                let said = (&it.span, &*it.message, &*it.advice);
                let edit = |(span, text): &'a (Range<usize>, String)| {
                    (units.at(span.start), units.at(span.end), &**text)
                };
                let mend: Vec<_> = it.mend.iter().map(edit).collect();
                text_mark(kind, source, units, said, &mend)
            };
            errors.iter().map(mark)
        };
        Self {
            source,
            check: GrammarCheck::new(name, source, grammar, [errors, warnings], None),
            marks: marks("error", errors).chain(marks("warning", warnings)).collect(),
            definitions: grammar.map_or_else(Vec::new, |it| {
                page::definitions(it, source, units, MAX_RAILS, |_| true)
            }),
        }
    }
}

/// Makes a place in the text `source`, with a message and the replacements that fix the mistake.
fn text_mark(
    kind: &str,
    source: &str,
    units: &Units,
    (span, message, advice): (&Range<usize>, &str, &str),
    mend: &[(usize, usize, &str)],
) -> Object {
    let [start, end] = [span.start, span.end].map(|at| units.at(at.min(source.len())));
    fields! {
        "kind" => kind, "start" => start, "end" => end,
        "message" => message, "advice" => advice, "mend" => mend,
    }
}

/// Marks the mistakes in the text `source` of a file of tests.
pub fn marks_in_tests(source: &str, errors: &[SuiteError]) -> Vec<Object> {
    let units = Units::of(source);
    let mark = |it: &SuiteError| {
        text_mark("error", source, &units, (&it.span, &it.message, &it.advice), &[])
    };
    errors.iter().map(mark).collect()
}

/// Presents the shortest text that two grammars parse differently, with both trees.
pub fn telling_text(difference: &GrammarDifference) -> Object {
    let [a, b] = difference.parses.each_ref().map(|parse| match parse {
        Ok(DiffReading::Expression(parse)) => DrawnParse::of(parse),
        Ok(DiffReading::Rules { rules, .. }) => {
            DrawnParse { parse: parse.into(), nodes: nodes(rules) }
        }
        Err(_) => DrawnParse { parse: parse.into(), nodes: Vec::new() },
    });
    fields! { "expression" => difference.text, "kind" => difference.kind, "a" => a, "b" => b }
}

/// The parse of a text by a grammar.
#[derive(Debug)]
struct DrawnParse {
    parse: ParseFields,
    /// The nodes of the tree, parents before children; empty if the grammar refuses the text.
    nodes: Vec<Object>,
}

serialize_object! { DrawnParse, self:
    ..self.parse,
    "nodes" => self.nodes,
}

impl DrawnParse {
    fn of(parse: &Parse) -> Self {
        let written = tree::nodes(&parse.written()).into_iter();
        let written = written.map(|(depth, rule)| TreePair { depth, rule, text: String::new() });
        Self { parse: parse.into(), nodes: nodes(&written.collect::<Vec<_>>()) }
    }
}

/// Makes the nodes of a tree. The label of a node is its rule or its operator.
fn nodes(tree: &[TreePair]) -> Vec<Object> {
    let node = |(TreePair { rule, text, .. }, parent): (&TreePair, _)| {
        fields! { "label" => rule, "text" => text, "parent" => parent }
    };
    tree.iter().zip(tree::parents(tree.iter().map(|it| it.depth))).map(node).collect()
}

/// The solutions of a hand. The first few have details that `solve` does not print: their parses,
/// and their explanations under other grammars.
#[derive(Debug)]
pub struct SolvedHand<'a>(pub &'a SolveReport, pub &'a [(Parse, Explanation)]);

serialize_object! { SolvedHand<'_>, self:
    ..self.0,
    "shown" => self.1.iter().map(ShownSolution).collect::<Vec<_>>(),
}

/// A parsed solution, with the parses by those grammars that parse it differently.
struct ShownSolution<'a>(&'a (Parse, Explanation));

serialize_object! { ShownSolution<'_>, self:
    let (parse, explanation) = self.0;
    let differs = |it: &&ParseUnder| {
        let differs = |it: &Parse| !it.expression().is_grouped_as(parse.expression());
        it.grammar() != parse.grammar() && it.parse().is_some_and(differs)
    };
    ..DrawnParse::of(parse),
    "others" => explanation.parses.iter().filter(differs).map(OtherReading).collect::<Vec<_>>(),
}

/// The parse by another grammar.
struct OtherReading<'a>(&'a ParseUnder);

serialize_object! { OtherReading<'_>, self:
    "grammar" => self.0.grammar(),
    ..ParseFields::from(&self.0.reading)
}

/// One of many texts, with its parse by a grammar.
#[derive(Debug, Serialize)]
pub struct TriedLine {
    got: &'static str,
    #[serde(flatten)]
    parse: ParseFields,
}

impl TriedLine {
    /// Presents `reading`, the result of parsing a text.
    pub fn new(reading: &Reading) -> Self {
        let (got, parse) = match reading {
            Reading::Expression(parse) => ("read", (&**parse).into()),
            // A template has no value until its slots are filled.
            Reading::Template(_, it) => ("read", ParseFields::without_value(it.to_s_expression())),
            Reading::Plain(tree) => {
                let got = if tree.unread().is_empty() { "read" } else { "begun" };
                (got, ParseFields::without_value(tree.to_s_expression()))
            }
            Reading::Failed(failed) => {
                let error = failed.error();
                let column = failed.text()[..error.span.start].chars().count() + 1;
                let error = format!("{} at column {column}: {}", error.message(), error.advice());
                ("refused", ParseFields::failed(error))
            }
        };
        Self { got, parse }
    }
}
