//! The grammars that other crates publish, and the parser that pest derives from each.

pub mod packages;

use std::collections::BTreeSet;

use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;
use pest::{Parser, RuleType, Token};

include!(concat!(env!("OUT_DIR"), "/derived.rs"));

/// A derived parser: returns the result of parsing a text by a named rule.
pub type Derived = fn(&str, &str) -> Parsed;

/// The result of a parser for a text: its pairs, each with the number of pairs around it; or the
/// place where it failed, and the rules that it expected there or did not expect.
pub type Parsed = Result<Vec<Pair>, (InputLocation, BTreeSet<String>, BTreeSet<String>)>;

/// The name of a rule, the start and end of its pair, and the number of pairs around it.
pub type Pair = (String, usize, usize, usize);

/// Runs a derived parser; it has the rule, since it is derived from the same grammar.
fn run<P: Parser<R>, R: RuleType>(rules: &[R], start: &str, text: &str) -> Parsed {
    let rule = rules.iter().find(|rule| format!("{rule:?}") == start).expect("it has the rule");
    parsed(P::parse(*rule, text), |rule| format!("{rule:?}"))
}

/// Returns pest's result for a text, with the names of the rules.
///
/// # Panics
///
/// Panics on an error that no grammar gives.
pub fn parsed<R: RuleType>(
    result: Result<Pairs<'_, R>, Error<R>>,
    name: impl Fn(R) -> String,
) -> Parsed {
    let pairs = result.map_err(|error| match error.variant {
        ErrorVariant::ParsingError { positives, negatives } => {
            let names = |rules: Vec<R>| rules.into_iter().map(&name).collect();
            (error.location, names(positives), names(negatives))
        }
        ErrorVariant::CustomError { message } => panic!("{message}"),
    })?;
    let (mut found, mut open) = (Vec::<Pair>::new(), Vec::new());
    for token in pairs.tokens() {
        match token {
            Token::Start { rule, pos } => {
                open.push(found.len());
                found.push((name(rule), pos.pos(), pos.pos(), open.len() - 1));
            }
            Token::End { pos, .. } => {
                let pair = open.pop().expect("a pair that ends has begun");
                found[pair].2 = pos.pos();
            }
        }
    }
    Ok(found)
}
