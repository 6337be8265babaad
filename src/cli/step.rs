//! `bracket24 step`

use std::slice;

use bracket24::lessons::{Brackets, BracketsError, Reduction};

use super::Outcome;
use super::arguments::{StepArguments, StepFormat};
use super::batch;
use super::failure::Failure;
use super::frames::{self, StepScript};
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use super::page;
use bracket24::present::page::View;
use bracket24::present::{brackets, reduction, reduction_latex};

pub(super) fn run(arguments: &StepArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = if arguments.json { StepFormat::Text } else { arguments.format };
    let latex = format == StepFormat::Latex;
    let is_page = format == StepFormat::Html;
    if arguments.brackets && format != StepFormat::Text {
        let shown = if is_page { "shown on a page" } else { "printed as LaTeX" };
        let message = format!("only steps are {shown}");
        return Err(Failure::with_help(message, "leave out `--brackets` or `--format`"));
    }
    let (read, path) = (&arguments.read, arguments.page.output.as_deref());
    page::check(is_page, &read.expression, path)?;
    if is_page {
        let has_value = page::of_one(View::Step, &read.expression, &read.grammar, path, output)?;
        return Ok(Outcome::from(has_value));
    }
    batch::for_each(slice::from_ref(&arguments.read.expression), output, |text, output| {
        let text = ascii_signs(text);
        if arguments.brackets {
            return judge(&text, arguments, output);
        }
        let reduction = Reduction::new(&text, &arguments.read.grammar)
            .map_err(|error| unreadable(&text, &arguments.read.grammar, &error))?;
        let outcome = Outcome::from(reduction.value.is_ok());
        if arguments.step {
            let mut script = StepScript::new(&reduction);
            return frames::play(&arguments.read.expression, &mut script, outcome, output);
        }
        if arguments.json {
            output.json(&reduction::ReductionJson::from(&reduction))?;
        } else if latex {
            output.separate()?;
            reduction_latex::write(&reduction, output.writer())?;
        } else {
            output.document(&reduction::document(&reduction))?;
        }
        Ok(outcome)
    })
}

/// Says of every pair of brackets whether it is needed.
fn judge(text: &str, arguments: &StepArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let judged = Brackets::new(text, &arguments.read.grammar).map_err(|error| match error {
        BracketsError::Syntax(error) => unreadable(text, &arguments.read.grammar, &error),
        error => Failure::with_help(
            error.to_string(),
            "leave out brackets that stand around nothing but brackets or a number",
        ),
    })?;
    if arguments.json {
        output.json(&brackets::BracketsJson::from(&judged))?;
    } else {
        output.document(&brackets::document(&judged))?;
    }
    Ok(Outcome::from(judged.reading.value.is_ok()))
}
