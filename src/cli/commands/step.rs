//! `bracket24 step`

use std::slice;

use bracket24::SyntaxError;
use bracket24::lessons::{Brackets, BracketsError, FailedParse, MachineRun, Parse, Reduction};
use bracket24::present::page::View;
use bracket24::present::reduction_failed::{self, FailedReductionJson};
use bracket24::present::{brackets, machine, reduction, reduction_latex};
use clap::Args;

use crate::cli::Outcome;
use crate::cli::batch::{self, BATCH};
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::grammar_options::GrammarOption;
use crate::cli::input::{ascii_signs, not_parsed, template_instead, without_value};
use crate::cli::options::{ExpressionArgument, keys};
use crate::cli::output::Output;
use crate::cli::{page, stepping};

/// Evaluate an expression exactly, one operation at a time
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 step '8/(3-8/3)'
  bracket24 step 8-4-2 --grammar scala
  bracket24 step '(8-(4-2))*3' --brackets
  bracket24 step '8/(3-8/3)' --machine
  bracket24 step '8/(3-8/3)' --format latex
  bracket24 step '8/(3-8/3)' --format html --output step.html
  bracket24 step '8/(3-8/3)' --step",
    after_help = concat!("\
`step` can be left out: `bracket24 '8/(3-8/3)'` evaluates the expression too.

A value that is negative or a fraction is put in brackets if anything stands
beside it: 8/(1/3) is not 8/1/3. `divide in term` names the operator's rule and
the rule of the grammar that contains both operands.

", keys!(), "
JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 step '8/(3-8/3)' --json
  {\"expression\":\"8/(3-8/3)\",\"steps\":[{\"operation\":\"8/3\",\"value\":\"8/3\",
  \"left\":\"8/(3-(8/3))\",\"at\":5,\"end\":8,\"rule\":\"term\",\"role\":\"divide\"},…],
  \"value\":\"24\",\"grammar\":\"left\"}
  $ bracket24 step 8/0 --grammar right --json
  {\"expression\":\"8/0\",\"steps\":[],\"value\":null,\"error\":\"division by zero\",
  \"failed\":\"8/0\",\"grammar\":\"right\",\"ordinary\":null,
  \"ordinary_error\":\"division by zero\"}

The operation is in the previous `left` (at first in the expression), from byte
`at` to byte `end`. `rule` is the innermost rule of the grammar that contains
both operands, `role` is the operator's own rule. If a division by zero ends
the steps, `failed` is that operation. Under a grammar other than `left` there
is also the value in `ordinary` arithmetic.

A text that cannot be read has no steps; `mended` has those of the text that one
edit makes of it, if that can be read. The other fields are those of `parse`:
  $ bracket24 step '(8-4' --json
  {\"expression\":\"(8-4\",\"grammar\":\"left\",\"steps\":[],\"tree\":null,\"value\":null,
  \"error\":…,\"message\":\"the text ends too early\",\"at\":4,\"end\":4,\"expected\":…,
  \"open_bracket\":0,\"open_rules\":…,\"mended\":{\"text\":\"(8-4)\",\"at\":4,\"end\":4,
  \"replacement\":\")\",\"tree\":\"(- 8 4)\",\"steps\":[…],\"value\":\"4\"}}

With --brackets:
  $ bracket24 step '(8-(4-2))*3' --brackets --json
  {\"expression\":\"(8-(4-2))*3\",\"grammar\":\"left\",\"tree\":\"(* (- 8 (- 4 2)) 3)\",
  \"value\":\"18\",\"brackets\":[{\"open\":0,\"close\":8,\"needed\":\"value\",
  \"without\":\"8-(4-2)*3\",\"tree\":\"(- 8 (* (- 4 2) 3))\",\"value\":\"2\"},…]}

A pair is needed for the \"value\" (without it the value changes), for the \"tree\"
(without it only the tree changes), or for \"nothing\". Each is judged alone, with
all others kept.

With --machine:
  $ bracket24 step '8-4' --machine --json
  {\"expression\":\"8-4\",\"postfix\":\"8 4 -\",\"instructions\":[
  {\"instruction\":\"push\",\"number\":\"8\",\"at\":0,\"end\":1,\"stack\":[\"8\"]},…,
  {\"instruction\":\"subtract\",\"at\":0,\"end\":3,\"stack\":[\"4\"]}],
  \"value\":\"4\",\"grammar\":\"left\"}

An instruction belongs to the text from byte `at` to byte `end`; `stack` is what
it leaves, the uppermost number last.

CSV columns: expression, grammar, step, operation, value, left. A step is a
row. With --machine: expression, grammar, step, instruction, stack.

Exit codes: 0 every expression has a value, 1 one divides by zero, 2 bad input,
130 ended by Ctrl-C.")
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    expression: ExpressionArgument,

    #[command(flatten)]
    grammar: GrammarOption,

    /// Say of each pair of brackets if it is needed
    #[arg(long)]
    brackets: bool,

    /// Run the postfix form on a stack
    #[arg(long, conflicts_with = "brackets")]
    machine: bool,

    /// Go through the evaluation by keys
    #[arg(long, conflicts_with_all = ["brackets", "machine", "format", "json", "csv", "markdown", "output"])]
    step: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Latex, Format::Html];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let expression = &arguments.expression.text();
    let grammar = &arguments.grammar.or_left()?;
    let format = arguments.output.open(output)?;
    let lesson = [(arguments.brackets, "--brackets"), (arguments.machine, "--machine")];
    if let Some((_, option)) = lesson.into_iter().find(|(given, _)| *given) {
        let shown = match format {
            Format::Html => Some("shown on a page"),
            Format::Latex => Some("printed as LaTeX"),
            Format::Csv if arguments.brackets => Some("printed as a table"),
            _ => None,
        };
        if let Some(shown) = shown {
            let message = format!("only steps are {shown}");
            return Err(Failure::with_help(message, format!("leave out `{option}` or `--format`")));
        }
    }
    if format == Format::Html {
        page::check(expression)?;
        return page::of_one(View::Step, expression, grammar, output).map(Outcome::from);
    }
    batch::for_each(slice::from_ref(expression), output, |text, output| {
        let (typed, text) = (text, ascii_signs(text));
        let parse = match Parse::new(&text, grammar) {
            Ok(parse) => parse,
            Err(error) => {
                let is_plain = !arguments.brackets && !arguments.machine && !arguments.step;
                let is_template = template_instead(&text, grammar, &error).is_some();
                let failed = (is_plain && !is_template).then(|| FailedParse::new(&text, grammar));
                let Some(failed) = failed.flatten() else {
                    return Err(without_value(typed, grammar, &error));
                };
                write_failed(&failed, format, output)?;
                if expression == BATCH { output.flush() } else { output.finish() }?;
                return Err(not_parsed(typed, &failed));
            }
        };
        if arguments.brackets {
            return judge(&parse, format, output);
        }
        if arguments.machine {
            return run_machine(&parse, format, output);
        }
        let reduction = Reduction::of(&parse).map_err(|error| not_ordinary(&text, &error))?;
        let outcome = Outcome::from(reduction.value.is_ok());
        if arguments.step {
            return stepping::play(expression == BATCH, &reduction, outcome, output);
        }
        match format {
            Format::Text => output.document(&reduction::document(&reduction)),
            Format::Json => output.json(&reduction::ReductionJson::from(&reduction)),
            Format::Csv => output.csv(reduction::CSV_HEADER, reduction::csv_rows(&reduction)),
            Format::Markdown => output.markdown(&reduction::document(&reduction)),
            Format::Latex => {
                output.separate()?;
                output.write(|writer| reduction_latex::write(&reduction, writer))
            }
            other => unreachable!("`step` does not offer {other}"),
        }?;
        Ok(outcome)
    })
}

/// Writes that a text that is not read has no steps, and those of the text mended.
fn write_failed(failed: &FailedParse, format: Format, output: &mut Output) -> Result<(), Failure> {
    match format {
        Format::Text => output.document(&reduction_failed::document(failed)),
        Format::Markdown => output.markdown(&reduction_failed::document(failed)),
        Format::Json => {
            let steps = failed.mended().and_then(|mended| Reduction::of(&mended.parse).ok());
            output.json(&FailedReductionJson::from((failed, steps.as_ref())))
        }
        _ => Ok(()),
    }
}

fn not_ordinary(text: &str, error: &SyntaxError) -> Failure {
    Failure::not_ordinary("`step`", text, error)
}

/// Runs the postfix form.
fn run_machine(parse: &Parse, format: Format, output: &mut Output) -> Result<Outcome, Failure> {
    let run = MachineRun::of(parse);
    match format {
        Format::Text => output.document(&machine::document(&run)),
        Format::Json => output.json(&machine::MachineJson::from(&run)),
        Format::Csv => output.csv(machine::CSV_HEADER, machine::csv_rows(&run)),
        Format::Markdown => output.markdown(&machine::document(&run)),
        other => unreachable!("`step --machine` does not offer {other}"),
    }?;
    Ok(Outcome::from(run.value.is_ok()))
}

/// Says of every pair of brackets whether it is needed.
fn judge(parse: &Parse, format: Format, output: &mut Output) -> Result<Outcome, Failure> {
    let judged = Brackets::of(parse).map_err(|error| match error {
        BracketsError::NotOrdinary(error) => not_ordinary(parse.text(), &error),
        error => Failure::with_help(
            error.to_string(),
            "leave out brackets that stand around nothing but brackets or a number",
        ),
    })?;
    match format {
        Format::Text => output.document(&brackets::document(&judged)),
        Format::Json => output.json(&brackets::BracketsJson::from(&judged)),
        Format::Markdown => output.markdown(&brackets::document(&judged)),
        other => unreachable!("`step --brackets` does not offer {other}"),
    }?;
    Ok(Outcome::from(parse.value().is_ok()))
}
