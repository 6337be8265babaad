//! A grammar and its texts: examples made from the grammar, the parts of the grammar that texts
//! use, and tests.

use std::borrow::Cow;

use super::{Block, Csv, Document, Line, Report, Table, markup as m};
use crate::reports::{
    Example, Expected, GrammarCoverage, GrammarExamples, GrammarTestRun, PartUse, Refused,
    TestResult,
};
use crate::sentences::PartKind;
use crate::words::{counted, list_first, place, shorten};

/// The maximum number of unused parts to name.
const NAMED: usize = 5;

/// The maximum width of a text within a sentence.
const COLUMNS: usize = 40;

/// The maximum number of lines of a text to show.
const MOST_LINES: usize = 8;

/// Writes a text as a line of a file of texts, which [`text_of_line`] reads. A text that cannot be
/// such a line unchanged is written as JSON after a `#`: it is empty, contains control characters
/// such as line ends, begins or ends with a blank, or begins with a `#` or a byte order mark.
pub fn line(text: &str) -> Cow<'_, str> {
    if is_line(text) { Cow::Borrowed(text) } else { Cow::Owned(format!("#{}", shown(text))) }
}

/// Shows a text in one line: as it is, or as JSON if it could not be seen in full.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    let is_seen = is_line(text) && !text.contains('\t');
    if is_seen { text.into() } else { serde_json::Value::from(text).to_string().into() }
}

/// Shows a text in a table.
pub(super) fn cell(text: &str) -> Line {
    if text.is_empty() { m::note("(empty)") } else { m::expression(shown(text).into_owned()) }
}

/// Returns the text in a line of a file of texts, with the blanks around it; `None` for a blank line
/// and for a comment. Only a line that begins with `#`, which would be a comment otherwise, encodes a
/// different text.
pub fn text_of_line(line: &str) -> Option<Cow<'_, str>> {
    let Some(json) = line.trim().strip_prefix('#') else {
        let line = line.trim_end_matches(['\n', '\r']);
        return Some(Cow::Borrowed(line)).filter(|it| !it.trim().is_empty());
    };
    let text = Some(json).filter(|it| it.starts_with('"')).map(serde_json::from_str::<String>)?;
    text.ok().map(Cow::Owned)
}

/// Whether a text can be a line unchanged.
fn is_line(text: &str) -> bool {
    !text.is_empty()
        && text == text.trim()
        && !text.starts_with(['#', '\u{feff}'])
        && !text.contains(|it: char| it.is_control() && it != '\t')
}

/// Shows each text; a refused text has the place of the error and the expected tokens next to it.
impl Report for GrammarExamples {
    fn document(&self) -> Document {
        let row = |Example { text, read }: &Example| {
            let Err(error) = read else { return vec![cell(text)] };
            let is_end = error.span.is_empty();
            let place = if is_end { "at the end".into() } else { place(text, error.span.start) };
            vec![cell(text), m::plain(place), m::plain(error.message_and_advice())]
        };
        let table = Table::of(self.texts.iter().map(row));
        Document(vec![table.titled(["text", "refused", "because"]).into()])
    }

    /// Makes a row for every text; the cell for the error is empty if the text is accepted.
    fn table(&self) -> Option<Csv> {
        Some(Csv::new(["text", "read", "error"], &self.texts))
    }
}

/// Describes the parts for which no text was found; `None` if all parts are used.
pub fn unused(examples: &GrammarExamples) -> Option<String> {
    let GrammarExamples { parts, unused, .. } = examples;
    (!unused.is_empty()).then_some(())?;
    let (count, named) = (counted(*parts, "part"), list_first(unused, NAMED));
    Some(format!("{} of {count} not used: {named}", unused.len()))
}

/// Shows the parts that no text used, and the refused texts.
impl Report for GrammarCoverage {
    fn document(&self) -> Document {
        let Self { grammar, parts, read, untold, refused, first_refused } = self;
        let rows: Vec<Vec<Line>> = self.unused().map(unused_part).collect();
        let (unused, all) = (rows.len(), parts.len());
        let texts = counted(*read, "text");
        let heading = match unused {
            0 => format!("all {all} parts of {grammar} are used ({texts} read)"),
            _ => format!("{unused} of {all} parts of {grammar} are never used ({texts} read)"),
        };
        let mut blocks = vec![m::heading(heading).into()];
        if unused > 0 {
            let titles = ["line", "rule", "part", "a text with it"];
            blocks.extend([Block::Blank, Table::of(rows).titled(titles).right([0]).into()]);
        }
        if *refused > 0 {
            let heading = m::wrong(format!("{} refused:", counted(*refused, "text")));
            let table = Table::of(first_refused.iter().map(|it| {
                let text = m::expression(shorten(&shown(&it.text), COLUMNS));
                vec![m::note(&it.origin), text, m::wrong(why_refused(it))]
            }));
            blocks.extend([Block::Blank, heading.into(), table.into()]);
            let more = refused - first_refused.len() as u64;
            blocks.extend((more > 0).then(|| m::note(format!("and {more} more")).into()));
        }
        if *untold > 0 {
            let untold = counted(*untold, "text");
            let why = format!("it is not known which parts {untold} of them used");
            blocks.extend([Block::Blank, m::note(why).into()]);
        }
        Document(blocks)
    }

    /// Makes a row for every part.
    fn table(&self) -> Option<Csv> {
        Some(Csv::new(["rule", "part", "line", "column", "count", "example"], &self.parts))
    }
}

fn unused_part(it: &PartUse) -> Vec<Line> {
    let part = || m::plain(shorten(&it.part.text, COLUMNS));
    let part = match it.part.kind {
        PartKind::Rule => m::note("all of it"),
        PartKind::Alternative(_) => part(),
        PartKind::Optional => part().and(m::note(" (optional)")),
        PartKind::Repeated => part().and(m::note(" (repeated)")),
    };
    let text = match &it.example {
        Some(text) => m::expression(shown(text).into_owned()),
        None if it.is_reachable => m::note("none was found"),
        None => m::note("none: no rule leads there"),
    };
    vec![m::note(it.line), m::heading(&it.part.rule), part, text]
}

fn why_refused(it: &Refused) -> String {
    let (at, why) = match &it.why {
        Ok(end) => {
            (*end, "the parser matched only this far: no rule demands the end (`EOI`)".to_owned())
        }
        Err(error) => (error.span.start, error.message_and_advice()),
    };
    // `place` names the line unless it is the first.
    format!("{}: {why}", place(&it.text[..at], at))
}

/// Describes the refused texts in a message and a detail, for a command whose output is a table for
/// programs.
pub fn refused(coverage: &GrammarCoverage) -> Option<(String, String)> {
    let first = coverage.first_refused.first()?;
    let are = if coverage.refused == 1 { "is" } else { "are" };
    let message = format!("{} {are} refused", counted(coverage.refused, "text"));
    Some((message, format!("the first is {}: {}", first.origin, why_refused(first))))
}

/// Shows the failed tests, and the number of tests with each result.
impl Report for GrammarTestRun {
    fn document(&self) -> Document {
        let mut blocks = Vec::new();
        for result in self.results.iter().filter(|result| !result.has_passed()) {
            let file = self.file.as_ref().map_or_else(String::new, |it| format!("{it}, "));
            let place = format!(" ({file}line {})", result.test.line);
            let title = m::wrong("failed: ").and(m::heading(&result.test.name)).and(m::note(place));
            blocks.extend([Block::Line(title), Block::Blank]);
            blocks.extend(text(&result.test.text));
            let [expected, got] = expected_and_got(result);
            let rows = [vec![m::plain("  expected"), expected], vec![m::plain("  got"), got]];
            blocks.extend([Block::Blank, Table::of(rows).into(), Block::Blank]);
        }
        blocks.push(totals(self).into());
        Document(blocks)
    }
}

fn text(text: &str) -> Vec<Block> {
    if text.is_empty() {
        return vec![m::note("  (an empty text)").into()];
    }
    let shown_line = |line: &str| {
        let line = line.replace(char::is_control, " ");
        Block::Verbatim(m::expression(format!("  {line}")))
    };
    let lines = text.split('\n').count();
    let mut blocks: Vec<Block> = text.split('\n').take(MOST_LINES).map(shown_line).collect();
    if lines > MOST_LINES {
        let more = counted(lines - MOST_LINES, "more line");
        blocks.push(m::note(format!("  … {more}")).into());
    }
    blocks
}

fn expected_and_got(result: &TestResult) -> [Line; 2] {
    let is_refused = result.test.expected == Expected::Refused;
    let expected = match result.expected_tree() {
        _ if is_refused => m::plain("refused"),
        Some(tree) => m::expression(tree),
        None => m::plain("read"),
    };
    let got = match result.tree() {
        Some(tree) if is_refused => m::plain("read: ").and(m::expression(tree)),
        Some(tree) => m::expression(tree),
        None => m::wrong(result.error().unwrap_or("skipped")),
    };
    [expected, got]
}

fn totals(run: &GrammarTestRun) -> Line {
    let count = |holds: fn(&TestResult) -> bool| run.results.iter().filter(|&it| holds(it)).count();
    let skipped = count(TestResult::is_skipped);
    let failed = count(|it| !it.has_passed());
    let tests = run.results.len();
    let passed = format!("{}: {} passed", counted(tests, "test"), tests - skipped - failed);
    let failed = (failed > 0).then(|| m::wrong(format!(", {failed} failed")));
    let skipped = (skipped > 0).then(|| m::note(format!(", {skipped} skipped")));
    failed.into_iter().chain(skipped).fold(passed.into(), Line::and)
}
