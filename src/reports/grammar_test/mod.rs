//! Tests of a grammar: texts that it must refuse, or accept with a given tree.

mod suite;

pub(crate) use suite::quoted;
pub use suite::{Expected, ExpectedTree, GrammarTest, SuiteError, TestSuite};

use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;

use crate::Grammar;
use crate::reports::rule_tree::RuleTree;
use crate::tracer::to_the_end;
use crate::words::place;
use suite::{comments, rule_names};

/// The results of the tests in a file for a grammar.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::reports::{GrammarTestRun, TestSuite};
///
/// let source = "===\nFrom the left\n===\n8-4-2\n---\n(- 8 (- 4 2))\n";
/// let suite = TestSuite::read(source).unwrap();
/// let run = GrammarTestRun::new(&suite, &Grammar::Left, |_| true).unwrap();
/// assert!(!run.results[0].has_passed());
/// let updated = suite.updated(&run);
/// assert_eq!(updated, "===\nFrom the left\n===\n8-4-2\n---\n(- (- 8 4) 2)\n");
/// ```
#[derive(Debug, Clone)]
pub struct GrammarTestRun {
    /// The name of the file, if it has one.
    pub file: Option<String>,
    /// The tests that were run, in the order of the file.
    pub results: Vec<TestResult>,
}

/// The result of a test for a grammar.
#[derive(Debug, Clone)]
pub struct TestResult {
    /// The test.
    pub test: GrammarTest,
    /// The result.
    pub got: Got,
    /// Whether the tree is the expected one. True if the test gives no tree, or the grammar does
    /// not accept the text.
    has_tree: bool,
}

/// The result of a grammar on the text of a test.
#[derive(Debug, Clone)]
pub enum Got {
    /// The grammar matches all of the text.
    Read {
        /// The tree of the matched rules.
        rules: RuleTree,
        /// The expression tree; `None` if the grammar builds no expressions.
        expression: Option<String>,
    },
    /// The grammar refuses the text, or matches only its beginning; holds the reason.
    Refused(String),
    /// The parse ended without a result; holds the reason.
    GivenUp(String),
    /// The test is skipped.
    Skipped,
}

impl Got {
    /// Parses a text with `grammar`, which must match all of it.
    fn of(text: &str, grammar: &Grammar) -> Self {
        let (end, expression) = match grammar.recognize(text) {
            Ok(end) => (end, grammar.parse(text).ok().map(|it| it.to_s_expression())),
            Err(error) if error.is_given_up() => return Self::GivenUp(error.message_and_advice()),
            Err(error) => {
                if let Some(Ok(template)) = error.is_of_slot().then(|| grammar.parse_slots(text)) {
                    (text.len(), Some(template.to_s_expression()))
                } else {
                    let place = place(text, error.span.start);
                    let why = error.message_and_advice();
                    return Self::Refused(format!("refused at {place}: {why}"));
                }
            }
        };
        if end < text.len() {
            let place = place(text, end);
            let why = "the start rule does not require the end (`EOI`)";
            return Self::Refused(format!("read only up to {place}: {why}"));
        }
        let pairs = to_the_end(|| grammar.rules().parse(grammar.start(), text));
        let pairs = pairs.expect("a text that was accepted is accepted again");
        let rules = RuleTree::of(grammar, text, &pairs, grammar.lacks().is_some());
        Self::Read { rules, expression }
    }
}

crate::serial::serialize_object! { TestResult, self:
    let (expected_tree, tree, error) = (self.expected_tree(), self.tree(), self.error());
    "name" => self.test.name,
    "line" => self.test.line,
    "text" => self.test.text,
    "expected" => if self.test.expected == Expected::Refused { "refused" } else { "read" },
    "got" => match self.got {
        Got::Read { .. } => "read",
        Got::Refused(_) => "refused",
        Got::GivenUp(_) => "given up",
        Got::Skipped => "skipped",
    },
    "passed" => (!self.is_skipped()).then(|| self.has_passed()),
    "expected_tree" if expected_tree.is_some() => expected_tree,
    "tree" if tree.is_some() => tree,
    "error" if error.is_some() => error,
}

impl TestResult {
    fn new(test: &GrammarTest, grammar: &Grammar) -> Self {
        let got = if test.is_skipped { Got::Skipped } else { Got::of(&test.text, grammar) };
        let has_tree = match (&got, &test.expected) {
            (Got::Read { rules, expression }, Expected::Read(Some(tree))) => match tree {
                ExpectedTree::Rules(tree) => rules.is(tree, grammar),
                ExpectedTree::Expression(tree) => expression.as_ref() == Some(tree),
            },
            _ => true,
        };
        Self { test: test.clone(), got, has_tree }
    }

    /// Whether the result is the one that the test expects.
    pub const fn has_passed(&self) -> bool {
        match (&self.got, &self.test.expected) {
            (Got::Skipped, _) | (Got::Refused(_), Expected::Refused) => true,
            (Got::Read { .. }, Expected::Read(_)) => self.has_tree,
            (Got::Read { .. } | Got::GivenUp(_), _) | (_, Expected::Read(_)) => false,
        }
    }

    /// Whether the test was skipped.
    pub const fn is_skipped(&self) -> bool {
        matches!(self.got, Got::Skipped)
    }

    /// Returns the tree of an accepted text, in the form that the test expects. If the test gives
    /// no tree, returns the tree of the expression if there is one.
    pub fn tree(&self) -> Option<String> {
        self.written(RuleTree::to_line)
    }

    fn written(&self, write: impl Fn(&RuleTree) -> String) -> Option<String> {
        let Got::Read { rules, expression } = &self.got else { return None };
        let wanted = match &self.test.expected {
            Expected::Read(Some(ExpectedTree::Rules(expected))) => Some(expected),
            _ => None,
        };
        Some(match (wanted, expression) {
            (None, Some(expression)) => expression.clone(),
            (Some(wanted), _) => write(&rules.as_told_by(wanted)),
            (None, None) => write(rules),
        })
    }

    /// Returns why the grammar does not accept the text.
    pub fn error(&self) -> Option<&str> {
        if let Got::Refused(why) | Got::GivenUp(why) = &self.got { Some(why) } else { None }
    }

    /// Returns the tree that the test expects, if it gives one.
    pub fn expected_tree(&self) -> Option<String> {
        match &self.test.expected {
            Expected::Read(Some(ExpectedTree::Rules(rules))) => Some(rules.to_line()),
            Expected::Read(Some(ExpectedTree::Expression(expression))) => Some(expression.clone()),
            Expected::Read(None) | Expected::Refused => None,
        }
    }

    /// Returns the replacements in the file `source` that make the test pass.
    fn changes(&self, source: &str) -> Vec<(Range<usize>, String)> {
        let places = &self.test.places;
        let error = places.attributes..places.attributes;
        let tree = |tree: &str| places.tree.clone().map(|it| with_tree(source, it, tree));
        match (&self.got, &self.test.expected) {
            (Got::Refused(_), Expected::Read(_)) => {
                let tree = places.tree.clone().map(|it| without_tree(source, it));
                [(error, ":error\n".to_owned())].into_iter().chain(tree).collect()
            }
            (Got::Read { .. }, expected) => {
                let is_right = self.has_passed() && *expected != Expected::Read(None);
                let found = self.written(RuleTree::to_lines).filter(|_| !is_right);
                let error = places.error.clone().map(|it| (it, String::new()));
                error.into_iter().chain(found.and_then(|found| tree(&found))).collect()
            }
            (Got::Refused(_) | Got::GivenUp(_) | Got::Skipped, _) => Vec::new(),
        }
    }
}

/// Returns the change that removes the tree at `place` and the line of `-` above it. If the tree
/// has comments, the change keeps them and the line.
fn without_tree(source: &str, place: Range<usize>) -> (Range<usize>, String) {
    if !comments(&source[place.clone()]).is_empty() {
        return with_tree(source, place, "");
    }
    let line = source[..place.start].trim_end().rfind('\n').map_or(0, |at| at + 1);
    if place.end < source.len() {
        return (line..place.end, String::new());
    }
    let end = source[..line].trim_end_matches(['\r', '\n']).len();
    // The second of more blank lines is part of the text. One is not, and no file ends with it.
    let is_of_text = source[end..line].matches('\n').nth(2).is_some();
    if is_of_text { (line..place.end, String::new()) } else { (end..place.end, "\n".to_owned()) }
}

/// Returns the change that replaces the tree at `place` in `source` by `tree`, and keeps the
/// comments.
fn with_tree(source: &str, place: Range<usize>, tree: &str) -> (Range<usize>, String) {
    let old = &source[place.clone()];
    let written = comments(old) + tree;
    let written = written.trim_end();
    if old.trim().is_empty() {
        // The last line may lack a line break.
        let before = if source[..place.start].ends_with('\n') { "\n" } else { "\n\n" };
        let after = if place.end == source.len() { "\n" } else { "\n\n" };
        let written =
            if written.is_empty() { String::new() } else { [before, written, after].concat() };
        let place = if written.is_empty() { place.end..place.end } else { place };
        return (place, written);
    }
    let start = place.start + (old.len() - old.trim_start().len());
    (start..place.start + old.trim_end().len(), written.to_owned())
}

impl TestSuite {
    /// Returns the text of the file with the expectations replaced by the results of the tests.
    /// Writes a tree only below an existing line of `-`. Everything else stays exactly as it was,
    /// but comments in trees come before the new tree.
    ///
    /// # Panics
    ///
    /// May panic if `run` is a run of another suite; if not, the text is wrong.
    #[must_use]
    pub fn updated(&self, run: &GrammarTestRun) -> String {
        let mut text = self.source.clone();
        let has_returns = text.contains("\r\n");
        let changes = run.results.iter().flat_map(|result| result.changes(&self.source));
        for (place, written) in changes.sorted_by_key(|(place, _)| place.start).rev() {
            let written = if has_returns { written.replace('\n', "\r\n") } else { written };
            text.replace_range(place, &written);
        }
        text
    }
}

/// The maximum number of rules listed in the error for an unknown rule, and of such errors in a
/// test.
const MOST_NAMES: usize = 12;

/// Returns an error for each of the first names in the tree of `test` that no rule has.
fn unknown_rules(source: &str, test: &GrammarTest, grammar: &Grammar) -> Vec<SuiteError> {
    let (Expected::Read(Some(ExpectedTree::Rules(_))), Some(place)) =
        (&test.expected, &test.places.tree)
    else {
        return Vec::new();
    };
    let names = rule_names(&source[place.clone()]);
    let unknown = names.filter(|it| grammar.rules().rule(it.text).is_none()).take(MOST_NAMES);
    unknown.map(|name| no_rule(grammar, name.text, name.span).moved(place.start)).collect()
}

/// Makes the error for `name`, which is at `span` and is not the name of a rule.
fn no_rule(grammar: &Grammar, name: &str, span: Range<usize>) -> SuiteError {
    let message = format!("the grammar has no rule `{name}`");
    let (meant, rules) = grammar.rule_hints(name, MOST_NAMES);
    let advice = meant.map_or(rules, |meant| format!("did you mean `{meant}`?"));
    SuiteError { message, span, advice }
}

impl GrammarTestRun {
    /// Runs the `wanted` tests of a file with `grammar`.
    ///
    /// # Errors
    ///
    /// Returns an error if tests that are not skipped name unknown rules, as the start rule or in
    /// their trees.
    pub fn new(
        suite: &TestSuite,
        grammar: &Grammar,
        wanted: impl Fn(&GrammarTest) -> bool,
    ) -> Result<Self, Vec<SuiteError>> {
        let trees = suite.tests.iter().filter(|test| wanted(test) && !test.is_skipped);
        let trees = trees.flat_map(|test| unknown_rules(&suite.source, test, grammar));
        let mut errors: Vec<SuiteError> = trees.collect();
        let run = Self::for_update(suite, grammar, wanted);
        errors.extend(run.as_ref().err().into_iter().flatten().cloned());
        errors.sort_by_key(|error| error.span.start);
        if errors.is_empty() { run } else { Err(errors) }
    }

    /// Like [`new`](Self::new), but for [`TestSuite::updated`]: trees may name rules that no longer
    /// exist, because the update replaces the trees.
    ///
    /// # Errors
    ///
    /// Returns an error if tests that are not skipped name unknown rules as the start rule.
    pub fn for_update(
        suite: &TestSuite,
        grammar: &Grammar,
        wanted: impl Fn(&GrammarTest) -> bool,
    ) -> Result<Self, Vec<SuiteError>> {
        let mut errors = Vec::new();
        let mut starts: HashMap<&str, Option<Grammar>> = HashMap::new();
        let mut results = Vec::new();
        for test in suite.tests.iter().filter(|test| wanted(test)) {
            // A skipped test may name rules that the grammar does not have yet.
            let Some((start, span)) = test.start.as_ref().filter(|_| !test.is_skipped) else {
                results.push(TestResult::new(test, grammar));
                continue;
            };
            let other = starts.entry(start).or_insert_with(|| grammar.starting_at(start));
            match other {
                Some(other) => results.push(TestResult::new(test, other)),
                None => errors.push(no_rule(grammar, start, span.clone())),
            }
        }
        if errors.is_empty() { Ok(Self { file: None, results }) } else { Err(errors) }
    }

    /// Whether all tests have passed.
    pub fn has_passed(&self) -> bool {
        self.results.iter().all(TestResult::has_passed)
    }
}
