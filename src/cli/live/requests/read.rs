//! What a grammar makes of a text: all that the page to hand out shows.

use bracket24::present::page::{PageData, View};
use serde::{Deserialize, Serialize};

use super::Answered;
use crate::cli::live::Live;
use crate::cli::live::grammars::GivenGrammar;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;
use crate::cli::page::{self, Unshown};

/// The most events that are shown: these are sent at every key.
const MOST_EVENTS: usize = 20_000;

#[derive(Deserialize)]
pub(super) struct Request {
    pub(super) grammar: GivenGrammar,
    pub(super) text: String,
    /// Whether the built-in grammars are shown, too.
    #[serde(default)]
    pub(super) beside: bool,
}

/// The data of the page; nothing where the grammar cannot be read.
#[derive(Serialize)]
struct Answer<'a> {
    page: Option<&'a PageData<'a>>,
    /// Why there is none although the grammar can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

pub(super) fn answer(
    live: &Live,
    request: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let Request { grammar, text, beside } = request;
    let (_, read) = live.grammars.read(grammar, patience)?;
    let Ok(grammar) = read else {
        return Ok(Answered::json(&Answer { page: None, error: None, help: None }));
    };
    patience.check()?;
    let shown = page::with_data(View::Parse, text, &grammar, *beside, MOST_EVENTS, |data| {
        Answered::json(&Answer { page: Some(data), error: None, help: None })
    });
    // What was given up looks like what is too long.
    patience.check()?;
    Ok(shown.unwrap_or_else(|Unshown { message, advice }| {
        let help = Some(advice).filter(|it| !it.is_empty());
        Answered::json(&Answer { page: None, error: Some(message), help })
    }))
}
