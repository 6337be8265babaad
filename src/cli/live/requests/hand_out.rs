//! The page to hand out of what is seen.

use bracket24::lessons::MAX_PAGE_EVENTS;
use bracket24::present::page::{View, write_page};

use super::Answered;
use super::read::Request;
use crate::cli::live::Live;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;
use crate::cli::page::{self, Unshown};

pub(super) fn answer(
    live: &Live,
    request: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let grammar = live.grammars.usable(&request.grammar, patience)?;
    patience.check()?;
    let Request { text, beside, .. } = request;
    let written = page::with_data(View::Parse, text, &grammar, *beside, MAX_PAGE_EVENTS, |data| {
        let mut page = Vec::new();
        write_page(data, &mut page).expect("memory can be written");
        page
    });
    let content =
        written.map_err(|Unshown { message, advice }| Problem::bad(message).with_help(advice))?;
    Ok(Answered { kind: "text/html; charset=utf-8", content })
}
