//! User-defined grammars: pest and the tracer agree on whether they are valid, and on how they
//! parse a text.

use std::ops::ControlFlow;
use std::sync::Arc;

use bracket24::grammars::UserGrammar;
use bracket24::lessons::FailedParse;
use bracket24::tracer::{Findings, GrammarError, Outcome, PestGrammar, RuleId, TraceError, What};
use bracket24::{
    Compiled, Engine, Grammar, Hand, Operator, Strings, Template, TemplateSet, evaluate,
};
use pest::RuleType;
use pest::error::{Error, InputLocation};
use pest::iterators::Pairs;
use pest_meta::optimizer::OptimizedRule;
use pest_vm::Vm;

use super::places::{assert_in, assert_stands_in, is_too_large};
use super::template::has_its_slots;

/// The separator between a grammar and a text.
const BETWEEN: &str = "\n====\n";

/// The input is a grammar, a line of `====` and a text.
pub fn check(data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (source, text) = input.split_once(BETWEEN).unwrap_or((input, ""));
    // pest's own reader recurses for every operator of a rule.
    stacker::grow(64 << 20, || {
        let rules = match PestGrammar::read(source) {
            Ok(grammar) => {
                are_in(source, &grammar.warnings);
                let rules = pest_rules(source).expect("what is read is a grammar for pest");
                Some((grammar, rules))
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                are_in(source, &errors);
                // pest takes exponential time for comments that are not closed.
                let is_quick = source.matches("/*").count() <= 12;
                let is_of_pest = errors.iter().all(is_of_pest);
                assert!(!is_quick || !is_of_pest || pest_rules(source).is_none(), "{errors:?}");
                None
            }
        };
        if let Some((grammar, rules)) = rules
            && is_traced(&grammar, &Vm::new(rules), source, text)
        {
            is_used(source, text);
        }
    });
}

fn are_in(source: &str, errors: &[GrammarError]) {
    for error in errors {
        assert_in(source, &error.span);
        assert!(!error.message.is_empty());
        if let Some((span, _)) = &error.related {
            assert_in(source, span);
        }
    }
}

fn pest_rules(source: &str) -> Option<Vec<OptimizedRule>> {
    pest_meta::parse_and_optimize(source).ok().map(|(_, rules)| rules)
}

/// Whether pest should report the same error; pest is not asked about errors that are limits of
/// this library or make pest panic.
fn is_of_pest(error: &GrammarError) -> bool {
    let own = [
        "brackets or comments too deep",
        "too many operators",
        "too many escapes",
        "the grammar has",
        "a `|` with nothing before it",
        "an escape that is not a character",
        "a number that is too large",
        "with all repetitions written out",
        "there is no memory",
        "checking the grammar takes",
        "pest cannot read this grammar",
    ];
    !own.iter().any(|it| error.message.starts_with(it))
}

/// The result of parsing a text by a rule: the names and places of its pairs, or the place where it
/// fails.
type Parsed = Result<Vec<(String, usize, usize)>, InputLocation>;

fn parsed<R: RuleType>(
    result: Result<Pairs<'_, R>, Error<R>>,
    name: impl Fn(R) -> String,
) -> Parsed {
    let pairs = result.map_err(|error| error.location)?;
    let place = |pair: pest::iterators::Pair<'_, R>| {
        (name(pair.as_rule()), pair.as_span().start(), pair.as_span().end())
    };
    Ok(pairs.flatten().map(place).collect())
}

/// How many events of a trace are followed, and how many rules may be open; beyond these limits
/// pest is not asked.
const EVENTS: usize = 20_000;
const OPEN: usize = 500;

/// Traces the text by some rules and compares each trace with pest's virtual machine; returns
/// whether all were quick.
fn is_traced(grammar: &PestGrammar, vm: &Vm, source: &str, text: &str) -> bool {
    // pest panics if the stack is empty. Unlike the derived parsers, its virtual machine allows
    // blanks inside comments and blanks that are not atomic, and prefers a built-in rule to the
    // grammar's own.
    let modifier = |it: &str| it.trim_start().strip_prefix('=')?.trim_start().chars().next();
    let is_not_atomic = |it: &str| modifier(it) == Some('!');
    let is_built_in = |rule| {
        let name = grammar.name(rule);
        name == "NEWLINE" || name.starts_with("ASCII")
    };
    let is_same = !["PEEK", "POP", "DROP", "COMMENT"].iter().any(|it| source.contains(it))
        && !source.split("WHITESPACE").skip(1).any(is_not_atomic)
        && !grammar.rules().any(is_built_in);
    let mut is_quick = true;
    for rule in grammar.rules().take(6) {
        match traced(grammar, rule, text) {
            Ok(traced) if is_same => {
                let run = parsed(vm.parse(grammar.name(rule), text), str::to_owned);
                assert_eq!(traced, run, "`{}` of {source}\n{text:?}", grammar.name(rule));
            }
            Ok(_) => {}
            Err(_) => is_quick = false,
        }
    }
    is_quick
}

fn traced(grammar: &PestGrammar, start: RuleId, text: &str) -> Result<Parsed, TraceError> {
    let (mut open, mut events, mut calls) = (Vec::new(), 0, 0);
    let result = grammar.trace(start, text, |event| {
        events += 1;
        assert_in(text, &(event.at..text.len()));
        if let Outcome::Match { end } = event.outcome {
            assert_in(text, &(event.at..end));
        }
        if let What::Rule(rule) = event.what {
            if event.outcome == Outcome::Enter {
                assert_eq!((event.depth, event.call), (open.len(), calls));
                open.push((rule, event.at));
                calls += 1;
            } else {
                assert_eq!(open.pop(), Some((rule, event.at)), "every rule is left");
                assert_eq!(event.depth, open.len());
            }
        }
        for site in grammar.sites(event.site) {
            assert!(site.span.start <= site.span.end);
        }
        if events > EVENTS || open.len() > OPEN {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(open.is_empty(), "every rule is left");
    match result {
        Err(TraceError::Syntax(error)) => {
            Ok(parsed::<RuleId>(Err(*error), |rule| grammar.name(rule).to_owned()))
        }
        Err(error) => Err(error),
        Ok(pairs) => Ok(parsed(Ok(pairs), |rule| grammar.name(rule).to_owned())),
    }
}

/// Reads the text by the source as a user's grammar, and looks for mistakes in the grammar.
fn is_used(source: &str, text: &str) {
    let grammar = match UserGrammar::read("own.pest", source) {
        Ok(grammar) => grammar,
        Err(errors) => return are_in(source, &errors),
    };
    are_in(source, &grammar.warnings);
    let grammar = Grammar::User(Arc::new(grammar));
    let start = grammar.rules().name(grammar.start());
    if let Ok(found) = Findings::of(source, start) {
        are_in(source, &found.errors);
        are_in(source, &found.warnings);
    }
    if grammar.lacks().is_some() {
        assert!(grammar.parse(text).is_err());
        match grammar.recognize(text) {
            Ok(end) => assert_in(text, &(0..end)),
            Err(error) => assert_stands_in(text, &error),
        }
        return;
    }
    if let Ok(template) = Template::parse(text, &grammar) {
        has_its_slots(text, &template, &grammar);
        has_read_solutions(&template, &grammar);
    }
    match grammar.parse(text) {
        Ok(expression) => {
            for node in expression.nodes() {
                assert_in(text, &node.span);
            }
            let full = expression.to_full_text(ToString::to_string);
            let ordinary = Grammar::Extended.parse(&full);
            assert!(
                ordinary.as_ref().map_or_else(is_too_large, |it| it.is_grouped_as(&expression)),
                "{full}"
            );
            if let Ok(ordinary) = ordinary {
                assert_eq!(evaluate(&expression).ok(), evaluate(&ordinary).ok());
            }
        }
        Err(error) => {
            assert_stands_in(text, &error);
            if !error.is_given_up() {
                let failed = FailedParse::new(text, &grammar).expect("it is not read");
                assert_eq!(failed.diagnosis().error, error);
            }
        }
    }
}

/// Checks that the grammar reads the solutions of a template as that template, and that both
/// engines find the same solutions if the grammar groups all numbers alike.
fn has_read_solutions(template: &Template, grammar: &Grammar) {
    let Some(cards) = [12, 3, 8, 24].get(..template.slots()) else { return };
    // In a set, a line may be a comment, and the blanks around it are dropped.
    let Ok(set) = TemplateSet::from_lines(template.text(), grammar) else { return };
    if !set.iter().eq([template]) {
        return;
    }
    let hand: Hand = cards.iter().copied().collect();
    let texts = |engine: &dyn Engine| {
        let mut texts = Vec::new();
        let effort = engine.solve(&hand, &24.into(), &mut |solution| {
            texts.push(solution.text().to_owned());
            ControlFlow::Continue(())
        });
        effort.expect("the set has a template of that size");
        texts
    };
    let (strings, compiled) = (texts(&Strings::new(&set)), texts(&Compiled::new(&set)));
    assert!(compiled.iter().all(|it| strings.contains(it)), "{compiled:?} and {strings:?}");
    for text in strings {
        match grammar.parse(&text) {
            Ok(read) => assert_eq!(evaluate(&read).ok(), Some(24.into()), "{text}"),
            Err(error) => assert!(error.is_given_up() || template_has_joins(template), "{error}"),
        }
    }
}

fn template_has_joins(template: &Template) -> bool {
    template.expression().operators().any(|it| it == Operator::Join)
}
