//! `bracket24 explain`

use std::slice;

use bracket24::lessons::Explanation;
use bracket24::{Grammar, Named, SyntaxError};

use super::Outcome;
use super::arguments::{ExplainArguments, LessonFormat};
use super::batch;
use super::failure::Failure;
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use super::page;
use bracket24::present::explanation::document;
use bracket24::present::explanation_json::ExplanationJson;

pub(super) fn run(arguments: &ExplainArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let named = &arguments.grammar[..];
    let grammars = if named.is_empty() { Grammar::ALL } else { named };
    let is_page = arguments.format == LessonFormat::Html && !arguments.json;
    let path = arguments.page.output.as_deref();
    page::check(is_page, &arguments.expression, path)?;
    batch::for_each(slice::from_ref(&arguments.expression), output, |text, output| {
        let text = ascii_signs(text);
        let explanation = Explanation::new(&text, grammars, arguments.target.clone())
            .map_err(|error| refused(&text, grammars, &error))?;
        if arguments.json {
            output.json(&ExplanationJson::from(&explanation))?;
        } else if is_page {
            page::of_all(&explanation, path, output)?;
        } else {
            output.document(&document(&explanation))?;
        }
        Ok(Outcome::from(explanation.agree()))
    })
}

/// Why ordinary arithmetic does not read `text`. One of `grammars` may, and
/// must not seem to be what refuses it.
fn refused(text: &str, grammars: &[Grammar], error: &SyntaxError) -> Failure {
    match grammars.iter().find(|grammar| grammar.parse(text).is_ok()) {
        Some(reader) => Failure::beyond_ordinary(text, error, &reader.to_string()),
        None => unreadable(text, &Grammar::Left, error),
    }
}
