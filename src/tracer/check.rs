//! Reads and checks the text of a grammar.
//!
//! pest's own reader does the work. What it would do with a text that is huge
//! or twisted (recurse until the stack overflows, check for hours, panic at an
//! impossible escape) is kept from it by limits.

use std::fmt;
use std::ops::Range;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pest::error::Error;
use pest::iterators::Pair;
use pest_meta::optimizer::{OptimizedRule, optimize};
use pest_meta::parser::{self, Rule, consume_rules};
use pest_meta::validator::validate_pairs;

use super::limits::{MAX_PARTS, check_count, check_nesting, impossible_values, parts};
use super::lints::unreachable_alternatives;
use super::pest_error::grammar_error;

/// pest's checks look at every way through the rules, and there may be very
/// many of these. What takes longer is refused, while its thread goes on: it
/// cannot be stopped from outside.
const CHECK_TIME: Duration = Duration::from_secs(10);

/// What those checks may use of the stack: enough for what the limits let through.
const CHECK_STACK: usize = 256 << 20;

/// A mistake in the text of a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    /// What is wrong.
    pub message: String,
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What to do about it, or what was expected; may be empty.
    pub advice: String,
}

impl GrammarError {
    /// A mistake at a place.
    pub(crate) fn new(
        message: impl Into<String>,
        span: Range<usize>,
        advice: impl Into<String>,
    ) -> Self {
        Self { message: message.into(), span, advice: advice.into() }
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.span.start)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, ": {}", self.advice) }
    }
}

impl std::error::Error for GrammarError {}

/// Does `make` with the checked rules of `source`, all on a stack that is
/// large enough for what pest's reader does with them.
pub(crate) fn with_rules<T: Send + 'static>(
    source: &str,
    make: impl FnOnce(&[OptimizedRule]) -> Option<T> + Send + 'static,
) -> Result<T, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let (sender, receiver) = channel();
    let text = source.to_owned();
    let worker = thread::Builder::new().stack_size(CHECK_STACK).spawn(move || {
        let result = read(&text).and_then(|rules| make(&rules).ok_or_else(|| vec![unreadable()]));
        // Nobody may be waiting any more.
        let _ = sender.send(result);
    });
    if let Err(error) = worker {
        let message = format!("there is no memory to check the grammar: {error}");
        return Err(vec![GrammarError::new(message, 0..0, "")]);
    }
    receiver.recv_timeout(CHECK_TIME).unwrap_or_else(|error| {
        Err(vec![match error {
            RecvTimeoutError::Timeout => GrammarError::new(
                format!("checking the grammar takes more than {} seconds", CHECK_TIME.as_secs()),
                0..0,
                "there are too many ways from rule to rule; split it",
            ),
            RecvTimeoutError::Disconnected => unreadable(),
        }])
    })
}

/// For what only pest's reader could say more about.
fn unreadable() -> GrammarError {
    GrammarError::new("pest cannot read this grammar", 0..0, "")
}

/// The rules of `source`, as pest's derive would take them.
fn read(source: &str) -> Result<Vec<OptimizedRule>, Vec<GrammarError>> {
    let pest = |errors: Vec<Error<Rule>>| {
        errors.iter().map(|error| grammar_error(source, error)).collect::<Vec<_>>()
    };
    let pairs = parser::parse(Rule::grammar_rules, source).map_err(|error| pest(vec![error]))?;
    check_count(&pairs).map_err(|error| vec![error])?;
    let errors = impossible_values(&pairs);
    if !errors.is_empty() {
        return Err(errors);
    }
    validate_pairs(pairs.clone()).map_err(pest)?;
    let forestalled = unreachable_alternatives(&pairs);
    let rules = match consume_rules(pairs).map_err(pest) {
        Ok(rules) => rules,
        Err(mut errors) => {
            errors.extend(forestalled);
            errors.sort_by_key(|error| error.span.start);
            return Err(errors);
        }
    };
    if !forestalled.is_empty() {
        return Err(forestalled);
    }
    if rules.iter().map(|rule| parts(&rule.expr)).fold(0, u64::saturating_add) > MAX_PARTS {
        let message = format!("with all repetitions written out, more than {MAX_PARTS} parts");
        return Err(vec![GrammarError::new(
            message,
            0..0,
            "repeat less often, or give what is repeated a rule of its own",
        )]);
    }
    Ok(optimize(rules))
}

/// The name that a pair defines, where it is a rule.
pub(super) fn definition<'i>(pair: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    if pair.as_rule() != Rule::grammar_rule {
        return None;
    }
    pair.clone().into_inner().next().filter(|name| name.as_rule() == Rule::identifier)
}

/// A rule as it stands in a file.
pub(crate) struct RuleOutline {
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) name_span: Range<usize>,
    /// The comment before it, line for line.
    pub(crate) comment: String,
    /// All of the rule.
    pub(crate) text: String,
}

/// The rules that a text defines, in its order.
///
/// # Errors
///
/// Where it is too deep, or no grammar by its form alone.
pub(crate) fn outline(source: &str) -> Result<Vec<RuleOutline>, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let pairs = parser::parse(Rule::grammar_rules, source)
        .map_err(|error| vec![grammar_error(source, &error)])?;
    let (mut rules, mut comment) = (Vec::new(), String::new());
    for pair in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
        let text = pair.as_str().trim_end();
        match definition(&pair) {
            Some(name) => rules.push(RuleOutline {
                name: name.as_str().to_owned(),
                name_span: name.as_span().start()..name.as_span().end(),
                comment: std::mem::take(&mut comment),
                text: format!("{text}\n"),
            }),
            None => comment.extend([text, "\n"]),
        }
    }
    Ok(rules)
}
