//! A trace of a pest parser at work: every rule it enters, the text that the rule
//! matches, and where it fails and backtracks.
//!
//! pest's derived parsers cannot be watched from outside, and the listener of
//! its virtual machine hears of a rule's start only. So the rules of the
//! `.pest` file itself are interpreted here, on pest's own parser state: the
//! token pairs and the errors are pest's by construction, and every rule and every
//! terminal is reported as it is tried. It is not bound to expressions: it
//! traces any grammar that pest's derive accepts, within the limits below.
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
//! Two things differ from pest. Where `PEEK` or `POP` finds the stack empty,
//! pest panics; here it does not match. And what pest would do for ever, or
//! until the stack overflows, ends with an error.

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

use std::ops::ControlFlow;

use pest::error::Error;
use pest::iterators::Pairs;

pub use body::{Body, BodyKind, RuleDefinition, RuleModifier};
pub use error::{GrammarError, GrammarErrorKind, GrammarErrors};
pub use expr::{Alternative, Site};
use expr::{Expr, ExprKind};
use interpreter::Interpreter;
pub use limits::{MAX_NESTING, MAX_RULES, MAX_SOURCE};
pub(crate) use lints::{
    CHECK_TIME, Shortest, findings, grouped_by_pratt, leading, matched, never_used, terminal_text,
    texts_by_rule,
};
pub use lints::{Findings, lint_pages};
use optimizer::optimized;
pub use patience::while_wanted;
pub(crate) use patience::{is_wanted, spend, within, within_steps};
pub(crate) use rules::Rules;
pub(crate) use terminal::{Characters, built_in};
pub use terminal::{Class, StackUse, Terminal};

use crate::stack;

/// The most expressions of a grammar that a trace of a short text may try before it
/// stops.
pub const MAX_STEPS: u64 = 50_000_000;

/// The most of them for every byte of a long text: a grammar that reads nothing twice
/// takes fewer, and so comes to the end of a text of any length.
pub const MAX_STEPS_PER_BYTE: u64 = 400;

/// The most rules that may be open at once.
pub const MAX_OPEN_RULES: usize = 20_000;

/// A rule of a [`PestGrammar`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(u32);

impl RuleId {
    /// The rule at this place among the rules of its grammar.
    pub(crate) fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("there are not that many rules"))
    }

    /// The built-in rule for the end of the text, the only one for which the
    /// parser produces a token pair.
    pub const EOI: Self = Self(0);

    /// Its place among the rules of its grammar: [`EOI`](Self::EOI) is 0, the
    /// rules of the file follow in their order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a place in the text of a [`PestGrammar`] at which something is tried;
/// [`PestGrammar::sites`] says where that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SiteId(u32);

impl SiteId {
    /// That of what no rule names: the rule that a trace begins with, and what may stand
    /// between any two parts.
    pub const NOWHERE: Self = Self(0);

    fn of_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a grammar is not that long"))
    }

    /// Its place among the sites of its grammar; that of [`NOWHERE`](Self::NOWHERE) is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rules of a `.pest` file, ready to be interpreted.
#[derive(Debug)]
pub struct PestGrammar {
    /// As they are written.
    written: Rules,
    rules: Vec<Rule>,
    /// By number, where parts of rules stand.
    sites: Vec<Vec<Site>>,
    /// `WHITESPACE` and then `COMMENT`, as far as it has them.
    pub(crate) between: Vec<RuleId>,
    warnings: Vec<GrammarError>,
}

#[derive(Debug)]
struct Rule {
    modifier: RuleModifier,
    expr: Expr,
}

impl PestGrammar {
    /// Reads the text of a `.pest` file and checks it as pest's derive does; what
    /// pest lets through and is likely a mistake is among the
    /// [`warnings`](Self::warnings).
    ///
    /// # Errors
    ///
    /// All mistakes that can be found at once, in the order of the text; a
    /// text longer than [`MAX_SOURCE`], more than [`MAX_RULES`] rules and
    /// nesting deeper than [`MAX_NESTING`] are among them.
    pub fn read(source: &str) -> Result<Self, GrammarErrors> {
        Ok(stack::for_grammar(|| Self::checked(Rules::parse(source)?))?)
    }

    /// The same of rules that are read already.
    pub(crate) fn checked(rules: Rules) -> Result<Self, Vec<GrammarError>> {
        stack::for_grammar(|| {
            check::check(&rules)?;
            let mut grammar = Self::of_rules(rules).expect("every name is defined or built in");
            grammar.warnings = lints::unreachable_alternatives(&grammar);
            Ok(grammar)
        })
    }

    /// As [`read`](Self::read), of a text that is asked for nothing but whether pest accepts
    /// it.
    pub(crate) fn accepted(source: &str) -> Option<Self> {
        check::accepted(source)
    }

    /// Whether pest's optimizer changes an expression so that it may match other texts, or
    /// takes fewer calls.
    pub(crate) fn is_rewritten(&self) -> bool {
        optimizer::is_rewritten(&self.written)
    }

    /// The rules of a text from which a parser has been derived: it needs none
    /// of the checks, nor what they need. `None` where it is no grammar.
    pub(crate) fn trusted(source: &str) -> Option<Self> {
        Self::of_rules(Rules::parse(source).ok()?)
    }

    /// That of rules that need no checks; `None` where a rule names one that is neither
    /// defined nor built in.
    pub(crate) fn of_rules(written: Rules) -> Option<Self> {
        let (exprs, sites) = optimized(&written)?;
        let end = Expr::of(ExprKind::Terminal(Terminal::End), Vec::new());
        let end = Rule { modifier: RuleModifier::Normal, expr: end };
        let modifiers = written.rules.iter().map(|rule| rule.modifier);
        let others = modifiers.zip(exprs).map(|(modifier, expr)| Rule { modifier, expr });
        let rules = std::iter::once(end).chain(others).collect();
        let between = written.between().map(|index| RuleId::of_index(index + 1)).collect();
        Some(Self { written, rules, sites, between, warnings: Vec::new() })
    }

    /// The rules as they are written.
    pub(crate) const fn written(&self) -> &Rules {
        &self.written
    }

    /// What is likely a mistake although pest accepts it, in the order of the
    /// text: alternatives that are unreachable, because an earlier one matches a
    /// prefix of everything that they match (prefix capture).
    pub fn warnings(&self) -> &[GrammarError] {
        &self.warnings
    }

    /// The rule called so; `EOI` is one of them.
    pub fn rule(&self, name: &str) -> Option<RuleId> {
        match name {
            "EOI" => Some(RuleId::EOI),
            name => self.written.index(name).map(|index| RuleId::of_index(index + 1)),
        }
    }

    /// All rules of the file, in its order.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        (1..).map(RuleId).take(self.rules.len() - 1)
    }

    /// The name of a rule; that of a rule of another grammar may be empty.
    pub fn name(&self, rule: RuleId) -> &str {
        match rule.index().checked_sub(1) {
            None => "EOI",
            Some(index) => self.written.rules.get(index).map_or("", |rule| &rule.name),
        }
    }

    /// Whether a rule is silent (`_`): it makes no token pair. That of another
    /// grammar may be.
    pub fn is_silent(&self, rule: RuleId) -> bool {
        self.rules.get(rule.index()).is_some_and(|rule| rule.modifier == RuleModifier::Silent)
    }

    /// Whether a rule makes a pair, and whether the rules in it do, where rules around it
    /// make pairs or do not.
    pub(crate) fn makes_pairs(&self, rule: RuleId, around: bool) -> (bool, bool) {
        let is_implicit = self.between.contains(&rule);
        match self.rules[rule.index()].modifier {
            RuleModifier::Atomic => (around, false),
            RuleModifier::CompoundAtomic => (true, true),
            // What may stand between all others is atomic, whatever it is called.
            RuleModifier::Normal => (around, around && !is_implicit),
            RuleModifier::Silent => (false, around && !is_implicit),
            RuleModifier::NonAtomic => (!is_implicit, !is_implicit),
        }
    }

    /// Where something is tried, in the text that the grammar was read from. There are
    /// several sites where pest's optimizer has made one part of several that are alike,
    /// and none where no rule names the part.
    pub fn sites(&self, site: SiteId) -> &[Site] {
        self.sites.get(site.index()).map_or(&[], Vec::as_slice)
    }

    /// The number of different [`SiteId`]s.
    pub fn site_count(&self) -> usize {
        self.sites.len()
    }

    /// Parses `text` by `rule`, and tells `listener` of every rule and
    /// terminal that is tried, as it is tried. Nothing of the trace is kept.
    ///
    /// The listener can end it by [`ControlFlow::Break`]. Every rule that was
    /// entered is left, by a match or a failure, in all cases.
    ///
    /// # Errors
    ///
    /// [`TraceError`] where the text does not match, or the trace was ended
    /// by the listener or by a limit.
    pub fn trace<'g, 'i>(
        &'g self,
        rule: RuleId,
        text: &'i str,
        mut listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<Pairs<'i, RuleId>, TraceError> {
        Interpreter::new(self, Some(&mut listener)).run(rule, text)
    }

    /// Up to where `rule` matches `text`; as [`trace`](Self::trace) in all else.
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

    /// As [`trace`](Self::trace), but what a rule makes of a place is found out once: where
    /// it is tried there again, the listener hears its outcome alone. So
    /// it does not take longer where the grammar reads the same again and again.
    ///
    /// What a rule makes of a place depends on the stack, too: a grammar that has one is
    /// traced as it is.
    pub(crate) fn trace_once<'g>(
        &'g self,
        rule: RuleId,
        text: &str,
        mut listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) {
        let interpreter = Interpreter::new(self, Some(&mut listener));
        let has_stack = self.rules.iter().any(|rule| rule.expr.has_stack());
        let interpreter = if has_stack { interpreter } else { interpreter.remembering() };
        // Its pairs are not complete.
        let _ = interpreter.run(rule, text);
    }

    /// Parses `text` by `rule` in silence.
    ///
    /// # Errors
    ///
    /// As [`trace`](Self::trace).
    pub fn parse<'i>(&self, rule: RuleId, text: &'i str) -> Result<Pairs<'i, RuleId>, TraceError> {
        Interpreter::new(self, None).run(rule, text)
    }
}

/// One thing that happened while a text was parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'g> {
    /// The rule or terminal that is tried.
    pub what: What<'g>,
    /// Its outcome.
    pub outcome: Outcome,
    /// How many rules were entered before it began: the number of a rule's
    /// call, from 0.
    pub call: u64,
    /// The number of rules that are open around it.
    pub depth: usize,
    /// Where it is tried, in bytes.
    pub at: usize,
    /// Whether it is only looked at, and not read.
    pub lookahead: Lookahead,
    /// The part of a rule that names it.
    pub site: SiteId,
    /// The time round that it is, from 1, of the innermost repetition in the rule; 0
    /// outside of any.
    pub round: u32,
}

/// The rule or terminal that is tried at a place of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What<'g> {
    /// A rule of the grammar. It is entered, and then matches or fails.
    Rule(RuleId),
    /// A terminal. It matches or fails at once.
    Terminal(&'g Terminal),
    /// A sequence in which rules matched. Only its failure is reported: the
    /// parser backtracks over what they matched.
    Sequence,
}

/// Its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A rule begins.
    Enter,
    /// It matched, up to here.
    Match {
        /// The byte after the last one.
        end: usize,
    },
    /// It did not match.
    Fail,
}

/// Whether a part of the text is read or only looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lookahead {
    /// It is read.
    No,
    /// Inside `&`: it must be there.
    Positive,
    /// Inside `!`, however deep: that must not be there.
    Negative,
}

/// Why a trace has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The text does not match; pest's own error.
    #[error("the text does not match")]
    Syntax(Box<Error<RuleId>>),
    /// More expressions were tried than this: [`MAX_STEPS`], or of a long text
    /// [`MAX_STEPS_PER_BYTE`].
    #[error(
        "stopped after {0} steps: the grammar backtracks over the same text again and again, or \
         loops forever"
    )]
    TooManySteps(u64),
    /// More than [`MAX_OPEN_RULES`] rules were open at once.
    #[error("given up with {MAX_OPEN_RULES} rules open at once")]
    TooManyOpenRules,
    /// The listener ended it.
    #[error("stopped")]
    Stopped,
    /// The grammar has no such rule.
    #[error("the grammar has no such rule")]
    UnknownRule,
}

#[cfg(test)]
pub(crate) use syntax_errors::times_read;
