//! The shortest text that two grammars read differently.

use bracket24::Grammar;
use bracket24::present::live::DifferenceJson;
use bracket24::reports::{GrammarDiff, GrammarDifference, Likeness, ShortestDifference};
use serde::{Deserialize, Serialize};

use super::Answered;
use crate::cli::live::Live;
use crate::cli::live::grammars::GivenGrammar;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::{Patience, too_long};

#[derive(Deserialize)]
pub(super) struct Request {
    /// What the grammar was before.
    a: GivenGrammar,
    b: GivenGrammar,
}

#[derive(Serialize)]
struct Answer<'a> {
    difference: Option<DifferenceJson<'a>>,
    /// How many texts were tried.
    tried: u64,
}

/// The longest texts of arithmetic that are tried, in tokens: 8-4-2 has as many.
const LONGEST: usize = 5;

pub(super) fn answer(
    live: &Live,
    Request { a, b }: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let grammars = [live.grammars.usable(a, patience)?, live.grammars.usable(b, patience)?];
    let (difference, tried) = shortest(&grammars, patience).ok_or_else(too_long)?;
    let difference = difference.as_ref().map(DifferenceJson::from);
    Ok(Answered::json(&Answer { difference, tried }))
}

/// The shortest text that tells most, and how many were tried; `None` where that takes
/// too long.
fn shortest(
    [a, b]: &[Grammar; 2],
    patience: &Patience,
) -> Option<(Option<GrammarDifference>, u64)> {
    let is_wanted = || patience.lasts();
    if a.lacks().is_none() && b.lacks().is_none() {
        let diff = GrammarDiff::while_wanted(a, b, LONGEST, &is_wanted)?;
        // What was given up is told where nothing else is, as of plain grammars.
        let given_up = diff.given_up.map(|it| it.first);
        return Some((diff.differences.into_iter().next().or(given_up), diff.tried));
    }
    let found = ShortestDifference::while_wanted(a, b, &Likeness::default(), &is_wanted)?;
    Some((found.difference, found.texts.saturating_add(found.others as u64)))
}
