//! `bracket24 step`

use bracket24::SyntaxError;
use bracket24::lessons::{Brackets, BracketsError, MachineRun, Reading, Reduction};
use bracket24::present::page::View;
use bracket24::present::reduction::UnreadSteps;
use bracket24::present::reduction_latex;

use crate::cli::grammar_options::GrammarOption;
use crate::cli::input::{ascii_signs, without_value};
use crate::cli::options::ExpressionArgument;
use crate::cli::{Ended, Failure, Format, Outcome, Output, formats, page, stepping};

/// Evaluate an expression exactly, one operation at a time
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    expression: ExpressionArgument,

    #[command(flatten)]
    grammar: GrammarOption,

    /// Say which brackets the expression needs
    #[arg(long)]
    brackets: bool,

    /// Run the postfix form on a stack machine
    #[arg(long, conflicts_with = "brackets")]
    machine: bool,

    /// Step through the evaluation with keys
    #[arg(long, conflicts_with_all = ["brackets", "machine", "format", "json", "csv", "markdown", "output"])]
    step: bool,
}

formats!(Arguments: Text, Json, Csv, Markdown, Latex, Html);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let grammar = &arguments.grammar.or_left()?;
    let format = output.format;
    let lesson = [(arguments.brackets, "`--brackets`"), (arguments.machine, "`--machine`")];
    if let Some((_, option)) = lesson.into_iter().find(|(given, _)| *given) {
        let shown = match format {
            Format::Html => Some("a page"),
            Format::Latex => Some("LaTeX"),
            Format::Csv if arguments.brackets => Some("a table"),
            _ => None,
        };
        if let Some(shown) = shown {
            return Err(Failure::format(format!("{shown} shows only steps"), option));
        }
    }
    arguments.expression.for_each(output, |typed, output| {
        let text = ascii_signs(typed);
        let reading = Reading::of_numbers(&text, grammar);
        if format == Format::Html {
            page::of_one(View::Step, &reading, output)?;
        }
        let parse = match &reading {
            Reading::Expression(parse) if format == Format::Html => {
                return Ok(Outcome::from(parse.value().is_ok()));
            }
            Reading::Expression(parse) => parse,
            Reading::Failed(failed) => {
                let has_steps = !arguments.brackets && !arguments.machine && !arguments.step;
                if has_steps && grammar.parse_slots(&text).is_err() && format != Format::Html {
                    if format == Format::Json {
                        output.report(&UnreadSteps(failed))?;
                    }
                    output.end_of_text()?;
                }
                return Err(without_value(typed, grammar, failed.error()));
            }
            Reading::Plain(_) | Reading::Template(..) => unreachable!("its grammar has values"),
        };
        if arguments.brackets {
            output.report(&Brackets::of(parse).map_err(|error| not_judged(&text, error))?)?;
            return Ok(Outcome::from(parse.value().is_ok()));
        }
        if arguments.machine {
            let run = MachineRun::of(parse);
            output.report(&run)?;
            return Ok(Outcome::from(run.value.is_ok()));
        }
        let reduction = Reduction::of(parse).map_err(|error| not_ordinary(&text, &error))?;
        let outcome = Outcome::from(reduction.value.is_ok());
        if arguments.step {
            return stepping::play(&reduction, outcome, output);
        }
        if format == Format::Latex {
            output.separate()?.write(|writer| reduction_latex::write(&reduction, writer))?;
        } else {
            output.report(&reduction)?;
        }
        Ok(outcome)
    })
}

fn not_ordinary(text: &str, error: &SyntaxError) -> Failure {
    Failure::not_ordinary("`step`", text, error)
}

/// The error if the program cannot tell which brackets are needed.
fn not_judged(text: &str, error: BracketsError) -> Failure {
    match error {
        BracketsError::NotOrdinary(error) => not_ordinary(text, &error),
        error => Failure::with_help(
            error.to_string(),
            "leave out brackets around nothing but brackets or a number",
        ),
    }
}
