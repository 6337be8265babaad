//! Reads and checks the text of a grammar.
//!
//! pest's own reader does the work. What it would do with a text that is huge
//! or twisted (recurse until the stack overflows, check for hours, panic at an
//! impossible escape) is kept from it by limits.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pest::error::Error;
use pest::iterators::Pairs;
use pest_meta::ast::Rule as AstRule;
use pest_meta::parser::{self, Rule, consume_rules};
use pest_meta::validator::validate_pairs;

use super::ast;
use super::error::GrammarError;
use super::limits::{
    MAX_PARTS, MAX_RULES, check_nesting, impossible_values, parts, too_many_parts,
};
use super::lints::{
    self, Findings, Start, TextByRule, cycles, recursion_error, trial, unreachable_alternatives,
};
use super::optimizer::{OptimizedRule, optimize};
use super::outline::defined_name;
use super::pest_error::{left_recursive, pest_error};
use super::syntax::Syntax;
use super::syntax_errors::parsed;
use super::validity::is_surely_valid;
use super::wanted::is_wanted;
use super::{PestGrammar, RuleId};

/// Where the rules are suspect, pest's checks look at every way through them, and
/// there may be very many of these. What takes longer is refused, while its thread
/// goes on: it cannot be stopped from outside.
pub(crate) const CHECK_TIME: Duration = Duration::from_secs(10);

/// How often it is asked whether somebody still waits for them.
const ASKED: Duration = Duration::from_millis(50);

/// What those checks may use of the stack: enough for what the limits let through.
const CHECK_STACK: usize = 256 << 20;

/// Does `make` with the checked rules of `source` and the warnings about them,
/// all within `time`, of at most [`CHECK_TIME`], and on a stack that is large
/// enough for what pest's reader does with them.
pub(crate) fn with_rules<T: Send + 'static>(
    source: &str,
    time: Duration,
    make: impl FnOnce(Vec<OptimizedRule>, Vec<GrammarError>) -> Option<T> + Send + 'static,
) -> Result<T, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let text = source.to_owned();
    let checked = within(time, move || {
        read(&text)
            .and_then(|(rules, warnings)| make(rules, warnings).ok_or_else(|| vec![unreadable()]))
    });
    checked.unwrap_or_else(|error| Err(vec![error]))
}

/// Does `work` on a large stack, if it takes no longer than `time` and somebody waits for
/// it. What takes longer goes on to its end: pest's part of it cannot be broken off.
fn within<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, GrammarError> {
    let (sender, receiver) = channel();
    let worker = thread::Builder::new().stack_size(CHECK_STACK).spawn(move || {
        // Nobody may be waiting any more.
        let _ = sender.send(work());
    });
    if let Err(error) = worker {
        let message = format!("there is no memory to check the grammar: {error}");
        return Err(GrammarError::new(message, 0..0, ""));
    }
    let until = Instant::now() + time;
    let answer = loop {
        let left = until.saturating_duration_since(Instant::now());
        let answer = receiver.recv_timeout(left.min(ASKED));
        if !is_wanted() {
            let message = "checking the grammar is given up: nobody waits for it".to_owned();
            return Err(GrammarError::new(message, 0..0, ""));
        }
        if left <= ASKED || !matches!(answer, Err(RecvTimeoutError::Timeout)) {
            break answer;
        }
    };
    answer.map_err(|error| match error {
        RecvTimeoutError::Timeout => GrammarError::new(
            format!("checking the grammar takes more than {} seconds", CHECK_TIME.as_secs()),
            0..0,
            "there are too many ways from rule to rule; split it",
        ),
        RecvTimeoutError::Disconnected => unreadable(),
    })
}

/// For what only pest's reader could say more about.
fn unreadable() -> GrammarError {
    GrammarError::new("pest cannot read this grammar", 0..0, "")
}

/// The rules of `source`, as pest's derive would take them, and what there is to
/// warn of.
fn read(source: &str) -> Result<(Vec<OptimizedRule>, Vec<GrammarError>), Vec<GrammarError>> {
    let pairs = parsed(source)?;
    check_count(&pairs).map_err(|error| vec![error])?;
    let errors = impossible_values(&pairs);
    if !errors.is_empty() {
        return Err(errors);
    }
    let syntax = Syntax::new(&pairs);
    let rules = accepted(&pairs, &syntax).map_err(|errors| explained(source, &syntax, &errors))?;
    let warnings = unreachable_alternatives(source, &syntax);
    let all = rules.iter().map(|rule| parts(&rule.expr)).fold(0, u64::saturating_add);
    if all > MAX_PARTS {
        return Err(vec![too_many_parts(&syntax, all)]);
    }
    Ok((optimize(rules, Some(&syntax)), warnings))
}

/// The rules, or all that pest has against them: it would rather not look at the
/// others where a name is wrong.
fn accepted(
    pairs: &Pairs<'_, Rule>,
    syntax: &Syntax<'_>,
) -> Result<Vec<AstRule>, Vec<Error<Rule>>> {
    let names = validate_pairs(pairs.clone());
    if let (Ok(_), true, Some(rules)) = (&names, is_surely_valid(syntax), ast::rules(syntax)) {
        return Ok(rules);
    }
    match (names, consume_rules(pairs.clone())) {
        (Ok(_), rules) => rules,
        (Err(errors), Ok(_)) => Err(errors),
        (Err(mut errors), Err(more)) => {
            errors.extend(more);
            Err(errors)
        }
    }
}

/// pest's errors, with what its rules alone tell of left recursion.
fn explained(source: &str, syntax: &Syntax<'_>, errors: &[Error<Rule>]) -> Vec<GrammarError> {
    let (recursive, others): (Vec<_>, Vec<_>) =
        errors.iter().partition(|error| left_recursive(error).is_some());
    let mut explained: Vec<GrammarError> =
        others.iter().map(|error| pest_error(source, syntax, error)).collect();
    let cycles = if recursive.is_empty() { Vec::new() } else { cycles(syntax) };
    let mut unsaid = recursive;
    for cycle in cycles {
        let is_of_cycle = |error: &&Error<Rule>| {
            let rule = left_recursive(error).and_then(|name| syntax.index(name));
            rule.is_some_and(|rule| cycle.rules.contains(&rule))
        };
        let (said, rest): (Vec<_>, Vec<_>) = unsaid.into_iter().partition(is_of_cycle);
        unsaid = rest;
        if !said.is_empty() {
            explained.push(recursion_error(source, syntax, &cycle, |changed, texts| {
                let cycle = cycle.rules.iter().map(|&rule| syntax.rules[rule].name);
                works(changed, errors, &cycle.collect::<Vec<_>>(), texts)
            }));
        }
    }
    // pest follows a rule in one way, and so calls others left-recursive that only
    // lead to a cycle.
    if explained.is_empty() {
        explained.extend(unsaid.iter().map(|error| pest_error(source, syntax, error)));
    }
    explained.sort_by_key(|error| error.span.start);
    explained
}

/// Whether pest has nothing new against a changed grammar, and nothing against the
/// rules of the cycle; and whether these match the texts, if there are no errors left
/// that keep them from being tried.
fn works(
    changed: &str,
    before: &[Error<Rule>],
    cycle: &[&str],
    texts: &[(&str, &[String])],
) -> bool {
    let Ok(pairs) = parser::parse(Rule::grammar_rules, changed) else { return false };
    match accepted(&pairs, &Syntax::new(&pairs)) {
        Err(errors) => errors.iter().all(|error| {
            let is_known = before.iter().any(|it| it.variant == error.variant);
            is_known && left_recursive(error).is_none_or(|name| !cycle.contains(&name))
        }),
        Ok(rules) => {
            let grammar = PestGrammar::of_rules(rules);
            grammar.is_some_and(|grammar| trial::all_match(&grammar, texts))
        }
    }
}

/// The rules of a text that is a grammar within the limits, if it is one that pest
/// accepts.
pub(crate) fn accepted_rules(source: &str) -> Option<Vec<AstRule>> {
    let pairs = parser::parse(Rule::grammar_rules, source).ok()?;
    accepted(&pairs, &Syntax::new(&pairs)).ok()
}

/// The same, to be interpreted.
pub(super) fn accepted_grammar(source: &str) -> Option<PestGrammar> {
    PestGrammar::of_rules(accepted_rules(source)?)
}

/// The same where it is certain without pest's own checks, which may take long.
pub(super) fn surely_accepted(source: &str) -> Option<PestGrammar> {
    let pairs = parser::parse(Rule::grammar_rules, source).ok()?;
    let syntax = Syntax::new(&pairs);
    let rules = ast::rules(&syntax).filter(|_| is_surely_valid(&syntax))?;
    PestGrammar::of_rules(rules)
}

/// The rules of a text from which a parser has been derived, so that there is no need to
/// check them. `None` where it is no grammar.
pub(super) fn derived_grammar(source: &str) -> Option<PestGrammar> {
    let pairs = parser::parse(Rule::grammar_rules, source).ok()?;
    let syntax = Syntax::new(&pairs);
    PestGrammar::compiled(optimize(ast::rules(&syntax)?, Some(&syntax)), Vec::new())
}

/// What there is to say of a grammar, beyond what pest says: see [`Findings`]. What
/// takes too long to be looked at is a warning, too.
pub(crate) fn findings(
    source: &str,
    grammar: &Arc<PestGrammar>,
    start: RuleId,
    is_usual: bool,
    entries: &'static [&'static str],
) -> Findings {
    let (text, grammar, found) = (source.to_owned(), Arc::clone(grammar), Arc::default());
    let all: Arc<Mutex<Findings>> = Arc::clone(&found);
    let looked = within(CHECK_TIME, move || {
        let pairs = parser::parse(Rule::grammar_rules, &text).expect("it was read from this text");
        let start = Start { rule: start, is_usual, entries };
        lints::findings(&text, &pairs, &grammar, &start, &all);
    });
    // A thread that goes on may find more in the meantime.
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner).clone();
    found.warnings.extend(looked.err());
    found.warnings.sort_by_key(|warning| warning.span.start);
    found
}

/// Texts by the rules that read them; none where it takes too long to look.
pub(crate) fn texts_by_rule(
    source: &str,
    grammar: &Arc<PestGrammar>,
    start: RuleId,
) -> Vec<TextByRule> {
    let (text, grammar) = (source.to_owned(), Arc::clone(grammar));
    let texts = within(CHECK_TIME, move || {
        let pairs = parser::parse(Rule::grammar_rules, &text).expect("it was read from this text");
        lints::texts_by_rule(&pairs, &text, &grammar, start)
    });
    texts.unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracer::while_wanted;

    #[test]
    fn a_check_that_nobody_waits_for_is_given_up() {
        let (sender, receiver) = channel::<()>();
        let an_hour = Duration::from_secs(3600);
        let checked =
            while_wanted(|| false, || within(an_hour, move || assert!(receiver.recv().is_err())));
        assert!(checked.is_err());
        drop(sender);
    }
}
