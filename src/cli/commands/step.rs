//! `bracket24 step`

use bracket24::SyntaxError;
use bracket24::lessons::{Brackets, BracketsError, MachineRun, Reading, Reduction};
use bracket24::present::page::View;
use bracket24::present::reduction::UnreadSteps;
use bracket24::present::reduction_latex;
use clap::Args;

use crate::cli::grammar_options::GrammarOption;
use crate::cli::input::{ascii_signs, without_value};
use crate::cli::options::{ExpressionArgument, keys};
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions, page, stepping};

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
    page::check(format, &arguments.expression.typed())?;
    let in_batch = arguments.expression.is_batch();
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
                let is_template = grammar.parse_slots(&text).is_ok();
                if has_steps && !is_template && format != Format::Html {
                    if matches!(format, Format::Text | Format::Json | Format::Markdown) {
                        output.report(format, &UnreadSteps::new(failed))?;
                    }
                    output.end_of_text(in_batch)?;
                }
                return Err(without_value(typed, grammar, failed.error()));
            }
            Reading::Plain(_) | Reading::Template(..) => unreachable!("its grammar has values"),
        };
        if arguments.brackets {
            let judged = Brackets::of(parse).map_err(|error| not_judged(&text, error))?;
            output.report(format, &judged)?;
            return Ok(Outcome::from(parse.value().is_ok()));
        }
        if arguments.machine {
            let run = MachineRun::of(parse);
            output.report(format, &run)?;
            return Ok(Outcome::from(run.value.is_ok()));
        }
        let reduction = Reduction::of(parse).map_err(|error| not_ordinary(&text, &error))?;
        let outcome = Outcome::from(reduction.value.is_ok());
        if arguments.step {
            return stepping::play(in_batch, &reduction, outcome, output);
        }
        if format == Format::Latex {
            output.separate()?;
            output.write(|writer| reduction_latex::write(&reduction, writer))?;
        } else {
            output.report(format, &reduction)?;
        }
        Ok(outcome)
    })
}

fn not_ordinary(text: &str, error: &SyntaxError) -> Failure {
    Failure::not_ordinary("`step`", text, error)
}

/// Why it is not said of every pair of brackets whether it is needed.
fn not_judged(text: &str, error: BracketsError) -> Failure {
    match error {
        BracketsError::NotOrdinary(error) => not_ordinary(text, &error),
        error => Failure::with_help(
            error.to_string(),
            "leave out brackets that stand around nothing but brackets or a number",
        ),
    }
}
