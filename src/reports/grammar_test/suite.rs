//! A file of tests of a grammar, in the form of tree-sitter's corpus files: each test has a name, a
//! text, and the expected tree.

use std::ops::Range;

use crate::reports::rule_tree::{RuleNode, RuleTree};
use crate::{Grammar, Operator};

/// The minimum number of signs in a line of `=` or `-`.
const LEAST: usize = 3;

/// A file of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSuite {
    /// The text of the file.
    pub source: String,
    /// The tests, in the order of the file.
    pub tests: Vec<GrammarTest>,
}

/// A text with the expected result of a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarTest {
    /// Its name.
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// The expected result.
    pub expected: Expected,
    /// The start rule, if the test gives one, with its place.
    pub start: Option<(String, Range<usize>)>,
    /// Whether the test is skipped.
    pub is_skipped: bool,
    pub(super) places: Places,
}

/// The expected result of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// The grammar accepts all of it, with this tree if one is given.
    Read(Option<ExpectedTree>),
    /// The grammar refuses it.
    Refused,
}

/// The places of the parts of a test in its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// The line `:error`, including its line break.
    pub(super) error: Option<Range<usize>>,
    /// The byte after the attributes, where a new attribute can begin.
    pub(super) attributes: usize,
    /// The text after the line of `-`, if there is one.
    pub(super) tree: Option<Range<usize>>,
}

/// A mistake in a file of tests.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {advice}")]
pub struct SuiteError {
    /// The error.
    pub message: String,
    /// The bytes that the error is about.
    pub span: Range<usize>,
    /// The advice on how to fix it.
    pub advice: String,
}

impl SuiteError {
    fn new(span: Range<usize>, message: impl Into<String>, advice: &str) -> Self {
        Self { message: message.into(), span, advice: advice.to_owned() }
    }

    /// Returns the error with its span moved by this many bytes to the right.
    pub(super) fn moved(self, by: usize) -> Self {
        Self { span: self.span.start + by..self.span.end + by, ..self }
    }
}

/// The expected tree of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedTree {
    /// The tree of the matched rules.
    Rules(RuleTree),
    /// The expression tree, as in `(- (- 8 4) 2)`.
    Expression(String),
}

impl TestSuite {
    /// Parses a file of tests.
    ///
    /// A test is a name between two lines of `=`, then the text, a line of `-` and the tree. One
    /// empty line at each end of the text is not part of it. Without the line of `-`, any tree
    /// passes. `:error` below the name expects the grammar to refuse the text, `:skip` skips the
    /// test, and `:start(rule)` starts with another rule. If a text itself contains lines of `=` or
    /// `-`, the first line of `=` in the file must end with a mark, as in `===|`. Then all other
    /// separators must end with the same mark.
    ///
    /// # Errors
    ///
    /// Returns the errors, at most one for each tree; a file without tests is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::reports::{Expected, TestSuite};
    ///
    /// let suite = TestSuite::read("===\nTwo numbers\n:error\n===\n\n1 2\n").unwrap();
    /// let [test] = &suite.tests[..] else { unreachable!("there is one") };
    /// assert_eq!((&*test.name, &*test.text), ("Two numbers", "1 2"));
    /// assert_eq!(test.expected, Expected::Refused);
    /// ```
    pub fn read(source: &str) -> Result<Self, Vec<SuiteError>> {
        let lines = lines(source);
        let suffix = lines.iter().find_map(|line| ruled(&source[line.clone()], '=')).unwrap_or("");
        let mut reader = Reader { source, lines: &lines, suffix, errors: Vec::new() };
        let tests = reader.tests();
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        if tests.is_empty() {
            let advice = "a test begins with its name between two lines of `===`";
            return Err(vec![SuiteError::new(0..0, "there is no test in the file", advice)]);
        }
        Ok(Self { source: source.to_owned(), tests })
    }
}

/// Returns the bytes of each line, without its line break.
fn lines(source: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let place = |line: &str| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches('\n').len()
    };
    source.split_inclusive('\n').map(place).collect()
}

/// Returns the mark after the signs of a separator, such as `|` in `===|`; empty if it has no mark,
/// and `None` if the line is not a separator.
fn ruled(line: &str, sign: char) -> Option<&str> {
    let rest = line.trim_start_matches(sign);
    // A line with a word after the signs is part of a text.
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

    /// Returns the first byte after the line `index` and its line break.
    fn after(&self, index: usize) -> usize {
        self.lines.get(index + 1).map_or(self.source.len(), |line| line.start)
    }

    fn error(&mut self, span: Range<usize>, message: impl Into<String>, advice: &str) {
        self.errors.push(SuiteError::new(span, message, advice));
    }

    fn tests(&mut self) -> Vec<GrammarTest> {
        let rules: Vec<usize> = (0..self.lines.len()).filter(|&it| self.is_rule(it, '=')).collect();
        let mut tests = Vec::new();
        for (index, header) in rules.chunks(2).enumerate() {
            let next = rules.get(2 * index + 2).copied().unwrap_or(self.lines.len());
            let &[open, close] = header else {
                let advice = "the name goes between two lines of `===`; if this is part of a text, \
                              end the lines of `===` and `---` with a mark, as in `===|`";
                let place = self.lines[header[0]].clone();
                self.error(place, "the name of a test is not closed", advice);
                break;
            };
            tests.push(self.test(open..close, next));
        }
        tests
    }

    /// Parses the test whose name is between the two separators at the ends of `header`. The test
    /// ends before the line `next`.
    fn test(&mut self, header: Range<usize>, next: usize) -> GrammarTest {
        let mut test = GrammarTest {
            name: String::new(),
            line: header.start + 2,
            text: String::new(),
            expected: Expected::Read(None),
            start: None,
            is_skipped: false,
            places: Places { attributes: self.lines[header.end].start, ..Places::default() },
        };
        for index in header.start + 1..header.end {
            let line = self.line(index).trim();
            if line.starts_with(':') {
                self.attribute(&mut test, index, line);
            } else if test.name.is_empty() {
                (test.name, test.line) = (line.to_owned(), index + 1);
            } else {
                test.name.extend([if line.is_empty() { "" } else { " " }, line]);
            }
        }
        if test.name.is_empty() {
            let advice = "its name goes between two lines of `===`, and an attribute such as \
                          `:error` below the name";
            self.error(self.lines[header.start].clone(), "a test without a name", advice);
        }
        // A tree contains no line of `-`, so the last such line separates the text from the tree.
        let body = header.end + 1..next;
        let divider = body.clone().rev().find(|&index| self.is_rule(index, '-'));
        test.text = self.text(body.start..divider.unwrap_or(next));
        let Some(divider) = divider else { return test };
        let tree = self.after(divider)..self.after(next - 1);
        test.places.tree = Some(tree.clone());
        match ExpectedTree::read(&self.source[tree.clone()]) {
            Ok(expected) => match (&mut test.expected, expected) {
                (Expected::Read(found), expected) => *found = expected,
                (Expected::Refused, None) => {}
                (Expected::Refused, Some(_)) => {
                    let advice = "leave out the tree, or `:error`";
                    let place = self.first_of(tree);
                    self.error(place, "a tree of a text that the grammar should reject", advice);
                }
            },
            Err(error) => self.errors.push(error.moved(tree.start)),
        }
        test
    }

    fn attribute(&mut self, test: &mut GrammarTest, index: usize, line: &str) {
        let place = self.lines[index].clone();
        let written = place.start + self.line(index).find(':').expect("it begins with one");
        let written = written..written + line.len();
        match (line, line.strip_prefix(":start(").and_then(|rest| rest.strip_suffix(')'))) {
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

    /// Returns the text of these lines, without an empty first line and without an empty last line.
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

    /// Returns the bytes of the first line in `place` that is not blank.
    fn first_of(&self, place: Range<usize>) -> Range<usize> {
        let text = &self.source[place.clone()];
        let start = place.start + (text.len() - text.trim_start().len());
        let rest = &self.source[start..place.end];
        start..start + rest.lines().next().unwrap_or("").len()
    }
}

impl ExpectedTree {
    /// Parses an S-expression; `;` starts a comment up to the end of its line. Returns `None` if
    /// `source` has only comments.
    fn read(source: &str) -> Result<Option<Self>, SuiteError> {
        let mut tokens = tokens(source)?;
        tokens.retain(|token| !token.text.starts_with(';'));
        check_brackets(&tokens)?;
        let Some(first) = tokens.first() else { return Ok(None) };
        // A rule may have the name of an operator, as in `(log (line))`, but only an expression has
        // words, its numbers, that do not follow a `(`.
        let has_numbers = tokens.windows(2).any(|it| it[0].text != "(" && it[1].is_word());
        let is_applied = has_numbers && Operator::spelled(tokens[1].text).is_some();
        Ok(Some(if first.is_word() || first.text == "(" && is_applied {
            Self::Expression(joined(&tokens))
        } else {
            Self::Rules(RuleTree::read(&tokens)?)
        }))
    }
}

impl RuleTree {
    fn read(tokens: &[Token<'_>]) -> Result<Self, SuiteError> {
        let mut nodes: Vec<RuleNode> = Vec::new();
        let mut depth = 0;
        let mut rest = tokens.iter();
        while let Some(token) = rest.next() {
            match (token.text, quoted(token.text)) {
                ("(", _) => {
                    let Some(rule) = rest.next().filter(|it| it.is_word()) else {
                        return Err(token.error("a bracket without a rule", "expected `(rule …)`"));
                    };
                    let rule = rule.text.to_owned();
                    nodes.push(RuleNode { depth, rule, text: None, span: 0..0 });
                    depth += 1;
                }
                (")", _) => depth -= 1,
                (_, Some((text, _))) => match nodes.last_mut() {
                    Some(node) if node.depth + 1 == depth && node.text.is_none() => {
                        node.text = Some(text);
                    }
                    _ => {
                        let advice = "it comes alone after its rule, as in `(number \"8\")`";
                        return Err(token.error("a text in the wrong place", advice));
                    }
                },
                (word, None) => {
                    let advice = match ruled(word, '=').or_else(|| ruled(word, '-')) {
                        Some(_) => "if one separator has a mark, as in `===|`, all of them need it",
                        None => "a rule goes in brackets, `(rule)`, and a text in quotes",
                    };
                    return Err(token.error(format!("`{word}` stands alone"), advice));
                }
            }
        }
        Ok(Self { nodes })
    }

    /// Whether this tree matches the `expected` tree, which may omit texts and `EOI`, and may
    /// contain silent rules.
    pub(super) fn is(&self, expected: &Self, grammar: &Grammar) -> bool {
        let rules = grammar.rules();
        let found = self.as_told_by(expected);
        let mut expected = expected.clone();
        expected.leave_out(|node| {
            !node.is_end() && rules.rule(&node.rule).is_some_and(|it| rules.is_silent(it))
        });
        let is_same = |(node, expected): (&RuleNode, &RuleNode)| {
            let is_text = expected.text.is_none() || expected.text == node.text;
            expected.depth == node.depth && expected.rule == node.rule && is_text
        };
        found.nodes.len() == expected.nodes.len()
            && found.nodes.iter().zip(&expected.nodes).all(is_same)
    }

    /// Returns the tree without texts if `expected` has no texts, and without `EOI` if `expected`
    /// has no `EOI`.
    pub(super) fn as_told_by(&self, expected: &Self) -> Self {
        let mut tree = self.clone();
        if !expected.nodes.iter().any(RuleNode::is_end) {
            tree.leave_out(RuleNode::is_end);
        }
        if expected.nodes.iter().all(|node| node.text.is_none()) {
            tree.nodes.iter_mut().for_each(|node| node.text = None);
        }
        tree
    }
}

/// Returns the names of rules in a valid tree, with their places.
pub(super) fn rule_names(source: &str) -> impl Iterator<Item = Token<'_>> {
    known_tokens(source).filter(Token::is_word)
}

/// Returns the comments of a valid tree, one per line.
pub(super) fn comments(source: &str) -> String {
    let comments = known_tokens(source).filter(|it| it.text.starts_with(';'));
    comments.map(|comment| comment.text.trim_end().to_owned() + "\n").collect()
}

fn known_tokens(source: &str) -> impl Iterator<Item = Token<'_>> {
    tokens(source).expect("the tree was read from these tokens").into_iter()
}

/// A bracket, a word, a text in quotes or a comment of an S-expression.
#[derive(Debug)]
pub(super) struct Token<'s> {
    pub(super) text: &'s str,
    pub(super) span: Range<usize>,
}

impl Token<'_> {
    fn is_word(&self) -> bool {
        !self.text.starts_with(['(', ')', '"', ';'])
    }

    fn error(&self, message: impl Into<String>, advice: &str) -> SuiteError {
        SuiteError::new(self.span.clone(), message, advice)
    }
}

fn tokens(source: &str) -> Result<Vec<Token<'_>>, SuiteError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        let rest = &source[at..];
        let ends_word = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '"' | ';');
        let length = match character {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' | ')' => 1,
            '"' => {
                let Some((_, length)) = quoted(rest) else {
                    let line = rest.lines().next().unwrap_or(rest);
                    let message = "a text that is not closed, or has an unknown escape";
                    let advice = "expected `\"`; escapes are \\n \\r \\t \\0 \\\\ \\\" \\' \\u{…}";
                    return Err(SuiteError::new(at..at + line.len(), message, advice));
                };
                length
            }
            blank if blank.is_whitespace() => {
                at += blank.len_utf8();
                continue;
            }
            _ => rest.find(ends_word).unwrap_or(rest.len()),
        };
        tokens.push(Token { text: &rest[..length], span: at..at + length });
        at += length;
    }
    Ok(tokens)
}

/// Parses the quoted text at the start of `source`, and returns it with its length in `source`.
pub(crate) fn quoted(source: &str) -> Option<(String, usize)> {
    let mut characters = source.char_indices();
    let _quote = characters.next().filter(|(_, it)| *it == '"')?;
    let mut text = String::new();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((text, at + 1)),
            '\\' => text.push(match characters.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                other @ ('\\' | '"' | '\'') => other,
                'u' => {
                    let (open, _) = characters.next().filter(|(_, it)| *it == '{')?;
                    let (close, _) = characters.find(|(_, it)| *it == '}')?;
                    char::from_u32(u32::from_str_radix(&source[open + 1..close], 16).ok()?)?
                }
                _ => return None,
            }),
            other => text.push(other),
        }
    }
    None
}

fn check_brackets(tokens: &[Token<'_>]) -> Result<(), SuiteError> {
    let mut open = Vec::new();
    for token in tokens {
        match token.text {
            "(" => open.push(token),
            ")" if open.pop().is_none() => {
                return Err(token.error("a `)` without `(`", "leave it out"));
            }
            _ => {}
        }
    }
    open.pop()
        .map_or(Ok(()), |open| Err(open.error("a `)` is missing", "this bracket is still open")))
}

/// Joins the tokens in the format of expression trees.
fn joined(tokens: &[Token<'_>]) -> String {
    let mut text = String::new();
    for token in tokens {
        let is_inner = !text.is_empty() && !text.ends_with('(') && token.text != ")";
        text = text + if is_inner { " " } else { "" } + token.text;
    }
    text
}
