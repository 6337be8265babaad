//! The solutions of a hand.

use bracket24::lessons::{Explanation, Parse};
use bracket24::present::live::HandJson;
use bracket24::reports::{SolveOptions, SolveReport};
use bracket24::{
    Compiled, Engine, Equivalence, Grammar, Named, Rational, SetName, Strings, TemplateSet,
};
use hyper::StatusCode;
use serde::Deserialize;

use super::Answered;
use crate::cli::input::{solvable_hand, target};
use crate::cli::live::Live;
use crate::cli::live::grammars::GivenGrammar;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;

/// The most solutions that are shown with their trees.
const MOST_SHOWN: usize = 60;

/// The most cards under a grammar that reads every filled template.
const MOST_READ: usize = 4;

#[derive(Deserialize)]
pub(super) struct Request {
    hand: String,
    target: Option<String>,
    grammar: GivenGrammar,
}

pub(super) fn answer(
    live: &Live,
    request: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let hand = solvable_hand(&request.hand)?;
    let target = match request.target.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
        Some(text) => {
            target(text).map_err(|error| Problem::bad(format!("the target `{text}`: {error}")))?
        }
        None => Rational::from(24),
    };
    let grammar = live.grammars.usable(&request.grammar, patience)?;
    if let Some(lacks) = grammar.lacks() {
        let message = format!("under {grammar} there are no values: {lacks}");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
            .with_help("a hand is solved under a grammar of arithmetic"));
    }
    let cards = hand.cards().len();
    let is_ordinary = grammar.is_ordinary();
    if !is_ordinary && cards > MOST_READ {
        let message = format!("under {grammar} hands go up to {MOST_READ} cards here");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
            .with_help("the grammar `left` takes six"));
    }
    let set = TemplateSet::named(SetName::Canonical, cards, &grammar);
    let engine: Box<dyn Engine> =
        if is_ordinary { Box::new(Compiled::new(&set)) } else { Box::new(Strings::new(&set)) };
    let options = SolveOptions {
        target: target.clone(),
        distinct: Equivalence::default(),
        first: false,
        why: false,
    };
    patience.check()?;
    let report = SolveReport::new(hand, &*engine, options)
        .map_err(|error| Problem::bad(error.to_string()))?;
    let mut read = Vec::new();
    for found in report.solutions.iter().take(MOST_SHOWN) {
        patience.check()?;
        let text = found.solution.text();
        let parse = Parse::new(text, &grammar).expect("a solution was read by its grammar");
        let explanation = Explanation::new(text, Grammar::ALL, target.clone())
            .expect("a filled template is an expression of ordinary arithmetic");
        read.push((parse, explanation));
    }
    Ok(Answered::json(&HandJson::new(&report, &read)))
}
