//! Checks expressions under every built-in grammar: an independent evaluator agrees, printed
//! expressions are read back as the same, and refused ones give a reason.

use bracket24::algebra::NormalForm;
use bracket24::lessons::readers::Readers;
use bracket24::lessons::{Explanation, FailedParse, Parse, Reduction};
use bracket24::num_rational::BigRational;
use bracket24::tracer::TraceError;
use bracket24::{
    Evaluator, Expression, Grammar, Named, NodeKind, Rational, RationalError, SyntaxError, evaluate,
};

use super::independent::{convention, number};
use super::places::{assert_explains, assert_in, assert_stands_in, is_too_large, quick_grammars};

/// Takes an expression as it is typed.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for grammar in quick_grammars(text) {
        match grammar.parse(text) {
            Ok(expression) => is_read(text, grammar, &expression),
            Err(error) => is_refused(text, grammar, &error),
        }
    }
    all_agree_whether_they_read(text);
}

fn is_read(text: &str, grammar: &Grammar, expression: &Expression<Rational>) {
    for node in expression.nodes() {
        assert_in(text, &node.span);
        if let NodeKind::Leaf(leaf) = &node.kind {
            let read = number(&text[node.span.clone()]).map(BigRational::from_integer);
            assert_eq!(read, Ok(BigRational::from(leaf)), "{text:?}");
        }
    }
    let value = evaluate(expression);
    if let Some(convention) = convention(grammar.name()) {
        let value = value.as_ref().ok().map(BigRational::from);
        assert_eq!(convention.value(text), Ok(value), "{text:?} by {grammar}");
    }
    match &value {
        Ok(value) => {
            match value.to_string().parse::<Rational>() {
                Ok(read) => assert_eq!(read, *value),
                Err(error) => assert!(matches!(error, RationalError::TooManyDigits(_)), "{error}"),
            }
            assert_eq!(Evaluator::new(value.clone()).reaches(expression), Some(true), "{text:?}");
        }
        Err(error) => {
            assert_in(text, &error.sign);
            assert_in(text, &error.operand);
        }
    }
    is_printed(grammar, expression);
    is_reduced(text, grammar);
    assert!(grammar.trace(text, |_| std::ops::ControlFlow::Continue(())).is_ok(), "{text:?}");
    assert!(FailedParse::new(text, grammar).is_none(), "{text:?} by {grammar}");
}

/// Makes sure that a printed expression is read back as the same: with every bracket under the
/// grammar itself, with the fewest brackets in ordinary arithmetic.
fn is_printed(grammar: &Grammar, expression: &Expression<Rational>) {
    let full = expression.to_full_text(ToString::to_string);
    if quick_grammars(&full).any(|it| it == grammar) {
        match grammar.parse(&full) {
            Ok(read) => assert!(read.is_grouped_as(expression), "{full} by {grammar}"),
            Err(error) => assert!(is_too_large(&error), "{full} by {grammar}: {error}"),
        }
    }
    let fewest = expression.to_string();
    let again = match Grammar::Extended.parse(&fewest) {
        Ok(again) => again,
        Err(error) => return assert!(is_too_large(&error), "{fewest}: {error}"),
    };
    assert_eq!(again.to_string(), fewest, "of {full}");
    assert_eq!(evaluate(&again).ok(), evaluate(expression).ok(), "{fewest} of {full}");
    assert_eq!(again.leaves().count(), expression.leaves().count(), "{fewest} of {full}");
    let form = |it| NormalForm::of(it, Rational::clone).ok();
    assert_eq!(form(&again), form(expression), "{fewest} of {full}");
}

/// Makes sure that the steps of an expression lead to its value.
fn is_reduced(text: &str, grammar: &Grammar) {
    let parse = Parse::new(text, grammar).expect("it is read");
    for node in &parse.tree().nodes {
        assert_in(text, &node.span);
    }
    let Ok(reduction) = Reduction::of(&parse) else { return };
    assert_eq!(reduction.value.as_ref().ok(), parse.value().ok(), "{text:?} by {grammar}");
    for step in &reduction.steps {
        assert_in(&step.after, &step.result);
    }
}

fn is_refused(text: &str, grammar: &Grammar, error: &SyntaxError) {
    assert_stands_in(text, error);
    if is_too_large(error) {
        return;
    }
    if let Some(convention) = convention(grammar.name()) {
        assert!(convention.value(text).is_err(), "{text:?} by {grammar}: {error}");
    }
    let failed = FailedParse::new(text, grammar).expect("it is not read");
    assert_explains(text, failed.diagnosis(), error);
    assert_in(text, &(failed.at()..text.len()));
    for node in &failed.tree().nodes {
        assert_in(text, &node.span);
    }
    if let Some(fix) = &failed.diagnosis().fix {
        assert!(grammar.parse(&fix.text).is_ok(), "{text:?} by {grammar}: {fix:?}");
    }
    let traced = grammar.trace(text, |_| std::ops::ControlFlow::Continue(()));
    // The grammar's rules accept a slot, but it is no number.
    let has_slot = matches!(error.kind, bracket24::SyntaxErrorKind::Leaf(_));
    assert!(has_slot || matches!(traced, Err(TraceError::Syntax(_))), "{text:?}: {traced:?}");
}

fn all_agree_whether_they_read(text: &str) {
    let ordinary = Grammar::Left.parse(text);
    let is_read = ordinary.is_ok();
    for grammar in quick_grammars(text).filter(|it| Grammar::BASIC.contains(it)) {
        assert_eq!(grammar.parse(text).is_ok(), is_read, "{text:?} by {grammar}");
    }
    if let Ok(ordinary) = &ordinary {
        let extended = Grammar::Extended.parse(text);
        assert!(extended.is_ok_and(|it| it.is_grouped_as(ordinary)), "{text:?}");
    }
    if text.len() > 200 {
        return;
    }
    let quick: Vec<Grammar> = quick_grammars(text).cloned().collect();
    if let Ok(explanation) = Explanation::new(text, &quick, 24.into()) {
        let values = explanation.parses.iter().filter_map(|it| it.parse());
        for parse in values {
            let alone = Parse::new(text, parse.grammar()).expect("it is read");
            assert_eq!(parse.value().ok(), alone.value().ok(), "{text:?}");
        }
    }
    if let Ok(readers) = Readers::new(text, &Grammar::Left) {
        for reading in &readers.readings {
            assert_eq!(reading.outcome.is_ok(), is_read, "{text:?} by {}", reading.reader);
        }
        assert!(!is_read || readers.agree(), "{text:?}");
    }
}
