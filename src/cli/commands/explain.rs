//! `bracket24 explain`

use std::slice;

use bracket24::lessons::Explanation;
use bracket24::present::explanation::document;
use bracket24::present::explanation_json::ExplanationJson;
use bracket24::{Grammar, Named, Rational, SyntaxError};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::input::{self, ascii_signs, unreadable};
use crate::cli::options::{LessonFormat, PageOptions, grammar};
use crate::cli::output::Output;
use crate::cli::page;

/// What every grammar makes of an expression, side by side, and where they part
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
Shown are tree, value and rule calls under each grammar; the first sign, from the
left, of which a grammar takes another right operand than ordinary arithmetic
does, and why; and the verdict: whether the target is a true or a false solution.

JSON: {\"expression\":…,\"readings\":[{\"grammar\":\"scala\",\"tree\":…,\"value\":\"24\",
\"rule_calls\":39,\"verdict\":\"false\",\"parting\":{\"sign\":\"-\",\"at\":2,
\"ordinary\":{\"at\":3,\"end\":4,\"rule\":\"expression\",\"role\":\"subtract\"},\"here\":{…},
\"causes\":[{\"first\":\"-\",\"then\":\"-\",\"order\":\"right\"}]}}],\"agree\":false,
\"same_trees\":false,\"target\":\"24\",\"verdict\":\"false\"}. \"ordinary\" and \"here\" are the
operand of the sign that each takes, from byte `at` to byte `end`. A cause is
what is done first and what then, and its order: \"left\" or \"right\" where both
group from there, \"precedence\" where the one is done before the other. Verdicts
are \"true\", \"false\", \"lost\" (the target in ordinary arithmetic, and not here),
\"none\" and \"not_read\". A grammar that does not read the text has \"tree\":null,
\"value\":null and \"error\", and does not count as differing; of what divides by zero only the value
is null.

Exit codes: 0 the value is the same under all, 1 it is not, 2 bad input."
)]
pub(crate) struct Arguments {
    /// The expression: `(5-8-7)*6`; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,

    /// What it is to be worth: a whole number or a fraction `p/q`
    #[arg(
        long,
        value_name = "T",
        default_value = "24",
        allow_hyphen_values = true,
        value_parser = input::target
    )]
    target: Rational,

    /// A grammar to set beside ordinary arithmetic; can be given several times
    /// [default: all]
    #[arg(long, value_name = "NAME|FILE.pest", value_parser = grammar())]
    grammar: Vec<Grammar>,

    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    format: LessonFormat,

    #[command(flatten)]
    page: PageOptions,

    /// Print JSON, an object a line
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
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
