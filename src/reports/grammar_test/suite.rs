//! A file of tests of a grammar, in the form of tree-sitter's corpus files: texts,
//! each under its name, with the tree that is to be made of it.

use std::ops::Range;

use super::tree::{ExpectedTree, TreeError};

/// How many signs a line of `=` or `-` has at least.
const LEAST: usize = 3;

/// A file of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSuite {
    source: String,
    tests: Vec<GrammarTest>,
}

/// A text and what a grammar is to do with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarTest {
    /// Its name.
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// What is to come of it.
    pub expected: Expected,
    /// The rule to begin with, where it says so, and where that stands.
    pub start: Option<(String, Range<usize>)>,
    /// Whether it is left out.
    pub is_skipped: bool,
    pub(super) places: Places,
}

/// What is to come of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// All of it is read; into this tree, where one is given.
    Read(Option<ExpectedTree>),
    /// It is not.
    Refused,
}

/// Where the parts of a test stand in its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// The line `:error`, with its end.
    pub(super) error: Option<Range<usize>>,
    /// Where attributes end.
    pub(super) attributes: usize,
    /// What stands after the line of `-`, where there is one.
    pub(super) tree: Option<Range<usize>>,
    /// Where the test ends.
    pub(super) end: usize,
    /// What follows the signs of the lines that part the tests of the file.
    pub(super) suffix: String,
}

/// A mistake in a file of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteError {
    /// The error.
    pub message: String,
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What to do about it.
    pub advice: String,
}

impl TestSuite {
    /// Reads a file of tests.
    ///
    /// A test is a name between two lines of `=`, below it the text, then a line of
    /// `-` and the tree. One empty line at each end of the text is no part of it.
    /// Without the line of `-` any tree will do. `:error` below the name says that
    /// the text is to be refused, `:skip` leaves the test out, and `:start(rule)`
    /// begins with another rule. Where a text has such lines itself, the first
    /// line of `=` ends with a mark, as in `===|`, that the others end with too.
    ///
    /// # Errors
    ///
    /// All mistakes, in the order of the file; that there is no test is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::reports::{Expected, TestSuite};
    ///
    /// let suite = TestSuite::read("===\nTwo numbers\n:error\n===\n\n1 2\n").unwrap();
    /// let [test] = suite.tests() else { unreachable!("there is one") };
    /// assert_eq!((&*test.name, &*test.text), ("Two numbers", "1 2"));
    /// assert_eq!(test.expected, Expected::Refused);
    /// ```
    pub fn read(source: &str) -> Result<Self, Vec<SuiteError>> {
        let lines = lines(source);
        let suffix = lines.iter().find_map(|line| ruled(&source[line.clone()], '='));
        let suffix = suffix.unwrap_or("").to_owned();
        let mut reader = Reader { source, lines: &lines, suffix: &suffix, errors: Vec::new() };
        let tests = reader.tests();
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        if tests.is_empty() {
            let message = "there is no test in the file".to_owned();
            let advice = "a test begins with its name between two lines of `===`".to_owned();
            return Err(vec![SuiteError { message, span: 0..0, advice }]);
        }
        Ok(Self { source: source.to_owned(), tests })
    }

    /// The tests, in the order of the file.
    pub fn tests(&self) -> &[GrammarTest] {
        &self.tests
    }

    /// The text of the file.
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// The places of the lines, without what ends them.
fn lines(source: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let place = |line: &str| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches('\n').len()
    };
    source.split_inclusive('\n').map(place).collect()
}

/// What follows the signs of a line of them.
fn ruled(line: &str, sign: char) -> Option<&str> {
    let rest = line.trim_start_matches(sign);
    // A word after them is a text.
    let is_mark = |it: char| !it.is_alphanumeric() && !it.is_whitespace() && it != sign;
    let suffix = rest.trim_end();
    (line.len() - rest.len() >= LEAST && suffix.chars().all(is_mark)).then_some(suffix)
}

struct Reader<'a> {
    source: &'a str,
    lines: &'a [Range<usize>],
    suffix: &'a str,
    errors: Vec<SuiteError>,
}

impl<'a> Reader<'a> {
    fn line(&self, index: usize) -> &'a str {
        &self.source[self.lines[index].clone()]
    }

    fn is_rule(&self, index: usize, sign: char) -> bool {
        ruled(self.line(index), sign) == Some(self.suffix)
    }

    /// Where the line after this one begins.
    fn after(&self, index: usize) -> usize {
        self.lines.get(index + 1).map_or(self.source.len(), |line| line.start)
    }

    fn error(&mut self, span: Range<usize>, message: impl Into<String>, advice: &str) {
        let (message, advice) = (message.into(), advice.to_owned());
        self.errors.push(SuiteError { message, span, advice });
    }

    fn tests(&mut self) -> Vec<GrammarTest> {
        let rules: Vec<usize> = (0..self.lines.len()).filter(|&it| self.is_rule(it, '=')).collect();
        let mut tests = Vec::new();
        for (index, header) in rules.chunks(2).enumerate() {
            let next = rules.get(2 * index + 2).copied().unwrap_or(self.lines.len());
            let &[open, close] = header else {
                let advice = "a name stands between two lines of `===`; where this is a part of a \
                              text, end the lines of `===` and `---` with a mark, as in `===|`";
                self.error(
                    self.lines[header[0]].clone(),
                    "the name of a test is not closed",
                    advice,
                );
                break;
            };
            tests.push(self.test(open..close, next));
        }
        tests
    }

    /// The test whose name stands between these lines and which ends before the
    /// line `next`.
    fn test(&mut self, header: Range<usize>, next: usize) -> GrammarTest {
        let mut test = GrammarTest {
            name: String::new(),
            line: header.start + 2,
            text: String::new(),
            expected: Expected::Read(None),
            start: None,
            is_skipped: false,
            places: Places {
                attributes: self.lines[header.end].start,
                end: self.lines.get(next).map_or(self.source.len(), |line| line.start),
                suffix: self.suffix.to_owned(),
                ..Places::default()
            },
        };
        for index in header.start + 1..header.end {
            let line = self.line(index).trim();
            if line.starts_with(':') {
                self.attribute(&mut test, index, line);
            } else {
                let between = if test.name.is_empty() || line.is_empty() { "" } else { " " };
                test.name += between;
                test.name += line;
            }
        }
        if test.name.is_empty() {
            let advice = "its name stands between two lines of `===`; an attribute such as `:error` \
                          stands below it";
            self.error(self.lines[header.start].clone(), "a test without a name", advice);
        }
        // A tree has no such line, so that the last one parts the two.
        let body = header.end + 1..next;
        let divider = body.clone().rev().find(|&index| self.is_rule(index, '-'));
        test.text = self.text(body.start..divider.unwrap_or(next));
        let Some(divider) = divider else {
            return test;
        };
        let tree = self.after(divider)..test.places.end;
        test.places.tree = Some(tree.clone());
        match ExpectedTree::read(&self.source[tree.clone()]) {
            Ok(expected) => match (&mut test.expected, expected) {
                (Expected::Read(found), expected) => *found = expected,
                (Expected::Refused, None) => {}
                (Expected::Refused, Some(_)) => {
                    let advice = "leave out the tree, or `:error`";
                    let place = self.first_of(tree);
                    self.error(place, "a tree of a text that is to be refused", advice);
                }
            },
            Err(TreeError { message, span, advice }) => {
                self.error(tree.start + span.start..tree.start + span.end, message, &advice);
            }
        }
        test
    }

    fn attribute(&mut self, test: &mut GrammarTest, index: usize, line: &str) {
        let place = self.lines[index].clone();
        let written = place.start + self.line(index).find(':').expect("it begins with one");
        let written = written..written + line.len();
        let argument = line.strip_prefix(":start(").and_then(|rest| rest.strip_suffix(')'));
        match (line, argument) {
            (":error", _) => {
                test.expected = Expected::Refused;
                test.places.error = Some(place.start..self.after(index));
            }
            (":skip", _) => test.is_skipped = true,
            (_, Some(rule)) => {
                let at = written.start + ":start(".len();
                let blank = rule.len() - rule.trim_start().len();
                let rule = rule.trim();
                test.start = Some((rule.to_owned(), at + blank..at + blank + rule.len()));
            }
            _ => {
                let advice = "expected `:error`, `:skip` or `:start(rule)`";
                self.error(written, format!("unknown attribute `{line}`"), advice);
            }
        }
    }

    /// The text of these lines, without one that is empty at each end.
    fn text(&self, mut lines: Range<usize>) -> String {
        let is_empty = |index: usize| matches!(self.line(index), "" | "\r");
        if !lines.is_empty() && is_empty(lines.start) {
            lines.start += 1;
        }
        if !lines.is_empty() && is_empty(lines.end - 1) {
            lines.end -= 1;
        }
        let Some(last) = lines.clone().next_back() else { return String::new() };
        let text = &self.source[self.lines[lines.start].start..self.lines[last].end];
        text.strip_suffix('\r').unwrap_or(text).to_owned()
    }

    /// The first line of these bytes that is not empty.
    fn first_of(&self, place: Range<usize>) -> Range<usize> {
        let text = &self.source[place.clone()];
        let start = place.start + (text.len() - text.trim_start().len());
        let rest = &self.source[start..place.end];
        start..start + rest.lines().next().unwrap_or("").len()
    }
}
