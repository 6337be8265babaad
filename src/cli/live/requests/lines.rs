//! What a grammar makes of many texts, a line each.

use bracket24::Grammar;
use bracket24::lessons::{Parse, PlainParse};
use bracket24::present::live::LineJson;
use serde::Deserialize;

use super::Answered;
use crate::cli::input::{signs_for, template_instead};
use crate::cli::live::Live;
use crate::cli::live::grammars::GivenGrammar;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;

/// The most lines that are tried.
const MOST: usize = 1000;

#[derive(Deserialize)]
pub(super) struct Request {
    grammar: GivenGrammar,
    lines: Vec<String>,
}

pub(super) fn answer(
    live: &Live,
    request: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let grammar = live.grammars.usable(&request.grammar, patience)?;
    let mut lines = Vec::new();
    for text in request.lines.iter().take(MOST) {
        patience.check()?;
        lines.push(line(text, &grammar));
    }
    Ok(Answered::json(&lines))
}

fn line<'a>(typed: &'a str, grammar: &Grammar) -> LineJson<'a> {
    let text = signs_for(grammar, typed);
    if grammar.lacks().is_some() {
        return match PlainParse::new(&text, grammar) {
            Ok(parse) => LineJson::plain(typed, &parse),
            Err(error) => LineJson::refused(typed, &text, &error),
        };
    }
    match Parse::new(&text, grammar) {
        Ok(parse) => LineJson::read(typed, &parse),
        Err(error) if template_instead(&text, grammar, &error).is_some() => {
            LineJson::template(typed)
        }
        Err(error) => LineJson::refused(typed, &text, &error),
    }
}
