//! What a grammar did with a file of tests.

use crate::reports::{Expected, Got, GrammarTestRun, TestResult};
use crate::words::counted;
use serde::Serialize;

use super::markup as m;
use super::{Block, Document, Line, Table};

/// The most lines of a text that are shown.
const MOST_LINES: usize = 8;

/// The tests that failed, and how many there are of each kind; `file` is where they
/// come from.
pub fn document(run: &GrammarTestRun, file: &str) -> Document {
    let mut blocks = Vec::new();
    for result in run.results.iter().filter(|result| !result.has_passed()) {
        let place = format!(" ({file}, line {})", result.test.line);
        let title = m::wrong("failed: ").and(m::heading(&*result.test.name)).and(m::note(place));
        blocks.extend([Block::Line(title), Block::Blank]);
        blocks.extend(text(&result.test.text));
        let rows =
            [vec![m::plain("  expected"), expected(result)], vec![m::plain("  got"), got(result)]];
        blocks.extend([Block::Blank, Table::of(rows).into(), Block::Blank]);
    }
    blocks.push(totals(run).into());
    Document(blocks)
}

fn text(text: &str) -> Vec<Block> {
    if text.is_empty() {
        return vec![m::note("  (an empty text)").into()];
    }
    let shown = |line: &str| {
        let line: String = line.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        Block::Verbatim(m::expression(format!("  {line}")))
    };
    let lines = text.split('\n').count();
    let mut blocks: Vec<Block> = text.split('\n').take(MOST_LINES).map(shown).collect();
    if lines > MOST_LINES {
        let more = counted(lines - MOST_LINES, "more line");
        blocks.push(m::note(format!("  … {more}")).into());
    }
    blocks
}

fn expected(result: &TestResult) -> Line {
    match (&result.test.expected, result.expected_tree()) {
        (Expected::Refused, _) => m::plain("refused"),
        (Expected::Read(_), Some(tree)) => m::expression(tree),
        (Expected::Read(_), None) => m::plain("read"),
    }
}

fn got(result: &TestResult) -> Line {
    match result.tree() {
        Some(tree) if result.test.expected == Expected::Refused => {
            m::plain("read: ").and(m::expression(tree))
        }
        Some(tree) => m::expression(tree),
        None => m::wrong(why(result).unwrap_or_else(|| "skipped".to_owned())),
    }
}

/// Why a text is not read.
fn why(result: &TestResult) -> Option<String> {
    let text = &result.test.text;
    match &result.got {
        Got::Begun(rest) => Some(format!(
            "read only up to {}: what it begins with does not ask for the end (`EOI`)",
            place(text, rest.start)
        )),
        Got::Refused(error) => {
            let advice = Some(error.advice()).filter(|it| !it.is_empty());
            let advice = advice.map_or_else(String::new, |it| format!(", {it}"));
            Some(format!(
                "refused at {}: {}{advice}",
                place(text, error.span.start),
                error.message()
            ))
        }
        Got::GivenUp(error) => Some(error.message()),
        Got::Read { .. } | Got::Skipped => None,
    }
}

/// A place in a text, which may have many lines.
fn place(text: &str, at: usize) -> String {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[start..].chars().count() + 1;
    if text.contains('\n') {
        format!("line {line}, column {column}")
    } else {
        format!("column {column}")
    }
}

fn totals(run: &GrammarTestRun) -> Line {
    let count = |holds: fn(&TestResult) -> bool| run.results.iter().filter(|&it| holds(it)).count();
    let skipped = count(TestResult::is_skipped);
    let failed = count(|it| !it.has_passed());
    let tests = run.results.len();
    let mut line =
        m::plain(format!("{}: {} passed", counted(tests, "test"), tests - skipped - failed));
    if failed > 0 {
        line = line.and(m::wrong(format!(", {failed} failed")));
    }
    if skipped > 0 {
        line = line.and(m::note(format!(", {skipped} skipped")));
    }
    line
}

/// What a grammar did with a test, for programs.
#[derive(Debug, Serialize)]
pub struct TestJson<'a> {
    name: &'a str,
    line: usize,
    text: &'a str,
    expected: &'static str,
    got: &'static str,
    /// Nothing of one that was skipped.
    passed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> From<&'a TestResult> for TestJson<'a> {
    fn from(result: &'a TestResult) -> Self {
        let test = &result.test;
        Self {
            name: &test.name,
            line: test.line,
            text: &test.text,
            expected: match test.expected {
                Expected::Read(_) => "read",
                Expected::Refused => "refused",
            },
            got: match result.got {
                Got::Read { .. } => "read",
                Got::Begun(_) | Got::Refused(_) => "refused",
                Got::GivenUp(_) => "given up",
                Got::Skipped => "skipped",
            },
            passed: (!result.is_skipped()).then(|| result.has_passed()),
            expected_tree: result.expected_tree(),
            tree: result.tree(),
            error: why(result),
        }
    }
}
