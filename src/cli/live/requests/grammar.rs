//! Whether a text is a grammar, what is wrong where, and its rules.

use bracket24::present::live::GrammarJson;
use serde::{Deserialize, Serialize};

use super::Answered;
use crate::cli::grammar_options::line_and_column;
use crate::cli::live::Live;
use crate::cli::live::grammars::GivenGrammar;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;

#[derive(Deserialize)]
pub(super) struct Request {
    grammar: GivenGrammar,
}

#[derive(Serialize)]
struct Answer<'a> {
    source: &'a str,
    #[serde(flatten)]
    grammar: GrammarJson<'a>,
}

pub(super) fn answer(
    live: &Live,
    Request { grammar: given }: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let (source, read) = live.grammars.read(given, patience)?;
    let read = read.as_ref().map_err(Vec::as_slice);
    let place = |error: &_| line_and_column(&source, error);
    let grammar = GrammarJson::new(given.name(), &source, read, place);
    Ok(Answered::json(&Answer { source: &source, grammar }))
}
