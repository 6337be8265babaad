//! `bracket24 explain`

use std::slice;

use bracket24::lessons::Explanation;
use bracket24::present::explanation::{CSV_HEADER, csv_rows, document};
use bracket24::present::explanation_json::ExplanationJson;
use bracket24::{Grammar, Named, SyntaxError};
use clap::Args;

use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::grammar_file::without_values;
use crate::cli::input::{ascii_signs, without_value};
use crate::cli::options::{AnyGrammarsOption, ExpressionArgument, HELP, TargetOption};
use crate::cli::output::Output;
use crate::cli::page;
use crate::cli::progress::during;

/// Show where and why the grammars diverge on an expression
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 explain '(5-8-7)*6'
  bracket24 explain 8-3+2 --target 3
  bracket24 explain 8/4/2 --grammar scala
  bracket24 explain '(5-8-7)*6' --format html --output explain.html",
    after_help = "\
It shows the expression tree, the value and the rule calls under each grammar.
It then shows where each grammar diverges from ordinary arithmetic: the first
operator that takes another right operand, and why, by precedence or
associativity. The verdict says whether the target is a true or a false
solution.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 explain '(5-8-7)*6' --grammar scala --json
  {\"expression\":\"(5-8-7)*6\",\"readings\":[…,{\"grammar\":\"scala\",
  \"tree\":\"(* (- 5 (- 8 7)) 6)\",\"value\":\"24\",\"rule_calls\":30,\"verdict\":\"false\",
  \"parting\":{\"sign\":\"-\",\"at\":2,\"ordinary\":{\"at\":3,\"end\":4,\"rule\":\"expression\",
  \"role\":\"subtract\"},\"here\":{\"at\":3,\"end\":6,\"rule\":\"difference\",
  \"role\":\"subtract\"},\"causes\":[{\"first\":\"-\",\"then\":\"-\",\"order\":\"right\"}]}}],
  \"agree\":false,\"same_trees\":false,\"target\":\"24\",\"verdict\":\"false\"}

`ordinary` and `here` are the right operands of the operator (`sign`) in
ordinary arithmetic and under this grammar, from byte `at` to byte `end`. A
cause says which operator is applied `first` and which `then`, and by what
`order`: \"left\" or \"right\" if they are left- or right-associative, \"precedence\"
if the first has higher precedence. Verdicts are \"true\", \"false\", \"lost\" (the
target in ordinary arithmetic, and not here), \"none\" and \"not_read\". A grammar
that does not accept the text has null as `tree` and `value`, and an `error`;
it does not count as differing. After a division by zero only the value is
null.

CSV columns: expression, target, grammar, tree, value, rule_calls, verdict. A
grammar is a row.

Exit codes: 0 the value is the same under all grammars, 1 it is not, 2 bad
input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    expression: ExpressionArgument,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    grammar: AnyGrammarsOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Html];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let expression = &arguments.expression.text();
    let named = &arguments.grammar.grammar[..];
    let grammars = if named.is_empty() { Grammar::ALL } else { named };
    let target = arguments.target.or(&Defaults::of(None));
    let format = arguments.output.open(output)?;
    if format == Format::Html {
        page::check(expression)?;
    }
    batch::for_each(slice::from_ref(expression), output, |text, output| {
        let (typed, text) = (text, ascii_signs(text));
        let explanation = during("reading it with every grammar", || {
            Explanation::new(&text, grammars, target.clone())
                .map_err(|error| refused(typed, grammars, &error))
        })?;
        match format {
            Format::Text => output.document(&document(&explanation)),
            Format::Csv => output.csv(CSV_HEADER, csv_rows(&explanation)),
            Format::Markdown => output.markdown(&document(&explanation)),
            Format::Json => output.json(&ExplanationJson::from(&explanation)),
            Format::Html => page::of_all(&explanation, output),
            other => unreachable!("`explain` does not offer {other}"),
        }?;
        Ok(Outcome::from(explanation.agree()))
    })
}

/// Why ordinary arithmetic does not read what was `typed`. One of `grammars` may, and
/// must not seem to be what refuses it.
fn refused(typed: &str, grammars: &[Grammar], error: &SyntaxError) -> Failure {
    let text = &*ascii_signs(typed);
    // What a plain grammar reads need not be arithmetic at all.
    let reads = |grammar: &&Grammar| grammar.recognize(text).is_ok_and(|end| end == text.len());
    let mut readers = grammars.iter().filter(reads);
    if let Some((grammar, lacks)) = readers.find_map(|it| Some((it, it.lacks()?))) {
        return without_values("explain", grammar, lacks);
    }
    match grammars.iter().find(|grammar| grammar.parse(text).is_ok()) {
        Some(reader) => Failure::beyond_ordinary(text, error, &reader.to_string()),
        None => without_value(typed, &Grammar::Left, error),
    }
}
