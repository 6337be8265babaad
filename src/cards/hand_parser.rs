//! The parser of `grammar/hand.pest`.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest_derive::Parser;

use super::hand::Card;
use crate::grammars::{SyntaxError, SyntaxErrorKind};
use crate::number::Rational;
use crate::syntax::LeafError;

#[derive(Parser)]
#[grammar = "grammar/hand.pest"]
struct HandParser;

/// The cards of a hand in the order they are written.
pub(crate) fn read_hand(text: &str) -> Result<Vec<Card>, SyntaxError> {
    let is_separated = text.contains([',', ';']) || text.trim().contains([' ', '\t']);
    let rule = if is_separated { Rule::separated } else { Rule::run };
    let pairs = HandParser::parse(rule, text).map_err(|error| syntax_error(text, &error))?;
    let mut cards = Vec::new();
    for pair in pairs {
        let card = match pair.as_rule() {
            Rule::court => pair.as_str().chars().next().and_then(Card::from_name),
            Rule::number | Rule::digit => Rational::from_digits(pair.as_str()).and_then(Card::new),
            Rule::separated | Rule::run | Rule::card | Rule::separator | Rule::EOI => continue,
        };
        let span = pair.as_span();
        cards.push(card.ok_or_else(|| SyntaxError {
            kind: SyntaxErrorKind::Leaf(LeafError::TooManyDigits(span.as_str().len())),
            span: span.start()..span.end(),
        })?);
    }
    Ok(cards)
}

fn syntax_error(text: &str, error: &Error<Rule>) -> SyntaxError {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    if let Some(found @ ('-' | '−' | '+' | '.' | '/')) = text[at..].chars().next() {
        return SyntaxError {
            kind: SyntaxErrorKind::NoWholeNumber(found),
            span: at..at + found.len_utf8(),
        };
    }
    let tried = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let is_card = |rule: &Rule| matches!(rule, Rule::number | Rule::digit | Rule::court);
    let expected = if tried.iter().any(is_card) {
        vec!["a whole number from 0 up", "`A`", "`T`", "`J`", "`Q`", "`K`"]
    } else {
        vec!["a blank", "a comma"]
    };
    SyntaxError::unexpected(text, at, expected.into_iter().map(str::to_owned).collect())
}
