//! What a page shows of a text, whether or not it is read.

use bracket24::lessons::{Explanation, FailedParse, Parse, Recording, Walkthrough};
use bracket24::present::page::{self, PageData, Shown, View, of_explanation};
use bracket24::{Grammar, Named, Rational};

use super::{Made, check_text, made_of};
use crate::cli::failure::Failure;
use crate::cli::input::{signs_for, template_instead};

/// Why there is nothing to show of a text.
pub(crate) struct Unshown {
    pub(crate) message: String,
    pub(crate) advice: String,
}

impl From<Failure> for Unshown {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Plain { message, help } => {
                Self { message, advice: help.unwrap_or_else(String::new) }
            }
            Failure::Text(text) => Self { message: text.message, advice: text.label },
            other => Self { message: other.rendered(None), advice: String::new() },
        }
    }
}

/// Does `then` with what a page shows of `text`, whether or not `grammar` reads it, of
/// at most `limit` events; where it `is_beside` others, also with what the built-in
/// grammars make of it.
///
/// # Errors
///
/// Where there is nothing to show, as of a text beyond the limits.
pub(crate) fn with_data<T>(
    view: View,
    text: &str,
    grammar: &Grammar,
    is_beside: bool,
    limit: usize,
    then: impl FnOnce(&PageData<'_>) -> T,
) -> Result<T, Unshown> {
    let text = &*signs_for(grammar, text);
    if is_beside {
        let others = Grammar::ALL.iter().chain([grammar]).cloned().collect::<Vec<_>>();
        return match Explanation::or_refusals(text, &others, Rational::from(24)) {
            Ok(explanation) => {
                let all = made_of(text, &explanation.parses, limit)?;
                let shown: Vec<Shown<'_>> = all.iter().map(Made::shown).collect();
                Ok(then(&of_explanation(&explanation, &shown)))
            }
            Err(refusals) => {
                let all = made_of(text, &refusals, limit)?;
                let shown: Vec<Shown<'_>> = all.iter().map(Made::shown).collect();
                Ok(then(&page::of_refusals(text, &shown)))
            }
        };
    }
    let recorded = || {
        let refused = |error| Failure::syntax("text", text, &error);
        Recording::of_any(text, grammar, limit).map_err(refused)
    };
    let parse = match grammar.lacks() {
        Some(_) => None,
        None => match Parse::new(text, grammar) {
            Ok(parse) => Some(parse),
            // It is read like an expression, and has no value until its slots are filled.
            Err(error) if template_instead(text, grammar, &error).is_some() => {
                return Ok(then(&page::of_one(&Shown::Plain(&recorded()?), view)));
            }
            Err(_) => None,
        },
    };
    if let Some(parse) = &parse {
        check_text(text, grammar)?;
        // The steps of some own grammars cannot be written in signs of ordinary arithmetic.
        return Ok(match Walkthrough::of(parse, limit) {
            Ok(walkthrough) => then(&page::of_one(&Shown::Read(&walkthrough), view)),
            Err(_) => then(&page::of_one(&Shown::Plain(&recorded()?), view)),
        });
    }
    let recording = recorded()?;
    Ok(match FailedParse::new(text, grammar) {
        Some(failed) => then(&page::of_one(&Shown::Failed(&failed, &recording), view)),
        None => then(&page::of_one(&Shown::Plain(&recording), view)),
    })
}
