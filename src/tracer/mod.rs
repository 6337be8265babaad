//! A trace of a pest parser at work: every rule that it enters, the text that the rule matches, and
//! where the parser fails and backtracks.
//!
//! A parser that pest derives cannot be observed from outside, and pest's virtual machine calls its
//! listener only when a rule starts. So this module interprets the rules of the `.pest` file
//! itself, on pest's own parser state. The token pairs and errors come from pest, and the tracer
//! reports every rule and terminal that the parser tries. The tracer is not limited to expressions:
//! it traces any grammar that pest's derive accepts, within the limits below.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use bracket24::tracer::{Outcome, PestGrammar, What};
//!
//! let grammar = PestGrammar::read(r#"
//!     sum = { digit ~ ("+" ~ digit)* }
//!     digit = { ASCII_DIGIT }
//! "#).unwrap();
//! let mut matched = Vec::new();
//! let sum = grammar.rule("sum").unwrap();
//! grammar.trace(sum, "1+2", |event| {
//!     if let (What::Rule(rule), Outcome::Match { end }) = (event.what, event.outcome) {
//!         matched.push((grammar.name(rule), event.at..end));
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(matched, [("digit", 0..1), ("digit", 2..3), ("sum", 0..3)]);
//! # Ok::<(), bracket24::tracer::TraceError>(())
//! ```
//!
//! Two things differ from pest. If `PEEK` or `POP` finds the stack empty, pest panics, but here the
//! trace ends with [`TraceError::EmptyStack`]. And a parse that would loop forever or overflow the
//! stack ends with an error, too.

mod body;
mod check;
mod error;
mod expr;
mod interpreter;
mod limits;
mod lints;
mod marks;
mod notations;
mod optimizer;
mod patience;
mod rules;
mod syntax_errors;
mod terminal;
mod varying;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use pest::error::{Error, LineColLocation};
use pest::iterators::Pairs;

pub use body::{Body, BodyKind, RuleDefinition, RuleModifier};
pub(crate) use check::accepted;
pub use error::{GrammarError, GrammarErrorKind, GrammarErrors};
pub use expr::{Alternative, Site};
use expr::{Expr, ExprKind};
use interpreter::Interpreter;
pub use limits::{MAX_NAME, MAX_NESTING, MAX_RULES, MAX_SOURCE};
pub(crate) use lints::{
    CHECK_TIME, Shortest, called_first, findings, grouped_by_pratt, is_allowed, never_used,
    reads_all, terminal_text, texts_by_rule, texts_of_parts, texts_of_rounds,
};
pub use lints::{Findings, lint_pages};
use optimizer::optimized;
pub(crate) use optimizer::{is_rewritten, joins_texts};
pub(crate) use patience::{is_wanted, spend, to_the_end, within, within_steps};
pub use patience::{while_wanted, with_most_pairs};
pub(crate) use rules::{Rules, place};
pub(crate) use terminal::{Characters, built_in};
pub use terminal::{Class, StackUse, Terminal};

use crate::stack;

/// The maximum number of expressions that the trace of a short text may try.
pub const MAX_STEPS: u64 = 50_000_000;

/// The maximum number of expressions to try per byte of a long text. A grammar without choices of
/// hundreds of alternatives, with which the parser reads no text twice, stays below this number.
/// So it can parse a text of any length, if it stays below [`MAX_PAIRS_PER_BYTE`], too.
pub const MAX_STEPS_PER_BYTE: u64 = 400;

/// The maximum number of token pairs of a text of up to 100,000 bytes. They take about 300 MB.
pub const MAX_PAIRS: u64 = 2_000_000;

/// The maximum number of token pairs per byte of a longer text. With more, rules match the same
/// text over and over, or no text at all.
pub const MAX_PAIRS_PER_BYTE: u64 = 20;

/// The maximum number of rules that may be open at once.
pub const MAX_OPEN_RULES: usize = 20_000;

/// A rule of a [`PestGrammar`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(u32);

impl RuleId {
    /// The rule at this index in its grammar.
    pub(crate) fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("there are not that many rules"))
    }

    /// The built-in rule for the end of the text, the only built-in rule that produces a token
    /// pair.
    pub const EOI: Self = Self(0);

    /// The rule's index in its grammar: [`EOI`](Self::EOI) is 0, and the rules of the file follow
    /// in order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a part of a [`PestGrammar`] that the parser can try. [`PestGrammar::sites`]
/// returns the places of the part in the text of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SiteId(u32);

impl SiteId {
    /// The site of calls that are not written in any rule: the rule that a trace begins with, and
    /// the blanks and comments between two parts.
    pub const NOWHERE: Self = Self(0);

    fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a grammar is not that long"))
    }

    /// The site's index in its grammar; [`NOWHERE`](Self::NOWHERE) is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rules of a `.pest` file, ready to be interpreted.
#[derive(Debug)]
pub struct PestGrammar {
    /// The rules as written.
    pub(crate) written: Rules,
    rules: Vec<Rule>,
    /// The places of parts of rules, by site number.
    sites: Vec<Vec<Site>>,
    /// `WHITESPACE` and then `COMMENT`, if defined.
    pub(crate) between: Vec<RuleId>,
    /// Likely mistakes that pest accepts, in the order of the text: alternatives that are
    /// unreachable because an earlier one matches a prefix of everything that they match (prefix
    /// capture).
    pub warnings: Vec<GrammarError>,
}

#[derive(Debug)]
struct Rule {
    modifier: RuleModifier,
    expr: Expr,
}

impl PestGrammar {
    /// Reads the text of a `.pest` file and checks it as pest's derive does. Likely mistakes that
    /// pest accepts are among the [`warnings`](Self::warnings).
    ///
    /// # Errors
    ///
    /// The mistakes that can be found at once, in the order of the text; of the syntax, the first
    /// ten. They include a text longer than [`MAX_SOURCE`], more than [`MAX_RULES`] rules,
    /// names longer than [`MAX_NAME`], and nesting deeper than [`MAX_NESTING`].
    pub fn read(source: &str) -> Result<Self, GrammarErrors> {
        Ok(stack::for_grammar(|| Self::checked(Rules::parse(source)?))?)
    }

    /// Checks rules that are already parsed, as [`read`](Self::read) does.
    pub(crate) fn checked(rules: Rules) -> Result<Self, Vec<GrammarError>> {
        stack::for_grammar(|| {
            within(CHECK_TIME, || check::check(&rules))?;
            let mut grammar = Self::of_rules(rules).expect("every name is defined or built in");
            grammar.warnings = within(CHECK_TIME, || lints::unreachable_alternatives(&grammar));
            Ok(grammar)
        })
    }

    /// Reads a text from which a parser has been derived, so it needs no checks. `None` if it is
    /// not a grammar.
    pub(crate) fn trusted(source: &str) -> Option<Self> {
        Self::of_rules(Rules::parse(source).ok()?)
    }

    /// Makes the grammar from rules with which pest finds no mistake but left recursion. `None` if
    /// they have too many parts, or if a rule names another rule that is neither defined nor built
    /// in.
    pub(crate) fn of_rules(written: Rules) -> Option<Self> {
        limits::check_parts(&written).ok()?;
        Self::of_parts(written)
    }

    /// As [`of_rules`](Self::of_rules), of rules with any number of parts: those of an accepted
    /// grammar may be split into more.
    pub(crate) fn of_parts(written: Rules) -> Option<Self> {
        let (exprs, sites) = optimized(&written)?;
        let end = Expr::of(ExprKind::Terminal(Terminal::End), Vec::new());
        let end = Rule { modifier: RuleModifier::Normal, expr: end };
        let modifiers = written.rules.iter().map(|rule| rule.modifier);
        let others = modifiers.zip(exprs).map(|(modifier, expr)| Rule { modifier, expr });
        let rules = std::iter::once(end).chain(others).collect();
        let between = written.between().map(|index| RuleId::of_index(index + 1)).collect();
        Some(Self { written, rules, sites, between, warnings: Vec::new() })
    }

    /// The rule with this name, which may be `EOI`.
    pub fn rule(&self, name: &str) -> Option<RuleId> {
        let own = || self.written.index(name).map(|index| RuleId::of_index(index + 1));
        if name == "EOI" { Some(RuleId::EOI) } else { own() }
    }

    /// All rules of the file, in order.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        (1..).map(RuleId).take(self.rules.len() - 1)
    }

    /// The name of a rule; may be empty for a rule of another grammar.
    pub fn name(&self, rule: RuleId) -> &str {
        let Some(index) = rule.index().checked_sub(1) else { return "EOI" };
        self.written.rules.get(index).map_or("", |rule| &rule.name)
    }

    /// Whether a rule is silent (`_`), that is, makes no token pair. The answer for a rule of
    /// another grammar is arbitrary.
    pub fn is_silent(&self, rule: RuleId) -> bool {
        self.rules.get(rule.index()).is_some_and(|rule| rule.modifier == RuleModifier::Silent)
    }

    /// Whether a rule makes a pair, and whether the rules that it calls do. `around` says whether
    /// the calling rule lets the rules that it calls make pairs.
    pub(crate) fn makes_pairs(&self, rule: RuleId, around: bool) -> (bool, bool) {
        let is_implicit = self.between.contains(&rule);
        match self.rules[rule.index()].modifier {
            RuleModifier::Atomic => (around, false),
            RuleModifier::CompoundAtomic => (true, true),
            // The inside of a rule for blanks or comments is atomic, whatever its modifier.
            RuleModifier::Normal => (around, around && !is_implicit),
            RuleModifier::Silent => (false, around && !is_implicit),
            RuleModifier::NonAtomic => (true, !is_implicit),
        }
    }

    /// The names of the rules that can make a pair in a parse from the rule `start`.
    pub(crate) fn names_in_trees(&self, start: RuleId) -> HashSet<String> {
        let (mut names, mut seen) = (HashSet::new(), HashSet::new());
        let mut waiting: Vec<(RuleId, bool)> =
            self.between.iter().copied().chain([start]).map(|it| (it, true)).collect();
        while let Some((rule, around)) = waiting.pop() {
            if rule == RuleId::EOI || !seen.insert((rule, around)) {
                continue;
            }
            let (makes_pair, inside) = self.makes_pairs(rule, around);
            if makes_pair {
                names.insert(self.name(rule).to_owned());
            }
            let mut parts = vec![&self.written.rules[rule.index() - 1].body];
            while let Some(part) = parts.pop() {
                match &part.kind {
                    BodyKind::Rule(name) => waiting.extend(self.rule(name).map(|it| (it, inside))),
                    // What a predicate matches makes no pairs.
                    BodyKind::Lookahead { .. } => {}
                    _ => parts.extend(part.parts()),
                }
            }
        }
        names
    }

    /// The places of a site in the text of the grammar: several if pest's optimizer merged equal
    /// parts, and none if the part is written in no rule.
    pub fn sites(&self, site: SiteId) -> &[Site] {
        self.sites.get(site.index()).map_or(&[], Vec::as_slice)
    }

    /// The number of different [`SiteId`]s.
    pub fn site_count(&self) -> usize {
        self.sites.len()
    }

    /// Parses `text` with `rule`, and reports every rule and terminal to `listener` when the parser
    /// tries it. The trace itself is not stored.
    ///
    /// The listener can end the trace with [`ControlFlow::Break`]. Even then, every rule that has
    /// begun also ends, with a match or a failure.
    ///
    /// # Errors
    ///
    /// [`TraceError`] if the text does not match, or if the listener or a limit ended the trace.
    pub fn trace<'g, 'i>(
        &'g self,
        rule: RuleId,
        text: &'i str,
        mut listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<Pairs<'i, RuleId>, TraceError> {
        Interpreter::new(self, Some(&mut listener)).run(rule, text)
    }

    /// Like [`trace`](Self::trace), but returns the end of the match of `rule` on `text`.
    pub(crate) fn end<'g>(
        &'g self,
        rule: RuleId,
        text: &str,
        mut listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<usize, TraceError> {
        let mut end = 0;
        self.trace(rule, text, |event| {
            if let (0, Outcome::Match { end: at }) = (event.depth, event.outcome) {
                end = at;
            }
            listener(event)
        })?;
        Ok(end)
    }

    /// Like [`trace`](Self::trace), but runs each rule at most once at each place, except for the
    /// rules `varying`. If the parser tries another rule there again, the listener receives only its
    /// start and its outcome, not the events inside it, so a repeated call takes no extra time.
    ///
    /// A rule that uses the stack must be among `varying`, because its outcome depends on the stack.
    pub(crate) fn trace_once<'g>(
        &'g self,
        rule: RuleId,
        text: &str,
        varying: BTreeSet<RuleId>,
        mut listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<(), TraceError> {
        let mut interpreter = Interpreter::new(self, Some(&mut listener));
        interpreter.outcomes = Some((varying, HashMap::new()));
        // The pairs are incomplete, so drop them.
        interpreter.run(rule, text).map(|_| ())
    }

    /// Parses `text` with `rule` without reporting events.
    ///
    /// # Errors
    ///
    /// The same as for [`trace`](Self::trace).
    pub fn parse<'i>(&self, rule: RuleId, text: &'i str) -> Result<Pairs<'i, RuleId>, TraceError> {
        Interpreter::new(self, None).run(rule, text)
    }
}

/// An event of a parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'g> {
    /// The rule or terminal that is tried.
    pub what: What<'g>,
    /// The outcome.
    pub outcome: Outcome,
    /// The number of rules entered before this rule, terminal or sequence began. For a rule, this
    /// is the number of its own call, from 0.
    pub call: u64,
    /// The number of open rules around this rule, terminal or sequence.
    pub depth: usize,
    /// The place in the text, in bytes.
    pub at: usize,
    /// Whether the parser only looks ahead, without consuming the text.
    pub lookahead: Lookahead,
    /// The part of the surrounding rule that is tried.
    pub site: SiteId,
    /// The current round of the innermost repetition in the rule, from 1; 0 outside of repetitions.
    pub round: u32,
}

/// A rule or terminal that is tried at a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What<'g> {
    /// A rule of the grammar. It is entered, and then matches or fails.
    Rule(RuleId),
    /// A terminal. It matches or fails at once.
    Terminal(&'g Terminal),
    /// A sequence in which rules matched. Only its failure is reported: the parser backtracks over
    /// the matched text.
    Sequence,
}

/// The outcome of a rule or terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A rule begins.
    Enter,
    /// The rule or terminal matched.
    Match {
        /// The byte after the match.
        end: usize,
    },
    /// The rule or terminal failed.
    Fail,
}

impl Outcome {
    /// The place that a rule or terminal tried at the byte `at` reached: its end, if it matched.
    pub(crate) const fn reached(self, at: usize) -> usize {
        if let Self::Match { end } = self { end } else { at }
    }
}

/// Whether the parser consumes a text or only looks ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lookahead {
    /// The parser consumes the text.
    No,
    /// Inside `&`: the text must match.
    Positive,
    /// Inside `!`, at any depth: the text must not match.
    Negative,
}

/// Why a trace has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The text does not match. The value is pest's own error; call its
    /// [`renamed_rules`](Error::renamed_rules) to show the expected rules by their
    /// [names](PestGrammar::name).
    #[error("the text does not match: {}", farthest(.0))]
    Syntax(Box<Error<RuleId>>),
    /// The trace ended after this many steps: at the limit, which is [`MAX_STEPS`] or, for a long
    /// text, [`MAX_STEPS_PER_BYTE`] for each byte, or with [`MAX_PAIRS`] token pairs (for a long
    /// text, [`MAX_PAIRS_PER_BYTE`]), or because it was no longer [wanted](while_wanted).
    #[error(
        "stopped after {0} steps: the grammar backtracks over the same text again and again, loops \
         forever, or matches each part of it by too many rules"
    )]
    TooManySteps(u64),
    /// More than [`MAX_OPEN_RULES`] rules were open at once.
    #[error("given up with {MAX_OPEN_RULES} rules open at once")]
    TooManyOpenRules,
    /// The parser tried `PEEK` or `POP` with nothing on the stack, where pest panics.
    #[error("pest panics at `{what}` on an empty stack")]
    EmptyStack {
        /// `PEEK` or `POP`.
        what: StackUse,
        /// The place in the text, in bytes.
        at: usize,
    },
    /// The listener ended the trace.
    #[error("stopped")]
    Stopped,
    /// The grammar has no such rule.
    #[error("the grammar has no such rule")]
    UnknownRule,
}

/// Says where the parser failed.
fn farthest(error: &Error<RuleId>) -> String {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) =
        error.line_col;
    format!("pest's error is at line {line}, column {column}")
}

#[cfg(test)]
pub(crate) use syntax_errors::times_read;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_in_trees_are_those_that_make_pairs_in_a_parse() {
        let source = "s = { &p ~ a ~ _b }\np = { \"x\" ~ never }\nnever = { \"y\" }\n\
                      a = @{ _b }\n_b = _{ c }\nc = { \"c\" }\nWHITESPACE = _{ blank }\n\
                      blank = { \" \" }\nCOMMENT = ${ mark }\nmark = { \"#\" }\n";
        let grammar = PestGrammar::read(source).expect("pest accepts it");
        let rule = |name| grammar.rule(name).expect("it is there");
        let names = |start| {
            let mut names: Vec<_> = grammar.names_in_trees(rule(start)).into_iter().collect();
            names.sort();
            names
        };
        assert_eq!(names("s"), ["COMMENT", "a", "c", "mark", "s"]);
        assert_eq!(names("a"), ["COMMENT", "a", "mark"]);
    }

    #[test]
    fn a_rule_or_terminal_reaches_its_end_or_where_it_failed() {
        assert_eq!(Outcome::Match { end: 3 }.reached(0), 3);
        assert_eq!(Outcome::Fail.reached(7), 7);
    }
}
