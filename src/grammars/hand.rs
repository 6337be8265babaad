//! The parser of `grammar/hand.pest`.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest_derive::Parser;

use super::{SyntaxError, SyntaxErrorKind};
use crate::expression::LeafError;
use crate::hand::Card;
use crate::rational::Rational;

#[derive(Parser)]
#[grammar = "grammar/hand.pest"]
struct HandParser;

/// The cards of a hand in the order they are written.
pub(crate) fn read_hand(text: &str) -> Result<Vec<Card>, SyntaxError> {
    let pairs = HandParser::parse(Rule::hand, text).map_err(|error| {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let tried = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
            ErrorVariant::CustomError { .. } => &[],
        };
        let mut expected = Vec::new();
        if tried.iter().any(|rule| matches!(rule, Rule::number | Rule::digit | Rule::court)) {
            expected.extend(["a whole number from 0 up", "`A`", "`T`", "`J`", "`Q`", "`K`"]);
        }
        // Between cards a separator is always welcome; say so only where it is all.
        if expected.is_empty() {
            expected.extend(["a blank", "a comma"]);
        }
        SyntaxError::unexpected(text, at, expected)
    })?;
    let mut cards = Vec::new();
    for pair in pairs {
        let card = match pair.as_rule() {
            Rule::court => pair.as_str().chars().next().and_then(Card::from_name),
            Rule::number | Rule::digit => {
                Rational::from_digits(pair.as_str()).as_ref().and_then(Card::new)
            }
            Rule::hand | Rule::separated | Rule::run | Rule::card => None,
            Rule::separator | Rule::EOI => continue,
        };
        let span = pair.as_span();
        cards.push(card.ok_or_else(|| SyntaxError {
            kind: SyntaxErrorKind::Leaf(LeafError::TooManyDigits(span.as_str().len())),
            span: span.start()..span.end(),
        })?);
    }
    Ok(cards)
}
