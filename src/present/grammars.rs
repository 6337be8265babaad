//! Reports on grammars: a list of all, the text of one, and the mistakes in a file.

use std::ops::Range;

use serde::Serialize;

use super::value::value;
use super::{Block, Csv, Document, Line, Report, Table, markup as m, read_markdown};
use crate::lessons::{Ambiguity, Parse};
use crate::serial::{Object, ParseFields, fields, serialize_object};
use crate::tracer::{GrammarError, RuleDefinition};
use crate::words::line_and_column;
use crate::{Grammar, Named};

/// A grammar with its parse of a text.
#[derive(Debug)]
pub struct ListedGrammar(pub Parse);

serialize_object! { ListedGrammar, self:
    "grammar" => self.0.grammar().name(),
    "summary" => self.0.grammar().summary(),
    "expression" => self.0.text(),
    ..ParseFields::from(&self.0)
}

/// Lists the grammars.
impl Report for [ListedGrammar] {
    fn document(&self) -> Document {
        let rows = self.iter().map(|it| {
            let grammar = it.0.grammar();
            // `8-4-2 is (- (- 8 4) 2) = 2`
            let tree = m::expression(it.0.written().to_s_expression());
            let said = m::expression(it.0.text()) + " is " + tree + " = " + value(&it.0);
            vec![m::heading(grammar.name()), m::plain(grammar.summary()), said]
        });
        Document(vec![Table::of(rows).into()])
    }

    /// Makes a row for every grammar.
    fn table(&self) -> Option<Csv> {
        let rows = self.iter().map(|ListedGrammar(parse)| {
            let grammar = parse.grammar();
            let tree = parse.expression().to_s_expression();
            (grammar.name(), grammar.summary(), parse.text(), tree, parse.value().ok())
        });
        Some(Csv::new(["grammar", "summary", "expression", "tree", "value"], rows))
    }
}

/// The file of a grammar, with the rules that all grammars share.
#[derive(Debug, Serialize)]
pub struct GrammarSource {
    /// The name of the grammar.
    pub grammar: String,
    /// The text of the file.
    pub source: String,
}

impl Report for GrammarSource {
    fn document(&self) -> Document {
        source(&self.source)
    }
}

/// Presents a grammar file to people, unchanged.
pub fn source(file: &str) -> Document {
    Document(file.lines().map(|line| Block::Verbatim(source_line(line))).collect())
}

pub(super) fn source_line(line: &str) -> Line {
    if line.trim_start().starts_with("//") {
        return m::note(line);
    }
    match line.split_once(" = ") {
        Some((rule, body)) if !rule.trim_end().contains(['"', ' ']) => {
            m::heading(rule).and(m::plain(format!(" = {body}")))
        }
        _ => m::plain(line),
    }
}

/// The result of checking whether a file is a grammar.
#[derive(Debug, Serialize)]
pub struct GrammarCheck<'a> {
    file: &'a str,
    /// The number of rules in the file, if there is no error.
    rules: Option<usize>,
    /// The parts that the grammar lacks as a grammar of arithmetic, if it is close to being one.
    /// For most grammars the report does not mention values.
    #[serde(skip_serializing_if = "Option::is_none")]
    lacks: Option<String>,
    errors: Vec<PlacedError<'a>>,
    warnings: Vec<PlacedError<'a>>,
    #[serde(skip)]
    advice: Option<String>,
    #[serde(skip)]
    is_flat: bool,
    /// The result of a search for a text with two trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Ambiguity>,
}

/// A mistake in a grammar, with its line and its column from 1.
#[derive(Debug, Serialize)]
pub(super) struct PlacedError<'a> {
    line: usize,
    column: usize,
    kind: &'static str,
    #[serde(flatten)]
    error: &'a GrammarError,
    /// The edits that fix the mistake, if known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mend: Vec<Object>,
}

impl<'a> PlacedError<'a> {
    /// Returns the mistakes `errors` in the text `source`, with their places.
    pub(super) fn all(source: &str, errors: &'a [GrammarError]) -> Vec<Self> {
        let placed = |error: &'a GrammarError| {
            let (line, column) = line_and_column(source, error.span.start);
            let edit = |(span, text): &(Range<usize>, String)| {
                fields! { "at" => span.start, "end" => span.end, "text" => text }
            };
            let mend = error.mend.iter().map(edit).collect();
            Self { line, column, kind: error.kind.name(), error, mend }
        };
        errors.iter().map(placed).collect()
    }
}

/// The grammar's own rules, without the shared ones.
fn own_rules(grammar: &Grammar) -> impl Iterator<Item = &RuleDefinition> {
    let end = grammar.source().len();
    grammar.rules().written.rules.iter().take_while(move |it| it.span.end <= end)
}

impl<'a> GrammarCheck<'a> {
    /// Presents the findings in the text `source` of a file, and `advice` on how the texts of the
    /// grammar could get values.
    pub fn new(
        file: &'a str,
        source: &str,
        grammar: Option<&Grammar>,
        [errors, warnings]: [&'a [GrammarError]; 2],
        advice: Option<String>,
    ) -> Self {
        let lacks = grammar.and_then(Grammar::lacks);
        Self {
            file,
            rules: grammar.map(|it| own_rules(it).count()),
            lacks: lacks.filter(|_| advice.is_some()).map(ToString::to_string),
            errors: PlacedError::all(source, errors),
            warnings: PlacedError::all(source, warnings),
            advice,
            is_flat: grammar.is_some_and(Grammar::is_flat),
            ambiguity: None,
        }
    }

    /// Writes a line for each mistake, in the form that editors parse: the place, the message, and
    /// the name of the mistake.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let errors = self.errors.iter().map(|it| ("error", it));
        let warnings = self.warnings.iter().map(|it| ("warning", it));
        let placed = |(level, it): (_, &PlacedError<'_>)| {
            let PlacedError { line, column, kind, error, .. } = it;
            format!("{}:{line}:{column}: {level}: {} [{kind}]", self.file, error.message)
        };
        let found = self.ambiguity.as_ref().and_then(|it| it.found.as_ref()).map(|forest| {
            let text = super::grammar_texts::shown(&forest.trees[0].text);
            format!("{}:1:1: warning: `{text}` has several trees [ambiguous]", self.file)
        });
        errors.chain(warnings).map(placed).chain(found)
    }
}

/// Presents a file without mistakes.
impl Report for GrammarCheck<'_> {
    fn document(&self) -> Document {
        let ambiguity = self.ambiguity.iter().flat_map(|it| it.document().0);
        let Some(rules) = self.rules else { return Document(ambiguity.collect()) };
        let noun = if rules == 1 { " rule" } else { " rules" };
        let line = m::plain(self.file) + ": a grammar of " + m::value(rules) + noun;
        let lacks = self.lacks.iter().map(|lacks| format!("its texts have no values: {lacks}"));
        let advice = self.advice.iter().map(|advice| format!("to have values: {advice}"));
        let flat = self.is_flat.then(|| {
            "its operators are in a flat list, which has no precedence: pest's PrattParser \
             groups it as ordinary arithmetic does"
                .to_owned()
        });
        let notes = lacks.chain(advice).chain(flat).map(m::note);
        let blank = self.ambiguity.iter().map(|_| Block::Blank);
        let lines = [line].into_iter().chain(notes).map(Block::from);
        Document(lines.chain(blank).chain(ambiguity).collect())
    }
}

/// The page about a lint.
#[derive(Debug, Serialize)]
pub struct LintPage {
    /// The name of the lint.
    pub name: &'static str,
    /// The page, in Markdown.
    pub text: &'static str,
}

impl Report for LintPage {
    fn document(&self) -> Document {
        let mut document = read_markdown(self.text.trim_start());
        document.0.splice(..0, [m::heading(self.name).into(), Block::Blank]);
        document
    }
}

/// All lints, each with the first sentence of its page.
impl Report for [LintPage] {
    fn document(&self) -> Document {
        let row = |page: &LintPage| {
            let text = page.text.trim_start().replace('\n', " ");
            let end = text.find(". ").map_or(text.len(), |at| at + 1);
            vec![m::template(page.name), m::plain(&text[..end])]
        };
        Document(vec![Table::of(self.iter().map(row)).into()])
    }
}
