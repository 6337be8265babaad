//! Reads and checks the text of a grammar.
//!
//! pest's own reader does the work. What it would do with a text that is huge
//! or twisted (recurse until the stack overflows, check for hours, panic at an
//! impossible escape) is kept from it by limits.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pest::error::Error;
use pest::iterators::Pairs;
use pest_meta::optimizer::{OptimizedRule, optimize};
use pest_meta::parser::{self, Rule, consume_rules};
use pest_meta::validator::validate_pairs;

use super::error::GrammarError;
use super::limits::{MAX_PARTS, MAX_RULES, check_nesting, impossible_values, parts};
use super::lints::unreachable_alternatives;
use super::outline::defined_name;
use super::pest_error::grammar_error;

/// pest's checks look at every way through the rules, and there may be very
/// many of these. What takes longer is refused, while its thread goes on: it
/// cannot be stopped from outside.
pub(crate) const CHECK_TIME: Duration = Duration::from_secs(10);

/// What those checks may use of the stack: enough for what the limits let through.
const CHECK_STACK: usize = 256 << 20;

/// Does `make` with the checked rules of `source` and the warnings about them,
/// all within `time`, of at most [`CHECK_TIME`], and on a stack that is large
/// enough for what pest's reader does with them.
pub(crate) fn with_rules<T: Send + 'static>(
    source: &str,
    time: Duration,
    make: impl FnOnce(&[OptimizedRule], Vec<GrammarError>) -> Option<T> + Send + 'static,
) -> Result<T, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let (sender, receiver) = channel();
    let text = source.to_owned();
    let worker = thread::Builder::new().stack_size(CHECK_STACK).spawn(move || {
        let result = read(&text)
            .and_then(|(rules, warnings)| make(&rules, warnings).ok_or_else(|| vec![unreadable()]));
        // Nobody may be waiting any more.
        let _ = sender.send(result);
    });
    if let Err(error) = worker {
        let message = format!("there is no memory to check the grammar: {error}");
        return Err(vec![GrammarError::new(message, 0..0, "")]);
    }
    receiver.recv_timeout(time).unwrap_or_else(|error| {
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

/// The rules of `source`, as pest's derive would take them, and what there is to
/// warn of.
fn read(source: &str) -> Result<(Vec<OptimizedRule>, Vec<GrammarError>), Vec<GrammarError>> {
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
    let warnings = unreachable_alternatives(&pairs);
    let rules = consume_rules(pairs).map_err(pest)?;
    if rules.iter().map(|rule| parts(&rule.expr)).fold(0, u64::saturating_add) > MAX_PARTS {
        let message = format!("with all repetitions written out, more than {MAX_PARTS} parts");
        return Err(vec![GrammarError::new(
            message,
            0..0,
            "repeat less often, or give what is repeated a rule of its own",
        )]);
    }
    Ok((optimize(rules), warnings))
}

/// That there are not too many rules.
fn check_count(pairs: &Pairs<'_, Rule>) -> Result<(), GrammarError> {
    let definitions = pairs.clone().filter(|pair| defined_name(pair).is_some());
    match definitions.clone().nth(MAX_RULES) {
        None => Ok(()),
        Some(first) => {
            let count = definitions.count();
            let place = first.as_span();
            let message = format!("the grammar has {count} rules");
            let advice = format!("expected at most {MAX_RULES}");
            Err(GrammarError::new(message, place.start()..place.end(), advice))
        }
    }
}
