//! Checks many lines at once: each is read as it is alone, with the same value.

use std::ops::ControlFlow;

use bracket24::{Evaluator, Expression, Grammar, LineValue, Rational, SyntaxError};

use super::places::quick_grammars;

/// Takes lines of expressions as input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for grammar in quick_grammars(text) {
        match each_alone(text, grammar) {
            Ok(expressions) => {
                are_worth(text, grammar, &expressions);
            }
            Err(error) => {
                let values = values(text, grammar, &Rational::from(24));
                assert_eq!(values, Err(error), "{text:?} by {grammar}");
            }
        }
    }
}

/// Parses each line alone. Positions count from the start of a line; those of an error, from the
/// start of the text.
fn each_alone(text: &str, grammar: &Grammar) -> Result<Vec<Expression<Rational>>, SyntaxError> {
    let (mut start, mut expressions) = (0, Vec::new());
    let mut lines: Vec<&str> = text.split('\n').collect();
    let unclosed = lines.pop().expect("a split text has a part at least");
    let of_line = |line: &str, start: usize| {
        grammar.parse(line).map_err(|mut error| {
            error.span = start + error.span.start..start + error.span.end;
            error
        })
    };
    for line in lines {
        expressions.push(of_line(line, start)?);
        start += line.len() + 1;
    }
    if unclosed.is_empty() {
        return Ok(expressions);
    }
    of_line(unclosed, start)?;
    // Its last line lacks a line feed, an error that only reading the whole text gives.
    Err(values(text, grammar, &1.into()).expect_err("its last line is not closed"))
}

fn values(text: &str, grammar: &Grammar, target: &Rational) -> Result<Vec<LineValue>, SyntaxError> {
    let mut values = Vec::new();
    grammar.evaluate_lines(text, &mut Evaluator::new(target.clone()), |value| {
        values.push(value);
        ControlFlow::Continue(())
    })?;
    Ok(values)
}

/// Makes sure that the lines have the same values when compared with 24 and with the value of the
/// first line.
fn are_worth(text: &str, grammar: &Grammar, expressions: &[Expression<Rational>]) {
    let first = expressions.first().and_then(|it| bracket24::evaluate(it).ok());
    for target in [Some(24.into()), first].into_iter().flatten() {
        let mut evaluator = Evaluator::new(target.clone());
        let alone = expressions.iter().map(|it| match evaluator.try_reaches(it) {
            Ok(true) => LineValue::Target(it.clone()),
            Ok(false) => LineValue::Other,
            Err(reason) => LineValue::Undefined(reason),
        });
        assert_eq!(values(text, grammar, &target), Ok(alone.collect()), "{text:?} by {grammar}");
    }
}
