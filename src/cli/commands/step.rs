//! `bracket24 step`

use std::slice;

use bracket24::lessons::{Brackets, BracketsError, Reduction};
use bracket24::present::page::View;
use bracket24::present::{brackets, reduction, reduction_latex};
use clap::{Args, ValueEnum};

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::frames::{self, StepScript};
use crate::cli::input::{ascii_signs, unreadable};
use crate::cli::options::{ExpressionArguments, PageOptions, keys};
use crate::cli::output::Output;
use crate::cli::page;

/// How the value of an expression comes about, exactly, an operation at a time
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 step '8/(3-8/3)'
  bracket24 step 8-4-2 --grammar scala
  bracket24 step '(8-(4-2))*3' --brackets
  bracket24 step '8/(3-8/3)' --format latex
  bracket24 step '8/(3-8/3)' --format html --output step.html
  bracket24 step '8/(3-8/3)' --step",
    after_help = concat!("\
A value is put in brackets where it is a fraction or negative and something else
stands beside it: 8/(1/3) is not 8/1/3. `divide in term` says that the rule `term`
of the grammar holds the operands together.

", keys!(), "
JSON: {\"expression\":…,\"steps\":[{\"operation\":\"8/3\",\"value\":\"8/3\",
\"left\":\"8/(3-(8/3))\",\"at\":5,\"end\":8,\"rule\":\"term\",\"role\":\"divide\"}],
\"value\":\"24\",\"grammar\":\"left\"}; the operation stands in what was left before,
from byte `at` to byte `end`. The rule is the innermost one of the grammar that
holds both operands, the role is the operation's own rule. Where a
division by zero ends the steps, \"value\":null, \"error\" and \"failed\", the
operation. Under another grammar than `left` also \"ordinary\", the value in
ordinary arithmetic; where it has none null, and \"ordinary_error\".

With --brackets: {\"expression\":…,\"grammar\":\"left\",\"tree\":…,\"value\":…,
\"brackets\":[{\"open\":0,\"close\":8,\"needed\":\"value\",\"without\":\"8-(4-2)*3\",
\"tree\":…,\"value\":\"2\"}]}. What a pair is needed for is \"value\" (without it the
value is another), \"tree\" (without it only the tree is) or \"nothing\"; each is
judged alone, all others left standing.

Exit codes: 0 every expression has a value, 1 one divides by zero, 2 bad input,
130 ended by Ctrl-C.")
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    read: ExpressionArguments,

    /// Say of every pair of brackets whether it is needed
    #[arg(long)]
    brackets: bool,

    /// Go through it step by step, by keys
    #[arg(long, conflicts_with_all = ["brackets", "format", "json"])]
    step: bool,

    /// How to print the steps
    #[arg(long, value_enum, default_value_t)]
    format: StepFormat,

    #[command(flatten)]
    page: PageOptions,

    /// Print JSON, an object a line
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum StepFormat {
    /// For people
    #[default]
    Text,
    /// An `align*` of amsmath for LaTeX
    Latex,
    /// A page to hand out, that goes through the steps and what led to them
    Html,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
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
fn judge(text: &str, arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
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
